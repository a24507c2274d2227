//! How the program ends: one exit code for a whole command, the worst thing that happened.

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
        }
    }
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
