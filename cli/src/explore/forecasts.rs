//! What an exploration would take, as text and as JSON.

use std::io::Write;

use serde::Serialize;
use statewalk::catalog::params::Params;
use statewalk::catalog::report::Foretold;
use statewalk::memory::Memory;
use statewalk::words::counted;

use crate::console::{describe, timed};
use crate::fault::Outcome;
use crate::headings;
use crate::json::{self, Document, Number, Seconds};

pub(super) fn write_text(
    out: &mut impl Write,
    foretold: &[Foretold],
    given: &Params,
    memory: &Memory,
) -> Outcome<()> {
    let given = headings::given(given);
    for (index, space) in foretold.iter().enumerate() {
        let number = headings::numbered(index, foretold.len());
        let (puzzle, store, way) = (space.puzzle, space.store, space.direction.word());
        writeln!(out, "# {puzzle}{given}{number}, forecast on {store}, {way}")?;
        for line in describe(&space.forecast, false) {
            writeln!(out, "{line}")?;
        }
        if space.forecast.lacks(memory).is_some() {
            let left = memory.limit().saturating_sub(memory.used());
            writeln!(
                out,
                "it does not fit: there is room for {}",
                counted(left, "byte")
            )?;
        }
    }
    Ok(())
}

/// What was measured, in words, for the spaces where something was.
pub(super) fn times(foretold: &[Foretold]) -> Vec<String> {
    let spaces = foretold.iter().enumerate();
    let times = spaces.filter_map(|(index, space)| {
        let number = headings::numbered(index, foretold.len());
        timed(&space.forecast).map(|time| time + &number)
    });
    times.collect()
}

#[derive(Serialize)]
struct Space<'a> {
    puzzle: &'a str,
    store: &'a str,
    direction: &'static str,
    ranks: Option<Number>,
    least_bytes: Option<Number>,
    most_bytes: Option<Number>,
    disk_bytes: Option<Number>,
    /// Whether it can begin in the memory that is left; `null` where that is not known.
    fits: Option<bool>,
}

/// Writes all forecasts, one entry of `timing` a space, in seconds, if that is wanted; `null` where nothing was measured.
pub(super) fn write_json(
    out: &mut impl Write,
    foretold: &[Foretold],
    given: &Params,
    (memory, timing): (&Memory, bool),
) -> Outcome<()> {
    let space = |space: &Foretold| Space {
        puzzle: space.puzzle,
        store: space.store,
        direction: space.direction.word(),
        ranks: space.forecast.ranks.map(Number::from),
        least_bytes: space.forecast.least.map(Number::from),
        most_bytes: space.forecast.most.map(Number::from),
        disk_bytes: space.forecast.disk.map(Number::from),
        fits: space
            .forecast
            .least
            .map(|_| space.forecast.lacks(memory).is_none()),
    };
    let time = |space: &Foretold| space.forecast.time().map(Seconds);
    let document = Document {
        command: "explore",
        parameters: given,
        list: ("forecasts", foretold.iter().map(space).collect()),
        timing: timing.then(|| foretold.iter().map(time).collect()),
    };
    json::write(out, &document)
}
