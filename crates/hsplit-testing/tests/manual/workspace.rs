// SPDX-License-Identifier: MIT OR Apache-2.0
//! The table of crates in the design chapter, from the workspace's `Cargo.toml` files.

use super::{read, root};

/// A crate of the workspace.
struct Crate {
    name: String,
    description: String,
    /// The crates of the workspace that it uses, except those only for its tests or its build script.
    uses: Vec<String>,
}

/// The value of a line `key = "value"`.
fn value<'a>(manifest: &'a str, key: &str) -> &'a str {
    let line = manifest.lines().find_map(|line| line.strip_prefix(&format!("{key} = \"")));
    line.and_then(|rest| rest.strip_suffix('"')).unwrap_or_else(|| panic!("no {key} in a Cargo.toml"))
}

fn look(manifest: &str) -> Crate {
    let part = manifest.split("\n[dependencies]\n").nth(1).and_then(|rest| rest.split("\n[").next()).unwrap_or("");
    let uses = part.lines().filter_map(|line| line.strip_suffix(".workspace = true"));
    Crate {
        name: value(manifest, "name").to_owned(),
        description: value(manifest, "description").to_owned(),
        uses: uses.filter(|name| name.starts_with("hsplit-")).map(str::to_owned).collect(),
    }
}

fn crates() -> Vec<Crate> {
    let folders = std::fs::read_dir(root().join("crates")).expect("crates/");
    let mut names: Vec<_> = folders.map(|folder| folder.expect("a folder").file_name()).collect();
    names.sort();
    let manifests = names.iter().map(|name| read(&format!("crates/{}/Cargo.toml", name.to_str().expect("a name"))));
    std::iter::once(read("Cargo.toml")).chain(manifests).map(|manifest| look(&manifest)).collect()
}

/// The table, in Markdown.
pub fn table() -> String {
    let mut text = "| crate | holds | uses |\n|---|---|---|\n".to_owned();
    for Crate { name, description, uses } in crates() {
        let uses: Vec<String> = uses.iter().map(|name| format!("`{}`", name.trim_start_matches("hsplit-"))).collect();
        let uses = if uses.is_empty() { "none of the project's".to_owned() } else { uses.join(", ") };
        text += &format!("| `{name}` | {description} | {uses} |\n");
    }
    text
}
