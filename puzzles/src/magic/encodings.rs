//! Other perfect hashes of placements, to be measured beside that of the board.

use statewalk::catalog::laboratory::{Bench, Measured};
use statewalk::catalog::menu::Menu;
use statewalk::catalog::menu::encodings::{picture, starts};
use statewalk::catalog::puzzle::Group;
use statewalk::encoding::Encoding;
use statewalk::encoding::error::EncodingError;
use statewalk::encoding::mapped::Mapped;
use statewalk::encoding::number::Number;
use statewalk::encoding::product::Product;
use statewalk::goal::Exactly;

use crate::magic::Magic;
use crate::magic::rules::{Board, Placement};

/// Adds what can be measured.
pub(super) fn offer(menu: Menu<Magic>) -> Menu<Magic> {
    let states = ("states", "whole states, without an encoding");
    let placement = (
        "placement",
        "symmetry, row and column; divisions are multiplications that the board prepared",
    );
    let product = (
        "product",
        "the same, as a product of numbers: a division a part",
    );
    let padded = (
        "padded",
        "the same in bits of their own: shifts, but ranks that no state has",
    );
    menu.measure(states, |_, group, bench| {
        bench.states(&group.rules, &from(group))
    })
    .measure(placement, |_, group, bench| {
        measured(group, bench, Ok(group.rules))
    })
    .measure(product, |_, group, bench| {
        measured(group, bench, parts(group.rules))
    })
    .measure(padded, |_, group, bench| {
        measured(group, bench, Ok(Padded::new(&group.rules)))
    })
}

type Boards = Group<Board, Exactly<Placement>>;

/// A space that was named has no question; all placements can be reached from its goal.
fn from(group: &Boards) -> Vec<Placement> {
    let starts = starts(group);
    if starts.is_empty() {
        vec![Placement::GOAL]
    } else {
        starts
    }
}

fn measured<E>(group: &Boards, bench: Bench<'_>, encoding: Result<E, EncodingError>) -> Measured
where
    E: Encoding<State = Placement> + Sync,
{
    let rules = &group.rules;
    let draw = |state: &Placement| picture(&Magic, rules, state);
    bench.encoding(rules, &from(group), encoding, draw)
}

/// (symmetry, (row, column)) as products.
fn parts(board: Board) -> Result<impl Encoding<State = Placement> + Sync, EncodingError> {
    let coordinate = || Number::<u32>::new(board.side().into());
    let cells = Product::new(coordinate()?, coordinate()?)?;
    let symmetries = Number::<u8>::new(board.symmetries().into())?;
    Ok(Mapped::new(
        Product::new(symmetries, cells)?,
        |place: &Placement| (place.symmetry(), place.first()),
        move |place: &mut Placement, (symmetry, (row, column))| {
            *place = board.placement(symmetry, row, column);
        },
    ))
}

/// Row and column in as many bits as the largest needs, the symmetry above them.
#[derive(Clone, Copy, Debug)]
struct Padded {
    symmetries: u8,
    /// Bits of a coordinate.
    bits: u32,
}

impl Padded {
    fn new(board: &Board) -> Self {
        Self {
            symmetries: board.symmetries(),
            bits: u32::BITS - (board.side() - 1).leading_zeros(),
        }
    }
}

impl Encoding for Padded {
    type State = Placement;

    #[inline]
    fn size(&self) -> u64 {
        u64::from(self.symmetries) << (2 * self.bits)
    }

    #[inline]
    fn rank(&self, place: &Placement) -> u64 {
        let (row, column) = place.first();
        let cell = row << self.bits | column;
        u64::from(place.symmetry()) << (2 * self.bits) | u64::from(cell)
    }

    #[inline]
    fn unrank_into(&self, rank: u64, place: &mut Placement) {
        let mask = (1 << self.bits) - 1;
        let number = |rank: u64| u16::try_from(rank & mask).unwrap_or_default();
        let symmetry = (rank >> (2 * self.bits)).to_le_bytes()[0];
        *place = Placement::unchecked(symmetry, number(rank >> self.bits), number(rank));
    }
}

#[cfg(test)]
mod tests {
    use statewalk::encoding::Encoding;
    use statewalk::encoding::laws::check_exhaustively;

    use super::{Padded, parts};
    use crate::magic::rules::{Board, Placement};

    /// All ways to number placements are bijections, and the product has the board's own order.
    #[test]
    fn encodings_keep_the_laws_on_every_side() {
        for side in 1..=9 {
            let board = Board::new(side).unwrap();
            let (product, padded) = (parts(board).unwrap(), Padded::new(&board));
            let mut place = Placement::GOAL;
            assert_eq!(check_exhaustively(&product, &mut place), Ok(()), "{side}");
            assert_eq!(check_exhaustively(&padded, &mut place), Ok(()), "{side}");
            assert_eq!(product.size(), board.size());
            for rank in 0..board.size() {
                board.unrank_into(rank, &mut place);
                assert_eq!(product.rank(&place), rank);
                let mut again = Placement::GOAL;
                padded.unrank_into(padded.rank(&place), &mut again);
                assert_eq!(again, place);
            }
        }
    }
}
