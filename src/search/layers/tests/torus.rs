//! A directed space - shifts one way only - swept both ways and compared with whole boards.

use std::collections::{HashMap, VecDeque};

use crate::cost::Cost;
use crate::encoding::Encoding;
use crate::memory::Memory;
use crate::plan::replay;
use crate::rank_actions::{LocalMap, RankActions, RankActionsError, RankMoves};
use crate::search::layers::planes::Scheme;
use crate::search::layers::{End, Sweep};
use crate::search::limits::{Limit, Limits};
use crate::search::outcome::Outcome;
use crate::space::{Predecessors, StateSpace};

/// An n x n torus under right, down, transpose, clockwise, mirrors: no left, no up.
pub(super) struct Torus(pub(super) u32);

/// Which of 8 orientations, and where the first cell is.
type Motion = (u32, u32, u32);

const TRANSPOSED: [u32; 8] = [1, 0, 5, 4, 3, 2, 7, 6];

impl StateSpace for Torus {
    type State = Motion;
    type Action = char;

    fn actions<'a>(&'a self, _: &Motion) -> impl Iterator<Item = char> + use<'a> {
        "rdtcvh".chars()
    }

    fn apply(&self, (id, r, c): &mut Motion, &action: &char) {
        let n = self.0;
        let flip = |x: u32| n - 1 - x;
        (*id, *r, *c) = match action {
            'r' => (*id, *r, (*c + 1) % n),
            'd' => (*id, (*r + 1) % n, *c),
            't' => (TRANSPOSED[*id as usize], *c, *r),
            'c' => (TRANSPOSED[*id as usize] ^ 4, *c, flip(*r)),
            'v' => (*id ^ 4, *r, flip(*c)),
            _ => (*id ^ 2, flip(*r), *c),
        };
    }
}

impl Predecessors for Torus {
    fn predecessors<'a>(
        &'a self,
        &(id, r, c): &Motion,
    ) -> impl Iterator<Item = (char, Motion)> + use<'a> {
        let n = self.0;
        [
            ('r', (id, r, (c + n - 1) % n)),
            ('d', (id, (r + n - 1) % n, c)),
            ('t', (TRANSPOSED[id as usize], c, r)),
            ('c', (TRANSPOSED[(id ^ 4) as usize], n - 1 - c, r)),
            ('v', (id ^ 4, r, n - 1 - c)),
            ('h', (id ^ 2, n - 1 - r, c)),
        ]
        .into_iter()
    }
}

impl Encoding for Torus {
    type State = Motion;

    fn size(&self) -> u64 {
        8 * u64::from(self.0).pow(2)
    }

    fn rank(&self, &(id, r, c): &Motion) -> u64 {
        u64::from((id * self.0 + r) * self.0 + c)
    }

    fn unrank_into(&self, rank: u64, state: &mut Motion) {
        let (rank, n) = (u32::try_from(rank).unwrap(), self.0);
        *state = (rank / n / n, rank / n % n, rank % n);
    }
}

/// The orientation is the part; what an action does to row and column is a table of both.
impl RankActions<Torus> for Torus {
    fn rank_moves(&self, _: &Torus, memory: &Memory) -> Result<RankMoves, RankActionsError> {
        let n = self.0;
        let mut moves = RankMoves::new(8, vec![n.into(), n.into()], memory)?;
        for (part, id) in (0..).zip(0..8) {
            for action in self.actions(&(id, 0, 0)) {
                let after = |cell: u32| {
                    let mut motion = (id, cell / n, cell % n);
                    self.apply(&mut motion, &action);
                    motion
                };
                let table = (0..n * n).map(|cell| {
                    let (_, r, c) = after(cell);
                    r * n + c
                });
                let map = moves.add_map(LocalMap::window(0, 2, table.collect()))?;
                moves.connect(part, map, after(0).0 as usize)?;
            }
        }
        Ok(moves)
    }
}

/// The whole board after the operations that lead from the goal to a motion, cell by cell.
fn board_after(n: usize, board: &[usize], action: char) -> Vec<usize> {
    let mut after = vec![0; n * n];
    for r in 0..n {
        for c in 0..n {
            let (to_r, to_c) = match action {
                'r' => (r, (c + 1) % n),
                'd' => ((r + 1) % n, c),
                't' => (c, r),
                'c' => (c, n - 1 - r),
                'v' => (r, n - 1 - c),
                _ => (n - 1 - r, c),
            };
            after[to_r * n + to_c] = board[r * n + c];
        }
    }
    after
}

/// Distances from the goal board to every board, by breadth-first search over whole boards.
fn boards_from_goal(n: usize) -> HashMap<Vec<usize>, Cost> {
    let goal: Vec<usize> = (0..n * n).collect();
    let mut distances = HashMap::from([(goal.clone(), 0)]);
    let mut queue = VecDeque::from([goal]);
    while let Some(board) = queue.pop_front() {
        let after = distances[&board] + 1;
        for action in "rdtcvh".chars() {
            let next = board_after(n, &board, action);
            distances.entry(next.clone()).or_insert_with(|| {
                queue.push_back(next);
                after
            });
        }
    }
    distances
}

fn all<E: Encoding>(encoding: &E, any: &E::State) -> Vec<E::State>
where
    E::State: Clone,
{
    (0..encoding.size())
        .map(|rank| {
            let mut state = any.clone();
            encoding.unrank_into(rank, &mut state);
            assert_eq!(encoding.rank(&state), rank);
            state
        })
        .collect()
}

#[test]
fn directed_spaces_are_swept_both_ways() {
    for n in 3..=8 {
        let space = Torus(n);
        let start = [(0, 0, 0)];
        let sweep = Sweep::new(&space, &space, &start).deepest(usize::MAX);
        let forward = sweep.forward(&Limits::default(), &mut ()).unwrap();
        let backward = sweep.backward(&Limits::default(), &mut ()).unwrap();
        let visited = sweep.visited(&Limits::default(), &mut ()).unwrap();
        on_planes_and_bytes(&space, forward.profile(), backward.profile());
        let brute = boards_from_goal(n as usize);
        assert_eq!(forward.size(), brute.len() as u64);
        assert_eq!(backward.depth(), Some(u64::from(n) + 2));
        assert_eq!(forward.profile(), visited.profile());
        assert_eq!(forward.deepest.ranks(), visited.deepest.ranks());
        for (depth, &count) in (0..).zip(forward.profile()) {
            let there = brute
                .values()
                .filter(|&&d| d.unsigned_abs() == depth)
                .count();
            assert_eq!(count, there as u64, "n = {n}, depth {depth}");
        }
        for state in all(&space, &start[0]) {
            let to = forward
                .outcome_to(&space, &space, &start, &state, &Limits::default())
                .unwrap();
            let plan = to.plan().unwrap();
            assert_eq!(
                replay(&space, &start[0], &plan.actions),
                Ok((state, plan.cost))
            );
            let goal: Vec<usize> = (0..(n * n) as usize).collect();
            let board = plan.actions.iter().fold(goal.clone(), |board, &action| {
                board_after(n as usize, &board, action)
            });
            assert_eq!(brute[&board], plan.cost);

            let from = backward
                .outcome_from(&space, &space, &state, &Limits::default())
                .unwrap();
            let plan = from.plan().unwrap();
            assert_eq!(
                replay(&space, &state, &plan.actions),
                Ok((start[0], plan.cost))
            );
            assert_eq!(Some(plan.cost), backward.distance(space.rank(&state)));
            let home = plan.actions.iter().fold(board, |board, &action| {
                board_after(n as usize, &board, action)
            });
            assert_eq!(home, goal);
        }
    }
}

/// The same counts in a table of bytes, and on planes, which remember all that was visited: the planes of two
/// layers would meet old states again.
fn on_planes_and_bytes(space: &Torus, forward: &[u64], backward: &[u64]) {
    let limits = Limits::default();
    let start = [(0, 0, 0)];
    let sweep = Sweep::new(space, space, &start).expecting(0);
    let bytes = sweep.forward(&limits, &mut ()).unwrap();
    assert_eq!(bytes.profile(), forward);
    let bytes = sweep.backward(&limits, &mut ()).unwrap();
    assert_eq!(bytes.profile(), backward);
    for threads in [1, 2] {
        let sweep = Sweep::new(space, space, &start).threads(threads);
        let mut planes = sweep.start_planes(&limits).unwrap();
        assert_eq!(planes.scheme(), Some(Scheme::Visited));
        planes.run(&limits, &mut ()).unwrap();
        assert_eq!(planes.finish().profile(), forward);
        let mut planes = sweep.start_planes_backward(&limits).unwrap();
        planes.run(&limits, &mut ()).unwrap();
        assert_eq!(planes.finish().profile(), backward);
    }
}

#[test]
fn a_sweep_ends_when_its_targets_are_settled() {
    let space = Torus(30);
    let goal = [(0, 0, 0)];
    let whole = Sweep::new(&space, &space, &goal)
        .backward(&Limits::default(), &mut ())
        .unwrap();
    let near = space.rank(&(0, 28, 29));
    let targets = [near, space.rank(&goal[0]), near];
    let swept = Sweep::new(&space, &space, &goal)
        .until(&targets)
        .backward(&Limits::default(), &mut ())
        .unwrap();
    assert_eq!(swept.end, End::Settled);
    assert_eq!(swept.distance(near), whole.distance(near));
    assert_eq!(swept.depth(), whole.distance(near).map(Cost::unsigned_abs));
    assert!(swept.stats.expanded < whole.stats.expanded / 10);
    for (rank, state) in (0u64..).zip(all(&space, &goal[0])) {
        let outcome = swept
            .outcome_from(&space, &space, &state, &Limits::default())
            .unwrap();
        match swept.distance(rank) {
            Some(distance) => assert_eq!(Some(distance), whole.distance(rank)),
            None => assert!(matches!(
                outcome,
                Outcome::LimitReached { limit: Limit::Cost(d), lower: Some(l), .. }
                    if d + 1 == l && l <= whole.distance(rank).unwrap()
            )),
        }
    }
}
