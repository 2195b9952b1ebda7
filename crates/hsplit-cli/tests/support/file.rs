// SPDX-License-Identifier: MIT OR Apache-2.0
//! A file of parameters with a subcommand of `hsplit` that reads it, and the files of `examples/` with such outputs.

use std::path::{Path, PathBuf};

use crate::command::{error, output};

/// A file that is removed when the test ends, and the subcommand that reads it.
pub struct File(PathBuf, &'static str);

impl File {
    pub fn new(subcommand: &'static str, name: &str, text: &str) -> Self {
        let path = std::env::temp_dir().join(format!("hsplit-{subcommand}-test-{}-{name}", std::process::id()));
        std::fs::write(&path, text).unwrap();
        Self(path, subcommand)
    }

    /// Returns the output, with the name of the file as `FILE`.
    pub fn output(&self, arguments: &[&str]) -> String {
        self.hidden(output(&self.with(arguments)))
    }

    pub fn error(&self, arguments: &[&str], status: i32) -> String {
        self.hidden(error(&self.with(arguments), status))
    }

    fn with<'a>(&'a self, arguments: &[&'a str]) -> Vec<&'a str> {
        [&[self.1, "--parameters", self.path()], arguments].concat()
    }

    fn path(&self) -> &str {
        self.0.to_str().unwrap()
    }

    fn hidden(&self, said: String) -> String {
        said.replace(self.path(), "FILE")
    }
}

impl Drop for File {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

/// Returns the text of a file of `examples/`.
pub fn example(name: &str) -> String {
    std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples").join(name)).unwrap()
}
