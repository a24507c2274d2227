//! What a sweep by rank takes: the table, as wide as distances may ask for, and the layers beside it.

use crate::catalog::forecast::Forecast;
use crate::cost::Cost;
use crate::memory::Memory;
use crate::search::layers::sweeping::checkpoint_bytes;
use crate::store::costs::cell_bytes;

/// The largest distance that entries of one byte hold.
const BYTE: Cost = 0xFE;

/// The largest distance that entries of two bytes hold.
const WORD: Cost = 0xFFFE;

/// A list begins with room for so many ranks.
const FIRST: u64 = 64;

/// Room for as many deepest states as are shown unless more are asked for.
const SHOWN: u64 = 64;

/// A sweep by rank that is to be begun: how many ranks there are, what is kept of each, and how far apart states may be.
///
/// Where that is not said, no distance can reach the number of ranks all the same. So tables of distances are begun as
/// wide as they can have to be, and never widened: the least memory of the forecast is enough to come to the end. In a
/// space of more than 65,534 ranks of which nothing is said, two bytes are counted; with room for more, the table begins
/// with one byte a rank, and has room to be widened. There the most is not known: a space with more layers than two
/// bytes can tell apart takes more.
#[derive(Clone, Copy, Debug)]
pub struct ByRank {
    ranks: u64,
    kept: Kept,
    depth: Option<u64>,
    maxima: Option<usize>,
}

/// What a table keeps of a rank.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kept {
    /// So many bits, which do not tell the states of a layer.
    Bits(u32),
    /// The distance.
    Distance,
}

impl ByRank {
    /// A sweep over a table of distances.
    #[must_use]
    pub fn distances(ranks: u64) -> Self {
        Self::keeping(ranks, Kept::Distance)
    }

    /// A sweep over a table of one or two bits a rank.
    #[must_use]
    pub fn bits(ranks: u64, bits: u32) -> Self {
        Self::keeping(ranks, Kept::Bits(bits))
    }

    fn keeping(ranks: u64, kept: Kept) -> Self {
        Self {
            ranks,
            kept,
            depth: None,
            maxima: None,
        }
    }

    /// The same where no state is farther than that from where the sweep begins.
    #[must_use]
    pub fn no_deeper(mut self, depth: Option<Cost>) -> Self {
        self.depth = depth.and_then(|depth| u64::try_from(depth).ok());
        self
    }

    /// The same with local maxima, and so many of them listed.
    #[must_use]
    pub fn and_maxima(mut self, listed: Option<usize>) -> Self {
        self.maxima = listed;
        self
    }

    /// What it takes.
    ///
    /// Beside the table it has a profile, and a list or a plane of one bit a rank for each of two layers. A table of
    /// distances tells which states a layer has, so such a sweep can do without the lists, and gives them up where the
    /// table or the profile has to grow. Any other is refused where the most that it can take does not fit.
    /// Further threads are not counted: each has a plane while it works on a dense layer, where there is room. Nor are
    /// tables of moves, which are made where there is room for them beside all else.
    #[must_use]
    pub fn forecast(self) -> Forecast {
        let (most, widest) = match self.kept {
            Kept::Bits(_) => (self.beside(self.table()), self.table()),
            Kept::Distance if self.is_certain() => (self.beside(self.table()), self.table()),
            // Wide enough for as many layers as there are ranks.
            Kept::Distance => (u64::MAX, self.cells(self.ranks)),
        };
        let least = match self.kept {
            Kept::Bits(_) => most,
            Kept::Distance => [self.profile(), 2 * FIRST * self.word(), self.ends()]
                .into_iter()
                .fold(self.table(), u64::saturating_add),
        };
        let is_certain = self.is_certain() || matches!(self.kept, Kept::Bits(_));
        Forecast {
            ranks: Some(self.ranks),
            least: Some(least),
            most: Some(most).filter(|_| is_certain),
            // The last checkpoint, and the next one while it is written.
            disk: Some(checkpoint_bytes(self.ranks, widest).saturating_mul(2)),
            ..Forecast::default()
        }
    }

    /// The largest distance that a table of distances is to be begun with, if so much memory is left.
    #[must_use]
    pub fn largest(self, memory: &Memory) -> Cost {
        if self.is_certain() {
            return Cost::try_from(self.farthest()).unwrap_or(Cost::MAX);
        }
        if self.ample() <= memory.left() {
            BYTE
        } else {
            WORD
        }
    }

    /// With so much memory it wants no more: neither lists nor a wider table are refused, up to as many layers as two
    /// bytes can tell apart.
    pub(crate) fn ample(self) -> u64 {
        if self.is_certain() || matches!(self.kept, Kept::Bits(_)) {
            self.beside(self.table())
        } else {
            // A byte a rank, and two while they are made of these.
            self.beside(self.table().saturating_add(self.ranks))
        }
    }

    /// The largest distance that the table is asked to hold. An edge from the last layer would lead one farther.
    fn farthest(self) -> u64 {
        let known = self.depth.unwrap_or(u64::MAX);
        known.min(self.ranks.saturating_sub(1)).saturating_add(1)
    }

    /// Whether the farthest is known, or two bytes hold it in any case.
    fn is_certain(self) -> bool {
        self.depth.is_some() || self.farthest() <= WORD.unsigned_abs()
    }

    /// How many layers are counted on.
    fn layers(self) -> u64 {
        if self.is_certain() {
            self.farthest()
        } else {
            WORD.unsigned_abs()
        }
    }

    /// The table as it begins where there is little memory.
    fn table(self) -> u64 {
        match self.kept {
            Kept::Bits(bits) => {
                let bits = u128::from(self.ranks) * u128::from(bits);
                u64::try_from(bits.div_ceil(64) * 8).unwrap_or(u64::MAX)
            }
            Kept::Distance => self.cells(self.layers()),
        }
    }

    /// A table that holds distances up to this one.
    fn cells(self, farthest: u64) -> u64 {
        let farthest = Cost::try_from(farthest).unwrap_or(Cost::MAX);
        self.ranks.saturating_mul(cell_bytes(farthest))
    }

    /// The bytes of a rank in a list.
    fn word(self) -> u64 {
        if self.ranks <= u32::MAX.into() { 4 } else { 8 }
    }

    /// The profile doubles as it grows, from eight layers on, or grows by an eighth where there is no room for that: the
    /// old and the new one are there meanwhile.
    fn profile(self) -> u64 {
        let layers = self.layers().max(8);
        let room = layers.checked_next_power_of_two().unwrap_or(u64::MAX);
        let by_an_eighth = layers.saturating_mul(17).saturating_add(8);
        room.saturating_mul(12).max(by_an_eighth)
    }

    /// What is looked for when the sweep is over. The lists of layers are given back by then.
    fn ends(self) -> u64 {
        let Some(listed) = self.maxima else {
            return SHOWN;
        };
        let listed = u64::try_from(listed).unwrap_or(u64::MAX).min(self.ranks);
        let room = listed.clamp(4, 1 << 62).next_power_of_two();
        let listed = room
            .saturating_mul(24)
            .saturating_mul(u64::from(listed > 0));
        let profile = self.layers().saturating_mul(8);
        [profile, listed]
            .into_iter()
            .fold(SHOWN, u64::saturating_add)
    }

    /// All that a sweep has beside a table.
    fn beside(self, table: u64) -> u64 {
        // Lists are as long as a 128th of all ranks, at most; the old and the new one are there while one grows.
        let lists = (self.ranks / 128).max(64).saturating_mul(3 * self.word());
        let planes = self.ranks.div_ceil(64).saturating_mul(16);
        [lists, planes, self.profile(), self.ends()]
            .into_iter()
            .fold(table, u64::saturating_add)
    }
}

#[cfg(test)]
mod tests;
