// SPDX-License-Identifier: MIT OR Apache-2.0
//! The command in tests.

use std::time::Duration;

use assert_cmd::Command;

/// Returns the command, with no variable of the library set.
pub fn hsplit(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_hsplit"));
    for (name, _) in std::env::vars_os() {
        if name.to_string_lossy().starts_with("HSPLIT_") || name.to_string_lossy().starts_with("HWLOC_") {
            command.env_remove(name);
        }
    }
    // File names in tests are relative to the top of the sources.
    command.current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."));
    command.args(arguments).timeout(Duration::from_secs(60));
    command
}

/// Returns the output of a successful run.
pub fn output(arguments: &[&str]) -> String {
    let result = hsplit(arguments).assert().success();
    assert!(result.get_output().stderr.is_empty());
    String::from_utf8(result.get_output().stdout.clone()).unwrap()
}

/// Returns the line printed on an error.
pub fn error(arguments: &[&str], status: i32) -> String {
    let result = hsplit(arguments).assert().code(status);
    let said = String::from_utf8(result.get_output().stderr.clone()).unwrap();
    assert!(result.get_output().stdout.is_empty(), "{arguments:?}");
    assert!(said.starts_with("hsplit: ") && said.ends_with('\n') && said.lines().count() == 1, "{arguments:?}: {said}");
    said
}
