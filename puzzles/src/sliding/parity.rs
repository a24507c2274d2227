//! Whether one board can become another, told without a search (Johnson and Story 1879).

/// Whether the blank can lead `start` to `goal` on a board with rows of `width` cells.
///
/// Both list the same numbers, from 0 on, which is the blank. Each move exchanges the blank with a neighbour: an odd
/// permutation, and a step to a cell of the other colour. So the two parities must agree, and where there
/// are at least two rows and two columns, that is enough. In a single row or column, tiles never pass each
/// other. Time and memory: linear in the cells.
#[must_use]
pub fn is_solvable<T: Copy + Into<u32>>(width: usize, start: &[T], goal: &[T]) -> bool {
    let index = |number: T| number.into() as usize;
    if width == 1 || width == start.len() {
        let tiles = |board: &[T]| {
            let tiles = board.iter().map(|&number| index(number));
            tiles.filter(|&number| number > 0).collect::<Vec<_>>()
        };
        return tiles(start) == tiles(goal);
    }
    let mut place = vec![0; goal.len()];
    for (cell, &number) in goal.iter().enumerate() {
        place[index(number)] = cell;
    }
    // Each cycle of k cells is k - 1 swaps.
    let mut seen = vec![false; start.len()];
    let mut swaps = 0;
    for begin in 0..start.len() {
        let mut cell = begin;
        while !seen[cell] {
            seen[cell] = true;
            cell = place[index(start[cell])];
            swaps += usize::from(cell != begin);
        }
    }
    let blank = start.iter().position(|&number| index(number) == 0);
    let blank = blank.unwrap_or(0);
    let steps =
        (blank / width).abs_diff(place[0] / width) + (blank % width).abs_diff(place[0] % width);
    swaps % 2 == steps % 2
}

#[cfg(test)]
mod tests {
    use super::is_solvable;

    #[test]
    fn the_puzzle_of_the_exchanged_tiles_cannot_be_solved() {
        let goal: Vec<u16> = (1..16).chain([0]).collect();
        let mut start = goal.clone();
        start.swap(13, 14);
        assert!(!is_solvable(4, &start, &goal));
        assert!(is_solvable(4, &goal, &goal));
        // With the blank first in the goal, the same board is solvable.
        let first: Vec<u16> = (0..16).collect();
        assert_ne!(
            is_solvable(4, &start, &first),
            is_solvable(4, &goal, &first)
        );
    }

    #[test]
    fn in_a_line_tiles_keep_their_order() {
        assert!(is_solvable::<u16>(3, &[1, 0, 2], &[0, 1, 2]));
        assert!(!is_solvable::<u16>(3, &[2, 0, 1], &[0, 1, 2]));
        assert!(is_solvable::<u16>(1, &[1, 2, 0], &[0, 1, 2]));
        assert!(!is_solvable::<u16>(4, &[0, 2, 3, 1], &[0, 1, 2, 3]));
        assert!(is_solvable::<u16>(1, &[0], &[0]));
    }
}
