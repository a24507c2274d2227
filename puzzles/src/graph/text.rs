//! Reads graphs in the form of the DIMACS challenge on shortest paths (2006), and the questions that follow them.
//!
//! Arcs are read where they stand, in less than 100 ns each with their place in the graph.

use statewalk::catalog::kept::Kept;
use statewalk::catalog::puzzle::{Ask, Group, Problem, Question, ReadError};
use statewalk::catalog::text::InputError;
use statewalk::catalog::text::records::Records;
use statewalk::goal::Exactly;
use statewalk::memory::BudgetVec;
use statewalk::search::limits::{Limit, Limits, Pace};
use statewalk::words::counted;

use super::Graph;
use super::digraph::{Digraph, Row};
use super::questions::{self, MOST_QUESTIONS, Wanted};

/// Numbers of nodes and arcs have 32 bits, and one value is left for "none".
const MOST: u64 = u32::MAX as u64 - 1;

/// So many nodes a graph may have, whatever its arcs.
const ANY_NODES: u64 = 1 << 20;

/// More nodes than those must be this many an arc at most: a node takes 8 bytes, and a short file must not make
/// gigabytes of them.
const NODES_AN_ARC: u64 = 16;

/// Lines between two looks at the clock: a few milliseconds.
const PATIENCE: u32 = 1 << 16;

/// What is said of a number that another one contradicts.
const ANYWAY: &str = "`-p header=any` reads the file as it is";

type Asked = Question<u32, Exactly<u32>>;

/// A line that promises so many lines of a kind.
struct Promise {
    /// What such a line is.
    what: &'static str,
    count: u64,
    line: usize,
}

/// How many lines of a kind there are, and how many there were said to be.
#[derive(Default)]
struct Tally {
    promise: Option<Promise>,
    found: u64,
}

impl Tally {
    fn promise(&mut self, what: &'static str, count: u64, records: &Records<'_>) {
        let line = records.line();
        self.promise = Some(Promise { what, count, line });
        self.found = 0;
    }

    /// One more of them, at the line that is read.
    #[inline]
    fn add(&mut self, records: &Records<'_>, is_exact: bool) -> Result<(), InputError> {
        self.found += 1;
        match &self.promise {
            Some(promise) if is_exact && self.found > promise.count => {
                Err(promise.too_many(records))
            }
            _ => Ok(()),
        }
    }

    /// What was expected, where fewer were found than were promised.
    fn missing(&self) -> Option<String> {
        let Promise { what, count, line } = self.promise.as_ref()?;
        let found = self.found;
        (found < *count).then(|| {
            let next = found + 1;
            format!("{what} {next} of the {count} that line {line} promises ({ANYWAY})")
        })
    }
}

impl Promise {
    #[cold]
    fn too_many(&self, records: &Records<'_>) -> InputError {
        let Self { what, count, line } = self;
        let expected = format!("no {what} beyond the {count} that line {line} promises ({ANYWAY})");
        records.error_at(records.begin(), &expected)
    }
}

/// What is read so far.
struct Reading<'a> {
    records: Records<'a>,
    limits: &'a Limits,
    wanted: Wanted,
    /// The numbers of nodes and the line that says it.
    nodes: Option<(u32, usize, usize)>,
    arcs: BudgetVec<Row>,
    of_arcs: Tally,
    of_questions: Tally,
    questions: Vec<Asked>,
    kept: Kept,
}

/// Reads a file.
///
/// # Errors
/// [`ReadError`] with the place of what is wrong, or with the limit that was reached.
pub(super) fn read(
    text: &[u8],
    wanted: Wanted,
    limits: &Limits,
) -> Result<Problem<Digraph, Exactly<u32>>, ReadError> {
    let mut reading = Reading {
        records: Records::new(text),
        limits,
        wanted,
        nodes: None,
        arcs: BudgetVec::new(&limits.memory),
        of_arcs: Tally::default(),
        of_questions: Tally::default(),
        questions: Vec::new(),
        kept: Kept::read::<Graph>(limits),
    };
    let mut pace = Pace::new(limits, PATIENCE);
    while let Some(word) = reading.records.next_line() {
        pace.tick(1)?;
        reading.line(word)?;
    }
    reading.end()
}

impl Reading<'_> {
    #[inline]
    fn line(&mut self, word: &[u8]) -> Result<(), ReadError> {
        match word {
            b"a" => self.arc()?,
            b"q" => self.pair()?,
            b"s" => self.source()?,
            b"p" => self.header()?,
            // The kind of a line is its first character.
            [b'c', ..] => {
                self.records.skip_line();
                return Ok(());
            }
            _ => {
                let expected = "a line that begins with `c`, `p`, `a`, `q` or `s`";
                let mark = self.records.begin();
                return Err(self.records.error_at(mark, expected).into());
            }
        }
        Ok(self.records.end_line()?)
    }

    /// `p sp n m`, or what stands before a list of questions: `p aux sp p2p k`, `p aux sp ss k`.
    fn header(&mut self) -> Result<(), ReadError> {
        let records = &mut self.records;
        let mark = records.mark();
        match records.word() {
            Some(b"sp") if self.nodes.is_none() => {
                let mark = records.mark();
                let nodes = records.number("the number of nodes", 1..=MOST)?;
                let arcs = records.number("the number of arcs", 0..=MOST)?;
                let nodes = u32::try_from(nodes).unwrap_or(u32::MAX);
                self.nodes = Some((nodes, mark, records.line()));
                self.of_arcs.promise("arc", arcs, records);
                Ok(())
            }
            Some(b"sp") => {
                let expected = "no second graph: a file holds one line `p sp`";
                Err(records.error_at(mark, expected).into())
            }
            Some(b"aux") => {
                records.expect("sp")?;
                let mark = records.mark();
                let what = match records.word() {
                    Some(b"p2p") => "line `q`",
                    Some(b"ss") => "line `s`",
                    _ => return Err(records.error_at(mark, "`p2p` or `ss`").into()),
                };
                // The list before this one is at its end.
                let missing = self.of_questions.missing();
                if let Some(missing) = missing.filter(|_| self.wanted.is_exact) {
                    return Err(records.error_at(records.begin(), &missing).into());
                }
                let count = records.number("the number of questions", 0..=MOST)?;
                self.of_questions.promise(what, count, records);
                Ok(())
            }
            _ => Err(records.error_at(mark, "`sp` or `aux`").into()),
        }
    }

    /// How many nodes there are, which must be known before anything names one.
    #[inline]
    fn nodes(&self) -> Result<u32, InputError> {
        match self.nodes {
            Some((nodes, ..)) => Ok(nodes),
            None => Err(self.unsaid(self.records.begin())),
        }
    }

    #[cold]
    fn unsaid(&self, mark: usize) -> InputError {
        let expected = "the line `p sp` with the numbers of nodes and arcs before it";
        self.records.error_at(mark, expected)
    }

    /// `a from to cost`.
    #[inline]
    fn arc(&mut self) -> Result<(), ReadError> {
        let nodes = self.nodes()?;
        self.of_arcs.add(&self.records, self.wanted.is_exact)?;
        let tail = self.end_of_arc("the node that the arc comes from", nodes)?;
        let head = self.end_of_arc("the node that the arc leads to", nodes)?;
        let cost = self.records.signed("the cost of the arc")?;
        if self.arcs.len() as u64 == MOST {
            return Err(Limit::StoreFull(MOST).into());
        }
        let pushed = self.arcs.push((tail, head, cost));
        pushed.map_err(|full| ReadError::Limit(full.into()))
    }

    #[inline]
    fn end_of_arc(&mut self, what: &str, nodes: u32) -> Result<u32, InputError> {
        let number = self.records.number(what, 1..=nodes.into())?;
        Ok(u32::try_from(number).unwrap_or(u32::MAX) - 1)
    }

    /// A node of a question: the inner error is that of a number that no node has.
    fn node(&mut self, what: &str, nodes: u32) -> Result<Result<u32, InputError>, InputError> {
        let mark = self.records.mark();
        let number = self.records.number(what, 0..=u64::MAX)?;
        let node = number
            .checked_sub(1)
            .and_then(|node| u32::try_from(node).ok());
        let node = node.filter(|&node| node < nodes);
        Ok(node.ok_or_else(|| {
            let expected = format!("a node from 1 to {nodes}");
            self.records.error_at(mark, &expected)
        }))
    }

    /// `q from to`.
    fn pair(&mut self) -> Result<(), ReadError> {
        let nodes = self.nodes()?;
        self.of_questions.add(&self.records, self.wanted.is_exact)?;
        let start = self.node("the node to begin at", nodes)?;
        let goal = self.node("the node to end at", nodes)?;
        let ask = start.and_then(|start| Ok(questions::ask(start, goal?)));
        let line = self.records.line();
        self.ask(line, ask)
    }

    /// `s from`: a question about every node.
    fn source(&mut self) -> Result<(), ReadError> {
        let nodes = self.nodes()?;
        self.of_questions.add(&self.records, self.wanted.is_exact)?;
        let start = self.node("the node to begin at", nodes)?;
        let line = self.records.line();
        match start {
            Ok(start) => {
                (0..nodes).try_for_each(|goal| self.ask(line, Ok(questions::ask(start, goal))))
            }
            Err(fault) => self.ask(line, Err(fault)),
        }
    }

    /// Adds a question, unless others are asked instead of those of the file.
    fn ask(
        &mut self,
        line: usize,
        ask: Result<Ask<u32, Exactly<u32>>, InputError>,
    ) -> Result<(), ReadError> {
        if self.wanted.is_given() {
            return Ok(());
        }
        let number = self.questions.len();
        if number == MOST_QUESTIONS {
            let expected = format!(
                "at most {MOST_QUESTIONS} questions, of which a line `s` asks one for each node"
            );
            let mark = self.records.begin();
            return Err(self.records.error_at(mark, &expected).into());
        }
        self.kept.add(1)?;
        self.questions.push(Question { number, line, ask });
        Ok(())
    }

    fn end(mut self) -> Result<Problem<Digraph, Exactly<u32>>, ReadError> {
        let Some((nodes, mark, line)) = self.nodes else {
            let expected = "the line `p sp` with the numbers of nodes and arcs";
            return Err(self.records.error_at_end(expected).into());
        };
        if self.wanted.is_exact {
            let missing = [&self.of_arcs, &self.of_questions].map(Tally::missing);
            if let Some(missing) = missing.into_iter().flatten().next() {
                return Err(self.records.error_at_end(&missing).into());
            }
        }
        let most = ANY_NODES.max((self.arcs.len() as u64).saturating_mul(NODES_AN_ARC));
        if u64::from(nodes) > most {
            let arcs = counted(self.arcs.len(), "arc");
            let expected = format!("at most {most} nodes in a graph of {arcs}");
            return Err(self.records.error_at(mark, &expected).into());
        }
        if self.questions.is_empty() {
            for (start, goal) in self.wanted.pairs(nodes)? {
                self.kept.add(1)?;
                self.questions.push(Question {
                    number: self.questions.len(),
                    line,
                    ask: Ok(questions::ask(start, goal)),
                });
            }
        }
        let graph = Digraph::new(nodes, &self.arcs, &self.limits.memory);
        let rules = graph.map_err(|full| ReadError::Limit(full.into()))?;
        let questions = self.questions;
        Ok(Problem {
            groups: vec![Group { rules, questions }],
        })
    }
}

/// Whether the first line that is no remark has the form of the format.
pub(super) fn sniff(text: &[u8]) -> bool {
    let mut records = Records::new(text);
    let mut is_remark = false;
    loop {
        match records.next_line() {
            Some([b'c', ..]) => {
                is_remark = true;
                records.skip_line();
            }
            Some(b"p") => return records.word() == Some(b"sp"),
            Some(_) => return false,
            // A text that is cut off in its remarks.
            None => return is_remark,
        }
    }
}
