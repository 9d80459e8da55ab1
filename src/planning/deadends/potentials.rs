//! A proof that there is no plan: weights of facts whose sum no operator raises, while every goal state needs a greater
//! sum than the initial state has (dead-end potentials: Seipp, Pommerening, Sievers, Wehrle, Fawcett and Alkhazraji
//! 2016; pagoda functions of peg solitaire: Conway).
//!
//! In: a task. Out: whether there are such weights. A linear program in floating point finds them (its dual is the
//! state equation); they are then verified in integers. Derived facts have no weight.

use super::change::{Row, rows};
use super::simplex::{Direction, Simplex};
use super::{Attempt, Attempted, Proof};
use crate::strips::{MutexGroups, Task};
use banto_base::limits::Limits;

/// The largest denominator of weights.
const MOST_PARTS: i64 = 1 << 16;
/// The most weights that are looked at to find it.
const MOST_LOOKS: usize = 1 << 22;

/// The work of turning an operator into a row.
const ROW_COST: usize = 64;

const MOST_BYTES: usize = 1 << 28;

/// Weights for each fact, none negative.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Potentials(Vec<i64>);

/// Tries to find weights that prove that there is no plan.
pub(super) fn attempt(task: &Task, work: u64, limits: &Limits) -> Attempted {
    let mut objective = vec![0i32; task.fact_count()];
    let groups = MutexGroups::new(task);
    let variables =
        (0..task.variables().len()).filter(|variable| task.variables()[*variable].layer.is_none());
    let wanted = variables.filter_map(|variable| groups.only_value(variable.into(), task.goal()));
    wanted.for_each(|fact| objective[fact.index()] += 1);
    if objective.iter().all(|value| *value == 0) {
        return Ok(Attempt::Nothing);
    }
    task.initial()
        .iter()
        .filter(|fact| !task.is_derived(**fact))
        .for_each(|fact| objective[fact.index()] -= 1);
    // Each operator is at most one row; building the rows also takes work.
    let made = (task.operator_count() * ROW_COST) as u64;
    if work < made {
        return Ok(Attempt::TooMuch(made));
    }
    let rows = rows(task, limits)?;
    let made = made + (rows.len() * task.fact_count()) as u64;
    let bytes = Simplex::bytes(rows.len(), task.fact_count());
    if bytes > MOST_BYTES || !limits.has_room(bytes) {
        return Ok(Attempt::Nothing);
    }
    let Some(work) = work.checked_sub(made) else { return Ok(Attempt::TooMuch(made)) };
    let mut simplex = Simplex::new(&rows, objective.iter().map(|value| f64::from(*value)).collect());
    let weights = match simplex.direction(work, limits)? {
        Direction::TooMuch => return Ok(Attempt::TooMuch(0)),
        Direction::None => None,
        Direction::Found(ray) => whole(&ray).map(Potentials),
    };
    if weights.is_none_or(|weights| !weights.prove(&rows, &objective)) {
        return Ok(Attempt::Nothing);
    }
    Ok(Attempt::Proof(Proof::Potentials))
}

impl Potentials {
    /// Whether no row rises and the objective is above zero, in whole numbers.
    fn prove(&self, rows: &[Row], objective: &[i32]) -> bool {
        let term = |(fact, count): (usize, i32)| i128::from(self.0[fact]) * i128::from(count);
        let no_row_rises = rows.iter().all(|row| row.iter().copied().map(term).sum::<i128>() <= 0);
        let gain: i128 = objective.iter().copied().enumerate().map(term).sum();
        self.0.iter().all(|weight| *weight >= 0) && no_row_rises && gain > 0
    }
}

/// Whole numbers in the same proportion, if there are some that are not too large and found soon.
pub(super) fn whole(ray: &[f64]) -> Option<Vec<i64>> {
    let shares: Vec<f64> = ray.iter().copied().filter(|value| value.abs() > 1e-7).collect();
    let least = shares.iter().copied().filter(|value| *value > 0.0).fold(f64::INFINITY, f64::min);
    let times = |value: f64, parts: i64| {
        let exact = value / least * to_float(parts);
        let near = exact.round();
        let close = near < 1e15 && (exact - near).abs() <= 1e-5 * exact.clamp(1.0, 1e4);
        #[allow(clippy::cast_possible_truncation, reason = "it was compared with the largest before")]
        close.then_some(near as i64)
    };
    let tries =
        i64::try_from(MOST_LOOKS / shares.len().max(1)).map_or(MOST_PARTS, |most| most.min(MOST_PARTS));
    let parts = (1..=tries).find(|&parts| shares.iter().all(|&share| times(share, parts).is_some()))?;
    ray.iter().map(|&value| times(value, parts)).collect()
}

#[allow(clippy::cast_precision_loss, reason = "it is below 2^53")]
pub(super) const fn to_float(number: i64) -> f64 {
    number as f64
}
