//! Measured encodings as JSON for programs.

use std::io::Write;

use serde::Serialize;
use statewalk::catalog::laboratory::{Inverse, Measured, Moves, Run, RunEnd, Spread};
use statewalk::catalog::params::Params;
use statewalk::catalog::report::Trials;
use statewalk::store::advice::Advice;

use crate::fault::Outcome;
use crate::json::{self, Document, Number, Seconds, Whole};

/// Writes all that was measured. `timing` is one list a space, of one entry a run, in their order, if that is wanted.
pub(super) fn write(
    out: &mut impl Write,
    trials: &[Trials],
    given: &Params,
    timing: bool,
) -> Outcome<()> {
    let document = Document {
        command: "encodings",
        parameters: given,
        list: ("spaces", trials.iter().map(Space::new).collect()),
        timing: timing.then(|| trials.iter().map(times).collect()),
    };
    json::write(out, &document)
}

#[derive(Serialize)]
struct Space<'a> {
    puzzle: &'a str,
    origin: String,
    encodings: Vec<Entry<'a>>,
}

#[derive(Serialize)]
struct Entry<'a> {
    name: &'a str,
    summary: &'a str,
    refused: Option<&'a str>,
    bits: Number,
    ranks: Option<Number>,
    waste: Option<f64>,
    inverse: Option<Test<'a>>,
    moves: Option<Moved<'a>>,
    differ: Option<&'a str>,
    advice: Option<Advised<'a>>,
    runs: Vec<Ran<'a>>,
}

/// The inverse test; `holds` is `null` where it was not finished.
#[derive(Serialize)]
struct Test<'a> {
    holds: Option<bool>,
    exhaustive: Option<bool>,
    ranks: Option<Number>,
    walked: Option<Number>,
    seed: Option<Number>,
    law: Option<&'a str>,
    states: Option<&'a [String]>,
    limit: Option<&'static str>,
}

/// The moves test; `holds` is `null` where it was not finished.
#[derive(Serialize)]
struct Moved<'a> {
    holds: Option<bool>,
    walked: Option<Number>,
    seed: Option<Number>,
    law: Option<&'a str>,
    limit: Option<&'static str>,
}

#[derive(Serialize)]
pub(super) struct Advised<'a> {
    store: String,
    bytes: Option<Whole>,
    fits: bool,
    reason: &'a str,
}

#[derive(Serialize)]
struct Ran<'a> {
    store: &'a str,
    complete: bool,
    states: Number,
    depth: Option<Number>,
    peak_bytes: Number,
    bits_per_state: Option<f64>,
    limit: Option<&'static str>,
    reason: Option<String>,
}

#[derive(Serialize)]
struct Time<'a> {
    encoding: &'a str,
    store: &'a str,
    rank_ns: Option<Quartiles>,
    unrank_ns: Option<Quartiles>,
    rank_each_ns: Option<Quartiles>,
    unrank_each_ns: Option<Quartiles>,
    sweep: Seconds,
}

#[derive(Serialize)]
struct Quartiles {
    low: f64,
    median: f64,
    high: f64,
}

impl From<Spread> for Quartiles {
    fn from(spread: Spread) -> Self {
        let Spread { low, median, high } = spread;
        Self { low, median, high }
    }
}

impl<'a> Space<'a> {
    fn new(space: &'a Trials) -> Self {
        Self {
            puzzle: space.puzzle,
            origin: space.origin.to_string(),
            encodings: space.encodings.iter().map(Entry::new).collect(),
        }
    }
}

impl<'a> Entry<'a> {
    fn new(measured: &'a Measured) -> Self {
        Self {
            name: measured.name,
            summary: measured.summary,
            refused: measured.refused.as_deref(),
            bits: measured.bits.into(),
            ranks: measured.size.map(Number::from),
            waste: measured.waste(),
            inverse: measured.inverse.as_ref().map(Test::new),
            moves: measured.moves.as_ref().map(Moved::new),
            differ: measured.differ.as_deref(),
            advice: measured.advice.as_ref().map(Advised::new),
            runs: measured.runs.iter().map(Ran::new).collect(),
        }
    }
}

impl<'a> Advised<'a> {
    pub(super) fn new(advice: &'a Advice) -> Self {
        Self {
            store: advice.kind.to_string(),
            bytes: advice.bytes.map(Whole),
            fits: advice.fits,
            reason: &advice.reason,
        }
    }
}

impl<'a> Test<'a> {
    fn new(inverse: &'a Inverse) -> Self {
        let nothing = Self {
            holds: None,
            exhaustive: None,
            ranks: None,
            walked: None,
            seed: None,
            law: None,
            states: None,
            limit: None,
        };
        match inverse {
            Inverse::Holds {
                ranks,
                exhaustive,
                walked,
                seed,
            } => Self {
                holds: Some(true),
                exhaustive: Some(*exhaustive),
                ranks: Some((*ranks).into()),
                walked: Some((*walked).into()),
                seed: Some((*seed).into()),
                ..nothing
            },
            Inverse::Broken(example) => Self {
                holds: Some(false),
                law: Some(&example.law),
                states: Some(&example.states),
                ..nothing
            },
            Inverse::Unfinished(limit) => Self {
                limit: Some(limit.word()),
                ..nothing
            },
        }
    }
}

impl<'a> Moved<'a> {
    fn new(moves: &'a Moves) -> Self {
        let (mut holds, mut drawn, mut law, mut reached) = (None, None, None, None);
        match moves {
            Moves::Hold { walked, seed } => {
                holds = Some(true);
                drawn = Some((*walked, *seed));
            }
            Moves::Broken(why) => {
                holds = Some(false);
                law = Some(why.as_str());
            }
            Moves::Unfinished(limit) => reached = Some(limit.word()),
        }
        Self {
            holds,
            walked: drawn.map(|(walked, _)| walked.into()),
            seed: drawn.map(|(_, seed)| seed.into()),
            law,
            limit: reached,
        }
    }
}

impl<'a> Ran<'a> {
    fn new(run: &'a Run) -> Self {
        let (limit, reason) = match &run.end {
            RunEnd::Whole => (None, None),
            RunEnd::Limit(limit) => (Some(limit.word()), Some(limit.to_string())),
            RunEnd::Refused(why) => (None, Some(why.clone())),
        };
        Self {
            store: run.store,
            complete: run.end == RunEnd::Whole,
            states: run.states.into(),
            depth: run.depth.map(Number::from),
            peak_bytes: run.peak_bytes.into(),
            bits_per_state: run.bits_a_state(),
            limit,
            reason,
        }
    }
}

fn times(space: &Trials) -> Vec<Time<'_>> {
    let of = |measured: &'_ Measured| {
        let name = measured.name;
        let time = move |run: &Run| Time {
            encoding: name,
            store: run.store,
            rank_ns: run.timing.rank.map(Quartiles::from),
            unrank_ns: run.timing.unrank.map(Quartiles::from),
            rank_each_ns: run.timing.rank_each.map(Quartiles::from),
            unrank_each_ns: run.timing.unrank_each.map(Quartiles::from),
            sweep: Seconds(run.timing.sweep),
        };
        measured.runs.iter().map(time).collect::<Vec<_>>()
    };
    space.encodings.iter().flat_map(of).collect()
}
