//! Macros of a puzzle: found for its patterns, or read and proved.

use std::io::Write;
use std::path::Path;

use serde::Serialize;
use statewalk::catalog::entry::Entry;
use statewalk::catalog::macro_text::{self, MacroText};
use statewalk::catalog::params::Params;
use statewalk::catalog::report::{MacroRow, Macros};
use statewalk::cost::Cost;
use statewalk::macro_table::Finding;
use statewalk::search::limits::{Limit, Limits};

use crate::args::Context;
use crate::console;
use crate::exit::Exit;
use crate::fault::{Fault, Outcome};
use crate::input;
use crate::json::{self, SCHEMA};

/// Finds the macros of a puzzle.
pub(super) fn found(
    entry: &dyn Entry,
    words: &[String],
    limits: &Limits,
    context: &Context<'_>,
) -> Outcome<Macros> {
    let params = Params::parse(words)?;
    let mut progress = context.console.progress();
    let macros = context
        .interrupt
        .during(|| entry.macros(&params, limits, &mut progress));
    drop(progress);
    macros.map_err(|failure| Fault::from_failure(&failure, None))
}

/// Reads macros from a file and proves them.
pub(super) fn read(
    name: Option<&str>,
    file: &Path,
    limits: &Limits,
    context: &Context<'_>,
) -> Outcome<Macros> {
    let input = input::read(file, "a table of macros", limits, |_, _| Ok(()))?;
    let refused = |failure| Fault::from_failure(&failure, Some(&input.name));
    let text = MacroText::read(&input.text).map_err(|error| refused(error.into()))?;
    if let Some(name) = name.filter(|name| *name != text.puzzle) {
        let (file, puzzle) = (&input.name, &text.puzzle);
        return Err(Fault::bad(format!(
            "{file}: found macros of {puzzle}, expected those of {name}"
        )));
    }
    let entry = context.puzzles.named("puzzle", &text.puzzle)?;
    entry.read_macros(&text).map_err(refused)
}

/// Writes macros, and tells how the command ends.
pub(super) fn write(macros: &Macros, as_json: bool, context: &Context<'_>) -> Outcome {
    let mut out = console::stdout();
    if as_json {
        let document = Document {
            schema: SCHEMA,
            command: "list",
            macros: Table::new(macros),
        };
        json::write(&mut out, &document)?;
    } else {
        let mut text = String::new();
        // A string takes whatever is written.
        let _ = macro_text::write(macros, &mut text);
        out.write_all(text.as_bytes())?;
    }
    out.flush()?;
    let ends = macros.rows.iter().map(|row| match row.finding {
        Finding::Open(Some(Limit::Cancelled)) => Exit::Interrupted,
        Finding::Open(Some(_)) => Exit::Limit,
        _ => Exit::Solved,
    });
    Ok(context.interrupt.worst(ends.max().unwrap_or(Exit::Solved)))
}

#[derive(Serialize)]
struct Document<'a> {
    schema: u32,
    command: &'static str,
    macros: Table<'a>,
}

#[derive(Serialize)]
struct Table<'a> {
    puzzle: &'static str,
    parameters: serde_json::Map<String, serde_json::Value>,
    complete: bool,
    patterns: Vec<Pattern<'a>>,
}

/// `finding` is `macro`, `impossible` or `open`.
#[derive(Serialize)]
struct Pattern<'a> {
    name: &'a str,
    from: &'a str,
    to: &'a str,
    finding: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    cost: Option<Cost>,
    #[serde(skip_serializing_if = "Option::is_none")]
    cheapest: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    actions: Option<&'a [String]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    limit: Option<&'static str>,
}

impl<'a> Table<'a> {
    fn new(macros: &'a Macros) -> Self {
        let given = macros.params.iter();
        let patterns: Vec<_> = macros.rows.iter().map(Pattern::from).collect();
        Self {
            puzzle: macros.puzzle,
            parameters: given
                .map(|(name, value)| (name.to_owned(), value.into()))
                .collect(),
            complete: patterns.iter().all(|pattern| pattern.finding != "open"),
            patterns,
        }
    }
}

impl<'a> From<&'a MacroRow> for Pattern<'a> {
    fn from(row: &'a MacroRow) -> Self {
        let mut told = Self {
            name: &row.name,
            from: &row.from,
            to: &row.to,
            finding: "open",
            cost: None,
            cheapest: None,
            actions: row.finding.actions(),
            limit: None,
        };
        match &row.finding {
            Finding::Macro { cost, cheapest, .. } => {
                told.finding = "macro";
                told.cost = Some(*cost);
                told.cheapest = Some(*cheapest);
            }
            Finding::Impossible => told.finding = "impossible",
            Finding::Open(limit) => told.limit = limit.as_ref().map(Limit::word),
        }
        told
    }
}
