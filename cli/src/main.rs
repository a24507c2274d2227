//! The program `statewalk`: the command line over the puzzles of the project.

use std::process::ExitCode;

use statewalk_puzzles::PUZZLES;

fn main() -> ExitCode {
    statewalk_cli::run(&PUZZLES, std::env::args_os())
}
