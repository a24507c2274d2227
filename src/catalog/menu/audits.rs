//! Heuristics that a puzzle offers to be held against exact distances.

use std::hash::Hash;

use crate::catalog::menu::prepared::Prepared;
use crate::catalog::menu::{Menu, Settings};
use crate::catalog::puzzle::{ActionOf, Group, Puzzle, StateOf};
use crate::distances::audit::{Audit, audit};
use crate::goal::GoalStates;
use crate::heuristic::Heuristic;
use crate::pdb::PdbError;
use crate::space::Predecessors;

type AuditGroup<P> = dyn Fn(
        &Group<<P as Puzzle>::Rules, <P as Puzzle>::Goal>,
        &Settings,
    ) -> Result<Option<Audit<StateOf<P>, ActionOf<P>>>, PdbError>
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
        self,
        name: &'static str,
        make: impl Fn(&P::Rules, &P::Goal) -> H + Send + Sync + 'static,
    ) -> Self
    where
        P::Rules: Predecessors<State: Hash>,
        P::Goal: GoalStates<StateOf<P>>,
        H: Heuristic<StateOf<P>>,
    {
        self.audited(name, move |group, goal, _| Ok(make(&group.rules, goal)))
    }

    /// The same for a heuristic that is made for a group. A limit that is reached while it is made leaves nothing to
    /// look at.
    #[must_use]
    pub fn audit_prepared<D>(self, name: &'static str, prepared: D) -> Self
    where
        P::Rules: Predecessors<State: Hash>,
        P::Goal: GoalStates<StateOf<P>>,
        D: Prepared<P, Made: Heuristic<StateOf<P>>>,
    {
        self.audited(name, move |group, _, settings| {
            prepared.make(group, &settings.of_preparation())
        })
    }

    fn audited<H>(
        mut self,
        name: &'static str,
        make: impl Fn(&Group<P::Rules, P::Goal>, &P::Goal, &Settings) -> Result<H, PdbError>
        + Send
        + Sync
        + 'static,
    ) -> Self
    where
        P::Rules: Predecessors<State: Hash>,
        P::Goal: GoalStates<StateOf<P>>,
        H: Heuristic<StateOf<P>>,
    {
        self.auditors.push(Auditor {
            name,
            run: Box::new(move |group, settings| {
                let asks = group.questions.iter().filter_map(|q| q.ask.as_ref().ok());
                let goal = asks.map(|ask| &ask.goal).next();
                let held = |goal: &P::Goal| match make(group, goal, settings) {
                    Ok(heuristic) => {
                        let found = audit(&group.rules, goal, &heuristic, &settings.limits);
                        found.map_err(PdbError::from)
                    }
                    Err(PdbError::Limit(limit)) => Ok(Audit::none(limit.while_preparing())),
                    Err(error) => Err(error),
                };
                goal.map(held).transpose()
            }),
        });
        self
    }
}
