//! Limits while something is prepared, and of the search that follows.

use crate::catalog::entry::{Choice, Entry};
use crate::catalog::menu::prepared::Prepared;
use crate::catalog::menu::{Menu, Settings};
use crate::catalog::params::Params;
use crate::catalog::plugin::Plugin;
use crate::catalog::puzzle::{Ask, Card, Group, Notation, Problem, Puzzle, Question, ReadError};
use crate::catalog::report::{Answer, Verdict};
use crate::cost::Cost;
use crate::encoding::Encoding;
use crate::goal::Exactly;
use crate::pdb::build::{Sources, build};
use crate::pdb::{Database, PdbError, Title};
use crate::search::breadth_first;
use crate::search::limits::{Limit, Limits};
use crate::search::trace::ByParents;
use crate::space::{Predecessors, StateSpace};
use crate::store::interned::Interned;

/// One step up or down, below 100.
struct Stairs;

impl StateSpace for Stairs {
    type State = u64;
    type Action = bool;

    fn actions<'a>(&'a self, &at: &u64) -> impl Iterator<Item = bool> + use<'a> {
        let steps = [(true, at < 99), (false, at > 0)];
        steps.into_iter().filter_map(|(up, is)| is.then_some(up))
    }

    fn apply(&self, at: &mut u64, &up: &bool) {
        *at = if up { *at + 1 } else { *at - 1 };
    }

    fn max_cost(&self) -> Option<Cost> {
        Some(1)
    }
}

impl Predecessors for Stairs {
    fn predecessors<'a>(&'a self, &at: &u64) -> impl Iterator<Item = (bool, u64)> + use<'a> {
        let before = [
            (true, at.checked_sub(1)),
            (false, (at < 99).then_some(at + 1)),
        ];
        { before.into_iter() }.filter_map(|(up, before)| Some((up, before?)))
    }
}

struct Steps;

impl Encoding for Steps {
    type State = u64;

    fn size(&self) -> u64 {
        100
    }

    fn rank(&self, at: &u64) -> u64 {
        *at
    }

    fn unrank_into(&self, rank: u64, at: &mut u64) {
        *at = rank;
    }
}

/// Where time is up.
#[derive(Clone, Copy, PartialEq)]
enum Late {
    Never,
    Keeping,
    Making,
}

/// A database of all stairs.
#[derive(Clone)]
struct Whole(Late);

impl Whole {
    fn built(&self, goal: u64, settings: &Settings, last: Late) -> Result<Database, PdbError> {
        if self.0 == last {
            return Err(PdbError::Limit(Limit::Time));
        }
        let title = Title {
            space: "stairs".to_owned(),
            pattern: "all".to_owned(),
        };
        let sources = Sources {
            space: &Stairs,
            encoding: &Steps,
            goals: &[goal],
        };
        build(title, sources, &settings.limits)
    }
}

impl Prepared<Climb> for Whole {
    type Made = Database;

    fn keep(&self, _: &Group<Stairs, Exactly<u64>>, settings: &Settings) -> Result<(), PdbError> {
        self.built(0, settings, Late::Keeping).map(drop)
    }

    fn make(
        &self,
        _: &Group<Stairs, Exactly<u64>>,
        settings: &Settings,
    ) -> Result<Database, PdbError> {
        self.built(0, settings, Late::Making)
    }
}

/// Questions with these starts, all to the ground.
struct Climb {
    late: Late,
    starts: Vec<Vec<(u64, Cost)>>,
}

impl Puzzle for Climb {
    type Rules = Stairs;
    type Goal = Exactly<u64>;

    fn card(&self) -> Card {
        Card {
            name: "climb",
            summary: "",
            format: "",
            example: "",
            options: &[],
        }
    }

    fn sniff(&self, _: &[u8]) -> bool {
        true
    }

    fn read(&self, _: &[u8], _: &Params) -> Result<Problem<Stairs, Exactly<u64>>, ReadError> {
        let question = |(number, starts): (usize, &Vec<_>)| Question {
            number,
            line: 1,
            ask: Ok(Ask {
                starts: starts.clone(),
                goal: Exactly(0),
                reason: None,
            }),
        };
        let questions = self.starts.iter().enumerate().map(question).collect();
        let groups = vec![Group {
            rules: Stairs,
            questions,
        }];
        Ok(Problem { groups })
    }

    fn menu(&self, menu: Menu<Self>) -> Menu<Self> {
        menu.each_prepared(
            ("breadth-first", "interned"),
            "",
            true,
            Whole(self.late),
            |database, task, settings, watch| {
                assert_eq!(database.entries()[99], 99);
                let mut store = Interned::new(&settings.limits.memory);
                breadth_first::search(*task, &mut store, &ByParents, &settings.limits, watch)
            },
        )
        .audit_prepared("whole", AsEstimate(Whole(self.late)))
    }
}

/// The same as an estimate.
#[derive(Clone)]
struct AsEstimate(Whole);

impl Prepared<Climb> for AsEstimate {
    type Made = fn(&u64) -> Option<Cost>;

    fn keep(
        &self,
        group: &Group<Stairs, Exactly<u64>>,
        settings: &Settings,
    ) -> Result<(), PdbError> {
        self.0.keep(group, settings)
    }

    fn make(
        &self,
        group: &Group<Stairs, Exactly<u64>>,
        settings: &Settings,
    ) -> Result<Self::Made, PdbError> {
        self.0.make(group, settings)?;
        Ok(|&at| Cost::try_from(at).ok())
    }
}

impl Notation for Climb {
    fn write_action(&self, _: &Stairs, _: &u64, &up: &bool, out: &mut String) {
        out.push_str(if up { "up" } else { "down" });
    }

    fn read_action(&self, _: &Stairs, _: &u64, line: &str) -> Result<bool, String> {
        Ok(line == "up")
    }

    fn write_state(&self, _: &Stairs, at: &u64, out: &mut String) {
        out.push_str(&at.to_string());
        out.push('\n');
    }
}

fn settings(limits: Limits) -> Settings {
    Settings {
        limits,
        threads: 1,
        ..Settings::default()
    }
}

fn answers(late: Late, starts: &[&[(u64, Cost)]], limits: Limits) -> Vec<Answer> {
    let starts = starts.iter().map(|starts| starts.to_vec()).collect();
    let plugin = Plugin::new(Climb { late, starts });
    let (params, choice) = (Params::default(), Choice::default());
    let report = plugin.solve(b"", &params, &choice, &settings(limits), &mut ());
    report.unwrap().answers
}

#[test]
fn limits_of_the_search_are_not_used_up_before_it() {
    let rationed = [
        Limits {
            expansions: Some(5),
            ..Limits::default()
        },
        Limits {
            states: Some(9),
            ..Limits::default()
        },
        Limits {
            cost: Some(5),
            ..Limits::default()
        },
    ];
    for limits in rationed {
        let found = answers(Late::Never, &[&[(3, 0)], &[(50, 0)]], limits.clone());
        let near = &found[0].verdict;
        assert!(
            matches!(near, Verdict::Solved { plan, proved: true, .. } if plan.cost == 3),
            "{limits:?}: {near:?}"
        );
        assert!(
            matches!(found[1].verdict, Verdict::LimitReached { .. }),
            "{limits:?}"
        );
        assert!(found[1].stats.expanded > 0, "{limits:?}");
    }
}

#[test]
fn an_audit_looks_at_a_space_under_limits_that_its_database_passes() {
    let limits = Limits {
        states: Some(9),
        ..Limits::default()
    };
    let (late, starts) = (Late::Never, vec![vec![(3, 0)]]);
    let plugin = Plugin::new(Climb { late, starts });
    let found = plugin.audit(Some(b""), &Params::default(), None, &settings(limits));
    let found = found.unwrap();
    assert!(found[0].audit.states >= 9);
    assert_eq!(found[0].audit.states, found[0].audit.exact);
}

#[test]
fn what_time_cuts_off_is_told_and_starts_are_held_against_the_goal() {
    for late in [Late::Keeping, Late::Making] {
        let starts: [&[(u64, Cost)]; 4] = [&[(0, 0)], &[(7, 0)], &[], &[(7, 1), (0, 4), (0, 2)]];
        let found = answers(late, &starts, Limits::default());
        let there = &found[0].verdict;
        assert!(
            matches!(there, Verdict::Solved { plan, proved: true, .. } if plan.cost == 0),
            "{there:?}"
        );
        let Verdict::LimitReached {
            limit,
            best: None,
            lower: None,
        } = &found[1].verdict
        else {
            panic!("{:?}", found[1]);
        };
        let told = "the time limit was reached while pattern databases were prepared";
        assert_eq!((limit.was_reached().as_str(), limit.word()), (told, "time"));
        assert!(matches!(found[2].verdict, Verdict::Unsolvable { .. }));
        // The cheaper start may lead to the goal for less.
        let Verdict::LimitReached {
            best: Some(best),
            lower,
            ..
        } = &found[3].verdict
        else {
            panic!("{:?}", found[3]);
        };
        assert_eq!((best.cost, best.steps, *lower), (2, 0, Some(1)));
    }
}
