// SPDX-License-Identifier: MIT OR Apache-2.0
//! Numbers and columns for people.

use crate::counters::Count;

/// Aligns columns, the first one left, the others right.
pub fn columns(rows: &[Vec<String>]) -> Vec<String> {
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..rows.first().map_or(0, Vec::len)).map(width).collect();
    let line = |row: &Vec<String>| {
        let cells = row.iter().zip(&widths).enumerate().map(|(column, (cell, &width))| match column {
            0 => format!("{cell:width$}"),
            _ => format!("{cell:>width$}"),
        });
        cells.collect::<Vec<_>>().join("  ")
    };
    rows.iter().map(line).collect()
}

/// `1.31 GiB in 84,021 messages`
pub fn volume(count: Count) -> String {
    let noun = if count.messages == 1 { "message" } else { "messages" };
    let bytes = if count.bytes == 0 { "0 B".to_owned() } else { bytes(count.bytes) };
    format!("{bytes} in {} {noun}", grouped(count.messages))
}

/// Bytes with three significant digits: `1.31 GiB`, `412 MiB`, `17 B`, `0`.
pub fn bytes(count: u64) -> String {
    const UNITS: [&str; 7] = ["B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"];
    if count == 0 {
        return "0".to_owned();
    }
    let (mut value, mut unit) = (count as f64, 0);
    // A value that would be rounded to 1024 is one of the next unit.
    while value >= 1023.5 && unit + 1 < UNITS.len() {
        value /= 1024.0;
        unit += 1;
    }
    let digits = match value {
        _ if unit == 0 => 0,
        value if value >= 99.95 => 0,
        value if value >= 9.995 => 1,
        _ => 2,
    };
    format!("{value:.digits$} {}", UNITS[unit])
}

/// `84,021`
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let groups: Vec<&str> =
        digits.as_bytes().rchunks(3).rev().filter_map(|group| std::str::from_utf8(group).ok()).collect();
    groups.join(",")
}

/// `47 %`
pub fn percent(share: f64) -> String {
    format!("{:.0} %", 100.0 * share)
}

/// `32 ranks`
pub fn ranks(count: u32) -> String {
    if count == 1 { "1 rank".to_owned() } else { format!("{} ranks", grouped(count.into())) }
}

/// Seconds with three significant digits.
pub fn seconds(seconds: f64) -> String {
    let digits = match seconds {
        seconds if seconds >= 99.95 => 0,
        seconds if seconds >= 9.995 => 1,
        seconds if seconds >= 0.9995 => 2,
        _ => 3,
    };
    format!("{seconds:.digits$} s")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_three_digits_that_count() {
        let sizes = [0, 17, 1023, 1024, 1536, 10_240, 1_047_552, 432_013_312, 1_406_601_000, u64::MAX].map(bytes);
        let expected = ["0", "17 B", "1023 B", "1.00 KiB", "1.50 KiB", "10.0 KiB", "1023 KiB", "412 MiB", "1.31 GiB"];
        assert_eq!((&sizes[..9], &sizes[9][..]), (&expected.map(str::to_owned)[..], "16.0 EiB"));
        assert_eq!(
            [0, 7, 999, 1000, 84_021, 1_234_567].map(grouped),
            ["0", "7", "999", "1,000", "84,021", "1,234,567"]
        );
        assert_eq!([0.0, 0.004, 0.125, 1.0].map(percent), ["0 %", "0 %", "12 %", "100 %"]);
        assert_eq!([0.0, 0.25, 1.5, 12.44, 600.4].map(seconds), ["0.000 s", "0.250 s", "1.50 s", "12.4 s", "600 s"]);
        assert_eq!([1, 4096].map(ranks), ["1 rank", "4,096 ranks"]);
        assert_eq!(volume(Count::new(1, 0)), "0 B in 1 message");
    }
}
