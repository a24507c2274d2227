//! Reading instances: words and numbers with their place, and errors that name it.

pub mod distinct;
pub mod lines;
pub mod records;

use std::cell::Cell;
use std::fmt;
use std::ops::RangeInclusive;

use thiserror::Error;

/// What is wrong with an input, and where.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub struct InputError {
    /// The line, from 1; 0 if the fault has no place.
    pub line: usize,
    /// The column, from 1, counted in characters; 0 if the fault concerns the whole line.
    pub column: usize,
    /// What was found.
    pub found: String,
    /// What was expected instead.
    pub expected: String,
}

impl fmt::Display for InputError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.line, self.column) {
            (0, _) => {}
            (line, 0) => write!(f, "line {line}: ")?,
            (line, column) => write!(f, "line {line}, column {column}: ")?,
        }
        write!(f, "found {}, expected {}", self.found, self.expected)
    }
}

/// What an [`InputError`] found where the text ends too early.
pub const END: &str = "the end of the input";

/// What some editors put before a text.
const BYTE_ORDER_MARK: &[u8] = b"\xEF\xBB\xBF";

/// The longest piece of input that an error quotes, in bytes.
const QUOTED: usize = 40;

/// A reader of words that are separated by blanks, tabs and line ends of any kind.
///
/// A byte order mark at the beginning is passed over. It reads in place; a number costs a few nanoseconds.
#[derive(Clone, Debug)]
pub struct Reader<'a> {
    text: &'a [u8],
    at: usize,
    /// The last place that was asked for.
    place: Cell<Place>,
}

/// The line and the column of a byte, both from 1.
#[derive(Clone, Copy, Debug)]
struct Place {
    at: usize,
    line: usize,
    column: usize,
}

impl Place {
    /// The place of the first byte behind a byte order mark.
    fn first(text: &[u8]) -> Self {
        let mark = text.starts_with(BYTE_ORDER_MARK);
        Self {
            at: if mark { BYTE_ORDER_MARK.len() } else { 0 },
            line: 1,
            column: 1,
        }
    }
}

impl<'a> Reader<'a> {
    /// A reader at the beginning of `text`.
    #[must_use]
    pub fn new(text: &'a [u8]) -> Self {
        let first = Place::first(text);
        Self {
            text,
            at: first.at,
            place: Cell::new(first),
        }
    }

    /// Bytes that are left: an upper bound for how much can still be read.
    #[must_use]
    pub fn remaining(&self) -> usize {
        self.text.len() - self.at
    }

    /// Where the next word begins: a mark for [`error_at`](Self::error_at) and [`line_of`](Self::line_of).
    #[inline]
    pub fn mark(&mut self) -> usize {
        while self.text.get(self.at).is_some_and(u8::is_ascii_whitespace) {
            self.at += 1;
        }
        self.at
    }

    /// The line in which the next word begins, as [`line_of`](Self::line_of) tells it.
    #[must_use]
    pub fn line(&mut self) -> usize {
        let mark = self.mark();
        self.line_of(mark)
    }

    /// The next word, if there is one.
    #[inline]
    pub fn word(&mut self) -> Option<&'a [u8]> {
        let start = self.mark();
        let rest = &self.text[start..];
        let length = rest
            .iter()
            .position(u8::is_ascii_whitespace)
            .unwrap_or(rest.len());
        self.at += length;
        (length > 0).then(|| &rest[..length])
    }

    /// The next word as a whole number in `range`; `what` names it in the error.
    ///
    /// # Errors
    /// [`InputError`] if the input ends, the word is no whole number, or the number is out of range.
    #[inline]
    pub fn number(&mut self, what: &str, range: RangeInclusive<u64>) -> Result<u64, InputError> {
        let start = self.mark();
        let mut value = 0u64;
        let mut at = start;
        while let Some(digit) = self.text.get(at).map(|byte| byte.wrapping_sub(b'0')) {
            if digit > 9 {
                break;
            }
            // Twenty digits or more are refused below, so that nothing wraps unseen.
            value = value.wrapping_mul(10).wrapping_add(u64::from(digit));
            at += 1;
        }
        let ends = self.text.get(at).is_none_or(u8::is_ascii_whitespace);
        if at == start || !ends || at - start > 19 || !range.contains(&value) {
            return Err(self.wrong_number(start, what, &range));
        }
        self.at = at;
        Ok(value)
    }

    #[cold]
    fn wrong_number(&self, start: usize, what: &str, range: &RangeInclusive<u64>) -> InputError {
        let (low, high) = (range.start(), range.end());
        let expected = match (low, high) {
            (0, &u64::MAX) => what.to_owned(),
            (low, &u64::MAX) => format!("{what} ({low} or more)"),
            (low, high) if low == high => format!("{what} ({low})"),
            (low, high) => format!("{what} ({low} to {high})"),
        };
        self.error_at(start, &expected)
    }

    /// Refuses anything but blanks and line ends in the rest of the input.
    ///
    /// # Errors
    /// [`InputError`] at the first word that is left.
    pub fn end(&mut self) -> Result<(), InputError> {
        let start = self.mark();
        if start == self.text.len() {
            Ok(())
        } else {
            Err(self.error_at(start, "the end of the input"))
        }
    }

    /// The line that contains the byte `mark`, from 1. Takes time in proportion to what lies between
    /// the last mark that was asked for and this one, or before this one if it lies further ahead.
    #[must_use]
    pub fn line_of(&self, mark: usize) -> usize {
        self.place(mark).0
    }

    /// An error at `mark`: the word there was found, `expected` was expected.
    #[must_use]
    pub fn error_at(&self, mark: usize, expected: &str) -> InputError {
        let rest = &self.text[mark.min(self.text.len())..];
        let word: &[u8] = rest
            .split(u8::is_ascii_whitespace)
            .next()
            .unwrap_or_default();
        let found = if rest.is_empty() {
            END.to_owned()
        } else {
            quoted(word)
        };
        let (line, column) = self.place(mark);
        let expected = expected.to_owned();
        InputError {
            line,
            column,
            found,
            expected,
        }
    }

    /// The line and the column of the byte `mark`.
    fn place(&self, mark: usize) -> (usize, usize) {
        let mark = mark.min(self.text.len());
        let mut place = self.place.get();
        if place.at > mark {
            place = Place::first(self.text);
        }
        // Counting goes on from the last place, also within a line: a file of many boards may be one line.
        for at in place.at..mark {
            match self.text[at] {
                b'\r' if self.text.get(at + 1) == Some(&b'\n') => {}
                b'\n' | b'\r' => {
                    place.line += 1;
                    place.column = 1;
                }
                // Bytes that continue a character are not columns of their own.
                byte => place.column += usize::from(byte & 0xC0 != 0x80),
            }
        }
        place.at = place.at.max(mark);
        self.place.set(place);
        (place.line, place.column)
    }
}

/// The first line of `text` that holds a word, without a byte order mark: what a quick look at a
/// format needs.
#[must_use]
pub fn first_line(text: &[u8]) -> &[u8] {
    let text = text.strip_prefix(BYTE_ORDER_MARK).unwrap_or(text);
    let mut lines = text.split(|&byte| byte == b'\n' || byte == b'\r');
    let first = lines.find(|line| !line.trim_ascii().is_empty());
    first.unwrap_or_default()
}

/// `word` as an error shows it: in quotes, made printable, and not too long.
#[must_use]
pub fn quoted(word: &[u8]) -> String {
    let shown = String::from_utf8_lossy(&word[..word.len().min(QUOTED)]);
    let more = if word.len() > QUOTED { "..." } else { "" };
    format!("`{}{more}`", shown.escape_debug())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{Reader, first_line};

    #[test]
    fn numbers_are_read_across_all_line_ends() {
        let mut reader = Reader::new(b"\xEF\xBB\xBF3\t1\r\n 2\r18446744073709551615\n\n");
        // The largest 64-bit number has twenty digits and is refused; nineteen are enough.
        let read = |reader: &mut Reader| reader.number("a number", 0..=u64::MAX);
        assert_eq!(
            [read(&mut reader), read(&mut reader), read(&mut reader)],
            [Ok(3), Ok(1), Ok(2)]
        );
        let error = read(&mut reader).unwrap_err();
        assert_eq!((error.line, error.column), (3, 1));
        assert_eq!(error.found, "`18446744073709551615`");
    }

    #[test]
    fn errors_name_the_place_and_what_was_expected() {
        let cases: [(&[u8], &str); 6] = [
            (
                b"",
                "line 1, column 1: found the end of the input, expected n (1 to 9)",
            ),
            (
                b"\n\n  x",
                "line 3, column 3: found `x`, expected n (1 to 9)",
            ),
            (b"10", "line 1, column 1: found `10`, expected n (1 to 9)"),
            (b"-1", "line 1, column 1: found `-1`, expected n (1 to 9)"),
            (b"1.5", "line 1, column 1: found `1.5`, expected n (1 to 9)"),
            (
                "\u{e9}\u{e9} 1".as_bytes(),
                "line 1, column 1: found `\u{e9}\u{e9}`, expected n (1 to 9)",
            ),
        ];
        for (text, expected) in cases {
            let error = Reader::new(text).number("n", 1..=9).unwrap_err();
            assert_eq!(error.to_string(), expected);
        }
    }

    #[test]
    fn the_first_line_holds_a_word() {
        let cases: [(&[u8], &[u8]); 5] = [
            (b"", b""),
            (b" \t\n", b""),
            (b"1 2\n3", b"1 2"),
            (b"\xEF\xBB\xBF\r\n \n4\r5", b"4"),
            (b"6", b"6"),
        ];
        for (text, line) in cases {
            assert_eq!(first_line(text), line);
        }
    }

    #[test]
    fn the_end_is_the_end() {
        let mut reader = Reader::new(b"7 \r\n\t8");
        assert_eq!(reader.word(), Some(&b"7"[..]));
        let error = reader.end().unwrap_err();
        assert_eq!(
            error.to_string(),
            "line 2, column 2: found `8`, expected the end of the input"
        );
        assert_eq!(reader.word(), Some(&b"8"[..]));
        assert_eq!((reader.word(), reader.end()), (None, Ok(())));
    }

    /// Where each word is takes as long as the words between, even if they all stand in one line.
    #[test]
    fn a_long_line_is_read_in_linear_time() {
        let text = "1 ".repeat(1_000_000);
        let mut reader = Reader::new(text.as_bytes());
        for word in 0..1_000_000 {
            let mark = reader.mark();
            assert_eq!((reader.line_of(mark), reader.line()), (1, 1));
            assert_eq!(reader.error_at(mark, "").column, 2 * word + 1);
            assert!(reader.word().is_some());
        }
    }

    proptest! {
        #[test]
        fn places_do_not_depend_on_those_asked_before(
            text in "[\u{feff}1\u{e9}\r\n ]{0,30}",
            marks in prop::collection::vec(0usize..60, 1..6),
        ) {
            let reader = Reader::new(text.as_bytes());
            for mark in marks {
                let fresh = Reader::new(text.as_bytes());
                prop_assert_eq!(reader.error_at(mark, ""), fresh.error_at(mark, ""));
            }
        }

        #[test]
        fn no_input_panics(text in prop::collection::vec(any::<u8>(), 0..200)) {
            let mut reader = Reader::new(&text);
            while reader.remaining() > 0 {
                if reader.number("a number", 0..=99).is_err() && reader.word().is_none() {
                    break;
                }
            }
            prop_assert_eq!(reader.end(), Ok(()));
        }
    }
}
