//! Figures from several runs: the price of generality, and sums.
//!
//! In: a [`Comparison`]. Out: ratios between solvers, per level and their medians; sums over levels.

use super::outcome::{Ending, Outcome};
use super::run::{Compared, Comparison};
use std::time::Duration;

/// The figures of one solver relative to another, both having solved the same level.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ratio {
    /// The ratio of times.
    pub time: f64,
    /// The ratio of expanded states.
    pub expanded: f64,
    /// How much longer the solution is: in pushes and moves, or in cost and steps.
    pub lengths: [i64; 2],
}

/// The price of the solver at index `of` over the one at index `over`; `None` unless both have solved the level.
#[allow(clippy::cast_precision_loss, reason = "a ratio for people")]
pub fn ratio(level: &Compared, of: usize, over: usize) -> Option<Ratio> {
    let outcome = |index: usize| level.outcomes.get(index)?.as_ref();
    let (this, that) = (outcome(of)?, outcome(over)?);
    let (mine, others) = (this.solution()?, that.solution()?);
    let expanded = |outcome: &Outcome| outcome.work.counts.expanded.max(1) as f64;
    let seconds = |outcome: &Outcome| outcome.time.as_secs_f64().max(1e-6);
    let more = |index: usize| {
        let [one, other] =
            [mine, others].map(|solution| i64::try_from(solution.lengths[index]).unwrap_or(i64::MAX));
        one - other
    };
    Some(Ratio {
        time: seconds(this) / seconds(that),
        expanded: expanded(this) / expanded(that),
        lengths: [more(0), more(1)],
    })
}

/// A solver compared with another over all levels that both have solved.
#[derive(Clone, Copy, Debug)]
pub struct Price {
    /// The solver, by its index.
    pub of: usize,
    /// The one it is compared with.
    pub over: usize,
    /// How many levels both have solved.
    pub levels: usize,
    /// The median of the ratios of times.
    pub time: f64,
    /// The median of the ratios of expanded states.
    pub expanded: f64,
}

/// The solver that general planning is compared with: the first direct one.
pub(crate) fn yardstick(comparison: &Comparison) -> Option<usize> {
    comparison.solvers.iter().position(|solver| !solver.is_strips())
}

/// The pairs of solvers whose ratio is the price of generality: general planning over the first direct solver.
pub fn pairs(comparison: &Comparison) -> Vec<(usize, usize)> {
    let Some(over) = yardstick(comparison) else { return Vec::new() };
    let strips = comparison.solvers.iter().enumerate().filter(|(_, solver)| solver.is_strips());
    strips.map(|(of, _)| (of, over)).collect()
}

/// The price of generality over all levels, for each pair that has solved a level in common.
pub fn prices(comparison: &Comparison) -> Vec<Price> {
    let price = |(of, over)| {
        let ratios: Vec<Ratio> =
            comparison.entries.iter().filter_map(|level| ratio(level, of, over)).collect();
        let middle = |pick: fn(&Ratio) -> f64| median(ratios.iter().map(pick).collect());
        Some(Price {
            of,
            over,
            levels: ratios.len(),
            time: middle(|ratio| ratio.time)?,
            expanded: middle(|ratio| ratio.expanded)?,
        })
    };
    pairs(comparison).into_iter().filter_map(price).collect()
}

/// The median; for an even count, the geometric mean of the two in the middle, since these are ratios.
fn median(mut numbers: Vec<f64>) -> Option<f64> {
    numbers.sort_by(f64::total_cmp);
    let middle = numbers.len() / 2;
    let upper = *numbers.get(middle)?;
    Some(if numbers.len() % 2 == 1 { upper } else { (upper * numbers[middle - 1]).sqrt() })
}

/// What one solver did over some levels.
#[derive(Clone, Copy, Debug, Default)]
pub struct Sum {
    /// Runs that finished.
    pub runs: usize,
    /// How many were solved.
    pub solved: usize,
    /// How many were proven to have no solution.
    pub unsolvable: usize,
    /// The time of all.
    pub time: Duration,
    /// The time of all searches.
    pub search_time: Duration,
    /// Expanded states.
    pub expanded: u64,
    /// Generated states.
    pub generated: u64,
    /// How long the solutions are: pushes and moves, or cost and steps.
    pub lengths: [u64; 2],
    /// The most bytes that the states of one run took.
    pub bytes: u64,
}

impl Sum {
    /// States expanded per second of search.
    #[allow(clippy::cast_precision_loss, reason = "a speed")]
    pub fn speed(&self) -> f64 {
        self.expanded as f64 / self.search_time.as_secs_f64().max(1e-9)
    }
}

/// What the solver at an index did over all levels.
pub fn sum(comparison: &Comparison, solver: usize) -> Sum {
    summed(comparison.entries.iter(), solver)
}

/// The same over the levels that every solver has solved, on which lengths and counts can be compared.
pub fn common(comparison: &Comparison, solver: usize) -> Sum {
    let by_all = |level: &&Compared| {
        level
            .outcomes
            .iter()
            .all(|outcome| outcome.as_ref().is_some_and(|outcome| outcome.solution().is_some()))
    };
    summed(comparison.entries.iter().filter(by_all), solver)
}

fn summed<'a>(levels: impl Iterator<Item = &'a Compared>, solver: usize) -> Sum {
    let mut sum = Sum::default();
    for outcome in levels.filter_map(|level| level.outcomes[solver].as_ref()) {
        sum.runs += 1;
        if let Some(solution) = outcome.solution() {
            sum.solved += 1;
            for (sum, length) in sum.lengths.iter_mut().zip(solution.lengths) {
                *sum = sum.saturating_add(length);
            }
        }
        sum.unsolvable += usize::from(matches!(outcome.ending, Ending::Unsolvable(_)));
        sum.time += outcome.time;
        sum.search_time += outcome.search_time;
        sum.expanded += outcome.work.counts.expanded;
        sum.generated += outcome.work.counts.generated;
        sum.bytes = sum.bytes.max(outcome.work.bytes);
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_middle_of_ratios() {
        assert_eq!(median(vec![]), None);
        assert_eq!(median(vec![9.0, 1.0, 2.0]), Some(2.0));
        assert_eq!(median(vec![8.0, 2.0]), Some(4.0));
    }
}
