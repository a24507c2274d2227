//! Encodings straight from their definitions, without tables or bit tricks, to measure against.

pub mod digits;
pub mod listed;

use statewalk::encoding::Encoding;

/// Permutations in lexicographic order: each item is counted among the later ones.
#[derive(Clone, Copy, Debug)]
pub struct Lehmer<const N: usize>;

impl<const N: usize> Encoding for Lehmer<N> {
    type State = [u8; N];

    fn size(&self) -> u64 {
        (1..=N as u64).product()
    }

    fn rank(&self, state: &[u8; N]) -> u64 {
        let mut rank = 0;
        for (place, item) in state.iter().enumerate() {
            let later = &state[place + 1..];
            let smaller = later.iter().filter(|other| *other < item).count();
            rank = rank * (N - place) as u64 + smaller as u64;
        }
        rank
    }

    fn unrank_into(&self, mut rank: u64, state: &mut [u8; N]) {
        for place in (0..N).rev() {
            let radix = (N - place) as u64;
            let smaller = u8::try_from(rank % radix).expect("at most 20 items");
            rank /= radix;
            // The later items are an order among themselves; make room for this one.
            for other in &mut state[place + 1..] {
                *other += u8::from(*other >= smaller);
            }
            state[place] = smaller;
        }
    }
}

/// Sets of `k` of `n` items in the combinatorial number system, binomials multiplied out when needed.
#[derive(Clone, Copy, Debug)]
pub struct Binomials {
    /// How many items there are.
    pub n: usize,
    /// How many are chosen.
    pub k: usize,
}

fn binomial(n: usize, k: usize) -> u64 {
    let step = |product: u128, i: usize| product * (n - i) as u128 / (i as u128 + 1);
    let all = if k > n { 0 } else { (0..k).fold(1, step) };
    u64::try_from(all).expect("sizes of 64 bits")
}

impl Encoding for Binomials {
    type State = Vec<u8>;

    fn size(&self) -> u64 {
        binomial(self.n, self.k)
    }

    fn rank(&self, state: &Vec<u8>) -> u64 {
        let places = (1..).zip(state);
        places.map(|(i, &item)| binomial(item.into(), i)).sum()
    }

    fn unrank_into(&self, mut rank: u64, state: &mut Vec<u8>) {
        let mut item = self.n;
        for place in (0..self.k).rev() {
            item -= 1;
            while binomial(item, place + 1) > rank {
                item -= 1;
            }
            rank -= binomial(item, place + 1);
            state[place] = u8::try_from(item).expect("items are bytes");
        }
    }
}
