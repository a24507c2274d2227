//! Every algorithm on every store, as values to loop over.

use statewalk::encoding::number::Number;
use statewalk::goal::AnyOf;
use statewalk::memory::Memory;
use statewalk::search::Stats;
use statewalk::search::limits::{Limit, Limits};
use statewalk::search::outcome::{Found, Outcome, SearchError};
use statewalk::search::spfa::variant::Variant;
use statewalk::search::task::Task;
use statewalk::search::trace::{ByDescent, ByParents};
use statewalk::search::{bidirectional, breadth_first, spfa, uniform_cost};
use statewalk::store::interned::Interned;
use statewalk::store::packed::Packed;
use statewalk::store::ranked::Ranked;
use statewalk::store::small::Small;

use crate::digraph::{Digraph, Question};

/// What an algorithm asks of costs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Serves {
    Unit,
    NonNegative,
    All,
}

type Answer = Result<Found<usize>, SearchError>;

/// An algorithm on a store.
pub(crate) struct Entry {
    pub(crate) name: &'static str,
    pub(crate) serves: Serves,
    run: fn(Task<'_, Digraph, AnyOf<u32>>, &Limits) -> Answer,
}

fn interned(memory: &Memory) -> Interned<u32> {
    Interned::new(memory)
}

fn spfa_as(task: Task<'_, Digraph, AnyOf<u32>>, limits: &Limits, variant: Variant) -> Answer {
    spfa::search(
        task,
        &mut interned(&limits.memory),
        variant,
        limits,
        &mut (),
    )
}

type Asked<'a> = Task<'a, Digraph, AnyOf<u32>>;

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
    limits: &Limits,
    mut run: impl FnMut(Asked<'_>, Ranked<Number<u32>>) -> Answer,
) -> Answer {
    match Ranked::new(nodes(&task), 0, &limits.memory) {
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

/// All of them.
pub(crate) const EVERY: &[Entry] = &[
    Entry {
        name: "breadth-first, interned",
        serves: Serves::Unit,
        run: |task, limits| {
            let mut store = interned(&limits.memory);
            breadth_first::search(task, &mut store, &ByParents, limits, &mut ())
        },
    },
    Entry {
        name: "breadth-first, packed",
        serves: Serves::Unit,
        run: |task, limits| {
            on_packed(task, limits, |task, store| {
                breadth_first::search(task, store, &ByParents, limits, &mut ())
            })
        },
    },
    Entry {
        name: "breadth-first, ranked",
        serves: Serves::Unit,
        run: |task, limits| {
            on_ranked(task, limits, |task, mut store| {
                breadth_first::search(task, &mut store, &ByDescent, limits, &mut ())
            })
        },
    },
    Entry {
        name: "breadth-first, ranked in 2 bits",
        serves: Serves::Unit,
        run: |task, limits| {
            on_small(task, limits, |task, mut store| {
                breadth_first::search(task, &mut store, &ByDescent, limits, &mut ())
            })
        },
    },
    Entry {
        name: "breadth-first, ranked with parents",
        serves: Serves::Unit,
        run: |task, limits| {
            on_ranked(task, limits, |task, store| {
                match store.with_parents(&limits.memory) {
                    Ok(mut store) => {
                        breadth_first::search(task, &mut store, &ByParents, limits, &mut ())
                    }
                    Err(why) => Ok(stopped(why)),
                }
            })
        },
    },
    Entry {
        name: "breadth-first, interned, plans by descent",
        serves: Serves::Unit,
        run: |task, limits| {
            let mut store = interned(&limits.memory);
            breadth_first::search(task, &mut store, &ByDescent, limits, &mut ())
        },
    },
    Entry {
        name: "bidirectional, interned, plans by descent",
        serves: Serves::Unit,
        run: |task, limits| {
            let (mut a, mut b) = (interned(&limits.memory), interned(&limits.memory));
            bidirectional::search(task, &mut a, &mut b, &ByDescent, limits, &mut ())
        },
    },
    Entry {
        name: "bidirectional, interned",
        serves: Serves::Unit,
        run: |task, limits| {
            let (mut a, mut b) = (interned(&limits.memory), interned(&limits.memory));
            bidirectional::search(task, &mut a, &mut b, &ByParents, limits, &mut ())
        },
    },
    Entry {
        name: "bidirectional, packed",
        serves: Serves::Unit,
        run: |task, limits| {
            on_packed(task, limits, |task, a| {
                on_packed(task, limits, |task, b| {
                    bidirectional::search(task, a, b, &ByParents, limits, &mut ())
                })
            })
        },
    },
    Entry {
        name: "bidirectional, ranked",
        serves: Serves::Unit,
        run: |task, limits| {
            on_ranked(task, limits, |task, mut a| {
                on_ranked(task, limits, |task, mut b| {
                    bidirectional::search(task, &mut a, &mut b, &ByDescent, limits, &mut ())
                })
            })
        },
    },
    Entry {
        name: "uniform cost, interned",
        serves: Serves::NonNegative,
        run: |task, limits| {
            let mut store = interned(&limits.memory);
            uniform_cost::search(task, &mut store, &ByParents, limits, &mut ())
        },
    },
    Entry {
        name: "uniform cost, packed",
        serves: Serves::NonNegative,
        run: |task, limits| {
            on_packed(task, limits, |task, store| {
                uniform_cost::search(task, store, &ByParents, limits, &mut ())
            })
        },
    },
    Entry {
        name: "uniform cost, ranked in 2 bits with parents",
        serves: Serves::NonNegative,
        run: |task, limits| {
            on_small(task, limits, |task, store| {
                match store.with_parents(&limits.memory) {
                    Ok(mut store) => {
                        uniform_cost::search(task, &mut store, &ByParents, limits, &mut ())
                    }
                    Err(why) => Ok(stopped(why)),
                }
            })
        },
    },
    Entry {
        name: "SPFA, interned",
        serves: Serves::All,
        run: |task, limits| spfa_as(task, limits, Variant::Fifo),
    },
    Entry {
        name: "SPFA, packed",
        serves: Serves::All,
        run: |task, limits| {
            on_packed(task, limits, |task, store| {
                spfa::search(task, store, Variant::SmallLabelFirst, limits, &mut ())
            })
        },
    },
    Entry {
        name: "SPFA, ranked in 2 bits with parents",
        serves: Serves::All,
        run: |task, limits| {
            on_small(task, limits, |task, store| {
                match store.with_parents(&limits.memory) {
                    Ok(mut store) => {
                        spfa::search(task, &mut store, Variant::LargeLabelLast, limits, &mut ())
                    }
                    Err(why) => Ok(stopped(why)),
                }
            })
        },
    },
    Entry {
        name: "SPFA with small label first, interned",
        serves: Serves::All,
        run: |task, limits| spfa_as(task, limits, Variant::SmallLabelFirst),
    },
    Entry {
        name: "SPFA with large label last, interned",
        serves: Serves::All,
        run: |task, limits| spfa_as(task, limits, Variant::LargeLabelLast),
    },
    Entry {
        name: "SPFA with both, interned",
        serves: Serves::All,
        run: |task, limits| spfa_as(task, limits, Variant::SmallFirstLargeLast),
    },
];

impl Entry {
    pub(crate) fn ask(&self, question: &Question, limits: &Limits) -> Answer {
        let goal = AnyOf(question.goals.clone());
        let task = Task {
            space: &question.graph,
            starts: &question.starts,
            goal: &goal,
        };
        (self.run)(task, limits)
    }
}
