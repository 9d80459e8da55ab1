//! Times, counts, ratios and sizes as short text for people.

use std::fmt::Display;
use std::time::Duration;

/// Seconds, or milliseconds where there is less than a second.
pub(crate) fn seconds(time: Duration) -> String {
    match time.as_secs_f64() {
        seconds if seconds < 0.01 => format!("{:.2}ms", seconds * 1e3),
        seconds if seconds < 1.0 => format!("{:.1}ms", seconds * 1e3),
        seconds => format!("{seconds:.3}s"),
    }
}

/// A ratio, such as `x2.5`; without bounds, where one of two has never ended.
pub(crate) fn times(ratio: f64) -> String {
    match ratio {
        ratio if ratio.is_infinite() => "unbounded".to_owned(),
        ratio if ratio >= 99.5 => format!("x{ratio:.0}"),
        ratio if ratio >= 9.95 => format!("x{ratio:.1}"),
        _ => format!("x{ratio:.2}"),
    }
}

/// A rate per second, with a letter for thousands.
pub(crate) fn rate(per_second: f64) -> String {
    match per_second {
        rate if rate >= 1e6 => format!("{:.1}M", rate / 1e6),
        rate if rate >= 1e4 => format!("{:.0}k", rate / 1e3),
        rate if rate >= 1e3 => format!("{:.1}k", rate / 1e3),
        rate => format!("{rate:.0}"),
    }
}

/// Bytes in words.
pub(crate) fn show_memory(bytes: u64) -> String {
    #[allow(clippy::cast_precision_loss, reason = "one digit is shown")]
    let bytes = bytes as f64;
    let units = [("GiB", 1_073_741_824.0), ("MiB", 1_048_576.0), ("KiB", 1024.0)];
    for (unit, size) in units {
        if bytes >= size {
            return format!("{:.1} {unit}", bytes / size);
        }
    }
    format!("{bytes} B")
}

/// More or fewer.
pub(crate) fn more(difference: i64) -> String {
    if difference == 0 { "0".to_owned() } else { format!("{difference:+}") }
}

/// A number and a word.
#[allow(clippy::needless_pass_by_value, reason = "numbers are small")]
pub(crate) fn counted<N: Display + PartialEq + From<u8>>(count: N, one: &str, many: &str) -> String {
    let word = if count == N::from(1) { one } else { many };
    format!("{count} {word}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_are_short() {
        assert_eq!([times(0.5), times(12.34), times(1234.5)], ["x0.50", "x12.3", "x1234"]);
        assert_eq!([12_345, 370].map(|time| seconds(Duration::from_micros(time))), ["12.3ms", "0.37ms"]);
        assert_eq!(times(f64::INFINITY), "unbounded");
        assert_eq!([rate(12.0), rate(1234.0), rate(45_600.0), rate(2.5e6)], ["12", "1.2k", "46k", "2.5M"]);
        assert_eq!([12, 2048, 3 << 20].map(show_memory), ["12 B", "2.0 KiB", "3.0 MiB"]);
        assert_eq!([more(0), more(3), more(-2)], ["0", "+3", "-2"]);
    }
}
