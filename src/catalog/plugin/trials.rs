//! Measures the encodings that a puzzle offers.

use crate::catalog::entry::Failure;
use crate::catalog::laboratory::{Bench, Orders};
use crate::catalog::menu::{Experiment, Settings, Watch};
use crate::catalog::params::Params;
use crate::catalog::plugin::{Plugin, origin};
use crate::catalog::puzzle::{Group, Notation};
use crate::catalog::report::Trials;

impl<P: Notation> Plugin<P> {
    /// The experiments called `only`, or all.
    fn experiments(&self, only: Option<&str>) -> Result<Vec<&Experiment<P>>, Failure> {
        let all = &self.menu.experiments;
        if all.is_empty() {
            return Err(Failure::Cannot {
                puzzle: self.name(),
                what: "have its encodings measured: it offers none",
            });
        }
        let chosen = all
            .iter()
            .filter(|e| only.is_none_or(|name| name == e.name));
        let chosen: Vec<_> = chosen.collect();
        if chosen.is_empty() {
            let names = all.iter().map(|e| e.name);
            return Err(self.not_offered("encoding", only.unwrap_or(""), names));
        }
        Ok(chosen)
    }

    /// One entry a group.
    pub(super) fn measured(
        &self,
        text: Option<&[u8]>,
        params: &Params,
        only: Option<&str>,
        orders: &Orders,
        settings: &Settings,
        watch: &mut dyn Watch,
    ) -> Result<Vec<Trials>, Failure> {
        let experiments = self.experiments(only)?;
        let problem = self.problem(text, params, &settings.limits)?;
        let mut measure = |group: &Group<P::Rules, P::Goal>| {
            let asks = || group.questions.iter().map(|question| &question.ask);
            if asks().all(Result::is_err)
                && let Some(Err(error)) = asks().next()
            {
                return Err(Failure::Input(error.clone()));
            }
            let mut encodings = Vec::with_capacity(experiments.len());
            for experiment in &experiments {
                let names = (experiment.name, experiment.summary);
                let bench = Bench::new(names, orders, settings, &mut *watch);
                encodings.push((experiment.run)(&self.puzzle, group, bench));
            }
            Ok(Trials {
                puzzle: self.name(),
                origin: origin(group, text.is_none()),
                encodings,
            })
        };
        problem.groups.iter().map(&mut measure).collect()
    }
}
