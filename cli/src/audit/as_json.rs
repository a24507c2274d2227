//! What an audit found, as JSON for programs.

use std::io::Write;

use serde::Serialize;
use statewalk::catalog::params::Params;
use statewalk::catalog::report::Audited;
use statewalk::distances::audit::{Falls, TooMuch};

use crate::audit::Law;
use crate::fault::Outcome;
use crate::json::{self, Document, Number, Seconds};

/// Writes all that was found, one entry of `timing` a heuristic, in seconds, if that is wanted.
pub(super) fn write(
    out: &mut impl Write,
    audited: &[Audited],
    given: &Params,
    timing: bool,
) -> Outcome<()> {
    let document = Document {
        command: "audit",
        parameters: given,
        list: ("heuristics", audited.iter().map(Finding::new).collect()),
        timing: timing.then(|| audited.iter().map(|found| Seconds(found.time)).collect()),
    };
    json::write(out, &document)
}

/// `admissible` and `consistent` are `null` where a limit came before anything was found against them, and `mean_error` where
/// nothing was looked at; `estimates` and `distances` are sums over all states.
#[derive(Serialize)]
struct Finding<'a> {
    puzzle: &'a str,
    heuristic: &'a str,
    complete: bool,
    states: Number,
    admissible: Option<bool>,
    consistent: Option<bool>,
    mean_error: Option<f64>,
    exact: Number,
    estimates: Number,
    distances: Number,
    too_much: Option<Above<'a>>,
    falls: Option<Fall<'a>>,
    limit: Option<&'static str>,
    reason: Option<String>,
}

/// An estimate above the distance; `null` says that it is a dead end.
#[derive(Serialize)]
struct Above<'a> {
    state: &'a str,
    estimate: Option<Number>,
    distance: Number,
}

/// An action along which the estimate falls by more than it costs.
#[derive(Serialize)]
struct Fall<'a> {
    state: &'a str,
    action: &'a str,
    cost: Number,
    before: Option<Number>,
    after: Number,
}

fn holds(law: Law) -> Option<bool> {
    match law {
        Law::Holds => Some(true),
        Law::Unknown => None,
        Law::Broken => Some(false),
    }
}

impl<'a> Finding<'a> {
    fn new(found: &'a Audited) -> Self {
        let audit = &found.audit;
        let above = |told: &'a TooMuch<String>| Above {
            state: &told.state,
            estimate: told.estimate.map(Number::from),
            distance: told.distance.into(),
        };
        let fall = |told: &'a Falls<String, String>| Fall {
            state: &told.state,
            action: &told.action,
            cost: told.cost.into(),
            before: told.before.map(Number::from),
            after: told.after.into(),
        };
        Self {
            puzzle: found.puzzle,
            heuristic: found.heuristic,
            complete: audit.cut.is_none(),
            states: audit.states.into(),
            admissible: holds(Law::admissible(found)),
            consistent: holds(Law::consistent(found)),
            mean_error: (audit.states > 0).then(|| audit.mean_error()),
            exact: audit.exact.into(),
            estimates: audit.estimates.into(),
            distances: audit.distances.into(),
            too_much: audit.too_much.as_ref().map(above),
            falls: audit.falls.as_ref().map(fall),
            limit: audit.cut.map(|limit| limit.word()),
            reason: audit.cut.map(|limit| limit.to_string()),
        }
    }
}
