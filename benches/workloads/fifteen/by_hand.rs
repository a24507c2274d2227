//! The loop by hand: a function for each cell of the blank and each last move, which calls its four neighbours.
//! The child's bound is tested before anything of it is made, and what is left to the bound is all that is
//! handed down.

use super::Cells;

const UP: usize = 0;
const LEFT: usize = 1;
const RIGHT: usize = 2;
const DOWN: usize = 3;
const NOWHERE: usize = 4;

const GOAL: u64 = 0xfedc_ba98_7654_3210;

/// For each cell of the blank and each move, the tiles that it takes farther from their place.
struct Search {
    farther: [[u16; 4]; 16],
    nodes: u64,
}

fn steps(tile: usize, cell: usize) -> usize {
    (tile / 4).abs_diff(cell / 4) + (tile % 4).abs_diff(cell % 4)
}

/// The cell that the blank goes to.
const fn beside(cell: usize, toward: usize) -> usize {
    match toward {
        UP => cell.wrapping_sub(4),
        LEFT => cell.wrapping_sub(1),
        RIGHT => cell + 1,
        _ => cell + 4,
    }
}

const fn is_open(cell: usize, toward: usize) -> bool {
    match toward {
        UP => cell >= 4,
        LEFT => !cell.is_multiple_of(4),
        RIGHT => cell % 4 < 3,
        _ => cell < 12,
    }
}

/// Searches below the board whose blank is at a cell.
#[inline]
fn enter<const LAST: usize>(search: &mut Search, cell: usize, board: u64, slack: u32) -> bool {
    macro_rules! at {
        ($($cell:literal)*) => {
            match cell {
                $($cell => visit::<$cell, LAST>(search, board, slack),)*
                _ => false,
            }
        };
    }
    at!(0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15)
}

#[inline(never)]
fn visit<const CELL: usize, const LAST: usize>(
    search: &mut Search,
    board: u64,
    slack: u32,
) -> bool {
    if board == GOAL {
        return true;
    }
    const {
        assert!(CELL < 16 && LAST <= NOWHERE, "no such node");
    }
    child::<CELL, LAST, UP, DOWN>(search, board, slack)
        || child::<CELL, LAST, LEFT, RIGHT>(search, board, slack)
        || child::<CELL, LAST, RIGHT, LEFT>(search, board, slack)
        || child::<CELL, LAST, DOWN, UP>(search, board, slack)
}

#[inline]
fn child<const CELL: usize, const LAST: usize, const TOWARD: usize, const BACK: usize>(
    search: &mut Search,
    board: u64,
    slack: u32,
) -> bool {
    if !is_open(CELL, TOWARD) || LAST == BACK {
        return false;
    }
    search.nodes += 1;
    let from = beside(CELL, TOWARD);
    let tile = board >> (4 * from) & 15;
    let worse = u32::from(search.farther[CELL][TOWARD] >> tile & 1);
    if worse > slack {
        return false;
    }
    let next = board ^ tile << (4 * from) ^ tile << (4 * CELL);
    enter::<TOWARD>(search, from, next, slack - worse)
}

/// All nodes that are generated up to the first plan, and the start.
pub(super) fn nodes(cells: &Cells) -> u64 {
    let mut search = Search {
        farther: [[0; 4]; 16],
        nodes: 1,
    };
    for cell in 0..16 {
        for toward in (UP..=DOWN).filter(|&toward| is_open(cell, toward)) {
            let from = beside(cell, toward);
            let farther = (1..16).filter(|&tile| steps(tile, cell) > steps(tile, from));
            search.farther[cell][toward] = farther.map(|tile| 1 << tile).sum();
        }
    }
    let (mut board, mut blank) = (0, 0);
    for (cell, &tile) in cells.iter().enumerate() {
        board |= u64::from(tile) << (4 * cell);
        if tile == 0 {
            blank = cell;
        }
    }
    let mut slack = 0;
    while !enter::<NOWHERE>(&mut search, blank, board, slack) {
        slack += 1;
    }
    search.nodes
}
