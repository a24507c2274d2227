//! The perfect hash of declared fields: its size, and the store that such a space takes.

use std::io::Write;

use clap::Args;
use serde::Serialize;
use statewalk::encoding::builder::{BuilderError, Field};
use statewalk::encoding::error::EncodingError;
use statewalk::memory::in_units;
use statewalk::store::advice::{Advice, Demand};
use statewalk::words::counted;

use crate::columns::aligned;
use crate::console;
use crate::encodings::as_json::Advised;
use crate::encodings::fields::{Declared, Written};
use crate::exit::Exit;
use crate::fault::{Fault, Outcome};
use crate::json::{self, SCHEMA, Whole};
use crate::units;

/// What is known of a space whose fields are declared.
#[derive(Debug, Args)]
pub(super) struct Known {
    /// Some action cannot be undone by one of the same cost
    #[arg(long, requires = "fields")]
    directed: bool,

    /// Actions differ in cost
    #[arg(long, requires = "fields")]
    weighted: bool,

    /// Only which states are reached matters, or how many: no distances, no plans
    #[arg(long, requires = "fields")]
    no_distances: bool,

    /// So many states will be reached, not all
    #[arg(long, value_name = "COUNT", requires = "fields", value_parser = units::count, allow_negative_numbers = true)]
    states: Option<u64>,

    /// No distance is larger than this
    #[arg(long, value_name = "DISTANCE", requires = "fields", value_parser = units::distance, allow_negative_numbers = true)]
    largest: Option<i64>,
}

impl Known {
    /// Refuses what speaks of fields where none are declared; clap's own rule gives way where a puzzle is named.
    pub(super) fn only_with_fields(&self) -> Outcome<()> {
        let given = self.directed
            || self.weighted
            || self.no_distances
            || self.states.is_some()
            || self.largest.is_some();
        if given {
            let options = "--directed, --weighted, --no-distances, --states and --largest";
            return Err(Fault::bad(format!("{options} speak of --fields")));
        }
        Ok(())
    }
}

/// Tells what comes out of `text` under so many bytes of memory.
pub(super) fn run(text: &str, known: &Known, memory: u64, json: bool) -> Outcome {
    let declared = Declared::parse(text)?;
    let composed = Composed::of(&declared, known, memory)?;
    let mut out = console::stdout();
    let written = if json {
        json::write(&mut out, &composed.document())
    } else {
        composed.write(&mut out)
    };
    match written.and_then(|()| Ok(out.flush()?)) {
        Err(Fault::ClosedPipe) | Ok(()) => {}
        Err(fault) => return Err(fault),
    }
    Ok(if composed.advice.fits {
        Exit::Solved
    } else {
        Exit::Limit
    })
}

struct Composed<'a> {
    declared: &'a Declared,
    /// How many values each field has.
    values: Vec<u128>,
    ranks: u128,
    /// Whether 64 bits number all ranks.
    ranked: bool,
    advice: Advice,
}

/// The bits of the largest of so many numbers from 0 on.
fn bits(values: u128) -> u32 {
    u128::BITS - values.saturating_sub(1).leading_zeros()
}

impl<'a> Composed<'a> {
    fn of(declared: &'a Declared, known: &Known, memory: u64) -> Outcome<Self> {
        let refused = |error| declared.refused(&error);
        let ranks = declared.builder.size().map_err(refused)?;
        let ranked = match declared.builder.build::<Vec<u8>>() {
            Ok(_) => true,
            Err(BuilderError::Together(EncodingError::TooLarge { .. })) => false,
            Err(error) => return Err(refused(error)),
        };
        let value = |(name, field): (&str, &Field)| {
            let name = name.to_owned();
            match field.size() {
                Ok(0) => Err(declared.without_values(&name)),
                Ok(values) => Ok(values),
                Err(why) => Err(refused(BuilderError::Field { name, why })),
            }
        };
        let values = declared.builder.fields().map(value);
        let values = values.collect::<Outcome<_>>()?;
        if let Some(states) = known.states.filter(|&states| u128::from(states) > ranks) {
            let message =
                format!("--states: found {states}, expected at most {ranks}, the number of ranks");
            return Err(Fault::bad(message));
        }
        let demand = Demand {
            ranks,
            states: known.states,
            state_bytes: declared.builder.bytes() as u64,
            undoable: !known.directed,
            unit_costs: !known.weighted,
            distances: !known.no_distances,
            largest: known.largest,
            // Which actions there are is not declared.
            planes: None,
            memory,
        };
        Ok(Self {
            declared,
            values,
            ranks,
            ranked,
            advice: Advice::for_demand(&demand),
        })
    }

    fn write(&self, out: &mut impl Write) -> Outcome<()> {
        let head = ["field", "kind", "values", "bits", "bytes"];
        let mut rows = vec![head.map(str::to_owned)];
        for (written, &values) in self.declared.fields.iter().zip(&self.values) {
            rows.push([
                written.name.clone(),
                written.words.clone(),
                values.to_string(),
                bits(values).to_string(),
                written.field.bytes().to_string(),
            ]);
        }
        out.write_all(aligned(&rows, 2).as_bytes())?;
        let ranks = counted(self.ranks, "rank");
        let bits = counted(bits(self.ranks), "bit");
        let bytes = in_units(self.declared.builder.bytes() as u128);
        writeln!(out, "{ranks} of {bits}; a state is {bytes}")?;
        writeln!(out, "store: {}", self.advice)?;
        Ok(())
    }

    fn document(&self) -> Document<'_> {
        let fields = self.declared.fields.iter().zip(&self.values);
        let field = |(written, &values): (&'a Written, &u128)| Entry {
            name: &written.name,
            kind: &written.words,
            values: Whole(values),
            bits: bits(values),
            bytes: written.field.bytes(),
        };
        Document {
            schema: SCHEMA,
            command: "encodings",
            fields: fields.map(field).collect(),
            ranks: Whole(self.ranks),
            bits: bits(self.ranks),
            bytes: self.declared.builder.bytes(),
            ranked: self.ranked,
            advice: Advised::new(&self.advice),
        }
    }
}

#[derive(Serialize)]
struct Document<'a> {
    schema: u32,
    command: &'static str,
    fields: Vec<Entry<'a>>,
    ranks: Whole,
    /// Of the largest rank.
    bits: u32,
    /// Of a state.
    bytes: usize,
    /// Whether 64 bits number all ranks, so that there is an encoding.
    ranked: bool,
    advice: Advised<'a>,
}

#[derive(Serialize)]
struct Entry<'a> {
    name: &'a str,
    kind: &'a str,
    values: Whole,
    bits: u32,
    bytes: usize,
}
