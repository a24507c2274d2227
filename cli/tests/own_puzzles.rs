//! The command line over a puzzle that is none of the project's: a program of one's own.
//!
//! It is two programs. Started with [`PROGRAM`] in the environment it is that program; otherwise it is
//! the test, which starts itself so.

use std::env;
use std::io::Write;
use std::process::{self, Command, ExitCode, Output, Stdio};

use statewalk::catalog::entry::Entry;
use statewalk::catalog::menu::Menu;
use statewalk::catalog::params::{Param, Params};
use statewalk::catalog::plugin::Plugin;
use statewalk::catalog::puzzle::{
    Ask, Card, Group, Notation, Problem, Puzzle, Question, ReadError,
};
use statewalk::catalog::text::Reader;
use statewalk::plan::Plan;
use statewalk::search::Stats;
use statewalk::search::outcome::{Found, Outcome};
use statewalk::search::task::Task;
use statewalk::{Cost, Exactly, Predecessors, StateSpace};

const PROGRAM: &str = "STATEWALK_TEST_OWN_PROGRAM";

/// Numbers; one more, the double, or from the largest one back to 1.
struct Numbers {
    most: u64,
    double: Cost,
}

impl StateSpace for Numbers {
    type State = u64;
    type Action = char;

    fn actions<'a>(&'a self, &number: &u64) -> impl Iterator<Item = char> + use<'a> {
        let (more, double) = (number < self.most, number * 2 <= self.most);
        let over = number == self.most;
        let offered = [('+', more), ('x', double), ('o', over)];
        offered
            .into_iter()
            .filter(|offer| offer.1)
            .map(|offer| offer.0)
    }

    fn apply(&self, number: &mut u64, &action: &char) {
        *number = match action {
            '+' => *number + 1,
            'x' => *number * 2,
            _ => 1,
        };
    }

    fn cost(&self, _: &u64, &action: &char) -> Cost {
        if action == 'x' { self.double } else { 1 }
    }
}

impl Predecessors for Numbers {
    fn predecessors<'a>(&'a self, &number: &u64) -> impl Iterator<Item = (char, u64)> + use<'a> {
        let offered = [
            ('+', number.checked_sub(1)),
            ('x', number.is_multiple_of(2).then_some(number / 2)),
            ('o', (number == 1).then_some(self.most)),
        ];
        offered
            .into_iter()
            .filter_map(|(action, before)| Some((action, before?)))
    }
}

/// How often a number must be doubled at least to come to `most`; 0 is taken for 1.
fn doublings(most: u64, number: u64) -> Cost {
    let mut number = number.max(1);
    let mut times = 0;
    while number < most {
        number *= 2;
        times += 1;
    }
    times
}

/// A plan of nothing but additions, or that there is none from above 5 on; said to be proved.
fn boast(task: &Task<'_, Numbers, Exactly<u64>>) -> Found<char> {
    let (start, Exactly(goal)) = (task.starts[0].0, task.goal);
    let steps = usize::try_from(goal.saturating_sub(start)).unwrap_or(0);
    let cost = Cost::try_from(steps).unwrap_or(0);
    let plan = Plan {
        start: 0,
        actions: vec!['+'; steps],
        cost,
    };
    let solved = Outcome::Solved {
        plan,
        proved: true,
        lower: Some(cost),
    };
    Found {
        outcome: if start > 5 {
            Outcome::Unsolvable
        } else {
            solved
        },
        stats: Stats::default(),
    }
}

struct Doubling;

const GAIN: Param = Param {
    name: "gain",
    meaning: "how much less doubling costs than adding one, from 0 to 9",
    default: "0",
};

impl Puzzle for Doubling {
    type Rules = Numbers;
    type Goal = Exactly<u64>;

    fn card(&self) -> Card {
        Card {
            name: "doubling",
            summary: "get from one number to another by adding one and doubling",
            format: "two numbers",
            example: "1 11\n",
            options: &[GAIN],
        }
    }

    fn sniff(&self, text: &[u8]) -> bool {
        Reader::new(text).number("a number", 0..=1000).is_ok()
    }

    fn read(
        &self,
        text: &[u8],
        options: &Params,
    ) -> Result<Problem<Numbers, Exactly<u64>>, ReadError> {
        let mut reader = Reader::new(text);
        let from = reader.number("the first number", 0..=1000)?;
        let to = reader.number("the last number", 0..=1000)?;
        reader.end()?;
        let ask = Ask {
            starts: vec![(from, 0)],
            goal: Exactly(to),
            reason: None,
        };
        let questions = vec![Question {
            number: 0,
            line: 1,
            ask: Ok(ask),
        }];
        let rules = Numbers {
            most: to,
            double: 1 - options.number::<Cost>(&GAIN, 0..=9)?,
        };
        let groups = vec![Group { rules, questions }];
        Ok(Problem { groups })
    }

    fn menu(&self, menu: Menu<Self>) -> Menu<Self> {
        menu.breadth_first()
            .spfa()
            .each(
                ("boastful", "none"),
                "only adds one, and says that nothing is cheaper",
                true,
                |task, _, _| Ok(boast(task)),
            )
            .each(("hasty", "none"), "does not come back", false, |_, _, _| {
                process::exit(7)
            })
            .audit("doublings", |rules, _| {
                let most = rules.most;
                move |&number: &u64| Some(doublings(most, number))
            })
            // Not all numbers that are left must be gone through.
            .audit("fudged", |rules, _| {
                let most = rules.most;
                move |&number: &u64| Cost::try_from(most - number).ok()
            })
    }
}

impl Notation for Doubling {
    fn write_action(&self, _: &Numbers, _: &u64, &action: &char, out: &mut String) {
        out.push(action);
    }

    fn read_action(&self, _: &Numbers, _: &u64, line: &str) -> Result<char, String> {
        let action = ['+', 'x', 'o'].into_iter().find(|a| line == a.to_string());
        action.ok_or_else(|| "`+`, `x` or `o`".to_owned())
    }

    fn write_state(&self, _: &Numbers, number: &u64, out: &mut String) {
        out.push_str(&number.to_string());
        out.push('\n');
    }
}

fn main() -> ExitCode {
    let puzzles: Vec<Box<dyn Entry>> = vec![Box::new(Plugin::new(Doubling))];
    if env::var_os(PROGRAM).is_some() {
        return statewalk_cli::run(&puzzles, env::args_os());
    }
    let file = "1 11\n";
    let plan = "# doubling: 1 question, by breadth-first on interned\n\
                question 1 (line 1): solved, cost 5, 5 actions, proved optimal\n  \
                +\n  x\n  +\n  x\n  +\n";
    let solved = run(&["-q", "solve", "-"], file);
    says("solve", &solved, 0, plan);
    says(
        "solve for a judge",
        &run(&["solve", "--output=contest", "-"], file),
        0,
        "5\n",
    );
    says(
        "a smaller number",
        &run(&["solve", "--output=contest", "-"], "3 2\n"),
        0,
        "-1\n",
    );
    endless();
    let list = run(&["list"], "");
    says("list", &list, 0, "doubling");
    let list = String::from_utf8_lossy(&list.stdout);
    assert!(!list.contains("magic"), "{list}");
    let unknown = run(&["explore", "doublin"], "");
    assert_eq!(unknown.status.code(), Some(2));
    let said = String::from_utf8_lossy(&unknown.stderr);
    assert!(said.contains("did you mean"), "{said}");
    let none = run(&["generate", "doubling", "--solvable"], "");
    let said = String::from_utf8_lossy(&none.stderr);
    assert!(said.contains("no parameter `solvable`"), "{said}");
    let shell = run(&["completions", "bash"], "");
    says("completions", &shell, 0, "own_puzzles");
    audited();
    compared();
    named();
    ExitCode::SUCCESS
}

/// From 0 to 11 the distances are 6 5 4 4 3 2 5 4 3 2 1 0, and the doublings 4 4 3 2 2 2 1 1 1 1 1 0.
fn audited() {
    let file = "1 11\n";
    let words = ["audit", "-q", "--no-timing", "--heuristic"];
    let right = run(&[&words[..], &["doublings", "-"]].concat(), file);
    let text = "# doubling, doublings against the distances to the goal\n\
                12 states from which the goal can be reached\n\
                admissible: no estimate is above the distance\n\
                consistent: along no action it falls by more than that costs\n\
                estimates are 1.417 below the distances in the mean, and exact at 3 states\n";
    says("a right heuristic", &right, 0, text);
    let wrong = run(&[&words[..], &["fudged", "-"]].concat(), file);
    let text = "not admissible: an estimate of 6 at distance 2\n  5\n\
                not consistent: an estimate of 6, and 1 after `x`, which costs 1\n  5\n";
    says("a fudged one", &wrong, 1, text);
    let both = run(&["audit", "--json", "-"], file);
    let text = "\"admissible\": false";
    says("both", &both, 1, text);
}

/// Strategies that lie, die, or do not serve, beside one that is right.
fn compared() {
    let compare = |strategies: &str, more: &[&str], file: &str| {
        let words = ["compare", "-q", "--no-timing", "--strategies", strategies];
        run(&[&words[..], more, &["-"]].concat(), file)
    };
    let lie = compare("breadth-first,boastful", &[], "1 11\n");
    let text = "# contradiction: standard input question 1 (line 1): cost 5, proved optimal by \
                breadth-first on interned; cost 10, proved optimal by boastful on none\n";
    says("a plan that is not the cheapest", &lie, 5, text);
    let said = String::from_utf8_lossy(&lie.stderr);
    let named = "strategies contradict each other: standard input question 1 (line 1): ";
    assert!(said.contains(named), "{said}");
    let denied = compare("breadth-first,boastful", &["--output", "jsonl"], "6 11\n");
    let text = "{\"record\":\"contradiction\",\"file\":\"standard input\",\"puzzle\":\"doubling\",\
                \"question\":1,\"line\":1,\"claims\":[{\"claim\":\"optimal\",\"cost\":5,\
                \"strategy\":\"breadth-first\",\"store\":\"interned\",\"heuristic\":null},\
                {\"claim\":\"unsolvable\",\"cost\":null,\"strategy\":\"boastful\",\
                \"store\":\"none\",\"heuristic\":null}]}\n\
                {\"record\":\"end\",\"runs\":2,\"planned\":2,\"contradictions\":1}\n";
    says("a plan where there is said to be none", &denied, 5, text);
    let alone = compare("boastful", &[], "6 11\n");
    says("nobody to deny it", &alone, 1, "# doubling: 1 question");
    let dead = compare("breadth-first,hasty", &[], "1 11\n");
    let text = "# standard input question 1 (line 1): died by hasty on none: its process ended \
                (exit status: 7)\n";
    says("a run that does not come back", &dead, 4, text);
    let refused = compare("breadth-first,spfa", &["-pgain=4"], "1 11\n");
    let text = "# standard input question 1 (line 1): refused by breadth-first on interned: ";
    says("a cost that is not served", &refused, 2, text);
}

/// Help, usage and errors call the program by its own name, and shells are told its own puzzles.
fn named() {
    let own = env::current_exe().expect("the test has a path");
    let own = own
        .file_stem()
        .and_then(|name| name.to_str())
        .expect("it has a name");
    for words in [
        &["--help"][..],
        &["solve", "--help"],
        &["explore", "-h"],
        &["list"],
        &["solve", "1.txt"],
        &["solve", "doubling"],
        &["solve", "--seed", "x", "-"],
        &["slove"],
    ] {
        let told = run(words, "");
        let said = [&told.stdout[..], &told.stderr].concat();
        let said = String::from_utf8_lossy(&said);
        assert!(
            said.contains(own) || words == ["slove"],
            "{words:?}: {said}"
        );
        assert!(!said.contains("statewalk"), "{words:?}: {said}");
    }
    let version = format!("{own} over statewalk ");
    says("the version", &run(&["--version"], ""), 0, &version);
    let shell = run(&["completions", "fish"], "");
    says("completions", &shell, 0, "doubling");
    assert!(!String::from_utf8_lossy(&shell.stdout).contains("magic\t"));
}

/// Plans that get cheaper without end: the cycle is shown in the puzzle's own words, from a start on.
fn endless() {
    let words = [
        "--quiet",
        "solve",
        "--strategy=spfa",
        "-pgain=4",
        "--no-timing",
    ];
    let text = run(&[&words[..], &["-"]].concat(), "0 4\n");
    let right = "# doubling: 1 question, by spfa on interned, gain=4\n\
                 question 1 (line 1): unbounded: a cycle of 1 action, at the start, costs -3 and makes \
                 plans cheaper without end\n\
                 # the cycle:\n#   x\n\
                 # 1 unbounded; ";
    says("a cycle at the start", &text, 1, right);
    let text = run(&[&words[..], &["-"]].concat(), "3 4\n");
    let right = "unbounded: a cycle of 3 actions, 1 action from the start, costs -5 and makes \
                 plans cheaper without end\n\
                 # the way to the cycle:\n#   +\n\
                 # the cycle:\n#   o\n#   x\n#   x\n";
    says("a cycle further on", &text, 1, right);
    let json = run(&[&words[..], &["--json", "-"]].concat(), "3 4\n");
    let json = String::from_utf8_lossy(&json.stdout).replace(char::is_whitespace, "");
    let right = r#""approach":["+"],"cycle":["o","x","x"],"reason":"acycleof3actions,"#;
    assert!(json.contains(right), "{json}");
    let short = run(&[&words[..], &["--no-plan", "-"]].concat(), "3 4\n");
    assert!(
        !String::from_utf8_lossy(&short.stdout).contains("# the"),
        "{short:?}"
    );
}

/// Runs this file as a program.
fn run(words: &[&str], stdin: &str) -> Output {
    let program = env::current_exe().expect("the test has a path");
    let mut command = Command::new(program);
    command.args(words).env(PROGRAM, "1");
    command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let mut child = command.spawn().expect("it starts");
    let mut input = child.stdin.take().expect("it has an input");
    // A command that reads nothing may be gone already.
    let _ = input.write_all(stdin.as_bytes());
    drop(input);
    child.wait_with_output().expect("it ends")
}

fn says(what: &str, output: &Output, code: i32, text: &str) {
    let said = String::from_utf8_lossy(&output.stdout);
    assert_eq!(output.status.code(), Some(code), "{what}: {output:?}");
    assert!(said.contains(text), "{what}: {said}");
}
