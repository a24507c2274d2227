//! Perfect hashes of rings, to be measured.

use statewalk::catalog::menu::Menu;
use statewalk::encoding::Encoding;
use statewalk::encoding::error::EncodingError;
use statewalk::encoding::mapped::Mapped;
use statewalk::encoding::myrvold_ruskey::MyrvoldRuskey;
use statewalk::encoding::sequence::Sequence;

use super::TopSpinPuzzle;
use super::rules::{MOST_TOKENS, Ring, TopSpin};

/// Adds what can be measured.
pub(super) fn offer(menu: Menu<TopSpinPuzzle>) -> Menu<TopSpinPuzzle> {
    let turned = (
        "turned",
        "the places of token 0 and of some behind it, and the order of the others, of one parity where turns keep it",
    );
    let orders = (
        "orders",
        "the order of all tokens, of one parity where turns keep it, lexicographically (Lehmer)",
    );
    let linear = (
        "linear",
        "any order of all tokens, as Myrvold and Ruskey rank it",
    );
    menu.measure_states()
        .measure_rank_actions(turned, TopSpin::turned)
        .measure_encoding(orders, TopSpin::orders)
        .measure_encoding(linear, |rules| linearly(*rules))
}

fn linearly(rules: TopSpin) -> Result<impl Encoding<State = Ring> + Sync + use<>, EncodingError> {
    let tokens = rules.tokens();
    Ok(Mapped::new(
        MyrvoldRuskey::new(tokens)?,
        move |ring: &Ring| rules.shown(*ring).collect(),
        |ring: &mut Ring, tokens: Sequence<MOST_TOKENS>| *ring = Ring::of(tokens.as_ref()),
    ))
}

#[cfg(test)]
mod tests {
    use statewalk::encoding::Encoding;
    use statewalk::encoding::laws::{check_exhaustively, check_ranks};

    use super::linearly;
    use crate::topspin::rules::TopSpin;

    #[test]
    fn the_other_order_is_a_bijection() {
        for tokens in 4..=20 {
            let rules = TopSpin::new(tokens, 4).unwrap();
            let (linear, mut ring) = (linearly(rules).unwrap(), rules.goal());
            assert_eq!(linear.size(), (1..=tokens as u64).product::<u64>());
            let checked = if tokens <= 6 {
                check_exhaustively(&linear, &mut ring)
            } else {
                let ranks = (0..300u64).map(|i| i.wrapping_mul(0x9E37_79B9_7F4A_7C15));
                check_ranks(&linear, &mut ring, ranks)
            };
            assert_eq!(checked, Ok(()), "{tokens}");
        }
    }
}
