//! Local maxima, on every store that tells them, against all states and edges in plain lists.

use statewalk::catalog::entry::Failure;
use statewalk::catalog::menu::{Direction, LocalMaxima, Settings};
use statewalk::catalog::params::Params;
use statewalk_puzzles::puzzle;

use crate::naive::{self, Plain};

/// How many local maxima there are at each distance from `start`, where every action can be undone.
fn plainly(start: &Plain, successors: &dyn Fn(&Plain) -> Vec<Plain>) -> Vec<u64> {
    let known = naive::distances(start, successors);
    let mut profile = vec![0; naive::profile(&known).len()];
    for (state, distance) in &known {
        let near = successors(state);
        if near.iter().all(|beside| known[beside] <= *distance) {
            profile[usize::try_from(*distance).unwrap()] += 1;
        }
    }
    profile
}

/// What a store tells; `None` if it cannot.
fn told(
    name: &str,
    params: &Params,
    direction: Direction,
    store: &str,
) -> Option<LocalMaxima<String>> {
    let settings = Settings {
        direction,
        maxima: Some(3),
        ..Settings::default()
    };
    let entry = puzzle(name).unwrap();
    match entry.explore(None, params, Some(store), &settings, 0, &mut ()) {
        Ok(mut found) => Some(found.remove(0).maxima.unwrap().unwrap()),
        Err(Failure::NoMaxima { .. }) => None,
        Err(other) => panic!("{name} {store}: {other}"),
    }
}

fn agree(name: &str, words: &[&str], right: &[u64], able: &[&str]) {
    let params = Params::parse(words).unwrap();
    let entry = puzzle(name).unwrap();
    let mut tell = Vec::new();
    for direction in [Direction::Forward, Direction::Backward] {
        for store in entry.explorers(direction) {
            let Some(maxima) = told(name, &params, direction, store) else {
                continue;
            };
            assert_eq!(
                maxima.profile, right,
                "{name} {words:?} {direction:?} {store}"
            );
            let all = usize::try_from(maxima.count()).unwrap();
            assert_eq!(maxima.first.len(), all.min(3));
            assert!(maxima.first.iter().all(|(state, _)| !state.is_empty()));
            if direction == Direction::Forward {
                tell.push(store);
            }
        }
    }
    assert_eq!(tell, able, "{name}");
}

#[test]
fn are_the_same_on_every_store() {
    const PLANES: [&str; 4] = ["plane-residues", "ranked", "residues", "interned"];
    let tiles = |width, height| {
        let mut goal: Plain = (1..width * height).collect();
        goal.push(0);
        plainly(&goal, &naive::tiles(width, height))
    };
    agree("tiles", &["w=3", "h=2"], &tiles(3, 2), &PLANES);
    agree("tiles", &["w=3", "h=3"], &tiles(3, 3), &PLANES);
    let stack = plainly(&(1..=6).collect(), &naive::pancakes);
    agree("pancake", &["n=6"], &stack, &PLANES);
}
