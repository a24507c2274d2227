//! Cheapest routes of the piece: a Dijkstra search over the quotient that steps from slide to
//! slide.
//!
//! After a slide the blank is behind the piece, and two turns in a row are never cheaper than one,
//! so a turn and the slide after it are one step. That halves the states to settle. The arrays
//! are kept and stamped, never cleared, so that many short searches on one board stay short.

use crate::cost::{self, Cost};
use crate::memory::BudgetVec;
use crate::quotient::calendar::Calendar;
use crate::quotient::halt::{Halt, Meter};
use crate::quotient::space::Quotient;
use crate::search::Stats;

/// No slide came before.
const NONE: u32 = u32::MAX;

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

    /// Searches from all of `starts` (an arc from the piece to the blank, and what it costs to be
    /// there) and shows every slide to `visit`, cheapest first: the cost including the slide, and
    /// its arc. The search ends when `visit` returns `false` or nothing is left.
    ///
    /// # Errors
    /// [`Halt::Limit`] if a limit is reached, and what `visit` returns; those on expansions and states hold for what
    /// was done since [`forget`](Self::forget).
    pub fn search(
        &mut self,
        meter: &Meter<'_>,
        quotient: &Quotient,
        starts: impl IntoIterator<Item = (u32, Cost)>,
        mut visit: impl FnMut(Cost, u32) -> Result<bool, Halt>,
    ) -> Result<(), Halt> {
        if self.epoch == u32::MAX {
            self.reached
                .iter_mut()
                .for_each(|reached| reached.epoch = 0);
            self.epoch = 0;
        }
        self.epoch += 1;
        self.queue.clear();
        for (side, cost) in starts {
            self.reach(side, cost::add(cost, 1)?, NONE)?;
        }
        let (cells, turns) = (quotient.cells(), quotient.turns());
        while let Some((cost, arc)) = self.queue.pop() {
            if self.reached[arc as usize].cost != cost {
                continue;
            }
            if let Some(limit) = meter.limits().reached(&self.stats) {
                return Err(Halt::Limit(limit));
            }
            if !visit(cost, arc)? {
                break;
            }
            self.stats.expanded += 1;
            for (side, turn) in turns.from(cells, cells.head(arc), cells.reverse(arc)) {
                let step = Cost::from(turn) + 1;
                self.reach(side, cost::add(cost, step)?, arc)?;
            }
        }
        Ok(())
    }

    #[inline]
    fn reach(&mut self, arc: u32, cost: Cost, before: u32) -> Result<(), Halt> {
        let reached = &mut self.reached[arc as usize];
        if reached.epoch != self.epoch {
            self.stats.stored += 1;
        } else if cost < reached.cost {
            self.stats.reopened += 1;
        } else {
            self.stats.duplicates += 1;
            return Ok(());
        }
        *reached = Reached {
            cost,
            epoch: self.epoch,
            before,
        };
        Ok(self.queue.push(cost, arc)?)
    }

    /// The slides of the last search that end with `arc`, last one first.
    pub fn backwards(&self, arc: u32) -> impl Iterator<Item = u32> + '_ {
        std::iter::successors(Some(arc), |&arc| {
            let before = self.reached[arc as usize].before;
            (before != NONE).then_some(before)
        })
    }

    /// What was done since [`forget`](Self::forget). A state is a slide that was just made; what was generated is
    /// what was stored, improved or found a duplicate.
    #[must_use]
    pub fn stats(&self) -> Stats {
        let stats = self.stats;
        Stats {
            generated: stats.stored + stats.reopened + stats.duplicates,
            ..stats
        }
    }
}
