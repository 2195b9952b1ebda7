// SPDX-License-Identifier: MIT OR Apache-2.0
//! Readers of communication matrices, which recognise each form by its content.
//!
//! | form | what it counts |
//! |---|---|
//! | Matrix Market, coordinate (the monitor's own files, too) | one number for each pair |
//! | traces: Open MPI's `.prof`, and the lines of the thesis's figure 3.5 | bytes and messages |
//! | a dense square of numbers | one number for each pair |
//! | METIS `.graph`, Scotch `.grf` | the weight of each edge |
//!
//! An entry from i to j and one from j to i are the two directions of a pair, and add up. An edge of a METIS or Scotch
//! graph stands at both of its ends and counts once.

use std::io::BufRead;

use crate::traffic::Traffic;

mod arcs;
mod dense;
mod edges;
mod fields;
mod lines;
mod market;
mod metis;
mod scotch;
mod trace;

use arcs::Arcs;
use fields::Fields;
use lines::Lines;

/// How much each role sends to each other one.
#[derive(Clone, Debug)]
pub struct Matrix {
    /// The number of roles.
    pub roles: usize,
    /// The bytes between roles; the weights of a form that has one number for each pair.
    pub bytes: Traffic,
    /// The messages between roles, where the form counts both.
    pub messages: Option<Traffic>,
    /// What weights with digits after the point were multiplied by, to make them whole; else 1.
    pub scale: u64,
}

impl Matrix {
    /// These weights as bytes, beside those of another matrix as messages. Where one of the two was multiplied, both
    /// are by the same number. `None`: the numbers become too large.
    #[must_use]
    pub fn with_messages(self, messages: Self) -> Option<Self> {
        // Both are powers of ten.
        let scale = self.scale.max(messages.scale);
        let bytes = self.bytes.times(scale / self.scale)?;
        let messages = messages.bytes.times(scale / messages.scale)?;
        Some(Self { bytes, messages: Some(messages), scale, ..self })
    }
}

/// Why a text is no matrix, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{name}{}: {what}", at(*.line))]
pub struct MatrixError {
    /// The name of the file.
    pub name: String,
    /// The line, from 1; 0 for the file as a whole.
    pub line: usize,
    /// What is wrong.
    pub what: String,
}

fn at(line: usize) -> String {
    if line == 0 { String::new() } else { format!(", line {line}") }
}

/// The forms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    Market,
    Trace,
    Dense,
    Metis,
    Scotch,
}

/// Reads one file, or the parts of one trace.
#[derive(Debug, Default)]
pub struct Reader {
    /// The form of the first file.
    form: Option<Form>,
    bytes: Arcs,
    messages: Option<Arcs>,
    /// What a trace has twice: what was sent, and what was received.
    trace: trace::Parts,
}

/// Reads one file.
///
/// # Errors
/// The line that is wrong.
pub fn read(text: impl BufRead, name: &str) -> Result<Matrix, MatrixError> {
    let mut reader = Reader::default();
    reader.add(text, name)?;
    Ok(reader.finish(0))
}

impl Reader {
    /// Reads a file. More than one may be given where all are parts of one trace, such as a `.prof` of each rank.
    ///
    /// # Errors
    /// The line that is wrong; a second file that is no part of a trace.
    pub fn add(&mut self, text: impl BufRead, name: &str) -> Result<(), MatrixError> {
        let mut lines = Lines::new(text, name);
        let form = recognise(&mut lines)?;
        if self.form.is_some_and(|first| (first, form) != (Form::Trace, Form::Trace)) {
            return Err(lines.of_file("only the parts of a trace (.prof) can be read together"));
        }
        self.form = Some(form);
        match form {
            Form::Market => market::read(&mut lines, &mut self.bytes),
            Form::Trace => trace::read(&mut lines, &mut self.trace),
            Form::Dense => dense::read(&mut lines, &mut self.bytes),
            Form::Metis => metis::read(&mut lines, &mut self.bytes),
            Form::Scotch => scotch::read(&mut lines, &mut self.bytes),
        }
    }

    /// How many roles the files have.
    pub fn roles(&self) -> usize {
        self.bytes.roles().max(self.trace.roles())
    }

    /// The matrix, with this number of roles at least.
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

/// The form of a text, by its first lines.
fn recognise<R: BufRead>(lines: &mut Lines<'_, R>) -> Result<Form, MatrixError> {
    /// A dense square and a METIS graph look alike up to this number of columns, the most of a METIS header.
    const ALIKE: usize = 4;
    if lines.peek(0)?.is_none() {
        return Err(lines.of_file("it is empty"));
    }
    // Below a blank line, a Matrix Market head is a comment, and three rows with two entries are a dense square.
    let begin = lines.find(|line| !Fields::new(line).is_empty())?.unwrap_or(0);
    for _ in 0..begin {
        lines.next()?;
    }
    let Some(first) = lines.peek(0)? else {
        return Err(lines.of_file("there is nothing in it but comments"));
    };
    if market::begins(first) {
        return Ok(Form::Market);
    }
    if trace::begins(first) {
        return Ok(Form::Trace);
    }
    let Some(at) = lines.find(|line| !Fields::new(line).is_empty() && !line.starts_with(b"%"))? else {
        return Err(lines.of_file("there is nothing in it but comments"));
    };
    let width = |line: Option<&[u8]>| line.map_or(0, |line| Fields::with_commas(line).count());
    let (columns, numeric) = (width(lines.peek(at)?), lines.peek(at)?.is_some_and(is_numeric));
    if !numeric {
        return Err(lines.of_line(at + 1, "this is no matrix: Matrix Market, a trace, a dense square, METIS or Scotch"));
    }
    if columns == 1 {
        let is_alone = lines.peek(at + 1)?.is_none();
        return Ok(if is_alone { Form::Dense } else { Form::Scotch });
    }
    if columns > ALIKE {
        return Ok(Form::Dense);
    }
    // A square with this number of columns has as many lines, and nothing else.
    let mut rows = vec![];
    for row in 0..=columns {
        rows.push(width(lines.peek(at + row)?));
    }
    let is_square = rows[..columns].iter().all(|&row| row == columns) && rows[columns] == 0;
    let vertices = lines.peek(at)?.and_then(|line| fields::whole(Fields::new(line).next()?));
    Ok(if is_square && vertices != Some(columns as u64 - 1) { Form::Dense } else { Form::Metis })
}

/// Whether a line begins with a number.
fn is_numeric(line: &[u8]) -> bool {
    Fields::with_commas(line).next().is_some_and(|field| fields::real(field).is_some())
}

#[cfg(test)]
mod properties;
#[cfg(test)]
mod tests;
