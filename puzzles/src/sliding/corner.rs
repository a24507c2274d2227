//! The last two labels of a lane, brought in together.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::area::Lane;
use super::places::Places;
use super::planner::{MOVE, Planner};
use super::toward::{DIRECTIONS, Place, Toward};

/// How many places along the lane, and how many lanes, the search may use.
const WINDOW: (u32, u32) = (4, 5);

/// The free places around the end of a lane whose other places are finished.
pub(super) fn window(lane: Lane) -> Vec<Place> {
    let (along, deep) = WINDOW;
    let len = lane.len();
    let indices = len.saturating_sub(along)..len;
    let places = (0..lane.depth().min(deep))
        .flat_map(|beyond| indices.clone().map(move |index| lane.place(index, beyond)));
    places.filter(|&place| lane.is_free(place)).collect()
}

/// The cheapest moves inside `window` that bring two labels home, by Dijkstra's algorithm over the places of both and
/// of the empty one; `None` if one of the three is not in the window.
///
/// Time and memory: the at most 18 x 17 x 16 arrangements.
pub(super) fn turn(
    planner: &Planner,
    places: &Places,
    window: &[Place],
    labels: [u32; 2],
) -> Option<Vec<Toward>> {
    let size = window.len();
    let index = |place: Place| window.iter().position(|&other| other == place);
    let slides = planner.slides();
    let now = |label: u32| index(slides.place_of(places, label));
    let begin = [now(labels[0])?, now(labels[1])?, now(0)?];
    let homes = [
        index(planner.home(labels[0]))?,
        index(planner.home(labels[1]))?,
    ];
    let number = |[a, b, empty]: [usize; 3]| (a * size + b) * size + empty;
    // For each place, where the empty place goes from there and what it costs at first.
    let next: Vec<_> = { window.iter() }
        .map(|&place| {
            DIRECTIONS.map(|(toward, _)| {
                let next = index(toward.of(place))?;
                // What is there may have changed when it comes to that, so it counts half.
                let cost = planner.cost(places, place, toward, 0).midpoint(MOVE);
                Some((next, toward, cost))
            })
        })
        .collect();
    let mut costs = vec![u32::MAX; size * size * size];
    let mut before = vec![None; costs.len()];
    let mut queue = BinaryHeap::new();
    costs[number(begin)] = 0;
    queue.push(Reverse((0, begin)));
    while let Some(Reverse((cost, state))) = queue.pop() {
        let [a, b, empty] = state;
        if costs[number(state)] < cost {
            continue;
        }
        if [a, b] == homes {
            let mut way = Vec::new();
            let mut state = state;
            while let Some((earlier, toward)) = before[number(state)] {
                way.push(toward);
                state = earlier;
            }
            way.reverse();
            return Some(way);
        }
        for &(to, toward, price) in next[empty].iter().flatten() {
            let moved = |label| if label == to { empty } else { label };
            let after = [moved(a), moved(b), to];
            let price = if to == a || to == b { MOVE } else { price };
            let known = &mut costs[number(after)];
            if cost + price < *known {
                *known = cost + price;
                before[number(after)] = Some((state, toward));
                queue.push(Reverse((cost + price, after)));
            }
        }
    }
    None
}
