//! Databases of patterns: how many turns bring some of the tokens to their places, whatever the others do (Culberson and
//! Schaeffer 1998).
//!
//! A turn does the same to places whatever stands there, so the small space has the same rules, with the other tokens
//! all alike.

use statewalk::catalog::menu::Settings;
use statewalk::catalog::menu::prepared::Prepared;
use statewalk::catalog::puzzle::Group;
use statewalk::cost::Cost;
use statewalk::encoding::Encoding;
use statewalk::encoding::arrangement::Arrangement;
use statewalk::encoding::error::EncodingError;
use statewalk::encoding::sequence::Sequence;
use statewalk::goal::Exactly;
use statewalk::heuristic::Heuristic;
use statewalk::pdb::build::{Sources, build};
use statewalk::pdb::{Database, PdbError, Title};
use statewalk::search::limits::Limits;

use super::TopSpinPuzzle;
use super::rules::{MOST_TOKENS, Ring, TopSpin};

/// The most entries of a database: half a million, which take some tenths of a second.
const MOST_ENTRIES: u64 = 1 << 20;

/// What stands in the place of a token that is not looked at.
const OTHER: u8 = 0x1F;

/// The places of some of the tokens, numbered; the others are not looked at.
#[derive(Debug)]
struct Places {
    rules: TopSpin,
    /// The first of the tokens; the others follow it by number.
    first: u8,
    tokens: usize,
    orders: Arrangement<Sequence<MOST_TOKENS>>,
}

impl Places {
    fn new(rules: TopSpin, first: u8, tokens: usize) -> Result<Self, EncodingError> {
        Ok(Self {
            rules,
            first,
            tokens,
            orders: Arrangement::new(rules.tokens(), tokens)?,
        })
    }

    /// What is left of the ring in order.
    fn goal(&self) -> Ring {
        let mut goal = self.rules.goal();
        self.unrank_into(self.rank(&self.rules.goal()), &mut goal);
        goal
    }
}

impl Encoding for Places {
    type State = Ring;

    #[inline]
    fn size(&self) -> u64 {
        self.orders.size()
    }

    #[inline]
    fn rank(&self, ring: &Ring) -> u64 {
        let mut places = Sequence::new([0; MOST_TOKENS], self.tokens);
        for (place, token) in (0..).zip(self.rules.shown(*ring)) {
            let at = usize::from(token.wrapping_sub(self.first));
            if let Some(at) = places.as_mut().get_mut(at) {
                *at = place;
            }
        }
        self.orders.rank(&places)
    }

    #[inline]
    fn unrank_into(&self, rank: u64, ring: &mut Ring) {
        let mut places = Sequence::new([0; MOST_TOKENS], self.tokens);
        self.orders.unrank_into(rank, &mut places);
        let mut tokens = [OTHER; MOST_TOKENS];
        for (token, &place) in (self.first..).zip(places.as_ref()) {
            tokens[usize::from(place)] = token;
        }
        *ring = Ring::of(&tokens[..self.rules.tokens()]);
    }
}

/// The most that any of some databases tells: admissible and consistent.
#[derive(Debug)]
pub struct Patterns(Vec<(Places, Database)>);

impl Patterns {
    /// Databases of patterns of at most `entries` entries, each of tokens that follow each other by number, that have all
    /// tokens between them; the last may share some with the one before it.
    ///
    /// Time: some tenths of a microsecond for each entry. Memory: a byte for each, and while they are made a bucket.
    ///
    /// # Errors
    /// [`PdbError`] if a limit is reached.
    pub fn new(rules: TopSpin, entries: u64, limits: &Limits) -> Result<Self, PdbError> {
        let all = rules.tokens();
        // n places of the first token, n - 1 of the second.
        let sizes = (1..=all as u64).rev().scan(1u64, |size, places| {
            *size = size.saturating_mul(places);
            Some(*size)
        });
        let tokens = sizes.take_while(|&size| size <= entries).count().max(1);
        let mut databases = Vec::new();
        for first in (0..all).step_by(tokens) {
            let first = first.min(all - tokens).to_le_bytes()[0];
            let Ok(places) = Places::new(rules, first, tokens) else {
                // So few entries have numbers.
                continue;
            };
            let title = Title {
                space: format!("topspin {all} {}", rules.stile()),
                pattern: format!("{tokens} tokens from {}", first + 1),
            };
            let sources = Sources {
                space: &rules,
                encoding: &places,
                goals: &[places.goal()],
            };
            let database = build(title, sources, limits)?;
            databases.push((places, database));
        }
        Ok(Self(databases))
    }
}

impl Heuristic<Ring> for Patterns {
    #[inline]
    fn estimate(&self, ring: &Ring) -> Option<Cost> {
        let mut most = 0;
        for (places, database) in &self.0 {
            most = most.max(database.get(places.rank(ring))?);
        }
        Some(most)
    }
}

/// Makes the databases, once for all rings of a file.
#[derive(Clone, Copy, Debug)]
pub(super) struct Databases;

impl Prepared<TopSpinPuzzle> for Databases {
    type Made = Patterns;

    /// They are not kept, since to make them takes hardly longer than to read them.
    fn keep(&self, _: &Group<TopSpin, Exactly<Ring>>, _: &Settings) -> Result<(), PdbError> {
        Ok(())
    }

    fn make(
        &self,
        group: &Group<TopSpin, Exactly<Ring>>,
        settings: &Settings,
    ) -> Result<Patterns, PdbError> {
        Patterns::new(group.rules, MOST_ENTRIES, &settings.limits)
    }
}

#[cfg(test)]
mod tests {
    use statewalk::distances::audit::audit;
    use statewalk::encoding::laws;
    use statewalk::goal::Exactly;
    use statewalk::search::limits::Limits;

    use super::{Patterns, Places, TopSpin};

    #[test]
    fn places_are_numbered_both_ways() {
        for (tokens, first, some) in [(5, 0, 2), (6, 3, 3), (4, 0, 4), (7, 2, 1)] {
            let rules = TopSpin::new(tokens, 3).unwrap();
            let places = Places::new(rules, first, some).unwrap();
            laws::check_exhaustively(&places, &mut rules.goal()).unwrap();
        }
    }

    #[test]
    fn estimates_are_admissible_and_consistent() {
        let limits = Limits::default();
        // Patterns of one, two and three tokens; the last shares some.
        for (tokens, stile, entries) in
            [(7, 4, 7), (7, 4, 42), (7, 3, 210), (6, 3, 120), (5, 5, 60)]
        {
            let rules = TopSpin::new(tokens, stile).unwrap();
            let patterns = Patterns::new(rules, entries, &limits).unwrap();
            let found = audit(&rules, &Exactly(rules.goal()), &patterns, &limits).unwrap();
            assert!(found.is_admissible() && found.is_consistent(), "{found:?}");
            assert!(found.estimates > 0);
        }
    }
}
