//! How long plans for kings are, as multiples of the sum of all distances: means over random pairs of boards, with the
//! work that is done without other limits or as much as is asked for. Every plan is replayed, and the multiples that are
//! required are asserted.
//!
//! `cargo bench --bench kings [WORK [PAIRS]]`: expansions for each pair, 12,000,000 if not said, and how many pairs, 10.

use std::env;

use cpu_time::ProcessTime;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use statewalk::goal::Exactly;
use statewalk::search::limits::Limits;
use statewalk::search::outcome::Outcome;
use statewalk_puzzles::kings::board::Board;
use statewalk_puzzles::kings::construct::{construct, lower_bound};
use statewalk_puzzles::kings::generate::sorted_pair;
use statewalk_puzzles::kings::portfolio::{WORK, short_plan};
use statewalk_puzzles::kings::rules::{Kings, Rule, Step};

/// Side, kings, and the multiple that must be reached with the work that is done by default.
const ROWS: [(u32, u32, f64); 5] = [
    (100, 100, 1.15),
    (100, 1250, 2.5),
    (100, 2500, 1.02),
    (100, 2499, 5.3),
    (99, 2499, 3.7),
];

const RULE: Rule = Rule::EightWay;

/// The length of a plan that was replayed, as a multiple.
fn multiple(outcome: Outcome<Step>, (start, target): (&Board, &Board)) -> f64 {
    let Outcome::Solved { plan, .. } = outcome else {
        panic!("{outcome:?}");
    };
    let starts = [(start.clone(), 0)];
    plan.validate(&Kings { rule: RULE }, &starts, &Exactly(target.clone()))
        .expect("a plan that replays");
    let number = |cost| f64::from(u32::try_from(cost).expect("a plan of some million steps"));
    number(plan.cost) / number(lower_bound(RULE, start, target))
}

#[expect(clippy::print_stdout, reason = "a benchmark tells what it measured")]
fn main() {
    let mut words = env::args().skip(1).filter(|word| !word.starts_with("--"));
    let mut number = |default| words.next().map_or(Ok(default), |word| word.parse());
    let work = number(WORK).expect("the number of expansions");
    let pairs = number(10).expect("the number of pairs");
    println!("| n, k | composite operators | short | at most | seconds at most |");
    println!("| --- | --- | --- | --- | --- |");
    for (side, kings, required) in ROWS {
        let (mut before, mut sum, mut worst) = (0.0, 0.0, 0.0f64);
        let mut slowest = 0.0f64;
        for seed in 0..pairs {
            let mut rng = ChaCha8Rng::seed_from_u64(seed);
            let pair = sorted_pair(side, kings, true, &mut rng).expect("a side");
            let (start, target) = pair.expect("a pair that can be solved");
            let pair = (&start, &target);
            let plain = construct(RULE, &start, &target, &Limits::default(), &mut ());
            before += multiple(plain.expect("a plan"), pair);
            let limits = Limits {
                expansions: Some(work),
                ..Limits::default()
            };
            let time = ProcessTime::now();
            let short = short_plan(RULE, pair, false, &limits, &mut ());
            slowest = slowest.max(time.elapsed().as_secs_f64());
            let multiple = multiple(short.expect("a plan").0, pair);
            sum += multiple;
            worst = worst.max(multiple);
        }
        let count = f64::from(u32::try_from(pairs).expect("some pairs"));
        let (before, mean) = (before / count, sum / count);
        println!("| {side}, {kings} | {before:.3} | {mean:.4} | {worst:.4} | {slowest:.2} |");
        if work >= WORK {
            assert!(
                mean <= required,
                "{side}, {kings}: {mean}, at most {required} is required"
            );
        }
    }
}
