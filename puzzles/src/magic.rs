//! Magic: an n x n square of the numbers 1 to n^2 on a torus, moved as a whole by six transforms.
//!
//! The board is never stored. Every reachable board is the goal moved by one of eight symmetries
//! and a shift, so a state is (symmetry, row, column): which symmetry, and where the number 1 is.

use statewalk::catalog::menu::Menu;
use statewalk::catalog::params::Params;
use statewalk::catalog::puzzle::{
    Ask, Card, Group, Notation, Problem, Puzzle, Question, ReadError,
};
use statewalk::catalog::text::Reader;
use statewalk::goal::Exactly;
use statewalk::space::StateSpace;

/// The largest board, a side of which fits 16 bits with room to spare.
const MAX_SIDE: u64 = 5000;

/// The puzzle's entry in the list.
#[derive(Clone, Copy, Debug)]
pub struct Magic;

/// A transform of the whole board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Transform {
    /// (r, c) goes to (r, c + 1 mod n).
    Right,
    /// (r, c) goes to (r + 1 mod n, c).
    Down,
    /// (r, c) goes to (c, r).
    Transpose,
    /// (r, c) goes to (c, n - 1 - r).
    Clockwise,
    /// (r, c) goes to (r, n - 1 - c).
    MirrorV,
    /// (r, c) goes to (n - 1 - r, c).
    MirrorH,
}

/// All transforms, in the order of the statement, with their names.
pub const TRANSFORMS: [(Transform, &str); 6] = [
    (Transform::Right, "right"),
    (Transform::Down, "down"),
    (Transform::Transpose, "transpose"),
    (Transform::Clockwise, "clockwise"),
    (Transform::MirrorV, "mirror_v"),
    (Transform::MirrorH, "mirror_h"),
];

/// Where the goal's cells went: the number 1 is at (`row`, `column`); `right` is the step, in
/// rows and columns, from a number to its right neighbour in the goal, and `down` to the one below.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Placement {
    row: u16,
    column: u16,
    right: (i8, i8),
    down: (i8, i8),
}

/// The rules for boards of one size.
#[derive(Clone, Copy, Debug)]
pub struct Board {
    side: u16,
}

impl Board {
    /// The goal: 1 to n^2 in rows.
    const GOAL: Placement = Placement {
        row: 0,
        column: 0,
        right: (0, 1),
        down: (1, 0),
    };

    fn wrap(self, value: i32) -> u16 {
        let side = i32::from(self.side);
        u16::try_from(value.rem_euclid(side)).unwrap_or(0)
    }

    fn cell(self, (row, column): (i32, i32), transform: Transform) -> (u16, u16) {
        let last = i32::from(self.side) - 1;
        let (r, c) = match transform {
            Transform::Right => (row, column + 1),
            Transform::Down => (row + 1, column),
            Transform::Transpose => (column, row),
            Transform::Clockwise => (column, last - row),
            Transform::MirrorV => (row, last - column),
            Transform::MirrorH => (last - row, column),
        };
        (self.wrap(r), self.wrap(c))
    }
}

fn turned((row, column): (i8, i8), transform: Transform) -> (i8, i8) {
    match transform {
        Transform::Right | Transform::Down => (row, column),
        Transform::Transpose => (column, row),
        Transform::Clockwise => (column, -row),
        Transform::MirrorV => (row, -column),
        Transform::MirrorH => (-row, column),
    }
}

impl StateSpace for Board {
    type State = Placement;
    type Action = Transform;

    fn actions<'a>(&'a self, _: &Placement) -> impl Iterator<Item = Transform> + use<'a> {
        TRANSFORMS.into_iter().map(|(transform, _)| transform)
    }

    fn apply(&self, state: &mut Placement, &action: &Transform) {
        let one = (i32::from(state.row), i32::from(state.column));
        (state.row, state.column) = self.cell(one, action);
        state.right = turned(state.right, action);
        state.down = turned(state.down, action);
    }

    fn is_applicable(&self, _: &Placement, _: &Transform) -> bool {
        true
    }
}

impl Puzzle for Magic {
    type Rules = Board;
    type Goal = Exactly<Placement>;

    fn card(&self) -> Card {
        Card {
            name: "magic",
            summary: "bring a square on a torus back in order by shifts, turns and mirrors",
            format: "T, then T times: n and n rows of n numbers, a permutation of 1 to n*n",
            example: "1\n2\n2 1\n4 3\n",
            options: &[],
        }
    }

    fn sniff(&self, text: &[u8]) -> bool {
        let first_line = text
            .split(|&b| b == b'\n')
            .find(|line| !line.trim_ascii().is_empty());
        first_line.is_some_and(|line| {
            Reader::new(line).number("T", 0..=u64::MAX).is_ok()
                && line.trim_ascii().iter().all(u8::is_ascii_digit)
        })
    }

    fn read(&self, text: &[u8], _: &Params) -> Result<Problem<Board, Self::Goal>, ReadError> {
        let mut reader = Reader::new(text);
        let boards = reader.number("the number of boards", 1..=1_000_000)?;
        let mut groups: Vec<Group<Board, Self::Goal>> = Vec::new();
        for number in 0..boards {
            let mark = reader.mark();
            let side = reader.number("the side n of a board", 1..=MAX_SIDE)?;
            let cells = side * side;
            let mut board = Vec::new();
            for _ in 0..cells {
                board.push(reader.number("a number of the board", 1..=cells)?);
            }
            let rules = Board {
                side: u16::try_from(side).unwrap_or(u16::MAX),
            };
            let placement = rules.placement(&board);
            let ask = Ask {
                starts: placement.into_iter().map(|p| (p, 0)).collect(),
                goal: Exactly(Board::GOAL),
                reason: placement
                    .is_none()
                    .then(|| "the board is no rigid motion of the goal".to_owned()),
            };
            let question = Question {
                number: usize::try_from(number).unwrap_or(usize::MAX),
                line: reader.line_of(mark),
                ask: Ok(ask),
            };
            match groups
                .iter_mut()
                .find(|group| group.rules.side == rules.side)
            {
                Some(group) => group.questions.push(question),
                None => groups.push(Group {
                    rules,
                    questions: vec![question],
                }),
            }
        }
        reader.end()?;
        Ok(Problem { groups })
    }

    fn menu(&self, menu: Menu<Self>) -> Menu<Self> {
        menu.breadth_first().uniform_cost()
    }
}

impl Board {
    /// The placement whose board this is, if there is one; all numbers are checked.
    fn placement(self, board: &[u64]) -> Option<Placement> {
        let side = usize::from(self.side);
        let one = board.iter().position(|&number| number == 1)?;
        let (row, column) = (one / side, one % side);
        let steps = [(0, 1), (1, 0), (0, -1), (-1, 0)];
        let mut orders = steps.into_iter().flat_map(|right: (i8, i8)| {
            let downs = [(right.1, right.0), (-right.1, -right.0)];
            downs.into_iter().map(move |down| (right, down))
        });
        let at = |place: (i32, i32)| {
            usize::from(self.wrap(place.0)) * side + usize::from(self.wrap(place.1))
        };
        let (row, column) = (i32::try_from(row).ok()?, i32::try_from(column).ok()?);
        let (right, down) = orders.find(|&(right, down)| {
            let n = i32::from(self.side);
            (0..n).all(|i| {
                (0..n).all(|j| {
                    let r = row + i * i32::from(down.0) + j * i32::from(right.0);
                    let c = column + i * i32::from(down.1) + j * i32::from(right.1);
                    let expected = u64::from((i * n + j + 1).unsigned_abs());
                    board.get(at((r, c))) == Some(&expected)
                })
            })
        })?;
        let (row, column) = (self.wrap(row), self.wrap(column));
        Some(Placement {
            row,
            column,
            right,
            down,
        })
    }
}

impl Notation for Magic {
    fn write_action(&self, _: &Board, _: &Placement, action: &Transform, out: &mut String) {
        let name = TRANSFORMS.iter().find(|(transform, _)| transform == action);
        out.push_str(name.map_or("", |(_, name)| name));
    }

    fn read_action(&self, _: &Board, _: &Placement, line: &str) -> Result<Transform, String> {
        let found = TRANSFORMS.iter().find(|(_, name)| *name == line.trim());
        found.map(|&(transform, _)| transform).ok_or_else(|| {
            let names = TRANSFORMS.map(|(_, name)| name);
            format!("one of {}", names.join(", "))
        })
    }

    fn write_state(&self, rules: &Board, state: &Placement, out: &mut String) {
        let n = i32::from(rules.side);
        let width = (n * n).to_string().len();
        let mut board = vec![vec![0; usize::from(rules.side)]; usize::from(rules.side)];
        for i in 0..n {
            for j in 0..n {
                let r = i32::from(state.row)
                    + i * i32::from(state.down.0)
                    + j * i32::from(state.right.0);
                let c = i32::from(state.column)
                    + i * i32::from(state.down.1)
                    + j * i32::from(state.right.1);
                board[usize::from(rules.wrap(r))][usize::from(rules.wrap(c))] = i * n + j + 1;
            }
        }
        for row in board {
            let words: Vec<_> = row
                .iter()
                .map(|number| format!("{number:>width$}"))
                .collect();
            out.push_str(&words.join(" "));
            out.push('\n');
        }
    }
}
