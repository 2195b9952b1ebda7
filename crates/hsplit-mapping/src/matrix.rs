// SPDX-License-Identifier: MIT OR Apache-2.0
//! Readers of communication matrices. The format is recognised by the content.
//!
//! | format | values |
//! |---|---|
//! | Matrix Market, coordinate (also the monitor's files) | one number for each pair |
//! | traces: Open MPI's `.prof`, and the lines of the thesis's figure 3.5 | bytes and messages |
//!
//! An entry from i to j and one from j to i are the two directions of a pair, and are added.

use std::io::BufRead;

use crate::traffic::Traffic;

mod arcs;
mod fields;
mod lines;
mod market;
mod trace;

use arcs::Arcs;
use fields::Fields;
use lines::Lines;

/// The traffic between roles.
#[derive(Clone, Debug)]
pub struct Matrix {
    /// The number of roles.
    pub roles: usize,
    /// The bytes between roles; the weights if the format has one number for each pair.
    pub bytes: Traffic,
    /// The messages between roles, if the format has both.
    pub messages: Option<Traffic>,
    /// The factor by which weights with decimal places were multiplied to make them whole; otherwise 1.
    pub scale: u64,
}

impl Matrix {
    /// Combines these weights, as bytes, with those of another matrix, as messages. Both get the same scale. `None` if
    /// the numbers become too large.
    #[must_use]
    pub fn with_messages(self, messages: Self) -> Option<Self> {
        // Both are powers of ten.
        let scale = self.scale.max(messages.scale);
        let bytes = self.bytes.times(scale / self.scale)?;
        let messages = messages.bytes.times(scale / messages.scale)?;
        Some(Self { bytes, messages: Some(messages), scale, ..self })
    }
}

/// An error in the text of a matrix.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{name}{}: {what}", at(*.line))]
pub struct MatrixError {
    /// The name of the file.
    pub name: String,
    /// The line number, from 1; 0 for the whole file.
    pub line: usize,
    /// The error.
    pub what: String,
}

fn at(line: usize) -> String {
    if line == 0 { String::new() } else { format!(", line {line}") }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    Market,
    Trace,
}

/// A reader of one file, or of the parts of one trace.
#[derive(Debug, Default)]
pub struct Reader {
    /// The format of the first file.
    form: Option<Form>,
    bytes: Arcs,
    messages: Option<Arcs>,
    /// The values that a trace has twice, as sent and as received.
    trace: trace::Parts,
}

/// Reads one file.
pub fn read(text: impl BufRead, name: &str) -> Result<Matrix, MatrixError> {
    let mut reader = Reader::default();
    reader.add(text, name)?;
    Ok(reader.finish(0))
}

impl Reader {
    /// Reads a file. Several files are allowed if all are parts of one trace, such as a `.prof` of each rank.
    ///
    /// # Errors
    /// A line is wrong, or a second file is not part of a trace.
    pub fn add(&mut self, text: impl BufRead, name: &str) -> Result<(), MatrixError> {
        let mut lines = Lines::new(text, name);
        let form = recognise(&mut lines)?;
        if self.form.is_some_and(|first| (first, form) != (Form::Trace, Form::Trace)) {
            return Err(
                lines.of_file("only the parts of a trace (.prof) or of a monitored run (.part) can be read together")
            );
        }
        self.form = Some(form);
        match form {
            Form::Market => market::read(&mut lines, &mut self.bytes),
            Form::Trace => trace::read(&mut lines, &mut self.trace),
        }
    }

    /// The number of roles in the files.
    pub fn roles(&self) -> usize {
        self.bytes.roles().max(self.trace.roles())
    }

    /// The matrix, with at least this number of roles.
    pub fn finish(mut self, roles: usize) -> Matrix {
        let roles = self.roles().max(roles);
        if self.form == Some(Form::Trace) {
            let (bytes, messages) = std::mem::take(&mut self.trace).finish();
            (self.bytes, self.messages) = (bytes, Some(messages));
        }
        let scale = self.bytes.scale();
        let messages = self.messages.map(|messages| messages.into_traffic(roles, 1));
        Matrix { roles, bytes: self.bytes.into_traffic(roles, scale), messages, scale }
    }
}

/// The format of a text, from its first line that is not blank.
fn recognise<R: BufRead>(lines: &mut Lines<'_, R>) -> Result<Form, MatrixError> {
    while lines.peek()?.is_some_and(|line| Fields::new(line).is_empty()) {
        lines.next()?;
    }
    match lines.peek()? {
        None => Err(lines.of_file("it is empty")),
        Some(line) if market::begins(line) => Ok(Form::Market),
        Some(line) if trace::begins(line) => Ok(Form::Trace),
        Some(_) => Err(lines.of_next("this is no matrix: Matrix Market or a trace")),
    }
}

#[cfg(test)]
mod properties;
#[cfg(test)]
mod tests;
