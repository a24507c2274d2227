//! Whether a text is meant to be boards of tiles, right or broken: whoever reads it then tells the place of what is wrong.

use std::collections::HashSet;

use statewalk::catalog::text::lines::{Line, Lines};

use super::rules::MAX_SIDE;
use super::text::{MOST_WORDS, bare};

/// Whether `text` begins with a board in a line, the rows of one, or a size and a row below it, in which few numbers may be
/// wrong or missing.
pub(super) fn sniff(text: &[u8]) -> bool {
    if bare(text).is_some() {
        return true;
    }
    let mut lines = Lines::new(text, MOST_WORDS);
    let Ok(Some(first)) = lines.next_line() else {
        return false;
    };
    let next = lines.next_line();
    match (first.len(), next) {
        (1, Ok(Some(row))) => below_side(&first, &row),
        (2, Ok(Some(row))) if below_sides(&first, &row) => true,
        (0..=3, _) => near_bare(text).is_some(),
        _ => in_line(&first) || near_bare(text).is_some(),
    }
}

/// The words of a line.
fn words<'a>(line: &Line<'a>) -> Vec<&'a [u8]> {
    line.words().collect()
}

/// The cell that a word shows.
fn cell(word: &[u8]) -> Option<usize> {
    match word {
        b"_" => Some(0),
        _ => std::str::from_utf8(word).ok()?.parse().ok(),
    }
}

/// Whether `words` are a board of so many cells, or one with few faults: at most one in four, and one in any case.
fn is_near(words: &[&[u8]], cells: usize) -> bool {
    let numbers = words.iter().filter_map(|word| cell(word));
    let shown: HashSet<_> = numbers.filter(|&number| number < cells).collect();
    shown.len() + (cells / 4).max(1) >= cells
}

/// Whether one of `words` may stand for the blank: `0`, `_`, or what is no number, such as `x`.
fn has_blank(words: &[&[u8]]) -> bool {
    words
        .iter()
        .any(|word| matches!(cell(word), None | Some(0)))
}

/// Whether a line is a square board, with a number before it and one behind, or without, in which few are wrong or one is
/// missing. Without a blank it is more likely a stack of pancakes.
fn in_line(line: &Line<'_>) -> bool {
    let words = words(line);
    // A number may be missing on the board.
    let most = (words.len() + 1).isqrt();
    let squares = (2..=most).rev().map(|side| side * side);
    let mut fitting = squares.take_while(|cells| cells + 3 > words.len());
    has_blank(&words)
        && fitting.any(|cells| {
            let mut boards = words.windows(cells.min(words.len()));
            boards.any(|board| is_near(board, cells))
        })
}

/// The width and the height of the only board of `text`, if its lines are the rows of one with few faults: the first two
/// of them equally long, and no other shorter or longer by more than a number. Whoever reads it then tells what is wrong.
///
/// Rows of two numbers are passed by, since a width and a height are such a line too. With a board in each line, at most
/// half of the numbers differ.
pub(super) fn near_bare(text: &[u8]) -> Option<(usize, usize)> {
    let mut lines = Lines::new(text, MAX_SIDE as usize);
    let mut all = Vec::new();
    let (mut width, mut height) = (0, 0);
    while let Some(line) = lines.next_line().ok()? {
        if height == 0 {
            width = line.len();
        }
        let off = line.len().abs_diff(width);
        if width < 3 || off > 1 || off == 1 && height == 1 || height == MAX_SIDE as usize {
            return None;
        }
        height += 1;
        all.extend(words(&line));
    }
    (height > 1 && is_near(&all, width * height)).then_some((width, height))
}

/// Whether `row` may be a row of a board of this side: several words, mostly different cells of it. A single word is only the
/// row of a board of one cell: otherwise it may be the side of a square, and the line above their number.
fn below_side(size: &Line<'_>, row: &Line<'_>) -> bool {
    let Ok(side) = size.number(0, "", 1..=MAX_SIDE.into()) else {
        return false;
    };
    let (words, side) = (words(row), usize::try_from(side).unwrap_or(usize::MAX));
    if words.len() == 1 {
        return side == 1 && cell(words[0]) == Some(0);
    }
    is_row(&words, side * side)
}

/// The same for a width and a height. Other formats begin with two numbers too, so the row must have its length.
fn below_sides(size: &Line<'_>, row: &Line<'_>) -> bool {
    let side = |index| size.number(index, "", 1..=MAX_SIDE.into()).ok();
    let (Some(first), Some(second)) = (side(0), side(1)) else {
        return false;
    };
    let words = words(row);
    let cells = usize::try_from(first * second).unwrap_or(usize::MAX);
    [first, second].contains(&(words.len() as u64)) && is_row(&words, cells)
}

/// Whether most of `words` are different cells of a board of so many: of three or more, one in four may be wrong, and one in
/// any case.
fn is_row(words: &[&[u8]], cells: usize) -> bool {
    let numbers = words.iter().filter_map(|word| cell(word));
    let shown: HashSet<_> = numbers.filter(|&number| number < cells).collect();
    let wrong = match words.len() {
        0..=2 => 0,
        count => (count / 4).max(1),
    };
    shown.len() + wrong >= words.len()
}
