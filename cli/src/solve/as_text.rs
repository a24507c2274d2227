//! Answers for people: a line for each question, its plan below it, one action a line.
//!
//! `check` reads this form back, so its grammar is fixed: lines that begin with `#` are remarks,
//! a line that begins with `question` opens an answer, and lines that begin with two blanks are
//! the actions of its plan.

use std::fmt::Write as _;
use std::io::Write;

use statewalk::catalog::params::Params;
use statewalk::catalog::report::{Answer, PlanText, Report, Verdict};
use statewalk::cost::Cost;
use statewalk::search::Stats;
use statewalk::words::counted;

use crate::console::{Paint, paint};
use crate::fault::Outcome;

/// Writes a report.
pub(crate) fn write(
    out: &mut impl Write,
    report: &Report,
    options: &Params,
    colored: bool,
) -> Outcome<()> {
    let Report {
        puzzle,
        strategy,
        store,
        heuristic,
        answers,
        ..
    } = report;
    let questions = counted(answers.len(), "question");
    write!(out, "# {puzzle}: {questions}, by {strategy} on {store}")?;
    if let Some(heuristic) = heuristic {
        write!(out, " with {heuristic}")?;
    }
    for (name, value) in options.iter() {
        write!(out, ", {name}={}", value.escape_debug())?;
    }
    writeln!(out)?;
    let number_width = answers.len().to_string().len();
    let last_line = answers.iter().map(|answer| answer.line).max();
    let line_width = last_line.unwrap_or(0).to_string().len();
    for answer in answers {
        let (number, line) = (answer.number + 1, answer.line);
        let words = painted(&answer.verdict, colored);
        writeln!(
            out,
            "question {number:>number_width$} (line {line:>line_width$}): {words}"
        )?;
        if let Some(actions) = plan(&answer.verdict).and_then(|plan| plan.actions.as_deref()) {
            for action in actions.lines() {
                writeln!(out, "  {action}")?;
            }
        }
        if let Verdict::Unbounded { approach, cycle } = &answer.verdict {
            remarks(out, "the way to the cycle:", approach)?;
            remarks(out, "the cycle:", cycle)?;
        }
    }
    writeln!(out, "# {}", summary(answers))?;
    Ok(())
}

/// Writes actions that are no plan.
fn remarks(out: &mut impl Write, title: &str, plan: &PlanText) -> Outcome<()> {
    let Some(actions) = plan
        .actions
        .as_deref()
        .filter(|actions| !actions.is_empty())
    else {
        return Ok(());
    };
    writeln!(out, "# {title}")?;
    for action in actions.lines() {
        writeln!(out, "#   {action}")?;
    }
    Ok(())
}

fn plan(verdict: &Verdict) -> Option<&PlanText> {
    match verdict {
        Verdict::Solved { plan, .. } => Some(plan),
        Verdict::LimitReached { best, .. } => best.as_ref(),
        _ => None,
    }
}

/// The words of a verdict, its first one in a colour.
fn painted(verdict: &Verdict, colored: bool) -> String {
    let color = match verdict {
        Verdict::Solved { .. } => Paint::Green,
        Verdict::Unsolvable { .. } | Verdict::Unbounded { .. } | Verdict::LimitReached { .. } => {
            Paint::Yellow
        }
        Verdict::Illegal(_) | Verdict::Broken(_) => Paint::Red,
    };
    let words = words(verdict);
    let end = words.find([',', ':']).unwrap_or(words.len());
    let (head, rest) = words.split_at(end);
    paint(colored, color, head) + rest
}

/// A verdict in words, on one line.
pub(crate) fn words(verdict: &Verdict) -> String {
    let mut words = String::new();
    match verdict {
        Verdict::Solved {
            plan,
            proved,
            lower,
            reason,
        } => {
            words.push_str("solved, ");
            push_plan(&mut words, plan);
            if *proved {
                words.push_str(", proved optimal");
            } else {
                words.push_str(", not proved optimal");
                push_lower(&mut words, *lower);
            }
            push_reason(&mut words, reason.as_deref());
        }
        Verdict::Unsolvable { reason } => {
            words.push_str("unsolvable");
            push_reason(&mut words, reason.as_deref());
        }
        Verdict::Unbounded { approach, cycle } => {
            let why = endless(approach, cycle);
            push(&mut words, format_args!("unbounded: {why}"));
        }
        Verdict::LimitReached { limit, best, lower } => {
            push(
                &mut words,
                format_args!("not settled: {}", limit.was_reached()),
            );
            if let Some(plan) = best {
                words.push_str(", best plan so far: ");
                push_plan(&mut words, plan);
            }
            push_lower(&mut words, *lower);
        }
        Verdict::Illegal(error) => push(&mut words, format_args!("illegal: {error}")),
        Verdict::Broken(why) => {
            push(
                &mut words,
                format_args!("broken: the program contradicts itself: {why}"),
            );
        }
    }
    words
}

fn push(words: &mut String, text: std::fmt::Arguments<'_>) {
    // Writing to a string cannot fail.
    let _ = words.write_fmt(text);
}

fn push_plan(words: &mut String, plan: &PlanText) {
    push(words, format_args!("cost {}", plan.cost));
    if let Some(said) = &plan.words {
        push(words, format_args!(", {said}"));
    }
    if plan.actions.is_some() {
        push(words, format_args!(", {}", counted(plan.steps, "action")));
    }
}

/// What makes plans cheaper without end, in words.
pub(crate) fn endless(approach: &PlanText, cycle: &PlanText) -> String {
    let (round, way) = (
        counted(cycle.steps, "action"),
        counted(approach.steps, "action"),
    );
    let cost = cycle.cost;
    let place = match approach.steps {
        0 => "at the start".to_owned(),
        _ => format!("{way} from the start"),
    };
    format!("a cycle of {round}, {place}, costs {cost} and makes plans cheaper without end")
}

fn push_lower(words: &mut String, lower: Option<Cost>) {
    // That nothing costs less than nothing is no news.
    if let Some(lower) = lower.filter(|&lower| lower != 0) {
        push(words, format_args!(", no plan costs less than {lower}"));
    }
}

fn push_reason(words: &mut String, reason: Option<&str>) {
    if let Some(reason) = reason {
        push(words, format_args!(": {reason}"));
    }
}

/// How many questions ended how, and what it took.
fn summary(answers: &[Answer]) -> String {
    const KINDS: [&str; 6] = [
        "solved",
        "unsolvable",
        "unbounded",
        "not settled",
        "illegal",
        "broken",
    ];
    let mut counts = [0usize; 6];
    let mut total = Stats::default();
    for Answer { verdict, stats, .. } in answers {
        let kind = match verdict {
            Verdict::Solved { .. } => 0,
            Verdict::Unsolvable { .. } => 1,
            Verdict::Unbounded { .. } => 2,
            Verdict::LimitReached { .. } => 3,
            Verdict::Illegal(_) => 4,
            Verdict::Broken(_) => 5,
        };
        counts[kind] += 1;
        total.expanded = total.expanded.saturating_add(stats.expanded);
        total.generated = total.generated.saturating_add(stats.generated);
        total.stored = total.stored.saturating_add(stats.stored);
        total.peak_bytes = total.peak_bytes.max(stats.peak_bytes);
    }
    let counts = counts.iter().zip(KINDS).filter(|(count, _)| **count > 0);
    let mut words: Vec<_> = counts
        .map(|(count, kind)| format!("{count} {kind}"))
        .collect();
    let Stats {
        expanded,
        generated,
        stored,
        peak_bytes,
        ..
    } = total;
    words.push(format!(
        "{expanded} expanded, {generated} generated, {stored} stored"
    ));
    words.push(format!("{peak_bytes} bytes at most"));
    words.join("; ")
}
