//! The perfect hash of rings that turns leave alone as far as can be: where one token stands, and the order of
//! the others past it.
//!
//! The *part* of a ring is the place of token 0, its *local rank* that of the tokens past it, all the way round,
//! lexicographically. A turn of the ring changes the part alone. A flip reverses some neighbours in the order,
//! where token 0 is not in the turnstile; otherwise the whole order changes, and the map of it is a
//! table.

use statewalk::encoding::Encoding;
use statewalk::encoding::error::EncodingError;
use statewalk::encoding::even_permutation::EvenPermutation;
use statewalk::encoding::permutation::Permutation;
use statewalk::encoding::sequence::Sequence;
use statewalk::rank_actions::lehmer::Lehmer;
use statewalk::rank_actions::{RankActions, RankActionsError, RankMoves};

use super::rules::{MOST_TOKENS, Ring, TopSpin};

type Tokens = Sequence<MOST_TOKENS>;

/// The perfect hash of the rings of one size by the place of token 0.
#[derive(Debug)]
pub struct Turned {
    rules: TopSpin,
    others: Others,
}

/// The orders of all tokens but one.
#[derive(Debug)]
enum Others {
    All(Permutation<Tokens>),
    /// Where no turn changes parity there is an odd number of tokens, so that the parity of the others does not
    /// depend on the place of token 0.
    Even(EvenPermutation<Tokens>),
}

impl Turned {
    pub(super) fn new(rules: TopSpin) -> Result<Self, EncodingError> {
        let others = rules.tokens() - 1;
        let others = if rules.is_even() {
            Others::Even(EvenPermutation::new(others)?)
        } else {
            Others::All(Permutation::new(others)?)
        };
        // The size of all must be a size, too.
        let turned = Self { rules, others };
        match turned.locals().checked_mul(rules.tokens() as u64) {
            Some(_) => Ok(turned),
            None => Err(EncodingError::TooLarge {
                size: Some(u128::from(turned.locals()) * rules.tokens() as u128),
            }),
        }
    }

    fn locals(&self) -> u64 {
        match &self.others {
            Others::All(orders) => orders.size(),
            Others::Even(orders) => orders.size(),
        }
    }

    /// What a flip does to the order past token 0 where that stands at `place` of the turnstile.
    fn around(&self, place: usize) -> Vec<usize> {
        let (others, stile) = (self.rules.tokens() - 1, self.rules.stile());
        let after = stile - 1 - place;
        let before = (others - place..others).rev();
        let rest = after..others - place;
        before.chain(rest).chain((0..after).rev()).collect()
    }
}

impl Encoding for Turned {
    type State = Ring;

    #[inline]
    fn size(&self) -> u64 {
        self.locals() * self.rules.tokens() as u64
    }

    #[inline]
    fn rank(&self, ring: &Ring) -> u64 {
        let len = self.rules.tokens();
        let shown: Tokens = self.rules.shown(*ring).collect();
        let shown = shown.as_ref();
        let place = shown.iter().position(|&token| token == 0).unwrap_or(0);
        let mut others = Tokens::new([0; MOST_TOKENS], len - 1);
        let past = shown[place + 1..].iter().chain(&shown[..place]);
        for (other, &token) in others.as_mut().iter_mut().zip(past) {
            *other = token - 1;
        }
        let local = match &self.others {
            Others::All(orders) => orders.rank(&others),
            Others::Even(orders) => orders.rank(&others),
        };
        place as u64 * self.locals() + local
    }

    #[inline]
    fn unrank_into(&self, rank: u64, ring: &mut Ring) {
        let len = self.rules.tokens();
        let (place, local) = (rank / self.locals(), rank % self.locals());
        let mut others = Tokens::new([0; MOST_TOKENS], len - 1);
        match &self.others {
            Others::All(orders) => orders.unrank_into(local, &mut others),
            Others::Even(orders) => orders.unrank_into(local, &mut others),
        }
        let place = usize::from(place.to_le_bytes()[0]);
        let mut tokens = Tokens::new([0; MOST_TOKENS], len);
        let shown = tokens.as_mut();
        for (index, &other) in others.as_ref().iter().enumerate() {
            shown[(place + 1 + index) % len] = other + 1;
        }
        *ring = Ring::of(tokens.as_ref());
    }
}

impl RankActions<TopSpin> for Turned {
    fn rank_moves(&self, rules: &TopSpin) -> Result<RankMoves, RankActionsError> {
        let (len, stile) = (rules.tokens(), rules.stile());
        let code = if rules.is_even() {
            Lehmer::of_one_parity(len - 1)
        } else {
            Lehmer::all(len - 1)
        };
        let mut moves = RankMoves::new(len, code.radices())?;
        for place in 0..len {
            moves.connect(place, 0, (place + len - 1) % len)?;
            moves.connect(place, 0, (place + 1) % len)?;
            let (map, to) = if place < stile {
                let map = code.permuting(0, &self.around(place), false)?;
                (map, stile - 1 - place)
            } else {
                let reversed: Vec<_> = (0..stile).rev().collect();
                let map = code.permuting(len - 1 - place, &reversed, false)?;
                (map, place)
            };
            let map = moves.add_map(map)?;
            moves.connect(place, map, to)?;
        }
        Ok(moves)
    }
}
