//! A space that was enumerated, as JSON for programs.

use std::io::Write;

use serde::Serialize;
use statewalk::catalog::menu::LocalMaxima;
use statewalk::catalog::params::Params;
use statewalk::catalog::report::Exploration;
use statewalk::search::limits::Limit;

use crate::explore::total;
use crate::fault::Outcome;
use crate::json::{self, Counters, Document, Number, Seconds};

/// Writes all that was found, one entry of `timing` a space, in seconds, if that is wanted.
pub(super) fn write(
    out: &mut impl Write,
    explored: &[Exploration],
    given: &Params,
    timing: bool,
) -> Outcome<()> {
    let document = Document {
        command: "explore",
        parameters: given,
        list: ("spaces", explored.iter().map(Space::new).collect()),
        timing: timing.then(|| explored.iter().map(|space| Seconds(space.time)).collect()),
    };
    json::write(out, &document)
}

/// A space; `complete` tells whether its profile is whole.
#[derive(Serialize)]
struct Space<'a> {
    puzzle: &'a str,
    store: &'a str,
    direction: &'static str,
    origin: String,
    complete: bool,
    states: Number,
    depth: Option<usize>,
    profile: Vec<Number>,
    deepest: &'a [String],
    #[serde(skip_serializing_if = "Option::is_none")]
    local_maxima: Option<Maxima<'a>>,
    limit: Option<&'static str>,
    reason: Option<String>,
    /// Where it went on from; missing where it began at the beginning.
    #[serde(skip_serializing_if = "Option::is_none")]
    resumed: Option<Resumed>,
    stats: Counters,
}

/// Where an exploration stood when the checkpoint was made.
#[derive(Serialize)]
struct Resumed {
    /// The last layer that was complete.
    depth: Number,
    /// All that were met.
    states: Number,
}

/// Local maxima, if they were asked for and the whole space was seen; with `limit`, they are not known.
#[derive(Serialize)]
struct Maxima<'a> {
    count: Option<Number>,
    profile: Option<Vec<Number>>,
    first: Option<Vec<Maximum<'a>>>,
    limit: Option<&'static str>,
}

#[derive(Serialize)]
struct Maximum<'a> {
    depth: Number,
    state: &'a str,
}

impl<'a> Maxima<'a> {
    fn new(told: &'a Result<LocalMaxima<String>, Limit>) -> Self {
        let maxima = told.as_ref().ok();
        let profile = |maxima: &LocalMaxima<_>| {
            let counts = maxima.profile.iter();
            counts.map(|&count| count.into()).collect()
        };
        let first = |maxima: &'a LocalMaxima<String>| {
            let states = maxima.first.iter().map(|(state, depth)| Maximum {
                depth: (*depth).into(),
                state,
            });
            states.collect()
        };
        Self {
            count: maxima.map(|maxima| maxima.count().into()),
            profile: maxima.map(profile),
            first: maxima.map(first),
            limit: told.as_ref().err().map(Limit::word),
        }
    }
}

impl<'a> Space<'a> {
    fn new(space: &'a Exploration) -> Self {
        Self {
            puzzle: space.puzzle,
            store: space.store,
            direction: space.direction.word(),
            origin: space.origin.to_string(),
            complete: space.limit.is_none(),
            states: total(space).into(),
            depth: space.profile.len().checked_sub(1),
            profile: space.profile.iter().map(|&count| count.into()).collect(),
            deepest: &space.deepest,
            local_maxima: space.maxima.as_ref().map(Maxima::new),
            limit: space.limit.map(|limit| limit.word()),
            reason: space.limit.map(|limit| limit.to_string()),
            resumed: space.resumed.map(|from| Resumed {
                depth: from.depth.into(),
                states: from.states.into(),
            }),
            stats: Counters::from(&space.stats),
        }
    }
}
