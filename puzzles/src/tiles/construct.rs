//! The constructive solver: a plan at once for boards of any size, by [sorting](crate::sliding::sort).

use statewalk::catalog::menu::{Conclusion, Settings, Solution, Watch};
use statewalk::cost::Cost;
use statewalk::memory::Held;
use statewalk::search::Stats;
use statewalk::search::outcome::Outcome;

use crate::sliding::places::Places;
use crate::sliding::rules::Slides;
use crate::sliding::sort;
use crate::sliding::taken::{Taken, outcome, stopped};
use crate::sliding::toward::Toward;

/// What it is, in one line.
pub(super) const SUMMARY: &str =
    "plans for boards of any size from composite operators, not the shortest";

/// Moves between two looks at the clock.
const PATIENCE: u64 = 1 << 12;

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
    Solution { verdict, stats }.held(memory)
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
        return Conclusion::Outcome(stopped(full.into()));
    }
    let mut plan = Taken::new(slides, &limits.memory);
    let mut halt = limits.interrupted();
    let mut moves = 0u64;
    let run = sort::sort(slides, &mut start.clone(), target, |toward| {
        moves += 1;
        if let Err(full) = plan.push(toward) {
            halt = Some(full.into());
        } else if moves.is_multiple_of(PATIENCE) {
            watch.phase("constructing", plan.actions().len() as u64);
            halt = limits.interrupted();
        }
        halt.is_none()
    });
    match (run, halt) {
        (_, Some(limit)) => Conclusion::Outcome(stopped(limit)),
        (Err(fault), None) => Conclusion::Broken(fault.to_string()),
        (Ok(()), None) => {
            let lower = Cost::try_from(slides.distance(start, target)).unwrap_or(Cost::MAX);
            Conclusion::Outcome(outcome(plan.into_plan(), lower, limits))
        }
    }
}
