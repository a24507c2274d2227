//! Numbers that are to be different ones of a range, as orders and boards are written.

use std::ops::RangeInclusive;

use super::InputError;
use super::lines::Line;

/// The different numbers of a range, read word by word; the first that cannot be among them is kept as a fault, so
/// that the rest can be read.
#[derive(Clone, Debug)]
pub struct Distinct {
    /// What a number is called in an error.
    what: &'static str,
    range: RangeInclusive<u16>,
    /// Whether `_` stands for 0.
    blank: bool,
    seen: Vec<bool>,
    numbers: Vec<u16>,
    fault: Option<InputError>,
}

impl Distinct {
    /// Numbers of `range`, called `what`.
    #[must_use]
    pub fn new(what: &'static str, range: RangeInclusive<u16>) -> Self {
        Self {
            what,
            range,
            blank: false,
            seen: Vec::new(),
            numbers: Vec::new(),
            fault: None,
        }
    }

    /// The same, where `_` stands for 0.
    #[must_use]
    pub fn with_blank(mut self) -> Self {
        self.blank = true;
        self
    }

    /// The same and `count` words of a line, from `first` on, which the line has.
    ///
    /// # Errors
    /// [`InputError`] at a word that is no number.
    pub fn and_words(
        mut self,
        line: &Line<'_>,
        first: usize,
        count: usize,
    ) -> Result<Self, InputError> {
        for index in first..first + count {
            let number = match line.word(index) {
                b"_" if self.blank => 0,
                _ => line.number(index, self.what, 0..=u64::MAX)?,
            };
            let fitting = u16::try_from(number).ok();
            let Some(number) = fitting.filter(|number| self.range.contains(number)) else {
                let (low, high) = (self.range.start(), self.range.end());
                self.fault(line, index, &format!("a number from {low} to {high}"));
                continue;
            };
            let place = usize::from(number);
            if self.seen.len() <= place {
                self.seen.resize(place + 1, false);
            }
            if std::mem::replace(&mut self.seen[place], true) {
                self.fault(line, index, "a number that is not there yet");
            }
            self.numbers.push(number);
        }
        Ok(self)
    }

    /// Whether there was no fault.
    #[must_use]
    pub fn is_right(&self) -> bool {
        self.fault.is_none()
    }

    fn fault(&mut self, line: &Line<'_>, index: usize, expected: &str) {
        if self.fault.is_none() {
            self.fault = Some(line.error_at(index, expected));
        }
    }

    /// The numbers.
    ///
    /// # Errors
    /// The first of them that is out of the range or there twice.
    pub fn into_numbers(self) -> Result<Vec<u16>, InputError> {
        self.fault.map_or(Ok(self.numbers), Err)
    }
}

#[cfg(test)]
mod tests {
    use super::Distinct;
    use crate::catalog::text::lines::Lines;

    #[test]
    fn the_first_fault_is_kept_and_the_rest_is_read() {
        let read = |text: &str, blank| {
            let mut lines = Lines::new(text.as_bytes(), 9);
            let line = lines.next_line().unwrap().unwrap();
            let empty = Distinct::new("n", 0..=3);
            let empty = if blank { empty.with_blank() } else { empty };
            let read = empty.and_words(&line, 0, line.len());
            read.and_then(Distinct::into_numbers)
                .map_err(|error| error.to_string())
        };
        assert_eq!(read("3 0 1", false), Ok(vec![3, 0, 1]));
        assert_eq!(read("3 _ 1", true), Ok(vec![3, 0, 1]));
        for (text, expected) in [
            ("3 _ 1", "line 1, column 3: found `_`, expected n"),
            (
                "3 4 3",
                "line 1, column 3: found `4`, expected a number from 0 to 3",
            ),
            (
                "3 99999 3",
                "line 1, column 3: found `99999`, expected a number from 0 to 3",
            ),
            (
                "3 3 4",
                "line 1, column 3: found `3`, expected a number that is not there yet",
            ),
            ("3 4 x", "line 1, column 5: found `x`, expected n"),
        ] {
            assert_eq!(read(text, false), Err(expected.to_owned()));
        }
    }
}
