//! A whole space swept by a loop written out by hand, over the ranks that the engine's sweeps are over.

use statewalk::{Encoding, StateSpace};

/// The loop that one writes for one space: a list of ranks for each of two layers, and a bit for each rank that was
/// met. It returns how many states there are at each distance.
///
/// # Panics
/// If the machine cannot number the words of the table.
#[must_use]
pub fn by_hand<P, E>(rules: &P, ranks: &E, goal: P::State) -> Vec<u64>
where
    P: StateSpace,
    E: Encoding<State = P::State>,
{
    let place = |rank: u64| usize::try_from(rank / 64).expect("a table of the machine");
    let mut met = vec![0u64; place(ranks.size()) + 1];
    let (mut layer, mut next) = (vec![ranks.rank(&goal)], Vec::new());
    met[place(layer[0])] |= 1 << (layer[0] % 64);
    let (mut state, mut after) = (goal.clone(), goal);
    let mut profile = Vec::new();
    while !layer.is_empty() {
        profile.push(layer.len() as u64);
        for &rank in &layer {
            ranks.unrank_into(rank, &mut state);
            for action in rules.actions(&state) {
                after.clone_from(&state);
                rules.apply(&mut after, &action);
                let rank = ranks.rank(&after);
                let word = &mut met[place(rank)];
                if *word >> (rank % 64) & 1 == 0 {
                    *word |= 1 << (rank % 64);
                    next.push(rank);
                }
            }
        }
        std::mem::swap(&mut layer, &mut next);
        next.clear();
    }
    profile
}
