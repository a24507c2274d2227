//! Tables for people.

use std::iter::repeat_n;

/// Rows in columns: the first so many to the left, numbers to the right.
pub(crate) fn aligned(rows: &[impl AsRef<[String]>], left: usize) -> String {
    let width = |column: usize| {
        let cells = rows.iter().filter_map(|row| row.as_ref().get(column));
        cells.map(String::len).max().unwrap_or(0)
    };
    let mut out = String::new();
    for row in rows {
        let mut line = String::new();
        for (column, cell) in row.as_ref().iter().enumerate() {
            if column > 0 {
                line.push_str("  ");
            }
            let padding = width(column).saturating_sub(cell.len());
            let (before, after) = if column < left {
                (0, padding)
            } else {
                (padding, 0)
            };
            line.extend(
                repeat_n(' ', before)
                    .chain(cell.chars())
                    .chain(repeat_n(' ', after)),
            );
        }
        out.push_str(line.trim_end());
        out.push('\n');
    }
    out
}
