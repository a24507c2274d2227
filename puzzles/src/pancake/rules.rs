//! The rules of pancakes: the upper ones of a stack are turned over.

use statewalk::encoding::error::EncodingError;
use statewalk::space::{Invertible, Predecessors, StateSpace, predecessors_by_inverse};

use super::encoding::Orders;
use super::places::Places;

/// The most pancakes of a stack: a word holds one in each byte.
pub const MOST_PANCAKES: usize = 16;

/// A stack: byte 0 is the uppermost pancake, and the smallest is 0. The bytes behind the stack are 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Stack(pub(super) u128);

/// For each number of pancakes that are turned over: the bytes of those below them.
static BELOW: [u128; MOST_PANCAKES + 1] = {
    let mut below = [0; MOST_PANCAKES + 1];
    let mut turned = 0;
    while turned < MOST_PANCAKES {
        below[turned] = u128::MAX << (8 * turned);
        turned += 1;
    }
    below
};

/// The stacks of so many pancakes.
#[derive(Clone, Copy, Debug)]
pub struct Pancakes {
    height: u8,
}

impl Pancakes {
    /// The rules for stacks of `height` pancakes, 1 to [`MOST_PANCAKES`].
    #[must_use]
    pub fn new(height: usize) -> Option<Self> {
        let fits = (1..=MOST_PANCAKES).contains(&height);
        let height = u8::try_from(height).ok().filter(|_| fits)?;
        Some(Self { height })
    }

    /// How many pancakes a stack has.
    #[must_use]
    pub fn height(&self) -> usize {
        self.height.into()
    }

    /// The stack in order, the smallest pancake on top.
    #[must_use]
    pub fn goal(&self) -> Stack {
        let mut bytes = [0; MOST_PANCAKES];
        for (byte, pancake) in bytes.iter_mut().zip(0..self.height) {
            *byte = pancake;
        }
        Stack(u128::from_le_bytes(bytes))
    }

    /// The stack of these pancakes, the uppermost first, numbered from 0; `None` if they are not each of them
    /// once.
    #[must_use]
    pub fn stack(&self, pancakes: &[u8]) -> Option<Stack> {
        let mut bytes = [0; MOST_PANCAKES];
        if pancakes.len() != self.height() {
            return None;
        }
        let mut seen = 0u32;
        for (byte, &pancake) in bytes.iter_mut().zip(pancakes) {
            if pancake >= self.height || seen >> pancake & 1 == 1 {
                return None;
            }
            seen |= 1 << pancake;
            *byte = pancake;
        }
        Some(Stack(u128::from_le_bytes(bytes)))
    }

    /// The pancakes of `stack`, the uppermost first.
    pub fn pancakes(&self, stack: Stack) -> impl Iterator<Item = u8> + use<> {
        stack.0.to_le_bytes().into_iter().take(self.height())
    }

    /// The perfect hash of the stacks.
    ///
    /// # Errors
    /// None for the heights that there are.
    pub fn orders(&self) -> Result<Orders, EncodingError> {
        Orders::new(self.height())
    }

    /// The perfect hash of the stacks by the places of pancakes, on whose ranks flips act.
    ///
    /// # Errors
    /// None for the heights that there are.
    pub fn places(&self) -> Result<Places, EncodingError> {
        Places::new(self.height())
    }
}

impl StateSpace for Pancakes {
    type State = Stack;
    /// How many pancakes are turned over, from 2 on.
    type Action = u8;

    #[inline]
    fn actions<'a>(&'a self, _: &Stack) -> impl Iterator<Item = u8> + use<'a> {
        2..=self.height
    }

    #[inline]
    fn apply(&self, stack: &mut Stack, &turned: &u8) {
        // All bytes in reverse bring the last to the front; those that stay are shifted out.
        let upper = stack.0.swap_bytes() >> (u128::BITS - u32::from(turned) * 8);
        let lower = stack.0 & BELOW[usize::from(turned)];
        stack.0 = upper | lower;
    }

    fn max_cost(&self) -> Option<i64> {
        Some(1)
    }

    fn is_applicable(&self, _: &Stack, turned: &u8) -> bool {
        (2..=self.height).contains(turned)
    }
}

impl Invertible for Pancakes {
    #[inline]
    fn inverse(&self, &turned: &u8) -> u8 {
        turned
    }
}

impl Predecessors for Pancakes {
    #[inline]
    fn predecessors<'a>(&'a self, stack: &Stack) -> impl Iterator<Item = (u8, Stack)> + use<'a> {
        predecessors_by_inverse(self, stack)
    }
}
