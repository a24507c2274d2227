//! How the program ends: one exit code for a whole command, the worst thing that happened.

use std::fmt::Write;

/// What happened, from best to worst.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Exit {
    /// Every question is solved.
    Solved,
    /// Every question is settled, and at least one has no plan (or a checked plan is wrong).
    Settled,
    /// A limit was reached first (or a question to check is said to have no plan).
    Limit,
    /// The program contradicts itself, or cannot write.
    Broken,
    /// Bad usage or bad input.
    Bad,
    /// It was interrupted.
    Interrupted,
    /// What is said to be proved is wrong: strategies contradict each other.
    Contradicted,
}

impl Exit {
    /// The code that the operating system is told.
    pub(crate) fn code(self) -> u8 {
        match self {
            Self::Solved => 0,
            Self::Settled => 1,
            Self::Limit => 3,
            Self::Broken => 4,
            Self::Bad => 2,
            Self::Interrupted => 130,
            Self::Contradicted => 5,
        }
    }
}

/// Bad usage and bad input, and interrupts, end every command alike.
const SHARED: [(Exit, &str); 2] = [
    (Exit::Bad, "bad usage or bad input"),
    (Exit::Interrupted, "interrupted"),
];

/// The end of a help: `examples`, and the exit codes with what they mean, from best to worst.
pub(crate) fn told(examples: &str, meanings: &[(Exit, &str)]) -> String {
    let mut text = format!("{examples}\n\nExit codes, from best to worst; the worst wins:");
    let mut all: Vec<_> = meanings.iter().chain(&SHARED).collect();
    all.sort_by_key(|(exit, _)| *exit);
    for (exit, meaning) in all {
        // Writing to a string cannot fail.
        let _ = write!(text, "\n  {:>3}  {meaning}", exit.code());
    }
    text
}

#[cfg(test)]
mod tests {
    use super::Exit;

    #[test]
    fn the_worst_wins() {
        let worst = [Exit::Limit, Exit::Bad, Exit::Settled, Exit::Broken];
        assert_eq!(worst.iter().max().map(|exit| exit.code()), Some(2));
        assert!(Exit::Interrupted > Exit::Bad && Exit::Settled > Exit::Solved);
    }
}
