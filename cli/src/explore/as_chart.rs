//! Depth profiles as histograms.

use statewalk::catalog::params::Params;
use statewalk::catalog::report::Exploration;
use statewalk::words::counted;

use crate::explore::{total, toward};
use crate::headings;
use crate::svg::{Chart, Histogram};

/// A histogram for each space.
pub(super) fn chart(explored: &[Exploration], given: &Params) -> Chart<Histogram> {
    let puzzle = explored.first().map_or("", |space| space.puzzle);
    let panel = |(index, space): (usize, &Exploration)| {
        let states = counted(total(space), "state");
        let part = match &space.limit {
            None => "",
            Some(_) => ", not the whole space",
        };
        let number = headings::numbered(index, explored.len());
        Histogram {
            title: format!("{states}{number}{part}"),
            across: format!("depth {} {}", toward(space.direction), space.origin),
            up: "states".to_owned(),
            counts: space.profile.clone(),
        }
    };
    Chart {
        title: format!("{puzzle}{}: depth profile", headings::given(given)),
        panels: explored.iter().enumerate().map(panel).collect(),
    }
}
