//! Figures from several runs: the price of generality, and sums.
//!
//! In: a [`Comparison`]. Out: ratios between solvers, per level and their medians; sums over levels. What was not
//! solved counts: as infinitely many times as much in a ratio, and as twice or ten times the time limit in an average.

use super::outcome::{Ending, Outcome};
use super::run::{Compared, Comparison, SHORT};
use banto_search::Work;
use std::collections::BTreeMap;
use std::time::Duration;

use indexmap::IndexMap;

/// The figures of one solver relative to another on one level that either has solved. Where only the other has, they
/// are infinite; where only this one has, 0.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ratio {
    /// The ratio of times: of the processor, where they are known.
    pub time: f64,
    /// The ratio of stored states.
    pub states: f64,
    /// The ratio of the bytes that they took.
    pub bytes: f64,
    /// The ratio of expanded states, which are not the same thing in every search.
    pub expanded: f64,
    /// Whether both times are too short to be compared.
    pub is_too_short: bool,
    /// How much longer the solution is, in pushes and moves, or in cost and steps; if both have one.
    pub lengths: Option<[i64; 2]>,
}

/// The price of the solver at index `of` over the one at index `over`; `None` unless one of them has solved the level.
#[allow(clippy::cast_precision_loss, reason = "a ratio for people")]
pub fn ratio(level: &Compared, of: usize, over: usize) -> Option<Ratio> {
    let outcome = |index: usize| level.outcomes.get(index)?.as_ref();
    let (this, that) = (outcome(of)?, outcome(over)?);
    let (mine, others) = match (this.solution(), that.solution()) {
        (None, None) => return None,
        (None, Some(_)) => return Some(Ratio::only(f64::INFINITY)),
        (Some(_), None) => return Some(Ratio::only(0.0)),
        (Some(mine), Some(others)) => (mine, others),
    };
    let count = |pick: fn(&Work) -> u64| match (this.known_work(), that.known_work()) {
        (Some(this), Some(that)) => pick(this).max(1) as f64 / pick(that).max(1) as f64,
        _ => f64::NAN,
    };
    let seconds = |outcome: &Outcome| outcome.taken.best().as_secs_f64().max(1e-6);
    let more = |index: usize| {
        let [one, other] =
            [mine, others].map(|solution| i64::try_from(solution.lengths[index]).unwrap_or(i64::MAX));
        one - other
    };
    Some(Ratio {
        time: seconds(this) / seconds(that),
        is_too_short: [this, that].iter().all(|outcome| outcome.taken.best() < SHORT),
        states: count(|work| work.states),
        bytes: count(|work| work.bytes),
        expanded: count(|work| work.counts.expanded),
        lengths: Some([more(0), more(1)]),
    })
}

impl Ratio {
    /// One of the two has not solved the level.
    const fn only(figure: f64) -> Self {
        Self {
            time: figure,
            states: figure,
            bytes: figure,
            expanded: figure,
            is_too_short: false,
            lengths: None,
        }
    }
}

/// A median over levels, and the interval in which it lies with a confidence of 95 %, if there are enough levels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Middle {
    /// The median.
    pub median: f64,
    /// Where it lies.
    pub interval: Option<[f64; 2]>,
}

/// A solver compared with another over all levels that either of them has solved.
#[derive(Clone, Debug)]
pub struct Price {
    /// The solver, and the one it is compared with.
    pub names: [String; 2],
    /// How many levels either has solved.
    pub levels: usize,
    /// How many of these only the solver has solved, and how many only the other.
    pub alone: [usize; 2],
    /// On how many of these the solver took less time, and on how many the other; the other one's failures count.
    pub less: [usize; 2],
    /// Whether both have solved all levels in times that are too short to be compared, even together.
    pub is_too_short: bool,
    /// The ratios of times, where those of unsolved levels are infinite.
    pub time: Middle,
    /// How many levels took one of them long enough to be compared alone, and the median of the times' ratios on these.
    pub long: Option<(usize, f64)>,
    /// The ratios of stored states.
    pub states: Middle,
    /// The ratios of the bytes that they took.
    pub bytes: Middle,
    /// The ratios of expanded states.
    pub expanded: Middle,
}

/// The solver that general planning is compared with: the first direct one.
pub(crate) fn yardstick(comparison: &Comparison) -> Option<usize> {
    comparison.solvers.iter().position(|solver| !solver.is_strips() && solver.as_external().is_none())
}

/// The pairs of solvers whose ratio is the price of generality: general planning over the first direct solver.
pub fn pairs(comparison: &Comparison) -> Vec<(usize, usize)> {
    let Some(over) = yardstick(comparison) else { return Vec::new() };
    let strips = comparison.solvers.iter().enumerate().filter(|(_, solver)| solver.is_strips());
    strips.map(|(of, _)| (of, over)).collect()
}

/// The price of generality over all levels, for each pair of which one has solved a level.
pub fn prices(comparison: &Comparison) -> Vec<Price> {
    let price = |(of, over)| {
        let ratios: Vec<Ratio> =
            comparison.entries.iter().filter_map(|level| ratio(level, of, over)).collect();
        let how_many = |is: fn(&Ratio) -> bool| ratios.iter().filter(|ratio| is(ratio)).count();
        let middle = |pick: fn(&Ratio) -> f64| Middle::of(ratios.iter().map(pick).collect());
        let long: Vec<f64> =
            ratios.iter().filter(|ratio| !ratio.is_too_short).map(|ratio| ratio.time).collect();
        Some(Price {
            names: [of, over].map(|solver| comparison.solvers[solver].name().to_owned()),
            levels: ratios.len(),
            alone: [how_many(|ratio| ratio.time == 0.0), how_many(|ratio| ratio.time.is_infinite())],
            is_too_short: ratios.iter().all(|ratio| ratio.lengths.is_some())
                && [of, over].iter().all(|solver| sum(comparison, *solver).time < SHORT),
            less: [how_many(|ratio| ratio.time < 1.0), how_many(|ratio| ratio.time > 1.0)],
            time: middle(|ratio| ratio.time)?,
            long: Middle::of(long.clone()).map(|middle| (long.len(), middle.median)),
            states: middle(|ratio| ratio.states)?,
            bytes: middle(|ratio| ratio.bytes)?,
            expanded: middle(|ratio| ratio.expanded)?,
        })
    };
    pairs(comparison).into_iter().filter_map(price).collect()
}

impl Middle {
    /// `None` without numbers. The interval goes from one of the numbers to another (Thompson 1936): whatever their
    /// distribution, the median lies below the one of rank `k` only if fewer than `k` of them are less than it, and how
    /// many are is a number of heads of fair coins. Between the two it lies in at least 95 % of cases.
    pub fn of(mut numbers: Vec<f64>) -> Option<Self> {
        numbers.sort_by(f64::total_cmp);
        let interval = rank(numbers.len()).map(|rank| [numbers[rank - 1], numbers[numbers.len() - rank]]);
        Some(Self { median: median(&numbers)?, interval })
    }
}

/// The greatest rank, from 1, that so many fair coins show fewer heads than with a probability of at most 2.5 %; `None`
/// for fewer than six coins.
#[allow(clippy::cast_precision_loss, reason = "probabilities")]
fn rank(coins: usize) -> Option<usize> {
    let coins = coins as f64;
    // The logarithm of the probability of each count, since that of many coins without heads is too small for a number.
    let (mut log, mut below, mut heads) = (-coins * std::f64::consts::LN_2, 0.0, 0.0);
    loop {
        below += f64::exp(log);
        if heads >= coins || below > 0.025 {
            break;
        }
        log += f64::ln((coins - heads) / (heads + 1.0));
        heads += 1.0;
    }
    // `heads` or fewer are too probable; fewer than `heads` are not.
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a small count")]
    Some(heads as usize).filter(|rank| *rank > 0)
}

/// The median of numbers in order; for an even count, the geometric mean of the two in the middle, since these are
/// ratios. Between a level that only the one solves and a level that only the other does, neither is ahead.
fn median(numbers: &[f64]) -> Option<f64> {
    let middle = numbers.len() / 2;
    let upper = *numbers.get(middle)?;
    if numbers.len() % 2 == 1 {
        return Some(upper);
    }
    let lower = numbers[middle - 1];
    Some(if lower == 0.0 && upper.is_infinite() { 1.0 } else { (upper * lower).sqrt() })
}

/// Sums over the runs of one solver.
#[derive(Clone, Debug, Default)]
pub struct Sum {
    /// Runs that finished.
    pub runs: usize,
    /// How many were solved.
    pub solved: usize,
    /// How many were proven to have no solution.
    pub unsolvable: usize,
    /// The time of all: of the processor, where it is known.
    pub time: Duration,
    /// The time of those that ended with an answer.
    pub answered: Duration,
    /// Stored states.
    pub states: u64,
    /// Expanded states.
    pub expanded: u64,
    /// Generated states.
    pub generated: u64,
    /// How long the solutions are: pushes and moves, or cost and steps.
    pub lengths: [u64; 2],
    /// The most bytes that the states of one run took.
    pub bytes: u64,
    /// The most bytes that the processes of one run held.
    pub peak: Option<u64>,
    /// How many of the others ended in which way, and of those that were stopped at which limit.
    pub others: BTreeMap<(&'static str, Option<String>), usize>,
}

impl Sum {
    /// The average time, where a run without an answer counts as this many times the limit (PAR2, PAR10); `None` if a
    /// run without an answer had no limit.
    pub fn penalized(&self, times: u32, limit: Option<Duration>) -> Option<Duration> {
        let missing = u32::try_from(self.runs - self.solved - self.unsolvable).unwrap_or(u32::MAX);
        let penalty = if missing == 0 { Duration::ZERO } else { limit? * times * missing };
        Some((self.answered + penalty) / u32::try_from(self.runs).ok().filter(|runs| *runs > 0)?)
    }
}

/// Results of one planner with each of several seeds.
#[derive(Clone, Debug)]
pub struct Seeds {
    /// The planner.
    pub solver: String,
    /// How many seeds there were.
    pub seeds: usize,
    /// Over seeds, the lower quartile, the median and the upper quartile of: how many levels were solved,
    pub solved: [f64; 3],
    /// the pushes or costs of what all planners have solved with every seed, if it is of one domain,
    pub length: Option<[f64; 3]>,
    /// of how many levels these are,
    pub length_of: usize,
    /// the seconds of all levels,
    pub seconds: [f64; 3],
    /// and expanded states.
    pub expanded: [f64; 3],
}

/// The planners that ran with several seeds.
#[allow(clippy::cast_precision_loss, reason = "figures for people")]
pub fn seeds(comparison: &Comparison) -> Vec<Seeds> {
    let mut found: IndexMap<&str, Vec<usize>> = IndexMap::new();
    for (index, solver) in comparison.solvers.iter().enumerate() {
        if let Some((name, _)) = solver.name().split_once('@') {
            found.entry(name).or_default().push(index);
        }
    }
    // What not every one of them has solved would be in some sums and not in others.
    let seeded: Vec<usize> = found.values().flatten().copied().collect();
    let by_all = |level: &&Compared| seeded.iter().all(|run| level.solution(*run).is_some());
    let of_one_scale = comparison.domains().len() <= 1;
    let of = |(name, runs): (&str, Vec<usize>)| {
        let over = |figure: &dyn Fn(usize) -> f64| quartiles(runs.iter().map(|run| figure(*run)).collect());
        let length = |run| summed(comparison.entries.iter().filter(by_all), run).lengths[0] as f64;
        Seeds {
            solver: name.to_owned(),
            seeds: runs.len(),
            solved: over(&|run| sum(comparison, run).solved as f64),
            length: of_one_scale.then(|| over(&length)),
            length_of: comparison.entries.iter().filter(by_all).count(),
            seconds: over(&|run| sum(comparison, run).time.as_secs_f64()),
            expanded: over(&|run| sum(comparison, run).expanded as f64),
        }
    };
    found.into_iter().map(of).collect()
}

/// The lower quartile, the median and the upper quartile of numbers; between two of them by their distance (Hyndman
/// and Fan 1996, number 7).
#[allow(clippy::cast_precision_loss, reason = "places among numbers")]
fn quartiles(mut numbers: Vec<f64>) -> [f64; 3] {
    numbers.sort_by(f64::total_cmp);
    let last = numbers.len().saturating_sub(1);
    [1, 2, 3].map(|quarter| {
        let (place, part) = (quarter * last / 4, (quarter * last % 4) as f64 / 4.0);
        let at = |place: usize| numbers.get(place.min(last)).copied().unwrap_or_default();
        at(place) + part * (at(place + 1) - at(place))
    })
}

/// The sums of the solver at an index over all levels.
pub fn sum(comparison: &Comparison, solver: usize) -> Sum {
    summed(comparison.entries.iter(), solver)
}

/// The sums over the levels that every solver has solved, on which lengths and counts can be compared.
pub fn common(comparison: &Comparison, solver: usize) -> Sum {
    let by_all = |level: &&Compared| (0..level.outcomes.len()).all(|run| level.solution(run).is_some());
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
        if outcome.ending.is_answer() {
            sum.answered += outcome.taken.best();
        } else {
            let limit =
                if let Ending::Stopped(limit) = outcome.ending { Some(limit.to_string()) } else { None };
            *sum.others.entry((outcome.ending.word(), limit)).or_default() += 1;
        }
        sum.peak = sum.peak.max(outcome.peak);
        sum.time += outcome.taken.best();
        sum.states += outcome.work.states;
        sum.expanded += outcome.work.counts.expanded;
        sum.generated += outcome.work.counts.generated;
        sum.bytes = sum.bytes.max(outcome.work.bytes);
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::quartiles;

    #[test]
    fn quartiles_lie_between_numbers() {
        for (numbers, found) in [
            (vec![5.0, 1.0, 3.0, 2.0, 4.0], "[2.0, 3.0, 4.0]"),
            (vec![1.0, 2.0], "[1.25, 1.5, 1.75]"),
            (vec![7.0], "[7.0, 7.0, 7.0]"),
        ] {
            assert_eq!(format!("{:?}", quartiles(numbers)), found);
        }
    }
}
