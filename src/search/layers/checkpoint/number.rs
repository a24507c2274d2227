//! The numbers that sections of a checkpoint are made of, and their bytes, the lowest first on every machine.

/// A number of a table, a list or a plane.
pub trait Number: Copy + PartialEq {
    /// How many bytes it has.
    const BYTES: usize;

    /// Writes numbers into as many bytes as they have.
    fn write(numbers: &[Self], bytes: &mut [u8]);

    /// Reads as many numbers as there is room for.
    fn read(bytes: &[u8], numbers: &mut [Self]);
}

macro_rules! numbers {
    ($($number:ty),*) => {$(
        impl Number for $number {
            const BYTES: usize = size_of::<Self>();

            fn write(numbers: &[Self], bytes: &mut [u8]) {
                for (bytes, number) in bytes.as_chunks_mut().0.iter_mut().zip(numbers) {
                    *bytes = number.to_le_bytes();
                }
            }

            fn read(bytes: &[u8], numbers: &mut [Self]) {
                for (number, bytes) in numbers.iter_mut().zip(bytes.as_chunks().0) {
                    *number = Self::from_le_bytes(*bytes);
                }
            }
        }
    )*};
}

numbers!(u8, u16, u32, u64, i64);

#[cfg(test)]
mod tests {
    use super::Number;

    fn there_and_back<N: Number + std::fmt::Debug>(numbers: [N; 3], lowest: u8) {
        let mut bytes = vec![0; 3 * N::BYTES];
        N::write(&numbers, &mut bytes);
        assert_eq!(bytes[N::BYTES], lowest);
        let mut back = [numbers[0]; 3];
        N::read(&bytes, &mut back);
        assert_eq!(back, numbers);
    }

    #[test]
    fn bytes_are_the_numbers_lowest_first() {
        there_and_back([0_u8, 7, u8::MAX], 7);
        there_and_back([0_u16, 0x0102, u16::MAX], 2);
        there_and_back([0_u32, 0x0102_0304, u32::MAX], 4);
        there_and_back([0_u64, 0x0102_0304_0506_0708, u64::MAX], 8);
        there_and_back([-1_i64, 0x0102_0304_0506_0708, i64::MAX], 8);
    }
}
