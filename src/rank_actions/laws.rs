//! The laws of [`RankActions`], for tests of a plug-in.

use crate::memory::Memory;
use crate::rank_actions::{RankActions, RankMoves};
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
    check_moves(space, encoding, &moves, states)
}

/// The same for moves that are made already.
///
/// # Errors
/// What is wrong, with the first state that shows it.
pub fn check_moves<P, E>(
    space: &P,
    encoding: &E,
    moves: &RankMoves,
    states: impl IntoIterator<Item = P::State>,
) -> Result<(), String>
where
    P: StateSpace,
    P::State: std::fmt::Debug,
    E: RankActions<P>,
{
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

#[cfg(test)]
mod tests {
    use super::check;
    use crate::cost::Cost;
    use crate::encoding::Encoding;
    use crate::memory::Memory;
    use crate::rank_actions::{LocalMap, RankActions, RankActionsError, RankMoves};
    use crate::space::StateSpace;

    const PARTS: u64 = 3;
    const LOCALS: u64 = 5;

    /// A wheel of three parts with five places each: on to the next part, or to the next place. The second costs
    /// what it is said to.
    struct Wheel(Cost);

    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    enum Turn {
        Part,
        Place,
    }

    impl StateSpace for Wheel {
        type State = (u64, u64);
        type Action = Turn;

        fn actions<'a>(&'a self, _: &(u64, u64)) -> impl Iterator<Item = Turn> + use<'a> {
            [Turn::Part, Turn::Place].into_iter()
        }

        fn apply(&self, (part, place): &mut (u64, u64), turn: &Turn) {
            match turn {
                Turn::Part => *part = (*part + 1) % PARTS,
                Turn::Place => *place = (*place + 1) % LOCALS,
            }
        }

        fn cost(&self, _: &(u64, u64), turn: &Turn) -> Cost {
            match turn {
                Turn::Part => 1,
                Turn::Place => self.0,
            }
        }
    }

    /// Moves that are declared: how many parts there are, how far on the next part and the next place are, and how
    /// many of the moves of the last part there are.
    struct Declared {
        parts: usize,
        part: usize,
        place: u64,
        last: usize,
    }

    const RIGHT: Declared = Declared {
        parts: 3,
        part: 1,
        place: 1,
        last: 2,
    };

    impl Encoding for Declared {
        type State = (u64, u64);

        fn size(&self) -> u64 {
            PARTS * LOCALS
        }

        fn rank(&self, (part, place): &(u64, u64)) -> u64 {
            part * LOCALS + place
        }

        fn unrank_into(&self, rank: u64, state: &mut (u64, u64)) {
            *state = (rank / LOCALS, rank % LOCALS);
        }
    }

    impl RankActions<Wheel> for Declared {
        fn rank_moves(&self, _: &Wheel, memory: &Memory) -> Result<RankMoves, RankActionsError> {
            let mut moves = RankMoves::new(self.parts as u64, vec![LOCALS], memory)?;
            let on = moves.add_map(LocalMap::shift(&[LOCALS], 0, self.place)?)?;
            for part in 0..self.parts {
                let all = [(0, (part + self.part) % self.parts), (on, part)];
                let count = if part + 1 == self.parts { self.last } else { 2 };
                for &(map, to) in all.iter().chain(&all).take(count) {
                    moves.connect(part, map, to)?;
                }
            }
            Ok(moves)
        }
    }

    fn checked(cost: Cost, declared: &Declared) -> Result<(), String> {
        let states = (0..PARTS * LOCALS).map(|rank| (rank / LOCALS, rank % LOCALS));
        check(&Wheel(cost), declared, states)
    }

    #[test]
    fn what_is_right_is_passed() {
        assert_eq!(checked(1, &RIGHT), Ok(()));
        // The same move twice is the same set.
        assert_eq!(checked(1, &Declared { last: 4, ..RIGHT }), Ok(()));
    }

    #[test]
    fn what_is_wrong_is_refused_with_the_first_state_that_shows_it() {
        let cases = [
            (
                "a wrong map",
                1,
                Declared { place: 2, ..RIGHT },
                "rank 0 has the successors [1, 5] by the rules and [2, 5] by the moves: (0, 0)",
            ),
            (
                "a wrong part",
                1,
                Declared { part: 2, ..RIGHT },
                "rank 0 has the successors [1, 5] by the rules and [1, 10] by the moves: (0, 0)",
            ),
            (
                "a missing move",
                1,
                Declared { last: 1, ..RIGHT },
                "rank 10 has the successors [0, 11] by the rules and [0] by the moves: (2, 0)",
            ),
            (
                "a wrong size",
                1,
                Declared { parts: 4, ..RIGHT },
                "the moves have 20 ranks and the encoding 15",
            ),
            ("a cost", 2, RIGHT, "Place costs 2 at (0, 0)"),
            (
                "a map that does not fit",
                1,
                Declared { parts: 0, ..RIGHT },
                "parts and digits must multiply to 1 up to 2^64 - 1 ranks",
            ),
        ];
        for (what, cost, declared, why) in cases {
            assert_eq!(checked(cost, &declared), Err(why.to_owned()), "{what}");
        }
    }
}
