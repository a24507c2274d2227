//! The perfect hash of rings that turns leave alone as far as can be: where some tokens stand, and the order of
//! the others.
//!
//! The *part* of a ring is the place of token 0 and, past it all the way round, the places of the next few; its
//! *local rank* is the order of the others past token 0, lexicographically. A turn of the ring changes the
//! place of token 0 alone. A flip reverses some neighbours in the order past token 0, if that is not in the
//! turnstile; otherwise it moves tokens from one end of the order to the other, and the map of it is a
//! table of all local ranks.

use statewalk::encoding::Encoding;
use statewalk::encoding::error::EncodingError;
use statewalk::encoding::placed::Placed;
use statewalk::encoding::sequence::Sequence;
use statewalk::memory::Memory;
use statewalk::rank_actions::placing::Placing;
use statewalk::rank_actions::{RankActions, RankActionsError, RankMoves};

use super::rules::{MOST_TOKENS, Ring, TopSpin};

type Tokens = Sequence<MOST_TOKENS>;

/// How many of the tokens past token 0 have their order in the local rank. The fewer, the smaller the tables; so many
/// leave about a thousand parts up to 12 tokens.
fn others(past: usize) -> usize {
    past.saturating_sub(2).clamp(7, 9)
}

/// The perfect hash of the rings of one size by the place of token 0.
#[derive(Debug)]
pub struct Turned {
    rules: TopSpin,
    /// The tokens past token 0, numbered from 0. Where no turn changes parity there is an even number of them, so
    /// that their parity does not depend on the place of token 0.
    past: Placed<Tokens>,
}

impl Turned {
    pub(super) fn new(rules: TopSpin) -> Result<Self, EncodingError> {
        let past = rules.tokens() - 1;
        let tracked = past.saturating_sub(others(past));
        let past = if rules.is_even() {
            Placed::even(past, tracked)?
        } else {
            Placed::all(past, tracked)?
        };
        // The size of all must be a size, too.
        match past.size().checked_mul(rules.tokens() as u64) {
            Some(_) => Ok(Self { rules, past }),
            None => Err(EncodingError::TooLarge {
                size: Some(u128::from(past.size()) * rules.tokens() as u128),
            }),
        }
    }

    /// What a flip does to the order past token 0 where that stands at `place`: where the token that comes to
    /// each place past it was.
    fn flipped(&self, place: usize) -> Vec<usize> {
        let (past, stile) = (self.rules.tokens() - 1, self.rules.stile());
        if place < stile {
            let after = stile - 1 - place;
            let before = (past - place..past).rev();
            let rest = after..past - place;
            before.chain(rest).chain((0..after).rev()).collect()
        } else {
            let first = past - place;
            let reversed = (first..first + stile).rev();
            (0..first)
                .chain(reversed)
                .chain(first + stile..past)
                .collect()
        }
    }
}

impl Encoding for Turned {
    type State = Ring;

    #[inline]
    fn size(&self) -> u64 {
        self.past.size() * self.rules.tokens() as u64
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
        place as u64 * self.past.size() + self.past.rank(&others)
    }

    #[inline]
    fn unrank_into(&self, rank: u64, ring: &mut Ring) {
        let len = self.rules.tokens();
        let (place, past) = (rank / self.past.size(), rank % self.past.size());
        let mut others = Tokens::new([0; MOST_TOKENS], len - 1);
        self.past.unrank_into(past, &mut others);
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
    fn rank_moves(&self, rules: &TopSpin, memory: &Memory) -> Result<RankMoves, RankActionsError> {
        let (len, stile) = (rules.tokens(), rules.stile());
        let mut placing = Placing::new(&self.past);
        let parts = self.past.parts();
        let all = parts.checked_mul(len as u64);
        let all = all.ok_or(RankActionsError::Size)?;
        let mut moves = RankMoves::new(all, placing.radices(), memory)?;
        // So many parts have token 0 at one place; all of them together are a number of the machine.
        let parts = moves.parts() / len;
        for place in 0..len {
            let order = self.flipped(place);
            let flipped = if place < stile {
                stile - 1 - place
            } else {
                place
            };
            for part in 0..parts {
                let at = |place: usize| place * parts + part;
                moves.connect(at(place), 0, at((place + len - 1) % len))?;
                moves.connect(at(place), 0, at((place + 1) % len))?;
                let to = placing.permuting(part as u64, &order, &mut moves)?;
                moves.connect(at(place), to.map, flipped * parts + to.to)?;
            }
        }
        Ok(moves)
    }
}
