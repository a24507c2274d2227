//! Perfect hashes of towers, to be measured: the one that is used, and one in bits.

use statewalk::catalog::menu::Menu;
use statewalk::encoding::Encoding;
use statewalk::encoding::error::EncodingError;

use super::HanoiPuzzle;
use super::rules::{Hanoi, Towers};

/// Adds what can be measured.
pub(super) fn offer(menu: Menu<HanoiPuzzle>) -> Menu<HanoiPuzzle> {
    let places = ("places", "the peg of each disk, a digit of a number");
    let padded = (
        "padded",
        "the same in bits of their own: shifts, but ranks that no state has unless the pegs are a power of two",
    );
    menu.measure_states()
        .measure_encoding(places, Hanoi::ranks)
        .measure_encoding(padded, |rules| Padded::new(*rules))
}

/// The peg of each disk in as many bits as the last peg needs, the largest disk above the others.
#[derive(Clone, Copy, Debug)]
struct Padded {
    rules: Hanoi,
    /// Bits of a peg.
    bits: u32,
}

impl Padded {
    fn new(rules: Hanoi) -> Result<Self, EncodingError> {
        let bits = usize::BITS - (rules.pegs() - 1).leading_zeros();
        let all = bits as usize * rules.disks();
        if all >= 64 {
            let size = u32::try_from(all).ok();
            let size = size.and_then(|all| 1u128.checked_shl(all));
            return Err(EncodingError::TooLarge { size });
        }
        Ok(Self { rules, bits })
    }
}

impl Encoding for Padded {
    type State = Towers;

    #[inline]
    fn size(&self) -> u64 {
        // Fewer than 64 bits.
        1 << (self.bits as usize * self.rules.disks())
    }

    #[inline]
    fn rank(&self, towers: &Towers) -> u64 {
        let places = self.rules.places(*towers).rev();
        places.fold(0, |rank, peg| rank << self.bits | u64::from(peg))
    }

    #[inline]
    fn unrank_into(&self, rank: u64, towers: &mut Towers) {
        let mask = (1 << self.bits) - 1;
        let disks = (0..self.rules.disks()).rev();
        let pegs = disks.map(|disk| (rank >> (disk * self.bits as usize)).to_le_bytes()[0] & mask);
        *towers = Towers::of(pegs);
    }
}

#[cfg(test)]
mod tests {
    use statewalk::encoding::Encoding;
    use statewalk::encoding::laws::check_exhaustively;

    use super::Padded;
    use crate::hanoi::rules::Hanoi;

    #[test]
    fn bits_are_a_bijection_and_keep_the_order() {
        for (pegs, disks) in [(3, 1), (3, 5), (4, 4), (5, 3), (16, 2)] {
            let rules = Hanoi::new(pegs, disks).unwrap();
            let padded = Padded::new(rules).unwrap();
            let mut towers = rules.tower(0);
            assert_eq!(check_exhaustively(&padded, &mut towers), Ok(()));
            let places = rules.ranks().unwrap();
            let ranks = (0..places.size()).map(|rank| {
                places.unrank_into(rank, &mut towers);
                padded.rank(&towers)
            });
            let ranks: Vec<_> = ranks.collect();
            assert!(ranks.is_sorted_by(|a, b| a < b), "{pegs} {disks}");
            assert!(ranks.last().is_some_and(|&last| last < padded.size()));
        }
        let large = Hanoi::new(4, 32).unwrap();
        assert_eq!(
            Padded::new(large).unwrap_err().to_string(),
            "18446744073709551616 states are more than 2^64 - 1"
        );
    }
}
