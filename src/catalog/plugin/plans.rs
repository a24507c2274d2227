//! Several plans to a question in words: each is replayed by the rules before it is shown.

use std::time::Instant;

use crate::catalog::entry::Failure;
use crate::catalog::kept::Kept;
use crate::catalog::menu::plans::{FindSeveral, Several as Found, Which};
use crate::catalog::menu::{Settings, Watch};
use crate::catalog::params::Params;
use crate::catalog::plugin::answers::{PATIENCE, Replayed};
use crate::catalog::plugin::{Plugin, questions};
use crate::catalog::puzzle::{ActionOf, Ask, Notation, Reason, StateOf};
use crate::catalog::report::{PlanText, Plans, Several};
use crate::plan::Plan;
use crate::plans::cheapest::{Cheapest, Ended};
use crate::plans::optimal::{Answer, Optimal};
use crate::search::Stats;
use crate::search::limits::Pace;
use crate::search::outcome::SearchError;

impl<P: Notation> Plugin<P> {
    /// One entry a question, in the order of the file.
    pub(super) fn several(
        &self,
        text: &[u8],
        options: &Params,
        which: Which,
        settings: &Settings,
        watch: &mut dyn Watch,
    ) -> Result<Vec<Plans>, Failure> {
        let puzzle = self.name();
        let Some(find) = &self.menu.plans else {
            let what = "tell more than one plan to a question";
            return Err(Failure::Cannot { puzzle, what });
        };
        let limits = &settings.limits;
        let mut problem = self.problem(Some(text), options, limits)?;
        if let Some(number) = settings.question {
            questions::keep(&mut problem, number)?;
        }
        let mut kept = Kept::answered::<P>(limits);
        kept.add(problem.len()).map_err(Failure::Limit)?;
        let mut pace = Pace::new(limits, PATIENCE);
        let mut all = Vec::with_capacity(problem.len());
        for group in problem.groups {
            for question in group.questions {
                let begin = Instant::now();
                let (found, stats) = match &question.ask {
                    Err(error) => (Several::Illegal(error.clone()), Stats::default()),
                    Ok(ask) => {
                        let told = (&mut pace, &mut *watch as &mut dyn Watch);
                        self.found(&group.rules, ask, (&**find, which), settings, told)?
                    }
                };
                all.push(Plans {
                    puzzle,
                    number: question.number,
                    line: question.line,
                    found,
                    stats,
                    time: begin.elapsed(),
                });
            }
        }
        all.sort_by_key(|plans| plans.number);
        Ok(all)
    }

    /// What is found for a question, and what it took.
    fn found(
        &self,
        rules: &P::Rules,
        ask: &Ask<StateOf<P>, P::Goal>,
        (find, which): (&FindSeveral<P>, Which),
        settings: &Settings,
        (pace, watch): (&mut Pace<'_>, &mut dyn Watch),
    ) -> Result<(Several, Stats), SearchError> {
        let limits = &settings.limits;
        if let Some(limit) = limits.interrupted() {
            return Ok((
                Several::LimitReached { limit, lower: None },
                Stats::default(),
            ));
        }
        // Nowhere to begin is no plan, however large the space.
        let found = if ask.starts.is_empty() {
            Found::Optimal(Answer::Unsolvable, Stats::default())
        } else {
            find(rules, ask, which, limits, watch)?
        };
        let mut told =
            |plans| self.told_all(rules, ask, plans, settings, (&mut *pace, &mut *watch));
        let (several, stats) = match found {
            Found::Optimal(answer, stats) => {
                let several = match answer {
                    Answer::Unsolvable => Several::Unsolvable { reason: None },
                    Answer::LimitReached { limit, lower } => Several::LimitReached { limit, lower },
                    Answer::Solved(Optimal { cost, count, plans }) => match told(&plans) {
                        Ok(plans) => Several::Optimal { cost, count, plans },
                        Err(other) => other,
                    },
                };
                (several, stats)
            }
            Found::Cheapest(Cheapest { plans, end, stats }) => {
                let several = match (&plans[..], end) {
                    ([], Ended::Limit(limit)) => Several::LimitReached { limit, lower: None },
                    // None is found where none is wanted.
                    ([], Ended::All) => Several::Unsolvable { reason: None },
                    (plans, end) => match told(plans) {
                        Ok(plans) => Several::Cheapest { plans, end },
                        Err(other) => other,
                    },
                };
                (several, stats)
            }
        };
        watch.finished(&stats);
        Ok((reasoned(several, ask.reason.as_ref()), stats))
    }

    /// Plans in words; or a limit that came before all were replayed, or the fault of one that did not replay.
    fn told_all(
        &self,
        rules: &P::Rules,
        ask: &Ask<StateOf<P>, P::Goal>,
        plans: &[Plan<ActionOf<P>>],
        settings: &Settings,
        (pace, watch): (&mut Pace<'_>, &mut dyn Watch),
    ) -> Result<Vec<PlanText>, Several> {
        let mut told = Vec::with_capacity(plans.len());
        for plan in plans {
            let replayed = self.replayed(rules, ask, plan, settings, (&mut *pace, &mut *watch));
            match replayed {
                Ok(Replayed::Right(plan)) => told.push(plan),
                Ok(Replayed::Cut(limit, _)) => {
                    let lower = plans.first().map(|plan| plan.cost);
                    return Err(Several::LimitReached { limit, lower });
                }
                Err(fault) => return Err(Several::Broken(fault.to_string())),
            }
        }
        Ok(told)
    }
}

/// What was found, with what the reader saw beforehand, which must not be the opposite.
fn reasoned(found: Several, seen: Option<&Reason>) -> Several {
    match (found, seen) {
        (Several::Unsolvable { .. }, Some(Reason::Unsolvable(why))) => Several::Unsolvable {
            reason: Some(why.clone()),
        },
        (Several::Unsolvable { .. }, Some(Reason::Solvable(why))) => {
            Several::Broken(format!("no plan was found where there is one: {why}"))
        }
        (Several::Optimal { .. } | Several::Cheapest { .. }, Some(Reason::Unsolvable(why))) => {
            Several::Broken(format!("a plan was found where there is none: {why}"))
        }
        (found, _) => found,
    }
}
