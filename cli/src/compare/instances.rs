//! The files that are compared on, read once: every run gets the same bytes.

use std::path::Path;

use statewalk::catalog::entry::{Asked, Entry, Offer};
use statewalk::search::limits::Limits;
use statewalk::words::counted;

use crate::args::{Context, Reading};
use crate::fault::Outcome;

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
    /// Reads a file. Questions that are illegal are said on standard error and left out.
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
        let all = questions.len();
        questions.retain(|question| question.illegal.is_none());
        let illegal = all - questions.len();
        let options = instance.options.iter();
        let options = options.map(|(name, value)| format!("{name}={value}"));
        let options = options.collect();
        let name = instance.input.name;
        if illegal > 0 {
            let told = counted(illegal, "question");
            let text = format!("{name}: {told} left out, as illegal; `solve` says why");
            context.console.remark(&text);
        }
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
