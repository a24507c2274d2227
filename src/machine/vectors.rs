//! Vectors as wide as the processor has them, where the program is compiled for all processors.

/// Runs what is compiled into it with vectors of 256 bits, if the processor has them. What `work` calls gains from it as
/// far as it is inlined.
#[cfg(all(target_arch = "x86_64", not(miri)))]
#[inline]
#[expect(
    unsafe_code,
    reason = "what is compiled for some processors may run on those alone"
)]
pub(crate) fn widest<R>(work: impl FnOnce() -> R) -> R {
    let has_all = std::is_x86_feature_detected!("avx2")
        && std::is_x86_feature_detected!("bmi1")
        && std::is_x86_feature_detected!("bmi2")
        && std::is_x86_feature_detected!("lzcnt")
        && std::is_x86_feature_detected!("popcnt");
    if has_all {
        // SAFETY: the processor was asked for each thing that the function is compiled for.
        unsafe { with_avx2(work) }
    } else {
        work()
    }
}

#[cfg(all(target_arch = "x86_64", not(miri)))]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn with_avx2<R>(work: impl FnOnce() -> R) -> R {
    work()
}

/// The safe twin: just runs it.
#[cfg(not(all(target_arch = "x86_64", not(miri))))]
#[inline]
pub(crate) fn widest<R>(work: impl FnOnce() -> R) -> R {
    work()
}

#[cfg(test)]
mod tests {
    use super::widest;

    #[test]
    fn what_is_run_is_the_same() {
        let bytes: [u8; 64] = std::array::from_fn(|index| index.to_le_bytes()[0]);
        let doubled = || bytes.map(|byte| byte.wrapping_mul(2));
        assert_eq!(widest(doubled), doubled());
    }
}
