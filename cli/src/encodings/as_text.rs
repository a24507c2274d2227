//! Measured encodings as tables for people.

use std::io::Write;

use statewalk::catalog::laboratory::{Inverse, Measured, Moves, Run, RunEnd, Spread};
use statewalk::catalog::params::Params;
use statewalk::catalog::report::Trials;
use statewalk::words::counted;

use crate::columns::aligned;
use crate::console::duration;
use crate::fault::Outcome;
use crate::headings;
use crate::svg::rounded;

/// What is the same in every run: one table a space, and what it does not hold below it.
pub(super) fn write(out: &mut impl Write, trials: &[Trials], given: &Params) -> Outcome<()> {
    for (index, space) in trials.iter().enumerate() {
        if index > 0 {
            writeln!(out)?;
        }
        let number = headings::numbered(index, trials.len());
        let heading = heading(space, given);
        writeln!(out, "# {heading}{number}, states from {}", space.origin)?;
        let head = [
            "encoding",
            "store",
            "bits",
            "ranks",
            "states",
            "waste",
            "depth",
            "peak bytes",
            "bits/state",
        ];
        let mut rows = vec![head.map(str::to_owned)];
        for measured in &space.encodings {
            rows.extend(measured.runs.iter().map(|run| row(measured, run)));
        }
        if rows.len() > 1 {
            out.write_all(aligned(&rows, 2).as_bytes())?;
        }
        for measured in &space.encodings {
            about(out, measured)?;
        }
    }
    Ok(())
}

/// The puzzle and its parameters.
pub(super) fn heading(space: &Trials, given: &Params) -> String {
    format!("{}{}", space.puzzle, headings::given(given))
}

fn or_dash<T>(value: Option<T>, show: impl FnOnce(T) -> String) -> String {
    value.map_or_else(|| "-".to_owned(), show)
}

fn row(measured: &Measured, run: &Run) -> [String; 9] {
    let whole = run.end == RunEnd::Whole;
    [
        measured.name.to_owned(),
        run.store.to_owned(),
        measured.bits.to_string(),
        or_dash(measured.size, |size| size.to_string()),
        or_dash(whole.then_some(run.states), |states| states.to_string()),
        or_dash(measured.waste(), |waste| format!("{waste:.3}")),
        or_dash(run.depth.filter(|_| whole), |depth| depth.to_string()),
        run.peak_bytes.to_string(),
        or_dash(run.bits_a_state(), |bits| format!("{bits:.1}")),
    ]
}

/// What the encoding is, and what the table does not tell.
fn about(out: &mut impl Write, measured: &Measured) -> Outcome<()> {
    writeln!(out, "\n{}: {}", measured.name, measured.summary)?;
    if let Some(why) = &measured.refused {
        writeln!(out, "  not measured: {why}")?;
    }
    match &measured.inverse {
        None => {}
        Some(Inverse::Holds {
            ranks,
            exhaustive,
            walked,
            seed,
        }) => {
            let which = if *exhaustive { "all" } else { "a sample of" };
            writeln!(
                out,
                "  inverse test: holds on {which} {}, and on {} of random walks \
                 (seed {seed})",
                counted(*ranks, "rank"),
                counted(*walked, "state")
            )?;
        }
        Some(Inverse::Unfinished(limit)) => {
            writeln!(out, "  inverse test: not finished, {}", limit.was_reached())?;
        }
        Some(Inverse::Broken(example)) => {
            writeln!(out, "  inverse test: FAILS: {}", example.law)?;
            for picture in &example.states {
                writeln!(out)?;
                for line in picture.lines() {
                    writeln!(out, "    {line}")?;
                }
            }
        }
    }
    match &measured.moves {
        None => {}
        Some(Moves::Hold { walked, seed }) => writeln!(
            out,
            "  moves test: holds on {} of random walks (seed {seed})",
            counted(*walked, "state")
        )?,
        Some(Moves::Unfinished(limit)) => {
            writeln!(out, "  moves test: not finished, {}", limit.was_reached())?;
        }
        Some(Moves::Broken(why)) => writeln!(out, "  moves test: FAILS: {why}")?,
    }
    if let Some(why) = &measured.differ {
        writeln!(out, "  stores DIFFER: {why}")?;
    }
    if let Some(advice) = &measured.advice {
        writeln!(out, "  store: {advice}")?;
    }
    for run in &measured.runs {
        let store = run.store;
        match &run.end {
            RunEnd::Whole => {}
            RunEnd::Refused(why) => writeln!(out, "  {store}: not run: {why}")?,
            RunEnd::Limit(limit) => {
                let states = usize::try_from(run.states).unwrap_or(usize::MAX);
                let states = counted(states, "state");
                let met = format!("{states} in whole layers");
                writeln!(out, "  {store}: {}; {met}", limit.was_reached())?;
            }
        }
    }
    Ok(())
}

/// The durations: another table, since nothing of it is the same in the next run.
pub(super) fn timing(trials: &[Trials]) -> String {
    let mut head = vec![
        "encoding",
        "store",
        "ns/rank",
        "half in",
        "ns/unrank",
        "half in",
    ];
    let measured = || trials.iter().flat_map(|space| &space.encodings);
    // Of many at once, where an encoding does that.
    let mut runs = measured().flat_map(|measured| &measured.runs);
    let each = runs.any(|run| run.timing.rank_each.is_some());
    if each {
        head.extend(["ns/rank of many", "half in", "ns/unrank of many", "half in"]);
    }
    head.push("sweep");
    let mut rows = vec![head.into_iter().map(str::to_owned).collect()];
    let median = |spread: Option<Spread>| or_dash(spread, |spread| rounded(spread.median));
    let half = |spread: Option<Spread>| {
        or_dash(spread, |spread| {
            format!("{} to {}", rounded(spread.low), rounded(spread.high))
        })
    };
    for measured in measured() {
        for run in &measured.runs {
            let timing = &run.timing;
            let mut spreads = vec![timing.rank, timing.unrank];
            if each {
                spreads.extend([timing.rank_each, timing.unrank_each]);
            }
            let mut row = vec![measured.name.to_owned(), run.store.to_owned()];
            row.extend(
                spreads
                    .into_iter()
                    .flat_map(|spread| [median(spread), half(spread)]),
            );
            row.push(duration(timing.sweep));
            rows.push(row);
        }
    }
    aligned(&rows, 2)
}
