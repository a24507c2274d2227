//! Strategies that are right only where something holds of the whole space, which a search need not come to see.

use crate::catalog::menu::{Menu, Strategy};
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
        holds: impl Fn(&P::Rules) -> Result<(), SearchError> + Clone + Send + Sync + 'static,
        add: impl FnOnce(Self) -> Self,
    ) -> Self {
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
        menu.strategies.extend(added.into_iter().map(|strategy| {
            let (holds, run) = (holds.clone(), strategy.run);
            Strategy {
                run: Box::new(move |puzzle, group, asks, settings, watch| {
                    holds(&group.rules)?;
                    run(puzzle, group, asks, settings, watch)
                }),
                ..strategy
            }
        }));
        menu
    }
}
