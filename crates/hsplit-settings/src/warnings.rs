// SPDX-License-Identifier: MIT OR Apache-2.0
//! Warnings about settings: their number, and the files that they name.

use hsplit_host::preload;

/// The most warnings about the lines of files, or about variables, that a job prints.
const MOST_WARNINGS: usize = 20;

/// The first warnings, and the number of the others: a corrupted file has thousands.
pub(super) fn first_of(mut warnings: Vec<String>) -> Vec<String> {
    let others = warnings.len().saturating_sub(MOST_WARNINGS);
    if others > 0 {
        warnings.truncate(MOST_WARNINGS);
        warnings.push(format!("{others} more such warnings; 'hsplit env' prints all"));
    }
    warnings
}

/// A warning about a variable, with the line of the file that sets it.
pub(super) fn with_place(warning: String) -> String {
    let end = warning.find(|c: char| c != '_' && !c.is_ascii_alphanumeric()).unwrap_or(warning.len());
    let name = &warning[..end];
    preload::of_file(name).map_or_else(|| warning.clone(), |setting| format!("{}: {warning}", setting.place))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn warnings_of_a_corrupted_file_are_few() {
        let warnings = |count: usize| (0..count).map(|number| format!("line {number}")).collect::<Vec<_>>();
        assert_eq!(first_of(warnings(MOST_WARNINGS)), warnings(MOST_WARNINGS));
        let many = first_of(warnings(3000));
        assert_eq!(many[..MOST_WARNINGS], warnings(MOST_WARNINGS));
        assert_eq!(many[MOST_WARNINGS..], ["2980 more such warnings; 'hsplit env' prints all"]);
    }
}
