//! Durations and memory sizes as people write them: `90s`, `5m`, `512MiB`, `4GiB`.
//!
//! In: words. Out: times and bytes, or what was expected.

use std::time::Duration;

/// A duration: a number with `ms`, `s`, `m` or `h`; seconds without a unit.
pub(super) fn time(text: &str) -> Result<Duration, String> {
    let (number, unit) = parts(text).ok_or("a time is expected, such as 90s or 5m")?;
    let seconds = match unit {
        "ms" => number / 1e3,
        "" | "s" => number,
        "m" | "min" => number * 60.0,
        "h" => number * 3600.0,
        _ if has_digits(unit) => {
            return Err("one number with one unit is expected, such as 90s or 5m".to_owned());
        }
        _ => return Err(format!("unknown unit {unit}; write ms, s, m or h")),
    };
    Duration::try_from_secs_f64(seconds).map_err(|_| "this is too long".to_owned())
}

/// The message about words that are not a size.
const SIZE: &str = "a size is expected, such as 512MiB or 4GiB";

/// A size in bytes: a number with `KiB`, `MiB`, `GiB`, or `KB`, `MB`, `GB`. A number alone is refused: whoever writes
/// 4000 does not mean bytes.
pub(super) fn memory(text: &str) -> Result<u64, String> {
    let (number, unit) = parts(text).ok_or(SIZE)?;
    let factor = match unit.to_ascii_lowercase().as_str() {
        "" if number == 0.0 => return Err(SIZE.to_owned()),
        "" => return Err(format!("a size needs a unit: write {text}MiB, or {text}KiB")),
        "b" => 1.0,
        "k" | "kib" => 1024.0,
        "m" | "mib" => 1024.0 * 1024.0,
        "g" | "gib" => 1024.0 * 1024.0 * 1024.0,
        "t" | "tib" => 1024.0 * 1024.0 * 1024.0 * 1024.0,
        "kb" => 1e3,
        "mb" => 1e6,
        "gb" => 1e9,
        "tb" => 1e12,
        _ if has_digits(unit) => return Err(format!("one number with one unit is expected: {SIZE}")),
        _ => return Err(format!("unknown unit {unit}; write KiB, MiB or GiB")),
    };
    let bytes = number * factor;
    if bytes >= 1e18 {
        return Err("this is too large".to_owned());
    }
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "positive, and checked above")]
    Ok(bytes as u64)
}

/// Whether more than a unit follows a number.
fn has_digits(unit: &str) -> bool {
    unit.contains(|letter: char| letter.is_ascii_digit())
}

/// A number and its unit.
fn parts(text: &str) -> Option<(f64, &str)> {
    let end = text.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len());
    let number: f64 = text[..end].parse().ok()?;
    Some((number, text[end..].trim()))
}

/// Bytes in words.
pub(super) fn show_memory(bytes: u64) -> String {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_and_sizes_are_read_with_their_units() {
        assert_eq!(time("5m"), Ok(Duration::from_mins(5)));
        assert_eq!(time("250ms"), Ok(Duration::from_millis(250)));
        assert_eq!(time("1.5"), Ok(Duration::from_millis(1500)));
        assert!(time("soon").is_err());
        assert!(time("-1").is_err());
        assert_eq!(memory("4GiB"), Ok(4 << 30));
        assert_eq!(memory("512 MiB"), Ok(512 << 20));
        assert_eq!(memory("4000"), Err("a size needs a unit: write 4000MiB, or 4000KiB".to_owned()));
        assert_eq!(memory("0"), Err(SIZE.to_owned()));
        assert_eq!(time(""), Err("a time is expected, such as 90s or 5m".to_owned()));
        assert_eq!(memory("4000B"), Ok(4000));
        assert_eq!(memory("2TiB"), Ok(2 << 40));
        for many in [time("1h30m"), time("1e99s")] {
            assert_eq!(many, Err("one number with one unit is expected, such as 90s or 5m".to_owned()));
        }
        assert!(memory("1e3MiB").unwrap_err().starts_with("one number with one unit is expected"));
        assert!(memory("4 stones").is_err());
        assert!(memory("").is_err());
    }
}
