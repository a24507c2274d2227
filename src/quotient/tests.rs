//! The tables of the quotient against flooding, on random boards.

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::memory::Memory;
use crate::quotient::blocks::Blocks;
use crate::quotient::cells::Cells;
use crate::quotient::halt::Meter;
use crate::quotient::turns::Turns;

/// The open cells of `rows` (`#` is fixed), in reading order.
fn board(rows: &[Vec<bool>]) -> Cells {
    let width = rows[0].len();
    let open = |row: usize, column: usize| {
        rows.get(row).and_then(|cells| cells.get(column)) == Some(&true)
    };
    Cells::new(
        &Memory::unlimited(),
        &mut Meter::unlimited(),
        rows.len() * width,
        |cell| {
            let (row, column) = (cell as usize / width, cell as usize % width);
            [
                (row.wrapping_sub(1), column),
                (row, column.wrapping_sub(1)),
                (row, column + 1),
                (row + 1, column),
            ]
            .into_iter()
            .filter(move |&(r, c)| open(row, column) && open(r, c))
            .map(move |(r, c)| u32::try_from(r * width + c).unwrap())
        },
    )
    .unwrap()
}

/// Distances from `start` with `removed` taken out, by plain flooding.
fn flood(cells: &Cells, start: u32, removed: u32) -> Vec<Option<u32>> {
    let mut distance = vec![None; cells.count() as usize];
    distance[start as usize] = Some(0);
    let mut queue = vec![start];
    let mut at = 0;
    while at < queue.len() {
        let cell = queue[at];
        at += 1;
        for head in cells.sides(cell).map(|arc| cells.head(arc)) {
            if head != removed && distance[head as usize].is_none() {
                distance[head as usize] = distance[cell as usize].map(|steps: u32| steps + 1);
                queue.push(head);
            }
        }
    }
    distance
}

fn agree(cells: &Cells) {
    let memory = Memory::unlimited();
    let mut meter = Meter::unlimited();
    let blocks = Blocks::new(&memory, &mut meter, cells).unwrap();
    let turns = Turns::new(&memory, &mut meter, cells, &blocks).unwrap();
    for cell in 0..cells.count() {
        for from in cells.sides(cell) {
            let distance = flood(cells, cells.head(from), cell);
            for to in cells.sides(cell) {
                let truth = distance[cells.head(to) as usize];
                assert_eq!(
                    turns.cost(cells, cell, from, to),
                    truth,
                    "{cell} {from} {to}"
                );
                let joined =
                    blocks.of_arc(cell, cells.head(from)) == blocks.of_arc(cell, cells.head(to));
                assert_eq!(joined, truth.is_some());
            }
        }
        for other in 0..cells.count() {
            let distance = flood(cells, other, cell);
            let entrance = blocks.entrance(cells, other, cell);
            for side in cells.sides(cell) {
                let reached = other != cell && distance[cells.head(side) as usize].is_some();
                let told = entrance == Some(blocks.of_arc(cell, cells.head(side)));
                assert_eq!(told, reached, "{other} to {cell} by {side}");
            }
        }
    }
}

#[test]
fn tables_agree_with_flooding_on_random_boards() {
    let mut random = ChaCha8Rng::seed_from_u64(1);
    for round in 0..400 {
        let (height, width) = (random.random_range(1..9), random.random_range(1..9));
        let fixed = f64::from(round % 8) / 14.0;
        let rows: Vec<Vec<bool>> = (0..height)
            .map(|_| (0..width).map(|_| !random.random_bool(fixed)).collect())
            .collect();
        agree(&board(&rows));
    }
}
