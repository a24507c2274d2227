//! Perfect hashes of small boards, to be measured. All of them count boards on which kings touch, too.

use std::iter::repeat_n;

use statewalk::catalog::laboratory::{Bench, Measured};
use statewalk::catalog::menu::Menu;
use statewalk::catalog::puzzle::Group;
use statewalk::encoding::Encoding;
use statewalk::encoding::arrangement::Arrangement;
use statewalk::encoding::combination::Combination;
use statewalk::encoding::error::EncodingError;
use statewalk::encoding::mapped::Mapped;
use statewalk::encoding::mixed_radix::MixedRadix;

use super::board::{Board, Cell};
use super::placement::{Packed, Placement, Placements};
use super::puzzle::KingsPuzzle;
use super::rules::Kings;
use super::target::Target;
use super::text::write_board;

/// How states are kept.
#[derive(Clone, Copy, Debug)]
enum Kept {
    Whole,
    Cells,
    Arrangement,
    Combination,
}

/// Adds what can be measured.
pub(super) fn offer(menu: Menu<KingsPuzzle>) -> Menu<KingsPuzzle> {
    let all = [
        (
            "states",
            "the cells of the kings, without an encoding",
            Kept::Whole,
        ),
        ("cells", "a digit a king: its cell", Kept::Cells),
        (
            "arrangement",
            "different cells for the kings, in the order of their labels",
            Kept::Arrangement,
        ),
        (
            "combination",
            "which cells have a king, where all are alike",
            Kept::Combination,
        ),
    ];
    all.into_iter().fold(menu, |menu, (name, summary, kept)| {
        menu.measure((name, summary), move |_, group, bench| {
            measured(kept, group, bench)
        })
    })
}

fn measured(kept: Kept, group: &Group<Kings, Target>, bench: Bench<'_>) -> Measured {
    let mut asks = group.questions.iter().filter_map(|q| q.ask.as_ref().ok());
    let ask = asks.find_map(|ask| Some((&ask.starts.first()?.0, ask.goal.alike)));
    let Some((start, alike)) = ask else {
        return bench.refused("there is no start to enumerate the space from".to_owned());
    };
    let rule = group.rules.rule;
    // As narrow as the board fits.
    if let Some(space) = Placements::<u8, 4>::around(start, rule, alike) {
        on(space, start, alike, kept, bench)
    } else if let Some(space) = Placements::<u8, 8>::around(start, rule, alike) {
        on(space, start, alike, kept, bench)
    } else if let Some(space) = Placements::<u8, 16>::around(start, rule, alike) {
        on(space, start, alike, kept, bench)
    } else {
        bench.refused("boards of up to 15 x 15 cells and 16 kings are measured".to_owned())
    }
}

fn on<T: Packed, const K: usize>(
    space: Placements<T, K>,
    start: &Board,
    alike: bool,
    kept: Kept,
    bench: Bench<'_>,
) -> Measured {
    let kings = start.cells().len();
    // Sides are at most 15.
    let cells = (start.side() * start.side()) as usize;
    match kept {
        Kept::Whole => bench.states(&space, &[space.state(start)]),
        Kept::Cells => encoded(
            &space,
            start,
            MixedRadix::new(repeat_n(cells, kings)),
            bench,
        ),
        Kept::Arrangement => encoded(&space, start, Arrangement::new(cells, kings), bench),
        Kept::Combination if alike => encoded(&space, start, Combination::new(cells, kings), bench),
        Kept::Combination => bench.refused("the kings have labels".to_owned()),
    }
}

fn encoded<T: Packed, const K: usize, E>(
    space: &Placements<T, K>,
    start: &Board,
    encoding: Result<E, EncodingError>,
    bench: Bench<'_>,
) -> Measured
where
    E: Encoding<State = Cells<K>> + Sync,
{
    let kings = start.cells().len();
    let encoding = encoding.map(|encoding| over(encoding, start.side(), kings));
    let draw = |state: &Placement<T, K>| {
        let mut out = String::new();
        match space.board(state) {
            Ok(board) => write_board(&board, ".", &mut out),
            // Kings that touch are no board.
            Err(fault) => {
                let cells: Vec<_> = state.cells(kings).collect();
                out = format!("{cells:?}: {fault}\n");
            }
        }
        out
    };
    bench.undoable_encoding(space, &[space.state(start)], encoding, draw)
}

/// The cells of the kings, counted in rows from 0.
#[derive(Clone, Copy, Debug)]
struct Cells<const K: usize> {
    cells: [u8; K],
    kings: usize,
}

impl<const K: usize> AsRef<[u8]> for Cells<K> {
    #[inline]
    fn as_ref(&self) -> &[u8] {
        &self.cells[..self.kings]
    }
}

impl<const K: usize> AsMut<[u8]> for Cells<K> {
    #[inline]
    fn as_mut(&mut self) -> &mut [u8] {
        &mut self.cells[..self.kings]
    }
}

/// An encoding of cells as one of placements.
fn over<T: Packed, const K: usize, E>(
    encoding: E,
    side: u32,
    kings: usize,
) -> impl Encoding<State = Placement<T, K>> + Sync
where
    E: Encoding<State = Cells<K>> + Sync,
{
    let side = side.to_le_bytes()[0];
    Mapped::new(
        encoding,
        move |placement: &Placement<T, K>| {
            let mut cells = [0; K];
            for (number, cell) in cells.iter_mut().zip(placement.cells(kings)) {
                let [row, col] = [cell.row, cell.col].map(|part| part.to_le_bytes()[0]);
                *number = (row - 1) * side + (col - 1);
            }
            Cells { cells, kings }
        },
        move |placement: &mut Placement<T, K>, found: Cells<K>| {
            let cell = |&number: &u8| Cell {
                row: u16::from(number / side) + 1,
                col: u16::from(number % side) + 1,
            };
            *placement = Placement::on(found.as_ref().iter().map(cell));
        },
    )
}

#[cfg(test)]
mod tests {
    use statewalk::encoding::Encoding;
    use statewalk::encoding::arrangement::Arrangement;
    use statewalk::encoding::combination::Combination;
    use statewalk::encoding::laws::check_exhaustively;

    use super::over;
    use crate::kings::board::Cell;
    use crate::kings::placement::Placement;

    /// What is overwritten must be on the board.
    const CORNER: Cell = Cell { row: 1, col: 1 };

    #[test]
    fn placements_and_ranks_are_a_bijection() {
        for side in 1..=5u32 {
            for kings in 0..=3usize {
                let cells = (side * side) as usize;
                let mut any = Placement::<u8, 4>::on([CORNER; 4]);
                let Ok(arrangement) = Arrangement::new(cells, kings) else {
                    continue;
                };
                let arrangement = over(arrangement, side, kings);
                assert_eq!(check_exhaustively(&arrangement, &mut any), Ok(()));
                let mut any = Placement::<u16, 4>::on([CORNER; 4]);
                let combination = over(Combination::new(cells, kings).unwrap(), side, kings);
                assert_eq!(check_exhaustively(&combination, &mut any), Ok(()));
                let orders = (1..=kings as u64).product::<u64>();
                assert_eq!(arrangement.size(), combination.size() * orders);
            }
        }
    }
}
