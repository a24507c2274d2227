//! What an audit found, as text for people.

use std::io::Write;

use statewalk::catalog::params::Params;
use statewalk::catalog::report::Audited;
use statewalk::cost::Cost;
use statewalk::words::counted;

use crate::audit::Law;
use crate::fault::Outcome;
use crate::headings;

/// Some lines for each heuristic, with the first state that breaks a law.
pub(super) fn write(out: &mut impl Write, audited: &[Audited], given: &Params) -> Outcome<()> {
    let given = headings::given(given);
    for (index, found) in audited.iter().enumerate() {
        if index > 0 {
            writeln!(out)?;
        }
        let (puzzle, heuristic) = (found.puzzle, found.heuristic);
        writeln!(
            out,
            "# {puzzle}{given}, {heuristic} against the distances to the goal"
        )?;
        let audit = &found.audit;
        let states = counted(audit.states, "state");
        match audit.cut {
            Some(limit) if audit.states == 0 => {
                writeln!(out, "nothing was looked at: {}", limit.was_reached())?;
                continue;
            }
            None => writeln!(out, "{states} from which the goal can be reached")?,
            Some(limit) => writeln!(
                out,
                "not the whole space: {}; {states} near the goal",
                limit.was_reached()
            )?,
        }
        write_laws(out, found)?;
        writeln!(
            out,
            "estimates are {:.3} below the distances in the mean, and exact at {}",
            audit.mean_error(),
            counted(audit.exact, "state")
        )?;
    }
    Ok(())
}

fn write_laws(out: &mut impl Write, found: &Audited) -> Outcome<()> {
    match (Law::admissible(found), &found.audit.too_much) {
        (Law::Broken, Some(told)) => {
            let estimate = estimated(told.estimate);
            let distance = told.distance;
            writeln!(out, "not admissible: {estimate} at distance {distance}")?;
            draw(out, &told.state)?;
        }
        (Law::Unknown, _) => writeln!(out, "admissible as far as that was looked at")?,
        _ => writeln!(out, "admissible: no estimate is above the distance")?,
    }
    match (Law::consistent(found), &found.audit.falls) {
        (Law::Broken, Some(told)) => {
            let (before, after) = (estimated(told.before), told.after);
            let (action, cost) = (&told.action, told.cost);
            writeln!(
                out,
                "not consistent: {before}, and {after} after `{action}`, which costs {cost}"
            )?;
            draw(out, &told.state)?;
        }
        (Law::Unknown, _) => writeln!(out, "consistent as far as that was looked at")?,
        _ => writeln!(
            out,
            "consistent: along no action it falls by more than that costs"
        )?,
    }
    Ok(())
}

fn estimated(estimate: Option<Cost>) -> String {
    estimate.map_or_else(
        || "said to be a dead end".to_owned(),
        |cost| format!("an estimate of {cost}"),
    )
}

fn draw(out: &mut impl Write, picture: &str) -> Outcome<()> {
    for line in picture.lines() {
        writeln!(out, "  {line}")?;
    }
    Ok(())
}
