// SPDX-License-Identifier: MIT OR Apache-2.0
//! What users read says what the code does: every variable, every call, every alias is in the manual, and no other.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use hsplit_core::level::{aliases, canonical};
use hsplit_host::settings::VARIABLES;

/// Names that begin like a variable and are none: constants of `hsplit.h`, and what module files set.
const NO_VARIABLES: &[&str] = &["HSPLIT_VERSION", "HSPLIT_COMM_TYPE_", "HSPLIT_ROOT", "HSPLIT_PRELOAD"];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn read(file: &str) -> String {
    std::fs::read_to_string(root().join(file)).unwrap_or_else(|error| panic!("{file}: {error}"))
}

/// A manual page with roff's escapes undone.
fn page(file: &str) -> String {
    read(file)
        .replace("\\-", "-")
        .replace("\\&", "")
        .replace("\\(dq", "\"")
        .replace("\\fB", "")
        .replace("\\fI", "")
        .replace("\\fR", "")
        .replace("\\fP", "")
}

/// The words of a text that are made of letters, digits and `_`.
fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_')
}

/// The names in a text that look like variables of the library.
fn variables_in(text: &str) -> BTreeSet<&str> {
    words(text)
        .filter(|word| word.starts_with("HSPLIT_") && word.len() > 7 && !word.chars().any(|c| c.is_ascii_lowercase()))
        .filter(|word| !NO_VARIABLES.iter().any(|other| word.starts_with(other)))
        .collect()
}

fn names() -> BTreeSet<&'static str> {
    VARIABLES.iter().map(|variable| variable.name).collect()
}

/// The exported functions that `hsplit.h` declares, without the `PMPI_` twins.
fn calls() -> Vec<String> {
    let header = read("include/hsplit.h");
    let declared = header.lines().filter_map(|line| line.strip_prefix("int ")?.split('(').next());
    declared.filter(|name| !name.starts_with("PMPI_")).map(str::to_owned).collect()
}

#[test]
fn the_manual_has_every_variable() {
    let page = page("man/hsplit.7");
    let section = page
        .split("\n.SH ENVIRONMENT\n")
        .nth(1)
        .and_then(|rest| rest.split("\n.SH ").next())
        .expect("a section ENVIRONMENT");
    for variable in VARIABLES {
        let entry = section.split("\n.TP\n").find(|entry| entry.starts_with(&format!(".B {}\n", variable.name)));
        let entry = entry.unwrap_or_else(|| panic!("hsplit.7 has no entry {}", variable.name));
        assert!(
            entry.contains(&format!("\nValues: {}.\n", variable.values)),
            "hsplit.7, {}: not 'Values: {}.'",
            variable.name,
            variable.values
        );
        assert!(
            entry.trim_end().ends_with(&format!("\nDefault: {}.", variable.default)),
            "hsplit.7, {}: not 'Default: {}.'",
            variable.name,
            variable.default
        );
    }
    assert_eq!(variables_in(&page), names(), "hsplit.7 names other variables than the library has");
}

#[test]
fn the_readme_has_every_variable() {
    let readme = read("README.md");
    for variable in VARIABLES {
        let in_table = |text: &str| text.replace('|', "\\|");
        let row =
            format!("| `{}` | `{}` | `{}` | ", variable.name, in_table(variable.values), in_table(variable.default));
        assert!(readme.lines().any(|line| line.starts_with(&row)), "README.md has no row {row}");
    }
    assert_eq!(variables_in(&readme), names(), "README.md names other variables than the library has");
}

#[test]
fn every_call_has_a_page_and_a_row() {
    let (calls, readme, overview) = (calls(), read("README.md"), page("man/hsplit.7"));
    assert!(calls.len() >= 7, "include/hsplit.h: {calls:?}");
    for call in &calls {
        let text = page(&format!("man/{call}.3"));
        let text = text.strip_prefix(".so man3/").map_or(text.clone(), |other| page(&format!("man/{}", other.trim())));
        assert!(text.contains(&format!("int {call}(")), "man/{call}.3 does not declare {call}");
        assert!(readme.contains(&format!("| `{call}` | ")), "README.md: {call} is not in the table of calls");
        assert!(words(&overview).any(|word| word == call) || call.ends_with("_free"), "hsplit.7 does not name {call}");
    }
}

#[test]
fn every_parameter_is_explained() {
    let header = read("include/hsplit.h").replace('\n', " ");
    for call in calls() {
        let text = page(&format!("man/{call}.3"));
        if text.starts_with(".so ") {
            continue;
        }
        let declared = header
            .split(&format!("int {call}("))
            .nth(1)
            .and_then(|rest| rest.split(')').next())
            .expect("a declaration");
        for parameter in declared.split(',').filter_map(|parameter| words(parameter).last()) {
            assert!(text.contains(&format!(".TP\n.I {parameter}\n")), "man/{call}.3 does not explain {parameter}");
        }
    }
}

#[test]
fn every_split_type_is_explained() {
    let (text, readme, header) = (page("man/hsplit_split_types.3"), read("README.md"), read("include/hsplit.h"));
    for name in words(&header).filter(|word| word.starts_with("MPI_COMM_TYPE_")).collect::<BTreeSet<_>>() {
        assert!(words(&text).any(|word| word == name), "hsplit_split_types.3 does not name {name}");
        assert!(words(&readme).any(|word| word == name), "README.md does not name {name}");
    }
}

#[test]
fn every_alias_is_in_the_manual() {
    let page = page("man/hsplit.7");
    let table = page.split("\n.TS\n").nth(1).and_then(|rest| rest.split("\n.TE").next()).expect("a table of aliases");
    let rows: Vec<(&str, &str)> = table.lines().filter_map(|line| line.split_once('\t')).skip(1).collect();
    for (level, written) in &rows {
        let written: Vec<&str> = written.split(", ").collect();
        for spelling in &written {
            assert_eq!(canonical(spelling), canonical(level), "hsplit.7: '{spelling}' does not mean {level}");
        }
        for alias in aliases(level) {
            assert!(
                written.contains(alias) || level.eq_ignore_ascii_case(alias),
                "hsplit.7: {level} has no alias '{alias}'"
            );
        }
    }
    let with_aliases = rows.iter().filter(|(level, _)| !aliases(level).is_empty()).count();
    let in_code = include_str!("../../hsplit-core/src/level.rs")
        .split("const ALIASES")
        .nth(1)
        .and_then(|rest| rest.split("];\n").next())
        .map(|table| table.matches("(\"").count());
    assert_eq!(Some(with_aliases), in_code, "hsplit.7 has not a row for each level that has aliases");
}

#[test]
fn pages_bear_this_version() {
    let pages = std::fs::read_dir(root().join("man")).expect("man/").map(|entry| entry.expect("man/").path());
    for path in pages {
        let text = std::fs::read_to_string(&path).expect("a page");
        let head = text.lines().find(|line| line.starts_with(".TH ") || line.starts_with(".so ")).unwrap_or_default();
        assert!(
            head.starts_with(".so ") || head.contains(concat!("\"libhsplit ", env!("CARGO_PKG_VERSION"), "\"")),
            "{}: {head}",
            path.display()
        );
    }
    assert!(
        read("CHANGELOG.md").contains(concat!("\n## [", env!("CARGO_PKG_VERSION"), "] ")),
        "CHANGELOG.md has no section for this version"
    );
}

#[test]
fn every_path_in_hacking_exists() {
    let text = read("HACKING.md");
    let quoted =
        text.split('`').skip(1).step_by(2).filter(|word| word.contains('/') && !word.contains([' ', '\n', '~']));
    let paths: BTreeSet<&str> = quoted.filter(|word| !word.contains("HSPLIT_Comm_something")).collect();
    assert!(paths.len() > 40, "HACKING.md: {paths:?}");
    for path in paths {
        assert!(root().join(path).exists(), "HACKING.md: there is no {path}");
    }
}
