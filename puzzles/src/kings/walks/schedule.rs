//! A plan as the routes of all kings, with the slots in which they move, and the timetable of these routes.

#![expect(
    clippy::cast_possible_truncation,
    reason = "a board has at most a million kings, and a plan that is scheduled some million steps"
)]

use statewalk::memory::{BudgetVec, Held, Memory, MemoryExhausted, bytes_of};

use super::timetable::{Stop, Time, Timetable};
use crate::kings::board::Board;
use crate::kings::rules::{Direction, Step};

/// The most steps of a plan that is made a schedule: entries of the timetable are numbered in 32 bits.
pub(super) const MOST_STEPS: usize = 1 << 22;

/// Slots between two of them that are in use, where numbers are plenty: a king passes between two others.
const SPACING: Time = 4096;

/// The routes of all kings.
pub(super) struct Schedule {
    routes: Vec<Vec<Stop>>,
    table: Timetable,
    /// The moves of all routes.
    moves: usize,
    _held: Held,
}

impl Schedule {
    /// The schedule of a plan of at most [`MOST_STEPS`] steps that applies to `start`, each in a slot of its own.
    ///
    /// Time: a few stays for each step. Memory: some 80 bytes a step, and 8 a cell.
    pub(super) fn of(
        start: &Board,
        steps: &[Step],
        memory: &Memory,
    ) -> Result<Self, MemoryExhausted> {
        let kings = start.cells().len();
        let mut held = Held::new(memory);
        // Lists of stops may have twice the room that they need.
        held.grow(2 * bytes_of::<Stop>(steps.len() + kings) + bytes_of::<Vec<Stop>>(kings))?;
        held.grow(Board::bytes(start.side(), kings))?;
        let mut board = start.clone();
        let first = |&cell| vec![Stop { time: 0, cell }];
        let mut routes: Vec<_> = start.cells().iter().map(first).collect();
        for (step, time) in steps.iter().zip(1..) {
            let (from, cell) = (step.from(), step.to());
            if let Some(king) = board.king(from) {
                routes[king as usize - 1].push(Stop { time, cell });
            }
            board.shift(from, cell);
        }
        let mut schedule = Self {
            routes,
            table: Timetable::new(start.side(), memory)?,
            moves: steps.len(),
            _held: held,
        };
        schedule.renumber(memory)?;
        Ok(schedule)
    }

    /// The moves of all kings.
    pub(super) fn moves(&self) -> usize {
        self.moves
    }

    pub(super) fn kings(&self) -> u32 {
        // A board has at most a million kings.
        self.routes.len() as u32
    }

    pub(super) fn table(&self) -> &Timetable {
        &self.table
    }

    pub(super) fn route(&self, king: u32) -> &[Stop] {
        &self.routes[king as usize - 1]
    }

    /// Takes a king out of the timetable; its route stays.
    pub(super) fn lift(&mut self, king: u32) {
        self.table.remove(king, &self.routes[king as usize - 1]);
    }

    /// Puts a king that was lifted back on its route.
    pub(super) fn put_back(&mut self, king: u32) -> Result<(), MemoryExhausted> {
        self.table.add(king, &self.routes[king as usize - 1])
    }

    /// Gives a lifted king another route, which is swapped with the one that it had.
    pub(super) fn replace(&mut self, king: u32, route: &mut Vec<Stop>) {
        let old = &mut self.routes[king as usize - 1];
        self.moves = self.moves + route.len() - old.len();
        std::mem::swap(old, route);
    }

    /// Spreads the slots that are in use, in their order, so that there are others between them.
    pub(super) fn renumber(&mut self, memory: &Memory) -> Result<(), MemoryExhausted> {
        let mut times = BudgetVec::new(memory);
        for stop in self.routes.iter().flatten() {
            times.push(stop.time)?;
        }
        times.sort_unstable();
        let mut used = 0;
        for next in 0..times.len() {
            if times[next] != times[used] {
                used += 1;
                times[used] = times[next];
            }
        }
        let times = &times[..times.len().min(used + 1)];
        let spacing = SPACING.min(Time::MAX / (times.len() as Time + 2));
        for stop in self.routes.iter_mut().flatten() {
            let place = times.partition_point(|&time| time < stop.time);
            stop.time = place as Time * spacing;
        }
        // The routes are in order again before there can be too little memory for the table.
        self.table.clear();
        for (king, route) in (1..).zip(&self.routes) {
            self.table.add(king, route)?;
        }
        Ok(())
    }

    /// The steps of all kings, in the order of their slots.
    pub(super) fn steps(&self, memory: &Memory) -> Result<Vec<Step>, MemoryExhausted> {
        let mut timed = BudgetVec::new(memory);
        for route in &self.routes {
            for (from, to) in route.iter().zip(&route[1..]) {
                if let Some(direction) = Direction::between(from.cell, to.cell) {
                    timed.push((to.time, Step::new(from.cell, direction)))?;
                }
            }
        }
        // The moves of a king in one slot keep their order.
        timed.sort_by_key(|&(time, _)| time);
        let mut steps = BudgetVec::new(memory);
        for &(_, step) in timed.iter() {
            steps.push(step)?;
        }
        Ok(steps.into_vec())
    }
}
