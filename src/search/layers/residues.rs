//! Plans out of distances modulo 3, where every action can be undone.
//!
//! The distances of two neighbours differ by at most 1, so three values tell which of them is nearer
//! (Cooperman and Finkelstein 1992). A distance itself is the length of the way down.

use crate::bits::PackedArray;
use crate::cost::Cost;
use crate::encoding::Encoding;
use crate::search::layers::direction::FromStarts;
use crate::search::layers::plans::{cut, solved};
use crate::search::layers::table::NOT_REACHED;
use crate::search::layers::{End, Swept};
use crate::search::limits::{Limit, Limits};
use crate::search::outcome::{Outcome, SearchError};
use crate::search::trace::Walk;
use crate::space::Invertible;

/// Tables of distances modulo 3.
pub trait Residues {
    /// How many ranks there are.
    fn ranks(&self) -> u64;

    /// The distance modulo 3 of `rank`, if it was reached.
    fn residue(&self, rank: u64) -> Option<u8>;
}

impl Residues for PackedArray<2> {
    fn ranks(&self) -> u64 {
        self.len()
    }

    fn residue(&self, rank: u64) -> Option<u8> {
        let known = (rank < self.len()).then(|| self.get(rank))?;
        (known != NOT_REACHED).then_some(known)
    }
}

impl<T: Residues, D> Swept<T, D> {
    /// The distance modulo 3 of `rank`, if it was reached.
    #[must_use]
    pub fn residue(&self, rank: u64) -> Option<u8> {
        self.table().and_then(|table| table.residue(rank))
    }
}

impl<T: Residues> Swept<T, FromStarts> {
    /// The verdict on the question how to get from the starts of this sweep to `goal`. The plan's
    /// `start` is the index of the one it begins at among `starts`.
    ///
    /// Time: a look at every action of every state on the plan.
    ///
    /// # Errors
    /// [`SearchError::Overflow`] if the plan is longer than a cost can say; [`SearchError::NoDescent`] if the
    /// way back ends at none of `starts`: space, encoding and starts are not those of the sweep.
    pub fn outcome_to<P, E>(
        &self,
        space: &P,
        encoding: &E,
        starts: &[P::State],
        goal: &P::State,
        limits: &Limits,
    ) -> Result<Outcome<P::Action>, SearchError>
    where
        P: Invertible,
        E: Encoding<State = P::State>,
    {
        let Some(mut residue) = self.residue(encoding.rank(goal)) else {
            let swept = Cost::try_from(self.profile().len()).unwrap_or(Cost::MAX);
            let limit = match self.end {
                End::Whole => return Ok(Outcome::Unsolvable),
                End::Limit(limit) => limit,
                End::Settled => Limit::Cost(swept.saturating_sub(1)),
            };
            return Ok(Outcome::stopped(limit, Some(swept)));
        };
        let (mut state, mut next) = (goal.clone(), goal.clone());
        let mut walk = Walk::new(limits);
        // A state that no neighbour is nearer than is a start.
        while let Some(back) = space.actions(&state).find(|back| {
            next.clone_from(&state);
            space.apply(&mut next, back);
            self.residue(encoding.rank(&next)) == Some((residue + 2) % 3)
        }) {
            if let Err(stop) = walk.push(space.inverse(&back), 1) {
                return cut(stop, None);
            }
            std::mem::swap(&mut state, &mut next);
            residue = (residue + 2) % 3;
        }
        walk.reverse();
        let start = starts.iter().position(|start| *start == state);
        let start = start.ok_or(SearchError::NoDescent { cost: 0 })?;
        solved(walk.plan((start, 0)), None)
    }
}
