//! A number that tells sweeps apart.

use crc32fast::Hasher;

use crate::rank_actions::{LocalMap, RankMoves};
use crate::search::layers::planes::expansion::Way;

/// The checksum of all that a sweep depends on: moves, direction, starts and targets. Time: a walk through all
/// tables.
pub(super) fn of(moves: &RankMoves, way: Way, starts: &[u64], targets: &[u64]) -> u32 {
    let mut sum = Hasher::new();
    let mut note = |numbers: &mut dyn Iterator<Item = u64>| {
        let mut count = 0u64;
        for number in numbers {
            sum.update(&number.to_le_bytes());
            count += 1;
        }
        // Where one list ends and the next begins.
        sum.update(&count.to_le_bytes());
    };
    note(&mut [moves.parts() as u64, u64::from(way == Way::Backward)].into_iter());
    note(&mut moves.radices().iter().copied());
    for map in moves.maps() {
        if let LocalMap::Window {
            first,
            digits,
            even,
            odd,
        } = map
        {
            note(&mut [*first as u64, *digits as u64].into_iter());
            note(&mut even.iter().copied().map(u64::from));
            note(&mut odd.iter().copied().map(u64::from));
        }
    }
    for part in 0..moves.parts() {
        let moves = moves.moves(part).iter();
        note(&mut moves.flat_map(|step| [step.to as u64, step.map as u64]));
    }
    note(&mut starts.iter().copied());
    note(&mut targets.iter().copied());
    sum.finalize()
}
