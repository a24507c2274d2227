//! Stacks of ids that share one memory.

use crate::memory::{BudgetVec, Memory, MemoryExhausted};

/// The memory of many stacks, cut into chunks, so that the ids of a stack lie side by side.
///
/// A stack is known by its top: where its next id goes, 0 while it is empty. A chunk costs the size of its
/// ids and a link; chunks that become empty serve any stack again.
#[derive(Debug)]
pub(super) struct Chunks<Id> {
    /// Chunk after chunk.
    ids: BudgetVec<Id>,
    /// For each chunk the top before it in its stack, or the next free chunk.
    links: BudgetVec<u32>,
    /// The first free chunk.
    free: u32,
    /// Ids of a chunk, as a power of two.
    bits: u32,
    /// The bits of a top that tell the place in its chunk.
    mask: u32,
}

/// There is no free chunk.
const END: u32 = u32::MAX;

impl<Id: Copy> Chunks<Id> {
    /// No chunk yet; each will hold 2^`bits` ids.
    pub(super) fn new(memory: &Memory, bits: u32) -> Self {
        Self {
            ids: BudgetVec::new(memory),
            links: BudgetVec::new(memory),
            free: END,
            bits,
            mask: (1 << bits) - 1,
        }
    }

    /// Adds an id to the stack, if that needs no new chunk.
    #[expect(
        clippy::inline_always,
        reason = "a part of the hot loop: called, it takes twice as long"
    )]
    #[inline(always)]
    pub(super) fn offer(&mut self, top: &mut u32, id: Id) -> bool {
        let place = *top;
        if place & self.mask == 0 {
            return false;
        }
        *top = place + 1;
        self.ids[place as usize] = id;
        true
    }

    /// Adds the id at the beginning of a chunk.
    #[cold]
    #[inline(never)]
    pub(super) fn push_apart(&mut self, top: &mut u32, id: Id) -> Result<(), MemoryExhausted> {
        let chunk = if self.free == END {
            self.new_chunk(id)?
        } else {
            let chunk = self.free;
            self.free = self.links[chunk as usize];
            chunk
        };
        let place = chunk << self.bits;
        self.ids[place as usize] = id;
        self.links[chunk as usize] = *top;
        *top = place + 1;
        Ok(())
    }

    fn new_chunk(&mut self, id: Id) -> Result<u32, MemoryExhausted> {
        let old = self.ids.len();
        let size = 1usize << self.bits;
        // Positions have 32 bits, as the nodes of hash stores have.
        if u32::try_from(old + size).is_err() {
            return Err(MemoryExhausted::too_many(u64::from(u32::MAX)));
        }
        let pushed = (0..size).try_for_each(|_| self.ids.push(id));
        if let Err(full) = pushed.and_then(|()| self.links.push(0)) {
            self.ids.truncate(old);
            return Err(full);
        }
        Ok(u32::try_from(self.links.len() - 1).unwrap_or(END))
    }

    /// Takes the last id from a stack that is not empty.
    #[inline]
    pub(super) fn pop(&mut self, top: &mut u32) -> Id {
        let last = *top - 1;
        let id = self.ids[last as usize];
        *top = last;
        if last & self.mask == 0 {
            self.shrink(top);
        }
        id
    }

    /// Gives back the chunk that has become empty at the top of a stack.
    #[cold]
    #[inline(never)]
    fn shrink(&mut self, top: &mut u32) {
        let chunk = *top >> self.bits;
        *top = self.links[chunk as usize];
        self.links[chunk as usize] = self.free;
        self.free = chunk;
    }
}
