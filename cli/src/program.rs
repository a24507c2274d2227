//! The command line under the name of the program that it is built into, and what shells complete in it.

use std::ffi::OsString;

use clap::builder::{PossibleValuesParser, StyledStr};
use clap::{Arg, Command};
use statewalk::catalog::entry::Entry;
use statewalk::catalog::menu::Direction;

use crate::format::Puzzles;

/// What the texts of the command line call the program.
pub(crate) const NAME: &str = "statewalk";

/// `text` with `program` in place of the name that it was written with.
pub(crate) fn renamed(text: &str, program: &str) -> String {
    text.replace(NAME, program)
}

/// The same for a hint, which may hold words of the user: only commands to type are renamed.
pub(crate) fn renamed_commands(hint: &str, program: &str) -> String {
    hint.replace(&format!("`{NAME} "), &format!("`{program} "))
}

/// `command` with its subcommands as `program` shows it: its help and its usage.
pub(crate) fn named(command: Command, program: &'static str) -> Command {
    let command = command.name(program).bin_name(program);
    if program == NAME {
        return command;
    }
    // The version is that of the command line, not of the program around it.
    let version = concat!("over statewalk ", env!("CARGO_PKG_VERSION"));
    retold(command.version(version), program)
}

/// The command line `args` of `program`, as a shell reads it.
pub(crate) fn line(program: &str, args: &[OsString]) -> String {
    let words = args
        .iter()
        .skip(1)
        .map(|word| quoted(&word.to_string_lossy()));
    let words = [program.to_owned()].into_iter().chain(words);
    words.collect::<Vec<_>>().join(" ")
}

/// A word that a shell takes for one.
fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_alphanumeric() || "-_./,:=+%@".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', "'\\''"))
}

fn retold(mut command: Command, program: &str) -> Command {
    let told = |text: Option<&StyledStr>| text.map(|text| renamed(&text.to_string(), program));
    if let Some(text) = told(command.get_long_about()) {
        command = command.long_about(text);
    }
    if let Some(text) = told(command.get_after_help()) {
        command = command.after_help(text);
    }
    if let Some(text) = told(command.get_after_long_help()) {
        command = command.after_long_help(text);
    }
    command = command.mut_args(|mut arg| {
        if let Some(text) = told(arg.get_help()) {
            arg = arg.help(text);
        }
        if let Some(text) = told(arg.get_long_help()) {
            arg = arg.long_help(text);
        }
        arg
    });
    within(command, |inner| retold(inner, program))
}

/// `command` with `puzzles` and what they offer as the values that shells complete. `files`: whether the shell
/// offers files too where a value may be the name of a puzzle or a file.
pub(crate) fn with_values(command: Command, puzzles: Puzzles<'_>, files: bool) -> Command {
    let command = command.mut_args(|arg| valued(arg, puzzles, files));
    within(command, |inner| with_values(inner, puzzles, files))
}

fn valued(arg: Arg, puzzles: Puzzles<'_>, files: bool) -> Arg {
    let entries = || puzzles.iter();
    let mut values: Vec<&'static str> = match arg.get_id().as_str() {
        "puzzle" | "format" => puzzles.names(),
        "space" if files => puzzles.names(),
        "strategy" | "strategies" => entries()
            .flat_map(Entry::offers)
            .map(|offer| offer.strategy)
            .collect(),
        "heuristic" | "heuristics" => {
            let leading = entries().flat_map(Entry::offers);
            let leading = leading.filter_map(|offer| offer.heuristic);
            leading
                .chain(entries().flat_map(Entry::auditable))
                .collect()
        }
        "store" | "stores" => {
            let solving = entries().flat_map(Entry::offers);
            let ways = [Direction::Forward, Direction::Backward];
            let exploring = entries().flat_map(|entry| ways.map(|way| entry.explorers(way)));
            let solving = solving.map(|offer| offer.store);
            solving.chain(exploring.flatten()).collect()
        }
        "encoding" => entries()
            .flat_map(Entry::encodings)
            .map(|(name, _)| name)
            .collect(),
        _ => return arg,
    };
    values.sort_unstable();
    values.dedup();
    arg.value_parser(PossibleValuesParser::new(values))
}

/// `command` with its subcommands changed.
fn within(mut command: Command, change: impl Fn(Command) -> Command) -> Command {
    let names = command.get_subcommands().map(Command::get_name);
    let names: Vec<_> = names.map(str::to_owned).collect();
    for name in names {
        command = command.mut_subcommand(name, &change);
    }
    command
}

#[cfg(test)]
mod tests {
    use super::line;

    #[test]
    fn a_shell_reads_the_same_words() {
        let args = ["/usr/bin/x", "a", "b c", "", "it's", "k=v", "$HOME"].map(Into::into);
        assert_eq!(line("x", &args), "x a 'b c' '' 'it'\\''s' k=v '$HOME'");
    }
}
