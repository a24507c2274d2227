//! A database as a heuristic.

use std::marker::PhantomData;
use std::sync::Arc;

use crate::abstraction::{Abstraction, Small};
use crate::cost::Cost;
use crate::encoding::Encoding;
use crate::heuristic::Heuristic;
use crate::pdb::Database;
use crate::space::StateSpace;

/// The estimate of a state of space `P`: the entry of what it is projected on.
///
/// It is admissible if the entries are no more than distances in some small space whose actions cost no more. Time: one
/// projection, one rank, one byte out of memory.
#[derive(Debug)]
pub struct Lookup<P, A, E> {
    abstraction: A,
    encoding: E,
    database: Arc<Database>,
    space: PhantomData<fn(&P)>,
}

impl<P, A, E> Lookup<P, A, E>
where
    P: StateSpace,
    A: Abstraction<P>,
    E: Encoding<State = Small<P, A>>,
{
    /// Look-ups in `database`, whose entries are numbered by `encoding`; `None` if it has another number of entries.
    #[must_use]
    pub fn new(abstraction: A, encoding: E, database: Arc<Database>) -> Option<Self> {
        (database.entries().len() as u64 == encoding.size()).then_some(Self {
            abstraction,
            encoding,
            database,
            space: PhantomData,
        })
    }

    /// The database.
    #[must_use]
    pub fn database(&self) -> &Arc<Database> {
        &self.database
    }

    /// What states are projected by.
    #[must_use]
    pub fn abstraction(&self) -> &A {
        &self.abstraction
    }
}

impl<P, A, E> Heuristic<P::State> for Lookup<P, A, E>
where
    P: StateSpace,
    A: Abstraction<P>,
    E: Encoding<State = Small<P, A>>,
{
    #[inline]
    fn estimate(&self, state: &P::State) -> Option<Cost> {
        let small = self.abstraction.project(state);
        self.database.get(self.encoding.rank(&small))
    }
}
