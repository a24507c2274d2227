//! The spaces once more, as plainly as they can be written: lists of numbers and a queue. Nothing here is shared
//! with the puzzles.

use std::collections::{HashMap, VecDeque};

/// A state, whatever its puzzle.
pub(crate) type Plain = Vec<usize>;

/// The distance of every state from `start`.
pub(crate) fn distances(
    start: &Plain,
    successors: &dyn Fn(&Plain) -> Vec<Plain>,
) -> HashMap<Plain, i64> {
    let mut known = HashMap::from([(start.clone(), 0)]);
    let mut queue = VecDeque::from([start.clone()]);
    while let Some(state) = queue.pop_front() {
        let next = known[&state] + 1;
        for after in successors(&state) {
            if !known.contains_key(&after) {
                known.insert(after.clone(), next);
                queue.push_back(after);
            }
        }
    }
    known
}

/// How many states there are at each distance.
pub(crate) fn profile(known: &HashMap<Plain, i64>) -> Vec<u64> {
    let most = known.values().copied().max().unwrap_or(0);
    let mut profile = vec![0; usize::try_from(most).unwrap() + 1];
    for &distance in known.values() {
        profile[usize::try_from(distance).unwrap()] += 1;
    }
    profile
}

/// Boards of `width` by `height` cells, 0 being the blank, which trades places with its neighbours.
pub(crate) fn tiles(width: usize, height: usize) -> impl Fn(&Plain) -> Vec<Plain> {
    move |board| {
        let blank = board.iter().position(|&number| number == 0).unwrap();
        let near = |cell: &usize| {
            let rows = (cell / width).abs_diff(blank / width);
            rows + (cell % width).abs_diff(blank % width) == 1
        };
        let cells = (0..width * height).filter(near);
        let moved = cells.map(|cell| {
            let mut after = board.clone();
            after.swap(cell, blank);
            after
        });
        moved.collect()
    }
}
