//! Cycles among parents: where corrections go round, the cost of the cycle is negative.
//!
//! If following parents from a node leads back to it, the arcs on the way cost less than 0 in sum;
//! and once a reachable cycle of negative cost has been corrected often enough, the parents always
//! hold a cycle (Cherkassky and Goldberg 1999, "Negative-cycle detection algorithms").

use crate::memory::{BudgetVec, Memory, MemoryExhausted};
use crate::store::Parents;

/// Not looked at yet.
const UNSEEN: u8 = 0;
/// On the walk in progress.
const ON_WALK: u8 = 1;
/// Leads to a start.
const CLEAR: u8 = 2;

/// A node on a cycle among the parents of the nodes numbered below `count`.
///
/// It takes a byte and constant time for each node.
pub(super) fn find<S>(
    store: &S,
    count: u64,
    memory: &Memory,
) -> Result<Option<S::Id>, MemoryExhausted>
where
    S: Parents<Id: Into<u64> + TryFrom<u64>>,
{
    let len = usize::try_from(count).unwrap_or(usize::MAX);
    let mut marks = BudgetVec::filled(memory, len, UNSEEN)?;
    for first in (0..count).filter_map(|number| S::Id::try_from(number).ok()) {
        let mut next = Some(first);
        while let Some(id) = next {
            match mark(&mut marks, id) {
                Some(seen @ &mut UNSEEN) => *seen = ON_WALK,
                Some(&mut ON_WALK) => return Ok(Some(id)),
                _ => break,
            }
            next = store.parent(id);
        }
        next = Some(first);
        while let Some(id) = next {
            match mark(&mut marks, id) {
                Some(seen @ &mut ON_WALK) => *seen = CLEAR,
                _ => break,
            }
            next = store.parent(id);
        }
    }
    Ok(None)
}

#[inline]
fn mark<Id: Into<u64>>(marks: &mut [u8], id: Id) -> Option<&mut u8> {
    usize::try_from(id.into())
        .ok()
        .and_then(|index| marks.get_mut(index))
}
