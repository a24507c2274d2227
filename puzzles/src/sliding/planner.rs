//! The cheapest ways of the empty place: to a place, and around a label that it carries.
//!
//! Every move of the empty place moves something else, and mostly something that is not yet home. So a move costs
//! less where it brings that nearer home and more where it takes it away. What a label has still to go is worth as
//! many moves as it takes to carry it straight, five a step, but only one for each step of the shorter side, since
//! three moves take it a step diagonally. Ways are therefore led where they sort the rest; measured on 50 x 50
//! places this halves the plan.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::area::Lane;
use super::places::Places;
use super::rules::Slides;
use super::toward::{Place, Toward};

/// What a move costs that makes nothing better or worse.
pub(super) const MOVE: u32 = 16;

/// What a move costs more or less for each unit of worth that it takes or brings.
const PER_WORTH: i32 = 4;

/// What is left of a way is thought to cost so much for each step of its longer side, and of its shorter one.
const LEFT: (u32, u32) = (40, 16);

/// How many steps of a label are looked ahead.
const AHEAD: u32 = 12;

/// On so many places a label is led again after each step; on so many times more after as many.
const PLACES_PER_STEP: usize = 1 << 12;

/// The most steps that are made at once.
const MOST_AT_ONCE: u32 = AHEAD / 2;

/// What is left of the way of the empty place to a label is thought to cost so much for each step.
const PULL: u32 = 8;

/// How far a label may leave the rectangle between where it is and where it goes.
const MARGIN: u32 = 3;

/// The most rows and columns that a label may be led through at once.
const WINDOW: u32 = AHEAD + 2 * MARGIN + 1;

/// How much more than the nearest the other places around a label may cost to be a beginning.
const SLACK: u32 = 4 * MOVE;

/// The places around a label, clockwise from the one above.
const AROUND: [(i32, i32); 8] = [
    (-1, 0),
    (-1, 1),
    (0, 1),
    (1, 1),
    (1, 0),
    (1, -1),
    (0, -1),
    (-1, -1),
];

/// Where the empty place goes from each of them to the next.
const CLOCKWISE: [Toward; 8] = [
    Toward::Right,
    Toward::Down,
    Toward::Down,
    Toward::Left,
    Toward::Left,
    Toward::Up,
    Toward::Up,
    Toward::Right,
];

/// How the label in the middle gets to a place beside it.
fn side(around: usize) -> Option<Toward> {
    match around {
        0 => Some(Toward::Up),
        2 => Some(Toward::Right),
        4 => Some(Toward::Down),
        6 => Some(Toward::Left),
        _ => None,
    }
}

fn around((row, col): Place, index: usize) -> Place {
    let (down, right) = AROUND[index];
    (
        row.wrapping_add_signed(down),
        col.wrapping_add_signed(right),
    )
}

/// How a node of the search around a label was reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Reached {
    First,
    Clockwise,
    Anticlockwise,
    /// The label went to the empty place.
    Moved,
}

/// A node with its cost so far; it counts if its number is that of the search.
#[derive(Clone, Copy, Debug)]
struct Node<R> {
    search: u32,
    cost: u32,
    reached: R,
}

type Queue = BinaryHeap<Reverse<(u32, u32, u32)>>;

/// Where labels belong, and working memory for ways.
#[derive(Debug)]
pub(super) struct Planner {
    slides: Slides,
    /// How many steps of a label are made of the way that was found for it, at least: on large grids more, for time.
    at_once: u32,
    /// Where each label belongs; the first is the empty place.
    homes: Vec<Place>,
    search: u32,
    /// The empty place on each place.
    empty: Vec<Node<Toward>>,
    /// The label on each place of a window, and the empty place around it.
    carried: Vec<Node<Reached>>,
    queue: Queue,
    way: Vec<Toward>,
}

/// Rows and columns between two places.
fn apart(a: Place, b: Place) -> (u32, u32) {
    (a.0.abs_diff(b.0), a.1.abs_diff(b.1))
}

/// The steps between two places.
pub(super) fn steps(a: Place, b: Place) -> u32 {
    let (rows, columns) = apart(a, b);
    rows + columns
}

/// What a label at one place has to go to the other, in worth.
fn worth(a: Place, b: Place) -> i32 {
    let (rows, columns) = apart(a, b);
    // Sides are below 2^16.
    (5 * rows.max(columns) + rows.min(columns)).cast_signed()
}

fn left(from: Place, to: Place) -> u32 {
    let (rows, columns) = apart(from, to);
    LEFT.0 * rows.max(columns) + LEFT.1 * rows.min(columns)
}

impl Planner {
    /// Bytes for each place, at most: the nodes, homes, a queue that grew to twice the entries that the four sides of
    /// every place make, and the way.
    pub(super) const BYTES_PER_PLACE: u64 =
        (size_of::<Node<Toward>>() + size_of::<Place>() + 2 * 4 * 12 + 2) as u64;

    /// Bytes however many places there are: the nodes of a window and its share of the queue and the way.
    pub(super) const BYTES: u64 =
        (WINDOW * WINDOW * 8) as u64 * (size_of::<Node<Reached>>() + 2 * 3 * 12 + 2) as u64;

    /// Ways on grids where the labels belong as in `target`.
    pub(super) fn new(slides: Slides, target: &Places) -> Self {
        let nothing = Node {
            search: 0,
            cost: 0,
            reached: Toward::Up,
        };
        let labels = 0..target.labels().len();
        let homes = (0..u32::MAX).take(labels.len());
        let at_once = 1 + labels.len() / PLACES_PER_STEP;
        Self {
            slides,
            at_once: u32::try_from(at_once).map_or(MOST_AT_ONCE, |steps| steps.min(MOST_AT_ONCE)),
            homes: homes.map(|label| slides.place_of(target, label)).collect(),
            search: 0,
            empty: vec![nothing; labels.len()],
            carried: vec![
                Node {
                    search: 0,
                    cost: 0,
                    reached: Reached::First,
                };
                (WINDOW * WINDOW * 8) as usize
            ],
            queue: Queue::new(),
            way: Vec::new(),
        }
    }

    pub(super) fn slides(&self) -> Slides {
        self.slides
    }

    /// The place that `label` belongs on.
    #[inline]
    pub(super) fn home(&self, label: u32) -> Place {
        self.homes[label as usize]
    }

    /// What it costs that the empty place goes from `place` `toward` a free one. `carried` stands elsewhere by then.
    #[inline]
    pub(super) fn cost(&self, places: &Places, place: Place, toward: Toward, carried: u32) -> u32 {
        let from = toward.of(place);
        let label = places.labels()[self.slides.number(from) as usize];
        if label == 0 || label == carried {
            return MOVE;
        }
        let home = self.home(label);
        let brought = worth(from, home) - worth(place, home);
        MOVE.saturating_add_signed(-PER_WORTH * brought).max(1)
    }

    /// Forgets the last search.
    fn begin(&mut self) {
        if self.search == u32::MAX {
            self.search = 0;
            self.empty.iter_mut().for_each(|node| node.search = 0);
            self.carried.iter_mut().for_each(|node| node.search = 0);
        }
        self.search += 1;
        self.queue.clear();
        self.way.clear();
    }

    fn reach_empty(&mut self, place: Place, (cost, left): (u32, u32), reached: Toward) {
        let number = self.slides.number(place);
        let node = &mut self.empty[number as usize];
        if node.search != self.search || cost < node.cost {
            let search = self.search;
            *node = Node {
                search,
                cost,
                reached,
            };
            self.queue.push(Reverse((cost + left, cost, number)));
        }
    }

    /// Ways of the empty place over free places, cheapest first, until `ends` says that it is enough, told where it
    /// came and at which cost. `label` is not moved.
    fn spread(
        &mut self,
        places: &Places,
        is_free: impl Fn(Place) -> bool,
        label: u32,
        mut ends: impl FnMut(Place, u32) -> bool,
    ) {
        self.begin();
        let avoided = (label != 0).then(|| self.slides.place_of(places, label));
        let empty = self.slides.place_of(places, 0);
        let left = |place| avoided.map_or(0, |label| PULL * steps(place, label));
        self.reach_empty(empty, (0, left(empty)), Toward::Up);
        while let Some(Reverse((_, cost, number))) = self.queue.pop() {
            if self.empty[number as usize].cost < cost {
                continue;
            }
            let place = self.slides.place(number);
            if ends(place, cost) {
                return;
            }
            for toward in [Toward::Up, Toward::Left, Toward::Right, Toward::Down] {
                let next = toward.of(place);
                if is_free(next) && Some(next) != avoided {
                    let more = self.cost(places, place, toward, 0);
                    self.reach_empty(next, (cost + more, left(next)), toward);
                }
            }
        }
    }

    /// Puts the way that the last search found to `place` before what is on the way, all of it backwards.
    fn back_from(&mut self, places: &Places, mut place: Place) {
        let begin = self.slides.place_of(places, 0);
        while place != begin {
            let toward = self.empty[self.slides.number(place) as usize].reached;
            self.way.push(toward);
            place = toward.opposite().of(place);
        }
    }

    /// The cheapest way of the empty place to a place that is one of `goals`, over free places; empty if there is none.
    pub(super) fn fetch(
        &mut self,
        places: &Places,
        is_free: impl Fn(Place) -> bool,
        goals: impl Fn(Place) -> bool,
    ) -> &[Toward] {
        let mut found = None;
        self.spread(places, is_free, 0, |place, _| {
            found = goals(place).then_some(place);
            found.is_some()
        });
        if let Some(place) = found {
            self.back_from(places, place);
            self.way.reverse();
        }
        &self.way
    }

    /// The moves that bring `label` at least a step nearer to `goal`, or some on large grids, over what is free in `lane`: the first of the
    /// cheapest way for [`AHEAD`] steps, as far as it can be foreseen; none if there is no way.
    ///
    /// Time: that of the way of the empty place to the label, and about so much for a step.
    pub(super) fn advance(
        &mut self,
        places: &Places,
        lane: Lane,
        label: u32,
        goal: Place,
    ) -> &[Toward] {
        let from = self.slides.place_of(places, label);
        // The places around the label that the empty place gets to.
        let beside: [Place; 8] = std::array::from_fn(|index| around(from, index));
        let mut first = None;
        let mut met = 0;
        self.spread(
            places,
            |place| lane.is_free(place),
            label,
            |place, cost| {
                if beside.contains(&place) {
                    first.get_or_insert(cost);
                    met += 1;
                }
                met == 8 || first.is_some_and(|first| cost > first + SLACK)
            },
        );
        let window = Window::around(from, goal);
        self.queue.clear();
        if first.is_some() {
            for (index, &place) in beside.iter().enumerate() {
                if lane.is_free(place) {
                    let node = self.empty[self.slides.number(place) as usize];
                    if node.search == self.search {
                        self.reach(window, (from, index), node.cost, Reached::First, goal);
                    }
                }
            }
        }
        let all = steps(from, goal);
        while let Some(Reverse((_, cost, number))) = self.queue.pop() {
            if self.carried[number as usize].cost < cost {
                continue;
            }
            let (at, index) = window.node(number);
            if at == goal || steps(at, goal) + AHEAD <= all {
                self.trace(places, window, (from, goal), (at, index));
                break;
            }
            let place = around(at, index);
            let before = (index + 7) % 8;
            for (next, toward, reached) in [
                ((index + 1) % 8, CLOCKWISE[index], Reached::Clockwise),
                (before, CLOCKWISE[before].opposite(), Reached::Anticlockwise),
            ] {
                if lane.is_free(toward.of(place)) {
                    let more = self.cost(places, place, toward, label);
                    self.reach(window, (at, next), cost + more, reached, goal);
                }
            }
            if side(index).is_some() {
                let node = (place, (index + 4) % 8);
                self.reach(window, node, cost + MOVE, Reached::Moved, goal);
            }
        }
        &self.way
    }

    fn reach(
        &mut self,
        window: Window,
        (at, index): (Place, usize),
        cost: u32,
        reached: Reached,
        goal: Place,
    ) {
        let Some(number) = window.number(at, index) else {
            return;
        };
        let node = &mut self.carried[number as usize];
        if node.search != self.search || cost < node.cost {
            let search = self.search;
            *node = Node {
                search,
                cost,
                reached,
            };
            let key = cost + left(at, goal);
            self.queue.push(Reverse((key, cost, number)));
        }
    }

    /// The moves up to the node that was found, as long as the label is not so many steps nearer to `goal` than at first.
    fn trace(
        &mut self,
        places: &Places,
        window: Window,
        (from, goal): (Place, Place),
        (mut at, mut index): (Place, usize),
    ) {
        let all = steps(from, goal);
        // How many moves, from the back, are of no use yet.
        let mut later = 0;
        while let Some(number) = window.number(at, index) {
            match self.carried[number as usize].reached {
                Reached::First => break,
                Reached::Clockwise => {
                    index = (index + 7) % 8;
                    self.way.push(CLOCKWISE[index]);
                }
                Reached::Anticlockwise => {
                    self.way.push(CLOCKWISE[index].opposite());
                    index = (index + 1) % 8;
                }
                Reached::Moved => {
                    // The empty place is where the label was: it came from where the label is.
                    if steps(at, goal) + self.at_once.min(all) <= all {
                        later = self.way.len();
                    }
                    self.way.extend(side(index));
                    (at, index) = (around(at, index), (index + 4) % 8);
                }
            }
        }
        self.way.drain(..later);
        self.back_from(places, around(at, index));
        self.way.reverse();
    }
}

/// The rows and columns through which a label is led for its next steps.
#[derive(Clone, Copy, Debug)]
struct Window {
    top: u32,
    left: u32,
    height: u32,
    width: u32,
}

impl Window {
    fn around(from: Place, goal: Place) -> Self {
        let reach = |from: u32, goal: u32| {
            let first = goal
                .clamp(from.saturating_sub(AHEAD), from)
                .saturating_sub(MARGIN);
            let last = goal.clamp(from, from + AHEAD) + MARGIN;
            (first, last - first + 1)
        };
        let ((top, height), (left, width)) = (reach(from.0, goal.0), reach(from.1, goal.1));
        Self {
            top,
            left,
            height,
            width,
        }
    }

    #[inline]
    fn number(self, (row, col): Place, index: usize) -> Option<u32> {
        let (row, col) = (row.wrapping_sub(self.top), col.wrapping_sub(self.left));
        let index = u32::try_from(index).unwrap_or(0);
        (row < self.height && col < self.width).then(|| (row * WINDOW + col) * 8 + index)
    }

    #[inline]
    fn node(self, number: u32) -> (Place, usize) {
        let (place, index) = (number / 8, number % 8);
        let place = (self.top + place / WINDOW, self.left + place % WINDOW);
        (place, index as usize)
    }
}
