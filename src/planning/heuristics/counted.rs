//! Counted groups: facts about interchangeable things; the goal requires as many of them as there are things.
//!
//! In: a task with counted groups, and a completed exploration of the relaxed task. Out: whether the state is a dead
//! end, and the estimated total cost of the things. No fact of such a group may get lost: each represents a thing that
//! needs a goal of its own. If no reached rule removes a fact, its thing stays permanently. Things that stay and things
//! that move are assigned to goals at minimum total distance, each as if it were alone (the assignment problem, by
//! the Hungarian method). In Sokoban these are frozen boxes, boxes that compete for a goal, and pushes.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::explore::{Exploration, add};
use super::relaxed_task::RelaxedTask;
use crate::strips::{Effect, FactId, Lists, OpId, Task};
use banto_base::limits::{Limits, Stop};
use banto_search::assignment::{Assignment, NOBODY};

/// Groups with more distances from places to goals are left out.
const MOST_DISTANCES: usize = 1 << 18;
/// Groups with more goals are left out: an assignment takes up to the third power of their number.
const MOST_GOALS: usize = 64;
/// The distance to unreachable places: more than all others together.
const FAR: u64 = 1 << 40;
/// Prices are reset below this.
const LEAST_PRICE: i64 = -(1 << 54);
/// Distances are cut off here, so that sums stay below [`FAR`].
const LONGEST: u64 = 1 << 32;

#[derive(Debug, Default)]
pub(super) struct Counted {
    groups: Vec<Group>,
}

#[derive(Debug)]
struct Group {
    /// For each fact of the task, its place in the group; [`ELSEWHERE`] for others.
    places: Vec<u32>,
    goals: usize,
    /// For each place, the cost of the path to each goal if nothing were in the way.
    distances: Vec<u64>,
    /// For each place, the rules that may delete the fact.
    takers: Lists,
    /// The moves from place to place, by origin: their ends and their rules.
    moves: Vec<(usize, usize, u32)>,
    /// Where the things are, and whether each stays permanently.
    things: Vec<(usize, bool)>,
    assignment: Assignment,
    /// What each thing pays for each goal, flat.
    costs: Vec<u64>,
}

const ELSEWHERE: u32 = u32::MAX;

/// The operators that lose a thing, or take one to where no way leads to a goal, ascending: no plan has one, because
/// all things are needed, and the number of those that are lost never falls.
pub(crate) fn losing(task: &Task, limits: &Limits) -> Result<Vec<OpId>, Stop> {
    let mut losing = Vec::new();
    for group in task.counted() {
        let mut is_mine = vec![false; task.fact_count()];
        group.iter().for_each(|fact| is_mine[fact.index()] = true);
        let count = |facts: &[FactId]| facts.iter().filter(|fact| is_mine[fact.index()]).count();
        if count(task.initial()) != count(task.goal()) {
            continue;
        }
        let adds = |operator: OpId, effect: &Effect<'_>| {
            is_mine[effect.fact.index()] && !task.condition(operator).contains(&effect.fact)
        };
        // Backwards: what an operator may take, for each fact that it adds.
        let mut ways: Vec<(usize, usize)> = Vec::new();
        for operator in task.operators() {
            limits.check()?;
            for added in task.effects(operator).filter(|effect| adds(operator, effect)) {
                for effect in task.effects(operator) {
                    let taken = replaced(task, operator, effect.fact).filter(|old| is_mine[old.index()]);
                    ways.extend(taken.map(|old| (added.fact.index(), old.index())));
                    limits.check_reserve(&ways, 1)?;
                }
            }
        }
        let ways = Lists::new(task.fact_count(), ways.iter().copied());
        let mut leads_home = vec![false; task.fact_count()];
        let mut open: Vec<FactId> =
            task.goal().iter().copied().filter(|fact| is_mine[fact.index()]).collect();
        while let Some(place) = open.pop() {
            if !std::mem::replace(&mut leads_home[place.index()], true) {
                open.extend(ways.of(place.index()).iter().map(|from| FactId::from(*from as usize)));
            }
        }
        for operator in task.operators() {
            let takes = |fact: &FactId| {
                let mut effects =
                    task.effects(operator).filter(|one| is_of(task, one.fact, *fact)).peekable();
                is_mine[fact.index()]
                    && effects.peek().is_some()
                    && effects.all(|effect| effect.fact != *fact && effect.condition.is_empty())
            };
            let mut added = task.effects(operator).filter(|effect| adds(operator, effect)).peekable();
            let is_losing = match added.peek() {
                None => task.condition(operator).iter().any(takes),
                Some(_) => added.any(|one| {
                    let last =
                        task.effects(operator).filter(|other| is_of(task, other.fact, one.fact)).last();
                    !leads_home[one.fact.index()]
                        && one.condition.is_empty()
                        && last.is_some_and(|last| last.fact == one.fact)
                }),
            };
            losing.extend(is_losing.then_some(operator));
        }
    }
    losing.sort_unstable();
    losing.dedup();
    Ok(losing)
}

fn is_of(task: &Task, one: FactId, other: FactId) -> bool {
    task.variable_of(one) == task.variable_of(other)
}

/// The facts that may hold before an operator makes another value of their variable hold.
fn replaced(task: &Task, operator: OpId, new: FactId) -> impl Iterator<Item = FactId> {
    let asked = task.condition(operator).iter().copied().find(|fact| is_of(task, *fact, new));
    let olds = task.variables()[task.variable_of(new).index()].facts();
    olds.filter(move |old| *old != new && asked.is_none_or(|asked| asked == *old))
}

impl Counted {
    /// The counted groups of a task. Its relaxed task is the one that is explored.
    pub(super) fn within(task: &Task, relaxed: &RelaxedTask, limits: &Limits) -> Result<Self, Stop> {
        let groups = task.counted().iter();
        let groups = groups.filter_map(|facts| Group::within(task, relaxed, facts, limits).transpose());
        Ok(Self { groups: groups.collect::<Result<_, _>>()? })
    }

    pub(super) fn is_empty(&self) -> bool {
        self.groups.is_empty()
    }

    /// The total cost of bringing all things home from the state with these facts; `None` if it is a dead end.
    pub(super) fn cost(&mut self, exploration: &Exploration, facts: &[FactId]) -> Option<u64> {
        self.groups.iter_mut().try_fold(0, |sum, group| Some(add(sum, group.cost(exploration, facts)?)))
    }

    /// The applicable operators that bring a thing closer to the goal it had in the last computation of costs.
    pub(super) fn prefer(&self, relaxed: &RelaxedTask, exploration: &Exploration, preferred: &mut Vec<u32>) {
        self.groups.iter().for_each(|group| group.prefer(relaxed, exploration, preferred));
    }
}

impl Group {
    fn within(
        task: &Task,
        relaxed: &RelaxedTask,
        facts: &[FactId],
        limits: &Limits,
    ) -> Result<Option<Self>, Stop> {
        limits.check_allocation(task.fact_count() * size_of::<u32>())?;
        let mut places = vec![ELSEWHERE; task.fact_count()];
        for (place, fact) in (0..).zip(facts) {
            places[fact.index()] = place;
        }
        let place = |fact: FactId| places[fact.index()] as usize;
        let is_mine = |fact: &FactId| places[fact.index()] != ELSEWHERE;
        let asked: Vec<FactId> = task.goal().iter().copied().filter(is_mine).collect();
        let goals = asked.len();
        if goals > MOST_GOALS || goals * facts.len() > MOST_DISTANCES {
            return Ok(None);
        }
        // What an operator deletes, and what it adds.
        let (mut takers, mut moves) = (Vec::new(), Vec::new());
        for rule in 0..relaxed.rules.len() {
            limits.check()?;
            let conditions = relaxed.conditions(rule);
            let Some(operator) = relaxed.rules[rule].operator else { continue };
            for effect in relaxed.effects(rule) {
                let variable = task.variable_of(*effect);
                let asked = conditions.iter().find(|fact| task.variable_of(**fact) == variable);
                let olds = task.variables()[variable.index()].facts();
                let olds = olds.filter(|old| old != effect && asked.is_none_or(|asked| asked == old));
                for old in olds.filter(is_mine) {
                    limits.check_reserve(&takers, 1)?;
                    takers.push((place(old), rule));
                    let added = task.effects(operator).map(|effect| effect.fact).filter(is_mine);
                    limits.check_reserve(&moves, task.effects(operator).len())?;
                    let rule = crate::strips::to_u32(rule);
                    moves.extend(added.map(|new| (place(old), place(new), rule)));
                }
            }
        }
        limits.check_now()?;
        takers.sort_unstable();
        takers.dedup();
        let takers = Lists::new(facts.len(), takers.iter().copied());
        let asked: Vec<usize> = asked.into_iter().map(place).collect();
        moves.sort_unstable();
        moves.dedup();
        let backwards = moves.iter().map(|(old, new, rule)| (*new, *old, relaxed.rules[*rule as usize].cost));
        limits.check_allocation(moves.len() * size_of::<(usize, usize, u64)>())?;
        let distances = distances(&asked, facts.len(), backwards.collect());
        let (things, assignment, costs) = (Vec::new(), Assignment::new(goals), vec![0; goals * goals]);
        Ok(Some(Self { places, goals, distances, takers, moves, things, assignment, costs }))
    }

    fn cost(&mut self, exploration: &Exploration, facts: &[FactId]) -> Option<u64> {
        let Self { places, goals, distances, takers, things, assignment, costs, .. } = self;
        things.clear();
        for fact in facts {
            let place = places[fact.index()] as usize;
            if place != ELSEWHERE as usize {
                let stays = !takers.of(place).iter().any(|rule| exploration.is_reached(*rule));
                things.push((place, stays));
            }
        }
        if things.len() > *goals {
            // A row that stands for several states may show more facts than hold.
            things.clear();
            return Some(0);
        }
        if things.len() < *goals {
            return None;
        }
        for ((place, stays), row) in things.iter().zip(costs.chunks_exact_mut(*goals)) {
            row.copy_from_slice(&distances[place * *goals..(place + 1) * *goals]);
            if *stays {
                row.iter_mut().filter(|distance| **distance > 0).for_each(|distance| *distance = FAR);
            }
        }
        Some(least(assignment, costs)).filter(|cost| *cost < FAR)
    }

    /// The applicable operators that bring a thing closer to its goal in the last assignment.
    fn prefer(&self, relaxed: &RelaxedTask, exploration: &Exploration, preferred: &mut Vec<u32>) {
        let goals = self.goals;
        for (goal, thing) in self.assignment.owners.iter().enumerate() {
            let Some((place, _)) = self.things.get(*thing) else { continue };
            let distance = |place: usize| self.distances[place * goals + goal];
            let here = distance(*place);
            let start = self.moves.partition_point(|(old, ..)| old < place);
            for (_, new, rule) in self.moves[start..].iter().take_while(|(old, ..)| old == place) {
                let rule = *rule as usize;
                let ready = |fact: &FactId| exploration.cost(*fact) == 0;
                if distance(*new) < here && relaxed.conditions(rule).iter().all(ready) {
                    preferred.extend(relaxed.rules[rule].operator.map(u32::from));
                }
            }
        }
    }
}

/// Shares all goals out among as many things; the sum of what they pay, from a row for each thing. Prices are those of
/// the last time, so that few things have to change goals.
fn least(assignment: &mut Assignment, costs: &[u64]) -> u64 {
    let goals = assignment.owners.len();
    assignment.owners.fill(NOBODY);
    // Prices only fall.
    if assignment.prices.iter().any(|price| *price < LEAST_PRICE) {
        assignment.prices.fill(0);
    }
    for thing in 0..goals {
        let row = |thing: usize| &costs[thing * goals..][..goals];
        assignment.augment(thing, row, u64::cast_signed, |_, _| ());
    }
    assignment.owners.iter().enumerate().map(|(goal, thing)| costs[thing * goals + goal]).sum()
}

/// For each place, the distance to each goal, by moves given backwards with their costs.
fn distances(goals: &[usize], places: usize, mut moves: Vec<(usize, usize, u64)>) -> Vec<u64> {
    moves.sort_unstable();
    let mut distances = vec![FAR; places * goals.len()];
    let mut queue = BinaryHeap::new();
    for (number, goal) in goals.iter().enumerate() {
        queue.push(Reverse((0, *goal)));
        while let Some(Reverse((distance, place))) = queue.pop() {
            let known = &mut distances[place * goals.len() + number];
            if distance >= *known {
                continue;
            }
            *known = distance;
            let start = moves.partition_point(|(new, ..)| *new < place);
            for (_, old, cost) in moves[start..].iter().take_while(|(new, ..)| *new == place) {
                queue.push(Reverse((distance.saturating_add(*cost).min(LONGEST), *old)));
            }
        }
    }
    distances
}

#[cfg(test)]
mod tests {
    use super::*;
    use banto_search::Random;

    fn brute(costs: &[u64], goals: usize, thing: usize, used: u32) -> u64 {
        let free = (0..goals).filter(|goal| used >> goal & 1 == 0);
        let rest = |goal| costs[thing * goals + goal] + brute(costs, goals, thing + 1, used | (1u32 << goal));
        if thing == goals { 0 } else { free.map(rest).min().unwrap_or(FAR) }
    }

    #[test]
    fn goals_are_shared_out_at_least_cost() {
        let mut random = Random::new(1);
        let (mut assignment, mut costs) = (Assignment::new(5), vec![0; 25]);
        for _ in 0..2000 {
            for cost in &mut costs {
                *cost = if random.below_index(4) == 0 { FAR } else { random.below_index(9) as u64 };
            }
            let wanted = brute(&costs, 5, 0, 0);
            let found = least(&mut assignment, &costs);
            assert!(found == wanted || found >= FAR && wanted >= FAR, "{found} {wanted}");
        }
    }
}
