//! A sweep on planes as it is in a checkpoint.

use std::io;
use std::time::Instant;

use serde::{Deserialize, Serialize};

use crate::cost::Cost;
use crate::search::layers::checkpoint::file::{self, Out, Saved};
use crate::search::layers::checkpoint::manifest::{self, Counters, Subject};
use crate::search::layers::checkpoint::{CheckpointError, Resumable};
use crate::search::layers::planes::kept::{Kept, PlaneResidues};
use crate::search::layers::planes::layout::Layout;
use crate::search::layers::planes::plane::Plane;
use crate::search::layers::planes::{PlaneSweep, Prepared, Work, fingerprint};
use crate::search::layers::sweeping::Step;
use crate::search::layers::{End, Swept};
use crate::search::limits::Limits;
use crate::search::outcome::SearchError;
use crate::search::{Observer, Stats};

/// The bytes of a manifest for each part, at most: three numbers and their commas.
const PART_BYTES: u64 = 3 * 21;

/// The bytes of a checkpoint of so many parts with so many planes each, which take so many bytes together, at most.
pub(super) fn bytes(plane_bytes: u64, parts: u64, planes: u64) -> u64 {
    let each = PART_BYTES.saturating_add((file::SUM as u64).saturating_mul(planes));
    plane_bytes
        .saturating_add(parts.saturating_mul(each))
        .saturating_add(manifest::BYTES)
}

/// What of a sweep is in no plane.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct State {
    depth: Cost,
    part: usize,
    counts: Vec<u64>,
    coming: Vec<u64>,
    held: Vec<u64>,
    profile: Vec<u64>,
    unsettled: Vec<u64>,
    #[serde(flatten)]
    counters: Counters,
}

impl<S, D, T: Kept> Resumable for PlaneSweep<'_, S, D, T> {
    type Of = S;
    type Found = Swept<T, D>;
    type State = State;

    fn subject(&mut self, name: &str) -> Option<Subject> {
        let Prepared {
            moves, way, starts, ..
        } = &self.prepared;
        let of = || fingerprint::of(moves, *way, starts, self.targets);
        let work = self.work.as_ref().ok()?;
        let kept = work.kept.as_ref().map_or("", |_| "-residues");
        Some(Subject {
            name: name.to_owned(),
            way: Some(*way),
            scheme: work.planes.scheme.word().to_owned() + kept,
            fingerprint: *self.fingerprint.get_or_init(of),
        })
    }

    fn checkpoint_bytes(&self) -> u64 {
        let kept = self.work.as_ref().is_ok_and(|work| work.kept.is_some());
        let more = if kept {
            self.prepared.residue_bytes()
        } else {
            0
        };
        self.prepared.plane_bytes().saturating_add(more)
    }

    fn state(&self) -> Option<State> {
        Some(State {
            depth: self.depth,
            part: self.part,
            counts: self.counts.clone(),
            coming: self.coming.clone(),
            held: self.held.clone(),
            profile: self.profile.to_vec(),
            unsettled: self.unsettled.clone(),
            counters: self.stats.into(),
        })
    }

    fn write(&mut self, out: &mut Out) -> io::Result<()> {
        let Ok(work) = &self.work else {
            return Ok(());
        };
        let layout = &work.expansion.layout;
        let mut planes = work.planes.all();
        planes.try_for_each(|plane| write(plane, layout, out))?;
        let mut kept = work.kept.iter().flat_map(PlaneResidues::words);
        kept.try_for_each(|words| out.numbers(words, 0))
    }

    fn restore(&mut self, state: State, saved: &mut Saved) -> Result<(), CheckpointError> {
        let Ok(Work {
            planes,
            expansion,
            kept,
            ..
        }) = &mut self.work
        else {
            return Ok(());
        };
        let parts = self.counts.len();
        let counts = [&state.counts, &state.coming, &state.held];
        if state.part > parts || counts.iter().any(|counts| counts.len() != parts) {
            return Err(saved.broken("it has other parts"));
        }
        planes.clear();
        for plane in planes.all_mut() {
            read(plane, &expansion.layout, saved)?;
        }
        for words in kept.iter_mut().flat_map(PlaneResidues::words_mut) {
            saved.numbers(words, 0)?;
        }
        self.depth = state.depth;
        self.part = state.part;
        self.counts = state.counts;
        self.coming = state.coming;
        self.held = state.held;
        self.unsettled = state.unsettled;
        self.stats = state.counters.into();
        self.profile.clear();
        let mut profile = state.profile.into_iter();
        let profile = profile.try_for_each(|states| self.profile.push(states));
        profile.map_err(CheckpointError::Memory)
    }

    fn step_until(
        &mut self,
        pause: Option<Instant>,
        limits: &Limits,
        observer: &mut impl Observer<S>,
    ) -> Result<Option<Step>, SearchError> {
        self.walk_until(pause, limits, observer)
    }

    fn run(
        &mut self,
        limits: &Limits,
        observer: &mut impl Observer<S>,
    ) -> Result<End, SearchError> {
        self.run(limits, observer)
    }

    fn finish(self) -> Self::Found {
        self.finish()
    }

    fn depth(&self) -> Cost {
        self.depth()
    }

    fn stats(&self) -> Stats {
        self.stats()
    }
}

/// Writes the chunks of a plane that have states.
fn write(plane: &Plane, layout: &Layout, out: &mut Out) -> io::Result<()> {
    let chunks = 0..layout.chunks();
    out.section(chunks.map(|chunk| (plane.is_filled(chunk), plane.chunk(chunk, layout.chunk))))
}

/// Reads the next plane into an empty one.
fn read(plane: &mut Plane, layout: &Layout, saved: &mut Saved) -> Result<(), CheckpointError> {
    let filled = saved.filled(layout.chunks())?;
    let chunks = plane.stretches(1, layout).zip(filled);
    for (chunk, _) in chunks.filter(|(_, filled)| *filled) {
        saved.chunk(chunk.words)?;
        chunk.filled[0] = true;
    }
    saved.end()
}
