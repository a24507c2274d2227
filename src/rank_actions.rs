//! How actions act on ranks, where they do so digit by digit.
//!
//! Most compact encodings are a *part* (where the blank is, which of eight orientations) and a *local
//! rank* in mixed radix: `rank = part * size of a part + local rank`. An action then sends part `p` to
//! part `q`, and the local rank through a map that leaves it alone, or changes the digits of a small
//! window by a table and no others. Said as data, this lets a sweep expand a whole layer on bit planes,
//! 64 states a word, without making a single state (see
//! [`layers::planes`](crate::search::layers::planes)).
//!
//! [`lehmer`] makes the maps of actions that permute a few neighbouring items of a sequence, [`placing`] those of
//! actions that permute its places in any way; [`laws`] checks a declaration against the rules.

mod error;
pub mod laws;
pub mod lehmer;
mod local_map;
pub mod placing;

use std::collections::HashMap;

use crate::encoding::Encoding;
use crate::memory::{BudgetVec, Held, Memory, bytes_of};
use crate::space::StateSpace;

pub use error::RankActionsError;
pub use local_map::LocalMap;
pub(crate) use local_map::digit_parity;

/// Encodings that can say how the actions of space `P` act on their ranks.
///
/// The laws, which [`laws::check`] tests: the parts and digits multiply to
/// [`size`](Encoding::size); the successors of a rank by the moves are the ranks of the successors by the
/// rules, as sets; and every action costs 1.
pub trait RankActions<P: StateSpace>: Encoding<State = P::State> {
    /// The moves of `space` on ranks, which claim their bytes from `memory`.
    ///
    /// # Errors
    /// [`RankActionsError`] if the tables would be too large for this size of puzzle, or there is no memory for
    /// them.
    fn rank_moves(&self, space: &P, memory: &Memory) -> Result<RankMoves, RankActionsError>;
}

/// A move from one part to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Move {
    /// The part that the states come to.
    pub to: usize,
    /// The index of the [`LocalMap`] that their local ranks go through.
    pub map: usize,
}

/// Room for moves out of a part, at the least.
const LEAST_ROOM: usize = 3;

/// All moves of a space on the ranks of an encoding.
///
/// A move holds for every state of its part. Memory: the tables, four bytes an entry; two words a move, and room
/// for as many more; three words a part.
#[derive(Debug)]
pub struct RankMoves {
    radices: Vec<u64>,
    locals: u64,
    maps: Vec<LocalMap>,
    moves: BudgetVec<Vec<Move>>,
    held: Held,
    memory: Memory,
    /// What of the account was in use before, and how much more at once since.
    before: u64,
    peak: u64,
}

/// Bytes of each value of a window while its map is made: two tables, each as it is filled and as it is kept, and
/// a mark whether the value was taken.
const MAKING: u64 = 2 * (4 + 4) + 1;

impl RankMoves {
    /// `parts` parts without moves, with local ranks of these radices, the most significant first.
    ///
    /// # Errors
    /// [`RankActionsError::Size`] if there are no ranks or more than `u64::MAX`, [`RankActionsError::Memory`] if
    /// there is no memory for so many parts.
    pub fn new(parts: u64, radices: Vec<u64>, memory: &Memory) -> Result<Self, RankActionsError> {
        let product = |radices: &[u64]| radices.iter().try_fold(1u64, |a, &b| a.checked_mul(b));
        let locals = product(&radices).filter(|&locals| locals > 0);
        let locals = locals.ok_or(RankActionsError::Size)?;
        if parts.checked_mul(locals).is_none_or(|size| size == 0) {
            return Err(RankActionsError::Size);
        }
        let parts = usize::try_from(parts).map_err(|_| RankActionsError::Size)?;
        let before = memory.used();
        let mut moves = Self {
            radices,
            locals,
            maps: vec![LocalMap::Same],
            moves: BudgetVec::filled(memory, parts, Vec::new())?,
            held: Held::new(memory),
            memory: memory.clone(),
            before,
            peak: 0,
        };
        moves.note();
        Ok(moves)
    }

    /// Adds the map that `make` makes, of a window of so many values, once there is room to make it, and returns its
    /// index.
    ///
    /// # Errors
    /// Those of `make`, and of [`add_map`](Self::add_map).
    pub fn add_map_of(
        &mut self,
        values: u64,
        make: impl FnOnce() -> Result<LocalMap, RankActionsError>,
    ) -> Result<usize, RankActionsError> {
        let mut making = Held::new(&self.memory);
        making.grow(values.saturating_mul(MAKING))?;
        let index = self.add_map(make()?)?;
        self.note();
        Ok(index)
    }

    /// Claims so many bytes more for what is needed only while moves are made.
    fn hold(&mut self, held: &mut Option<Held>, bytes: u64) -> Result<(), RankActionsError> {
        let held = held.get_or_insert_with(|| Held::new(&self.memory));
        held.grow(bytes)?;
        self.note();
        Ok(())
    }

    /// Notes how much is in use now.
    fn note(&mut self) {
        let used = self.memory.used().saturating_sub(self.before);
        self.peak = self.peak.max(used);
    }

    /// Adds a map and returns its index. Index 0 is [`LocalMap::Same`]. What it took to make a large one should be
    /// claimed, too: [`add_map_of`](Self::add_map_of).
    ///
    /// # Errors
    /// [`RankActionsError`] if the map does not fit the radices or is no bijection, or there is no memory for it.
    pub fn add_map(&mut self, map: LocalMap) -> Result<usize, RankActionsError> {
        map.check(&self.radices)?;
        let map = if map.is_identity() {
            LocalMap::Same
        } else {
            map
        };
        if let Some(known) = self.maps.iter().position(|known| *known == map) {
            return Ok(known);
        }
        self.held.grow(map.bytes())?;
        self.maps.push(map);
        Ok(self.maps.len() - 1)
    }

    /// Adds a move from part `from` to part `to` through the map of this index.
    ///
    /// # Errors
    /// [`RankActionsError::NoSuch`] if there is no such part or map, [`RankActionsError::Memory`] if there is no
    /// memory for the move.
    pub fn connect(&mut self, from: usize, map: usize, to: usize) -> Result<(), RankActionsError> {
        if from.max(to) >= self.moves.len() || map >= self.maps.len() {
            return Err(RankActionsError::NoSuch { from, map, to });
        }
        let moves = &mut self.moves[from];
        if moves.len() == moves.capacity() {
            let more = moves.len().max(LEAST_ROOM);
            self.held.grow(bytes_of::<Move>(more))?;
            moves.reserve_exact(more);
        }
        moves.push(Move { to, map });
        self.note();
        Ok(())
    }

    /// The bytes of all.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        bytes_of::<Vec<Move>>(self.moves.len()).saturating_add(self.held.bytes())
    }

    /// The most bytes that were in use at once while they were made.
    #[must_use]
    pub fn peak(&self) -> u64 {
        self.peak
    }

    /// How many parts there are.
    #[must_use]
    pub fn parts(&self) -> usize {
        self.moves.len()
    }

    /// How many states a part has.
    #[must_use]
    pub fn locals(&self) -> u64 {
        self.locals
    }

    /// How many ranks there are.
    #[must_use]
    pub fn size(&self) -> u64 {
        self.locals * self.moves.len() as u64
    }

    /// The radices of the local rank, the most significant first.
    #[must_use]
    pub fn radices(&self) -> &[u64] {
        &self.radices
    }

    /// The maps.
    #[must_use]
    pub fn maps(&self) -> &[LocalMap] {
        &self.maps
    }

    /// The moves out of a part.
    #[must_use]
    pub fn moves(&self, part: usize) -> &[Move] {
        &self.moves[part]
    }

    /// The ranks that the moves lead to from `rank`, in the order of the moves.
    pub fn successors(&self, rank: u64) -> impl Iterator<Item = u64> + '_ {
        let (part, local) = (rank / self.locals, rank % self.locals);
        let part = usize::try_from(part).unwrap_or(usize::MAX);
        let moves = self.moves.get(part).map_or(&[][..], Vec::as_slice);
        moves.iter().map(move |step| {
            step.to as u64 * self.locals + self.maps[step.map].apply(&self.radices, local)
        })
    }

    /// Whether every move can be undone by a move: the space is undirected.
    #[must_use]
    pub fn is_symmetric(&self) -> bool {
        let mut undo = HashMap::new();
        self.moves.iter().enumerate().all(|(from, moves)| {
            moves.iter().all(|step| {
                self.moves[step.to].iter().any(|back| {
                    back.to == from
                        && *undo.entry((step.map, back.map)).or_insert_with(|| {
                            self.maps[step.map].is_undone_by(&self.maps[back.map])
                        })
                })
            })
        })
    }

    /// A colour for every part such that each move changes it, if there is one: the space is bipartite
    /// by its parts.
    #[must_use]
    pub fn two_colours(&self) -> Option<Vec<bool>> {
        let mut neighbours = vec![Vec::new(); self.moves.len()];
        for (from, moves) in self.moves.iter().enumerate() {
            for step in moves {
                neighbours[from].push(step.to);
                neighbours[step.to].push(from);
            }
        }
        let mut colours = vec![None; self.moves.len()];
        for root in 0..colours.len() {
            if colours[root].is_some() {
                continue;
            }
            colours[root] = Some(false);
            let mut open = vec![root];
            while let Some(part) = open.pop() {
                for &next in &neighbours[part] {
                    if colours[next].is_none() {
                        colours[next] = colours[part].map(|colour: bool| !colour);
                        open.push(next);
                    } else if colours[next] == colours[part] {
                        return None;
                    }
                }
            }
        }
        colours.into_iter().collect()
    }
}

#[cfg(test)]
mod tests;
