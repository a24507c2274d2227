//! The default solver: the shortest plan that any method finds, by the size of the board and the room on it.
//!
//! | where | method |
//! | --- | --- |
//! | everywhere | [composite operators](super::construct) |
//! | no block is empty | steps inside the blocks, in an order in which they apply |
//! | at least a quarter of the blocks is empty | kings push each other through the blocks |
//! | one block is empty | the longest stretch of slides from block to block is planned anew, window by window |
//! | plans that are not too long for the board | kings are led anew among the others |
//! | at most 16 kings on 15 x 15 cells | [shortest plans](super::optimal), within a number of states |
//! | the same, on 14 x 14 cells | windows with all kings that [move](super::windows) there |
//!
//! Each method gets what is shortest so far, so no plan is longer than one of composite operators.

use std::time::Instant;

use statewalk::adapt::macros::fault::MacroFault;
use statewalk::catalog::menu::{Watch, Watching};
use statewalk::cost::Cost;
use statewalk::improve::{Effort, ImproveError, Improved, improve as windows_improved};
use statewalk::search::Stats;
use statewalk::search::limits::{Limit, Limits};
use statewalk::search::outcome::{Outcome, SearchError};
use thiserror::Error;

use super::blocks::Blocks;
use super::board::Board;
use super::construct::{construct, lower_bound};
use super::one_empty;
use super::optimal::{From, optimal};
use super::placement::Placements;
use super::rules::{Kings, Rule, Step};
use super::walks::improve::improve;
use super::walks::inside::direct;
use super::walks::push::pushed;
use super::windows::Areas;
use crate::sliding::taken::plan_of;

/// The work that goes into leading kings anew, in expansions, where no limit on expansions says another number.
pub const WORK: u64 = 12_000_000;

/// An expansion among blocks, or among several kings, takes as long as so many in the search for the way of one king, and
/// counts as so many.
const SLIDES: u64 = 4;

/// Boards of up to so many cells a side, with so many kings, are pieces as a whole.
const PIECE: u32 = 14;
const AT_ONCE: usize = 16;

/// The states that are stored for a plan that is proved to be shortest.
const STATES: u64 = 200_000;

/// Plans with more steps for each cell have so many kings at each cell that there is little to be won in the time.
const STEPS_PER_CELL: usize = 40;

/// Sums of distances above this are not for kings that are moved one by one in rounds.
const LONGEST_WALKS: Cost = 1 << 22;

/// A method contradicted itself.
#[derive(Debug, Error)]
pub enum PortfolioError {
    /// Composite operators.
    #[error(transparent)]
    Macro(#[from] MacroFault),
    /// A search over whole boards.
    #[error(transparent)]
    Search(#[from] SearchError),
    /// The improvement of a plan.
    #[error(transparent)]
    Improve(#[from] ImproveError),
}

/// Finds a short plan from `start` to `target`, or proves that there is none; where the kings are `alike`, to any board
/// with kings on the cells of `target`, which were named so that it can be reached.
///
/// Limits on time, memory and cost hold. A limit on expansions is for all searches together: the work that goes into
/// shortening the plan, instead of [`WORK`], or of no end where there is a limit on time, and what is left of it for a proof; where it, time or memory is
/// short, the plan is what was found until then.
///
/// Every step was tried by the rules on its own board, but plans are put together from parts: it is for the caller to
/// [`validate`](statewalk::plan::Plan::validate) them. Time: that of [`construct`], and at most [`WORK`], some seconds. Memory:
/// some 100 bytes for each step of the first plan, and some 100 for each label of the longest search for a route.
///
/// # Errors
/// [`PortfolioError`] if the program contradicts itself.
pub fn short_plan(
    rule: Rule,
    (start, target): (&Board, &Board),
    alike: bool,
    limits: &Limits,
    watch: &mut dyn Watch,
) -> Result<(Outcome<Step>, Stats), PortfolioError> {
    let mut portfolio = Portfolio {
        rule,
        pair: (start, target),
        alike,
        lower: lower_bound(rule, start, target),
        early: ahead_of(limits),
        expansions: limits.expansions,
        work: 0,
        best: None,
        limit: None,
        stats: Stats::default(),
    };
    let any_cost = Limits {
        cost: None,
        ..limits.clone()
    };
    match construct(rule, start, target, &any_cost, watch)? {
        Outcome::Solved { plan, .. } => portfolio.take(Some(plan.actions), watch),
        // Other methods may have shorter plans.
        Outcome::LimitReached {
            limit: limit @ Limit::Memory(_),
            ..
        } => portfolio.limit = Some(limit),
        outcome => return Ok((outcome, Stats::default())),
    }
    portfolio.walk(watch);
    // With a limit on time alone there is work until it comes.
    let most = if limits.deadline.is_some() {
        u64::MAX
    } else {
        WORK
    };
    portfolio.improve(limits.expansions.unwrap_or(most), watch)?;
    let mut proved = portfolio.prove(watch)?;
    if !proved {
        portfolio.refine(watch)?;
        proved = portfolio.is_proved();
    }
    Ok(portfolio.conclude(proved, limits.cost))
}

/// What was found so far.
struct Portfolio<'a> {
    rule: Rule,
    pair: (&'a Board, &'a Board),
    alike: bool,
    /// The sum of the distances.
    lower: Cost,
    /// Limits for work that may be left off.
    early: Limits,
    /// How many expansions there may be at most, all together.
    expansions: Option<u64>,
    /// How many there were; those of [slides](SLIDES) count more.
    work: u64,
    best: Option<Vec<Step>>,
    /// What ended a method.
    limit: Option<Limit>,
    stats: Stats,
}

impl Portfolio<'_> {
    /// Whether no plan for these kings is shorter than the best one.
    fn is_shortest(&self) -> bool {
        self.best
            .as_ref()
            .is_some_and(|best| cost_of(best) == self.lower)
    }

    /// Whether no plan at all is shorter: where kings are alike another one may be nearer to a cell.
    fn is_proved(&self) -> bool {
        self.is_shortest() && (self.lower == 0 || !self.alike)
    }

    /// Takes a shorter plan, if there is one, and tells of it.
    fn take(&mut self, steps: Option<Vec<Step>>, watch: &mut dyn Watch) {
        if let Some(steps) = steps {
            let before = self.best.as_ref().map_or(usize::MAX, Vec::len);
            if steps.len() < before {
                watch.better(cost_of(&steps), &self.stats);
            }
            self.best = Some(steps);
        }
    }

    /// What is left of a limit on expansions.
    fn left(&self) -> Option<u64> {
        self.expansions.map(|most| most.saturating_sub(self.work))
    }

    /// Takes what a search for better stretches of a plan found.
    fn take_improved(&mut self, improved: Improved<Step>, watch: &mut dyn Watch) {
        self.work += improved.stats.expanded * SLIDES;
        self.stats += improved.stats;
        // That the work is done is no limit of the question.
        let is_limit = |limit: &Limit| !matches!(limit, Limit::Expansions(_));
        self.limit = improved.limit.filter(is_limit).or(self.limit);
        self.take(Some(improved.plan.actions), watch);
    }

    /// Tries the methods that need no time to speak of.
    fn walk(&mut self, watch: &mut dyn Watch) {
        if self.is_shortest() || self.lower > LONGEST_WALKS {
            return;
        }
        let (rule, (start, target)) = (self.rule, self.pair);
        let empty = self.empty();
        let blocks = empty + start.cells().len();
        let found = if empty == 0 {
            direct(rule, start, target, &self.early)
        } else if empty > 1 && 4 * empty >= blocks {
            let most = self.best.as_ref().map_or(usize::MAX, Vec::len);
            pushed(rule, (start, target), most, &self.early)
        } else {
            Ok(None)
        };
        match found {
            Ok(steps) => self.take(steps, watch),
            Err(limit) => self.limit = Some(limit),
        }
    }

    /// Shortens the best plan, with so much work.
    fn improve(&mut self, work: u64, watch: &mut dyn Watch) -> Result<(), ImproveError> {
        let side = self.pair.0.side() as usize;
        let Some(best) = self.best.clone().filter(|_| !self.is_shortest()) else {
            return Ok(());
        };
        if self.empty() == 1 {
            let limits = Limits {
                expansions: Some(work / SLIDES),
                ..self.early.clone()
            };
            let effort = Effort::default();
            let effort = if limits.deadline.is_some() {
                effort.unending()
            } else {
                effort
            };
            watch.phase("planning slides anew", 0);
            let improved = one_empty::improved(self.pair.0, best, effort, &limits)?;
            self.take_improved(improved, watch);
        } else if best.len() <= STEPS_PER_CELL * side * side {
            let improved = improve(self.rule, self.pair, &best, work, &self.early, watch);
            self.stats.expanded += improved.expanded;
            self.work += improved.expanded;
            self.take(improved.steps, watch);
            self.limit = improved.halted.or(self.limit);
        }
        Ok(())
    }

    /// Plans pieces of small boards anew, with all kings that move there.
    fn refine(&mut self, watch: &mut dyn Watch) -> Result<(), ImproveError> {
        let (kings, (start, _)) = (Kings { rule: self.rule }, self.pair);
        let is_small = start.side() <= PIECE && start.cells().len() <= AT_ONCE;
        let Some(actions) = self.best.clone().filter(|_| is_small) else {
            return Ok(());
        };
        let plan = plan_of(actions);
        let limits = Limits {
            expansions: Some(self.left().unwrap_or(WORK) / SLIDES),
            ..self.early.clone()
        };
        let (windows, effort) = (&mut Areas::of(start), Effort::default());
        let from = (start, 0);
        let improved = windows_improved(&kings, from, plan, windows, effort, &limits, &mut ())?;
        self.take_improved(improved, watch);
        Ok(())
    }

    /// How many blocks are empty.
    fn empty(&self) -> usize {
        let start = self.pair.0;
        Blocks::of(start.side()).count() as usize - start.cells().len()
    }

    /// Looks for a plan that is proved to be shortest, where whole boards are few. Whether the best plan is one.
    fn prove(&mut self, watch: &mut dyn Watch) -> Result<bool, SearchError> {
        let (rule, (start, _)) = (self.rule, self.pair);
        let mut proved = self.is_proved();
        let is_small = Placements::<u8, 16>::around(start, rule, self.alike).is_some();
        if !proved && is_small && self.best.is_some() {
            let few = Limits {
                states: Some(self.early.states.unwrap_or(STATES).min(STATES)),
                expansions: self.left(),
                ..self.early.clone()
            };
            let searching = &mut Watching(&mut *watch);
            let found = optimal(From::BothEnds, rule, self.pair, self.alike, &few, searching)?;
            self.work += found.stats.expanded;
            self.stats += found.stats;
            if let Outcome::Solved { plan, .. } = found.outcome {
                proved = true;
                self.take(Some(plan.actions), watch);
            }
        }
        Ok(proved)
    }

    fn conclude(self, proved: bool, most: Option<Cost>) -> (Outcome<Step>, Stats) {
        let least = (!self.alike).then_some(self.lower);
        let limit = |limit, best| Outcome::LimitReached {
            limit,
            best,
            lower: least,
        };
        let outcome = match (self.best, self.limit) {
            (None, reached) => limit(reached.unwrap_or(Limit::Time), None),
            (Some(actions), reached) => {
                let plan = plan_of(actions);
                let cut = most.filter(|&most| plan.cost > most).map(Limit::Cost);
                match (cut, reached) {
                    (Some(cut), _) => limit(cut, None),
                    (None, Some(Limit::Cancelled)) => limit(Limit::Cancelled, Some(plan)),
                    _ => {
                        let lower = if proved { Some(plan.cost) } else { least };
                        Outcome::Solved {
                            plan,
                            proved,
                            lower,
                        }
                    }
                }
            }
        };
        (outcome, self.stats)
    }
}

/// Every step costs 1.
fn cost_of(steps: &[Step]) -> Cost {
    Cost::try_from(steps.len()).unwrap_or(Cost::MAX)
}

/// The limits for work that may be left off: a quarter of the time is left to replay and write the plan.
fn ahead_of(limits: &Limits) -> Limits {
    let now = Instant::now();
    let deadline = limits
        .deadline
        .and_then(|end| now.checked_add(end.saturating_duration_since(now) * 3 / 4));
    Limits {
        cost: None,
        expansions: None,
        deadline,
        ..limits.clone()
    }
}
