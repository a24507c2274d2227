//! Digits by division and multiset permutations by factorials, straight from their definitions.

use statewalk::encoding::Encoding;

/// Sequences of digits, each below its own radix: a division a digit.
#[derive(Clone, Debug)]
pub struct Divided {
    /// The radices, the most significant first.
    pub radices: Vec<u64>,
}

impl Encoding for Divided {
    type State = Vec<u8>;

    fn size(&self) -> u64 {
        self.radices.iter().product()
    }

    fn rank(&self, state: &Vec<u8>) -> u64 {
        let digits = self.radices.iter().zip(state);
        digits.fold(0, |rank, (radix, &digit)| rank * radix + u64::from(digit))
    }

    fn unrank_into(&self, mut rank: u64, state: &mut Vec<u8>) {
        for (radix, digit) in self.radices.iter().zip(state).rev() {
            *digit = u8::try_from(rank % radix).expect("digits are bytes");
            rank /= radix;
        }
    }
}

/// Sequences of `pieces` digits below `values` whose sum is a multiple of `values`.
#[derive(Clone, Copy, Debug)]
pub struct Turns {
    /// How many digits there are.
    pub pieces: usize,
    /// The radix of each.
    pub values: u64,
}

impl Encoding for Turns {
    type State = Vec<u8>;

    fn size(&self) -> u64 {
        (1..self.pieces).map(|_| self.values).product()
    }

    fn rank(&self, state: &Vec<u8>) -> u64 {
        let free = &state[..self.pieces - 1];
        free.iter()
            .fold(0, |rank, &turn| rank * self.values + u64::from(turn))
    }

    fn unrank_into(&self, mut rank: u64, state: &mut Vec<u8>) {
        let mut last = 0;
        for turn in state[..self.pieces - 1].iter_mut().rev() {
            let digit = rank % self.values;
            last = (last + self.values - digit) % self.values;
            *turn = u8::try_from(digit).expect("turns are bytes");
            rank /= self.values;
        }
        state[self.pieces - 1] = u8::try_from(last).expect("turns are bytes");
    }
}

/// Orders of items of which `counts[i]` are of kind `i`: factorials of what is left at every place.
#[derive(Clone, Debug)]
pub struct Words {
    /// How many items of each kind there are.
    pub counts: Vec<u64>,
}

/// `n! / (c_1! c_2! ...)`, multiplied out.
fn orders(counts: &[u64]) -> u64 {
    let factorial = |n: u64| (1..=u128::from(n)).product::<u128>();
    let mut items = 0;
    let mut orders = 1u128;
    for &count in counts {
        // One binomial after the other, so that no factorial of all items is needed.
        items += count;
        let falling: u128 = (items - count + 1..=items).map(u128::from).product();
        orders *= falling / factorial(count);
    }
    u64::try_from(orders).expect("sizes of 64 bits")
}

impl Encoding for Words {
    type State = Vec<u8>;

    fn size(&self) -> u64 {
        orders(&self.counts)
    }

    fn rank(&self, state: &Vec<u8>) -> u64 {
        let mut left = self.counts.clone();
        let mut rank = 0;
        for &kind in state {
            for smaller in 0..usize::from(kind) {
                if left[smaller] > 0 {
                    left[smaller] -= 1;
                    rank += orders(&left);
                    left[smaller] += 1;
                }
            }
            left[usize::from(kind)] -= 1;
        }
        rank
    }

    fn unrank_into(&self, mut rank: u64, state: &mut Vec<u8>) {
        let mut left = self.counts.clone();
        for item in state {
            for kind in 0..left.len() {
                if left[kind] == 0 {
                    continue;
                }
                left[kind] -= 1;
                let begun = orders(&left);
                if rank < begun {
                    *item = u8::try_from(kind).expect("kinds are bytes");
                    break;
                }
                rank -= begun;
                left[kind] += 1;
            }
        }
    }
}
