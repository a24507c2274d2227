//! Every small grid is sorted, and large ones by not too many moves.

use statewalk::space::{Invertible, StateSpace};

use super::{Slides, sort};
use crate::sliding::parity::is_solvable;
use crate::sliding::places::Places;

/// The labels of `places` after the actions that sort it, which are checked one by one, and how many they are.
fn sorted(slides: Slides, places: &Places, target: &Places) -> usize {
    let mut now = places.clone();
    let mut way = Vec::new();
    sort(slides, &mut now, target, |toward| {
        way.push(toward);
        true
    })
    .unwrap();
    assert_eq!(&now, target, "{slides:?} from {places:?}");
    let mut replayed = places.clone();
    for toward in &way {
        assert!(slides.is_applicable(&replayed, toward));
        slides.apply(&mut replayed, toward);
    }
    assert_eq!(&replayed, target);
    for toward in way.iter().rev() {
        slides.apply(&mut replayed, &slides.inverse(toward));
    }
    assert_eq!(&replayed, places);
    way.len()
}

/// The order number `rank` of the labels from 0 on.
fn order(mut rank: usize, places: u32) -> Vec<u32> {
    let mut left: Vec<u32> = (0..places).collect();
    let mut order = Vec::new();
    while !left.is_empty() {
        order.push(left.remove(rank % left.len()));
        rank /= left.len() + 1;
    }
    order
}

/// Sorts every `step`-th order of the labels into one of the goals, and counts those that can be.
fn all(width: u32, height: u32, step: usize, goals: &[usize]) -> u32 {
    let slides = Slides { width, height };
    let places = width * height;
    let orders: usize = (1..=places as usize).product();
    let mut solvable = 0;
    for &goal in goals {
        let goal = order(goal, places);
        for rank in (0..orders).step_by(step) {
            let start = order(rank, places);
            if is_solvable(width as usize, &start, &goal) {
                let start = Places::new(start).unwrap();
                sorted(slides, &start, &Places::new(goal.clone()).unwrap());
                solvable += 1;
            }
        }
    }
    solvable
}

#[test]
fn every_small_grid_is_sorted_for_any_goal() {
    let every: Vec<usize> = (0..24).collect();
    assert_eq!(all(2, 2, 1, &every), 24 * 12);
    let some: Vec<usize> = (0..720).step_by(23).collect();
    assert_eq!(some.len(), 32);
    assert_eq!(all(3, 2, 1, &some), 32 * 360);
    assert_eq!(all(2, 3, 1, &some), 32 * 360);
    // In a line the empty place alone has a choice.
    for (width, height) in [(1, 1), (1, 5), (6, 1)] {
        assert_eq!(all(width, height, 1, &[0, 7]), 2 * width * height);
    }
    for goal in [0, 1234, 99_999, 362_879] {
        assert!(all(3, 3, 59, &[goal]) > 3000);
    }
    assert!(all(2, 4, 41, &[0, 5000, 39_999]) > 1000);
    assert!(all(4, 2, 41, &[0, 5000, 39_999]) > 1000);
}

/// A grid in some order that can become `goal`, always the same.
fn shuffled(width: u32, height: u32, goal: &[u32], mut seed: u64) -> Places {
    let mut labels = goal.to_vec();
    for last in (1..labels.len()).rev() {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        let other = (seed >> 33) as usize % (last + 1);
        labels.swap(last, other);
    }
    if !is_solvable(width as usize, &labels, goal) {
        let mut tiles = (0..labels.len()).filter(|&place| labels[place] != 0);
        let (a, b) = (tiles.next().unwrap(), tiles.next().unwrap());
        labels.swap(a, b);
    }
    assert_eq!(labels.len(), (width * height) as usize);
    Places::new(labels).unwrap()
}

#[test]
fn large_grids_take_at_most_three_moves_a_step() {
    for (width, height, most) in [
        (24, 24, 27),
        (40, 17, 28),
        (2, 60, 40),
        (60, 2, 40),
        (3, 50, 40),
    ] {
        let slides = Slides { width, height };
        for (seed, turned) in [(1, 7), (2, 14), (3, 21)] {
            let mut goal: Vec<u32> = (0..width * height).collect();
            goal.rotate_left(turned);
            let target = Places::new(goal.clone()).unwrap();
            let start = shuffled(width, height, &goal, seed);
            let moves = sorted(slides, &start, &target) as u64;
            let least = slides.distance(&start, &target);
            assert!(
                10 * moves <= most * least,
                "{width} x {height}: {moves} moves for {least} steps"
            );
        }
    }
}
