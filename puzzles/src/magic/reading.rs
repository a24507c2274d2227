//! Reading boards: every number is checked as it comes, and only the placement is kept.

use fixedbitset::FixedBitSet;
use statewalk::catalog::puzzle::ReadError;
use statewalk::catalog::text::lines::Lines;
use statewalk::catalog::text::{InputError, Reader};
use statewalk::search::limits::Limits;

use super::rules::{Board, MAX_SIDE, Placement};
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

/// Looks at the limits now and then while a long file is read.
pub(super) struct Pace<'a> {
    limits: &'a Limits,
    /// The next look is due when no more bytes than these are left.
    due: usize,
}

impl<'a> Pace<'a> {
    /// Bytes between two looks: a few milliseconds.
    const STRIDE: usize = 1 << 20;

    /// At the beginning of a file. A short one is read to its end whatever the time is, so that each of its
    /// questions gets its verdict.
    pub(super) fn new(reader: &Reader<'_>, limits: &'a Limits) -> Self {
        let due = reader.remaining().saturating_sub(Self::STRIDE);
        Self { limits, due }
    }

    fn look(&mut self, reader: &Reader<'_>) -> Result<(), ReadError> {
        let left = reader.remaining();
        if left > self.due {
            return Ok(());
        }
        self.due = left.saturating_sub(Self::STRIDE);
        match self.limits.interrupted() {
            Some(limit) => Err(limit.into()),
            None => Ok(()),
        }
    }
}

/// A text of which so much is there may go on.
const CUT: usize = 1 << 15;

/// Whether `text` is meant to be squares: their number and the side of the first stand in lines of their own; or else, since
/// lines mean nothing, the first square is right.
///
/// A square of one cell says little, so where that is the first, `reads` tells whether all of the text is squares.
pub(super) fn is_meant(text: &[u8], reads: impl FnOnce() -> bool) -> bool {
    let mut lines = Lines::new(text, 1);
    if let Ok(Some(count)) = lines.next_line()
        && count.number(0, "", 0..=u64::MAX).is_ok()
        && lines.next_line().is_ok()
    {
        return true;
    }
    begins_right(text).is_some_and(|side| side > 1 || reads())
}

/// The side of the first square of `text`, if that is right, as far as a long text goes.
fn begins_right(text: &[u8]) -> Option<u32> {
    let mut reader = Reader::new(text);
    number(&mut reader).ok()?;
    let side = number(&mut reader).ok()?;
    let side = u32::try_from(side).ok().filter(|&side| side <= MAX_SIDE)?;
    let cells = u64::from(side) * u64::from(side);
    let mut seen = FixedBitSet::with_capacity(usize::try_from(cells).ok()?);
    for _ in 0..cells {
        if text.len() >= CUT && reader.end().is_ok() {
            return Some(side);
        }
        let number = number(&mut reader).ok()?;
        let index = number.checked_sub(1).filter(|&index| index < cells)?;
        let is_new = !seen.put(usize::try_from(index).ok()?);
        is_new.then_some(())?;
    }
    Some(side)
}

const NUMBER: &str = "a number of the board";

/// Reads the n^2 numbers of a board. Time: a few nanoseconds a number; memory: the first row, and
/// n^2 bits if the board is no motion of the goal.
///
/// # Errors
/// [`ReadError::Input`] if the input ends early or holds something else than numbers, [`ReadError::Limit`]
/// if time is up.
pub(super) fn board(
    reader: &mut Reader<'_>,
    rules: &Board,
    pace: &mut Pace<'_>,
) -> Result<Read, ReadError> {
    let side = rules.side();
    let cells = u64::from(side) * u64::from(side);
    let begin = reader.clone();
    // The first row and the number below its first one show the only motion that it can be.
    let mut top = Vec::new();
    for _ in 0..cells.min(u64::from(side) + 1) {
        match u32::try_from(number(reader)?) {
            Ok(number) if (1..=cells).contains(&u64::from(number)) => top.push(number),
            _ => return any_order(reader, begin, side, pace),
        }
    }
    let Some(walk) = Walk::new(side, &top) else {
        return any_order(reader, begin, side, pace);
    };
    let mut seen = top.into_iter();
    for row in 0..side {
        pace.look(reader)?;
        for expected in walk.row(row) {
            let found = match seen.next() {
                Some(number) => u64::from(number),
                None => number(reader)?,
            };
            if found != u64::from(expected) {
                return any_order(reader, begin, side, pace);
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
    side: u32,
    pace: &mut Pace<'_>,
) -> Result<Read, ReadError> {
    *reader = begin;
    let cells = u64::from(side) * u64::from(side);
    let size = usize::try_from(cells).unwrap_or(usize::MAX);
    let mut seen = FixedBitSet::with_capacity(size);
    let mut fault = None;
    for cell in 0..cells {
        if cell.is_multiple_of(side.into()) {
            pace.look(reader)?;
        }
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
