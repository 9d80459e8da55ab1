//! Things: where they can be, and which operators move one.
//!
//! In: a decoupled task with counted groups, whose things have no names, or with variables that are to have certain
//! values, each of which is a thing. Out: the moves from place to place, and those that a state allows.

use crate::decoupled::{DecoupledSpace, Factoring};
use crate::strips::{FactId, FactName, FactSpace, Lists, OpId, Task, to_u32};
use banto_base::limits::{Limits, Stop};
use banto_search::Cost;

/// An operator that takes a thing from one place to another, and does nothing else to things.
#[derive(Clone, Copy, Debug)]
pub(super) struct Move {
    pub(super) operator: u32,
    pub(super) from: FactId,
    pub(super) to: FactId,
    /// Its conditions in a shown row, in `tests`.
    tests: (u32, u32),
}

pub(crate) struct Things {
    /// The places of things that share their goals.
    pub(super) groups: Vec<Vec<FactId>>,
    /// For each fact, whether it says that a thing is somewhere.
    pub(super) is_place: Vec<bool>,
    pub(super) moves: Vec<Move>,
    /// For each operator, the move that it is.
    move_of: Vec<Option<u32>>,
    /// For each fact, the moves from it and the moves to it.
    from: Lists,
    pub(super) to: Lists,
    tests: Vec<(usize, u64, u64)>,
}

/// Whether some operator asks for what the goal of a thing excludes, apart from where things are.
fn are_in_the_way(task: &Task, groups: &[Vec<FactId>]) -> bool {
    let (mut is_place, mut is_goal) = (vec![false; task.fact_count()], vec![false; task.fact_count()]);
    groups.iter().flatten().for_each(|fact| is_place[fact.index()] = true);
    task.goal().iter().for_each(|fact| is_goal[fact.index()] = is_place[fact.index()]);
    let mut is_excluded = vec![false; task.fact_count()];
    for group in task.groups().iter().filter(|group| group.iter().any(|fact| is_goal[fact.index()])) {
        group.iter().for_each(|fact| is_excluded[fact.index()] = !is_place[fact.index()]);
    }
    let asks = |operator| task.condition(operator).iter().any(|fact| is_excluded[fact.index()]);
    task.operators().any(asks)
}

/// The square of the number of goals times that of places must not be more: the order takes about as many steps.
const MOST_WORK: usize = 1 << 24;

/// The counted groups with several goals; if there are none, the values of variables of the center that have a goal
/// each, if there are several.
fn groups(factoring: &Factoring<'_>) -> Vec<Vec<FactId>> {
    let task = &*factoring.task;
    let goals = |group: &[FactId]| task.goal().iter().filter(|goal| group.contains(goal)).count();
    let mut groups: Vec<_> = task.counted().iter().filter(|group| goals(group) > 1).cloned().collect();
    if groups.is_empty() {
        let asked = task.goal().iter().map(|goal| task.variables()[task.variable_of(*goal).index()]);
        let own = asked.filter(|variable| variable.size > 2 && !factoring.is_leaf(variable.first));
        let is_atom = |fact: &FactId| matches!(task.name(*fact), FactName::Atom(_));
        groups.extend(own.map(|variable| variable.facts().filter(is_atom).collect::<Vec<_>>()));
        groups.retain(|group| goals(group) == 1);
        let several = groups.len() > 1;
        groups.retain(|_| several);
    }
    groups
}

impl Things {
    /// Whether a task has things, and several goals for them, but not so many that it would take long to find their
    /// order; and if so, whether each has a goal of its own. Those must be in each other's way.
    pub(crate) fn are_in(factoring: &Factoring<'_>) -> Option<bool> {
        let (groups, task) = (groups(factoring), &*factoring.task);
        let places: usize = groups.iter().map(Vec::len).sum();
        if places == 0 || task.goal().len().pow(2).saturating_mul(places) > MOST_WORK {
            return None;
        }
        let goals = |group: &Vec<FactId>| task.goal().iter().filter(|goal| group.contains(goal)).count();
        let own = groups.iter().all(|group| goals(group) == 1);
        (!own || are_in_the_way(task, &groups)).then_some(own)
    }

    pub(super) fn find<C: Cost>(
        space: &DecoupledSpace<'_, C>,
        factoring: &Factoring<'_>,
        limits: &Limits,
    ) -> Result<Self, Stop> {
        let task = &*factoring.task;
        limits.check_allocation(task.fact_count() * size_of::<u64>() + task.operator_count() * 16)?;
        let mut is_place = vec![false; task.fact_count()];
        let groups = groups(factoring);
        groups.iter().flatten().for_each(|fact| is_place[fact.index()] = true);
        let mut move_of = vec![None; task.operator_count()];
        let (mut moves, mut tests) = (Vec::new(), Vec::<(usize, u64, u64)>::new());
        for operator in task.operators().filter(|operator| !factoring.is_of_leaf(*operator)) {
            limits.check()?;
            let Some((from, to)) = single_move(task, &is_place, operator) else { continue };
            let start = tests.len();
            for (word, mask, bits) in task.condition(operator).iter().map(|fact| space.pattern(*fact)) {
                match tests[start..].iter_mut().find(|(other, ..)| *other == word) {
                    Some((_, masks, all)) => (*masks, *all) = (*masks | mask, *all | bits),
                    None => tests.push((word, mask, bits)),
                }
            }
            move_of[operator.index()] = Some(to_u32(moves.len()));
            let tests = (to_u32(start), to_u32(tests.len()));
            moves.push(Move { operator: operator.into(), from, to, tests });
        }
        let by = |end: fn(&Move) -> FactId| {
            let pairs = moves.iter().enumerate().map(move |(number, one)| (end(one).index(), number));
            Lists::new(task.fact_count(), pairs)
        };
        let (from, to) = (by(|one| one.from), by(|one| one.to));
        Ok(Self { groups, is_place, moves, move_of, from, to, tests })
    }

    #[inline]
    pub(super) fn move_of(&self, operator: u32) -> Option<Move> {
        self.move_of[operator as usize].map(|number| self.moves[number as usize])
    }

    /// The moves of the thing at a place that are possible in a shown row.
    pub(super) fn moves_from<'s>(
        &'s self,
        place: FactId,
        shown: &'s [u64],
    ) -> impl Iterator<Item = Move> + 's {
        let holds = |(word, mask, bits): &(usize, u64, u64)| shown[*word] & mask == *bits;
        let moves = self.from.of(place.index()).iter().map(|number| self.moves[*number as usize]);
        moves.filter(move |Move { tests: (start, end), .. }| {
            self.tests[*start as usize..*end as usize].iter().all(holds)
        })
    }
}

/// The places between which an operator moves a thing, if it moves one and no other.
fn single_move(task: &Task, is_place: &[bool], operator: OpId) -> Option<(FactId, FactId)> {
    let condition = task.condition(operator);
    let (mut from, mut to) = (None, None);
    for effect in task.effects(operator) {
        let variable = task.variable_of(effect.fact);
        let old = condition.iter().copied().find(|fact| task.variable_of(*fact) == variable);
        let old = old.filter(|old| *old != effect.fact && is_place[old.index()]);
        let new = is_place[effect.fact.index()].then_some(effect.fact);
        if !effect.condition.is_empty()
            || (from.is_some() && old.is_some())
            || (to.is_some() && new.is_some())
        {
            return None;
        }
        (from, to) = (from.or(old), to.or(new));
    }
    from.zip(to)
}
