//! The laws of encodings as checks that name the first state or rank to break one.
//!
//! A puzzle's tests call them on its own encoding, and so can a program on one that it was given.

use std::fmt::Debug;

use thiserror::Error;

use super::Encoding;

/// An encoding broke a law: the first counter-example met.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum LawBroken<S: Debug> {
    /// A state that came from one rank has another, so two ranks may share a state.
    #[error("rank {rank} unranks to {state:?}, whose rank is {found}")]
    RankOfUnranked {
        /// The rank that was unranked.
        rank: u64,
        /// What it unranked to.
        state: S,
        /// The rank of that.
        found: u64,
    },
    /// The state depends on what the overwritten state was.
    #[error("rank {rank} unranks to {state:?} or to {other:?}, after what was there before")]
    LeftOver {
        /// The rank that was unranked twice.
        rank: u64,
        /// What it unranked to first.
        state: S,
        /// What it unranked to over another state.
        other: S,
    },
    /// A state has another rank among others than alone.
    #[error("{state:?} has rank {rank} alone and {found} together with others")]
    RankedTogether {
        /// The state that was ranked.
        state: S,
        /// Its rank.
        rank: u64,
        /// What [`rank_each`](Encoding::rank_each) says.
        found: u64,
    },
    /// A rank unranks to another state among others than alone.
    #[error("rank {rank} unranks to {state:?} alone and to {found:?} together with others")]
    UnrankedTogether {
        /// The rank that was unranked.
        rank: u64,
        /// What it unranks to.
        state: S,
        /// What [`unrank_each`](Encoding::unrank_each) says.
        found: S,
    },
    /// A state is not given back by its rank, so two states share a rank.
    #[error("{state:?} has rank {rank}, which unranks to {found:?}")]
    UnrankOfRanked {
        /// The state that was ranked.
        state: S,
        /// Its rank.
        rank: u64,
        /// What that unranked to.
        found: S,
    },
    /// A rank is not below the size.
    #[error("{state:?} has rank {rank}, which is not below the size {size}")]
    RankTooLarge {
        /// The state that was ranked.
        state: S,
        /// Its rank.
        rank: u64,
        /// The size.
        size: u64,
    },
}

/// Checks every rank: it is the rank of the state that it unranks to, whatever was there before.
///
/// That makes different ranks unrank to different states. Where the encoding has a faster way for
/// [many at once](Encoding::AT_ONCE), they have the same ranks and states in it. `scratch` is any state of the encoding.
/// Time: three unranks and a rank for each state.
///
/// # Errors
/// The first rank, ascending, that breaks a law by itself; or before it one that has another state or rank among others,
/// which are looked at a few hundred at a time.
pub fn check_exhaustively<E: Encoding>(
    encoding: &E,
    scratch: &mut E::State,
) -> Result<(), LawBroken<E::State>>
where
    E::State: Clone + Debug + PartialEq,
{
    check_ranks(encoding, scratch, 0..encoding.size())
}

/// Checks the laws of [`check_exhaustively`] for `ranks`; those that are no ranks are reduced modulo
/// the size, so that random numbers do.
///
/// # Errors
/// The first of the ranks that breaks a law, as there.
pub fn check_ranks<E: Encoding>(
    encoding: &E,
    scratch: &mut E::State,
    ranks: impl IntoIterator<Item = u64>,
) -> Result<(), LawBroken<E::State>>
where
    E::State: Clone + Debug + PartialEq,
{
    let size = encoding.size();
    if size == 0 {
        return Ok(());
    }
    let mut other = scratch.clone();
    let mut together = Together::default();
    for rank in ranks {
        let rank = rank % size;
        encoding.unrank_into(rank, scratch);
        let found = encoding.rank(scratch);
        if found != rank {
            return Err(LawBroken::RankOfUnranked {
                rank,
                state: scratch.clone(),
                found,
            });
        }
        // Over the state at the far end, which differs in most places.
        encoding.unrank_into(size - 1 - rank, &mut other);
        encoding.unrank_into(rank, &mut other);
        if other != *scratch {
            return Err(LawBroken::LeftOver {
                rank,
                state: scratch.clone(),
                other,
            });
        }
        if E::AT_ONCE {
            together.add(encoding, rank, scratch)?;
        }
    }
    together.check(encoding)
}

/// States that are ranked and unranked together once they are enough: more than a program takes at once, and no round
/// number.
struct Together<S> {
    ranks: Vec<u64>,
    states: Vec<S>,
}

impl<S> Default for Together<S> {
    fn default() -> Self {
        Self {
            ranks: Vec::new(),
            states: Vec::new(),
        }
    }
}

impl<S: Clone + Debug + PartialEq> Together<S> {
    const MOST: usize = 331;

    fn add<E: Encoding<State = S>>(
        &mut self,
        encoding: &E,
        rank: u64,
        state: &S,
    ) -> Result<(), LawBroken<S>> {
        self.ranks.push(rank);
        self.states.push(state.clone());
        if self.ranks.len() == Self::MOST {
            self.check(encoding)?;
        }
        Ok(())
    }

    fn check<E: Encoding<State = S>>(&mut self, encoding: &E) -> Result<(), LawBroken<S>> {
        let mut ranks = vec![0; self.ranks.len()];
        encoding.rank_each(&self.states, &mut ranks);
        // Each over the state of another.
        let mut states = self.states.clone();
        states.reverse();
        encoding.unrank_each(&self.ranks, &mut states);
        let known = self.ranks.drain(..).zip(self.states.drain(..));
        for ((rank, state), (ranked, unranked)) in known.zip(ranks.into_iter().zip(states)) {
            if ranked != rank {
                return Err(LawBroken::RankedTogether {
                    state,
                    rank,
                    found: ranked,
                });
            }
            if unranked != state {
                return Err(LawBroken::UnrankedTogether {
                    rank,
                    state,
                    found: unranked,
                });
            }
        }
        Ok(())
    }
}

/// Checks that each of `states` has a rank below the size that unranks to it again.
///
/// That makes different states have different ranks. `scratch` is any state of the encoding.
///
/// # Errors
/// The first of the states that breaks a law.
pub fn check_states<E: Encoding>(
    encoding: &E,
    scratch: &mut E::State,
    states: impl IntoIterator<Item = E::State>,
) -> Result<(), LawBroken<E::State>>
where
    E::State: Clone + Debug + PartialEq,
{
    let size = encoding.size();
    for state in states {
        let rank = encoding.rank(&state);
        if rank >= size {
            return Err(LawBroken::RankTooLarge { state, rank, size });
        }
        encoding.unrank_into(rank, scratch);
        if *scratch != state {
            return Err(LawBroken::UnrankOfRanked {
                state,
                rank,
                found: scratch.clone(),
            });
        }
    }
    Ok(())
}
