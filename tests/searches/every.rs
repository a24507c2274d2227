//! Every algorithm on every store, as values to loop over.

use statewalk::cost::Cost;
use statewalk::encoding::number::Number;
use statewalk::goal::AnyOf;
use statewalk::memory::Memory;
use statewalk::search::limits::{Limit, Limits};
use statewalk::search::outcome::{Found, Outcome, SearchError};
use statewalk::search::spfa::variant::Variant;
use statewalk::search::task::Task;
use statewalk::search::trace::{ByDescent, ByParents};
use statewalk::search::{Observer, Stats, bidirectional, breadth_first, spfa, uniform_cost};
use statewalk::store::interned::Interned;
use statewalk::store::packed::Packed;
use statewalk::store::ranked::{CostTable, Ranked, RankedParents};
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

fn spfa_as(task: Asked<'_>, limits: &Limits, eye: &mut Eye, variant: Variant) -> Answer {
    spfa::search(task, &mut interned(&limits.memory), variant, limits, eye)
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

/// All of them.
pub(crate) const EVERY: &[Entry] = &[
    Entry {
        name: "breadth-first, interned",
        algorithm: Algorithm::BreadthFirst,
        run: |task, limits, eye| {
            let mut store = interned(&limits.memory);
            breadth_first::search(task, &mut store, &ByParents, limits, eye)
        },
    },
    Entry {
        name: "breadth-first, packed",
        algorithm: Algorithm::BreadthFirst,
        run: |task, limits, eye| {
            on_packed(task, limits, |task, store| {
                breadth_first::search(task, store, &ByParents, limits, eye)
            })
        },
    },
    Entry {
        name: "breadth-first, ranked",
        algorithm: Algorithm::BreadthFirst,
        run: |task, limits, eye| {
            on_ranked(task, ONE_BYTE, limits, |task, mut store| {
                breadth_first::search(task, &mut store, &ByDescent, limits, eye)
            })
        },
    },
    Entry {
        name: "breadth-first, ranked in 2 bits",
        algorithm: Algorithm::BreadthFirst,
        run: |task, limits, eye| {
            on_small(task, limits, |task, mut store| {
                breadth_first::search(task, &mut store, &ByDescent, limits, eye)
            })
        },
    },
    Entry {
        name: "breadth-first, ranked with parents",
        algorithm: Algorithm::BreadthFirst,
        run: |task, limits, eye| {
            on_ranked(task, ONE_BYTE, limits, |task, store| {
                on_parents(task, store, limits, |task, store| {
                    breadth_first::search(task, store, &ByParents, limits, eye)
                })
            })
        },
    },
    Entry {
        name: "breadth-first, ranked in two bytes",
        algorithm: Algorithm::BreadthFirst,
        run: |task, limits, eye| {
            on_ranked(task, TWO_BYTES, limits, |task, mut store| {
                breadth_first::search(task, &mut store, &ByDescent, limits, eye)
            })
        },
    },
    Entry {
        name: "breadth-first, ranked in two bytes with parents",
        algorithm: Algorithm::BreadthFirst,
        run: |task, limits, eye| {
            on_ranked(task, TWO_BYTES, limits, |task, store| {
                on_parents(task, store, limits, |task, store| {
                    breadth_first::search(task, store, &ByParents, limits, eye)
                })
            })
        },
    },
    Entry {
        name: "breadth-first, interned, plans by descent",
        algorithm: Algorithm::BreadthFirst,
        run: |task, limits, eye| {
            let mut store = interned(&limits.memory);
            breadth_first::search(task, &mut store, &ByDescent, limits, eye)
        },
    },
    Entry {
        name: "bidirectional, interned, plans by descent",
        algorithm: Algorithm::FromBothEnds,
        run: |task, limits, eye| {
            let (mut a, mut b) = (interned(&limits.memory), interned(&limits.memory));
            bidirectional::search(task, &mut a, &mut b, &ByDescent, limits, eye)
        },
    },
    Entry {
        name: "bidirectional, interned",
        algorithm: Algorithm::FromBothEnds,
        run: |task, limits, eye| {
            let (mut a, mut b) = (interned(&limits.memory), interned(&limits.memory));
            bidirectional::search(task, &mut a, &mut b, &ByParents, limits, eye)
        },
    },
    Entry {
        name: "bidirectional, packed",
        algorithm: Algorithm::FromBothEnds,
        run: |task, limits, eye| {
            on_packed(task, limits, |task, a| {
                on_packed(task, limits, |task, b| {
                    bidirectional::search(task, a, b, &ByParents, limits, eye)
                })
            })
        },
    },
    Entry {
        name: "bidirectional, ranked",
        algorithm: Algorithm::FromBothEnds,
        run: |task, limits, eye| {
            on_ranked(task, ONE_BYTE, limits, |task, mut a| {
                on_ranked(task, ONE_BYTE, limits, |task, mut b| {
                    bidirectional::search(task, &mut a, &mut b, &ByDescent, limits, eye)
                })
            })
        },
    },
    Entry {
        name: "bidirectional, ranked in two bytes",
        algorithm: Algorithm::FromBothEnds,
        run: |task, limits, eye| {
            on_ranked(task, TWO_BYTES, limits, |task, mut a| {
                on_ranked(task, TWO_BYTES, limits, |task, mut b| {
                    bidirectional::search(task, &mut a, &mut b, &ByDescent, limits, eye)
                })
            })
        },
    },
    Entry {
        name: "uniform cost, interned",
        algorithm: Algorithm::UniformCost,
        run: |task, limits, eye| {
            let mut store = interned(&limits.memory);
            uniform_cost::search(task, &mut store, &ByParents, limits, eye)
        },
    },
    Entry {
        name: "uniform cost, packed",
        algorithm: Algorithm::UniformCost,
        run: |task, limits, eye| {
            on_packed(task, limits, |task, store| {
                uniform_cost::search(task, store, &ByParents, limits, eye)
            })
        },
    },
    Entry {
        name: "uniform cost, ranked in 2 bits with parents",
        algorithm: Algorithm::UniformCost,
        run: |task, limits, eye| {
            on_small(task, limits, |task, store| {
                on_parents(task, store, limits, |task, store| {
                    uniform_cost::search(task, store, &ByParents, limits, eye)
                })
            })
        },
    },
    Entry {
        name: "uniform cost, ranked in two bytes with parents",
        algorithm: Algorithm::UniformCost,
        run: |task, limits, eye| {
            on_ranked(task, TWO_BYTES, limits, |task, store| {
                on_parents(task, store, limits, |task, store| {
                    uniform_cost::search(task, store, &ByParents, limits, eye)
                })
            })
        },
    },
    Entry {
        name: "uniform cost by buckets, interned",
        algorithm: Algorithm::UniformCost,
        run: |task, limits, eye| {
            let mut store = interned(&limits.memory);
            by_buckets(task, &mut store, limits, eye)
        },
    },
    Entry {
        name: "uniform cost by buckets, packed",
        algorithm: Algorithm::UniformCost,
        run: |task, limits, eye| {
            on_packed(task, limits, |task, store| {
                by_buckets(task, store, limits, eye)
            })
        },
    },
    Entry {
        name: "uniform cost by buckets, ranked in two bytes with parents",
        algorithm: Algorithm::UniformCost,
        run: |task, limits, eye| {
            on_ranked(task, TWO_BYTES, limits, |task, store| {
                on_parents(task, store, limits, |task, store| {
                    by_buckets(task, store, limits, eye)
                })
            })
        },
    },
    Entry {
        name: "SPFA, interned",
        algorithm: Algorithm::Spfa,
        run: |task, limits, eye| spfa_as(task, limits, eye, Variant::Fifo),
    },
    Entry {
        name: "SPFA, packed",
        algorithm: Algorithm::Spfa,
        run: |task, limits, eye| {
            on_packed(task, limits, |task, store| {
                spfa::search(task, store, Variant::SmallLabelFirst, limits, eye)
            })
        },
    },
    Entry {
        name: "SPFA, ranked in 2 bits with parents",
        algorithm: Algorithm::Spfa,
        run: |task, limits, eye| {
            on_small(task, limits, |task, store| {
                on_parents(task, store, limits, |task, store| {
                    spfa::search(task, store, Variant::LargeLabelLast, limits, eye)
                })
            })
        },
    },
    Entry {
        name: "SPFA, ranked in two bytes with parents",
        algorithm: Algorithm::Spfa,
        run: |task, limits, eye| {
            on_ranked(task, TWO_BYTES, limits, |task, store| {
                on_parents(task, store, limits, |task, store| {
                    spfa::search(task, store, Variant::Fifo, limits, eye)
                })
            })
        },
    },
    Entry {
        name: "SPFA with small label first, interned",
        algorithm: Algorithm::Spfa,
        run: |task, limits, eye| spfa_as(task, limits, eye, Variant::SmallLabelFirst),
    },
    Entry {
        name: "SPFA with large label last, interned",
        algorithm: Algorithm::Spfa,
        run: |task, limits, eye| spfa_as(task, limits, eye, Variant::LargeLabelLast),
    },
    Entry {
        name: "SPFA with both, interned",
        algorithm: Algorithm::Spfa,
        run: |task, limits, eye| spfa_as(task, limits, eye, Variant::SmallFirstLargeLast),
    },
];

impl Entry {
    /// The costs that it is right for.
    pub(crate) fn serves(&self) -> Serves {
        match self.algorithm {
            Algorithm::BreadthFirst | Algorithm::FromBothEnds => Serves::Unit,
            Algorithm::UniformCost => Serves::NonNegative,
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
