//! `statewalk list`: the puzzles, what each can do, and the macros of one.

mod macros;

use std::io::Write;
use std::path::PathBuf;

use clap::{Args, ValueHint};
use serde::Serialize;
use statewalk::catalog::entry::{Entry, Offer};
use statewalk::catalog::menu::Direction;
use statewalk::catalog::params::Param;

use crate::args::{Bounds, Context};
use crate::console;
use crate::exit::Exit;
use crate::fault::{Fault, Outcome};
use crate::format;
use crate::json::{self, SCHEMA};

const EXAMPLES: &str = "\
Examples:
  statewalk list
  statewalk list magic
  statewalk list --json
  statewalk list tiles --macros w=3 h=2 > tiles.macros
  statewalk list --macros --from tiles.macros";

/// List the puzzles, what one of them can do, or its macros
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct List {
    /// The puzzle to describe
    #[arg(id = "puzzle", value_name = "NAME")]
    name: Option<String>,

    /// Parameters of the patterns for macros
    #[arg(value_name = "KEY=VALUE", index = 2, requires = "macros")]
    parameters: Vec<String>,

    /// Find the cheapest macro for each pattern of the puzzle, and list them as `--from` reads them
    #[arg(long)]
    macros: bool,

    /// Read macros from this file instead, and prove each by a replay; `-` is standard input
    #[arg(long, value_name = "FILE", requires = "macros", conflicts_with = "parameters", value_hint = ValueHint::FilePath)]
    from: Option<PathBuf>,

    /// Write JSON
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    bounds: Bounds,
}

impl List {
    /// Runs the subcommand.
    pub(crate) fn run(&self, context: &Context<'_>) -> Outcome {
        if self.macros {
            return self.list_macros(context);
        }
        let entries: Vec<&dyn Entry> = match &self.name {
            Some(name) => vec![context.puzzles.named("puzzle", name)?],
            None => context.puzzles.iter().collect(),
        };
        let mut out = console::stdout();
        if self.json {
            let puzzles = entries
                .iter()
                .map(|entry| Description::new(*entry))
                .collect();
            let document = Document {
                schema: SCHEMA,
                command: "list",
                puzzles,
            };
            json::write(&mut out, &document)?;
        } else if self.name.is_some() {
            for entry in entries {
                describe(&mut out, entry)?;
            }
        } else {
            for entry in entries {
                outline(&mut out, entry)?;
            }
            let program = context.console.program;
            writeln!(out, "`{program} list NAME` tells more about one of them.")?;
        }
        out.flush()?;
        Ok(Exit::Solved)
    }

    fn list_macros(&self, context: &Context<'_>) -> Outcome {
        let limits = self.bounds.limits(context);
        let macros = match (&self.from, &self.name) {
            (Some(file), name) => macros::read(name.as_deref(), file, &limits, context)?,
            (None, Some(name)) => {
                let entry = context.puzzles.named("puzzle", name)?;
                macros::found(entry, &self.parameters, &limits, context)?
            }
            (None, None) => {
                let message = "--macros needs the name of a puzzle, or a file: --from FILE";
                return Err(Fault::bad(message));
            }
        };
        macros::write(&macros, self.json, context)
    }
}

#[derive(Serialize)]
struct Document {
    schema: u32,
    command: &'static str,
    puzzles: Vec<Description>,
}

#[derive(Serialize)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "they are fields of the JSON, each by its name"
)]
struct Description {
    name: &'static str,
    summary: &'static str,
    format: &'static str,
    example: &'static str,
    options: Vec<Parameter>,
    strategies: Vec<Strategy>,
    explore: Explore,
    encodings: Vec<Named>,
    heuristics_to_audit: Vec<&'static str>,
    generate: Option<Vec<Parameter>>,
    generate_in_series: bool,
    check_reads_contest: bool,
    several_plans: bool,
    improves_plans: bool,
    macros: Option<Vec<Parameter>>,
}

#[derive(Serialize)]
struct Strategy {
    name: &'static str,
    store: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    heuristic: Option<&'static str>,
    optimal: bool,
    default: bool,
    summary: &'static str,
}

#[derive(Serialize)]
struct Named {
    name: &'static str,
    summary: &'static str,
}

/// `stores` are those of forward exploration; `parameters` is `null` where only files can be explored.
#[derive(Serialize)]
struct Explore {
    stores: Vec<&'static str>,
    backward: Vec<&'static str>,
    parameters: Option<Vec<Parameter>>,
}

/// `default` is `null` where a value must be given.
#[derive(Serialize)]
struct Parameter {
    name: &'static str,
    meaning: &'static str,
    default: Option<&'static str>,
}

impl From<&Param> for Parameter {
    fn from(param: &Param) -> Self {
        Self {
            name: param.name,
            meaning: param.meaning,
            default: (!param.default.is_empty()).then_some(param.default),
        }
    }
}

fn parameters(params: &[Param]) -> Vec<Parameter> {
    params.iter().map(Parameter::from).collect()
}

impl Description {
    fn new(entry: &dyn Entry) -> Self {
        let card = entry.card();
        let strategy = |(index, offer): (usize, Offer)| Strategy {
            name: offer.strategy,
            store: offer.store,
            heuristic: offer.heuristic,
            optimal: offer.optimal,
            default: index == 0,
            summary: offer.summary,
        };
        Self {
            name: card.name,
            summary: card.summary,
            format: card.format,
            example: card.example,
            options: parameters(card.options),
            strategies: entry
                .offers()
                .into_iter()
                .enumerate()
                .map(strategy)
                .collect(),
            explore: Explore {
                stores: entry.explorers(Direction::Forward),
                backward: entry.explorers(Direction::Backward),
                parameters: entry.spaces().map(parameters),
            },
            encodings: entry
                .encodings()
                .into_iter()
                .map(|(name, summary)| Named { name, summary })
                .collect(),
            heuristics_to_audit: entry.auditable(),
            generate: entry.generator().map(parameters),
            generate_in_series: entry.series().is_some(),
            check_reads_contest: entry.contest_has_plans(),
            several_plans: entry.has_plans(),
            improves_plans: entry.improves(),
            macros: entry.patterns().map(parameters),
        }
    }
}

/// A puzzle in a few lines.
fn outline(out: &mut impl Write, entry: &dyn Entry) -> Outcome<()> {
    let card = entry.card();
    writeln!(out, "{}: {}", card.name, card.summary)?;
    writeln!(out, "  reads   {}", format::one_line(card.format))?;
    let mut solves: Vec<(&str, Vec<&str>)> = Vec::new();
    for offer in entry.offers() {
        match solves.iter_mut().find(|(name, _)| *name == offer.strategy) {
            Some((_, stores)) if stores.contains(&offer.store) => {}
            Some((_, stores)) => stores.push(offer.store),
            None => solves.push((offer.strategy, vec![offer.store])),
        }
    }
    let solves = solves
        .iter()
        .map(|(name, stores)| format!("{name} ({})", stores.join(", ")));
    writeln!(out, "  solves  {}", solves.collect::<Vec<_>>().join("; "))?;
    let mut also = vec!["check"];
    if entry.has_plans() {
        also.push("plans");
    }
    if entry.improves() {
        also.push("solve --improve");
    }
    if entry.patterns().is_some() {
        also.push("list --macros");
    }
    if !entry.explorers(Direction::Forward).is_empty() {
        also.push("explore");
    }
    if !entry.explorers(Direction::Backward).is_empty() {
        also.push("explore --backward");
    }
    if !entry.encodings().is_empty() {
        also.push("encodings");
    }
    if !entry.auditable().is_empty() {
        also.push("audit");
    }
    if entry.generator().is_some() {
        also.push("generate");
    }
    writeln!(out, "  also    {}\n", also.join(", "))?;
    Ok(())
}

/// A puzzle in full.
fn describe(out: &mut impl Write, entry: &dyn Entry) -> Outcome<()> {
    let card = entry.card();
    writeln!(out, "{}: {}", card.name, card.summary)?;
    writeln!(out, "\nFormat:")?;
    indented(out, card.format)?;
    writeln!(out, "\nExample:")?;
    indented(out, card.example)?;
    if !card.options.is_empty() {
        writeln!(out, "\nOptions (-p KEY=VALUE):")?;
        list_parameters(out, card.options)?;
    }
    writeln!(out, "\nStrategies (the first is the default):")?;
    let offers = entry.offers();
    let width = |text: fn(&Offer) -> &str| offers.iter().map(|o| text(o).len()).max().unwrap_or(0);
    let (names, stores) = (width(|o| o.strategy), width(|o| o.store));
    let heuristics = width(|o| o.heuristic.unwrap_or_default());
    for offer in &offers {
        let (name, store, summary) = (offer.strategy, offer.store, offer.summary);
        let proved = if offer.optimal { "optimal" } else { "-      " };
        write!(out, "  {name:names$}  {store:stores$}  ")?;
        if heuristics > 0 {
            write!(out, "{:heuristics$}  ", offer.heuristic.unwrap_or("-"))?;
        }
        writeln!(out, "{proved}  {summary}")?;
    }
    let (forward, backward) = (
        entry.explorers(Direction::Forward),
        entry.explorers(Direction::Backward),
    );
    if !forward.is_empty() {
        writeln!(out, "\nExplore a file, on: {}", forward.join(", "))?;
        if !backward.is_empty() {
            writeln!(out, "Explore --backward, on: {}", backward.join(", "))?;
        }
        if let Some(params) = entry.spaces() {
            writeln!(out, "Explore by name:")?;
            list_parameters(out, params)?;
        }
    }
    let encodings = entry.encodings();
    if !encodings.is_empty() {
        writeln!(out, "\nEncodings to measure:")?;
        let width = encodings.iter().map(|(name, _)| name.len()).max();
        let width = width.unwrap_or(0);
        for (name, summary) in encodings {
            writeln!(out, "  {name:width$}  {summary}")?;
        }
    }
    let heuristics = entry.auditable();
    if !heuristics.is_empty() {
        writeln!(out, "\nHeuristics to audit: {}", heuristics.join(", "))?;
    }
    if let Some(params) = entry.generator() {
        writeln!(out, "\nGenerate:")?;
        list_parameters(out, params)?;
        let several = match entry.series() {
            Some(_) => "a file can hold several: --count N",
            None => "a file holds one; several files: --count N --into FOLDER",
        };
        writeln!(out, "  {several}")?;
    }
    if entry.has_plans() {
        writeln!(
            out,
            "\nSeveral plans to a question: all of the cheapest, or the k cheapest (`plans`)"
        )?;
    }
    if entry.improves() {
        writeln!(
            out,
            "\nImprove plans that are not proved to be the cheapest: `solve --improve`"
        )?;
    }
    if let Some(params) = entry.patterns() {
        writeln!(
            out,
            "\nMacros, by patterns of (`list NAME --macros KEY=VALUE`):"
        )?;
        list_parameters(out, params)?;
    }
    let reads = if entry.contest_has_plans() {
        "text, JSON or contest"
    } else {
        "text or JSON"
    };
    writeln!(out, "\nCheck plans in: {reads}")?;
    Ok(())
}

fn indented(out: &mut impl Write, text: &str) -> Outcome<()> {
    for line in text.lines() {
        writeln!(out, "  {line}")?;
    }
    Ok(())
}

fn list_parameters(out: &mut impl Write, params: &[Param]) -> Outcome<()> {
    let width = params.iter().map(|p| p.name.len()).max().unwrap_or(0);
    for Param {
        name,
        meaning,
        default,
    } in params
    {
        let default = if default.is_empty() {
            "must be given".to_owned()
        } else {
            format!("default {default}")
        };
        writeln!(out, "  {name:width$}  {meaning} ({default})")?;
    }
    Ok(())
}
