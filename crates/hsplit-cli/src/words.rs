// SPDX-License-Identifier: MIT OR Apache-2.0
//! Parsing of the options of `hsplit run` before the program: a value may follow a blank instead of `=`.
//!
//! `--collectives` may have no value, so the next word is a value or the program: `--collectives bcast ./p` and
//! `--collectives ./p` are both parsed as intended.

use std::ffi::{OsStr, OsString};

use hsplit_settings::Settings;

use super::executable;

/// Options whose value may be omitted, with their variables.
const OPTIONAL: [(&str, &str); 4] = [
    ("--collectives", "HSPLIT_COLLECTIVES"),
    ("--reorder", "HSPLIT_REORDER"),
    ("--monitor", "HSPLIT_MONITOR"),
    ("--summary", "HSPLIT_SUMMARY"),
];
/// Options that have a value, which is the next word.
const WITH_VALUE: [&str; 4] = ["--mpi", "--library", "--emulate", "--log"];

/// Returns the command line in which each value of such an option of `run` is joined to the option's own word.
pub(crate) fn joined(arguments: impl IntoIterator<Item = OsString>) -> Vec<OsString> {
    let mut words = arguments.into_iter();
    let mut out: Vec<OsString> = words.by_ref().take(2).collect();
    let words: Vec<OsString> = words.collect();
    let mut next = 0;
    if out.get(1).is_some_and(|command| command == "run") {
        while let Some(word) = words.get(next).filter(|word| is_option(word)) {
            next += 1;
            let mut option = word.clone();
            let (value, behind) = (words.get(next), words.get(next + 1));
            if let Some(value) = value.filter(|value| is_value_of(word, value, behind.map(OsString::as_os_str))) {
                next += 1;
                option.push("=");
                option.push(value);
            }
            out.push(option);
        }
    }
    out.extend_from_slice(&words[next..]);
    out
}

fn is_option(word: &OsStr) -> bool {
    word != "--" && word.as_encoded_bytes().starts_with(b"-")
}

/// True if a word that follows an option is its value. `behind` is the word after it.
fn is_value_of(option: &OsStr, word: &OsStr, behind: Option<&OsStr>) -> bool {
    if WITH_VALUE.iter().any(|name| option == *name) {
        return !is_option(word) && word != "--";
    }
    let Some((_, variable)) = OPTIONAL.iter().find(|(name, _)| option == *name) else { return false };
    let (Some(text), Some(behind)) = (word.to_str(), behind) else { return false };
    if is_option(word) || word == "--" || is_program(text) {
        return false;
    }
    let is_taken = || Settings::read([((*variable).to_owned(), text.to_owned())]).1.is_empty();
    // Any word could be the name of a summary's file.
    behind == "--" || (*variable != "HSPLIT_SUMMARY" && is_taken())
}

fn is_program(word: &str) -> bool {
    executable::find(word).is_some_and(|file| executable::is_executable(&file))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn same(words: &str, expected: &str) {
        let words: Vec<OsString> = words.split(' ').map(OsString::from).collect();
        let expected: Vec<OsString> = expected.split(' ').map(OsString::from).collect();
        assert_eq!(joined(words), expected);
    }

    #[test]
    fn a_value_may_stand_behind_a_blank() {
        same("hsplit run --collectives bcast -- ./p -n", "hsplit run --collectives=bcast -- ./p -n");
        same(
            "hsplit run --show --collectives bcast,reduce ./p a",
            "hsplit run --show --collectives=bcast,reduce ./p a",
        );
        same("hsplit run --summary out.txt -- ./p", "hsplit run --summary=out.txt -- ./p");
        same("hsplit run --emulate node:2 --monitor parts ./p", "hsplit run --emulate=node:2 --monitor=parts ./p");
        same("hsplit run --collectives zork -- ./p", "hsplit run --collectives=zork -- ./p");
    }

    #[test]
    fn a_program_is_no_value() {
        for words in [
            "hsplit run --collectives ./p",
            "hsplit run --collectives sh -c all",
            "hsplit run --collectives -- bcast --",
            "hsplit run --collectives --show ./p",
            "hsplit run --summary p x",
            "hsplit run ./p --collectives bcast -- x",
            "hsplit run --collectives bcast",
            "hsplit bind --collectives bcast -- x",
            "hsplit",
        ] {
            same(words, words);
        }
    }
}
