//! Proofs that a class of objects can be folded.
//!
//! In: a [`Class`], and for each operator the object that it concerns. Out: what follows from a place, what reserves a
//! place for one object, and the operators without names.

use std::hash::{Hash, Hasher};

use rustc_hash::{FxHashMap, FxHashSet, FxHasher};

use super::class::{Class, FAILS, Move, NOWHERE, Proven};
use crate::limits::{Limits, Stop};
use crate::strips::{Effect, FactId, FactName, OpId, number};

/// An operator for each object that may do it.
pub(super) type Originals = Vec<(u32, OpId)>;

impl Class<'_> {
    /// For each place, the marks of an object there, if they follow from the place.
    pub(super) fn marks(&self, moves: &[(u32, Move)], limits: &Limits) -> Proven<Vec<Vec<bool>>> {
        let task = self.task;
        let mut known: Vec<Vec<Option<bool>>> = vec![vec![None; self.marks]; self.names.len()];
        let mut learn = |place: u32, mark: u32| {
            let known = &mut known[place as usize][mark as usize / 2];
            *known.get_or_insert(mark % 2 == 1) == (mark % 2 == 1)
        };
        for (place, object) in (0..).zip(&self.start) {
            let mine = |fact: &FactId| self.owner(*fact) == Some(*object);
            limits.check()?;
            let marks = self.marks_in(task.initial().iter().copied().filter(mine));
            if !marks.into_iter().all(|mark| learn(place, mark)) {
                return Err(FAILS);
            }
        }
        let set = |operator: OpId| self.marks_in(task.effects(operator).map(|effect| effect.fact));
        for (operator, (_, Move { to, .. })) in
            task.operators().zip(moves).filter(|(_, (_, one))| one.to != NOWHERE)
        {
            limits.check()?;
            if !set(operator).into_iter().all(|mark| learn(*to, mark)) {
                return Err(FAILS);
            }
        }
        let known = known.into_iter().map(|marks| marks.into_iter().collect());
        let known: Vec<Vec<bool>> = known.collect::<Option<_>>().ok_or(FAILS)?;
        // Marks that an operator does not set stay as they are.
        for (operator, (_, Move { from, to })) in task.operators().zip(moves) {
            limits.check()?;
            let Some(before) = known.get(*from as usize) else { continue };
            let asked = self.marks_in(task.condition(operator).iter().copied());
            let mut after = before.clone();
            set(operator).into_iter().for_each(|mark| after[mark as usize / 2] = mark % 2 == 1);
            let fits = match known.get(*to as usize) {
                Some(there) => *there == after,
                // A lost object is not where it is wanted.
                None => self.wanted.is_empty() || !self.is_wanted(&after),
            };
            if !fits || asked.into_iter().any(|mark| before[mark as usize / 2] != (mark % 2 == 1)) {
                return Err(FAILS);
            }
        }
        Ok(known)
    }

    pub(super) fn is_wanted(&self, marks: &[bool]) -> bool {
        self.wanted.iter().all(|mark| marks[*mark as usize / 2] == (mark % 2 == 1))
    }

    /// Whether an operator always makes a fact false.
    fn takes(&self, operator: OpId, fact: FactId) -> bool {
        let variable = self.task.variable_of(fact);
        let effects = self.task.effects(operator);
        let last = effects.filter(|effect| self.task.variable_of(effect.fact) == variable).last();
        last.is_some_and(|effect| effect.condition.is_empty() && effect.fact != fact)
    }

    /// For each fact that comes back, the place that an object then leaves; [`NOWHERE`] if there are several, or none.
    fn returns(&self, moves: &[(u32, Move)], limits: &Limits) -> Result<Vec<Option<u32>>, Stop> {
        let task = self.task;
        let mut returns: Vec<Option<u32>> = vec![None; task.fact_count()];
        for (operator, (_, Move { from, to })) in task.operators().zip(moves) {
            limits.check()?;
            let left = if from == to { NOWHERE } else { *from };
            let condition = task.condition(operator);
            for effect in task.effects(operator).filter(|effect| !condition.contains(&effect.fact)) {
                let place = returns[effect.fact.index()].get_or_insert(left);
                *place = if *place == left { left } else { NOWHERE };
            }
        }
        Ok(returns)
    }

    /// Gives objects that come home for good, and are then in no place, a place of their own: one for each fact that
    /// they delete for good.
    pub(super) fn settle(&mut self, moves: &mut [(u32, Move)], limits: &Limits) -> Result<(), Stop> {
        let returns = self.returns(moves, limits)?;
        let mut places = FxHashMap::default();
        for (operator, (_, one)) in self.task.operators().zip(moves) {
            if one.from == NOWHERE || one.to != NOWHERE || self.wanted.is_empty() {
                continue;
            }
            let set = self.marks_in(self.task.effects(operator).map(|effect| effect.fact));
            let for_good = |fact: &&FactId| {
                self.owner(**fact).is_none()
                    && returns[fact.index()].is_none()
                    && self.takes(operator, **fact)
            };
            let taken = self.task.condition(operator).iter().find(for_good);
            if let Some(fact) = taken.filter(|_| self.wanted.iter().all(|mark| set.contains(mark))) {
                let next = self.names.len();
                let place = *places.entry(*fact).or_insert(next);
                if place == next {
                    self.names.push(FactName::Invented(self.task.fact_count() + next));
                    self.visitors.push(0);
                    self.start.push(NOWHERE);
                }
                one.to = number(place);
            }
        }
        Ok(())
    }

    /// For each place, a fact that never holds while an object is there, and that every operator bringing one needs: so
    /// no two are ever in one place. Places to which nothing is brought need none.
    pub(super) fn guards(&self, moves: &[(u32, Move)], limits: &Limits) -> Proven<Vec<Option<FactId>>> {
        let task = self.task;
        let mut guards: Vec<Option<Vec<FactId>>> = vec![None; self.names.len()];
        for (operator, (_, Move { from, to })) in task.operators().zip(moves) {
            limits.check()?;
            if from == to || *to == NOWHERE {
                continue;
            }
            let fits = |fact: &FactId| self.owner(*fact).is_none() && self.takes(operator, *fact);
            let condition = task.condition(operator);
            match &mut guards[*to as usize] {
                Some(guards) => guards.retain(|fact| condition.contains(fact) && fits(fact)),
                none => *none = Some(condition.iter().copied().filter(fits).collect()),
            }
        }
        // A guard may return only as the object leaves.
        let returns = self.returns(moves, limits)?;
        let mut taken = vec![false; task.fact_count()];
        let mut find = |(place, guards): (usize, Option<Vec<FactId>>)| {
            let Some(guards) = guards else { return Some(None) };
            let guard = guards.into_iter().find(|fact| {
                let holds = task.initial()[task.variable_of(*fact).index()] == *fact;
                let returns = returns[fact.index()].is_none_or(|one| one as usize == place);
                !taken[fact.index()] && returns && (self.start[place] == NOWHERE || !holds)
            })?;
            taken[guard.index()] = true;
            Some(Some(guard))
        };
        guards.into_iter().enumerate().map(&mut find).collect::<Option<_>>().ok_or(FAILS)
    }

    /// What an operator requires of everything but the object.
    pub(super) fn conditions(&self, operator: OpId) -> impl Iterator<Item = FactId> {
        self.task.condition(operator).iter().copied().filter(|fact| self.owner(*fact).is_none())
    }

    /// What an operator does to everything but the object.
    pub(super) fn effects(&self, operator: OpId) -> impl Iterator<Item = Effect<'_>> {
        self.task.effects(operator).filter(|effect| self.owner(effect.fact).is_none())
    }

    /// Whether operators differ at most in the names of objects.
    fn are_alike(&self, one: OpId, other: OpId) -> bool {
        let effects = |operator| self.effects(operator).map(|effect| (effect.condition, effect.fact));
        self.task.cost(one) == self.task.cost(other)
            && self.conditions(one).eq(self.conditions(other))
            && effects(one).eq(effects(other))
    }

    /// The operators without names of objects: what they do to a place, and an original for every object that can be
    /// where they begin.
    pub(super) fn nameless(&self, moves: &[(u32, Move)], limits: &Limits) -> Proven<Vec<(Move, Originals)>> {
        let mut index: FxHashMap<u64, Vec<usize>> = FxHashMap::default();
        let mut seen: FxHashSet<(usize, u32)> = FxHashSet::default();
        let mut found: Vec<(Move, Originals)> = Vec::new();
        for (operator, (object, one)) in self.task.operators().zip(moves) {
            limits.check()?;
            if one.from == NOWHERE {
                found.push((*one, vec![(*object, operator)]));
                continue;
            }
            let mut hasher = FxHasher::default();
            one.hash(&mut hasher);
            self.conditions(operator).for_each(|fact| fact.hash(&mut hasher));
            let places = index.entry(hasher.finish()).or_default();
            let is_same = |place: &&usize| {
                let (other, originals) = &found[**place];
                other == one && self.are_alike(originals[0].1, operator)
            };
            let place = places.iter().find(is_same).copied().unwrap_or_else(|| {
                places.push(found.len());
                found.push((*one, Vec::new()));
                found.len() - 1
            });
            if seen.insert((place, *object)) {
                found[place].1.push((*object, operator));
            }
        }
        let whole = |(one, originals): &(Move, Originals)| {
            self.visitors.get(one.from as usize).is_none_or(|visitors| *visitors == originals.len())
        };
        found.iter().all(whole).then_some(found).ok_or(FAILS)
    }
}
