//! Which puzzle a file is of: sniffed, or named.

use statewalk::catalog::entry::{Entry, Failure};
use statewalk::catalog::params::Params;
use statewalk::catalog::text::quoted;
use statewalk_puzzles::PUZZLES;

use crate::fault::{Fault, Outcome};
use crate::input::Input;

/// The names of all puzzles.
pub(crate) fn names() -> Vec<&'static str> {
    PUZZLES.iter().map(|entry| entry.card().name).collect()
}

/// The puzzle called `name`; `what` says what kind of name it is.
pub(crate) fn named(what: &str, name: &str) -> Outcome<&'static dyn Entry> {
    statewalk_puzzles::puzzle(name).ok_or_else(|| Fault::unknown(what, name, &names()))
}

/// The puzzles whose format `head`, the beginning of an input, may be.
fn candidates(head: &[u8]) -> impl Iterator<Item = &'static dyn Entry> {
    let entries = PUZZLES.iter().map(AsRef::as_ref);
    entries.filter(move |entry| entry.sniff(head))
}

/// Refuses an input whose beginning is of no known format.
pub(crate) fn judge(name: &str, head: &[u8]) -> Outcome<()> {
    if candidates(head).next().is_some() {
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
    let formats: Vec<_> = PUZZLES
        .iter()
        .map(|entry| {
            format!(
                "\n  {}: {}",
                entry.card().name,
                one_line(entry.card().format)
            )
        })
        .collect();
    let hint = format!(
        "these formats are known; --format NAME chooses one:{}",
        formats.concat()
    );
    Err(Fault::bad(message).with_hint(Some(hint)))
}

/// `text` on one line.
pub(crate) fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The puzzle that `input` is of. `judge` has accepted its beginning.
pub(crate) fn sniffed(input: &Input, options: &Params) -> Outcome<&'static dyn Entry> {
    let found: Vec<_> = candidates(&input.text).collect();
    if let [only] = found[..] {
        return Ok(only);
    }
    choose(input, options, &found)
}

/// The one of `found` that can read the whole of `input`.
fn choose(
    input: &Input,
    options: &Params,
    found: &[&'static dyn Entry],
) -> Outcome<&'static dyn Entry> {
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

    use super::{choose, named};
    use crate::fault::Fault;
    use crate::input::Input;

    /// The name of the puzzle that is chosen among `found`, or what is said.
    fn chosen(text: &str, found: &[&str]) -> Result<&'static str, String> {
        let found: Vec<_> = found
            .iter()
            .map(|name| named("puzzle", name).unwrap())
            .collect();
        let input = Input {
            name: "f".to_owned(),
            text: text.as_bytes().to_vec(),
        };
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
