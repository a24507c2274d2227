//! Boards as text: one a line, or a line with the size and then the rows.

use std::fmt::Write;

use statewalk::catalog::text::InputError;
use statewalk::catalog::text::distinct::Distinct;
use statewalk::catalog::text::lines::{Line, Lines};
use statewalk::words::counted;

use super::rules::MAX_SIDE;
use super::sniff::near_bare;

/// A board that was read.
pub(super) struct Found<'a> {
    /// Width and height.
    pub(super) size: (usize, usize),
    /// What the cells show, in reading order, or why it is no board.
    pub(super) cells: Result<Vec<u16>, InputError>,
    /// The first line of its cells, and the index of the first of them in it.
    pub(super) begin: (Line<'a>, usize),
    /// The line it begins in.
    pub(super) line: usize,
}

/// The most words of a line: the largest board, a number before it and one behind.
pub(super) const MOST_WORDS: usize = (MAX_SIDE * MAX_SIDE) as usize + 2;

/// What a number of a board is called.
const TILE: &str = "a tile, or `0` or `_` for the blank";

/// Boards that are read one after another.
pub(super) struct Boards<'a> {
    lines: Lines<'a>,
    /// The size of boards that take a line each, if it was given.
    given: Option<(usize, usize)>,
    /// The form of the file, once a line was seen.
    form: Option<Form>,
}

#[derive(Clone, Copy)]
enum Form {
    /// So many words a line, a board of so many cells in rows of so many.
    Line {
        words: usize,
        cells: usize,
        width: usize,
    },
    Rows,
    /// A board in rows of so many words, without a size before it.
    Bare {
        /// So many words a row.
        width: usize,
        /// So many rows.
        height: usize,
    },
}

impl<'a> Boards<'a> {
    /// The boards of `text`; those that take a line each have the size `given`, width and height, or are
    /// squares.
    pub(super) fn new(text: &'a [u8], given: Option<(usize, usize)>) -> Self {
        Self {
            lines: Lines::new(text, MOST_WORDS),
            given,
            form: { bare(text).or_else(|| near_bare(text)) }
                .map(|(width, height)| Form::Bare { width, height }),
        }
    }

    /// The next board; `None` at the end.
    pub(super) fn next_board(&mut self) -> Result<Option<Found<'a>>, InputError> {
        let Some(line) = self.lines.next_line()? else {
            return Ok(None);
        };
        let form = match self.form {
            Some(form) => form,
            None => *self.form.insert(form(&line, self.given)?),
        };
        let found = match form {
            Form::Rows => self.sized(&line)?,
            Form::Bare { width, height } => {
                let line_number = line.number;
                self.rows(line, (width, height), line_number)?
            }
            Form::Line {
                words,
                cells,
                width,
            } => {
                if line.len() != words {
                    let expected = format!("a line of {}, as the first", counted(words, "number"));
                    return Err(line.error_at(words.min(line.len()), &expected));
                }
                let first = first_cell(&line, cells);
                let numbers = board(cells);
                let shown = numbers.and_words(&line, first, cells)?;
                // Beside the board nothing but numbers may stand.
                for beside in (0..first).chain(first + cells..words) {
                    line.number(beside, "a number", 0..=u64::MAX)?;
                }
                let number = line.number;
                Found {
                    size: (width, cells / width),
                    cells: shown.into_numbers(),
                    begin: (line, first),
                    line: number,
                }
            }
        };
        Ok(Some(found))
    }

    /// Whether all boards are as large as the one that was read.
    pub(super) fn are_of_one_size(&self) -> bool {
        !matches!(self.form, Some(Form::Rows))
    }

    /// The end of the input, where more was expected.
    pub(super) fn error_at_end(&self, expected: &str) -> InputError {
        self.lines.error_at_end(expected)
    }

    /// A board whose size the line `size` gives.
    fn sized(&mut self, size: &Line<'a>) -> Result<Found<'a>, InputError> {
        let side = |index, what| -> Result<usize, InputError> {
            let side = size.number(index, what, 1..=MAX_SIDE.into())?;
            Ok(usize::try_from(side).unwrap_or(usize::MAX))
        };
        let first = side(0, "the size of a board")?;
        let second = match size.len() {
            1 => first,
            _ => side(1, "the other side of a board")?,
        };
        if size.len() > 2 {
            return Err(size.error_at(2, "the rows of the board in lines of their own"));
        }
        let Some(top) = self.lines.next_line()? else {
            return Err(self.error_at_end("the first row of the board"));
        };
        let (width, height) = match top.len() {
            len if len == first => (first, second),
            // The sides may stand the other way round.
            len if len == second => (second, first),
            len => {
                let expected = if first == second {
                    format!("a row of {}", counted(first, "number"))
                } else {
                    format!("a row of {}, or of {second}", counted(first, "number"))
                };
                return Err(top.error_at(first.max(second).min(len), &expected));
            }
        };
        self.rows(top, (width, height), size.number)
    }

    /// The rows of a board, the first of them `top`; the board begins in line `begin`.
    fn rows(
        &mut self,
        top: Line<'a>,
        (width, height): (usize, usize),
        begin: usize,
    ) -> Result<Found<'a>, InputError> {
        let mut numbers = board(width * height).and_words(&top, 0, width)?;
        for row in 1..height {
            let Some(line) = self.lines.next_line()? else {
                let expected = format!("row {} of the {height} rows of the board", row + 1);
                return Err(self.error_at_end(&expected));
            };
            if line.len() != width {
                let expected = format!("a row of {}", counted(width, "number"));
                return Err(line.error_at(width.min(line.len()), &expected));
            }
            numbers = numbers.and_words(&line, 0, width)?;
        }
        Ok(Found {
            size: (width, height),
            cells: numbers.into_numbers(),
            begin: (top, 0),
            line: begin,
        })
    }
}

/// The width and the height of the only board of `text`, if its lines are the rows of one and nothing else: as
/// many numbers in each, all from 0 on, each once. No other form of a file reads so: a board a line has its numbers
/// again in the next line, and of the two numbers of a size one is on the board too.
pub(super) fn bare(text: &[u8]) -> Option<(usize, usize)> {
    let mut lines = Lines::new(text, MOST_WORDS);
    let first = lines.next_line().ok()??;
    let width = first.len();
    let most = MAX_SIDE as usize;
    if !(2..=most).contains(&width) {
        return None;
    }
    let mut numbers = board(most * most).and_words(&first, 0, width).ok()?;
    let mut height = 1;
    while let Some(line) = lines.next_line().ok()? {
        height += 1;
        if line.len() != width || height > most {
            return None;
        }
        numbers = numbers.and_words(&line, 0, width).ok()?;
        if !numbers.is_right() {
            return None;
        }
    }
    let largest = numbers.into_numbers().ok()?.into_iter().max()?;
    (height > 1 && usize::from(largest) == width * height - 1).then_some((width, height))
}

/// The form of a file whose first line this is.
fn form(line: &Line<'_>, given: Option<(usize, usize)>) -> Result<Form, InputError> {
    let words = line.len();
    let (cells, width) = match given {
        Some((width, height)) => (width * height, width),
        None if words <= 2 => return Ok(Form::Rows),
        None => {
            let side = words.isqrt();
            (side * side, side)
        }
    };
    let is_board = (cells..=cells.saturating_add(2)).contains(&words);
    if !is_board || given.is_none() && cells < 4 {
        let expected = if given.is_some() {
            format!("a board of {} in a line", counted(cells, "number"))
        } else {
            "the size of a board, or a square board in a line (4, 9, 16 ... numbers)".to_owned()
        };
        let index = if given.is_some() && words > cells {
            cells
        } else {
            0
        };
        let index = if words < cells { words } else { index };
        return Err(line.error_at(index, &expected));
    }
    Ok(Form::Line {
        words,
        cells,
        width,
    })
}

/// Where the board of `cells` numbers begins in a line that may have a number before it and one behind: if
/// it has one of them, it is that before, unless the board is whole without.
fn first_cell(line: &Line<'_>, cells: usize) -> usize {
    let is_whole = |first: usize| {
        let numbers = board(cells).and_words(line, first, cells);
        numbers.is_ok_and(|numbers| numbers.is_right())
    };
    match line.len() - cells {
        0 => 0,
        1 if !is_whole(1) && is_whole(0) => 0,
        _ => 1,
    }
}

/// The numbers of a board of so many cells, none of them read.
fn board(cells: usize) -> Distinct {
    // Sides are at most 255.
    let last = u16::try_from(cells.saturating_sub(1)).unwrap_or(u16::MAX);
    Distinct::new(TILE, 0..=last).with_blank()
}

/// Appends `cells`, in rows of `width`, with `blank` for 0 and each as wide as the largest.
pub(super) fn write_rows(cells: &[u16], width: usize, blank: &str, out: &mut String) {
    let wide = (cells.len() - 1).to_string().len();
    for row in cells.chunks(width) {
        write_row(row, wide, blank, out);
    }
}

/// Appends a line of numbers, each at least so wide.
pub(super) fn write_row(row: &[u16], wide: usize, blank: &str, out: &mut String) {
    for (index, number) in row.iter().enumerate() {
        let gap = if index > 0 { " " } else { "" };
        // Writing into a string cannot fail.
        let _ = match number {
            0 => write!(out, "{gap}{blank:>wide$}"),
            _ => write!(out, "{gap}{number:>wide$}"),
        };
    }
    out.push('\n');
}
