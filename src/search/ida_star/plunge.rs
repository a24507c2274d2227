//! The search below a node by a kernel.

use std::mem;

use crate::cost::{self, Cost};
use crate::goal::Goal;
use crate::heuristic::Heuristic;
use crate::pruning::{NoUndo, Pruning};
use crate::search::ida_star::kernel::{ActionOf, Dive, Kernel, MOST_DEPTH, Spot, StateOf};
use crate::search::ida_star::plain::Plain;
use crate::search::ida_star::subtree::{End, Meter, Root, Worker};
use crate::search::ida_star::table::NoTable;
use crate::search::ida_star::walk::ByUndo;
use crate::search::stop::Stop;
use crate::search::{Observer, Stats};
use crate::space::StateSpace;

/// One expansion, in the upper half of a word of counts.
const EXPANSION: u64 = 1 << 32;

/// The most expansions between two looks at the limits: what they generate fits the lower half of a word.
const MOST_LEFT: u64 = 1 << 16;

/// Expansions between two reports, so many that whoever draws on a screen at each of them takes no time that
/// counts: a node takes some ten processor cycles.
const REPORT: u64 = 1 << 17;

/// One dive below a node. Counts are kept in one word: above, how many nodes were expanded, so that the highest
/// bit is set by one more than may be before the limits are looked at; below, how many were generated.
struct Plunge<'m, 'l, A> {
    counts: u64,
    /// The counts after the last look.
    begun: u64,
    /// The fewest steps by which a node was above the bound.
    over: i32,
    /// The actions to where all was over, from the last to the first.
    back: Vec<A>,
    meter: &'m mut Meter<'l>,
    /// Gets the counters now and then. It is called so seldom that it may be called virtually; its type would be
    /// part of every function that the kernel is compiled to.
    report: &'m mut dyn FnMut(&Stats),
    /// The expansions at which it is due.
    due: u64,
    end: Result<End, Stop>,
}

impl<'m, 'l, A> Plunge<'m, 'l, A> {
    fn new(meter: &'m mut Meter<'l>, report: &'m mut dyn FnMut(&Stats)) -> Self {
        Self {
            counts: 0,
            begun: 0,
            over: i32::MAX,
            back: Vec::new(),
            due: meter.stats.expanded + REPORT,
            meter,
            report,
            end: Ok(End::Nothing),
        }
    }

    /// Looks at the limits if that is due. Returns whether the dive may go on.
    fn arm(&mut self) -> bool {
        if self.meter.is_due() {
            if self.meter.stats.expanded >= self.due {
                (self.report)(&self.meter.stats);
                self.due = self.meter.stats.expanded + REPORT;
            }
            match self.meter.look() {
                Ok(false) => {}
                Ok(true) => {
                    self.end = Ok(End::Outrun);
                    return false;
                }
                Err(stop) => {
                    self.end = Err(stop);
                    return false;
                }
            }
        }
        let left = self.meter.nodes_left().min(MOST_LEFT);
        self.begun = (1 << 63) - EXPANSION * (left + 1);
        self.counts = self.begun;
        true
    }

    /// Hands the counts to the meter.
    fn flush(&mut self) {
        let counts = self.counts - self.begun;
        self.meter.stats.expanded += counts / EXPANSION;
        self.meter.stats.generated += counts % EXPANSION;
        self.begun = self.counts;
    }

    /// An expansion of so many successors was counted that may not be before the limits are looked at. Returns
    /// whether it may be now.
    #[cold]
    #[inline(never)]
    fn pause(&mut self, degree: u32) -> bool {
        let one = EXPANSION + u64::from(degree);
        self.counts -= one;
        self.flush();
        let goes_on = self.arm();
        if goes_on {
            self.counts += one;
        }
        goes_on
    }
}

/// Whether each node that is cut off is above the bound by one step.
const fn is_even<K: Kernel>() -> bool {
    K::MOST == 1 && !K::FALLS
}

impl<K: Kernel> Dive<K> for Plunge<'_, '_, ActionOf<K>> {
    #[inline(never)]
    fn enter<S: Spot<K>>(&mut self, kernel: &K, slack: i32, spot: S) -> bool {
        if spot.is_goal(kernel) {
            self.end = Ok(End::Goal);
            return true;
        }
        self.counts += EXPANSION + u64::from(S::DEGREE);
        if self.counts >> 63 != 0 && !self.pause(S::DEGREE) {
            return true;
        }
        spot.expand(kernel, slack, self)
    }

    #[inline]
    fn child<S: Spot<K>>(
        &mut self,
        kernel: &K,
        action: ActionOf<K>,
        (slack, steps): (i32, i32),
        spot: S,
    ) -> bool {
        let left = slack - steps;
        if left < 0 {
            if !is_even::<K>() {
                self.over = self.over.min(-left);
            }
            return false;
        }
        let is_over = self.enter(kernel, left, spot);
        if is_over {
            self.back.push(action);
        }
        is_over
    }
}

/// A kernel, and the plain search that brings it to the nodes to search below.
pub(super) struct ByKernel<'a, K: Kernel, G, H> {
    kernel: &'a K,
    plain: Plain<'a, K::Space, G, H, NoUndo<'a, K::Space>, ByUndo, NoTable>,
}

impl<'a, K, G, H> ByKernel<'a, K, G, H>
where
    K: Kernel,
    G: Goal<StateOf<K>>,
    H: Heuristic<StateOf<K>>,
{
    pub(super) fn new(
        kernel: &'a K,
        plain: Plain<'a, K::Space, G, H, NoUndo<'a, K::Space>, ByUndo, NoTable>,
    ) -> Self {
        Self { kernel, plain }
    }
}

/// How many successors along `actions` from `state` were not generated: those after each action.
fn not_generated<P: StateSpace>(
    space: &P,
    pruning: &impl Pruning<P::Action>,
    (mut state, last): (P::State, Option<&P::Action>),
    actions: &[P::Action],
) -> u64 {
    let mut count = 0;
    let before = last.and_then(|last| pruning.after(&pruning.start(), last));
    let mut word = before.unwrap_or_else(|| pruning.start());
    for action in actions {
        let offered = space.actions(&state);
        let offered = offered.filter(|other| pruning.after(&word, other).is_some());
        count += offered.skip_while(|other| other != action).skip(1).count() as u64;
        word = pruning.after(&word, action).unwrap_or(word);
        space.apply(&mut state, action);
    }
    count
}

impl<K, G, H> Worker<K::Space> for ByKernel<'_, K, G, H>
where
    K: Kernel,
    G: Goal<StateOf<K>>,
    H: Heuristic<StateOf<K>>,
{
    fn begin(&mut self) {}

    fn below(
        &mut self,
        root: &Root<ActionOf<K>>,
        bound: Cost,
        meter: &mut Meter<'_>,
        observer: &mut impl Observer<StateOf<K>>,
        path: &mut Vec<ActionOf<K>>,
    ) -> Result<End, Stop> {
        let begin = self.plain.node(root)?;
        let Some((state, g, Some(h))) = begin else {
            return Ok(End::Nothing);
        };
        let f = cost::add(g, h)?;
        let left = bound.checked_sub(f).map(|left| left / K::STEP);
        let slack = left.and_then(|left| i32::try_from(left).ok());
        let depth = bound.checked_sub(g);
        let (Some(slack), Some(0..=MOST_DEPTH)) = (slack, depth) else {
            return self.plain.below(root, bound, meter, observer, path);
        };
        let (expanded, generated) = (meter.stats.expanded, meter.stats.generated);
        let last = root.actions.last();
        let mut report = |stats: &Stats| observer.progress(stats);
        let mut plunge = Plunge::new(meter, &mut report);
        if plunge.arm() {
            self.kernel.enter(&state, last, slack, &mut plunge);
            plunge.flush();
        }
        let Plunge {
            end,
            over,
            mut back,
            ..
        } = plunge;
        back.reverse();
        if end != Ok(End::Nothing) {
            let (space, pruning) = self.plain.rules();
            meter.stats.generated -= not_generated(space, pruning, (state, last), &back);
        }
        let (expanded, generated) = (
            meter.stats.expanded - expanded,
            meter.stats.generated - generated,
        );
        let over = if is_even::<K>() {
            // Of the nodes below the root those that were not expanded were cut off.
            (generated >= expanded).then_some(1)
        } else {
            Some(over).filter(|&over| over < i32::MAX)
        };
        if let Some(over) = over {
            let steps = Cost::from(slack).checked_add(over.into());
            let rise = steps.and_then(|steps| steps.checked_mul(K::STEP));
            meter.cut(cost::add(f, rise.unwrap_or(Cost::MAX))?);
        }
        if end == Ok(End::Goal) {
            let mut actions = root.actions.clone();
            actions.append(&mut back);
            drop(mem::replace(path, actions));
        }
        end
    }
}
