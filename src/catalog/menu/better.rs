//! Better and better plans, noted as they come.

use crate::catalog::forecast::Forecast;
use crate::catalog::menu::{Resumed, Watch};
use crate::cost::Cost;
use crate::search::Stats;

/// A plan that came before the search ended, cheaper than all before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BetterPlan {
    /// What it costs, as the search tells; the last of them alone is replayed.
    pub cost: Cost,
    /// How many nodes the work on the question had expanded by then.
    pub expanded: u64,
}

/// The most plans that are noted of a question, so that nobody need claim memory for them while a search runs.
const MOST: usize = 1000;

/// Passes on what it sees, and notes the plans.
pub(crate) struct Noting<'a> {
    watch: &'a mut dyn Watch,
    plans: Vec<BetterPlan>,
    /// What was expanded before the search that is watched.
    before: u64,
}

impl<'a> Noting<'a> {
    /// Nothing has come so far.
    pub(crate) fn new(watch: &'a mut dyn Watch) -> Self {
        Self::after(watch, Vec::new(), 0)
    }

    /// These plans came before, and so many nodes were expanded.
    pub(crate) fn after(watch: &'a mut dyn Watch, plans: Vec<BetterPlan>, expanded: u64) -> Self {
        Self {
            watch,
            plans,
            before: expanded,
        }
    }

    /// Notes a plan if it is the cheapest so far. Where there is no room for one more, it takes the place of the last.
    pub(crate) fn note(&mut self, cost: Cost, expanded: u64) {
        if self.plans.last().is_some_and(|last| last.cost <= cost) {
            return;
        }
        if self.plans.len() >= MOST {
            self.plans.pop();
        }
        let expanded = self.before.saturating_add(expanded);
        self.plans.push(BetterPlan { cost, expanded });
    }

    /// All plans that came.
    pub(crate) fn into_plans(self) -> Vec<BetterPlan> {
        self.plans
    }
}

impl Watch for Noting<'_> {
    fn progress(&mut self, stats: &Stats) {
        self.watch.progress(stats);
    }

    fn phase(&mut self, name: &'static str, steps: u64) {
        self.watch.phase(name, steps);
    }

    fn better(&mut self, cost: Cost, stats: &Stats) {
        self.note(cost, stats.expanded);
        self.watch.better(cost, stats);
    }

    fn finished(&mut self, stats: &Stats) {
        self.watch.finished(stats);
    }

    fn forecast(&mut self, forecast: &Forecast) {
        self.watch.forecast(forecast);
    }

    fn is_shown(&self) -> bool {
        self.watch.is_shown()
    }

    fn resumed(&mut self, from: Resumed) {
        self.watch.resumed(from);
    }

    fn layer(&mut self, depth: Cost, states: u64) {
        self.watch.layer(depth, states);
    }
}

#[cfg(test)]
mod tests {
    use super::{BetterPlan, MOST, Noting};
    use crate::catalog::menu::Watch;
    use crate::cost::Cost;
    use crate::search::Stats;

    /// The costs that were told.
    #[derive(Default)]
    struct Told(Vec<Cost>);

    impl Watch for Told {
        fn better(&mut self, cost: Cost, _: &Stats) {
            self.0.push(cost);
        }
    }

    fn expanded(expanded: u64) -> Stats {
        Stats {
            expanded,
            ..Stats::default()
        }
    }

    #[test]
    fn plans_are_noted_and_passed_on() {
        let mut told = Told::default();
        let first = BetterPlan {
            cost: 9,
            expanded: 100,
        };
        let mut noting = Noting::after(&mut told, vec![first], 100);
        // A plan that was known before its search began to improve it.
        noting.note(9, 0);
        noting.better(7, &expanded(5));
        let second = BetterPlan {
            cost: 7,
            expanded: 105,
        };
        assert_eq!(noting.into_plans(), [first, second]);
        assert_eq!(told.0, [7]);
    }

    #[test]
    fn the_last_plan_is_always_there() {
        let mut nobody = ();
        let mut noting = Noting::new(&mut nobody);
        let last = 2 * MOST as u64;
        for number in 0..=last {
            noting.better(-Cost::try_from(number).unwrap(), &expanded(number));
        }
        let plans = noting.into_plans();
        assert_eq!(plans.len(), MOST);
        assert_eq!((plans[1].expanded, plans[MOST - 2].expanded), (1, 998));
        assert_eq!(plans[MOST - 1].expanded, last);
    }
}
