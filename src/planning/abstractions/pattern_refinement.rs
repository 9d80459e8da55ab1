//! Patterns that are refined by counterexample, for one goal at a time, again and again with other draws (Rovner,
//! Sievers and Helmert 2019).
//!
//! In: a task. Out: patterns. A pattern begins with the variable of a goal. A plan of its projection is followed from
//! the initial state; where it does not apply, a variable whose value is missing joins the pattern, drawn from several,
//! if the projection does not grow too large: else it is left alone from then on.

use super::abstraction::{Abstraction, NEVER};
use super::changes::{ANY, Changes, goal_values};
use super::projection::Projector;
use super::samples::initial_values;
use crate::strips::Task;
use banto_base::limits::{Limits, Stop};
use banto_search::{CostQueue, Random};

/// Patterns are drawn until so many in a row were known already.
const PATIENCE: usize = 20;
/// Costs beyond this one count as this one in plans of projections.
const DEAREST: i32 = 1 << 20;

/// What the refinement of patterns may take: states of one projection and of all, and work.
pub(super) struct Room {
    pub(super) states: u32,
    pub(super) states_of_all: u64,
    pub(super) work: u64,
}

/// Adds refined patterns with their projections to those that are known.
pub(super) fn refined(
    task: &Task,
    changes: &Changes,
    projector: &Projector<'_>,
    costs: &[i32],
    known: &mut Vec<(Vec<u32>, Abstraction)>,
    room: &Room,
    limits: &Limits,
) -> Result<(), Stop> {
    let goals = goal_values(task);
    let mut search = Search {
        changes,
        projector,
        room,
        initial: initial_values(task),
        // A step more than it costs: no circle is free.
        costs: costs.iter().map(|cost| (*cost).min(DEAREST) + 1).collect(),
        random: Random::new(0),
        queue: CostQueue::default(),
        work: 0,
    };
    let (mut states, mut failures) = (0, 0);
    for round in 0.. {
        if goals.is_empty() || failures >= PATIENCE.max(goals.len()) || search.work > room.work {
            break;
        }
        let goal = goals[round % goals.len()].0;
        failures += 1;
        let Some((pattern, projection)) = search.pattern(goal, limits)? else { continue };
        if pattern.len() > 2 && known.iter().all(|(other, _)| *other != pattern) {
            states += projection.states as u64;
            if states > room.states_of_all {
                break;
            }
            known.push((pattern, projection));
            failures = 0;
        }
    }
    Ok(())
}

struct Search<'a> {
    changes: &'a Changes,
    projector: &'a Projector<'a>,
    room: &'a Room,
    initial: Vec<u32>,
    costs: Vec<i32>,
    random: Random,
    queue: CostQueue,
    work: u64,
}

impl Search<'_> {
    /// A pattern for a goal, and its projection.
    fn pattern(&mut self, goal: u32, limits: &Limits) -> Result<Option<(Vec<u32>, Abstraction)>, Stop> {
        let mut pattern = vec![goal];
        let mut left_alone = Vec::new();
        let Some(mut projection) = self.projector.project(&pattern) else { return Ok(None) };
        while self.work <= self.room.work {
            limits.check()?;
            self.work += self.projector.work(&pattern) + projection.work();
            let mut flaws = self.flaws(&projection);
            flaws.retain(|variable| !pattern.contains(variable) && !left_alone.contains(variable));
            if flaws.is_empty() {
                break;
            }
            let variable = flaws[self.random.below_index(flaws.len())];
            let mut wider = pattern.clone();
            wider.push(variable);
            wider.sort_unstable();
            let fits = self.projector.states(&wider).is_some_and(|states| states <= self.room.states);
            match fits.then(|| self.projector.project(&wider)).flatten() {
                Some(next) => (pattern, projection) = (wider, next),
                None => left_alone.push(variable),
            }
        }
        Ok(Some((pattern, projection)))
    }

    /// The variables that keep a plan of a projection from being one of the task.
    fn flaws(&mut self, projection: &Abstraction) -> Vec<u32> {
        let distances = projection.distances(&self.costs, &mut self.queue);
        let start = projection.map.state_of(&self.initial);
        if distances[start as usize] == NEVER {
            return Vec::new();
        }
        let first = projection.first_steps(&distances, &self.costs);
        let mut values = self.initial.clone();
        let mut state = start;
        while let Some((end, group)) = first[state as usize] {
            let operators = projection.groups.of(group as usize);
            let missing = |operator: u32| {
                let changes = self.changes.of(operator as usize).iter();
                let values = &values;
                changes
                    .filter(|change| {
                        change.before != ANY && change.before != values[change.variable as usize]
                    })
                    .map(|change| change.variable)
            };
            let applies = |operator: &&u32| missing(**operator).next().is_none();
            let Some(operator) = operators.iter().find(applies) else {
                let mut flaws: Vec<u32> = operators.iter().flat_map(|operator| missing(*operator)).collect();
                flaws.sort_unstable();
                flaws.dedup();
                return flaws;
            };
            for change in self.changes.of(*operator as usize).iter().filter(|change| change.after != ANY) {
                values[change.variable as usize] = change.after;
            }
            state = end;
        }
        Vec::new()
    }
}
