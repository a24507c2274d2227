//! Windows of plans, cut out of the grid: as long as the empty place stays in a small rectangle, all else is as
//! it was, and the rectangle is a small puzzle of its own.

use statewalk::cost::Cost;
use statewalk::heuristic::Heuristic;
use statewalk::improve::led::cheaper;
use statewalk::improve::windows::{Replanned, Windows};
use statewalk::search::limits::Limits;
use statewalk::search::outcome::SearchError;
use statewalk::space::StateSpace;

use super::places::Places;
use super::rules::Slides;
use super::toward::{DIRECTIONS, Place, Toward};

/// The most places of a rectangle: each is [`BITS`] of a word.
const MOST: u32 = 25;

/// Enough for as many labels.
const BITS: u32 = 5;

/// The lowest bit of each place.
const ONES: u128 = {
    let (mut ones, mut place) = (0, 0);
    while place < MOST {
        ones |= 1 << (BITS * place);
        place += 1;
    }
    ones
};

/// Searches windows in rectangles of up to 25 places around the way of the empty one, by A* toward the order in which
/// the window leaves them.
///
/// A window in which the empty place goes further is planned anew up to where it leaves the largest such rectangle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cuts;

impl Windows<Slides> for Cuts {
    fn replan(
        &mut self,
        slides: &Slides,
        from: &Places,
        window: &[Toward],
        _: Cost,
        limits: &Limits,
    ) -> Result<Replanned<Toward>, SearchError> {
        let (cut, length) = Cut::around(*slides, from, window);
        let ends = cut.ends(*slides, from, &window[..length]);
        let spent = Cost::try_from(length).unwrap_or(Cost::MAX);
        let found = cheaper(&cut, ends, &Apart::new(cut, ends.1), spent, limits)?;
        let rest = &window[length..];
        let left = Cost::try_from(rest.len()).unwrap_or(Cost::MAX);
        Ok(found.before((rest, left), "a rectangle of 25 places"))
    }

    fn are_whole(&self) -> bool {
        false
    }
}

/// A rectangle of the grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Cut {
    top: u32,
    left: u32,
    height: u32,
    width: u32,
}

impl Cut {
    /// The rectangle around the way of the empty place, made wider where the grid has room, and how many actions stay in
    /// one that is small enough.
    fn around(slides: Slides, from: &Places, window: &[Toward]) -> (Self, usize) {
        let (row, col) = slides.place_of(from, 0);
        let mut cut = Self {
            top: row,
            left: col,
            height: 1,
            width: 1,
        };
        let mut at = (row, col);
        let mut length = 0;
        for &toward in window {
            at = toward.of(at);
            let more = cut.with(at);
            if more.places() > MOST {
                break;
            }
            cut = more;
            length += 1;
        }
        (cut.wider(slides), length)
    }

    fn places(self) -> u32 {
        self.height * self.width
    }

    fn with(self, (row, col): Place) -> Self {
        let (top, left) = (self.top.min(row), self.left.min(col));
        let bottom = (self.top + self.height).max(row + 1);
        let right = (self.left + self.width).max(col + 1);
        Self {
            top,
            left,
            height: bottom - top,
            width: right - left,
        }
    }

    /// Grown by the side that is shorter, at the end that is free, as far as it may.
    fn wider(mut self, slides: Slides) -> Self {
        loop {
            let rows = (self.height < slides.height && self.places() + self.width <= MOST)
                .then_some((self.height, true));
            let cols = (self.width < slides.width && self.places() + self.height <= MOST)
                .then_some((self.width, false));
            let Some((_, is_row)) = rows.into_iter().chain(cols).min() else {
                return self;
            };
            if is_row {
                self.height += 1;
                self.top = self.top.min(slides.height - self.height);
            } else {
                self.width += 1;
                self.left = self.left.min(slides.width - self.width);
            }
        }
    }

    /// The places of the rectangle before a window and after it, as words: labels are numbered as they stand at first.
    fn ends(self, slides: Slides, from: &Places, window: &[Toward]) -> (u128, u128) {
        let mut start = 0u128;
        let mut next = 1;
        for index in 0..self.places() {
            let (row, col) = (
                self.top + index / self.width,
                self.left + index % self.width,
            );
            if slides.number((row, col)) == from.of(0) {
                continue;
            }
            start |= next << (BITS * index);
            next += 1;
        }
        let mut end = start;
        for toward in window {
            self.apply(&mut end, toward);
        }
        (start, end)
    }

    /// What stands on a place.
    #[inline]
    fn label(word: u128, index: u32) -> u8 {
        (word >> (BITS * index)).to_le_bytes()[0] & 31
    }

    /// The place of the empty one: the first of which no bit is set, since those behind the rectangle come later.
    #[inline]
    fn empty(word: u128) -> u32 {
        let any = word | word >> 1 | word >> 2 | word >> 3 | word >> 4;
        (!any & ONES).trailing_zeros() / BITS
    }

    /// Where the empty place goes from `index`, if that is inside.
    fn next(self, index: u32, toward: Toward) -> Option<u32> {
        let (row, col) = toward.of((index / self.width, index % self.width));
        (row < self.height && col < self.width).then(|| row * self.width + col)
    }
}

impl StateSpace for Cut {
    type State = u128;
    type Action = Toward;

    fn actions<'a>(&'a self, &word: &u128) -> impl Iterator<Item = Toward> + use<'a> {
        let empty = Self::empty(word);
        let open = DIRECTIONS.map(|(toward, _)| self.next(empty, toward).map(|_| toward));
        open.into_iter().flatten()
    }

    #[inline]
    fn apply(&self, word: &mut u128, &toward: &Toward) {
        let empty = Self::empty(*word);
        if let Some(next) = self.next(empty, toward) {
            let label = u128::from(Self::label(*word, next));
            *word ^= label << (BITS * next) | label << (BITS * empty);
        }
    }

    fn max_cost(&self) -> Option<Cost> {
        Some(1)
    }
}

/// How many rows and columns all labels are from where they are to be.
struct Apart {
    places: u32,
    /// For each label and place.
    rows: [[u8; MOST as usize]; MOST as usize],
}

impl Apart {
    fn new(cut: Cut, end: u128) -> Self {
        let mut rows = [[0; MOST as usize]; MOST as usize];
        for to in 0..cut.places() {
            let label = usize::from(Cut::label(end, to));
            for at in (0..cut.places()).filter(|_| label != 0) {
                let down = (at / cut.width).abs_diff(to / cut.width);
                let right = (at % cut.width).abs_diff(to % cut.width);
                rows[label][at as usize] = u8::try_from(down + right).unwrap_or(u8::MAX);
            }
        }
        let places = cut.places();
        Self { places, rows }
    }
}

impl Heuristic<u128> for Apart {
    #[inline]
    fn estimate(&self, &word: &u128) -> Option<Cost> {
        let mut sum = 0;
        for at in 0..self.places {
            let label = usize::from(Cut::label(word, at));
            sum += u32::from(self.rows[label][at as usize]);
        }
        Some(sum.into())
    }
}

#[cfg(test)]
mod tests {
    use statewalk::goal::Exactly;
    use statewalk::improve::windows::Windows;
    use statewalk::improve::{Effort, improve};
    use statewalk::plan::Plan;
    use statewalk::search::breadth_first::breadth_first;
    use statewalk::search::limits::Limits;
    use statewalk::space::StateSpace;

    use super::Cuts;
    use crate::sliding::places::Places;
    use crate::sliding::rules::Slides;
    use crate::sliding::toward::Toward;

    /// A walk that never turns back, which is seldom a shortest way.
    fn walk(slides: Slides, start: &Places, steps: u64) -> Vec<Toward> {
        let (mut state, mut actions, mut seed) = (start.clone(), Vec::new(), 7u64);
        for _ in 0..steps {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            let back = actions.last().map(|last: &Toward| last.opposite());
            let open: Vec<_> = slides
                .actions(&state)
                .filter(|&toward| Some(toward) != back)
                .collect();
            let Some(&toward) = open.get((seed >> 33) as usize % open.len().max(1)) else {
                break;
            };
            slides.apply(&mut state, &toward);
            actions.push(toward);
        }
        actions
    }

    fn ordered(slides: Slides) -> Places {
        Places::new((0..slides.width * slides.height).collect()).expect("an order")
    }

    #[test]
    fn a_window_in_one_rectangle_becomes_a_shortest_way() {
        for (width, height) in [(3, 2), (2, 3), (3, 3), (8, 1), (2, 2)] {
            let slides = Slides { width, height };
            let start = ordered(slides);
            let window = walk(slides, &start, 40);
            let mut end = start.clone();
            for toward in &window {
                slides.apply(&mut end, toward);
            }
            let best = breadth_first(&slides, start.clone(), &Exactly(end.clone()));
            let best = best.unwrap().cost().expect("the walk leads there");
            let spent = i64::try_from(window.len()).unwrap();
            let found = Cuts
                .replan(&slides, &start, &window, spent, &Limits::default())
                .unwrap();
            let cost = found.cheaper.as_ref().map_or(spent, |(_, cost)| *cost);
            assert_eq!((cost, found.limit), (best, None), "{width} x {height}");
        }
    }

    #[test]
    fn long_plans_on_large_grids_get_shorter_and_stay_right() {
        let slides = Slides {
            width: 9,
            height: 7,
        };
        let start = ordered(slides);
        let actions = walk(slides, &start, 3_000);
        let mut end = start.clone();
        for toward in &actions {
            slides.apply(&mut end, toward);
        }
        let cost = i64::try_from(actions.len()).unwrap();
        let plan = Plan {
            start: 0,
            actions,
            cost,
        };
        let effort = Effort {
            least: 200,
            most: 800,
        };
        let limits = Limits::default();
        let better = improve(
            &slides,
            (&start, 0),
            plan,
            &mut Cuts,
            effort,
            &limits,
            &mut (),
        )
        .unwrap();
        assert!(better.plan.cost < cost, "{} of {cost}", better.plan.cost);
        let starts = [(start, 0)];
        better
            .plan
            .validate(&slides, &starts, &Exactly(end))
            .unwrap();
        assert_eq!(limits.memory.used(), 0);
    }
}
