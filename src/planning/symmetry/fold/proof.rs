//! Proofs that a class of objects can be folded.
//!
//! In: a [`Class`], and for each operator the object that it concerns. Out: what follows from a place, what reserves a
//! place for one object, and the operators without names.
//!
//! Together they prove a lemma: if each reachable state is mapped to its occupied places and to the values of all
//! variables that are not about objects, the map is a bisimulation. Its parts, in the order in which `fold` calls them:
//!
//! 1. `look` (in `class.rs`): an operator concerns at most one object, knows its place, and changes it unconditionally.
//! 2. `settle`: objects that come home permanently get separate places. It adds places, so it comes before the others.
//! 3. `marks`: all else about an object follows from its place, so folded operators need not mention it.
//! 4. `guards`: no two objects are ever in one place, so occupied places stand for objects one to one. Initially, this
//!    is so by the construction of the class.
//! 5. `nameless`: all objects that can be in a place have the same operators there, up to names.
//!
//! Finally, `fold` states the goal by places: homes are the places whose marks the goal requires.

use std::hash::{Hash, Hasher};

use rustc_hash::{FxHashMap, FxHashSet, FxHasher};

use super::class::{Class, FAILS, Mark, Move, ObjectPlace, Proven};
use crate::strips::{Effect, FactId, FactName, OpId, to_u32};
use banto_base::limits::{Limits, Stop};

/// An operator for each object that may do it.
pub(super) type Originals = Vec<(u32, OpId)>;

/// For each operator, the object that it concerns and how it moves it, if it concerns one.
pub(super) type Moves = [Option<(u32, Move)>];

/// When operators make a fact true again.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Return {
    Never,
    /// Only when an object leaves this place.
    Leaving(u32),
    Otherwise,
}

impl Class<'_> {
    /// For each place, the marks of an object there, if they follow from the place.
    pub(super) fn marks(&self, moves: &Moves, limits: &Limits) -> Proven<Vec<Vec<bool>>> {
        let task = self.task;
        let mut known: Vec<Vec<Option<bool>>> = vec![vec![None; self.marks]; self.places.len()];
        let mut learn = |place: u32, Mark { number, holds }: Mark| {
            *known[place as usize][number as usize].get_or_insert(holds) == holds
        };
        for (place, ObjectPlace { start, .. }) in (0..).zip(&self.places) {
            limits.check()?;
            let mine = |fact: &FactId| start.is_some() && self.owner(*fact) == *start;
            let marks = self.marks_in(task.initial().iter().copied().filter(mine));
            if !marks.into_iter().all(|mark| learn(place, mark)) {
                return Err(FAILS);
            }
        }
        let set = |operator: OpId| self.marks_in(task.effects(operator).map(|effect| effect.fact));
        for (operator, one) in task.operators().zip(moves) {
            limits.check()?;
            let Some((_, Move { to: Some(to), .. })) = one else { continue };
            if !set(operator).into_iter().all(|mark| learn(*to, mark)) {
                return Err(FAILS);
            }
        }
        let known = known.into_iter().map(|marks| marks.into_iter().collect());
        let known: Vec<Vec<bool>> = known.collect::<Option<_>>().ok_or(FAILS)?;
        // Marks that an operator does not set persist.
        for (operator, one) in task.operators().zip(moves) {
            limits.check()?;
            let Some((_, Move { from, to })) = one else { continue };
            let before = &known[*from as usize];
            let asked = self.marks_in(task.condition(operator).iter().copied());
            let mut after = before.clone();
            set(operator).into_iter().for_each(|mark| after[mark.number as usize] = mark.holds);
            let fits = match to {
                Some(to) => known[*to as usize] == after,
                // A lost object is not where it is wanted.
                None => self.wanted.is_empty() || !self.is_wanted(&after),
            };
            if !fits || asked.into_iter().any(|mark| before[mark.number as usize] != mark.holds) {
                return Err(FAILS);
            }
        }
        Ok(known)
    }

    pub(super) fn is_wanted(&self, marks: &[bool]) -> bool {
        self.wanted.iter().all(|mark| marks[mark.number as usize] == mark.holds)
    }

    /// Whether an operator always makes a fact false.
    fn takes(&self, operator: OpId, fact: FactId) -> bool {
        let variable = self.task.variable_of(fact);
        let effects = self.task.effects(operator);
        let last = effects.filter(|effect| self.task.variable_of(effect.fact) == variable).last();
        last.is_some_and(|effect| effect.condition.is_empty() && effect.fact != fact)
    }

    /// For each fact, when it returns.
    fn returns(&self, moves: &Moves, limits: &Limits) -> Result<Vec<Return>, Stop> {
        let task = self.task;
        let mut returns = vec![Return::Never; task.fact_count()];
        for (operator, one) in task.operators().zip(moves) {
            limits.check()?;
            let left = match one {
                Some((_, Move { from, to })) if *to != Some(*from) => Return::Leaving(*from),
                _ => Return::Otherwise,
            };
            let condition = task.condition(operator);
            for effect in task.effects(operator).filter(|effect| !condition.contains(&effect.fact)) {
                let known = &mut returns[effect.fact.index()];
                *known = if [Return::Never, left].contains(known) { left } else { Return::Otherwise };
            }
        }
        Ok(returns)
    }

    /// Adds places for objects that come home permanently, and are then in no place: one for each fact that they delete
    /// permanently.
    pub(super) fn settle(&mut self, moves: &mut Moves, limits: &Limits) -> Result<(), Stop> {
        let returns = self.returns(moves, limits)?;
        let mut places = FxHashMap::default();
        for (operator, one) in self.task.operators().zip(moves) {
            let Some((_, Move { to: to @ None, .. })) = one else { continue };
            if self.wanted.is_empty() {
                continue;
            }
            let set = self.marks_in(self.task.effects(operator).map(|effect| effect.fact));
            let for_good = |fact: &&FactId| {
                self.owner(**fact).is_none()
                    && returns[fact.index()] == Return::Never
                    && self.takes(operator, **fact)
            };
            let taken = self.task.condition(operator).iter().find(for_good);
            if let Some(fact) = taken.filter(|_| self.wanted.iter().all(|mark| set.contains(mark))) {
                let next = self.places.len();
                let place = *places.entry(*fact).or_insert(next);
                if place == next {
                    let name = FactName::Invented(self.task.fact_count() + next);
                    self.places.push(ObjectPlace { name, visitors: 0, start: None });
                }
                *to = Some(to_u32(place));
            }
        }
        Ok(())
    }

    /// For each place, a fact that never holds while an object is there, and that every operator bringing one requires:
    /// so no two objects are ever in one place. Places to which no object is brought need none.
    pub(super) fn guards(&self, moves: &Moves, limits: &Limits) -> Proven<Vec<Option<FactId>>> {
        let task = self.task;
        let mut guards: Vec<Option<Vec<FactId>>> = vec![None; self.places.len()];
        for (operator, one) in task.operators().zip(moves) {
            limits.check()?;
            let Some((_, Move { from, to: Some(to) })) = one else { continue };
            if from == to {
                continue;
            }
            let fits = |fact: &FactId| self.owner(*fact).is_none() && self.takes(operator, *fact);
            let condition = task.condition(operator);
            match &mut guards[*to as usize] {
                Some(guards) => guards.retain(|fact| condition.contains(fact) && fits(fact)),
                none => *none = Some(condition.iter().copied().filter(fits).collect()),
            }
        }
        // A guard may become true again only when the object leaves.
        let returns = self.returns(moves, limits)?;
        let mut taken = vec![false; task.fact_count()];
        let mut find = |(place, guards): (usize, Option<Vec<FactId>>)| {
            let Some(guards) = guards else { return Some(None) };
            let guard = guards.into_iter().find(|fact| {
                let holds = task.initial()[task.variable_of(*fact).index()] == *fact;
                let returns = match returns[fact.index()] {
                    Return::Never => true,
                    Return::Leaving(left) => left as usize == place,
                    Return::Otherwise => false,
                };
                !taken[fact.index()] && returns && (self.places[place].start.is_none() || !holds)
            })?;
            taken[guard.index()] = true;
            Some(Some(guard))
        };
        guards.into_iter().enumerate().map(&mut find).collect::<Option<_>>().ok_or(FAILS)
    }

    /// The conditions of an operator that are not about objects.
    pub(super) fn conditions(&self, operator: OpId) -> impl Iterator<Item = FactId> {
        self.task.condition(operator).iter().copied().filter(|fact| self.owner(*fact).is_none())
    }

    /// The effects of an operator that are not about objects.
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

    /// The operators without names of objects: how they move an object, and an original for every object that can be
    /// where they begin.
    pub(super) fn nameless(&self, moves: &Moves, limits: &Limits) -> Proven<Vec<(Option<Move>, Originals)>> {
        let mut index: FxHashMap<u64, Vec<usize>> = FxHashMap::default();
        let mut seen: FxHashSet<(usize, u32)> = FxHashSet::default();
        let mut found: Vec<(Option<Move>, Originals)> = Vec::new();
        for (operator, one) in self.task.operators().zip(moves) {
            limits.check()?;
            let Some((object, one)) = one else {
                found.push((None, vec![(0, operator)]));
                continue;
            };
            let mut hasher = FxHasher::default();
            one.hash(&mut hasher);
            self.conditions(operator).for_each(|fact| fact.hash(&mut hasher));
            let places = index.entry(hasher.finish()).or_default();
            let is_same = |place: &&usize| {
                let (other, originals) = &found[**place];
                *other == Some(*one) && self.are_alike(originals[0].1, operator)
            };
            let place = places.iter().find(is_same).copied().unwrap_or_else(|| {
                places.push(found.len());
                found.push((Some(*one), Vec::new()));
                found.len() - 1
            });
            if seen.insert((place, *object)) {
                found[place].1.push((*object, operator));
            }
        }
        let whole = |(one, originals): &(Option<Move>, Originals)| {
            one.is_none_or(|one| self.places[one.from as usize].visitors == originals.len())
        };
        found.iter().all(whole).then_some(found).ok_or(FAILS)
    }
}
