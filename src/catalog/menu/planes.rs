//! Explorers on bit planes, for encodings that say how actions act on their ranks.

use crate::catalog::forecast::Forecast;
use crate::catalog::menu::sweeps::{TOO_LARGE, ends, explored};
use crate::catalog::menu::{
    Direction, ExploreError, Explored, Explorer, Menu, Settings, Watch, Watching,
};
use crate::catalog::puzzle::{Group, Puzzle, StateOf};
use crate::encoding::error::EncodingError;
use crate::goal::GoalStates;
use crate::rank_actions::RankActions;
use crate::search::layers::Sweep;
use crate::search::layers::planes::checkpoint::Checkpoints;
use crate::search::layers::planes::{self, PlaneSweep, Scheme};
use crate::search::limits::Limits;
use crate::store::word::index;

impl<P: Puzzle> Menu<P> {
    /// Exploring on bit planes (`planes`), forward and backward, for unit costs. It works on as many threads as
    /// the settings say, and makes checkpoints.
    #[must_use]
    pub fn explore_on_planes<E>(
        mut self,
        encoding: impl Fn(&P::Rules) -> Result<E, EncodingError> + Clone + Send + Sync + 'static,
    ) -> Self
    where
        E: RankActions<P::Rules, State = StateOf<P>>,
        P::Goal: GoalStates<StateOf<P>>,
    {
        for direction in [Direction::Forward, Direction::Backward] {
            let (encoding, told) = (encoding.clone(), encoding.clone());
            self.explorers.push(Explorer {
                store: "planes",
                direction,
                saves: true,
                run: Box::new(move |_, group, settings, deepest, watch| {
                    let Ok(encoding) = encoding(&group.rules) else {
                        return Ok(Explored::nothing(TOO_LARGE));
                    };
                    run::<P, E>(group, &encoding, direction, settings, deepest, watch)
                }),
                forecast: Some(Box::new(move |_, group, _| {
                    let Ok(encoding) = told(&group.rules) else {
                        return Ok(Forecast::default());
                    };
                    forecast::<P, E>(group, &encoding, direction)
                })),
            });
        }
        self
    }
}

/// All planes are there from the beginning. How long a layer takes depends on what is in it, and how many layers
/// there are nobody knows, so no time is told.
fn forecast<P, E>(
    group: &Group<P::Rules, P::Goal>,
    encoding: &E,
    direction: Direction,
) -> Result<Forecast, ExploreError>
where
    P: Puzzle,
    E: RankActions<P::Rules, State = StateOf<P>>,
    P::Goal: GoalStates<StateOf<P>>,
{
    let moves = encoding.rank_moves(&group.rules)?;
    let from = ends(group, direction);
    let parts = from
        .iter()
        .map(|state| encoding.rank(state) / moves.locals());
    let scheme = Scheme::of(&moves, parts.map(index));
    let bytes = planes::bytes(&moves, scheme);
    Ok(Forecast {
        ranks: Some(encoding.size()),
        least: Some(bytes),
        most: Some(bytes),
        disk: Some(bytes.saturating_mul(2)),
        rate: None,
    })
}

fn run<P, E>(
    group: &Group<P::Rules, P::Goal>,
    encoding: &E,
    direction: Direction,
    settings: &Settings,
    deepest: usize,
    watch: &mut dyn Watch,
) -> Result<Explored<StateOf<P>>, ExploreError>
where
    P: Puzzle,
    E: RankActions<P::Rules, State = StateOf<P>>,
    P::Goal: GoalStates<StateOf<P>>,
{
    let (limits, threads) = (&settings.limits, settings.threads);
    let from = ends(group, direction);
    let sweep = Sweep::new(&group.rules, encoding, &from)
        .deepest(deepest)
        .threads(threads);
    match direction {
        Direction::Forward => {
            let mut planes = sweep.start_planes(limits)?;
            walk(&mut planes, settings, limits, watch)?;
            Ok(explored(encoding, &from, &planes.finish()))
        }
        Direction::Backward => {
            let mut planes = sweep.start_planes_backward(limits)?;
            walk(&mut planes, settings, limits, watch)?;
            Ok(explored(encoding, &from, &planes.finish()))
        }
    }
}

/// Walks a sweep to its end or a limit, with checkpoints if they are asked for.
fn walk<S, D>(
    planes: &mut PlaneSweep<'_, S, D>,
    settings: &Settings,
    limits: &Limits,
    watch: &mut dyn Watch,
) -> Result<(), ExploreError> {
    let mut watch = Watching(watch);
    let Some(saving) = &settings.checkpoints else {
        planes.run(limits, &mut watch)?;
        return Ok(());
    };
    let mut checkpoints = Checkpoints::new(&saving.folder, &saving.name)?;
    if let Some(pause) = saving.every {
        checkpoints = checkpoints.every(pause);
    }
    if planes.resume(&mut checkpoints)? {
        watch.0.phase("layers swept before", planes.layers());
    }
    planes.run_saving(limits, &mut watch, &mut checkpoints)?;
    Ok(())
}
