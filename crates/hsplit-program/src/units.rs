// SPDX-License-Identifier: MIT OR Apache-2.0
//! Sizes and times as people read them.

/// 16 KiB.
pub fn bytes(count: u64) -> String {
    const UNITS: [&str; 4] = ["B", "KiB", "MiB", "GiB"];
    let exact = |power: &usize| *power == 0 || (count > 0 && count % (1 << (10 * power)) == 0);
    let power = (0..UNITS.len()).rev().find(exact).unwrap_or(0);
    format!("{} {}", count >> (10 * power), UNITS[power])
}

/// A time in microseconds, with three digits that count.
pub fn time(us: f64) -> String {
    let (value, unit) = match us {
        us if us >= 999_500.0 => (us / 1e6, "s"),
        us if us >= 999.5 => (us / 1e3, "ms"),
        us => (us, "us"),
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

/// The seconds of a text such as `15ms`, `1.5s`, `20us` or `0.02`, which is in seconds.
pub fn seconds(text: &str) -> Option<f64> {
    const UNITS: [(&str, f64); 5] = [("ns", 1e-9), ("us", 1e-6), ("ms", 1e-3), ("s", 1.0), ("", 1.0)];
    let (number, unit) = UNITS.into_iter().find_map(|(suffix, unit)| Some((text.strip_suffix(suffix)?, unit)))?;
    let plain =
        number.starts_with(|c: char| c.is_ascii_digit()) && number.chars().all(|c| c.is_ascii_digit() || c == '.');
    number.parse::<f64>().ok().filter(|_| plain).map(|number| number * unit)
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
        for (text, expected) in
            [("15ms", 0.015), ("1.5s", 1.5), ("20us", 20e-6), ("3ns", 3e-9), ("0.02", 0.02), ("0", 0.0)]
        {
            let found = seconds(text).unwrap_or(f64::NAN);
            assert!((found - expected).abs() < 1e-15, "{text}: {found}");
        }
        for wrong in ["", "ms", "-1ms", "1 ms", "1m", "1e3ms", "inf", "NaN", "1.2.3s", "+1", ".5s"] {
            assert_eq!(seconds(wrong), None, "{wrong}");
        }
    }
}
