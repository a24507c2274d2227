//! Arrangements: sequences of k different ones of n items, in lexicographic order.

use std::marker::PhantomData;

use super::digits::{Fraction, Fractions};
use super::error::{EncodingError, at_most, checked_product};
use super::fields::{Fields, Fives, Nibbles};
use super::groups::{Groups, Numbers, make_items, parities};
use super::lanes::Lanes;
use super::pool::{FieldItems, FieldPlaces, Items, Mask, Places};
use crate::encoding::Encoding;

/// The sequences of `k` different numbers below `n`, in lexicographic order.
///
/// A state is a sequence of `k` bytes, such as `[u8; K]` or `Vec<u8>`. There are
/// `n! / (n - k)!` states. At most 64 items; since the size must fit as well, `k` is at most 20 of 20,
/// 16 of 24 or 10 of 64.
///
/// Rank and unrank take O(k) time and allocate nothing; they are fastest up to 16 items, then up to
/// 25. The rank is the Lehmer code (D. H. Lehmer 1960, "Teaching combinatorial tricks to a computer")
/// cut after `k` digits, in which a digit counts the unused smaller items.
///
/// ```
/// use statewalk::encoding::Encoding;
/// use statewalk::encoding::arrangement::Arrangement;
///
/// let pairs = Arrangement::<[u8; 2]>::new(4, 2)?;
/// assert_eq!(pairs.size(), 12);
/// assert_eq!((pairs.rank(&[0, 1]), pairs.rank(&[0, 2]), pairs.rank(&[3, 2])), (0, 1, 11));
/// # Ok::<(), statewalk::encoding::error::EncodingError>(())
/// ```
#[derive(Debug)]
pub struct Arrangement<S> {
    choice: Choice,
    state: PhantomData<fn(S)>,
}

impl<S> Arrangement<S> {
    /// Arrangements of `k` of `n` items. The states must have `k` bytes.
    ///
    /// # Errors
    /// If `k > n`, `n > 64` or the size does not fit.
    pub fn new(n: usize, k: usize) -> Result<Self, EncodingError> {
        Ok(Self {
            choice: Choice::new(n, k)?,
            state: PhantomData,
        })
    }
}

impl<S: AsRef<[u8]> + AsMut<[u8]>> Encoding for Arrangement<S> {
    type State = S;

    #[inline]
    fn size(&self) -> u64 {
        self.choice.size
    }

    #[inline]
    fn rank(&self, state: &S) -> u64 {
        self.choice.rank(state.as_ref())
    }

    #[inline]
    fn unrank_into(&self, rank: u64, state: &mut S) {
        self.choice.unrank(rank, state.as_mut(), &mut []);
    }
}

/// What arrangements and permutations share: `length` of `items` items one after another.
#[derive(Clone, Debug)]
pub(super) struct Choice {
    items: u8,
    length: u8,
    pub(super) size: u64,
    /// How many states begin with the same items up to and with each place.
    weights: [u64; MOST_CHOSEN],
    fractions: Fractions,
    groups: Groups,
}

/// 20 of 20 items fit in 64 bits, 21 of any number do not.
const MOST_CHOSEN: usize = 20;
pub(super) const MOST_ITEMS: usize = 64;

impl Choice {
    pub(super) fn new(n: usize, k: usize) -> Result<Self, EncodingError> {
        if k > n {
            return Err(EncodingError::ChosenTooMany {
                chosen: k,
                items: n,
            });
        }
        let items = at_most("items", n, MOST_ITEMS)?;
        let size = checked_product((n - k + 1..=n).map(|factor| factor as u64))?;
        let mut weights = [0; MOST_CHOSEN];
        let mut weight = size;
        for (weight_of_place, remaining) in weights.iter_mut().take(k).zip((1..=n as u64).rev()) {
            weight /= remaining;
            *weight_of_place = weight;
        }
        Ok(Self {
            items: items.to_le_bytes()[0],
            length: k.to_le_bytes()[0],
            size,
            weights,
            fractions: Fractions::of(size),
            groups: Groups::new(items, k),
        })
    }

    /// How many items there are.
    pub(super) fn items(&self) -> usize {
        self.items.into()
    }

    #[inline]
    pub(super) fn rank(&self, state: &[u8]) -> u64 {
        debug_assert_eq!(state.len(), usize::from(self.length), "length of a state");
        if self.items <= Nibbles::COUNT {
            self.sum::<FieldPlaces<Nibbles>>(state)
        } else if self.items <= Fives::COUNT {
            self.sum::<FieldPlaces<Fives>>(state)
        } else {
            self.sum::<Mask>(state)
        }
    }

    #[inline]
    fn sum<P: Places>(&self, state: &[u8]) -> u64 {
        let mut places = P::new();
        state
            .iter()
            .zip(&self.weights)
            .map(|(&item, weight)| weight * places.take(item))
            .sum()
    }

    /// Unranks into `chosen`; `rest` gets items that are not used, ascending. Returns the sum of the
    /// digits: its lowest bit is the parity of both together, if they are a permutation.
    #[inline]
    pub(super) fn unrank(&self, rank: u64, chosen: &mut [u8], rest: &mut [u8]) -> u64 {
        if self.fractions.is_narrow() {
            self.unrank_fraction(self.fractions.narrow(rank), chosen, rest)
        } else {
            self.unrank_fraction(self.fractions.wide(rank), chosen, rest)
        }
    }

    #[inline]
    fn unrank_fraction(&self, fraction: impl Fraction, chosen: &mut [u8], rest: &mut [u8]) -> u64 {
        if self.items <= Nibbles::COUNT {
            self.spread(fraction, chosen, rest, FieldItems::<Nibbles>::new())
        } else if self.items <= Fives::COUNT {
            self.spread(fraction, chosen, rest, FieldItems::<Fives>::new())
        } else {
            self.spread(fraction, chosen, rest, <Mask as Items>::new())
        }
    }

    #[inline]
    fn spread(
        &self,
        mut fraction: impl Fraction,
        chosen: &mut [u8],
        rest: &mut [u8],
        mut unused: impl Items,
    ) -> u64 {
        debug_assert_eq!(chosen.len(), usize::from(self.length), "length of a state");
        let mut radix = u64::from(self.items);
        let mut sum = 0;
        for item in chosen {
            let digit = fraction.digit(radix);
            *item = unused.take(digit);
            radix = radix.wrapping_sub(1);
            sum += digit;
        }
        for item in rest {
            *item = unused.take(0);
        }
        sum
    }

    /// [`rank`](Self::rank) of many sequences of at most 20 items, of which those behind the chosen ones do not
    /// matter.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "else its vectors are the narrow ones")]
    pub(super) fn rank_lanes(&self, lanes: &Lanes) -> Numbers {
        self.groups.rank(lanes)
    }

    /// [`unrank`](Self::unrank) of many ranks; what the lanes have room for behind the chosen items are the unused
    /// ones, ascending, or if `is_even` in the order of an even permutation.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "else its vectors are the narrow ones")]
    pub(super) fn unrank_lanes(&self, ranks: &Numbers, lanes: &mut Lanes, is_even: bool) {
        self.groups.unrank(self.fractions, ranks, lanes);
        let (chosen, rest) = lanes.rows_mut().split_at_mut(self.length.into());
        for row in &mut *rest {
            row.fill(0);
        }
        if is_even && let [a, _] = rest {
            *a = parities(chosen);
        }
        make_items(lanes.rows_mut());
    }
}
