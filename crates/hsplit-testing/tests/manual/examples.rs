// SPDX-License-Identifier: MIT OR Apache-2.0
//! The programs in the documents are files of `examples/`, which other tests compile and run.

use std::collections::BTreeSet;

use super::{documents, files, read, root};

/// A file of `examples/` in the form for documents: without the line of the licence.
pub(super) fn shown(file: &str) -> String {
    let text = read(&format!("examples/{file}"));
    let (first, rest) = text.split_once('\n').unwrap_or((&text, ""));
    if first.contains("SPDX-License-Identifier") { rest.to_owned() } else { text }
}

/// The files in a page.
fn shown_by(page: &str) -> Vec<String> {
    let text = read(page);
    let marks = text.split("<!-- example: ").skip(1).filter_map(|rest| rest.split(" -->").next());
    marks.map(str::to_owned).collect()
}

#[test]
fn pages_show_the_examples() {
    let used: BTreeSet<String> = documents().iter().flat_map(|page| shown_by(page)).collect();
    for page in documents() {
        assert!(!read(&page).contains("{{#include"), "{page}: readers of the repository do not see what it includes");
    }
    let programs = [
        "guided.c",
        "loop.c",
        "hierarchy.c",
        "neighbours.c",
        "phases.c",
        "phases.f90",
        "phases.py",
        "levels.f90",
        "levels.py",
        "tables.c",
        "tables.f90",
        "tables.py",
        "site.topology",
        "grid.parameters",
    ];
    for program in programs {
        assert!(used.contains(program), "no page includes {program}");
    }
}

#[test]
fn every_block_of_code_has_text_and_an_end() {
    for page in documents() {
        let text = read(&page);
        let fences = text.lines().zip(1..).filter(|(line, _)| line.trim_start().starts_with("```"));
        for pair in fences.map(|(_, number)| number).collect::<Vec<usize>>().chunks(2) {
            assert!(pair.len() == 2 && pair[0] + 1 < pair[1], "{page}, line {}: an empty block or no end", pair[0]);
        }
    }
}

#[test]
fn the_readme_shows_three_programs_and_a_picture() {
    assert_eq!(shown_by("README.md"), ["guided.c", "loop.c", "levels.f90"]);
    assert!(read("README.md").contains("](docs/src/small-cluster.svg)"));
    assert!(read("docs/src/introduction.md").contains(&read("examples/small-cluster.tree")));
}

#[test]
fn every_example_is_in_the_list() {
    let list = read("examples/README.md");
    for file in files("examples", &[""]) {
        let name = file.strip_prefix("examples/").expect("examples/");
        let known = name == "README.md"
            || list.contains(name)
            || name.ends_with(".c.expected")
            || name.ends_with(".py.expected");
        assert!(known, "examples/README.md does not name {name}");
        assert!(root().join(&file).exists());
    }
}
