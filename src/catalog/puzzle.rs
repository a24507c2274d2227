//! The typed face of a puzzle, written by its author.

use crate::catalog::companion::Companion;
use crate::catalog::menu::Menu;
use crate::catalog::params::{Param, ParamError, Params};
use crate::catalog::text::InputError;
use crate::cost::Cost;
use crate::goal::Goal;
use crate::search::limits::{Limit, Limits};
use crate::search::task::Task;
use crate::space::StateSpace;

/// A state of a puzzle's rules.
pub type StateOf<P> = <<P as Puzzle>::Rules as StateSpace>::State;

/// An action of a puzzle's rules.
pub type ActionOf<P> = <<P as Puzzle>::Rules as StateSpace>::Action;

/// What a puzzle is called and what it reads.
#[derive(Clone, Copy, Debug)]
pub struct Card {
    /// The name that chooses it: one lower-case word.
    pub name: &'static str,
    /// One sentence.
    pub summary: &'static str,
    /// The format it reads, in a few lines.
    pub format: &'static str,
    /// The smallest instance worth showing, in that format.
    pub example: &'static str,
    /// Options that change the rules or the reading.
    pub options: &'static [Param],
}

/// A puzzle as a plug-in: its rules, its reader and its menu.
pub trait Puzzle: Send + Sync {
    /// The primitive rules, by which plans are replayed and printed. Strategies may search other
    /// spaces, as long as their plans are actions of this one.
    type Rules: StateSpace + 'static;
    /// Where plans must end.
    type Goal: Goal<StateOf<Self>> + 'static;

    /// Its card.
    fn card(&self) -> Card;

    /// Reads a file.
    ///
    /// # Errors
    /// [`ReadError`] if an option is wrong or the text is no instance. A question that can be
    /// read but is no position of the puzzle is not an error of the file: see [`Question::ask`].
    fn read(
        &self,
        text: &[u8],
        options: &Params,
    ) -> Result<Problem<Self::Rules, Self::Goal>, ReadError>;

    /// Reads a file under limits: for puzzles with files that take seconds to read. Others leave it
    /// as it is, and the limits are looked at before and after.
    ///
    /// # Errors
    /// As [`read`](Self::read), and [`ReadError::Limit`] if time is up, the work was cancelled or memory is
    /// used up.
    fn read_within(
        &self,
        text: &[u8],
        options: &Params,
        limits: &Limits,
    ) -> Result<Problem<Self::Rules, Self::Goal>, ReadError> {
        let _ = limits;
        self.read(text, options)
    }

    /// The file that `text` needs beside it, if it does not hold everything itself: see [`Companion`]. Nothing is
    /// read here but the text.
    fn companion(&self, text: &[u8]) -> Option<Companion> {
        let _ = text;
        None
    }

    /// Adds what the puzzle can do to an empty menu. The first strategy is the default.
    fn menu(&self, menu: Menu<Self>) -> Menu<Self>
    where
        Self: Sized;

    /// A number of actions that is enough from any state to any other that can be reached from it, if one is known. Tables
    /// of distances are then begun as wide as they have to be and no wider, and a forecast knows how much memory is enough.
    /// A number that is too small makes no answer wrong: a table is widened, if there is memory for that.
    fn max_depth(&self, rules: &Self::Rules) -> Option<Cost> {
        let _ = rules;
        None
    }

    /// Whether `text` is meant for this puzzle: a quick look at its beginning. Where a few words are wrong or missing it is
    /// so still: then the error of [`read`](Self::read) is told, and not that of a puzzle whose reader comes further by chance.
    /// A file that is meant for no puzzle is only read for one that is named.
    fn sniff(&self, text: &[u8]) -> bool;
}

/// How states and actions of a puzzle are written.
pub trait Notation: Puzzle {
    /// Appends `action`, taken in the state `before`, to `out`: one line without its end.
    fn write_action(
        &self,
        rules: &Self::Rules,
        before: &StateOf<Self>,
        action: &ActionOf<Self>,
        out: &mut String,
    );

    /// Reads what [`write_action`](Self::write_action) wrote.
    ///
    /// # Errors
    /// What was expected instead.
    fn read_action(
        &self,
        rules: &Self::Rules,
        before: &StateOf<Self>,
        line: &str,
    ) -> Result<ActionOf<Self>, String>;

    /// What a plan of so many actions that costs `cost` costs in words of the puzzle, such as `length 3.5`: without a
    /// comma, a colon or a line end. `None` where the number says it all.
    fn cost_in_words(&self, rules: &Self::Rules, cost: Cost, steps: usize) -> Option<String> {
        let _ = (rules, cost, steps);
        None
    }

    /// Appends a picture of `state` in characters to `out`: one or more whole lines.
    fn write_state(&self, rules: &Self::Rules, state: &StateOf<Self>, out: &mut String);
}

/// Why a file cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReadError {
    /// The text is no instance.
    #[error(transparent)]
    Input(#[from] InputError),
    /// An option is wrong.
    #[error(transparent)]
    Param(#[from] ParamError),
    /// A limit was reached.
    #[error("{} while reading", .0.was_reached())]
    Limit(Limit),
}

impl From<Limit> for ReadError {
    fn from(limit: Limit) -> Self {
        Self::Limit(limit)
    }
}

/// A file: spaces and the questions on them.
///
/// Most puzzles have one group; a file of boards of several sizes has one for each size. What the
/// questions of a group share is prepared once.
pub struct Problem<R: StateSpace, G> {
    /// The spaces with their questions.
    pub groups: Vec<Group<R, G>>,
}

/// One space and the questions on it.
pub struct Group<R: StateSpace, G> {
    /// The rules.
    pub rules: R,
    /// The questions.
    pub questions: Vec<Question<R::State, G>>,
}

/// A question of a file.
#[derive(Clone, Debug)]
pub struct Question<S, G> {
    /// Its place among the questions of the file, from 0.
    pub number: usize,
    /// The line it begins in, from 1.
    pub line: usize,
    /// What is asked, or why it is no position of the puzzle.
    pub ask: Result<Ask<S, G>, InputError>,
}

/// What a question asks.
#[derive(Clone, Debug)]
pub struct Ask<S, G> {
    /// Where a plan may begin, with the initial cost; empty if the reader saw that there is no plan.
    pub starts: Vec<(S, Cost)>,
    /// Where it must end.
    pub goal: G,
    /// What the reader saw of the answer before any search, and why.
    pub reason: Option<Reason>,
}

impl<S, G> Ask<S, G> {
    /// The question as one for a search in the space that it is asked about.
    #[must_use]
    pub fn task<'a, P: StateSpace<State = S>>(&'a self, space: &'a P) -> Task<'a, P, G> {
        Task {
            space,
            starts: &self.starts,
            goal: &self.goal,
        }
    }
}

/// That there is a plan, or that there is none, and why: what a look at the question proves.
///
/// It is shown with the verdict. A strategy that comes to the opposite contradicts it, and its
/// answer is then [`Verdict::Broken`](crate::catalog::report::Verdict::Broken).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// There is a plan, since this holds.
    Solvable(String),
    /// There is none, since this holds.
    Unsolvable(String),
}

impl Reason {
    /// Why there is a plan, if there is one.
    #[must_use]
    pub fn solvable(&self) -> Option<&str> {
        match self {
            Self::Solvable(why) => Some(why),
            Self::Unsolvable(_) => None,
        }
    }

    /// Why there is no plan, if there is none.
    #[must_use]
    pub fn unsolvable(&self) -> Option<&str> {
        match self {
            Self::Solvable(_) => None,
            Self::Unsolvable(why) => Some(why),
        }
    }
}

impl<R: StateSpace, G> Problem<R, G> {
    /// The problem of one question: from `start` to `goal`.
    #[must_use]
    pub fn of_one(rules: R, start: R::State, goal: G) -> Self {
        let ask = Ask {
            starts: vec![(start, 0)],
            goal,
            reason: None,
        };
        let question = Question {
            number: 0,
            line: 1,
            ask: Ok(ask),
        };
        let questions = vec![question];
        Self {
            groups: vec![Group { rules, questions }],
        }
    }

    /// How many questions there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.groups.iter().map(|group| group.questions.len()).sum()
    }

    /// Whether there are no questions.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}
