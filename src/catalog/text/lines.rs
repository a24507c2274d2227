//! Reading instances line by line, for formats in which a line end means something.

use std::ops::RangeInclusive;

use super::{InputError, Reader};

/// The lines of a text that hold words. What follows a `#` at the beginning of a word is a remark.
#[derive(Clone, Debug)]
pub struct Lines<'a> {
    reader: Reader<'a>,
    most: usize,
}

/// The words of one line, and where they are.
#[derive(Clone, Debug)]
pub struct Line<'a> {
    reader: Reader<'a>,
    /// Its number, from 1.
    pub number: usize,
    words: Vec<(usize, &'a [u8])>,
    /// The byte behind the last word.
    end: usize,
}

impl<'a> Lines<'a> {
    /// The lines of `text`, which may have at most `most` words each.
    #[must_use]
    pub fn new(text: &'a [u8], most: usize) -> Self {
        let reader = Reader::new(text);
        Self { reader, most }
    }

    /// The next line that holds a word; `None` at the end.
    ///
    /// # Errors
    /// [`InputError`] at the first word too many of a line.
    pub fn next_line(&mut self) -> Result<Option<Line<'a>>, InputError> {
        let mut words: Vec<(usize, &'a [u8])> = Vec::new();
        let mut end = self.reader.at;
        loop {
            let begin = self.reader.mark();
            // Line ends are blanks to the reader, so they lie between the words.
            let gap = &self.reader.text[end.min(begin)..begin];
            let ended = gap.iter().any(|&byte| byte == b'\n' || byte == b'\r');
            if ended && !words.is_empty() {
                break;
            }
            let Some(word) = self.reader.word() else {
                break;
            };
            if word.starts_with(b"#") {
                self.skip_line(begin);
                end = self.reader.at;
                continue;
            }
            if words.len() == self.most {
                let expected = format!("at most {} words in a line", self.most);
                return Err(self.reader.error_at(begin, &expected));
            }
            words.push((begin, word));
            end = begin + word.len();
        }
        let Some(&(first, _)) = words.first() else {
            return Ok(None);
        };
        if let Some(&(last, word)) = words.last() {
            end = last + word.len();
        }
        Ok(Some(Line {
            number: self.reader.line_of(first),
            reader: self.reader.clone(),
            words,
            end,
        }))
    }

    /// An error at the end of the input, for a text that ends too early: `expected` was expected there.
    #[must_use]
    pub fn error_at_end(&self, expected: &str) -> InputError {
        self.reader.error_at(self.reader.text.len(), expected)
    }

    /// Goes on at the end of the line of the byte `begin`.
    fn skip_line(&mut self, begin: usize) {
        let rest = &self.reader.text[begin..];
        let length = rest
            .iter()
            .position(|&byte| byte == b'\n' || byte == b'\r')
            .unwrap_or(rest.len());
        self.reader.at = begin + length;
    }
}

impl<'a> Line<'a> {
    /// How many words it has, at least one.
    #[must_use]
    #[expect(
        clippy::len_without_is_empty,
        reason = "a line without words is passed over"
    )]
    pub fn len(&self) -> usize {
        self.words.len()
    }

    /// The word at `index`; empty behind the last.
    #[must_use]
    pub fn word(&self, index: usize) -> &'a [u8] {
        self.words.get(index).map_or(&[], |&(_, word)| word)
    }

    /// All words.
    pub fn words(&self) -> impl Iterator<Item = &'a [u8]> + '_ {
        self.words.iter().map(|&(_, word)| word)
    }

    /// The word at `index` as a whole number in `range`; `what` names it in the error.
    ///
    /// # Errors
    /// As [`Reader::number`], and where the line ends before.
    pub fn number(
        &self,
        index: usize,
        what: &str,
        range: RangeInclusive<u64>,
    ) -> Result<u64, InputError> {
        let Some(&(begin, _)) = self.words.get(index) else {
            return Err(self.error_at(index, what));
        };
        let mut reader = self.reader.clone();
        reader.at = begin;
        reader.number(what, range)
    }

    /// An error at the word `index`, or at the end of the line if it has no such word: `expected` was
    /// expected there.
    #[must_use]
    pub fn error_at(&self, index: usize, expected: &str) -> InputError {
        if let Some(&(begin, _)) = self.words.get(index) {
            return self.reader.error_at(begin, expected);
        }
        let (line, column) = self.reader.place(self.end);
        InputError {
            line,
            column,
            found: "the end of the line".to_owned(),
            expected: expected.to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::Lines;

    fn words(text: &[u8]) -> Vec<(usize, Vec<String>)> {
        let mut lines = Lines::new(text, 100);
        let mut found = Vec::new();
        while let Some(line) = lines.next_line().unwrap() {
            let words = line
                .words()
                .map(|w| String::from_utf8_lossy(w).into_owned());
            found.push((line.number, words.collect()));
        }
        found
    }

    #[test]
    fn lines_are_told_apart_by_any_line_end_and_remarks_are_passed_over() {
        let text = b"\xEF\xBB\xBF\n# one\n 1 2\r\n3\r4 # four\n\n#\n5 #6\n#";
        let expected = [(3, "1 2"), (4, "3"), (5, "4"), (8, "5")];
        let found = words(text);
        let shown: Vec<_> = found
            .iter()
            .map(|(n, words)| (*n, words.join(" ")))
            .collect();
        let shown: Vec<_> = shown.iter().map(|(n, line)| (*n, line.as_str())).collect();
        assert_eq!(shown, expected);
        assert_eq!(words(b""), []);
        assert_eq!(words(b" \n# \n"), []);
    }

    #[test]
    fn errors_name_the_word_or_the_end_of_the_line() {
        let mut lines = Lines::new(b"\n 1 x 2 \n3 4 5 6", 3);
        let line = lines.next_line().unwrap().unwrap();
        assert_eq!((line.len(), line.number(0, "n", 0..=9)), (3, Ok(1)));
        let said = |index| line.number(index, "n", 0..=9).unwrap_err().to_string();
        assert_eq!(said(1), "line 2, column 4: found `x`, expected n (0 to 9)");
        assert_eq!(
            said(3),
            "line 2, column 7: found the end of the line, expected n"
        );
        assert_eq!((line.word(1), line.word(3)), (&b"x"[..], &b""[..]));
        assert_eq!(
            lines.error_at_end("more").to_string(),
            "line 3, column 8: found the end of the input, expected more"
        );
        let many = lines.next_line().unwrap_err().to_string();
        assert_eq!(
            many,
            "line 3, column 7: found `6`, expected at most 3 words in a line"
        );
    }

    proptest! {
        #[test]
        fn lines_are_those_of_the_standard_library(text in "[1a#\n ]{0,40}") {
            let expected: Vec<(usize, Vec<String>)> = (1..)
                .zip(text.lines())
                .map(|(number, line)| {
                    let words = line.split_whitespace().take_while(|w| !w.starts_with('#'));
                    (number, words.map(str::to_owned).collect())
                })
                .filter(|(_, words): &(usize, Vec<String>)| !words.is_empty())
                .collect();
            prop_assert_eq!(words(text.as_bytes()), expected);
        }
    }
}
