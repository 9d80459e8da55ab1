//! How many cases a test of many tries: by default a fourth of them, drawn by the name of the commit, so that each
//! change meets others; all with `BANTO_CASES=all`, as `.ci/run --whole` asks; many more with `BANTO_LONG=1`; and with
//! `BANTO_SEED=17`, that one alone.
//!
//! In: environment variables, the commit. Out: counts, seeds, a part of a list; a line past the capture of the test
//! harness says what was tried. `BANTO_CASES=2` tries the same fourth again.
#![allow(dead_code, reason = "each test that includes this module uses a part of it")]

use std::io::Write;
use std::ops::Range;
use std::process::Command;
use std::sync::LazyLock;

/// Of how many parts of the cases one is tried.
const PARTS: u64 = 4;

/// The part that is tried; `None` if all are.
static PART: LazyLock<Option<u64>> = LazyLock::new(|| {
    let part = match std::env::var("BANTO_CASES") {
        Ok(all) if all == "all" => None,
        Ok(part) => {
            Some(part.parse().ok().filter(|part| *part < PARTS).expect("BANTO_CASES is all, or 0 to 3"))
        }
        Err(_) => Some(drawn()),
    };
    if let Some(part) = part.filter(|_| !is_long() && !is_one()) {
        tell(&format!("a part of the cases: BANTO_CASES={part}"));
    }
    part
});

/// A part, drawn by the name of the commit; without one, the first.
fn drawn() -> u64 {
    let commit = Command::new("git").args(["rev-parse", "--short=8", "HEAD"]).output();
    let name = commit.ok().and_then(|commit| String::from_utf8(commit.stdout).ok());
    name.and_then(|name| u64::from_str_radix(name.trim().get(..8)?, 16).ok()).map_or(0, |name| name % PARTS)
}

/// Whether the long mode is asked for.
pub fn is_long() -> bool {
    std::env::var_os("BANTO_LONG").is_some_and(|value| value == "1")
}

/// Whether all cases are tried.
pub fn is_whole() -> bool {
    is_long() || PART.is_none()
}

/// The seeds of the cases.
pub fn seeds(whole: u64, long: u64) -> Range<u64> {
    if let Ok(one) = std::env::var("BANTO_SEED") {
        let seed: u64 = one.parse().expect("BANTO_SEED is a number");
        return seed..seed + 1;
    }
    match *PART {
        _ if is_long() => 0..long,
        None => 0..whole,
        Some(part) => whole * part / PARTS..whole * (part + 1) / PARTS,
    }
}

/// What a count must be above in the cases that are tried, where it must be above `whole` in all: in a part, above a
/// third of its share, since what is rare is not spread evenly.
pub fn least(whole: usize) -> usize {
    match *PART {
        _ if is_one() => 0,
        Some(_) if !is_long() => whole / usize::try_from(3 * PARTS).unwrap(),
        _ => whole,
    }
}

/// The items of a list that are tried.
pub fn some<T>(all: &[T]) -> impl Iterator<Item = &T> {
    let part = PART.filter(|_| !is_long());
    let (first, step) = part.map_or((0, 1), |part| (part, PARTS));
    all.iter().skip(usize::try_from(first).unwrap()).step_by(usize::try_from(step).unwrap())
}

/// Whether one case is asked for.
pub fn is_one() -> bool {
    std::env::var_os("BANTO_SEED").is_some()
}

/// Says what was tried.
pub fn tell(what: &str) {
    let _ = writeln!(std::io::stderr(), "{what}");
}
