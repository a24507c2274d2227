//! What an exploration would take, as text and as JSON.

use std::collections::BTreeMap;
use std::io::Write;

use serde::Serialize;
use statewalk::catalog::params::Params;
use statewalk::catalog::report::Foretold;

use crate::console::{describe, timed};
use crate::fault::Outcome;
use crate::json::{self, Number, SCHEMA, Seconds};

pub(super) fn write_text(
    out: &mut impl Write,
    foretold: &[Foretold],
    given: &Params,
) -> Outcome<()> {
    let given = given.iter().fold(String::new(), |told, (name, value)| {
        told + " " + name + "=" + value
    });
    for (index, space) in foretold.iter().enumerate() {
        let number = numbered(index, foretold.len());
        let (puzzle, store, way) = (space.puzzle, space.store, space.direction.word());
        writeln!(out, "# {puzzle}{given}{number}, forecast on {store}, {way}")?;
        for line in describe(&space.forecast, false) {
            writeln!(out, "{line}")?;
        }
    }
    Ok(())
}

/// What was measured, in words, for the spaces where something was.
pub(super) fn times(foretold: &[Foretold]) -> Vec<String> {
    let spaces = foretold.iter().enumerate();
    let times = spaces.filter_map(|(index, space)| {
        let number = numbered(index, foretold.len());
        timed(&space.forecast).map(|time| time + &number)
    });
    times.collect()
}

fn numbered(index: usize, all: usize) -> String {
    if all > 1 {
        format!(", space {}", index + 1)
    } else {
        String::new()
    }
}

/// One entry of `timing` a space, in seconds; `null` where nothing was measured.
#[derive(Serialize)]
struct Document<'a> {
    schema: u32,
    command: &'static str,
    parameters: BTreeMap<&'a str, &'a str>,
    forecasts: Vec<Space<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    timing: Option<Vec<Option<Seconds>>>,
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
}

pub(super) fn write_json(
    out: &mut impl Write,
    foretold: &[Foretold],
    given: &Params,
    timing: bool,
) -> Outcome<()> {
    let space = |space: &Foretold| Space {
        puzzle: space.puzzle,
        store: space.store,
        direction: space.direction.word(),
        ranks: space.forecast.ranks.map(Number::from),
        least_bytes: space.forecast.least.map(Number::from),
        most_bytes: space.forecast.most.map(Number::from),
        disk_bytes: space.forecast.disk.map(Number::from),
    };
    let time = |space: &Foretold| {
        let (rate, ranks) = (space.forecast.rate?, space.forecast.ranks?);
        Some(Seconds(rate.time_of(ranks)))
    };
    let document = Document {
        schema: SCHEMA,
        command: "explore",
        parameters: given.iter().collect(),
        forecasts: foretold.iter().map(space).collect(),
        timing: timing.then(|| foretold.iter().map(time).collect()),
    };
    json::write(out, &document)
}
