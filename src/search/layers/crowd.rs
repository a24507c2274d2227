//! States that are numbered together, where an encoding does many at once faster than one after another.

use crate::encoding::Encoding;
use crate::search::layers::neighbours::AT_ONCE;

/// How many states are expanded together.
pub(super) const CROWD: usize = 64;

/// Room for states, and for states beside them.
#[derive(Clone, Debug)]
pub(super) struct Crowd<S> {
    states: Vec<S>,
    after: Vec<S>,
    ranks: Box<[u64; AT_ONCE]>,
}

impl<S: Clone> Crowd<S> {
    /// Room that `any` state fills until it is used.
    pub(super) fn new(any: &S) -> Self {
        Self {
            states: vec![any.clone(); CROWD],
            after: vec![any.clone(); AT_ONCE],
            ranks: Box::new([0; AT_ONCE]),
        }
    }

    /// The states of at most [`CROWD`] ranks, and room for those beside them.
    #[inline]
    pub(super) fn unranked<'a, E: Encoding<State = S>>(
        &'a mut self,
        encoding: &'a E,
        ranks: &[u64],
    ) -> (&'a [S], Beside<'a, E>) {
        let states = &mut self.states[..ranks.len()];
        encoding.unrank_each(ranks, states);
        let beside = Beside {
            encoding,
            states: &mut self.after,
            ranks: &mut self.ranks,
            len: 0,
        };
        (states, beside)
    }
}

/// States that are to be ranked.
pub(super) struct Beside<'a, E: Encoding> {
    encoding: &'a E,
    states: &'a mut [E::State],
    ranks: &'a mut [u64; AT_ONCE],
    /// So many are there.
    len: usize,
}

impl<E: Encoding> Beside<'_, E> {
    /// A state to be overwritten by one that is to be ranked. `see` gets the ranks of those before if there was no more
    /// room.
    #[inline]
    pub(super) fn room(&mut self, see: impl FnMut(&[u64])) -> &mut E::State {
        if self.len == AT_ONCE {
            self.settle(see);
        }
        self.len += 1;
        &mut self.states[self.len - 1]
    }

    /// Gives `see` the ranks of all that are there.
    #[inline]
    pub(super) fn settle(&mut self, mut see: impl FnMut(&[u64])) {
        let ranks = &mut self.ranks[..self.len];
        self.encoding.rank_each(&self.states[..self.len], ranks);
        see(ranks);
        self.len = 0;
    }
}
