//! A memory budget that stores, open lists and tables share.
//!
//! Whatever grows with the search claims its bytes here before it allocates, the old and the new
//! array while it moves, so a limit is met by a refusal and not by the operating system.

use std::collections::TryReserveError;
use std::error::Error;
use std::fmt;
use std::ops::{Deref, DerefMut};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::machine::pages::{addresses_ahead, prefer_large, takes_addresses};
use crate::words::counted;

/// There is no room: the budget is used up, the machine refused the allocation, or a list can number no
/// more entries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MemoryExhausted {
    /// How many more were asked for.
    pub needed: u64,
    /// How many were in use.
    pub used: u64,
    /// The limit; `u64::MAX` if none was set, so that the machine itself refused.
    pub limit: u64,
    /// Of what.
    pub unit: Unit,
}

/// What there is no room for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// Bytes of memory.
    Bytes,
    /// Entries of a list that numbers them in fewer bits than memory has.
    Entries,
}

impl MemoryExhausted {
    /// A list has `most` entries, and can number no more.
    #[cold]
    pub(crate) fn too_many(most: u64) -> Self {
        Self {
            needed: 1,
            used: most,
            limit: most,
            unit: Unit::Entries,
        }
    }
}

impl Error for MemoryExhausted {}

impl fmt::Display for MemoryExhausted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            needed,
            used,
            limit,
            unit,
        } = self;
        match (unit, *limit) {
            (Unit::Entries, most) => write!(f, "a list can number {}", counted(most, "entry")),
            (Unit::Bytes, u64::MAX) => write!(
                f,
                "{needed} more bytes are needed beside {used} in use, and the machine has none"
            ),
            (Unit::Bytes, limit) => write!(
                f,
                "{needed} more bytes are needed, {used} of {limit} are in use"
            ),
        }
    }
}

/// A shared account of allocated bytes with a limit. Clones share the account.
#[derive(Clone, Debug)]
pub struct Memory(Arc<Account>);

#[derive(Debug)]
struct Account {
    limit: u64,
    used: AtomicU64,
    peak: AtomicU64,
}

impl Default for Memory {
    fn default() -> Self {
        Self::unlimited()
    }
}

impl Memory {
    /// An account without a limit; it still counts.
    #[must_use]
    pub fn unlimited() -> Self {
        Self::limited(u64::MAX)
    }

    /// An account that refuses claims beyond `bytes`.
    #[must_use]
    pub fn limited(bytes: u64) -> Self {
        Self(Arc::new(Account {
            limit: bytes,
            used: AtomicU64::new(0),
            peak: AtomicU64::new(0),
        }))
    }

    /// The limit in bytes; `u64::MAX` if there is none.
    #[must_use]
    pub fn limit(&self) -> u64 {
        self.0.limit
    }

    /// Bytes in use now.
    #[must_use]
    pub fn used(&self) -> u64 {
        self.0.used.load(Ordering::Relaxed)
    }

    /// The most bytes that were ever in use at once.
    #[must_use]
    pub fn peak(&self) -> u64 {
        self.0.peak.load(Ordering::Relaxed)
    }

    /// Claims `bytes` before they are allocated.
    ///
    /// # Errors
    /// [`MemoryExhausted`] if the limit would be passed; nothing is claimed then.
    pub fn claim(&self, bytes: u64) -> Result<(), MemoryExhausted> {
        let account = &*self.0;
        let claimed = account
            .used
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, |used| {
                used.checked_add(bytes).filter(|&sum| sum <= account.limit)
            });
        match claimed {
            Ok(before) => {
                account
                    .peak
                    .fetch_max(before.saturating_add(bytes), Ordering::Relaxed);
                Ok(())
            }
            Err(used) => Err(self.exhausted(bytes, used)),
        }
    }

    /// How many bytes may still be claimed.
    #[must_use]
    pub fn left(&self) -> u64 {
        self.limit().saturating_sub(self.used())
    }

    /// An account of its own that begins as this one is now, for work on several threads: what others claim
    /// meanwhile changes nothing there, so that whether a claim fits, and the most that was in use, do not depend
    /// on who was first. What is claimed there is not counted here; see [`raise_peak`](Self::raise_peak).
    #[must_use]
    pub(crate) fn aside(&self) -> Self {
        let used = self.used();
        Self(Arc::new(Account {
            limit: self.0.limit,
            used: AtomicU64::new(used),
            peak: AtomicU64::new(used),
        }))
    }

    /// So many bytes were in use at once, as an account [aside](Self::aside) counted them.
    pub(crate) fn raise_peak(&self, bytes: u64) {
        self.0.peak.fetch_max(bytes, Ordering::Relaxed);
    }

    /// Gives back `bytes` that were claimed before.
    pub fn release(&self, bytes: u64) {
        self.0.used.fetch_sub(bytes, Ordering::Relaxed);
    }

    pub(crate) fn exhausted(&self, needed: u64, used: u64) -> MemoryExhausted {
        MemoryExhausted {
            needed,
            used,
            limit: self.0.limit,
            unit: Unit::Bytes,
        }
    }
}

/// Bytes that are claimed as long as this lives, for what no [`BudgetVec`] holds.
#[derive(Debug)]
pub struct Held {
    bytes: u64,
    memory: Memory,
}

impl Held {
    /// None yet.
    #[must_use]
    pub fn new(memory: &Memory) -> Self {
        let memory = memory.clone();
        Self { bytes: 0, memory }
    }

    /// Claims so many more.
    ///
    /// # Errors
    /// [`MemoryExhausted`] if the limit would be passed; what was held before stays so.
    pub fn grow(&mut self, bytes: u64) -> Result<(), MemoryExhausted> {
        self.memory.claim(bytes)?;
        self.bytes += bytes;
        Ok(())
    }

    /// How many are held.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.bytes
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        self.memory.release(self.bytes);
    }
}

/// The bytes of `count` values of type `T`.
#[must_use]
pub fn bytes_of<T>(count: usize) -> u64 {
    (count as u64).saturating_mul(size_of::<T>() as u64)
}

/// An amount of memory in words, in powers of 1000: `60 MB`, `3.2 TB`, `212 bytes`.
///
/// It is rounded to a tenth below ten units, and to whole ones above.
#[must_use]
pub fn in_units(bytes: u128) -> String {
    const UNITS: [&str; 8] = ["kB", "MB", "GB", "TB", "PB", "EB", "ZB", "YB"];
    if bytes < 1000 {
        return format!("{bytes} byte{}", if bytes == 1 { "" } else { "s" });
    }
    let mut scale = 1000u128;
    let mut units = UNITS.iter().peekable();
    let mut unit = "";
    while let Some(next) = units.next() {
        unit = next;
        // What rounds to a thousand is one of the next unit.
        if bytes + scale / 2 < scale * 1000 || units.peek().is_none() {
            break;
        }
        scale *= 1000;
    }
    let tenths = (bytes + scale / 20) / (scale / 10);
    if tenths < 100 {
        format!("{}.{} {unit}", tenths / 10, tenths % 10)
    } else {
        format!("{} {unit}", (bytes + scale / 2) / scale)
    }
}

/// A vector whose room is claimed from a [`Memory`].
///
/// It grows by doubling; where that does not fit the budget, by an eighth. One of 128 KiB or more takes addresses ahead,
/// where the system gives them away without memory behind them: it seldom has to move then, and claims a little more
/// at a time, so what it claims it uses.
#[derive(Debug)]
pub struct BudgetVec<T> {
    items: Vec<T>,
    /// For so many items memory is claimed; the vector itself may have more addresses.
    room: usize,
    memory: Memory,
}

impl<T> BudgetVec<T> {
    /// An empty vector; nothing is allocated yet.
    #[must_use]
    pub fn new(memory: &Memory) -> Self {
        let items = Vec::new();
        Self {
            room: items.capacity(),
            items,
            memory: memory.clone(),
        }
    }

    /// A vector of `len` copies of `value`, claimed exactly.
    ///
    /// # Errors
    /// [`MemoryExhausted`] if it does not fit.
    pub fn filled(memory: &Memory, len: usize, value: T) -> Result<Self, MemoryExhausted>
    where
        T: Clone,
    {
        let mut vec = Self::with_room(memory, len)?;
        vec.items.resize(len, value);
        Ok(vec)
    }

    /// An empty vector with room for `len` items, claimed exactly.
    ///
    /// # Errors
    /// [`MemoryExhausted`] if it does not fit.
    pub(crate) fn with_room(memory: &Memory, len: usize) -> Result<Self, MemoryExhausted> {
        let mut vec = Self::new(memory);
        vec.grow_to(len, 1)?;
        Ok(vec)
    }

    /// Appends `item`.
    ///
    /// # Errors
    /// [`MemoryExhausted`] if the vector is full and may not grow; `item` is dropped.
    #[inline]
    pub fn push(&mut self, item: T) -> Result<(), MemoryExhausted> {
        if self.items.len() == self.room {
            self.grow()?;
        }
        self.items.push(item);
        Ok(())
    }

    /// Makes room for one item more, and returns for how many there is room now.
    ///
    /// # Errors
    /// [`MemoryExhausted`] if the vector is full and may not grow.
    pub(crate) fn reserve_one(&mut self) -> Result<usize, MemoryExhausted> {
        if self.items.len() == self.room {
            self.grow()?;
        }
        Ok(self.room)
    }

    /// For how many items memory is claimed.
    #[inline]
    pub(crate) fn room(&self) -> usize {
        self.room
    }

    /// Makes room for more items than there is room for now, although it is not full yet.
    ///
    /// # Errors
    /// [`MemoryExhausted`] if the vector may not grow.
    pub(crate) fn reserve_beyond(&mut self) -> Result<(), MemoryExhausted> {
        self.grow()
    }

    /// Appends an item for which [`reserve_one`](Self::reserve_one) made room.
    #[inline]
    pub(crate) fn push_reserved(&mut self, item: T) {
        debug_assert!(
            self.items.len() < self.room,
            "there is no room for the item"
        );
        self.items.push(item);
    }

    /// Appends `item` if that needs no more memory, and says whether it did.
    #[inline]
    pub(crate) fn push_within_capacity(&mut self, item: T) -> bool {
        let has_room = self.items.len() < self.room;
        if has_room {
            self.items.push(item);
        }
        has_room
    }

    /// Removes and returns the last item.
    #[inline]
    pub fn pop(&mut self) -> Option<T> {
        self.items.pop()
    }

    /// Removes the items from `len` on and keeps the capacity.
    #[inline]
    pub fn truncate(&mut self, len: usize) {
        self.items.truncate(len);
    }

    /// Removes all items and keeps the capacity.
    #[inline]
    pub fn clear(&mut self) {
        self.items.clear();
    }

    /// The items as a plain vector, of which the account knows no more.
    #[must_use]
    pub fn into_vec(mut self) -> Vec<T> {
        let mut items = std::mem::take(&mut self.items);
        items.shrink_to(self.room);
        self.memory
            .release(bytes_of::<T>(std::mem::take(&mut self.room)));
        items
    }

    /// Replaces all items by `len` copies of `value`, in the same memory as far as it goes.
    ///
    /// # Errors
    /// [`MemoryExhausted`] if they do not fit; nothing changed then.
    pub(crate) fn refill(&mut self, len: usize, value: T) -> Result<(), MemoryExhausted>
    where
        T: Clone,
    {
        self.grow_to(len, addresses_ahead())?;
        self.items.clear();
        self.items.resize(len, value);
        Ok(())
    }

    #[cold]
    #[inline(never)]
    fn grow(&mut self) -> Result<(), MemoryExhausted> {
        let by_part = |part: usize| self.room.saturating_add((self.room / part).max(1));
        let (double, ahead) = (self.room.saturating_mul(2).max(8), addresses_ahead());
        let little = by_part(128);
        if little <= self.items.capacity() || (takes_addresses::<T>(little) && ahead > 1) {
            // Memory is claimed as it is needed: nothing is moved for that.
            return self.grow_to(little, ahead);
        }
        let less = by_part(8);
        match self.grow_to(double, ahead) {
            Err(_) if less < double => self.grow_to(less, ahead),
            outcome => outcome,
        }
    }

    /// Makes room for so many items, and if they are moved and large takes addresses for that many times `ahead`.
    fn grow_to(&mut self, room: usize, ahead: usize) -> Result<(), MemoryExhausted> {
        if room <= self.room {
            return Ok(());
        }
        let (bytes, old) = (bytes_of::<T>(room), bytes_of::<T>(self.room));
        if room <= self.items.capacity() {
            self.memory.claim(bytes - old)?;
            self.room = room;
            return Ok(());
        }
        self.memory.claim(bytes)?;
        if self.take(room, ahead).is_err() {
            self.memory.release(bytes);
            return Err(self.memory.exhausted(bytes, self.memory.used()));
        }
        self.room = room;
        self.memory.release(old);
        Ok(())
    }

    /// Allocates more than there is.
    fn take(&mut self, room: usize, ahead: usize) -> Result<(), TryReserveError> {
        if !takes_addresses::<T>(room) {
            return self.items.try_reserve_exact(room - self.items.len());
        }
        // A large block is made anew: one that is extended keeps the small pages that its first part has.
        let mut moved = Vec::new();
        if moved.try_reserve_exact(room.saturating_mul(ahead)).is_err() {
            moved.try_reserve_exact(room)?;
        }
        prefer_large(moved.spare_capacity_mut());
        moved.append(&mut self.items);
        self.items = moved;
        Ok(())
    }
}

impl<T> Deref for BudgetVec<T> {
    type Target = [T];

    #[inline]
    fn deref(&self) -> &[T] {
        &self.items
    }
}

impl<T> DerefMut for BudgetVec<T> {
    #[inline]
    fn deref_mut(&mut self) -> &mut [T] {
        &mut self.items
    }
}

impl<T> Drop for BudgetVec<T> {
    fn drop(&mut self) {
        self.memory.release(bytes_of::<T>(self.room));
    }
}

#[cfg(test)]
mod tests {
    use super::{BudgetVec, Held, Memory, MemoryExhausted, in_units};

    #[test]
    fn amounts_are_rounded_to_two_digits_or_more() {
        let cases = [
            (0, "0 bytes"),
            (1, "1 byte"),
            (999, "999 bytes"),
            (1000, "1.0 kB"),
            (9949, "9.9 kB"),
            (9950, "10 kB"),
            (10_499, "10 kB"),
            (999_499, "999 kB"),
            (999_500, "1.0 MB"),
            (59_875_200, "60 MB"),
            (3_200_000_000_000, "3.2 TB"),
            (u128::from(u64::MAX), "18 EB"),
            (10u128.pow(27), "1000 YB"),
        ];
        for (bytes, expected) in cases {
            assert_eq!(in_units(bytes), expected);
        }
    }

    #[test]
    fn what_there_is_no_room_for_is_told_apart() {
        let bytes = |memory: Memory| memory.exhausted(8, 3).to_string();
        let limited = "8 more bytes are needed, 3 of 9 are in use";
        assert_eq!(bytes(Memory::limited(9)), limited);
        let machine = "8 more bytes are needed beside 3 in use, and the machine has none";
        assert_eq!(bytes(Memory::unlimited()), machine);
        let entries = MemoryExhausted::too_many(255).to_string();
        assert_eq!(entries, "a list can number 255 entries");
    }

    #[test]
    fn claims_are_counted_refused_and_given_back() {
        let memory = Memory::limited(100);
        assert!(memory.claim(60).is_ok());
        let refused = memory.claim(41).unwrap_err();
        assert_eq!((refused.needed, refused.used, refused.limit), (41, 60, 100));
        assert!(memory.claim(40).is_ok());
        memory.release(100);
        assert_eq!((memory.used(), memory.peak()), (0, 100));
    }

    #[test]
    fn what_is_held_is_given_back_at_its_end() {
        let memory = Memory::limited(100);
        let mut held = Held::new(&memory);
        assert!(held.grow(70).is_ok() && held.grow(31).is_err() && held.grow(30).is_ok());
        assert_eq!(memory.used(), 100);
        drop(held);
        assert_eq!(memory.used(), 0);
    }

    #[test]
    fn a_vector_stops_at_its_budget_and_returns_it() {
        let memory = Memory::limited(1000);
        let mut vec = BudgetVec::new(&memory);
        let mut stored = 0u64;
        while vec.push(stored).is_ok() {
            stored += 1;
        }
        assert!((60..125).contains(&stored), "{stored}");
        assert_eq!(vec.iter().copied().sum::<u64>(), stored * (stored - 1) / 2);
        assert!(memory.used() <= 1000 && memory.peak() <= 1000);
        drop(vec);
        assert_eq!(memory.used(), 0);
    }

    #[test]
    fn a_vector_that_is_handed_out_is_no_more_claimed() {
        let memory = Memory::limited(1000);
        let mut vec = BudgetVec::new(&memory);
        (0..9).try_for_each(|item| vec.push(item)).unwrap();
        assert!(memory.used() > 0);
        assert_eq!(vec.into_vec(), [0, 1, 2, 3, 4, 5, 6, 7, 8]);
        assert_eq!(memory.used(), 0);
    }

    #[test]
    fn a_large_vector_claims_what_it_has_room_for() {
        let memory = Memory::limited(100 << 20);
        let mut vec = BudgetVec::new(&memory);
        let mut stored = 0u64;
        while vec.push(stored).is_ok() {
            stored += 1;
            assert!(memory.used() >= stored * 8);
        }
        assert!((8 << 20..=100 << 17).contains(&stored), "{stored}");
        assert!(vec.iter().zip(0..).all(|(&item, number)| item == number));
        assert!(vec.refill(1 << 20, 7).is_ok() && vec.refill(100 << 20, 8).is_err());
        assert!(vec.len() == 1 << 20 && vec.iter().all(|&item| item == 7));
        assert!(memory.peak() <= 100 << 20);
        let used = memory.used();
        assert_eq!(vec.into_vec().capacity() as u64 * 8, used);
        assert_eq!(memory.used(), 0);
    }

    #[test]
    fn an_impossible_length_is_refused() {
        assert!(BudgetVec::filled(&Memory::unlimited(), usize::MAX / 2, 0u64).is_err());
    }

    #[test]
    fn items_without_size_cost_nothing() {
        let memory = Memory::limited(0);
        let mut vec = BudgetVec::new(&memory);
        (0..1000).for_each(|_| vec.push(()).unwrap());
        assert_eq!((vec.len(), memory.used()), (1000, 0));
    }
}
