//! One field of a state: what its bytes may be, how many ways there are, and how they are ranked.

use crate::encoding::arrangement::{Choice, MOST_ITEMS};
use crate::encoding::combination::{self, Combination, binomial};
use crate::encoding::error::{EncodingError, at_most};
use crate::encoding::even_permutation::EvenPermutation;
use crate::encoding::multiset::{self, Multiset, multinomial};
use crate::encoding::myrvold_ruskey::MyrvoldRuskey;
use crate::encoding::orientation::{MOST_PIECES, Orientation};

/// What a field of a state is.
///
/// A number below 257 takes one byte, a larger one as many as its largest value needs, the most significant
/// first. The other kinds take one byte an item, piece or place.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Field {
    /// All orders of `items` different items: [`Permutation`](crate::encoding::permutation::Permutation).
    Permutation {
        /// How many there are; up to 20 fit.
        items: usize,
    },
    /// All orders, ranked in the order of Myrvold and Ruskey: [`MyrvoldRuskey`].
    MyrvoldRuskey {
        /// How many items there are; up to 20 fit.
        items: usize,
    },
    /// The even orders only: [`EvenPermutation`].
    EvenPermutation {
        /// How many items there are; up to 20 fit.
        items: usize,
    },
    /// Which of `items` items stand in `chosen` places, in order:
    /// [`Arrangement`](crate::encoding::arrangement::Arrangement).
    Arrangement {
        /// How many items there are; up to 64.
        items: usize,
        /// How many places there are.
        chosen: usize,
    },
    /// Which `chosen` of `items` items, ascending: [`Combination`].
    Combination {
        /// How many items there are; up to 256.
        items: usize,
        /// How many are chosen.
        chosen: usize,
    },
    /// The orders of pieces of which some are alike: [`Multiset`].
    Multiset {
        /// How many pieces of each kind there are; up to 15 kinds and 255 pieces.
        counts: Vec<usize>,
    },
    /// How each piece is turned, where the sum of all is a multiple of `values`: [`Orientation`].
    Orientation {
        /// How many pieces there are; up to 255.
        pieces: usize,
        /// How many ways a piece can be turned; up to 256.
        values: usize,
    },
    /// Where something is: a cell of a board, counted from 0.
    Cell {
        /// How many cells there are.
        cells: u64,
    },
    /// Which way something points.
    Direction {
        /// How many directions there are.
        directions: u64,
    },
    /// A number below a bound.
    Integer {
        /// The bound.
        bound: u64,
    },
}

impl Field {
    /// How many bytes of a state it takes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        match self {
            Self::Permutation { items }
            | Self::MyrvoldRuskey { items }
            | Self::EvenPermutation { items } => *items,
            Self::Arrangement { chosen, .. } | Self::Combination { chosen, .. } => *chosen,
            Self::Multiset { counts } => counts.iter().fold(0, |sum, &c| sum.saturating_add(c)),
            Self::Orientation { pieces, .. } => *pieces,
            Self::Cell { cells: bound }
            | Self::Direction { directions: bound }
            | Self::Integer { bound } => {
                let bits = u64::BITS - bound.saturating_sub(1).leading_zeros();
                (bits as usize).div_ceil(8).max(1)
            }
        }
    }

    /// Exactly how many values it has.
    ///
    /// # Errors
    /// [`EncodingError`] if its parameters are wrong, [`EncodingError::TooLarge`] if there are 2^128 or more.
    pub fn size(&self) -> Result<u128, EncodingError> {
        let size = match *self {
            Self::Permutation { items } | Self::MyrvoldRuskey { items } => falling(items, items)?,
            Self::EvenPermutation { items } => falling(items, items.saturating_sub(2))?,
            Self::Arrangement { items, chosen } => falling(items, chosen)?,
            Self::Combination { items, chosen } => {
                chosen_of(items, chosen)?;
                binomial(at_most("items", items, combination::MOST_ITEMS)?, chosen)
            }
            Self::Multiset { ref counts } => {
                at_most("kinds", counts.len(), multiset::MOST_KINDS)?;
                at_most("items", self.bytes(), multiset::MOST_ITEMS)?;
                multinomial(counts)
            }
            Self::Orientation { pieces, values } => {
                at_most("pieces", pieces, MOST_PIECES)?;
                match values {
                    0 => return Err(EncodingError::ZeroRadix { digit: 0 }),
                    1..=256 => {
                        let free = u32::try_from(pieces.saturating_sub(1)).unwrap_or(u32::MAX);
                        (values as u128).checked_pow(free)
                    }
                    radix => return Err(EncodingError::RadixTooLarge { digit: 0, radix }),
                }
            }
            Self::Cell { cells: bound }
            | Self::Direction { directions: bound }
            | Self::Integer { bound } => Some(u128::from(bound)),
        };
        size.ok_or(EncodingError::TooLarge { size })
    }
}

fn chosen_of(items: usize, chosen: usize) -> Result<(), EncodingError> {
    if chosen > items {
        return Err(EncodingError::ChosenTooMany { chosen, items });
    }
    Ok(())
}

/// `items! / (items - chosen)!`, where it is below 2^128.
fn falling(items: usize, chosen: usize) -> Result<Option<u128>, EncodingError> {
    chosen_of(items, chosen)?;
    let items = at_most("items", items, MOST_ITEMS)?;
    let mut factors = items - chosen + 1..=items;
    Ok(factors.try_fold(1u128, |size, factor| size.checked_mul(factor as u128)))
}

/// How the values of a field are ranked. They are told apart once a field, not called virtually.
#[derive(Debug)]
pub(super) enum Family {
    Choice(Choice),
    MyrvoldRuskey(MyrvoldRuskey<()>),
    Even(EvenPermutation<()>),
    Combination(Combination<()>),
    Multiset(Multiset<()>),
    Orientation(Orientation<()>),
    Number,
}

impl Family {
    pub(super) fn of(field: &Field) -> Result<Self, EncodingError> {
        Ok(match *field {
            Field::Permutation { items } => Self::Choice(Choice::new(items, items)?),
            Field::MyrvoldRuskey { items } => Self::MyrvoldRuskey(MyrvoldRuskey::new(items)?),
            Field::EvenPermutation { items } => Self::Even(EvenPermutation::new(items)?),
            Field::Arrangement { items, chosen } => Self::Choice(Choice::new(items, chosen)?),
            Field::Combination { items, chosen } => {
                Self::Combination(Combination::new(items, chosen)?)
            }
            Field::Multiset { ref counts } => Self::Multiset(Multiset::new(counts)?),
            Field::Orientation { pieces, values } => {
                Self::Orientation(Orientation::new(pieces, values)?)
            }
            Field::Cell { .. } | Field::Direction { .. } | Field::Integer { .. } => Self::Number,
        })
    }

    #[inline]
    pub(super) fn rank(&self, bytes: &[u8]) -> u64 {
        match self {
            Self::Choice(choice) => choice.rank(bytes),
            Self::MyrvoldRuskey(_) => MyrvoldRuskey::<()>::rank_bytes(bytes),
            Self::Even(even) => even.rank_bytes(bytes),
            Self::Combination(combination) => combination.rank_bytes(bytes),
            Self::Multiset(multiset) => multiset.rank_bytes(bytes),
            Self::Orientation(orientation) => orientation.rank_bytes(bytes),
            Self::Number => bytes.iter().fold(0, |n, &byte| n << 8 | u64::from(byte)),
        }
    }

    #[inline]
    pub(super) fn unrank(&self, rank: u64, bytes: &mut [u8]) {
        match self {
            Self::Choice(choice) => {
                choice.unrank(rank, bytes, &mut []);
            }
            Self::MyrvoldRuskey(linear) => linear.unrank_bytes(rank, bytes),
            Self::Even(even) => even.unrank_bytes(rank, bytes),
            Self::Combination(combination) => combination.unrank_bytes(rank, bytes),
            Self::Multiset(multiset) => multiset.unrank_bytes(rank, bytes),
            Self::Orientation(orientation) => orientation.unrank_bytes(rank, bytes),
            Self::Number => {
                let mut rest = rank;
                for byte in bytes.iter_mut().rev() {
                    *byte = rest.to_le_bytes()[0];
                    rest >>= 8;
                }
            }
        }
    }
}
