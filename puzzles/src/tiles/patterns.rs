//! Pattern databases of tiles: how many moves some of them take to their places, those of the others not counted.
//!
//! Patterns that share no tile count each move once, so what they say may be added up (Korf and Felner 2002, "Disjoint
//! pattern database heuristics"). A board that is as high as wide may be looked up as its reflection along the main
//! diagonal too, if that keeps the goal.
//!
//! The blank is no part of an entry: an entry is the least number of moves over all cells where the blank may be. So a
//! database has an entry for each way to place its tiles, and its estimates are admissible, but not consistent.

pub mod additive;
mod gathered;
pub mod partition;
pub mod placements;
pub mod ranks;
pub mod regions;

use statewalk::encoding::arrangement::Arrangement;
use statewalk::encoding::sequence::Sequence;
use statewalk::memory::BudgetVec;
use statewalk::pdb::build::{Sources, build_by_moves};
use statewalk::pdb::{Database, PdbError, Title};
use statewalk::search::Observer;
use statewalk::search::limits::Limits;

use super::rules::Tiles;
use ranks::RegionRanks;
use regions::{Pattern, Spots};

/// The most tiles of a pattern.
pub const MOST_TILES: usize = 8;

/// The cells of the tiles of a pattern, in the order of the pattern.
pub type Spot = Sequence<MOST_TILES>;

/// What the database of a pattern is called in its file.
#[must_use]
pub fn title(rules: &Tiles, tiles: &[u8]) -> Title {
    let words = |numbers: &mut dyn Iterator<Item = String>| numbers.collect::<Vec<_>>().join(" ");
    let goal = words(&mut rules.shown(rules.goal()).iter().map(u16::to_string));
    let (width, height) = (rules.width(), rules.height());
    Title {
        space: format!("tiles {width}x{height}, goal {goal}"),
        pattern: format!("tiles {}", words(&mut tiles.iter().map(u8::to_string))),
    }
}

/// The numbers of the entries of a pattern of so many tiles: the cells of its tiles, one after another.
///
/// `None` for patterns of no tile, of more than [`MOST_TILES`], or of all cells.
#[must_use]
pub fn entries_of(rules: &Tiles, tiles: usize) -> Option<Arrangement<Spot>> {
    let fits = (1..=MOST_TILES).contains(&tiles) && tiles < rules.cells();
    Arrangement::new(rules.cells(), tiles).ok().filter(|_| fits)
}

/// Builds the database of a pattern, on so many threads. The entries do not depend on their number.
///
/// Its small space is that of [`regions`], swept on bit planes; then the entries are put into the order of
/// [`Arrangement`]. Memory: two bytes an entry, and some bits for each placement and region of the blank.
///
/// # Errors
/// [`PdbError`] if a limit is reached.
pub fn build(
    pattern: &Pattern,
    threads: usize,
    limits: &Limits,
    observer: &mut impl Observer<Spots>,
) -> Result<Database, PdbError> {
    let ranks = RegionRanks::new(pattern.regions());
    let goal = pattern.goal();
    let sources = Sources {
        space: pattern.regions(),
        encoding: &ranks,
        goals: std::slice::from_ref(&goal),
    };
    let blocks = ranks.blocks();
    let found = build_by_moves(sources, &blocks, threads, limits, observer)?;
    let mut entries = BudgetVec::filled(&limits.memory, found.len(), 0)?;
    gathered::in_order(pattern.regions(), &found, &mut entries, threads);
    Ok(Database::new(pattern.title(), entries))
}
