// SPDX-License-Identifier: MIT OR Apache-2.0
//! What a process publishes of itself.
//!
//! The text has letters, digits and `._-%,/` alone, which the protocols of all launchers take in a value, and at most
//! 1000 of them: `1,HOST,PROCESS,VERSION,NAME/NUMBER/VALUE,...` with the settings that are not the default ones.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::settings::{DECISIVE, Feature, Settings};
use hsplit_core::hash::hash;

/// The first word of an entry in this form.
const FORM: &str = "1";
/// The entry of a process whose library is disabled.
const DISABLED: &str = "0";
/// PMI-1 takes values of 1023 characters.
const LONGEST: usize = 1000;
/// How many characters of a variable's value a message shows.
const LONGEST_VALUE: usize = 60;

/// A process that has the library.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Its host.
    pub host: String,
    /// Its number on that host.
    pub process: u32,
    /// The library's version, as a number.
    version: u64,
    /// The settings that are not the default ones.
    settings: BTreeMap<String, Setting>,
    /// Whether its library passes all calls through.
    pub is_disabled: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Setting {
    /// Differs where the setting does.
    number: u64,
    /// What the variable says, or its beginning.
    value: String,
}

/// What is known of a process.
#[derive(Clone, Debug)]
pub enum Standing {
    /// It has not loaded the library, or nothing of it is known.
    Absent,
    /// It has the library, which passes all calls through.
    Disabled,
    /// It has the library.
    Present(Arc<Entry>),
}

impl Standing {
    pub(super) fn decode(text: &str) -> Self {
        match text {
            DISABLED => Self::Disabled,
            _ => Entry::decode(text).map_or(Self::Absent, |entry| Self::Present(Arc::new(entry))),
        }
    }

    /// The entry of a process that has the library.
    pub fn entry(&self) -> Option<&Entry> {
        if let Self::Present(entry) = self { Some(entry) } else { None }
    }
}

impl Entry {
    /// That of this process on a host. `variable`: what a variable says.
    pub fn new(host: String, settings: &Settings, variable: impl Fn(&str) -> Option<String>) -> Self {
        let (own, default) = (settings.decisive(), Settings::read([]).0.decisive());
        let differs = |at: &usize| own[*at] != default[*at];
        let setting = |at: usize| {
            let (name, number) = own[at];
            let value = variable(name).unwrap_or_default().chars().take(LONGEST_VALUE).collect();
            (name.to_owned(), Setting { number, value })
        };
        Self {
            host,
            process: std::process::id(),
            version: hash(env!("CARGO_PKG_VERSION").as_bytes()),
            settings: (0..DECISIVE).filter(differs).map(setting).collect(),
            is_disabled: settings.disable,
        }
    }

    /// Whether it has a setting that is not the default one.
    pub fn asks(&self) -> bool {
        !self.settings.is_empty()
    }

    /// The variables of such settings.
    pub fn variables(&self) -> impl Iterator<Item = &str> {
        self.settings.keys().map(String::as_str)
    }

    /// Whether a variable is the same in both.
    pub fn has_same(&self, other: &Self, variable: &str) -> bool {
        let number = |entry: &Self| entry.settings.get(variable).map(|setting| setting.number);
        number(self) == number(other)
    }

    /// Whether a variable has another setting than the default one.
    pub fn sets(&self, variable: &str) -> bool {
        self.settings.contains_key(variable)
    }

    /// Whether both make the same messages for a feature.
    pub fn is_alike(&self, other: &Self, feature: Feature) -> bool {
        self.version == other.version && feature.variables().iter().all(|variable| self.has_same(other, variable))
    }

    /// What a variable says, in words.
    pub(super) fn value(&self, variable: &str) -> String {
        self.settings.get(variable).map_or_else(|| "not set".to_owned(), |setting| format!("'{}'", setting.value))
    }

    /// As a text of at most 1000 characters.
    pub fn encode(&self) -> String {
        if self.is_disabled {
            return DISABLED.to_owned();
        }
        // The values are for messages alone.
        let text = self.encode_with(LONGEST_VALUE);
        if text.len() <= LONGEST { text } else { self.encode_with(0) }
    }

    fn encode_with(&self, most: usize) -> String {
        let mut text = format!("{FORM},{},{},{:x}", escape(&self.host), self.process, self.version);
        for (name, Setting { number, value }) in &self.settings {
            let value: String = value.chars().take(most).collect();
            text.push_str(&format!(",{}/{number:x}/{}", escape(name), escape(&value)));
        }
        text
    }

    /// One of a process whose library is enabled.
    pub fn decode(text: &str) -> Option<Self> {
        let mut fields = text.split(',');
        if fields.next() != Some(FORM) {
            return None;
        }
        let host = unescape(fields.next()?)?;
        let process = fields.next()?.parse().ok()?;
        let version = u64::from_str_radix(fields.next()?, 16).ok()?;
        let setting = |field: &str| {
            let mut parts = field.split('/');
            let name = unescape(parts.next()?)?;
            let number = u64::from_str_radix(parts.next()?, 16).ok()?;
            Some((name, Setting { number, value: unescape(parts.next()?)? }))
        };
        let settings = fields.map(setting).collect::<Option<_>>()?;
        Some(Self { host, process, version, settings, is_disabled: false })
    }
}

fn escape(text: &str) -> String {
    let mut escaped = String::new();
    for byte in text.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'.' | b'_' | b'-' => escaped.push(byte.into()),
            byte => escaped.push_str(&format!("%{byte:02x}")),
        }
    }
    escaped
}

fn unescape(text: &str) -> Option<String> {
    let mut bytes = vec![];
    let mut rest = text.as_bytes();
    while let Some((&byte, after)) = rest.split_first() {
        rest = after;
        if byte == b'%' {
            let (digits, after) = rest.split_at_checked(2)?;
            bytes.push(u8::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok()?);
            rest = after;
        } else {
            bytes.push(byte);
        }
    }
    Some(String::from_utf8_lossy(&bytes).into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(pairs: &[(&str, &str)]) -> Entry {
        let all = pairs.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned()));
        let value = |name: &str| pairs.iter().find(|(known, _)| *known == name).map(|(_, value)| (*value).to_owned());
        Entry::new("node 1".to_owned(), &Settings::read(all).0, value)
    }

    #[test]
    fn an_entry_is_read_as_written() {
        let mut entry = of(&[("HSPLIT_COLLECTIVES", "all:0"), ("HSPLIT_WAIT", "sleep")]);
        entry.settings.get_mut("HSPLIT_WAIT").unwrap().value = "sleep: 5,%/\n=é".to_owned();
        let text = entry.encode();
        assert!(text.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"._-%,/".contains(&byte)), "{text}");
        assert_eq!(Entry::decode(&text), Some(entry));
    }

    #[test]
    fn a_long_entry_has_no_values() {
        let mut entry = of(&[]);
        for number in 0..20 {
            entry.settings.insert(format!("HSPLIT_{number}"), Setting { number, value: "/".repeat(60) });
        }
        let text = entry.encode();
        assert!(text.len() <= LONGEST, "{}", text.len());
        assert!(
            Entry::decode(&text).is_some_and(|read| (0..20).all(|n| read.has_same(&entry, &format!("HSPLIT_{n}"))))
        );
    }

    #[test]
    fn what_is_no_entry_is_absent() {
        for text in ["", "2,a,1,1", "1,a", "1,a,x,1", "1,a,1,1,b", "1,a%4,1,1", "unknown"] {
            assert!(matches!(Standing::decode(text), Standing::Absent), "{text}");
        }
        assert!(matches!(Standing::decode("0"), Standing::Disabled));
        assert!(of(&[("HSPLIT_DISABLE", "1")]).encode() == "0");
    }

    #[test]
    fn settings_that_do_not_matter_are_no_difference() {
        // A process whose collective calls stay native has no use for the others.
        let [plain, idle] = [of(&[]), of(&[("HSPLIT_COLLECTIVES", "segment=1KiB"), ("HSPLIT_LOG", "info")])];
        assert!(!plain.asks() && !idle.asks() && plain.is_alike(&idle, Feature::Collectives));
        let [one, other] = ["all,segment=1KiB", "all,segment=2KiB"].map(|calls| of(&[("HSPLIT_COLLECTIVES", calls)]));
        assert!(one.asks() && !one.is_alike(&other, Feature::Collectives) && one.is_alike(&other, Feature::Wait));
        assert!(!one.is_alike(&plain, Feature::Collectives));
    }
}
