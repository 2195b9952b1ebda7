// SPDX-License-Identifier: MIT OR Apache-2.0
//! The documents for users agree with the code: README, book and manual name every variable, call and alias, and no
//! other; tables are generated from the code; links have targets; programs are files that the tests run.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use hsplit_settings::{Settings, VARIABLES, consequence};

mod examples;
mod generated;
mod links;
mod messages;
mod pages;
mod promises;
mod sentences;
mod workspace;

/// Names with the prefix of variables that are none: constants of `hsplit.h`, variables of module files, of tests and
/// of `make`.
const NO_VARIABLES: &[&str] = &[
    "HSPLIT_VERSION",
    "HSPLIT_MAX_",
    "HSPLIT_COMM_TYPE_",
    "HSPLIT_MONITOR_BYTES",
    "HSPLIT_MONITOR_INTERNAL",
    "HSPLIT_MONITOR_COLLECTIVES",
    "HSPLIT_MONITOR_MESSAGES",
    "HSPLIT_MONITOR_P2P",
    "HSPLIT_MONITOR_RMA",
    "HSPLIT_ROOT",
    "HSPLIT_PRELOAD",
    "HSPLIT_RUN",
    "HSPLIT_BLESS",
    "HSPLIT_CACHE",
];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn read(file: &str) -> String {
    std::fs::read_to_string(root().join(file)).unwrap_or_else(|error| panic!("{file}: {error}"))
}

/// The files in a folder and its subfolders whose names have one of these ends, as paths from the root.
fn files(folder: &str, ends: &[&str]) -> Vec<String> {
    let mut found = vec![];
    let entries = std::fs::read_dir(root().join(folder)).unwrap_or_else(|error| panic!("{folder}: {error}"));
    for entry in entries.map(|entry| entry.expect("an entry")) {
        let path = format!("{folder}/{}", entry.file_name().to_str().expect("a name"));
        if entry.file_type().expect("a type").is_dir() {
            found.extend(files(&path, ends));
        } else if ends.iter().any(|end| path.ends_with(end)) {
            found.push(path);
        }
    }
    found.sort();
    found
}

/// All Markdown documents for users.
fn documents() -> Vec<String> {
    let alone = ["README.md", "CONTRIBUTING.md", "SECURITY.md", "RELEASING.md", "CHANGELOG.md"];
    let inside = ["examples/README.md", "c-tests/netns-cluster/README.md"];
    let alone = alone.into_iter().chain(inside).map(str::to_owned);
    alone.chain(files("docs/src", &[".md"])).collect()
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
        .filter(|word| !word.ends_with('_'))
        .collect()
}

fn names() -> BTreeSet<&'static str> {
    VARIABLES.iter().map(|variable| variable.name).collect()
}

/// The exported functions that `hsplit.h` declares, without their `PMPI_` aliases.
fn calls() -> Vec<String> {
    let header = read("include/hsplit.h");
    let declared = header.lines().filter_map(|line| line.strip_prefix("int ")?.split('(').next());
    declared.filter(|name| !name.starts_with("PMPI_")).map(str::to_owned).collect()
}

#[test]
fn documents_name_the_variables_that_there_are() {
    for file in documents().into_iter().chain(files("man", &[".3", ".5", ".7"])) {
        let text = pages::plain(&read(&file));
        // The title of a page is in capitals.
        let text: String =
            text.lines().filter(|line| !line.starts_with(".TH ")).map(|line| format!("{line}\n")).collect();
        let mut known = names();
        if file.ends_with("reference/variables.md") {
            known.extend(VARIABLES.iter().flat_map(|variable| variable.options).map(|option| option.former));
        }
        let unknown: Vec<&str> = variables_in(&text).difference(&known).copied().collect();
        assert!(unknown.is_empty(), "{file} names {unknown:?}, which are no variables");
    }
}

#[test]
fn variables_that_processes_compare_are_listed() {
    let (book, manual) = (read("docs/src/reference/variables.md"), read("man/hsplit-environment.7"));
    let book = book.split("\n## ").find(|section| section.starts_with("Equal on all ranks")).expect("a section");
    let manual = manual.split(".SH VARIABLES").next().expect("a part before the list");
    for (name, _) in Settings::read([]).0.decisive().into_iter().filter(|(name, _)| consequence(name).is_some()) {
        assert!(words(book).any(|word| word == name), "variables.md does not say what follows where {name} differs");
        assert!(words(manual).any(|word| word == name), "hsplit-environment.7 does not say it of {name}");
    }
}

#[test]
fn the_readme_is_short() {
    let lines = read("README.md").lines().count();
    assert!(lines <= 285, "README.md has {lines} lines");
}

#[test]
fn every_split_type_is_explained() {
    let (page, book, header) =
        (read("man/hsplit_split_types.3"), read("docs/src/reference/split-types.md"), read("include/hsplit.h"));
    for name in words(&header).filter(|word| word.starts_with("MPI_COMM_TYPE_")).collect::<BTreeSet<_>>() {
        assert!(words(&page).any(|word| word == name), "hsplit_split_types.3 does not name {name}");
        assert!(words(&book).any(|word| word == name), "split-types.md does not name {name}");
    }
}

#[test]
fn the_changelog_has_this_version() {
    let section = concat!("\n## [", env!("CARGO_PKG_VERSION"), "] ");
    assert!(read("CHANGELOG.md").contains(section), "CHANGELOG.md has no section for this version");
}
