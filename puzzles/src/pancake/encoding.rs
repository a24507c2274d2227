//! The perfect hash of stacks: their order, lexicographically.
//!
//! There is one part. The local rank has factorial digits, the most significant first, that say of each
//! pancake how many below it are smaller; turning over the upper k changes the first k of them alone.

use statewalk::encoding::Encoding;
use statewalk::encoding::error::EncodingError;
use statewalk::encoding::permutation::Permutation;
use statewalk::encoding::sequence::Sequence;

use super::rules::{MOST_PANCAKES, Stack};

/// The perfect hash of the stacks of one height.
#[derive(Debug)]
pub struct Orders {
    height: usize,
    orders: Permutation<Sequence<MOST_PANCAKES>>,
}

impl Orders {
    pub(super) fn new(height: usize) -> Result<Self, EncodingError> {
        let orders = Permutation::new(height)?;
        Ok(Self { height, orders })
    }

    /// How many parts there are.
    #[must_use]
    pub fn parts(&self) -> u64 {
        1
    }

    /// How many local ranks the part has.
    #[must_use]
    pub fn local_size(&self) -> u64 {
        self.orders.size()
    }
}

impl Encoding for Orders {
    type State = Stack;

    #[inline]
    fn size(&self) -> u64 {
        self.orders.size()
    }

    #[inline]
    fn rank(&self, stack: &Stack) -> u64 {
        let pancakes = Sequence::new(stack.0.to_le_bytes(), self.height);
        self.orders.rank(&pancakes)
    }

    #[inline]
    fn unrank_into(&self, rank: u64, stack: &mut Stack) {
        let mut pancakes = Sequence::new([0; MOST_PANCAKES], self.height);
        self.orders.unrank_into(rank, &mut pancakes);
        stack.0 = u128::from_le_bytes(*pancakes.padded());
    }

    const AT_ONCE: bool = true;

    fn rank_each(&self, stacks: &[Stack], ranks: &mut [u64]) {
        self.orders.rank_with(stacks, ranks, |stacks, lanes| {
            lanes.write_words(|lane| stacks.get(lane).map_or(0, |stack| stack.0));
        });
    }

    fn unrank_each(&self, ranks: &[u64], stacks: &mut [Stack]) {
        self.orders.unrank_with(ranks, stacks, |lanes, stacks| {
            for (lane, stack) in stacks.iter_mut().enumerate() {
                let mut pancakes = [0; MOST_PANCAKES];
                lanes.read(lane, &mut pancakes);
                stack.0 = u128::from_le_bytes(pancakes);
            }
        });
    }
}
