//! Holds the heuristics that a puzzle offers against exact distances.

use std::time::Instant;

use crate::catalog::entry::Failure;
use crate::catalog::menu::Settings;
use crate::catalog::menu::audits::Auditor;
use crate::catalog::menu::encodings::picture;
use crate::catalog::params::Params;
use crate::catalog::plugin::Plugin;
use crate::catalog::puzzle::{ActionOf, Notation};
use crate::catalog::report::Audited;

impl<P: Notation> Plugin<P> {
    /// The heuristics called `only`, or all.
    fn auditors(&self, only: Option<&str>) -> Result<Vec<&Auditor<P>>, Failure> {
        let all = &self.menu.auditors;
        if all.is_empty() {
            return Err(Failure::Cannot {
                puzzle: self.name(),
                what: "have its heuristics audited: it offers none",
            });
        }
        let fits = |auditor: &&Auditor<P>| only.is_none_or(|name| name == auditor.name);
        let chosen: Vec<_> = all.iter().filter(fits).collect();
        if chosen.is_empty() {
            let names = all.iter().map(|auditor| auditor.name);
            return Err(self.not_offered("heuristic", only.unwrap_or(""), names));
        }
        Ok(chosen)
    }

    /// One entry for each heuristic of each group.
    pub(super) fn audited(
        &self,
        text: Option<&[u8]>,
        params: &Params,
        only: Option<&str>,
        settings: &Settings,
    ) -> Result<Vec<Audited>, Failure> {
        let auditors = self.auditors(only)?;
        let problem = self.problem(text, params, &settings.limits)?;
        let mut found = Vec::new();
        for group in &problem.groups {
            for auditor in &auditors {
                let begin = Instant::now();
                let audit = (auditor.run)(group, settings)?;
                let Some(audit) = audit else {
                    let mut asks = group.questions.iter().map(|question| &question.ask);
                    if let Some(Err(error)) = asks.next() {
                        return Err(Failure::Input(error.clone()));
                    }
                    continue;
                };
                let draw = |state| picture(&self.puzzle, &group.rules, &state);
                let word = |state: &_, action: &ActionOf<P>| {
                    let mut out = String::new();
                    self.puzzle
                        .write_action(&group.rules, state, action, &mut out);
                    out
                };
                found.push(Audited {
                    puzzle: self.name(),
                    heuristic: auditor.name,
                    audit: audit.map(draw, word),
                    time: begin.elapsed(),
                });
            }
        }
        Ok(found)
    }
}
