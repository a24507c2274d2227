//! `statewalk audit`: holds the heuristics of a puzzle against the exact distances of a small space.

mod as_json;
mod as_text;

use std::io::Write;

use clap::Args;
use statewalk::catalog::menu::Settings;
use statewalk::catalog::report::Audited;
use statewalk::search::limits::Limit;

use crate::args::{Bounds, Context};
use crate::console;
use crate::exit::{self, Exit};
use crate::fault::{Fault, Outcome};
use crate::target::Target;

const EXAMPLES: &str = "\
Examples:
  statewalk audit tiles w=3 h=3
  statewalk audit tiles w=4 h=2 --heuristic manhattan
  statewalk audit --json pancake n=7";

/// What its exit codes mean.
const CODES: [(Exit, &str); 4] = [
    (
        Exit::Solved,
        "every heuristic is admissible and consistent on the whole space",
    ),
    (
        Exit::Settled,
        "a heuristic is not: an estimate is above the distance, or falls by more than an action costs",
    ),
    (
        Exit::Limit,
        "a limit was reached first, and nothing wrong was found before",
    ),
    (Exit::Broken, "the output cannot be written"),
];

/// Hold heuristics against exact distances: admissible, consistent, how far below
///
/// All states from which the goal can be reached are searched backward from it, in a hash of whole states. Of each the
/// estimate is compared with the distance, and with the estimates of the states before it.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES, after_long_help = exit::told(EXAMPLES, &CODES))]
pub(crate) struct Audit {
    #[command(flatten)]
    target: Target,

    /// The heuristic; `statewalk list NAME` shows those of a puzzle [default: all of them]
    #[arg(long, value_name = "NAME")]
    heuristic: Option<String>,

    /// One object for programs
    #[arg(long)]
    json: bool,

    /// Leave out how long it took
    #[arg(long)]
    no_timing: bool,

    #[command(flatten)]
    bounds: Bounds,
}

impl Audit {
    /// Runs the subcommand.
    pub(crate) fn run(&self, context: &Context<'_>) -> Outcome {
        let settings = Settings {
            limits: self.bounds.limits(context),
            threads: self.bounds.threads(),
            ..Settings::default()
        };
        let only = self.heuristic.as_deref();
        let audited = self
            .target
            .on(&settings.limits, context, |entry, text, params| {
                entry.audit(text, params, only, &settings)
            })?;
        let given = self.target.given()?;
        let mut out = console::stdout();
        let written = if self.json {
            as_json::write(&mut out, &audited, &given, !self.no_timing)
        } else {
            as_text::write(&mut out, &audited, &given)
        };
        match written.and_then(|()| Ok(out.flush()?)) {
            Err(Fault::ClosedPipe) | Ok(()) => {}
            Err(fault) => return Err(fault),
        }
        if !self.json && !self.no_timing {
            let time = console::duration(audited.iter().map(|found| found.time).sum());
            context.console.remark(&format!("audited in {time}"));
        }
        let exit = audited.iter().map(ended).max().unwrap_or(Exit::Solved);
        Ok(context.interrupt.worst(exit))
    }
}

/// What a heuristic was found to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Law {
    Holds,
    /// Nothing was found against it before a limit.
    Unknown,
    Broken,
}

impl Law {
    fn of(holds: bool, found: &Audited) -> Self {
        match (holds, found.audit.cut) {
            (false, _) => Self::Broken,
            (true, Some(_)) => Self::Unknown,
            (true, None) => Self::Holds,
        }
    }

    fn admissible(found: &Audited) -> Self {
        Self::of(found.audit.is_admissible(), found)
    }

    fn consistent(found: &Audited) -> Self {
        Self::of(found.audit.is_consistent(), found)
    }
}

/// How a command ends that found this. What is wrong is wrong, whatever else there is.
fn ended(found: &Audited) -> Exit {
    let laws = [Law::admissible(found), Law::consistent(found)];
    match found.audit.cut {
        _ if laws.contains(&Law::Broken) => Exit::Settled,
        Some(Limit::Cancelled) => Exit::Interrupted,
        Some(_) => Exit::Limit,
        None => Exit::Solved,
    }
}
