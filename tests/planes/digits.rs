//! Numbers on wheels, written for tests: actions turn one wheel, or swap the last two.

use statewalk::encoding::mixed_radix::MixedRadix;
use statewalk::memory::Memory;
use statewalk::rank_actions::{LocalMap, RankActions, RankActionsError, RankMoves};
use statewalk::{Encoding, StateSpace};

/// What the wheels show.
pub(crate) type Wheels = Vec<u8>;

pub(crate) struct Digits {
    radices: Vec<u8>,
    /// A wheel, and by how much it is turned.
    steps: Vec<(usize, i8)>,
    /// Whether the last two wheels, of one size then, can be swapped.
    swaps: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Action {
    Turn(usize, i8),
    Swap,
}

impl Digits {
    pub(crate) fn new(radices: &[u8], steps: &[(usize, i8)], swaps: bool) -> Self {
        Self {
            radices: radices.to_vec(),
            steps: steps.to_vec(),
            swaps,
        }
    }
}

fn turned(value: u8, by: i8, radix: u8) -> u8 {
    let sum = i16::from(value) + i16::from(by);
    u8::try_from(sum.rem_euclid(i16::from(radix))).unwrap()
}

impl StateSpace for Digits {
    type State = Wheels;
    type Action = Action;

    fn actions<'a>(&'a self, _: &Wheels) -> impl Iterator<Item = Action> + use<'a> {
        let turns = self
            .steps
            .iter()
            .map(|&(wheel, by)| Action::Turn(wheel, by));
        turns.chain(self.swaps.then_some(Action::Swap))
    }

    fn apply(&self, wheels: &mut Wheels, action: &Action) {
        match *action {
            Action::Turn(wheel, by) => {
                wheels[wheel] = turned(wheels[wheel], by, self.radices[wheel]);
            }
            Action::Swap => {
                let last = wheels.len() - 1;
                wheels.swap(last - 1, last);
            }
        }
    }
}

/// The first wheel is the part, the others are the digits of the local rank.
pub(crate) struct DigitRanks {
    radices: Vec<u8>,
    ranks: MixedRadix<Wheels>,
}

impl DigitRanks {
    pub(crate) fn new(radices: &[u8]) -> Self {
        let wide = radices.iter().map(|&radix| usize::from(radix));
        Self {
            radices: radices.to_vec(),
            ranks: MixedRadix::new(wide).unwrap(),
        }
    }

    pub(crate) fn state(&self, rank: u64) -> Wheels {
        let mut state = vec![0; self.radices.len()];
        self.ranks.unrank_into(rank, &mut state);
        state
    }
}

impl Encoding for DigitRanks {
    type State = Wheels;

    fn size(&self) -> u64 {
        self.ranks.size()
    }

    fn rank(&self, wheels: &Wheels) -> u64 {
        self.ranks.rank(wheels)
    }

    fn unrank_into(&self, rank: u64, wheels: &mut Wheels) {
        self.ranks.unrank_into(rank, wheels);
    }
}

impl RankActions<Digits> for DigitRanks {
    fn rank_moves(&self, space: &Digits, memory: &Memory) -> Result<RankMoves, RankActionsError> {
        let parts = self.radices[0];
        let radices: Vec<u64> = self.radices[1..]
            .iter()
            .map(|&radix| radix.into())
            .collect();
        let mut moves = RankMoves::new(parts.into(), radices.clone(), memory)?;
        let mut maps = Vec::new();
        for &(wheel, by) in &space.steps {
            let (part_by, map) = if wheel == 0 {
                (by, LocalMap::Same)
            } else {
                let by = turned(0, by, self.radices[wheel]);
                (0, LocalMap::shift(&radices, wheel - 1, by.into())?)
            };
            maps.push((part_by, map));
        }
        if space.swaps {
            let side = u32::from(self.radices[self.radices.len() - 1]);
            let table = (0..side * side).map(|value| value % side * side + value / side);
            let first = radices.len() - 2;
            maps.push((0, LocalMap::window(first, 2, table.collect())));
        }
        for (by, map) in maps {
            let map = moves.add_map(map)?;
            for from in 0..parts {
                moves.connect(from.into(), map, turned(from, by, parts).into())?;
            }
        }
        Ok(moves)
    }
}
