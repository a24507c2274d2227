//! Answers for a contest judge: exactly the bytes that the puzzle's judge expects, or none.

use std::fmt::{self, Write as _};
use std::io::Write;

use statewalk::catalog::entry::Entry;
use statewalk::catalog::report::{Answer, Report, Verdict};

use crate::args::Instance;
use crate::exit::Exit;
use crate::fault::{self, Fault, Outcome};
use crate::solve::{as_text, ended};

/// So many questions without an answer are named.
const NAMED: usize = 20;

/// Writes a report, if every answer has a contest form.
pub(crate) fn write(out: &mut impl Write, report: &Report, instance: &Instance<'_>) -> Outcome<()> {
    refuse(report, &instance.input.name)?;
    write!(out, "{}", Form(instance.entry, report))?;
    Ok(())
}

/// A report in contest form, written to wherever it is shown.
struct Form<'a>(&'a dyn Entry, &'a Report);

impl fmt::Display for Form<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.contest(self.1, f)
    }
}

/// The contest form has no words for illegal questions, limits and cycles.
fn refuse(report: &Report, name: &str) -> Outcome<()> {
    let has_no_form = |answer: &&Answer| answer.verdict.settled().is_none();
    let without_form: Vec<_> = report.answers.iter().filter(has_no_form).collect();
    let worst = without_form.iter().map(|a| ended(&a.verdict, false)).max();
    let Some(worst) = worst else {
        return Ok(());
    };
    // Illegal questions come first: while there are any, nothing else would help.
    let is_illegal = |answer: &Answer| matches!(answer.verdict, Verdict::Illegal(_));
    let named: Vec<_> = without_form
        .into_iter()
        .filter(|answer| worst != Exit::Bad || is_illegal(answer))
        .collect();
    let mut message = format!("{name}: nothing is printed in contest form, which has no word for:");
    for answer in named.iter().take(NAMED) {
        // Writing to a string cannot fail.
        let _ = match &answer.verdict {
            Verdict::Illegal(error) => {
                let place = fault::place(Some(name), error.line, error.column);
                let (found, expected) = (&error.found, &error.expected);
                write!(message, "\n  {place}found {found}, expected {expected}")
            }
            other => {
                let place = fault::place(Some(name), answer.line, 0);
                write!(message, "\n  {place}{}", as_text::words(other))
            }
        };
    }
    if named.len() > NAMED {
        let _ = write!(message, "\n  and {} more", named.len() - NAMED);
    }
    Err(Fault::said(worst, message))
}
