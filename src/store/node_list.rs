//! Costs and parents of numbered nodes, side by side: a node that is improved changes both.

use crate::cost::Cost;
use crate::memory::{BudgetVec, Memory, MemoryExhausted};

/// A growing list of costs and parents.
///
/// A node takes 8 bytes. Costs that do not fit into 31 bits and a sign stand in a list beside it, of 8 bytes
/// for every node up to the last such one; nothing is ever rounded.
#[derive(Debug)]
pub(super) struct NodeList {
    nodes: BudgetVec<Node>,
    wide: BudgetVec<Cost>,
}

#[derive(Clone, Copy, Debug)]
struct Node {
    g: i32,
    parent: u32,
}

/// The parent of a start; no node has this id.
pub(super) const NO_PARENT: u32 = u32::MAX;

/// The cost stands in the wide list.
const WIDE: i32 = i32::MIN;

fn narrow(g: Cost) -> i32 {
    i32::try_from(g).unwrap_or(WIDE)
}

impl NodeList {
    pub(super) fn new(memory: &Memory) -> Self {
        Self {
            nodes: BudgetVec::new(memory),
            wide: BudgetVec::new(memory),
        }
    }

    #[inline]
    pub(super) fn g(&self, id: u32) -> Cost {
        match self.nodes[id as usize].g {
            WIDE => self.wide_g(id),
            g => g.into(),
        }
    }

    #[cold]
    fn wide_g(&self, id: u32) -> Cost {
        self.wide[id as usize]
    }

    /// The node that `id` was last reached from; `None` for a start.
    #[inline]
    pub(super) fn parent(&self, id: u32) -> Option<u32> {
        let parent = self.nodes[id as usize].parent;
        (parent != NO_PARENT).then_some(parent)
    }

    /// Makes room for one node more, and returns for how many there is room now.
    pub(super) fn reserve_one(&mut self) -> Result<usize, MemoryExhausted> {
        self.nodes.reserve_one()
    }

    /// Appends a node for which [`reserve_one`](Self::reserve_one) made room. Only a wide cost can
    /// still find none; nothing changes then.
    #[inline]
    pub(super) fn push_reserved(&mut self, g: Cost, parent: u32) -> Result<(), MemoryExhausted> {
        let narrow = narrow(g);
        if narrow == WIDE {
            self.note_wide(self.nodes.len(), g)?;
        }
        self.nodes.push_reserved(Node { g: narrow, parent });
        Ok(())
    }

    /// As [`push_reserved`](Self::push_reserved), unless the cost is wide; says whether it is not.
    #[inline]
    pub(super) fn push_narrow(&mut self, g: Cost, parent: u32) -> bool {
        let narrow = narrow(g);
        if narrow != WIDE {
            self.nodes.push_reserved(Node { g: narrow, parent });
        }
        narrow != WIDE
    }

    /// Replaces cost and parent if `g` is lower than the cost so far, and tells whether it is. An
    /// error changes nothing.
    #[inline]
    pub(super) fn lower(&mut self, id: u32, g: Cost, parent: u32) -> Result<bool, MemoryExhausted> {
        match self.lower_narrow(id, g, parent) {
            Some(is_lower) => Ok(is_lower),
            None => self.lower_wide(id, g, parent),
        }
    }

    /// As [`lower`](Self::lower). `None` if one of the costs is wide; nothing changed then.
    #[inline]
    pub(super) fn lower_narrow(&mut self, id: u32, g: Cost, parent: u32) -> Option<bool> {
        let node = &mut self.nodes[id as usize];
        if g >= node.g.into() && node.g != WIDE {
            return Some(false);
        }
        let narrow = narrow(g);
        if node.g == WIDE || narrow == WIDE {
            return None;
        }
        *node = Node { g: narrow, parent };
        Some(true)
    }

    /// As [`lower`](Self::lower), where one of the costs is wide.
    #[cold]
    #[inline(never)]
    fn lower_wide(&mut self, id: u32, g: Cost, parent: u32) -> Result<bool, MemoryExhausted> {
        if g >= self.g(id) {
            return Ok(false);
        }
        let narrow = narrow(g);
        if narrow == WIDE {
            self.note_wide(id as usize, g)?;
        }
        self.nodes[id as usize] = Node { g: narrow, parent };
        Ok(true)
    }

    #[cold]
    #[inline(never)]
    fn note_wide(&mut self, index: usize, g: Cost) -> Result<(), MemoryExhausted> {
        while self.wide.len() <= index {
            self.wide.push(0)?;
        }
        self.wide[index] = g;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::{NO_PARENT, NodeList};
    use crate::memory::{Memory, MemoryExhausted};

    fn push(list: &mut NodeList, g: i64, parent: u32) -> Result<(), MemoryExhausted> {
        list.reserve_one()?;
        list.push_reserved(g, parent)
    }

    const EDGES: [i64; 9] = [
        0,
        -1,
        i64::MIN,
        0x7FFF_FFFF,
        0x8000_0000,
        -0x7FFF_FFFF,
        -0x8000_0000,
        -0x8000_0001,
        i64::MAX,
    ];

    #[test]
    fn every_cost_is_kept_and_is_replaced_by_every_lower_one() {
        for old in EDGES {
            for new in EDGES {
                let mut list = NodeList::new(&Memory::unlimited());
                for g in [5, old, 7] {
                    push(&mut list, g, NO_PARENT).unwrap();
                }
                assert_eq!([0, 1, 2].map(|id| list.g(id)), [5, old, 7]);
                assert_eq!(list.lower(1, new, 2), Ok(new < old), "{new} {old}");
                let (kept, parent) = if new < old {
                    (new, Some(2))
                } else {
                    (old, None)
                };
                assert_eq!([0, 1, 2].map(|id| list.g(id)), [5, kept, 7]);
                assert_eq!([0, 1].map(|id| list.parent(id)), [None, parent]);
            }
        }
    }

    #[test]
    fn what_finds_no_room_changes_nothing() {
        let memory = Memory::limited(200);
        let mut list = NodeList::new(&memory);
        for g in 0..8 {
            push(&mut list, g, 0).unwrap();
        }
        // Eight nodes of 8 bytes leave room for eight wide costs, but not for nine of both.
        assert_eq!(list.lower(7, i64::MIN, 1), Ok(true));
        assert!(push(&mut list, i64::MAX, 1).is_err());
        push(&mut list, 8, 1).unwrap();
        assert!(push(&mut list, 9, 1).is_err());
        assert_eq!(list.g(8), 8);
        assert_eq!(
            (list.g(7), list.g(6), list.parent(7)),
            (i64::MIN, 6, Some(1))
        );
    }
}
