//! The constructive solver: a plan at once for boards of any size, by [sorting](crate::sliding::sort).

use statewalk::catalog::menu::{Conclusion, Settings, Solution, Watch};
use statewalk::cost::Cost;
use statewalk::memory::Held;
use statewalk::search::Stats;
use statewalk::search::outcome::Outcome;

use crate::sliding::places::Places;
use crate::sliding::rules::Slides;
use crate::sliding::sort;
use crate::sliding::taken::{Taken, outcome};
use crate::sliding::toward::Toward;

/// What it is, in one line.
pub(super) const SUMMARY: &str =
    "plans for boards of any size from composite operators, not the shortest";

/// A plan from `start` to `target` and the sum of the Manhattan distances, which no plan is below; without a start
/// there is none. Time and memory as for [`sort`](sort::sort), and a byte or two a move.
pub(super) fn constructed(
    slides: Slides,
    start: Option<&Places>,
    target: &Places,
    settings: &Settings,
    watch: &mut dyn Watch,
) -> Solution<Toward> {
    let memory = &settings.limits.memory;
    let verdict = match start {
        None => Conclusion::Outcome(Outcome::Unsolvable),
        Some(start) => sorted(slides, start, target, settings, watch),
    };
    let stats = Stats {
        peak_bytes: memory.peak(),
        ..Stats::default()
    };
    Solution::new(verdict, stats).held(memory)
}

fn sorted(
    slides: Slides,
    start: &Places,
    target: &Places,
    settings: &Settings,
    watch: &mut dyn Watch,
) -> Conclusion<Toward> {
    let limits = &settings.limits;
    let mut held = Held::new(&limits.memory);
    if let Err(full) = held.grow(sort::bytes(&slides)) {
        return Conclusion::Outcome(Outcome::stopped(full, None));
    }
    let mut plan = Taken::new(slides, &limits.memory);
    let run = plan.collect((limits, watch), |receive| {
        sort::sort(slides, &mut start.clone(), target, |toward| {
            receive(&[toward])
        })
    });
    match run {
        Ok(Err(limit)) => Conclusion::Outcome(Outcome::stopped(limit, None)),
        Err(fault) => Conclusion::Broken(fault.to_string()),
        Ok(Ok(())) => {
            let lower = Cost::try_from(slides.distance(start, target)).unwrap_or(Cost::MAX);
            Conclusion::Outcome(outcome(plan.into_plan(), lower, limits))
        }
    }
}
