//! Dead ends that few things make, learned while searching (compare deadlock patterns, Junghanns and Schaeffer 2001,
//! and the generalized dead ends of Steinmetz and Hoffmann 2017).
//!
//! In: states of a factored task. Out: whether the things around a region that no leaf reaches prove a dead end. All
//! others are taken away, which makes no task harder where nothing but its own move needs a thing, and everything else
//! at most asks that it is not there. What remains is searched until all things are on goals. One that can leave the
//! region is taken away at once: if even then no goal is reached, the state has no plan. Each group of things is
//! searched once and remembered, and searches that rarely prove anything get less effort. `sokoban::direct::deadlocks`
//! learns the same of boxes, whose goals and walls it knows: the two are compared, and share but the memory of what was
//! learned (`search::features::known_deadlocks`).

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashSet};

use super::ways::entries;
use crate::decoupled::{Buffers, Factoring};
use crate::macros::{MacroSpace, Things};
use crate::strips::{FactId, FactSpace, Lists, OpId, VarId};
use banto_base::limits::{Limits, Stop};
use banto_search::{Cost, GroupKind, KnownDeadlocks, Space};

/// The most words of all sets of values near a place.
const MOST_WORDS: usize = 1 << 20;
/// The most things of a group. Larger ones are rarely proven dead with the effort that they get.
const MOST_THINGS: usize = 12;

/// What is known of few things.
pub struct Patterns {
    /// For each place, the fact that no thing is there; `None` if taking things away may make something harder.
    absent: Option<Vec<Option<FactId>>>,
    /// What remains of a packed state without all things, and what is then added.
    kept: Vec<u64>,
    emptied: Vec<u64>,
    places: Vec<FactId>,
    is_goal: Vec<bool>,
    /// For each value of a leaf, the places of things that forbid all steps to it.
    blocking: Lists,
    /// For each of the places, the values that are up to two steps from one that a thing there forbids, as a set.
    near: Vec<u64>,
    /// The things of the state, by number among the places, and the values of a region, as a set.
    things: Vec<usize>,
    region: Vec<u64>,
    /// By projected states, with the least value of the region.
    known: KnownDeadlocks<u64>,
    /// Where the group is searched; false for all places between searches.
    inside: Vec<bool>,
    finding: (Vec<u64>, Vec<u32>),
    buffers: Buffers,
    /// Only looked up, never iterated.
    seen: HashSet<Vec<u64>, rustc_hash::FxBuildHasher>,
    open: BinaryHeap<(Reverse<usize>, usize, Vec<u64>)>,
    group: Vec<FactId>,
    key: Vec<u64>,
    limits: Limits,
}

impl Patterns {
    /// Nothing known yet.
    pub fn new<C: Cost>(
        space: &MacroSpace<'_, C>,
        factoring: &Factoring<'_>,
        limits: &Limits,
    ) -> Result<Self, Stop> {
        let (task, things, facts) = (&*factoring.task, &space.things, factoring.task.fact_count());
        let words = facts.div_ceil(64);
        let all = (0..facts).map(FactId::from);
        let places: Vec<FactId> = all.filter(|fact| things.is_place[fact.index()]).collect();
        let absent = absences(factoring, things).filter(|_| places.len() * words <= MOST_WORDS);
        let (mut kept, mut emptied) = (vec![u64::MAX; space.words()], vec![0; space.words()]);
        for fact in absent.iter().flatten().flatten() {
            let (word, mask, bits) = task.packing().pattern(task.variable_of(*fact), *fact);
            kept[word] &= !mask;
            emptied[word] |= bits;
        }
        let mut is_goal = vec![false; facts];
        task.goal().iter().for_each(|fact| is_goal[fact.index()] = true);
        let mut blocked = Vec::new();
        for (value, asked) in entries(factoring, limits)? {
            let variables: Vec<VarId> = asked.iter().map(|fact| task.variable_of(*fact)).collect();
            let blocking = (0..places.len()).filter(|at| variables.contains(&task.variable_of(places[*at])));
            blocked.extend(blocking.map(|at| (value.index(), at)));
        }
        let near = match absent {
            Some(_) => near(factoring, &blocked, places.len(), limits)?,
            None => Vec::new(),
        };
        Ok(Self {
            absent,
            kept,
            emptied,
            is_goal,
            blocking: Lists::new(facts, blocked.iter().map(|(value, at)| (*value, places[*at].index()))),
            near,
            places,
            things: Vec::new(),
            region: vec![0; words],
            known: KnownDeadlocks::default(),
            inside: vec![false; facts],
            finding: Default::default(),
            buffers: space.base.scratch(),
            seen: HashSet::default(),
            open: BinaryHeap::new(),
            group: Vec::new(),
            key: Vec::new(),
            limits: limits.clone(),
        })
    }

    /// The number of regions of the leaves in a state with its shown row, and of the values that they reach; `None` if
    /// the things around some region prove that there is no plan.
    pub fn regions<C: Cost>(
        &mut self,
        space: &MacroSpace<'_, C>,
        state: &[u64],
        shown: &[u64],
    ) -> Option<(u32, u32)> {
        let mut finding = std::mem::take(&mut self.finding);
        let Self { things, places, .. } = self;
        let is_there = |place: &FactId| {
            let (word, mask, bits) = space.pattern(*place);
            shown[word] & mask == bits
        };
        things.clear();
        things.extend((0..places.len()).filter(|number| is_there(&places[*number])));
        let mut is_dead = false;
        let counts = space.base.regions(&mut finding, shown, &mut |first, values| {
            is_dead = is_dead || self.is_dead(space, state, first, values);
        });
        self.finding = finding;
        (!is_dead).then_some(counts)
    }

    /// Whether the things around values of a leaf that it does not reach prove that a state has no plan.
    fn is_dead<C: Cost>(
        &mut self,
        space: &MacroSpace<'_, C>,
        state: &[u64],
        first: FactId,
        values: &[u32],
    ) -> bool {
        let Some(least) = values.iter().min().filter(|_| self.absent.is_some()) else { return false };
        let region = || values.iter().map(|value| first.plus(*value as usize));
        self.collect(region());
        if self.group.len() > MOST_THINGS || self.group.iter().all(|place| self.is_goal[place.index()]) {
            return false;
        }
        let Self { key, kept, emptied, group, .. } = self;
        key.clear();
        key.extend(
            state.iter().zip(kept).zip(emptied).map(|((bits, kept), emptied)| *bits & *kept | *emptied),
        );
        let task = space.task();
        group.iter().for_each(|place| task.packing().set(key, task.variable_of(*place), *place));
        key.push(first.plus(*least as usize).index() as u64);
        if let Some(dead) = self.known.get(&self.key) {
            return dead;
        }
        let as_found = self.key.clone();
        space.base.settle_leaves(&mut self.key[..state.len()]);
        let dead = match self.known.get(&self.key) {
            Some(dead) => dead,
            None => {
                let around: Vec<FactId> = region()
                    .flat_map(|value| {
                        self.blocking.of(value.index()).iter().map(|place| FactId::from(*place as usize))
                    })
                    .chain(self.group.iter().copied())
                    .collect();
                around.iter().for_each(|place| self.inside[place.index()] = true);
                let (dead, expanded) = self.search(space, self.key[..state.len()].to_vec());
                around.iter().for_each(|place| self.inside[place.index()] = false);
                if self.limits.check().is_err() {
                    return false;
                }
                self.known.record(GroupKind::Closed, dead, expanded);
                self.known.add(&self.key, dead);
                dead
            }
        };
        self.known.add(&as_found, dead);
        dead
    }

    /// The things that are up to two steps from a region.
    fn collect(&mut self, values: impl Iterator<Item = FactId>) {
        let Self { group, things, places, near, region, .. } = self;
        region.fill(0);
        values.for_each(|value| region[value.index() / 64] |= 1 << (value.index() % 64));
        let is_near = |number: usize| {
            let set = &near[number * region.len()..][..region.len()];
            set.iter().zip(&*region).any(|(near, region)| near & region != 0)
        };
        group.clear();
        group.extend(things.iter().filter(|number| is_near(**number)).map(|number| places[*number]));
    }

    /// Whether few expansions prove that the things of a state can neither all reach goals nor leave; and how many.
    fn search<C: Cost>(&mut self, space: &MacroSpace<'_, C>, state: Vec<u64>) -> (bool, usize) {
        let effort = self.known.effort(GroupKind::Closed);
        let Self { absent, places, is_goal, inside, buffers, seen, open, .. } = self;
        let MacroSpace { base, things } = space;
        let task = base.task();
        let holds = |row: &[u64], place: FactId| {
            let (word, mask, bits) = base.pattern(place);
            row[word] & mask == bits
        };
        let off_goals = |row: &[u64]| {
            places.iter().filter(|place| !is_goal[place.index()] && holds(row, **place)).count()
        };
        seen.clear();
        open.clear();
        open.push((Reverse(off_goals(&state)), 0, state));
        let mut add = |next: &[u64], open: &mut BinaryHeap<_>| {
            if seen.insert(next.to_vec()) {
                open.push((Reverse(off_goals(next)), seen.len(), next.to_vec()));
            }
        };
        let mut expanded = 0;
        while let Some((Reverse(left), _, row)) = open.pop() {
            if left == 0 || expanded == effort {
                return (false, expanded);
            }
            expanded += 1;
            let mut leaving = None;
            base.actions(buffers, &row, &mut |operator, _| {
                let one = things.move_of(operator).filter(|one| !inside[one.to.index()]);
                leaving = leaving.or(one.map(|one| one.from));
            });
            match leaving.and_then(|place| absent.as_ref()?[place.index()]) {
                Some(absent) => {
                    let mut next = row;
                    task.packing().set(&mut next, task.variable_of(absent), absent);
                    base.settle_leaves(&mut next);
                    add(&next, open);
                }
                None => base.expand(buffers, &row, &mut |_, _, next| add(next, open)),
            }
        }
        (true, expanded)
    }
}

/// For each place, the set of values that are up to two steps from one that a thing there forbids.
fn near(
    factoring: &Factoring<'_>,
    blocked: &[(usize, usize)],
    places: usize,
    limits: &Limits,
) -> Result<Vec<u64>, Stop> {
    let task = &*factoring.task;
    let words = task.fact_count().div_ceil(64);
    let mut steps = Vec::new();
    for operator in task.operators().filter(|operator| factoring.is_of_leaf(*operator)) {
        limits.check()?;
        let Some(effect) = task.effects(operator).last() else { continue };
        let leaf = task.variable_of(effect.fact);
        let from = task.condition(operator).iter().filter(|fact| task.variable_of(**fact) == leaf);
        steps.extend(from.map(|from| (effect.fact.index(), from.index())));
    }
    let before = Lists::new(task.fact_count(), steps.iter().copied());
    let mut near = vec![0; places * words];
    for (value, place) in blocked {
        let steps = before.of(*value).iter();
        for from in steps.flat_map(|from| before.of(*from as usize).iter().chain([from])) {
            near[place * words + *from as usize / 64] |= 1 << (from % 64);
        }
    }
    Ok(near)
}

/// For each place, the fact that says that no thing is there, if taking things away makes nothing harder: nothing but
/// its own move needs a thing, each move changes nothing else but leaves, and all things are needed on goals.
fn absences(factoring: &Factoring<'_>, things: &Things) -> Option<Vec<Option<FactId>>> {
    let task = &*factoring.task;
    let is_place = |fact: FactId| things.is_place[fact.index()];
    let mut absent = vec![None; task.fact_count()];
    for variable in task.variables() {
        let facts = || (0..variable.size as usize).map(|value| variable.first.plus(value));
        if facts().any(is_place) {
            let mut others = facts().filter(|fact| !is_place(*fact));
            let other = others.next()?;
            if others.next().is_some() {
                return None;
            }
            facts().filter(|fact| is_place(*fact)).for_each(|fact| absent[fact.index()] = Some(other));
        }
    }
    let is_harmless = |operator: OpId| {
        let own = things.move_of(operator.into());
        let from = own.map(|one| one.from);
        let condition = task.condition(operator).iter().all(|fact| !is_place(*fact) || Some(*fact) == from);
        let effects = task.effects(operator).all(|effect| {
            let fact = effect.fact;
            let is_about_things = absent.contains(&Some(fact)) || is_place(fact);
            let is_own = own.is_some_and(|one| fact == one.to || absent[one.from.index()] == Some(fact));
            let is_fine = if is_about_things { is_own } else { own.is_none() || factoring.is_leaf(fact) };
            is_fine && effect.condition.iter().all(|fact| !is_place(*fact))
        });
        condition && effects
    };
    let all_are_needed = things.groups.iter().all(|group| {
        let count = |facts: &[FactId]| facts.iter().filter(|fact| group.contains(fact)).count();
        count(task.initial()) == count(task.goal())
    });
    (all_are_needed && task.operators().all(is_harmless)).then_some(absent)
}
