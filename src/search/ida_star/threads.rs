//! One iteration on several threads, with the counts of one. Threads share nothing but the list of nodes: what is counted
//! of a node, and the memory of its path, do not depend on what the others do meanwhile.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

use crate::cost::Cost;
use crate::goal::Goal;
use crate::heuristic::Heuristic;
use crate::memory::Memory;
use crate::pruning::Pruning;
use crate::search::ida_star::plain::Plain;
use crate::search::ida_star::subtree::{End, Meter, Root, Way, Worker};
use crate::search::ida_star::table::NoTable;
use crate::search::ida_star::walk::Walk;
use crate::search::limits::Limits;
use crate::search::stop::Stop;
use crate::search::{Observer, Stats};
use crate::space::StateSpace;

/// The nodes that an iteration is split into, at least, if it is large.
const PARTS: usize = 512;

/// An iteration after one that expanded fewer nodes is not worth the threads; nor is a split worth that many.
const SMALL: u64 = 1 << 14;

/// The deepest level at which an iteration is split.
const MOST_DEPTH: usize = 64;

/// What came of the search below one of the nodes.
struct Part<A> {
    stats: Stats,
    cut: Option<Cost>,
    end: Result<End, Stop>,
    path: Vec<A>,
    /// The most bytes that were in use, had this been the only search below a node.
    peak: u64,
}

/// Threads, and the plain search of what is above the nodes that they search below.
pub(super) struct Threads<'a, P: StateSpace, G, H, R: Pruning<P::Action>, S: Walk<P>, F> {
    top: Plain<'a, P, G, H, R, S, NoTable>,
    worker: F,
    count: usize,
    /// What the last iteration expanded.
    last: u64,
}

impl<'a, P, G, H, R, S, F, W> Threads<'a, P, G, H, R, S, F>
where
    P: StateSpace<Action: Send + Sync> + Sync,
    G: Goal<P::State>,
    H: Heuristic<P::State>,
    R: Pruning<P::Action>,
    S: Walk<P>,
    F: Fn(&Memory) -> W + Sync,
    W: Worker<P>,
{
    pub(super) fn new(top: Plain<'a, P, G, H, R, S, NoTable>, worker: F, threads: usize) -> Self {
        Self {
            top,
            worker,
            count: threads,
            last: 0,
        }
    }

    /// One iteration: the start and the actions of the leftmost plan within the bound.
    pub(super) fn iteration(
        &mut self,
        bound: Cost,
        meter: &mut Meter<'_>,
        observer: &mut impl Observer<P::State>,
    ) -> Result<Option<Way<P::Action>>, Stop> {
        let last = self.last;
        let before = meter.stats.expanded;
        let (mut roots, above) = self.split(bound, last, meter);
        // A goal above the split is the last of the roots, and further right than all of them.
        let goal = if above == Ok(End::Goal) {
            roots.pop()
        } else {
            None
        };
        let mut below = Stats::default();
        for (root, part) in roots.iter().zip(search(
            (&self.worker, self.count),
            &roots,
            bound,
            meter.limits,
        )) {
            below.expanded += part.stats.expanded;
            below.generated += part.stats.generated;
            below.duplicates += part.stats.duplicates;
            meter.limits.memory.raise_peak(part.peak);
            if let Some(f) = part.cut {
                meter.cut(f);
            }
            if part.end != Ok(End::Nothing) {
                meter.stats = root.before;
                meter.add(&below);
                return part.end.map(|_| Some((root.start, part.path)));
            }
        }
        meter.add(&below);
        above?;
        self.last = meter.stats.expanded - before;
        observer.progress(&meter.stats);
        Ok(goal.map(|goal| (goal.start, goal.actions)))
    }

    /// The nodes to search below, from left to right, and how the search above them ended: a level at which they
    /// are many, or else one above which there is much to do, if the last iteration was large.
    fn split(
        &mut self,
        bound: Cost,
        last: u64,
        meter: &mut Meter<'_>,
    ) -> (Vec<Root<P::Action>>, Result<End, Stop>) {
        let mut depth = 0;
        loop {
            let (mut above, mut roots) = (meter.clone(), Vec::new());
            let end = self
                .top
                .split((bound, depth), &mut above, &mut (), &mut roots);
            let work = above.stats.expanded - meter.stats.expanded;
            let is_split = last < SMALL || roots.len() >= PARTS || work >= SMALL;
            if is_split || depth == MOST_DEPTH || end != Ok(End::Nothing) {
                *meter = above;
                return (roots, end);
            }
            depth += 1;
        }
    }
}

/// What comes of the search below each of the nodes, up to the first that ends it.
fn search<P: StateSpace<Action: Send + Sync>, W: Worker<P>>(
    (worker, threads): (&(impl Fn(&Memory) -> W + Sync), usize),
    roots: &[Root<P::Action>],
    bound: Cost,
    limits: &Limits,
) -> Vec<Part<P::Action>> {
    let (next, leftmost) = (AtomicUsize::new(0), AtomicUsize::new(usize::MAX));
    let parts = Mutex::new(Vec::new());
    let work = || {
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            let Some(root) = roots.get(number) else { break };
            if leftmost.load(Ordering::Relaxed) < number {
                break;
            }
            let (mut meter, mut path) = (Meter::of(limits, number, &leftmost), Vec::new());
            // What one took for a node before would depend on which nodes it got.
            let memory = limits.memory.aside();
            let mut worker = worker(&memory);
            worker.begin();
            let end = worker.below(root, bound, &mut meter, &mut (), &mut path);
            if matches!(end, Ok(End::Goal) | Err(_)) {
                leftmost.fetch_min(number, Ordering::Relaxed);
            }
            let (stats, cut) = (meter.stats, meter.cut);
            let part = Part {
                stats,
                cut,
                end,
                path,
                peak: memory.peak(),
            };
            let mut parts = parts.lock().unwrap_or_else(PoisonError::into_inner);
            parts.push((number, part));
        }
    };
    if roots.len() < 2 {
        work();
    } else {
        thread::scope(|scope| {
            for _ in 1..threads.min(roots.len()) {
                scope.spawn(work);
            }
            work();
        });
    }
    let mut parts = parts.into_inner().unwrap_or_else(PoisonError::into_inner);
    parts.sort_unstable_by_key(|&(number, _)| number);
    parts.into_iter().map(|(_, part)| part).collect()
}
