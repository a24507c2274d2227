//! `statewalk completions`: what a shell needs to complete command lines.

use std::io::Write;

use clap::{Args, Command};
use clap_complete::Shell;

use crate::args::Context;
use crate::console;
use crate::exit::Exit;
use crate::fault::Outcome;
use crate::program;

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
    /// Runs the subcommand; `command` is the whole command line.
    pub(crate) fn run(&self, command: Command, context: &Context<'_>) -> Outcome {
        // A shell that offers only the values that it is told would offer no files.
        let files = !matches!(self.shell, Shell::Zsh | Shell::Fish);
        let mut command = program::with_values(command, context.puzzles, files);
        let program = context.console.program;
        // The generator panics where it cannot write, so it writes to memory.
        let mut text = Vec::new();
        clap_complete::generate(self.shell, &mut command, program, &mut text);
        let mut out = console::stdout();
        out.write_all(&text)?;
        out.flush()?;
        Ok(Exit::Solved)
    }
}
