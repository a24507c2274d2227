//! `statewalk completions`: what a shell needs to complete command lines.

use std::io::Write;

use clap::{Args, Command};
use clap_complete::Shell;

use crate::console;
use crate::exit::Exit;
use crate::fault::Outcome;

const EXAMPLES: &str = "\
Examples:
  statewalk completions bash > ~/.local/share/bash-completion/completions/statewalk
  statewalk completions fish > ~/.config/fish/completions/statewalk.fish";

/// Write the completions of a shell
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Completions {
    /// The shell
    shell: Shell,
}

impl Completions {
    /// Runs the subcommand; `command` is the whole command line of the `program`.
    pub(crate) fn run(&self, mut command: Command, program: &str) -> Outcome {
        // The generator panics where it cannot write, so it writes to memory.
        let mut text = Vec::new();
        clap_complete::generate(self.shell, &mut command, program, &mut text);
        let mut out = console::stdout();
        out.write_all(&text)?;
        out.flush()?;
        Ok(Exit::Solved)
    }
}
