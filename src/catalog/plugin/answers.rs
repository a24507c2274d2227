//! Answers of strategies in words: every plan is replayed by the rules before it is shown.

use crate::catalog::menu::{Conclusion, Settings, Watch};
use crate::catalog::plugin::Plugin;
use crate::catalog::puzzle::{ActionOf, Ask, Notation, Reason, StateOf};
use crate::catalog::report::{PlanText, Verdict};
use crate::memory::{Memory, MemoryExhausted};
use crate::plan::cycle::Cycle;
use crate::plan::{Plan, PlanFault, Replay};
use crate::search::limits::{Limit, Pace};
use crate::search::outcome::Outcome;

/// The longest action that is written without asking for more memory.
const ROOM: usize = 256;

/// Actions that are replayed between two looks at the clock. So short a plan is replayed although the
/// time is up: it is what the time was spent on.
pub(super) const PATIENCE: u32 = 1 << 16;

/// Actions between two counts of them.
const PART: u32 = 1 << 12;

/// A plan after its replay.
pub(super) enum Replayed {
    /// It is right.
    Right(PlanText),
    /// A limit came before the end of the replay, so that nothing can be said of it, or else before
    /// its actions were written down.
    Cut(Limit, Option<PlanText>),
}

impl<P: Notation> Plugin<P> {
    /// The verdict on a question. The memory of plans that are written down stays claimed: they are
    /// kept until the whole file is answered.
    pub(super) fn verdict(
        &self,
        rules: &P::Rules,
        ask: &Ask<StateOf<P>, P::Goal>,
        conclusion: Conclusion<ActionOf<P>>,
        settings: &Settings,
        (pace, watch): (&mut Pace<'_>, &mut dyn Watch),
    ) -> Verdict {
        let verdict = match conclusion {
            Conclusion::Outcome(outcome) => self.told(rules, ask, outcome, settings, (pace, watch)),
            Conclusion::Broken(fault) => return Verdict::Broken(fault),
            Conclusion::NoPlan(reason) => {
                let reason = Some(reason);
                Verdict::Unsolvable { reason }
            }
            Conclusion::Cost(cost) => Verdict::Solved {
                plan: PlanText {
                    cost,
                    words: None,
                    steps: 0,
                    actions: None,
                },
                proved: true,
                lower: Some(cost),
                reason: None,
            },
        };
        reasoned(verdict, ask.reason.as_ref())
    }

    /// The outcome of a search in words.
    fn told(
        &self,
        rules: &P::Rules,
        ask: &Ask<StateOf<P>, P::Goal>,
        outcome: Outcome<ActionOf<P>>,
        settings: &Settings,
        (pace, watch): (&mut Pace<'_>, &mut dyn Watch),
    ) -> Verdict {
        match outcome {
            Outcome::Solved {
                plan,
                proved,
                lower,
            } => match self.replayed(rules, ask, &plan, settings, (pace, watch)) {
                Ok(Replayed::Right(plan)) => Verdict::Solved {
                    plan,
                    proved,
                    lower,
                    reason: None,
                },
                Ok(Replayed::Cut(limit, best)) => Verdict::LimitReached { limit, best, lower },
                Err(fault) => Verdict::Broken(fault.to_string()),
            },
            Outcome::Unsolvable => Verdict::Unsolvable { reason: None },
            Outcome::Unbounded(cycle) => {
                match self.endless(rules, ask, &cycle, settings, (pace, watch)) {
                    Ok(Ok((approach, cycle))) => Verdict::Unbounded { approach, cycle },
                    Ok(Err(limit)) => Verdict::LimitReached {
                        limit,
                        best: None,
                        lower: None,
                    },
                    Err(fault) => Verdict::Broken(fault.to_string()),
                }
            }
            Outcome::LimitReached { limit, best, lower } => {
                let replayed =
                    best.map(|plan| self.replayed(rules, ask, &plan, settings, (pace, watch)));
                match replayed.transpose() {
                    Ok(best) => Verdict::LimitReached {
                        limit,
                        best: best.and_then(|replayed| match replayed {
                            Replayed::Right(plan) => Some(plan),
                            Replayed::Cut(_, plan) => plan,
                        }),
                        lower,
                    },
                    Err(fault) => Verdict::Broken(fault.to_string()),
                }
            }
        }
    }

    /// Replays a plan by the rules and writes its actions down on the way, where they are wanted and
    /// there is memory for them.
    pub(super) fn replayed(
        &self,
        rules: &P::Rules,
        ask: &Ask<StateOf<P>, P::Goal>,
        plan: &Plan<ActionOf<P>>,
        settings: &Settings,
        (pace, watch): (&mut Pace<'_>, &mut dyn Watch),
    ) -> Result<Replayed, PlanFault> {
        let mut replay = plan.replay(rules, &ask.starts)?;
        let length = plan.actions.len();
        let rehearsed = self.rehearsed(rules, &mut replay, length, settings, (pace, watch))?;
        let lines = match rehearsed {
            Ok(lines) => lines,
            Err(limit) => return Ok(Replayed::Cut(limit, None)),
        };
        plan.accept(&replay, &ask.goal)?;
        let cost = plan.cost;
        let shown = |actions| PlanText {
            cost,
            words: self.puzzle.cost_in_words(rules, cost, length),
            steps: length,
            actions,
        };
        Ok(match lines {
            Err(full) => Replayed::Cut(full.into(), Some(shown(None))),
            Ok(lines) => Replayed::Right(shown(lines)),
        })
    }

    /// Replays a cycle of negative cost and the way to it by the rules, and writes their actions down as
    /// those of a plan.
    fn endless(
        &self,
        rules: &P::Rules,
        ask: &Ask<StateOf<P>, P::Goal>,
        cycle: &Cycle<ActionOf<P>>,
        settings: &Settings,
        (pace, watch): (&mut Pace<'_>, &mut dyn Watch),
    ) -> Result<Result<(PlanText, PlanText), Limit>, PlanFault> {
        let mut approach = cycle.replay_approach(rules, &ask.starts)?;
        let steps = (cycle.approach.len(), cycle.actions.len());
        let told = (&mut *pace, &mut *watch as &mut dyn Watch);
        let way = match self.rehearsed(rules, &mut approach, steps.0, settings, told)? {
            Ok(Ok(lines)) => lines,
            Ok(Err(full)) => return Ok(Err(full.into())),
            Err(limit) => return Ok(Err(limit)),
        };
        let mut round = cycle.replay_round(rules, &approach);
        let rehearsed = self.rehearsed(rules, &mut round, steps.1, settings, (pace, watch))?;
        let actions = match rehearsed {
            Ok(Ok(lines)) => lines,
            Ok(Err(full)) => return Ok(Err(full.into())),
            Err(limit) => return Ok(Err(limit)),
        };
        let cost = Cycle::accept(&approach, &round)?;
        let approach = PlanText {
            cost: approach.spent(),
            words: None,
            steps: steps.0,
            actions: way,
        };
        let cycle = PlanText {
            cost,
            words: None,
            steps: steps.1,
            actions,
        };
        Ok(Ok((approach, cycle)))
    }

    /// Goes through a replay of so many actions and writes them down, where they are wanted and there
    /// is memory for them. A limit on time is told from one on memory, after which the replay went on.
    fn rehearsed(
        &self,
        rules: &P::Rules,
        replay: &mut Replay<'_, P::Rules>,
        length: usize,
        settings: &Settings,
        (pace, watch): (&mut Pace<'_>, &mut dyn Watch),
    ) -> Result<Result<Written, Limit>, PlanFault> {
        let mut lines = settings
            .plans
            .then(|| Ok(Lines::new(&settings.limits.memory)));
        let mut done = 0;
        while replay.advance(PART as usize, |state, action| {
            if let Some(Ok(written)) = &mut lines
                && let Err(full) =
                    written.push(|out| self.puzzle.write_action(rules, state, action, out))
            {
                lines = Some(Err(full));
            }
        })? {
            done += u64::from(PART);
            watch.phase("replaying the plan", done);
            if let Err(limit) = pace.tick(PART) {
                return Ok(Err(limit));
            }
        }
        // A short plan counts too, since a file may have a million of them.
        let rest = length % PART as usize;
        let rest = u32::try_from(rest).unwrap_or(PART).saturating_add(8);
        if let Err(limit) = pace.tick(rest) {
            return Ok(Err(limit));
        }
        Ok(Ok(lines.map(|lines| lines.map(Lines::finish)).transpose()))
    }
}

/// The actions of a replay, one a line, or why there was no room for them; `None` if they were not asked for.
type Written = Result<Option<String>, MemoryExhausted>;

/// The verdict with what the reader saw beforehand, which must not be the opposite.
fn reasoned(mut verdict: Verdict, seen: Option<&Reason>) -> Verdict {
    let Some(seen) = seen else {
        return verdict;
    };
    match (&mut verdict, seen) {
        (Verdict::Solved { reason, .. }, Reason::Solvable(why))
        | (Verdict::Unsolvable { reason }, Reason::Unsolvable(why)) => {
            reason.get_or_insert_with(|| why.clone());
        }
        (
            Verdict::Solved { .. } | Verdict::LimitReached { best: Some(_), .. },
            Reason::Unsolvable(why),
        ) => {
            return Verdict::Broken(format!("a plan was found where there is none: {why}"));
        }
        (Verdict::Unsolvable { .. }, Reason::Solvable(why)) => {
            return Verdict::Broken(format!("no plan was found where there is one: {why}"));
        }
        _ => {}
    }
    verdict
}

/// Actions as they are written down, one a line; what the text takes is claimed before it grows.
struct Lines<'a> {
    out: String,
    /// Whether a line was written.
    begun: bool,
    claimed: u64,
    memory: &'a Memory,
}

impl<'a> Lines<'a> {
    fn new(memory: &'a Memory) -> Self {
        Self {
            out: String::new(),
            begun: false,
            claimed: 0,
            memory,
        }
    }

    /// Writes one more line.
    fn push(&mut self, write: impl FnOnce(&mut String)) -> Result<(), MemoryExhausted> {
        let (len, capacity) = (self.out.len(), self.out.capacity());
        if capacity - len < ROOM {
            let wider = capacity + capacity.max(ROOM);
            self.memory.claim(wider as u64)?;
            self.out.reserve_exact(wider - len);
            self.memory.release(self.claimed);
            self.claimed = wider as u64;
        }
        if std::mem::replace(&mut self.begun, true) {
            self.out.push('\n');
        }
        write(&mut self.out);
        Ok(())
    }

    /// The text, whose bytes stay claimed.
    fn finish(mut self) -> String {
        let mut out = std::mem::take(&mut self.out);
        out.shrink_to_fit();
        let claimed = std::mem::take(&mut self.claimed);
        self.memory
            .release(claimed.saturating_sub(out.capacity() as u64));
        out
    }
}

impl Drop for Lines<'_> {
    fn drop(&mut self) {
        self.memory.release(self.claimed);
    }
}
