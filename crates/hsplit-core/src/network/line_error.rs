// SPDX-License-Identifier: MIT OR Apache-2.0
//! Errors in a text, with their lines.

use std::fmt;
use std::sync::Arc;

/// A position in a text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct At {
    /// The file, if it is not the top-level one.
    pub(crate) file: Option<Arc<str>>,
    /// The line, from 1; 0 for the text as a whole.
    pub line: usize,
}

impl At {
    /// A line of the text itself.
    pub fn line(line: usize) -> Self {
        Self { file: None, line }
    }
}

impl fmt::Display for At {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.file {
            Some(file) => write!(f, "{file}, line {}", self.line),
            None => write!(f, "line {}", self.line),
        }
    }
}

/// An error in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineError {
    /// The position of the error.
    pub at: At,
    /// The message, a few hundred characters at most.
    pub text: String,
}

impl LineError {
    /// An error. Long quotations, as of a text without line ends, are cut.
    pub(crate) fn new(at: At, text: impl Into<String>) -> Self {
        const MOST: usize = 300;
        let mut text: String = text.into();
        if text.len() > MOST {
            let (head, tail) = (boundary(&text, MOST / 2), boundary(&text, text.len() - MOST / 2));
            text.replace_range(head..tail, " ... ");
        }
        Self { at, text }
    }
}

/// The beginning of the character at or before this byte of a text.
fn boundary(text: &str, at: usize) -> usize {
    (0..=at).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0)
}

impl fmt::Display for LineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.at.line == 0 { f.write_str(&self.text) } else { write!(f, "{}: {}", self.at, self.text) }
    }
}

/// Errors in one line of output: the first few, and the number of the others.
pub fn in_a_line(errors: &[LineError]) -> String {
    const SHOWN: usize = 3;
    let mut words: Vec<String> = errors.iter().take(SHOWN).map(ToString::to_string).collect();
    if errors.len() > SHOWN {
        words.push(format!("and {} more errors", errors.len() - SHOWN));
    }
    words.join("; ")
}
