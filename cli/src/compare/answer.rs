//! What a run came to: the answer of the process that ran it, or how that process ended without one.

use std::time::Duration;

use serde::{Deserialize, Serialize};
use statewalk::cost::Cost;
use statewalk::search::Stats;

use crate::exit::Exit;
use crate::json::Digits;

/// The verdict of a run; the order is from best to worst.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Verdict {
    Solved,
    Unsolvable,
    /// Plans get cheaper without end.
    Unbounded,
    Limit,
    /// It went on after its time was up, and was ended.
    Killed,
    /// The question is none of the puzzle.
    Illegal,
    /// The strategy does not serve the question.
    Refused,
    /// A plan did not replay.
    Broken,
    /// The process ended without an answer.
    Died,
}

impl Verdict {
    /// The word for it.
    pub(super) fn word(self) -> &'static str {
        match self {
            Self::Solved => "solved",
            Self::Unsolvable => "unsolvable",
            Self::Unbounded => "unbounded",
            Self::Limit => "limit",
            Self::Killed => "killed",
            Self::Illegal => "illegal",
            Self::Refused => "refused",
            Self::Broken => "broken",
            Self::Died => "died",
        }
    }

    /// Whether the question is answered.
    pub(super) fn is_settled(self) -> bool {
        self <= Self::Unbounded
    }

    /// Whether more time or memory would change nothing.
    pub(super) fn is_failed(self) -> bool {
        self >= Self::Illegal
    }
}

/// How long a run took.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Times {
    /// Reading the file, as the run itself says.
    pub(super) reading: Option<Duration>,
    /// Solving and replaying, as the run itself says.
    pub(super) solving: Option<Duration>,
    /// The life of the process.
    pub(super) process: Duration,
}

/// What a run came to.
#[derive(Clone, Debug)]
pub(super) struct Answer {
    pub(super) verdict: Verdict,
    /// Of the plan, or of the best plan before a limit.
    pub(super) cost: Option<Cost>,
    pub(super) proved: bool,
    /// No plan costs less, as far as it says.
    pub(super) lower: Option<Cost>,
    pub(super) limit: Option<String>,
    pub(super) reason: Option<String>,
    pub(super) stats: Stats,
    pub(super) times: Times,
}

impl Answer {
    /// No answer, for this reason.
    pub(super) fn without(verdict: Verdict, reason: String) -> Self {
        Self {
            verdict,
            cost: None,
            proved: false,
            lower: None,
            limit: None,
            reason: Some(reason),
            stats: Stats::default(),
            times: Times::default(),
        }
    }

    /// What `solve --json` wrote about one question; `None` if it is not that.
    pub(super) fn read(text: &[u8]) -> Option<Self> {
        let document: Document = serde_json::from_slice(text).ok()?;
        let mut questions = document.questions.into_iter();
        let (told, None) = (questions.next()?, questions.next()) else {
            return None;
        };
        let timing = document.timing.unwrap_or_default();
        let seconds = |seconds: Option<f64>| Duration::try_from_secs_f64(seconds?).ok();
        Some(Self {
            verdict: told.verdict,
            cost: told.cost.map(Digits::value).transpose().ok()?,
            proved: told.proved.unwrap_or(false),
            lower: told.lower.map(Digits::value).transpose().ok()?,
            limit: told.limit,
            reason: told.reason.or(told.error.map(|error| error.message)),
            stats: told.stats.read()?,
            times: Times {
                reading: seconds(timing.reading),
                solving: seconds(timing.solving),
                process: Duration::ZERO,
            },
        })
    }

    /// How long it took: without the start of the process where the run itself could say so.
    pub(super) fn time(&self) -> Duration {
        self.times.solving.unwrap_or(self.times.process)
    }

    /// Whether an interrupt ended it.
    pub(super) fn is_cancelled(&self) -> bool {
        self.limit.as_deref() == Some("cancelled")
    }

    /// What it means for the end of the comparison.
    pub(super) fn exit(&self) -> Exit {
        match self.verdict {
            Verdict::Solved => Exit::Solved,
            Verdict::Unsolvable | Verdict::Unbounded => Exit::Settled,
            Verdict::Limit | Verdict::Killed => Exit::Limit,
            Verdict::Illegal | Verdict::Refused => Exit::Bad,
            Verdict::Broken | Verdict::Died => Exit::Broken,
        }
    }

    /// The verdict in a few words.
    pub(super) fn told(&self) -> String {
        let word = self.verdict.word();
        match (self.verdict, &self.limit) {
            (Verdict::Solved, _) if self.proved => "optimal".to_owned(),
            (Verdict::Limit, Some(limit)) => format!("{word}: {limit}"),
            _ => word.to_owned(),
        }
    }
}

#[derive(Deserialize)]
struct Document {
    questions: Vec<Told>,
    timing: Option<Timing>,
}

#[derive(Default, Deserialize)]
struct Timing {
    reading: Option<f64>,
    solving: Option<f64>,
}

#[derive(Deserialize)]
struct Told {
    verdict: Verdict,
    cost: Option<Digits>,
    proved: Option<bool>,
    lower: Option<Digits>,
    reason: Option<String>,
    limit: Option<String>,
    error: Option<Wrong>,
    stats: Counted,
}

#[derive(Deserialize)]
struct Wrong {
    message: String,
}

#[derive(Deserialize)]
struct Counted {
    expanded: Digits,
    generated: Digits,
    reopened: Digits,
    duplicates: Digits,
    stored: Digits,
    peak_bytes: Digits,
}

impl Counted {
    fn read(self) -> Option<Stats> {
        let count = |digits: Digits| u64::try_from(digits.value().ok()?).ok();
        Some(Stats {
            expanded: count(self.expanded)?,
            generated: count(self.generated)?,
            reopened: count(self.reopened)?,
            duplicates: count(self.duplicates)?,
            stored: count(self.stored)?,
            peak_bytes: count(self.peak_bytes)?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::{Answer, Verdict};

    #[test]
    fn only_the_answer_to_one_question_is_one() {
        let stats = r#"{"expanded":1,"generated":2,"reopened":0,"duplicates":0,"stored":"9007199254740993","peak_bytes":4}"#;
        let question = format!(
            r#"{{"verdict":"limit","cost":"-9007199254740993","proved":false,"limit":"time","reason":"r","stats":{stats}}}"#
        );
        let document = |questions: &str| format!(r#"{{"questions":[{questions}]}}"#);
        let read = |text: &str| Answer::read(text.as_bytes());
        let answer = read(&document(&question)).unwrap();
        assert_eq!(answer.verdict, Verdict::Limit);
        assert_eq!(answer.cost, Some(-9_007_199_254_740_993));
        assert_eq!(answer.stats.stored, 9_007_199_254_740_993);
        assert_eq!(answer.told(), "limit: time");
        for other in [
            String::new(),
            "{}".to_owned(),
            document(""),
            document(&format!("{question},{question}")),
            document(&question.replace("limit\"", "guess\"")),
            document(&question)[..40].to_owned(),
        ] {
            assert!(read(&other).is_none(), "{other}");
        }
    }
}
