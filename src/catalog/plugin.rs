//! The bridge from a typed puzzle to its erased face. (All that the erased face can do is here in one place; hence
//! the length.)

mod answers;
mod audits;
mod checks;
mod improved;
mod macro_tables;
mod plans;
mod prepared;
mod questions;
mod refusals;
mod trials;

use std::fmt;
use std::time::Instant;

use crate::catalog::companion::Companion;
use crate::catalog::entry::{Asked, Choice, Entry, Failure, Offer};
use crate::catalog::kept::Kept;
use crate::catalog::laboratory::Orders;
use crate::catalog::macro_text::MacroText;
use crate::catalog::menu::encodings::picture;
use crate::catalog::menu::plans::Which;
use crate::catalog::menu::prepared::unsearched;
use crate::catalog::menu::{
    Direction, Explored, Explorer, Menu, PlanLines, Series, Settings, Solution, Strategy, Watch,
};
use crate::catalog::params::{Param, Params};
use crate::catalog::plugin::answers::PATIENCE;
use crate::catalog::plugin::improved::improved;
use crate::catalog::puzzle::{Ask, Card, Group, Notation, Problem, Puzzle, Question};
use crate::catalog::report::{
    Answer, Audited, Checked, Exploration, Finding, Foretold, Macros, Origin, PlanText, Plans,
    Report, Trials, Verdict,
};
use crate::catalog::text::InputError;
use crate::goal::Goal;
use crate::search::Stats;
use crate::search::limits::{Limit, Limits, Pace};
use crate::search::outcome::SearchError;
use crate::space::StateSpace;

/// A puzzle with its menu, made once.
#[derive(Debug)]
pub struct Plugin<P: Puzzle> {
    puzzle: P,
    menu: Menu<P>,
}

impl<P: Notation> Plugin<P> {
    /// Fills the menu of `puzzle`.
    pub fn new(puzzle: P) -> Self {
        let menu = puzzle.menu(Menu::default());
        Self { puzzle, menu }
    }

    fn name(&self) -> &'static str {
        self.puzzle.card().name
    }

    fn strategy(&self, choice: &Choice, optimal: bool) -> Result<&Strategy<P>, Failure> {
        let fits = |wanted: &Option<String>, name| wanted.as_deref().is_none_or(|w| w == name);
        let mut named = self
            .menu
            .strategies
            .iter()
            .filter(|s| fits(&choice.strategy, s.name))
            .peekable();
        if named.peek().is_none() {
            let wanted = choice.strategy.as_deref().unwrap_or("");
            let all = self.menu.strategies.iter().map(|s| s.name);
            return Err(self.not_offered("strategy", wanted, all));
        }
        let stored = named.clone().filter(|s| fits(&choice.store, s.store));
        let Some(chosen) = stored.clone().next().map(|s| s.name) else {
            let wanted = choice.store.as_deref().unwrap_or("");
            let kind = match choice.strategy {
                Some(_) => "store for that strategy called",
                None => "store",
            };
            return Err(self.not_offered(kind, wanted, named.map(|s| s.store)));
        };
        let is_led = |s: &&Strategy<P>| {
            let wanted = choice.heuristic.as_deref();
            wanted.is_none_or(|wanted| s.heuristic == Some(wanted))
        };
        let mut led = stored.clone().filter(is_led).peekable();
        if led.peek().is_none() {
            let wanted = choice.heuristic.as_deref().unwrap_or("");
            let kind = match choice.strategy {
                Some(_) => "heuristic for that strategy called",
                None => "heuristic",
            };
            return Err(self.not_offered(kind, wanted, stored.filter_map(|s| s.heuristic)));
        }
        led.find(|s| s.optimal || !optimal).ok_or_else(|| {
            let proving = self.menu.strategies.iter().filter(|s| s.optimal);
            self.not_offered("proof of an optimum by", chosen, proving.map(|s| s.name))
        })
    }

    /// The explorer on `store`, or else the first that can do what the settings ask for.
    fn explorer(&self, settings: &Settings, store: Option<&str>) -> Result<&Explorer<P>, Failure> {
        let way = settings.direction;
        let explorers = self.menu.explorers.iter();
        let mut explorers = explorers.filter(|e| e.direction == way).peekable();
        if explorers.peek().is_none() {
            return Err(Failure::Cannot {
                puzzle: self.name(),
                what: match way {
                    Direction::Forward => "be explored",
                    Direction::Backward => "be explored backward from its goal",
                },
            });
        }
        let stores = explorers.clone().map(|e| e.store);
        let mut named = { explorers.clone() }.filter(|e| store.is_none_or(|name| name == e.store));
        let Some(first) = named.clone().next() else {
            let kind = match way {
                Direction::Forward => "store",
                Direction::Backward => "backward store",
            };
            return Err(self.not_offered(kind, store.unwrap_or(""), stores));
        };
        if let Some(able) = named.find(|e| e.can(settings)) {
            return Ok(able);
        }
        let (puzzle, store) = (self.name(), first.store);
        let list = |able: &dyn Fn(&Explorer<P>) -> bool| {
            let able = explorers.clone().filter(|e| able(e)).map(|e| e.store);
            able.collect::<Vec<_>>().join(", ")
        };
        if settings.checkpoints.is_some() && settings.maxima.is_some() {
            let (saving, telling) = (list(&|e| e.saves), list(&|e| e.tells_maxima));
            let both = explorers.clone().any(|e| e.saves && e.tells_maxima);
            if !both && !saving.is_empty() && !telling.is_empty() {
                return Err(Failure::NotTogether {
                    puzzle,
                    saving,
                    telling,
                });
            }
        }
        let others = list(&|e| e.can(settings));
        if !first.saves && settings.checkpoints.is_some() {
            return Err(Failure::NoCheckpoints {
                puzzle,
                store,
                others,
            });
        }
        Err(Failure::NoMaxima {
            puzzle,
            store,
            others,
        })
    }

    fn not_offered(
        &self,
        kind: &'static str,
        wanted: &str,
        offered: impl Iterator<Item = &'static str>,
    ) -> Failure {
        let mut names: Vec<_> = offered.collect();
        names.sort_unstable();
        names.dedup();
        Failure::NotOffered {
            puzzle: self.name(),
            kind,
            name: wanted.to_owned(),
            offered: names.join(", "),
        }
    }

    fn solve_group(
        &self,
        (strategy, stopped): (&Strategy<P>, Option<Limit>),
        group: &Group<P::Rules, P::Goal>,
        settings: &Settings,
        watch: &mut dyn Watch,
        (pace, answers): (&mut Pace<'_>, &mut Vec<Answer>),
    ) -> Result<(), Failure> {
        let asks: Vec<_> = group
            .questions
            .iter()
            .filter_map(|q| q.ask.as_ref().ok())
            .collect();
        // Searches look at the clock now and then; time that is up before one begins is told at once.
        let solutions = if let Some(limit) = stopped {
            asks.iter().map(|ask| unsearched::<P>(ask, limit)).collect()
        } else if let Some(limit) = settings.limits.interrupted() {
            let unsettled = |ask: &&Ask<_, _>| {
                if ask.starts.is_empty() {
                    return Solution::no_start();
                }
                Solution::limit(limit, Stats::default())
            };
            asks.iter().map(unsettled).collect()
        } else {
            strategy.unless_refused(&group.rules)?;
            (strategy.run)(&self.puzzle, group, &asks, settings, watch)?
        };
        let improver = self.improver(settings)?;
        let mut solutions = solutions.into_iter();
        for Question { number, line, ask } in &group.questions {
            let (verdict, stats, better) = match ask {
                Err(error) => (
                    Verdict::Illegal(error.clone()),
                    Stats::default(),
                    Vec::new(),
                ),
                Ok(ask) => match solutions.next() {
                    Some(solution) => {
                        let rules = &group.rules;
                        let solution = match improver {
                            Some(way) => improved::<P>(way, rules, ask, solution, settings, watch)?,
                            None => solution,
                        };
                        let told = (&mut *pace, &mut *watch as &mut dyn Watch);
                        let verdict = self.verdict(rules, ask, solution.verdict, settings, told);
                        (verdict, solution.stats, solution.better)
                    }
                    None => (
                        Verdict::Broken("the strategy gave no answer".to_owned()),
                        Stats::default(),
                        Vec::new(),
                    ),
                },
            };
            answers.push(Answer {
                number: *number,
                line: *line,
                verdict,
                stats,
                better,
            });
        }
        Ok(())
    }

    fn problem(
        &self,
        text: Option<&[u8]>,
        params: &Params,
        limits: &Limits,
    ) -> Result<Problem<P::Rules, P::Goal>, Failure> {
        if let Some(text) = text {
            params.expect_only(self.puzzle.card().options)?;
            return Ok(self.puzzle.read_within(text, params, limits)?);
        }
        let Some((known, make)) = &self.menu.named else {
            return Err(Failure::Cannot {
                puzzle: self.name(),
                what: "be explored by name; give it a file",
            });
        };
        params.expect_only(known)?;
        Ok(make(params)?)
    }
}

impl<P: Notation> Entry for Plugin<P> {
    fn card(&self) -> Card {
        self.puzzle.card()
    }

    fn offers(&self) -> Vec<Offer> {
        let offer = |s: &Strategy<P>| Offer {
            strategy: s.name,
            store: s.store,
            heuristic: s.heuristic,
            summary: s.summary,
            optimal: s.optimal,
        };
        self.menu.strategies.iter().map(offer).collect()
    }

    fn explorers(&self, direction: Direction) -> Vec<&'static str> {
        let all = self.menu.explorers.iter();
        all.filter(|e| e.direction == direction)
            .map(|e| e.store)
            .collect()
    }

    fn generator(&self) -> Option<&'static [Param]> {
        self.menu.generate.as_ref().map(|(params, _)| *params)
    }

    fn series(&self) -> Option<Series> {
        self.menu.series
    }

    fn spaces(&self) -> Option<&'static [Param]> {
        self.menu.named.as_ref().map(|(params, _)| *params)
    }

    fn sniff(&self, text: &[u8]) -> bool {
        self.puzzle.sniff(text)
    }

    fn companion(&self, text: &[u8]) -> Option<Companion> {
        self.puzzle.companion(text)
    }

    fn read(&self, text: &[u8], options: &Params) -> Result<(), Failure> {
        self.problem(Some(text), options, &Limits::default())
            .map(drop)
    }

    fn questions(&self, text: &[u8], options: &Params) -> Result<Vec<Asked>, Failure> {
        let problem = self.problem(Some(text), options, &Limits::default())?;
        Ok(questions::asked(&problem))
    }

    fn refusals(&self, text: &[u8], options: &Params) -> Result<Vec<Option<SearchError>>, Failure> {
        let problem = self.problem(Some(text), options, &Limits::default())?;
        let refused = { self.menu.strategies.iter() }.map(|s| questions::refusal(&problem, s));
        Ok(refused.collect())
    }

    fn solve(
        &self,
        text: &[u8],
        options: &Params,
        choice: &Choice,
        settings: &Settings,
        watch: &mut dyn Watch,
    ) -> Result<Report, Failure> {
        let begin = Instant::now();
        let strategy = self.strategy(choice, settings.optimal)?;
        // A wish that cannot be met is told before the work.
        self.improver(settings)?;
        let limits = &settings.limits;
        let mut problem = self.problem(Some(text), options, limits)?;
        if let Some(number) = settings.question {
            questions::keep(&mut problem, number)?;
        }
        let reading = begin.elapsed();
        let mut kept = Kept::answered::<P>(limits);
        kept.add(problem.len()).map_err(Failure::Limit)?;
        let stopped = Self::prepared(strategy, &problem, settings, watch)?;
        let mut answers = Vec::with_capacity(problem.len());
        let mut groups = problem.groups.iter();
        // One for all questions: short plans add up.
        let mut pace = Pace::new(limits, PATIENCE);
        let answered = groups.try_for_each(|group| {
            let told = (&mut pace, &mut answers);
            self.solve_group((strategy, stopped), group, settings, watch, told)
        });
        drop(kept);
        answered?;
        answers.sort_by_key(|answer| answer.number);
        Ok(Report {
            puzzle: self.name(),
            strategy: strategy.name,
            store: strategy.store,
            heuristic: strategy.heuristic,
            answers,
            reading,
            solving: begin.elapsed().saturating_sub(reading),
        })
    }

    fn prepare(
        &self,
        text: &[u8],
        options: &Params,
        choice: &Choice,
        settings: &Settings,
        watch: &mut dyn Watch,
    ) -> Result<Option<Limit>, Failure> {
        let strategy = self.strategy(choice, settings.optimal)?;
        if strategy.keep.is_none() {
            return Ok(None);
        }
        let problem = self.problem(Some(text), options, &settings.limits)?;
        Self::prepared(strategy, &problem, settings, watch)
    }

    fn has_plans(&self) -> bool {
        self.menu.plans.is_some()
    }

    fn improves(&self) -> bool {
        self.menu.improver.is_some()
    }

    fn patterns(&self) -> Option<&'static [Param]> {
        self.menu.macros.as_ref().map(|macros| macros.params)
    }

    fn macros(
        &self,
        params: &Params,
        limits: &Limits,
        watch: &mut dyn Watch,
    ) -> Result<Macros, Failure> {
        self.learned(params, limits, watch)
    }

    fn read_macros(&self, text: &MacroText) -> Result<Macros, Failure> {
        self.proved(text)
    }

    fn plans(
        &self,
        text: &[u8],
        options: &Params,
        which: Which,
        settings: &Settings,
        watch: &mut dyn Watch,
    ) -> Result<Vec<Plans>, Failure> {
        self.several(text, options, which, settings, watch)
    }

    fn explore(
        &self,
        text: Option<&[u8]>,
        params: &Params,
        store: Option<&str>,
        settings: &Settings,
        deepest: usize,
        watch: &mut dyn Watch,
    ) -> Result<Vec<Exploration>, Failure> {
        let explorer = self.explorer(settings, store)?;
        let problem = self.problem(text, params, &settings.limits)?;
        let spaces = problem.groups.len();
        let explore = |(number, group): (usize, &Group<P::Rules, P::Goal>)| {
            let begin = Instant::now();
            let saving = settings.checkpoints.as_ref();
            let settings = &Settings {
                checkpoints: saving.map(|saving| saving.for_space(number, spaces)),
                ..settings.clone()
            };
            let asks = || group.questions.iter().map(|question| &question.ask);
            if asks().all(Result::is_err)
                && let Some(Err(error)) = asks().next()
            {
                return Err(Failure::Input(error.clone()));
            }
            let forecast = self.foretell(explorer, group, (settings, watch.is_shown()))?;
            self.unless_too_large(explorer, &forecast, group, settings)?;
            watch.forecast(&forecast);
            let explored = if let Some(limit) = settings.limits.interrupted() {
                Explored::none(limit)
            } else {
                let told = (explorer.run)(&self.puzzle, group, settings, deepest, watch);
                told.map_err(|error| self.failed(error, explorer, group, settings))?
            };
            let origin = match settings.direction {
                Direction::Backward => Origin::Goal,
                Direction::Forward => origin(group, text.is_none() || !explored.profile.is_empty()),
            };
            let draw = |state| Some(picture(&self.puzzle, &group.rules, &state));
            let explored = explored.filter_map(draw);
            Ok(Exploration {
                puzzle: self.name(),
                store: explorer.store,
                direction: settings.direction,
                origin,
                profile: explored.profile,
                deepest: explored.deepest,
                limit: explored.limit,
                maxima: explored.maxima,
                resumed: explored.resumed,
                stats: explored.stats,
                time: begin.elapsed(),
            })
        };
        problem.groups.iter().enumerate().map(explore).collect()
    }

    fn encodings(&self) -> Vec<(&'static str, &'static str)> {
        let all = self.menu.experiments.iter();
        all.map(|e| (e.name, e.summary)).collect()
    }

    fn measure(
        &self,
        text: Option<&[u8]>,
        params: &Params,
        only: Option<&str>,
        orders: &Orders,
        settings: &Settings,
        watch: &mut dyn Watch,
    ) -> Result<Vec<Trials>, Failure> {
        self.measured(text, params, only, orders, settings, watch)
    }

    fn forecast(
        &self,
        text: Option<&[u8]>,
        params: &Params,
        store: Option<&str>,
        settings: &Settings,
        timing: bool,
    ) -> Result<Vec<Foretold>, Failure> {
        let explorer = self.explorer(settings, store)?;
        let problem = self.problem(text, params, &settings.limits)?;
        let foretell = |group| {
            Ok(Foretold {
                puzzle: self.name(),
                store: explorer.store,
                direction: settings.direction,
                forecast: self.foretell(explorer, group, (settings, timing))?,
            })
        };
        problem.groups.iter().map(foretell).collect()
    }

    fn auditable(&self) -> Vec<&'static str> {
        let all = self.menu.auditors.iter();
        all.map(|auditor| auditor.name).collect()
    }

    fn audit(
        &self,
        text: Option<&[u8]>,
        params: &Params,
        only: Option<&str>,
        settings: &Settings,
    ) -> Result<Vec<Audited>, Failure> {
        self.audited(text, params, only, settings)
    }

    fn generate(&self, params: &Params, seed: u64) -> Result<String, Failure> {
        let Some((known, make)) = &self.menu.generate else {
            return Err(Failure::Cannot {
                puzzle: self.name(),
                what: "generate instances",
            });
        };
        params.expect_only(known)?;
        Ok(make(params, seed)?)
    }

    fn check(
        &self,
        text: &[u8],
        options: &Params,
        plans: &PlanLines,
    ) -> Result<Vec<Checked>, Failure> {
        let problem = self.problem(Some(text), options, &Limits::default())?;
        let mut results = Vec::with_capacity(problem.len());
        for group in &problem.groups {
            for Question { number, line, ask } in &group.questions {
                let finding = match (ask, plans.get(*number).and_then(Option::as_deref)) {
                    (Err(error), _) => Finding::Illegal(error.clone()),
                    (_, None) => Finding::NoPlan,
                    (Ok(ask), Some(lines)) => self.check_plan(&group.rules, ask, lines),
                };
                results.push(Checked {
                    number: *number,
                    line: *line,
                    finding,
                });
            }
        }
        results.sort_by_key(|checked| checked.number);
        Ok(results)
    }

    fn contest(&self, report: &Report, out: &mut dyn fmt::Write) -> fmt::Result {
        let write = self.menu.contest.unwrap_or(cost_or_minus_one);
        report.answers.iter().try_for_each(|answer| {
            let plan = answer.verdict.settled().ok_or(fmt::Error)?;
            write(plan, out)
        })
    }

    fn contest_has_plans(&self) -> bool {
        self.menu.read_contest.is_some()
    }

    fn read_contest(&self, text: &[u8]) -> Option<Result<PlanLines, InputError>> {
        self.menu.read_contest.map(|read| read(text))
    }
}

/// Where depths are 0 in a forward exploration of a group; where no question has a start, at the goal if
/// states were `met` all the same.
fn origin<R: StateSpace, G: Goal<R::State>>(group: &Group<R, G>, met: bool) -> Origin {
    let asks = group
        .questions
        .iter()
        .filter_map(|q| Some((q.number, q.ask.as_ref().ok()?)));
    let mut starts = asks.filter_map(|(number, ask)| Some((number, ask, ask.starts.first()?)));
    match starts.next() {
        Some((_, ask, (start, _))) if ask.goal.is_goal(start) => Origin::Goal,
        Some((number, ..)) => Origin::Start(number),
        None if met => Origin::Goal,
        None => Origin::Nowhere,
    }
}

fn cost_or_minus_one(plan: Option<&PlanText>, out: &mut dyn fmt::Write) -> fmt::Result {
    writeln!(out, "{}", plan.map_or(-1, |plan| plan.cost))
}
