//! The command line as people and scripts meet it: bytes in, bytes and an exit code out.

mod commands;
mod companions;
mod comparisons;
mod defaults;
#[cfg(unix)]
mod examples;
mod formats;
#[cfg(unix)]
mod kills;
mod nonsense;
mod plans;
mod seeds;
mod strategies;
mod streams;

use std::path::{Path, PathBuf};
use std::process::Output;

use assert_cmd::Command;

/// The root of the repository, where every command runs.
fn root() -> PathBuf {
    let cli = Path::new(env!("CARGO_MANIFEST_DIR"));
    cli.parent().expect("the package has a parent").to_owned()
}

/// The program, to be run in the root without settings from the environment.
fn program() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_statewalk"));
    command.current_dir(root());
    for name in ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE"] {
        command.env_remove(name);
    }
    command
}

/// What a run gave.
#[derive(Debug, PartialEq, Eq)]
struct Run {
    code: Option<i32>,
    stdout: String,
    stderr: String,
}

impl From<Output> for Run {
    fn from(output: Output) -> Self {
        Self {
            code: output.status.code(),
            stdout: String::from_utf8_lossy(&output.stdout).into_owned(),
            stderr: String::from_utf8_lossy(&output.stderr).into_owned(),
        }
    }
}

/// Runs the program with these words and this standard input.
fn run(words: &[&str], stdin: impl Into<Vec<u8>>) -> Run {
    let output = program().args(words).write_stdin(stdin).output();
    output.expect("the program starts").into()
}

/// The same, the words separated by blanks.
fn run_line(line: &str, stdin: impl Into<Vec<u8>>) -> Run {
    run(&line.split_whitespace().collect::<Vec<_>>(), stdin)
}
