//! The runs of a comparison: all of them, in an order that only the seed decides.

use std::collections::VecDeque;

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::compare::answer::Answer;
use crate::compare::instances::{Source, told};

/// One run: a combination on a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Job {
    /// The index of the file.
    pub(super) source: usize,
    /// The index of the question among the legal ones of the file.
    pub(super) question: usize,
    /// The index of the combination among those of the file.
    pub(super) offer: usize,
    /// Which time it is, from 0.
    pub(super) repeat: u32,
}

/// A run that is over.
#[derive(Debug)]
pub(super) struct Done {
    pub(super) job: Job,
    /// Its place in the order of runs, from 0.
    pub(super) order: usize,
    pub(super) answer: Answer,
}

/// What is to be run, and what was.
#[derive(Debug)]
pub(super) struct Runs {
    /// How many there are in all.
    pub(super) planned: usize,
    left: VecDeque<Job>,
    /// Those that are over, as they came.
    pub(super) done: Vec<Done>,
}

impl Runs {
    /// Every combination on every question, so many times. What warms up a machine or loads it then meets no strategy
    /// more than another.
    pub(super) fn planned(sources: &[Source<'_>], repeats: u32, seed: u64) -> Self {
        let mut jobs = Vec::new();
        for (source, file) in sources.iter().enumerate() {
            for question in 0..file.questions.len() {
                for offer in 0..file.offers.len() {
                    jobs.extend((0..repeats).map(|repeat| Job {
                        source,
                        question,
                        offer,
                        repeat,
                    }));
                }
            }
        }
        shuffle(&mut jobs, seed);
        Self {
            planned: jobs.len(),
            left: jobs.into(),
            done: Vec::new(),
        }
    }

    /// The next run, and its place in the order.
    pub(super) fn next(&mut self) -> Option<(Job, usize)> {
        let order = self.planned - self.left.len();
        self.left.pop_front().map(|job| (job, order))
    }

    /// Keeps the answer of a run.
    pub(super) fn finish(&mut self, job: Job, order: usize, answer: Answer) {
        self.done.push(Done { job, order, answer });
    }

    /// How far it is, for people.
    pub(super) fn told(&self, source: &Source<'_>, job: &Job) -> String {
        let (number, all) = (self.done.len() + 1, self.planned);
        let (offer, question) = (told(&source.offers[job.offer]), source.called(job.question));
        format!("run {number} of {all}: {offer}, {question}")
    }
}

/// Puts `items` in an order that only the seed decides, all orders alike (Fisher and Yates 1938).
fn shuffle<T>(items: &mut [T], seed: u64) {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    for last in (1..items.len()).rev() {
        items.swap(last, random.random_range(0..=last));
    }
}

#[cfg(test)]
mod tests {
    use super::shuffle;

    #[test]
    fn the_order_depends_on_the_seed_alone() {
        let shuffled = |seed| {
            let mut items: Vec<u32> = (0..100).collect();
            shuffle(&mut items, seed);
            items
        };
        assert_eq!(shuffled(7), shuffled(7));
        assert_ne!(shuffled(7), shuffled(8));
        let mut sorted = shuffled(7);
        assert_ne!(sorted, (0..100).collect::<Vec<_>>());
        sorted.sort_unstable();
        assert_eq!(sorted, (0..100).collect::<Vec<_>>());
        shuffle::<u32>(&mut [], 0);
    }

    #[test]
    fn every_order_comes() {
        let mut counts = std::collections::BTreeMap::new();
        for seed in 0..600 {
            let mut items = [0, 1, 2];
            shuffle(&mut items, seed);
            *counts.entry(items).or_insert(0) += 1;
        }
        assert_eq!(counts.len(), 6);
        assert!(counts.values().all(|&count| count > 50), "{counts:?}");
    }
}
