//! Every algorithm on every store, as values to loop over.

use statewalk::goal::AnyOf;
use statewalk::memory::Memory;
use statewalk::search::limits::Limits;
use statewalk::search::outcome::{Found, SearchError};
use statewalk::search::spfa::variant::Variant;
use statewalk::search::task::Task;
use statewalk::search::trace::ByParents;
use statewalk::search::{bidirectional, breadth_first, spfa, uniform_cost};
use statewalk::store::interned::Interned;

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
        name: "bidirectional, interned",
        serves: Serves::Unit,
        run: |task, limits| {
            let (mut a, mut b) = (interned(&limits.memory), interned(&limits.memory));
            bidirectional::search(task, &mut a, &mut b, &ByParents, limits, &mut ())
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
        name: "SPFA, interned",
        serves: Serves::All,
        run: |task, limits| spfa_as(task, limits, Variant::Fifo),
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
