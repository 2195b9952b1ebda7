// SPDX-License-Identifier: MIT OR Apache-2.0
//! The outputs of the summary of a job.

/// `HSPLIT_SUMMARY`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Summary {
    /// The output of the whole summary, if it is wanted.
    pub output: Option<SummaryOutput>,
    /// True for one line on stderr.
    pub line: bool,
}

/// The output of the whole summary.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SummaryOutput {
    /// To stderr.
    Stderr,
    /// Appended to the file with this path.
    File(String),
}

impl Summary {
    /// Parses `FILE`, `stderr`, `line` or `FILE,line`.
    pub fn parse(text: &str) -> Self {
        let output = |text: &str| match text {
            "stderr" => SummaryOutput::Stderr,
            file => SummaryOutput::File(file.to_owned()),
        };
        match text.strip_suffix(",line") {
            None if text == "line" => Self { output: None, line: true },
            Some(before) => Self { output: Some(output(before)), line: true },
            None => Self { output: Some(output(text)), line: false },
        }
    }
}
