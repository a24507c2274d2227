//! Databases of small spaces against plain Dijkstra, and files that are no databases.

use std::collections::HashMap;
use std::fs;
use std::sync::Arc;

use super::build::{Sources, build, build_by_moves, build_folded};
use super::{Database, Lookup, PdbError, Title, UNREACHED, file};
use crate::abstraction::{Abstraction, laws};
use crate::cost::Cost;
use crate::distances::audit::audit;
use crate::distances::{Distance, all_to_one};
use crate::encoding::Encoding;
use crate::encoding::mixed_radix::MixedRadix;
use crate::encoding::number::Number;
use crate::encoding::permutation::Permutation;
use crate::goal::Exactly;
use crate::heuristic::{Heuristic, SumOf};
use crate::memory::{BudgetVec, Memory};
use crate::rank_actions::lehmer::Lehmer;
use crate::rank_actions::{RankActions, RankActionsError, RankMoves};
use crate::search::limits::{Limit, Limits};
use crate::space::{Invertible, Predecessors, StateSpace, predecessors_by_inverse};

/// Sizes of the dials.
const SIZES: [u8; 3] = [4, 5, 6];

/// Three dials that are turned forth and back by one, each at its own cost; some may be forgotten.
#[derive(Clone)]
struct Dials([Cost; 3]);

impl StateSpace for Dials {
    type State = [u8; 3];
    type Action = (usize, bool);

    fn actions<'a>(&'a self, _: &[u8; 3]) -> impl Iterator<Item = (usize, bool)> + use<'a> {
        (0..3).flat_map(|dial| [(dial, false), (dial, true)])
    }

    fn apply(&self, state: &mut [u8; 3], &(dial, back): &(usize, bool)) {
        let (digit, size) = (&mut state[dial], SIZES[dial]);
        *digit = (*digit + if back { size - 1 } else { 1 }) % size;
        // The first dial takes the second along.
        if dial == 0 {
            state[1] = (state[1] + if back { SIZES[1] - 1 } else { 1 }) % SIZES[1];
        }
    }

    fn cost(&self, _: &[u8; 3], &(dial, _): &(usize, bool)) -> Cost {
        self.0[dial]
    }

    fn max_cost(&self) -> Option<Cost> {
        self.0.into_iter().max()
    }
}

impl Invertible for Dials {
    fn inverse(&self, &(dial, back): &(usize, bool)) -> (usize, bool) {
        (dial, !back)
    }
}

impl Predecessors for Dials {
    fn predecessors<'a>(
        &'a self,
        state: &[u8; 3],
    ) -> impl Iterator<Item = ((usize, bool), [u8; 3])> + use<'a> {
        predecessors_by_inverse(self, state)
    }
}

/// The dials with other costs: the same states, part of the price.
struct Share(Dials);

impl Abstraction<Dials> for Share {
    type Space = Dials;

    fn space(&self) -> &Dials {
        &self.0
    }

    fn project(&self, state: &[u8; 3]) -> [u8; 3] {
        *state
    }

    fn action(&self, _: &[u8; 3], &action: &(usize, bool)) -> Option<(usize, bool)> {
        Some(action)
    }
}

/// The first dial alone.
struct First;

/// One dial that is turned by one.
struct Dial;

impl StateSpace for Dial {
    type State = u64;
    type Action = bool;

    fn actions<'a>(&'a self, _: &u64) -> impl Iterator<Item = bool> + use<'a> {
        [false, true].into_iter()
    }

    fn apply(&self, digit: &mut u64, &back: &bool) {
        *digit = (*digit + if back { 3 } else { 1 }) % 4;
    }
}

impl Abstraction<Dials> for First {
    type Space = Dial;

    fn space(&self) -> &Dial {
        &Dial
    }

    fn project(&self, state: &[u8; 3]) -> u64 {
        state[0].into()
    }

    fn action(&self, _: &[u8; 3], &(dial, back): &(usize, bool)) -> Option<bool> {
        (dial == 0).then_some(back)
    }
}

fn title(pattern: &str) -> Title {
    Title {
        space: "dials".to_owned(),
        pattern: pattern.to_owned(),
    }
}

fn all() -> impl Iterator<Item = [u8; 3]> {
    (0..4).flat_map(|a| (0..5).flat_map(move |b| (0..6).map(move |c| [a, b, c])))
}

fn ranks() -> MixedRadix<[u8; 3]> {
    MixedRadix::new(SIZES.map(usize::from)).unwrap()
}

/// Distances by relaxing all edges until none can be: shares nothing with the sweep.
fn relaxed(space: &Dials, goal: [u8; 3]) -> HashMap<[u8; 3], Cost> {
    let mut distances = HashMap::from([(goal, 0)]);
    loop {
        let before = distances.clone();
        for state in all() {
            for action in space.actions(&state) {
                let mut next = state;
                space.apply(&mut next, &action);
                if let Some(&far) = distances.get(&next) {
                    let through = far + space.cost(&state, &action);
                    let known = distances.entry(state).or_insert(through);
                    *known = through.min(*known);
                }
            }
        }
        if distances == before {
            return distances;
        }
    }
}

fn database(space: &Dials) -> Database {
    let (ranks, goals) = (ranks(), [[0, 0, 0]]);
    let sources = Sources {
        space,
        encoding: &ranks,
        goals: &goals,
    };
    build(title("all"), sources, &Limits::default()).unwrap()
}

#[test]
fn entries_are_the_distances_also_where_actions_are_free() {
    for costs in [[1, 1, 1], [2, 0, 3], [0, 4, 0], [0, 0, 0]] {
        let space = Dials(costs);
        let (database, right) = (database(&space), relaxed(&space, [0; 3]));
        let ranks = ranks();
        for state in all() {
            let found = database.get(ranks.rank(&state));
            assert_eq!(found, right.get(&state).copied(), "{costs:?} {state:?}");
        }
        assert_eq!(database.profile().iter().sum::<u64>(), 4 * 5 * 6);
        assert_eq!(database.get(4 * 5 * 6), None);
    }
}

#[test]
fn folded_entries_are_the_least_of_their_states() {
    let space = Dials([2, 0, 3]);
    let (ranks, keys, goals) = (ranks(), Number::new(4).unwrap(), [[0, 0, 0]]);
    let sources = Sources {
        space: &space,
        encoding: &ranks,
        goals: &goals,
    };
    let limits = Limits::default();
    let folded = build_folded(title("first"), sources, (&First, &keys), &limits).unwrap();
    let right = relaxed(&space, [0; 3]);
    for first in 0..4u8 {
        let own = right.iter().filter(|(state, _)| state[0] == first);
        let least = own.map(|(_, &distance)| distance).min();
        assert_eq!(folded.get(first.into()), least);
    }
    assert_eq!(folded.entries(), [0, 2, 4, 2]);
}

/// Two shares of the costs add up to an admissible and consistent estimate that no one of them gives.
#[test]
fn shares_of_costs_add_up() {
    let space = Dials([3, 2, 4]);
    let shares = [Share(Dials([3, 0, 1])), Share(Dials([0, 2, 3]))];
    assert_eq!(laws::check_partition(&space, &shares, all()), Ok(()));
    let lookups = shares.map(|share| {
        let database = Arc::new(database(&share.0));
        Lookup::<Dials, _, _>::new(share, ranks(), database).unwrap()
    });
    let sum = SumOf(lookups.into_iter().collect());
    let found = audit(&space, &Exactly([0; 3]), &sum, &Limits::default()).unwrap();
    assert!(found.is_admissible() && found.is_consistent(), "{found:?}");
    assert_eq!(found.states, 4 * 5 * 6);
    assert!(
        sum.0
            .iter()
            .all(|one| one.estimate(&[2, 2, 3]) < sum.estimate(&[2, 2, 3]))
    );
    // A database of another size is none of these.
    let other = Database::new(title("all"), BudgetVec::new(&Memory::unlimited()));
    assert!(Lookup::<Dials, _, _>::new(First, Number::new(4).unwrap(), Arc::new(other)).is_none());
}

#[test]
fn distances_beyond_a_byte_are_refused() {
    let space = Dials([100, 100, 100]);
    let (ranks, goals) = (ranks(), [[0, 0, 0]]);
    let sources = Sources {
        space: &space,
        encoding: &ranks,
        goals: &goals,
    };
    let far = build(title("all"), sources, &Limits::default());
    assert!(matches!(far, Err(PdbError::TooFar { distance: 255.. })));
    let limits = Limits {
        memory: Memory::limited(100),
        ..Limits::default()
    };
    let full = build(title("all"), sources, &limits);
    assert!(matches!(full, Err(PdbError::Limit(Limit::Memory(_)))));
}

/// Orders of five items in one of two rooms: neighbours change places, in room 0 the first two and in room 1 the
/// others, and one goes from room to room.
struct Rooms;

type Room = ([u8; 5], u8);

impl StateSpace for Rooms {
    type State = Room;
    type Action = usize;

    fn actions<'a>(&'a self, &(_, room): &Room) -> impl Iterator<Item = usize> + use<'a> {
        (0..5).filter(move |&swap| swap == 4 || (swap == 0) == (room == 0))
    }

    fn apply(&self, (order, room): &mut Room, &swap: &usize) {
        if swap == 4 {
            *room ^= 1;
        } else {
            order.swap(swap, swap + 1);
        }
    }
}

impl Predecessors for Rooms {
    fn predecessors<'a>(&'a self, state: &Room) -> impl Iterator<Item = (usize, Room)> + use<'a> {
        let after = *state;
        self.actions(state).map(move |swap| {
            let mut before = after;
            self.apply(&mut before, &swap);
            (swap, before)
        })
    }
}

struct RoomRanks(Permutation<[u8; 5]>);

impl Encoding for RoomRanks {
    type State = Room;

    fn size(&self) -> u64 {
        240
    }

    fn rank(&self, (order, room): &Room) -> u64 {
        u64::from(*room) * 120 + self.0.rank(order)
    }

    fn unrank_into(&self, rank: u64, (order, room): &mut Room) {
        self.0.unrank_into(rank % 120, order);
        *room = u8::from(rank >= 120);
    }
}

impl RankActions<Rooms> for RoomRanks {
    fn rank_moves(&self, _: &Rooms, memory: &Memory) -> Result<RankMoves, RankActionsError> {
        let code = Lehmer::all(5);
        let mut moves = RankMoves::new(2, code.radices(), memory)?;
        for (room, swaps) in [(0, 0..1), (1, 1..4)] {
            for swap in swaps {
                let map = moves.add_map(code.permuting(swap, &[1, 0], false)?)?;
                moves.connect(room, map, room)?;
            }
            moves.connect(room, 0, 1 - room)?;
        }
        Ok(moves)
    }
}

#[test]
fn sweeps_on_planes_give_the_entries_of_plain_ones() {
    let ranks = RoomRanks(Permutation::new(5).unwrap());
    let goals = [([2, 0, 1, 4, 3], 0)];
    let sources = Sources {
        space: &Rooms,
        encoding: &ranks,
        goals: &goals,
    };
    let limits = Limits::default();
    let plain = build(title("rooms"), sources, &limits);
    // Costs of 1 are not promised.
    assert!(matches!(plain, Err(PdbError::Search(_))));
    let right = all_to_one(&Rooms, &Exactly(goals[0]), &limits).unwrap();
    let right = |order: [u8; 5], room| match right.get(&(order, room)) {
        Distance::At(cost) => u8::try_from(cost).unwrap(),
        _ => UNREACHED,
    };
    let apart = |threads| build_by_moves(sources, &[1, 2], threads, &limits, &mut ()).unwrap();
    let together = build_by_moves(sources, &[2], 1, &limits, &mut ()).unwrap();
    assert_eq!((apart(1).len(), together.len()), (240, 120));
    assert_eq!(*apart(1), *apart(2));
    let mut state = goals[0];
    for rank in 0..240 {
        ranks.unrank_into(rank, &mut state);
        let (order, room) = state;
        let (place, local) = (
            usize::try_from(rank).unwrap(),
            usize::try_from(rank % 120).unwrap(),
        );
        assert_eq!(apart(1)[place], right(order, room));
        assert_eq!(together[local], right(order, 0).min(right(order, 1)));
    }
    for blocks in [&[1][..], &[], &[2, 1], &[1, 3]] {
        let wrong = build_by_moves(sources, blocks, 1, &limits, &mut ());
        assert!(matches!(wrong, Err(PdbError::Blocks { .. })), "{blocks:?}");
    }
}

#[test]
fn files_come_back_and_others_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("dials.pdb");
    let held = database(&Dials([3, 1, 2]));
    file::save(&held, &path).unwrap();
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    let load = || file::load(&path, &title("all"), 120);
    let mapped = load().unwrap();
    assert!(mapped.is_mapped() && !held.is_mapped());
    assert_eq!(
        (mapped.entries(), mapped.title()),
        (held.entries(), held.title())
    );
    // Replacing it does not change what is mapped.
    file::save(&database(&Dials([1, 1, 1])), &path).unwrap();
    assert_eq!(mapped.entries(), held.entries());
    let other = file::load(&path, &title("first"), 120).unwrap_err();
    assert!(matches!(other, PdbError::Other { .. }), "{other}");
    assert!(
        other
            .to_string()
            .ends_with("of all of dials, expected one of first of dials")
    );
    let size = file::load(&path, &title("all"), 121);
    assert!(matches!(
        size,
        Err(PdbError::Size {
            found: 120,
            expected: 121,
            ..
        })
    ));
    let whole = fs::read(&path).unwrap();
    let refused = |bytes: &[u8]| {
        fs::write(&path, bytes).unwrap();
        match load() {
            Err(PdbError::Broken { why, .. }) => why,
            other => panic!("{other:?}"),
        }
    };
    for len in 1..whole.len() {
        assert_eq!(refused(&whole[..len]), "it was cut short", "{len}");
    }
    assert_eq!(refused(b""), "it is none, or one of another form");
    assert_eq!(
        refused(b"statewalk sweep2 and more"),
        "it is none, or one of another form"
    );
    let longer = [&whole[..], &[0]].concat();
    assert_eq!(refused(&longer), "something was added to it");
    for at in 0..whole.len() {
        for bit in [1, 0x80] {
            let mut bytes = whole.clone();
            bytes[at] ^= bit;
            let why = refused(&bytes);
            // A length that is changed promises other bytes.
            let is_known = ["none", "cut short", "changed"]
                .iter()
                .any(|word| why.contains(word));
            assert!(is_known, "{at}: {why}");
        }
    }
    fs::remove_file(&path).unwrap();
    assert!(matches!(load(), Err(PdbError::Io { what: "read", .. })));
    let nowhere = folder.path().join("none").join("dials.pdb");
    assert!(matches!(
        file::save(&held, &nowhere),
        Err(PdbError::Io { what: "write", .. })
    ));
}

/// Says nothing about costs.
struct Silent;

impl StateSpace for Silent {
    type State = u8;
    type Action = ();

    fn actions<'a>(&'a self, _: &u8) -> impl Iterator<Item = ()> + use<'a> {
        std::iter::once(())
    }

    fn apply(&self, state: &mut u8, (): &()) {
        *state = (*state + 1) % 4;
    }
}

impl Predecessors for Silent {
    fn predecessors<'a>(&'a self, &state: &u8) -> impl Iterator<Item = ((), u8)> + use<'a> {
        std::iter::once(((), (state + 3) % 4))
    }
}

#[test]
fn a_space_that_tells_no_largest_cost_is_told_how_to() {
    let title = Title {
        space: "a ring of 4".to_owned(),
        pattern: "all".to_owned(),
    };
    let sources = Sources {
        space: &Silent,
        encoding: &Number::new(4).unwrap(),
        goals: &[0],
    };
    let refused = build(title, sources, &Limits::default()).unwrap_err();
    let told = refused.to_string();
    assert!(told.contains("`StateSpace::max_cost`"), "{told}");
    assert!(told.contains("`Some(1)`"), "{told}");
}
