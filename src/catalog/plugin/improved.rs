//! Plans that a strategy found, made cheaper.

use crate::catalog::entry::Failure;
use crate::catalog::menu::better::Noting;
use crate::catalog::menu::improvers::ImprovePlan;
use crate::catalog::menu::{Conclusion, Settings, Solution, Watch};
use crate::catalog::plugin::Plugin;
use crate::catalog::puzzle::{ActionOf, Ask, Notation, StateOf};
use crate::improve::{Effort, ImproveError, Improved};
use crate::search::outcome::Outcome;

impl<P: Notation> Plugin<P> {
    /// How plans are improved and with what effort, if that is wanted.
    ///
    /// # Errors
    /// [`Failure::Cannot`] if it is wanted, and the puzzle has no way.
    pub(super) fn improver(
        &self,
        settings: &Settings,
    ) -> Result<Option<(&ImprovePlan<P>, Effort)>, Failure> {
        let Some(effort) = settings.improve else {
            return Ok(None);
        };
        let way = self.menu.improver.as_deref();
        let way = way.ok_or_else(|| Failure::Cannot {
            puzzle: self.name(),
            what: "improve plans",
        })?;
        Ok(Some((way, effort)))
    }
}

/// A solution whose plan is improved, if it has one that is not proved to be the cheapest. A plan that
/// is wrong is left as it is, to be told by its replay.
pub(super) fn improved<P: Notation>(
    (way, effort): (&ImprovePlan<P>, Effort),
    rules: &P::Rules,
    ask: &Ask<StateOf<P>, P::Goal>,
    mut solution: Solution<ActionOf<P>>,
    settings: &Settings,
    watch: &mut dyn Watch,
) -> Result<Solution<ActionOf<P>>, Failure> {
    let Conclusion::Outcome(
        Outcome::Solved {
            plan,
            proved: false,
            ..
        }
        | Outcome::LimitReached {
            best: Some(plan), ..
        },
    ) = &mut solution.verdict
    else {
        return Ok(solution);
    };
    let Some((start, initial)) = ask.starts.get(plan.start) else {
        return Ok(solution);
    };
    let limits = &settings.limits;
    let mut noting = Noting::after(watch, solution.better.clone(), solution.stats.expanded);
    noting.note(plan.cost, 0);
    match way(
        rules,
        (start, *initial),
        plan.clone(),
        effort,
        limits,
        &mut noting,
    ) {
        Ok(Improved {
            plan: cheaper,
            stats,
            ..
        }) => {
            *plan = cheaper;
            solution.stats += stats;
            solution = solution.with_better(noting.into_plans(), &limits.memory);
        }
        Err(ImproveError::Given(_)) => {}
        Err(ImproveError::Search(error)) => return Err(error.into()),
        Err(error @ ImproveError::Made(_)) => {
            solution.verdict = Conclusion::Broken(error.to_string());
        }
    }
    if let Conclusion::Outcome(Outcome::Solved {
        plan,
        proved,
        lower,
    }) = &mut solution.verdict
    {
        *proved |= *lower == Some(plan.cost);
    }
    Ok(solution)
}
