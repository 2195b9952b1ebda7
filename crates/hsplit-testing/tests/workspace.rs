// SPDX-License-Identifier: MIT OR Apache-2.0
//! The allowed dependencies between the crates of the workspace, and the crates without unsafe code.

use std::collections::BTreeMap;
use std::env;
use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

/// A crate and the crates of the workspace that it may use in its code and in its build script. Dependencies of tests
/// are not restricted.
const ALLOWED: [(&str, &[&str], &[&str]); 17] = [
    (
        "hsplit",
        &["hsplit-calls", "hsplit-core", "hsplit-collectives", "hsplit-host", "hsplit-monitor", "hsplit-mpi"],
        &["hsplit-build"],
    ),
    ("hsplit-build", &[], &[]),
    (
        "hsplit-calls",
        &[
            "hsplit-core",
            "hsplit-collectives",
            "hsplit-host",
            "hsplit-mapping",
            "hsplit-memory",
            "hsplit-monitor",
            "hsplit-mpi",
            "hsplit-settings",
        ],
        &[],
    ),
    (
        "hsplit-cli",
        &[
            "hsplit-core",
            "hsplit-collectives",
            "hsplit-drawing",
            "hsplit-host",
            "hsplit-mapping",
            "hsplit-monitor",
            "hsplit-program",
            "hsplit-settings",
        ],
        &[],
    ),
    ("hsplit-collectives", &["hsplit-core"], &[]),
    ("hsplit-core", &[], &[]),
    ("hsplit-drawing", &["hsplit-core", "hsplit-mapping"], &[]),
    // A program that writes source files; no crate uses it.
    ("hsplit-generate", &[], &[]),
    ("hsplit-host", &["hsplit-core", "hsplit-memory"], &[]),
    ("hsplit-mapping", &["hsplit-core"], &[]),
    ("hsplit-memory", &["hsplit-core"], &[]),
    ("hsplit-monitor", &["hsplit-core", "hsplit-mapping"], &[]),
    ("hsplit-mpi", &["hsplit-core", "hsplit-collectives", "hsplit-host"], &["hsplit-build"]),
    ("hsplit-program", &["hsplit-core"], &[]),
    // It uses the library by its C names, and reads the node with the library's code.
    ("hsplit-quo", &["hsplit-core", "hsplit-host", "hsplit-memory", "hsplit-settings"], &["hsplit-build"]),
    // It uses the types of HSPLIT_COLLECTIVES and HSPLIT_MONITOR, and the settings of the sources.
    ("hsplit-settings", &["hsplit-core", "hsplit-collectives", "hsplit-host", "hsplit-monitor"], &[]),
    ("hsplit-testing", &["hsplit-core"], &[]),
];

/// The crate that only tests use.
const FOR_TESTS: &str = "hsplit-testing";

const WITHOUT_UNSAFE: [&str; 6] =
    ["hsplit-core", "hsplit-collectives", "hsplit-drawing", "hsplit-generate", "hsplit-mapping", "hsplit-monitor"];

/// The dependencies that cargo reports: for each crate pairs of the kind and the name of a dependency.
fn dependencies() -> BTreeMap<String, Vec<(String, String)>> {
    let cargo = env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned());
    let output = Command::new(cargo)
        .args(["metadata", "--no-deps", "--offline", "--format-version", "1", "--manifest-path"])
        .arg(root().join("Cargo.toml"))
        .output()
        .expect("cargo runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let metadata: Value = serde_json::from_slice(&output.stdout).expect("cargo writes JSON");
    let text = |value: &Value| value.as_str().unwrap_or("normal").to_owned();
    let packages = metadata["packages"].as_array().expect("there are packages");
    packages
        .iter()
        .map(|package| {
            let used = package["dependencies"].as_array().expect("each has dependencies");
            let used = used.iter().filter(|used| used["path"].is_string());
            (text(&package["name"]), used.map(|used| (text(&used["kind"]), text(&used["name"]))).collect())
        })
        .collect()
}

fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
}

#[test]
fn crates_use_only_what_they_may() {
    let dependencies = dependencies();
    let names: Vec<&str> = dependencies.keys().map(String::as_str).collect();
    assert_eq!(names, ALLOWED.map(|(name, ..)| name), "a crate that is not in the table, or is gone");
    for (name, code, build_script) in ALLOWED {
        for (kind, used) in &dependencies[name] {
            let allowed = match kind.as_str() {
                "normal" => code.contains(&used.as_str()),
                "build" => build_script.contains(&used.as_str()),
                _ => true,
            };
            assert!(allowed, "{name} must not use {used} ({kind})");
        }
    }
}

#[test]
fn only_tests_use_what_is_for_tests() {
    for (name, used) in dependencies() {
        let bad = used.iter().find(|(kind, used)| used == FOR_TESTS && kind != "dev");
        assert!(bad.is_none(), "{name} uses {FOR_TESTS} outside its tests");
    }
}

#[test]
fn the_table_has_no_circle() {
    // A crate is free if all crates that it may use are: each round frees those that use only already free ones.
    let mut free: Vec<&str> = Vec::new();
    while free.len() < ALLOWED.len() {
        let round: Vec<&str> = ALLOWED
            .iter()
            .filter(|(name, code, script)| {
                !free.contains(name) && code.iter().chain(*script).all(|used| free.contains(used))
            })
            .map(|(name, ..)| *name)
            .collect();
        assert!(!round.is_empty(), "a circle among those that are not in {free:?}");
        free.extend(round);
    }
}

#[test]
fn pure_crates_forbid_unsafe_code() {
    for name in WITHOUT_UNSAFE {
        let file = root().join("crates").join(name).join("src/lib.rs");
        let text = fs::read_to_string(&file).expect("each has a lib.rs");
        assert!(text.lines().any(|line| line == "#![forbid(unsafe_code)]"), "{name} has to forbid unsafe code");
    }
}
