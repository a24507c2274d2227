//! The rules: what stands beside the empty place may slide into it.

use statewalk::space::{Invertible, Predecessors, StateSpace, predecessors_by_inverse};

use super::places::Places;
use super::toward::{DIRECTIONS, Place, Toward};

/// The grids of one size. An action says where the empty place goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slides {
    /// The places of a row.
    pub width: u32,
    /// The rows.
    pub height: u32,
}

impl Slides {
    /// The row and the column of a place by its number.
    #[inline]
    #[must_use]
    pub fn place(&self, number: u32) -> Place {
        (number / self.width, number % self.width)
    }

    /// The number of a place on the grid.
    #[inline]
    #[must_use]
    pub fn number(&self, (row, col): Place) -> u32 {
        row * self.width + col
    }

    /// The place of `label`, or the empty one for 0.
    ///
    /// # Panics
    /// If there is no such label.
    #[inline]
    #[must_use]
    pub fn place_of(&self, places: &Places, label: u32) -> Place {
        self.place(places.of(label))
    }

    /// Where the empty place goes `toward`, if it can.
    #[inline]
    fn next(self, places: &Places, toward: Toward) -> Option<u32> {
        let (row, col) = toward.of(self.place_of(places, 0));
        (row < self.height && col < self.width).then(|| self.number((row, col)))
    }

    /// How many rows and columns all labels of `start` are from where `target` has them, added up: no plan is
    /// shorter, since an action moves one label by one place. Time: the places.
    #[must_use]
    pub fn distance(&self, start: &Places, target: &Places) -> u64 {
        let labels = start.labels().iter().filter(|&&label| label != 0);
        labels
            .map(|&label| {
                let (row, col) = self.place_of(start, label);
                let (to_row, to_col) = self.place_of(target, label);
                u64::from(row.abs_diff(to_row) + col.abs_diff(to_col))
            })
            .sum()
    }
}

impl StateSpace for Slides {
    type State = Places;
    type Action = Toward;

    fn actions<'a>(&'a self, places: &Places) -> impl Iterator<Item = Toward> + use<'a> {
        let open = DIRECTIONS.map(|(toward, _)| self.next(places, toward).map(|_| toward));
        open.into_iter().flatten()
    }

    #[inline]
    fn apply(&self, places: &mut Places, &toward: &Toward) {
        if let Some(next) = self.next(places, toward) {
            places.slide(next);
        }
    }

    fn max_cost(&self) -> Option<i64> {
        Some(1)
    }

    #[inline]
    fn is_applicable(&self, places: &Places, &toward: &Toward) -> bool {
        self.next(places, toward).is_some()
    }
}

impl Invertible for Slides {
    #[inline]
    fn inverse(&self, toward: &Toward) -> Toward {
        toward.opposite()
    }
}

impl Predecessors for Slides {
    fn predecessors<'a>(
        &'a self,
        places: &Places,
    ) -> impl Iterator<Item = (Toward, Places)> + use<'a> {
        predecessors_by_inverse(self, places)
    }
}
