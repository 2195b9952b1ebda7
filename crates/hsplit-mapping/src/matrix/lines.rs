// SPDX-License-Identifier: MIT OR Apache-2.0
//! The lines of a text, one after the other, with their numbers; the first ones can be looked at before.

use std::collections::VecDeque;
use std::io::{BufRead, Read};

use super::MatrixError;

/// The most bytes of a line: a row of a million numbers.
const MOST_LINE: u64 = if cfg!(fuzzing) { 1 << 12 } else { 1 << 28 };
/// The most lines that are looked at before they are read.
const MOST_AHEAD: usize = if cfg!(fuzzing) { 1 << 6 } else { 1 << 12 };

/// The lines of a text.
pub(super) struct Lines<'a, R> {
    text: R,
    name: &'a str,
    /// The number of the line that was read last.
    number: usize,
    line: Vec<u8>,
    ahead: VecDeque<Vec<u8>>,
}

impl<'a, R: BufRead> Lines<'a, R> {
    pub(super) fn new(text: R, name: &'a str) -> Self {
        Self { text, name, number: 0, line: vec![], ahead: VecDeque::new() }
    }

    /// The next line, without its end.
    pub(super) fn next(&mut self) -> Result<Option<&[u8]>, MatrixError> {
        match self.ahead.pop_front() {
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

    /// The line that was read last.
    pub(super) fn last(&self) -> &[u8] {
        &self.line
    }

    /// The line at this number behind the one that was read last, from 0.
    pub(super) fn peek(&mut self, at: usize) -> Result<Option<&[u8]>, MatrixError> {
        while self.ahead.len() <= at {
            let mut line = vec![];
            if !self.read(&mut line)? {
                return Ok(None);
            }
            self.ahead.push_back(line);
        }
        Ok(Some(&self.ahead[at]))
    }

    /// The first of the lines to come of which something holds, as for [`Lines::peek`].
    pub(super) fn find(&mut self, holds: impl Fn(&[u8]) -> bool) -> Result<Option<usize>, MatrixError> {
        for at in 0..MOST_AHEAD {
            match self.peek(at)? {
                None => return Ok(None),
                Some(line) if holds(line) => return Ok(Some(at)),
                Some(_) => {}
            }
        }
        Err(self.of_file(&format!("its first {MOST_AHEAD} lines say nothing")))
    }

    fn read(&mut self, line: &mut Vec<u8>) -> Result<bool, MatrixError> {
        line.clear();
        let read = self.text.by_ref().take(MOST_LINE).read_until(b'\n', line);
        let bytes = read.map_err(|error| self.of_file(&error.to_string()))? as u64;
        if line.last() == Some(&b'\n') {
            line.pop();
        } else if bytes == MOST_LINE {
            return Err(self.of_line(self.ahead.len() + 1, &format!("it is longer than {MOST_LINE} bytes")));
        }
        Ok(bytes > 0)
    }

    /// The number of the line that was read last.
    pub(super) fn number(&self) -> usize {
        self.number
    }

    /// What is wrong with the line that was read last.
    pub(super) fn wrong(&self, what: impl Into<String>) -> MatrixError {
        MatrixError { name: self.name.to_owned(), line: self.number, what: what.into() }
    }

    /// What is wrong with the line at this number behind the one that was read last, from 1.
    pub(super) fn of_line(&self, after: usize, what: &str) -> MatrixError {
        MatrixError { line: self.number + after, ..self.of_file(what) }
    }

    /// What is wrong with a line of this number.
    pub(super) fn at(&self, line: usize, what: String) -> MatrixError {
        MatrixError { name: self.name.to_owned(), line, what }
    }

    /// What is wrong with the text as a whole.
    pub(super) fn of_file(&self, what: &str) -> MatrixError {
        MatrixError { name: self.name.to_owned(), line: 0, what: what.to_owned() }
    }
}
