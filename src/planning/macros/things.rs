//! Things: where they can be, which operators move one, and how they get away from goals.
//!
//! In: a decoupled task with counted groups. Out: the moves from place to place, and for [`GoalOrder`] the way out of a
//! goal while other goals are filled. That way is one of a single thing, with the leaves wherever other things let them
//! be: it may be shorter than any that exists.
//!
//! [`GoalOrder`]: crate::search::GoalOrder

use std::collections::VecDeque;

use rustc_hash::FxHashMap;

use crate::base::limits::{Limits, Stop};
use crate::planning::decoupled::{DecoupledSpace, Factoring};
use crate::planning::strips::{FactId, FactSpace, Lists, OpId, Task, VarId, to_u32};
use crate::search::{Cost, Exits};

/// An operator that takes a thing from one place to another, and does nothing else to things.
#[derive(Clone, Copy, Debug)]
pub(super) struct Move {
    pub(super) operator: u32,
    pub(super) from: FactId,
    pub(super) to: FactId,
    /// Its conditions in a shown row, in `tests`.
    tests: (u32, u32),
}

/// The things of a task.
#[derive(Clone, Debug)]
pub(crate) struct Things {
    /// For each fact, whether it says that a thing is somewhere.
    is_place: Vec<bool>,
    moves: Vec<Move>,
    /// For each operator, where the thing is that it has moved.
    led_to: Vec<Option<FactId>>,
    /// For each fact, the moves from it and the moves to it.
    from: Lists,
    to: Lists,
    tests: Vec<(usize, u64, u64)>,
}

/// The facts of counted groups with several goals.
fn places(task: &Task) -> impl Iterator<Item = FactId> {
    let has_goals = |group: &&Vec<FactId>| task.goal().iter().filter(|goal| group.contains(goal)).count() > 1;
    task.counted().iter().filter(has_goals).flatten().copied()
}

impl Things {
    /// Whether a task has things that it counts, and several goals for them.
    pub(crate) fn are_in(task: &Task) -> bool {
        places(task).next().is_some()
    }

    /// The things of a factored task.
    pub(super) fn find<C: Cost>(
        space: &DecoupledSpace<'_, C>,
        factoring: &Factoring<'_>,
        limits: &Limits,
    ) -> Result<Self, Stop> {
        let task = &*factoring.task;
        limits.check_allocation(task.fact_count() * size_of::<u64>() + task.operator_count() * 16)?;
        let mut is_place = vec![false; task.fact_count()];
        places(task).for_each(|fact| is_place[fact.index()] = true);
        let mut led_to = vec![None; task.operator_count()];
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
            led_to[operator.index()] = Some(to);
            let tests = (to_u32(start), to_u32(tests.len()));
            moves.push(Move { operator: operator.into(), from, to, tests });
        }
        let by = |end: fn(&Move) -> FactId| {
            let pairs = moves.iter().enumerate().map(move |(number, one)| (end(one).index(), number));
            Lists::new(task.fact_count(), pairs)
        };
        let (from, to) = (by(|one| one.from), by(|one| one.to));
        Ok(Self { is_place, moves, led_to, from, to, tests })
    }

    /// Where the thing is that an operator has moved, if it has moved one.
    #[inline]
    pub(super) fn led_to(&self, operator: u32) -> Option<FactId> {
        self.led_to[operator as usize]
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

/// How things get away from goals.
#[derive(Debug)]
pub(super) struct Ways {
    things: Things,
    pub(super) goals: Vec<FactId>,
    /// Where things come from.
    is_source: Vec<bool>,
    variable_of: Vec<VarId>,
    /// For each move, the variables in which no other thing may be.
    blockers: Vec<Vec<VarId>>,
    /// For each variable, whether a thing is on its goal.
    is_filled: Vec<bool>,
    seen: Vec<bool>,
    queue: VecDeque<(FactId, u32)>,
    limits: Limits,
}

impl Ways {
    /// Those in a factored task.
    pub(super) fn new(things: &Things, factoring: &Factoring<'_>, limits: &Limits) -> Result<Self, Stop> {
        let task = &*factoring.task;
        let is_place = |fact: &FactId| things.is_place[fact.index()];
        let goals: Vec<FactId> = task.goal().iter().copied().filter(is_place).collect();
        let mut is_source = vec![false; task.fact_count()];
        let start = task.initial().iter().filter(|fact| is_place(fact) && !goals.contains(fact));
        start.for_each(|fact| is_source[fact.index()] = true);
        if !is_source.contains(&true) {
            is_source.clone_from(&things.is_place);
            goals.iter().for_each(|goal| is_source[goal.index()] = false);
        }
        let entries = entries(factoring, limits)?;
        let mut blockers = Vec::with_capacity(things.moves.len());
        for one in &things.moves {
            limits.check()?;
            let condition = task.condition(OpId::from(one.operator));
            let entered = condition.iter().filter_map(|fact| entries.get(fact)).flatten().copied();
            let own = task.variable_of(one.from);
            let all = condition.iter().map(|fact| task.variable_of(*fact)).chain(entered);
            let mut all: Vec<VarId> = all.filter(|variable| *variable != own).collect();
            all.sort_unstable();
            all.dedup();
            blockers.push(all);
        }
        Ok(Self {
            things: things.clone(),
            goals,
            is_source,
            variable_of: (0..task.fact_count()).map(|fact| task.variable_of(fact.into())).collect(),
            blockers,
            is_filled: vec![false; task.variables().len()],
            seen: vec![false; task.fact_count()],
            queue: VecDeque::new(),
            limits: limits.clone(),
        })
    }
}

/// For each value of a leaf, the variables that every step to it asks about.
fn entries(factoring: &Factoring<'_>, limits: &Limits) -> Result<FxHashMap<FactId, Vec<VarId>>, Stop> {
    let task = &*factoring.task;
    let mut entries: FxHashMap<FactId, Vec<VarId>> = FxHashMap::default();
    for operator in task.operators().filter(|operator| factoring.is_of_leaf(*operator)) {
        limits.check()?;
        let Some(effect) = task.effects(operator).last() else { continue };
        let leaf = task.variable_of(effect.fact);
        let asked = task.condition(operator).iter().map(|fact| task.variable_of(*fact));
        let asked: Vec<VarId> = asked.filter(|variable| *variable != leaf).collect();
        entries
            .entry(effect.fact)
            .and_modify(|all| all.retain(|variable| asked.contains(variable)))
            .or_insert(asked);
    }
    Ok(entries)
}

impl Exits for Ways {
    fn way_out(&mut self, is_filled: &[bool], goal: usize) -> Option<u32> {
        self.limits.check().ok()?;
        let Self { things, goals, is_source, variable_of, blockers, seen, queue, .. } = self;
        self.is_filled.fill(false);
        for (number, (fact, &filled)) in goals.iter().zip(is_filled).enumerate() {
            self.is_filled[variable_of[fact.index()].index()] = filled && number != goal;
        }
        let is_filled = |variable: &VarId| self.is_filled[variable.index()];
        seen.fill(false);
        seen[goals[goal].index()] = true;
        queue.clear();
        queue.push_back((goals[goal], 0));
        while let Some((place, way)) = queue.pop_front() {
            if is_source[place.index()] {
                return Some(way);
            }
            for &number in things.to.of(place.index()) {
                let from = things.moves[number as usize].from;
                let is_free = !is_filled(&variable_of[from.index()]);
                if !seen[from.index()] && is_free && !blockers[number as usize].iter().any(is_filled) {
                    seen[from.index()] = true;
                    queue.push_back((from, way + 1));
                }
            }
        }
        None
    }
}
