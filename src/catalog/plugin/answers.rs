//! Answers of strategies in words: every plan is replayed by the rules before it is shown.

use crate::catalog::menu::{Conclusion, Settings};
use crate::catalog::plugin::Plugin;
use crate::catalog::puzzle::{ActionOf, Ask, Notation, StateOf};
use crate::catalog::report::{PlanText, Verdict};
use crate::memory::{Memory, MemoryExhausted};
use crate::plan::Plan;
use crate::search::outcome::Outcome;
use crate::space::StateSpace;

/// The longest action that is written without asking for more memory.
const ROOM: usize = 256;

impl<P: Notation> Plugin<P> {
    /// The verdict on a question. The memory of plans that are written down stays claimed: they are
    /// kept until the whole file is answered.
    pub(super) fn verdict(
        &self,
        rules: &P::Rules,
        ask: &Ask<StateOf<P>, P::Goal>,
        conclusion: Conclusion<ActionOf<P>>,
        settings: &Settings,
    ) -> Verdict {
        let outcome = match conclusion {
            Conclusion::Outcome(outcome) => outcome,
            Conclusion::Broken(fault) => return Verdict::Broken(fault),
            Conclusion::NoPlan(reason) => {
                let reason = Some(reason);
                return Verdict::Unsolvable { reason };
            }
            Conclusion::Cost(cost) => {
                let plan = PlanText {
                    cost,
                    steps: 0,
                    actions: None,
                };
                return Verdict::Solved {
                    plan,
                    proved: true,
                    lower: Some(cost),
                };
            }
        };
        match outcome {
            Outcome::Solved {
                plan,
                proved,
                lower,
            } => match self.replayed(rules, ask, &plan, settings) {
                Ok((plan, None)) => Verdict::Solved {
                    plan,
                    proved,
                    lower,
                },
                Ok((plan, Some(full))) => Verdict::LimitReached {
                    limit: full.into(),
                    best: Some(plan),
                    lower,
                },
                Err(fault) => Verdict::Broken(fault),
            },
            Outcome::Unsolvable => {
                let reason = ask.reason.clone();
                Verdict::Unsolvable { reason }
            }
            Outcome::Unbounded(actions) => {
                let lines: Vec<_> = actions.iter().map(|action| format!("{action:?}")).collect();
                let cycle = lines.join("\n");
                Verdict::Unbounded { cycle }
            }
            Outcome::LimitReached { limit, best, lower } => {
                let replayed = best.map(|plan| self.replayed(rules, ask, &plan, settings));
                match replayed.transpose() {
                    Ok(best) => Verdict::LimitReached {
                        limit,
                        best: best.map(|(plan, _)| plan),
                        lower,
                    },
                    Err(fault) => Verdict::Broken(fault),
                }
            }
        }
    }

    /// Replays a plan, and writes it down where its actions are wanted and there is memory for them.
    fn replayed(
        &self,
        rules: &P::Rules,
        ask: &Ask<StateOf<P>, P::Goal>,
        plan: &Plan<ActionOf<P>>,
        settings: &Settings,
    ) -> Result<(PlanText, Option<MemoryExhausted>), String> {
        plan.validate(rules, &ask.starts, &ask.goal)
            .map_err(|fault| fault.to_string())?;
        let mut shown = PlanText {
            cost: plan.cost,
            steps: plan.actions.len(),
            actions: None,
        };
        if !settings.plans {
            return Ok((shown, None));
        }
        match self.written(rules, ask, plan, &settings.limits.memory) {
            Ok(actions) => {
                shown.actions = Some(actions);
                Ok((shown, None))
            }
            Err(full) => Ok((shown, Some(full))),
        }
    }

    /// The actions of a plan that was replayed, one a line.
    fn written(
        &self,
        rules: &P::Rules,
        ask: &Ask<StateOf<P>, P::Goal>,
        plan: &Plan<ActionOf<P>>,
        memory: &Memory,
    ) -> Result<String, MemoryExhausted> {
        let mut out = String::new();
        let Some((start, _)) = ask.starts.get(plan.start) else {
            return Ok(out);
        };
        let mut state = start.clone();
        let mut claimed = 0;
        for (index, action) in plan.actions.iter().enumerate() {
            if out.capacity() - out.len() < ROOM {
                let more = out.capacity().max(ROOM);
                let bytes = (out.capacity() + more) as u64;
                if let Err(full) = memory.claim(bytes) {
                    memory.release(claimed);
                    return Err(full);
                }
                out.reserve_exact(out.capacity() + more - out.len());
                memory.release(claimed);
                claimed = bytes;
            }
            if index > 0 {
                out.push('\n');
            }
            self.puzzle.write_action(rules, &state, action, &mut out);
            rules.apply(&mut state, action);
        }
        out.shrink_to_fit();
        memory.release(claimed.saturating_sub(out.capacity() as u64));
        Ok(out)
    }
}
