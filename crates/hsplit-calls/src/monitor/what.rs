// SPDX-License-Identifier: MIT OR Apache-2.0
//! The argument `what` of a program: bytes or messages, and the kinds of calls.

use std::ffi::c_int;

use crate::error::Error;
use crate::split_types::{
    HSPLIT_MONITOR_BYTES, HSPLIT_MONITOR_COLLECTIVES, HSPLIT_MONITOR_INTERNAL, HSPLIT_MONITOR_MESSAGES,
    HSPLIT_MONITOR_P2P, HSPLIT_MONITOR_RMA,
};
use hsplit_monitor::{Class, Classes, Count, Expansion, Row, Snapshot};

/// The requested counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct What {
    counts_messages: bool,
    of: Of,
}

/// The sender of the messages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Of {
    /// The program, in these calls.
    Program(Classes),
    /// The library, for collective calls along the hierarchy.
    Library,
}

impl What {
    /// Parses a number of the program. Without a kind of calls, all are counted.
    ///
    /// # Errors
    /// The number is invalid.
    pub fn of(what: c_int) -> Result<Self, Error> {
        const KINDS: c_int = HSPLIT_MONITOR_P2P | HSPLIT_MONITOR_COLLECTIVES | HSPLIT_MONITOR_RMA;
        let is_library = what & HSPLIT_MONITOR_INTERNAL != 0;
        let counts_messages = match what & !(KINDS | HSPLIT_MONITOR_INTERNAL) {
            HSPLIT_MONITOR_BYTES => false,
            HSPLIT_MONITOR_MESSAGES => true,
            _ => return Err(Error::What(what)),
        };
        if is_library {
            // One message of the library may replace several messages of the program, so they have no sum.
            let is_alone = what & KINDS == 0;
            return is_alone.then_some(Self { counts_messages, of: Of::Library }).ok_or(Error::What(what));
        }
        let kinds = if what & KINDS == 0 { KINDS } else { what & KINDS };
        let has = |kind| kinds & kind != 0;
        let classes = Classes {
            p2p: has(HSPLIT_MONITOR_P2P),
            collectives: has(HSPLIT_MONITOR_COLLECTIVES),
            rma: has(HSPLIT_MONITOR_RMA),
        };
        Ok(Self { counts_messages, of: Of::Program(classes) })
    }

    /// All bytes of the program, or all its messages.
    pub fn all(counts_messages: bool) -> Self {
        Self { counts_messages, of: Of::Program(Classes::ALL) }
    }

    /// Returns a text that differs if the requests of ranks differ.
    pub fn text(&self) -> String {
        format!("{self:?}")
    }

    /// Returns this process's row, by rank in `MPI_COMM_WORLD`. A rank may occur twice: data that was fetched from it
    /// is separate.
    pub fn row(self, counted: &Snapshot, expansion: Expansion) -> Row {
        let Of::Program(classes) = self.of else { return counted.counts(Class::Internal).to_vec() };
        let mut row = counted.row(classes, expansion);
        if classes.rma {
            row.extend(counted.counts(Class::Fetched));
        }
        row
    }

    /// Returns the requested part of a count.
    pub fn number(self, count: Count) -> u64 {
        if self.counts_messages { count.messages } else { count.bytes }
    }
}
