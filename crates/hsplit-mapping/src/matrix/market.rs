// SPDX-License-Identifier: MIT OR Apache-2.0
//! Matrix Market's coordinate format: a header, the size, and a line `ROW COLUMN VALUE` for each entry, counted from 1.

use std::io::BufRead;

use super::MatrixError;
use super::arcs::Arcs;
use super::fields::{Fields, quoted, real, whole};
use super::lines::Lines;

const MARK: &[u8] = b"%%MatrixMarket";

/// True if the first line of a text is that of this format.
pub(super) fn begins(line: &[u8]) -> bool {
    line.len() >= MARK.len() && line[..MARK.len()].eq_ignore_ascii_case(MARK)
}

struct Head {
    is_symmetric: bool,
    is_pattern: bool,
}

pub(super) fn read<R: BufRead>(lines: &mut Lines<'_, R>, arcs: &mut Arcs) -> Result<(), MatrixError> {
    lines.next()?;
    let head = head(lines.last()).map_err(|what| lines.wrong(what))?;
    let size = loop {
        match lines.next()? {
            None => return Err(lines.of_file("it ends before the line with its size")),
            Some(line) if line.starts_with(b"%") || Fields::new(line).is_empty() => {}
            Some(line) => break size(line),
        }
    };
    let (roles, entries) = size.map_err(|what| lines.wrong(what))?;
    arcs.hold(roles).map_err(|what| lines.wrong(what))?;
    let mut left = entries;
    while let Some(line) = lines.next()? {
        if Fields::new(line).is_empty() || line.starts_with(b"%") {
            continue;
        }
        let entry = entry(line, roles, &head);
        let added = entry.and_then(|(from, to, weight)| arcs.push(from, to, weight));
        added.map_err(|what| lines.wrong(what))?;
        left =
            left.checked_sub(1).ok_or_else(|| lines.wrong(format!("more than the {entries} entries of the head")))?;
    }
    if left > 0 {
        return Err(lines.wrong(format!("it ends with {left} of {entries} entries missing")));
    }
    Ok(())
}

fn head(line: &[u8]) -> Result<Head, String> {
    let line = String::from_utf8_lossy(line).to_ascii_lowercase();
    let mut words = line.split_whitespace().skip(1);
    let mut next = |known: &[&str]| {
        let word = words.next().unwrap_or_default();
        if known.contains(&word) {
            return Ok(word);
        }
        Err(format!("{} where the head can have {}", quoted(word.as_bytes()), known.join(", ")))
    };
    next(&["matrix"])?;
    next(&["coordinate"])?;
    let is_pattern = next(&["integer", "real", "pattern"])? == "pattern";
    Ok(Head { is_pattern, is_symmetric: next(&["general", "symmetric"])? == "symmetric" })
}

fn size(line: &[u8]) -> Result<(u64, u64), String> {
    let numbers: Vec<Option<u64>> = Fields::new(line).map(whole).collect();
    match numbers[..] {
        [Some(rows), Some(columns), Some(entries)] if rows == columns => Ok((rows, entries)),
        [Some(rows), Some(columns), Some(_)] => Err(format!("{rows} rows and {columns} columns are no square")),
        _ => Err("this is not ROWS COLUMNS ENTRIES".to_owned()),
    }
}

/// Parses an entry; in a symmetric matrix it stands for both directions.
fn entry(line: &[u8], roles: u64, head: &Head) -> Result<(u32, u32, f64), String> {
    let mut fields = Fields::new(line);
    let mut index = |what: &str| {
        let field = fields.next().ok_or_else(|| format!("there is no {what}"))?;
        let index = whole(field).filter(|index| (1..=roles).contains(index));
        index.map(|index| (index - 1) as u32).ok_or_else(|| format!("{what} {} is not 1 to {roles}", quoted(field)))
    };
    let (row, column) = (index("row")?, index("column")?);
    let weight = match (fields.next(), head.is_pattern) {
        (None, true) => 1.0,
        (Some(field), false) => real(field).ok_or_else(|| format!("{} is no number", quoted(field)))?,
        (None, false) => return Err("there is no value".to_owned()),
        (Some(field), true) => return Err(format!("{} behind an entry of a pattern", quoted(field))),
    };
    match fields.next() {
        Some(field) => Err(format!("{} behind the value", quoted(field))),
        None => Ok((row, column, if head.is_symmetric { 2.0 * weight } else { weight })),
    }
}
