// SPDX-License-Identifier: MIT OR Apache-2.0
//! The manual pages: one for each call, with every parameter, one version, and valid references.

use hsplit_core::emulation::description::{MOST_OBJECTS, MOST_UNITS_A_NODE};

use super::{calls, files, read, root, words};

/// A manual page with roff's escapes undone.
pub fn plain(text: &str) -> String {
    ["\\&", "\\fB", "\\fI", "\\fR", "\\fP"]
        .iter()
        .fold(text.replace("\\-", "-").replace("\\(dq", "\"").replace("\\(aq", "'"), |text, escape| {
            text.replace(escape, "")
        })
}

#[test]
fn every_call_has_a_page() {
    let calls = calls();
    assert!(calls.len() >= 7, "include/hsplit.h: {calls:?}");
    for call in &calls {
        let text = plain(&read(&format!("man/{call}.3")));
        let other = text.strip_prefix(".so man3/").map(|other| plain(&read(&format!("man/{}", other.trim()))));
        let text = other.unwrap_or(text);
        assert!(text.contains(&format!("int {call}(")), "man/{call}.3 does not declare {call}");
        assert!(text.contains(".SH EXAMPLE"), "man/{call}.3 shows no example");
    }
}

#[test]
fn every_parameter_is_explained() {
    let header = read("include/hsplit.h").replace('\n', " ");
    for call in calls() {
        let text = plain(&read(&format!("man/{call}.3")));
        if text.starts_with(".so ") {
            continue;
        }
        let after = header.split(&format!("int {call}(")).nth(1).and_then(|rest| rest.split(')').next());
        let parameters = after.expect("a declaration").split(',').filter_map(|parameter| words(parameter).last());
        for parameter in parameters.filter(|parameter| *parameter != "void") {
            assert!(text.contains(&format!(".TP\n.I {parameter}\n")), "man/{call}.3 does not explain {parameter}");
        }
    }
}

#[test]
fn pages_bear_this_version() {
    for file in files("man", &[".3", ".5", ".7"]) {
        let text = read(&file);
        let head = text.lines().find(|line| line.starts_with(".TH ") || line.starts_with(".so ")).unwrap_or_default();
        let version = concat!("\"libhsplit ", env!("CARGO_PKG_VERSION"), "\"");
        assert!(head.starts_with(".so ") || head.contains(version), "{file}: {head}");
    }
}

#[test]
fn references_of_pages_lead_to_pages() {
    let mut found = 0;
    for file in files("man", &[".3", ".5", ".7"]) {
        for line in plain(&read(&file)).lines().filter_map(|line| line.strip_prefix(".BR ")) {
            let Some((name, section)) = line.split_once(" (") else { continue };
            let (name, section) = (name.trim_matches('"'), &section[..1]);
            // Pages of section 1 are those of hsplit and its subcommands. Pages of MPI calls belong to the MPI.
            let ours =
                name.starts_with("hsplit") || name.starts_with("HSPLIT_") || calls().iter().any(|call| call == name);
            if ours {
                let subcommand = name.strip_prefix("hsplit-").unwrap_or("main");
                let source = match section {
                    "1" => format!("crates/hsplit-cli/src/{subcommand}.rs"),
                    _ => format!("man/{name}.{section}"),
                };
                assert!(root().join(source).exists(), "{file}: there is no {name}({section})");
                found += 1;
            }
        }
    }
    assert!(found > 40, "{found} references");
}

/// A number with separators: `1,048,576`.
fn with_commas(number: u64) -> String {
    let digits = number.to_string();
    let groups: Vec<&str> =
        digits.as_bytes().rchunks(3).rev().map(|group| std::str::from_utf8(group).unwrap()).collect();
    groups.join(",")
}

#[test]
fn the_size_of_an_emulated_machine_is_that_of_the_code() {
    let limit = format!(
        "at most {} processing units, and {} in a node.",
        with_commas(MOST_OBJECTS),
        with_commas(MOST_UNITS_A_NODE)
    );
    for file in ["man/hsplit-topology.5", "docs/src/reference/files.md"] {
        let text = read(file).split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(text.contains(&limit), "{file}: not '{limit}'");
    }
}
