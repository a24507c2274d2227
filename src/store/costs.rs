//! Costs by node number, as narrow as they fit: bytes first, widened when a larger one comes.

use crate::cost::Cost;
use crate::memory::{BudgetVec, Memory, MemoryExhausted};

/// A growing list of costs in 1, 2, 4 or 8 bytes each.
///
/// Values below 255, 65,535 and 2^32 - 1 fit the first three widths (the largest value of a
/// width is kept free, so that dense tables can mark what was not reached). A negative or larger
/// cost widens the whole list, once; nothing is ever rounded.
#[derive(Debug)]
pub struct CostList {
    memory: Memory,
    width: Width,
}

#[derive(Debug)]
enum Width {
    U8(BudgetVec<u8>),
    U16(BudgetVec<u16>),
    U32(BudgetVec<u32>),
    I64(BudgetVec<i64>),
}

/// The value of a cell that holds no cost.
pub const UNREACHED: Cost = Cost::MAX;

impl CostList {
    /// An empty list.
    #[must_use]
    pub fn new(memory: &Memory) -> Self {
        Self {
            memory: memory.clone(),
            width: Width::U8(BudgetVec::new(memory)),
        }
    }

    /// A list of `len` cells that hold [`UNREACHED`], wide enough for costs up to `largest`.
    pub fn unreached(memory: &Memory, len: usize, largest: Cost) -> Result<Self, MemoryExhausted> {
        let width = match largest {
            0..0xFF => Width::U8(BudgetVec::filled(memory, len, u8::MAX)?),
            0xFF..0xFFFF => Width::U16(BudgetVec::filled(memory, len, u16::MAX)?),
            0xFFFF..0xFFFF_FFFF => Width::U32(BudgetVec::filled(memory, len, u32::MAX)?),
            _ => Width::I64(BudgetVec::filled(memory, len, i64::MAX)?),
        };
        let memory = memory.clone();
        Ok(Self { memory, width })
    }

    /// The cost at `index`, or [`UNREACHED`].
    #[inline]
    #[must_use]
    pub fn get(&self, index: usize) -> Cost {
        match &self.width {
            Width::U8(list) => widen(list[index]),
            Width::U16(list) => widen(list[index]),
            Width::U32(list) => widen(list[index]),
            Width::I64(list) => list[index],
        }
    }

    /// Replaces the cost at `index`.
    #[inline]
    pub fn set(&mut self, index: usize, cost: Cost) -> Result<(), MemoryExhausted> {
        loop {
            let stored = match &mut self.width {
                Width::U8(list) => narrow(cost).map(|c| list[index] = c),
                Width::U16(list) => narrow(cost).map(|c| list[index] = c),
                Width::U32(list) => narrow(cost).map(|c| list[index] = c),
                Width::I64(list) => {
                    list[index] = cost;
                    Some(())
                }
            };
            match stored {
                Some(()) => return Ok(()),
                None => self.widen()?,
            }
        }
    }

    /// Appends a cost.
    #[inline]
    pub fn push(&mut self, cost: Cost) -> Result<(), MemoryExhausted> {
        loop {
            let pushed = match &mut self.width {
                Width::U8(list) => narrow(cost).map(|c| list.push(c)),
                Width::U16(list) => narrow(cost).map(|c| list.push(c)),
                Width::U32(list) => narrow(cost).map(|c| list.push(c)),
                Width::I64(list) => Some(list.push(cost)),
            };
            match pushed {
                Some(result) => return result,
                None => self.widen()?,
            }
        }
    }

    /// Removes the last cost.
    pub fn pop(&mut self) {
        match &mut self.width {
            Width::U8(list) => drop(list.pop()),
            Width::U16(list) => drop(list.pop()),
            Width::U32(list) => drop(list.pop()),
            Width::I64(list) => drop(list.pop()),
        }
    }

    #[cold]
    #[inline(never)]
    fn widen(&mut self) -> Result<(), MemoryExhausted> {
        self.width = match &self.width {
            Width::U8(list) => Width::U16(converted(&self.memory, list, widen, u16::MAX)?),
            Width::U16(list) => Width::U32(converted(&self.memory, list, widen, u32::MAX)?),
            Width::U32(list) => Width::I64(converted(&self.memory, list, widen, i64::MAX)?),
            Width::I64(_) => return Ok(()),
        };
        Ok(())
    }
}

/// An unsigned cell type whose largest value means "no cost".
trait Cell: Copy + Eq + TryFrom<i64> + Into<u64> {
    const NONE: Self;
}

impl Cell for u8 {
    const NONE: Self = u8::MAX;
}

impl Cell for u16 {
    const NONE: Self = u16::MAX;
}

impl Cell for u32 {
    const NONE: Self = u32::MAX;
}

#[inline]
fn widen<C: Cell>(cell: C) -> Cost {
    if cell == C::NONE {
        UNREACHED
    } else {
        // At most 32 bits wide.
        Into::<u64>::into(cell).cast_signed()
    }
}

#[inline]
fn narrow<C: Cell>(cost: Cost) -> Option<C> {
    C::try_from(cost).ok().filter(|&cell| cell != C::NONE)
}

fn converted<A: Copy, B: Clone + TryFrom<i64>>(
    memory: &Memory,
    from: &[A],
    read: impl Fn(A) -> Cost,
    none: B,
) -> Result<BudgetVec<B>, MemoryExhausted> {
    let mut to = BudgetVec::filled(memory, from.len(), none)?;
    for (cell, &old) in to.iter_mut().zip(from) {
        // UNREACHED fits no narrow cell and stays the filled-in mark.
        if let Ok(value) = B::try_from(read(old)) {
            *cell = value;
        }
    }
    Ok(to)
}

#[cfg(test)]
mod tests {
    use super::{CostList, UNREACHED};
    use crate::memory::Memory;

    const EDGES: [i64; 10] = [
        0,
        254,
        255,
        65_534,
        65_535,
        93_529,
        0xFFFF_FFFE,
        0xFFFF_FFFF,
        -1,
        i64::MAX - 1,
    ];

    #[test]
    fn every_width_keeps_every_cost() {
        let mut list = CostList::new(&Memory::unlimited());
        for (count, &cost) in EDGES.iter().enumerate() {
            list.push(cost).unwrap();
            for (index, &expected) in EDGES[..=count].iter().enumerate() {
                assert_eq!(list.get(index), expected);
            }
        }
    }

    #[test]
    fn dense_cells_stay_unreached_while_others_widen() {
        for largest in [0, 300, 70_000, i64::MAX] {
            let mut list = CostList::unreached(&Memory::unlimited(), 3, largest).unwrap();
            for cost in EDGES {
                list.set(1, cost).unwrap();
                assert_eq!([0, 1, 2].map(|i| list.get(i)), [UNREACHED, cost, UNREACHED]);
            }
        }
    }

    #[test]
    fn widening_needs_room_for_both_lists() {
        let memory = Memory::limited(2500);
        let mut list = CostList::unreached(&memory, 1000, 10).unwrap();
        let refused = list.set(0, 1000).unwrap_err();
        assert_eq!((refused.needed, refused.used), (2000, 1000));
        assert_eq!(list.get(0), UNREACHED);
    }
}
