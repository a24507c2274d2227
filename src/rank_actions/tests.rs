//! Maps against permutations that are ranked whole, and declarations that are refused.

use super::lehmer::Lehmer;
use super::placing::Placing;
use super::{LocalMap, RankActionsError, RankMoves};
use crate::encoding::Encoding;
use crate::encoding::even_permutation::EvenPermutation;
use crate::encoding::permutation::Permutation;
use crate::encoding::placed::Placed;
use crate::memory::Memory;

fn moves_of(parts: u64, radices: Vec<u64>) -> Result<RankMoves, RankActionsError> {
    RankMoves::new(parts, radices, &Memory::unlimited())
}

/// All orders of the numbers below `n`.
fn orders(n: usize) -> Vec<Vec<usize>> {
    if n == 0 {
        return vec![Vec::new()];
    }
    let shorter = orders(n - 1);
    let insert = |order: &Vec<usize>, at: usize| {
        let mut order = order.clone();
        order.insert(at, n - 1);
        order
    };
    let longer = shorter.iter();
    longer
        .flat_map(|order| (0..n).map(move |at| insert(order, at)))
        .collect()
}

fn is_odd(order: &[usize]) -> bool {
    let larger = |(at, &item): (usize, &usize)| order[at..].iter().filter(|&&b| b < item).count();
    order.iter().enumerate().map(larger).sum::<usize>() % 2 == 1
}

/// What an action makes of a sequence.
fn permuted(sequence: &[u8], first: usize, order: &[usize]) -> Vec<u8> {
    let mut after = sequence.to_vec();
    for (place, &from) in order.iter().enumerate() {
        after[first + place] = sequence[first + from];
    }
    after
}

#[test]
fn windows_of_all_sequences_act_as_the_sequences_do() {
    for items in 0..=6 {
        let (code, encoding) = (Lehmer::all(items), Permutation::new(items).unwrap());
        for width in 0..=items.min(4) {
            for (first, order) in
                (0..=items - width).flat_map(|f| orders(width).into_iter().map(move |o| (f, o)))
            {
                let map = code.permuting(first, &order, false).unwrap();
                map.check(&code.radices()).unwrap();
                let mut sequence = vec![0; items];
                for rank in 0..encoding.size() {
                    encoding.unrank_into(rank, &mut sequence);
                    let after = encoding.rank(&permuted(&sequence, first, &order));
                    assert_eq!(
                        map.apply(&code.radices(), rank),
                        after,
                        "{items} {first} {order:?}"
                    );
                }
            }
        }
    }
}

#[test]
fn windows_of_one_parity_act_as_the_sequences_do() {
    let swap = |sequence: &mut Vec<u8>, odd: bool| {
        if let [.., a, b] = &mut sequence[..]
            && odd
        {
            std::mem::swap(a, b);
        }
    };
    for items in 0..=6 {
        let (code, encoding) = (
            Lehmer::of_one_parity(items),
            EvenPermutation::new(items).unwrap(),
        );
        for (width, odd) in
            (0..=items.min(4)).flat_map(|width| [(width, false), (width, items > 1)])
        {
            for (first, order) in
                (0..=items - width).flat_map(|f| orders(width).into_iter().map(move |o| (f, o)))
            {
                let map = code.permuting(first, &order, odd).unwrap();
                map.check(&code.radices()).unwrap();
                let mut sequence = vec![0; items];
                for rank in 0..encoding.size() {
                    encoding.unrank_into(rank, &mut sequence);
                    swap(&mut sequence, odd);
                    let mut after = permuted(&sequence, first, &order);
                    swap(&mut after, odd ^ is_odd(&order));
                    let after = encoding.rank(&after);
                    let mapped = map.apply(&code.radices(), rank);
                    assert_eq!(mapped, after, "{items} {first} {order:?} {odd}");
                }
            }
        }
    }
}

/// Every way to permute the places of a short sequence, on the ranks by the places of some items.
#[test]
fn places_are_permuted_as_the_sequences_are() {
    for items in 1..=5 {
        for (tracked, even) in (0..=items).flat_map(|tracked| [(tracked, false), (tracked, true)]) {
            let code = if even {
                Placed::<Vec<u8>>::even(items, tracked)
            } else {
                Placed::all(items, tracked)
            };
            let Ok(code) = code else { continue };
            let mut placing = Placing::new(&code);
            let mut moves = moves_of(code.parts(), placing.radices()).unwrap();
            for order in orders(items).iter().filter(|order| !even || !is_odd(order)) {
                let mut sequence = vec![0; items];
                for part in 0..code.parts() {
                    let to = placing.permuting(part, order, &mut moves).unwrap();
                    for local in 0..code.locals() {
                        code.unrank_into(part * code.locals() + local, &mut sequence);
                        let after = code.rank(&permuted(&sequence, 0, order));
                        let mapped = moves.maps()[to.map].apply(moves.radices(), local);
                        assert_eq!(
                            to.to as u64 * code.locals() + mapped,
                            after,
                            "{items} {tracked} {even} {order:?} {part} {local}"
                        );
                    }
                }
            }
        }
    }
}

#[test]
fn moves_claim_their_bytes() {
    let memory = Memory::limited(1000);
    let mut moves = RankMoves::new(4, vec![6, 5], &memory).unwrap();
    assert_eq!((moves.bytes(), memory.used()), (96, 96));
    moves
        .add_map(LocalMap::shift(&[6, 5], 0, 1).unwrap())
        .unwrap();
    let before = moves.bytes();
    assert_eq!(before, 96 + 24);
    for _ in 0..4 {
        moves.connect(0, 1, 1).unwrap();
    }
    assert_eq!(moves.bytes(), before + 6 * 16);
    let swap = (0..30).rev().collect();
    moves.add_map(LocalMap::window(0, 2, swap)).unwrap();
    let wide = RankMoves::new(40, vec![2], &memory).unwrap_err();
    assert!(matches!(wide, RankActionsError::Memory(_)), "{wide}");
    drop(moves);
    assert_eq!(memory.used(), 0);
}

#[test]
fn moves_are_undone_only_by_their_inverses() {
    let mut moves = moves_of(2, vec![5]).unwrap();
    let on = moves.add_map(LocalMap::shift(&[5], 0, 1).unwrap()).unwrap();
    moves.connect(0, on, 1).unwrap();
    assert!(!moves.is_symmetric());
    moves.connect(1, on, 0).unwrap();
    assert!(!moves.is_symmetric());
    let back = moves.add_map(LocalMap::shift(&[5], 0, 4).unwrap()).unwrap();
    moves.connect(1, back, 0).unwrap();
    moves.connect(0, back, 1).unwrap();
    assert!(moves.is_symmetric());
    assert_eq!(moves.successors(4).collect::<Vec<_>>(), [5, 8]);
    assert_eq!(moves.two_colours(), Some(vec![false, true]));
    moves.connect(1, 0, 1).unwrap();
    assert_eq!(moves.two_colours(), None);
}

#[test]
fn equal_maps_are_one_and_an_identity_is_none() {
    let mut moves = moves_of(1, vec![3, 2]).unwrap();
    let shift = || LocalMap::shift(&[3, 2], 0, 2).unwrap();
    assert_eq!(moves.add_map(LocalMap::window(1, 1, vec![0, 1])), Ok(0));
    assert_eq!(moves.add_map(shift()), Ok(1));
    assert_eq!(moves.add_map(shift()), Ok(1));
}

#[test]
fn wrong_declarations_are_refused() {
    use RankActionsError as Error;
    assert_eq!(moves_of(0, vec![]).unwrap_err(), Error::Size);
    assert_eq!(moves_of(1, vec![3, 0]).unwrap_err(), Error::Size);
    let large = vec![1 << 32, 1 << 32];
    assert_eq!(moves_of(1, large).unwrap_err(), Error::Size);
    let mut moves = moves_of(1, vec![2, 3]).unwrap();
    for (map, error) in [
        (
            LocalMap::window(1, 2, vec![0; 6]),
            Error::Window {
                first: 1,
                digits: 2,
            },
        ),
        (
            LocalMap::window(usize::MAX, 2, vec![]),
            Error::Window {
                first: usize::MAX,
                digits: 2,
            },
        ),
        (
            LocalMap::window(1, 1, vec![0, 1]),
            Error::Table {
                found: 2,
                expected: 3,
            },
        ),
        (
            LocalMap::window(1, 1, vec![0, 1, 1]),
            Error::NotOneToOne { value: 2, image: 1 },
        ),
        (
            LocalMap::window(1, 1, vec![0, 3, 1]),
            Error::NotOneToOne { value: 1, image: 3 },
        ),
        (
            LocalMap::window_by_parity(1, 1, vec![0, 1, 2], vec![0, 1]),
            Error::Table {
                found: 2,
                expected: 3,
            },
        ),
    ] {
        assert_eq!(moves.add_map(map), Err(error));
    }
    let wide = LocalMap::shift(&[1 << 27], 0, 1);
    assert_eq!(
        wide,
        Err(Error::TooLarge {
            values: 1 << 27,
            most: 1 << 22
        })
    );
    assert_eq!(
        moves.connect(0, 0, 1),
        Err(Error::NoSuch {
            from: 0,
            map: 0,
            to: 1
        })
    );
    assert_eq!(
        moves.connect(0, 1, 0),
        Err(Error::NoSuch {
            from: 0,
            map: 1,
            to: 0
        })
    );
}

#[test]
fn parts_that_no_machine_has_room_for_are_refused() {
    for parts in [1 << 50, u64::MAX / 2] {
        let refused = moves_of(parts, vec![2]).unwrap_err();
        assert!(
            matches!(refused, RankActionsError::Memory(_)),
            "{parts}: {refused}"
        );
    }
}

#[test]
fn a_map_is_made_only_where_there_is_room_to_make_it() {
    let values = 7 * 6 * 5 * 4;
    let code = Lehmer::all(7);
    assert_eq!(code.values(0, 4), values);
    let map = || code.permuting(0, &[1, 2, 3, 0], false);
    let room = |bytes| {
        let memory = Memory::limited(bytes);
        RankMoves::new(1, code.radices(), &memory).map(|moves| (moves, memory))
    };
    let (mut moves, memory) = room(1 << 20).unwrap();
    moves.add_map_of(values, map).unwrap();
    // The table, and what it took to fill it.
    let needed = moves.peak();
    assert!(needed > moves.bytes() + 8 * values, "{needed}");
    assert_eq!((memory.peak(), memory.used()), (needed, moves.bytes()));
    let (mut moves, _) = room(needed).unwrap();
    moves.add_map_of(values, map).unwrap();
    let (mut moves, _) = room(8 * values).unwrap();
    let refused = moves.add_map_of(values, || unreachable!("there is no room for it"));
    assert!(matches!(refused, Err(RankActionsError::Memory(_))));
}

#[test]
fn what_is_remembered_while_moves_are_made_is_counted() {
    let code = Placed::all(9, 3).unwrap();
    let memory = Memory::limited(1 << 24);
    let mut placing = Placing::<[u8; 9]>::new(&code);
    let mut moves = RankMoves::new(code.parts(), placing.radices(), &memory).unwrap();
    let order: Vec<usize> = (0..9).rev().collect();
    for part in 0..code.parts() {
        placing.permuting(part, &order, &mut moves).unwrap();
    }
    assert!(memory.used() > moves.bytes());
    assert_eq!(memory.peak(), moves.peak());
    drop(placing);
    assert_eq!(memory.used(), moves.bytes());
}
