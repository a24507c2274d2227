//! Random sparse graphs.

use std::fmt::Write;

use rand::seq::SliceRandom;
use rand::{Rng, RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use statewalk::catalog::params::{Param, ParamError, Params};
use statewalk::cost::Cost;

const NODES: Param = Param {
    name: "nodes",
    meaning: "how many nodes, from 1 to 10000000",
    default: "10",
};

const ARCS: Param = Param {
    name: "arcs",
    meaning: "how many arcs, from 0 to 50000000",
    default: "30",
};

const LEAST: Param = Param {
    name: "least",
    meaning: "the least cost of an arc, which may be negative",
    default: "1",
};

const MOST: Param = Param {
    name: "most",
    meaning: "the largest cost of an arc",
    default: "100",
};

const QUESTIONS: Param = Param {
    name: "questions",
    meaning: "how many questions between random nodes, up to 1000000; with none, it is from the first to the last",
    default: "0",
};

const SOLVABLE: Param = Param {
    name: "solvable",
    meaning: "`yes`: a circle through all nodes is among the arcs, so that each can be reached from each; `any`: none is made",
    default: "any",
};

const SEED: Param = Param {
    name: "seed",
    meaning: "what the graph is drawn from",
    default: "0",
};

pub(super) const PARAMS: [Param; 6] = [NODES, ARCS, LEAST, MOST, QUESTIONS, SOLVABLE];

/// What names a space to explore.
pub(super) const SPACE: [Param; 6] = [NODES, ARCS, LEAST, MOST, SOLVABLE, SEED];

/// What is drawn.
struct Kind {
    nodes: u32,
    arcs: usize,
    costs: (Cost, Cost),
    questions: usize,
    is_circle: bool,
}

impl Kind {
    fn new(params: &Params, questions: usize) -> Result<Self, ParamError> {
        let kind = Self {
            nodes: params.number(&NODES, 1..=10_000_000)?,
            arcs: params.number(&ARCS, 0..=50_000_000)?,
            costs: (
                params.number(&LEAST, Cost::MIN..=Cost::MAX)?,
                params.number(&MOST, Cost::MIN..=Cost::MAX)?,
            ),
            questions,
            is_circle: params.choice(&SOLVABLE, &[("yes", true), ("any", false)])?,
        };
        let wrong = |param: &Param, value: String, expected: String| ParamError::Value {
            name: param.name.to_owned(),
            value,
            expected,
        };
        if kind.costs.0 > kind.costs.1 {
            let (least, most) = kind.costs;
            return Err(wrong(
                &MOST,
                most.to_string(),
                format!("a number from {least} on, the least cost"),
            ));
        }
        let circle = if kind.is_circle && kind.nodes > 1 {
            kind.nodes
        } else {
            0
        };
        if kind.arcs < circle as usize {
            let expected = format!("a number from {circle} on, for a circle through all nodes");
            return Err(wrong(&ARCS, kind.arcs.to_string(), expected));
        }
        // The reader refuses graphs of hardly anything but nodes.
        if kind.nodes > 1 << 20 && (kind.nodes as usize).div_ceil(16) > kind.arcs {
            let expected = format!(
                "a number from {} on, one for 16 nodes",
                kind.nodes.div_ceil(16)
            );
            return Err(wrong(&ARCS, kind.arcs.to_string(), expected));
        }
        Ok(kind)
    }

    /// The file. Time and memory in proportion to it.
    fn written(&self, rng: &mut impl Rng) -> String {
        let Self { nodes, arcs, .. } = *self;
        let mut out = String::new();
        // Writing into a string cannot fail.
        let _ = writeln!(out, "p sp {nodes} {arcs}");
        let mut circle: Vec<u32> = Vec::new();
        if self.is_circle && nodes > 1 {
            circle = (1..=nodes).collect();
            circle.shuffle(rng);
        }
        for arc in 0..arcs {
            let (tail, head) = match circle.get(arc) {
                Some(&tail) => (tail, circle[(arc + 1) % circle.len()]),
                None => (rng.random_range(1..=nodes), rng.random_range(1..=nodes)),
            };
            let cost = rng.random_range(self.costs.0..=self.costs.1);
            let _ = writeln!(out, "a {tail} {head} {cost}");
        }
        if self.questions > 0 {
            let _ = writeln!(out, "p aux sp p2p {}", self.questions);
        }
        for _ in 0..self.questions {
            let (start, goal) = (rng.random_range(1..=nodes), rng.random_range(1..=nodes));
            let _ = writeln!(out, "q {start} {goal}");
        }
        out
    }
}

/// A file of a random graph.
///
/// # Errors
/// [`ParamError`] if a parameter is wrong, or they do not go together.
pub(super) fn generate(params: &Params, seed: u64) -> Result<String, ParamError> {
    let kind = Kind::new(params, params.number(&QUESTIONS, 0..=1_000_000)?)?;
    Ok(kind.written(&mut ChaCha8Rng::seed_from_u64(seed)))
}

/// The same for a space by name, which has its seed among the parameters.
///
/// # Errors
/// As [`generate`].
pub(super) fn named(params: &Params) -> Result<String, ParamError> {
    let seed = params.number(&SEED, 0..=u64::MAX)?;
    let kind = Kind::new(params, 0)?;
    Ok(kind.written(&mut ChaCha8Rng::seed_from_u64(seed)))
}
