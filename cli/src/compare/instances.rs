//! The files that are compared on, read once: every run gets the same bytes.

use std::fmt::Write;
use std::path::Path;

use statewalk::catalog::entry::{Asked, Entry, Failure, Offer};
use statewalk::catalog::text::InputError;
use statewalk::search::limits::Limits;
use statewalk::words::counted;

use crate::args::{Context, Instance, Reading};
use crate::fault::{Fault, Outcome};

/// More illegal questions than these are only counted.
const NAMED: usize = 20;

/// A file, its questions, and what is tried on them.
pub(super) struct Source<'a> {
    pub(super) name: String,
    pub(super) text: Vec<u8>,
    pub(super) entry: &'a dyn Entry,
    /// The options of the puzzle.
    pub(super) options: Vec<String>,
    /// The questions that are positions of the puzzle.
    pub(super) questions: Vec<Asked>,
    /// How many are none.
    pub(super) illegal: usize,
    /// The combinations of strategy, store and heuristic.
    pub(super) offers: Vec<Offer>,
}

impl<'a> Source<'a> {
    /// Reads a file. Questions that are illegal are said on standard error, as the errors that they are, and left out.
    pub(super) fn read(
        file: &Path,
        reading: &Reading,
        limits: &Limits,
        context: &Context<'a>,
    ) -> Outcome<Self> {
        let instance = reading.read(file, limits, context)?;
        let text = &instance.input.text;
        let asked = instance.entry.questions(text, &instance.options);
        let mut questions = asked.map_err(|failure| instance.fault(&failure))?;
        let errors: Vec<_> = { questions.iter() }
            .filter_map(|q| q.illegal.clone())
            .collect();
        questions.retain(|question| question.illegal.is_none());
        let illegal = errors.len();
        if illegal > 0 {
            context.console.error(&left_out(&instance, errors));
        }
        let options = instance.options.iter();
        let options = options.map(|(name, value)| format!("{name}={value}"));
        let options = options.collect();
        let name = instance.input.name;
        Ok(Self {
            name,
            text: instance.input.text,
            entry: instance.entry,
            options,
            questions,
            illegal,
            offers: Vec::new(),
        })
    }

    /// The puzzle that it is of.
    pub(super) fn puzzle(&self) -> &'static str {
        self.entry.card().name
    }

    /// What a question is called in messages, by its place among those that are legal.
    pub(super) fn called(&self, question: usize) -> String {
        let Asked { number, line, .. } = &self.questions[question];
        format!("{} question {} (line {line})", self.name, number + 1)
    }
}

/// That questions are left out, with the places of the first.
fn left_out(instance: &Instance<'_>, errors: Vec<InputError>) -> String {
    let (name, all) = (&instance.input.name, errors.len());
    let mut text = format!("{name}: {} left out, as illegal:", counted(all, "question"));
    for error in errors.into_iter().take(NAMED) {
        if let Fault::Said { message, .. } = instance.fault(&Failure::Input(error)) {
            text.push_str("\n  ");
            text.push_str(&message);
        }
    }
    if let Some(more) = all.checked_sub(NAMED).filter(|&more| more > 0) {
        // Writing to a string cannot fail.
        let _ = write!(text, "\n  and {more} more");
    }
    text
}

/// A combination in words.
pub(super) fn told(offer: &Offer) -> String {
    let Offer {
        strategy, store, ..
    } = offer;
    match offer.heuristic {
        Some(heuristic) => format!("{strategy} on {store} with {heuristic}"),
        None => format!("{strategy} on {store}"),
    }
}
