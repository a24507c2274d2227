//! How counts are said.

use std::fmt::Display;

/// `count` of something, with the plural where it belongs: `1 state`, `2 states`, `0 entries`.
///
/// ```
/// use statewalk::words::counted;
///
/// assert_eq!(counted(1, "state"), "1 state");
/// assert_eq!(counted(0_u64, "entry"), "0 entries");
/// ```
pub fn counted<N: Copy + Display + PartialEq + From<u8>>(count: N, noun: &str) -> String {
    if count == N::from(1) {
        return format!("{count} {noun}");
    }
    match noun.strip_suffix('y') {
        Some(stem) if !stem.ends_with(['a', 'e', 'o', 'u']) => format!("{count} {stem}ies"),
        _ => format!("{count} {noun}s"),
    }
}
