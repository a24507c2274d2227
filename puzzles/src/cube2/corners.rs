//! The corners of a pocket cube one by one: which stands where, and how it is twisted.

use std::sync::LazyLock;

use statewalk::encoding::Encoding;
use statewalk::encoding::orientation::Orientation;
use statewalk::encoding::permutation::Permutation;

use super::encoding::{ORDERS, TWISTS};
use super::geometry::{Sticker, axes, corners, turned};
use super::rules::Cube;

/// Seven corners: for each place the corner that stands there, and how often it is twisted clockwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Corners {
    /// The corners, by place.
    pub(super) order: [u8; 7],
    /// The twists, by place.
    pub(super) twist: [u8; 7],
}

/// The encodings of both.
struct Encodings {
    order: Permutation<[u8; 7]>,
    twist: Orientation<[u8; 7]>,
}

static ENCODINGS: LazyLock<Option<Encodings>> = LazyLock::new(|| {
    Some(Encodings {
        order: Permutation::new(7).ok()?,
        twist: Orientation::new(7, 3).ok()?,
    })
});

impl Corners {
    /// All in their places.
    pub(super) const SOLVED: Self = Self {
        order: [0, 1, 2, 3, 4, 5, 6],
        twist: [0; 7],
    };

    /// The corners of a cube.
    pub(super) fn of(cube: Cube) -> Self {
        let mut corners = Self::SOLVED;
        if let Some(encodings) = &*ENCODINGS {
            encodings
                .order
                .unrank_into(cube.order.into(), &mut corners.order);
            encodings
                .twist
                .unrank_into(cube.twist.into(), &mut corners.twist);
        }
        corners
    }

    /// The cube of these corners, each of which is there once; `None` if one is twisted that should not be.
    pub(super) fn cube(&self) -> Option<Cube> {
        let sum: u8 = self.twist.iter().sum();
        let encodings = ENCODINGS.as_ref().filter(|_| sum.is_multiple_of(3))?;
        Some(Cube {
            order: u16::try_from(encodings.order.rank(&self.order)).ok()?,
            twist: u16::try_from(encodings.twist.rank(&self.twist)).ok()?,
        })
    }

    /// The corners after a quarter turn of a face that the fixed corner does not have.
    fn turned(&self, face: usize) -> Self {
        let mut after = *self;
        let places = corners();
        for (place, &corner) in places.iter().enumerate() {
            let axis = axes(corner)[0];
            let sticker = turned(Sticker { corner, axis }, face);
            let to = places.iter().position(|other| *other == sticker.corner);
            let along = axes(sticker.corner);
            let twist = along.iter().position(|&axis| axis == sticker.axis);
            if let (Some(to), Some(twist)) = (to, twist) {
                after.order[to] = self.order[place];
                after.twist[to] = (self.twist[place] + twist.to_le_bytes()[0]) % 3;
            }
        }
        after
    }
}

/// What the nine turns do to orders and to twists, by rank.
#[derive(Debug)]
pub(super) struct Turned {
    order: Vec<[u16; 9]>,
    twist: Vec<[u16; 9]>,
}

/// The tables, 100 kB, made when they are first needed.
pub(super) static TURNED: LazyLock<Turned> = LazyLock::new(|| {
    // The faces right, above and in front, in the order of the turns.
    let nine = |cube: Cube| {
        [1, 0, 2].map(|face| {
            let mut corners = Corners::of(cube);
            [(); 3].map(|()| {
                corners = corners.turned(face);
                corners.cube().unwrap_or(cube)
            })
        })
    };
    let order = |order| nine(Cube { order, twist: 0 }).as_flattened().to_vec();
    let twist = |twist| nine(Cube { order: 0, twist }).as_flattened().to_vec();
    let orders = (0..ORDERS).map(|rank| {
        let cubes = order(rank);
        std::array::from_fn(|turn| cubes[turn].order)
    });
    let twists = (0..TWISTS).map(|rank| {
        let cubes = twist(rank);
        std::array::from_fn(|turn| cubes[turn].twist)
    });
    Turned {
        order: orders.collect(),
        twist: twists.collect(),
    }
});

impl Turned {
    /// The cube after the turn of this number, below nine.
    #[inline]
    pub(super) fn apply(&self, cube: Cube, turn: usize) -> Cube {
        Cube {
            order: self.order[usize::from(cube.order)][turn],
            twist: self.twist[usize::from(cube.twist)][turn],
        }
    }
}
