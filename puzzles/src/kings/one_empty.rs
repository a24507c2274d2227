//! The blocks of a settled board with one empty block, sorted as sliding tiles are.

use statewalk::adapt::macros::fault::MacroFault;
use statewalk::catalog::menu::Watch;
use statewalk::memory::Held;
use statewalk::search::limits::Limits;

use super::blocks::Blocks;
use super::rules::{Direction, Kings, Step};
use crate::sliding::parity::is_solvable;
use crate::sliding::places::Places;
use crate::sliding::rules::Slides;
use crate::sliding::sort;
use crate::sliding::taken::{Halted, Taken};
use crate::sliding::toward::Toward;

/// Whether slides alone turn one order of kings in blocks, 0 for the empty one, into the other.
pub(super) fn is_sortable(blocks: Blocks, now: &[u32], wanted: &[u32]) -> bool {
    is_solvable(blocks.side as usize, now, wanted)
}

/// Where the king goes that the empty block changes places with.
fn opposite(toward: Toward) -> Direction {
    match toward {
        Toward::Up => Direction::SOUTH,
        Toward::Left => Direction::EAST,
        Toward::Right => Direction::WEST,
        Toward::Down => Direction::NORTH,
    }
}

/// Appends the steps that turn `now` into `wanted`, which is [possible](is_sortable): two for each slide.
pub(super) fn sorted(
    blocks: Blocks,
    now: Vec<u32>,
    wanted: Vec<u32>,
    told: (&Limits, &mut dyn Watch),
    steps: &mut Taken<Kings>,
) -> Result<Halted<()>, MacroFault> {
    let slides = Slides {
        width: blocks.side,
        height: blocks.side,
    };
    let mut held = Held::new(&told.0.memory);
    if let Err(full) = held.grow(sort::bytes(&slides)) {
        return Ok(Err(full.into()));
    }
    let (Some(mut now), Some(wanted)) = (Places::new(now), Places::new(wanted)) else {
        // Every king is in one block, and one block is left.
        return Ok(Ok(()));
    };
    let mut empty = slides.place_of(&now, 0);
    steps.collect(told, |receive| {
        sort::sort(slides, &mut now, &wanted, |toward| {
            empty = toward.of(empty);
            let first = Step::new(Blocks::corner_at(empty), opposite(toward));
            receive(&[first, Step::new(first.to(), first.direction())])
        })
    })
}
