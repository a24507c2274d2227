//! What stands where: a plain array, for grids of any size.

/// A grid of places, each with a label from 1 on and one with 0, the empty one; the rules of its size know its rows.
///
/// Memory: 8 bytes a place.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Places {
    /// The label on every place, row by row.
    labels: Vec<u32>,
    /// The place of every label.
    at: Vec<u32>,
}

impl Places {
    /// The grid that shows `labels`; `None` unless they are an order of the numbers from 0 on, at least one.
    #[must_use]
    pub fn new(labels: Vec<u32>) -> Option<Self> {
        const NOWHERE: u32 = u32::MAX;
        let mut at = vec![NOWHERE; labels.len()];
        for (place, &label) in (0..NOWHERE).zip(&labels) {
            let first = at.get_mut(label as usize)?;
            if std::mem::replace(first, place) != NOWHERE {
                return None;
            }
        }
        (!labels.is_empty() && !at.contains(&NOWHERE)).then_some(Self { labels, at })
    }

    /// The label on every place, row by row; 0 for the empty one.
    #[must_use]
    pub fn labels(&self) -> &[u32] {
        &self.labels
    }

    /// The number of the place that `label` stands on; of the empty place for 0.
    ///
    /// # Panics
    /// If there is no such label.
    #[inline]
    #[must_use]
    pub fn of(&self, label: u32) -> u32 {
        self.at[label as usize]
    }

    /// Brings the label on place number `from` to the empty place.
    #[inline]
    pub(super) fn slide(&mut self, from: u32) {
        let label = self.labels[from as usize];
        let to = std::mem::replace(&mut self.at[0], from);
        self.labels.swap(from as usize, to as usize);
        self.at[label as usize] = to;
    }
}
