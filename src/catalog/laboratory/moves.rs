//! The moves test: whether the moves that an encoding declares on its ranks are the actions of the rules.

use std::fmt::Debug;
use std::iter;

use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use crate::catalog::laboratory::walk::{self, Walk};
use crate::rank_actions::{RankActions, RankActionsError, laws};
use crate::search::limits::{Limit, Limits};
use crate::space::StateSpace;

/// What the moves test found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Moves {
    /// They lead where the rules lead, wherever it was tried.
    Hold {
        /// How many states of random walks by the rules were tried.
        walked: u64,
        /// What the walks were drawn from.
        seed: u64,
    },
    /// They do not, or are none: what is wrong, with the first state that shows it.
    Broken(String),
    /// A limit was reached first.
    Unfinished(Limit),
}

/// Tests the moves on so many states; `None` where they are not made, being too large.
pub(super) fn test<P, E>(
    space: &P,
    starts: &[P::State],
    encoding: &E,
    (samples, seed): (u32, u64),
    limits: &Limits,
) -> Option<Moves>
where
    P: StateSpace<State: Debug>,
    E: RankActions<P, State = P::State>,
{
    let moves = match encoding.rank_moves(space, &limits.memory) {
        Ok(moves) => moves,
        // The sweep that would need them tells this.
        Err(RankActionsError::TooLarge { .. } | RankActionsError::Memory(_)) => return None,
        Err(why) => return Some(Moves::Broken(why.to_string())),
    };
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut walk = Walk::new(space, starts)?;
    let mut left = samples;
    while left > 0 {
        if let Some(limit) = limits.interrupted() {
            return Some(Moves::Unfinished(limit));
        }
        let portion = left.min(walk::LENGTH);
        left -= portion;
        let states = iter::repeat_with(|| walk.next(&mut rng).clone()).take(portion as usize);
        if let Err(why) = laws::check_moves(space, encoding, &moves, states) {
            return Some(Moves::Broken(why));
        }
    }
    Some(Moves::Hold {
        walked: samples.into(),
        seed,
    })
}
