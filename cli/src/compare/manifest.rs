//! What a comparison is repeated from: its command line, seed, version and limits, and the machine.

use std::thread;
use std::time::Duration;

use serde::Serialize;

use crate::compare::child::Program;
use crate::compare::instances::Source;
use crate::json::{Number, SCHEMA, Seconds};
use crate::machine::{self, Machine};

/// How the comparison was asked for.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Manifest<'a> {
    record: &'static str,
    schema: u32,
    command: &'static str,
    /// The version of the command line.
    pub(super) version: &'static str,
    /// The command line as it was typed.
    pub(super) line: &'a str,
    pub(super) seed: u64,
    /// How the order is drawn from the seed.
    order: &'static str,
    pub(super) repeat: u32,
    weight: String,
    width: String,
    /// The bytes of a transposition table, if they were given.
    #[serde(skip_serializing_if = "Option::is_none")]
    table: Option<Number>,
    threads: usize,
    limits: Bounded,
    /// How long it took to bring the pattern databases of a folder up to date, before the runs.
    #[serde(skip_serializing_if = "Option::is_none")]
    preparing: Option<Seconds>,
    /// How many runs there are to be.
    runs: usize,
    files: Vec<Listed<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) machine: Option<Told>,
}

/// The limits of each run, as they were given; `null` where none was.
#[derive(Clone, Debug, Serialize)]
struct Bounded {
    time: Option<Seconds>,
    memory: Option<Number>,
    max_states: Option<Number>,
    max_expansions: Option<Number>,
}

/// A file, and what was tried on it.
#[derive(Clone, Debug, Serialize)]
struct Listed<'a> {
    file: &'a str,
    puzzle: &'static str,
    options: &'a [String],
    bytes: usize,
    /// The checksum of its bytes, CRC-32 (IEEE), in hexadecimal digits.
    crc32: String,
    questions: usize,
    illegal: usize,
    combinations: Vec<Combination>,
}

#[derive(Clone, Debug, Serialize)]
struct Combination {
    strategy: &'static str,
    store: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    heuristic: Option<&'static str>,
    optimal: bool,
}

/// Where it ran. It is left out with the times, since it is another one elsewhere.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Told {
    #[serde(flatten)]
    machine: Machine,
    /// What each run could use at most, given or not.
    memory_limit: Option<Number>,
    build: &'static str,
}

impl<'a> Manifest<'a> {
    /// What `program` does on `sources` in so many runs.
    pub(super) fn new(
        line: &'a str,
        program: &Program<'_>,
        sources: &'a [Source<'a>],
        runs: usize,
        (preparing, timing): (Option<Duration>, bool),
    ) -> Self {
        let bounds = program.bounds;
        let limited = (program.memory < u64::MAX).then_some(program.memory);
        Self {
            record: "manifest",
            schema: SCHEMA,
            command: "compare",
            version: env!("CARGO_PKG_VERSION"),
            line,
            seed: program.seed,
            order: "ChaCha8",
            repeat: program.repeat,
            weight: program.tuning.weight.to_string(),
            width: program.tuning.width.to_string(),
            table: program.tuning.table.map(Number::from),
            threads: program.threads(),
            limits: Bounded {
                time: bounds.time.map(Seconds),
                memory: bounds.memory.map(Number::from),
                max_states: bounds.max_states.map(Number::from),
                max_expansions: bounds.max_expansions.map(Number::from),
            },
            preparing: preparing.map(Seconds),
            runs,
            files: sources.iter().map(listed).collect(),
            machine: timing.then(|| Told {
                machine: machine::about(thread::available_parallelism().ok()),
                memory_limit: limited.map(Number::from),
                build: if cfg!(debug_assertions) {
                    "with debug assertions"
                } else {
                    "optimised"
                },
            }),
        }
    }
}

fn listed<'a>(source: &'a Source<'a>) -> Listed<'a> {
    let combinations = source.offers.iter().map(|offer| Combination {
        strategy: offer.strategy,
        store: offer.store,
        heuristic: offer.heuristic,
        optimal: offer.optimal,
    });
    Listed {
        file: &source.name,
        puzzle: source.puzzle(),
        options: &source.options,
        bytes: source.text.len(),
        crc32: format!("{:08x}", crc32fast::hash(&source.text)),
        questions: source.questions.len(),
        illegal: source.illegal,
        combinations: combinations.collect(),
    }
}
