//! A ring of buckets: the states that wait at each distance from the current one on.

use crate::cost::{self, Cost, CostOverflow};
use crate::memory::{BudgetVec, Memory, MemoryExhausted};
use crate::search::layers::frontier::Frontier;
use crate::store::word::index;

/// The bucket of a distance is its remainder: at any time fewer distances are waited at than there are
/// buckets.
#[derive(Debug)]
pub(super) struct Buckets {
    ring: BudgetVec<Bucket>,
    frontiers: Vec<Frontier<u64>>,
    /// Those that no bucket has; they are empty, and their room is used again.
    idle: Vec<usize>,
    size: u64,
    memory: Memory,
}

#[derive(Clone, Copy, Debug)]
struct Bucket {
    /// The place of its frontier, if it has one.
    frontier: Option<usize>,
    /// How many states wait here; those that a cheaper way was found to are not among them, though the
    /// frontier still has them.
    waiting: u64,
}

impl Buckets {
    /// The bytes of a bucket in which nothing waits.
    pub(super) const BYTES: u64 = size_of::<Bucket>() as u64;

    /// Empty buckets for edges that cost up to `most`, which is not negative, among `size` ranks.
    pub(super) fn new(most: Cost, size: u64, memory: &Memory) -> Result<Self, MemoryExhausted> {
        let empty = Bucket {
            frontier: None,
            waiting: 0,
        };
        let buckets = usize::try_from(most).map_or(usize::MAX, |most| most.saturating_add(1));
        Ok(Self {
            ring: BudgetVec::filled(memory, buckets, empty)?,
            frontiers: Vec::new(),
            idle: Vec::new(),
            size,
            memory: memory.clone(),
        })
    }

    fn place(&self, distance: Cost) -> usize {
        index(distance.unsigned_abs() % self.ring.len() as u64)
    }

    /// Lets a state wait at this distance.
    #[inline]
    pub(super) fn add(&mut self, rank: u64, distance: Cost) {
        let place = self.place(distance);
        let bucket = &mut self.ring[place];
        bucket.waiting += 1;
        let frontier = match bucket.frontier {
            Some(frontier) => frontier,
            None => self.furnish(place),
        };
        self.frontiers[frontier].add(rank);
    }

    /// Gives a bucket a frontier.
    #[cold]
    fn furnish(&mut self, place: usize) -> usize {
        let frontier = self.idle.pop().unwrap_or_else(|| {
            let new = Frontier::new(&self.memory, self.size, true);
            self.frontiers.push(new);
            self.frontiers.len() - 1
        });
        self.ring[place].frontier = Some(frontier);
        frontier
    }

    /// A cheaper way was found to a state that waits at this distance.
    #[inline]
    pub(super) fn leaves(&mut self, distance: Cost) {
        let place = self.place(distance);
        self.ring[place].waiting -= 1;
    }

    /// The next distance after this one at which states wait. What is left over in buckets before it is cleared
    /// away.
    pub(super) fn next_after(&mut self, depth: Cost) -> Result<Option<Cost>, CostOverflow> {
        let mut distance = depth;
        for _ in 1..self.ring.len() {
            distance = cost::add(distance, 1)?;
            let place = self.place(distance);
            if self.ring[place].waiting > 0 {
                return Ok(Some(distance));
            }
            self.clear(place);
        }
        Ok(None)
    }

    /// Puts what waits at this distance in place of what was in `current`. Returns how many states wait.
    pub(super) fn take(&mut self, distance: Cost, current: &mut Frontier<u64>) -> u64 {
        let place = self.place(distance);
        let Bucket { frontier, waiting } = self.ring[place];
        if let (Some(frontier), 1..) = (frontier, waiting) {
            std::mem::swap(&mut self.frontiers[frontier], current);
        }
        self.clear(place);
        self.ring[place].waiting = 0;
        waiting
    }

    fn clear(&mut self, place: usize) {
        if let Some(frontier) = self.ring[place].frontier.take() {
            self.frontiers[frontier].clear();
            self.idle.push(frontier);
        }
    }
}
