//! Moves of actions that permute the places of a sequence, whatever stands there.
//!
//! In the ranks of [`Placed`] such an action sends a part, which is the places of some items, to one part, and
//! permutes the others among themselves: a map of their Lehmer code. Many parts share one map.

use std::collections::HashMap;

use crate::encoding::placed::Placed;
use crate::memory::Held;
use crate::rank_actions::lehmer::Lehmer;
use crate::rank_actions::{LocalMap, Move, RankActionsError, RankMoves};

/// The most items of [`Placed`].
const MOST_ITEMS: usize = 20;

/// Makes the moves of one encoding, and remembers the maps that it made.
#[derive(Debug)]
pub struct Placing<'a, S> {
    code: &'a Placed<S>,
    others: Lehmer,
    /// Maps by the order that they bring the others into, five bits each, and the parity of those before.
    maps: HashMap<(u128, bool), usize>,
    /// The bytes of these, once there are any.
    held: Option<Held>,
}

/// The bytes of a remembered map, at most: a hash table has room for twice as many when it has grown, and the one
/// before while it grows.
const REMEMBERED: u64 = 3 * (size_of::<((u128, bool), usize)>() as u64 + 1);

impl<'a, S> Placing<'a, S> {
    /// Moves on the ranks of `code`.
    #[must_use]
    pub fn new(code: &'a Placed<S>) -> Self {
        let others = if code.is_even() {
            Lehmer::of_one_parity(code.others())
        } else {
            Lehmer::all(code.others())
        };
        Self {
            code,
            others,
            maps: HashMap::new(),
            held: None,
        }
    }

    /// The radices of local ranks.
    #[must_use]
    pub fn radices(&self) -> Vec<u64> {
        self.others.radices()
    }

    /// The move out of a part of an action that permutes places: the item that comes to place `i` was at place
    /// `order[i]`. Its map is added to `moves`.
    ///
    /// # Errors
    /// [`RankActionsError`] if the map would be too large, or there is no memory for it.
    ///
    /// # Panics
    /// If `order` is not a permutation of all places, or there is no such part.
    pub fn permuting(
        &mut self,
        part: u64,
        order: &[usize],
        moves: &mut RankMoves,
    ) -> Result<Move, RankActionsError> {
        let (items, tracked) = (self.code.items(), self.code.tracked());
        assert_eq!(order.len(), items, "an order of all places");
        assert!(part < self.code.parts(), "there is no part {part}");
        let (mut before, mut after) = ([0; MOST_ITEMS], [0; MOST_ITEMS]);
        let odd = self.code.places_of(part, &mut before[..tracked]);
        // What stands at each place: a tracked item, or the first of the others, the second, and so on.
        let mut standing = [None; MOST_ITEMS];
        for (item, &place) in before[..tracked].iter().enumerate() {
            standing[usize::from(place)] = Some(item);
        }
        let mut other = [0; MOST_ITEMS];
        let mut count = 0;
        for (place, standing) in standing[..items].iter().enumerate() {
            other[place] = count;
            count += usize::from(standing.is_none());
        }
        let mut comes = Vec::with_capacity(count);
        for (place, &from) in (0..).zip(order) {
            match standing[from] {
                Some(item) => after[item] = place,
                None => comes.push(other[from]),
            }
        }
        let to = self.code.part_of(&after[..tracked]);
        let key = comes.iter().fold(0, |key, &from| key << 5 | from as u128);
        let odd = odd && self.code.is_even();
        let map = if let Some(&map) = self.maps.get(&(key, odd)) {
            map
        } else {
            let map = self.map(&comes, odd, moves)?;
            moves.hold(&mut self.held, REMEMBERED)?;
            self.maps.insert((key, odd), map);
            map
        };
        let to = usize::try_from(to).map_err(|_| RankActionsError::Size)?;
        Ok(Move { to, map })
    }

    /// The map of the others for an order of them; those at both ends may stay where they are.
    fn map(
        &self,
        comes: &[usize],
        odd: bool,
        moves: &mut RankMoves,
    ) -> Result<usize, RankActionsError> {
        let moved = |(at, from): (usize, &usize)| at != *from;
        let first = comes.iter().enumerate().position(moved);
        let last = comes.iter().enumerate().rposition(moved);
        let (Some(first), Some(last)) = (first, last) else {
            return moves.add_map(LocalMap::Same);
        };
        let window: Vec<_> = comes[first..=last]
            .iter()
            .map(|from| from - first)
            .collect();
        let values = self.others.values(first, window.len());
        moves.add_map_of(values, || self.others.permuting(first, &window, odd))
    }
}
