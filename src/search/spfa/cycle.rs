//! Cycles among parents: where corrections go round, the cost of the cycle is negative.
//!
//! If following parents from a node leads back to it, the arcs on the way cost less than 0 in sum;
//! and once a reachable cycle of negative cost has been corrected often enough, the parents always
//! hold a cycle (Cherkassky and Goldberg 1999, "Negative-cycle detection algorithms").

use crate::memory::{BudgetVec, Memory, MemoryExhausted};
use crate::store::Parents;
use crate::store::word::{Word, index};

/// A node on a cycle among the parents of the nodes numbered below `count`.
///
/// It takes constant time for each node, and 4 bytes (8 where there are more nodes than 32 bits can
/// number).
pub(super) fn find<S>(
    store: &S,
    count: u64,
    memory: &Memory,
) -> Result<Option<S::Id>, MemoryExhausted>
where
    S: Parents<Id: Into<u64> + TryFrom<u64>>,
{
    if count <= u32::ROOM {
        find_by::<S, u32>(store, count, memory)
    } else {
        find_by::<S, u64>(store, count, memory)
    }
}

/// As [`find`]; `W` can number the walks.
fn find_by<S, W: Word>(
    store: &S,
    count: u64,
    memory: &Memory,
) -> Result<Option<S::Id>, MemoryExhausted>
where
    S: Parents<Id: Into<u64> + TryFrom<u64>>,
{
    let len = usize::try_from(count).unwrap_or(usize::MAX);
    // The number of the walk that came by. A walk ends where one was before: where an earlier one was, the
    // way leads to a start, since that walk found no cycle.
    let mut walks = BudgetVec::filled(memory, len, W::NONE)?;
    for first in 0..count {
        let mut next = S::Id::try_from(first).ok();
        let walk = W::narrow(first);
        while let Some(id) = next {
            let Some(before) = walks.get_mut(index(id.into())) else {
                break;
            };
            if *before != W::NONE {
                if *before == walk {
                    return Ok(Some(id));
                }
                break;
            }
            *before = walk;
            next = store.parent(id);
        }
    }
    Ok(None)
}
