//! Distances by rounds over all arcs (Bellman 1958), and numbers to draw graphs from.

/// From a node to a node, numbered from 1, at a cost.
pub(crate) type Arc = (usize, usize, i64);

/// How far a node is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Far {
    Never,
    At(i64),
    /// A cycle of negative cost lies on the way.
    Endless,
}

/// The distances from `start` to the nodes 1 to `nodes`; place 0 is of no node.
pub(crate) fn distances(nodes: usize, arcs: &[Arc], start: usize) -> Vec<Far> {
    let mut far = vec![None; nodes + 1];
    far[start] = Some(0);
    for _ in 0..nodes {
        for &(tail, head, cost) in arcs {
            if let Some(spent) = far[tail]
                && far[head].is_none_or(|known| spent + cost < known)
            {
                far[head] = Some(spent + cost);
            }
        }
    }
    // What still falls is behind a negative cycle, and all that it leads to is.
    let mut endless = vec![false; nodes + 1];
    for _ in 0..=nodes {
        for &(tail, head, cost) in arcs {
            let falls =
                far[tail].is_some_and(|spent| far[head].is_some_and(|known| spent + cost < known));
            if falls || far[tail].is_some() && endless[tail] {
                endless[head] = true;
            }
        }
    }
    let told = far.iter().zip(endless).map(|(far, endless)| match far {
        _ if endless => Far::Endless,
        Some(cost) => Far::At(*cost),
        None => Far::Never,
    });
    told.collect()
}

/// A small generator of numbers (Steele, Lea and Flood 2014, `SplitMix64`), so that failures repeat.
pub(crate) struct Numbers(pub(crate) u64);

impl Numbers {
    pub(crate) fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^= z >> 31;
        usize::try_from(z % end.max(1) as u64).unwrap()
    }

    /// So many arcs between the nodes 1 to `nodes`, at costs from `least` on, `span` of them.
    pub(crate) fn arcs(&mut self, nodes: usize, count: usize, least: i64, span: usize) -> Vec<Arc> {
        let mut arcs = Vec::new();
        for _ in 0..count {
            let (tail, head) = (1 + self.below(nodes), 1 + self.below(nodes));
            arcs.push((tail, head, least + i64::try_from(self.below(span)).unwrap()));
        }
        arcs
    }
}

/// The file of a graph.
pub(crate) fn written(nodes: usize, arcs: &[Arc]) -> String {
    let lines = arcs
        .iter()
        .map(|(tail, head, cost)| format!("a {tail} {head} {cost}\n"));
    format!("p sp {nodes} {}\n", arcs.len()) + &lines.collect::<String>()
}
