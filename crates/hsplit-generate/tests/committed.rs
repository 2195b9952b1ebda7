// SPDX-License-Identifier: MIT OR Apache-2.0
//! The committed files are equal to the generated ones.

use std::fs;
use std::path::Path;

#[test]
fn the_committed_files_are_those_of_the_table() {
    let root = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."));
    for file in hsplit_generate::files() {
        let committed = fs::read_to_string(root.join(&file.path)).unwrap_or_default();
        assert!(committed == file.text, "{} is not what the sources say; to write it: make generate", file.path);
    }
}

#[test]
fn there_are_no_other_files() {
    let root = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."));
    let written: Vec<_> = hsplit_generate::files().iter().map(|file| root.join(&file.path)).collect();
    for folder in written.iter().filter_map(|path| path.parent()).filter(|path| path.ends_with("generated")) {
        for entry in fs::read_dir(folder).expect("the folders are committed") {
            let path = entry.expect("an entry").path();
            assert!(written.contains(&path), "{} is not written by the generator any more", path.display());
        }
    }
}
