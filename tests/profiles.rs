//! Depth profiles of small spaces whose numbers of states at each depth are published, in every
//! table; and the plans of every store that uses ranks.

use statewalk::encoding::Encoding;
use statewalk::encoding::even_permutation::EvenPermutation;
use statewalk::encoding::mapped::Mapped;
use statewalk::encoding::number::Number;
use statewalk::encoding::permutation::Permutation;
use statewalk::encoding::product::Product;
use statewalk::goal::Exactly;
use statewalk::memory::Memory;
use statewalk::plan::replay;
use statewalk::search::layers::{End, Sweep};
use statewalk::search::limits::Limits;
use statewalk::search::outcome::{Outcome, SearchError};
use statewalk::search::task::Task;
use statewalk::search::trace::{ByDescent, ByParents};
use statewalk::search::{breadth_first, uniform_cost};
use statewalk::space::{Invertible, Predecessors, StateSpace, predecessors_by_inverse};
use statewalk::store::StoreError;
use statewalk::store::packed::Packed;
use statewalk::store::ranked::Ranked;
use statewalk::store::small::Small;

/// The 8-puzzle: an action is the step of the blank, 0, over the nine cells.
struct Eight;

impl StateSpace for Eight {
    type State = [u8; 9];
    type Action = i8;

    fn actions<'a>(&'a self, state: &[u8; 9]) -> impl Iterator<Item = i8> + use<'a> {
        let blank = state.iter().position(|&tile| tile == 0).unwrap_or(0);
        let open = [
            (-3, blank >= 3),
            (-1, blank % 3 > 0),
            (1, blank % 3 < 2),
            (3, blank < 6),
        ];
        open.into_iter()
            .filter_map(|(step, open)| open.then_some(step))
    }

    fn apply(&self, state: &mut [u8; 9], &step: &i8) {
        let blank = state.iter().position(|&tile| tile == 0).unwrap_or(0);
        state.swap(blank, blank.wrapping_add_signed(step.into()));
    }
}

impl Invertible for Eight {
    fn inverse(&self, step: &i8) -> i8 {
        -step
    }
}

impl Predecessors for Eight {
    fn predecessors<'a>(
        &'a self,
        state: &[u8; 9],
    ) -> impl Iterator<Item = (i8, [u8; 9])> + use<'a> {
        predecessors_by_inverse(self, state)
    }
}

/// The goal with the blank in a corner.
const SOLVED: [u8; 9] = [0, 1, 2, 3, 4, 5, 6, 7, 8];

/// OEIS A089473.
const EIGHT: [u64; 32] = [
    1, 2, 4, 8, 16, 20, 39, 62, 116, 152, 286, 396, 748, 1024, 1893, 2512, 4485, 5638, 9529, 10878,
    16993, 17110, 23952, 20224, 24047, 15578, 14560, 6274, 3910, 760, 221, 2,
];

/// The boards that can be reached: a cell for the blank, and the tiles in an even order.
fn eight() -> impl Encoding<State = [u8; 9]> {
    let blanks = Number::<u8>::new(9).unwrap();
    let tiles = EvenPermutation::<[u8; 8]>::new(8).unwrap();
    Mapped::new(
        Product::new(blanks, tiles).unwrap(),
        |board: &[u8; 9]| {
            let blank = board.iter().position(|&tile| tile == 0).unwrap_or(0);
            let mut tiles = [0; 8];
            let order = board.iter().filter(|&&tile| tile > 0);
            tiles
                .iter_mut()
                .zip(order)
                .for_each(|(to, tile)| *to = tile - 1);
            (u8::try_from(blank).unwrap_or(0), tiles)
        },
        |board: &mut [u8; 9], (blank, tiles)| {
            let mut order = tiles.into_iter();
            for (cell, place) in board.iter_mut().zip(0..) {
                *cell = if place == blank {
                    0
                } else {
                    order.next().unwrap_or(0) + 1
                };
            }
        },
    )
}

/// Orders of `N` items, changed by turning over the first few, or by exchanging neighbours.
struct Orders<const N: usize> {
    neighbours: bool,
}

impl<const N: usize> StateSpace for Orders<N> {
    type State = [u8; N];
    type Action = usize;

    fn actions<'a>(&'a self, _: &[u8; N]) -> impl Iterator<Item = usize> + use<'a, N> {
        1..N
    }

    fn apply(&self, state: &mut [u8; N], &action: &usize) {
        if self.neighbours {
            state.swap(action - 1, action);
        } else {
            state[..=action].reverse();
        }
    }
}

impl<const N: usize> Predecessors for Orders<N> {
    fn predecessors<'a>(
        &'a self,
        &state: &[u8; N],
    ) -> impl Iterator<Item = (usize, [u8; N])> + use<'a, N> {
        (1..N).map(move |action| {
            let mut before = state;
            self.apply(&mut before, &action);
            (action, before)
        })
    }
}

fn in_order<const N: usize>() -> [u8; N] {
    std::array::from_fn(|item| u8::try_from(item).unwrap_or(0))
}

/// Sweeps from `start` both ways and in every table, on one thread and on several.
fn has_profile<P, E>(space: &P, encoding: &E, start: P::State, profile: &[u64])
where
    P: Predecessors<State: Send> + Sync,
    E: Encoding<State = P::State> + Sync,
{
    let starts = [start];
    let sweep = || Sweep::new(space, encoding, &starts).deepest(usize::MAX);
    for threads in [1, 2, 3] {
        sweeps_to_profile(|| sweep().threads(threads), encoding, profile);
    }
}

fn sweeps_to_profile<'a, P, E>(sweep: impl Fn() -> Sweep<'a, P, E>, encoding: &E, profile: &[u64])
where
    E: 'a,
    P: 'a + Predecessors<State: Send> + Sync,
    E: Encoding<State = P::State> + Sync,
{
    let limits = Limits::default();
    let forward = sweep().forward(&limits, &mut ()).unwrap();
    let backward = sweep().backward(&limits, &mut ()).unwrap();
    let visited = sweep().visited(&limits, &mut ()).unwrap();
    let bytes = sweep().expecting(0).forward(&limits, &mut ()).unwrap();
    for (end, swept, deepest) in [
        (forward.end, forward.profile(), &forward.deepest),
        (backward.end, backward.profile(), &backward.deepest),
        (bytes.end, bytes.profile(), &bytes.deepest),
    ] {
        assert_eq!((end, swept), (End::Whole, profile));
        assert_eq!(deepest.ranks(), visited.deepest.ranks());
        assert_eq!(Some(&deepest.count), profile.last());
        assert_eq!(deepest.ranks().len() as u64, deepest.count);
    }
    assert_eq!((visited.end, visited.profile()), (End::Whole, profile));
    let reached = (0..encoding.size()).filter(|&rank| visited.is_reached(rank));
    assert_eq!(reached.count() as u64, forward.size());
}

#[test]
fn the_8_puzzle_has_its_published_profile() {
    has_profile(&Eight, &eight(), SOLVED, &EIGHT);
    // Half of all orders cannot be reached, and stay so.
    let orders = Permutation::<[u8; 9]>::new(9).unwrap();
    has_profile(&Eight, &orders, SOLVED, &EIGHT);
}

#[test]
fn distances_modulo_3_lead_back_where_actions_can_be_undone() {
    let (encoding, limits) = (eight(), Limits::default());
    // Two starts, so that a plan may begin at either.
    let starts = [SOLVED, [1, 2, 3, 4, 5, 6, 7, 8, 0]];
    let sweep = Sweep::new(&Eight, &encoding, &starts);
    let swept = sweep.forward(&limits, &mut ()).unwrap();
    let residues = sweep.residues(&limits, &mut ()).unwrap();
    assert_eq!(
        (residues.end, residues.profile()),
        (End::Whole, swept.profile())
    );
    let mut state = SOLVED;
    for rank in (0..encoding.size()).step_by(101) {
        encoding.unrank_into(rank, &mut state);
        let outcome = residues
            .outcome_to(&Eight, &encoding, &starts, &state, &Limits::default())
            .unwrap();
        let plan = outcome.plan().unwrap();
        assert_eq!(Some(plan.cost), swept.distance(rank));
        assert_eq!(
            replay(&Eight, &starts[plan.start], &plan.actions),
            Ok((state, plan.cost))
        );
    }
    // A sweep that is cut short knows no more than how far it went.
    let expansions = Some(5000);
    let cut = sweep
        .residues(
            &Limits {
                expansions,
                ..Limits::default()
            },
            &mut (),
        )
        .unwrap();
    let most = swept.profile().len() as u64 - 1;
    let farthest =
        (0..encoding.size()).find(|&r| swept.distance(r).map(i64::unsigned_abs) == Some(most));
    encoding.unrank_into(farthest.unwrap(), &mut state);
    let outcome = cut
        .outcome_to(&Eight, &encoding, &starts, &state, &Limits::default())
        .unwrap();
    assert!(
        matches!(outcome, Outcome::LimitReached { lower: Some(l), .. } if usize::try_from(l) == Ok(cut.profile().len()))
    );
}

#[test]
fn pancakes_have_their_published_profiles() {
    // OEIS A092113.
    let flips = Orders { neighbours: false };
    let encoding = Permutation::new(6).unwrap();
    has_profile(
        &flips,
        &encoding,
        in_order::<6>(),
        &[1, 5, 20, 79, 199, 281, 133, 2],
    );
    let flips = Orders { neighbours: false };
    let encoding = Permutation::new(7).unwrap();
    let counts = [1, 6, 30, 149, 543, 1357, 1903, 1016, 35];
    has_profile(&flips, &encoding, in_order::<7>(), &counts);
}

#[test]
fn exchanges_of_neighbours_count_inversions() {
    // The Mahonian numbers, OEIS A008302.
    let swaps = Orders { neighbours: true };
    let encoding = Permutation::new(6).unwrap();
    let counts = [1, 5, 14, 29, 49, 71, 90, 101, 101, 90, 71, 49, 29, 14, 5, 1];
    has_profile(&swaps, &encoding, in_order::<6>(), &counts);
}

#[test]
fn every_store_of_ranks_finds_the_distances_of_the_sweep() {
    let encoding = eight();
    let limits = Limits::default();
    let memory = &limits.memory;
    let swept = Sweep::new(&Eight, &encoding, &[SOLVED])
        .backward(&limits, &mut ())
        .unwrap();
    for rank in (0..encoding.size()).step_by(25_013) {
        let mut start = SOLVED;
        encoding.unrank_into(rank, &mut start);
        let starts = [(start, 0)];
        let goal = Exactly(SOLVED);
        let task = Task {
            space: &Eight,
            starts: &starts,
            goal: &goal,
        };
        let mut packed = Packed::<_, u32>::new(&encoding, memory).unwrap();
        let mut wide = Packed::<_, u64>::new(&encoding, memory).unwrap();
        let mut ranked = Ranked::<_, _, u32>::new(&encoding, 0, memory).unwrap();
        let mut small = Ranked::<_, Small<4>, u64>::small(&encoding, memory).unwrap();
        let parents = Ranked::<_, _, u32>::new(&encoding, 300, memory).unwrap();
        let mut parents = parents.with_parents(memory).unwrap();
        let mut again = Ranked::<_, Small<2>, u32>::small(&encoding, memory).unwrap();
        let o = &mut ();
        let founds = [
            breadth_first::search(task, &mut packed, &ByParents, &limits, o),
            uniform_cost::search(task, &mut wide, &ByParents, &limits, o),
            breadth_first::search(task, &mut ranked, &ByDescent, &limits, o),
            breadth_first::search(task, &mut small, &ByDescent, &limits, o),
            uniform_cost::search(task, &mut parents, &ByParents, &limits, o),
            uniform_cost::search(task, &mut again, &ByDescent, &limits, o),
        ];
        for found in founds {
            let outcome = found.unwrap().outcome;
            let plan = outcome.plan().unwrap();
            assert_eq!(Some(plan.cost), swept.distance(rank));
            assert_eq!(
                replay(&Eight, &start, &plan.actions),
                Ok((SOLVED, plan.cost))
            );
        }
    }
}

#[test]
fn stores_of_ranks_say_what_they_cannot_do() {
    let encoding = Number::<u64>::new(1 << 40).unwrap();
    let memory = Memory::limited(1 << 20);
    let full = StoreError::Full(u64::from(u32::MAX));
    assert_eq!(Packed::<_, u32>::new(&encoding, &memory).err(), Some(full));
    assert!(Packed::<_, u64>::new(&encoding, &memory).is_ok());
    assert_eq!(
        Ranked::<_, _, u32>::new(&encoding, 0, &memory).err(),
        Some(full)
    );
    assert_eq!(
        Ranked::<_, Small<4>, u32>::small(&encoding, &memory).err(),
        Some(full)
    );
    assert_eq!(memory.peak(), 0, "no table is made that cannot be used");
    for refused in [
        Ranked::<_, _, u64>::new(&encoding, 0, &memory).err(),
        Ranked::<_, Small<4>, u64>::small(&encoding, &memory).err(),
    ] {
        assert!(matches!(refused, Some(StoreError::Memory(_))));
    }
    assert_eq!(memory.used(), 0);
}

/// Three states in a row, over steps that cost nothing.
struct Free;

impl StateSpace for Free {
    type State = u8;
    type Action = ();

    fn actions<'a>(&'a self, &state: &u8) -> impl Iterator<Item = ()> + use<'a> {
        (state < 2).then_some(()).into_iter()
    }

    fn apply(&self, state: &mut u8, (): &()) {
        *state += 1;
    }

    fn cost(&self, _: &u8, (): &()) -> i64 {
        0
    }
}

impl Predecessors for Free {
    fn predecessors<'a>(&'a self, &state: &u8) -> impl Iterator<Item = ((), u8)> + use<'a> {
        state.checked_sub(1).map(|before| ((), before)).into_iter()
    }
}

#[test]
fn free_actions_need_a_store_that_keeps_parents() {
    let limits = Limits::default();
    let task = Task {
        space: &Free,
        starts: &[(0, 5)],
        goal: &Exactly(2),
    };
    let store = || Ranked::<_, _, u32>::new(Number::new(3).unwrap(), 0, &limits.memory).unwrap();
    let refused = uniform_cost::search(task, &mut store(), &ByDescent, &limits, &mut ());
    assert_eq!(refused, Err(SearchError::NoDescent { cost: 5 }));
    let mut store = store().with_parents(&limits.memory).unwrap();
    let found = uniform_cost::search(task, &mut store, &ByParents, &limits, &mut ()).unwrap();
    assert!(matches!(found.outcome, Outcome::Solved { plan, .. } if plan.actions.len() == 2));
}
