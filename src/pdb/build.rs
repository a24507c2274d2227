//! Databases built by a sweep backward through the small space.

use crate::abstraction::{Abstraction, Small};
use crate::cost::Cost;
use crate::encoding::Encoding;
use crate::memory::BudgetVec;
use crate::pdb::{Database, MOST_COST, PdbError, Title, UNREACHED};
use crate::rank_actions::RankActions;
use crate::search::Observer;
use crate::search::layers::direction::ToStarts;
use crate::search::layers::planes::PlaneSweep;
use crate::search::layers::sweeping::Step;
use crate::search::layers::{End, Sweep, Swept};
use crate::search::limits::Limits;
use crate::space::{Predecessors, StateSpace};
use crate::store::costs::{CostList, UNREACHED as NO_COST};
use crate::store::word::index;

/// A small space, the perfect hash of its states, and its goals.
#[derive(Debug)]
pub struct Sources<'a, M: StateSpace, E> {
    /// The small space.
    pub space: &'a M,
    /// The perfect hash.
    pub encoding: &'a E,
    /// What the goals of the large space are projected on.
    pub goals: &'a [M::State],
}

impl<M: StateSpace, E> Clone for Sources<'_, M, E> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<M: StateSpace, E> Copy for Sources<'_, M, E> {}

/// A database with an entry for each rank: the distances to the goals, where actions cost 0 or more and no more than a
/// small [`max_cost`](StateSpace::max_cost). The small space must write that method, also where all actions cost 1:
/// what is provided names no largest cost.
///
/// Time and memory: those of the [weighted sweep](crate::search::layers::weighted) and one byte a rank.
///
/// # Errors
/// [`PdbError::Search`] if the space tells no `max_cost`
/// ([`NoSmallMax`](crate::search::outcome::SearchError::NoSmallMax)) or an action costs something else;
/// [`PdbError::TooFar`] if a distance does not fit an entry; [`PdbError::Limit`] if a limit is reached.
pub fn build<M, E>(
    title: Title,
    sources: Sources<'_, M, E>,
    limits: &Limits,
) -> Result<Database, PdbError>
where
    M: Predecessors<State: Send> + Sync,
    E: Encoding<State = M::State> + Sync,
{
    let distances = distances(sources, limits)?;
    let size = sources.encoding.size();
    let mut entries = BudgetVec::filled(&limits.memory, index(size), UNREACHED)?;
    for (entry, rank) in entries.iter_mut().zip(0..) {
        *entry = entry_of(&distances, rank)?;
    }
    Ok(Database::new(title, entries))
}

/// A database with an entry for each state that `fold` projects the small space on: the least distance of those that
/// are projected there. `keys` numbers the entries.
///
/// # Errors
/// As [`build`].
pub fn build_folded<M, E, B, K>(
    title: Title,
    sources: Sources<'_, M, E>,
    (fold, keys): (&B, &K),
    limits: &Limits,
) -> Result<Database, PdbError>
where
    M: Predecessors<State: Send> + Sync,
    E: Encoding<State = M::State> + Sync,
    B: Abstraction<M>,
    K: Encoding<State = Small<M, B>>,
{
    let distances = distances(sources, limits)?;
    let mut entries = BudgetVec::filled(&limits.memory, index(keys.size()), UNREACHED)?;
    let Some(mut state) = sources.goals.first().cloned() else {
        return Ok(Database::new(title, entries));
    };
    for rank in 0..sources.encoding.size() {
        let found = entry_of(&distances, rank)?;
        if found != UNREACHED {
            sources.encoding.unrank_into(rank, &mut state);
            let entry = &mut entries[index(keys.rank(&fold.project(&state)))];
            *entry = found.min(*entry);
        }
    }
    Ok(Database::new(title, entries))
}

fn distances<M, E>(
    sources: Sources<'_, M, E>,
    limits: &Limits,
) -> Result<Swept<CostList, ToStarts>, PdbError>
where
    M: Predecessors<State: Send> + Sync,
    E: Encoding<State = M::State> + Sync,
{
    let sweep = Sweep::new(sources.space, sources.encoding, sources.goals).expecting(MOST_COST);
    let swept = sweep.weighted_backward(limits, &mut ())?;
    match swept.end {
        End::Limit(limit) => Err(PdbError::Limit(limit)),
        End::Whole | End::Settled => Ok(swept),
    }
}

fn entry_of(distances: &Swept<CostList, ToStarts>, rank: u64) -> Result<u8, PdbError> {
    let distance = distances.distance(rank).unwrap_or(NO_COST);
    if distance == NO_COST {
        return Ok(UNREACHED);
    }
    entry(distance)
}

/// A distance as an entry.
fn entry(distance: Cost) -> Result<u8, PdbError> {
    let entry = u8::try_from(distance)
        .ok()
        .filter(|&entry| entry < UNREACHED);
    entry.ok_or(PdbError::TooFar { distance })
}

/// The entries of a database of a small space whose moves act on ranks and cost 1: a zero-cost action of a pattern
/// is no move there, but within a state. Neighbouring parts are put together: `blocks` says where each block of them
/// ends, and an entry is the least distance of the ranks of one local rank in a block. Entry `block * locals + local`.
///
/// The layers of the sweep on [bit planes](crate::search::layers::planes) are written into the entries one after the
/// other, on so many threads; the entries do not depend on their number.
///
/// Time: for each layer what it has, 64 ranks a word, and one look at an entry for each rank in all. Memory: one byte an
/// entry, and the planes.
///
/// # Errors
/// As [`build`]; [`PdbError::Blocks`] if the blocks do not end at the last part.
pub fn build_by_moves<M, E>(
    sources: Sources<'_, M, E>,
    blocks: &[usize],
    threads: usize,
    limits: &Limits,
    observer: &mut impl Observer<M::State>,
) -> Result<BudgetVec<u8>, PdbError>
where
    M: StateSpace,
    E: RankActions<M>,
{
    let sweep = Sweep::new(sources.space, sources.encoding, sources.goals).threads(threads);
    let mut planes: PlaneSweep<'_, _, ToStarts> = sweep.start_planes_backward(limits)?;
    let (found, expected) = (blocks.last().copied().unwrap_or(0), planes.parts());
    if found != expected || !blocks.is_sorted() {
        return Err(PdbError::Blocks { found, expected });
    }
    let entries = blocks.len().saturating_mul(index(planes.locals()));
    let mut entries = BudgetVec::filled(&limits.memory, entries, UNREACHED)?;
    loop {
        match planes.step(limits, observer)? {
            Step::Layer { depth, .. } => {
                planes.note(blocks, (&mut entries, UNREACHED), entry(depth)?);
            }
            Step::Done(End::Limit(limit)) => return Err(PdbError::Limit(limit)),
            Step::Done(End::Whole | End::Settled) => return Ok(entries),
        }
    }
}
