//! The nodes of a petgraph graph as ranks, for stores and sweeps with an entry for every node.

use petgraph::visit::NodeCompactIndexable;

use crate::encoding::Encoding;

/// The nodes of a graph, numbered as the graph numbers them.
///
/// It serves the graph types that number their nodes without gaps: `&Graph`, `&GraphMap`, `&Csr` and others. A
/// `StableGraph` leaves gaps where nodes were removed, so it has no such encoding; a hash of its nodes serves.
///
/// ```
/// use petgraph::graph::DiGraph;
/// use statewalk::goal::Exactly;
/// use statewalk::graph::nodes::Nodes;
/// use statewalk::graph::space::GraphSpace;
/// use statewalk::search::limits::Limits;
/// use statewalk::search::task::Task;
/// use statewalk::search::trace::ByParents;
/// use statewalk::search::uniform_cost;
/// use statewalk::store::ranked::Ranked;
///
/// let roads = DiGraph::<(), u32>::from_edges([(0, 1, 4), (0, 2, 1), (2, 1, 0), (1, 3, 5)]);
/// let space = GraphSpace::new(&roads, |&miles| miles.into());
/// let limits = Limits::default();
/// let table: Ranked<_> = Ranked::new(Nodes::new(&roads), 254, &limits.memory)?;
/// let mut store = table.with_parents(&limits.memory)?;
/// let task = Task { space: &space, starts: &[(0.into(), 0)], goal: &Exactly(3.into()) };
/// let found = uniform_cost::search(task, &mut store, &ByParents, &limits, &mut ())?;
/// assert_eq!(found.outcome.cost(), Some(6));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Nodes<G>(G);

impl<G: NodeCompactIndexable> Nodes<G> {
    /// The nodes of `graph` (a reference to one).
    pub fn new(graph: G) -> Self {
        Self(graph)
    }
}

impl<G: NodeCompactIndexable> Encoding for Nodes<G> {
    type State = G::NodeId;

    #[inline]
    fn size(&self) -> u64 {
        self.0.node_bound() as u64
    }

    #[inline]
    fn rank(&self, &node: &G::NodeId) -> u64 {
        self.0.to_index(node) as u64
    }

    #[inline]
    fn unrank_into(&self, rank: u64, node: &mut G::NodeId) {
        // A rank is below the number of nodes, which are in memory.
        *node = self
            .0
            .from_index(usize::try_from(rank).unwrap_or(usize::MAX));
    }
}

#[cfg(test)]
mod tests {
    use petgraph::csr::Csr;
    use petgraph::graph::{DiGraph, NodeIndex};

    use super::Nodes;
    use crate::encoding::Encoding;
    use crate::graph::space::GraphSpace;
    use crate::search::layers::Sweep;
    use crate::search::limits::Limits;

    const EDGES: [(u32, u32, i64); 5] = [(0, 1, 4), (0, 1, 3), (1, 2, 2), (2, 0, 7), (3, 2, 1)];

    /// Every rank and every node come back.
    fn both_ways<E: Encoding<State: Copy + PartialEq + std::fmt::Debug>>(
        encoding: &E,
        nodes: &[E::State],
    ) {
        assert_eq!(encoding.size(), nodes.len() as u64);
        let mut state = nodes[0];
        for (rank, node) in (0..).zip(nodes) {
            assert_eq!(encoding.rank(node), rank);
            encoding.unrank_into(rank, &mut state);
            assert_eq!(state, *node);
        }
    }

    #[test]
    fn nodes_are_numbered_as_the_graph_does() {
        let graph = DiGraph::<(), i64>::from_edges(EDGES);
        both_ways(
            &Nodes::new(&graph),
            &graph.node_indices().collect::<Vec<_>>(),
        );
        let rows = Csr::<(), i64>::from_sorted_edges(&EDGES[1..]).unwrap();
        both_ways(&Nodes::new(&rows), &[0, 1, 2, 3]);
    }

    #[test]
    fn a_graph_is_swept_by_its_costs_both_ways() {
        let graph = DiGraph::<(), i64>::from_edges(EDGES);
        let space = GraphSpace::new(&graph, |&cost| cost);
        let (nodes, limits) = (Nodes::new(&graph), Limits::default());
        let from = [NodeIndex::new(0)];
        let ahead = Sweep::new(&space, &nodes, &from);
        let ahead = ahead.weighted(&limits, &mut ()).unwrap();
        let far = [0, 1, 2, 3].map(|rank| ahead.distance(rank));
        assert_eq!(far, [Some(0), Some(3), Some(5), None]);
        let to = [NodeIndex::new(2)];
        let back = Sweep::new(&space, &nodes, &to);
        let back = back.weighted_backward(&limits, &mut ()).unwrap();
        let far = [0, 1, 2, 3].map(|rank| back.distance(rank));
        assert_eq!(far, [Some(5), Some(2), Some(0), Some(1)]);
    }
}
