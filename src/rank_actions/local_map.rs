//! What an action does to a local rank.

use std::sync::Arc;

use crate::memory::bytes_of;
use crate::rank_actions::RankActionsError;

/// The most values that the window of a table may have: 16 MiB of table.
pub(super) const MOST_VALUES: u64 = 1 << 22;

/// A bijection of local ranks. Clones share their tables.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LocalMap {
    /// The local rank stays as it is.
    Same,
    /// The digits of a window change together; the digits before and after it stay.
    Window {
        /// The first digit of the window.
        first: usize,
        /// How many digits it has.
        digits: usize,
        /// The new value of the window for each old one, where the digits before it have an even sum.
        even: Arc<[u32]>,
        /// The same where they have an odd sum; the same table if that does not matter. It matters in
        /// encodings that drop a last digit, which follows from the parity of the others.
        odd: Arc<[u32]>,
    },
}

impl LocalMap {
    /// A map that changes `digits` digits from `first` on by a table.
    #[must_use]
    pub fn window(first: usize, digits: usize, table: Vec<u32>) -> Self {
        let even: Arc<[u32]> = table.into();
        Self::Window {
            first,
            digits,
            odd: Arc::clone(&even),
            even,
        }
    }

    /// A map whose table depends on the parity of the sum of the digits before the window.
    #[must_use]
    pub fn window_by_parity(first: usize, digits: usize, even: Vec<u32>, odd: Vec<u32>) -> Self {
        if even == odd {
            return Self::window(first, digits, even);
        }
        Self::Window {
            first,
            digits,
            even: even.into(),
            odd: odd.into(),
        }
    }

    /// A map that adds `by` to one digit, around the end: a constant shift of whole runs.
    ///
    /// # Errors
    /// [`RankActionsError::TooLarge`] if the radix is too large for a table.
    pub fn shift(radices: &[u64], digit: usize, by: u64) -> Result<Self, RankActionsError> {
        let values = values(radices, digit, 1)?;
        let table = (0..values).map(|value| entry((value + by % values) % values));
        Ok(Self::window(digit, 1, table.collect()))
    }

    /// What becomes of a local rank. For laws and for few ranks: it takes divisions.
    #[must_use]
    pub fn apply(&self, radices: &[u64], local: u64) -> u64 {
        let Self::Window {
            first,
            digits,
            even,
            odd,
        } = self
        else {
            return local;
        };
        let below: u64 = radices[first + digits..].iter().product();
        let values: u64 = radices[*first..first + digits].iter().product();
        let above = local / below / values;
        let table = if digit_parity(&radices[..*first], above) {
            odd
        } else {
            even
        };
        let value = usize::try_from(local / below % values).unwrap_or(usize::MAX);
        (above * values + u64::from(table[value])) * below + local % below
    }

    /// The bytes of the tables.
    pub(super) fn bytes(&self) -> u64 {
        let Self::Window { even, odd, .. } = self else {
            return 0;
        };
        let tables = if Arc::ptr_eq(even, odd) { 1 } else { 2 };
        bytes_of::<u32>(even.len()).saturating_mul(tables)
    }

    /// The inverse of the table of a window.
    pub(crate) fn inverted(table: &[u32]) -> Vec<u32> {
        let mut inverse = vec![0; table.len()];
        for (value, &image) in (0..).zip(table) {
            inverse[image as usize] = value;
        }
        inverse
    }

    /// Whether nothing changes.
    pub(super) fn is_identity(&self) -> bool {
        let is_same = |table: &[u32]| (0..).zip(table).all(|(value, &image)| value == image);
        match self {
            Self::Same => true,
            Self::Window { even, odd, .. } => is_same(even) && is_same(odd),
        }
    }

    /// Whether `other` leads back from wherever this map leads to.
    pub(super) fn is_undone_by(&self, other: &Self) -> bool {
        let undoes = |there: &[u32], back: &[u32]| {
            let images = there.iter().enumerate();
            images
                .map(|(value, &image)| (value, back.get(image as usize)))
                .all(|(value, home)| home.is_some_and(|&home| home as usize == value))
        };
        match (self, other) {
            (Self::Same, Self::Same) => true,
            (
                Self::Window {
                    first,
                    digits,
                    even,
                    odd,
                },
                Self::Window {
                    first: other_first,
                    digits: other_digits,
                    even: back_even,
                    odd: back_odd,
                },
            ) => {
                (first, digits) == (other_first, other_digits)
                    && undoes(even, back_even)
                    && undoes(odd, back_odd)
            }
            _ => false,
        }
    }

    /// Checks that the map fits the radices and is a bijection.
    pub(super) fn check(&self, radices: &[u64]) -> Result<(), RankActionsError> {
        let Self::Window {
            first,
            digits,
            even,
            odd,
        } = self
        else {
            return Ok(());
        };
        let expected = values(radices, *first, *digits)?;
        for table in [even, odd] {
            if table.len() as u64 != expected {
                let found = table.len();
                return Err(RankActionsError::Table { found, expected });
            }
            let mut taken = vec![false; table.len()];
            for (value, &image) in table.iter().enumerate() {
                match taken.get_mut(image as usize) {
                    Some(taken) if !*taken => *taken = true,
                    _ => return Err(RankActionsError::NotOneToOne { value, image }),
                }
            }
        }
        Ok(())
    }
}

/// How many values a window has.
pub(super) fn values(
    radices: &[u64],
    first: usize,
    digits: usize,
) -> Result<u64, RankActionsError> {
    let window = first
        .checked_add(digits)
        .and_then(|end| radices.get(first..end))
        .ok_or(RankActionsError::Window { first, digits })?;
    let product = window.iter().try_fold(1u64, |a, &b| a.checked_mul(b));
    match product {
        Some(values) if values <= MOST_VALUES => Ok(values),
        product => Err(RankActionsError::TooLarge {
            values: product.unwrap_or(u64::MAX),
            most: MOST_VALUES,
        }),
    }
}

/// Whether the digits of `number` have an odd sum.
pub(crate) fn digit_parity(radices: &[u64], mut number: u64) -> bool {
    let mut odd = false;
    for &radix in radices.iter().rev() {
        odd ^= number % radix % 2 == 1;
        number /= radix;
    }
    odd
}

/// A value of a window as an entry of a table.
pub(super) fn entry(value: u64) -> u32 {
    u32::try_from(value).expect("the values of a window fit 22 bits")
}
