//! What a sweep on planes remembers of the layers behind it, and how it tells new states by that.

use crate::memory::{Memory, MemoryExhausted};
use crate::rank_actions::RankMoves;
use crate::search::layers::planes::layout::{Layout, Place};
use crate::search::layers::planes::plane::Plane;

/// Why a state that comes in is not new.
///
/// Where every move can be undone, a neighbour of a layer is in that layer, the one before or the one after
/// it. So it is enough to know two layers, and in the plane of the older one the new one takes its
/// place. If moreover the parts have two colours that each move changes, the parts of one colour have only every
/// second layer, and one plane a part is enough. In a directed space a neighbour can be in any
/// layer behind, so that all that was visited is remembered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scheme {
    /// One plane: layers alternate between parts of two colours.
    OnePlane,
    /// Two planes: the current layer and the one before it.
    TwoPlanes,
    /// Three planes: the current layer, the next, and all that was visited.
    Visited,
}

impl Scheme {
    /// The smallest scheme that is right for these moves and starts in these parts.
    #[must_use]
    pub fn of(moves: &RankMoves, starts: impl IntoIterator<Item = usize>) -> Self {
        if !moves.is_symmetric() {
            return Self::Visited;
        }
        let Some(colours) = moves.two_colours() else {
            return Self::TwoPlanes;
        };
        let mut starts = starts.into_iter().map(|part| colours[part]);
        let first = starts.next();
        if starts.all(|colour| Some(colour) == first) {
            Self::OnePlane
        } else {
            Self::TwoPlanes
        }
    }

    /// The word for programs.
    pub(super) fn word(self) -> &'static str {
        match self {
            Self::OnePlane => "one-plane",
            Self::TwoPlanes => "two-planes",
            Self::Visited => "visited",
        }
    }

    /// How many planes a part has.
    #[must_use]
    pub fn planes(self) -> u64 {
        match self {
            Self::OnePlane => 1,
            Self::TwoPlanes => 2,
            Self::Visited => 3,
        }
    }
}

/// The planes of a sweep.
#[derive(Debug)]
pub(super) struct Planes {
    pub(super) scheme: Scheme,
    /// The current layer; in the parts of the other colour the one before it, if there is one plane.
    pub(super) current: Vec<Plane>,
    /// Where the next layer comes to, unless that is among the current planes. Until it is written over, an older
    /// layer.
    next: Vec<Plane>,
    /// All that were reached.
    visited: Vec<Plane>,
    memory: Memory,
}

/// What is written for one part.
#[derive(Debug)]
pub(super) struct Target {
    /// Where the new states come to. It holds states of the layer before the current one, if that is still
    /// needed, or of an older one.
    pub(super) new: Plane,
    pub(super) visited: Option<Plane>,
}

impl Planes {
    pub(super) fn new(
        scheme: Scheme,
        parts: usize,
        layout: &Layout,
        memory: &Memory,
    ) -> Result<Self, MemoryExhausted> {
        let planes = |wanted: bool| -> Result<Vec<Plane>, MemoryExhausted> {
            let parts = if wanted { parts } else { 0 };
            (0..parts).map(|_| Plane::empty(layout, memory)).collect()
        };
        Ok(Self {
            scheme,
            current: planes(true)?,
            next: planes(scheme != Scheme::OnePlane)?,
            visited: planes(scheme == Scheme::Visited)?,
            memory: memory.clone(),
        })
    }

    /// Adds a start. Returns whether it is new.
    pub(super) fn start(&mut self, part: usize, place: Place, layout: &Layout) -> bool {
        if let Some(visited) = self.visited.get_mut(part) {
            visited.insert(place, layout);
        }
        self.current[part].insert(place, layout)
    }

    /// All planes: those of the current layer, of the next, and of all that was visited, by their parts.
    pub(super) fn all(&self) -> impl Iterator<Item = &Plane> {
        let sets = [&self.current, &self.next, &self.visited];
        sets.into_iter().flatten()
    }

    /// The same, to be written.
    pub(super) fn all_mut(&mut self) -> impl Iterator<Item = &mut Plane> {
        let sets = [&mut self.current, &mut self.next, &mut self.visited];
        sets.into_iter().flatten()
    }

    /// Takes all states out of all planes.
    pub(super) fn clear(&mut self) {
        self.all_mut().for_each(Plane::clear);
    }

    /// Takes out what is written for a part. It must be put [back](Self::put) before the next.
    pub(super) fn take(&mut self, part: usize) -> Target {
        let planes = match self.scheme {
            Scheme::OnePlane => &mut self.current,
            Scheme::TwoPlanes | Scheme::Visited => &mut self.next,
        };
        let take = |plane: &mut Plane| std::mem::replace(plane, Plane::none(&self.memory));
        Target {
            new: take(&mut planes[part]),
            visited: self.visited.get_mut(part).map(take),
        }
    }

    /// Puts back what was taken out.
    pub(super) fn put(&mut self, part: usize, target: Target) {
        let planes = match self.scheme {
            Scheme::OnePlane => &mut self.current,
            Scheme::TwoPlanes | Scheme::Visited => &mut self.next,
        };
        planes[part] = target.new;
        if let (Some(visited), Some(back)) = (self.visited.get_mut(part), target.visited) {
            *visited = back;
        }
    }

    /// The layer that came in is the current one from now on.
    pub(super) fn advance(&mut self) {
        if self.scheme != Scheme::OnePlane {
            std::mem::swap(&mut self.current, &mut self.next);
        }
    }
}
