//! A whole space swept by a loop written out by hand, over the ranks that the engine's sweeps are over.

use statewalk::{Encoding, StateSpace};

/// States that are numbered together.
const TOGETHER: usize = 64;

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
    let mut states = vec![goal; TOGETHER];
    let (mut after, mut ranked) = (Vec::new(), Vec::new());
    let mut profile = Vec::new();
    while !layer.is_empty() {
        profile.push(layer.len() as u64);
        // Together where the encoding is faster so, as one writes it for such an encoding.
        for crowd in layer.chunks(if E::AT_ONCE { TOGETHER } else { 1 }) {
            let states = &mut states[..crowd.len()];
            ranks.unrank_each(crowd, states);
            after.clear();
            for state in &*states {
                for action in rules.actions(state) {
                    let mut next = state.clone();
                    rules.apply(&mut next, &action);
                    after.push(next);
                }
            }
            ranked.resize(after.len(), 0);
            ranks.rank_each(&after, &mut ranked);
            for &rank in &ranked {
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
