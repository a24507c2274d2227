//! Checks of plans by the rules alone, as they are read from text.

use crate::catalog::plugin::Plugin;
use crate::catalog::puzzle::{Ask, Notation, StateOf};
use crate::catalog::report::Finding;
use crate::catalog::text::quoted;
use crate::cost::{self, Cost};
use crate::goal::Goal;
use crate::space::StateSpace;
use crate::words::counted;

impl<P: Notation> Plugin<P> {
    /// Follows the actions in `lines` from a start to a goal.
    pub(super) fn check_plan(
        &self,
        rules: &P::Rules,
        ask: &Ask<StateOf<P>, P::Goal>,
        lines: &str,
    ) -> Finding {
        // The lines do not say which start they begin at; a plan is right if it is from one of them.
        let mut first_fault = None;
        for (start, initial) in &ask.starts {
            match self.follow(rules, ask, (start, *initial), lines) {
                Ok((cost, steps)) => return Finding::Right { cost, steps },
                Err(fault) => {
                    first_fault.get_or_insert(fault);
                }
            }
        }
        let no_start = || "no plan can be right: the question has no start".to_owned();
        Finding::Wrong(first_fault.unwrap_or_else(no_start))
    }

    fn follow(
        &self,
        rules: &P::Rules,
        ask: &Ask<StateOf<P>, P::Goal>,
        (start, initial): (&StateOf<P>, Cost),
        lines: &str,
    ) -> Result<(Cost, usize), String> {
        let mut state = start.clone();
        let mut total = initial;
        let mut steps = 0;
        for line in lines.lines() {
            steps += 1;
            let action = self
                .puzzle
                .read_action(rules, &state, line)
                .map_err(|expected| {
                    let found = quoted(line.as_bytes());
                    format!("action {steps}: found {found}, expected {expected}")
                })?;
            if !rules.is_applicable(&state, &action) {
                let found = quoted(line.as_bytes());
                return Err(format!("action {steps}, {found}, is not applicable"));
            }
            total = cost::add(total, rules.cost(&state, &action)).map_err(|e| e.to_string())?;
            rules.apply(&mut state, &action);
        }
        if ask.goal.is_goal(&state) {
            Ok((total, steps))
        } else {
            let steps = counted(steps, "action");
            Err(format!("the plan ends after {steps}, not in a goal"))
        }
    }
}
