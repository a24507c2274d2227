//! The command line of Statewalk: solves, explores, generates and checks puzzles by name.
//!
//! The program `statewalk` is [`run`] over the puzzles of the project. A program of your own is the
//! same over yours.

mod args;
mod audit;
mod check;
mod columns;
mod companion;
mod compare;
mod completions;
mod console;
mod encodings;
mod exit;
mod explore;
mod fault;
mod format;
mod generate;
mod headings;
mod input;
mod interrupt;
mod json;
mod list;
mod machine;
mod patience;
mod plans;
mod program;
mod solve;
mod suggest;
mod svg;
mod target;
mod units;
mod usage;
mod written;

use std::ffi::OsString;
use std::path::Path;
use std::process::ExitCode;
use std::time::Instant;

use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};
use statewalk::catalog::entry::Entry;

use crate::args::Context;
use crate::console::{Color, Console};
use crate::exit::Exit;
use crate::fault::Fault;
use crate::format::Puzzles;
use crate::interrupt::Interrupt;

const EXAMPLES: &str = "\
Examples:
  statewalk list
  statewalk solve puzzles/instances/magic/two-boards.txt
  statewalk solve --json --time 10s - < boards.txt";

/// What exit codes mean where a command does not say it in words of its own.
const CODES: [(Exit, &str); 4] = [
    (Exit::Solved, "every question is solved"),
    (
        Exit::Settled,
        "every question is settled, and at least one has no plan",
    ),
    (Exit::Limit, "a limit was reached first"),
    (
        Exit::Broken,
        "a plan did not replay, or the output cannot be written",
    ),
];

/// A search engine for puzzles and other state spaces.
#[derive(Debug, Parser)]
#[command(
    name = program::NAME,
    version,
    after_help = exit::told(EXAMPLES, &CODES),
    max_term_width = 100
)]
struct Cli {
    #[command(subcommand)]
    command: Command,

    /// Say nothing but answers and errors
    #[arg(long, short, global = true, help_heading = "General")]
    quiet: bool,

    /// When to colour the output; `NO_COLOR` in the environment is obeyed
    #[arg(
        long,
        global = true,
        help_heading = "General",
        value_enum,
        default_value_t,
        value_name = "WHEN"
    )]
    color: Color,
}

#[derive(Debug, Subcommand)]
enum Command {
    Solve(solve::Solve),
    Plans(plans::Plans),
    Generate(generate::Generate),
    Explore(explore::Explore),
    Encodings(encodings::Encodings),
    Audit(audit::Audit),
    Compare(compare::Compare),
    Check(check::Check),
    List(list::List),
    Completions(completions::Completions),
}

/// Runs one command line over `puzzles` and returns what the process should end with.
///
/// `args` are the words of the command line, the name of the program first, as [`std::env::args_os`] gives
/// them. Answers go to standard output, everything else to standard error. It sets handlers for
/// interrupts and for files that pass the limit on their size, and the second interrupt ends the process, so a program
/// calls it once.
///
/// ```no_run
/// use std::process::ExitCode;
///
/// fn main() -> ExitCode {
///     statewalk_cli::run(&statewalk_puzzles::PUZZLES, std::env::args_os())
/// }
/// ```
pub fn run(puzzles: &[Box<dyn Entry>], args: impl IntoIterator<Item = OsString>) -> ExitCode {
    let begin = Instant::now();
    let args: Vec<OsString> = args.into_iter().collect();
    let program = args.first().and_then(|path| Path::new(path).file_stem());
    let program = program.and_then(|name| name.to_str());
    // A command line keeps its name for good, and there is one a process.
    let program: &'static str = String::from(program.unwrap_or(program::NAME)).leak();
    let mut command = program::named(Cli::command(), program);
    let parsed = command.try_get_matches_from_mut(&args);
    let cli = match parsed.and_then(|matches| Cli::from_arg_matches(&matches)) {
        Ok(cli) => cli,
        Err(error) => return refused(program, &error).code().into(),
    };
    machine::outlive_limits_on_files();
    let console = Console {
        program,
        quiet: cli.quiet,
        color: cli.color,
    };
    let line = program::line(program, &args);
    let context = Context {
        begin,
        line: &line,
        console,
        interrupt: Interrupt::listen(),
        puzzles: Puzzles(puzzles),
    };
    let outcome = match &cli.command {
        Command::Solve(command) => command.run(&context),
        Command::Plans(command) => command.run(&context),
        Command::Generate(command) => command.run(&context),
        Command::Explore(command) => command.run(&context),
        Command::Encodings(command) => command.run(&context),
        Command::Audit(command) => command.run(&context),
        Command::Compare(command) => command.run(&context),
        Command::Check(command) => command.run(&context),
        Command::List(command) => command.run(&context),
        Command::Completions(completions) => {
            completions.run(program::named(Cli::command(), program), &context)
        }
    };
    let exit = outcome.unwrap_or_else(|fault| ended(program, &fault));
    exit.code().into()
}

/// Says why there is no command to run: help that was asked for, or a wrong command line.
fn refused(program: &str, error: &clap::Error) -> Exit {
    if let Some(fault) = usage::wrong_value(error) {
        return ended(program, &fault);
    }
    let printed = error.print();
    if error.use_stderr() {
        return Exit::Bad;
    }
    // Help goes to standard output, as answers do.
    printed.map_or_else(|error| ended(program, &error.into()), |()| Exit::Solved)
}

/// Says why a command ended early, and how the process should end.
fn ended(program: &str, fault: &Fault) -> Exit {
    console::explain(program, fault);
    match fault {
        Fault::Said { exit, .. } => *exit,
        Fault::ClosedPipe => Exit::Solved,
    }
}

#[cfg(test)]
mod tests {
    use clap::{Command, CommandFactory};

    use super::Cli;

    /// The long options of `command` and of its subcommands, with where they are.
    fn options(command: &Command, found: &mut Vec<(String, String)>) {
        let longs = command.get_arguments().filter_map(clap::Arg::get_long);
        let name = command.get_name();
        found.extend(longs.map(|long| (name.to_owned(), format!("--{long}"))));
        for inner in command.get_subcommands() {
            options(inner, found);
        }
    }

    #[test]
    fn the_page_names_every_command_and_option() {
        let page = include_str!("../../docs/cli.md");
        let words = page.split(|c: char| !(c.is_ascii_alphanumeric() || c == '-'));
        let said = |option: &str| words.clone().any(|word| word == option);
        let mut found = Vec::new();
        options(&Cli::command(), &mut found);
        assert!(found.len() > 40, "{found:?}");
        found.retain(|(_, option)| !said(option));
        assert!(found.is_empty(), "docs/cli.md lacks {found:?}");
        for command in Cli::command().get_subcommands() {
            assert!(page.contains(&format!("## {}\n", command.get_name())));
        }
    }

    #[test]
    fn every_long_help_tells_the_exit_codes() {
        for command in Cli::command().get_subcommands_mut() {
            let name = command.get_name().to_owned();
            let tells = command
                .render_long_help()
                .to_string()
                .contains("\nExit codes, ");
            assert_eq!(
                tells,
                !["list", "completions"].contains(&&name[..]),
                "{name}"
            );
        }
    }
}

/// The code of the page for readers, compiled as a test.
#[cfg(doctest)]
mod pages {
    #[doc = include_str!("../../docs/own-program.md")]
    struct OwnProgram;
}
