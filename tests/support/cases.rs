//! How many cases a test of random inputs tries: few by default, many with `BANTO_LONG=1`; with `BANTO_SEED=17`, that
//! one alone.
//!
//! In: environment variables. Out: counts and seeds; a line past the capture of the test harness says what was tried.
#![allow(dead_code, reason = "each test that includes this module uses a part of it")]

use std::io::Write;
use std::ops::Range;

/// Whether the long mode is asked for.
pub fn is_long() -> bool {
    std::env::var_os("BANTO_LONG").is_some_and(|value| value == "1")
}

/// The number of cases.
pub fn count(by_default: u64, long: u64) -> u64 {
    if is_long() { long } else { by_default }
}

/// The seeds of the cases.
pub fn seeds(by_default: u64, long: u64) -> Range<u64> {
    let one = std::env::var("BANTO_SEED").ok().map(|text| text.parse().expect("BANTO_SEED is a number"));
    one.map_or(0..count(by_default, long), |seed: u64| seed..seed + 1)
}

/// Whether one case is asked for.
pub fn is_one() -> bool {
    std::env::var_os("BANTO_SEED").is_some()
}

/// Says what was tried.
pub fn tell(what: &str) {
    let _ = writeln!(std::io::stderr(), "{what}");
}
