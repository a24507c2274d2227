//! Several generated instances in one file.

use std::borrow::Cow;

/// How the files of several instances, made from the same parameters, become one file with all their questions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Series {
    /// They stand one after another: a format of lines that are questions.
    Appended,
    /// All begin with the same line, which stands once.
    Headed,
    /// All begin with a line that is the number of their questions, which becomes the number of all.
    Counted {
        /// The most questions of a file.
        most: u64,
    },
}

impl Series {
    /// What the instance number `index` of `count`, from 0, with this `text` adds to the file. `None` if all
    /// of them are too many for a file, or if the text does not begin as it says.
    ///
    /// Time: one copy of the text at most.
    ///
    /// ```
    /// use statewalk::catalog::menu::Series;
    ///
    /// let series = Series::Counted { most: 100 };
    /// assert_eq!(series.part("2\na\nb\n", 0, 3).as_deref(), Some("6\na\nb\n"));
    /// assert_eq!(series.part("2\nc\nd\n", 1, 3).as_deref(), Some("c\nd\n"));
    /// assert_eq!(series.part("2\na\nb\n", 0, 51), None);
    /// ```
    #[must_use]
    pub fn part(self, text: &str, index: u64, count: u64) -> Option<Cow<'_, str>> {
        if self == Self::Appended {
            return Some(text.into());
        }
        let (first, rest) = text.split_once('\n')?;
        if index > 0 {
            return Some(rest.into());
        }
        let Self::Counted { most } = self else {
            return Some(text.into());
        };
        let all = first.trim().parse::<u64>().ok()?.checked_mul(count);
        let all = all.filter(|&all| all <= most)?;
        Some(format!("{all}\n{rest}").into())
    }
}
