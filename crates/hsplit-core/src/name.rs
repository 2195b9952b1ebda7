// SPDX-License-Identifier: MIT OR Apache-2.0
//! Interned level names.
//!
//! `MPI_Comm_get_hlevel_info` returns a `char *` that the caller never frees and that is valid until the process ends
//! (RR-9077 §3.3.1). A machine has a few dozen level names, so each is stored once and never freed, and a [`Name`] is a
//! pointer.

use std::collections::HashSet;
use std::ffi::{CStr, CString};
use std::fmt;
use std::sync::{Mutex, PoisonError};

use crate::message::cleaned;

/// A level name: `L3Cache`, `Machine`, `Net_level0`, …
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Name(&'static CStr);

static NAMES: Mutex<Option<HashSet<&'static CStr>>> = Mutex::new(None);

impl Name {
    /// Interns `text`. A NUL byte ends the text, as in C. Other control characters become blanks, because names come
    /// from files and are printed and drawn.
    pub fn new(text: &str) -> Self {
        let text = text.split('\0').next().unwrap_or_default();
        let text = CString::new(cleaned(text).as_ref()).unwrap_or_default();
        let mut names = NAMES.lock().unwrap_or_else(PoisonError::into_inner);
        let names = names.get_or_insert_default();
        if let Some(known) = names.get(text.as_c_str()) {
            return Self(known);
        }
        let stored: &'static CStr = Box::leak(text.into_boxed_c_str());
        names.insert(stored);
        Self(stored)
    }

    /// A name that is known at compile time.
    pub(crate) const fn constant(text: &'static CStr) -> Self {
        Self(text)
    }

    /// The name as Rust text.
    pub fn as_str(self) -> &'static str {
        self.0.to_str().unwrap_or_default()
    }

    /// The name as C text, valid for the life of the process.
    pub fn as_c_str(self) -> &'static CStr {
        self.0
    }
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl fmt::Debug for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_copy_per_text() {
        let (a, b) = (Name::new("L3Cache"), Name::new("L3Cache"));
        assert_eq!(a.as_c_str().as_ptr(), b.as_c_str().as_ptr());
        assert_eq!(a.to_string(), "L3Cache");
    }

    #[test]
    fn a_nul_byte_ends_the_text() {
        assert_eq!(Name::new("L3\0Cache").as_str(), "L3");
    }

    #[test]
    fn control_characters_are_blanks() {
        assert_eq!(Name::new("a\u{1b}[31mb\n").as_str(), "a [31mb ");
    }
}
