//! Projections: a task that looks at the variables of a pattern only, with the distances of its states in a pattern
//! database (Culberson and Schaeffer 1998; Edelkamp 2001).
//!
//! In: a task and a pattern. Out: an abstraction. A conditional effect whose condition the pattern does not decide may
//! happen or not, and a condition on a derived variable may hold. States with two facts that are mutex are left out.

use fixedbitset::FixedBitSet;
use rustc_hash::FxHashMap;

use super::abstraction::{Abstraction, Map, Steps};
use super::changes::{ANY, Changes, goal_values, value_of};
use super::pattern::{Mentioning, PatternMap, ProjectedSteps, WIDEST};
use crate::strips::{FactId, Lists, MutexGroups, OpId, Task, to_u32};

/// The most states of a projection.
const MOST_STATES: u32 = 1 << 20;
/// The most ways in which one operator is taken apart.
const MOST_WAYS: usize = 1 << 12;

/// A step of an operator in a projection: the variables that it mentions, as bits; the values that these have after
/// it, as a key; and what it adds to a state.
type Step = (u16, u32, i32);

/// Makes projections of a task.
pub(super) struct Projector<'a> {
    task: &'a Task,
    changes: &'a Changes,
    groups: MutexGroups<'a>,
    /// The operators that may change each variable.
    writers: Lists,
    goal: Vec<(u32, u32)>,
}

impl<'a> Projector<'a> {
    pub(super) fn new(task: &'a Task, changes: &'a Changes) -> Self {
        let effects = task.operators().flat_map(|operator| {
            let own = task.effects(operator);
            own.map(move |effect| (task.variable_of(effect.fact).index(), operator.index()))
        });
        let writers = Lists::new(task.variables().len(), effects);
        Self { task, changes, groups: MutexGroups::new(task), writers, goal: goal_values(task) }
    }

    /// The number of values of a variable.
    pub(super) fn size(&self, variable: u32) -> u32 {
        self.task.variables()[variable as usize].size
    }

    /// The number of states of a projection; `None` if that is too many.
    pub(super) fn states(&self, pattern: &[u32]) -> Option<u32> {
        let states =
            pattern.iter().try_fold(1u32, |states, variable| states.checked_mul(self.size(*variable)));
        states.filter(|states| *states <= MOST_STATES && pattern.len() <= WIDEST)
    }

    /// How much work it is at least to make a projection.
    pub(super) fn work(&self, pattern: &[u32]) -> u64 {
        let operators: usize = pattern.iter().map(|variable| self.writers.of(*variable as usize).len()).sum();
        64 * operators as u64 + u64::from(self.states(pattern).unwrap_or(u32::MAX))
    }

    /// The projection to a pattern; `None` if it has too many states, or an operator has too many ways in it.
    pub(super) fn project(&self, pattern: &[u32]) -> Option<Abstraction> {
        self.states(pattern)?;
        let mut digits = Vec::new();
        let mut states = 1;
        for variable in pattern {
            digits.push((*variable, states, self.size(*variable)));
            states *= self.size(*variable);
        }
        let mut operators: Vec<u32> =
            pattern.iter().flat_map(|variable| self.writers.of(*variable as usize)).copied().collect();
        operators.sort_unstable();
        operators.dedup();
        let mut numbers: FxHashMap<(Vec<Step>, bool), usize> = FxHashMap::default();
        let mut members = Vec::new();
        let mut loops = Vec::new();
        let mut steps: Vec<(Step, u32)> = Vec::new();
        for operator in operators {
            let (own, is_loop) = self.steps_of(OpId::from(operator), &digits)?;
            if own.is_empty() && is_loop {
                continue;
            }
            let next = numbers.len();
            let group = *numbers.entry((own, is_loop)).or_insert_with_key(|(own, is_loop)| {
                steps.extend(own.iter().map(|step| (*step, to_u32(next))));
                loops.push(*is_loop);
                next
            });
            members.push((group, operator as usize));
        }
        let (mentioning, size) = index(&digits, steps, states);
        let goal = self.goal.iter().filter(|(variable, _)| pattern.contains(variable));
        let goal: Vec<(u32, u32)> = goal.copied().collect();
        let digit = |state: u32, (factor, size): (u32, u32)| state / factor % size;
        let is_goal = |state: &u32| {
            digits.iter().all(|(variable, factor, size)| {
                let wanted = goal.iter().find(|(other, _)| other == variable);
                wanted.is_none_or(|(_, value)| *value == digit(*state, (*factor, *size)))
            })
        };
        Some(Abstraction {
            states: states as usize,
            goals: (0..states).filter(is_goal).collect(),
            impossible: self.impossible(&digits, states),
            groups: Lists::new(loops.len(), members.iter().copied()),
            loops,
            steps: Steps::Projected(ProjectedSteps {
                digits: digits.iter().map(|(_, factor, size)| (*factor, *size)).collect(),
                mentioning,
            }),
            size,
            map: Map::Pattern(PatternMap { digits }),
        })
    }

    /// The states with two facts that are mutex.
    fn impossible(&self, digits: &[(u32, u32, u32)], states: u32) -> FixedBitSet {
        let mut impossible = FixedBitSet::with_capacity(states as usize);
        let fact =
            |variable: u32, value: u32| self.task.variables()[variable as usize].first.plus(value as usize);
        for (at, (one, low, size)) in digits.iter().enumerate() {
            for (other, high, other_size) in &digits[at + 1..] {
                for (value, other_value) in
                    (0..*size).flat_map(|value| (0..*other_size).map(move |other| (value, other)))
                {
                    if self.groups.are_mutex(fact(*one, value), fact(*other, other_value)) {
                        // All states with these two digits.
                        let all = (0..states / (high * other_size)).flat_map(|above| {
                            (0..high / (low * size)).flat_map(move |between| {
                                let base = above * high * other_size + other_value * high;
                                (0..*low).map(move |below| base + between * low * size + value * low + below)
                            })
                        });
                        all.for_each(|state| impossible.insert(state as usize));
                    }
                }
            }
        }
        impossible
    }

    /// Whether a condition of an effect holds if the variables of the pattern have these values; `None` if the pattern
    /// does not decide it.
    fn holds(
        &self,
        operator: OpId,
        condition: &[FactId],
        places: &dyn Fn(u32) -> Option<usize>,
        values: &[u32],
    ) -> Option<bool> {
        let mut certain = Some(true);
        for fact in condition {
            let Some((variable, wanted)) = value_of(self.task, *fact) else {
                certain = None;
                continue;
            };
            let known = match places(variable) {
                Some(place) => values[place],
                None => self.changes.on(operator.into(), variable).before,
            };
            if known == ANY {
                certain = None;
            } else if known != wanted {
                return Some(false);
            }
        }
        certain
    }

    /// The steps of an operator in a projection, and whether it may leave a state as it is.
    fn steps_of(&self, operator: OpId, digits: &[(u32, u32, u32)]) -> Option<(Vec<Step>, bool)> {
        let places = |variable: u32| digits.iter().position(|digit| digit.0 == variable);
        let effects: Vec<_> = self.task.effects(operator).collect();
        let effects: Vec<(usize, u32, &[FactId])> = effects
            .iter()
            .filter_map(|effect| {
                let (variable, value) = value_of(self.task, effect.fact)?;
                Some((places(variable)?, value, effect.condition))
            })
            .collect();
        // The variables that it mentions, and the values that they may have before.
        let mut before: Vec<Vec<u32>> = vec![Vec::new(); digits.len()];
        let mut mentioned = 0u16;
        for change in self.changes.of(operator.index()) {
            if let (Some(place), true) = (places(change.variable), change.before != ANY) {
                before[place] = vec![change.before];
                mentioned |= 1 << place;
            }
        }
        let conditions = effects.iter().flat_map(|effect| effect.2);
        let tested = conditions.filter_map(|fact| places(u32::from(self.task.variable_of(*fact))));
        for place in effects.iter().map(|effect| effect.0).chain(tested) {
            if mentioned & 1 << place == 0 {
                before[place] = (0..digits[place].2).collect();
                mentioned |= 1 << place;
            }
        }
        let mut found = Vec::new();
        let mut is_loop = false;
        for from in ways(&before, mentioned)? {
            let mut after: Vec<Vec<u32>> = from.iter().map(|value| vec![*value]).collect();
            for (place, value, condition) in &effects {
                match self.holds(operator, condition, &places, &from) {
                    Some(true) => after[*place] = vec![*value],
                    None if !after[*place].contains(value) => after[*place].push(*value),
                    Some(false) | None => {}
                }
            }
            for to in ways(&after, mentioned)? {
                let change = |place: usize| {
                    (i64::from(to[place]) - i64::from(from[place])) * i64::from(digits[place].1)
                };
                let change: i64 = (0..digits.len()).map(change).sum();
                is_loop |= change == 0;
                if change != 0 {
                    let change = i32::try_from(change).expect("a projection has fewer than 2^31 states");
                    found.push((mentioned, key(digits, mentioned, &to), change));
                }
            }
        }
        found.sort_unstable();
        found.dedup();
        (found.len() <= MOST_WAYS).then_some((found, is_loop))
    }
}

/// All ways to choose a value for each mentioned variable; the others are 0.
fn ways(choices: &[Vec<u32>], mentioned: u16) -> Option<Vec<Vec<u32>>> {
    let mut all = vec![vec![0; choices.len()]];
    for (place, values) in choices.iter().enumerate().filter(|(place, _)| mentioned >> place & 1 == 1) {
        if all.len() * values.len() > MOST_WAYS {
            return None;
        }
        if let [value] = values[..] {
            all.iter_mut().for_each(|way| way[place] = value);
            continue;
        }
        let with = |way: &Vec<u32>, value: u32| {
            let mut way = way.clone();
            way[place] = value;
            way
        };
        all = all.iter().flat_map(|way| values.iter().map(|value| with(way, *value))).collect();
    }
    Some(all)
}

/// The factors of the mentioned variables in a key, and the number of keys.
fn factors(digits: &[(u32, u32, u32)], mentioned: u16) -> (Vec<(usize, u32)>, u32) {
    let mut factor = 1;
    let mut keys = Vec::new();
    for (place, digit) in digits.iter().enumerate().filter(|(place, _)| mentioned >> place & 1 == 1) {
        keys.push((place, factor));
        factor *= digit.2;
    }
    (keys, factor)
}

fn key(digits: &[(u32, u32, u32)], mentioned: u16, values: &[u32]) -> u32 {
    factors(digits, mentioned).0.iter().map(|(place, factor)| values[*place] * factor).sum()
}

/// Steps with their groups, by what they mention and how they end; and in how many states they start altogether.
fn index(digits: &[(u32, u32, u32)], mut steps: Vec<(Step, u32)>, states: u32) -> (Vec<Mentioning>, usize) {
    steps.sort_unstable();
    let mut size = 0;
    let mut all = Vec::new();
    for same in steps.chunk_by(|one, other| one.0.0 == other.0.0) {
        let (keys, count) = factors(digits, same[0].0.0);
        size += same.len() * (states / count) as usize;
        let mut ends = vec![0; count as usize];
        same.iter().for_each(|((_, key, _), _)| ends[*key as usize] += 1);
        (1..ends.len()).for_each(|key| ends[key] += ends[key - 1]);
        let steps = same.iter().map(|((_, _, change), group)| (*change, *group)).collect();
        all.push(Mentioning { keys, ends, steps });
    }
    (all, size)
}
