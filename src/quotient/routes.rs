//! Cheapest routes of the piece: a search over the quotient that steps from slide to slide.
//!
//! After a slide the blank is behind the piece, and two turns in a row are never cheaper than one,
//! so a turn and the slide after it are one step. That halves the states to settle. The arrays
//! are kept and stamped, never cleared, so that many short searches on one board stay short. A board
//! that knows a bound for the rest of a route turns Dijkstra's search into A* (Hart, Nilsson &
//! Raphael 1968).

use crate::cost::{self, Cost};
use crate::memory::BudgetVec;
use crate::quotient::calendar::Calendar;
use crate::quotient::halt::{Halt, Meter};
use crate::quotient::space::Quotient;
use crate::search::Stats;

/// No slide came before.
const NONE: u32 = u32::MAX;

/// What a board knows of the rest of a route.
pub trait Rest {
    /// Whether the bounds are more than 0, so that a search with one goal is worth its while.
    const LEADS: bool = true;

    /// A piece that has just slid from `from` to `at` pays no less than this to get to `goal`, and
    /// the bound falls by no more than what a turn and a slide cost.
    fn rest(&self, from: u32, at: u32, goal: u32) -> Cost;

    /// The blank needs no fewer steps from `from` to `to`, and the bound falls by no more than 1 a
    /// step.
    #[inline]
    fn walk(&self, from: u32, to: u32) -> Cost {
        let _ = (from, to);
        0
    }
}

/// The bound of boards that know nothing: 0.
#[derive(Clone, Copy, Debug, Default)]
pub struct Unknown;

impl Rest for Unknown {
    const LEADS: bool = false;

    #[inline]
    fn rest(&self, _: u32, _: u32, _: u32) -> Cost {
        0
    }
}

/// Searches for routes; 16 bytes an arc.
#[derive(Debug)]
pub struct Routes {
    reached: BudgetVec<Reached>,
    queue: Calendar,
    epoch: u32,
    stats: Stats,
}

/// The cheapest known way to have just slid along an arc.
#[derive(Clone, Copy, Debug)]
struct Reached {
    cost: Cost,
    epoch: u32,
    /// The slide before.
    before: u32,
}

impl Routes {
    /// Arrays for one board.
    ///
    /// # Errors
    /// [`Halt::Limit`] if the memory does not suffice.
    pub fn new(meter: &Meter<'_>, quotient: &Quotient) -> Result<Self, Halt> {
        let never = Reached {
            cost: 0,
            epoch: 0,
            before: NONE,
        };
        let arcs = quotient.cells().arcs() as usize;
        Ok(Self {
            reached: BudgetVec::filled(meter.memory(), arcs, never)?,
            queue: Calendar::new(meter.memory()),
            epoch: 0,
            stats: Stats::default(),
        })
    }

    /// Sets the counters to 0.
    pub fn forget(&mut self) {
        self.stats = Stats::default();
    }

    /// Searches from all of `starts` (an arc from the piece to the blank, each once, and what it
    /// costs to be there) and shows every slide to `visit`, in the order of the least that a route through it
    /// can cost: that bound, the cost including the slide, and its arc. `rest` bounds what follows
    /// a slide from one cell to another. The search ends when `visit` returns `false` or nothing
    /// is left.
    ///
    /// # Errors
    /// [`Halt::Limit`] if a limit is reached, and what `visit` returns. Limits on expansions and
    /// states hold for what was done since [`forget`](Self::forget).
    pub fn search(
        &mut self,
        meter: &Meter<'_>,
        quotient: &Quotient,
        starts: impl IntoIterator<Item = (u32, Cost)>,
        rest: impl Fn(u32, u32) -> Cost,
        mut visit: impl FnMut(Cost, Cost, u32) -> Result<bool, Halt>,
    ) -> Result<(), Halt> {
        if self.epoch >= u32::MAX - 3 {
            self.reached
                .iter_mut()
                .for_each(|reached| reached.epoch = 0);
            self.epoch = 0;
        }
        // The stamp after it marks what is settled.
        self.epoch += 2;
        self.queue.clear();
        let (cells, turns) = (quotient.cells(), quotient.turns());
        for (side, cost) in starts {
            let bound = rest(cells.tail(side), cells.head(side));
            self.reach(side, cost::add(cost, 1)?, NONE, bound)?;
        }
        while let Some((bound, arc)) = self.queue.pop() {
            let reached = &mut self.reached[arc as usize];
            if reached.epoch != self.epoch {
                continue;
            }
            reached.epoch += 1;
            let cost = reached.cost;
            if let Some(limit) = meter.limits().reached(&self.stats) {
                return Err(Halt::Limit(limit));
            }
            if !visit(bound, cost, arc)? {
                break;
            }
            self.stats.expanded += 1;
            let cell = cells.head(arc);
            for (side, turn) in turns.from(cells, cell, cells.reverse(arc)) {
                let total = cost::add(cost, Cost::from(turn) + 1)?;
                let known = self.reached[side as usize];
                if known.epoch == self.epoch + 1 || known.epoch == self.epoch && known.cost <= total
                {
                    self.stats.duplicates += 1;
                } else {
                    self.reach(side, total, arc, rest(cell, cells.head(side)))?;
                }
            }
        }
        Ok(())
    }

    #[inline]
    fn reach(&mut self, arc: u32, cost: Cost, before: u32, rest: Cost) -> Result<(), Halt> {
        let reached = &mut self.reached[arc as usize];
        if reached.epoch == self.epoch {
            self.stats.reopened += 1;
        } else {
            self.stats.stored += 1;
        }
        *reached = Reached {
            cost,
            epoch: self.epoch,
            before,
        };
        Ok(self.queue.push(cost::add(cost, rest)?, arc)?)
    }

    /// The slides of the last search that end with `arc`, last one first.
    pub fn backwards(&self, arc: u32) -> impl Iterator<Item = u32> + '_ {
        std::iter::successors(Some(arc), |&arc| {
            let before = self.reached[arc as usize].before;
            (before != NONE).then_some(before)
        })
    }

    /// What was done since [`forget`](Self::forget). A state is a slide that was just made; what
    /// was generated is what was stored, improved or found a duplicate.
    #[must_use]
    pub fn stats(&self) -> Stats {
        let stats = self.stats;
        Stats {
            generated: stats.stored + stats.reopened + stats.duplicates,
            ..stats
        }
    }
}
