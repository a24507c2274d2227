//! A short route of one king among others whose routes are fixed: A* over the cells and the gaps in their times.
//!
//! Waiting is free, so of a time counts only the gap that it lies in: the "safe intervals" of M. Phillips and
//! M. Likhachev, *SIPP: safe interval path planning for dynamic environments* (2011). They want the earliest arrival;
//! here the fewest moves are wanted, and of two labels of one gap one may have fewer moves and the other be earlier.
//! Weighted as by I. Pohl, *Heuristic search viewed as path finding in a graph* (1970), the search is much faster and
//! no longer sure to find a shortest route.

#![expect(
    clippy::cast_possible_truncation,
    reason = "patience keeps the labels and gaps of a search far below 32 bits"
)]

use statewalk::memory::{BudgetVec, Memory, MemoryExhausted};

use super::timetable::{EVER, Span, Stop, Time, Timetable};
use crate::kings::board::Cell;
use crate::kings::rules::Rule;

/// The gaps of a cell: a part of the list of all gaps.
#[derive(Clone, Copy, Debug)]
struct Known {
    /// The version of the cell when they were listed; 0 if they never were.
    version: u32,
    first: u32,
    end: u32,
}

/// The time of a label and its moves.
#[derive(Clone, Copy, Debug)]
struct Arrival {
    time: Time,
    moves: u32,
}

impl Arrival {
    const NONE: Self = Self {
        time: EVER,
        moves: u32::MAX,
    };

    /// Whether the other one is neither earlier nor has fewer moves.
    #[inline]
    fn serves(self, other: Self) -> bool {
        self.time <= other.time && self.moves <= other.moves
    }
}

/// A gap with the arrivals that others are measured by: the earliest one that was expanded, and the last one that waits.
#[derive(Clone, Copy, Debug)]
struct Gap {
    span: Span,
    /// The search that the arrivals are of.
    search: u32,
    expanded: Arrival,
    waiting: Arrival,
}

impl Gap {
    /// The gap as a search sees it, which is new to it where its arrivals are of another one.
    #[inline]
    fn of(&mut self, search: u32) -> &mut Self {
        if self.search != search {
            self.search = search;
            self.expanded = Arrival::NONE;
            self.waiting = Arrival::NONE;
        }
        self
    }
}

/// A way to a gap.
#[derive(Clone, Copy, Debug)]
struct Label {
    gap: u32,
    cell: Cell,
    arrival: Arrival,
    /// Until when the king may come, by the gap that it comes from. Later gaps of the cell are labelled when this
    /// label is taken up, since they are seldom wanted.
    until: Time,
    parent: u32,
}

/// No label.
const NONE: u32 = u32::MAX;

/// A move counts so much in the order of expansion.
const MOVE: u32 = 2;

/// What a search is about.
#[derive(Clone, Copy, Debug)]
pub(super) struct Errand {
    pub(super) from: Cell,
    pub(super) to: Cell,
    /// The most moves that are of interest.
    pub(super) most: u32,
    /// How much a cell of distance counts in the order of expansion: with [`EXACT`] the route has the fewest
    /// moves.
    pub(super) weight: u32,
    /// The most labels that may be expanded.
    pub(super) patience: u64,
}

/// The weight with which a route is a shortest one.
pub(super) const EXACT: u32 = MOVE;

/// Working memory of searches on one board, and their counts.
pub(super) struct Router {
    rule: Rule,
    known: BudgetVec<Known>,
    /// The gaps of cells that were met, listed once for each version.
    gaps: BudgetVec<Gap>,
    /// How many of them are out of date.
    outdated: usize,
    search: u32,
    labels: BudgetVec<Label>,
    /// Labels that wait, by their keys.
    open: Vec<BudgetVec<u32>>,
    memory: Memory,
    expanded: u64,
    listed: u64,
}

impl Router {
    /// For boards of so many cells. Memory: 12 bytes a cell, up to twice 28 for each gap, and 32 for each label that
    /// the longest search meets.
    pub(super) fn new(rule: Rule, cells: usize, memory: &Memory) -> Result<Self, MemoryExhausted> {
        let known = Known {
            version: 0,
            first: 0,
            end: 0,
        };
        Ok(Self {
            rule,
            known: BudgetVec::filled(memory, cells, known)?,
            gaps: BudgetVec::new(memory),
            outdated: 0,
            search: 0,
            labels: BudgetVec::new(memory),
            open: Vec::new(),
            memory: memory.clone(),
            expanded: 0,
            listed: 0,
        })
    }

    /// How many labels were expanded, in all searches.
    pub(super) fn expanded(&self) -> u64 {
        self.expanded
    }

    /// How many gaps of cells were listed, in all searches.
    pub(super) fn listed(&self) -> u64 {
        self.listed
    }

    /// The steps that lead from one cell to another on an empty board.
    #[inline]
    pub(super) fn distance(&self, from: Cell, to: Cell) -> u32 {
        self.rule.distance(from, to)
    }

    /// Writes a route to `route`, if one is found within the bounds.
    pub(super) fn find(
        &mut self,
        table: &Timetable,
        errand: Errand,
        route: &mut Vec<Stop>,
    ) -> Result<bool, MemoryExhausted> {
        let Errand { from, to, most, .. } = errand;
        self.begin();
        let Known { first, end, .. } = self.known(table, table.index(from))?;
        if first == end || self.gaps[first as usize].span.first != 0 {
            return Ok(false);
        }
        let stop = self.expanded.saturating_add(errand.patience);
        let arrival = Arrival { time: 0, moves: 0 };
        let mut key = self.key(errand, from, arrival.moves);
        let label = Label {
            gap: first,
            cell: from,
            arrival,
            until: 0,
            parent: NONE,
        };
        self.push(key, label)?;
        while key < self.open.len() {
            let Some(number) = self.open[key].pop() else {
                key += 1;
                continue;
            };
            let label = self.labels[number as usize];
            self.offer(
                key,
                label,
                label.gap + 1,
                self.known[table.index(label.cell)].end,
            )?;
            let gap = &mut self.gaps[label.gap as usize];
            if gap.expanded.serves(label.arrival) {
                continue;
            }
            if label.arrival.time <= gap.expanded.time {
                gap.expanded = label.arrival;
            }
            let last = gap.span.last;
            if label.cell == to && last == EVER {
                self.trace(number, route);
                return Ok(true);
            }
            if self.expanded >= stop {
                return Ok(false);
            }
            self.expanded += 1;
            let first = label.arrival.time;
            let moves = label.arrival.moves + 1;
            for direction in self.rule.directions() {
                let cell = label.cell.offset(direction.offset());
                if table.holds(cell) && moves + self.distance(cell, to) <= most {
                    let next = self.key(errand, cell, moves);
                    self.enter(table, cell, Span { first, last }, (number, moves), next)?;
                    // With weights a successor may come before its parent.
                    key = key.min(next);
                }
            }
        }
        Ok(false)
    }

    fn begin(&mut self) {
        let is_stale = self.outdated > 1 << 12 && self.outdated > self.gaps.len() / 2;
        if is_stale || self.search == u32::MAX {
            for known in self.known.iter_mut() {
                known.version = 0;
            }
            self.gaps.clear();
            self.outdated = 0;
            self.search = 0;
        }
        self.search += 1;
        self.labels.clear();
        for bucket in &mut self.open {
            bucket.clear();
        }
    }

    /// What a cell that is come to with so many moves is ordered by.
    #[inline]
    fn key(&self, errand: Errand, cell: Cell, moves: u32) -> usize {
        (MOVE * moves + errand.weight * self.distance(cell, errand.to)) as usize
    }

    /// Makes labels for the gaps of `cell` that can be come to within `window`.
    #[inline]
    fn enter(
        &mut self,
        table: &Timetable,
        cell: Cell,
        window: Span,
        (parent, moves): (u32, u32),
        key: usize,
    ) -> Result<(), MemoryExhausted> {
        let Known { first, end, .. } = self.known(table, table.index(cell))?;
        let gaps = &self.gaps[first as usize..end as usize];
        let late = gaps.partition_point(|gap| gap.span.last < window.first) as u32;
        let label = Label {
            gap: first,
            cell,
            arrival: Arrival {
                time: window.first,
                moves,
            },
            until: window.last,
            parent,
        };
        self.offer(key, label, first + late, end)
    }

    /// Labels the first of these gaps that the king comes to in time and where that is of use.
    #[inline]
    fn offer(
        &mut self,
        key: usize,
        label: Label,
        first: u32,
        end: u32,
    ) -> Result<(), MemoryExhausted> {
        for gap in first..end {
            let search = self.search;
            let Gap {
                span,
                expanded,
                waiting,
                ..
            } = *self.gaps[gap as usize].of(search);
            if span.first > label.until {
                break;
            }
            let arrival = Arrival {
                time: span.first.max(label.arrival.time),
                ..label.arrival
            };
            if !expanded.serves(arrival) && !waiting.serves(arrival) {
                let label = Label {
                    gap,
                    arrival,
                    ..label
                };
                return self.push(key, label);
            }
        }
        Ok(())
    }

    #[inline]
    fn push(&mut self, key: usize, label: Label) -> Result<(), MemoryExhausted> {
        while self.open.len() <= key {
            self.open.push(BudgetVec::new(&self.memory));
        }
        self.gaps[label.gap as usize].of(self.search).waiting = label.arrival;
        // Patience keeps numbers far below 32 bits.
        let number = self.labels.len() as u32;
        self.labels.push(label)?;
        self.open[key].push(number)
    }

    /// The gaps of a cell, which are listed anew where they have changed.
    #[inline]
    fn known(&mut self, table: &Timetable, index: usize) -> Result<Known, MemoryExhausted> {
        let known = self.known[index];
        let version = table.version(index);
        if known.version == version {
            return Ok(known);
        }
        self.list(table, index, version)
    }

    fn list(
        &mut self,
        table: &Timetable,
        index: usize,
        version: u32,
    ) -> Result<Known, MemoryExhausted> {
        let before = self.known[index];
        if before.version != 0 {
            self.outdated += (before.end - before.first) as usize;
            self.known[index].version = 0;
        }
        let first = self.gaps.len() as u32;
        for span in table.gaps(index) {
            let (expanded, waiting) = (Arrival::NONE, Arrival::NONE);
            self.gaps.push(Gap {
                span,
                search: 0,
                expanded,
                waiting,
            })?;
        }
        let end = self.gaps.len() as u32;
        self.listed += u64::from(end - first);
        let known = Known {
            version,
            first,
            end,
        };
        self.known[index] = known;
        Ok(known)
    }

    fn trace(&self, mut number: u32, route: &mut Vec<Stop>) {
        route.clear();
        while let Some(label) = self.labels.get(number as usize) {
            let time = label.arrival.time;
            route.push(Stop {
                time,
                cell: label.cell,
            });
            number = label.parent;
        }
        route.reverse();
    }
}
