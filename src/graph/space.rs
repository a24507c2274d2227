//! A petgraph graph as a space: its nodes are the states, its edges the actions.

use std::fmt::Debug;

use petgraph::Direction;
use petgraph::visit::{EdgeRef, IntoEdges, IntoEdgesDirected};

use crate::cost::Cost;
use crate::space::{Predecessors, StateSpace};

/// A graph of petgraph with costs made from its edge weights.
///
/// It serves every graph type that lists the edges of a node: `&Graph`, `&StableGraph`,
/// `&GraphMap`, filtered views and others. Parallel edges are different actions, a loop is an action that
/// changes nothing, an undirected edge is an action at both of its ends. The edges of a node come
/// in the order in which the graph lists them (`Graph`: the last one added first). Graphs that list the edges to a node
/// have [`Predecessors`], so that searches from both ends and backward sweeps serve them; tables and sweeps by rank number
/// the nodes by [`Nodes`](crate::graph::nodes::Nodes). Every action at a cost of 1, whatever the edges weigh:
/// [`Unweighted`](crate::adapt::unweighted::Unweighted).
///
/// ```
/// use petgraph::graph::DiGraph;
/// use statewalk::graph::space::GraphSpace;
/// use statewalk::search::uniform_cost::uniform_cost;
///
/// let roads = DiGraph::<(), u32>::from_edges([(0, 1, 4), (0, 2, 1), (2, 1, 0), (1, 3, 5)]);
/// let space = GraphSpace::new(&roads, |&miles| miles.into());
/// let outcome = uniform_cost(&space, 0.into(), &|node: &_| *node == 3.into())?;
/// assert_eq!(outcome.cost(), Some(6));
/// # Ok::<(), statewalk::search::outcome::SearchError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct GraphSpace<G, F> {
    graph: G,
    cost: F,
    max: Option<Cost>,
}

/// Going along an edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Along<N, E> {
    /// The edge.
    pub edge: E,
    /// The node that it leads to.
    pub to: N,
    /// What it costs.
    pub cost: Cost,
}

impl<G, F> GraphSpace<G, F>
where
    G: IntoEdges,
    F: Fn(&G::EdgeWeight) -> Cost,
{
    /// The space of `graph` (a reference to one), where going along an edge costs `cost` of its
    /// weight. It looks at every edge once, to find the largest cost.
    pub fn new(graph: G, cost: F) -> Self {
        let costs = graph.edge_references().map(|edge| cost(edge.weight()));
        let max = costs.max();
        Self { graph, cost, max }
    }

    /// The graph.
    pub fn graph(&self) -> G {
        self.graph
    }
}

impl<G, F> StateSpace for GraphSpace<G, F>
where
    G: IntoEdges<NodeId: Eq + Debug, EdgeId: Eq + Debug>,
    F: Fn(&G::EdgeWeight) -> Cost,
{
    type State = G::NodeId;
    type Action = Along<G::NodeId, G::EdgeId>;

    #[inline]
    fn actions<'a>(
        &'a self,
        &node: &G::NodeId,
    ) -> impl Iterator<Item = Self::Action> + use<'a, G, F> {
        self.graph.edges(node).map(|edge| Along {
            edge: edge.id(),
            to: edge.target(),
            cost: (self.cost)(edge.weight()),
        })
    }

    #[inline]
    fn apply(&self, node: &mut G::NodeId, along: &Self::Action) {
        *node = along.to;
    }

    #[inline]
    fn cost(&self, _: &G::NodeId, along: &Self::Action) -> Cost {
        along.cost
    }

    #[inline]
    fn max_cost(&self) -> Option<Cost> {
        self.max
    }
}

impl<G, F> Predecessors for GraphSpace<G, F>
where
    G: IntoEdgesDirected<NodeId: Eq + Debug, EdgeId: Eq + Debug>,
    F: Fn(&G::EdgeWeight) -> Cost,
{
    #[inline]
    fn predecessors<'a>(
        &'a self,
        &node: &G::NodeId,
    ) -> impl Iterator<Item = (Self::Action, G::NodeId)> + use<'a, G, F> {
        let edges = self.graph.edges_directed(node, Direction::Incoming);
        edges.map(|edge| {
            let along = Along {
                edge: edge.id(),
                to: edge.target(),
                cost: (self.cost)(edge.weight()),
            };
            (along, edge.source())
        })
    }
}

#[cfg(test)]
mod tests {
    use petgraph::graph::{DiGraph, UnGraph};
    use petgraph::visit::EdgeFiltered;

    use super::GraphSpace;
    use crate::space::{Predecessors, StateSpace};

    /// A node before, a node after, a cost.
    type Arcs<N> = Vec<(N, N, i64)>;

    /// Every edge, found forwards and backwards.
    fn both_ways<P: Predecessors<State: Ord>>(
        space: &P,
        nodes: &[P::State],
    ) -> [Arcs<P::State>; 2] {
        let (mut ahead, mut back) = (Vec::new(), Vec::new());
        for node in nodes {
            for action in space.actions(node) {
                let mut after = node.clone();
                space.apply(&mut after, &action);
                ahead.push((node.clone(), after, space.cost(node, &action)));
            }
            for (action, before) in space.predecessors(node) {
                assert!(space.is_applicable(&before, &action));
                let mut after = before.clone();
                space.apply(&mut after, &action);
                assert!(after == *node);
                let cost = space.cost(&before, &action);
                back.push((before, after, cost));
            }
        }
        ahead.sort();
        back.sort();
        [ahead, back]
    }

    const EDGES: [(u32, u32, i64); 5] = [(0, 1, 4), (0, 1, 4), (1, 2, -3), (2, 0, 7), (2, 2, 1)];

    #[test]
    fn directed_edges_parallel_ones_and_loops() {
        let graph = DiGraph::<(), i64>::from_edges(EDGES);
        let space = GraphSpace::new(&graph, |&cost| cost);
        let nodes: Vec<_> = graph.node_indices().collect();
        let all = EDGES.map(|(a, b, cost)| (a.into(), b.into(), cost));
        assert_eq!(both_ways(&space, &nodes), [all.to_vec(), all.to_vec()]);
        assert_eq!(space.max_cost(), Some(7));
    }

    #[test]
    fn undirected_edges_lead_both_ways() {
        let graph = UnGraph::<(), i64>::from_edges(EDGES);
        let space = GraphSpace::new(&graph, |&cost| cost);
        let nodes: Vec<_> = graph.node_indices().collect();
        let turned = EDGES.iter().filter(|(a, b, _)| a != b);
        let turned = turned.map(|&(a, b, cost)| (b, a, cost));
        let both = EDGES.into_iter().chain(turned);
        let mut all: Vec<_> = both.map(|(a, b, c)| (a.into(), b.into(), c)).collect();
        all.sort();
        assert_eq!(both_ways(&space, &nodes), [all.clone(), all]);
    }

    #[test]
    fn views_of_graphs_serve_as_well() {
        let graph = DiGraph::<(), i64>::from_edges(EDGES);
        let view = EdgeFiltered::from_fn(&graph, |edge| *edge.weight() > 4);
        let space = GraphSpace::new(&view, |&cost| cost * 10);
        let nodes: Vec<_> = graph.node_indices().collect();
        let all = vec![(2.into(), 0.into(), 70)];
        assert_eq!(both_ways(&space, &nodes), [all.clone(), all]);
    }
}
