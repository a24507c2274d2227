//! Every algorithm on every store, as values to loop over.

use statewalk::cost::Cost;
use statewalk::encoding::number::Number;
use statewalk::goal::AnyOf;
use statewalk::heuristic::Blind;
use statewalk::memory::Memory;
use statewalk::open::Queued;
use statewalk::search::limits::{Limit, Limits};
use statewalk::search::outcome::{Found, Outcome, SearchError};
use statewalk::search::spfa::variant::Variant;
use statewalk::search::task::Task;
use statewalk::search::trace::{ByDescent, ByParents};
use statewalk::search::{
    Observer, Stats, bidirectional, bidirectional_dijkstra, branch_and_bound, breadth_first, nbs,
    spfa, uniform_cost,
};
use statewalk::store::interned::Interned;
use statewalk::store::packed::Packed;
use statewalk::store::ranked::{CostTable, Ranked, RankedParents};
use statewalk::store::slate::Slate;
use statewalk::store::small::Small;
use statewalk::store::word::Word;
use statewalk::store::{Costs, Parents};

use crate::digraph::{Digraph, Question, weighed};

/// What an algorithm asks of costs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Serves {
    Unit,
    NonNegative,
    All,
}

type Answer = Result<Found<usize>, SearchError>;

/// What finds the way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Algorithm {
    BreadthFirst,
    FromBothEnds,
    TwoEnds,
    BranchAndBound,
    UniformCost,
    Spfa,
}

/// Counts the nodes that a search says it takes up.
#[derive(Debug, Default)]
pub(crate) struct Eye {
    pub(crate) expanded: u64,
}

impl Observer<u32> for Eye {
    fn expanded(&mut self, _: &u32, _: Cost) {
        self.expanded += 1;
    }
}

/// An algorithm on a store.
pub(crate) struct Entry {
    pub(crate) name: &'static str,
    pub(crate) algorithm: Algorithm,
    run: fn(Asked<'_>, &Limits, &mut Eye) -> Answer,
}

fn interned(memory: &Memory) -> Interned<u32> {
    Interned::new(memory)
}

type Asked<'a> = Task<'a, Digraph, AnyOf<u32>>;

/// Uniform cost where the space names the largest cost of its arcs.
fn by_buckets<S>(task: Asked<'_>, store: &mut S, limits: &Limits, eye: &mut Eye) -> Answer
where
    S: Costs<State = u32, Id: Ord> + Parents,
{
    let task = Task {
        space: &weighed(task.space),
        starts: task.starts,
        goal: task.goal,
    };
    uniform_cost::search(task, store, &ByParents, limits, eye)
}

/// So wide that a cost takes one byte, or two.
const ONE_BYTE: Cost = 0;
const TWO_BYTES: Cost = 300;

fn nodes(task: &Asked<'_>) -> Number<u32> {
    Number::new(task.space.nodes.into()).expect("nodes have numbers of 32 bits")
}

/// The verdict where a store had no room to begin with.
fn stopped(why: impl Into<Limit>) -> Found<usize> {
    let outcome = Outcome::LimitReached {
        limit: why.into(),
        best: None,
        lower: None,
    };
    let stats = Stats::default();
    Found { outcome, stats }
}

fn on_packed(
    task: Asked<'_>,
    limits: &Limits,
    mut run: impl FnMut(Asked<'_>, &mut Packed<Number<u32>, u32>) -> Answer,
) -> Answer {
    match Packed::new(nodes(&task), &limits.memory) {
        Ok(mut store) => run(task, &mut store),
        Err(why) => Ok(stopped(why)),
    }
}

fn on_ranked(
    task: Asked<'_>,
    largest: Cost,
    limits: &Limits,
    mut run: impl FnMut(Asked<'_>, Ranked<Number<u32>>) -> Answer,
) -> Answer {
    match Ranked::new(nodes(&task), largest, &limits.memory) {
        Ok(store) => run(task, store),
        Err(why) => Ok(stopped(why)),
    }
}

fn on_small(
    task: Asked<'_>,
    limits: &Limits,
    mut run: impl FnMut(Asked<'_>, Ranked<Number<u32>, Small<2>, u64>) -> Answer,
) -> Answer {
    match Ranked::small(nodes(&task), &limits.memory) {
        Ok(store) => run(task, store),
        Err(why) => Ok(stopped(why)),
    }
}

fn on_parents<T: CostTable, W: Word>(
    task: Asked<'_>,
    store: Ranked<Number<u32>, T, W>,
    limits: &Limits,
    mut run: impl FnMut(Asked<'_>, &mut RankedParents<Number<u32>, T, W>) -> Answer,
) -> Answer {
    match store.with_parents(&limits.memory) {
        Ok(mut store) => run(task, &mut store),
        Err(why) => Ok(stopped(why)),
    }
}

/// Runs `$run` with a store of a kind, made for the task, as `$store`.
macro_rules! on {
    (interned, $task:ident, $limits:ident, $store:ident => $run:expr) => {{
        let $store = &mut interned(&$limits.memory);
        $run
    }};
    (packed, $task:ident, $limits:ident, $store:ident => $run:expr) => {
        on_packed($task, $limits, |$task, $store| $run)
    };
    (ranked, $task:ident, $limits:ident, $store:ident => $run:expr) => {
        on_ranked($task, ONE_BYTE, $limits, |$task, mut table| {
            let $store = &mut table;
            $run
        })
    };
    (wide, $task:ident, $limits:ident, $store:ident => $run:expr) => {
        on_ranked($task, TWO_BYTES, $limits, |$task, mut table| {
            let $store = &mut table;
            $run
        })
    };
    (bits, $task:ident, $limits:ident, $store:ident => $run:expr) => {
        on_small($task, $limits, |$task, mut table| {
            let $store = &mut table;
            $run
        })
    };
    (ranked_parents, $task:ident, $limits:ident, $store:ident => $run:expr) => {
        on_ranked($task, ONE_BYTE, $limits, |$task, table| {
            on_parents($task, table, $limits, |$task, $store| $run)
        })
    };
    (wide_parents, $task:ident, $limits:ident, $store:ident => $run:expr) => {
        on_ranked($task, TWO_BYTES, $limits, |$task, table| {
            on_parents($task, table, $limits, |$task, $store| $run)
        })
    };
    (slate_parents, $task:ident, $limits:ident, $store:ident => $run:expr) => {
        match Ranked::<_, Slate>::wipeable(nodes(&$task), &$limits.memory) {
            Ok(table) => on_parents($task, table, $limits, |$task, $store| $run),
            Err(why) => Ok(stopped(why)),
        }
    };
    (bits_parents, $task:ident, $limits:ident, $store:ident => $run:expr) => {
        on_small($task, $limits, |$task, table| {
            on_parents($task, table, $limits, |$task, $store| $run)
        })
    };
}

/// An entry for a search with one store.
macro_rules! one {
    ($name:literal, $algorithm:ident, $kind:ident, $search:expr) => {
        Entry {
            name: $name,
            algorithm: Algorithm::$algorithm,
            run: |task, limits, eye| on!($kind, task, limits, store => $search(task, store, limits, eye)),
        }
    };
}

/// An entry for a search with a store for either end.
macro_rules! two {
    ($name:literal, $algorithm:ident, $kind:ident, $search:expr) => {
        Entry {
            name: $name,
            algorithm: Algorithm::$algorithm,
            run: |task, limits, eye| {
                on!($kind, task, limits, a => on!($kind, task, limits, b => $search(task, (a, b), limits, eye)))
            },
        }
    };
}

fn breadth<S>(task: Asked<'_>, store: &mut S, limits: &Limits, eye: &mut Eye) -> Answer
where
    S: Costs<State = u32> + Queued + Parents,
{
    breadth_first::search(task, store, &ByParents, limits, eye)
}

fn breadth_by_descent<S>(task: Asked<'_>, store: &mut S, limits: &Limits, eye: &mut Eye) -> Answer
where
    S: Costs<State = u32> + Queued,
{
    breadth_first::search(task, store, &ByDescent, limits, eye)
}

type Ends<'a, S> = (&'a mut S, &'a mut S);

fn both<S>(task: Asked<'_>, (a, b): Ends<'_, S>, limits: &Limits, eye: &mut Eye) -> Answer
where
    S: Costs<State = u32> + Queued + Parents,
{
    bidirectional::search(task, a, b, &ByParents, limits, eye)
}

fn both_by_descent<S>(
    task: Asked<'_>,
    (a, b): Ends<'_, S>,
    limits: &Limits,
    eye: &mut Eye,
) -> Answer
where
    S: Costs<State = u32> + Queued,
{
    bidirectional::search(task, a, b, &ByDescent, limits, eye)
}

fn dijkstra<S>(task: Asked<'_>, stores: Ends<'_, S>, limits: &Limits, eye: &mut Eye) -> Answer
where
    S: Costs<State = u32, Id: Ord> + Parents,
{
    bidirectional_dijkstra::search(task, stores, 0, limits, eye)
}

fn nbs<S>(task: Asked<'_>, stores: Ends<'_, S>, limits: &Limits, eye: &mut Eye) -> Answer
where
    S: Costs<State = u32, Id: Ord> + Parents,
{
    nbs::search(task, (&Blind, &Blind), stores, 0, limits, eye)
}

fn branches<S>(task: Asked<'_>, store: &mut S, limits: &Limits, eye: &mut Eye) -> Answer
where
    S: Costs<State = u32> + Parents,
{
    branch_and_bound::search(task, &Blind, store, &ByParents, limits, eye)
}

fn uniform<S>(task: Asked<'_>, store: &mut S, limits: &Limits, eye: &mut Eye) -> Answer
where
    S: Costs<State = u32, Id: Ord> + Parents,
{
    uniform_cost::search(task, store, &ByParents, limits, eye)
}

/// SPFA in one of its orders.
macro_rules! spfa {
    ($variant:ident) => {
        |task, store, limits, eye| spfa::search(task, store, Variant::$variant, limits, eye)
    };
}

/// All of them.
pub(crate) const EVERY: &[Entry] = &[
    one!("breadth-first, interned", BreadthFirst, interned, breadth),
    one!("breadth-first, packed", BreadthFirst, packed, breadth),
    one!(
        "breadth-first, ranked",
        BreadthFirst,
        ranked,
        breadth_by_descent
    ),
    one!(
        "breadth-first, ranked in 2 bits",
        BreadthFirst,
        bits,
        breadth_by_descent
    ),
    one!(
        "breadth-first, ranked with parents",
        BreadthFirst,
        ranked_parents,
        breadth
    ),
    one!(
        "breadth-first, ranked in two bytes",
        BreadthFirst,
        wide,
        breadth_by_descent
    ),
    one!(
        "breadth-first, ranked in two bytes with parents",
        BreadthFirst,
        wide_parents,
        breadth
    ),
    one!(
        "breadth-first, interned, plans by descent",
        BreadthFirst,
        interned,
        breadth_by_descent
    ),
    two!(
        "bidirectional, interned, plans by descent",
        FromBothEnds,
        interned,
        both_by_descent
    ),
    two!("bidirectional, interned", FromBothEnds, interned, both),
    two!("bidirectional, packed", FromBothEnds, packed, both),
    two!(
        "bidirectional, ranked",
        FromBothEnds,
        ranked,
        both_by_descent
    ),
    two!(
        "bidirectional, ranked in two bytes",
        FromBothEnds,
        wide,
        both_by_descent
    ),
    two!(
        "Dijkstra from both ends, interned",
        TwoEnds,
        interned,
        dijkstra
    ),
    two!("Dijkstra from both ends, packed", TwoEnds, packed, dijkstra),
    two!(
        "Dijkstra from both ends, ranked in 2 bits with parents",
        TwoEnds,
        bits_parents,
        dijkstra
    ),
    two!(
        "Dijkstra from both ends, ranked in two bytes with parents",
        TwoEnds,
        wide_parents,
        dijkstra
    ),
    two!("NBS, interned", TwoEnds, interned, nbs),
    two!("NBS, packed", TwoEnds, packed, nbs),
    two!(
        "NBS, ranked in 2 bits with parents",
        TwoEnds,
        bits_parents,
        nbs
    ),
    two!(
        "NBS, ranked in two bytes with parents",
        TwoEnds,
        wide_parents,
        nbs
    ),
    one!(
        "branch and bound, interned",
        BranchAndBound,
        interned,
        branches
    ),
    one!("branch and bound, packed", BranchAndBound, packed, branches),
    one!(
        "branch and bound, ranked in 2 bits with parents",
        BranchAndBound,
        bits_parents,
        branches
    ),
    one!(
        "branch and bound, ranked in two bytes with parents",
        BranchAndBound,
        wide_parents,
        branches
    ),
    one!("uniform cost, interned", UniformCost, interned, uniform),
    one!("uniform cost, packed", UniformCost, packed, uniform),
    one!(
        "uniform cost, ranked in 2 bits with parents",
        UniformCost,
        bits_parents,
        uniform
    ),
    one!(
        "uniform cost, ranked in two bytes with parents",
        UniformCost,
        wide_parents,
        uniform
    ),
    one!(
        "uniform cost, ranked on a slate with parents",
        UniformCost,
        slate_parents,
        uniform
    ),
    one!(
        "uniform cost by buckets, interned",
        UniformCost,
        interned,
        by_buckets
    ),
    one!(
        "uniform cost by buckets, packed",
        UniformCost,
        packed,
        by_buckets
    ),
    one!(
        "uniform cost by buckets, ranked in two bytes with parents",
        UniformCost,
        wide_parents,
        by_buckets
    ),
    one!("SPFA, interned", Spfa, interned, spfa!(Fifo)),
    one!("SPFA, packed", Spfa, packed, spfa!(SmallLabelFirst)),
    one!(
        "SPFA, ranked in 2 bits with parents",
        Spfa,
        bits_parents,
        spfa!(LargeLabelLast)
    ),
    one!(
        "SPFA, ranked in two bytes with parents",
        Spfa,
        wide_parents,
        spfa!(Fifo)
    ),
    one!(
        "SPFA with small label first, interned",
        Spfa,
        interned,
        spfa!(SmallLabelFirst)
    ),
    one!(
        "SPFA with large label last, interned",
        Spfa,
        interned,
        spfa!(LargeLabelLast)
    ),
    one!(
        "SPFA with both, interned",
        Spfa,
        interned,
        spfa!(SmallFirstLargeLast)
    ),
];

impl Entry {
    /// The costs that it is right for.
    pub(crate) fn serves(&self) -> Serves {
        match self.algorithm {
            Algorithm::BreadthFirst | Algorithm::FromBothEnds => Serves::Unit,
            Algorithm::TwoEnds | Algorithm::BranchAndBound | Algorithm::UniformCost => {
                Serves::NonNegative
            }
            Algorithm::Spfa => Serves::All,
        }
    }

    pub(crate) fn ask(&self, question: &Question, limits: &Limits) -> Answer {
        self.ask_watched(question, limits, &mut Eye::default())
    }

    pub(crate) fn ask_watched(
        &self,
        question: &Question,
        limits: &Limits,
        eye: &mut Eye,
    ) -> Answer {
        let goal = AnyOf(question.goals.clone());
        let task = Task {
            space: &question.graph,
            starts: &question.starts,
            goal: &goal,
        };
        (self.run)(task, limits, eye)
    }
}
