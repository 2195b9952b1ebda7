// SPDX-License-Identifier: MIT OR Apache-2.0
//! The variables that `hsplit run` sets for a program, and their removal by the library in `MPI_Init`: commands that
//! the program starts are not part of the job, and inherit neither the library nor its settings.
//!
//! The user's own variables stay, and are restored if an option has replaced them. Processes of `MPI_Comm_spawn` are
//! not affected: their launcher starts them with its own environment, which `hsplit run` has not changed. They get the
//! library and its settings by `hsplit run` as their command.

use std::env;
use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::sync::OnceLock;

use crate::configuration::{self, PREFIX, Setting};

/// The variable in which `hsplit run` lists its changes of the environment.
pub const PRELOADED_BY: &str = "HSPLIT_RUN";

const LD_PRELOAD: &str = "LD_PRELOAD";

/// The removed settings, which the library can still read.
static TAKEN: OnceLock<Vec<(String, OsString)>> = OnceLock::new();

/// The changes that `hsplit run` has made to the environment, in `HSPLIT_RUN` as `FILE:NAME:NAME=VALUE`.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Inserted {
    /// The file in `LD_PRELOAD`; empty if the program is linked with the library.
    pub library: OsString,
    /// The variables of its options, each with its previous value.
    options: Vec<(String, Option<OsString>)>,
}

impl Inserted {
    /// The changes that were made to the environment of this process.
    pub fn of_environment() -> Self {
        env::var_os(PRELOADED_BY).map_or_else(Self::default, |text| Self::parse(&text))
    }

    /// Adds an option's variable, with its previous value if it had one. If commands are nested, the value that the
    /// outer one has stored is kept, because it is the user's.
    pub fn add(&mut self, name: &str, before: Option<OsString>) {
        if self.options.iter().all(|(known, _)| known != name) {
            self.options.push((name.to_owned(), before));
        }
    }

    /// The value of `HSPLIT_RUN`; `None` if there are no changes.
    pub fn text(&self) -> Option<OsString> {
        let mut text = self.library.clone().into_vec();
        for (name, before) in &self.options {
            text.push(b':');
            text.extend(name.as_bytes());
            if let Some(value) = before {
                text.push(b'=');
                escape(value, &mut text);
            }
        }
        (!text.is_empty()).then(|| OsString::from_vec(text))
    }

    fn parse(text: &OsStr) -> Self {
        let mut parts = text.as_bytes().split(|byte| *byte == b':');
        let library = OsString::from_vec(parts.next().unwrap_or_default().to_vec());
        let options = parts.filter_map(|part| {
            let (name, before) = pair(part).map_or((part, None), |(name, value)| (name, Some(unescaped(value))));
            let name = std::str::from_utf8(name).ok().filter(|name| name.starts_with(PREFIX))?;
            Some((name.to_owned(), before))
        });
        Self { library, options: options.collect() }
    }

    /// The options' variables with their values in an environment.
    fn settings(&self, variable: impl Fn(&str) -> Option<OsString>) -> Vec<(String, OsString)> {
        self.options.iter().filter_map(|(name, _)| Some((name.clone(), variable(name)?))).collect()
    }
}

/// Appends the bytes of a value, with colons escaped.
fn escape(value: &OsStr, text: &mut Vec<u8>) {
    for byte in value.as_bytes() {
        match byte {
            b':' => text.extend(b"%c"),
            b'%' => text.extend(b"%%"),
            byte => text.push(*byte),
        }
    }
}

fn unescaped(text: &[u8]) -> OsString {
    let mut bytes = text.iter();
    let mut value = vec![];
    while let Some(byte) = bytes.next() {
        value.push(match byte {
            b'%' if bytes.next() == Some(&b'c') => b':',
            byte => *byte,
        });
    }
    OsString::from_vec(value)
}

fn pair(text: &[u8]) -> Option<(&[u8], &[u8])> {
    let at = text.iter().position(|byte| *byte == b'=')?;
    Some((&text[..at], &text[at + 1..]))
}

/// Removes the changes of `hsplit run` from the environment: the file in `LD_PRELOAD`, which the loader has already
/// read, and its settings, which [`variable`] still returns.
///
/// # Safety
/// No other thread changes the environment at the same time.
pub unsafe fn leave_environment() {
    let Some(text) = env::var_os(PRELOADED_BY) else { return };
    let inserted = Inserted::parse(&text);
    TAKEN.get_or_init(|| inserted.settings(|name| env::var_os(name)));
    let mut after: Vec<(&str, Option<OsString>)> = vec![(PRELOADED_BY, None)];
    if !inserted.library.is_empty() {
        after.push((LD_PRELOAD, env::var_os(LD_PRELOAD).and_then(|list| without(&list, &inserted.library))));
    }
    after.extend(inserted.options.iter().map(|(name, before)| (name.as_str(), before.clone())));
    for (name, value) in after {
        // SAFETY: no other thread changes the environment, by this function's contract. A thread that reads it finds
        // valid strings, because the C library replaces pointers and does not free the strings.
        unsafe {
            match value {
                Some(value) => env::set_var(name, value),
                None => env::remove_var(name),
            }
        }
    }
}

/// For a second library in the process: finds the settings that libhsplit has removed, in the environment that the
/// process started with, which the kernel keeps.
pub fn recall() {
    TAKEN.get_or_init(|| std::fs::read("/proc/self/environ").map_or_else(|_| vec![], |began| began_with(&began)));
}

fn began_with(environment: &[u8]) -> Vec<(String, OsString)> {
    let variable = |name: &str| {
        let mut pairs = environment.split(|byte| *byte == 0).filter_map(pair);
        pairs.find(|(known, _)| *known == name.as_bytes()).map(|(_, value)| OsString::from_vec(value.to_vec()))
    };
    variable(PRELOADED_BY).map_or_else(Vec::new, |text| Inserted::parse(&text).settings(variable))
}

/// The value of a variable for the library: from the environment, including settings of `hsplit run` removed from it,
/// or else from a configuration file. If the program has more rights than its user, the environment is ignored.
pub fn variable(name: &str) -> Option<OsString> {
    of_environment(name).or_else(|| of_file(name).map(|setting| setting.value.clone().into()))
}

/// The value of a variable of another product's; none if the program has more rights than its user.
pub fn foreign_variable(name: &str) -> Option<String> {
    if configuration::is_secure() { None } else { env::var(name).ok() }
}

/// The setting of a configuration file, if the environment has no value for the variable.
pub fn of_file(name: &str) -> Option<&'static Setting> {
    configuration::setting(name).filter(|_| of_environment(name).is_none())
}

fn of_environment(name: &str) -> Option<OsString> {
    if configuration::is_secure() {
        return None;
    }
    let mut taken = TAKEN.get().into_iter().flatten();
    taken.find(|(known, _)| known == name).map(|(_, value)| value.clone()).or_else(|| env::var_os(name))
}

/// All variables for the library, and all others of the environment.
pub fn variables() -> impl Iterator<Item = (OsString, OsString)> {
    let taken = TAKEN.get().map_or(&[][..], Vec::as_slice);
    let others = env::vars_os().filter(|(name, _)| taken.iter().all(|(known, _)| name != known.as_str()));
    let set = others.chain(taken.iter().map(|(name, value)| (name.into(), value.clone())));
    let of_files = configuration::of_process().settings.iter().filter_map(|setting| of_file(&setting.name));
    set.filter(|_| !configuration::is_secure())
        .chain(of_files.map(|setting| (setting.name.clone().into(), setting.value.clone().into())))
}

/// The value of `LD_PRELOAD` without one file; `None` if it becomes empty.
fn without(list: &OsStr, file: &OsStr) -> Option<OsString> {
    let others = list.as_bytes().split(|byte| matches!(byte, b':' | b' '));
    let others: Vec<&[u8]> = others.filter(|other| !other.is_empty() && *other != file.as_bytes()).collect();
    (!others.is_empty()).then(|| OsString::from_vec(others.join(&b':')))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_other_files_stay() {
        let of = |list: &str| without(OsStr::new(list), OsStr::new("/l/libhsplit.so.0"));
        assert_eq!(of("/l/libhsplit.so.0"), None);
        assert_eq!(of("/l/libhsplit.so.0:/m/liba.so"), Some("/m/liba.so".into()));
        assert_eq!(of("/m/liba.so /l/libhsplit.so.0 libb.so"), Some("/m/liba.so:libb.so".into()));
        assert_eq!(of("/m/liba.so"), Some("/m/liba.so".into()));
    }

    #[test]
    fn what_was_inserted_is_read_as_written() {
        let mut inserted = Inserted { library: "/l/libhsplit.so.0".into(), ..Inserted::default() };
        assert_eq!(inserted.text(), Some("/l/libhsplit.so.0".into()));
        inserted.add("HSPLIT_SHOW", None);
        inserted.add("HSPLIT_EMULATE", Some("node:2=%c".into()));
        inserted.add("HSPLIT_SHOW", Some("1".into()));
        let text = inserted.text().unwrap();
        assert_eq!(text, "/l/libhsplit.so.0:HSPLIT_SHOW:HSPLIT_EMULATE=node%c2=%%c");
        assert_eq!(Inserted::parse(&text), inserted);
        assert_eq!(Inserted::default().text(), None);
        let linked = Inserted::parse(OsStr::new(":HSPLIT_SHOW=:PATH"));
        assert_eq!(linked.options, [("HSPLIT_SHOW".to_owned(), Some(OsString::new()))]);
        assert!(linked.library.is_empty());
    }

    #[test]
    fn what_a_process_began_with_is_recalled() {
        let of = |text: &str| began_with(text.as_bytes());
        let began = "A=b\0HSPLIT_RUN=:HSPLIT_SHOW=0:HSPLIT_LOG\0HSPLIT_SHOW=1\0HSPLIT_EMULATE=core:2 pu:1\0";
        assert_eq!(of(began), [("HSPLIT_SHOW".to_owned(), "1".into())]);
        assert_eq!(of("HSPLIT_SHOW=1\0"), []);
    }
}
