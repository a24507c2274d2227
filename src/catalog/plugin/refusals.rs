//! Explorations that are refused before they begin, and what would do instead.

use crate::catalog::entry::Failure;
use crate::catalog::forecast::Forecast;
use crate::catalog::menu::{ExploreError, Explorer, Settings};
use crate::catalog::plugin::Plugin;
use crate::catalog::puzzle::{Group, Notation};

impl<P: Notation> Plugin<P> {
    /// What exploring a group takes, as far as that is known.
    pub(super) fn foretell(
        &self,
        explorer: &Explorer<P>,
        group: &Group<P::Rules, P::Goal>,
        (settings, timing): (&Settings, bool),
    ) -> Result<Forecast, Failure> {
        let told = self.forecast_on(explorer, group, (settings, timing));
        told.map_err(|error| self.failed(error, explorer, group, settings))
    }

    fn forecast_on(
        &self,
        explorer: &Explorer<P>,
        group: &Group<P::Rules, P::Goal>,
        (settings, timing): (&Settings, bool),
    ) -> Result<Forecast, ExploreError> {
        match &explorer.forecast {
            Some(forecast) => forecast(&self.puzzle, group, settings, timing),
            None => Ok(Forecast::default()),
        }
    }

    /// Refuses what does not fit in memory, before it is begun.
    pub(super) fn unless_too_large(
        &self,
        explorer: &Explorer<P>,
        forecast: &Forecast,
        group: &Group<P::Rules, P::Goal>,
        settings: &Settings,
    ) -> Result<(), Failure> {
        let memory = &settings.limits.memory;
        let Some(needed) = forecast.lacks(memory) else {
            return Ok(());
        };
        let left = memory.left();
        let takes = self.others(explorer, settings).filter_map(|other| {
            let forecast = self.forecast_on(other, group, (settings, false)).ok()?;
            // Where not all was counted, that much does not fit either, and how much does is not known.
            let bytes = forecast.least.filter(|_| forecast.most.is_some())?;
            Some((other.store, bytes))
        });
        let mut less: Vec<_> = takes.filter(|&(_, bytes)| bytes < needed).collect();
        less.sort_by_key(|&(_, bytes)| bytes);
        // Those that fit, or else the one that comes nearest to it.
        let fitting = less.iter().filter(|&&(_, bytes)| bytes <= left).count();
        less.truncate(fitting.max(1));
        Err(Failure::TooLarge {
            puzzle: self.puzzle.card().name,
            store: explorer.store,
            needed,
            is_all: forecast.most.is_some(),
            left,
            disk: forecast.disk.filter(|_| settings.checkpoints.is_some()),
            less: less.into(),
            growing: self.growing(explorer, group, settings),
        })
    }

    /// Why an exploration failed.
    pub(super) fn failed(
        &self,
        error: ExploreError,
        explorer: &Explorer<P>,
        group: &Group<P::Rules, P::Goal>,
        settings: &Settings,
    ) -> Failure {
        match error {
            ExploreError::Search(error) => Failure::Search(error),
            ExploreError::Moves(error) => Failure::Moves(error),
            ExploreError::Checkpoint(error) => Failure::Checkpoint(error),
            ExploreError::Encoding(why) => Failure::NotNumbered {
                puzzle: self.puzzle.card().name,
                store: explorer.store,
                why,
                growing: self.growing(explorer, group, settings),
            },
        }
    }

    /// The other explorers that can do what is asked for.
    fn others<'a>(
        &'a self,
        explorer: &'a Explorer<P>,
        settings: &'a Settings,
    ) -> impl Iterator<Item = &'a Explorer<P>> {
        let all = self.menu.explorers.iter();
        all.filter(|other| other.direction == explorer.direction && other.store != explorer.store)
            .filter(|other| other.can(settings))
    }

    /// The stores that grow with what is reached.
    fn growing(
        &self,
        explorer: &Explorer<P>,
        group: &Group<P::Rules, P::Goal>,
        settings: &Settings,
    ) -> Box<[&'static str]> {
        let grows = |other: &&Explorer<P>| {
            let told = self.forecast_on(other, group, (settings, false));
            told.is_ok_and(|forecast| forecast.least.is_none())
        };
        let others = self.others(explorer, settings).filter(grows);
        others.map(|other| other.store).collect()
    }
}
