//! The rules of `TopSpin`: a ring of numbered tokens is turned, and those in the turnstile are reversed.

use statewalk::encoding::error::EncodingError;
use statewalk::space::{Invertible, Predecessors, StateSpace, predecessors_by_inverse};

use super::encoding::Orders;
use super::turned::Turned;

/// The most tokens of a ring: a word has five bits for each.
pub const MOST_TOKENS: usize = 25;

/// The bits of a token.
const FIELD: u32 = 5;

/// So many tokens fit in 64 bits.
const NARROW: u8 = 12;

/// A ring: five bits for each token, numbered from 0, beginning with the first of the turnstile.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Ring(pub(super) u128);

impl Ring {
    /// The ring of these tokens.
    #[inline]
    pub(super) fn of(tokens: &[u8]) -> Self {
        let last_first = tokens.iter().rev();
        Self(last_first.fold(0, |ring, &token| ring << FIELD | u128::from(token)))
    }
}

/// What is done to a ring.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Turn {
    /// All tokens go one place to the left, the first to the end.
    Left,
    /// All tokens go one place to the right, the last to the beginning.
    Right,
    /// The tokens in the turnstile are reversed.
    Flip,
}

/// All turns, in the order of the rules, with their names.
pub const TURNS: [(Turn, &str); 3] = [
    (Turn::Left, "left"),
    (Turn::Right, "right"),
    (Turn::Flip, "flip"),
];

/// The rings of so many tokens with a turnstile of so many.
#[derive(Clone, Copy, Debug)]
pub struct TopSpin {
    tokens: u8,
    stile: u8,
}

impl TopSpin {
    /// The rules for `tokens` tokens, 2 to [`MOST_TOKENS`], of which `stile`, at least 2, are in the
    /// turnstile.
    #[must_use]
    pub fn new(tokens: usize, stile: usize) -> Option<Self> {
        let fits = (2..=MOST_TOKENS).contains(&tokens) && (2..=tokens).contains(&stile);
        fits.then_some(Self {
            tokens: tokens.to_le_bytes()[0],
            stile: stile.to_le_bytes()[0],
        })
    }

    /// How many tokens there are.
    #[must_use]
    pub fn tokens(&self) -> usize {
        self.tokens.into()
    }

    /// How many tokens are in the turnstile.
    #[must_use]
    pub fn stile(&self) -> usize {
        self.stile.into()
    }

    /// Whether every turn is an even permutation, so that half of the orders cannot be reached.
    ///
    /// To turn the ring of n is a cycle, even if n is odd; to reverse k is k / 2 swaps.
    #[must_use]
    pub fn is_even(&self) -> bool {
        self.tokens % 2 == 1 && (self.stile / 2).is_multiple_of(2)
    }

    /// The ring in order.
    #[must_use]
    pub fn goal(&self) -> Ring {
        let tokens: Vec<_> = (0..self.tokens).collect();
        Ring::of(&tokens)
    }

    /// The ring of these tokens, numbered from 0; `None` if they are not each of them once.
    #[must_use]
    pub fn ring(&self, tokens: &[u8]) -> Option<Ring> {
        if tokens.len() != self.tokens() {
            return None;
        }
        let mut seen = 0u32;
        for &token in tokens {
            if token >= self.tokens || seen >> token & 1 == 1 {
                return None;
            }
            seen |= 1 << token;
        }
        Some(Ring::of(tokens))
    }

    /// The tokens of `ring`, beginning with the first of the turnstile.
    #[inline]
    pub fn shown(&self, ring: Ring) -> impl Iterator<Item = u8> + use<> {
        let places = 0..u32::from(self.tokens);
        places.map(move |place| (ring.0 >> (place * FIELD)).to_le_bytes()[0] & 0x1F)
    }

    /// The perfect hash of the same rings by the place of token 0, on whose ranks turns act.
    ///
    /// # Errors
    /// [`EncodingError`] for more than 20 tokens.
    pub fn turned(&self) -> Result<Turned, EncodingError> {
        Turned::new(*self)
    }

    /// The perfect hash of the rings whose parity is that of the goal, or of all rings.
    ///
    /// # Errors
    /// [`EncodingError`] for more than 20 tokens.
    pub fn orders(&self) -> Result<Orders, EncodingError> {
        Orders::new(*self)
    }
}

/// Turns a ring in a word of a type; up to 12 tokens fit in 64 bits, where a turn costs half.
macro_rules! turned {
    ($ring:expr, $rules:expr, $turn:expr) => {{
        let (ring, end) = ($ring, (u32::from($rules.tokens) - 1) * FIELD);
        match $turn {
            Turn::Left => (ring >> FIELD) | ((ring & 0x1F) << end),
            Turn::Right => ((ring & !(0x1F << end)) << FIELD) | (ring >> end),
            Turn::Flip => {
                let mut ring = ring;
                for place in 0..u32::from($rules.stile) / 2 {
                    let (near, far) = (place, u32::from($rules.stile) - 1 - place);
                    let (near, far) = (near * FIELD, far * FIELD);
                    let differ = ((ring >> near) ^ (ring >> far)) & 0x1F;
                    ring ^= (differ << near) | (differ << far);
                }
                ring
            }
        }
    }};
}

impl StateSpace for TopSpin {
    type State = Ring;
    type Action = Turn;

    #[inline]
    fn actions<'a>(&'a self, _: &Ring) -> impl Iterator<Item = Turn> + use<'a> {
        TURNS.into_iter().map(|(turn, _)| turn)
    }

    #[inline]
    fn apply(&self, ring: &mut Ring, turn: &Turn) {
        ring.0 = if self.tokens <= NARROW {
            #[expect(
                clippy::cast_possible_truncation,
                reason = "rings of at most 12 tokens have only the low half"
            )]
            let low = ring.0 as u64;
            u128::from(turned!(low, self, turn))
        } else {
            turned!(ring.0, self, turn)
        };
    }

    fn max_cost(&self) -> Option<i64> {
        Some(1)
    }

    fn is_applicable(&self, _: &Ring, _: &Turn) -> bool {
        true
    }
}

impl Invertible for TopSpin {
    #[inline]
    fn inverse(&self, turn: &Turn) -> Turn {
        match turn {
            Turn::Left => Turn::Right,
            Turn::Right => Turn::Left,
            Turn::Flip => Turn::Flip,
        }
    }
}

impl Predecessors for TopSpin {
    #[inline]
    fn predecessors<'a>(&'a self, ring: &Ring) -> impl Iterator<Item = (Turn, Ring)> + use<'a> {
        predecessors_by_inverse(self, ring)
    }
}
