//! Sweeps that are walked to their end for an exploration, with checkpoints if they are asked for.

use crate::catalog::menu::{ExploreError, Resumed, Saving, Settings, Watch, Watching};
use crate::search::layers::checkpoint::{CheckpointError, Checkpoints, Resumable};
use crate::search::limits::Limits;

/// Walks the sweep of an exploration.
pub struct Walker<'a> {
    limits: &'a Limits,
    checkpoints: Option<Checkpoints>,
    /// Who watches.
    pub watch: Watching<'a>,
    resumed: Option<Resumed>,
}

impl<'a> Walker<'a> {
    /// Opens the folder of the checkpoints, if the settings ask for some, so that one that cannot be written to is told
    /// before a sweep is begun.
    ///
    /// # Errors
    /// [`ExploreError::Checkpoint`] if it cannot be used.
    pub fn new(settings: &'a Settings, watch: &'a mut dyn Watch) -> Result<Self, ExploreError> {
        Ok(Self {
            limits: &settings.limits,
            checkpoints: settings.checkpoints.as_ref().map(opened).transpose()?,
            watch: Watching(watch),
            resumed: None,
        })
    }

    /// Walks a sweep that was begun to its end or a limit, from the checkpoint that is in the folder, and hands out what it
    /// found.
    ///
    /// # Errors
    /// Those of the sweep and its checkpoints.
    pub fn walk<R: Resumable>(&mut self, mut sweep: R) -> Result<R::Found, ExploreError> {
        let (limits, watch) = (self.limits, &mut self.watch);
        let Some(checkpoints) = &mut self.checkpoints else {
            sweep.run(limits, watch)?;
            return Ok(sweep.finish());
        };
        if checkpoints.resume(&mut sweep)? {
            let from = Resumed {
                depth: sweep.depth(),
                states: sweep.stats().stored,
            };
            watch.0.resumed(from);
            self.resumed = Some(from);
        }
        checkpoints.run(&mut sweep, limits, watch)?;
        Ok(sweep.finish())
    }

    /// Where the last sweep went on from, if that was a checkpoint.
    #[must_use]
    pub fn resumed(&self) -> Option<Resumed> {
        self.resumed
    }
}

/// The folder of checkpoints, opened.
fn opened(saving: &Saving) -> Result<Checkpoints, CheckpointError> {
    let checkpoints = Checkpoints::new(&saving.folder, &saving.name)?;
    Ok(match saving.every {
        Some(pause) => checkpoints.every(pause),
        None => checkpoints,
    })
}
