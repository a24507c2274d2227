//! Reading instances whose lines are short records, word by word: for files of millions of lines.
//!
//! [`Lines`](super::lines::Lines) hands out whole lines, which takes a list of words for each. Here the words are read
//! where they stand, and a number takes a few nanoseconds; there are no remarks but those that the format has.

use std::ops::RangeInclusive;

use super::{InputError, Reader, quoted};

/// What an [`InputError`] found where a line ends too early.
const LINE_END: &str = "the end of the line";

/// A reader of lines, each of which begins with a word that says what follows.
///
/// ```
/// use statewalk::catalog::text::records::Records;
///
/// let mut records = Records::new(b"\xEF\xBB\xBFc two arcs\r\n\na 1 2 -7\r\na 2 3\r\n");
/// assert_eq!(records.next_line(), Some(&b"c"[..]));
/// records.skip_line();
/// assert_eq!(records.next_line(), Some(&b"a"[..]));
/// let node = |records: &mut Records| records.number("a node", 1..=9);
/// assert_eq!((node(&mut records), node(&mut records)), (Ok(1), Ok(2)));
/// assert_eq!(records.signed("a cost"), Ok(-7));
/// assert_eq!((records.end_line(), records.line()), (Ok(()), 3));
/// records.next_line();
/// let ends = (node(&mut records), node(&mut records), records.signed("a cost"));
/// let error = ends.2.unwrap_err().to_string();
/// assert_eq!(error, "line 4, column 6: found the end of the line, expected a cost");
/// ```
#[derive(Clone, Debug)]
pub struct Records<'a> {
    reader: Reader<'a>,
    /// The first byte of the line that is read.
    begin: usize,
}

impl<'a> Records<'a> {
    /// A reader in front of the first line of `text`.
    #[must_use]
    pub fn new(text: &'a [u8]) -> Self {
        let reader = Reader::new(text);
        let begin = reader.at;
        Self { reader, begin }
    }

    /// Goes on to the next word, whose line is then the one that is read, and returns it; `None` at the end of the text.
    /// The line before must have been ended, or its rest is taken for a line.
    #[inline]
    pub fn next_line(&mut self) -> Option<&'a [u8]> {
        self.begin = self.reader.mark();
        self.reader.word()
    }

    /// The number of the line that is read, from 1. Takes time in proportion to what lies between the last line or
    /// place that was asked for and this one.
    #[must_use]
    pub fn line(&self) -> usize {
        self.reader.line_of(self.begin)
    }

    /// The first word of the line that is read: a mark for [`error_at`](Self::error_at).
    #[must_use]
    pub fn begin(&self) -> usize {
        self.begin
    }

    /// Where the next word of the line begins, or where the line ends: a mark for [`error_at`](Self::error_at).
    #[inline]
    pub fn mark(&mut self) -> usize {
        while let Some(b' ' | b'\t' | b'\x0C') = self.byte() {
            self.reader.at += 1;
        }
        self.reader.at
    }

    #[inline]
    fn byte(&self) -> Option<u8> {
        self.reader.text.get(self.reader.at).copied()
    }

    /// Whether the line has no more words. The reader stands at a mark.
    #[inline]
    fn is_ended(&self) -> bool {
        matches!(self.byte(), None | Some(b'\n' | b'\r'))
    }

    /// The next word of the line, if it has one.
    #[inline]
    pub fn word(&mut self) -> Option<&'a [u8]> {
        self.mark();
        if self.is_ended() {
            return None;
        }
        self.reader.word()
    }

    /// The next word of the line as a whole number in `range`; `what` names it in the error.
    ///
    /// # Errors
    /// [`InputError`] if the line ends, the word is no whole number, or the number is out of range.
    #[inline]
    pub fn number(&mut self, what: &str, range: RangeInclusive<u64>) -> Result<u64, InputError> {
        let mark = self.mark();
        if self.is_ended() {
            return Err(self.error_at(mark, what));
        }
        self.reader.number(what, range)
    }

    /// The next word of the line as a whole number of 64 bits with a sign; `what` names it in the error.
    ///
    /// # Errors
    /// [`InputError`] if the line ends, the word is no whole number, or the number does not fit.
    #[inline]
    pub fn signed(&mut self, what: &str) -> Result<i64, InputError> {
        let mark = self.mark();
        let is_negative = self.byte() == Some(b'-');
        self.reader.at += usize::from(is_negative);
        let (first, mut value) = (self.reader.at, 0_i64);
        while let Some(digit) = self.byte().map(|byte| byte.wrapping_sub(b'0')) {
            if digit > 9 {
                break;
            }
            // Below 0, so that the least number fits.
            let next = value.checked_mul(10);
            match next.and_then(|next| next.checked_sub(i64::from(digit))) {
                Some(next) => value = next,
                None => return Err(self.wrong_signed(mark, what)),
            }
            self.reader.at += 1;
        }
        let ends = self.byte().is_none_or(|byte| byte.is_ascii_whitespace());
        let value = if is_negative {
            Some(value)
        } else {
            value.checked_neg()
        };
        match value {
            Some(value) if ends && self.reader.at > first => Ok(value),
            _ => Err(self.wrong_signed(mark, what)),
        }
    }

    #[cold]
    fn wrong_signed(&mut self, mark: usize, what: &str) -> InputError {
        self.reader.at = mark;
        if self.is_ended() {
            return self.error_at(mark, what);
        }
        let (low, high) = (i64::MIN, i64::MAX);
        self.error_at(mark, &format!("{what} (a whole number, {low} to {high})"))
    }

    /// Refuses anything but blanks in the rest of the line.
    ///
    /// # Errors
    /// [`InputError`] at the first word that is left.
    #[inline]
    pub fn end_line(&mut self) -> Result<(), InputError> {
        let mark = self.mark();
        if self.is_ended() {
            Ok(())
        } else {
            Err(self.error_at(mark, LINE_END))
        }
    }

    /// Passes over the rest of the line.
    pub fn skip_line(&mut self) {
        let rest = &self.reader.text[self.reader.at..];
        let ends = |&byte: &u8| byte == b'\n' || byte == b'\r';
        self.reader.at += rest.iter().position(ends).unwrap_or(rest.len());
    }

    /// An error at `mark`: what stands there was found - a word, the end of the line or of the input - and `expected`
    /// was expected.
    #[must_use]
    pub fn error_at(&self, mark: usize, expected: &str) -> InputError {
        let error = self.reader.error_at(mark, expected);
        match self.reader.text.get(mark) {
            Some(b'\n' | b'\r') => InputError {
                found: LINE_END.to_owned(),
                ..error
            },
            _ => error,
        }
    }

    /// An error at the end of the input, for a text that ends too early: `expected` was expected there.
    #[must_use]
    pub fn error_at_end(&self, expected: &str) -> InputError {
        self.reader.error_at(self.reader.text.len(), expected)
    }

    /// Refuses the next word of the line if it is not `word`.
    ///
    /// # Errors
    /// [`InputError`] at the word, or at the end of the line.
    pub fn expect(&mut self, word: &str) -> Result<(), InputError> {
        let mark = self.mark();
        if self.word() == Some(word.as_bytes()) {
            Ok(())
        } else {
            Err(self.error_at(mark, &quoted(word.as_bytes())))
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::Records;

    #[test]
    fn signed_numbers_are_whole_and_fit() {
        let read = |text: &str| Records::new(text.as_bytes()).signed("a cost");
        let good = [
            ("0", 0),
            ("-0", 0),
            ("7", 7),
            ("007\n", 7),
            ("9223372036854775807 ", i64::MAX),
            ("-9223372036854775808\r\n", i64::MIN),
        ];
        for (text, number) in good {
            assert_eq!(read(text), Ok(number), "{text:?}");
        }
        let range = "a cost (a whole number, -9223372036854775808 to 9223372036854775807)";
        let bad = [
            ("9223372036854775808", range),
            ("-9223372036854775809", range),
            ("99999999999999999999999999", range),
            ("1.5", range),
            ("1e3", range),
            ("-", range),
            ("--1", range),
            ("+1", range),
            ("x", range),
            ("\n1", "a cost"),
            ("", "a cost"),
        ];
        for (text, expected) in bad {
            let error = read(text).unwrap_err();
            assert_eq!((error.line, error.column), (1, 1), "{text:?}");
            assert_eq!(error.expected, expected, "{text:?}");
        }
    }

    #[test]
    fn lines_end_where_they_end() {
        let mut records = Records::new(b"p sp 3\t\r\ra 1 x\n  a\n");
        assert_eq!(records.next_line(), Some(&b"p"[..]));
        assert_eq!(records.expect("sp"), Ok(()));
        assert_eq!(records.number("n", 1..=9), Ok(3));
        let said = |error: Result<_, super::InputError>| error.unwrap_err().to_string();
        let end = "found the end of the line, expected ";
        assert_eq!(
            said(records.number("m", 1..=9).map(|_| ())),
            format!("line 1, column 8: {end}m")
        );
        assert_eq!(
            said(records.expect("x")),
            format!("line 1, column 8: {end}`x`")
        );
        assert_eq!((records.word(), records.end_line()), (None, Ok(())));
        assert_eq!(records.next_line(), Some(&b"a"[..]));
        assert_eq!((records.number("n", 1..=9), records.line()), (Ok(1), 3));
        assert_eq!(
            said(records.end_line()),
            "line 3, column 5: found `x`, expected the end of the line"
        );
        records.skip_line();
        assert_eq!(records.next_line(), Some(&b"a"[..]));
        let begin = records.begin();
        assert_eq!(
            records.error_at(begin, "b").to_string(),
            "line 4, column 3: found `a`, expected b"
        );
        assert_eq!((records.end_line(), records.next_line()), (Ok(()), None));
        assert_eq!(
            records.error_at_end("more").to_string(),
            "line 5, column 1: found the end of the input, expected more"
        );
    }

    proptest! {
        #[test]
        fn words_are_those_of_the_standard_library(text in "[-1a\r\n\t ]{0,40}") {
            let unix = text.replace("\r\n", "\n").replace('\r', "\n");
            let lines = unix.lines().map(|line| line.split_whitespace().collect::<Vec<_>>());
            let expected: Vec<Vec<&str>> = lines.filter(|words| !words.is_empty()).collect();
            let mut records = Records::new(text.as_bytes());
            let mut found = Vec::new();
            while let Some(first) = records.next_line() {
                let mut words = vec![first];
                words.extend(std::iter::from_fn(|| records.word()));
                prop_assert_eq!(records.end_line(), Ok(()));
                found.push(words);
            }
            let found: Vec<Vec<&str>> = found
                .iter()
                .map(|words| words.iter().map(|word| std::str::from_utf8(word).unwrap()).collect())
                .collect();
            prop_assert_eq!(found, expected);
        }

        #[test]
        fn numbers_are_those_of_the_standard_library(text in "-?[0-9]{0,21}") {
            let found = Records::new(text.as_bytes()).signed("a number").ok();
            prop_assert_eq!(found, text.parse().ok());
        }
    }
}
