// SPDX-License-Identifier: MIT OR Apache-2.0
//! The data that a process publishes about itself.
//!
//! The text contains only letters, digits and `._-%,/`, which the protocols of all launchers allow in a value, and at
//! most 1000 characters: `1,HOST,PROCESS,VERSION,NAME/NUMBER/VALUE,...` with the settings that differ from the
//! defaults.

use std::collections::BTreeMap;
use std::sync::Arc;

use hsplit_core::hash::hash;

/// The first word of an entry in this format.
const FORM: &str = "1";
/// The entry of a process whose library is disabled.
const DISABLED: &str = "0";
/// The most characters of an entry; PMI-1 allows 1023 in a value.
const LONGEST: usize = 1000;
/// The most characters of a variable's value in a message.
const LONGEST_VALUE: usize = 60;

/// A process that has the library.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Its host.
    pub host: String,
    /// Its process id.
    pub process: u32,
    /// The library's version, as a number.
    pub(super) version: u64,
    /// The settings that differ from the defaults.
    settings: BTreeMap<String, Setting>,
    /// True if its library passes all calls through.
    pub is_disabled: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Setting {
    /// A number that is equal only for equal settings.
    number: u64,
    /// The value of the variable, or its beginning.
    value: String,
}

/// The knowledge about a process.
#[derive(Clone, Debug)]
pub enum Standing {
    /// The process has not loaded the library, or has published nothing.
    Absent,
    /// The process has the library, which passes all calls through.
    Disabled,
    /// The process has the library.
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
    /// The entry of this process, with the settings that differ from the defaults: the variable, a number that is equal
    /// only for equal settings, and the value.
    pub fn new(host: String, settings: impl Iterator<Item = (&'static str, u64, String)>, is_disabled: bool) -> Self {
        let setting = |(name, number, value): (&str, u64, String)| {
            (name.to_owned(), Setting { number, value: value.chars().take(LONGEST_VALUE).collect() })
        };
        Self {
            host,
            process: std::process::id(),
            version: hash(env!("CARGO_PKG_VERSION").as_bytes()),
            settings: settings.map(setting).collect(),
            is_disabled,
        }
    }

    /// True if a setting differs from the default.
    pub fn asks(&self) -> bool {
        !self.settings.is_empty()
    }

    /// The variables of the settings that differ from the defaults.
    pub fn variables(&self) -> impl Iterator<Item = &str> {
        self.settings.keys().map(String::as_str)
    }

    /// True if a variable has the same setting in both entries.
    pub fn has_same(&self, other: &Self, variable: &str) -> bool {
        let number = |entry: &Self| entry.settings.get(variable).map(|setting| setting.number);
        number(self) == number(other)
    }

    /// True if a variable's setting differs from the default.
    pub fn sets(&self, variable: &str) -> bool {
        self.settings.contains_key(variable)
    }

    /// True if both processes send the same messages for a feature that depends on these variables.
    pub fn is_alike(&self, other: &Self, variables: &[&str]) -> bool {
        self.version == other.version && variables.iter().all(|variable| self.has_same(other, variable))
    }

    pub(super) fn value(&self, variable: &str) -> String {
        self.settings.get(variable).map_or_else(|| "not set".to_owned(), |setting| format!("'{}'", setting.value))
    }

    /// Encodes the entry as a text of at most 1000 characters.
    pub fn encode(&self) -> String {
        if self.is_disabled {
            return DISABLED.to_owned();
        }
        // The values are only for messages, so they are left out of texts that are too long.
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

    /// Decodes the entry of a process whose library is enabled.
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

    fn of(settings: &[(&'static str, u64)]) -> Entry {
        let settings = settings.iter().map(|(name, number)| (*name, *number, format!("value {number}")));
        Entry::new("node 1".to_owned(), settings, false)
    }

    #[test]
    fn an_entry_is_read_as_written() {
        let mut entry = of(&[("HSPLIT_COLLECTIVES", 1), ("HSPLIT_WAIT", 2)]);
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
        assert!(Entry::new("node 1".to_owned(), std::iter::empty(), true).encode() == "0");
    }

    #[test]
    fn only_the_variables_of_a_feature_count() {
        let plain = of(&[]);
        let [one, other] = [1, 2].map(|number| of(&[("HSPLIT_COLLECTIVES", number)]));
        assert!(!plain.asks() && one.asks());
        assert!(!one.is_alike(&other, &["HSPLIT_COLLECTIVES"]) && one.is_alike(&other, &["HSPLIT_WAIT"]));
        assert!(!one.is_alike(&plain, &["HSPLIT_COLLECTIVES"]));
    }
}
