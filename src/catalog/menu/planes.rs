//! Explorers on bit planes, for encodings that say how actions act on their ranks.

use crate::catalog::explorers::Walker;
use crate::catalog::forecast::{Forecast, PROBE, Rate, Sample, probe};
use crate::catalog::menu::sweeps::{ends, explored, looked};
use crate::catalog::menu::{Direction, ExploreError, Explored, Explorer, Menu, Settings, Watch};
use crate::catalog::puzzle::{Group, Puzzle, StateOf};
use crate::encoding::error::EncodingError;
use crate::goal::GoalStates;
use crate::memory::Memory;
use crate::rank_actions::{RankActions, RankActionsError};
use crate::search::layers::Sweep;
use crate::search::layers::planes::{PlaneSweep, Prepared};
use crate::search::layers::sweeping::Step;
use crate::search::limits::Limits;
use crate::search::outcome::SearchError;
use crate::space::Invertible;

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
                tells_maxima: false,
                run: Box::new(move |_, group, settings, deepest, watch| {
                    let encoding = encoding(&group.rules)?;
                    run::<P, E>(group, &encoding, direction, settings, deepest, watch)
                }),
                forecast: Some(Box::new(move |_, group, settings, timing| {
                    let encoding = told(&group.rules)?;
                    let (form, asked) = ((direction, false), (settings, timing));
                    forecast::<P, E>(group, &encoding, form, asked, |sweep, limits| {
                        Ok(match direction {
                            Direction::Forward => steps(sweep.start_planes(limits)?),
                            Direction::Backward => steps(sweep.start_planes_backward(limits)?),
                        })
                    })
                })),
            });
        }
        self
    }

    /// Exploring forward on bit planes that keep distances modulo 3 (`plane-residues`), for unit costs, where
    /// every action can be undone. It takes two bits a rank more, tells local maxima, and makes checkpoints.
    #[must_use]
    pub fn explore_on_plane_residues<E>(
        mut self,
        encoding: impl Fn(&P::Rules) -> Result<E, EncodingError> + Clone + Send + Sync + 'static,
    ) -> Self
    where
        E: RankActions<P::Rules, State = StateOf<P>> + Sync,
        P::Rules: Invertible<State: Send> + Sync,
        P::Goal: GoalStates<StateOf<P>>,
    {
        let told = encoding.clone();
        let direction = Direction::Forward;
        self.explorers.push(Explorer {
            store: "plane-residues",
            direction,
            saves: true,
            tells_maxima: true,
            run: Box::new(move |_, group, settings, deepest, watch| {
                let encoding = encoding(&group.rules)?;
                let from = ends(group, direction);
                let mut walker = Walker::new(settings, watch)?;
                let sweep = Sweep::new(&group.rules, &encoding, &from)
                    .deepest(deepest)
                    .threads(settings.threads);
                let found = walker.walk(sweep.start_plane_residues(&settings.limits)?)?;
                let (edges, watch) = (sweep.successors(), &mut walker.watch);
                let told = looked(&encoding, &from, &found, edges, settings, watch)?;
                let resumed = walker.resumed();
                Ok(Explored { resumed, ..told })
            }),
            forecast: Some(Box::new(move |_, group, settings, timing| {
                let encoding = told(&group.rules)?;
                let (form, asked) = ((direction, true), (settings, timing));
                forecast::<P, E>(group, &encoding, form, asked, |sweep, limits| {
                    Ok(steps(sweep.start_plane_residues(limits)?))
                })
            })),
        });
        self
    }
}

/// A sweep that is walked by a step at a time.
type Walk<'a> = Box<dyn FnMut(&Limits) -> Result<Step, SearchError> + 'a>;

/// The steps of a sweep on planes.
fn steps<'a, S: 'a, D: 'a, T: 'a>(mut planes: PlaneSweep<'a, S, D, T>) -> Walk<'a> {
    Box::new(move |limits| planes.step(limits, &mut ()))
}

/// Moves of more bytes are not made for the sake of a forecast.
const MOVES: u64 = 64 << 20;

/// Planes of more bytes are not made for the sake of a forecast.
const PROBED: u64 = 1 << 30;

/// All planes are there from the beginning. The time is told by the pace of single chunks; a space that is small by
/// that is swept.
fn forecast<P, E>(
    group: &Group<P::Rules, P::Goal>,
    encoding: &E,
    (direction, keeps): (Direction, bool),
    (settings, timing): (&Settings, bool),
    start: impl for<'a> FnOnce(&Sweep<'a, P::Rules, E>, &Limits) -> Result<Walk<'a>, RankActionsError>,
) -> Result<Forecast, ExploreError>
where
    P: Puzzle,
    E: RankActions<P::Rules, State = StateOf<P>>,
    P::Goal: GoalStates<StateOf<P>>,
{
    let at_least = |least: u64| Forecast {
        ranks: Some(encoding.size()),
        least: Some(least),
        // As much as a plane, and the next one beside it.
        disk: Some(encoding.size().div_ceil(8).saturating_mul(2)),
        ..Forecast::default()
    };
    let from = ends(group, direction);
    let sweep = Sweep::new(&group.rules, encoding, &from);
    // Small moves are made whatever the memory is: what is too large is refused with all that it takes.
    let few = &Memory::limited(MOVES);
    let taken = match direction {
        Direction::Forward => sweep
            .prepare_planes(few)
            .map(|it| taken(&it, keeps, timing)),
        Direction::Backward => {
            let prepared = sweep.prepare_planes_backward(few);
            prepared.map(|it| taken(&it, keeps, timing))
        }
    };
    let (bytes, disk, rate) = match taken {
        // Of others it is known that they take more than that beside a plane.
        Err(RankActionsError::Memory(why)) => {
            let moves = why.used.saturating_add(why.needed);
            return Ok(at_least(encoding.size().div_ceil(8).saturating_add(moves)));
        }
        taken => taken?,
    };
    let mut forecast = Forecast {
        most: Some(bytes),
        disk: Some(disk),
        rate,
        ..at_least(bytes)
    };
    let limits = &settings.limits;
    let is_short = rate.is_some_and(|rate| rate.time <= PROBE);
    if is_short && bytes <= PROBED && forecast.lacks(&limits.memory).is_none() {
        forecast.rate = probe(limits, start(&sweep, limits)?)?.or(rate);
    }
    Ok(forecast)
}

/// The bytes that a sweep takes, those of its checkpoints, and how long it takes.
fn taken<D>(prepared: &Prepared<D>, keeps: bool, timing: bool) -> (u64, u64, Option<Rate>) {
    let (bytes, disk) = if keeps {
        let disk = prepared.disk_bytes_with_residues();
        (prepared.bytes_with_residues(), disk)
    } else {
        (prepared.bytes(), prepared.disk_bytes())
    };
    let rate = timing.then(|| pace(prepared)).flatten();
    (bytes, disk, rate)
}

/// How long a sweep takes, if the tables of its moves are not too large to measure that.
fn pace<D>(prepared: &Prepared<D>) -> Option<Rate> {
    let pace = prepared.pace(&Memory::limited(MOVES)).ok()?;
    Some(Rate {
        states: prepared.ranks(),
        time: pace.time,
        sample: Sample::Chunks {
            layers: pace.layers,
        },
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
    let mut walker = Walker::new(settings, watch)?;
    let sweep = Sweep::new(&group.rules, encoding, &from)
        .deepest(deepest)
        .threads(threads);
    let told = match direction {
        Direction::Forward => {
            let found = walker.walk(sweep.start_planes(limits)?)?;
            explored(encoding, &from, &found)
        }
        Direction::Backward => {
            let found = walker.walk(sweep.start_planes_backward(limits)?)?;
            explored(encoding, &from, &found)
        }
    };
    let resumed = walker.resumed();
    Ok(Explored { resumed, ..told })
}
