// SPDX-License-Identifier: MIT OR Apache-2.0
//! Messages to users as lines that are safe for a terminal, whatever text they quote.

use std::borrow::Cow;

/// The longest message, in characters, and the parts of the beginning and of the end that are kept of a longer one.
const MOST: usize = 1000;
const BEGIN: usize = 600;
const END: usize = 200;

/// True if a character may change a terminal, or is allowed in no XML file.
fn is_unsafe(character: char) -> bool {
    character.is_control() || matches!(character, '\u{fffe}' | '\u{ffff}')
}

/// The message with unsafe characters replaced by blanks.
pub fn plain(message: &str) -> String {
    message.chars().map(|character| if is_unsafe(character) { ' ' } else { character }).collect()
}

/// The text with unsafe characters replaced by blanks; borrowed if there are none, the usual case.
pub fn cleaned(text: &str) -> Cow<'_, str> {
    if text.chars().any(is_unsafe) { plain(text).into() } else { text.into() }
}

/// The message with unsafe characters replaced by blanks, shortened in the middle if it is too long.
pub fn in_one_line(message: &str) -> String {
    let length = message.chars().count();
    if length <= MOST {
        return plain(message);
    }
    let part = |from: usize, count: usize| plain(&message.chars().skip(from).take(count).collect::<String>());
    format!("{} ... {}", part(0, BEGIN), part(length - END, END))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_is_one_line_of_some_length() {
        assert_eq!((cleaned("a b"), cleaned("a\tb")), (Cow::Borrowed("a b"), Cow::Owned("a b".to_owned())));
        assert_eq!(cleaned("a\u{ffff}\u{fffe}b\u{fffd}"), "a  b\u{fffd}");
        assert_eq!(in_one_line("file: 'a\0b\n\u{1b}[31mc'"), "file: 'a b  [31mc'");
        let long = format!("file: '{}' is no description", "\0".repeat(3_000_000));
        let line = in_one_line(&long);
        assert!(line.starts_with("file: '  ") && line.ends_with(" ' is no description"));
        assert_eq!((line.chars().count(), line.chars().filter(|c| c.is_control()).count()), (805, 0));
        assert_eq!(plain(&long).len(), long.len());
    }
}
