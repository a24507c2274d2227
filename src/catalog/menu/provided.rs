//! Strategies that are right only where something holds of the whole space, which a search need not come to see.

use std::sync::Arc;

use crate::catalog::menu::{Holds, Menu, Strategy};
use crate::catalog::puzzle::Puzzle;
use crate::search::outcome::SearchError;
use crate::space::StateSpace;

impl<P> Menu<P>
where
    P: Puzzle<Rules: StateSpace<State: 'static, Action: 'static> + 'static, Goal: 'static>
        + 'static,
{
    /// Adds strategies, and [several plans](Self::plans), that are right only where `holds` of the rules: otherwise they
    /// refuse the file by its error, before any search.
    ///
    /// A search refuses an action that it cannot serve where it meets it; one that it never comes to could have led to a
    /// cheaper plan. Where the rules can tell at once, nothing need go unnoticed.
    #[must_use]
    pub fn provided(
        self,
        holds: impl Fn(&P::Rules) -> Result<(), SearchError> + Send + Sync + 'static,
        add: impl FnOnce(Self) -> Self,
    ) -> Self {
        let holds: Holds<P> = Arc::new(holds);
        let before = self.strategies.len();
        let had_plans = self.plans.is_some();
        let mut menu = add(self);
        if !had_plans && let Some(find) = menu.plans.take() {
            let holds = holds.clone();
            menu.plans = Some(Box::new(move |rules, ask, which, limits, watch| {
                holds(rules)?;
                find(rules, ask, which, limits, watch)
            }));
        }
        let added = menu.strategies.split_off(before);
        menu.strategies
            .extend(added.into_iter().map(|mut strategy| {
                strategy.holds.push(holds.clone());
                strategy
            }));
        menu
    }
}

impl<P: Puzzle> Strategy<P> {
    /// Refuses rules of which does not hold what it needs.
    pub(crate) fn unless_refused(&self, rules: &P::Rules) -> Result<(), SearchError> {
        self.holds.iter().try_for_each(|holds| holds(rules))
    }
}
