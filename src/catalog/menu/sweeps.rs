//! Strategies and explorers for spaces with a perfect hash that sweep whole layers of ranks.

use std::collections::HashMap;

use crate::catalog::explorers::{Walker, add_maxima, swept};
use crate::catalog::forecast::{ByRank, Forecast};
use crate::catalog::menu::{
    Conclusion, Direction, ExploreError, Explored, Menu, Settings, Solution, Solutions, Watch,
    Watching,
};
use crate::catalog::puzzle::{Ask, Group, Puzzle, StateOf};
use crate::cost::{self, Cost};
use crate::encoding::Encoding;
use crate::encoding::error::EncodingError;
use crate::goal::GoalStates;
use crate::search::Stats;
use crate::search::layers::direction::ToStarts;
use crate::search::layers::maxima::Depths;
use crate::search::layers::neighbours::Neighbours;
use crate::search::layers::{Sweep, Swept};
use crate::search::limits::{Limit, Limits};
use crate::search::outcome::{Outcome, SearchError};
use crate::search::task::Task;
use crate::space::{Invertible, Predecessors, StateSpace};
use crate::store::costs::CostList;

/// A table of one bit a rank.
pub(super) const BITS: fn(u64) -> ByRank = |ranks| ByRank::bits(ranks, 1);

/// A table of distances modulo 3.
pub(super) const RESIDUES: fn(u64) -> ByRank = |ranks| ByRank::bits(ranks, 2);

/// What a space without an encoding of 64 bits ends at.
const TOO_LARGE: Limit = Limit::StoreFull(u64::MAX);

impl<P: Puzzle> Menu<P> {
    /// The sweep by layers as a strategy, for unit costs: one sweep backward from each goal answers all
    /// questions about it, over a table of all ranks.
    #[must_use]
    pub fn layers_by_rank<E>(
        self,
        encoding: impl Fn(&P::Rules) -> Result<E, EncodingError> + Send + Sync + 'static,
    ) -> Self
    where
        E: Encoding<State = StateOf<P>> + Sync,
        P::Rules: Predecessors<State: Send> + Sync,
        P::Goal: GoalStates<StateOf<P>>,
    {
        let summary =
            "all questions about a goal at once, backward from it, layer by layer, over a table";
        self.together(
            ("layers", "ranked"),
            summary,
            true,
            move |puzzle, group, asks, settings, watch| {
                let encoding = encoding(&group.rules);
                let depth = puzzle.max_depth(&group.rules);
                let known = (encoding.as_ref().ok(), depth);
                answered::<P, E>(group, known, asks, settings, watch)
            },
        )
    }

    /// Exploring by rank, for unit costs: forward and backward over a table of distances (`ranked`),
    /// forward over one bit a rank (`bits`).
    #[must_use]
    pub fn explore_by_rank<E>(
        self,
        encoding: impl Fn(&P::Rules) -> Result<E, EncodingError> + Clone + Send + Sync + 'static,
    ) -> Self
    where
        E: Encoding<State = StateOf<P>> + Sync,
        P::Rules: Predecessors<State: Send> + Sync,
        P::Goal: GoalStates<StateOf<P>>,
    {
        self.explore_in_form(
            (Direction::Forward, "ranked", ByRank::distances),
            encoding.clone(),
            |sweep, encoding, starts, (settings, _), walker| {
                let found = walker.walk(sweep.start_forward(&settings.limits))?;
                let (edges, watch) = (sweep.successors(), &mut walker.watch);
                looked(encoding, starts, &found, edges, settings, watch)
            },
            |sweep, told| told.measured(sweep.successors()),
        )
        .with_maxima()
        .explore_in_form(
            (Direction::Forward, "bits", BITS),
            encoding.clone(),
            |sweep, encoding, starts, (settings, _), walker| {
                let found = walker.walk(sweep.start_visited(&settings.limits))?;
                Ok(explored(encoding, starts, &found))
            },
            |sweep, told| told.measured(sweep.successors()),
        )
        .explore_in_form(
            (Direction::Backward, "ranked", ByRank::distances),
            encoding,
            |sweep, encoding, starts, (settings, _), walker| {
                let found = walker.walk(sweep.start_backward(&settings.limits))?;
                let (edges, watch) = (sweep.origins(), &mut walker.watch);
                looked(encoding, starts, &found, edges, settings, watch)
            },
            |sweep, told| told.measured(sweep.origins()),
        )
        .with_maxima()
    }

    /// Exploring forward by rank over two bits a rank (`residues`), for unit costs, where every
    /// action can be undone.
    #[must_use]
    pub fn explore_by_residues<E>(
        self,
        encoding: impl Fn(&P::Rules) -> Result<E, EncodingError> + Clone + Send + Sync + 'static,
    ) -> Self
    where
        E: Encoding<State = StateOf<P>> + Sync,
        P::Rules: Invertible<State: Send> + Sync,
        P::Goal: GoalStates<StateOf<P>>,
    {
        self.explore_in_form(
            (Direction::Forward, "residues", RESIDUES),
            encoding,
            |sweep, encoding, starts, (settings, _), walker| {
                let found = walker.walk(sweep.start_residues(&settings.limits))?;
                let (edges, watch) = (sweep.successors(), &mut walker.watch);
                looked(encoding, starts, &found, edges, settings, watch)
            },
            |sweep, told| told.measured(sweep.successors()),
        )
        .with_maxima()
    }

    /// Exploring by one form of sweep, over a table for so many ranks, and its forecast. `form` gets the sweep, the
    /// encoding, where the sweep begins, what is asked for and what it takes, and who walks it; `measure` adds to a
    /// forecast how fast states are expanded.
    pub(super) fn explore_in_form<E>(
        self,
        (direction, store, table): (Direction, &'static str, fn(u64) -> ByRank),
        encoding: impl Fn(&P::Rules) -> Result<E, EncodingError> + Clone + Send + Sync + 'static,
        form: impl Fn(
            &Sweep<'_, P::Rules, E>,
            &E,
            &[StateOf<P>],
            (&Settings, ByRank),
            &mut Walker<'_>,
        ) -> Result<Explored<StateOf<P>>, ExploreError>
        + Send
        + Sync
        + 'static,
        measure: impl Fn(&Sweep<'_, P::Rules, E>, Forecast) -> Result<Forecast, SearchError>
        + Send
        + Sync
        + 'static,
    ) -> Self
    where
        E: Encoding<State = StateOf<P>>,
        P::Goal: GoalStates<StateOf<P>>,
    {
        let told = encoding.clone();
        self.explore(
            (direction, store),
            move |puzzle, group, settings, deepest, watch| {
                let encoding = encoding(&group.rules)?;
                let from = ends(group, direction);
                let mut walker = Walker::new(settings, watch)?;
                let taken = table(encoding.size()).no_deeper(puzzle.max_depth(&group.rules));
                let sweep = Sweep::new(&group.rules, &encoding, &from)
                    .expecting(taken.largest(&settings.limits.memory))
                    .deepest(deepest)
                    .threads(settings.threads);
                let told = form(&sweep, &encoding, &from, (settings, taken), &mut walker)?;
                let resumed = walker.resumed();
                Ok(Explored { resumed, ..told })
            },
        )
        .with_checkpoints()
        .forecast(move |puzzle, group, settings, timing| {
            let encoding = told(&group.rules)?;
            let taken = table(encoding.size()).no_deeper(puzzle.max_depth(&group.rules));
            let forecast = taken.and_maxima(settings.maxima).forecast();
            if !timing {
                return Ok(forecast);
            }
            let from = ends(group, direction);
            Ok(measure(
                &Sweep::new(&group.rules, &encoding, &from),
                forecast,
            )?)
        })
    }
}

/// Where a sweep begins.
pub(super) fn ends<R, G>(group: &Group<R, G>, direction: Direction) -> Vec<R::State>
where
    R: StateSpace,
    G: GoalStates<R::State>,
{
    match direction {
        Direction::Forward => starts(group),
        Direction::Backward => goals(group),
    }
}

/// Where a forward sweep begins: at the starts of the first legal question that has any, or at the goal
/// of the first.
fn starts<R: StateSpace, G: GoalStates<R::State>>(group: &Group<R, G>) -> Vec<R::State> {
    let mut asks = group.questions.iter().filter_map(|q| q.ask.as_ref().ok());
    match asks.find(|ask| !ask.starts.is_empty()) {
        Some(ask) => ask.starts.iter().map(|(state, _)| state.clone()).collect(),
        None => goals(group),
    }
}

/// Where a backward sweep begins: at the goal of the first legal question.
fn goals<R: StateSpace, G: GoalStates<R::State>>(group: &Group<R, G>) -> Vec<R::State> {
    let mut asks = group.questions.iter().filter_map(|q| q.ask.as_ref().ok());
    let first = asks.next().map(|ask| ask.goal.states().collect());
    first.unwrap_or_default()
}

/// What a sweep found.
pub(super) fn explored<T, D, E>(
    encoding: &E,
    starts: &[E::State],
    found: &Swept<T, D>,
) -> Explored<E::State>
where
    E: Encoding<State: Clone>,
{
    match starts.first() {
        Some(any) => swept(encoding, found, any),
        // Nothing was reached.
        None => Explored {
            stats: found.stats,
            ..Explored::empty()
        },
    }
}

/// The same with the local maxima, if they are asked for.
pub(super) fn looked<T, D, E, X>(
    encoding: &E,
    starts: &[E::State],
    found: &Swept<T, D>,
    edges: Option<X>,
    settings: &Settings,
    watch: &mut Watching<'_>,
) -> Result<Explored<E::State>, ExploreError>
where
    T: Depths,
    E: Encoding<State: Clone>,
    X: Neighbours<Direction = D>,
{
    let told = explored(encoding, starts, found);
    let Some(any) = starts.first() else {
        return Ok(told);
    };
    let room = (any, &mut *watch.0 as &mut dyn Watch);
    add_maxima(told, encoding, found, edges, settings, room)
}

type SweptBack = Swept<CostList, ToStarts>;

/// Sweeps backward once from each goal, until all starts of the questions about it are reached.
fn answered<P, E>(
    group: &Group<P::Rules, P::Goal>,
    (encoding, depth): (Option<&E>, Option<Cost>),
    asks: &[&Ask<StateOf<P>, P::Goal>],
    settings: &Settings,
    watch: &mut dyn Watch,
) -> Solutions<P>
where
    P: Puzzle,
    E: Encoding<State = StateOf<P>> + Sync,
    P::Rules: Predecessors<State: Send> + Sync,
    P::Goal: GoalStates<StateOf<P>>,
{
    let mut answers = vec![Solution::no_start(); asks.len()];
    // Questions that have a start, by the ranks of their goals; in the order of the file.
    let mut about: HashMap<Vec<u64>, usize> = HashMap::new();
    let mut sweeps: Vec<(Vec<StateOf<P>>, Vec<usize>)> = Vec::new();
    for (index, ask) in asks.iter().enumerate() {
        if ask.starts.is_empty() {
            continue;
        }
        let Some(encoding) = encoding else {
            answers[index] = Solution::limit(TOO_LARGE, Stats::default());
            continue;
        };
        let goals: Vec<_> = ask.goal.states().collect();
        let ranks = goals.iter().map(|goal| encoding.rank(goal)).collect();
        let sweep = *about.entry(ranks).or_insert(sweeps.len());
        if sweep == sweeps.len() {
            sweeps.push((goals, Vec::new()));
        }
        sweeps[sweep].1.push(index);
    }
    let Some(encoding) = encoding else {
        return Ok(answers);
    };
    let taken = ByRank::distances(encoding.size()).no_deeper(depth);
    for (goals, indices) in sweeps {
        let starts = indices.iter().flat_map(|&index| &asks[index].starts);
        let targets: Vec<u64> = starts.map(|(state, _)| encoding.rank(state)).collect();
        let found = Sweep::new(&group.rules, encoding, &goals)
            .until(&targets)
            .expecting(taken.largest(&settings.limits.memory))
            .threads(settings.threads)
            .backward(&settings.limits, &mut Watching(watch))?;
        watch.finished(&found.stats);
        // A sweep is counted with the first question that needed it.
        let mut stats = Some(found.stats);
        for index in indices {
            let limits = &settings.limits;
            let outcome = nearest(group, encoding, asks[index], &found, limits)?;
            let answer = Solution::new(
                Conclusion::Outcome(outcome),
                stats.take().unwrap_or_default(),
            );
            answers[index] = answer.held(&limits.memory);
        }
    }
    Ok(answers)
}

/// The answer from the nearest start of a question; starts that were not reached are farther than all that
/// were.
fn nearest<R, G, E>(
    group: &Group<R, G>,
    encoding: &E,
    ask: &Ask<R::State, G>,
    swept: &SweptBack,
    limits: &Limits,
) -> Result<Outcome<R::Action>, SearchError>
where
    R: StateSpace,
    E: Encoding<State = R::State>,
{
    let (space, starts) = (&group.rules, &ask.starts[..]);
    let task = Task {
        space,
        starts,
        goal: &ask.goal,
    };
    let initial = task.initial()?;
    let known = starts.iter().enumerate().filter_map(|(index, (state, _))| {
        let distance = swept.distance(encoding.rank(state))?;
        Some((distance, index))
    });
    let nearest = known.min().map_or(0, |(_, index)| index);
    let mut outcome = swept.outcome_from(space, encoding, &starts[nearest].0, limits)?;
    match &mut outcome {
        Outcome::Solved { plan, lower, .. } => {
            plan.start = nearest;
            plan.cost = cost::add(plan.cost, initial)?;
            *lower = Some(plan.cost);
        }
        Outcome::LimitReached { lower, .. } => {
            *lower = lower.map(|lower| cost::add(lower, initial)).transpose()?;
        }
        Outcome::Unsolvable | Outcome::Unbounded(_) => {}
    }
    Ok(outcome)
}
