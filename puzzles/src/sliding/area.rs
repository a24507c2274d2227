//! What is still to be sorted: a rectangle, and the lane along one of its sides that is in work.
//!
//! Finished lanes lie around the rectangle and are never touched again. Inside it everything but the finished part
//! of the lane is *free*: it may be moved.

use statewalk::adapt::macros::schema::Parameters;

use super::toward::{Place, Toward};

/// A rectangle of places. The first and the last row and column belong to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Area {
    pub(super) top: u32,
    pub(super) bottom: u32,
    pub(super) left: u32,
    pub(super) right: u32,
}

/// A lane: the first row or column of an area from one side, put right place by place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Lane {
    pub(super) area: Area,
    /// The side of the area that it lies along.
    pub(super) side: Toward,
    /// Whether its places are counted from the right or from below.
    pub(super) backwards: bool,
    /// Whether what waits on its last place is not to be moved.
    pub(super) parked: bool,
    /// How many of its places are finished.
    pub(super) done: u32,
}

/// Two numbers below 2^16 in one.
fn pair(low: u32, high: u32) -> u32 {
    low | high << 16
}

impl Area {
    pub(super) fn height(self) -> u32 {
        self.bottom - self.top + 1
    }

    pub(super) fn width(self) -> u32 {
        self.right - self.left + 1
    }

    #[inline]
    pub(super) fn contains(self, (row, col): Place) -> bool {
        (self.top..=self.bottom).contains(&row) && (self.left..=self.right).contains(&col)
    }

    /// As arguments of a macro: its rows and its columns.
    pub(super) fn parameters(self) -> Parameters {
        let Self {
            top,
            bottom,
            left,
            right,
        } = self;
        [pair(top, bottom), pair(left, right), 0, 0]
    }

    pub(super) fn of([rows, columns, ..]: Parameters) -> Self {
        Self {
            top: rows & 0xFFFF,
            bottom: rows >> 16,
            left: columns & 0xFFFF,
            right: columns >> 16,
        }
    }

    /// The area without its first row or column from `side`.
    pub(super) fn without(mut self, side: Toward) -> Self {
        match side {
            Toward::Up => self.top += 1,
            Toward::Down => self.bottom -= 1,
            Toward::Left => self.left += 1,
            Toward::Right => self.right -= 1,
        }
        self
    }

    /// The places clockwise around an area of two by two, from the top left.
    pub(super) fn ring(self) -> [Place; 4] {
        let Self {
            top,
            bottom,
            left,
            right,
        } = self;
        [(top, left), (top, right), (bottom, right), (bottom, left)]
    }
}

impl Lane {
    /// The lane of `area` along `side`, with nothing finished.
    pub(super) fn new(area: Area, side: Toward, backwards: bool) -> Self {
        let (parked, done) = (false, 0);
        Self {
            area,
            side,
            backwards,
            parked,
            done,
        }
    }

    /// As arguments of a macro, with a label.
    pub(super) fn parameters(self, label: u32) -> Parameters {
        let [rows, columns, ..] = self.area.parameters();
        let flags = u32::from(self.backwards) << 2 | u32::from(self.parked) << 3;
        let lane = self.side as u32 | flags | self.done << 4;
        [rows, columns, lane, label]
    }

    pub(super) fn of(parameters: Parameters) -> Self {
        let lane = parameters[2];
        Self {
            area: Area::of(parameters),
            side: match lane & 3 {
                0 => Toward::Up,
                1 => Toward::Left,
                2 => Toward::Right,
                _ => Toward::Down,
            },
            backwards: lane & 4 != 0,
            parked: lane & 8 != 0,
            done: lane >> 4,
        }
    }

    fn is_row(self) -> bool {
        matches!(self.side, Toward::Up | Toward::Down)
    }

    /// How many places it has.
    pub(super) fn len(self) -> u32 {
        if self.is_row() {
            self.area.width()
        } else {
            self.area.height()
        }
    }

    /// How many lanes beside each other the area has.
    pub(super) fn depth(self) -> u32 {
        if self.is_row() {
            self.area.height()
        } else {
            self.area.width()
        }
    }

    /// Place number `index` of the `beyond`-th lane after this one.
    pub(super) fn place(self, index: u32, beyond: u32) -> Place {
        let Area {
            top,
            bottom,
            left,
            right,
        } = self.area;
        let along = |first, last| {
            if self.backwards {
                last - index
            } else {
                first + index
            }
        };
        match self.side {
            Toward::Up => (top + beyond, along(left, right)),
            Toward::Down => (bottom - beyond, along(left, right)),
            Toward::Left => (along(top, bottom), left + beyond),
            Toward::Right => (along(top, bottom), right - beyond),
        }
    }

    /// Whether what stands on (`row`, `col`) may be moved. Places off the grid are not free.
    #[inline]
    pub(super) fn is_free(self, (row, col): Place) -> bool {
        let Area {
            top,
            bottom,
            left,
            right,
        } = self.area;
        if !self.area.contains((row, col)) {
            return false;
        }
        let (across, edge, along, first, last) = match self.side {
            Toward::Up => (row, top, col, left, right),
            Toward::Down => (row, bottom, col, left, right),
            Toward::Left => (col, left, row, top, bottom),
            Toward::Right => (col, right, row, top, bottom),
        };
        if across != edge {
            return true;
        }
        let index = if self.backwards {
            last - along
        } else {
            along - first
        };
        index >= self.done && !(self.parked && index == last - first)
    }

    /// Where the next label is carried: to its place; those of the last two places to the last one and, once that is
    /// parked on, beside it.
    pub(super) fn goal(self) -> Place {
        let last = self.len() - 1;
        if self.done + 1 < last {
            self.place(self.done, 0)
        } else {
            self.place(last, u32::from(self.parked))
        }
    }

    /// Whether `place` is among the last two of this lane and of the two after it.
    pub(super) fn is_near_end(self, place: Place) -> bool {
        let len = self.len();
        (0..3).any(|beyond| {
            place == self.place(len - 1, beyond) || place == self.place(len - 2, beyond)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::{Area, Lane};
    use crate::sliding::toward::{DIRECTIONS, Toward};

    const AREA: Area = Area {
        top: 2,
        bottom: 5,
        left: 1,
        right: 3,
    };

    #[test]
    fn parameters_keep_everything() {
        assert_eq!(Area::of(AREA.parameters()), AREA);
        for (side, _) in DIRECTIONS {
            for backwards in [false, true] {
                for parked in [false, true] {
                    let lane = Lane {
                        parked,
                        done: 2,
                        ..Lane::new(AREA, side, backwards)
                    };
                    assert_eq!(Lane::of(lane.parameters(9)), lane);
                }
            }
        }
    }

    #[test]
    fn finished_places_and_what_is_around_are_not_free() {
        for (side, _) in DIRECTIONS {
            for backwards in [false, true] {
                let fresh = Lane::new(AREA, side, backwards);
                for done in 0..=fresh.len() {
                    let lane = Lane { done, ..fresh };
                    let free = (0..9).flat_map(|row| (0..9).map(move |col| (row, col)));
                    let free = free.filter(|&place| lane.is_free(place)).count();
                    assert_eq!(free, 12 - done as usize);
                    assert!((0..done).all(|index| !lane.is_free(lane.place(index, 0))));
                }
            }
        }
        let lane = Lane::new(AREA, Toward::Down, true);
        assert_eq!(lane.place(0, 1), (4, 3));
        let parked = Lane {
            parked: true,
            ..lane
        };
        assert!(lane.is_free((5, 1)) && !parked.is_free((5, 1)));
        assert_eq!(Lane { done: 1, ..lane }.goal(), (5, 1));
        assert_eq!(Lane { done: 1, ..parked }.goal(), (4, 1));
    }
}
