//! A sweep by rank as it is in a checkpoint.

use std::io;
use std::time::Instant;

use crate::cost::Cost;
use crate::search::layers::checkpoint::file::{self, Out, Saved};
use crate::search::layers::checkpoint::fingerprint::Fingerprint;
use crate::search::layers::checkpoint::manifest::{self, Subject};
use crate::search::layers::checkpoint::{CheckpointError, Resumable};
use crate::search::layers::direction::Direction;
use crate::search::layers::neighbours::Neighbours;
use crate::search::layers::run::Backing;
use crate::search::layers::run::saved::State;
use crate::search::layers::sweeping::{Step, Sweeping, Width, on_ranks};
use crate::search::layers::{End, Swept};
use crate::search::limits::Limits;
use crate::search::outcome::SearchError;
use crate::search::{Observer, Stats};

/// Ranks whose edges tell a space from others; spaces of no more ranks are told by all of theirs.
const TELLING: u64 = 1 << 14;

/// The bytes of a checkpoint of a sweep over so many ranks whose table takes so many, at most.
pub(crate) fn checkpoint_bytes(ranks: u64, table: u64) -> u64 {
    // A list takes less than a plane, unless there was no memory for that.
    let plane = file::bytes_of(ranks.div_ceil(64).saturating_mul(8).max(1 << 10));
    [plane, plane, manifest::BYTES]
        .into_iter()
        .fold(file::bytes_of(table), u64::saturating_add)
}

impl<S, X: Neighbours, T: Backing> Resumable for Sweeping<'_, S, X, T> {
    type Of = S;
    type Found = Swept<T, X::Direction>;
    type State = State;

    fn subject(&mut self, name: &str) -> Option<Subject> {
        let (run, edges) = self.run.as_mut()?;
        // The states of a layer that there was no memory for are nowhere, and what an edge was refused in does not go on.
        if on_ranks!(run, run => run.lost().is_some() || run.is_refused()) {
            return None;
        }
        let (starts, targets) = (&self.starts, self.targets);
        let fingerprint = *self.fingerprint.get_or_insert_with(|| {
            let mut sum = starts.clone();
            sum.note(targets.iter().copied());
            tell(edges, &mut sum);
            sum.sum()
        });
        Some(Subject {
            name: name.to_owned(),
            way: Some(X::Direction::WAY),
            fingerprint,
            scheme: T::SCHEME.to_owned(),
        })
    }

    fn checkpoint_bytes(&self) -> u64 {
        let ranks = self.run.as_ref().map_or(0, |(_, edges)| edges.size());
        checkpoint_bytes(ranks, self.table.as_ref().map_or(0, T::bytes))
    }

    fn state(&self) -> Option<State> {
        let (Ok(table), Some((run, _))) = (&self.table, &self.run) else {
            return None;
        };
        Some(on_ranks!(run, run => run.state(table.width())))
    }

    fn write(&mut self, out: &mut Out) -> io::Result<()> {
        let (Ok(table), Some((run, _))) = (&mut self.table, &self.run) else {
            return Ok(());
        };
        table.write(out)?;
        on_ranks!(run, run => run.write(out))
    }

    fn restore(&mut self, state: State, saved: &mut Saved) -> Result<(), CheckpointError> {
        let (Ok(table), Some((run, _))) = (&mut self.table, &mut self.run) else {
            return Ok(());
        };
        if state.settled > self.targets.len() {
            return Err(saved.broken("it has other targets"));
        }
        table.restore(state.width, saved)?;
        on_ranks!(run, run => run.restore(state, saved))
    }

    fn step_until(
        &mut self,
        pause: Option<Instant>,
        limits: &Limits,
        observer: &mut impl Observer<S>,
    ) -> Result<Option<Step>, SearchError> {
        self.walk_until(pause, limits, observer)
    }

    fn run(
        &mut self,
        limits: &Limits,
        observer: &mut impl Observer<S>,
    ) -> Result<End, SearchError> {
        self.run(limits, observer)
    }

    fn finish(self) -> Self::Found {
        self.finish()
    }

    fn depth(&self) -> Cost {
        let run = self.run.as_ref();
        run.map_or(0, |(run, _)| on_ranks!(run, run => run.depth()))
    }

    fn stats(&self) -> Stats {
        self.stats()
    }
}

/// Notes what tells a space from others: how many ranks it has, and what edges lead to from some of them, spread over
/// all. An edge that a sweep would refuse counts as none.
fn tell(edges: &mut impl Neighbours, sum: &mut Fingerprint) {
    let size = edges.size();
    sum.note([size]);
    let mut beside = Vec::new();
    for number in 0..size.min(TELLING) {
        beside.clear();
        let rank = if size <= TELLING {
            number
        } else {
            spread(number, size)
        };
        let _ = edges.visit(rank, |rank| beside.push(rank));
        // Edges may come in another order where they are found in another way.
        beside.sort_unstable();
        beside.dedup();
        sum.note(beside.iter().copied());
    }
}

/// The rank of a number among so many, in no rhythm that digits of ranks could have.
fn spread(number: u64, size: u64) -> u64 {
    // The golden section of all words; the highest bits of the product are a share of the size.
    let share = number.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    let rank = (u128::from(share) * u128::from(size)) >> 64;
    u64::try_from(rank).unwrap_or_default()
}
