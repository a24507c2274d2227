//! Boards and plans as text: the format of the original task, with errors that name the place.

use std::fmt::{self, Write};

use statewalk::catalog::menu::PlanLines;
use statewalk::catalog::puzzle::ReadError;
use statewalk::catalog::report::PlanText;
use statewalk::catalog::text::{InputError, Reader, first_line};
use statewalk::memory::{BudgetVec, Memory};
use statewalk::search::limits::{Limit, Limits};

use super::blocks::Blocks;
use super::board::{Board, BoardFault, Cell, MAX_SIDE};

/// Reads `n k` and two boards of n rows of n labels, 0 for an empty cell: start and target.
///
/// Where there is a limit on memory, the boards are claimed before they are made, and stay so, as they are
/// kept until the file is answered.
///
/// Where the numbers are two boards of which one is no position, it says what is wrong with the first such: a
/// label that is there twice or not at all, kings that touch.
///
/// # Errors
/// [`ReadError::Input`] at the first other fault: a number out of range, a row of the wrong length.
/// [`ReadError::Limit`] if memory is used up.
pub fn read(text: &[u8], limits: &Limits) -> Result<Result<(Board, Board), InputError>, ReadError> {
    let mut rows = Rows {
        reader: Reader::new(text),
        text,
        memory: &limits.memory,
    };
    let side = rows
        .reader
        .number("the side n of the boards", 1..=u64::from(MAX_SIDE))?;
    let side = u32::try_from(side).unwrap_or(MAX_SIDE);
    rows.go_on("the number of kings")?;
    let most = u64::from(Blocks::of(side).count());
    let kings = rows.reader.number("the number of kings k", 0..=most)?;
    if limits.memory.limit() != u64::MAX {
        // What a header promises is not taken before its cells are there: each is a byte of text at least.
        let cells = u64::from(side).pow(2).saturating_mul(2);
        if (rows.reader.remaining() as u64) >= cells {
            let boards = 2 * Board::bytes(side, usize::try_from(kings).unwrap_or(usize::MAX));
            limits.memory.claim(boards).map_err(Limit::from)?;
        }
    }
    let start = rows.board("start", side, kings)?;
    let target = rows.board("target", side, kings)?;
    rows.end_line("the end of the line")?;
    rows.reader.end()?;
    Ok(start.and_then(|start| Ok((start, target?))))
}

/// Whether the first line of `text` is two numbers.
#[must_use]
pub fn sniff(text: &[u8]) -> bool {
    let mut reader = Reader::new(first_line(text));
    let numbers = (0..2).all(|_| reader.number("a number", 0..=u64::MAX).is_ok());
    numbers && reader.end().is_ok()
}

/// A reader that knows where lines end.
struct Rows<'a> {
    reader: Reader<'a>,
    text: &'a [u8],
    memory: &'a Memory,
}

impl Rows<'_> {
    /// Where the last word ended, where the next one begins, and whether a line ends between.
    fn gap(&mut self) -> (usize, usize, bool) {
        let end = self.text.len() - self.reader.remaining();
        let next = self.reader.mark();
        let between = &self.text[end..next];
        let ends = between.iter().any(|byte| matches!(byte, b'\n' | b'\r'));
        (end, next, ends)
    }

    /// Refuses a line that ends before the next word, `what`.
    fn go_on(&mut self, what: &str) -> Result<(), InputError> {
        let (end, _, ends) = self.gap();
        if ends {
            let found = "the end of the line".to_owned();
            let error = self.reader.error_at(end, what);
            return Err(InputError { found, ..error });
        }
        Ok(())
    }

    /// Refuses a line that goes on.
    fn end_line(&mut self, what: &str) -> Result<(), InputError> {
        let (_, next, ends) = self.gap();
        if ends || next == self.text.len() {
            Ok(())
        } else {
            Err(self.reader.error_at(next, what))
        }
    }

    /// A board, or why its labels are no position.
    fn board(
        &mut self,
        name: &str,
        side: u32,
        kings: u64,
    ) -> Result<Result<Board, InputError>, ReadError> {
        let label_name = format!("a label of the {name} board");
        // What a header promises is not taken where the rest, two bytes a cell, ends before it is there.
        let kept = usize::try_from(kings)
            .unwrap_or(usize::MAX)
            .min(self.reader.remaining() / 2);
        let claimed = |full| ReadError::Limit(Limit::from(full));
        let mut cells = BudgetVec::filled(self.memory, kept, Cell::default()).map_err(claimed)?;
        let mut marks = BudgetVec::filled(self.memory, kept, 0).map_err(claimed)?;
        let mut twice = None;
        let side_cells = u16::try_from(side).unwrap_or(u16::MAX);
        for row in 1..=side_cells {
            self.end_line(&format!(
                "the end of the line before row {row} of the {name} board"
            ))?;
            for col in 1..=side_cells {
                if col > 1 {
                    self.go_on(&label_name)?;
                }
                let mark = self.reader.mark();
                let label = self.reader.number(&label_name, 0..=kings)?;
                let index = label.checked_sub(1).and_then(|i| usize::try_from(i).ok());
                let Some(index) = index.filter(|&index| index < kept) else {
                    continue;
                };
                if cells[index] != Cell::default() {
                    let expected = "each label once on a board";
                    twice.get_or_insert_with(|| self.reader.error_at(mark, expected));
                    continue;
                }
                cells[index] = Cell { row, col };
                marks[index] = mark;
            }
        }
        if let Some(error) = twice {
            return Ok(Err(error));
        }
        let end = self.text.len() - self.reader.remaining();
        if let Some(index) = cells.iter().position(|&cell| cell == Cell::default()) {
            let expected = format!("each of the labels 1 to {kings} once");
            let error = self.reader.error_at(end, &expected);
            let found = format!("no king {} on the {name} board", index + 1);
            return Ok(Err(InputError { found, ..error }));
        }
        Ok(Board::new(side, &cells).map_err(|fault| {
            let mark = match fault {
                BoardFault::Touching(_, king) | BoardFault::Off(king) => marks[king - 1],
                BoardFault::Side(_) => 0,
            };
            let expected = "no two kings on cells that share an edge or a corner";
            let error = self.reader.error_at(mark, expected);
            let found = fault.to_string();
            InputError { found, ..error }
        }))
    }
}

/// Writes two boards in the format that [`read`] reads.
#[must_use]
pub fn write(start: &Board, target: &Board) -> String {
    let mut out = format!("{} {}\n", start.side(), start.cells().len());
    write_board(start, "0", &mut out);
    write_board(target, "0", &mut out);
    out
}

/// Appends the rows of a board, the labels in columns, `empty` for a cell without a king.
pub fn write_board(board: &Board, empty: &str, out: &mut String) {
    let width = board.cells().len().to_string().len();
    let side = u16::try_from(board.side()).unwrap_or(u16::MAX);
    for row in 1..=side {
        for col in 1..=side {
            let gap = if col > 1 { " " } else { "" };
            out.push_str(gap);
            // Writing to a string does not fail.
            let _ = match board.king(Cell { row, col }) {
                Some(king) => write!(out, "{king:>width$}"),
                None => write!(out, "{empty:>width$}"),
            };
        }
        out.push('\n');
    }
}

/// Writes an answer as the judge of the original task expects it: `TAK`, the number of steps, and the
/// steps; `NIE` where there is no plan.
///
/// # Errors
/// Those of `out`.
pub fn write_contest(plan: Option<&PlanText>, out: &mut dyn Write) -> fmt::Result {
    let Some(plan) = plan else {
        return out.write_str("NIE\n");
    };
    let lines = plan.actions.as_deref().unwrap_or_default();
    writeln!(out, "TAK\n{}", plan.steps)?;
    if lines.is_empty() {
        return Ok(());
    }
    out.write_str(lines)?;
    out.write_char('\n')
}

/// Reads what [`write_contest`] wrote.
///
/// # Errors
/// [`InputError`] if it begins with neither word, or holds more or fewer steps than it says.
pub fn read_contest(text: &[u8]) -> Result<PlanLines, InputError> {
    let mut reader = Reader::new(text);
    let mark = reader.mark();
    match reader.word() {
        Some(b"NIE") => {
            reader.end()?;
            Ok(vec![None])
        }
        Some(b"TAK") => {
            let steps = reader.number("the number of steps", 0..=u64::MAX)?;
            let mut lines = String::new();
            for _ in 0..steps {
                let whole = 1..=u64::from(u32::MAX);
                let king = reader.number("the label of a king", whole.clone())?;
                let row = reader.number("a row", whole.clone())?;
                let col = reader.number("a column", whole)?;
                let _ = writeln!(lines, "{king} {row} {col}");
            }
            reader.end()?;
            Ok(vec![Some(lines)])
        }
        _ => Err(reader.error_at(mark, "`TAK` or `NIE`")),
    }
}
