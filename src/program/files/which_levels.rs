//! The flag `--level`: numbers of levels, such as `2,5,7-9`.
//!
//! In: what is written after the flag. Out: whether a level is among these, and what is said of numbers that a file has
//! not.

use std::fmt;
use std::ops::RangeInclusive;

use clap::Args;

use crate::{Exit, Output};

/// The flag of commands about some levels of a file.
#[derive(Debug, Args)]
pub(crate) struct ChosenLevels {
    /// The numbers of levels, from 1, as in 3, 1-10 or 2,5,7-9, or all
    #[arg(long, value_name = "NUMBERS", default_value = "all", value_parser = which_levels)]
    pub level: WhichLevels,
}

/// Levels by their numbers, from 1; without a number, all.
#[derive(Clone, Debug, Default)]
pub(crate) struct WhichLevels(Vec<RangeInclusive<usize>>);

/// Reads numbers of levels, as in `2,5,7-9`, or the word all.
fn which_levels(text: &str) -> Result<WhichLevels, String> {
    let range = |part: &str| {
        let (first, last) = part.split_once('-').unwrap_or((part, part));
        let (first, last) = (first.trim().parse().ok()?, last.trim().parse().ok()?);
        (first <= last).then_some(first..=last)
    };
    if text.eq_ignore_ascii_case("all") {
        return Ok(WhichLevels::default());
    }
    let ranges: Option<_> = text.split(',').map(range).collect();
    ranges.map(WhichLevels).ok_or_else(|| "numbers as in 3, 1-10 or 2,5,7-9 are expected, or all".to_owned())
}

impl WhichLevels {
    pub(crate) const fn is_all(&self) -> bool {
        self.0.is_empty()
    }

    pub(crate) fn has(&self, number: usize) -> bool {
        self.is_all() || self.0.iter().any(|range| range.contains(&number))
    }

    /// The number, if it is a single one.
    pub(crate) fn one(&self) -> Option<usize> {
        match &self.0[..] {
            [range] if range.start() == range.end() => Some(*range.start()),
            _ => None,
        }
    }

    /// The numbers in words.
    pub(crate) fn words(&self) -> String {
        format!("{} {self}", if self.one().is_some() { "level" } else { "levels" })
    }

    /// Refuses numbers of which there is no level among so many.
    pub(crate) fn check(&self, place: &str, count: usize, output: &Output) -> Result<(), Exit> {
        let outside = |range: &RangeInclusive<usize>| match (*range.start(), *range.end()) {
            (0, _) => Some(0..=0),
            (first, last) => (last > count).then_some(first.max(count + 1)..=last),
        };
        let missing = Self(self.0.iter().filter_map(outside).collect());
        if missing.is_all() {
            return Ok(());
        }
        let help = match count {
            0 => "it is empty".to_owned(),
            1 => "its only level is number 1".to_owned(),
            _ => format!("its levels are numbered from 1 to {count}"),
        };
        Err(output.misused(&format!("{place} has no {}", missing.words()), &help))
    }
}

impl From<Option<usize>> for WhichLevels {
    fn from(number: Option<usize>) -> Self {
        Self(number.into_iter().map(|number| number..=number).collect())
    }
}

/// Numbers in order.
impl From<&[usize]> for WhichLevels {
    fn from(numbers: &[usize]) -> Self {
        let runs = numbers.chunk_by(|one, next| one + 1 == *next);
        Self(runs.map(|run| run[0]..=run[run.len() - 1]).collect())
    }
}

impl fmt::Display for WhichLevels {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let range = |range: &RangeInclusive<usize>| match (range.start(), range.end()) {
            (first, last) if first == last => first.to_string(),
            (first, last) => format!("{first}-{last}"),
        };
        out.write_str(&self.0.iter().map(range).collect::<Vec<_>>().join(","))
    }
}
