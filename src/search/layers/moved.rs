//! Edges by the moves that an encoding declares: from rank to rank, without a state.
//!
//! Where [`RankActions`] says how actions act on ranks, a successor costs a division or two and a look at a
//! small table, instead of unrank, apply and rank. So any table of ranks is swept several times faster; whole
//! layers on [bit planes](crate::search::layers::planes) are faster still, but tell no distances.

use std::collections::HashMap;
use std::marker::PhantomData;
use std::sync::Arc;

use crate::memory::{BudgetVec, Memory, MemoryExhausted};
use crate::rank_actions::{LocalMap, RankActions, RankActionsError, RankMoves, digit_parity};
use crate::search::layers::Sweep;
use crate::search::layers::direction::{Direction, FromStarts, ToStarts};
use crate::search::layers::neighbours::Neighbours;
use crate::search::outcome::SearchError;
use crate::space::StateSpace;
use crate::store::word::index;

/// Parities of numbers up to this one are read from a table, 128 KiB at most.
const MOST_PARITIES: u64 = if cfg!(test) { 40 } else { 1 << 20 };

/// The moves of a space on ranks, made ready for a sweep by rank. `D` says which way its distances run.
#[derive(Debug)]
pub struct Moved<D> {
    size: u64,
    locals: Divisor,
    /// The ways out of all parts, one part after another.
    steps: BudgetVec<Step>,
    /// Where those of each part begin, and the end.
    firsts: BudgetVec<usize>,
    changes: Vec<Change>,
    /// What holds the tables' bytes.
    _moves: RankMoves,
    direction: PhantomData<fn() -> D>,
}

/// A way out of a part: the first rank of the part that it leads to, and what becomes of local ranks.
#[derive(Clone, Copy, Debug)]
struct Step {
    to: u64,
    change: usize,
}

/// What becomes of local ranks.
#[derive(Debug)]
enum Change {
    Same,
    Window(Window),
}

/// A table for some neighbouring digits.
#[derive(Debug)]
struct Window {
    below: Divisor,
    /// How many values the digits have, unless they are the first ones.
    values: Option<Divisor>,
    even: Arc<[u32]>,
    /// The table for an odd sum of the digits above, and what tells that, if it matters.
    odd: Option<(Arc<[u32]>, Parity)>,
}

/// Whether digits have an odd sum.
#[derive(Debug)]
enum Parity {
    /// A bit for each number.
    Known(Arc<[u64]>),
    /// By division.
    Of(Vec<u64>),
}

impl<P, E> Sweep<'_, P, E>
where
    P: StateSpace,
    E: RankActions<P>,
{
    /// The moves of the space for a sweep from the starts along [edges](Moved::edges) on ranks. What they take is
    /// claimed from `memory`.
    ///
    /// # Errors
    /// [`RankActionsError`] if the encoding has no tables for this space, or there is no memory for them.
    pub fn moved(&self, memory: &Memory) -> Result<Moved<FromStarts>, RankActionsError> {
        let moves = self.encoding.rank_moves(self.space, memory)?;
        Ok(Moved::new(moves, false, memory)?)
    }

    /// The same against the moves.
    ///
    /// # Errors
    /// As [`moved`](Self::moved).
    pub fn moved_backward(&self, memory: &Memory) -> Result<Moved<ToStarts>, RankActionsError> {
        let moves = self.encoding.rank_moves(self.space, memory)?;
        Ok(Moved::new(moves, true, memory)?)
    }
}

impl<D> Moved<D> {
    fn new(moves: RankMoves, inverse: bool, memory: &Memory) -> Result<Self, MemoryExhausted> {
        let (parts, locals, size) = (moves.parts(), moves.locals(), moves.size());
        let edges = || {
            (0..parts).flat_map(|from| {
                let steps = moves.moves(from).iter();
                steps.map(move |step| {
                    if inverse {
                        (step.to, step.map, from)
                    } else {
                        (from, step.map, step.to)
                    }
                })
            })
        };
        let mut firsts = BudgetVec::filled(memory, parts + 1, 0)?;
        for (from, _, _) in edges() {
            firsts[from + 1] += 1;
        }
        for part in 0..parts {
            firsts[part + 1] += firsts[part];
        }
        let mut steps = BudgetVec::filled(memory, firsts[parts], Step { to: 0, change: 0 })?;
        let mut next = firsts.to_vec();
        for (from, change, to) in edges() {
            let to = to as u64 * locals;
            steps[next[from]] = Step { to, change };
            next[from] += 1;
        }
        let mut parities = HashMap::new();
        let radices = moves.radices();
        let change = |map| Change::new(map, radices, inverse, &mut parities);
        let changes = moves.maps().iter().map(change).collect();
        Ok(Self {
            size,
            locals: Divisor::new(locals, size),
            steps,
            firsts,
            changes,
            _moves: moves,
            direction: PhantomData,
        })
    }

    /// The edges.
    #[must_use]
    pub fn edges(&self) -> Edges<'_, D> {
        Edges(self)
    }
}

impl Change {
    fn new(
        map: &LocalMap,
        radices: &[u64],
        inverse: bool,
        parities: &mut HashMap<usize, Arc<[u64]>>,
    ) -> Self {
        let LocalMap::Window {
            first,
            digits,
            even,
            odd,
        } = map
        else {
            return Self::Same;
        };
        let table = |table: &Arc<[u32]>| {
            if inverse {
                LocalMap::inverted(table).into()
            } else {
                Arc::clone(table)
            }
        };
        let locals = radices.iter().product();
        let below = radices[first + digits..].iter().product();
        let above = &radices[..*first];
        let mut parity = || {
            let numbers: u64 = above.iter().product();
            if numbers > MOST_PARITIES {
                return Parity::Of(above.to_vec());
            }
            let known = parities.entry(*first);
            Parity::Known(Arc::clone(known.or_insert_with(|| {
                let mut bits = vec![0; index(numbers.div_ceil(64))];
                for number in (0..numbers).filter(|&number| digit_parity(above, number)) {
                    bits[index(number / 64)] |= 1 << (number % 64);
                }
                bits.into()
            })))
        };
        Self::Window(Window {
            below: Divisor::new(below, locals),
            values: (*first > 0).then(|| Divisor::new(even.len() as u64, locals)),
            even: table(even),
            odd: (even != odd).then(|| (table(odd), parity())),
        })
    }
}

impl Window {
    /// What becomes of a local rank.
    #[inline]
    fn image(&self, local: u64) -> u64 {
        let number = self.below.quotient(local);
        let (above, value) = match self.values {
            None => (0, number),
            Some(values) => {
                let above = values.quotient(number);
                (above, number - above * values.divisor)
            }
        };
        let table = match &self.odd {
            Some((odd, parity)) if parity.is_odd(above) => odd,
            _ => &self.even,
        };
        let image = u64::from(table[index(value)]);
        local.wrapping_add(image.wrapping_sub(value).wrapping_mul(self.below.divisor))
    }
}

impl Parity {
    #[inline]
    fn is_odd(&self, number: u64) -> bool {
        match self {
            Self::Known(bits) => bits[index(number / 64)] >> (number % 64) & 1 == 1,
            Self::Of(radices) => digit_parity(radices, number),
        }
    }
}

/// A divisor that was prepared.
#[derive(Clone, Copy, Debug)]
struct Divisor {
    divisor: u64,
    /// 2^64 by the divisor, rounded up; 0 where a product with it is not exact.
    factor: u64,
}

impl Divisor {
    /// A divisor, which is not 0, of numbers up to `most`.
    fn new(divisor: u64, most: u64) -> Self {
        let factor = (u64::MAX / divisor).wrapping_add(1);
        // The factor passes 2^64 / divisor by less than excess / divisor, so that a product passes the quotient by
        // too little to reach the next whole number (Granlund and Montgomery 1994).
        let excess = factor.wrapping_mul(divisor);
        let is_exact = u128::from(most) * u128::from(excess) < 1 << 64;
        Self {
            divisor,
            factor: if is_exact { factor } else { 0 },
        }
    }

    #[inline]
    fn quotient(self, number: u64) -> u64 {
        if self.factor == 0 {
            return if self.divisor == 1 {
                number
            } else {
                number / self.divisor
            };
        }
        let product = u128::from(number) * u128::from(self.factor);
        (product >> 64) as u64
    }
}

/// Edges along moves on ranks, or against them.
#[derive(Debug)]
pub struct Edges<'a, D>(&'a Moved<D>);

impl<D> Clone for Edges<'_, D> {
    fn clone(&self) -> Self {
        Self(self.0)
    }
}

impl<D: Direction> Neighbours for Edges<'_, D> {
    type Direction = D;

    fn size(&self) -> u64 {
        self.0.size
    }

    #[inline]
    fn visit(&mut self, rank: u64, mut see: impl FnMut(u64)) -> Result<(), SearchError> {
        let moved = self.0;
        let part = moved.locals.quotient(rank);
        let local = rank - part * moved.locals.divisor;
        let part = index(part);
        for step in &moved.steps[moved.firsts[part]..moved.firsts[part + 1]] {
            let local = match &moved.changes[step.change] {
                Change::Same => local,
                Change::Window(window) => window.image(local),
            };
            see(step.to + local);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::{any, proptest};

    use super::{Divisor, Moved};
    use crate::memory::Memory;
    use crate::rank_actions::lehmer::Lehmer;
    use crate::rank_actions::{LocalMap, RankMoves};
    use crate::search::layers::direction::FromStarts;
    use crate::search::layers::neighbours::Neighbours;

    fn beside(moved: &Moved<FromStarts>, rank: u64) -> Vec<u64> {
        let mut seen = Vec::new();
        moved.edges().visit(rank, |rank| seen.push(rank)).unwrap();
        seen
    }

    /// Three parts, between which windows of digits are rotated, at the end by parity.
    fn moves() -> RankMoves {
        let code = Lehmer::of_one_parity(7);
        let mut moves = RankMoves::new(3, code.radices(), &Memory::unlimited()).unwrap();
        for part in 0..3 {
            for first in 0..5 {
                let map = code.permuting(first, &[1, 2, 0], false).unwrap();
                let map = moves.add_map(map).unwrap();
                moves.connect(part, map, (part + first) % 3).unwrap();
            }
        }
        let shift = LocalMap::shift(&code.radices(), 1, 4).unwrap();
        let shift = moves.add_map(shift).unwrap();
        moves.connect(1, shift, 2).unwrap();
        moves.connect(2, 0, 0).unwrap();
        moves
    }

    #[test]
    fn edges_are_the_moves_and_their_inverses() {
        let memory = Memory::unlimited();
        let told = moves();
        let forward = Moved::<FromStarts>::new(moves(), false, &memory).unwrap();
        let backward = Moved::<FromStarts>::new(moves(), true, &memory).unwrap();
        assert!(memory.used() > 0);
        for rank in 0..told.size() {
            let successors: Vec<u64> = told.successors(rank).collect();
            assert_eq!(beside(&forward, rank), successors);
            for successor in successors {
                assert!(beside(&backward, successor).contains(&rank));
            }
        }
        let edges = |moved| {
            (0..told.size())
                .map(|rank| beside(moved, rank).len())
                .sum::<usize>()
        };
        assert_eq!(edges(&forward), edges(&backward));
    }

    proptest! {
        #[test]
        fn quotients_are_exact(divisor in 1u64..=1 << 40, most in any::<u64>(), number in any::<u64>(), shift in 0u32..64) {
            let (divisor, most) = ((divisor >> (shift % 40)).max(1), most >> shift);
            let quick = Divisor::new(divisor, most);
            let number = number % most.saturating_add(1).max(1);
            let edge = number - number % divisor;
            for number in [number, edge, edge.saturating_sub(1), most] {
                assert_eq!(quick.quotient(number), number / divisor, "{number} / {divisor}");
            }
        }
    }
}
