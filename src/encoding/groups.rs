//! The digits of ranks, many ranks at once: digits one after another are a group as long as 16 bits hold them.
//!
//! A digit is what is left of a group by its radix. The quotient is the upper half of a product, exact for every
//! group: with `factor = ceil(2^(16 + shift) / radix)` it is too large by less than `1 / radix` as long as
//! `size * (factor * radix - 2^(16 + shift)) <= 2^(16 + shift)`, which decides how long a group is. (Granlund and
//! Montgomery 1994, "Division by invariant integers using multiplication".)

#![expect(
    clippy::inline_always,
    reason = "what is not inlined has the vectors of the oldest processors"
)]

use std::ops::Range;

use super::digits::{Fraction, Fractions};
use super::lanes::{Lanes, MOST_ITEMS, Row, WIDTH};

/// A number of each lane.
pub(super) type Numbers = [u64; WIDTH];

/// What is left of 16 bits in each lane.
type Wide = [u16; WIDTH];

/// How the digits of sequences without replacement make a rank: place by place and group by group.
#[derive(Clone, Debug)]
pub(super) struct Groups {
    places: [Place; MOST_ITEMS],
    list: [Group; MOST_GROUPS],
    /// How many groups there are.
    len: u8,
}

/// The 20 places of 20 items are five groups.
const MOST_GROUPS: usize = 6;

#[derive(Clone, Copy, Debug, Default)]
struct Place {
    radix: u16,
    /// How many values the later places of the group have together.
    weight: u16,
    factor: u16,
    shift: u8,
}

#[derive(Clone, Copy, Debug, Default)]
struct Group {
    first: u8,
    after: u8,
    /// How many values the places have together.
    size: u16,
}

impl Place {
    fn new(radix: u16) -> Self {
        // The largest shift with which the factor has 16 bits.
        let shift = radix.saturating_sub(1).checked_ilog2().unwrap_or(0);
        let power = 1u32 << (16 + shift);
        let factor = power.div_ceil(radix.into());
        Self {
            radix,
            weight: 1,
            factor: u16::try_from(factor).unwrap_or(u16::MAX),
            shift: shift.to_le_bytes()[0],
        }
    }

    /// Whether the quotients by the radix are exact for all numbers below `size`.
    fn serves(self, size: u32) -> bool {
        let power = 1u64 << (16 + self.shift);
        let excess = u64::from(self.factor) * u64::from(self.radix) - power;
        u64::from(size) * excess <= power
    }
}

impl Groups {
    /// The digits of `length` of `items` items, one after another; none for more than 20 items.
    pub(super) fn new(items: usize, length: usize) -> Self {
        let mut groups = Self {
            places: [Place::default(); MOST_ITEMS],
            list: [Group::default(); MOST_GROUPS],
            len: 0,
        };
        // A place with a radix of 1 has the digit 0.
        let items = if items > MOST_ITEMS { 0 } else { items };
        let radices = (2..=u16::from(items.to_le_bytes()[0])).rev().take(length);
        let (mut size, mut place) = (1, 0);
        for radix in radices {
            let wider = u32::from(size) * u32::from(radix);
            let one = Place::new(radix);
            let fits = u16::try_from(wider).ok().filter(|_| one.serves(wider));
            if fits.is_none() || place == 0 {
                groups.len += 1;
            }
            size = fits.unwrap_or(radix);
            let group = &mut groups.list[usize::from(groups.len) - 1];
            if group.size == 0 {
                group.first = place;
            }
            group.size = size;
            place += 1;
            group.after = place;
            groups.places[usize::from(place) - 1] = one;
        }
        for group in &groups.list[..usize::from(groups.len)] {
            let mut weight = 1;
            for place in groups.places[group.range()].iter_mut().rev() {
                place.weight = weight;
                weight = weight.wrapping_mul(place.radix);
            }
        }
        groups
    }

    fn each(&self) -> &[Group] {
        &self.list[..usize::from(self.len)]
    }

    /// The ranks of the sequences.
    #[inline(always)]
    pub(super) fn rank(&self, lanes: &Lanes) -> Numbers {
        let rows = lanes.rows();
        let (first, second, others) = match self.each() {
            [] => return [0; WIDTH],
            [only] => return self.values(*only, rows).map(u64::from),
            [first, second, others @ ..] => (*first, *second, others),
        };
        let (values, later) = (self.values(first, rows), self.values(second, rows));
        let mut ranks = [0; WIDTH];
        for ((rank, value), later) in ranks.iter_mut().zip(values).zip(later) {
            // Products of 16 bits each have 32, and there are vectors of them.
            *rank = u64::from(u32::from(value) * u32::from(second.size) + u32::from(later));
        }
        for &group in others {
            let later = self.values(group, rows);
            for (rank, later) in ranks.iter_mut().zip(later) {
                *rank = rank
                    .wrapping_mul(group.size.into())
                    .wrapping_add(later.into());
            }
        }
        ranks
    }

    /// What the digits of a group are together.
    #[inline(always)]
    fn values(&self, group: Group, rows: &[Row]) -> Wide {
        let mut values = [0; WIDTH];
        for index in group.range() {
            let digits = smaller_later(&rows[..index], &rows[index]);
            add(&mut values, &digits, self.places[index].weight);
        }
        values
    }

    /// Writes the digits of ranks in place of the first items.
    #[inline(always)]
    pub(super) fn unrank(&self, fractions: Fractions, ranks: &Numbers, lanes: &mut Lanes) {
        if fractions.is_narrow() {
            self.digits(ranks.map(|rank| fractions.narrow(rank)), lanes);
        } else {
            self.digits(ranks.map(|rank| fractions.wide(rank)), lanes);
        }
    }

    #[inline(always)]
    fn digits(&self, mut fractions: [impl Fraction; WIDTH], lanes: &mut Lanes) {
        let rows = lanes.rows_mut();
        for group in self.each() {
            let mut values = [0; WIDTH];
            for (fraction, value) in fractions.iter_mut().zip(&mut values) {
                *value = low_half(fraction.digit(group.size.into()));
            }
            for index in group.range().rev() {
                take_digits(&mut values, self.places[index], &mut rows[index]);
            }
        }
    }
}

/// The low 16 bits of `number`.
#[inline(always)]
fn low_half(number: u64) -> u16 {
    #[expect(
        clippy::cast_possible_truncation,
        reason = "the low bits are what is asked for"
    )]
    let low = number as u16;
    low
}

impl Group {
    #[inline(always)]
    fn range(self) -> Range<usize> {
        self.first.into()..self.after.into()
    }
}

/// Lane by lane: how many later items are smaller, which are all smaller ones but those that came earlier.
#[inline(always)]
fn smaller_later(earlier: &[Row], items: &Row) -> Row {
    let mut digits = *items;
    for earlier in earlier {
        for ((digit, &earlier), &item) in digits.iter_mut().zip(earlier).zip(items) {
            let is_smaller = earlier.cast_signed() < item.cast_signed();
            *digit = digit.wrapping_sub(is_smaller.into());
        }
    }
    digits
}

#[inline(always)]
fn add(values: &mut Wide, digits: &Row, weight: u16) {
    for (value, &digit) in values.iter_mut().zip(digits) {
        *value = value.wrapping_add(u16::from(digit).wrapping_mul(weight));
    }
}

/// Takes the last digits off the values.
#[inline(always)]
fn take_digits(values: &mut Wide, place: Place, digits: &mut Row) {
    for (value, digit) in values.iter_mut().zip(digits) {
        let product = u32::from(*value) * u32::from(place.factor);
        let upper = low_half((product >> 16).into());
        let quotient = upper >> place.shift;
        *digit = (value.wrapping_sub(quotient.wrapping_mul(place.radix))).to_le_bytes()[0];
        *value = quotient;
    }
}

/// Turns digits into the items that they stand for: from the last on, each item makes room for the one before it.
#[inline(always)]
pub(super) fn make_items(rows: &mut [Row]) {
    for index in (0..rows.len()).rev() {
        let (before, later) = rows.split_at_mut(index + 1);
        // A copy, which no row can be the same memory as: else compilers make no vectors of it.
        let digits = before[index];
        for later in later {
            for (item, digit) in later.iter_mut().zip(digits) {
                let makes_room = item.cast_signed() >= digit.cast_signed();
                *item = item.wrapping_add(makes_room.into());
            }
        }
    }
}

/// Lane by lane, 1 if the sum is odd.
#[inline(always)]
pub(super) fn parities(rows: &[Row]) -> Row {
    let mut sums = [0; WIDTH];
    for row in rows {
        for (sum, &item) in sums.iter_mut().zip(row) {
            *sum ^= item;
        }
    }
    sums.map(|sum| sum & 1)
}
