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

    /// Appends a node, or changes nothing.
    #[inline]
    pub(super) fn push(&mut self, g: Cost, parent: u32) -> Result<(), MemoryExhausted> {
        let narrow = narrow(g);
        if narrow == WIDE {
            self.note_wide(self.nodes.len(), g)?;
        }
        self.nodes.push(Node { g: narrow, parent })
    }

    /// Replaces cost and parent, or changes nothing.
    #[inline]
    pub(super) fn set(&mut self, id: u32, g: Cost, parent: u32) -> Result<(), MemoryExhausted> {
        let narrow = narrow(g);
        if narrow == WIDE {
            self.note_wide(id as usize, g)?;
        }
        self.nodes[id as usize] = Node { g: narrow, parent };
        Ok(())
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
    use crate::memory::Memory;

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
    fn every_cost_is_kept_and_can_be_replaced_by_every_other() {
        for old in EDGES {
            for new in EDGES {
                let mut list = NodeList::new(&Memory::unlimited());
                for g in [5, old, 7] {
                    list.push(g, NO_PARENT).unwrap();
                }
                assert_eq!([0, 1, 2].map(|id| list.g(id)), [5, old, 7]);
                list.set(1, new, 2).unwrap();
                assert_eq!([0, 1, 2].map(|id| list.g(id)), [5, new, 7]);
                assert_eq!([0, 1].map(|id| list.parent(id)), [None, Some(2)]);
            }
        }
    }

    #[test]
    fn what_finds_no_room_changes_nothing() {
        let memory = Memory::limited(200);
        let mut list = NodeList::new(&memory);
        for g in 0..8 {
            list.push(g, 0).unwrap();
        }
        // Eight nodes of 8 bytes leave no room for eight wide costs and their doubling.
        list.set(7, i64::MAX, 1).unwrap();
        assert!(list.push(i64::MAX, 1).is_err());
        assert!(list.push(8, 1).is_err());
        assert_eq!(
            (list.g(7), list.g(6), list.parent(7)),
            (i64::MAX, 6, Some(1))
        );
    }
}
