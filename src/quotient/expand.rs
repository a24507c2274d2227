//! From a route of the piece back to every single move of the blank.

use crate::memory::BudgetVec;
use crate::quotient::approach::Approach;
use crate::quotient::batch::Question;
use crate::quotient::halt::{Halt, Meter};
use crate::quotient::space::Quotient;

/// The moves of the blank, as arcs, that make the piece slide along `slides` from the position in
/// `asked`: actions of [`Rules`](crate::quotient::rules::Rules), to be replayed there.
///
/// `None` if the slides do not begin at the piece, do not join, or the blank cannot get to one of
/// them. Each turn costs a flood that ends with the side wanted; the moves take 4 bytes each.
///
/// # Errors
/// [`Halt::Limit`] if a limit is reached.
pub fn expand(
    meter: &mut Meter<'_>,
    quotient: &Quotient,
    approach: &mut Approach,
    asked: Question,
    slides: &[u32],
) -> Result<Option<BudgetVec<u32>>, Halt> {
    let cells = quotient.cells();
    let Question {
        mut blank,
        mut piece,
        ..
    } = asked;
    let mut steps = BudgetVec::new(meter.memory());
    for &arc in slides {
        let side = cells.head(arc);
        let joined = cells.tail(arc) == piece
            && approach.walk(meter, cells, (blank, side), piece, &mut steps)?;
        if !joined {
            return Ok(None);
        }
        steps.push(cells.reverse(arc))?;
        (blank, piece) = (piece, side);
    }
    Ok(Some(steps))
}
