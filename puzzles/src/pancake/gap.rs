//! The gap heuristic (Helmert 2010): neighbours in the stack that are not neighbours by size must be parted.

use statewalk::cost::Cost;
use statewalk::heuristic::Heuristic;

use super::rules::{MOST_PANCAKES, Pancakes, Stack};

/// How many gaps a stack has: pairs of pancakes on top of each other whose sizes differ by more than one, and
/// one more where the lowest is not the largest.
///
/// Toward another stack than the one in order, sizes are the places in that stack.
///
/// A flip changes one pair, so each gap costs at least 1: the estimate is admissible and consistent for stacks
/// that are to be put in order.
#[derive(Clone, Copy, Debug)]
pub struct Gaps {
    height: usize,
    /// The plate below the stack: a pancake of the next size, in its byte.
    plate: u128,
    /// The sizes of the pancakes, of which the stack that is to be made has one after the other.
    sizes: [u8; MOST_PANCAKES],
    /// Whether that is the stack in order, so that each pancake has its own size.
    is_ordered: bool,
}

impl Gaps {
    /// The estimate for stacks of these rules that are to be put in order.
    #[must_use]
    pub fn new(rules: &Pancakes) -> Self {
        Self::toward(rules, rules.goal())
    }

    /// The estimate for stacks of these rules that are to become `goal`: gaps are counted as if its pancakes were
    /// in order.
    #[must_use]
    pub fn toward(rules: &Pancakes, goal: Stack) -> Self {
        let mut sizes = [0; MOST_PANCAKES];
        for (size, pancake) in (0..).zip(rules.pancakes(goal)) {
            sizes[usize::from(pancake)] = size;
        }
        let height = rules.height();
        let mut bytes = [0; MOST_PANCAKES + 1];
        // At most 16.
        bytes[height] = u8::try_from(height).unwrap_or(0);
        let mut below = [0; MOST_PANCAKES];
        below.copy_from_slice(&bytes[1..]);
        Self {
            height,
            plate: u128::from_le_bytes(below),
            sizes,
            is_ordered: goal == rules.goal(),
        }
    }
}

impl Heuristic<Stack> for Gaps {
    #[inline]
    fn estimate(&self, stack: &Stack) -> Option<Cost> {
        let mut stack = *stack;
        if !self.is_ordered {
            let mut pancakes = stack.0.to_le_bytes();
            for pancake in pancakes.iter_mut().take(self.height) {
                *pancake = self.sizes[usize::from(*pancake)];
            }
            stack.0 = u128::from_le_bytes(pancakes);
        }
        let upper = stack.0.to_le_bytes();
        let lower = ((stack.0 >> 8) | self.plate).to_le_bytes();
        let pairs = upper.into_iter().zip(lower).take(self.height);
        let gaps = pairs.filter(|&(upper, lower)| upper.abs_diff(lower) > 1);
        Some(gaps.count().try_into().unwrap_or(Cost::MAX))
    }
}

#[cfg(test)]
mod tests {
    use statewalk::heuristic::Heuristic;

    use super::{Gaps, Pancakes};

    #[test]
    fn gaps_are_counted() {
        let gaps = |pancakes: &[u8]| {
            let rules = Pancakes::new(pancakes.len()).unwrap();
            Gaps::new(&rules).estimate(&rules.stack(pancakes).unwrap())
        };
        assert_eq!(gaps(&[0]), Some(0));
        assert_eq!(gaps(&[0, 1, 2, 3]), Some(0));
        assert_eq!(gaps(&[3, 2, 1, 0]), Some(1));
        assert_eq!(gaps(&[2, 0, 3, 1]), Some(4));
        assert_eq!(
            gaps(&[1, 0, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15]),
            Some(1)
        );
        assert_eq!(
            gaps(&[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 15, 14]),
            Some(2)
        );
    }
}
