//! Explores a graph by the number of arcs, which suits any costs, or by their sum, where costs are small.

use statewalk::adapt::reversed::Reversed;
use statewalk::adapt::unweighted::Unweighted;
use statewalk::catalog::explorers;
use statewalk::catalog::forecast::Forecast;
use statewalk::catalog::menu::{Direction, ExploreError, Explored, Settings, Watch, Watching};
use statewalk::catalog::puzzle::{Ask, Group};
use statewalk::cost::Cost;
use statewalk::encoding::Encoding;
use statewalk::goal::Exactly;
use statewalk::search::layers::Sweep;
use statewalk::space::StateSpace;

use super::digraph::Digraph;

type Nodes = Group<Digraph, Exactly<u32>>;

/// Where depths are 0: the node that the first legal question begins or ends at.
fn origin(group: &Nodes, direction: Direction) -> Vec<u32> {
    let end = |ask: &Ask<u32, Exactly<u32>>| match direction {
        Direction::Forward => ask.starts.first().map(|&(start, _)| start),
        Direction::Backward => Some(ask.goal.0),
    };
    let mut asks = group
        .questions
        .iter()
        .filter_map(|question| question.ask.as_ref().ok());
    asks.find_map(end).into_iter().collect()
}

/// By the fewest arcs, in a hash of the nodes that are reached.
pub(super) fn steps(
    group: &Nodes,
    settings: &Settings,
    deepest: usize,
    watch: &mut dyn Watch,
) -> Result<Explored<u32>, ExploreError> {
    let steps = Unweighted(&group.rules);
    let origin = origin(group, settings.direction);
    let starts: Vec<(u32, Cost)> = origin.into_iter().map(|node| (node, 0)).collect();
    match settings.direction {
        Direction::Forward => explorers::hashed(&steps, &starts, settings, deepest, watch),
        Direction::Backward => {
            explorers::hashed(&Reversed(&steps), &starts, settings, deepest, watch)
        }
    }
}

/// By the least sum of costs, in buckets over a table of all nodes.
pub(super) fn costs(
    group: &Nodes,
    settings: &Settings,
    deepest: usize,
    watch: &mut dyn Watch,
) -> Result<Explored<u32>, ExploreError> {
    let numbers = group.rules.numbers()?;
    let origin = origin(group, settings.direction);
    let sweep = Sweep::new(&group.rules, &numbers, &origin).deepest(deepest);
    let (limits, observer) = (&settings.limits, &mut Watching(watch));
    Ok(match settings.direction {
        Direction::Forward => explorers::swept(&numbers, &sweep.weighted(limits, observer)?, &0),
        Direction::Backward => {
            explorers::swept(&numbers, &sweep.weighted_backward(limits, observer)?, &0)
        }
    })
}

/// What [`costs`] takes: beside the graph, which is in memory, a table of all nodes and the buckets.
pub(super) fn forecast(group: &Nodes) -> Result<Forecast, ExploreError> {
    let ranks = group.rules.numbers()?.size();
    Ok(Forecast::weighted(ranks, group.rules.max_cost(), 0))
}
