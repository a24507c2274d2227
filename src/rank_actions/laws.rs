//! The laws of [`RankActions`], for tests of a plug-in.

use crate::memory::Memory;
use crate::rank_actions::RankActions;
use crate::space::StateSpace;

/// Checks the declaration of `encoding` against the rules of `space` on these states.
///
/// Time: a few divisions a move and state. It is meant for all states of a small space, or for some
/// thousands of a large one.
///
/// # Errors
/// What is wrong, with the first state that shows it.
pub fn check<P, E>(
    space: &P,
    encoding: &E,
    states: impl IntoIterator<Item = P::State>,
) -> Result<(), String>
where
    P: StateSpace,
    P::State: std::fmt::Debug,
    E: RankActions<P>,
{
    let moves = encoding
        .rank_moves(space, &Memory::unlimited())
        .map_err(|error| error.to_string())?;
    if moves.size() != encoding.size() {
        return Err(format!(
            "the moves have {} ranks and the encoding {}",
            moves.size(),
            encoding.size()
        ));
    }
    for state in states {
        let rank = encoding.rank(&state);
        let mut by_moves: Vec<u64> = moves.successors(rank).collect();
        let mut by_rules = Vec::new();
        for action in space.actions(&state) {
            let cost = space.cost(&state, &action);
            if cost != 1 {
                return Err(format!("{action:?} costs {cost} at {state:?}"));
            }
            let mut next = state.clone();
            space.apply(&mut next, &action);
            by_rules.push(encoding.rank(&next));
        }
        for ranks in [&mut by_moves, &mut by_rules] {
            ranks.sort_unstable();
            ranks.dedup();
        }
        if by_moves != by_rules {
            return Err(format!(
                "rank {rank} has the successors {by_rules:?} by the rules and {by_moves:?} by the moves: {state:?}"
            ));
        }
    }
    Ok(())
}
