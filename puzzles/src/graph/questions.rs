//! What is asked about a graph by options: from which nodes to which.

use statewalk::catalog::params::{Param, ParamError, Params};
use statewalk::catalog::puzzle::Ask;
use statewalk::goal::Exactly;

/// The most questions of a file.
pub(super) const MOST_QUESTIONS: usize = 2_000_000;

pub(super) const FROM: Param = Param {
    name: "from",
    meaning: "the nodes to begin at, joined by commas, `last`, or `all`; what the file asks is then passed over",
    default: "1",
};

pub(super) const TO: Param = Param {
    name: "to",
    meaning: "the nodes to end at, in the same form",
    default: "last",
};

pub(super) const HEADER: Param = Param {
    name: "header",
    meaning: "`exact`: the file has as many lines as its headers say; `any`: or other numbers of them",
    default: "exact",
};

/// Nodes as an option says them.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Nodes {
    These(Vec<u32>),
    Last,
    All,
}

/// What the options of a file say.
#[derive(Clone, Debug)]
pub(super) struct Wanted {
    /// Whether headers must be right.
    pub(super) is_exact: bool,
    /// From which nodes to which; whether that was said.
    from: Nodes,
    to: Nodes,
    is_given: bool,
}

/// The question for a way from one node to another.
pub(super) fn ask(start: u32, goal: u32) -> Ask<u32, Exactly<u32>> {
    Ask {
        starts: vec![(start, 0)],
        goal: Exactly(goal),
        reason: None,
    }
}

fn wrong(param: &Param, value: &str, expected: String) -> ParamError {
    ParamError::Value {
        name: param.name.to_owned(),
        value: value.to_owned(),
        expected,
    }
}

fn nodes(options: &Params, param: &Param) -> Result<Nodes, ParamError> {
    let value = options.text(param)?;
    let number = |word: &str| word.parse::<u32>().ok().filter(|&number| number > 0);
    match value {
        "last" => Ok(Nodes::Last),
        "all" => Ok(Nodes::All),
        _ => {
            let numbers: Option<Vec<u32>> = value.split(',').map(number).collect();
            numbers.map(Nodes::These).ok_or_else(|| {
                let expected = "nodes from 1 on, joined by commas, `last` or `all`";
                wrong(param, value, expected.to_owned())
            })
        }
    }
}

impl Wanted {
    /// Reads the options of a file.
    pub(super) fn new(options: &Params) -> Result<Self, ParamError> {
        let asks = |(name, _): (&str, &str)| name == FROM.name || name == TO.name;
        Ok(Self {
            is_exact: options.choice(&HEADER, &[("exact", true), ("any", false)])?,
            from: nodes(options, &FROM)?,
            to: nodes(options, &TO)?,
            is_given: options.iter().any(asks),
        })
    }

    /// Whether something is asked instead of what the file asks.
    pub(super) fn is_given(&self) -> bool {
        self.is_given
    }

    /// The pairs of nodes, numbered from 0, of a graph of so many nodes.
    pub(super) fn pairs(&self, count: u32) -> Result<impl Iterator<Item = (u32, u32)>, ParamError> {
        let (from, to) = (self.from.of(&FROM, count)?, self.to.of(&TO, count)?);
        let pairs = from.len().saturating_mul(to.len());
        if pairs > MOST_QUESTIONS {
            let expected = format!("at most {MOST_QUESTIONS} questions; these are {pairs}");
            return Err(wrong(&TO, &self.to.said(), expected));
        }
        let starts = from.into_iter();
        Ok(starts.flat_map(move |start| to.clone().into_iter().map(move |goal| (start, goal))))
    }
}

impl Nodes {
    fn said(&self) -> String {
        match self {
            Self::These(numbers) => {
                let words: Vec<_> = numbers.iter().map(u32::to_string).collect();
                words.join(",")
            }
            Self::Last => "last".to_owned(),
            Self::All => "all".to_owned(),
        }
    }

    /// These nodes of a graph of so many, numbered from 0.
    fn of(&self, param: &Param, count: u32) -> Result<Vec<u32>, ParamError> {
        match self {
            Self::Last => Ok(vec![count - 1]),
            Self::All => Ok((0..count).collect()),
            Self::These(numbers) => {
                if let Some(number) = numbers.iter().find(|&&number| number > count) {
                    let expected = format!("nodes from 1 to {count}");
                    return Err(wrong(param, &number.to_string(), expected));
                }
                Ok(numbers.iter().map(|number| number - 1).collect())
            }
        }
    }
}
