//! Parses whole numbers on the command line, for every numeric flag.
//!
//! In: a range, words. Out: numbers, or what was expected.

use std::ops::{Bound, RangeBounds};

pub(crate) fn whole<T: TryFrom<u64>>(
    range: impl RangeBounds<u64> + Clone + Send + Sync + 'static,
) -> impl Fn(&str) -> Result<T, String> + Clone + Send + Sync + 'static {
    move |text| {
        let number = text.parse().ok().filter(|number| range.contains(number));
        number.and_then(|number| T::try_from(number).ok()).ok_or_else(|| expected(text, &range))
    }
}

/// The message about words that are not such a number.
fn expected(text: &str, range: &impl RangeBounds<u64>) -> String {
    let least = match range.start_bound() {
        Bound::Included(least) => *least,
        Bound::Excluded(below) => below.saturating_add(1),
        Bound::Unbounded => 0,
    };
    let most = match range.end_bound() {
        Bound::Included(most) => Some(*most),
        Bound::Excluded(above) => Some(above.saturating_sub(1)),
        Bound::Unbounded => None,
    };
    // If the range has no end, the number's type still does.
    let is_number = !text.is_empty() && text.bytes().all(|one| one.is_ascii_digit());
    match most {
        Some(most) => format!("a whole number from {least} to {most} is expected"),
        None if is_number && text.parse().map_or(true, |number: u64| number >= least) => {
            "this number is too large".to_owned()
        }
        None if least == 0 && !text.starts_with('-') => "a whole number is expected".to_owned(),
        None => format!("a whole number of at least {least} is expected"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_or_the_range_is_named() {
        let threads = whole::<u8>(1..=2);
        assert_eq!(threads("2"), Ok(2));
        for wrong in ["3", "0", "", "two", "-1", "1.5"] {
            assert_eq!(threads(wrong), Err("a whole number from 1 to 2 is expected".to_owned()), "{wrong}");
        }
        let weight = whole::<u32>(1..);
        assert_eq!(weight("4294967295"), Ok(u32::MAX));
        assert_eq!(weight("0"), Err("a whole number of at least 1 is expected".to_owned()));
        assert_eq!(weight("4294967296"), Err("this number is too large".to_owned()));
        assert_eq!(whole::<u64>(..)("18446744073709551616"), Err("this number is too large".to_owned()));
        assert_eq!(whole::<u64>(..)("-1"), Err("a whole number of at least 0 is expected".to_owned()));
        assert_eq!(whole::<u64>(..)("x"), Err("a whole number is expected".to_owned()));
    }
}
