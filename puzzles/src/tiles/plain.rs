//! The face of boards with too many cells for a word: plain arrays, from which plans are constructed.

use statewalk::catalog::menu::Menu;
use statewalk::catalog::params::Params;
use statewalk::catalog::puzzle::{Card, Notation, Problem, Puzzle, ReadError};
use statewalk::goal::Exactly;

use super::construct::{SUMMARY, constructed};
use super::questions::problem;
use super::{SlidingTiles, named, text, toward};
use crate::sliding::places::Places;
use crate::sliding::rules::Slides;
use crate::sliding::toward::Toward;
use crate::sliding::windows::Cuts;

/// Sliding tiles on boards of any size.
#[derive(Clone, Copy, Debug)]
pub(super) struct PlainTiles;

fn places(cells: &[u16]) -> Option<Places> {
    Places::new(cells.iter().map(|&number| number.into()).collect())
}

impl Puzzle for PlainTiles {
    type Rules = Slides;
    type Goal = Exactly<Places>;

    fn card(&self) -> Card {
        SlidingTiles.card()
    }

    fn sniff(&self, text: &[u8]) -> bool {
        SlidingTiles.sniff(text)
    }

    fn read(
        &self,
        text: &[u8],
        options: &Params,
    ) -> Result<Problem<Slides, Self::Goal>, ReadError> {
        problem(
            text,
            options,
            |width, height, goal| {
                let slides = Slides {
                    width: width.try_into().ok()?,
                    height: height.try_into().ok()?,
                };
                Some((slides, places(goal)?))
            },
            |_, cells| places(cells),
        )
    }

    fn menu(&self, menu: Menu<Self>) -> Menu<Self> {
        menu.constructs("constructive", SUMMARY, |&slides, ask, settings, watch| {
            let start = ask.starts.first().map(|(start, _)| start);
            constructed(slides, start, &ask.goal.0, settings, watch)
        })
        .improves_by(|_, _| Cuts)
    }
}

impl Notation for PlainTiles {
    fn write_action(&self, _: &Slides, _: &Places, action: &Toward, out: &mut String) {
        out.push_str(named(*action));
    }

    fn read_action(&self, _: &Slides, _: &Places, line: &str) -> Result<Toward, String> {
        toward(line)
    }

    fn write_state(&self, slides: &Slides, places: &Places, out: &mut String) {
        // Boards are read with at most 255 cells a side.
        let cells = places.labels().iter().map(|&label| u16::try_from(label));
        let cells: Vec<u16> = cells.map(|label| label.unwrap_or(u16::MAX)).collect();
        text::write_rows(&cells, slides.width as usize, "_", out);
    }
}
