//! Heuristics that a puzzle offers to be held against exact distances.

use std::hash::Hash;

use crate::catalog::menu::Menu;
use crate::catalog::puzzle::{ActionOf, Group, Puzzle, StateOf};
use crate::distances::audit::{Audit, audit};
use crate::goal::GoalStates;
use crate::heuristic::Heuristic;
use crate::search::limits::Limits;
use crate::search::outcome::SearchError;
use crate::space::Predecessors;

type AuditGroup<P> = dyn Fn(
        &Group<<P as Puzzle>::Rules, <P as Puzzle>::Goal>,
        &Limits,
    ) -> Result<Option<Audit<StateOf<P>, ActionOf<P>>>, SearchError>
    + Send
    + Sync;

/// A heuristic that can be held against exact distances.
pub struct Auditor<P: Puzzle> {
    /// Its name, as strategies have it.
    pub name: &'static str,
    pub(crate) run: Box<AuditGroup<P>>,
}

impl<P: Puzzle> Menu<P> {
    /// A heuristic, by the name that strategies have it by, to be held against the distances to the goal of the first
    /// legal question of a group. `make` gets the rules and that goal.
    #[must_use]
    pub fn audit<H>(
        mut self,
        name: &'static str,
        make: impl Fn(&P::Rules, &P::Goal) -> H + Send + Sync + 'static,
    ) -> Self
    where
        P::Rules: Predecessors<State: Hash>,
        P::Goal: GoalStates<StateOf<P>>,
        H: Heuristic<StateOf<P>>,
    {
        self.auditors.push(Auditor {
            name,
            run: Box::new(move |group, limits| {
                let asks = group.questions.iter().filter_map(|q| q.ask.as_ref().ok());
                let goal = asks.map(|ask| &ask.goal).next();
                let held = |goal: &P::Goal| {
                    let heuristic = make(&group.rules, goal);
                    audit(&group.rules, goal, &heuristic, limits)
                };
                goal.map(held).transpose()
            }),
        });
        self
    }
}
