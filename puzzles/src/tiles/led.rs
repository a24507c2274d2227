//! What tiles offer to be led by: Manhattan distance, linear conflicts, walking distance, databases of patterns.

use statewalk::catalog::menu::{
    Conclusion, Menu, Settings, Solution, Solutions, Watch, one_by_one,
};
use statewalk::catalog::puzzle::{Ask, Group};
use statewalk::cost::Cost;
use statewalk::goal::Exactly;
use statewalk::heuristic::Heuristic;
use statewalk::pdb::PdbError;
use statewalk::pruning::NoUndo;
use statewalk::search::Stats;
use statewalk::search::ida_star::walk::ByUndo;
use statewalk::search::ida_star::{IdaStar, Revisits};

use super::SlidingTiles;
use super::board::{Board, Toward};
use super::deepening;
use super::linear_conflict::LinearConflict;
use super::manhattan::Manhattan;
use super::patterns::additive::Additive;
use super::patterns::partition::Partition;
use super::rules::Tiles;
use super::walking::WalkingDistance;

const IDA_STAR: (&str, &str) = ("ida-star", "stack");

/// What it is, in one line.
const SUMMARY: &str = "cheapest plans by iterative deepening (IDA*), on one path and all threads";

/// Partitions that are offered by name: the sizes of their patterns. Their databases are built when they are chosen,
/// once for all boards of a size: in a second at most on boards of 4 by 4 cells, but for 7-8; that, and 6-6-6-6 on 5
/// by 5 cells, take some ten seconds and half a gigabyte.
const PARTITIONS: [(&str, &[usize]); 5] = [
    ("pdb:4-4-4-3", &[4, 4, 4, 3]),
    ("pdb:5-5-5", &[5, 5, 5]),
    ("pdb:6-6-3", &[6, 6, 3]),
    ("pdb:7-8", &[7, 8]),
    ("pdb:6-6-6-6", &[6, 6, 6, 6]),
];

/// Whichever estimate was chosen: one type, so that searches are compiled for it once.
enum Estimate {
    Manhattan(Manhattan),
    Conflicts(LinearConflict),
    Walks(WalkingDistance),
}

impl Heuristic<Board> for Estimate {
    #[inline]
    fn estimate(&self, board: &Board) -> Option<Cost> {
        match self {
            Self::Manhattan(manhattan) => manhattan.estimate(board),
            Self::Conflicts(conflicts) => conflicts.estimate(board),
            Self::Walks(walks) => walks.estimate(board),
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

/// Adds the searches that a heuristic leads.
pub(super) fn offer(menu: Menu<SlidingTiles>) -> Menu<SlidingTiles> {
    let menu = menu
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
    PARTITIONS.into_iter().fold(menu, |menu, (name, sizes)| {
        menu.together(
            IDA_STAR,
            SUMMARY,
            true,
            move |_, group, asks, settings, watch| by_patterns(sizes, group, asks, settings, watch),
        )
        .by_heuristic(name)
    })
}

/// What makes an estimate.
type Make = fn(&Tiles) -> Estimate;

/// The searches of a heuristic over stores of states and of ranks, and its audit.
fn guided(menu: Menu<SlidingTiles>, name: &'static str, make: Make) -> Menu<SlidingTiles> {
    let estimates = move |rules: &Tiles, _: &Exactly<Board>| make(rules);
    menu.guided_in_words(name, estimates, Tiles::words)
        .guided_by_rank(name, estimates, Tiles::ranks)
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

type Question = Ask<Board, Exactly<Board>>;

/// IDA* led by databases that are built first, if there is a question for them.
fn by_patterns(
    sizes: &[usize],
    group: &Group<Tiles, Exactly<Board>>,
    asks: &[&Question],
    settings: &Settings,
    watch: &mut dyn Watch,
) -> Solutions<SlidingTiles> {
    let (limits, threads) = (&settings.limits, settings.threads);
    // Where there is no board to solve, nothing is built, and nothing is searched.
    let is_needed = asks.iter().any(|ask| !ask.starts.is_empty());
    let partition = match Partition::sized(&group.rules, sizes) {
        Ok(partition) if is_needed => partition,
        Err(error) if is_needed => {
            let why = Conclusion::Broken(error.to_string());
            return Ok(asks.iter().map(|ask| unanswered(ask, &why)).collect());
        }
        _ => return Ok(asks.iter().map(|_| Solution::no_start()).collect()),
    };
    watch.phase("building pattern databases", 0);
    let additive = match &settings.databases {
        Some(folder) => Additive::in_folder(&partition, folder, threads, limits),
        None => Additive::build(&partition, threads, limits),
    };
    let broken = match additive {
        Ok(additive) => {
            return one_by_one::<SlidingTiles>(asks, &limits.memory, watch, &mut |ask, watch| {
                deepening::ida_star_by_patterns(&additive, &ask.starts, threads, limits, watch)
            });
        }
        Err(PdbError::Search(error)) => return Err(error),
        Err(PdbError::Limit(limit)) => Solution::limit(limit, Stats::default()).verdict,
        Err(error) => Conclusion::Broken(error.to_string()),
    };
    Ok(asks.iter().map(|ask| unanswered(ask, &broken)).collect())
}

/// The answer to a question where nothing was searched: without a start there is no plan all the same.
fn unanswered(ask: &Question, why: &Conclusion<Toward>) -> Solution<Toward> {
    if ask.starts.is_empty() {
        return Solution::no_start();
    }
    Solution {
        verdict: why.clone(),
        stats: Stats::default(),
    }
}
