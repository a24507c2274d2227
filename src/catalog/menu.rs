//! What a puzzle can do: its strategies, its generator, its ways to be explored. One long file, since the
//! builder names every part.

pub mod audits;
pub mod better;
pub mod deepening;
mod each;
pub mod encodings;
mod explored;
mod guided;
pub mod improvers;
pub mod macro_tables;
mod moved;
mod planes;
pub mod plans;
pub mod prepared;
mod provided;
mod ranks;
mod saving;
mod series;
mod solution;
mod states;
mod sweeps;
mod watch;

use std::fmt;
use std::hash::Hash;
use std::path::PathBuf;
use std::sync::Arc;

use thiserror::Error;

use crate::catalog::explorers;
use crate::catalog::forecast::Forecast;
use crate::catalog::laboratory::{Bench, Measured};
use crate::catalog::menu::audits::Auditor;
use crate::catalog::menu::improvers::ImprovePlan;
use crate::catalog::menu::macro_tables::Macros;
use crate::catalog::menu::plans::FindSeveral;
use crate::catalog::params::{Param, ParamError, Params};
use crate::catalog::puzzle::{ActionOf, Ask, Group, Problem, Puzzle, StateOf};
use crate::catalog::report::PlanText;
use crate::catalog::text::InputError;
use crate::encoding::error::EncodingError;
use crate::improve::Effort;
use crate::pdb::PdbError;
use crate::rank_actions::RankActionsError;
use crate::search::beam::Width;
use crate::search::layers::checkpoint::{CheckpointError, SavingError};
use crate::search::limits::Limits;
use crate::search::outcome::{Found, SearchError};
use crate::search::task::Task;
use crate::search::weighted_astar::Weight;

pub use each::{Answering, one_by_one};
pub use explored::{Explored, LocalMaxima, Resumed};
pub use saving::Saving;
pub use series::Series;
pub use solution::{Conclusion, Solution};
pub use watch::{Watch, Watching};

/// Which way a space is explored.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Direction {
    /// By actions: depths count from the start.
    #[default]
    Forward,
    /// Against the actions: depths count to the goal, so the deepest states are the hardest to solve.
    Backward,
}

impl Direction {
    /// The word for programs.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Forward => "forward",
            Self::Backward => "backward",
        }
    }
}

/// What a program asks of a strategy, beside the file.
#[derive(Clone, Debug, Default)]
pub struct Settings {
    /// How far it may go. Time and memory hold for the whole file, preparation included; states and
    /// expansions for each search.
    pub limits: Limits,
    /// The place of the only question that is answered, from 0; without it, all are.
    pub question: Option<usize>,
    /// Whether actions are wanted; without them a strategy may give the cost alone.
    pub plans: bool,
    /// Whether only a proved optimum will do.
    pub optimal: bool,
    /// Whether plans that are not proved to be the cheapest are improved afterwards, and with what effort.
    pub improve: Option<Effort>,
    /// Which way a space is explored; strategies choose theirs.
    pub direction: Direction,
    /// How many threads may work; the answers do not depend on it.
    pub threads: usize,
    /// What random choices are drawn from, by strategies that make some.
    pub seed: u64,
    /// How much more than they say estimates count for, in weighted searches.
    pub weight: Weight,
    /// How many states of a layer are kept, in beam searches.
    pub width: Width,
    /// The folder where strategies keep pattern databases: those that are there are mapped into memory, the others are
    /// built and saved there. Without it they are built each time.
    pub databases: Option<PathBuf>,
    /// The bytes of a transposition table, in searches that have one beside their path; without it some 67 million, or half
    /// of the memory that is left.
    pub table: Option<u64>,
    /// Where and how often explorers make checkpoints.
    pub checkpoints: Option<Saving>,
    /// Whether explorers look for local maxima, and how many of them they hand out.
    pub maxima: Option<usize>,
}

/// The answers of a strategy to the legal questions of a group, in their order.
pub type Solutions<P> = Result<Vec<Solution<ActionOf<P>>>, SearchError>;

type SolveGroup<P> = dyn Fn(
        &P,
        &Group<<P as Puzzle>::Rules, <P as Puzzle>::Goal>,
        &[&Ask<StateOf<P>, <P as Puzzle>::Goal>],
        &Settings,
        &mut dyn Watch,
    ) -> Solutions<P>
    + Send
    + Sync;

type SolveOne<P> = dyn Fn(
        &Task<'_, <P as Puzzle>::Rules, <P as Puzzle>::Goal>,
        &Settings,
        &mut Watching<'_>,
    ) -> Result<Found<ActionOf<P>>, SearchError>
    + Send
    + Sync;

/// One strategy on one store.
pub struct Strategy<P: Puzzle> {
    /// The name of the strategy.
    pub name: &'static str,
    /// The name of the store.
    pub store: &'static str,
    /// The name of the heuristic that leads it, if one does.
    pub heuristic: Option<&'static str>,
    /// What it is, in one line.
    pub summary: &'static str,
    /// Whether its plans are proved optimal.
    pub optimal: bool,
    /// What must hold of the rules, or it refuses every question.
    pub(crate) holds: Vec<Holds<P>>,
    pub(crate) run: Box<SolveGroup<P>>,
    /// Brings what it keeps in files up to date, before any question is answered.
    pub(crate) keep: Option<Box<Keep<P>>>,
}

/// Brings what a strategy keeps in files up to date for a group.
pub(crate) type Keep<P> = dyn Fn(
        &Group<<P as Puzzle>::Rules, <P as Puzzle>::Goal>,
        &Settings,
        &mut dyn Watch,
    ) -> Result<(), PdbError>
    + Send
    + Sync;

/// Whether a strategy can serve spaces with these rules.
pub(crate) type Holds<P> =
    Arc<dyn Fn(&<P as Puzzle>::Rules) -> Result<(), SearchError> + Send + Sync>;

type ExploreGroup<P> = dyn Fn(
        &P,
        &Group<<P as Puzzle>::Rules, <P as Puzzle>::Goal>,
        &Settings,
        usize,
        &mut dyn Watch,
    ) -> Result<Explored<StateOf<P>>, ExploreError>
    + Send
    + Sync;

type ForecastGroup<P> = dyn Fn(
        &P,
        &Group<<P as Puzzle>::Rules, <P as Puzzle>::Goal>,
        &Settings,
        bool,
    ) -> Result<Forecast, ExploreError>
    + Send
    + Sync;

/// Why a space cannot be explored.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ExploreError {
    /// The sweep cannot be right on it.
    #[error(transparent)]
    Search(#[from] SearchError),
    /// Its states have no ranks.
    #[error(transparent)]
    Encoding(#[from] EncodingError),
    /// Its moves cannot be said on ranks.
    #[error(transparent)]
    Moves(#[from] RankActionsError),
    /// A checkpoint cannot be made or gone on with.
    #[error(transparent)]
    Checkpoint(#[from] CheckpointError),
}

impl From<SavingError> for ExploreError {
    fn from(error: SavingError) -> Self {
        match error {
            SavingError::Search(error) => Self::Search(error),
            SavingError::Checkpoint(error) => Self::Checkpoint(error),
        }
    }
}

/// A way to enumerate a space on one store.
pub struct Explorer<P: Puzzle> {
    /// The name of the store.
    pub store: &'static str,
    /// Whether it goes by actions or against them.
    pub direction: Direction,
    /// Whether it can make checkpoints.
    pub saves: bool,
    /// Whether it can tell local maxima.
    pub tells_maxima: bool,
    pub(crate) run: Box<ExploreGroup<P>>,
    pub(crate) forecast: Option<Box<ForecastGroup<P>>>,
}

type MeasureGroup<P> = dyn Fn(&P, &Group<<P as Puzzle>::Rules, <P as Puzzle>::Goal>, Bench<'_>) -> Measured
    + Send
    + Sync;

/// An encoding, or another way to keep states, that can be measured.
pub struct Experiment<P: Puzzle> {
    /// Its name.
    pub name: &'static str,
    /// What it is, in one line.
    pub summary: &'static str,
    pub(crate) run: Box<MeasureGroup<P>>,
}

/// Makes an instance from parameters and a seed, in the puzzle's format.
pub type Generate = dyn Fn(&Params, u64) -> Result<String, ParamError> + Send + Sync;

/// Makes a space to explore from parameters.
pub type Named<P> = dyn Fn(&Params) -> Result<Problem<<P as Puzzle>::Rules, <P as Puzzle>::Goal>, ParamError>
    + Send
    + Sync;

/// Writes one answer as a contest judge expects it: the plan, or `None` where it is proved that there is none.
/// Contests have no word for other verdicts, so it is not asked about them.
pub type Contest = fn(Option<&PlanText>, &mut dyn fmt::Write) -> fmt::Result;

/// Plans by question: their actions, one a line; `None` where there is no plan.
pub type PlanLines = Vec<Option<String>>;

/// Reads the plans out of what [`Contest`] wrote.
pub type ReadContest = fn(&[u8]) -> Result<PlanLines, InputError>;

/// What a puzzle can do.
pub struct Menu<P: Puzzle> {
    pub(crate) strategies: Vec<Strategy<P>>,
    pub(crate) explorers: Vec<Explorer<P>>,
    pub(crate) experiments: Vec<Experiment<P>>,
    pub(crate) auditors: Vec<Auditor<P>>,
    pub(crate) plans: Option<Box<FindSeveral<P>>>,
    pub(crate) improver: Option<Box<ImprovePlan<P>>>,
    pub(crate) macros: Option<Macros<P>>,
    pub(crate) named: Option<(&'static [Param], Box<Named<P>>)>,
    pub(crate) generate: Option<(&'static [Param], Box<Generate>)>,
    pub(crate) series: Option<Series>,
    pub(crate) contest: Option<Contest>,
    pub(crate) read_contest: Option<ReadContest>,
}

impl<P: Puzzle> Default for Menu<P> {
    fn default() -> Self {
        Self {
            strategies: Vec::new(),
            explorers: Vec::new(),
            experiments: Vec::new(),
            auditors: Vec::new(),
            plans: None,
            improver: None,
            macros: None,
            named: None,
            generate: None,
            series: None,
            contest: None,
            read_contest: None,
        }
    }
}

impl<P: Puzzle> fmt::Debug for Menu<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = self.strategies.iter().map(|s| (s.name, s.store));
        f.debug_list().entries(names).finish()
    }
}

impl<P: Puzzle> Menu<P> {
    /// A strategy that answers all legal questions of a group together.
    ///
    /// It gets the puzzle, the group, what its legal questions ask, the settings and a watcher, and
    /// answers them in order.
    #[must_use]
    pub fn together(
        mut self,
        (name, store): (&'static str, &'static str),
        summary: &'static str,
        optimal: bool,
        run: impl Fn(
            &P,
            &Group<P::Rules, P::Goal>,
            &[&Ask<StateOf<P>, P::Goal>],
            &Settings,
            &mut dyn Watch,
        ) -> Solutions<P>
        + Send
        + Sync
        + 'static,
    ) -> Self {
        self.strategies.push(Strategy {
            name,
            store,
            heuristic: None,
            summary,
            optimal,
            holds: Vec::new(),
            run: Box::new(run),
            keep: None,
        });
        self
    }

    /// The strategy that was added last is led by the heuristic of this name.
    #[must_use]
    pub fn by_heuristic(mut self, name: &'static str) -> Self {
        if let Some(last) = self.strategies.last_mut() {
            last.heuristic = Some(name);
        }
        self
    }

    /// A strategy that answers questions one by one.
    #[must_use]
    pub fn each(
        self,
        names: (&'static str, &'static str),
        summary: &'static str,
        optimal: bool,
        run: impl Fn(
            &Task<'_, P::Rules, P::Goal>,
            &Settings,
            &mut Watching<'_>,
        ) -> Result<Found<ActionOf<P>>, SearchError>
        + Send
        + Sync
        + 'static,
    ) -> Self {
        self.boxed(names, summary, optimal, Box::new(run))
    }

    /// As [`each`](Self::each): what is around a search is compiled once for a puzzle, not for each of its searches.
    fn boxed(
        self,
        names: (&'static str, &'static str),
        summary: &'static str,
        optimal: bool,
        run: Box<SolveOne<P>>,
    ) -> Self {
        self.together(
            names,
            summary,
            optimal,
            move |_, group, asks, settings, watch| {
                one_by_one::<P>(asks, &settings.limits.memory, watch, &mut |ask, watch| {
                    run(&ask.task(&group.rules), settings, watch)
                })
            },
        )
    }

    /// A way to enumerate the space of a group: forward from the starts of its first legal question that
    /// has any (from the goal, if none has and the goal is a state), backward from the goal of the first
    /// legal question. It gets the number of deepest states that are wanted.
    #[must_use]
    pub fn explore(
        mut self,
        (direction, store): (Direction, &'static str),
        run: impl Fn(
            &P,
            &Group<P::Rules, P::Goal>,
            &Settings,
            usize,
            &mut dyn Watch,
        ) -> Result<Explored<StateOf<P>>, ExploreError>
        + Send
        + Sync
        + 'static,
    ) -> Self {
        let run = Box::new(run);
        self.explorers.push(Explorer {
            store,
            direction,
            saves: false,
            tells_maxima: false,
            run,
            forecast: None,
        });
        self
    }

    /// The way that was added last tells [local maxima](Settings::maxima) too.
    #[must_use]
    pub fn with_maxima(mut self) -> Self {
        if let Some(last) = self.explorers.last_mut() {
            last.tells_maxima = true;
        }
        self
    }

    /// The way that was added last makes [checkpoints](Settings::checkpoints), as a
    /// [`Walker`](explorers::Walker) does.
    #[must_use]
    pub fn with_checkpoints(mut self) -> Self {
        if let Some(last) = self.explorers.last_mut() {
            last.saves = true;
        }
        self
    }

    /// What exploring takes in the way that was added last. It gets the puzzle, the group, the settings, and whether to
    /// measure how fast states are expanded.
    #[must_use]
    pub fn forecast(
        mut self,
        tell: impl Fn(&P, &Group<P::Rules, P::Goal>, &Settings, bool) -> Result<Forecast, ExploreError>
        + Send
        + Sync
        + 'static,
    ) -> Self {
        if let Some(last) = self.explorers.last_mut() {
            last.forecast = Some(Box::new(tell));
        }
        self
    }

    /// Exploring breadth-first over a hash table of states, for unit costs.
    #[must_use]
    pub fn explore_interned(self) -> Self
    where
        StateOf<P>: Hash,
    {
        self.explore(
            (Direction::Forward, "interned"),
            |_, group, settings, deepest, watch| {
                explorers::interned(group, settings, deepest, watch)
            },
        )
        .with_maxima()
    }

    /// Spaces that can be explored by name and parameters, without a file.
    #[must_use]
    pub fn named(
        mut self,
        params: &'static [Param],
        make: impl Fn(&Params) -> Result<Problem<P::Rules, P::Goal>, ParamError> + Send + Sync + 'static,
    ) -> Self {
        self.named = Some((params, Box::new(make)));
        self
    }

    /// A generator of instances: parameters and a seed give the same bytes every time.
    #[must_use]
    pub fn generate(
        mut self,
        params: &'static [Param],
        make: impl Fn(&Params, u64) -> Result<String, ParamError> + Send + Sync + 'static,
    ) -> Self {
        self.generate = Some((params, Box::new(make)));
        self
    }

    /// How several generated instances become one file; without it, each needs a file of its own.
    #[must_use]
    pub fn in_series(mut self, series: Series) -> Self {
        self.series = Some(series);
        self
    }

    /// The form that contest judges expect; without it, the cost or -1, one line a question.
    #[must_use]
    pub fn contest(mut self, write: Contest) -> Self {
        self.contest = Some(write);
        self
    }

    /// How plans are read back from the contest form.
    #[must_use]
    pub fn read_contest(mut self, read: ReadContest) -> Self {
        self.read_contest = Some(read);
        self
    }
}
