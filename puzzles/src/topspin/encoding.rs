//! The perfect hash of rings: their order, lexicographically, among those of even parity where no turn changes
//! parity.
//!
//! There is one part. The local rank has factorial digits, the most significant first, that say of each
//! token how many later ones are smaller; where all turns are even, the last two have no digit. A flip
//! changes the digits of the turnstile alone.

use statewalk::encoding::Encoding;
use statewalk::encoding::error::EncodingError;
use statewalk::encoding::even_permutation::EvenPermutation;
use statewalk::encoding::lanes::Lanes;
use statewalk::encoding::permutation::Permutation;
use statewalk::encoding::sequence::Sequence;

use super::rules::{MOST_TOKENS, Ring, TopSpin};

type Tokens = Sequence<MOST_TOKENS>;

/// The perfect hash of the rings of one size.
#[derive(Debug)]
pub struct Orders {
    rules: TopSpin,
    kind: Kind,
}

#[derive(Debug)]
enum Kind {
    All(Permutation<Tokens>),
    Even(EvenPermutation<Tokens>),
}

impl Orders {
    pub(super) fn new(rules: TopSpin) -> Result<Self, EncodingError> {
        let kind = if rules.is_even() {
            Kind::Even(EvenPermutation::new(rules.tokens())?)
        } else {
            Kind::All(Permutation::new(rules.tokens())?)
        };
        Ok(Self { rules, kind })
    }

    /// How many parts there are.
    #[must_use]
    pub fn parts(&self) -> u64 {
        1
    }

    /// How many local ranks the part has: all orders of the tokens, or half of them.
    #[must_use]
    pub fn local_size(&self) -> u64 {
        self.size()
    }
}

impl Encoding for Orders {
    type State = Ring;

    #[inline]
    fn size(&self) -> u64 {
        match &self.kind {
            Kind::All(orders) => orders.size(),
            Kind::Even(orders) => orders.size(),
        }
    }

    #[inline]
    fn rank(&self, ring: &Ring) -> u64 {
        let tokens = self.rules.shown(*ring).collect();
        match &self.kind {
            Kind::All(orders) => orders.rank(&tokens),
            Kind::Even(orders) => orders.rank(&tokens),
        }
    }

    #[inline]
    fn unrank_into(&self, rank: u64, ring: &mut Ring) {
        let mut tokens = Tokens::new([0; MOST_TOKENS], self.rules.tokens());
        match &self.kind {
            Kind::All(orders) => orders.unrank_into(rank, &mut tokens),
            Kind::Even(orders) => orders.unrank_into(rank, &mut tokens),
        }
        *ring = Ring::of(tokens.as_ref());
    }

    const AT_ONCE: bool = true;

    fn rank_each(&self, rings: &[Ring], ranks: &mut [u64]) {
        let write = |rings: &[Ring], lanes: &mut Lanes| {
            let mut tokens = [0; MOST_TOKENS];
            let tokens = &mut tokens[..self.rules.tokens()];
            for (lane, ring) in rings.iter().enumerate() {
                for (token, shown) in tokens.iter_mut().zip(self.rules.shown(*ring)) {
                    *token = shown;
                }
                lanes.write(lane, tokens);
            }
        };
        match &self.kind {
            Kind::All(orders) => orders.rank_with(rings, ranks, write),
            Kind::Even(orders) => orders.rank_with(rings, ranks, write),
        }
    }

    fn unrank_each(&self, ranks: &[u64], rings: &mut [Ring]) {
        let read = |lanes: &Lanes, rings: &mut [Ring]| {
            let mut tokens = [0; MOST_TOKENS];
            let tokens = &mut tokens[..self.rules.tokens()];
            for (lane, ring) in rings.iter_mut().enumerate() {
                lanes.read(lane, tokens);
                *ring = Ring::of(tokens);
            }
        };
        match &self.kind {
            Kind::All(orders) => orders.unrank_with(ranks, rings, read),
            Kind::Even(orders) => orders.unrank_with(ranks, rings, read),
        }
    }
}
