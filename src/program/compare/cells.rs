//! Values of columns as people and CSV see them.

use std::time::Duration;

use serde_json::Value;

use super::figures::{rate, seconds, show_memory, times};
use super::price::Middle;

/// What is not known is `null`, `-` for people, an empty field of CSV.
pub(super) fn plain(value: &Value) -> String {
    match value {
        Value::Null => "-".to_owned(),
        Value::String(words) => words.clone(),
        other => other.to_string(),
    }
}

pub(super) fn time(value: &Value) -> String {
    value.as_f64().map_or_else(|| plain(value), |time| seconds(Duration::from_secs_f64(time)))
}

pub(super) fn bytes(value: &Value) -> String {
    value.as_u64().map_or_else(|| plain(value), show_memory)
}

pub(super) fn speed(value: &Value) -> String {
    value.as_f64().map_or_else(|| plain(value), rate)
}

pub(super) fn rounded(value: &Value) -> String {
    let number = value.as_f64().unwrap_or_default();
    format!("{number:.1}").trim_end_matches(".0").to_owned()
}

/// Quartiles of numbers that are shown in this way.
pub(super) fn spread(value: &Value, shown: fn(&Value) -> String) -> String {
    if value.is_null() {
        return plain(value);
    }
    let [low, median, high] = [0, 1, 2].map(|at| shown(&value[at]));
    if low == high { median } else { format!("{median} ({low} to {high})") }
}

/// A median, and where it lies.
pub(super) fn middle(Middle { median, interval }: &Middle) -> String {
    let interval = interval.map(|[low, high]| format!(" ({} to {})", times(low), times(high)));
    times(*median) + &interval.unwrap_or_default()
}

/// A field of CSV, not yet quoted: several words are separated by spaces.
pub(super) fn field(value: &Value) -> String {
    let word = |word: &Value| if word.is_null() { "infinity".to_owned() } else { plain(word) };
    match value {
        Value::Null => String::new(),
        Value::Number(number) if number.is_f64() => format!("{:.6}", number.as_f64().unwrap_or_default()),
        Value::Array(words) if !words.iter().any(Value::is_object) => {
            words.iter().map(word).collect::<Vec<_>>().join(" ")
        }
        value => plain(value),
    }
}
