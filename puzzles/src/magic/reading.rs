//! Reading boards: every number is checked as it comes, and only the placement is kept.

use fixedbitset::FixedBitSet;
use statewalk::catalog::text::{InputError, Reader};

use super::rules::{Board, Placement};
use super::walk::Walk;

/// What a board in a file is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Read {
    /// The goal, moved like this.
    Placed(Placement),
    /// Some other order of the numbers.
    NoMotion,
    /// Not an order of the numbers 1 to n^2: the first fault.
    Faulty(InputError),
}

const NUMBER: &str = "a number of the board";

/// Reads the n^2 numbers of a board. Time: a few nanoseconds a number; memory: the first row, and
/// n^2 bits if the board is no motion of the goal.
///
/// # Errors
/// [`InputError`] if the input ends early or holds something else than numbers.
pub(super) fn board(reader: &mut Reader<'_>, rules: &Board) -> Result<Read, InputError> {
    let side = rules.side();
    let cells = u64::from(side) * u64::from(side);
    let begin = reader.clone();
    // The first row and the number below its first one show the only motion that it can be.
    let mut top = Vec::new();
    for _ in 0..cells.min(u64::from(side) + 1) {
        match u32::try_from(number(reader)?) {
            Ok(number) if (1..=cells).contains(&u64::from(number)) => top.push(number),
            _ => return any_order(reader, begin, cells),
        }
    }
    let Some(walk) = Walk::new(side, &top) else {
        return any_order(reader, begin, cells);
    };
    let mut seen = top.into_iter();
    for row in 0..side {
        for expected in walk.row(row) {
            let found = match seen.next() {
                Some(number) => u64::from(number),
                None => number(reader)?,
            };
            if found != u64::from(expected) {
                return any_order(reader, begin, cells);
            }
        }
    }
    Ok(Read::Placed(walk.placement(rules)))
}

#[inline]
fn number(reader: &mut Reader<'_>) -> Result<u64, InputError> {
    reader.number(NUMBER, 0..=u64::MAX)
}

/// Reads a board that is no motion of the goal once more and tells whether it is a board at all.
fn any_order<'a>(
    reader: &mut Reader<'a>,
    begin: Reader<'a>,
    cells: u64,
) -> Result<Read, InputError> {
    *reader = begin;
    let size = usize::try_from(cells).unwrap_or(usize::MAX);
    let mut seen = FixedBitSet::with_capacity(size);
    let mut fault = None;
    for _ in 0..cells {
        let mark = reader.mark();
        let index = number(reader)?
            .checked_sub(1)
            .filter(|&index| index < cells)
            .and_then(|index| usize::try_from(index).ok());
        let fresh = index.is_some_and(|index| !seen.put(index));
        if !fresh && fault.is_none() {
            let expected = if index.is_some() {
                "a number that the board does not have yet".to_owned()
            } else {
                format!("{NUMBER} (1 to {cells})")
            };
            fault = Some(reader.error_at(mark, &expected));
        }
    }
    Ok(fault.map_or(Read::NoMotion, Read::Faulty))
}
