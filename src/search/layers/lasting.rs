//! Tables of a sweep by rank that can be saved.

use std::io;

use crate::bits::PackedArray;
use crate::search::layers::checkpoint::CheckpointError;
use crate::search::layers::checkpoint::file::{Out, Saved};
use crate::search::layers::checkpoint::number::Number;
use crate::search::layers::run::on_cells;
use crate::store::costs::{Cell, CostList, Width};

/// Tables that can be saved.
pub trait Lasting {
    /// What an entry tells.
    const SCHEME: &'static str;

    /// How many bytes it takes.
    fn bytes(&self) -> u64;

    /// How many bytes an entry has, where that may change.
    fn width(&self) -> usize;

    /// Writes all entries.
    fn write(&mut self, out: &mut Out) -> io::Result<()>;

    /// Makes the table be one of this width that was written.
    fn restore(&mut self, width: usize, saved: &mut Saved) -> Result<(), CheckpointError>;
}

impl Lasting for CostList {
    const SCHEME: &'static str = "distances";

    fn bytes(&self) -> u64 {
        (self.len() as u64).saturating_mul(CostList::width(self) as u64)
    }

    fn width(&self) -> usize {
        CostList::width(self)
    }

    fn write(&mut self, out: &mut Out) -> io::Result<()> {
        on_cells!(self.width_mut(), cells => write(cells, out))
    }

    fn restore(&mut self, width: usize, saved: &mut Saved) -> Result<(), CheckpointError> {
        let made = self.make_anew(width);
        made.map_err(CheckpointError::Memory)?;
        on_cells!(self.width_mut(), cells => read(cells, saved))
    }
}

fn write<C: Cell + Number>(cells: &[C], out: &mut Out) -> io::Result<()> {
    out.numbers(cells, C::NONE)
}

fn read<C: Cell + Number>(cells: &mut [C], saved: &mut Saved) -> Result<(), CheckpointError> {
    saved.numbers(cells, C::NONE)
}

/// Packed entries that are all ones or all zeros where nothing was reached.
macro_rules! packed {
    ($bits:literal, $empty:expr, $scheme:literal) => {
        impl Lasting for PackedArray<$bits> {
            const SCHEME: &'static str = $scheme;

            fn bytes(&self) -> u64 {
                self.bytes()
            }

            fn width(&self) -> usize {
                0
            }

            fn write(&mut self, out: &mut Out) -> io::Result<()> {
                out.numbers(self.words(), $empty)
            }

            fn restore(&mut self, _: usize, saved: &mut Saved) -> Result<(), CheckpointError> {
                saved.numbers(self.words_mut(), $empty)
            }
        }
    };
}

packed!(1, 0, "bits");
packed!(2, u64::MAX, "residues");
