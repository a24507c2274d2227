//! A number that tells sweeps apart.

use crc32fast::Hasher;

/// The checksum of lists of numbers.
#[derive(Clone, Debug, Default)]
pub(in crate::search::layers) struct Fingerprint(Hasher);

impl Fingerprint {
    /// Notes a list.
    pub(in crate::search::layers) fn note(&mut self, numbers: impl IntoIterator<Item = u64>) {
        let mut count = 0u64;
        for number in numbers {
            self.0.update(&number.to_le_bytes());
            count += 1;
        }
        // Where one list ends and the next begins.
        self.0.update(&count.to_le_bytes());
    }

    /// The sum of what was noted.
    pub(in crate::search::layers) fn sum(&self) -> u32 {
        self.0.clone().finalize()
    }
}
