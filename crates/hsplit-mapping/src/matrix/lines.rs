// SPDX-License-Identifier: MIT OR Apache-2.0
//! The lines of a text in sequence, with their numbers and one line of lookahead.

use std::io::{BufRead, Read};

use super::MatrixError;

/// The most bytes of a line, which is a row of a million numbers.
const MOST_LINE: u64 = if cfg!(fuzzing) { 1 << 12 } else { 1 << 28 };

pub(super) struct Lines<'a, R> {
    text: R,
    name: &'a str,
    /// The number of the last line that was read.
    number: usize,
    line: Vec<u8>,
    ahead: Option<Vec<u8>>,
}

impl<'a, R: BufRead> Lines<'a, R> {
    pub(super) fn new(text: R, name: &'a str) -> Self {
        Self { text, name, number: 0, line: vec![], ahead: None }
    }

    /// The next line, without its line end.
    pub(super) fn next(&mut self) -> Result<Option<&[u8]>, MatrixError> {
        match self.ahead.take() {
            Some(line) => self.line = line,
            None => {
                let mut line = std::mem::take(&mut self.line);
                let is_there = self.read(&mut line)?;
                self.line = line;
                if !is_there {
                    return Ok(None);
                }
            }
        }
        self.number += 1;
        Ok(Some(&self.line))
    }

    pub(super) fn last(&self) -> &[u8] {
        &self.line
    }

    /// The line after the last one that was read.
    pub(super) fn peek(&mut self) -> Result<Option<&[u8]>, MatrixError> {
        if self.ahead.is_none() {
            let mut line = vec![];
            self.ahead = self.read(&mut line)?.then_some(line);
        }
        Ok(self.ahead.as_deref())
    }

    fn read(&mut self, line: &mut Vec<u8>) -> Result<bool, MatrixError> {
        line.clear();
        let read = self.text.by_ref().take(MOST_LINE).read_until(b'\n', line);
        let bytes = read.map_err(|error| self.of_file(&error.to_string()))? as u64;
        if line.last() == Some(&b'\n') {
            line.pop();
        } else if bytes == MOST_LINE {
            return Err(self.of_next(&format!("it is longer than {MOST_LINE} bytes")));
        }
        Ok(bytes > 0)
    }

    /// An error in the last line that was read.
    pub(super) fn wrong(&self, what: impl Into<String>) -> MatrixError {
        MatrixError { name: self.name.to_owned(), line: self.number, what: what.into() }
    }

    /// An error in the line after the last one that was read.
    pub(super) fn of_next(&self, what: &str) -> MatrixError {
        MatrixError { line: self.number + 1, ..self.of_file(what) }
    }

    pub(super) fn of_file(&self, what: &str) -> MatrixError {
        MatrixError { name: self.name.to_owned(), line: 0, what: what.to_owned() }
    }
}
