// SPDX-License-Identifier: MIT OR Apache-2.0
//! A dense square: a line for each row, with the numbers of all columns. Lines that begin with `%` are comments.

use std::io::BufRead;

use super::MatrixError;
use super::arcs::Arcs;
use super::fields::{Fields, quoted, real};
use super::lines::Lines;

pub(super) fn read<R: BufRead>(lines: &mut Lines<'_, R>, arcs: &mut Arcs) -> Result<(), MatrixError> {
    let (mut rows, mut columns) = (0, None);
    while let Some(line) = lines.next()? {
        if Fields::new(line).is_empty() || line.starts_with(b"%") {
            continue;
        }
        let columns = *columns.get_or_insert_with(|| Fields::with_commas(line).count());
        row(line, rows, columns, arcs).map_err(|what| lines.wrong(what))?;
        rows += 1;
    }
    match columns {
        Some(columns) if rows < columns => Err(lines.wrong(format!("it ends with {rows} of {columns} rows"))),
        _ => Ok(()),
    }
}

fn row(line: &[u8], row: usize, columns: usize, arcs: &mut Arcs) -> Result<(), String> {
    if row == columns {
        return Err(format!("more than {columns} rows of {columns} columns"));
    }
    arcs.hold(columns as u64)?;
    let mut found = 0;
    for (column, field) in Fields::with_commas(line).enumerate() {
        let weight = real(field).ok_or_else(|| format!("{} is no number", quoted(field)))?;
        // One too many may be beyond what a rank can be.
        if column < columns {
            arcs.push(row as u32, column as u32, weight)?;
        }
        found = column + 1;
    }
    if found == columns { Ok(()) } else { Err(format!("{found} numbers where the first row has {columns}")) }
}
