//! Perfect hashes of boards, to be measured: the one that is used, and others that people take.

use statewalk::catalog::menu::Menu;
use statewalk::encoding::Encoding;
use statewalk::encoding::error::EncodingError;
use statewalk::encoding::mapped::Mapped;
use statewalk::encoding::myrvold_ruskey::MyrvoldRuskey;
use statewalk::encoding::number::Number;
use statewalk::encoding::permutation::Permutation;
use statewalk::encoding::product::Product;

use super::SlidingTiles;
use super::board::{Board, Word};
use super::rules::{MOST_CELLS, Tiles, narrow};

/// Adds what can be measured.
pub(super) fn offer(menu: Menu<SlidingTiles>) -> Menu<SlidingTiles> {
    let parts = (
        "parts",
        "the blank's cell and the order of the tiles past it along the shorter side, of one parity, lexicographically",
    );
    let linear = (
        "linear",
        "the blank's cell and any order of the tiles, as Myrvold and Ruskey rank it",
    );
    let cells = (
        "cells",
        "the whole board as one permutation, the blank being an item, lexicographically",
    );
    menu.measure_states()
        .measure_rank_actions(parts, Tiles::ranks)
        .measure_encoding(linear, linearly)
        .measure_encoding(cells, as_one)
}

/// So many items, each a byte.
#[derive(Clone, Copy, Debug)]
struct Items {
    items: [u8; MOST_CELLS],
    len: usize,
}

impl AsRef<[u8]> for Items {
    #[inline]
    fn as_ref(&self) -> &[u8] {
        &self.items[..self.len]
    }
}

impl AsMut<[u8]> for Items {
    #[inline]
    fn as_mut(&mut self) -> &mut [u8] {
        &mut self.items[..self.len]
    }
}

/// What a board of one size is made of.
#[derive(Clone, Copy, Debug)]
struct Shape {
    tiles: usize,
    narrow: bool,
}

impl Shape {
    fn of(rules: &Tiles) -> Self {
        Self {
            tiles: rules.cells() - 1,
            narrow: rules.is_narrow(),
        }
    }

    /// The cell of the blank, and the tiles in reading order past it.
    #[inline]
    fn split(self, board: Board) -> (u8, Items) {
        let Self {
            tiles: len,
            narrow: is_narrow,
        } = self;
        let mut items = [0; MOST_CELLS];
        let blank = if is_narrow {
            let word = narrow(board);
            for (index, item) in (0..).zip(&mut items[..len]) {
                *item = word.get(index);
            }
            word.get(u64::TILES)
        } else {
            for (index, item) in (0..).zip(&mut items[..len]) {
                *item = board.0.get(index);
            }
            board.0.get(u128::TILES)
        };
        (blank, Items { items, len })
    }

    /// The board of these parts.
    #[inline]
    fn join(self, blank: u8, tiles: &[u8]) -> Board {
        let fields = (0..).zip(tiles);
        if self.narrow {
            let blank = u64::field(u64::TILES, blank);
            let word = fields.fold(blank, |word, (index, &item)| word | u64::field(index, item));
            Board(word.into())
        } else {
            let blank = u128::field(u128::TILES, blank);
            let word = fields.fold(blank, |word, (index, &item)| {
                word | u128::field(index, item)
            });
            Board(word)
        }
    }
}

fn linearly(rules: &Tiles) -> Result<impl Encoding<State = Board> + Sync + use<>, EncodingError> {
    let shape = Shape::of(rules);
    let blanks = Number::<u8>::new(rules.cells() as u64)?;
    Ok(Mapped::new(
        Product::new(blanks, MyrvoldRuskey::<Items>::new(shape.tiles)?)?,
        move |board: &Board| shape.split(*board),
        move |board: &mut Board, (blank, tiles): (u8, Items)| {
            *board = shape.join(blank, tiles.as_ref());
        },
    ))
}

fn as_one(rules: &Tiles) -> Result<impl Encoding<State = Board> + Sync + use<>, EncodingError> {
    let shape = Shape::of(rules);
    Ok(Mapped::new(
        Permutation::<Items>::new(rules.cells())?,
        move |board: &Board| {
            let (blank, tiles) = shape.split(*board);
            let blank = usize::from(blank);
            // The blank is item 0, so the numbers of the tiles are one higher.
            let mut whole = Items {
                items: [0; MOST_CELLS],
                len: shape.tiles + 1,
            };
            for (place, &tile) in tiles.as_ref().iter().enumerate() {
                whole.items[place + usize::from(place >= blank)] = tile + 1;
            }
            whole
        },
        move |board: &mut Board, whole: Items| {
            let cells = whole.as_ref();
            let blank = cells.iter().position(|&item| item == 0).unwrap_or(0);
            let mut tiles = [0; MOST_CELLS];
            let shown = cells.iter().filter(|&&item| item > 0);
            for (tile, &item) in tiles.iter_mut().zip(shown) {
                *tile = item - 1;
            }
            let blank = u8::try_from(blank).unwrap_or_default();
            *board = shape.join(blank, &tiles[..shape.tiles]);
        },
    ))
}

#[cfg(test)]
mod tests {
    use statewalk::encoding::Encoding;
    use statewalk::encoding::laws::{check_exhaustively, check_ranks, check_states};

    use super::{as_one, linearly};
    use crate::tiles::rules::Tiles;

    fn every_board<E: Encoding<State = crate::tiles::board::Board>>(rules: &Tiles, encoding: &E) {
        let name = format!("{} x {}", rules.width(), rules.height());
        let cells = rules.cells() as u64;
        assert_eq!(encoding.size(), (1..=cells).product::<u64>(), "{name}");
        let mut board = rules.goal();
        let checked = if cells <= 6 {
            check_exhaustively(encoding, &mut board)
        } else {
            let ranks = (0..300u64).map(|i| i.wrapping_mul(0x9E37_79B9_7F4A_7C15));
            check_ranks(encoding, &mut board, ranks)
        };
        assert_eq!(checked, Ok(()), "{name}");
        // The boards that the encoding in use tells apart are told apart by the others too.
        let ranks = rules.ranks().unwrap();
        let boards = (0..ranks.size().min(300)).map(|rank| {
            let mut board = rules.goal();
            ranks.unrank_into(rank, &mut board);
            board
        });
        assert_eq!(check_states(encoding, &mut board, boards), Ok(()), "{name}");
    }

    /// Words of both widths.
    #[test]
    fn every_way_to_rank_a_board_is_a_bijection() {
        for (width, height) in [
            (2, 2),
            (3, 2),
            (2, 3),
            (5, 1),
            (3, 3),
            (4, 4),
            (9, 2),
            (5, 4),
        ] {
            let rules = Tiles::new(width, height).unwrap();
            every_board(&rules, &linearly(&rules).unwrap());
            every_board(&rules, &as_one(&rules).unwrap());
        }
        let large = Tiles::new(5, 5).unwrap();
        assert!(linearly(&large).is_err() && as_one(&large).is_err());
    }
}
