//! Files that belong together: one that is given, and one that it names.

/// A file that another one does not do without, such as the map of a scenario.
///
/// A program looks for it, by the [option](Self::option) if that is given and by the [name](Self::name) otherwise, and
/// puts its text behind that of the first one, on a line of its own. The reader gets both as one text, which may as well be
/// a file of its own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Companion {
    /// What it is, for messages: `the map of the scenario`.
    pub what: &'static str,
    /// What it is called in the text: a path, as whoever wrote it had it.
    pub name: String,
    /// The line and the column of that name, from 1.
    pub place: (usize, usize),
    /// The option of the puzzle that tells where it is.
    pub option: &'static str,
}
