//! Large pages for large tables.
//!
//! With pages of 4 KiB nearly every random access to a large table also misses the cache of page
//! addresses; pages of 2 MiB make such accesses up to a third faster, and a fresh table is mapped in
//! by 512 times fewer faults.

use std::mem::MaybeUninit;

/// Blocks smaller than this keep small pages.
const LARGE: usize = 4 << 20;

/// Asks the system to back the unused `room` with large pages, where it has them and the room is large.
/// A hint: the contents and the size of the memory stay what they are.
#[cfg(all(target_os = "linux", not(miri)))]
#[expect(unsafe_code, reason = "advice to the system is given by address")]
pub(crate) fn prefer_large<T>(room: &mut [MaybeUninit<T>]) {
    use rustix::mm::{Advice, madvise};

    // Whole pages of 4 KiB; what begins or ends within one is left out.
    const PAGE: usize = 4096;
    let bytes = size_of_val(room);
    if bytes < LARGE {
        return;
    }
    let start = room.as_mut_ptr().cast::<u8>();
    let skipped = start.align_offset(PAGE);
    let Some(whole) = bytes.checked_sub(skipped) else {
        return;
    };
    let whole = whole / PAGE * PAGE;
    let start = start.wrapping_add(skipped);
    // SAFETY: the range lies within `room`, which is borrowed for the call, and this advice changes
    // no contents. Without large pages the system refuses it, which is as good.
    let _ = unsafe { madvise(start.cast(), whole, Advice::LinuxHugepage) };
}

/// The safe twin: does nothing.
#[cfg(not(all(target_os = "linux", not(miri))))]
pub(crate) fn prefer_large<T>(room: &mut [MaybeUninit<T>]) {
    let _ = (room, LARGE);
}

#[cfg(test)]
mod tests {
    use super::{LARGE, prefer_large};

    #[test]
    fn advice_changes_no_contents() {
        for len in [0, 1, LARGE - 1, LARGE, LARGE + 4097] {
            let mut bytes: Vec<u8> = Vec::with_capacity(len);
            prefer_large(bytes.spare_capacity_mut());
            bytes.resize(len, 0xA5);
            prefer_large(bytes.spare_capacity_mut());
            assert!(bytes.len() == len && bytes.iter().all(|&byte| byte == 0xA5));
        }
    }
}
