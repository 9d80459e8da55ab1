//! The states of a projection as numbers with a digit for each variable of the pattern (perfect hashing), and its
//! steps, which are not stored: a state is matched against the values that operators leave, by the set of variables
//! that an operator mentions.
//!
//! In: what [`projection`](super::projection) makes of operators. Out: the number of a state, and the steps into it.

use super::shown::Shown;

/// The most variables of a pattern.
pub(super) const WIDEST: usize = 12;

/// From concrete states to the states of a projection.
pub(super) struct PatternMap {
    /// The variables, each with what its value is multiplied by, and its size.
    pub(super) digits: Vec<(u32, u32, u32)>,
}

impl PatternMap {
    #[inline]
    pub(super) fn state_of(&self, values: &[u32]) -> u32 {
        self.digits.iter().map(|(variable, factor, _)| values[*variable as usize] * factor).sum()
    }

    pub(super) fn states_of(&self, shown: &Shown, found: &mut Vec<u32>) {
        found.clear();
        found.push(0);
        for (variable, factor, _) in &self.digits {
            let before = std::mem::take(found);
            let values = shown.of(*variable);
            found.extend(values.flat_map(|value| before.iter().map(move |state| state + value * factor)));
        }
    }
}

/// Operators on the pattern that mention the same of its variables.
pub(super) struct Mentioning {
    /// For each of these variables its place in the pattern, and the factor of its value in a key.
    pub(super) keys: Vec<(usize, u32)>,
    /// For each key where the steps that end so end, and all of them: what they add to a state, and their group.
    pub(super) ends: Vec<u32>,
    pub(super) steps: Vec<(i32, u32)>,
}

/// The steps of a projection.
pub(super) struct ProjectedSteps {
    /// For each variable, the factor of its value in a state, and its size.
    pub(super) digits: Vec<(u32, u32)>,
    pub(super) mentioning: Vec<Mentioning>,
}

impl ProjectedSteps {
    #[inline]
    pub(super) fn visit_into(&self, state: u32, visit: &mut impl FnMut(u32, u32)) {
        let mut values = [0; WIDEST];
        for (value, (factor, size)) in values.iter_mut().zip(&self.digits) {
            *value = state / factor % size;
        }
        for same in &self.mentioning {
            let key: u32 = same.keys.iter().map(|(place, factor)| values[*place] * factor).sum();
            let key = key as usize;
            let start = if key == 0 { 0 } else { same.ends[key - 1] as usize };
            for (change, group) in &same.steps[start..same.ends[key] as usize] {
                visit(state.wrapping_add_signed(-change), *group);
            }
        }
    }
}
