//! The perfect hash of the pocket cube: the order of seven corners and how they are twisted.
//!
//! The *part* of a cube is its order, one of 7!; its *local rank* the twists, one of 3^6, since the sum of all
//! twists is a multiple of three. A turn sends every cube of a part to one part, and the twists
//! through one table.

use statewalk::encoding::Encoding;

use super::rules::Cube;

/// How many orders seven corners have.
pub(super) const ORDERS: u16 = 5040;

/// How many ways they can be twisted.
pub(super) const TWISTS: u16 = 729;

/// The perfect hash of the 3,674,160 cubes.
#[derive(Clone, Copy, Debug, Default)]
pub struct Ranks;

impl Ranks {
    /// How many parts there are: one for each order of the corners.
    #[must_use]
    pub fn parts(&self) -> u64 {
        ORDERS.into()
    }

    /// How many local ranks each part has: one for each way to twist the corners.
    #[must_use]
    pub fn local_size(&self) -> u64 {
        TWISTS.into()
    }
}

impl Encoding for Ranks {
    type State = Cube;

    #[inline]
    fn size(&self) -> u64 {
        self.parts() * self.local_size()
    }

    #[inline]
    fn rank(&self, cube: &Cube) -> u64 {
        u64::from(cube.order) * u64::from(TWISTS) + u64::from(cube.twist)
    }

    #[inline]
    fn unrank_into(&self, rank: u64, cube: &mut Cube) {
        // Ranks are below 2^22.
        let narrow = |number: u64| u16::try_from(number).unwrap_or(0);
        cube.order = narrow(rank / u64::from(TWISTS));
        cube.twist = narrow(rank % u64::from(TWISTS));
    }
}
