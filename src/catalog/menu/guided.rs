//! Strategies led by a heuristic.

use std::hash::Hash;

use crate::catalog::menu::prepared::Prepared;
use crate::catalog::menu::ranks::{on, packed, ranked};
use crate::catalog::menu::{Menu, Settings, Watching};
use crate::catalog::puzzle::{ActionOf, Puzzle, StateOf};
use crate::cost::Cost;
use crate::encoding::Encoding;
use crate::encoding::code::Code;
use crate::encoding::error::EncodingError;
use crate::goal::{Goal, GoalStates};
use crate::heuristic::Heuristic;
use crate::memory::Memory;
use crate::search::outcome::{Found, SearchError};
use crate::search::task::Task;
use crate::search::trace::ByParents;
use crate::search::{astar, beam, branch_and_bound, greedy, nbs, weighted_astar};
use crate::space::{Predecessors, StateSpace};
use crate::store::interned::Interned;
use crate::store::packed::Packed;
use crate::store::{Costs, Parents};

/// The store of states.
const INTERNED: &str = "interned";

/// A search led by a heuristic, on any store that keeps parents.
trait Led {
    const NAME: &'static str;
    const SUMMARY: &'static str;
    const IS_OPTIMAL: bool;

    fn search<P, G, S>(
        task: Task<'_, P, G>,
        heuristic: &impl Heuristic<P::State>,
        store: &mut S,
        settings: &Settings,
        watch: &mut Watching<'_>,
    ) -> Result<Found<P::Action>, SearchError>
    where
        P: StateSpace,
        G: Goal<P::State>,
        S: Costs<State = P::State, Id: Ord> + Parents;
}

/// Makes a search one that is led: its name, its summary, whether it is optimal, and what is to be called.
macro_rules! led {
    ($search:ident, $name:literal, $summary:literal, $optimal:literal,
        |$heuristic:ident, $settings:ident| $led:expr => $module:ident) => {
        struct $search;

        impl Led for $search {
            const NAME: &'static str = $name;
            const SUMMARY: &'static str = $summary;
            const IS_OPTIMAL: bool = $optimal;

            fn search<P, G, S>(
                task: Task<'_, P, G>,
                $heuristic: &impl Heuristic<P::State>,
                store: &mut S,
                $settings: &Settings,
                watch: &mut Watching<'_>,
            ) -> Result<Found<P::Action>, SearchError>
            where
                P: StateSpace,
                G: Goal<P::State>,
                S: Costs<State = P::State, Id: Ord> + Parents,
            {
                $module::search(task, $led, store, &ByParents, &$settings.limits, watch)
            }
        }
    };
}

led!(Astar, "astar", "cheapest plans by least total estimates (A*)", true,
    |heuristic, settings| heuristic => astar);
led!(BranchAndBound, "branch-and-bound",
    "a plan soon, then cheaper ones up to the cheapest, depth-first", true,
    |heuristic, settings| heuristic => branch_and_bound);
led!(WeightedAstar, "weighted-astar", "plans at most --weight times as dear as the cheapest", false,
    |heuristic, settings| (heuristic, settings.weight) => weighted_astar);
led!(Greedy, "greedy", "plans soon, of any cost, by least estimates", false,
    |heuristic, settings| heuristic => greedy);
led!(Beam, "beam", "plans of any cost by the best --width states of each layer", false,
    |heuristic, settings| (heuristic, settings.width) => beam);

/// A* over a hash of words of 64 bits, or of whole states where there is no code.
fn astar_in_words<P, G, C>(
    task: Task<'_, P, G>,
    heuristic: &impl Heuristic<P::State>,
    code: Option<C>,
    settings: &Settings,
    watch: &mut Watching<'_>,
) -> Result<Found<P::Action>, SearchError>
where
    P: StateSpace<State: Hash>,
    G: Goal<P::State>,
    C: Code<State = P::State>,
{
    let memory = &settings.limits.memory;
    match code {
        Some(code) => on(Packed::<C, u64>::new(code, memory), |store| {
            Astar::search(task, heuristic, store, settings, watch)
        }),
        None => Astar::search(task, heuristic, &mut Interned::new(memory), settings, watch),
    }
}

impl<P: Puzzle> Menu<P> {
    /// The searches led by a heuristic, over a hash table of states: A*, depth-first branch and bound, weighted A*,
    /// greedy best-first, beam search and beams that widen, for costs that are not negative.
    ///
    /// `make` gets the rules and the goal of a question. The heuristic must be admissible: plans of A* and of
    /// branch and bound are said to be proved optimal by it.
    #[must_use]
    pub fn guided<H>(
        self,
        heuristic: &'static str,
        make: impl Fn(&P::Rules, &P::Goal) -> H + Clone + Send + Sync + 'static,
    ) -> Self
    where
        StateOf<P>: Hash,
        H: Heuristic<StateOf<P>>,
    {
        self.interned::<Astar, H>(heuristic, make.clone())
            .beside_astar(heuristic, make)
    }

    /// As [`guided`](Self::guided), and in the table of A*, which needs the most memory, each state is a word of
    /// 64 bits where `code` tells how.
    #[must_use]
    pub fn guided_in_words<H, C>(
        self,
        heuristic: &'static str,
        make: impl Fn(&P::Rules, &P::Goal) -> H + Clone + Send + Sync + 'static,
        code: impl Fn(&P::Rules) -> Option<C> + Send + Sync + 'static,
    ) -> Self
    where
        StateOf<P>: Hash,
        H: Heuristic<StateOf<P>>,
        C: Code<State = StateOf<P>>,
    {
        let estimates = make.clone();
        self.led::<Astar>((heuristic, INTERNED), move |task, settings, watch| {
            let h = estimates(task.space, task.goal);
            astar_in_words(*task, &h, code(task.space), settings, watch)
        })
        .beside_astar(heuristic, make)
    }

    /// As [`guided_in_words`](Self::guided_in_words) without branch and bound, led by a heuristic that is made once for
    /// all questions of a group.
    #[must_use]
    pub fn guided_prepared<D, C>(
        self,
        heuristic: &'static str,
        prepared: &D,
        code: impl Fn(&P::Rules) -> Option<C> + Send + Sync + 'static,
    ) -> Self
    where
        StateOf<P>: Hash,
        D: Prepared<P, Made: Heuristic<StateOf<P>>>,
        C: Code<State = StateOf<P>>,
    {
        self.each_prepared(
            (Astar::NAME, INTERNED),
            Astar::SUMMARY,
            Astar::IS_OPTIMAL,
            prepared.clone(),
            move |h, task, settings, watch| {
                astar_in_words(*task, h, code(task.space), settings, watch)
            },
        )
        .by_heuristic(heuristic)
        .interned_prepared::<WeightedAstar, D>(heuristic, prepared)
        .interned_prepared::<Greedy, D>(heuristic, prepared)
        .interned_prepared::<Beam, D>(heuristic, prepared)
    }

    /// A* on the stores of ranks, for costs that are not negative: `packed`, a hash of ranks, and `ranked`, a
    /// table with an entry and a parent for every rank. The heuristic must be admissible.
    #[must_use]
    pub fn guided_by_rank<H, E>(
        self,
        heuristic: &'static str,
        make: impl Fn(&P::Rules, &P::Goal) -> H + Clone + Send + Sync + 'static,
        encoding: impl Fn(&P::Rules) -> Result<E, EncodingError> + Clone + Send + Sync + 'static,
    ) -> Self
    where
        H: Heuristic<StateOf<P>>,
        E: Encoding<State = StateOf<P>>,
    {
        let (estimates, ranks) = (make.clone(), encoding.clone());
        self.led::<Astar>((heuristic, "packed"), move |task, settings, watch| {
            let h = estimates(task.space, task.goal);
            on(
                packed(ranks(task.space), &settings.limits.memory),
                |store| Astar::search(*task, &h, store, settings, watch),
            )
        })
        .led::<Astar>((heuristic, "ranked"), move |task, settings, watch| {
            let (h, memory) = (make(task.space, task.goal), &settings.limits.memory);
            let table = ranked(encoding(task.space), memory);
            let store = table.and_then(|table| Ok(table.with_parents(memory)?));
            on(store, |store| {
                Astar::search(*task, &h, store, settings, watch)
            })
        })
    }

    /// NBS, led by a heuristic at either end, where predecessors and the goal's states can be told and no action
    /// costs less than `least`, which is not negative.
    ///
    /// `make` gets a question, and gives the estimate of what is left to its goal, and the estimate of what any of
    /// its starts is away, without initial costs. Both must be admissible.
    #[must_use]
    pub fn nbs<F, B>(
        self,
        heuristic: &'static str,
        least: Cost,
        make: impl Fn(&Task<'_, P::Rules, P::Goal>) -> (F, B) + Send + Sync + 'static,
    ) -> Self
    where
        StateOf<P>: Hash,
        P::Rules: Predecessors,
        P::Goal: GoalStates<StateOf<P>>,
        F: Heuristic<StateOf<P>>,
        B: Heuristic<StateOf<P>>,
    {
        self.each(
            ("nbs", INTERNED),
            "cheapest plans by pairs of estimates from both ends (NBS), over hash tables of states",
            true,
            move |task, settings, watch| {
                let ((ahead, back), limits) = (make(task), &settings.limits);
                let mut forward = Interned::new(&limits.memory);
                let mut backward = Interned::new(&limits.memory);
                let stores = (&mut forward, &mut backward);
                nbs::search(*task, (&ahead, &back), stores, least, limits, watch)
            },
        )
        .by_heuristic(heuristic)
    }

    /// The searches led by a heuristic but A*.
    fn beside_astar<H>(
        self,
        heuristic: &'static str,
        make: impl Fn(&P::Rules, &P::Goal) -> H + Clone + Send + Sync + 'static,
    ) -> Self
    where
        StateOf<P>: Hash,
        H: Heuristic<StateOf<P>>,
    {
        self.interned::<BranchAndBound, H>(heuristic, make.clone())
            .interned::<WeightedAstar, H>(heuristic, make.clone())
            .interned::<Greedy, H>(heuristic, make.clone())
            .interned::<Beam, H>(heuristic, make.clone())
            .each(
                ("beam-widening", INTERNED),
                "the same with twice the width again and again, for cheaper plans, until no state is left out",
                false,
                move |task, settings, watch| {
                    let (h, limits) = (make(task.space, task.goal), &settings.limits);
                    let store = |memory: &Memory| Ok(Interned::new(memory));
                    beam::widening(*task, (&h, settings.width), &store, &ByParents, limits, watch)
                },
            )
            .by_heuristic(heuristic)
    }

    fn interned_prepared<L: Led, D>(self, heuristic: &'static str, prepared: &D) -> Self
    where
        StateOf<P>: Hash,
        D: Prepared<P, Made: Heuristic<StateOf<P>>>,
    {
        self.each_prepared(
            (L::NAME, INTERNED),
            L::SUMMARY,
            L::IS_OPTIMAL,
            prepared.clone(),
            |h, task, settings, watch| {
                let mut store = Interned::new(&settings.limits.memory);
                L::search(*task, h, &mut store, settings, watch)
            },
        )
        .by_heuristic(heuristic)
    }

    fn interned<L: Led, H>(
        self,
        heuristic: &'static str,
        make: impl Fn(&P::Rules, &P::Goal) -> H + Send + Sync + 'static,
    ) -> Self
    where
        StateOf<P>: Hash,
        H: Heuristic<StateOf<P>>,
    {
        self.led::<L>((heuristic, INTERNED), move |task, settings, watch| {
            let h = make(task.space, task.goal);
            let mut store = Interned::new(&settings.limits.memory);
            L::search(*task, &h, &mut store, settings, watch)
        })
    }

    fn led<L: Led>(
        self,
        (heuristic, store): (&'static str, &'static str),
        run: impl Fn(
            &Task<'_, P::Rules, P::Goal>,
            &Settings,
            &mut Watching<'_>,
        ) -> Result<Found<ActionOf<P>>, SearchError>
        + Send
        + Sync
        + 'static,
    ) -> Self {
        self.each((L::NAME, store), L::SUMMARY, L::IS_OPTIMAL, run)
            .by_heuristic(heuristic)
    }
}
