// SPDX-License-Identifier: MIT OR Apache-2.0
//! The page of promises names only test cases that exist.

use super::{files, read};

/// The fixed parts of a case's name; in a page, `…` stands for text that a script fills in.
fn pieces(name: &str) -> impl Iterator<Item = &str> {
    name.split('…').map(str::trim).filter(|piece| !piece.is_empty())
}

#[test]
fn every_promise_names_a_case() {
    let scripts: String = files("c-tests/cases", &[".sh"]).iter().map(|file| read(file)).collect();
    let is_case = |line: &&str| line.contains("_case \"") || line.contains("reorders \"");
    let cases: Vec<&str> = scripts.lines().filter(is_case).collect();
    let page = read("docs/src/reference/promises.md");
    let mut named = 0;
    for line in page.lines().filter(|line| line.starts_with("| ") && !line.starts_with("| fault ")) {
        let last = line.trim_end_matches([' ', '|']).rsplit('|').next().unwrap_or_default();
        for name in last.split('`').skip(1).step_by(2) {
            let is_there = cases.iter().any(|case| pieces(name).all(|piece| case.contains(piece)));
            assert!(is_there, "promises.md names the case '{name}', which is in no file of c-tests/cases");
            named += 1;
        }
    }
    assert!(named > 20, "{named} cases are named");
}
