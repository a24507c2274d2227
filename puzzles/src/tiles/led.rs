//! What tiles offer to be led by: Manhattan distance, linear conflicts, walking distance, databases of patterns.

use statewalk::catalog::menu::deepening::{IDA_STAR, SUMMARY};
use statewalk::catalog::menu::prepared::Prepared;
use statewalk::catalog::menu::{Menu, Settings, one_by_one};
use statewalk::catalog::puzzle::Group;
use statewalk::cost::Cost;
use statewalk::goal::Exactly;
use statewalk::heuristic::Heuristic;
use statewalk::pdb::PdbError;
use statewalk::pruning::NoUndo;
use statewalk::search::ida_star::walk::ByUndo;
use statewalk::search::ida_star::{IdaStar, Revisits};

use super::SlidingTiles;
use super::board::Board;
use super::deepening;
use super::linear_conflict::LinearConflict;
use super::manhattan::Manhattan;
use super::patterns::additive::Additive;
use super::patterns::partition::Partition;
use super::rules::Tiles;
use super::walking::WalkingDistance;

/// The partition by whose databases boards are solved unless something else is asked for. They take a tenth of a second
/// and 5 megabytes on 4 by 4 cells, less than 2 seconds and 64 megabytes on 5 by 5, and less on fewer cells; the hundred
/// boards of Korf are settled by them in 2 seconds in all.
const DEFAULT: (&str, Databases) = ("pdb:5-5-5", Databases(&[5, 5, 5]));

/// Partitions that are offered by name: the sizes of their patterns. Databases are built when they are chosen,
/// once for all boards of a size: in a second at most on boards of 4 by 4 cells, but for 7-8; that, and 6-6-6-6 on 5
/// by 5 cells, take some ten seconds and half a gigabyte.
const PARTITIONS: [(&str, Databases); 5] = [
    ("pdb:4-4-4-3", Databases(&[4, 4, 4, 3])),
    DEFAULT,
    ("pdb:6-6-3", Databases(&[6, 6, 3])),
    ("pdb:7-8", Databases(&[7, 8])),
    ("pdb:6-6-6-6", Databases(&[6, 6, 6, 6])),
];

/// Whichever estimate was chosen: one type, so that searches are compiled for it once.
enum Estimate {
    Manhattan(Manhattan),
    Conflicts(LinearConflict),
    Walks(WalkingDistance),
    Patterns(Additive),
}

impl Heuristic<Board> for Estimate {
    #[inline]
    fn estimate(&self, board: &Board) -> Option<Cost> {
        match self {
            Self::Manhattan(manhattan) => manhattan.estimate(board),
            Self::Conflicts(conflicts) => conflicts.estimate(board),
            Self::Walks(walks) => walks.estimate(board),
            Self::Patterns(additive) => additive.estimate(board),
        }
    }
}

fn manhattan(rules: &Tiles) -> Estimate {
    Estimate::Manhattan(Manhattan::new(rules))
}

fn conflicts(rules: &Tiles) -> Estimate {
    Estimate::Conflicts(LinearConflict::new(rules))
}

fn walks(rules: &Tiles) -> Estimate {
    Estimate::Walks(WalkingDistance::new(rules))
}

/// Adds the searches that a heuristic leads, the default first.
pub(super) fn offer(menu: Menu<SlidingTiles>) -> Menu<SlidingTiles> {
    let menu = deepening_by_patterns(menu, DEFAULT.0, DEFAULT.1)
        .each(IDA_STAR, SUMMARY, true, |task, settings, watch| {
            let (limits, threads) = (&settings.limits, settings.threads);
            deepening::ida_star(task.space, task.starts, threads, limits, watch)
        })
        .by_heuristic("manhattan");
    let menu = guided(menu, "manhattan", manhattan);
    let menu = deepening_by(menu, "linear-conflict", conflicts);
    let menu = guided(menu, "linear-conflict", conflicts);
    let menu = deepening_by(menu, "walking-distance", walks);
    let menu = guided(menu, "walking-distance", walks);
    { PARTITIONS.into_iter() }.fold(menu, |menu, (name, databases)| {
        by_patterns(menu, name, databases)
    })
}

/// What is told of IDA* by the partition for boards of 5 by 5 cells. The default makes five patterns there, more than
/// the kernel takes.
const ON_5X5: (&str, &str) = (
    "pdb:6-6-6-6",
    "the same by databases of half a gigabyte: for boards of 5 by 5 cells, where the default is slow",
);

/// What makes an estimate.
type Make = fn(&Tiles) -> Estimate;

/// The searches of a heuristic over stores of states and of ranks, and its audit.
fn guided(menu: Menu<SlidingTiles>, name: &'static str, make: Make) -> Menu<SlidingTiles> {
    let estimates = move |rules: &Tiles, _: &Exactly<Board>| make(rules);
    menu.guided_in_words(name, estimates, Tiles::words)
        .guided_by_rank(name, estimates, Tiles::ranks)
        .ida_star_with_table(name, estimates)
        .audit(name, estimates)
}

/// IDA* by the plain rules, with a heuristic that is made once for all boards of a size.
fn deepening_by(menu: Menu<SlidingTiles>, name: &'static str, make: Make) -> Menu<SlidingTiles> {
    menu.together(
        IDA_STAR,
        SUMMARY,
        true,
        move |_, group, asks, settings, watch| {
            let heuristic = make(&group.rules);
            let (limits, threads) = (&settings.limits, settings.threads);
            one_by_one::<SlidingTiles>(asks, &limits.memory, watch, &mut |ask, watch| {
                let task = ask.task(&group.rules);
                let search = IdaStar::new(task, &heuristic).pruning(NoUndo(&group.rules));
                let search = search.revisiting(Revisits::AtHigherCost);
                search.solve_on_threads(ByUndo, threads, limits, watch)
            })
        },
    )
    .by_heuristic(name)
}

/// IDA* led by databases of patterns.
fn deepening_by_patterns(
    menu: Menu<SlidingTiles>,
    name: &'static str,
    databases: Databases,
) -> Menu<SlidingTiles> {
    let summary = if name == ON_5X5.0 { ON_5X5.1 } else { SUMMARY };
    menu.each_prepared(
        IDA_STAR,
        summary,
        true,
        databases,
        |additive, task, settings, watch| {
            let (limits, threads) = (&settings.limits, settings.threads);
            deepening::ida_star_by_patterns(additive, task.starts, threads, limits, watch)
        },
    )
    .by_heuristic(name)
}

/// The searches that databases of patterns lead, and their audit.
fn by_patterns(
    menu: Menu<SlidingTiles>,
    name: &'static str,
    databases: Databases,
) -> Menu<SlidingTiles> {
    let (pathmax, one_path) = (
        ("ida-star-bpmx", IDA_STAR.1),
        "the same on one thread, high estimates handed on to the states before (bidirectional pathmax)",
    );
    // IDA* by the default stands before all others.
    let menu = match name {
        name if name == DEFAULT.0 => menu,
        _ => deepening_by_patterns(menu, name, databases),
    };
    menu.each_prepared(
        pathmax,
        one_path,
        true,
        databases,
        |additive, task, settings, watch| {
            deepening::ida_star_with_pathmax(additive, task.starts, &settings.limits, watch)
        },
    )
    .by_heuristic(name)
    .guided_prepared(name, &Estimated(databases), Tiles::words)
    .audit_prepared(name, Estimated(databases))
}

type Boards = Group<Tiles, Exactly<Board>>;

/// The databases of patterns of these sizes.
#[derive(Clone, Copy)]
struct Databases(&'static [usize]);

impl Databases {
    fn partition(self, boards: &Boards) -> Result<Partition, PdbError> {
        let partition = Partition::sized(&boards.rules, self.0);
        partition.map_err(|error| PdbError::Pattern(error.to_string()))
    }
}

impl Prepared<SlidingTiles> for Databases {
    type Made = Additive;

    fn keep(&self, boards: &Boards, settings: &Settings) -> Result<(), PdbError> {
        let partition = self.partition(boards)?;
        let (limits, threads) = (&settings.limits, settings.threads);
        let folder = settings.databases.as_deref();
        let kept = folder.map(|folder| Additive::in_folder(&partition, folder, threads, limits));
        kept.map_or(Ok(()), |kept| kept.map(drop))
    }

    fn make(&self, boards: &Boards, settings: &Settings) -> Result<Additive, PdbError> {
        let partition = self.partition(boards)?;
        let (limits, threads) = (&settings.limits, settings.threads);
        match &settings.databases {
            Some(folder) => Additive::in_folder(&partition, folder, threads, limits),
            None => Additive::build(&partition, threads, limits),
        }
    }
}

/// The same as an [`Estimate`], so that searches that other heuristics lead are not compiled once more.
#[derive(Clone, Copy)]
struct Estimated(Databases);

impl Prepared<SlidingTiles> for Estimated {
    type Made = Estimate;

    fn keep(&self, boards: &Boards, settings: &Settings) -> Result<(), PdbError> {
        self.0.keep(boards, settings)
    }

    fn make(&self, boards: &Boards, settings: &Settings) -> Result<Estimate, PdbError> {
        self.0.make(boards, settings).map(Estimate::Patterns)
    }
}
