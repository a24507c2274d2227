//! Shorter plans from valid ones: kings are led anew, one by one and then a few together.
//!
//! This is a large neighbourhood search in the manner of J. Li, Z. Chen, D. Harabor, P. J. Stuckey and S. Koenig, *Anytime
//! multi-agent path finding via large neighborhood search* (2021), with the moves as cost and not the times.

#![expect(
    clippy::cast_possible_truncation,
    reason = "a plan that is scheduled has some million steps"
)]

use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use statewalk::catalog::menu::Watch;
use statewalk::cost::Cost;
use statewalk::memory::{Memory, MemoryExhausted};
use statewalk::search::Stats;
use statewalk::search::limits::{Limit, Limits};

use super::reroute::{EXACT, Errand, Router};
use super::schedule::{MOST_STEPS, Schedule};
use super::timetable::Stop;
use crate::kings::board::{Board, Cell};
use crate::kings::rules::{Rule, Step};

/// How much distances count in the first passes.
const HASTY: u32 = 3;

/// The most labels that are expanded for one king in a pass.
const PATIENCE: u64 = 20_000;

/// The most labels that are expanded for one king of several that are led anew.
const PATIENCE_TOGETHER: u64 = 20_000;

/// So many kings are led anew together.
const TOGETHER: usize = 8;

/// So many kings are looked at for one that goes a long way round.
const CANDIDATES: u32 = 5;

/// After so many groups the slots are spread again.
const GROUPS_BETWEEN: u32 = 250;

/// Without success in so many groups, and twice the kings, the work ends.
const GROUPS_IN_VAIN: u32 = 500;

/// An expansion takes as long as so many other pieces of work.
const PIECES: u64 = 8;

/// What became of a plan.
pub(in crate::kings) struct Improved {
    /// The shorter plan; `None` if none was found.
    pub(in crate::kings) steps: Option<Vec<Step>>,
    /// How many labels were expanded.
    pub(in crate::kings) expanded: u64,
    /// What ended it before its time.
    pub(in crate::kings) halted: Option<Limit>,
}

/// Shortens the plan `steps` from `start` to `target`, which is valid, until the budget is used up or nothing more is
/// won. The budget is in expansions of labels; other work is counted as parts of them.
///
/// The same budget gives the same plan. A plan of more than some four million steps is left as it is. Memory: some 80
/// bytes a step and 32 a cell, and the largest search; where that does not fit, the work ends.
pub(in crate::kings) fn improve(
    rule: Rule,
    (start, target): (&Board, &Board),
    steps: &[Step],
    budget: u64,
    limits: &Limits,
    watch: &mut dyn Watch,
) -> Improved {
    let mut improved = Improved {
        steps: None,
        expanded: 0,
        halted: None,
    };
    if steps.len() > MOST_STEPS || budget == 0 {
        return improved;
    }
    let mut worker = match Worker::new(rule, (start, target), steps, budget, limits) {
        Ok(worker) => worker,
        Err(full) => {
            improved.halted = Some(full.into());
            return improved;
        }
    };
    improved.halted = worker.run(watch).err();
    improved.expanded = worker.router.expanded();
    if worker.schedule.moves() < steps.len() {
        match worker.schedule.steps(&limits.memory) {
            Ok(steps) => improved.steps = Some(steps),
            Err(full) => improved.halted = Some(full.into()),
        }
    }
    improved
}

struct Worker<'a> {
    schedule: Schedule,
    router: Router,
    targets: &'a [Cell],
    /// No plan has fewer moves.
    least: usize,
    rng: ChaCha8Rng,
    budget: u64,
    limits: &'a Limits,
    /// The length that was told last.
    told: usize,
    /// Routes of kings that are led anew.
    found: Vec<Vec<Stop>>,
}

impl<'a> Worker<'a> {
    fn new(
        rule: Rule,
        (start, target): (&Board, &'a Board),
        steps: &[Step],
        budget: u64,
        limits: &'a Limits,
    ) -> Result<Self, MemoryExhausted> {
        let schedule = Schedule::of(start, steps, &limits.memory)?;
        let router = Router::new(rule, schedule.table().cells(), &limits.memory)?;
        let pairs = start.cells().iter().zip(target.cells());
        let least = pairs.map(|(&from, &to)| router.distance(from, to) as usize);
        Ok(Self {
            least: least.sum(),
            schedule,
            router,
            targets: target.cells(),
            rng: ChaCha8Rng::seed_from_u64(0),
            budget,
            limits,
            told: steps.len(),
            found: vec![Vec::new(); TOGETHER],
        })
    }

    fn memory(&self) -> &'a Memory {
        &self.limits.memory
    }

    fn work(&self) -> u64 {
        let others = self.router.listed() + self.schedule.table().passed();
        self.router.expanded() + others / PIECES
    }

    /// Whether there is nothing more to do.
    fn is_over(&self) -> Result<bool, Limit> {
        if let Some(limit) = self.limits.interrupted() {
            return Err(limit);
        }
        Ok(self.schedule.moves() == self.least || self.work() >= self.budget)
    }

    fn run(&mut self, watch: &mut dyn Watch) -> Result<(), Limit> {
        for weight in [HASTY, EXACT] {
            // Every second pass also takes routes that are as long: they make room for others.
            for number in 0u32.. {
                let before = self.schedule.moves();
                let is_over = self.pass(weight, !number.is_multiple_of(2))?;
                self.tell(watch);
                if is_over {
                    return Ok(());
                }
                self.schedule.renumber(self.memory())?;
                // A pass that wins less than a two-hundredth is hardly worth its time.
                if !number.is_multiple_of(2) && (before - self.schedule.moves()) * 200 <= before {
                    break;
                }
            }
        }
        self.groups(watch)
    }

    /// Tells how far the work is, and the length of the plan if it is less than what was told before.
    fn tell(&mut self, watch: &mut dyn Watch) {
        watch.phase("leading kings anew", self.work());
        let moves = self.schedule.moves();
        if moves < self.told {
            self.told = moves;
            let stats = Stats {
                expanded: self.router.expanded(),
                ..Stats::default()
            };
            watch.better(Cost::try_from(moves).unwrap_or(Cost::MAX), &stats);
        }
    }

    /// Leads every king anew that goes a longer way than its distance; whether there is nothing more to do.
    fn pass(&mut self, weight: u32, takes_equal: bool) -> Result<bool, Limit> {
        let mut order: Vec<u32> = (1..=self.schedule.kings()).collect();
        order.shuffle(&mut self.rng);
        for king in order {
            if self.is_over()? {
                return Ok(true);
            }
            let (moves, distance) = (self.moves(king), self.distance(king));
            if moves == distance {
                continue;
            }
            let most = if takes_equal { moves } else { moves - 1 };
            self.schedule.lift(king);
            if self.find(king, most, (weight, PATIENCE), 0)? {
                self.schedule.replace(king, &mut self.found[0]);
            }
            self.schedule.put_back(king)?;
        }
        Ok(false)
    }

    /// Leads a few kings at a time anew that meet each other, until that is in vain.
    fn groups(&mut self, watch: &mut dyn Watch) -> Result<(), Limit> {
        let patience = GROUPS_IN_VAIN.max(2 * self.schedule.kings());
        let mut in_vain = 0;
        for number in 1u32.. {
            if in_vain >= patience || self.is_over()? {
                break;
            }
            let group = self.group();
            in_vain = if self.lead(&group)? { 0 } else { in_vain + 1 };
            if number.is_multiple_of(GROUPS_BETWEEN) {
                self.tell(watch);
                self.schedule.renumber(self.memory())?;
            }
        }
        Ok(())
    }

    /// A king that goes a long way round and others that it meets, in a random order.
    fn group(&mut self) -> Vec<u32> {
        let kings = self.schedule.kings();
        let mut group = vec![self.longest_way_round(kings)];
        for _ in 0..8 * TOGETHER {
            if group.len() == TOGETHER.min(kings as usize) {
                break;
            }
            let king = group[self.rng.random_range(0..group.len())];
            let route = self.schedule.route(king);
            let cell = route[self.rng.random_range(0..route.len())].cell;
            let table = self.schedule.table();
            let index = table.index(cell);
            let met = self.rng.random_range(0..table.visitors(index).count());
            if let Some(king) = table.visitors(index).nth(met)
                && !group.contains(&king)
            {
                group.push(king);
            }
        }
        group.shuffle(&mut self.rng);
        group
    }

    fn longest_way_round(&mut self, kings: u32) -> u32 {
        let mut best = (0, 1);
        for _ in 0..CANDIDATES {
            let king = self.rng.random_range(1..=kings);
            best = best.max((self.moves(king) - self.distance(king), king));
        }
        best.1
    }

    /// Leads kings anew one after the other, and takes the routes unless they have more moves in all. Whether
    /// they have fewer.
    fn lead(&mut self, group: &[u32]) -> Result<bool, Limit> {
        for &king in group {
            self.schedule.lift(king);
        }
        let before: u32 = group.iter().map(|&king| self.moves(king)).sum();
        let mut led = 0;
        let after = self.lead_lifted(group, before, &mut led);
        if matches!(after, Ok(Some(_))) {
            return Ok(after?.is_some_and(|after| after < before));
        }
        // Routes that were found while others were away do not fit theirs.
        for (&king, route) in group.iter().zip(&mut self.found).take(led) {
            if after.is_ok() {
                self.schedule.lift(king);
            }
            self.schedule.replace(king, route);
        }
        // After this the timetable is of no use.
        after?;
        for &king in group {
            self.schedule.put_back(king)?;
        }
        Ok(false)
    }

    /// Leads lifted kings one after the other, with as many moves in all at most; how many moves that took, if
    /// all have routes. `led` says how many got one.
    fn lead_lifted(
        &mut self,
        group: &[u32],
        most: u32,
        led: &mut usize,
    ) -> Result<Option<u32>, MemoryExhausted> {
        let mut distances: u32 = group.iter().map(|&king| self.distance(king)).sum();
        let mut spent = 0;
        for &king in group {
            // What the others need at least is not for this one.
            distances -= self.distance(king);
            let Some(most) = most.checked_sub(spent + distances) else {
                return Ok(None);
            };
            if !self.find(king, most, (EXACT, PATIENCE_TOGETHER), *led)? {
                return Ok(None);
            }
            let route = &mut self.found[*led];
            spent += route.len() as u32 - 1;
            self.schedule.replace(king, route);
            *led += 1;
            self.schedule.put_back(king)?;
        }
        Ok(Some(spent))
    }

    /// Looks for a route of a lifted king, into the list with number `into`.
    fn find(
        &mut self,
        king: u32,
        most: u32,
        (weight, patience): (u32, u64),
        into: usize,
    ) -> Result<bool, MemoryExhausted> {
        let errand = Errand {
            from: self.schedule.route(king)[0].cell,
            to: self.targets[king as usize - 1],
            most,
            weight,
            patience,
        };
        let table = self.schedule.table();
        self.router.find(table, errand, &mut self.found[into])
    }

    fn moves(&self, king: u32) -> u32 {
        self.schedule.route(king).len() as u32 - 1
    }

    fn distance(&self, king: u32) -> u32 {
        let from = self.schedule.route(king)[0].cell;
        self.router.distance(from, self.targets[king as usize - 1])
    }
}
