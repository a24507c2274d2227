//! The command line of Statewalk: solves, explores, generates and checks puzzles by name.
//!
//! The program `statewalk` is [`run`] over the puzzles of the project. A program of your own is the
//! same over yours.

mod args;
mod check;
mod columns;
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
mod patience;
mod solve;
mod suggest;
mod svg;
mod target;
mod units;
mod written;

use std::ffi::OsString;
use std::path::Path;
use std::process::ExitCode;
use std::time::Instant;

use clap::{CommandFactory, Parser, Subcommand};
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
  statewalk solve --json --time 10s - < boards.txt

Exit codes, from best to worst; the worst wins:
  0  every question is solved        1  settled, at least one has no plan
  3  a limit was reached first       4  a plan did not replay, or the output cannot be written
  2  bad usage or bad input        130  interrupted";

/// A search engine for puzzles and other state spaces.
#[derive(Debug, Parser)]
#[command(name = "statewalk", version, after_help = EXAMPLES, max_term_width = 100)]
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
    Generate(generate::Generate),
    Explore(explore::Explore),
    Encodings(encodings::Encodings),
    Check(check::Check),
    List(list::List),
    Completions(completions::Completions),
}

/// Runs one command line over `puzzles` and returns what the process should end with.
///
/// `args` are the words of the command line, the name of the program first, as [`std::env::args_os`] gives
/// them. Answers go to standard output, everything else to standard error. It sets a handler for
/// interrupts, and the second interrupt ends the process, so a program calls it once.
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
    let cli = match Cli::try_parse_from(&args) {
        Ok(cli) => cli,
        Err(error) => {
            let printed = error.print();
            let exit = if error.use_stderr() {
                Exit::Bad
            } else {
                // Help goes to standard output, as answers do.
                printed.map_or_else(|error| ended(&error.into()), |()| Exit::Solved)
            };
            return exit.code().into();
        }
    };
    let program = args.first().and_then(|path| Path::new(path).file_stem());
    let program = program
        .and_then(|name| name.to_str())
        .unwrap_or("statewalk");
    let console = Console {
        quiet: cli.quiet,
        color: cli.color,
    };
    let context = Context {
        begin,
        console,
        interrupt: Interrupt::listen(),
        puzzles: Puzzles(puzzles),
    };
    let outcome = match &cli.command {
        Command::Solve(command) => command.run(&context),
        Command::Generate(command) => command.run(&context),
        Command::Explore(command) => command.run(&context),
        Command::Encodings(command) => command.run(&context),
        Command::Check(command) => command.run(&context),
        Command::List(command) => command.run(&context),
        Command::Completions(command) => command.run(Cli::command(), program),
    };
    let exit = outcome.unwrap_or_else(|fault| ended(&fault));
    exit.code().into()
}

/// Says why a command ended early, and how the process should end.
fn ended(fault: &Fault) -> Exit {
    console::explain(fault);
    match fault {
        Fault::Said { exit, .. } => *exit,
        Fault::ClosedPipe => Exit::Solved,
    }
}

/// The code of the page for readers, compiled as a test.
#[cfg(doctest)]
mod pages {
    #[doc = include_str!("../../docs/own-program.md")]
    struct OwnProgram;
}
