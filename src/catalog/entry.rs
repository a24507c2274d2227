//! The erased face of a puzzle, as programs see it.

use std::fmt;

use thiserror::Error;

use crate::catalog::companion::Companion;
use crate::catalog::laboratory::Orders;
use crate::catalog::macro_text::MacroText;
use crate::catalog::menu::plans::Which;
use crate::catalog::menu::{Direction, PlanLines, Series, Settings, Watch};
use crate::catalog::needs::remark;
use crate::catalog::params::{Param, ParamError, Params};
use crate::catalog::puzzle::{Card, ReadError};
use crate::catalog::report::{
    Audited, Checked, Exploration, Foretold, Macros, Plans, Report, Trials,
};
use crate::catalog::text::InputError;
use crate::encoding::error::EncodingError;
use crate::memory::in_units;
use crate::pdb::PdbError;
use crate::rank_actions::RankActionsError;
use crate::search::layers::checkpoint::CheckpointError;
use crate::search::limits::{Limit, Limits};
use crate::search::outcome::SearchError;
use crate::words::counted;

/// A strategy that a puzzle offers, on one store.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Offer {
    /// The name of the strategy.
    pub strategy: &'static str,
    /// The name of the store.
    pub store: &'static str,
    /// The name of the heuristic that leads it, if one does.
    pub heuristic: Option<&'static str>,
    /// What it is, in one line.
    pub summary: &'static str,
    /// Whether its plans are proved optimal.
    pub optimal: bool,
}

impl Offer {
    /// The choice of this one.
    #[must_use]
    pub fn choice(&self) -> Choice {
        Choice {
            strategy: Some(self.strategy.to_owned()),
            store: Some(self.store.to_owned()),
            heuristic: self.heuristic.map(str::to_owned),
        }
    }
}

/// A question of a file, as far as it is known without an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Asked {
    /// Its place in the file, from 0.
    pub number: usize,
    /// The line it begins in, from 1.
    pub line: usize,
    /// Why it is no position of the puzzle, if it is none.
    pub illegal: Option<InputError>,
}

/// Which strategy, store and heuristic a program wants; `None` leaves the choice to the puzzle.
#[derive(Clone, Debug, Default)]
pub struct Choice {
    /// The name of the strategy.
    pub strategy: Option<String>,
    /// The name of the store.
    pub store: Option<String>,
    /// The name of the heuristic.
    pub heuristic: Option<String>,
}

/// Why a puzzle could not do what was asked.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Failure {
    /// The text is no instance.
    #[error(transparent)]
    Input(#[from] InputError),
    /// A parameter or option is wrong.
    #[error(transparent)]
    Param(#[from] ParamError),
    /// The search cannot be right on this space.
    #[error(transparent)]
    Search(#[from] SearchError),
    /// The moves of the space cannot be said on ranks.
    #[error(transparent)]
    Moves(#[from] RankActionsError),
    /// A checkpoint cannot be made or gone on with.
    #[error(transparent)]
    Checkpoint(CheckpointError),
    /// A database is damaged, of something else, or cannot be written or built.
    #[error(transparent)]
    Database(PdbError),
    /// A limit was reached before there was anything to tell.
    #[error("{} while reading", .0.was_reached())]
    Limit(Limit),
    /// The puzzle has no such strategy, store or power.
    #[error(
        "{puzzle} has no {kind} `{name}`{}; it offers: {}",
        remark(name),
        or_none(offered)
    )]
    NotOffered {
        /// The puzzle.
        puzzle: &'static str,
        /// `strategy`, `store` and the like.
        kind: &'static str,
        /// What was asked for.
        name: String,
        /// What it offers, separated by commas.
        offered: String,
    },
    /// The file has no question of that number.
    #[error("there is no question {}; the file has {}", .number + 1, counted(*questions, "question"))]
    NoQuestion {
        /// The place that was asked for, from 0.
        number: usize,
        /// How many questions there are.
        questions: usize,
    },
    /// Explorations on this store make no checkpoints.
    #[error(
        "{puzzle} makes no checkpoints on the store `{store}`; {}",
        able(others)
    )]
    NoCheckpoints {
        /// The puzzle.
        puzzle: &'static str,
        /// The store.
        store: &'static str,
        /// The stores that do, separated by commas.
        others: String,
    },
    /// Explorations on this store tell no local maxima.
    #[error(
        "{puzzle} has no distances to tell local maxima by on the store `{store}`; {}",
        able(others)
    )]
    NoMaxima {
        /// The puzzle.
        puzzle: &'static str,
        /// The store.
        store: &'static str,
        /// The stores that do, separated by commas.
        others: String,
    },
    /// No store both makes checkpoints and tells local maxima.
    #[error(
        "{puzzle} makes checkpoints and tells local maxima on different stores, so ask for one of the two; \
         checkpoints: {saving}; local maxima: {telling}"
    )]
    NotTogether {
        /// The puzzle.
        puzzle: &'static str,
        /// The stores that make checkpoints, separated by commas.
        saving: String,
        /// The stores that tell local maxima, separated by commas.
        telling: String,
    },
    /// The exploration would not fit in memory; it was not begun.
    #[error(
        "to explore {puzzle} on the store `{store}` takes {}{} of memory, and {} are left{}{}",
        if *is_all { "" } else { "at least " }, amount(*needed), amount(*left), disk_too(*disk), sizes(less)
    )]
    TooLarge {
        /// The puzzle.
        puzzle: &'static str,
        /// The store.
        store: &'static str,
        /// The bytes that it takes.
        needed: u64,
        /// Whether these are enough; otherwise they are the least that it takes.
        is_all: bool,
        /// The bytes that the limit leaves.
        left: u64,
        /// The bytes of disk that the checkpoints that were asked for take.
        disk: Option<u64>,
        /// The stores that can do what was asked for and fit, or the one that takes least where none does, if that is
        /// less; and how many bytes they take.
        less: Box<[(&'static str, u64)]>,
        /// The stores of which it is not known beforehand how large they become.
        growing: Box<[&'static str]>,
    },
    /// A store with an entry for every state cannot number them.
    #[error("{puzzle} cannot be explored on the store `{store}`, which numbers all states: {why}")]
    NotNumbered {
        /// The puzzle.
        puzzle: &'static str,
        /// The store.
        store: &'static str,
        /// How many there are.
        why: EncodingError,
        /// The stores that do without numbers.
        growing: Box<[&'static str]>,
    },
    /// The puzzle cannot do that at all.
    #[error("{puzzle} cannot {what}")]
    Cannot {
        /// The puzzle.
        puzzle: &'static str,
        /// What it cannot do.
        what: &'static str,
    },
}

/// What is offered.
fn or_none(offered: &str) -> &str {
    match offered {
        "" => "none",
        _ => offered,
    }
}

/// Names the stores that can.
fn able(others: &str) -> String {
    match others {
        "" => "none of its stores can".to_owned(),
        _ => format!("these can: {others}"),
    }
}

/// So many bytes, for programs and for people.
fn amount(bytes: u64) -> String {
    let exact = counted(bytes, "byte");
    match bytes {
        0..1000 => exact,
        _ => format!("{exact} ({})", in_units(bytes.into())),
    }
}

/// What checkpoints take.
fn disk_too(disk: Option<u64>) -> String {
    disk.map_or_else(String::new, |bytes| {
        format!("; its checkpoints take {} of disk", amount(bytes))
    })
}

/// Names the stores that would take less.
fn sizes(less: &[(&'static str, u64)]) -> String {
    let stores = less.iter().map(|&(store, bytes)| {
        let amount = amount(bytes);
        format!("; the store `{store}` takes {amount}")
    });
    stores.collect()
}

impl From<PdbError> for Failure {
    fn from(error: PdbError) -> Self {
        match error {
            PdbError::Search(error) => Self::Search(error),
            error => Self::Database(error),
        }
    }
}

impl From<ReadError> for Failure {
    fn from(error: ReadError) -> Self {
        match error {
            ReadError::Input(error) => Self::Input(error),
            ReadError::Param(error) => Self::Param(error),
            ReadError::Limit(limit) => Self::Limit(limit),
        }
    }
}

/// A puzzle without its types.
pub trait Entry: Send + Sync {
    /// Its card.
    fn card(&self) -> Card;

    /// What it offers for solving; the first is the default.
    fn offers(&self) -> Vec<Offer>;

    /// The stores it can be explored on in a direction; the first is the default.
    fn explorers(&self, direction: Direction) -> Vec<&'static str>;

    /// The parameters of its generator, if it has one.
    fn generator(&self) -> Option<&'static [Param]>;

    /// How several instances of its generator become one file, if its format can hold them.
    fn series(&self) -> Option<Series>;

    /// The parameters of the spaces that can be explored by name, if there are any.
    fn spaces(&self) -> Option<&'static [Param]>;

    /// Whether `text` looks like its format.
    fn sniff(&self, text: &[u8]) -> bool;

    /// The file that `text` needs beside it, if it needs one.
    fn companion(&self, text: &[u8]) -> Option<Companion>;

    /// Whether `text` can be read, without solving anything.
    fn read(&self, text: &[u8], options: &Params) -> Result<(), Failure>;

    /// The questions of a file in its order, without answering any.
    fn questions(&self, text: &[u8], options: &Params) -> Result<Vec<Asked>, Failure>;

    /// For each of [`offers`](Self::offers) why it refuses every question of a file, where its rules tell that before any
    /// search.
    fn refusals(&self, text: &[u8], options: &Params) -> Result<Vec<Option<SearchError>>, Failure>;

    /// Answers the questions of a file: all, or the one that the settings name.
    fn solve(
        &self,
        text: &[u8],
        options: &Params,
        choice: &Choice,
        settings: &Settings,
        watch: &mut dyn Watch,
    ) -> Result<Report, Failure>;

    /// Brings what a strategy keeps in [files](Settings::databases) up to date for all questions of a file, and answers
    /// none: so that of many runs none has to. Returns the limit that was reached meanwhile, if one was.
    fn prepare(
        &self,
        text: &[u8],
        options: &Params,
        choice: &Choice,
        settings: &Settings,
        watch: &mut dyn Watch,
    ) -> Result<Option<Limit>, Failure>;

    /// Whether it can find several plans to a question.
    fn has_plans(&self) -> bool;

    /// Whether it can improve plans that are not proved to be the cheapest.
    fn improves(&self) -> bool;

    /// The parameters of its patterns for macros, if it has some.
    fn patterns(&self) -> Option<&'static [Param]>;

    /// The cheapest macros for the patterns that `params` name, as far as the limits let them be found.
    fn macros(
        &self,
        params: &Params,
        limits: &Limits,
        watch: &mut dyn Watch,
    ) -> Result<Macros, Failure>;

    /// The macros of a text, each of which was replayed; one that does not do what its pattern says is refused.
    fn read_macros(&self, text: &MacroText) -> Result<Macros, Failure>;

    /// Several plans to each question of a file, or to the one that the settings name, under their limits.
    fn plans(
        &self,
        text: &[u8],
        options: &Params,
        which: Which,
        settings: &Settings,
        watch: &mut dyn Watch,
    ) -> Result<Vec<Plans>, Failure>;

    /// Enumerates the space of a file, or of `params` where `text` is `None`, in the direction of
    /// `settings`; `deepest` states of the last depth are drawn.
    fn explore(
        &self,
        text: Option<&[u8]>,
        params: &Params,
        store: Option<&str>,
        settings: &Settings,
        deepest: usize,
        watch: &mut dyn Watch,
    ) -> Result<Vec<Exploration>, Failure>;

    /// The encodings that it offers to be measured: a name and a line on each.
    fn encodings(&self) -> Vec<(&'static str, &'static str)>;

    /// Measures its encodings, or the one called `only`, on the space of a file, or of `params` where
    /// `text` is `None`. Time and memory hold for all of them together, states for each run.
    fn measure(
        &self,
        text: Option<&[u8]>,
        params: &Params,
        only: Option<&str>,
        orders: &Orders,
        settings: &Settings,
        watch: &mut dyn Watch,
    ) -> Result<Vec<Trials>, Failure>;

    /// What [`explore`](Self::explore) would take, one forecast for each space; nothing is explored. With
    /// `timing` it is measured how fast states are expanded.
    fn forecast(
        &self,
        text: Option<&[u8]>,
        params: &Params,
        store: Option<&str>,
        settings: &Settings,
        timing: bool,
    ) -> Result<Vec<Foretold>, Failure>;

    /// The heuristics that can be held against exact distances.
    fn auditable(&self) -> Vec<&'static str>;

    /// Holds its heuristics, or the one called `only`, against the distances to the goal of the first legal question
    /// of a file, or of `params` where `text` is `None`: one entry for each heuristic of each space.
    fn audit(
        &self,
        text: Option<&[u8]>,
        params: &Params,
        only: Option<&str>,
        settings: &Settings,
    ) -> Result<Vec<Audited>, Failure>;

    /// Makes an instance.
    fn generate(&self, params: &Params, seed: u64) -> Result<String, Failure>;

    /// Replays plans by the rules alone: one result for each question.
    fn check(
        &self,
        text: &[u8],
        options: &Params,
        plans: &PlanLines,
    ) -> Result<Vec<Checked>, Failure>;

    /// Writes a report as a contest judge expects it. It is written piece by piece, so that long plans are not
    /// held once more.
    ///
    /// # Errors
    /// Those of `out`, and one at the first answer that has no such form, as it is not
    /// [settled](crate::catalog::report::Verdict::settled).
    fn contest(&self, report: &Report, out: &mut dyn fmt::Write) -> fmt::Result;

    /// Whether the contest form holds plans, so that actions are wanted for it.
    fn contest_has_plans(&self) -> bool;

    /// Reads plans back from the contest form; `None` if it holds no plans.
    fn read_contest(&self, text: &[u8]) -> Option<Result<PlanLines, InputError>>;
}
