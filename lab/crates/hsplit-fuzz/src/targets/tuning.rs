// SPDX-License-Identifier: MIT OR Apache-2.0
//! The results of trials for later jobs, and the benchmarks that can be imported into them.

use super::text;
use hsplit_collectives::tuning::{Table, osu};

/// A table that can be read is written so that all of it is read again, and joined with itself it has as many cells.
pub fn table(input: &[u8]) {
    let Ok(parsed) = Table::parse(&text(input)) else { return };
    let written = parsed.table.text();
    let again = Table::parse(&written).expect("a table that was written");
    assert!(again.wrong.is_empty() && again.too_old == 0, "{written}");
    assert_eq!(again.table.text(), written);
    let mut twice = parsed.table.clone();
    twice.merge(&again.table);
    assert_eq!(twice.cells().count(), parsed.table.cells().count());
    let twice = Table::parse(&twice.text()).expect("a table that was joined");
    assert!(twice.wrong.is_empty(), "{written}");
}

/// Times are numbers that a table takes, or are left out.
pub fn benchmark(input: &[u8]) {
    if let Ok((_, times)) = osu::parse(&text(input)) {
        assert!(times.iter().all(|(_, seconds)| seconds.is_finite() && *seconds >= 0.0));
    }
}
