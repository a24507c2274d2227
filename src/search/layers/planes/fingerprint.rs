//! A number that tells sweeps on planes apart.

use crate::rank_actions::{LocalMap, RankMoves};
use crate::search::layers::checkpoint::fingerprint::Fingerprint;
use crate::search::layers::direction::Way;

/// The checksum of all that a sweep depends on: moves, direction, starts and targets. Time: a walk through all
/// tables.
pub(super) fn of(moves: &RankMoves, way: Way, starts: &[u64], targets: &[u64]) -> u32 {
    let mut sum = Fingerprint::default();
    sum.note([moves.parts() as u64, u64::from(way == Way::Backward)]);
    sum.note(moves.radices().iter().copied());
    for map in moves.maps() {
        if let LocalMap::Window {
            first,
            digits,
            even,
            odd,
        } = map
        {
            sum.note([*first as u64, *digits as u64]);
            sum.note(even.iter().copied().map(u64::from));
            sum.note(odd.iter().copied().map(u64::from));
        }
    }
    for part in 0..moves.parts() {
        let moves = moves.moves(part).iter();
        sum.note(moves.flat_map(|step| [step.to as u64, step.map as u64]));
    }
    sum.note(starts.iter().copied());
    sum.note(targets.iter().copied());
    sum.sum()
}
