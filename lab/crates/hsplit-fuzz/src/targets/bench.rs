// SPDX-License-Identifier: MIT OR Apache-2.0
//! Command lines and reports of `hsplit-bench`.

use super::text;
use hsplit_experiments::configuration::Configuration;
use hsplit_experiments::grid::{Grid, GroupRequest};
use hsplit_experiments::report::Report;
use hsplit_program::units::{seconds, size};

pub fn arguments(input: &[u8]) {
    let text = text(input);
    if let Ok(request) = text.parse::<GroupRequest>() {
        assert_eq!(request.to_string().parse(), Ok(request));
        for ranks in [1, 8, 36] {
            let grid = Grid::of(ranks);
            if let Some(groups) = request.in_grid(grid) {
                let inner = groups.inner(grid);
                assert!(inner.rows * inner.columns <= ranks && groups.to_string().contains('x'));
            }
        }
    }
    if let Ok(configuration) = text.parse::<Configuration>() {
        assert_eq!(configuration.to_string().parse().as_ref(), Ok(&configuration));
        if configuration.ranks() <= 64 {
            assert!(
                (0..configuration.ranks())
                    .all(|rank| configuration.colours(rank).last() == Some(&Some(rank)) || rank > 0)
            );
        }
    }
    let bytes = size(&text);
    assert_eq!(bytes.is_ok(), hsplit_core::units::size(text.trim()).is_some());
    assert!(seconds(&text).is_ok_and(|seconds| seconds >= 0.0) || seconds(&text).is_err());
}

pub fn report(input: &[u8]) {
    match Report::from_json(&text(input)) {
        Ok(report) => {
            assert!(report.faults().len() <= 2 * report.measurements.len());
            assert!(Report::from_json(&report.to_json()).is_ok());
        }
        Err(why) => assert!(!why.is_empty()),
    }
}
