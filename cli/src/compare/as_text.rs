//! A comparison for people: a table for each puzzle, and what went wrong below it.

use std::io::Write;

use statewalk::catalog::entry::Offer;
use statewalk::words::counted;

use crate::columns::aligned;
use crate::compare::Comparison;
use crate::compare::answer::Verdict;
use crate::compare::claims;
use crate::compare::instances::told;
use crate::compare::tally::{Board, Cell, Tally, boards};
use crate::console;
use crate::fault::Outcome;
use crate::svg::rounded;

/// The names in front of every row.
pub(super) const NAMES: [&str; 3] = ["strategy", "store", "heuristic"];

/// What a combination is summed up by.
pub(super) const SUMS: [&str; 10] = [
    "solved",
    "no plan",
    "open",
    "failed",
    "cost",
    "expanded",
    "generated",
    "stored",
    "peak bytes",
    "bytes/state",
];

/// How fast it was.
pub(super) const PACE: [&str; 2] = [TIME, "nodes/s"];

/// How long it took.
pub(super) const TIME: &str = "time";

/// What is told of one question.
pub(super) const EACH: [&str; 6] = [
    "cost",
    "expanded",
    "generated",
    "stored",
    "peak bytes",
    "bytes/state",
];

/// More failures than these are only counted.
const NAMED: usize = 20;

const NOTHING: &str = "-";

fn owned<const N: usize>(words: [&str; N]) -> Vec<String> {
    words.map(str::to_owned).into()
}

/// The names of a combination.
pub(super) fn names(offer: &Offer) -> Vec<String> {
    let heuristic = offer.heuristic.unwrap_or(NOTHING);
    owned([offer.strategy, offer.store, heuristic])
}

/// The cells below [`SUMS`].
pub(super) fn sums(tally: &Tally) -> Vec<String> {
    let bytes = tally.bytes_a_state();
    vec![
        tally.solved.to_string(),
        tally.no_plan.to_string(),
        tally.open.to_string(),
        tally.failed.to_string(),
        tally.cost.to_string(),
        tally.expanded.to_string(),
        tally.generated.to_string(),
        tally.stored.to_string(),
        tally.peak_bytes.to_string(),
        bytes.map_or_else(|| NOTHING.to_owned(), |bytes| format!("{bytes:.1}")),
    ]
}

/// The cells below [`PACE`].
pub(super) fn pace(tally: &Tally) -> Vec<String> {
    let rate = tally.rate();
    vec![
        console::duration(tally.time),
        rate.map_or_else(|| NOTHING.to_owned(), rounded),
    ]
}

/// What is compared, in a line.
pub(super) fn heading(board: &Board<'_>, comparison: &Comparison<'_>) -> String {
    let questions = counted(board.rows.len(), "question");
    let combinations = counted(board.offers.len(), "combination");
    let (puzzle, seed) = (board.puzzle, comparison.manifest.seed);
    let times = match comparison.manifest.repeat {
        1 => String::new(),
        repeat => format!(", {repeat} times"),
    };
    format!("{puzzle}: {questions}, {combinations}{times}, in the order of seed {seed}")
}

/// Writes all of it; with `each`, every question too.
pub(super) fn write(out: &mut impl Write, comparison: &Comparison<'_>, each: bool) -> Outcome<()> {
    for (index, board) in boards(comparison).iter().enumerate() {
        if index > 0 {
            writeln!(out)?;
        }
        writeln!(out, "# {}", heading(board, comparison))?;
        let (all, settled) = board.tallies();
        out.write_all(table(board, &all, comparison.timing).as_bytes())?;
        if let Some((count, settled)) = settled.filter(|(count, _)| *count > 0) {
            let those = counted(count, "question");
            writeln!(out, "\n# {those} that every combination settled")?;
            out.write_all(table(board, &settled, comparison.timing).as_bytes())?;
        }
        if each {
            write_each(out, board, comparison.timing)?;
        }
        write_failures(out, board)?;
    }
    for contradiction in claims::contradictions(comparison) {
        writeln!(out, "# contradiction: {}", contradiction.told())?;
    }
    let (done, planned) = (comparison.runs.done.len(), comparison.runs.planned);
    if done < planned {
        writeln!(out, "# interrupted: {done} of {}", counted(planned, "run"))?;
    }
    Ok(())
}

fn table(board: &Board<'_>, tallies: &[Tally], timing: bool) -> String {
    let paced = |cells: Vec<String>| if timing { cells } else { Vec::new() };
    let mut rows = vec![[owned(NAMES), owned(SUMS), paced(owned(PACE))].concat()];
    let pairs = board.offers.iter().zip(tallies);
    rows.extend(pairs.map(|(offer, tally)| {
        let cells = [names(offer), sums(tally), paced(pace(tally))];
        cells.concat()
    }));
    aligned(&rows, NAMES.len())
}

fn write_each(out: &mut impl Write, board: &Board<'_>, timing: bool) -> Outcome<()> {
    let time = timing.then(|| TIME.to_owned());
    for row in &board.rows {
        writeln!(out, "\n# {}", row.name)?;
        let mut rows = vec![[owned(NAMES), owned(["verdict"]), owned(EACH)].concat()];
        rows[0].extend(time.clone());
        for (index, (offer, cell)) in board.offers.iter().zip(&row.cells).enumerate() {
            let told = cell.map_or_else(|| vec!["not run".to_owned()], |cell| one(&cell));
            rows.push([names(offer), told].concat());
            let taken = cell
                .filter(|_| timing)
                .map(|cell| console::duration(cell.time));
            rows[index + 1].extend(taken);
        }
        out.write_all(aligned(&rows, NAMES.len() + 1).as_bytes())?;
    }
    Ok(())
}

/// The verdict and the cells below [`EACH`].
pub(super) fn one(cell: &Cell<'_>) -> Vec<String> {
    let (answer, alone) = (cell.answer, Tally::of(cell));
    let cost = answer.cost;
    let cost = cost.map_or_else(|| NOTHING.to_owned(), |cost| cost.to_string());
    let mut told = vec![answer.told(), cost];
    told.extend(sums(&alone).split_off(SUMS.len() - EACH.len() + 1));
    told
}

/// What ended without a verdict, in a line each.
fn write_failures(out: &mut impl Write, board: &Board<'_>) -> Outcome<()> {
    let failures = failures(board);
    for failure in failures.iter().take(NAMED) {
        writeln!(out, "# {failure}")?;
    }
    if let Some(more) = failures.len().checked_sub(NAMED).filter(|&more| more > 0) {
        writeln!(out, "# and {more} more")?;
    }
    Ok(())
}

/// The runs that failed or had to be ended, with the reason.
pub(super) fn failures(board: &Board<'_>) -> Vec<String> {
    let mut failures = Vec::new();
    for row in &board.rows {
        for (offer, cell) in board.offers.iter().zip(&row.cells) {
            let Some(answer) = cell.as_ref().map(|cell| cell.answer) else {
                continue;
            };
            let verdict = answer.verdict;
            if verdict.is_failed() || verdict == Verdict::Killed {
                let (name, by) = (&row.name, told(offer));
                let reason = answer.reason.as_deref().unwrap_or(NOTHING);
                let reason = reason.escape_debug();
                failures.push(format!("{name}: {} by {by}: {reason}", verdict.word()));
            }
        }
    }
    failures
}
