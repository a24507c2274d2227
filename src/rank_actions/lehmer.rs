//! Maps of actions that permute neighbouring items of a sequence ranked by its Lehmer code.
//!
//! Digit `i` of the Lehmer code (Laisant 1888, Lehmer 1960) counts the later items that are smaller than
//! item `i`. An action that permutes the items of a window among themselves therefore changes the
//! digits of that window alone, and the new ones follow from the old ones: they say how the items of
//! the window stand among all items from there on.

use crate::rank_actions::local_map::{MOST_VALUES, entry, values};
use crate::rank_actions::{LocalMap, RankActionsError};

/// The most items of a sequence; the ranks of 21 items pass 64 bits.
const MOST_ITEMS: usize = 20;

/// Lehmer codes of sequences of `n` different items.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lehmer {
    items: usize,
    one_parity: bool,
}

impl Lehmer {
    /// All sequences, as [`Permutation`](crate::encoding::permutation::Permutation) ranks them.
    #[must_use]
    pub fn all(items: usize) -> Self {
        Self {
            items,
            one_parity: false,
        }
    }

    /// Only the even sequences, or only the odd ones, as
    /// [`EvenPermutation`](crate::encoding::even_permutation::EvenPermutation) ranks them: the last two
    /// digits are dropped, since the last is 0 and the one before it follows from the parity.
    #[must_use]
    pub fn of_one_parity(items: usize) -> Self {
        Self {
            items,
            one_parity: true,
        }
    }

    /// How many digits are kept.
    #[must_use]
    pub fn digits(self) -> usize {
        self.items
            - if self.one_parity {
                self.items.min(2)
            } else {
                self.items.min(1)
            }
    }

    /// The radices of the digits that are kept, the most significant first.
    #[must_use]
    pub fn radices(self) -> Vec<u64> {
        let items = self.items as u64;
        (0..self.digits() as u64)
            .map(|digit| items - digit)
            .collect()
    }

    /// How many values the window of an action has that permutes so many items from place `first` on.
    #[must_use]
    pub fn values(self, first: usize, items: usize) -> u64 {
        let window = self.radices().into_iter().skip(first).take(items);
        window.fold(1, u64::saturating_mul)
    }

    /// The map of an action that permutes the items from place `first` on: the item that comes to place
    /// `first + i` was at place `first + order[i]`. `odd` says, where one parity is ranked, that the
    /// sequences before the action are the odd ones; those after it are of the other parity if the order
    /// is odd.
    ///
    /// # Errors
    /// [`RankActionsError`] if the window reaches past the last item or its table would be too large.
    ///
    /// # Panics
    /// If `order` is not a permutation of the numbers below its length.
    pub fn permuting(
        self,
        first: usize,
        order: &[usize],
        odd: bool,
    ) -> Result<LocalMap, RankActionsError> {
        let digits = order.len();
        let past = RankActionsError::Window { first, digits };
        if self.items > MOST_ITEMS {
            return Err(RankActionsError::TooLarge {
                values: u64::MAX,
                most: MOST_VALUES,
            });
        }
        if first.checked_add(digits).is_none_or(|end| end > self.items) {
            return Err(past);
        }
        let mut sorted = order.to_vec();
        sorted.sort_unstable();
        assert!(
            sorted.into_iter().eq(0..digits),
            "no permutation: {order:?}"
        );
        let kept = self.digits().saturating_sub(first).min(digits);
        if kept == 0 {
            // What is permuted follows from what is kept.
            return Ok(LocalMap::Same);
        }
        let radices = self.radices();
        let count = values(&radices, first, kept)?;
        let table = |above_odd: bool| {
            let odd = self.one_parity.then_some(odd ^ above_odd);
            let mut window = Window::new(self.items - first, order, kept, odd);
            (0..count)
                .map(|_| window.next_image())
                .collect::<Vec<u32>>()
        };
        Ok(if kept < digits && self.one_parity && first > 0 {
            LocalMap::window_by_parity(first, kept, table(false), table(true))
        } else {
            LocalMap::window(first, kept, table(false))
        })
    }
}

/// The images of the values of one window, in the order of the values.
struct Window<'a> {
    /// How many items there are from the window on.
    items: usize,
    order: &'a [usize],
    kept: usize,
    /// Where one parity is ranked, whether the items from the window on have the odd one.
    odd: Option<bool>,
    /// The digits of the next value.
    digits: Vec<u32>,
    /// The items of the window, as places in the sorted list of all items from there on, each a bit of a word: there
    /// are at most 20.
    before: Vec<u32>,
    /// The items that are left before each place.
    unused: Vec<u32>,
    /// Items before this place are those of the digits.
    known: usize,
}

impl<'a> Window<'a> {
    fn new(items: usize, order: &'a [usize], kept: usize, odd: Option<bool>) -> Self {
        Self {
            items,
            order,
            kept,
            odd,
            digits: vec![0; kept],
            before: vec![0; order.len()],
            unused: vec![u32::MAX; order.len() + 1],
            known: 0,
        }
    }

    /// The value of the window after the action.
    fn next_image(&mut self) -> u32 {
        for place in self.known..self.order.len() {
            let digit = match self.digits.get(place) {
                Some(&digit) => digit,
                None => self.free_digit(place),
            };
            let unused = self.unused[place];
            let mut larger = unused;
            for _ in 0..digit {
                larger &= larger - 1;
            }
            let item = larger & larger.wrapping_neg();
            self.before[place] = item;
            self.unused[place + 1] = unused ^ item;
        }
        let mut value = 0;
        let mut used = 0;
        for (place, &from) in self.order[..self.kept].iter().enumerate() {
            let item = self.before[from];
            // Those smaller than it that do not stand before it.
            let smaller = ((item - 1) & !used).count_ones();
            used |= item;
            value = value * (self.items - place) as u64 + u64::from(smaller);
        }
        self.count_up();
        entry(value)
    }

    /// The first digit that is not kept has two values, of which parity tells one; the one after it has one.
    fn free_digit(&self, place: usize) -> u32 {
        let is_free = self.items - place == 2;
        let sum: u32 = self.digits.iter().sum();
        u32::from(self.odd.is_some_and(|odd| is_free && (sum % 2 == 1) != odd))
    }

    /// Goes on to the next value. The items of the digits that stay need not be found again.
    fn count_up(&mut self) {
        self.known = self.kept;
        for (place, digit) in self.digits.iter_mut().enumerate().rev() {
            self.known = place;
            *digit += 1;
            if (*digit as usize) < self.items - place {
                return;
            }
            *digit = 0;
        }
    }
}
