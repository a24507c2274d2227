//! A comparison as plots: how many questions are settled by when, and every two combinations against each other.

use statewalk::catalog::entry::Offer;

use crate::compare::tally::{Board, Cell};
use crate::svg::{Chart, Decades, Line, Pair, Point, Scatter, Steps, Unit};

/// What runs are measured by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Measure {
    Time,
    Expanded,
}

impl Measure {
    /// What it is called.
    pub(super) fn told(self) -> &'static str {
        match self {
            Self::Time => "time",
            Self::Expanded => "nodes expanded",
        }
    }

    fn unit(self) -> Unit {
        match self {
            Self::Time => Unit::Seconds,
            Self::Expanded => Unit::Count,
        }
    }

    /// What it took to settle a question; `None` where it was not.
    #[expect(clippy::cast_precision_loss, reason = "it becomes a place in pixels")]
    fn of(self, cell: Option<&Cell<'_>>) -> Option<f64> {
        let cell = cell.filter(|cell| cell.answer.verdict.is_settled())?;
        Some(match self {
            Self::Time => cell.time.as_secs_f64(),
            Self::Expanded => cell.answer.stats.expanded as f64,
        })
    }

    fn values(self, board: &Board<'_>, offer: usize) -> impl Iterator<Item = f64> {
        let cells = board.rows.iter().map(move |row| row.cells[offer].as_ref());
        cells.filter_map(move |cell| self.of(cell))
    }
}

/// A combination, for short.
fn short(offer: &Offer) -> String {
    let Offer {
        strategy, store, ..
    } = offer;
    match offer.heuristic {
        Some(heuristic) => format!("{strategy}, {store}, {heuristic}"),
        None => format!("{strategy}, {store}"),
    }
}

/// Questions that are settled, by what that took: the cactus plot.
pub(super) fn cactus(board: &Board<'_>, measure: Measure) -> String {
    let lines = board.offers.iter().enumerate();
    let lines = lines.map(|(index, offer)| Line {
        label: short(offer),
        values: measure.values(board, index).collect(),
    });
    let told = measure.told();
    let steps = Steps {
        title: format!("Questions settled, by {told} of each"),
        across: format!("{told} (logarithmic)"),
        unit: measure.unit(),
        up: "questions settled".to_owned(),
        all: board.rows.len(),
        lines: lines.collect(),
    };
    let chart = Chart {
        title: board.puzzle.to_owned(),
        panels: vec![steps],
    };
    chart.to_svg()
}

/// So many combinations at the most are held against each other, which makes 45 plots: nobody looks through hundreds.
const MOST_PAIRED: usize = 10;

/// The combinations that are held against each other, in their order: those that settle most questions, and of these
/// those that it takes least.
fn paired(board: &Board<'_>, measure: Measure) -> Vec<usize> {
    let mut offers: Vec<usize> = (0..board.offers.len()).collect();
    if offers.len() > MOST_PAIRED {
        let merit = |offer: usize| {
            let values = measure.values(board, offer);
            values.fold((0usize, 0.0), |(count, sum), value| {
                (count + 1, sum + value)
            })
        };
        let mut merits: Vec<_> = offers
            .drain(..)
            .map(|offer| (merit(offer), offer))
            .collect();
        merits.sort_by(|((most, least), _), ((count, sum), _)| {
            count.cmp(most).then(least.total_cmp(sum))
        });
        offers.extend(merits.into_iter().take(MOST_PAIRED).map(|(_, offer)| offer));
        offers.sort_unstable();
    }
    offers
}

/// Every two combinations against each other, if there are two; of many, the best.
pub(super) fn scatter(board: &Board<'_>, measure: Measure) -> Option<String> {
    let offers = paired(board, measure);
    let values = offers
        .iter()
        .flat_map(|&offer| measure.values(board, offer));
    let scale = Decades::of(measure.unit(), values);
    let up = |(before, &up): (usize, &usize)| {
        offers[..before]
            .iter()
            .map(move |&across| (across, up))
            .collect::<Vec<_>>()
    };
    let pairs = offers.iter().enumerate().flat_map(up);
    let pairs = pairs.map(|(across, up)| Pair {
        across: short(&board.offers[across]),
        up: short(&board.offers[up]),
        points: { board.rows.iter() }
            .map(|row| Point {
                name: row.name.clone(),
                across: measure.of(row.cells[across].as_ref()),
                up: measure.of(row.cells[up].as_ref()),
            })
            .collect(),
    });
    let pairs: Vec<_> = pairs.collect();
    let told = measure.told();
    (!pairs.is_empty()).then(|| {
        let scatter = Scatter {
            title: format!(
                "Each question by {told} (logarithmic); red rings: one of the two did not settle it"
            ),
            scale,
            pairs,
        };
        let all = board.offers.len();
        let chosen = if offers.len() < all {
            format!(
                ": the {MOST_PAIRED} of {all} combinations that settle most, with the least {told}"
            )
        } else {
            String::new()
        };
        let chart = Chart {
            title: format!("{}, pair by pair{chosen}", board.puzzle),
            panels: vec![scatter],
        };
        chart.to_svg()
    })
}
