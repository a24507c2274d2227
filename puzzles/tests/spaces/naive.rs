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
    distances_to(i64::MAX, start, successors)
}

/// The distance of every state that is no farther than `most` from `start`.
pub(crate) fn distances_to(
    most: i64,
    start: &Plain,
    successors: &dyn Fn(&Plain) -> Vec<Plain>,
) -> HashMap<Plain, i64> {
    let mut known = HashMap::from([(start.clone(), 0)]);
    let mut queue = VecDeque::from([start.clone()]);
    while let Some(state) = queue.pop_front() {
        if known[&state] == most {
            break;
        }
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

/// Stacks, the uppermost first.
pub(crate) fn pancakes(stack: &Plain) -> Vec<Plain> {
    let turned = |upper: usize| {
        let mut after = stack.clone();
        after[..upper].reverse();
        after
    };
    (2..=stack.len()).map(turned).collect()
}

/// Rings with a turnstile of the first so many.
pub(crate) fn topspin(stile: usize) -> impl Fn(&Plain) -> Vec<Plain> {
    move |ring| {
        let mut turned = vec![ring.clone(); 3];
        turned[0].rotate_left(1);
        turned[1].rotate_right(1);
        turned[2][..stile].reverse();
        turned
    }
}

/// The pegs of disks, the smallest disk first.
pub(crate) fn hanoi(pegs: usize) -> impl Fn(&Plain) -> Vec<Plain> {
    move |places| {
        let mut moved = Vec::new();
        for (disk, &from) in places.iter().enumerate() {
            for to in 0..pegs {
                // No smaller disk is on either peg.
                if to != from && places[..disk].iter().all(|&peg| peg != from && peg != to) {
                    let mut after = places.clone();
                    after[disk] = to;
                    moved.push(after);
                }
            }
        }
        moved
    }
}

/// Kings on a board of `side` cells a side, none of them on touching cells, which step to a neighbouring cell, also over
/// corners if `diagonal`. If they are `alike` a state is the set of their cells.
pub(crate) fn kings(side: usize, diagonal: bool, alike: bool) -> impl Fn(&Plain) -> Vec<Plain> {
    let away = move |a: usize, b: usize| {
        let (rows, columns) = ((a / side).abs_diff(b / side), (a % side).abs_diff(b % side));
        (rows.max(columns), rows + columns)
    };
    move |kings| {
        let mut moved = Vec::new();
        for king in 0..kings.len() {
            for cell in 0..side * side {
                let (far, walk) = away(kings[king], cell);
                if far != 1 || !diagonal && walk != 1 {
                    continue;
                }
                let mut after = kings.clone();
                after[king] = cell;
                let apart = |other: usize| other == king || away(after[other], cell).0 > 1;
                if (0..kings.len()).all(apart) {
                    if alike {
                        after.sort_unstable();
                    }
                    moved.push(after);
                }
            }
        }
        moved
    }
}

/// The stickers of a pocket cube, four for each of U, R, F, D, L and B, which go around in these rings when U,
/// R or F turns clockwise.
const RINGS: [[[usize; 4]; 3]; 3] = [
    [[0, 1, 3, 2], [8, 16, 20, 4], [9, 17, 21, 5]],
    [[4, 5, 7, 6], [9, 1, 22, 13], [11, 3, 20, 15]],
    [[8, 9, 11, 10], [2, 4, 13, 19], [3, 6, 12, 17]],
];

/// Pocket cubes: what each sticker shows, in half turns or quarter turns.
pub(crate) fn cubes(half: bool) -> impl Fn(&Plain) -> Vec<Plain> {
    move |cube| {
        let mut turned = Vec::new();
        for rings in RINGS {
            let mut after = cube.clone();
            for quarters in 1..=3 {
                let before = after.clone();
                for ring in rings {
                    for step in 0..4 {
                        after[ring[(step + 1) % 4]] = before[ring[step]];
                    }
                }
                if half || quarters != 2 {
                    turned.push(after.clone());
                }
            }
        }
        turned
    }
}
