// SPDX-License-Identifier: MIT OR Apache-2.0
//! A file of parameters, what a subcommand of `hsplit` makes of it, and the blocks of README.md that show both.

use std::path::{Path, PathBuf};
use std::time::Duration;

use assert_cmd::Command;

/// A file that goes when the test ends, and who reads it.
pub struct File(PathBuf, &'static str);

impl File {
    pub fn new(subcommand: &'static str, name: &str, text: &str) -> Self {
        let path = std::env::temp_dir().join(format!("hsplit-{subcommand}-test-{}-{name}", std::process::id()));
        std::fs::write(&path, text).unwrap();
        Self(path, subcommand)
    }

    fn run(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_hsplit"));
        command.arg(self.1).arg("--parameters").arg(&self.0).args(arguments).timeout(Duration::from_secs(60));
        command
    }

    /// What is printed, with the name of the file as `FILE`.
    pub fn output(&self, arguments: &[&str]) -> String {
        let result = self.run(arguments).assert().success();
        assert!(result.get_output().stderr.is_empty());
        String::from_utf8(result.get_output().stdout.clone()).unwrap().replace(self.0.to_str().unwrap(), "FILE")
    }

    pub fn mistake(&self, arguments: &[&str], status: i32) -> String {
        let result = self.run(arguments).assert().code(status);
        assert!(result.get_output().stdout.is_empty(), "{arguments:?}");
        let said = String::from_utf8(result.get_output().stderr.clone()).unwrap();
        assert!(said.starts_with("hsplit: ") && said.ends_with('\n') && said.lines().count() == 1, "{said}");
        said.replace(self.0.to_str().unwrap(), "FILE")
    }
}

impl Drop for File {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

/// A block of README.md.
pub fn block(head: &str) -> String {
    let readme = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("README.md")).unwrap();
    let begin = readme.find(&format!("```{head}\n")).unwrap_or_else(|| panic!("README.md has no block {head}"));
    readme[begin..].lines().skip(1).take_while(|line| *line != "```").map(|line| format!("{line}\n")).collect()
}
