//! The patterns of spaces whose states are orders of things: two change places, or three go round.

use std::iter;

use crate::macro_table::Pattern;

/// Where things go: the thing at place `i` of the new order is that at place `order[i]` of the old one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exchange {
    /// `swap-A-B`, or `cycle-A-B-C`: A goes to the place of B, B to that of C, and C to that of A. Places count from 1.
    pub name: String,
    /// The new order, from 0.
    pub order: Vec<usize>,
}

impl Exchange {
    fn new(kind: &str, count: usize, round: &[usize]) -> Self {
        let mut order: Vec<_> = (0..count).collect();
        let next = round.iter().cycle().skip(1);
        for (&from, &to) in round.iter().zip(next) {
            order[to] = from;
        }
        let places = round.iter().map(|place| (place + 1).to_string());
        let words: Vec<_> = iter::once(kind.to_owned()).chain(places).collect();
        let name = words.join("-");
        Self { name, order }
    }

    /// `things` in the new order, those behind the exchanged places as they are.
    #[must_use]
    pub fn of<T: Copy>(&self, things: &[T]) -> Vec<T> {
        let moved = self.order.iter().filter_map(|&from| things.get(from));
        moved
            .chain(things.iter().skip(self.order.len()))
            .copied()
            .collect()
    }
}

/// All ways in which two of the first `count` places change their things, and then all in which three go round: any order
/// is made of these, and any even order of the latter alone.
///
/// There are about a third of the cube of `count`.
#[must_use]
pub fn exchanges(count: usize) -> Vec<Exchange> {
    let mut all = Vec::new();
    for first in 0..count {
        for second in first + 1..count {
            all.push(Exchange::new("swap", count, &[first, second]));
        }
    }
    for first in 0..count {
        for second in first + 1..count {
            for third in second + 1..count {
                all.push(Exchange::new("cycle", count, &[first, second, third]));
                all.push(Exchange::new("cycle", count, &[first, third, second]));
            }
        }
    }
    all
}

/// The patterns of all exchanges of the first `count` places: from `start` to what `to` makes of each exchange.
///
/// # Errors
/// The first of `to`.
pub fn patterns<S: Clone, E>(
    count: usize,
    start: &S,
    to: impl Fn(&Exchange) -> Result<S, E>,
) -> Result<Vec<Pattern<S>>, E> {
    let pattern = |exchange: Exchange| {
        Ok(Pattern {
            from: start.clone(),
            to: to(&exchange)?,
            name: exchange.name,
        })
    };
    exchanges(count).into_iter().map(pattern).collect()
}

#[cfg(test)]
mod tests {
    use super::exchanges;

    #[test]
    fn each_is_there_once_and_does_what_its_name_says() {
        let all = exchanges(4);
        assert_eq!(all.len(), 6 + 8);
        let of = |name: &str| {
            let found = all.iter().find(|exchange| exchange.name == name);
            found.expect("it is there").of(&['a', 'b', 'c', 'd', '_'])
        };
        assert_eq!(of("swap-2-4"), ['a', 'd', 'c', 'b', '_']);
        // The first goes to the place of the second, and so on.
        assert_eq!(of("cycle-1-2-3"), ['c', 'a', 'b', 'd', '_']);
        assert_eq!(of("cycle-1-3-2"), ['b', 'c', 'a', 'd', '_']);
        let mut orders: Vec<_> = all.iter().map(|exchange| &exchange.order).collect();
        orders.sort();
        orders.dedup();
        assert_eq!(orders.len(), all.len());
    }
}
