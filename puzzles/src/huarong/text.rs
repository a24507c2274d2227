//! The contest's format: `n m q`, the grid, and q questions of six numbers.

use statewalk::catalog::kept::Kept;
use statewalk::catalog::puzzle::{Ask, Group, Problem, Question, ReadError, Reason};
use statewalk::catalog::text::{InputError, Reader, first_line};
use statewalk::quotient::rules::Position;
use statewalk::search::limits::{Limits, Pace};
use statewalk::words::counted;

use crate::huarong::Huarong;
use crate::huarong::board::{Board, MAX_SIDE, PieceAt};

/// The most questions of a file.
const MAX_QUESTIONS: u64 = 1_000_000;

/// Questions that are read between two looks at the clock; a short file is read to its end.
const PATIENCE: u32 = 1 << 14;

/// What the six numbers of a question are.
const WORDS: [&str; 3] = ["the blank", "the piece", "the target"];

/// Whether the first line of `text` is three numbers.
pub(crate) fn sniff(text: &[u8]) -> bool {
    let mut reader = Reader::new(first_line(text));
    let numbers = (0..3).all(|_| reader.number("a number", 0..=u64::MAX).is_ok());
    numbers && reader.end().is_ok()
}

/// Reads a file.
///
/// Cells may stand alone or together; each row has a line of its own. Questions that can be read but
/// are no position of the game are marked as such.
/// The questions are claimed as they come, and the clock is looked at now and then.
///
/// # Errors
/// [`ReadError::Input`] at the first fault, [`ReadError::Limit`] if a limit comes first.
pub(crate) fn read(text: &[u8], limits: &Limits) -> Result<Problem<Board, PieceAt>, ReadError> {
    let mut reader = Reader::new(text);
    let side = 1..=u64::from(MAX_SIDE);
    let height = reader.number("the number of rows n", side.clone())?;
    let width = reader.number("the number of columns m", side)?;
    let questions = reader.number("the number of questions q", 0..=MAX_QUESTIONS)?;
    let mut open = Vec::new();
    for row in 1..=height {
        read_row(text, &mut reader, row, width, &mut open)?;
    }
    let side = |number| u32::try_from(number).unwrap_or(MAX_SIDE);
    let mark = reader.mark();
    let Some(rules) = Board::new(side(height), side(width), open) else {
        return Err(reader.error_at(mark, "a board of n times m cells").into());
    };
    let mut group = Group {
        rules,
        questions: Vec::new(),
    };
    let mut kept = Kept::read::<Huarong>(limits);
    let mut pace = Pace::new(limits, PATIENCE);
    for number in 0..questions {
        kept.add(1)?;
        pace.tick(1)?;
        let question = read_question(&mut reader, &group.rules, number)?;
        group.questions.push(question);
    }
    reader.end()?;
    Ok(Problem {
        groups: vec![group],
    })
}

/// Reads one row of cells; it ends with its line.
fn read_row(
    text: &[u8],
    reader: &mut Reader<'_>,
    row: u64,
    width: u64,
    open: &mut Vec<bool>,
) -> Result<(), InputError> {
    let mut found = 0;
    let mut end = reader.mark();
    loop {
        let start = reader.mark();
        let breaks = |byte: &u8| matches!(byte, b'\n' | b'\r');
        let new_line = found > 0 && text[end..start].iter().any(breaks);
        if found == width && (new_line || start == text.len()) {
            return Ok(());
        }
        if new_line {
            let mut error = reader.error_at(end, &cells_expected(row, width));
            error.found = format!("the end of the line after {found} of them");
            return Err(error);
        }
        for (offset, digit) in reader.word().unwrap_or_default().iter().enumerate() {
            if found == width {
                let expected = format!("the end of row {row} after {}", counted(width, "cell"));
                return Err(reader.error_at(start + offset, &expected));
            }
            match digit {
                b'0' => open.push(false),
                b'1' => open.push(true),
                _ => return Err(reader.error_at(start + offset, &cells_expected(row, width))),
            }
            found += 1;
        }
        end = text.len() - reader.remaining();
        if end == start {
            return Err(reader.error_at(start, &cells_expected(row, width)));
        }
    }
}

fn cells_expected(row: u64, width: u64) -> String {
    format!(
        "{} in row {row}, each 0 (fixed) or 1 (open)",
        counted(width, "cell")
    )
}

fn read_question(
    reader: &mut Reader<'_>,
    board: &Board,
    number: u64,
) -> Result<Question<Position, PieceAt>, InputError> {
    let begin = reader.mark();
    let line = reader.line_of(begin);
    let question = |ask| Question {
        number: usize::try_from(number).unwrap_or(usize::MAX),
        line,
        ask,
    };
    let mut fault = None;
    let mut cells = [None; 3];
    for (word, cell) in WORDS.iter().zip(&mut cells) {
        let (height, width) = board.size();
        let mark = reader.mark();
        let row = read_coordinate(reader, &format!("the row of {word}"), height)?;
        let column = read_coordinate(reader, &format!("the column of {word}"), width)?;
        match (row, column) {
            (Ok(row), Ok(column)) => *cell = board.cell(row, column),
            (Err(off), _) | (_, Err(off)) => fault = fault.or(Some(off)),
        }
        if *word != WORDS[2] && cell.is_some_and(|cell| !board.is_open(cell)) && fault.is_none() {
            let expected = format!("an open cell for {word}");
            fault = Some(error(reader, mark, "a fixed cell", &expected));
        }
    }
    let [Some(blank), Some(piece), Some(target)] = cells else {
        let other = || error(reader, begin, "others", "three cells on the board");
        return Ok(question(Err(fault.unwrap_or_else(other))));
    };
    if let Some(fault) = fault {
        return Ok(question(Err(fault)));
    }
    if blank == piece {
        let found = "the blank and the piece on one cell";
        let fault = error(reader, begin, found, "two cells");
        return Ok(question(Err(fault)));
    }
    let fixed = !board.is_open(target);
    let start = (Position { blank, piece }, 0);
    Ok(question(Ok(Ask {
        starts: if fixed { Vec::new() } else { vec![start] },
        goal: PieceAt(target),
        reason: fixed.then(|| Reason::Unsolvable("the target is a fixed cell".to_owned())),
    })))
}

/// Reads a whole number; one that is off the board is no error of the file, but of the question.
fn read_coordinate(
    reader: &mut Reader<'_>,
    what: &str,
    most: u32,
) -> Result<Result<u32, InputError>, InputError> {
    let mark = reader.mark();
    let word = reader.word().unwrap_or_default();
    let digits = word.strip_prefix(b"-").unwrap_or(word);
    let expected = || format!("{what} (1 to {most})");
    if digits.is_empty() || !digits.iter().all(u8::is_ascii_digit) {
        return Err(reader.error_at(mark, &expected()));
    }
    let number = std::str::from_utf8(word)
        .ok()
        .and_then(|word| word.parse().ok());
    Ok(number
        .filter(|number| (1..=most).contains(number))
        .ok_or_else(|| reader.error_at(mark, &expected())))
}

/// An error at `mark` that is more than a wrong word.
fn error(reader: &Reader<'_>, mark: usize, found: &str, expected: &str) -> InputError {
    let found = found.to_owned();
    InputError {
        found,
        ..reader.error_at(mark, expected)
    }
}
