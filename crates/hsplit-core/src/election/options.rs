// SPDX-License-Identifier: MIT OR Apache-2.0
//! Options of elections: their info keys, which the command takes as options.

use std::ffi::CStr;

use crate::units::{YES_OR_NO, yes_or_no};

/// The processing units of a core that a worker is bound to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Smt {
    /// All units of its part.
    #[default]
    All,
    /// The first unit of each core.
    One,
}

/// The resource that a worker has one thread for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum ThreadCount {
    /// Each core.
    #[default]
    Cores,
    /// Each processing unit.
    Units,
}

impl ThreadCount {
    pub(super) fn noun(self) -> &'static str {
        match self {
            Self::Cores => "core",
            Self::Units => "processing unit",
        }
    }
}

/// Options of an election.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Options {
    /// The rank that is elected before all others.
    pub root: u32,
    /// True if instances without candidates give their units to others; if false, these units are idle.
    pub adopt: bool,
    /// The processing units of a core that a worker is bound to.
    pub smt: Smt,
    /// The resource that a worker has one thread for.
    pub threads: ThreadCount,
}

impl Default for Options {
    fn default() -> Self {
        Self { root: 0, adopt: true, smt: Smt::All, threads: ThreadCount::Cores }
    }
}

/// A value that is not valid for its key.
#[derive(Clone, Debug, thiserror::Error, PartialEq, Eq)]
#[error("'{value}' is not {values}")]
pub struct OptionError {
    value: String,
    /// A description of the valid values.
    pub values: &'static str,
}

impl Options {
    /// The keys that [`Options::set`] accepts.
    pub const KEYS: [&'static CStr; 3] = [c"hsplit_root", c"hsplit_adopt", c"hsplit_smt"];

    /// Sets an option by its info key; the value may be in either case. Keys outside [`Options::KEYS`] are ignored.
    pub fn set(&mut self, key: &str, value: &str) -> Result<(), OptionError> {
        let text = value.trim().to_ascii_lowercase();
        let (is_known, values) = match key {
            "hsplit_root" => (text.parse().map(|root| self.root = root).is_ok(), "a rank"),
            "hsplit_adopt" => (yes_or_no(&text).map(|adopt| self.adopt = adopt).is_some(), YES_OR_NO),
            "hsplit_smt" => (self.set_smt(&text), "all, one or threads"),
            _ => return Ok(()),
        };
        if is_known { Ok(()) } else { Err(OptionError { value: value.to_owned(), values }) }
    }

    fn set_smt(&mut self, text: &str) -> bool {
        (self.smt, self.threads) = match text {
            "all" => (Smt::All, ThreadCount::Cores),
            "one" => (Smt::One, ThreadCount::Cores),
            "threads" => (Smt::All, ThreadCount::Units),
            _ => return false,
        };
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_read() {
        let set = |pairs: &[(&str, &str)]| {
            let mut options = Options::default();
            pairs.iter().try_for_each(|(key, value)| options.set(key, value)).map(|()| options)
        };
        let default = Options::default();
        assert_eq!(set(&[("hsplit_root", " 7 ")]), Ok(Options { root: 7, ..default }));
        assert_eq!(set(&[("hsplit_adopt", "No")]), Ok(Options { adopt: false, ..default }));
        assert_eq!(set(&[("hsplit_adopt", "no"), ("hsplit_adopt", "YES")]), Ok(default));
        assert_eq!(set(&[("hsplit_smt", "ONE")]), Ok(Options { smt: Smt::One, ..default }));
        assert_eq!(set(&[("hsplit_smt", "threads")]), Ok(Options { threads: ThreadCount::Units, ..default }));
        assert_eq!(set(&[("hsplit_smt", "one"), ("hsplit_smt", "all"), ("other", "x")]), Ok(default));
        for (key, value, values) in [
            ("hsplit_root", "-1", "a rank"),
            ("hsplit_root", "", "a rank"),
            ("hsplit_adopt", "maybe", "yes or no"),
            ("hsplit_smt", "two", "all, one or threads"),
        ] {
            assert_eq!(set(&[(key, value)]).unwrap_err().to_string(), format!("'{value}' is not {values}"));
        }
    }
}
