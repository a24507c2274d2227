//! Perfect hashes of the pocket cube, to be measured: the one that is used, and others of the same two numbers.

use statewalk::catalog::menu::Menu;
use statewalk::encoding::Encoding;

use super::Cube2;
use super::encoding::{ORDERS, Ranks, TWISTS};
use super::rules::Cube;

/// Adds what can be measured.
pub(super) fn offer(menu: Menu<Cube2>) -> Menu<Cube2> {
    let orders = (
        "orders",
        "the order of the corners, and how they are twisted below it",
    );
    let twists = (
        "twists",
        "how the corners are twisted, and their order below it: neighbours lie farther apart",
    );
    let padded = (
        "padded",
        "as orders, in bits of their own: shifts, but ranks that no state has",
    );
    menu.measure_states()
        .measure_rank_actions(orders, |_| Ok(Ranks))
        .measure_encoding(twists, |_| Ok(Twists))
        .measure_encoding(padded, |_| Ok(Padded))
}

/// The lowest 16 bits.
#[inline]
fn low(number: u64) -> u16 {
    let [low, high, ..] = number.to_le_bytes();
    u16::from_le_bytes([low, high])
}

/// The twists above the order.
#[derive(Clone, Copy, Debug)]
struct Twists;

impl Encoding for Twists {
    type State = Cube;

    #[inline]
    fn size(&self) -> u64 {
        u64::from(ORDERS) * u64::from(TWISTS)
    }

    #[inline]
    fn rank(&self, cube: &Cube) -> u64 {
        u64::from(cube.twist) * u64::from(ORDERS) + u64::from(cube.order)
    }

    #[inline]
    fn unrank_into(&self, rank: u64, cube: &mut Cube) {
        cube.twist = low(rank / u64::from(ORDERS));
        cube.order = low(rank % u64::from(ORDERS));
    }
}

/// The order in the upper bits, the twists in the lower ones.
#[derive(Clone, Copy, Debug)]
struct Padded;

/// The bits of the twists.
const BITS: u32 = u16::BITS - (TWISTS - 1).leading_zeros();

impl Encoding for Padded {
    type State = Cube;

    #[inline]
    fn size(&self) -> u64 {
        u64::from(ORDERS) << BITS
    }

    #[inline]
    fn rank(&self, cube: &Cube) -> u64 {
        u64::from(cube.order) << BITS | u64::from(cube.twist)
    }

    #[inline]
    fn unrank_into(&self, rank: u64, cube: &mut Cube) {
        cube.order = low(rank >> BITS);
        cube.twist = low(rank & ((1 << BITS) - 1));
    }
}

#[cfg(test)]
mod tests {
    use statewalk::encoding::Encoding;
    use statewalk::encoding::laws::check_exhaustively;

    use super::{Padded, Ranks, Twists};
    use crate::cube2::rules::Cube;

    #[test]
    fn every_way_to_rank_a_cube_is_a_bijection() {
        let mut cube = Cube::SOLVED;
        assert_eq!(check_exhaustively(&Twists, &mut cube), Ok(()));
        assert_eq!(check_exhaustively(&Padded, &mut cube), Ok(()));
        assert_eq!(Twists.size(), Ranks.size());
        assert_eq!(Padded.size(), 5_160_960);
        for rank in 0..Ranks.size() {
            Ranks.unrank_into(rank, &mut cube);
            assert!(Padded.rank(&cube) >= rank && Padded.rank(&cube) < Padded.size());
        }
    }
}
