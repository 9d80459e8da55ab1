//! Which landmarks each operator reaches, and by which effects.

use crate::strips::Task;
use banto_base::limits::{Limits, Stop};

/// A landmark that an operator reaches, and by which effect if that has a condition.
#[derive(Clone, Copy, Debug)]
pub(super) struct Achievement {
    pub(super) landmark: u32,
    pub(super) effect: Option<u32>,
}

/// For each operator, the landmarks that it reaches, flat: where its entries end, and the entries.
pub(super) fn achievements(
    task: &Task,
    of_fact: &[Vec<u32>],
    limits: &Limits,
) -> Result<(Vec<u32>, Vec<Achievement>), Stop> {
    let mut ends = Vec::with_capacity(task.operator_count() + 1);
    ends.push(0);
    let mut achievements = Vec::new();
    for operator in task.operators() {
        limits.check()?;
        for (number, effect) in (0..).zip(task.effects(operator)) {
            let effect_number = (!effect.condition.is_empty()).then_some(number);
            let landmarks = of_fact[effect.fact.index()].iter();
            limits.check_reserve(&achievements, landmarks.len())?;
            achievements
                .extend(landmarks.map(|landmark| Achievement { landmark: *landmark, effect: effect_number }));
        }
        ends.push(u32::try_from(achievements.len()).unwrap_or(u32::MAX));
    }
    Ok((ends, achievements))
}
