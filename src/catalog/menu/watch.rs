//! Who watches the work on a file, a search among others.

use crate::catalog::forecast::Forecast;
use crate::catalog::menu::Resumed;
use crate::cost::Cost;
use crate::search::{Observer, Stats};

/// Watches the work on a file.
pub trait Watch {
    /// Work goes on; the counters are those of the search that runs.
    fn progress(&mut self, stats: &Stats) {
        let _ = stats;
    }

    /// Work that is no search goes on: what is done, and how many steps of it are over.
    fn phase(&mut self, name: &'static str, steps: u64) {
        let _ = (name, steps);
    }

    /// A plan was found that costs so much, less than all before it, when the search had done so much; cheaper ones may
    /// follow.
    fn better(&mut self, cost: Cost, stats: &Stats) {
        let _ = (cost, stats);
    }

    /// The search that ran is over: what it took. Questions that share one are told once.
    fn finished(&mut self, stats: &Stats) {
        let _ = stats;
    }

    /// A space is explored next, and this is what it will take.
    fn forecast(&mut self, forecast: &Forecast) {
        let _ = forecast;
    }

    /// Whether somebody looks, so that a measurement for a forecast is worth its time.
    fn is_shown(&self) -> bool {
        false
    }

    /// The exploration goes on from a checkpoint, which was made there.
    fn resumed(&mut self, from: Resumed) {
        let _ = from;
    }

    /// A layer was completed.
    fn layer(&mut self, depth: Cost, states: u64) {
        let _ = (depth, states);
    }
}

impl Watch for () {}

/// Turns a [`Watch`] into the observer of a search.
pub struct Watching<'a>(pub &'a mut dyn Watch);

impl<S> Observer<S> for Watching<'_> {
    fn layer(&mut self, depth: Cost, states: u64) {
        self.0.layer(depth, states);
    }

    fn progress(&mut self, stats: &Stats) {
        self.0.progress(stats);
    }

    fn better(&mut self, cost: Cost, stats: &Stats) {
        self.0.better(cost, stats);
    }
}
