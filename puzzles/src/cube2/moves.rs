//! How turns act on the ranks of cubes: each sends all cubes of a part to one part, and the twists through a
//! table.

use statewalk::memory::Memory;
use statewalk::rank_actions::{LocalMap, RankActions, RankActionsError, RankMoves};
use statewalk::space::StateSpace;

use super::encoding::{ORDERS, Ranks, TWISTS};
use super::rules::{Cube, PocketCube, Turn};

/// The digits of a twist: that of each corner but the last, which follows from the others.
const DIGITS: usize = 6;

impl RankActions<PocketCube> for Ranks {
    fn rank_moves(
        &self,
        rules: &PocketCube,
        memory: &Memory,
    ) -> Result<RankMoves, RankActionsError> {
        let mut moves = RankMoves::new(ORDERS.into(), vec![3; DIGITS], memory)?;
        let turned = |order, twist, turn: &Turn| {
            let mut cube = Cube { order, twist };
            rules.apply(&mut cube, turn);
            cube
        };
        for turn in rules.actions(&Cube::SOLVED) {
            let twisted = |twist| turned(0, twist, &turn).twist.into();
            let map = moves.add_map(LocalMap::window(
                0,
                DIGITS,
                (0..TWISTS).map(twisted).collect(),
            ))?;
            for order in 0..ORDERS {
                moves.connect(order.into(), map, turned(order, 0, &turn).order.into())?;
            }
        }
        Ok(moves)
    }
}
