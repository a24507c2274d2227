//! The composite operators, as data: from a step of one label to the whole grid.
//!
//! | macro | body |
//! | --- | --- |
//! | `advance` | a label at least a step nearer to where it is carried, the empty place led around it |
//! | `carry` | a label to its place in the lane, or to wait beside its end: as many `advance` as steps |
//! | `turn` | the last two labels of a lane from around its end to their places |
//! | `corner` | the same from anywhere: two `carry` and a `turn` |
//! | `lane` | a whole row or column at the side of what is left: `carry` for each place, and `corner` |
//! | `finish` | the last two by two places, around, or the last row or column |
//! | `sort` | the lane of what is left whose labels are nearest, then `sort` of the rest |
//!
//! An area is given by its rows and columns, a lane by the area, the side that it lies along and how many of its
//! places are finished: see [`Lane`].

use std::cell::RefCell;

use statewalk::adapt::macros::schema::{Body, Instance, Parameters, Schema, View, always};

use super::area::{Area, Lane};
use super::corner::{self, window};
use super::places::Places;
use super::planner::{Planner, steps};
use super::rules::Slides;
use super::toward::{DIRECTIONS, Place, Toward};

/// What the macros know besides the grid: where everything belongs.
pub(super) struct Sorting {
    /// The label that belongs on each place.
    wanted: Vec<u32>,
    planner: RefCell<Planner>,
}

type Sight<'a> = View<'a, Slides, Sorting>;
type Steps<'a> = Body<'a, Toward>;

const ADVANCE: u16 = 0;
const CARRY: u16 = 1;
const TURN: u16 = 2;
const CORNER: u16 = 3;
const LANE: u16 = 4;
const FINISH: u16 = 5;
const SORT: u16 = 6;

/// The table of schemas; a macro's number is its place.
pub(super) fn table() -> Vec<Schema<Slides, Sorting>> {
    let schema = |name, parameters, body| Schema {
        name,
        parameters,
        candidates: None,
        precondition: always,
        body,
    };
    vec![
        schema("advance", &["rows", "columns", "lane", "label"], advance),
        schema("carry", &["rows", "columns", "lane", "label"], carry),
        schema("turn", &["rows", "columns", "lane"], turn),
        schema("corner", &["rows", "columns", "lane"], corner),
        schema("lane", &["rows", "columns", "lane"], lane),
        schema("finish", &["rows", "columns"], finish),
        schema("sort", &["rows", "columns"], sort),
    ]
}

impl Sorting {
    /// Bytes for each place, at most.
    pub(super) const BYTES_PER_PLACE: u64 = size_of::<u32>() as u64 + Planner::BYTES_PER_PLACE;

    /// Bytes however many places there are, at most; the end of a lane takes the second part.
    pub(super) const BYTES: u64 = Planner::BYTES + (1 << 20);

    pub(super) fn new(slides: Slides, target: &Places) -> Self {
        Self {
            wanted: target.labels().to_vec(),
            planner: RefCell::new(Planner::new(slides, target)),
        }
    }

    /// All of the sorting.
    pub(super) fn whole(slides: Slides) -> Instance {
        let area = Area {
            top: 0,
            bottom: slides.height - 1,
            left: 0,
            right: slides.width - 1,
        };
        Instance {
            schema: SORT,
            parameters: area.parameters(),
        }
    }
}

fn wanted(view: Sight<'_>, place: Place) -> u32 {
    view.context.wanted[view.space.number(place) as usize]
}

/// The labels that belong on the last two places of a lane.
fn last_two(view: Sight<'_>, lane: Lane) -> [u32; 2] {
    let len = lane.len();
    [len - 2, len - 1].map(|index| wanted(view, lane.place(index, 0)))
}

fn write(body: &mut Steps<'_>, way: &[Toward]) {
    for &toward in way {
        body.action(toward);
    }
}

fn advance(view: Sight<'_>, parameters: Parameters, body: &mut Steps<'_>) {
    let (lane, label) = (Lane::of(parameters), parameters[3]);
    if view.space.place_of(view.state, label) != lane.goal() {
        let mut planner = view.context.planner.borrow_mut();
        write(body, planner.advance(view.state, lane, label, lane.goal()));
    }
}

fn carry(view: Sight<'_>, parameters: Parameters, body: &mut Steps<'_>) {
    let (lane, label) = (Lane::of(parameters), parameters[3]);
    let from = view.space.place_of(view.state, label);
    // What waits near the end waits well.
    if !(lane.parked && lane.is_near_end(from)) {
        // Some of them may take more than one step; the last have nothing to do then.
        for _ in 0..steps(from, lane.goal()) {
            body.call(ADVANCE, parameters);
        }
    }
}

fn turn(view: Sight<'_>, parameters: Parameters, body: &mut Steps<'_>) {
    let lane = Lane::of(parameters);
    let labels = last_two(view, lane);
    let window = window(lane);
    let mut planner = view.context.planner.borrow_mut();
    let empty = view.space.place_of(view.state, 0);
    if window.contains(&empty) {
        let way = corner::turn(&planner, view.state, &window, labels);
        write(body, &way.unwrap_or_default());
        return;
    }
    // Both wait so near to the end that the window has a way in beside them.
    let waiting = labels.map(|label| view.space.place_of(view.state, label));
    let way = planner.fetch(
        view.state,
        |place| lane.is_free(place) && !waiting.contains(&place),
        |place| window.contains(&place),
    );
    if !way.is_empty() {
        write(body, way);
        body.call(TURN, parameters);
    }
}

fn corner(view: Sight<'_>, parameters: Parameters, body: &mut Steps<'_>) {
    let lane = Lane::of(parameters);
    let labels = last_two(view, lane);
    let at = labels.map(|label| view.space.place_of(view.state, label));
    let homes = [lane.len() - 2, lane.len() - 1].map(|index| lane.place(index, 0));
    if at == homes {
        return;
    }
    let near = at.map(|place| lane.is_near_end(place));
    if near != [true, true] {
        // One is parked on the last place, where it bars no way, and the other beside it. One that is near
        // goes first, so that it does not stand in the gap that the parked one closes.
        let [first, second] = if near == [false, true] {
            [labels[1], labels[0]]
        } else {
            labels
        };
        let parked = true;
        body.call(CARRY, lane.parameters(first));
        body.call(CARRY, Lane { parked, ..lane }.parameters(second));
    }
    body.call(TURN, lane.parameters(0));
}

fn lane(view: Sight<'_>, parameters: Parameters, body: &mut Steps<'_>) {
    let lane = Lane::of(parameters);
    for done in 0..lane.len() - 2 {
        let label = wanted(view, lane.place(done, 0));
        body.call(CARRY, Lane { done, ..lane }.parameters(label));
    }
    let done = lane.len() - 2;
    body.call(CORNER, Lane { done, ..lane }.parameters(0));
}

/// The moves around four places, one way or the other, whichever is shorter; or along a single row or column.
fn finish(view: Sight<'_>, parameters: Parameters, body: &mut Steps<'_>) {
    let area = Area::of(parameters);
    let home = view.context.planner.borrow().home(0);
    if area.height() == 1 || area.width() == 1 {
        let mut planner = view.context.planner.borrow_mut();
        let way = planner.fetch(
            view.state,
            |place| area.contains(place),
            |place| place == home,
        );
        write(body, way);
        return;
    }
    let ring = area.ring();
    let goal = ring.map(|place| wanted(view, place));
    let mut ways = [1, 3].map(|turn| {
        let mut now = ring.map(|place| view.state.labels()[view.space.number(place) as usize]);
        let mut empty = now.iter().position(|&label| label == 0)?;
        let mut way = Vec::new();
        // After three times around everything is where it was.
        for _ in 0..12 {
            if now == goal {
                return Some(way);
            }
            let next = (empty + turn) % 4;
            let toward = DIRECTIONS
                .iter()
                .find(|(toward, _)| toward.of(ring[empty]) == ring[next]);
            way.push(toward?.0);
            now.swap(empty, next);
            empty = next;
        }
        None
    });
    ways.sort_by_key(|way| way.as_ref().map_or(usize::MAX, Vec::len));
    let [way, _] = ways;
    write(body, &way.unwrap_or_default());
}

/// How much there is to do for a lane, by place.
fn effort(view: Sight<'_>, lane: Lane) -> u64 {
    let len = lane.len();
    let places = (0..len).map(|index| lane.place(index, 0));
    let far = places.map(|place| {
        let label = wanted(view, place);
        u64::from(steps(place, view.space.place_of(view.state, label)))
    });
    let begin = steps(lane.place(0, 0), view.space.place_of(view.state, 0));
    // The way to the beginning sorts something too, so it counts a third.
    (300 * far.sum::<u64>() + 100 * u64::from(begin)) / u64::from(len)
}

fn sort(view: Sight<'_>, parameters: Parameters, body: &mut Steps<'_>) {
    let area = Area::of(parameters);
    let home = view.context.planner.borrow().home(0);
    let lanes = DIRECTIONS
        .iter()
        .flat_map(|&(side, _)| [false, true].map(|backwards| Lane::new(area, side, backwards)));
    // The last of a lane need two more lanes to pass each other; and the empty place is to be at home last.
    let able = |lane: &Lane| {
        lane.len() >= 2 && lane.depth() >= 3 && (0..lane.len()).all(|at| lane.place(at, 0) != home)
    };
    match lanes.filter(able).min_by_key(|&lane| effort(view, lane)) {
        Some(lane) => {
            body.call(LANE, lane.parameters(0));
            body.call(SORT, area.without(lane.side).parameters());
        }
        None => body.call(FINISH, area.parameters()),
    }
}
