//! What a sweep gives, so that checkpoints are made of it.

use std::io;
use std::time::Instant;

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::cost::Cost;
use crate::search::layers::End;
use crate::search::layers::checkpoint::error::CheckpointError;
use crate::search::layers::checkpoint::file::{Out, Saved};
use crate::search::layers::checkpoint::manifest::Subject;
use crate::search::layers::sweeping::Step;
use crate::search::limits::Limits;
use crate::search::outcome::SearchError;
use crate::search::{Observer, Stats};

/// A sweep that can be saved where a limit, or the moment for it, leaves it. [`Checkpoints`](super::Checkpoints) goes on
/// with it, saves it and runs it; no other sweeps than those of this library can be.
pub trait Resumable: Sized {
    /// The states of the space.
    type Of;

    /// What it finds.
    type Found;

    /// What of it is no long list of numbers.
    type State: Serialize + DeserializeOwned;

    /// Tells it from other sweeps; `None` if there is nothing to be saved, since memory was refused for it.
    fn subject(&mut self, name: &str) -> Option<Subject>;

    /// The bytes of a checkpoint, at most.
    fn checkpoint_bytes(&self) -> u64;

    /// What of it is no long list of numbers; `None` if there is nothing to be saved.
    fn state(&self) -> Option<Self::State>;

    /// Writes its long lists of numbers.
    fn write(&mut self, out: &mut Out) -> io::Result<()>;

    /// Puts it where another one was, which wrote all this.
    fn restore(&mut self, state: Self::State, saved: &mut Saved) -> Result<(), CheckpointError>;

    /// Completes the next layer, or breaks off in the middle of it once a moment has come, with `None`.
    fn step_until(
        &mut self,
        pause: Option<Instant>,
        limits: &Limits,
        observer: &mut impl Observer<Self::Of>,
    ) -> Result<Option<Step>, SearchError>;

    /// Walks on until it is over or a limit is reached, without checkpoints.
    fn run(
        &mut self,
        limits: &Limits,
        observer: &mut impl Observer<Self::Of>,
    ) -> Result<End, SearchError>;

    /// Ends it and hands out what it found.
    fn finish(self) -> Self::Found;

    /// The depth of the last layer that is complete, and 0 before there is one.
    fn depth(&self) -> Cost;

    /// The counters so far.
    fn stats(&self) -> Stats;
}
