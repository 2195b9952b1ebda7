// SPDX-License-Identifier: MIT OR Apache-2.0
//! Lines of traces: `S 8 15 557090240 bytes 2011 msgs sent` (thesis, figure 3.5), and Open MPI's `.prof`, which has
//! adopted the format.
//!
//! The thesis's tool writes each message twice, as sent (`S`) by one rank and as `received` (`R`) by the other; the
//! larger number of the two is used, so that a part of a trace suffices. In a `.prof`, `E` is traffic of the program,
//! `I` traffic of collective operations, `S` and `R` are one-sided puts and gets. Its lines for whole collective
//! operations (`C`, `D`, `O2A`, `A2O`, `A2A`) contain the messages of `I` again.

use std::io::BufRead;

use super::MatrixError;
use super::arcs::{Arcs, MOST_ROLES};
use super::fields::{Fields, quoted, whole};
use super::lines::Lines;

/// The first words of lines of a trace.
const COUNTED: [&[u8]; 4] = [b"E", b"I", b"S", b"R"];
const LEFT_OUT: [&[u8]; 5] = [b"C", b"D", b"O2A", b"A2O", b"A2A"];

/// The traffic in the parts of a trace, as bytes and as messages.
#[derive(Clone, Debug, Default)]
pub(super) struct Parts {
    /// Traffic that has one line only.
    alone: [Arcs; 2],
    /// Traffic that other ranks may also have as received.
    sent: [Arcs; 2],
    /// Traffic that other ranks may also have as sent.
    received: [Arcs; 2],
}

/// The sender, the receiver, the bytes and the messages.
type Line = (u32, u32, u64, u64);

/// True if the first line of a text is that of a trace.
pub(super) fn begins(line: &[u8]) -> bool {
    let first = Fields::new(line).next().unwrap_or_default();
    line.starts_with(b"#") || COUNTED.contains(&first) || LEFT_OUT.contains(&first)
}

pub(super) fn read<R: BufRead>(lines: &mut Lines<'_, R>, parts: &mut Parts) -> Result<(), MatrixError> {
    while let Some(line) = lines.next()? {
        let mut fields = Fields::new(line);
        let Some(first) = fields.next().filter(|first| !first.starts_with(b"#")) else { continue };
        if LEFT_OUT.contains(&first) {
            continue;
        }
        let added = if COUNTED.contains(&first) {
            counted(fields).and_then(|(line, is_received)| parts.add(first, line, is_received))
        } else {
            Err(format!("{} where a line of a trace begins with E, I, S or R", quoted(first)))
        };
        added.map_err(|what| lines.wrong(what))?;
    }
    Ok(())
}

/// The numbers of a line, and true if its last word is `received`.
fn counted(mut fields: Fields<'_>) -> Result<(Line, bool), String> {
    let mut number = |what: &str| {
        let field = fields.next().ok_or_else(|| format!("there is no {what}"))?;
        whole(field).ok_or_else(|| format!("{what} {} is no whole number", quoted(field)))
    };
    let rank = |rank: u64| if rank < MOST_ROLES { Ok(rank as u32) } else { Err(format!("rank {rank} is absurd")) };
    let (a, b, bytes) = (rank(number("rank")?)?, rank(number("rank")?)?, number("number of bytes")?);
    let word = |fields: &mut Fields<'_>, known: &[&str]| {
        let word = fields.next().unwrap_or_default();
        let found = known.iter().position(|known| known.as_bytes() == word);
        found.ok_or_else(|| format!("{} where '{}' should be", quoted(word), known.join("' or '")))
    };
    word(&mut fields, &["bytes"])?;
    let field = fields.next().ok_or("there is no number of messages")?;
    let messages = whole(field).ok_or_else(|| format!("number of messages {} is no whole number", quoted(field)))?;
    word(&mut fields, &["msgs"])?;
    let is_received = word(&mut fields, &["sent", "received"])? == 1;
    Ok(((a, b, bytes, messages), is_received))
}

impl Parts {
    pub(super) fn roles(&self) -> usize {
        self.alone[0].roles()
    }

    fn add(&mut self, first: &[u8], (a, b, bytes, messages): Line, is_received: bool) -> Result<(), String> {
        self.alone[0].hold(u64::from(a.max(b)) + 1)?;
        // Received traffic comes from the other rank.
        let (from, to) = if first == b"R" { (b, a) } else { (a, b) };
        let arcs = match (first, is_received) {
            (b"R", true) => &mut self.received,
            (b"S", false) => &mut self.sent,
            (_, false) => &mut self.alone,
            _ => return Err(format!("{} of messages that are received", quoted(first))),
        };
        arcs[0].push(from, to, bytes as f64)?;
        arcs[1].push(from, to, messages as f64)
    }

    pub(super) fn finish(self) -> (Arcs, Arcs) {
        let [bytes, messages] = self.alone;
        let ([sent_bytes, sent_messages], [got_bytes, got_messages]) = (self.sent, self.received);
        let both = |alone: Arcs, sent: Arcs, got: Arcs| alone.and(if got.is_empty() { sent } else { sent.larger(got) });
        (both(bytes, sent_bytes, got_bytes), both(messages, sent_messages, got_messages))
    }
}
