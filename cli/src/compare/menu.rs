//! Which combinations of strategy, store and heuristic are compared: those that were asked for and that there are.

use clap::Args;
use statewalk::catalog::entry::{Entry, Offer};
use statewalk::catalog::params::Params;

use crate::args::Context;
use crate::compare::instances::Source;
use crate::fault::{Fault, Outcome};

/// What is wanted of the menu of a puzzle.
#[derive(Debug, Args)]
pub(crate) struct Wanted {
    /// The strategies, separated by commas; `statewalk list NAME` shows those of a puzzle [default: all of them]
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    strategies: Vec<String>,

    /// The stores, separated by commas [default: all of them]
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    stores: Vec<String>,

    /// The heuristics of strategies that are led by one, separated by commas; the others take part without [default: all of
    /// them]
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    heuristics: Vec<String>,
}

impl Wanted {
    /// Whether `offer` is one of what is wanted.
    fn takes(&self, offer: &Offer) -> bool {
        let any = |names: &[String], name| names.is_empty() || names.iter().any(|n| n == name);
        any(&self.strategies, offer.strategy)
            && any(&self.stores, offer.store)
            && offer
                .heuristic
                .is_none_or(|name| any(&self.heuristics, name))
    }

    /// What was asked for by name and is not on the menu of `entry`, in words.
    fn missing(&self, entry: &dyn Entry) -> Vec<String> {
        let (puzzle, offers) = (entry.card().name, entry.offers());
        let mut told = Vec::new();
        for strategy in &self.strategies {
            let named = || offers.iter().filter(|offer| offer.strategy == strategy);
            if named().next().is_none() {
                told.push(format!("{puzzle} has no {strategy}"));
                continue;
            }
            for store in &self.stores {
                if !named().any(|offer| offer.store == store) {
                    told.push(format!("{puzzle} has no {strategy} on {store}"));
                }
            }
            for heuristic in &self.heuristics {
                let mut led = named().filter_map(|offer| offer.heuristic).peekable();
                if led.peek().is_some() && !led.any(|name| name == heuristic) {
                    told.push(format!("{puzzle} has no {strategy} with {heuristic}"));
                }
            }
        }
        told
    }
}

/// Leaves out the combinations that refuse every question of a file, and says which strategies these are.
fn leave_out_refusing(source: &mut Source<'_>) -> Outcome<Vec<String>> {
    let params = Params::parse(&source.options)?;
    let refusals = source.entry.refusals(&source.text, &params);
    let refusals = refusals.map_err(|failure| Fault::from_failure(&failure, Some(&source.name)))?;
    let all = source.entry.offers();
    let mut told = Vec::new();
    source.offers.retain(|offer| {
        let place = all.iter().position(|other| other == offer);
        let Some(why) = place.and_then(|place| refusals.get(place)?.as_ref()) else {
            return true;
        };
        told.push(format!(
            "{}: {} refuses it: {why}",
            source.name, offer.strategy
        ));
        false
    });
    Ok(told)
}

/// Gives each source the combinations that are tried on it. What there is not is said on standard error and left out; a
/// name that no puzzle has, and nothing at all to compare, is a fault.
pub(super) fn choose(
    wanted: &Wanted,
    sources: &mut [Source<'_>],
    context: &Context<'_>,
) -> Outcome<()> {
    let offers: Vec<Offer> = { sources.iter() }
        .flat_map(|source| source.entry.offers())
        .collect();
    let names = |part: &dyn Fn(&Offer) -> Option<&'static str>| {
        let mut names: Vec<_> = offers.iter().filter_map(part).collect();
        names.sort_unstable();
        names.dedup();
        names
    };
    let kinds = [
        ("strategy", &wanted.strategies, names(&|o| Some(o.strategy))),
        ("store", &wanted.stores, names(&|o| Some(o.store))),
        ("heuristic", &wanted.heuristics, names(&|o| o.heuristic)),
    ];
    for (kind, asked, known) in kinds {
        if let Some(name) = asked.iter().find(|name| !known.contains(&&name[..])) {
            return Err(Fault::unknown(kind, name, &known));
        }
    }
    let mut told = Vec::new();
    for source in &mut *sources {
        source.offers = source.entry.offers();
        source.offers.retain(|offer| wanted.takes(offer));
        told.extend(wanted.missing(source.entry));
        told.extend(leave_out_refusing(source)?);
        if source.offers.is_empty() {
            let puzzle = source.puzzle();
            told.push(format!("{}: {puzzle} has no such combination", source.name));
        }
    }
    let mut seen = Vec::new();
    for text in told {
        if !seen.contains(&text) {
            context.console.remark(&format!("{text}; it is left out"));
            seen.push(text);
        }
    }
    if sources.iter().all(|source| source.offers.is_empty()) {
        let hint = "`statewalk list NAME` shows the strategies of a puzzle, with their stores and heuristics";
        return Err(
            Fault::bad("nothing to compare: no such combination is offered")
                .with_hint(Some(hint.to_owned())),
        );
    }
    Ok(())
}
