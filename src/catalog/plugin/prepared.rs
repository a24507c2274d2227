//! What strategies keep in files, brought up to date before any question is answered.

use crate::catalog::entry::Failure;
use crate::catalog::menu::{Settings, Strategy, Watch};
use crate::catalog::plugin::Plugin;
use crate::catalog::puzzle::{Notation, Problem};
use crate::pdb::PdbError;
use crate::search::limits::Limit;

impl<P: Notation> Plugin<P> {
    /// Brings the files of a strategy up to date for all groups that have something to search. Returns the limit that
    /// was reached meanwhile, if one was.
    pub(super) fn prepared(
        strategy: &Strategy<P>,
        problem: &Problem<P::Rules, P::Goal>,
        settings: &Settings,
        watch: &mut dyn Watch,
    ) -> Result<Option<Limit>, Failure> {
        let Some(keep) = &strategy.keep else {
            return Ok(None);
        };
        for group in &problem.groups {
            let mut asks = group.questions.iter().filter_map(|q| q.ask.as_ref().ok());
            if asks.all(|ask| ask.starts.is_empty()) {
                continue;
            }
            match keep(group, settings, watch) {
                Ok(()) => {}
                Err(PdbError::Limit(limit)) => return Ok(Some(limit)),
                Err(error) => return Err(error.into()),
            }
        }
        Ok(None)
    }
}
