//! Plans as `solve` wrote them: as text, as JSON, or in a contest form that holds plans.
//! It is long because the forms stand side by side: what one refuses, the others refuse too.

use std::collections::BTreeMap;

use serde::Deserialize;
use statewalk::catalog::entry::Entry;
use statewalk::catalog::menu::PlanLines;
use statewalk::catalog::text::quoted;
use statewalk::cost::Cost;

use crate::fault::{self, Fault, Outcome};
use crate::input::Input;
use crate::json::Digits;

/// No file has so many questions: a number beyond it is not worth an empty list that long.
const MOST_QUESTIONS: usize = 2_000_000;

/// The verdicts of the JSON form; none need be given beside a plan.
const JSON_VERDICTS: [&str; 7] = [
    "",
    "solved",
    "unsolvable",
    "unbounded",
    "limit",
    "illegal",
    "broken",
];

/// The verdicts of the text form; none need be given beside a plan.
const TEXT_VERDICTS: [&str; 7] = [
    "",
    "solved",
    "unsolvable",
    "unbounded",
    "not settled",
    "illegal",
    "broken",
];

/// How a plan by hand looks.
const FORM: &str = "a plan is a line `question 1:` and below it its actions, each on a line after two blanks, \
                    as `statewalk solve` writes them";

/// Whether the beginning of a text is that of plans as `solve` writes them, which no instance has.
pub(crate) fn are_plans(head: &[u8]) -> bool {
    let head = head.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(head);
    let head = String::from_utf8_lossy(head.trim_ascii_start());
    let first = head.lines().next().unwrap_or_default();
    let is_json = first.starts_with('{') && head.contains("\"questions\"");
    let is_titled =
        first.starts_with("# ") && first.contains(" question") && first.contains(", by ");
    is_json || is_titled || Heading::read(first).is_some()
}

/// The plans of a file, by question.
#[derive(Debug, Default)]
pub(crate) struct Plans {
    /// The actions of each question's plan.
    pub(crate) lines: PlanLines,
    /// What is stated beside them.
    pub(crate) stated: Vec<Stated>,
    /// The options under which they were made, where that is known.
    pub(crate) options: Option<BTreeMap<String, String>>,
}

/// What a plan file states about a question.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) enum Stated {
    /// Nothing.
    #[default]
    Nothing,
    /// There is a plan, which costs this.
    Plan { cost: Option<Cost> },
    /// There is a plan of so many actions, but others are given.
    Miscounted { said: usize, given: usize },
    /// There is none, for this reason.
    NoPlan(String),
}

impl Plans {
    /// Reads the plans for a file of `entry` in whatever form they have.
    pub(crate) fn read(input: &Input, entry: &dyn Entry) -> Outcome<Self> {
        let text = Self::read_any(input, entry);
        text.map_err(|fault| fault.with_hint(Some(FORM.to_owned())))
    }

    fn read_any(input: &Input, entry: &dyn Entry) -> Outcome<Self> {
        let text = &input.text[..];
        let text = text.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(text);
        let begin = text.trim_ascii_start();
        if begin.starts_with(b"{") {
            return Self::from_json(&input.name, text, entry.card().name);
        }
        if begin.starts_with(b"#") || begin.starts_with(b"question") {
            return Self::from_text(&input.name, text);
        }
        match entry.read_contest(text) {
            Some(Ok(lines)) => {
                let state = |plan: &Option<String>| match plan {
                    Some(_) => Stated::Plan { cost: None },
                    None => Stated::NoPlan("unsolvable".to_owned()),
                };
                let stated = lines.iter().map(state).collect();
                let options = None;
                Ok(Self {
                    lines,
                    stated,
                    options,
                })
            }
            Some(Err(error)) => Err(Fault::from_failure(&error.into(), Some(&input.name))),
            None => {
                let line = begin.split(|&byte| byte == b'\n').next();
                let found = quoted(line.unwrap_or_default().trim_ascii());
                let found = if begin.is_empty() { "nothing" } else { &found };
                Err(Fault::bad(format!(
                    "{}:1:1: found {found}, expected what `solve` wrote as text or JSON",
                    input.name
                )))
            }
        }
    }

    /// Puts a plan at the place of question `number`, from 1; `false` if there is one already.
    fn insert(&mut self, number: usize, lines: Option<String>, stated: Stated) -> bool {
        let index = number - 1;
        if index >= self.stated.len() {
            self.lines.resize(number, None);
            self.stated.resize(number, Stated::Nothing);
        }
        let free = self.stated[index] == Stated::Nothing;
        self.lines[index] = lines;
        self.stated[index] = stated;
        free
    }

    fn from_json(name: &str, text: &[u8], puzzle: &str) -> Outcome<Self> {
        let document: Document = serde_json::from_slice(text).map_err(|error| {
            let place = fault::place(Some(name), error.line(), error.column());
            let error = error.to_string();
            // The place is said in front, as with every file.
            let why = error
                .rsplit_once(" at line ")
                .map_or(&*error, |(why, _)| why);
            Fault::bad(format!("{place}not what `solve --json` writes: {why}"))
        })?;
        if document.puzzle != puzzle {
            let found = quoted(document.puzzle.as_bytes());
            return Err(Fault::bad(format!(
                "{name}: found plans for {found}, expected plans for {puzzle}"
            )));
        }
        let mut plans = Self {
            options: Some(document.options),
            ..Self::default()
        };
        for question in document.questions {
            let number = question.number;
            if !JSON_VERDICTS.contains(&&question.verdict[..]) {
                let found = quoted(question.verdict.as_bytes());
                let known = JSON_VERDICTS[1..].join(", ");
                return Err(Fault::bad(format!(
                    "{name}: question {number}: found the verdict {found}, expected one of {known}"
                )));
            }
            let wrong = |expected: &str| {
                Fault::bad(format!(
                    "{name}: found question number {number}, expected {expected}"
                ))
            };
            if !(1..=MOST_QUESTIONS).contains(&number) {
                return Err(wrong("a number from 1 to 2000000"));
            }
            let cost = question.cost.map(Digits::value).transpose();
            let cost = cost.map_err(|found| {
                let found = quoted(found.as_bytes());
                Fault::bad(format!(
                    "{name}: question {number}: found the cost {found}, expected a whole number"
                ))
            })?;
            let has_plan = question.plan.is_some() || cost.is_some();
            let stated = if has_plan {
                Stated::Plan { cost }
            } else {
                Stated::NoPlan(question.verdict)
            };
            let lines = question.plan.map(|plan| plan.join("\n"));
            if !plans.insert(number, lines, stated) {
                return Err(wrong("each number once"));
            }
        }
        Ok(plans)
    }

    fn from_text(name: &str, text: &[u8]) -> Outcome<Self> {
        let mut plans = Self::default();
        let mut open: Option<Heading> = None;
        let mut actions = String::new();
        let mut count = 0;
        let mut last = 0;
        for (index, line) in text.split(|&byte| byte == b'\n').enumerate() {
            last = index + 1;
            let line = line.strip_suffix(b"\r").unwrap_or(line);
            if line.is_empty() || line.starts_with(b"#") {
                if plans.options.is_none() && open.is_none() {
                    plans.options = options(line);
                }
                continue;
            }
            let wrong = |expected: &str| {
                let place = fault::place(Some(name), index + 1, 1);
                let found = quoted(line);
                Fault::bad(format!("{place}found {found}, expected {expected}"))
            };
            let line = std::str::from_utf8(line).map_err(|_| wrong("UTF-8"))?;
            if let Some(action) = line.strip_prefix("  ") {
                if open.is_none() {
                    return Err(wrong("`question` and a number before its actions"));
                }
                if count > 0 {
                    actions.push('\n');
                }
                actions.push_str(action);
                count += 1;
            } else {
                let heading = Heading::read(line).ok_or_else(|| {
                    wrong("`question NUMBER (line NUMBER): VERDICT`, an action after two blanks, or a remark")
                })?;
                let heading = Heading {
                    at: index + 1,
                    ..heading
                };
                if let Some(done) = open.replace(heading) {
                    plans.close(name, done, std::mem::take(&mut actions), count, index + 1)?;
                }
                count = 0;
            }
        }
        if let Some(done) = open {
            plans.close(name, done, actions, count, last)?;
        }
        Ok(plans)
    }

    /// Ends the plan of a question in text form, at line `end`.
    fn close(
        &mut self,
        name: &str,
        heading: Heading,
        actions: String,
        count: usize,
        end: usize,
    ) -> Outcome<()> {
        let place = fault::place(Some(name), end, 0);
        let number = heading.number;
        let planned = matches!(&heading.verdict[..], "" | "solved" | "not settled");
        if count > 0 && !planned {
            return Err(Fault::bad(format!(
                "{place}found {count} actions of question {number}, expected 0"
            )));
        }
        let has_plan = heading.steps.is_some() || count > 0;
        let stated = match heading.steps {
            Some(said) if said != count => Stated::Miscounted { said, given: count },
            _ if has_plan || heading.cost.is_some() => Stated::Plan { cost: heading.cost },
            _ if heading.verdict.is_empty() => Stated::Plan { cost: None },
            _ => Stated::NoPlan(heading.verdict),
        };
        let lines = has_plan.then_some(actions);
        if self.insert(number, lines, stated) {
            Ok(())
        } else {
            let place = fault::place(Some(name), heading.at, 1);
            Err(Fault::bad(format!(
                "{place}found question {number} again, expected each question once"
            )))
        }
    }
}

/// The line that opens a question in text form.
struct Heading {
    number: usize,
    verdict: String,
    cost: Option<Cost>,
    steps: Option<usize>,
    at: usize,
}

impl Heading {
    fn read(line: &str) -> Option<Self> {
        let rest = line.strip_prefix("question ")?.trim_start();
        let end = rest.find([' ', ':']).unwrap_or(rest.len());
        let (number, rest) = rest.split_at(end);
        let number = number.parse().ok();
        let number = number.filter(|number| (1..=MOST_QUESTIONS).contains(number))?;
        let mut rest = rest.trim();
        if let Some(place) = rest.strip_prefix("(line ") {
            let (line, behind) = place.split_once(')')?;
            line.trim().parse::<usize>().ok()?;
            rest = behind.trim();
        }
        if !rest.is_empty() {
            rest = rest.strip_prefix(':')?.trim();
        }
        let words = uncolored(rest);
        let has_plan = words.starts_with("solved") || words.starts_with("not settled");
        let mut cost = None;
        let mut steps = None;
        // Behind a colon stands why there is a plan, in words of the puzzle; a limit names its plan there.
        let told = match words.split_once(": ") {
            Some((told, _)) if words.starts_with("solved,") => told,
            _ => &words,
        };
        for part in told.split([',', ':']).filter(|_| has_plan) {
            let mut pair = part.split_whitespace();
            match (pair.next(), pair.next(), pair.next()) {
                (Some("cost"), Some(number), None) if cost.is_none() => {
                    cost = Some(number.parse().ok()?);
                }
                (Some(number), Some("action" | "actions"), None) if steps.is_none() => {
                    steps = Some(number.parse().ok()?);
                }
                _ => {}
            }
        }
        let end = words.find([',', ':']).unwrap_or(words.len());
        let verdict = words[..end].to_owned();
        if !TEXT_VERDICTS.contains(&&verdict[..]) {
            return None;
        }
        Some(Self {
            number,
            verdict,
            cost,
            steps,
            at: 0,
        })
    }
}

/// The options that a first line as `solve` writes it names: `# PUZZLE: ..., NAME=VALUE`.
fn options(line: &[u8]) -> Option<BTreeMap<String, String>> {
    let line = std::str::from_utf8(line).ok()?.strip_prefix("# ")?;
    let (_, rest) = line.split_once(": ")?;
    let parts = rest.split_once(", by ")?.1.split(", ");
    let pairs = parts.filter_map(|part| part.split_once('='));
    Some(
        pairs
            .map(|(name, value)| (name.to_owned(), value.to_owned()))
            .collect(),
    )
}

/// `text` without the colours of a terminal.
fn uncolored(text: &str) -> String {
    let mut pieces = text.split('\x1b');
    let mut plain = pieces.next().unwrap_or_default().to_owned();
    for piece in pieces {
        plain.push_str(piece.split_once('m').map_or("", |(_, rest)| rest));
    }
    plain
}

#[derive(Deserialize)]
struct Document {
    puzzle: String,
    #[serde(default)]
    options: BTreeMap<String, String>,
    questions: Vec<Question>,
}

#[derive(Deserialize)]
struct Question {
    number: usize,
    #[serde(default)]
    verdict: String,
    cost: Option<Digits>,
    plan: Option<Vec<String>>,
}

#[cfg(test)]
mod tests {
    use super::{Plans, Stated};

    #[test]
    fn text_is_read_as_it_is_written() {
        let text = "# magic: 3 questions\n\
            question 1 (line  2): \x1b[32msolved\x1b[0m, cost 2, 2 actions, proved optimal\r\n  right\r\n  down\r\n\
            question 3 (line 10): not settled: the time limit was reached, best plan so far: cost -1, 1 action, no plan costs less than -4\n  left\n\
            question 2 (line  5): unsolvable: 3 actions, cost 2\n# end";
        let plans = Plans::from_text("p", text.as_bytes()).unwrap();
        let lines: Vec<_> = plans.lines.iter().map(Option::as_deref).collect();
        assert_eq!(lines, [Some("right\ndown"), None, Some("left")]);
        let stated = [
            Stated::Plan { cost: Some(2) },
            Stated::NoPlan("unsolvable".to_owned()),
            Stated::Plan { cost: Some(-1) },
        ];
        assert_eq!(plans.stated, stated);
    }

    #[test]
    fn what_is_no_plan_file_is_refused() {
        let cases = [
            "  right",
            "question 1 (line 2): sloved, cost 1\n  right",
            "question 1 (line 2): unsolvable\n  right",
            "question 0 (line 2): solved, cost 0, 0 actions",
            "question 99999999999 (line 2): solved, cost 0, 0 actions",
            "question 1 solved",
            "nonsense",
            "question 1 (line 2): solved, cost x, 0 actions",
            "question 1 (line 2): unsolvable\nquestion 1 (line 2): unsolvable",
        ];
        for text in cases {
            assert!(Plans::from_text("p", text.as_bytes()).is_err(), "{text}");
        }
    }
}
