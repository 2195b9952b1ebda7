// SPDX-License-Identifier: MIT OR Apache-2.0
//! Command lines that users copy into a shell.

use std::borrow::Cow;

/// Returns a text as a word of a command line.
pub(crate) fn word(text: &str) -> Cow<'_, str> {
    let is_plain = |c: char| c.is_alphanumeric() || "_@%+=:,./-".contains(c);
    if !text.is_empty() && text.chars().all(is_plain) {
        return text.into();
    }
    format!("'{}'", text.replace('\'', "'\\''")).into()
}

/// Returns words as a part of a command line.
pub(crate) fn words(words: &[String]) -> String {
    words.iter().map(|text| word(text)).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_a_shell() {
        assert_eq!(["./p", "a=b", "é"].map(word), ["./p", "a=b", "é"]);
        assert_eq!(["", "a b", "$A", "it's", "a;b"].map(word), ["''", "'a b'", "'$A'", "'it'\\''s'", "'a;b'"]);
    }
}
