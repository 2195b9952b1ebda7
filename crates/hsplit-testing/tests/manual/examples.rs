// SPDX-License-Identifier: MIT OR Apache-2.0
//! The programs of the documents are the files of `examples/`, which other tests compile and run.

use std::collections::BTreeSet;

use super::{documents, files, read, root};

/// The files that a page includes, with the numbers of their lines where it has some.
fn includes(text: &str) -> impl Iterator<Item = (&str, Option<&str>)> {
    text.split("{{#include ").skip(1).map(|rest| {
        let inside = rest.split("}}").next().unwrap_or_default();
        inside.split_once(':').map_or((inside, None), |(path, lines)| (path, Some(lines)))
    })
}

/// A file of `examples/` as documents show it: without the line of the licence.
fn shown(file: &str) -> String {
    let text = read(&format!("examples/{file}"));
    let (first, rest) = text.split_once('\n').unwrap_or((&text, ""));
    if first.contains("SPDX-License-Identifier") { rest.to_owned() } else { text }
}

/// The blocks of a text whose fence names a file after the language, as in `c loop.c`.
fn named_blocks(text: &str) -> Vec<(&str, &str)> {
    let mut found = vec![];
    let mut rest = text;
    while let Some(begin) = rest.find("\n```") {
        let block = &rest[begin + 4..];
        let (fence, body) = block.split_once('\n').unwrap_or((block, ""));
        let end = body.find("\n```").map_or(body.len(), |end| end + 1);
        if let Some((_, file)) = fence.split_once(' ') {
            found.push((file, &body[..end]));
        }
        rest = body[end..].strip_prefix("```").unwrap_or("");
    }
    found
}

#[test]
fn included_files_exist_and_licences_are_left_out() {
    let mut used = BTreeSet::new();
    for page in documents() {
        for (path, lines) in includes(&read(&page)) {
            let file = path.rsplit_once("examples/").unwrap_or_else(|| panic!("{page} includes {path}")).1;
            let up = "../".repeat(page.matches('/').count());
            assert_eq!(path, format!("{up}examples/{file}"), "{page}");
            let text = read(&format!("examples/{file}"));
            let licence = text.lines().next().is_some_and(|first| first.contains("SPDX-License-Identifier"));
            assert_eq!(lines, licence.then_some("2:"), "{page}: {file}");
            used.insert(file.to_owned());
        }
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
        "site.topology",
        "grid.parameters",
    ];
    for program in programs {
        assert!(used.contains(program), "no page includes {program}");
    }
}

#[test]
fn blocks_that_name_a_file_are_that_file() {
    let blocks = |page: &str| {
        named_blocks(&read(page)).into_iter().map(|(file, body)| (file.to_owned(), body.to_owned())).collect::<Vec<_>>()
    };
    let readme = blocks("README.md");
    assert_eq!(readme.iter().map(|(file, _)| file.as_str()).collect::<Vec<_>>(), ["guided.c", "loop.c"]);
    for page in documents() {
        for (file, body) in blocks(&page) {
            assert!(body == shown(&file), "{page}: the block is not examples/{file}");
        }
    }
    assert!(read("README.md").contains(&read("examples/small-cluster.tree")), "README.md's picture is another one");
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
