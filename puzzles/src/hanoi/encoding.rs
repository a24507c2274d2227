//! The perfect hash of towers: the peg of each disk is a digit, that of the largest disk the first.
//!
//! The *part* is the peg of the largest disk, the *local rank* the pegs of the others. A move changes one digit.

use statewalk::encoding::Encoding;
use statewalk::encoding::error::EncodingError;
use statewalk::encoding::mixed_radix::MixedRadix;
use statewalk::encoding::sequence::Sequence;

use super::rules::{Hanoi, MOST_DISKS, Towers};

type Digits = Sequence<MOST_DISKS>;

/// The perfect hash of so many disks on so many pegs.
#[derive(Debug)]
pub struct Places {
    rules: Hanoi,
    digits: MixedRadix<Digits>,
}

impl Places {
    pub(super) fn new(rules: Hanoi) -> Result<Self, EncodingError> {
        let digits = MixedRadix::new((0..rules.disks()).map(|_| rules.pegs()))?;
        Ok(Self { rules, digits })
    }

    /// How many parts there are: one for each peg.
    #[must_use]
    pub fn parts(&self) -> u64 {
        self.rules.pegs() as u64
    }

    /// How many local ranks each part has.
    #[must_use]
    pub fn local_size(&self) -> u64 {
        self.size() / self.parts()
    }
}

impl Encoding for Places {
    type State = Towers;

    #[inline]
    fn size(&self) -> u64 {
        self.digits.size()
    }

    #[inline]
    fn rank(&self, towers: &Towers) -> u64 {
        let places = self.rules.places(*towers);
        self.digits.rank(&places.rev().collect())
    }

    #[inline]
    fn unrank_into(&self, rank: u64, towers: &mut Towers) {
        let mut digits = Digits::new([0; MOST_DISKS], self.rules.disks());
        self.digits.unrank_into(rank, &mut digits);
        *towers = Towers::of(digits.as_ref().iter().copied());
    }
}
