//! The perfect hash of the boards that can become the goal: the cell of the blank, and the order of the tiles.
//!
//! Cells are counted along the shorter side of the board: row by row, or on a board that is wider than high column
//! by column. The *part* of a board is the cell of its blank, its *local rank* that of its tiles in this order
//! past the blank, among the orders of one parity, lexicographically. A move along a line leaves the local
//! rank as it is. One from line to line rotates as many tiles as a line has, an odd permutation if the line is
//! even; so the parity that belongs to a part follows from its line and from the goal. Lines are short
//! since the table of such a move has an entry for every order of a line's tiles. On a board of one line the
//! order of the tiles never changes, and there is one board a part.

use statewalk::encoding::Encoding;
use statewalk::encoding::error::EncodingError;
use statewalk::encoding::even_permutation::EvenPermutation;
use statewalk::encoding::lanes::WIDTH;
use statewalk::encoding::sequence::Sequence;

use super::board::{Board, Word};
use super::rules::{MOST_CELLS, Tiles, narrow};

/// The perfect hash of the boards of one size that can become the goal.
#[derive(Debug)]
pub struct Ranks {
    cells: u8,
    /// How many cells a line has.
    line: u8,
    narrow: bool,
    /// Where boards are wider than high, how the order of their tiles is turned.
    turned: Option<Box<Turned>>,
    /// How many local ranks a part has.
    local: u64,
    /// The first rank of the part of each cell of the blank, in reading order.
    firsts: [u64; MOST_CELLS],
    /// The orders of the tiles; `None` where there is only that of the goal.
    orders: Option<EvenPermutation<Order>>,
    /// Bit c is set if the boards with the blank on cell c have odd orders.
    odd: u32,
    goal: Board,
}

/// An order of the tiles, each a byte.
type Order = Sequence<{ MOST_CELLS - 1 }>;

impl Ranks {
    pub(super) fn new(rules: &Tiles) -> Result<Self, EncodingError> {
        let (cells, tiles) = (rules.cells(), rules.cells() - 1);
        let is_line = rules.width() == 1 || rules.height() == 1;
        let mut factors = 3..=if is_line { 0 } else { tiles as u128 };
        let size = factors.try_fold(cells as u128, u128::checked_mul);
        let fits = size.is_some_and(|size| size <= u64::MAX.into()) && cells <= MOST_CELLS;
        let cells = u8::try_from(cells).ok().filter(|_| fits);
        let cells = cells.ok_or(EncodingError::TooLarge { size })?;
        let orders = (!is_line)
            .then(|| EvenPermutation::new(tiles))
            .transpose()?;
        let goal = rules.goal();
        let turned = (rules.width() > rules.height()).then(|| Box::new(Turned::new(rules)));
        let mut shown = rules.shown(goal);
        if let Some(turned) = &turned {
            let cells = turned.cells.iter();
            shown = cells
                .take(shown.len())
                .map(|&cell| shown[usize::from(cell)])
                .collect();
        }
        let length = rules.width().min(rules.height());
        let line = |cell: usize| cell / length;
        let blank = shown.iter().position(|&number| number == 0).unwrap_or(0);
        let order: Vec<u16> = shown.into_iter().filter(|&number| number > 0).collect();
        let mut odd = 0;
        for cell in 0..usize::from(cells) {
            let lines = line(cell).abs_diff(line(blank));
            let changes = lines % 2 == 1 && length.is_multiple_of(2);
            odd |= u32::from(is_odd(&order) != changes) << cell;
        }
        let local = orders.as_ref().map_or(1, Encoding::size);
        let mut firsts = [0; MOST_CELLS];
        for (cell, first) in firsts.iter_mut().take(cells.into()).enumerate() {
            let part = match &turned {
                None => cell as u64,
                Some(turned) => turned.places[cell].into(),
            };
            *first = part * local;
        }
        Ok(Self {
            cells,
            // It is below `cells`.
            line: length.to_le_bytes()[0],
            narrow: rules.is_narrow(),
            turned,
            local,
            firsts,
            orders,
            odd,
            goal,
        })
    }

    /// How many parts there are: one for each cell.
    #[must_use]
    pub fn parts(&self) -> u64 {
        self.cells.into()
    }

    /// How many local ranks each part has: half the orders of the tiles, or one.
    #[must_use]
    pub fn local_size(&self) -> u64 {
        self.local
    }

    /// How many cells a line has: the shorter side of the board.
    pub(super) fn line(&self) -> usize {
        self.line.into()
    }

    /// Whether the boards with the blank on this cell, counted along the lines, have odd orders.
    pub(super) fn is_odd(&self, cell: usize) -> bool {
        self.odd >> cell & 1 == 1
    }

    /// The part of `board`: the cell of its blank, counted along the lines.
    #[inline]
    #[must_use]
    pub fn part(&self, board: &Board) -> u64 {
        let cell = self.blank(board);
        match &self.turned {
            None => cell.into(),
            Some(turned) => turned.places[usize::from(cell)].into(),
        }
    }

    /// The cell of the blank in reading order.
    #[inline]
    fn blank(&self, board: &Board) -> u8 {
        if self.narrow {
            narrow(*board).get(u64::TILES)
        } else {
            board.0.get(u128::TILES)
        }
    }

    /// The local rank of `board`. Its factorial digits, the most significant first, say of each tile but
    /// the last two how many later ones are smaller.
    #[inline]
    #[must_use]
    pub fn local(&self, board: &Board) -> u64 {
        let Some(orders) = &self.orders else {
            return 0;
        };
        let tiles = self.cells - 1;
        let read = if self.narrow {
            Order::new(bytes(narrow(*board)), tiles.into())
        } else {
            (0..tiles.into()).map(|index| board.0.get(index)).collect()
        };
        match &self.turned {
            None => orders.rank(&read),
            Some(turned) => orders.rank(&turned.along(&read, self.blank(board))),
        }
    }

    /// The board of this part and local rank.
    #[inline]
    fn at(&self, part: u8, local: u64) -> Board {
        let Some(orders) = &self.orders else {
            return self.on_line(part);
        };
        let tiles = usize::from(self.cells - 1);
        let mut order = Order::new([0; MOST_CELLS - 1], tiles);
        orders.unrank_into(local, &mut order);
        if self.odd >> part & 1 == 1
            && let [.., a, b] = order.as_mut()
        {
            std::mem::swap(a, b);
        }
        let mut blank = part;
        if let Some(turned) = &self.turned {
            blank = turned.cells[usize::from(part)];
            order = turned.back(&order, blank);
        }
        if self.narrow {
            Board((nibbles(order.padded()) | u64::field(u64::TILES, blank)).into())
        } else {
            let fields = (0..).zip(order.as_ref());
            let word = fields.fold(0, |word, (index, &item)| word | u128::field(index, item));
            Board(word | u128::field(u128::TILES, blank))
        }
    }

    /// The tiles of a narrow board along the lines, as nibbles.
    #[inline]
    fn along(&self, word: u64) -> u64 {
        match &self.turned {
            None => word,
            Some(turned) => {
                let tiles = turned.tiles[usize::from(word.get(u64::TILES))];
                let tiles = (0..).zip(&tiles[..usize::from(self.cells - 1)]);
                tiles.fold(0, |order, (place, &tile)| {
                    order | u64::field(place, word.get(tile.into()))
                })
            }
        }
    }

    /// The narrow board of a part with an even order of tiles along the lines; of the odd one next to it where the
    /// part has odd orders.
    #[inline]
    fn of_order(&self, order: u64, part: u8) -> Board {
        let tiles = u32::from(self.cells - 1);
        let mut order = order;
        if self.odd >> part & 1 == 1 {
            let last = (tiles - 2) * u64::FIELD;
            let differ = ((order >> u64::FIELD) ^ order) >> last & 0xF;
            order ^= (differ | differ << u64::FIELD) << last;
        }
        match &self.turned {
            None => Board((order | u64::field(u64::TILES, part)).into()),
            Some(turned) => {
                let blank = turned.cells[usize::from(part)];
                let places = &turned.tiles[usize::from(blank)][..usize::from(self.cells - 1)];
                let order = (0..).zip(places).fold(0, |read, (place, &tile)| {
                    read | u64::field(tile.into(), order.get(place))
                });
                Board((order | u64::field(u64::TILES, blank)).into())
            }
        }
    }

    /// The goal with its blank on another cell, which is the same along a single line and in reading order.
    fn on_line(&self, part: u8) -> Board {
        if self.narrow {
            let goal = narrow(self.goal);
            let blank = goal.get(u64::TILES);
            Board((goal ^ u64::field(u64::TILES, blank ^ part)).into())
        } else {
            let blank = self.goal.0.get(u128::TILES);
            Board(self.goal.0 ^ u128::field(u128::TILES, blank ^ part))
        }
    }
}

impl Encoding for Ranks {
    type State = Board;

    #[inline]
    fn size(&self) -> u64 {
        self.parts() * self.local
    }

    #[inline]
    fn rank(&self, board: &Board) -> u64 {
        self.part(board) * self.local + self.local(board)
    }

    #[inline]
    fn unrank_into(&self, rank: u64, board: &mut Board) {
        let part = rank / self.local;
        *board = self.at(part.to_le_bytes()[0], rank - part * self.local);
    }

    const AT_ONCE: bool = true;

    fn rank_each(&self, boards: &[Board], ranks: &mut [u64]) {
        let Some(orders) = self.orders.as_ref().filter(|_| self.narrow) else {
            for (board, rank) in boards.iter().zip(ranks) {
                *rank = self.rank(board);
            }
            return;
        };
        orders.rank_with(boards, ranks, |boards, lanes| {
            lanes.write_nibbles(|lane| {
                let board = boards.get(lane).copied();
                board.map_or(0, |board| self.along(narrow(board)))
            });
        });
        for (rank, board) in ranks.iter_mut().zip(boards) {
            *rank += self.firsts[narrow(*board).blank() as usize];
        }
    }

    fn unrank_each(&self, ranks: &[u64], boards: &mut [Board]) {
        let Some(orders) = self.orders.as_ref().filter(|_| self.narrow) else {
            for (&rank, board) in ranks.iter().zip(boards) {
                self.unrank_into(rank, board);
            }
            return;
        };
        for (ranks, boards) in ranks.chunks(WIDTH).zip(boards.chunks_mut(WIDTH)) {
            let (mut parts, mut locals) = ([0; WIDTH], [0; WIDTH]);
            let (mut part, mut first) = (0, 0);
            for ((&rank, part_of), local) in ranks.iter().zip(&mut parts).zip(&mut locals) {
                // Those that come together are mostly of one part, which spares the division.
                if rank.wrapping_sub(first) >= self.local {
                    part = rank / self.local;
                    first = part * self.local;
                }
                *part_of = part.to_le_bytes()[0];
                *local = rank - first;
            }
            orders.unrank_with(&locals[..ranks.len()], boards, |lanes, boards| {
                lanes.read_nibbles(|lane, order| {
                    if let Some(board) = boards.get_mut(lane) {
                        *board = self.of_order(order, parts[lane % WIDTH]);
                    }
                });
            });
        }
    }
}

/// How boards that are wider than high are read column by column.
#[derive(Debug)]
struct Turned {
    /// For each cell counted along the columns, the one in reading order.
    cells: [u8; MOST_CELLS],
    /// For each cell in reading order, the one counted along the columns.
    places: [u8; MOST_CELLS],
    /// For each cell of the blank in reading order: where the tiles of the order along the columns stand in the
    /// order that is read.
    tiles: [[u8; MOST_CELLS - 1]; MOST_CELLS],
}

impl Turned {
    /// For boards of at most [`MOST_CELLS`] cells.
    fn new(rules: &Tiles) -> Self {
        let mut turned = Self {
            cells: [0; MOST_CELLS],
            places: [0; MOST_CELLS],
            tiles: [[0; MOST_CELLS - 1]; MOST_CELLS],
        };
        let byte = |number: usize| number.to_le_bytes()[0];
        let columns = (0..rules.width())
            .flat_map(|column| (0..rules.height()).map(move |row| row * rules.width() + column));
        for (place, cell) in columns.enumerate() {
            turned.cells[place] = byte(cell);
            turned.places[cell] = byte(place);
        }
        let cells = &turned.cells[..rules.cells()];
        for (blank, tiles) in (0..).zip(&mut turned.tiles[..rules.cells()]) {
            let others = cells.iter().filter(|&&cell| cell != blank);
            for (tile, &cell) in tiles.iter_mut().zip(others) {
                *tile = cell - u8::from(cell > blank);
            }
        }
        turned
    }

    /// The order along the columns of tiles that were read row by row.
    #[inline]
    fn along(&self, read: &Order, blank: u8) -> Order {
        let read = read.as_ref();
        let tiles = &self.tiles[usize::from(blank)][..read.len()];
        tiles.iter().map(|&tile| read[usize::from(tile)]).collect()
    }

    /// The inverse of [`along`](Self::along).
    #[inline]
    fn back(&self, order: &Order, blank: u8) -> Order {
        let order = order.as_ref();
        let mut read = Order::new([0; MOST_CELLS - 1], order.len());
        let tiles = &self.tiles[usize::from(blank)];
        for (&item, &tile) in order.iter().zip(tiles) {
            read.as_mut()[usize::from(tile)] = item;
        }
        read
    }
}

/// The fifteen tiles of a narrow word as bytes.
#[inline]
fn bytes(word: u64) -> [u8; MOST_CELLS - 1] {
    let mut items = [0; MOST_CELLS - 1];
    items[..8].copy_from_slice(&spread(word & 0xFFFF_FFFF).to_le_bytes());
    // The last field is the blank's.
    let rest = (word >> 32) & 0x0FFF_FFFF;
    items[8..16].copy_from_slice(&spread(rest).to_le_bytes());
    items
}

/// The tiles of a narrow word from bytes; there are at most fifteen.
#[inline]
fn nibbles(items: &[u8; MOST_CELLS - 1]) -> u64 {
    let eight = |from: usize| {
        let mut bytes = [0; 8];
        bytes.copy_from_slice(&items[from..from + 8]);
        gathered(u64::from_le_bytes(bytes))
    };
    eight(0) | eight(8) << 32
}

/// Eight fields of four bits, each in a byte of its own.
#[inline]
fn spread(word: u64) -> u64 {
    let word = (word | word << 16) & 0x0000_FFFF_0000_FFFF;
    let word = (word | word << 8) & 0x00FF_00FF_00FF_00FF;
    (word | word << 4) & 0x0F0F_0F0F_0F0F_0F0F
}

/// The inverse of [`spread`].
#[inline]
fn gathered(word: u64) -> u64 {
    let word = (word | word >> 4) & 0x00FF_00FF_00FF_00FF;
    let word = (word | word >> 8) & 0x0000_FFFF_0000_FFFF;
    (word | word >> 16) & 0xFFFF_FFFF
}

/// Whether an odd number of swaps puts `order` in ascending order.
fn is_odd(order: &[u16]) -> bool {
    let later = |(index, first): (usize, &u16)| {
        let smaller = order[index + 1..].iter().filter(|&second| second < first);
        smaller.count()
    };
    order.iter().enumerate().map(later).sum::<usize>() % 2 == 1
}
