//! Durations, memory sizes and percentages as people write them: `90s`, `5m`, `512MiB`, `4GiB`, `10%`.
//!
//! In: words. Out: times, bytes and millionths, or what was expected.

use std::time::Duration;

use banto_base::limits::resident_memory_bytes;

/// The form of a time, of a percentage and of a size, in words.
const TIME: [&str; 2] = ["a time of more than 0 is expected", "such as 90s or 5m"];
const PERCENTAGE: [&str; 2] = ["a percentage of more than 0 is expected", "such as 10% or 0.5%"];
const SIZE: [&str; 2] = ["a size of more than 0 is expected", "such as 512MiB or 4GiB"];

/// A duration: a number with `ms`, `s`, `m` or `h`; seconds without a unit.
pub(crate) fn time(text: &str) -> Result<Duration, String> {
    let factor = |unit: &str| match unit {
        "ms" => Ok(1e-3),
        "" | "s" => Ok(1.0),
        "m" | "min" => Ok(60.0),
        "h" => Ok(3600.0),
        _ => Err(format!("unknown unit {unit}; write ms, s, m or h")),
    };
    let seconds = amount(text, TIME, factor)?;
    Duration::try_from_secs_f64(seconds).map_err(|_| "this is too long".to_owned())
}

/// A part of a cost, in millionths: a number with `%`.
pub(crate) fn percentage(text: &str) -> Result<u64, String> {
    let factor = |unit: &str| match unit {
        "%" => Ok(1e4),
        "" => Err(match text.trim().parse::<f64>() {
            Ok(part) if part < 1.0 => {
                format!("a percentage needs its sign: write {}%, or {text}% if you mean that", part * 100.0)
            }
            _ => format!("a percentage needs its sign: write {text}%"),
        }),
        _ => Err(format!("unknown unit {unit}; write %")),
    };
    let millionths = amount(text, PERCENTAGE, factor)?.round();
    match millionths {
        0.0 => Err("this is too small".to_owned()),
        1e12.. => Err("this is too large".to_owned()),
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "positive, and small")]
        _ => Ok(millionths as u64),
    }
}

/// The size of a memory limit, where one can be kept.
pub(crate) fn memory_limit(text: &str) -> Result<u64, String> {
    kept(memory(text)?, resident_memory_bytes().is_some())
}

fn kept(limit: u64, is_measured: bool) -> Result<u64, String> {
    let unknown =
        "this system does not tell how much memory a program holds, so no limit can be kept; leave it out";
    if is_measured { Ok(limit) } else { Err(unknown.to_owned()) }
}

/// A size in bytes: a number with `KiB`, `MiB`, `GiB`, or `KB`, `MB`, `GB`. A number alone is refused: whoever writes
/// 4000 does not mean bytes.
pub(crate) fn memory(text: &str) -> Result<u64, String> {
    let factor = |unit: &str| match unit.to_ascii_lowercase().as_str() {
        "" => Err(format!("a size needs a unit: write {text}MiB, or {text}KiB")),
        "b" => Ok(1.0),
        "k" | "kib" => Ok(1024.0),
        "m" | "mib" => Ok(1024.0 * 1024.0),
        "g" | "gib" => Ok(1024.0 * 1024.0 * 1024.0),
        "t" | "tib" => Ok(1024.0 * 1024.0 * 1024.0 * 1024.0),
        "kb" => Ok(1e3),
        "mb" => Ok(1e6),
        "gb" => Ok(1e9),
        "tb" => Ok(1e12),
        _ => Err(format!("unknown unit {unit}; write KiB, MiB or GiB")),
    };
    let bytes = amount(text, SIZE, factor)?;
    if bytes >= 1e18 {
        return Err("this is too large".to_owned());
    }
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "positive, and checked above")]
    Ok(bytes as u64)
}

/// A number, more than 0, times the factor of its unit.
fn amount(
    text: &str,
    [expected, such]: [&str; 2],
    factor: impl Fn(&str) -> Result<f64, String>,
) -> Result<f64, String> {
    let end = text.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len());
    let (number, unit) = (text[..end].parse().unwrap_or(0.0), text[end..].trim());
    if number == 0.0 {
        Err(format!("{expected}, {such}"))
    } else if unit.contains(|letter: char| letter.is_ascii_digit()) {
        Err(format!("one number with one unit is expected, {such}"))
    } else {
        Ok(number * factor(unit)?)
    }
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
        assert_eq!([percentage("10%"), percentage("0.5 %")], [Ok(100_000), Ok(5_000)]);
        for wrong in ["0%", "-10%", "ten", "0.1", "10", "10km", "0.00001%", "99999999999%", ""] {
            assert!(percentage(wrong).is_err(), "{wrong}");
        }
        assert_eq!(memory("4GiB"), Ok(4 << 30));
        assert_eq!(memory("512 MiB"), Ok(512 << 20));
        assert_eq!(kept(512 << 20, true), Ok(512 << 20));
        assert!(kept(512 << 20, false).is_err());
        assert_eq!(memory("4000"), Err("a size needs a unit: write 4000MiB, or 4000KiB".to_owned()));
        for none in ["0", "0MiB", "0.0s", "", "-1"] {
            assert_eq!((time(none), memory(none)), (Err(TIME.join(", ")), Err(SIZE.join(", "))), "{none}");
        }
        assert_eq!(memory("4000B"), Ok(4000));
        assert_eq!(memory("2TiB"), Ok(2 << 40));
        for many in [time("1h30m"), time("1e99s")] {
            assert_eq!(many, Err("one number with one unit is expected, such as 90s or 5m".to_owned()));
        }
        assert!(memory("1e3MiB").unwrap_err().starts_with("one number with one unit is expected"));
        assert!(memory("4 stones").is_err());
    }
}
