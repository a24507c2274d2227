//! Which puzzle a file is of: sniffed, or named.

use std::fmt;

use statewalk::catalog::entry::{Entry, Failure};
use statewalk::catalog::params::Params;
use statewalk::catalog::text::{Reader, quoted};

use crate::fault::{Fault, Outcome};
use crate::input::Input;

/// The puzzles that the program knows.
#[derive(Clone, Copy)]
pub(crate) struct Puzzles<'a>(pub(crate) &'a [Box<dyn Entry>]);

impl fmt::Debug for Puzzles<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.names()).finish()
    }
}

/// So much of an input is tried by every reader.
const HEAD: usize = 1 << 16;

/// What a puzzle makes of the beginning of an input.
struct Trial<'a> {
    entry: &'a dyn Entry,
    /// Whether its reader reads all of it, or up to where it was cut.
    whole: bool,
    /// The line and the column of what it cannot read.
    place: (usize, usize),
    /// Whether it found the end of the text instead of something.
    ended: bool,
    meaning: Meaning,
}

/// How far a text is meant for a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Meaning {
    None,
    /// It looks so.
    Sniffed,
    /// Options were given that the puzzle knows: such an option names its puzzle.
    Named,
}

impl Trial<'_> {
    fn is_meant(&self) -> bool {
        self.meaning > Meaning::None
    }
}

impl<'a> Puzzles<'a> {
    /// All of them, in order.
    pub(crate) fn iter(self) -> impl Iterator<Item = &'a dyn Entry> {
        self.0.iter().map(AsRef::as_ref)
    }

    /// Their names.
    pub(crate) fn names(self) -> Vec<&'static str> {
        self.iter().map(|entry| entry.card().name).collect()
    }

    /// The puzzle called `name`.
    pub(crate) fn get(self, name: &str) -> Option<&'a dyn Entry> {
        self.iter().find(|entry| entry.card().name == name)
    }

    /// The same; `what` says what kind of name it is.
    pub(crate) fn named(self, what: &str, name: &str) -> Outcome<&'a dyn Entry> {
        let found = self.get(name);
        found.ok_or_else(|| Fault::unknown(what, name, &self.names()))
    }

    /// What each puzzle makes of the beginning of `text`; one that does not know the options that were given, without them.
    fn trials(self, text: &[u8], options: &Params) -> Vec<Trial<'a>> {
        let cut = text.get(..HEAD).unwrap_or(text);
        let last = cut.iter().rposition(u8::is_ascii_whitespace);
        // A word that is cut in two is no word.
        let head = match last.filter(|_| cut.len() < text.len()) {
            Some(last) => &cut[..last],
            None => cut,
        };
        let end = Reader::new(head).error_at(head.trim_ascii_end().len(), "");
        let (end, none) = ((end.line, end.column), Params::default());
        let tried = self.iter().map(|entry| {
            let named = !options.is_empty() && options.expect_only(entry.card().options).is_ok();
            let place = match entry.read(head, if named { options } else { &none }) {
                Ok(()) => (usize::MAX, 0),
                // What ends too early was read no further than to its last word.
                Err(Failure::Input(error)) => (error.line, error.column).min(end),
                // A reader that refuses the value of an option did not come to the text.
                Err(_) => (0, 0),
            };
            let cut = head.len() < text.len();
            Trial {
                entry,
                whole: place.0 == usize::MAX || cut && place >= end,
                place,
                ended: place == end,
                meaning: match (named, entry.sniff(head)) {
                    (true, _) => Meaning::Named,
                    (false, true) => Meaning::Sniffed,
                    (false, false) => Meaning::None,
                },
            }
        });
        tried.collect()
    }

    /// The puzzles that `text` may be of: of those that it is meant for, the ones that read it, or else that options name, or
    /// else that come furthest. Where it is meant for none, those that come furthest beyond the first line can tell what is
    /// wrong; but one that reads it all the same must be named, since that may be chance.
    fn candidates(self, text: &[u8], options: &Params) -> Vec<&'a dyn Entry> {
        let first = first_line_number(text);
        let trials = self.trials(text, options);
        // A text of nothing but remarks is read to its end by many.
        let strays = |t: &&Trial<'_>| !t.whole && !t.ended && t.place.0 > first;
        let is_meant = trials.iter().any(Trial::is_meant);
        if !is_meant && trials.iter().any(|trial| trial.whole) {
            return Vec::new();
        }
        let likely = { trials.iter() }.filter(|t| if is_meant { t.is_meant() } else { strays(t) });
        let rank = |trial: &Trial<'_>| (trial.whole, trial.meaning, trial.place);
        let best = likely.clone().map(rank).max();
        let best = likely.filter(|&trial| Some(rank(trial)) == best);
        best.map(|trial| trial.entry).collect()
    }

    /// Refuses an input whose beginning is of no known format.
    pub(crate) fn judge(self, name: &str, head: &[u8], options: &Params) -> Outcome<()> {
        if !self.candidates(head, options).is_empty() {
            return Ok(());
        }
        let mut message = if head.trim_ascii().is_empty() {
            format!("{name}:1:1: found no words, expected an instance of a puzzle")
        } else {
            let bare = head.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(head);
            let mut lines = bare.split(|&byte| byte == b'\n').enumerate();
            let (index, line) = lines
                .find(|(_, line)| !line.trim_ascii().is_empty())
                .unwrap_or((0, bare));
            let found = quoted(line.trim_ascii());
            let line = index + 1;
            format!("{name}:{line}:1: found {found}, expected the beginning of a known format")
        };
        if head.starts_with(b"\xFF\xFE") || head.starts_with(b"\xFE\xFF") {
            message.push_str(" (this looks like UTF-16; save it as UTF-8)");
        }
        let trials = self.trials(head, options);
        let able = trials.iter().filter(|trial| trial.whole);
        let able: Vec<_> = able.map(|trial| trial.entry.card().name).collect();
        let hint = if able.is_empty() {
            self.formats()
        } else {
            let all = able.join(" and --format ");
            format!(
                "it does not look like a file of {}, but --format {all} reads it",
                able.join(" or of ")
            )
        };
        Err(Fault::bad(message).with_hint(Some(hint)))
    }

    /// The names of all formats, as a hint.
    fn formats(self) -> String {
        let names = self.names().join(", ");
        format!(
            "the known formats are {names}; --format NAME chooses one, and `statewalk list NAME` shows it"
        )
    }

    /// The puzzle whose reader can read the whole of `text`, if one can.
    pub(crate) fn whole(self, text: &[u8]) -> Option<&'a dyn Entry> {
        let options = Params::default();
        self.iter().find(|entry| entry.read(text, &options).is_ok())
    }

    /// The puzzle that `input` is of. `judge` has accepted its beginning.
    pub(crate) fn sniffed(self, input: &Input, options: &Params) -> Outcome<&'a dyn Entry> {
        let found = self.candidates(&input.text, options);
        if found.is_empty() {
            // Its beginning looked otherwise as long as the rest was not there.
            self.judge(&input.name, &input.text, options)?;
        }
        if let [only] = found[..] {
            return Ok(only);
        }
        choose(input, options, &found).map_err(|fault| match fault {
            Fault::Said { hint: None, .. } => fault.with_hint(Some(self.formats())),
            fault => fault,
        })
    }
}

/// The number of the first line with a word.
fn first_line_number(text: &[u8]) -> usize {
    Reader::new(text).line()
}

/// `text` on one line.
pub(crate) fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The one of `found` that can read the whole of `input`.
fn choose<'a>(input: &Input, options: &Params, found: &[&'a dyn Entry]) -> Outcome<&'a dyn Entry> {
    let mut fitting = Vec::new();
    let mut failures: Vec<(&'static str, Failure)> = Vec::new();
    for &entry in found {
        match entry.read(&input.text, options) {
            Ok(()) => fitting.push(entry),
            Err(failure) => failures.push((entry.card().name, failure)),
        }
    }
    match fitting[..] {
        [only] => Ok(only),
        [] => {
            let each = failures.iter().map(|(name, failure)| {
                let fault = Fault::from_failure(failure, Some(&input.name));
                match fault {
                    Fault::Said { message, .. } => format!("\n  as {name}: {message}"),
                    Fault::ClosedPipe => String::new(),
                }
            });
            let each: String = each.collect();
            Err(Fault::bad(format!(
                "{}: it begins like several formats and is none of them:{each}",
                input.name
            )))
        }
        _ => {
            let names: Vec<_> = fitting.iter().map(|entry| entry.card().name).collect();
            let names = names.join(" and as ");
            let message = format!("{}: it can be read as {names}", input.name);
            let hint = "choose one with --format NAME".to_owned();
            Err(Fault::bad(message).with_hint(Some(hint)))
        }
    }
}

#[cfg(test)]
mod tests {
    use statewalk::catalog::params::Params;

    use super::{Puzzles, choose};
    use crate::fault::Fault;
    use crate::input::Input;

    /// The name of the puzzle that is chosen among `found`, or what is said.
    fn chosen(text: &str, found: &[&str]) -> Result<&'static str, String> {
        let found: Vec<_> = found
            .iter()
            .map(|name| {
                Puzzles(&statewalk_puzzles::PUZZLES)
                    .named("puzzle", name)
                    .unwrap()
            })
            .collect();
        let input = Input::new("f".to_owned(), text.as_bytes().to_vec());
        match choose(&input, &Params::default(), &found) {
            Ok(entry) => Ok(entry.card().name),
            Err(Fault::Said { message, hint, .. }) => Err(message + &hint.unwrap_or_default()),
            Err(Fault::ClosedPipe) => Err(String::new()),
        }
    }

    #[test]
    fn one_reader_wins_and_two_are_refused() {
        assert_eq!(chosen("1 1 1", &["kings", "magic"]), Ok("magic"));
        assert_eq!(chosen("1 1\n1\n1", &["kings", "magic"]), Ok("kings"));
        let two = chosen("1 1 1", &["magic", "magic"]).unwrap_err();
        assert!(
            two.contains("as magic and as magic") && two.contains("--format"),
            "{two}"
        );
        let none = chosen("1 1\nx", &["kings", "magic"]).unwrap_err();
        assert!(none.contains("\n  as kings: f:2:1: found `x`"), "{none}");
        assert!(none.contains("\n  as magic: f:2:1: found `x`"), "{none}");
    }
}
