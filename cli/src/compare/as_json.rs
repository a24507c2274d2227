//! A comparison for programs: a line for each object, the first of which is the manifest, the last one `end`.

use std::io::Write;

use serde::Serialize;
use statewalk::catalog::entry::Offer;

use crate::compare::Comparison;
use crate::compare::claims;
use crate::compare::instances::Source;
use crate::compare::runs::Done;
use crate::fault::Outcome;
use crate::json::{Counters, Number, Seconds};

/// Which question, and which combination.
#[derive(Serialize)]
struct Asked<'a> {
    file: &'a str,
    puzzle: &'static str,
    question: usize,
    line: usize,
}

impl<'a> Asked<'a> {
    fn new(source: &'a Source<'_>, question: usize) -> Self {
        let asked = &source.questions[question];
        Self {
            file: &source.name,
            puzzle: source.puzzle(),
            question: asked.number + 1,
            line: asked.line,
        }
    }
}

/// Every run has every field, `null` where it has nothing to say, but `timing`, which is left out where it is not wanted.
#[derive(Serialize)]
struct Run<'a> {
    record: &'static str,
    order: usize,
    #[serde(flatten)]
    asked: Asked<'a>,
    strategy: &'static str,
    store: &'static str,
    heuristic: Option<&'static str>,
    repeat: u32,
    verdict: &'static str,
    cost: Option<Number>,
    proved: bool,
    lower: Option<Number>,
    limit: Option<&'a str>,
    reason: Option<&'a str>,
    stats: Counters,
    #[serde(skip_serializing_if = "Option::is_none")]
    timing: Option<Timing>,
}

#[derive(Serialize)]
struct Timing {
    reading: Option<Seconds>,
    solving: Option<Seconds>,
    process: Seconds,
}

#[derive(Serialize)]
struct Contradiction<'a> {
    record: &'static str,
    #[serde(flatten)]
    asked: Asked<'a>,
    claims: Vec<Claimed>,
}

#[derive(Serialize)]
struct Claimed {
    claim: &'static str,
    cost: Option<Number>,
    strategy: &'static str,
    store: &'static str,
    heuristic: Option<&'static str>,
}

/// Fewer runs than planned were interrupted.
#[derive(Serialize)]
struct End {
    record: &'static str,
    runs: usize,
    planned: usize,
    contradictions: usize,
}

/// Writes an object and the end of its line.
fn line(out: &mut impl Write, object: &impl Serialize) -> Outcome<()> {
    serde_json::to_writer(&mut *out, object)?;
    out.write_all(b"\n")?;
    Ok(())
}

/// Writes what the comparison is repeated from.
pub(super) fn write_manifest(out: &mut impl Write, comparison: &Comparison<'_>) -> Outcome<()> {
    line(out, &comparison.manifest)
}

/// Writes a run that is over.
pub(super) fn write_run(
    out: &mut impl Write,
    comparison: &Comparison<'_>,
    done: &Done,
) -> Outcome<()> {
    let Done { job, order, answer } = done;
    let source = &comparison.sources[job.source];
    let Offer {
        strategy,
        store,
        heuristic,
        ..
    } = source.offers[job.offer];
    let times = answer.times;
    let run = Run {
        record: "run",
        order: order + 1,
        asked: Asked::new(source, job.question),
        strategy,
        store,
        heuristic,
        repeat: job.repeat + 1,
        verdict: answer.verdict.word(),
        cost: answer.cost.map(Number::from),
        proved: answer.proved,
        lower: answer.lower.map(Number::from),
        limit: answer.limit.as_deref(),
        reason: answer.reason.as_deref(),
        stats: Counters::from(&answer.stats),
        timing: comparison.timing.then(|| Timing {
            reading: times.reading.map(Seconds),
            solving: times.solving.map(Seconds),
            process: Seconds(times.process),
        }),
    };
    line(out, &run)
}

/// Writes what contradicts each other, and that this was all.
pub(super) fn write_end(out: &mut impl Write, comparison: &Comparison<'_>) -> Outcome<()> {
    let contradictions = claims::contradictions(comparison);
    for found in &contradictions {
        let (source, question) = found.place;
        let claims = found.claims.iter().flat_map(|(claim, offers)| {
            offers.iter().map(|offer| Claimed {
                claim: claim.word(),
                cost: claim.cost().map(Number::from),
                strategy: offer.strategy,
                store: offer.store,
                heuristic: offer.heuristic,
            })
        });
        let contradiction = Contradiction {
            record: "contradiction",
            asked: Asked::new(&comparison.sources[source], question),
            claims: claims.collect(),
        };
        line(out, &contradiction)?;
    }
    let end = End {
        record: "end",
        runs: comparison.runs.done.len(),
        planned: comparison.runs.planned,
        contradictions: contradictions.len(),
    };
    line(out, &end)
}
