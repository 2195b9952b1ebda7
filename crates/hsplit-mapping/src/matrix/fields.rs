// SPDX-License-Identifier: MIT OR Apache-2.0
//! The words of a line, and their values as numbers.

/// The words of a line, separated by blanks and tabs.
#[derive(Clone, Debug)]
pub(super) struct Fields<'a> {
    rest: &'a [u8],
}

impl<'a> Fields<'a> {
    pub(super) fn new(line: &'a [u8]) -> Self {
        Self { rest: line }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.clone().next().is_none()
    }
}

impl<'a> Iterator for Fields<'a> {
    type Item = &'a [u8];

    fn next(&mut self) -> Option<&'a [u8]> {
        let begin = self.rest.iter().position(|&byte| !byte.is_ascii_whitespace())?;
        let rest = &self.rest[begin..];
        let end = rest.iter().position(|&byte| byte.is_ascii_whitespace()).unwrap_or(rest.len());
        let (field, rest) = rest.split_at(end);
        self.rest = rest;
        Some(field)
    }
}

/// A whole number without a sign.
pub(super) fn whole(field: &[u8]) -> Option<u64> {
    if field.is_empty() {
        return None;
    }
    field.iter().try_fold(0u64, |value, byte| {
        let digit = byte.wrapping_sub(b'0');
        if digit > 9 { None } else { value.checked_mul(10)?.checked_add(u64::from(digit)) }
    })
}

/// Any number, such as `12`, `-1.5`, `1e6` or Fortran's `1.0D6`.
pub(super) fn real(field: &[u8]) -> Option<f64> {
    if let Some(value) = whole(field) {
        return Some(value as f64);
    }
    let text = std::str::from_utf8(field).ok()?;
    let is_plain = |c: char| c.is_ascii_digit() || matches!(c, '+' | '-' | '.' | 'e' | 'E' | 'd' | 'D');
    text.chars().all(is_plain).then(|| text.replace(['d', 'D'], "e").parse().ok()).flatten()
}

/// A word quoted for a message, shortened if it is long.
pub(super) fn quoted(field: &[u8]) -> String {
    const MOST: usize = 40;
    let text = String::from_utf8_lossy(&field[..field.len().min(MOST)]);
    format!("'{text}{}'", if field.len() > MOST { "..." } else { "" })
}
