// SPDX-License-Identifier: MIT OR Apache-2.0
//! Sizes and switches as users write them: one reader for variables, info keys, files of parameters and command lines.

/// The bytes of a text such as `64KiB`, `64k` or `65536`. All units are powers of 1024, in either case of letters.
pub fn size(text: &str) -> Option<usize> {
    let text = text.to_ascii_lowercase();
    let digits = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let shift = match &text[digits.len()..] {
        "" | "b" => 0,
        "k" | "kb" | "kib" => 10,
        "m" | "mb" | "mib" => 20,
        "g" | "gb" | "gib" => 30,
        _ => return None,
    };
    digits.trim().parse::<usize>().ok()?.checked_mul(1 << shift)
}

/// What [`yes_or_no`] takes, for messages.
pub const YES_OR_NO: &str = "yes or no";

/// Whether something is switched on: `yes`, `true`, `on`, `1` or their opposites, in lower case.
pub fn yes_or_no(text: &str) -> Option<bool> {
    match text {
        "yes" | "true" | "on" | "1" => Some(true),
        "no" | "false" | "off" | "0" => Some(false),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn switches_have_four_words_each() {
        assert!(["yes", "true", "on", "1"].into_iter().all(|text| yes_or_no(text) == Some(true)));
        assert!(["no", "false", "off", "0"].into_iter().all(|text| yes_or_no(text) == Some(false)));
        assert!(["", "Yes", "2", "maybe"].into_iter().all(|text| yes_or_no(text).is_none()));
    }

    #[test]
    fn sizes_have_units() {
        for (text, bytes) in [
            ("0", 0),
            ("7", 7),
            (" 8 B", 8),
            ("3k", 3072),
            ("1KB", 1024),
            ("64KiB", 65536),
            ("64 kib", 65536),
            ("1m", 1 << 20),
            ("4MiB", 4 << 20),
            ("1GiB", 1 << 30),
        ] {
            assert_eq!(size(text), Some(bytes), "{text}");
        }
        for text in ["", "K", "1.5K", "-1", "1XB", "1 K B", "0x10", "99999999999999999999", "18014398509481984k"] {
            assert_eq!(size(text), None, "{text}");
        }
    }
}
