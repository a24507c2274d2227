//! Asking for memory before it is needed.
//!
//! A random access to a table that is larger than the caches takes about 150 ns when it is waited for. Asked
//! for some dozens of accesses ahead it takes about 7 ns, since a core has many requests under way at once.

/// Asks for the cache line of `slice[index]`. A hint: nothing depends on it, and an index past the
/// end is no mistake.
#[cfg(all(target_arch = "x86_64", not(miri)))]
#[inline]
#[expect(unsafe_code, reason = "the hint is an intrinsic of the processor")]
pub(crate) fn prefetch<T>(slice: &[T], index: usize) {
    use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};

    let address = slice.as_ptr().wrapping_add(index);
    // SAFETY: every x86-64 processor has the instruction, and it may be given any address: it neither
    // faults nor changes what a program can see.
    unsafe { _mm_prefetch::<_MM_HINT_T0>(address.cast()) }
}

/// The safe twin: does nothing.
#[cfg(not(all(target_arch = "x86_64", not(miri))))]
#[inline]
pub(crate) fn prefetch<T>(_: &[T], _: usize) {}

#[cfg(test)]
mod tests {
    use super::prefetch;

    #[test]
    fn any_index_may_be_asked_for() {
        let words = [7u64; 3];
        for index in [0, 2, 3, 1 << 40, usize::MAX] {
            prefetch(&words, index);
            prefetch::<u8>(&[], index);
        }
        assert_eq!(words, [7; 3]);
    }
}
