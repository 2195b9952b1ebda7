// SPDX-License-Identifier: MIT OR Apache-2.0
//! The format of sizes and times for users.

/// Formats a number of bytes: `16 KiB`.
pub fn bytes(count: u64) -> String {
    const UNITS: [&str; 4] = ["B", "KiB", "MiB", "GiB"];
    let exact = |power: &usize| *power == 0 || (count > 0 && count % (1 << (10 * power)) == 0);
    let power = (0..UNITS.len()).rev().find(exact).unwrap_or(0);
    format!("{} {}", count >> (10 * power), UNITS[power])
}

/// Formats a time in microseconds with three significant digits.
pub fn time(us: f64) -> String {
    let (value, unit) = match us {
        us if us >= 999_500.0 => (us / 1e6, "s"),
        us if us >= 999.5 => (us / 1e3, "ms"),
        us if us >= 0.9995 || us == 0.0 => (us, "us"),
        us => (us * 1e3, "ns"),
    };
    let digits = if value >= 99.95 {
        0
    } else if value >= 9.995 {
        1
    } else {
        2
    };
    format!("{value:.digits$} {unit}")
}

/// Parses a number of bytes, such as `64KiB`, `64k` or `65536`.
///
/// # Errors
/// The text is no size; the message shows examples.
pub fn size(text: &str) -> Result<usize, String> {
    hsplit_core::units::size(text.trim()).ok_or_else(|| "not a size, such as 8, 64KiB or 4MiB".to_owned())
}

/// Parses a time, such as `15ms`, `1.5s`, `20us` or `3ns`, and returns seconds.
///
/// # Errors
/// The text is no time, or has no unit: a number without unit could mean seconds or microseconds.
pub fn seconds(text: &str) -> Result<f64, String> {
    const UNITS: [(&str, f64); 5] = [("ns", 1e-9), ("us", 1e-6), ("ms", 1e-3), ("s", 1.0), ("", 0.0)];
    let found = UNITS.into_iter().find_map(|(suffix, unit)| Some((text.strip_suffix(suffix)?, unit)));
    let (number, unit) = found.unwrap_or((text, 0.0));
    let plain =
        number.starts_with(|c: char| c.is_ascii_digit()) && number.chars().all(|c| c.is_ascii_digit() || c == '.');
    match number.parse::<f64>().ok().filter(|_| plain) {
        None => Err(format!("'{text}' is not a time, such as 1.5s, 15ms, 20us or 3ns")),
        Some(_) if unit == 0.0 => Err(format!("{text} has no unit: {text}s, {text}ms, {text}us or {text}ns")),
        Some(number) => Ok(number * unit),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_three_digits() {
        let times = [0.0, 1.234, 12.34, 123.4, 1234.0, 99_990.0, 999_600.0, 61_000_000.0].map(time);
        assert_eq!(times, ["0.00 us", "1.23 us", "12.3 us", "123 us", "1.23 ms", "100 ms", "1.00 s", "61.0 s"]);
        assert_eq!(
            [0, 8, 1000, 1024, 1536, 1 << 20, 3 << 30].map(bytes),
            ["0 B", "8 B", "1000 B", "1 KiB", "1536 B", "1 MiB", "3 GiB"]
        );
    }

    #[test]
    fn seconds_have_units() {
        for (text, expected) in [("15ms", 0.015), ("1.5s", 1.5), ("20us", 20e-6), ("3ns", 3e-9), ("0s", 0.0)] {
            let found = seconds(text).unwrap_or(f64::NAN);
            assert!((found - expected).abs() < 1e-15, "{text}: {found}");
        }
        for wrong in ["", "ms", "-1ms", "1 ms", "1m", "1e3ms", "inf", "NaN", "1.2.3s", "+1", ".5s"] {
            assert_eq!(seconds(wrong), Err(format!("'{wrong}' is not a time, such as 1.5s, 15ms, 20us or 3ns")));
        }
    }

    #[test]
    fn a_bare_number_is_no_time() {
        assert_eq!(seconds("5"), Err("5 has no unit: 5s, 5ms, 5us or 5ns".to_owned()));
        assert_eq!(seconds("0.02"), Err("0.02 has no unit: 0.02s, 0.02ms, 0.02us or 0.02ns".to_owned()));
    }

    #[test]
    fn sizes_are_those_of_the_library() {
        assert_eq!([" 8 ", "64k", "1KiB"].map(size), [Ok(8), Ok(65536), Ok(1024)]);
        assert_eq!(size("1.5K"), Err("not a size, such as 8, 64KiB or 4MiB".to_owned()));
    }
}
