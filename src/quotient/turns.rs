//! What it costs to bring the blank from one side of the piece to another.
//!
//! The blank must not cross the piece, so a turn costs the shortest way between the two sides with
//! the piece's cell removed. Sides in different blocks are never joined. In a corridor that way is
//! what is left of the shortest ring through the corridor, the same for all its cells. At a
//! junction most sides are two steps apart, which a look at their neighbours shows; one search
//! serves all others still wanted and stops as soon as it has found them.

use crate::cost::Cost;
use crate::memory::BudgetVec;
use crate::quotient::blocks::Blocks;
use crate::quotient::calendar::Calendar;
use crate::quotient::cells::Cells;
use crate::quotient::halt::{Halt, Meter};
use crate::quotient::links::Links;

/// Stands for "no way" in the table.
const NEVER: u32 = u32::MAX;

/// The costs of all turns of a board: 4 bytes a cell and 4 for each ordered pair
/// of its sides, those from one side together.
#[derive(Debug)]
pub struct Turns {
    first: BudgetVec<u32>,
    costs: BudgetVec<u32>,
}

impl Turns {
    /// Computes the table. While it is built, 12 bytes an arc and 8 a cell come on top.
    ///
    /// At most `k - 1` searches are made at a cell with `k` sides, none at the cells of corridors
    /// and one for each corridor. Each stays inside one block and ends with the last side found.
    ///
    /// # Errors
    /// [`Halt::Limit`] if a limit is reached.
    pub fn new(meter: &mut Meter<'_>, cells: &Cells, blocks: &Blocks) -> Result<Self, Halt> {
        let mut first = BudgetVec::filled(meter.memory(), cells.count() as usize + 1, 0u32)?;
        let mut total = 0u32;
        for cell in 0..cells.count() {
            let sides = u64::from(cells.sides(cell).end - cells.sides(cell).start);
            total = u32::try_from(sides * sides.saturating_sub(1))
                .ok()
                .and_then(|pairs| total.checked_add(pairs))
                .ok_or(Halt::NoBoard("it has too many pairs of sides"))?;
            first[cell as usize + 1] = total;
        }
        let costs = BudgetVec::filled(meter.memory(), total as usize, NEVER)?;
        let mut turns = Self { first, costs };
        let mut detours = Detours {
            cells,
            links: Links::new(meter, cells, blocks)?,
            seen: BudgetVec::filled(meter.memory(), cells.count() as usize, (0, 0))?,
            epoch: 0,
            block: 0,
            queue: Calendar::new(meter.memory()),
        };
        turns.fill_junctions(meter, blocks, &mut detours)?;
        turns.fill_corridors(meter, &mut detours)?;
        turns.fill_rings(meter, &detours)?;
        Ok(turns)
    }

    /// The steps of the blank from the head of `from` to the head of `to`, two sides of `cell`,
    /// with `cell` removed; `None` if there is no way. The same in both directions.
    #[inline]
    #[must_use]
    pub fn cost(&self, cells: &Cells, cell: u32, from: u32, to: u32) -> Option<u32> {
        if from == to {
            return Some(0);
        }
        let cost = self.costs[self.place(cells, cell, from, to)];
        (cost != NEVER).then_some(cost)
    }

    /// The turns of `cell` from `from`: every other side that can be reached, with its cost.
    #[inline]
    pub fn from<'a>(
        &'a self,
        cells: &Cells,
        cell: u32,
        from: u32,
    ) -> impl Iterator<Item = (u32, u32)> + use<'a> {
        let sides = cells.sides(cell);
        let others = (sides.end - sides.start - 1) as usize;
        let first = self.first[cell as usize] as usize + (from - sides.start) as usize * others;
        let costs = &self.costs[first..first + others];
        let next = move |(to, &cost): (u32, &u32)| (to + u32::from(to >= from), cost);
        let turns = (sides.start..).zip(costs).map(next);
        turns.filter(|&(_, cost)| cost != NEVER)
    }

    /// The largest cost of a turn; 0 if no turn is possible.
    #[must_use]
    pub fn largest(&self) -> u32 {
        let finite = self.costs.iter().filter(|&&cost| cost != NEVER);
        finite.copied().max().unwrap_or(0)
    }

    #[inline]
    fn place(&self, cells: &Cells, cell: u32, from: u32, to: u32) -> usize {
        let sides = cells.sides(cell);
        let others = (sides.end - sides.start - 1) as usize;
        let row = (from - sides.start) as usize * others;
        let column = (to - sides.start) as usize - usize::from(to > from);
        self.first[cell as usize] as usize + row + column
    }

    fn set(&mut self, cells: &Cells, cell: u32, from: u32, to: u32, cost: u32) {
        for (from, to) in [(from, to), (to, from)] {
            let place = self.place(cells, cell, from, to);
            self.costs[place] = cost;
        }
    }

    fn fill_junctions(
        &mut self,
        meter: &mut Meter<'_>,
        blocks: &Blocks,
        detours: &mut Detours<'_>,
    ) -> Result<(), Halt> {
        let cells = detours.cells;
        let mut wanted = Vec::new();
        for cell in 0..cells.count() {
            meter.tick()?;
            let sides = cells.sides(cell);
            for from in sides.clone() {
                let link = detours.links.get(from);
                for to in from + 1..sides.end {
                    let near = link.length > 0 && detours.links.get(to).block == link.block;
                    if let Some(steps) = near.then(|| close(cells, cell, from, to)).flatten() {
                        self.set(cells, cell, from, to, steps);
                    }
                }
            }
            for from in sides.clone() {
                let link = detours.links.get(from);
                wanted.clear();
                for to in from + 1..sides.end {
                    let other = detours.links.get(to);
                    if link.length > 0
                        && other.block == link.block
                        && self.cost(cells, cell, from, to).is_none()
                        && !self.fill_by_others(cells, cell, from, to, blocks.two_colours())
                    {
                        wanted.push((to, other.to));
                    }
                }
                if wanted.is_empty() {
                    continue;
                }
                detours.leave(link.block, link.to, link.length - 1)?;
                while !wanted.is_empty() {
                    let Some((junction, way)) = detours.advance(meter, cell, from)? else {
                        break;
                    };
                    wanted.retain(|&(to, end)| {
                        if end == junction {
                            let rest = detours.links.get(to).length - 1;
                            self.set(cells, cell, from, to, way + rest);
                        }
                        end != junction
                    });
                }
            }
        }
        Ok(())
    }

    /// Fills in a turn without a search, where two turns by way of a third side are as short as a
    /// turn between sides that are not [`close`] can be.
    fn fill_by_others(
        &mut self,
        cells: &Cells,
        cell: u32,
        from: u32,
        to: u32,
        two_colours: bool,
    ) -> bool {
        // On a board in two colours the sides of a cell have one colour, so turns are even.
        let least = if two_colours { 4 } else { 3 };
        let others = cells.sides(cell).filter(|&side| side != from && side != to);
        let turn = |a, b| self.cost(cells, cell, a, b);
        let mut ways = others.filter_map(|side| turn(from, side)?.checked_add(turn(side, to)?));
        let found = ways.any(|way| way == least);
        if found {
            self.set(cells, cell, from, to, least);
        }
        found
    }

    fn fill_corridors(
        &mut self,
        meter: &mut Meter<'_>,
        detours: &mut Detours<'_>,
    ) -> Result<(), Halt> {
        let cells = detours.cells;
        for arc in 0..cells.arcs() {
            meter.tick()?;
            let link = detours.links.get(arc);
            let start = cells.tail(arc);
            // Both ends of a corridor name it; the junction with the lower number speaks for it.
            if link.length < 2 || link.to < start {
                continue;
            }
            detours.leave(link.block, start, 0)?;
            let mut found = None;
            while let Some((junction, way)) = detours.advance(meter, NEVER, arc)? {
                if junction == link.to {
                    found = Some(way);
                    break;
                }
            }
            if let Some(way) = found {
                self.fill_ring(meter, detours, arc, way + link.length - 2)?;
            }
        }
        Ok(())
    }

    /// Blocks without junctions are rings: the way round is all of it but the piece's cell.
    fn fill_rings(&mut self, meter: &mut Meter<'_>, detours: &Detours<'_>) -> Result<(), Halt> {
        let (cells, links) = (detours.cells, &detours.links);
        for arc in 0..cells.arcs() {
            meter.tick()?;
            let Some(next) = links.onward(cells, arc) else {
                continue;
            };
            let cell = cells.head(arc);
            if self.costs[self.place(cells, cell, cells.reverse(arc), next)] != NEVER {
                continue;
            }
            let (mut end, mut length) = (next, 1);
            while end != arc {
                meter.tick()?;
                let Some(next) = links.onward(cells, end) else {
                    break;
                };
                end = next;
                length += 1;
            }
            if end == arc {
                self.fill_ring(meter, detours, arc, length - 2)?;
            }
        }
        Ok(())
    }

    /// Sets the one turn of every cell that `arc` leads through until a junction or its own tail.
    fn fill_ring(
        &mut self,
        meter: &mut Meter<'_>,
        detours: &Detours<'_>,
        arc: u32,
        cost: u32,
    ) -> Result<(), Halt> {
        let cells = detours.cells;
        let mut end = arc;
        while let Some(next) = detours.links.onward(cells, end) {
            meter.tick()?;
            self.set(cells, cells.head(end), cells.reverse(end), next, cost);
            end = next;
            if end == arc {
                break;
            }
        }
        Ok(())
    }
}

/// The steps between two sides of `cell` without it, if they are 1 or 2: the most usual case, seen
/// by a look at what is beside both.
fn close(cells: &Cells, cell: u32, from: u32, to: u32) -> Option<u32> {
    let (from, to) = (cells.head(from), cells.head(to));
    let mut two = None;
    for arc in cells.sides(from) {
        let between = cells.head(arc);
        if between == to {
            return Some(1);
        }
        if between != cell && two.is_none() && cells.side_towards(to, between).is_some() {
            two = Some(2);
        }
    }
    two
}

/// One search after another over the junctions of a block, in arrays that are never cleared.
struct Detours<'a> {
    cells: &'a Cells,
    links: Links,
    /// For each junction the search that saw it last, and its distance there.
    seen: BudgetVec<(u32, u32)>,
    epoch: u32,
    queue: Calendar,
    block: u32,
}

impl Detours<'_> {
    /// Begins a search in `block` at the junction `from`, which is `cost` away.
    fn leave(&mut self, block: u32, from: u32, cost: u32) -> Result<(), Halt> {
        self.epoch += 1;
        self.queue.clear();
        self.block = block;
        self.seen[from as usize] = (self.epoch, cost);
        Ok(self.queue.push(Cost::from(cost), from)?)
    }

    /// The next nearest junction and its distance, never entering the cell `removed` and never
    /// leaving by the arc `barred`.
    #[inline]
    fn advance(
        &mut self,
        meter: &mut Meter<'_>,
        removed: u32,
        barred: u32,
    ) -> Result<Option<(u32, u32)>, Halt> {
        while let Some((key, junction)) = self.queue.pop() {
            let way = self.seen[junction as usize].1;
            if key != Cost::from(way) {
                continue;
            }
            meter.tick()?;
            for arc in self.cells.sides(junction) {
                let link = self.links.get(arc);
                if link.block != self.block || link.to == removed || arc == barred {
                    continue;
                }
                let reached = way + link.length;
                let known = &mut self.seen[link.to as usize];
                if known.0 != self.epoch || reached < known.1 {
                    *known = (self.epoch, reached);
                    self.queue.push(Cost::from(reached), link.to)?;
                }
            }
            return Ok(Some((junction, way)));
        }
        Ok(None)
    }
}
