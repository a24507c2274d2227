//! Perfect hashes of stacks, to be measured.

use statewalk::catalog::menu::Menu;
use statewalk::encoding::Encoding;
use statewalk::encoding::error::EncodingError;
use statewalk::encoding::mapped::Mapped;
use statewalk::encoding::myrvold_ruskey::MyrvoldRuskey;
use statewalk::encoding::sequence::Sequence;

use super::Pancake;
use super::rules::{MOST_PANCAKES, Pancakes, Stack};

/// Adds what can be measured.
pub(super) fn offer(menu: Menu<Pancake>) -> Menu<Pancake> {
    let orders = (
        "orders",
        "the order of the pancakes, lexicographically (Lehmer)",
    );
    let linear = (
        "linear",
        "the order of the pancakes, as Myrvold and Ruskey rank it",
    );
    let places = (
        "places",
        "where the smallest pancakes are, and the order of seven to nine others",
    );
    menu.measure_states()
        .measure_rank_actions(places, Pancakes::places)
        .measure_encoding(orders, Pancakes::orders)
        .measure_encoding(linear, |rules| linearly(*rules))
}

fn linearly(rules: Pancakes) -> Result<impl Encoding<State = Stack> + Sync + use<>, EncodingError> {
    let height = rules.height();
    Ok(Mapped::new(
        MyrvoldRuskey::new(height)?,
        move |stack: &Stack| Sequence::new(stack.0.to_le_bytes(), height),
        |stack: &mut Stack, pancakes: Sequence<MOST_PANCAKES>| {
            stack.0 = u128::from_le_bytes(*pancakes.padded());
        },
    ))
}

#[cfg(test)]
mod tests {
    use statewalk::encoding::Encoding;
    use statewalk::encoding::laws::{check_exhaustively, check_ranks};

    use super::linearly;
    use crate::pancake::rules::{MOST_PANCAKES, Pancakes};

    #[test]
    fn the_other_order_is_a_bijection() {
        for height in 1..=MOST_PANCAKES {
            let rules = Pancakes::new(height).unwrap();
            let (linear, mut stack) = (linearly(rules).unwrap(), rules.goal());
            assert_eq!(linear.size(), rules.orders().unwrap().size());
            let checked = if height <= 6 {
                check_exhaustively(&linear, &mut stack)
            } else {
                let ranks = (0..300u64).map(|i| i.wrapping_mul(0x9E37_79B9_7F4A_7C15));
                check_ranks(&linear, &mut stack, ranks)
            };
            assert_eq!(checked, Ok(()), "{height}");
        }
    }
}
