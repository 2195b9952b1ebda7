// SPDX-License-Identifier: MIT OR Apache-2.0
//! Parsers for sizes and switches, used for variables, info keys, parameter files and command lines; and dates for
//! display.

/// Parses a size such as `64KiB`, `64k` or `65536`, and returns bytes. Units are powers of 1024, in either case.
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

/// The values of [`yes_or_no`], for messages.
pub const YES_OR_NO: &str = "yes or no";

/// Parses a switch: `yes`, `true`, `on`, `1` or their opposites, in lower case.
pub fn yes_or_no(text: &str) -> Option<bool> {
    match text {
        "yes" | "true" | "on" | "1" => Some(true),
        "no" | "false" | "off" | "0" => Some(false),
        _ => None,
    }
}

/// The seconds since 1970 by the system's clock; 0 before 1970.
pub fn seconds_since_1970() -> u64 {
    std::time::UNIX_EPOCH.elapsed().map_or(0, |since| since.as_secs())
}

/// The whole days since 1970, in UTC.
pub fn days_since_1970() -> u64 {
    seconds_since_1970() / 86_400
}

/// Prints seconds since 1970 as a date in UTC (algorithm: Howard Hinnant's civil_from_days).
pub fn date(seconds: u64) -> String {
    let (days, time) = (seconds / 86400 + 719_468, seconds % 86400);
    let (era, of_era) = (days / 146_097, days % 146_097);
    let year_of_era = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted = (5 * of_year + 2) / 153;
    let (day, month) = (of_year - (153 * shifted + 2) / 5 + 1, if shifted < 10 { shifted + 3 } else { shifted - 9 });
    let year = era * 400 + year_of_era + u64::from(month <= 2);
    format!("{year}-{month:02}-{day:02}T{:02}:{:02}:{:02}Z", time / 3600, time / 60 % 60, time % 60)
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
    fn dates() {
        let expected = ["1970-01-01T00:00:00Z", "2000-02-29T00:00:00Z", "2024-02-29T23:59:59Z", "2026-12-31T23:59:59Z"];
        assert_eq!([0, 951_782_400, 1_709_251_199, 1_798_761_599].map(date), expected);
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
