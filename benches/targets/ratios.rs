//! Every contest with its contestants in turn, and a table of ratios: the engine's time beside each of
//! the others, the median over the rounds. Results are asserted, times are only told.
//!
//! Each run is a process of its own, so that no contestant works in the heap that another one left
//! behind, and what is compared is processor time, which other work on the machine disturbs least.
//!
//! `cargo bench --bench ratios [PART_OF_A_NAME [ROUNDS]]`. With a whole name and a contestant's name as a third word that
//! one alone does its job, so many times in this process (0: for a fifth of a second), and the median time
//! in milliseconds is told.

use std::env;
use std::io;
use std::process::Command;

use statewalk_benches::CONTESTS;
use statewalk_benches::contest::{Contest, median};

#[expect(clippy::print_stdout, reason = "a benchmark tells what it measured")]
#[expect(clippy::cast_precision_loss, reason = "a figure for people")]
fn table(name: &str, contest: &Contest, rounds: usize) -> io::Result<()> {
    let mut times = vec![Vec::new(); contest.contestants.len()];
    for _ in 0..rounds {
        for (contestant, times) in contest.contestants.iter().zip(&mut times) {
            times.push(apart(name, contestant.name)?);
        }
    }
    match contest.pieces {
        Some((piece, count)) => println!("{name}: {count} {piece}s"),
        None => println!("{name}"),
    }
    for (contestant, theirs) in contest.contestants.iter().zip(&times) {
        let ratio = median(
            times[0]
                .iter()
                .zip(theirs)
                .map(|(our, their)| our / their)
                .collect(),
        );
        let (name, time) = (contestant.name, median(theirs.clone()));
        let each = contest.pieces.map_or_else(String::new, |(piece, count)| {
            format!("   {:>6.1} ns a {piece}", 1e6 * time / count as f64)
        });
        println!("    {name:<32} {time:>9.2} ms{each}   engine / this {ratio:.2}");
    }
    Ok(())
}

/// The time of one contestant in a process of its own.
fn apart(contest: &str, contestant: &str) -> io::Result<f64> {
    let output = Command::new(env::current_exe()?)
        .args([contest, "0", contestant])
        .output()?;
    let told = String::from_utf8_lossy(&output.stdout);
    told.trim().parse().map_err(|_| {
        let failure = String::from_utf8_lossy(&output.stderr);
        io::Error::other(format!("{contest}, {contestant}: {failure}"))
    })
}

#[expect(clippy::print_stdout, reason = "a benchmark tells what it measured")]
fn main() -> io::Result<()> {
    let words: Vec<String> = env::args().filter(|w| !w.starts_with("--")).collect();
    let part = words.get(1).map_or("", String::as_str);
    let rounds = words.get(2).and_then(|word| word.parse().ok()).unwrap_or(9);
    let alone = words.get(3);
    // One that is to run alone is named whole; the name of another one may begin so.
    let is_asked = |name: &str| name == part || (alone.is_none() && name.contains(part));
    for (name, contest) in CONTESTS.iter().filter(|(name, _)| is_asked(name)) {
        let contest = contest();
        if let Some(alone) = alone {
            for contestant in contest.contestants.iter().filter(|c| c.name == alone) {
                let mut times = Vec::new();
                while times.len() < rounds.max(3)
                    || rounds == 0 && times.iter().sum::<f64>() < 200.0
                {
                    times.push(contestant.milliseconds(contest.answer));
                }
                println!("{}", median(times));
            }
        } else {
            table(name, &contest, rounds)?;
        }
    }
    Ok(())
}
