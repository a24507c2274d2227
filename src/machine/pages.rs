//! Large pages for large tables, and addresses for them to grow into.
//!
//! With pages of 4 KiB nearly every random access to a large table also misses the cache of page
//! addresses; pages of 2 MiB make such accesses up to a third faster, and a fresh table is mapped in
//! by 512 times fewer faults.

use std::mem::MaybeUninit;

/// Blocks smaller than this keep small pages.
const LARGE: usize = 4 << 20;

/// Blocks smaller than this, which an allocator may keep for the next one, take no addresses ahead.
const AHEAD: usize = 128 << 10;

/// Whether so many values make a block for which large pages are worth their while.
fn is_large<T>(count: usize) -> bool {
    count.saturating_mul(size_of::<T>()) >= LARGE
}

/// Whether so many values make a block that should have addresses to grow into.
pub(crate) fn takes_addresses<T>(count: usize) -> bool {
    count.saturating_mul(size_of::<T>()) >= AHEAD
}

/// For how many times the room that a large block needs addresses may be taken, although most of them may never be
/// used: 16 where addresses cost nothing until something is written there, 1 where they are limited or counted
/// as memory.
#[cfg(all(target_os = "linux", not(miri)))]
pub(crate) fn addresses_ahead() -> usize {
    use std::fs;
    use std::sync::OnceLock;

    use rustix::process::{Resource, getrlimit};

    static AHEAD: OnceLock<usize> = OnceLock::new();
    *AHEAD.get_or_init(|| {
        let is_limited = getrlimit(Resource::As).current.is_some();
        // 2: what is promised may not pass what there is.
        let policy = fs::read_to_string("/proc/sys/vm/overcommit_memory");
        let are_counted = policy.map_or(true, |policy| policy.trim() == "2");
        if is_limited || are_counted { 1 } else { 16 }
    })
}

/// As for Linux; elsewhere not known.
#[cfg(not(all(target_os = "linux", not(miri))))]
pub(crate) fn addresses_ahead() -> usize {
    1
}

/// Asks the system to back the unused `room` with large pages, where it has them and the room is large.
/// A hint: the contents and the size of the memory stay what they are.
#[cfg(all(target_os = "linux", not(miri)))]
#[expect(unsafe_code, reason = "advice to the system is given by address")]
pub(crate) fn prefer_large<T>(room: &mut [MaybeUninit<T>]) {
    use rustix::mm::{Advice, madvise};

    // Whole pages of 4 KiB; what begins or ends within one is left out.
    const PAGE: usize = 4096;
    if !is_large::<T>(room.len()) {
        return;
    }
    let bytes = size_of_val(room);
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
    let _ = is_large::<T>(room.len());
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
