//! What of a sweep by rank is in a checkpoint beside its table: both layers, and where it is in them.

use std::io;

use serde::{Deserialize, Serialize};

use crate::cost::Cost;
use crate::search::layers::checkpoint::CheckpointError;
use crate::search::layers::checkpoint::file::{Out, Saved};
use crate::search::layers::checkpoint::manifest::Counters;
use crate::search::layers::checkpoint::number::Number;
use crate::search::layers::frontier::Shape;
use crate::search::layers::run::{Begun, Run};
use crate::store::word::Word;

/// What of a sweep is in no table and no layer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct State {
    depth: Cost,
    from: u64,
    begun: Option<Begun>,
    pub(in crate::search::layers) settled: usize,
    /// How many bytes an entry of the table has, where that may change.
    pub(in crate::search::layers) width: usize,
    current: Shape,
    next: Shape,
    profile: Vec<u64>,
    #[serde(flatten)]
    counters: Counters,
}

impl<W: Word + Number> Run<W> {
    pub(in crate::search::layers) fn state(&self, width: usize) -> State {
        State {
            depth: self.depth,
            from: self.from,
            begun: self.begun,
            settled: self.settled,
            width,
            current: self.current.shape(),
            next: self.next.shape(),
            profile: self.profile.to_vec(),
            counters: self.stats.into(),
        }
    }

    pub(in crate::search::layers) fn write(&self, out: &mut Out) -> io::Result<()> {
        self.current.write(out)?;
        self.next.write(out)
    }

    pub(in crate::search::layers) fn restore(
        &mut self,
        state: State,
        saved: &mut Saved,
    ) -> Result<(), CheckpointError> {
        self.current.restore(state.current, saved)?;
        self.next.restore(state.next, saved)?;
        let end = self
            .current
            .listed()
            .map_or(self.size, |list| list.len() as u64);
        if state.from > end || state.depth < 0 {
            return Err(saved.broken("it is past the end of a layer"));
        }
        self.depth = state.depth;
        self.from = state.from;
        self.begun = state.begun;
        self.settled = state.settled;
        self.stats = state.counters.into();
        self.profile.clear();
        let mut profile = state.profile.into_iter();
        let profile = profile.try_for_each(|states| self.profile.push(states));
        profile.map_err(CheckpointError::Memory)
    }
}
