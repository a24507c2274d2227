//! Biconnected components of a board: which sides of a cell are joined without that cell.
//!
//! Two sides of a cell can be joined by a way that avoids the cell exactly if their arcs lie in
//! the same biconnected component (Hopcroft & Tarjan, "Efficient algorithms for graph
//! manipulation", 1973). One depth-first walk answers that for all cells, without flooding.

use crate::memory::BudgetVec;
use crate::quotient::cells::Cells;
use crate::quotient::halt::{Halt, Meter};

/// No cell, no component.
const NONE: u32 = u32::MAX;

/// The biconnected components ("blocks") of a board, and the depth-first trees they come from.
///
/// Takes 20 bytes a cell, and 13 more while it is built; time in proportion to cells and arcs.
#[derive(Debug)]
pub struct Blocks {
    /// The cell's place in the order of the walk.
    order: BudgetVec<u32>,
    /// The last place in the order of the walk among the cell and its descendants.
    last: BudgetVec<u32>,
    parent: BudgetVec<u32>,
    /// The block of the arc between the cell and its parent.
    upward: BudgetVec<u32>,
    /// The connected component.
    tree: BudgetVec<u32>,
    count: u32,
    two_colours: bool,
}

impl Blocks {
    /// Walks the board once. Nothing recurses: a long corridor needs no deep stack.
    ///
    /// # Errors
    /// [`Halt::Limit`] if a limit is reached.
    pub fn new(meter: &mut Meter<'_>, cells: &Cells) -> Result<Self, Halt> {
        let len = cells.count() as usize;
        let filled = || BudgetVec::filled(meter.memory(), len, NONE);
        let mut blocks = Self {
            order: filled()?,
            last: filled()?,
            parent: filled()?,
            upward: filled()?,
            tree: filled()?,
            count: 0,
            two_colours: true,
        };
        let mut walk = Walk {
            cursor: BudgetVec::filled(meter.memory(), len, 0)?,
            path: BudgetVec::filled(meter.memory(), len, 0)?,
            open: BudgetVec::filled(meter.memory(), len, 0)?,
            open_len: 0,
            visited: 0,
            odd: BudgetVec::filled(meter.memory(), len, false)?,
        };
        let mut trees = 0;
        for root in 0..cells.count() {
            if blocks.order[root as usize] == NONE {
                blocks.grow_tree(meter, cells, &mut walk, root, trees)?;
                trees += 1;
            }
        }
        Ok(blocks)
    }

    fn grow_tree(
        &mut self,
        meter: &mut Meter<'_>,
        cells: &Cells,
        walk: &mut Walk,
        root: u32,
        tree: u32,
    ) -> Result<(), Halt> {
        // `last` holds the lowest place reached by one arc up (Tarjan's "low point") until the
        // cell is finished.
        self.enter(cells, walk, root, tree);
        walk.path[0] = root;
        let mut depth = 1;
        while depth > 0 {
            meter.tick()?;
            let cell = walk.path[depth - 1];
            let at = cell as usize;
            let arc = walk.cursor[at];
            if arc < cells.sides(cell).end {
                walk.cursor[at] += 1;
                let head = cells.head(arc);
                let place = self.order[head as usize];
                if place == NONE {
                    self.parent[head as usize] = cell;
                    walk.odd[head as usize] = !walk.odd[at];
                    self.enter(cells, walk, head, tree);
                    walk.path[depth] = head;
                    depth += 1;
                } else if head != self.parent[at] {
                    self.two_colours &= walk.odd[at] != walk.odd[head as usize];
                    self.last[at] = self.last[at].min(place);
                }
                continue;
            }
            depth -= 1;
            let low = std::mem::replace(&mut self.last[at], walk.visited - 1);
            if depth == 0 {
                walk.open_len = 0;
                break;
            }
            let above = self.parent[at] as usize;
            if low < self.order[above] {
                self.last[above] = self.last[above].min(low);
                continue;
            }
            loop {
                walk.open_len -= 1;
                let member = walk.open[walk.open_len];
                self.upward[member as usize] = self.count;
                if member == cell {
                    break;
                }
            }
            self.count += 1;
        }
        Ok(())
    }

    fn enter(&mut self, cells: &Cells, walk: &mut Walk, cell: u32, tree: u32) {
        let at = cell as usize;
        self.order[at] = walk.visited;
        self.last[at] = walk.visited;
        self.tree[at] = tree;
        walk.visited += 1;
        walk.cursor[at] = cells.sides(cell).start;
        walk.open[walk.open_len] = cell;
        walk.open_len += 1;
    }

    /// How many blocks there are; they are numbered from 0. A cell without neighbours is in none.
    #[must_use]
    pub fn count(&self) -> u32 {
        self.count
    }

    /// Whether the cells can be coloured so that neighbours always differ, with two colours, as on
    /// every grid.
    #[must_use]
    pub fn two_colours(&self) -> bool {
        self.two_colours
    }

    /// The block that the arc between the neighbours `a` and `b` is in.
    ///
    /// Two sides of a cell are joined by a way without the cell if and only if they are in the
    /// same block.
    #[inline]
    #[must_use]
    pub fn of_arc(&self, a: u32, b: u32) -> u32 {
        let deeper = if self.order[a as usize] > self.order[b as usize] {
            a
        } else {
            b
        };
        self.upward[deeper as usize]
    }

    /// Whether a way leads from `a` to `b`.
    #[must_use]
    pub fn connected(&self, a: u32, b: u32) -> bool {
        self.tree[a as usize] == self.tree[b as usize]
    }

    /// The block at `cell` through which every way from `from` to `cell` comes in; `None` if no
    /// way leads there or both are one cell.
    ///
    /// The sides of `cell` in that block are those that `from` can reach without crossing `cell`.
    /// Time in proportion to the number of sides.
    #[must_use]
    pub fn entrance(&self, cells: &Cells, from: u32, cell: u32) -> Option<u32> {
        if from == cell || !self.connected(from, cell) {
            return None;
        }
        let place = self.order[from as usize];
        let below = cells
            .sides(cell)
            .map(|arc| cells.head(arc) as usize)
            .find(|&head| {
                self.parent[head] == cell && (self.order[head]..=self.last[head]).contains(&place)
            });
        Some(self.upward[below.unwrap_or(cell as usize)])
    }

    /// Whether the piece can get from `piece` to `target` with the blank at `blank`, in time that
    /// does not grow with the board.
    ///
    /// The blank enters at sides in one block, and the piece can never leave that block: where
    /// blocks meet, the blank would have to cross the piece. Inside the block every turn is
    /// possible, so the piece reaches all of its cells.
    #[must_use]
    pub fn lead(&self, cells: &Cells, blank: u32, piece: u32, target: u32) -> bool {
        let entrance = self.entrance(cells, blank, piece);
        piece == target
            || entrance.is_some_and(|block| {
                let inside = |arc| self.of_arc(target, cells.head(arc)) == block;
                cells.sides(target).any(inside)
            })
    }
}

/// The arrays that only the walk needs.
struct Walk {
    /// The next arc to look at, for each cell on the path.
    cursor: BudgetVec<u32>,
    /// The cells from the root to the one being looked at.
    path: BudgetVec<u32>,
    /// Cells whose block is not known yet, in the order of the walk.
    open: BudgetVec<u32>,
    open_len: usize,
    visited: u32,
    /// Whether the cell is an odd number of steps down its tree.
    odd: BudgetVec<bool>,
}
