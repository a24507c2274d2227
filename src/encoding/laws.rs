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
/// That makes different ranks unrank to different states. `scratch` is any state of the encoding.
/// Time: three unranks and a rank for each state.
///
/// # Errors
/// The first rank, ascending, that breaks a law.
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
/// The first of the ranks that breaks a law.
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
    }
    Ok(())
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
