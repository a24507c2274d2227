//! Several plans for people: a line for each question, and its plans below it.

use std::io::Write;

use statewalk::catalog::menu::plans::Which;
use statewalk::catalog::report::{PlanText, Several};
use statewalk::plans::cheapest::Ended;
use statewalk::plans::optimal::Count;
use statewalk::words::counted;

use crate::console::{Paint, paint};
use crate::fault::Outcome;
use crate::headings;
use crate::plans::Listed;

/// Writes what was found in all files.
pub(super) fn write(
    out: &mut impl Write,
    all: &[Listed],
    which: Which,
    colored: bool,
) -> Outcome<()> {
    let what = match which {
        Which::Optimal(_) => "all optimal plans".to_owned(),
        Which::Cheapest(most) => format!("the cheapest {}", counted(most as u64, "plan")),
    };
    for listed in all {
        let (file, puzzle, given) = (
            &listed.file,
            listed.puzzle,
            headings::given(&listed.options),
        );
        writeln!(out, "# {file}: {puzzle}{}, {what}", given.escape_debug())?;
        for question in &listed.questions {
            let (number, line) = (question.number + 1, question.line);
            let (color, head, rest) = words(&question.found);
            let head = paint(colored, color, &head);
            writeln!(out, "question {number} (line {line}): {head}{rest}")?;
            for (place, plan) in (1..).zip(plans(&question.found)) {
                let (cost, steps) = (plan.cost, counted(plan.steps, "action"));
                writeln!(out, "  plan {place}: cost {cost}, {steps}")?;
                for action in plan.actions.as_deref().unwrap_or_default().lines() {
                    writeln!(out, "    {action}")?;
                }
            }
        }
    }
    Ok(())
}

/// The plans that are listed.
pub(super) fn plans(found: &Several) -> &[PlanText] {
    match found {
        Several::Optimal { plans, .. } | Several::Cheapest { plans, .. } => plans,
        _ => &[],
    }
}

/// What was found, on one line: the first words, in a colour, and the rest.
fn words(found: &Several) -> (Paint, String, String) {
    match found {
        Several::Optimal { cost, count, plans } => {
            let (head, is_all) = match count {
                Count::Exactly(1) => ("1 optimal plan".to_owned(), plans.len() == 1),
                Count::Exactly(count) => (
                    format!("{count} optimal plans"),
                    *count == plans.len() as u128,
                ),
                Count::MoreThan(count) => (format!("more than {count} optimal plans"), false),
                Count::Infinite => ("infinitely many optimal plans".to_owned(), false),
            };
            let mut rest = format!(" of cost {cost}");
            if *count == Count::Infinite {
                rest.push_str(", since a cycle that costs nothing lies on one of them");
            }
            if !is_all && !plans.is_empty() {
                rest = format!("{rest}; the first {} of them", plans.len());
            }
            (Paint::Green, head, rest)
        }
        Several::Cheapest { plans, end } => {
            let head = counted(plans.len() as u64, "plan");
            let rest = match end {
                Ended::Enough => ", the cheapest".to_owned(),
                Ended::All => ", all that come to no state twice".to_owned(),
                Ended::Limit(limit) => format!(", the cheapest; then {}", limit.was_reached()),
            };
            (Paint::Green, head, rest)
        }
        Several::Unsolvable { reason } => {
            let rest = reason
                .as_ref()
                .map_or_else(String::new, |why| format!(": {why}"));
            (Paint::Yellow, "unsolvable".to_owned(), rest)
        }
        Several::LimitReached { limit, lower } => {
            let mut rest = format!(": {}", limit.was_reached());
            if let Some(lower) = lower.filter(|&lower| lower != 0) {
                rest = format!("{rest}, no plan costs less than {lower}");
            }
            (Paint::Yellow, "not settled".to_owned(), rest)
        }
        Several::Illegal(error) => (Paint::Red, "illegal".to_owned(), format!(": {error}")),
        Several::Broken(why) => {
            let rest = format!(": the program contradicts itself: {why}");
            (Paint::Red, "broken".to_owned(), rest)
        }
    }
}
