//! Tables of macros in words: learned, or read and proved.

use crate::catalog::entry::Failure;
use crate::catalog::macro_text::{MacroLines, MacroText};
use crate::catalog::menu::Watch;
use crate::catalog::menu::encodings::picture;
use crate::catalog::menu::macro_tables::{Macros as Offered, TableOf};
use crate::catalog::params::Params;
use crate::catalog::plugin::Plugin;
use crate::catalog::puzzle::{ActionOf, Notation, StateOf};
use crate::catalog::report::{MacroRow, Macros};
use crate::catalog::text::{InputError, quoted};
use crate::macro_table::{Finding, MacroError, MacroTable};
use crate::plan::PlanFault;
use crate::search::limits::Limits;
use crate::space::StateSpace;

impl<P: Notation> Plugin<P> {
    fn offered(&self) -> Result<&Offered<P>, Failure> {
        self.menu.macros.as_ref().ok_or_else(|| Failure::Cannot {
            puzzle: self.name(),
            what: "find macros: it has no patterns for them",
        })
    }

    /// Macros for the patterns that the parameters name.
    pub(super) fn learned(
        &self,
        params: &Params,
        limits: &Limits,
        watch: &mut dyn Watch,
    ) -> Result<Macros, Failure> {
        let offered = self.offered()?;
        params.expect_only(offered.params)?;
        let (rules, patterns) = (offered.patterns)(params)?;
        let table = (offered.learn)(&rules, patterns, limits, watch)?;
        Ok(self.in_words(&rules, params, &table))
    }

    /// The macros of a text, each replayed.
    pub(super) fn proved(&self, text: &MacroText) -> Result<Macros, Failure> {
        let offered = self.offered()?;
        let params = &text.params;
        params.expect_only(offered.params)?;
        let (rules, patterns) = (offered.patterns)(params)?;
        let mut table = MacroTable::new(patterns);
        for lines in &text.macros {
            self.prove(&rules, &mut table, lines)?;
        }
        Ok(self.in_words(&rules, params, &table))
    }

    /// Puts a macro into the table, if it replays.
    fn prove(
        &self,
        rules: &P::Rules,
        table: &mut TableOf<P>,
        lines: &MacroLines,
    ) -> Result<(), InputError> {
        let fault = |line, found: &str, expected: String| InputError {
            line,
            column: 0,
            found: quoted(found.as_bytes()),
            expected,
        };
        let name = &lines.name;
        let row = table.rows().iter().find(|row| row.pattern.name == *name);
        let Some(row) = row else {
            let names = table.rows().iter().map(|row| row.pattern.name.as_str());
            let names: Vec<_> = names.take(MOST_NAMES).collect();
            let more = if names.len() < table.rows().len() {
                ", ..."
            } else {
                ""
            };
            let expected = format!("the name of a pattern: {}{more}", names.join(", "));
            return Err(fault(lines.line, name, expected));
        };
        let mut state = row.pattern.from.clone();
        let mut actions = Vec::with_capacity(lines.actions.len());
        for (line, words) in &lines.actions {
            let action = self.puzzle.read_action(rules, &state, words);
            let action = action.map_err(|expected| fault(*line, words, expected))?;
            if !rules.is_applicable(&state, &action) {
                let expected = "an action that is applicable there".to_owned();
                return Err(fault(*line, words, expected));
            }
            rules.apply(&mut state, &action);
            actions.push(action);
        }
        match table.insert(rules, name, actions) {
            Ok(_) => Ok(()),
            Err(error) => {
                let expected = match error {
                    MacroError::Twice(_) => "each pattern once".to_owned(),
                    MacroError::Wrong {
                        fault: PlanFault::NotAGoal,
                        ..
                    } => {
                        "a macro that ends as its pattern says; this one ends elsewhere".to_owned()
                    }
                    error => format!("a macro that replays ({error})"),
                };
                Err(fault(lines.line, name, expected))
            }
        }
    }

    fn in_words(&self, rules: &P::Rules, params: &Params, table: &TableOf<P>) -> Macros {
        let draw = |state: &StateOf<P>| picture(&self.puzzle, rules, state);
        let rows = table.rows().iter().map(|row| MacroRow {
            name: row.pattern.name.clone(),
            from: draw(&row.pattern.from),
            to: draw(&row.pattern.to),
            finding: match &row.finding {
                Finding::Macro {
                    actions,
                    cost,
                    cheapest,
                } => Finding::Macro {
                    actions: self.lines(rules, &row.pattern.from, actions),
                    cost: *cost,
                    cheapest: *cheapest,
                },
                Finding::Impossible => Finding::Impossible,
                Finding::Open(limit) => Finding::Open(*limit),
            },
        });
        Macros {
            puzzle: self.name(),
            params: params.clone(),
            rows: rows.collect(),
            stats: table.stats(),
        }
    }

    /// Actions as lines.
    fn lines(&self, rules: &P::Rules, from: &StateOf<P>, actions: &[ActionOf<P>]) -> Vec<String> {
        let mut state = from.clone();
        let lines = actions.iter().map(|action| {
            let mut line = String::new();
            self.puzzle.write_action(rules, &state, action, &mut line);
            rules.apply(&mut state, action);
            line
        });
        lines.collect()
    }
}

/// So many names of patterns are told where one is unknown.
const MOST_NAMES: usize = 8;
