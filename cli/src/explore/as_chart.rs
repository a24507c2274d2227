//! Depth profiles as histograms, with the states that are drawn below them.

use statewalk::catalog::menu::LocalMaxima;
use statewalk::catalog::params::Params;
use statewalk::catalog::report::Exploration;
use statewalk::cost::Cost;
use statewalk::words::counted;

use crate::explore::{deepest, drawn, total, toward};
use crate::headings;
use crate::svg::{Chart, Draw, Histogram, Picture, Pictures};

/// A part of the chart of a space.
#[derive(Clone, Debug)]
pub(super) enum Part {
    Counts(Histogram),
    States(Pictures),
}

impl Draw for Part {
    fn height(&self) -> u32 {
        match self {
            Self::Counts(counts) => counts.height(),
            Self::States(states) => states.height(),
        }
    }

    fn draw(&self, top: u32, out: &mut String) {
        match self {
            Self::Counts(counts) => counts.draw(top, out),
            Self::States(states) => states.draw(top, out),
        }
    }
}

/// For each space a histogram and its deepest states, and the same for its local maxima if they are known.
pub(super) fn chart(explored: &[Exploration], given: &Params) -> Chart<Part> {
    let puzzle = explored.first().map_or("", |space| space.puzzle);
    let mut panels = Vec::new();
    for (index, space) in explored.iter().enumerate() {
        let number = headings::numbered(index, explored.len());
        panels.push(Part::Counts(profile(space, &number)));
        if let Some(told) = deepest(space) {
            let pictures = space.deepest.iter().map(|state| Picture {
                caption: String::new(),
                text: state.clone(),
            });
            panels.push(Part::States(Pictures {
                title: told + &number,
                pictures: pictures.collect(),
            }));
        }
        if let Some(Ok(maxima)) = &space.maxima {
            panels.push(Part::Counts(Histogram {
                title: drawn(maxima) + &number,
                across: across(space),
                up: "local maxima".to_owned(),
                counts: maxima.profile.clone(),
            }));
            panels.extend(first(maxima, &number));
        }
    }
    Chart {
        title: format!("{puzzle}{}: depth profile", headings::given(given)),
        panels,
    }
}

fn profile(space: &Exploration, number: &str) -> Histogram {
    let states = counted(total(space), "state");
    let part = match &space.limit {
        None => "",
        Some(_) => ", not the whole space",
    };
    Histogram {
        title: format!("{states}{number}{part}"),
        across: across(space),
        up: "states".to_owned(),
        counts: space.profile.clone(),
    }
}

fn across(space: &Exploration) -> String {
    format!("depth {} {}", toward(space.direction), space.origin)
}

/// The first local maxima, if there are any.
fn first(maxima: &LocalMaxima<String>, number: &str) -> Option<Part> {
    let picture = |(state, depth): &(String, Cost)| Picture {
        caption: format!("at depth {depth}"),
        text: state.clone(),
    };
    let pictures: Vec<_> = maxima.first.iter().map(picture).collect();
    (!pictures.is_empty()).then(|| {
        Part::States(Pictures {
            title: format!("local maxima{number}"),
            pictures,
        })
    })
}
