// SPDX-License-Identifier: MIT OR Apache-2.0
//! Tables in text: columns separated by two blanks.

/// Returns the lines of a table; the columns with `is_right` are right-aligned. The last column is padded only if it is
/// one of them.
pub(crate) fn aligned<R: AsRef<[String]>>(rows: &[R], is_right: impl Fn(usize) -> bool) -> Vec<String> {
    let columns = rows.first().map_or(0, |row| row.as_ref().len());
    let width = |column: usize| rows.iter().map(|row| row.as_ref()[column].len()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..columns).map(width).collect();
    let cell = |(column, cell): (usize, &String)| match widths[column] {
        width if is_right(column) => format!("{cell:>width$}"),
        _ if column + 1 == columns => cell.clone(),
        width => format!("{cell:<width$}"),
    };
    rows.iter().map(|row| row.as_ref().iter().enumerate().map(cell).collect::<Vec<_>>().join("  ")).collect()
}
