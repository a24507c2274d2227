//! A plan at once for a grid of any size, from composite operators.
//!
//! Lane by lane, from whichever side of what is left the labels are nearest, each label is carried to its place; the
//! empty place takes the ways on which it brings the others nearer to theirs as well. This is how people solve the
//! fifteen puzzle, with a search for the ways instead of fixed turns. On random grids of 50 x 50 places plans have
//! 2.3 moves for each step that the labels are from home, where fixed turns take 5.

use statewalk::adapt::macros::fault::MacroFault;
use statewalk::adapt::macros::schema::Operator;
use statewalk::adapt::macros::{Bounds, Macros};

use super::places::Places;
use super::rules::Slides;
use super::schemas::{Sorting, table};
use super::toward::Toward;

/// The longest side that can be sorted.
pub const MOST_SIDE: u32 = 0xFFFF;

/// The bytes that [`sort`] takes for a grid, at most.
#[must_use]
pub fn bytes(slides: &Slides) -> u64 {
    let places = u64::from(slides.width) * u64::from(slides.height);
    // The macros that are open: a few for each lane.
    let open = 16 * size_of::<Operator<Toward>>() as u64 * u64::from(slides.width + slides.height);
    Sorting::BYTES + Sorting::BYTES_PER_PLACE * places + open
}

/// Takes `places` towards `target`, and hands every action to `receive`, which returns whether to go on; adjacent ones
/// may take each other back. Where parity allows a plan, `places` ends as the target.
///
/// Sides are from 1 to [`MOST_SIDE`]. Time: about proportional to the actions, some microseconds each, as long as a
/// side has a few hundred places; memory: [`bytes`].
///
/// # Errors
/// [`MacroFault::Stopped`] if `receive` did not want to go on. Others if the program contradicts itself.
pub fn sort(
    slides: Slides,
    places: &mut Places,
    target: &Places,
    mut receive: impl FnMut(Toward) -> bool,
) -> Result<(), MacroFault> {
    let sorting = Sorting::new(slides, target);
    let whole = [Operator::Macro(Sorting::whole(slides))];
    let bounds = Bounds {
        // Each lane is finished inside the one before.
        depth: (slides.width + slides.height) as usize + 16,
        operators: u64::MAX,
        ..Bounds::default()
    };
    let macros = Macros::new(slides, sorting, table()).with_bounds(bounds);
    macros.run(places, &whole, |&toward| receive(toward))?;
    Ok(())
}

#[cfg(test)]
mod tests;
