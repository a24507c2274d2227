//! Databases of patterns that share no tile, added up, and looked up by reflection too.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use statewalk::cost::Cost;
use statewalk::encoding::Encoding;
use statewalk::encoding::arrangement::Arrangement;
use statewalk::heuristic::{Heuristic, Max, Mirrored, SumOf};
use statewalk::pdb::{Database, Lookup, PdbError, file};
use statewalk::search::limits::Limits;

use super::partition::Partition;
use super::placements::Placed;
use super::regions::{Pattern, cells_of};
use super::{Spot, build, entries_of};
use crate::tiles::board::Board;
use crate::tiles::rules::{MOST_CELLS, Tiles};

/// The reflection of boards along the main diagonal, where it keeps the goal.
#[derive(Clone, Debug)]
pub struct Reflection {
    rules: Tiles,
    /// What number each number becomes.
    numbers: [u8; MOST_CELLS],
}

impl Reflection {
    /// That of boards as high as wide whose goal has the blank on the diagonal; `None` for others.
    #[must_use]
    pub fn new(rules: &Tiles) -> Option<Self> {
        let (width, cells) = (rules.width(), rules.cells());
        if width != rules.height() || cells > MOST_CELLS {
            return None;
        }
        let goal = rules.shown(rules.goal());
        let mut numbers = [0; MOST_CELLS];
        for (cell, &number) in goal.iter().enumerate() {
            let image = goal[turned(cell, width)];
            numbers[usize::from(number)] = image.to_le_bytes()[0];
        }
        (numbers[0] == 0).then(|| Self {
            rules: rules.clone(),
            numbers,
        })
    }

    /// The number that this one becomes.
    #[must_use]
    pub fn number(&self, number: u8) -> u8 {
        self.numbers[usize::from(number)]
    }

    /// The image of a board.
    #[must_use]
    pub fn image(&self, board: &Board) -> Board {
        let width = self.rules.width();
        let (places, _) = cells_of(&self.rules, *board);
        let mut shown = [0; MOST_CELLS];
        let images = self.numbers.iter().zip(&places).take(self.rules.cells());
        for (&number, &cell) in images {
            shown[turned(cell.into(), width)] = number.into();
        }
        // It shows each number once.
        let image = self.rules.board(&shown[..self.rules.cells()]);
        image.unwrap_or(*board)
    }
}

/// The cell that a cell becomes by reflection, on rows of so many.
#[inline]
pub(in crate::tiles) const fn turned(cell: usize, width: usize) -> usize {
    cell % width * width + cell / width
}

type Lookups = SumOf<Lookup<Tiles, Placed, Arrangement<Spot>>>;

/// The sum of what the databases of a partition say, or that of the reflected board if it is more.
///
/// Admissible; not consistent, since entries forget the blank. Time: a look-up for each pattern, and as many for the
/// reflected board.
///
/// ```
/// use statewalk::Heuristic;
/// use statewalk::search::limits::Limits;
/// use statewalk_puzzles::tiles::patterns::additive::Additive;
/// use statewalk_puzzles::tiles::patterns::partition::Partition;
/// use statewalk_puzzles::tiles::rules::Tiles;
///
/// let rules = Tiles::new(3, 3).unwrap();
/// let partition = Partition::read(&rules, "1,2,3,5/4,6,7,8")?;
/// // `Additive::load` would map what `save` wrote to a folder.
/// let additive = Additive::build(&partition, 2, &Limits::default())?;
/// let board = rules.board(&[1, 0, 2, 3, 4, 5, 6, 7, 8]).unwrap();
/// assert_eq!(additive.estimate(&board), Some(1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Additive {
    rules: Tiles,
    lookups: Lookups,
    reflection: Option<Reflection>,
}

impl Additive {
    /// Builds the databases of a partition, on so many threads.
    ///
    /// # Errors
    /// [`PdbError`] if a limit is reached.
    pub fn build(partition: &Partition, threads: usize, limits: &Limits) -> Result<Self, PdbError> {
        Self::of(partition, |pattern| {
            build(pattern, threads, limits, &mut ())
        })
    }

    /// The databases of a partition out of the files of a folder, mapped into memory; see [`save`](Self::save).
    ///
    /// # Errors
    /// [`PdbError`] if one of them is not there, damaged, or of another pattern.
    pub fn load(partition: &Partition, folder: &Path) -> Result<Self, PdbError> {
        Self::of(partition, |pattern| mapped(folder, pattern))
    }

    /// The databases of a partition that are in a folder, mapped into memory; those that are not there are built first,
    /// and saved there. The folder is made if it is missing.
    ///
    /// # Errors
    /// [`PdbError`] if a limit is reached, a database of the folder is damaged or of another pattern, or one cannot be
    /// written.
    pub fn in_folder(
        partition: &Partition,
        folder: &Path,
        threads: usize,
        limits: &Limits,
    ) -> Result<Self, PdbError> {
        fs::create_dir_all(folder).map_err(PdbError::io("make", folder))?;
        let there = partition.patterns().iter().map(|pattern| {
            let is_there = path(folder, pattern).exists();
            is_there.then(|| mapped(folder, pattern)).transpose()
        });
        // What is damaged is refused before anything is built.
        let mut there = there.collect::<Result<Vec<_>, _>>()?.into_iter();
        Self::of(partition, |pattern| {
            if let Some(database) = there.next().flatten() {
                return Ok(database);
            }
            let built = build(pattern, threads, limits, &mut ())?;
            file::save(&built, &path(folder, pattern))?;
            drop(built);
            // What was built is mapped as well: pages of a file cost nothing while nobody looks at them.
            mapped(folder, pattern)
        })
    }

    fn of(
        partition: &Partition,
        mut database: impl FnMut(&Pattern) -> Result<Database, PdbError>,
    ) -> Result<Self, PdbError> {
        let rules = partition.rules();
        let mut lookups = Vec::new();
        for pattern in partition.patterns() {
            let database = Arc::new(database(pattern)?);
            let entries = entries_of(rules, pattern.tiles().len());
            // Patterns have entries, and databases are of them.
            let lookup =
                entries.and_then(|entries| Lookup::new(Placed::new(pattern), entries, database));
            lookups.extend(lookup);
        }
        Ok(Self {
            rules: rules.clone(),
            lookups: SumOf(lookups),
            reflection: Reflection::new(rules),
        })
    }

    /// Writes each database to a file of a folder, which must be there.
    ///
    /// # Errors
    /// [`PdbError::Io`] if one cannot be written.
    pub fn save(&self, folder: &Path) -> Result<(), PdbError> {
        self.databases()
            .try_for_each(|(pattern, database)| file::save(database, &path(folder, pattern)))
    }

    /// The same without reflection.
    #[must_use]
    pub fn unreflected(self) -> Self {
        let reflection = None;
        Self { reflection, ..self }
    }

    /// The rules of the boards.
    #[must_use]
    pub fn rules(&self) -> &Tiles {
        &self.rules
    }

    /// The reflection that boards are looked up by too, if there is one.
    #[must_use]
    pub fn reflection(&self) -> Option<&Reflection> {
        self.reflection.as_ref()
    }

    /// The patterns with their databases.
    pub fn databases(&self) -> impl Iterator<Item = (&Pattern, &Database)> {
        let lookups = self.lookups.0.iter();
        lookups.map(|lookup| (lookup.abstraction().pattern(), &**lookup.database()))
    }

    /// The bytes of all databases.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        let bytes = self
            .databases()
            .map(|(_, database)| database.entries().len() as u64);
        bytes.sum()
    }
}

impl Heuristic<Board> for Additive {
    fn estimate(&self, board: &Board) -> Option<Cost> {
        let sum = |board: &Board| self.lookups.estimate(board);
        let Some(reflection) = &self.reflection else {
            return sum(board);
        };
        let mirrored = Mirrored {
            image: |board: &Board| reflection.image(board),
            heuristic: sum,
        };
        Max(sum, mirrored).estimate(board)
    }
}

/// The database of a pattern out of the files of a folder.
fn mapped(folder: &Path, pattern: &Pattern) -> Result<Database, PdbError> {
    let entries = entries_of(pattern.rules(), pattern.tiles().len());
    let entries = entries.map_or(0, |entries| entries.size());
    file::load(&path(folder, pattern), &pattern.title(), entries)
}

/// The file of a pattern: its board, where the goal has the blank and the tiles, and the tiles.
fn path(folder: &Path, pattern: &Pattern) -> PathBuf {
    let rules = pattern.rules();
    let goal = rules.shown(rules.goal()).into_iter();
    let places = goal.enumerate().filter(|(_, number)| {
        let number = number.to_le_bytes()[0];
        number == 0 || pattern.tiles().contains(&number)
    });
    let places: Vec<_> = places
        .map(|(cell, number)| format!("{number}at{cell}"))
        .collect();
    let (width, height) = (rules.width(), rules.height());
    folder.join(format!("tiles-{width}x{height}-{}.pdb", places.join("-")))
}
