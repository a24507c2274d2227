//! One layer of a sweep: a list of its ranks where it is sparse, a plane of one bit a rank where it is
//! dense, or the note that the table is to be scanned for it.

use std::io;

use serde::{Deserialize, Serialize};

use crate::bits::PackedArray;
use crate::memory::{BudgetVec, Memory, MemoryExhausted};
use crate::search::layers::checkpoint::CheckpointError;
use crate::search::layers::checkpoint::file::{Out, Saved};
use crate::search::layers::checkpoint::number::Number;
use crate::store::word::{Word, index};

/// A layer of more than this share of all ranks is a plane. To go over a plane costs as much as two or
/// three expansions for each state of such a layer at the most, mostly far less.
const PLANED_SHARE: u64 = 128;

/// Where the states of a layer are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Form {
    /// In the list.
    Listed,
    /// In the plane.
    Planed,
    /// Among the marks in the plane, of which it is not known yet whether they are new: none counts as a state.
    Marked,
    /// Only in the table, which is to be scanned for them.
    Tabled,
}

/// The states of one layer, as they come in.
#[derive(Debug)]
pub(crate) struct Frontier<W> {
    form: Form,
    /// How many states came in.
    count: u64,
    /// The list and the room after it.
    ranks: BudgetVec<W>,
    len: usize,
    /// At this length the list becomes a plane.
    longest: usize,
    /// A bit for each rank; all are 0 unless the layer is there. Made when it is first needed.
    plane: Option<PackedArray<1>>,
    /// How many ranks there are.
    size: u64,
    /// Whether the table tells which states a layer has.
    is_in_table: bool,
    /// The room that was refused.
    refused: Option<MemoryExhausted>,
    memory: Memory,
}

/// A list begins with room for so many ranks.
const FIRST: usize = 64;

impl<W: Word> Frontier<W> {
    /// The bytes of the shortest list.
    pub(crate) const LEAST_BYTES: u64 = (FIRST * size_of::<W>()) as u64;

    /// An empty layer among `size` ranks. `is_in_table` says whether its states can be found in the
    /// table, should there be no memory for them here.
    pub(crate) fn new(memory: &Memory, size: u64, is_in_table: bool) -> Self {
        Self {
            form: Form::Listed,
            count: 0,
            ranks: BudgetVec::new(memory),
            len: 0,
            longest: usize::try_from(size / PLANED_SHARE).unwrap_or(usize::MAX),
            plane: None,
            size,
            is_in_table,
            refused: None,
            memory: memory.clone(),
        }
    }

    /// Takes in a state.
    #[inline]
    pub(crate) fn add(&mut self, rank: u64) {
        self.count += 1;
        if self.form == Form::Listed && (self.len < self.ranks.len() || self.grow()) {
            self.ranks[self.len] = W::narrow(rank);
            self.len += 1;
        } else if self.form == Form::Planed
            && let Some(plane) = &mut self.plane
        {
            plane.set(rank, 1);
        }
    }

    /// How many states the layer has.
    pub(crate) fn count(&self) -> u64 {
        self.count
    }

    /// The ranks in the order in which they came, if they are listed.
    pub(crate) fn listed(&self) -> Option<&[W]> {
        (self.form == Form::Listed).then(|| &self.ranks[..self.len])
    }

    /// The plane, if the states are there: bit `r % 64` of word `r / 64` for rank r.
    pub(crate) fn planed(&self) -> Option<&[u64]> {
        let plane = self.plane.as_ref()?;
        (self.form == Form::Planed).then(|| plane.words())
    }

    /// The ranks in ascending order, if they are listed.
    pub(crate) fn sorted(&mut self) -> Option<&[W]> {
        let listed = &mut self.ranks[..self.len];
        listed.sort_unstable();
        (self.form == Form::Listed).then_some(&*listed)
    }

    /// Calls `see` with the ranks in the plane among `from..to`, ascending.
    pub(crate) fn scan(&self, from: u64, to: u64, mut see: impl FnMut(u64)) {
        let Some(words) = self.planed() else { return };
        let mut first = from;
        while first < to {
            let after = to.min((first | 63) + 1);
            let above = u64::MAX << (first % 64);
            let below = u64::MAX >> (63 - (after - 1) % 64);
            each_bit(words[index(first / 64)] & above & below, |bit| {
                see(first / 64 * 64 + bit);
            });
            first = after;
        }
    }

    /// The plane; `None` if there is no memory for it.
    fn make_plane(&mut self) -> Option<&mut [u64]> {
        if self.plane.is_none() {
            self.plane = PackedArray::filled(&self.memory, self.size, 0).ok();
        }
        self.plane.as_mut().map(PackedArray::words_mut)
    }

    /// A plane for marks, for an empty layer or one that is being marked; `None` if there is no memory for it.
    /// They are [filled](Self::fill) in when all of them are there.
    pub(crate) fn mark(&mut self) -> Option<&mut [u64]> {
        self.make_plane()?;
        self.form = Form::Marked;
        self.plane.as_mut().map(PackedArray::words_mut)
    }

    /// Makes a layer of what `fill` leaves of the marks, and takes its word for how many states that are.
    pub(crate) fn fill(&mut self, fill: impl FnOnce(&mut [u64]) -> u64) {
        if let Some(plane) = &mut self.plane {
            self.count = fill(plane.words_mut());
            self.form = Form::Planed;
        }
    }

    /// Lists the states of a complete layer that turned out to be sparse.
    pub(crate) fn list_if_sparse(&mut self) {
        let count = index(self.count);
        if self.form != Form::Planed || count > self.longest / 2 {
            return;
        }
        if self.ranks.len() < count && self.make_room(count).is_err() {
            return;
        }
        if let Some(plane) = &mut self.plane {
            for (rank, place) in plane.positions(1).zip(&mut self.ranks[..count]) {
                *place = W::narrow(rank);
            }
            plane.fill(0);
            self.len = count;
            self.form = Form::Listed;
        }
    }

    /// Gives back the room of a complete layer, whose states are in the table. Returns whether there was any.
    pub(crate) fn give_way(&mut self) -> bool {
        if self.ranks.is_empty() && self.plane.is_none() {
            return false;
        }
        self.ranks = BudgetVec::new(&self.memory);
        self.len = 0;
        self.plane = None;
        self.form = match self.count {
            0 => Form::Listed,
            _ => Form::Tabled,
        };
        true
    }

    /// The memory that could not be had for the states, where they are nowhere else.
    pub(crate) fn lost(&self) -> Option<MemoryExhausted> {
        self.refused
    }

    /// Makes the layer empty. The room is kept.
    pub(crate) fn clear(&mut self) {
        if let (Form::Planed | Form::Marked, Some(plane)) = (self.form, &mut self.plane) {
            plane.fill(0);
        }
        self.form = Form::Listed;
        self.len = 0;
        self.count = 0;
        self.refused = None;
    }

    /// Makes room for one more rank in the list, or goes over to another form.
    #[cold]
    #[inline(never)]
    fn grow(&mut self) -> bool {
        let double = self.len.saturating_mul(2);
        let mut room = Ok(());
        if self.len < self.longest.max(1) {
            room = self.make_room(double.clamp(FIRST, self.longest.max(FIRST)));
            if room.is_ok() {
                return true;
            }
        }
        if self.make_plane().is_some() {
            self.form = Form::Planed;
            if let Some(plane) = &mut self.plane {
                for rank in &self.ranks[..self.len] {
                    plane.set(rank.wide(), 1);
                }
            }
        } else if self.is_in_table {
            self.form = Form::Tabled;
        } else {
            if room.is_ok() {
                room = self.make_room(double.max(FIRST));
            }
            match room {
                Ok(()) => return true,
                Err(why) => {
                    self.refused = Some(why);
                    self.form = Form::Tabled;
                }
            }
        }
        self.len = 0;
        false
    }

    fn make_room(&mut self, room: usize) -> Result<(), MemoryExhausted> {
        let mut ranks = BudgetVec::filled(&self.memory, room, W::NONE)?;
        ranks[..self.len].copy_from_slice(&self.ranks[..self.len]);
        self.ranks = ranks;
        Ok(())
    }
}

/// What of a layer is said in the manifest of a checkpoint.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Shape {
    form: Form,
    count: u64,
}

impl<W: Word + Number> Frontier<W> {
    /// What of the layer is said in a manifest.
    pub(crate) fn shape(&self) -> Shape {
        Shape {
            form: self.form,
            count: self.count,
        }
    }

    /// Writes the list or the plane into a checkpoint.
    pub(crate) fn write(&self, out: &mut Out) -> io::Result<()> {
        match (self.form, &self.plane) {
            (Form::Listed, _) => out.numbers(&self.ranks[..self.len], W::NONE),
            (Form::Planed | Form::Marked, Some(plane)) => out.numbers(plane.words(), 0),
            (Form::Planed | Form::Marked, None) | (Form::Tabled, _) => Ok(()),
        }
    }

    /// Makes the layer be what was written there.
    pub(crate) fn restore(
        &mut self,
        shape: Shape,
        saved: &mut Saved,
    ) -> Result<(), CheckpointError> {
        self.clear();
        match shape.form {
            Form::Listed => {
                let len = usize::try_from(shape.count).unwrap_or(usize::MAX);
                if self.ranks.len() < len {
                    self.make_room(len).map_err(CheckpointError::Memory)?;
                }
                let list = &mut self.ranks[..len];
                saved.numbers(list, W::NONE)?;
                if list.iter().any(|rank| rank.wide() >= self.size) {
                    return Err(saved.broken("it has ranks that there are not"));
                }
                self.len = len;
            }
            Form::Planed | Form::Marked => {
                let plane = PackedArray::filled(&self.memory, self.size, 0);
                let plane = self.plane.insert(plane.map_err(CheckpointError::Memory)?);
                saved.numbers(plane.words_mut(), 0)?;
            }
            Form::Tabled => {}
        }
        self.form = shape.form;
        self.count = shape.count;
        Ok(())
    }
}

/// Calls `see` with the places of the ones of a word, ascending.
#[inline]
pub(crate) fn each_bit(mut word: u64, mut see: impl FnMut(u64)) {
    while word != 0 {
        see(word.trailing_zeros().into());
        word &= word - 1;
    }
}
