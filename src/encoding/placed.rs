//! Permutations by the places of some items and the order of the others.

use std::marker::PhantomData;

use super::arrangement::Choice;
use super::digits::low_byte;
use super::error::{EncodingError, at_most, checked_product};
use crate::encoding::Encoding;

/// The most items, as of permutations: 21! passes 64 bits.
const MOST_ITEMS: usize = 20;

/// The permutations of the numbers below `n`, all or the even ones, first by the places of the items
/// 0 to `tracked - 1` and then, lexicographically, by the order of the others.
///
/// The *part* of a state is the arrangement of those places, its *local rank* the Lehmer code of the
/// others: `rank = part * locals + local rank`. An action that permutes places sends each part to one part and
/// permutes the others in the same way in all states of it. So tables of what an action does to local ranks are
/// as small as the parts are, however far it moves items.
///
/// A state is a sequence of `n` bytes, such as `[u8; N]` or `Vec<u8>`; there are `n!` states or half of them, and
/// `n` is at most 20. Rank and unrank take O(n) time and allocate nothing.
///
/// ```
/// use statewalk::encoding::Encoding;
/// use statewalk::encoding::placed::Placed;
///
/// let placed = Placed::<[u8; 4]>::all(4, 2)?;
/// assert_eq!((placed.parts(), placed.locals()), (12, 2));
/// // Item 0 stands at place 2 and item 1 at place 0: the seventh such pair. 3 stands before 2.
/// assert_eq!(placed.rank(&[1, 3, 0, 2]), 6 * 2 + 1);
/// # Ok::<(), statewalk::encoding::error::EncodingError>(())
/// ```
#[derive(Debug)]
pub struct Placed<S> {
    items: usize,
    tracked: usize,
    places: Choice,
    /// All but the last of the others, or the last two, which follow.
    others: Choice,
    is_even: bool,
    state: PhantomData<fn(S)>,
}

impl<S> Placed<S> {
    /// All permutations of `n` items, `tracked` of which make the part. The states must have `n` bytes.
    ///
    /// # Errors
    /// If `tracked > n` or `n > 20`.
    pub fn all(n: usize, tracked: usize) -> Result<Self, EncodingError> {
        Self::new(n, tracked, false)
    }

    /// The even permutations.
    ///
    /// # Errors
    /// As [`all`](Self::all), and if fewer than two items are left, whose order is to tell one parity from the
    /// other.
    pub fn even(n: usize, tracked: usize) -> Result<Self, EncodingError> {
        Self::new(n, tracked, true)
    }

    fn new(n: usize, tracked: usize, is_even: bool) -> Result<Self, EncodingError> {
        let items = at_most("items", n, MOST_ITEMS)?;
        let places = Choice::new(items, tracked)?;
        let left = items - tracked;
        if is_even && left < 2 && tracked > 0 {
            return Err(EncodingError::ChosenTooMany {
                chosen: tracked,
                items: items.saturating_sub(2),
            });
        }
        let dropped = if is_even { 2 } else { 1 };
        let others = Choice::new(left, left.saturating_sub(dropped))?;
        checked_product([places.size, others.size])?;
        Ok(Self {
            items,
            tracked,
            places,
            others,
            is_even,
            state: PhantomData,
        })
    }

    /// How many items there are.
    #[must_use]
    pub fn items(&self) -> usize {
        self.items
    }

    /// How many items are not tracked.
    #[must_use]
    pub fn others(&self) -> usize {
        self.items - self.tracked
    }

    /// Whether only the even permutations are ranked.
    #[must_use]
    pub fn is_even(&self) -> bool {
        self.is_even
    }

    /// How many parts there are: arrangements of the places of the tracked items.
    #[must_use]
    pub fn parts(&self) -> u64 {
        self.places.size
    }

    /// How many states each part has: orders of the others.
    #[must_use]
    pub fn locals(&self) -> u64 {
        self.others.size
    }

    /// The places of the tracked items in a part, and whether its states have odd orders of the others where
    /// the permutations are even.
    pub(crate) fn places_of(&self, part: u64, places: &mut [u8]) -> bool {
        // The digits of the part count the inversions that the tracked items are in.
        self.places.unrank(part, places, &mut []) % 2 == 1
    }

    /// The part with the tracked items at these places.
    pub(crate) fn part_of(&self, places: &[u8]) -> u64 {
        self.places.rank(places)
    }

    /// How many items are tracked.
    #[must_use]
    pub fn tracked(&self) -> usize {
        self.tracked
    }
}

impl<S: AsRef<[u8]> + AsMut<[u8]>> Encoding for Placed<S> {
    type State = S;

    #[inline]
    fn size(&self) -> u64 {
        self.parts() * self.locals()
    }

    #[inline]
    fn rank(&self, state: &S) -> u64 {
        let state = state.as_ref();
        debug_assert_eq!(state.len(), self.items, "length of a state");
        let (mut places, mut others) = ([0; MOST_ITEMS], [0; MOST_ITEMS]);
        let mut len = 0;
        for (place, &item) in (0..).zip(state) {
            match usize::from(item).checked_sub(self.tracked) {
                Some(other) => {
                    others[len] = low_byte(other as u64);
                    len += 1;
                }
                None => places[usize::from(item)] = place,
            }
        }
        let dropped = if self.is_even { 2 } else { 1 };
        let part = self.places.rank(&places[..self.tracked]);
        part * self.locals() + self.others.rank(&others[..len.saturating_sub(dropped)])
    }

    #[inline]
    fn unrank_into(&self, rank: u64, state: &mut S) {
        let state = state.as_mut();
        let (part, local) = (rank / self.locals(), rank % self.locals());
        let (mut places, mut others) = ([0; MOST_ITEMS], [0; MOST_ITEMS]);
        let places = &mut places[..self.tracked];
        let odd = self.places_of(part, places);
        let others = &mut others[..self.others()];
        let dropped = if self.is_even { 2 } else { 1 };
        let (chosen, rest) = others.split_at_mut(others.len().saturating_sub(dropped));
        let is_odd = self.others.unrank(local, chosen, rest) % 2 == 1;
        if let [a, b] = rest
            && odd != is_odd
        {
            std::mem::swap(a, b);
        }
        let mut taken = 0u32;
        for (item, &place) in (0..).zip(&*places) {
            state[usize::from(place)] = item;
            taken |= 1 << place;
        }
        let tracked = low_byte(self.tracked as u64);
        let free = (0..)
            .zip(state)
            .filter(|(place, _)| taken >> place & 1 == 0);
        for ((_, item), other) in free.zip(others) {
            *item = *other + tracked;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Placed;
    use crate::encoding::Encoding;
    use crate::encoding::even_permutation::EvenPermutation;
    use crate::encoding::laws;
    use crate::encoding::permutation::Permutation;

    #[test]
    fn every_rank_is_that_of_its_state() {
        for n in 0..=6u8 {
            let any: Vec<u8> = (0..n).collect();
            let items = usize::from(n);
            for tracked in 0..=items {
                let placed = Placed::all(items, tracked).unwrap();
                assert_eq!(
                    placed.size(),
                    Permutation::<Vec<u8>>::new(items).unwrap().size()
                );
                laws::check_exhaustively(&placed, &mut any.clone()).unwrap();
                let Ok(placed) = Placed::even(items, tracked) else {
                    assert!(items - tracked < 2 && tracked > 0);
                    continue;
                };
                let even = EvenPermutation::<Vec<u8>>::new(items).unwrap();
                assert_eq!(placed.size(), even.size());
                laws::check_exhaustively(&placed, &mut any.clone()).unwrap();
                // All of them are even.
                let (mut state, mut back) = (any.clone(), any.clone());
                for rank in 0..placed.size() {
                    placed.unrank_into(rank, &mut state);
                    even.unrank_into(even.rank(&state), &mut back);
                    assert_eq!(state, back);
                }
            }
        }
    }

    #[test]
    fn without_tracked_items_it_is_the_lexicographic_rank() {
        let (placed, orders) = (Placed::all(5, 0).unwrap(), Permutation::new(5).unwrap());
        let mut state = [0u8; 5];
        for rank in 0..orders.size() {
            orders.unrank_into(rank, &mut state);
            assert_eq!(placed.rank(&state), rank);
        }
    }

    #[test]
    fn sizes_that_cannot_be_are_refused() {
        assert!(Placed::<[u8; 21]>::all(21, 3).is_err());
        assert!(Placed::<[u8; 3]>::all(3, 4).is_err());
        assert!(Placed::<[u8; 3]>::even(3, 2).is_err());
        assert!(Placed::<[u8; 20]>::all(20, 20).is_ok());
    }
}
