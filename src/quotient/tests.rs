//! The tables of the quotient against flooding, on random boards.

use std::time::Duration;

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::cost::Cost;
use crate::memory::Memory;
use crate::plan::replay;
use crate::quotient::approach::Approach;
use crate::quotient::batch::{Answer, Batch, Question};
use crate::quotient::blocks::Blocks;
use crate::quotient::cells::Cells;
use crate::quotient::expand::expand;
use crate::quotient::halt::{Halt, Meter};
use crate::quotient::routes::Unknown;
use crate::quotient::rules::{Position, Rules};
use crate::quotient::space::Quotient;
use crate::quotient::turns::Turns;
use crate::search::breadth_first::breadth_first;
use crate::search::limits::Limits;
use crate::search::task::Task;
use crate::search::trace::ByParents;
use crate::search::uniform_cost;
use crate::space::{Invertible, StateSpace};
use crate::store::interned::Interned;

/// The open cells of `rows` (`#` is fixed), in reading order.
fn board(rows: &[Vec<bool>]) -> Cells {
    let width = rows[0].len();
    let open = |row: usize, column: usize| {
        rows.get(row).and_then(|cells| cells.get(column)) == Some(&true)
    };
    Cells::new(
        &mut Meter::new(&Limits::default()),
        rows.len() * width,
        |cell| {
            let (row, column) = (cell as usize / width, cell as usize % width);
            [
                (row.wrapping_sub(1), column),
                (row, column.wrapping_sub(1)),
                (row, column + 1),
                (row + 1, column),
            ]
            .into_iter()
            .filter(move |&(r, c)| open(row, column) && open(r, c))
            .map(move |(r, c)| u32::try_from(r * width + c).unwrap())
        },
    )
    .unwrap()
}

/// Distances from `start` with `removed` taken out, by plain flooding.
fn flood(cells: &Cells, start: u32, removed: u32) -> Vec<Option<u32>> {
    let mut distance = vec![None; cells.count() as usize];
    distance[start as usize] = Some(0);
    let mut queue = vec![start];
    let mut at = 0;
    while at < queue.len() {
        let cell = queue[at];
        at += 1;
        for head in cells.sides(cell).map(|arc| cells.head(arc)) {
            if head != removed && distance[head as usize].is_none() {
                distance[head as usize] = distance[cell as usize].map(|steps: u32| steps + 1);
                queue.push(head);
            }
        }
    }
    distance
}

fn agree(cells: &Cells) {
    let limits = Limits::default();
    let mut meter = Meter::new(&limits);
    let blocks = Blocks::new(&mut meter, cells).unwrap();
    let turns = Turns::new(&mut meter, cells, &blocks).unwrap();
    for cell in 0..cells.count() {
        for from in cells.sides(cell) {
            let distance = flood(cells, cells.head(from), cell);
            for to in cells.sides(cell) {
                let truth = distance[cells.head(to) as usize];
                assert_eq!(
                    turns.cost(cells, cell, from, to),
                    truth,
                    "{cell} {from} {to}"
                );
                let joined =
                    blocks.of_arc(cell, cells.head(from)) == blocks.of_arc(cell, cells.head(to));
                assert_eq!(joined, truth.is_some());
            }
        }
        for other in 0..cells.count() {
            let distance = flood(cells, other, cell);
            let entrance = blocks.entrance(cells, other, cell);
            for side in cells.sides(cell) {
                let reached = other != cell && distance[cells.head(side) as usize].is_some();
                let told = entrance == Some(blocks.of_arc(cell, cells.head(side)));
                assert_eq!(told, reached, "{other} to {cell} by {side}");
            }
        }
    }
}

#[test]
fn tables_agree_with_flooding_on_random_boards() {
    let mut random = ChaCha8Rng::seed_from_u64(1);
    for round in 0..400 {
        let (height, width) = (random.random_range(1..9), random.random_range(1..9));
        let fixed = f64::from(round % 8) / 14.0;
        let rows: Vec<Vec<bool>> = (0..height)
            .map(|_| (0..width).map(|_| !random.random_bool(fixed)).collect())
            .collect();
        agree(&board(&rows));
    }
}

/// The fewest moves from `asked` by breadth-first search over all positions.
fn brute_force(cells: &Cells, asked: Question) -> Option<Cost> {
    let start = Position {
        blank: asked.blank,
        piece: asked.piece,
    };
    let goal = |state: &Position| state.piece == asked.target;
    breadth_first(&Rules(cells), start, &goal).unwrap().cost()
}

fn answers_agree(random: &mut ChaCha8Rng, cells: Cells, shared: bool) {
    let open: Vec<u32> = (0..cells.count())
        .filter(|&cell| !cells.sides(cell).is_empty())
        .collect();
    if open.len() < 2 {
        return;
    }
    let limits = Limits::default();
    let mut meter = Meter::new(&limits);
    let quotient = Quotient::new(&mut meter, cells).unwrap();
    let mut batch = Batch::new(&meter, &quotient, true, Unknown).unwrap();
    let mut approach = Approach::new(&meter, quotient.cells()).unwrap();
    let mut questions = Vec::new();
    while questions.len() < 12 {
        let mut any = || open[random.random_range(0..open.len())];
        let (blank, piece, target) = (any(), any(), any());
        let piece = if shared { open[0] } else { piece };
        let blank = if shared { open[1] } else { blank };
        if blank != piece {
            questions.push(Question {
                blank,
                piece,
                target,
            });
        }
    }
    for (&asked, answer) in questions
        .iter()
        .zip(&answers(&mut batch, &mut meter, &questions))
    {
        let truth = brute_force(quotient.cells(), asked);
        match answer {
            Answer::Limit(limit) => panic!("{asked:?} met {limit}"),
            Answer::Impossible => assert_eq!(truth, None, "{asked:?}"),
            Answer::Route { cost, slides } => {
                assert_eq!(truth, Some(*cost), "{asked:?}");
                let slides = slides.as_ref().unwrap();
                let steps = expand(&mut meter, &quotient, &mut approach, asked, slides)
                    .unwrap()
                    .unwrap();
                let Question {
                    blank,
                    piece,
                    target,
                } = asked;
                let (last, spent) =
                    replay(&Rules(quotient.cells()), &Position { blank, piece }, &steps).unwrap();
                assert_eq!((last.piece, spent), (target, *cost));
            }
        }
    }
}

#[test]
fn answers_agree_with_brute_force_on_random_boards() {
    let mut random = ChaCha8Rng::seed_from_u64(2);
    for round in 0..300 {
        let (height, width) = (random.random_range(1..8), random.random_range(1..8));
        let fixed = f64::from(round % 8) / 16.0;
        let rows: Vec<Vec<bool>> = (0..height)
            .map(|_| (0..width).map(|_| !random.random_bool(fixed)).collect())
            .collect();
        answers_agree(&mut random, board(&rows), round % 3 == 0);
    }
}

/// Boards that are no grids: the adapter knows nothing of rows and columns.
#[test]
fn any_graph_will_do() {
    let mut random = ChaCha8Rng::seed_from_u64(3);
    for round in 0..200 {
        let count: u32 = random.random_range(2..14);
        let odds = [0.12, 0.2, 0.35, 0.7][round % 4];
        let mut rows = vec![Vec::new(); count as usize];
        for a in 0..count {
            for b in a + 1..count {
                if random.random_bool(odds) {
                    rows[a as usize].push(b);
                    rows[b as usize].push(a);
                }
            }
        }
        let limits = Limits::default();
        let graph = || {
            let row = |cell: u32| rows[cell as usize].iter().copied();
            Cells::new(&mut Meter::new(&limits), rows.len(), row).unwrap()
        };
        agree(&graph());
        answers_agree(&mut random, graph(), round % 3 == 0);
    }
}

/// The space of the quotient, searched by the engine, gives the costs of the batch.
#[test]
fn the_engine_finds_the_same_costs() {
    let mut random = ChaCha8Rng::seed_from_u64(4);
    for _ in 0..60 {
        let rows: Vec<Vec<bool>> = (0..6)
            .map(|_| (0..6).map(|_| !random.random_bool(0.2)).collect())
            .collect();
        let limits = Limits::default();
        let mut meter = Meter::new(&limits);
        let quotient = Quotient::new(&mut meter, board(&rows)).unwrap();
        let cells = quotient.cells();
        let mut approach = Approach::new(&meter, cells).unwrap();
        let mut any = || random.random_range(0..cells.count());
        let (blank, piece, target) = (any(), any(), any());
        if blank == piece || cells.sides(blank).is_empty() || cells.sides(piece).is_empty() {
            continue;
        }
        let mut starts = Vec::new();
        approach
            .starts(&mut meter, &quotient, (blank, piece), &Unknown, &mut starts)
            .unwrap();
        let goal = |&side: &u32| cells.tail(side) == target;
        let task = Task {
            space: &quotient,
            starts: &starts,
            goal: &goal,
        };
        let mut store = Interned::new(&limits.memory);
        let found = uniform_cost::search(task, &mut store, &ByParents, &limits, &mut ()).unwrap();
        let asked = Question {
            blank,
            piece,
            target,
        };
        let truth = brute_force(cells, asked).filter(|_| piece != target);
        let told = found.outcome.cost().filter(|_| piece != target);
        assert_eq!(told, truth, "{asked:?}");
        if let Some(plan) = found.outcome.plan() {
            plan.validate(&quotient, &starts, &goal).unwrap();
        }
        for side in 0..cells.arcs() {
            for action in quotient.actions(&side) {
                let mut state = side;
                quotient.apply(&mut state, &action);
                let undo = quotient.inverse(&action);
                assert!(quotient.is_applicable(&state, &undo));
                assert_eq!(quotient.cost(&state, &undo), quotient.cost(&side, &action));
                quotient.apply(&mut state, &undo);
                assert_eq!(state, side);
            }
        }
    }
}

#[test]
fn limits_hold_while_the_tables_are_made() {
    let rows = vec![vec![true; 60]; 60];
    let cancelled = Limits::default();
    cancelled.cancel.cancel();
    let over = Limits::default().within(Duration::ZERO);
    for (limits, word) in [(cancelled, "cancelled"), (over, "time")] {
        let halt = Quotient::new(&mut Meter::new(&limits), board(&rows)).unwrap_err();
        assert!(matches!(halt, Halt::Limit(limit) if limit.word() == word));
    }
    for kilobytes in [1, 10, 50, 100, 200] {
        let memory = Memory::limited(kilobytes * 1000);
        let limits = Limits {
            memory,
            ..Limits::default()
        };
        let halt = Quotient::new(&mut Meter::new(&limits), board(&rows)).unwrap_err();
        assert!(matches!(halt, Halt::Limit(limit) if limit.word() == "memory"));
        assert_eq!(limits.memory.used(), 0);
    }
}

/// The lists of questions and starts are claimed too: with so many, they are most of it.
#[test]
fn limits_hold_while_many_questions_are_answered() {
    let rows = vec![vec![true; 5]; 5];
    let free = Limits::default();
    let quotient = Quotient::new(&mut Meter::new(&free), board(&rows)).unwrap();
    let question = |at: u32| Question {
        blank: at % 12,
        piece: 12 + at % 13,
        target: 7,
    };
    let questions: Vec<_> = (0..20_000).map(question).collect();
    let mut outcomes = [0; 3];
    for kilobytes in [5, 50, 200, 400, 1000, 3000, 10_000] {
        let limits = Limits {
            memory: Memory::limited(kilobytes * 1000),
            ..Limits::default()
        };
        let mut meter = Meter::new(&limits);
        if let Ok(mut batch) = Batch::new(&meter, &quotient, false, Unknown) {
            let mut replies = 0;
            let mut stopped = 0;
            let end = batch.answer(&mut meter, &questions, &mut |_, answer, _| {
                replies += 1;
                if let Answer::Limit(limit) = answer {
                    assert_eq!(limit.word(), "memory");
                    stopped += 1;
                }
                Ok(())
            });
            if let Err(halt) = end {
                assert!(matches!(halt, Halt::Limit(limit) if limit.word() == "memory"));
                outcomes[0] += 1;
            } else {
                assert_eq!(replies, questions.len());
                outcomes[if stopped > 0 { 1 } else { 2 }] += 1;
            }
        }
        assert!(limits.memory.peak() <= limits.memory.limit());
        assert_eq!(limits.memory.used(), 0);
    }
    assert!(outcomes.iter().all(|&count| count > 0), "{outcomes:?}");
}

#[test]
fn a_shared_search_that_is_broken_off_keeps_what_it_found() {
    let rows = vec![vec![true; 9]; 9];
    let free = Limits::default();
    let mut meter = Meter::new(&free);
    let quotient = Quotient::new(&mut meter, board(&rows)).unwrap();
    let asked = |blank, piece, target| Question {
        blank,
        piece,
        target,
    };
    let from_one_position = (20..60).map(|target| asked(0, 10, target));
    let to_one_target = (20..60).map(|piece| asked(0, piece, 10));
    for questions in [
        from_one_position.collect::<Vec<_>>(),
        to_one_target.collect(),
    ] {
        let truth = |&asked: &Question| brute_force(quotient.cells(), asked);
        let truth: Vec<_> = questions.iter().map(truth).collect();
        let mut some = false;
        for expansions in 0..300 {
            let limits = Limits {
                expansions: Some(expansions),
                ..Limits::default()
            };
            let mut meter = Meter::new(&limits);
            let mut batch = Batch::new(&meter, &quotient, false, Unknown).unwrap();
            let mut known = 0;
            for (answer, truth) in answers(&mut batch, &mut meter, &questions)
                .iter()
                .zip(&truth)
            {
                match answer {
                    Answer::Route { cost, .. } => {
                        known += 1;
                        assert_eq!(Some(*cost), *truth);
                    }
                    Answer::Impossible => assert_eq!(*truth, None),
                    Answer::Limit(limit) => assert_eq!(limit.word(), "expansions"),
                }
            }
            some |= (1..questions.len() - 1).contains(&known);
        }
        assert!(some, "nothing was kept");
    }
}

/// A ring of 434 cells in 30 x 30: a comb whose teeth are joined at the foot.
#[test]
fn a_long_ring_passes_sixteen_bits() {
    let count = 434u32;
    let limits = Limits::default();
    let mut meter = Meter::new(&limits);
    let ring = Cells::new(&mut meter, count as usize, |cell| {
        [(cell + count - 1) % count, (cell + 1) % count]
    })
    .unwrap();
    let quotient = Quotient::new(&mut meter, ring).unwrap();
    assert_eq!(quotient.turns().largest(), count - 2);
    let asked = Question {
        blank: 1,
        piece: 0,
        target: count / 2,
    };
    let mut batch = Batch::new(&meter, &quotient, false, Unknown).unwrap();
    let answers = answers(&mut batch, &mut meter, &[asked]);
    let [Answer::Route { cost, .. }] = answers[..] else {
        panic!("no route")
    };
    assert_eq!(Some(cost), brute_force(quotient.cells(), asked));
    assert!(cost > 65_535);
}

fn answers(
    batch: &mut Batch<'_, Unknown>,
    meter: &mut Meter,
    questions: &[Question],
) -> Vec<Answer> {
    let mut answers: Vec<Option<Answer>> = questions.iter().map(|_| None).collect();
    let mut reply = |at: usize, answer, _| {
        assert!(answers[at].replace(answer).is_none(), "answered twice");
        Ok(())
    };
    batch.answer(meter, questions, &mut reply).unwrap();
    answers.into_iter().map(Option::unwrap).collect()
}
