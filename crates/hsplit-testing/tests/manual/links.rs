// SPDX-License-Identifier: MIT OR Apache-2.0
//! Every relative link, anchor, included file and quoted path of the documents exists.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Component, Path, PathBuf};

use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};

use super::{documents, files, read, root};

/// The folders of the repository; a text that begins with one of them is a path.
const FOLDERS: &[&str] = &[
    ".ci/",
    "c-tests/",
    "crates/",
    "docs/",
    "examples/",
    "fortran/",
    "include/",
    "lab/",
    "man/",
    "packaging/",
    "src/",
];

fn parser(text: &str) -> Parser<'_> {
    Parser::new_ext(text, Options::ENABLE_TABLES)
}

/// The targets of the links and pictures of a text.
fn links(text: &str) -> Vec<String> {
    let mut found = vec![];
    for event in parser(text) {
        if let Event::Start(Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. }) = event {
            found.push(dest_url.into_string());
        }
    }
    found
}

/// The anchors that mdBook and hosting sites generate for the headings of a text.
fn anchors(text: &str) -> BTreeSet<String> {
    let (mut found, mut heading) = (BTreeSet::new(), None::<String>);
    for event in parser(text) {
        match event {
            Event::Start(Tag::Heading { .. }) => heading = Some(String::new()),
            Event::End(TagEnd::Heading(_)) => {
                let name = slug(&heading.take().unwrap_or_default());
                let mut unique = name.clone();
                let mut again = 0;
                while !found.insert(unique) {
                    again += 1;
                    unique = format!("{name}-{again}");
                }
            }
            Event::Text(text) | Event::Code(text) => {
                if let Some(heading) = &mut heading {
                    heading.push_str(&text);
                }
            }
            _ => {}
        }
    }
    found
}

fn slug(heading: &str) -> String {
    let kept = |c: char| match c {
        ' ' => Some('-'),
        c if c.is_alphanumeric() || c == '-' || c == '_' => Some(c.to_ascii_lowercase()),
        _ => None,
    };
    heading.chars().filter_map(kept).collect()
}

/// A path without `..`, from the root of the repository.
fn plain(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for part in path.components() {
        match part {
            Component::ParentDir => assert!(plain.pop(), "{}: outside the repository", path.display()),
            Component::CurDir => {}
            part => plain.push(part),
        }
    }
    plain
}

fn target(file: &str, to: &str) -> String {
    let path = if to.is_empty() { PathBuf::from(file) } else { plain(&Path::new(file).with_file_name(to)) };
    path.to_str().expect("a path").to_owned()
}

#[test]
fn links_lead_somewhere() {
    let documents = documents();
    let texts: BTreeMap<&str, String> = documents.iter().map(|file| (file.as_str(), read(file))).collect();
    let mut found = 0;
    for (file, text) in &texts {
        for link in links(text).iter().filter(|link| !link.contains("://") && !link.starts_with("mailto:")) {
            let (path, anchor) =
                link.split_once('#').map_or((link.as_str(), None), |(path, anchor)| (path, Some(anchor)));
            let target = target(file, path);
            assert!(root().join(&target).exists(), "{file}: there is no {link}");
            // The book is built only from its own folder.
            let in_book = |file: &str| file.starts_with("docs/src/");
            assert!(!in_book(file) || in_book(&target), "{file}: {link} is outside the book");
            if let Some(anchor) = anchor {
                let text = texts.get(target.as_str()).unwrap_or_else(|| panic!("{file}: {link} is no document"));
                assert!(anchors(text).contains(anchor), "{file}: {link} has no such heading");
            }
            found += 1;
        }
    }
    assert!(found > 100, "{found} links");
}

#[test]
fn every_page_is_in_the_summary() {
    let summary = read("docs/src/SUMMARY.md");
    let listed: BTreeSet<String> = links(&summary).iter().map(|link| format!("docs/src/{link}")).collect();
    let there: BTreeSet<String> =
        files("docs/src", &[".md"]).into_iter().filter(|file| !file.ends_with("/SUMMARY.md")).collect();
    assert_eq!(listed, there);
}

#[test]
fn quoted_paths_exist() {
    let mut found = 0;
    for file in documents().iter().filter(|file| *file == "CONTRIBUTING.md" || file.contains("/design/")) {
        for event in parser(&read(file)) {
            let Event::Code(code) = event else { continue };
            let path = code.split([' ', ':']).next().unwrap_or_default();
            if FOLDERS.iter().any(|folder| path.starts_with(folder)) && !path.contains("something") {
                assert!(root().join(path).exists(), "{file}: there is no {path}");
                found += 1;
            }
        }
    }
    assert!(found > 40, "{found} paths");
}

#[test]
fn headings_become_anchors() {
    let text = "# The command `hsplit`\n\n## Slurm (`slurm`)\n\n## What's new?\n\n## What's new?\n";
    let expected = ["slurm-slurm", "the-command-hsplit", "whats-new", "whats-new-1"];
    assert_eq!(anchors(text).into_iter().collect::<Vec<_>>(), expected);
}
