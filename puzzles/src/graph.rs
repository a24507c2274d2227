//! Shortest paths in a directed graph with costs, read from a file: the state space of which nothing is implicit.

pub mod digraph;
mod explored;
mod generate;
mod questions;
mod text;
mod trees;

use std::fmt::Write;

use statewalk::catalog::menu::{Direction, Menu};
use statewalk::catalog::params::{ParamError, Params};
use statewalk::catalog::puzzle::{Card, Notation, Problem, Puzzle, ReadError};
use statewalk::goal::Exactly;
use statewalk::search::limits::Limits;

use crate::graph::digraph::{Arc, Digraph};
use crate::graph::questions::Wanted;

/// The puzzle's entry in the list.
#[derive(Clone, Copy, Debug)]
pub struct Graph;

impl Puzzle for Graph {
    type Rules = Digraph;
    type Goal = Exactly<u32>;

    fn card(&self) -> Card {
        Card {
            name: "graph",
            summary: "cheapest ways in a directed graph with costs (DIMACS .gr, .p2p, .ss)",
            format: "`p sp`, the numbers of nodes and arcs; lines `a`, from, to, cost; then questions, each a line \
                     `q`, from, to, or `s`, from; without them, from the first node to the last. Lines `c` are remarks",
            example: "p sp 3 3\na 1 2 3\na 2 3 1\na 1 3 9\n",
            options: &[questions::FROM, questions::TO, questions::HEADER],
        }
    }

    fn sniff(&self, text: &[u8]) -> bool {
        text::sniff(text)
    }

    fn read(
        &self,
        text: &[u8],
        options: &Params,
    ) -> Result<Problem<Digraph, Self::Goal>, ReadError> {
        self.read_within(text, options, &Limits::default())
    }

    fn read_within(
        &self,
        text: &[u8],
        options: &Params,
        limits: &Limits,
    ) -> Result<Problem<Digraph, Self::Goal>, ReadError> {
        text::read(text, Wanted::new(options)?, limits)
    }

    fn menu(&self, menu: Menu<Self>) -> Menu<Self> {
        let tree =
            "questions from one node share a search: Dijkstra's, or SPFA where costs are negative";
        let table =
            "the same for costs from 0 on (Dijkstra), over a table of all nodes and their parents";
        menu.together(
            ("tree", "ranked"),
            tree,
            true,
            |_, group, asks, settings, watch| trees::solve(group, asks, settings, watch),
        )
        .provided(Digraph::unless_negative, |menu| {
            menu.together(
                ("uniform-cost", "ranked"),
                table,
                true,
                |_, group, asks, settings, watch| trees::solve(group, asks, settings, watch),
            )
            .uniform_cost()
            .bidirectional_dijkstra(0)
            .plans()
        })
        .provided(Digraph::only_units, Menu::breadth_first)
        .spfa()
        .explore(
            (Direction::Forward, "interned"),
            |_, group, settings, deepest, watch| explored::steps(group, settings, deepest, watch),
        )
        .with_maxima()
        .explore(
            (Direction::Forward, "weighted"),
            |_, group, settings, deepest, watch| explored::costs(group, settings, deepest, watch),
        )
        .forecast(|_, group, _, _| explored::forecast(group))
        .explore(
            (Direction::Backward, "interned"),
            |_, group, settings, deepest, watch| explored::steps(group, settings, deepest, watch),
        )
        .with_maxima()
        .explore(
            (Direction::Backward, "weighted"),
            |_, group, settings, deepest, watch| explored::costs(group, settings, deepest, watch),
        )
        .forecast(|_, group, _, _| explored::forecast(group))
        .named(&generate::SPACE, |params| {
            let text = generate::named(params)?;
            self::text::read(
                text.as_bytes(),
                Wanted::new(&Params::default())?,
                &Limits::default(),
            )
            .map_err(|error| ParamError::Form(error.to_string()))
        })
        .generate(&generate::PARAMS, generate::generate)
    }
}

/// What an arc is written as, beside the node that it leads to: nothing for the cheapest between two nodes; its cost
/// for another one, and its number among those of this cost where it is not the first.
struct Word<'a> {
    graph: &'a Digraph,
    parallel: Vec<Arc>,
}

impl Word<'_> {
    fn of(graph: &Digraph, tail: u32, head: u32) -> Word<'_> {
        let parallel = graph.between(tail, head);
        Word { graph, parallel }
    }

    /// The arcs that cost so much.
    fn at_cost(&self, cost: i64) -> impl Iterator<Item = Arc> + '_ {
        let arcs = self.parallel.iter().copied();
        arcs.filter(move |&arc| self.graph.along(arc).1 == cost)
    }
}

impl Notation for Graph {
    fn write_action(&self, graph: &Digraph, &before: &u32, &arc: &Arc, out: &mut String) {
        let (head, cost) = graph.along(arc);
        // Writing into a string cannot fail.
        let _ = write!(out, "{}", head + 1);
        let word = Word::of(graph, before, head);
        if word.parallel.first() == Some(&arc) {
            return;
        }
        let _ = write!(out, " cost {cost}");
        if let Some(place @ 1..) = word.at_cost(cost).position(|other| other == arc) {
            let _ = write!(out, " number {}", place + 1);
        }
    }

    fn read_action(&self, graph: &Digraph, &before: &u32, line: &str) -> Result<Arc, String> {
        let words: Vec<&str> = line.split_ascii_whitespace().collect();
        let (node, cost, place) = match words[..] {
            [node] => (node, None, "1"),
            [node, "cost", cost] => (node, Some(cost), "1"),
            [node, "cost", cost, "number", place] => (node, Some(cost), place),
            _ => return Err("a node, or `NODE cost COST`, or `NODE cost COST number N`".to_owned()),
        };
        let nodes = graph.nodes();
        let head = node
            .parse::<u32>()
            .ok()
            .filter(|node| (1..=nodes).contains(node));
        let head = head.ok_or_else(|| format!("a node from 1 to {nodes}"))?;
        let word = Word::of(graph, before, head - 1);
        let Some(&cheapest) = word.parallel.first() else {
            return Err(format!(
                "a node that an arc leads to from node {}",
                before + 1
            ));
        };
        let Some(cost) = cost else {
            return Ok(cheapest);
        };
        let known = || cost.parse::<i64>().ok().zip(place.parse::<usize>().ok());
        let found = known().and_then(|(cost, place)| word.at_cost(cost).nth(place.checked_sub(1)?));
        found.ok_or_else(|| {
            let count = word.parallel.len();
            format!(
                "one of the arcs from node {} to node {head}, of which there are {count}",
                before + 1
            )
        })
    }

    fn write_state(&self, _: &Digraph, node: &u32, out: &mut String) {
        // Writing into a string cannot fail.
        let _ = writeln!(out, "{}", node + 1);
    }
}
