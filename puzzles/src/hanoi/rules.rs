//! The rules of the towers of Hanoi: the uppermost disk of a peg goes to another peg, never onto a smaller one.

use statewalk::encoding::error::EncodingError;
use statewalk::space::{Invertible, Predecessors, StateSpace, predecessors_by_inverse};

use super::encoding::Places;

/// The most disks: a word has four bits for each.
pub const MOST_DISKS: usize = 32;

/// The most pegs.
pub const MOST_PEGS: usize = 16;

/// The bits of a disk.
const FIELD: u32 = 4;

/// 1 in every field.
const ONES: u128 = u128::MAX / 15;

/// Where the disks are: four bits for the peg of each, the smallest disk first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Towers(pub(super) u128);

/// A move of the uppermost disk of a peg.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Step {
    /// The peg it is taken from, from 0.
    pub from: u8,
    /// The peg it goes to, from 0.
    pub to: u8,
}

/// So many pegs and disks.
#[derive(Clone, Copy, Debug)]
pub struct Hanoi {
    pegs: u8,
    disks: u8,
}

impl Hanoi {
    /// The rules for `pegs` pegs, 3 to [`MOST_PEGS`], and `disks` disks, 1 to [`MOST_DISKS`].
    #[must_use]
    pub fn new(pegs: usize, disks: usize) -> Option<Self> {
        let fits = (3..=MOST_PEGS).contains(&pegs) && (1..=MOST_DISKS).contains(&disks);
        fits.then_some(Self {
            pegs: pegs.to_le_bytes()[0],
            disks: disks.to_le_bytes()[0],
        })
    }

    /// How many pegs there are.
    #[must_use]
    pub fn pegs(&self) -> usize {
        self.pegs.into()
    }

    /// How many disks there are.
    #[must_use]
    pub fn disks(&self) -> usize {
        self.disks.into()
    }

    /// All disks on one peg.
    #[must_use]
    pub fn tower(&self, peg: u8) -> Towers {
        Towers::of((0..self.disks).map(|_| peg))
    }

    /// The disks on these pegs, from the smallest disk to the largest; `None` if there are not so many disks or
    /// pegs.
    #[must_use]
    pub fn towers(&self, places: &[u8]) -> Option<Towers> {
        let fits = places.len() == self.disks() && places.iter().all(|&peg| peg < self.pegs);
        fits.then(|| Towers::of(places.iter().rev().copied()))
    }

    /// The pegs of the disks, from the smallest to the largest.
    #[inline]
    #[must_use]
    pub fn places(&self, towers: Towers) -> impl DoubleEndedIterator<Item = u8> + use<> {
        let disks = 0..u32::from(self.disks);
        disks.map(move |disk| (towers.0 >> (disk * FIELD)).to_le_bytes()[0] & 0xF)
    }

    /// The perfect hash of the towers.
    ///
    /// # Errors
    /// [`EncodingError`] if there are more than 64 bits of them.
    pub fn ranks(&self) -> Result<Places, EncodingError> {
        Places::new(*self)
    }

    /// The smallest disk on `peg`; one that there is not if it is empty.
    #[inline]
    fn top(self, towers: Towers, peg: u8) -> u32 {
        // Fields are 0 where the disk is on the peg; the lowest borrows first, so it is told right.
        let differ = towers.0 ^ (u128::from(peg) * ONES);
        let on_peg = differ.wrapping_sub(ONES) & !differ & (ONES << (FIELD - 1));
        let disk = on_peg.trailing_zeros() / FIELD;
        if disk < u32::from(self.disks) {
            disk
        } else {
            u32::MAX
        }
    }

    /// Whether a step follows the rules; both pegs exist.
    #[inline]
    fn is_open(self, towers: Towers, step: Step) -> bool {
        self.top(towers, step.from) < self.top(towers, step.to)
    }
}

impl Towers {
    /// The towers of disks on these pegs, from the largest disk to the smallest.
    #[inline]
    pub(super) fn of(largest_first: impl Iterator<Item = u8>) -> Self {
        Self(largest_first.fold(0, |towers, peg| towers << FIELD | u128::from(peg)))
    }
}

impl StateSpace for Hanoi {
    type State = Towers;
    type Action = Step;

    #[inline]
    fn actions<'a>(&'a self, towers: &Towers) -> impl Iterator<Item = Step> + use<'a> {
        let towers = *towers;
        let mut tops = [u32::MAX; MOST_PEGS];
        for (peg, top) in (0..self.pegs).zip(&mut tops) {
            *top = self.top(towers, peg);
        }
        let steps = (0..self.pegs).flat_map(|from| (0..self.pegs).map(move |to| Step { from, to }));
        steps.filter(move |step| tops[usize::from(step.from)] < tops[usize::from(step.to)])
    }

    #[inline]
    fn apply(&self, towers: &mut Towers, step: &Step) {
        let disk = self.top(*towers, step.from);
        towers.0 ^= u128::from(step.from ^ step.to) << (disk * FIELD);
    }

    fn max_cost(&self) -> Option<i64> {
        Some(1)
    }

    fn is_applicable(&self, towers: &Towers, step: &Step) -> bool {
        step.from.max(step.to) < self.pegs && self.is_open(*towers, *step)
    }
}

impl Invertible for Hanoi {
    #[inline]
    fn inverse(&self, step: &Step) -> Step {
        let Step { from: to, to: from } = *step;
        Step { from, to }
    }
}

impl Predecessors for Hanoi {
    #[inline]
    fn predecessors<'a>(
        &'a self,
        towers: &Towers,
    ) -> impl Iterator<Item = (Step, Towers)> + use<'a> {
        predecessors_by_inverse(self, towers)
    }
}
