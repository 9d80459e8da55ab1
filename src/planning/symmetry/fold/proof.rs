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
//! 3. `notes`: what only notes that an object is where it is wanted can be done at the end, so marks that are noted
//!    are as good as set.
//! 4. `marks`: all else about an object follows from its place, so folded operators need not mention it.
//! 5. `guards`: no two objects are ever in one place, so occupied places stand for objects one to one. Initially, this
//!    is so by the construction of the class; then, mutex groups show it, or what those that bring an object require.
//! 6. `nameless`: all objects that can be in a place have the same operators there, up to names.
//!
//! Finally, `fold` states the goal by places: homes are the places whose marks the goal requires.

use std::collections::BTreeMap;
use std::hash::{Hash, Hasher};

use rustc_hash::{FxHashMap, FxHashSet, FxHasher};

use super::class::{Class, FAILS, Mark, Move, ObjectPlace, Proven};
use crate::strips::{Effect, FactId, FactName, Lists, OpId, to_u32};
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

/// For each place, the marks that can be noted there, under no other condition, and the operators that do it.
pub(super) type Notes = FxHashMap<u32, (Vec<Mark>, Originals)>;

impl Class<'_> {
    /// The operators that only set marks which the goal wants and which nothing else asks for: they can wait until the
    /// end. Fails if an object cannot be noted where another one can.
    pub(super) fn notes(&self, moves: &Moves, limits: &Limits) -> Proven<Notes> {
        let task = self.task;
        let mut notes = Notes::default();
        for (operator, one) in task.operators().zip(moves) {
            limits.check()?;
            let Some((object, Move { from, to })) = one else { continue };
            let marks = self.marks_in(task.effects(operator).map(|effect| effect.fact));
            let all = task.effects(operator).len() + task.condition(operator).len();
            let is_wanted = marks.iter().all(|mark| self.wanted.contains(mark));
            if *to != Some(*from) || marks.is_empty() || marks.len() + 1 < all || !is_wanted {
                continue;
            }
            let (known, originals) = notes.entry(*from).or_insert_with(|| (marks.clone(), Vec::new()));
            if *known == marks && originals.iter().all(|(one, _)| one != object) {
                originals.push((*object, operator));
            }
        }
        let set: Vec<u32> = notes.values().flat_map(|(marks, _)| marks).map(|mark| mark.number).collect();
        let asks = |operator| {
            let asked = self.marks_in(task.condition(operator).iter().copied());
            asked.iter().any(|mark| set.contains(&mark.number))
        };
        if !set.is_empty() && task.operators().any(asks) {
            return Ok(Notes::default());
        }
        let whole = |(place, (_, by)): (&u32, &(_, Originals))| self.visitors(*place) == by.len();
        notes.iter().all(whole).then_some(notes).ok_or(FAILS)
    }

    pub(super) fn visitors(&self, place: u32) -> usize {
        self.places[place as usize].visitors
    }

    /// For each place, the marks of an object there, if they follow from the place once all is noted that can be.
    pub(super) fn marks(&self, moves: &Moves, notes: &Notes, limits: &Limits) -> Proven<Vec<Vec<bool>>> {
        let task = self.task;
        let mut known: Vec<Vec<Option<bool>>> = vec![vec![None; self.marks]; self.places.len()];
        let mut learn = |place: u32, Mark { number, holds }: Mark| {
            *known[place as usize][number as usize].get_or_insert(holds) == holds
        };
        // Marks that are set at a place, after which what can be noted there is.
        let with_notes = |place: Option<u32>, mut set: Vec<Mark>| {
            for mark in place.and_then(|place| notes.get(&place)).iter().flat_map(|(marks, _)| marks) {
                set.retain(|one| one.number != mark.number);
                set.push(*mark);
            }
            set
        };
        for (place, ObjectPlace { start, .. }) in (0..).zip(&self.places) {
            limits.check()?;
            let mine = |fact: &FactId| start.is_some() && self.owner(*fact) == *start;
            let marks = self.marks_in(task.initial().iter().copied().filter(mine));
            if start.is_some() && !with_notes(Some(place), marks).into_iter().all(|mark| learn(place, mark)) {
                return Err(FAILS);
            }
        }
        let set = |operator: OpId, to: Option<u32>| {
            with_notes(to, self.marks_in(task.effects(operator).map(|effect| effect.fact)))
        };
        for (operator, one) in task.operators().zip(moves) {
            limits.check()?;
            let Some((_, Move { to: Some(to), .. })) = one else { continue };
            if !set(operator, Some(*to)).into_iter().all(|mark| learn(*to, mark)) {
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
            set(operator, *to).into_iter().for_each(|mark| after[mark.number as usize] = mark.holds);
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

    /// The groups of which no operator makes a fact true but by making another one false: once empty, they stay so.
    fn never_refilled(&self, limits: &Limits) -> Result<Vec<&[FactId]>, Stop> {
        let task = self.task;
        let mut is_refilled = vec![false; task.groups().len()];
        let groups = task.groups().iter().enumerate();
        let pairs = groups.flat_map(|(number, group)| group.iter().map(move |fact| (fact.index(), number)));
        let of = Lists::new(task.fact_count(), pairs);
        for operator in task.operators() {
            limits.check()?;
            let condition = task.condition(operator);
            for effect in task.effects(operator).filter(|effect| !condition.contains(&effect.fact)) {
                for group in of.of(effect.fact.index()) {
                    let moved =
                        |fact: &FactId| of.of(fact.index()).contains(group) && self.takes(operator, *fact);
                    is_refilled[*group as usize] |= !condition.iter().any(moved);
                }
            }
        }
        let kept = task.groups().iter().zip(is_refilled).filter(|(_, is_refilled)| !is_refilled);
        Ok(kept.map(|(group, _)| group.as_slice()).collect())
    }

    /// Adds places for objects that come home permanently, and are then in no place: one for each fact that they delete
    /// permanently, because it never returns or because its group stays empty.
    pub(super) fn settle(&mut self, moves: &mut Moves, limits: &Limits) -> Result<(), Stop> {
        let is_settling = |one: &Option<(u32, Move)>| one.is_some_and(|(_, one)| one.to.is_none());
        if self.wanted.is_empty() || !moves.iter().any(is_settling) {
            return Ok(());
        }
        let (returns, groups) = (self.returns(moves, limits)?, self.never_refilled(limits)?);
        let empties = |operator: OpId, fact: FactId| {
            let adds = |group: &[FactId]| self.task.effects(operator).any(|one| group.contains(&one.fact));
            groups.iter().any(|group| group.contains(&fact) && !adds(group))
        };
        let (mut places, mut added) = (FxHashMap::default(), Vec::new());
        for (operator, one) in self.task.operators().zip(moves) {
            let Some((_, Move { to: to @ None, .. })) = one else { continue };
            let set = self.marks_in(self.task.effects(operator).map(|effect| effect.fact));
            let for_good = |fact: &&FactId| {
                self.owner(**fact).is_none()
                    && self.takes(operator, **fact)
                    && (returns[fact.index()] == Return::Never || empties(operator, **fact))
            };
            let taken = self.task.condition(operator).iter().find(for_good);
            if let Some(fact) = taken.filter(|_| self.wanted.iter().all(|mark| set.contains(mark))) {
                let next = self.places.len() + added.len();
                let place = *places.entry(*fact).or_insert(next);
                if place == next {
                    let name = FactName::Invented(self.task.fact_count() + next);
                    added.push(ObjectPlace { name, visitors: 0, start: None });
                }
                *to = Some(to_u32(place));
            }
        }
        self.places.extend(added);
        Ok(())
    }

    /// The places of a group, each with the number of objects of which the group says that they are there.
    pub(super) fn places_in(&self, group: &[FactId]) -> BTreeMap<u32, usize> {
        let mut places = BTreeMap::new();
        let named = group.iter().filter_map(|fact| self.place(*fact));
        named.for_each(|place| *places.entry(place).or_default() += 1);
        places
    }

    /// For each place, whether a mutex group shows that no two objects are there.
    fn exclusive(&self) -> Vec<bool> {
        let mut exclusive: Vec<bool> = self.places.iter().map(|place| place.visitors == 1).collect();
        for group in self.task.groups() {
            for (place, count) in self.places_in(group) {
                exclusive[place as usize] |= count == self.visitors(place);
            }
        }
        exclusive
    }

    /// For each place that no mutex group guards, a fact that never holds while an object is there, and that every
    /// operator bringing one requires: so no two objects are ever in one place. Places to which no object is brought
    /// need none.
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
        let exclusive = self.exclusive();
        // A guard may become true again only when the object leaves.
        let returns = self.returns(moves, limits)?;
        let mut taken = vec![false; task.fact_count()];
        let mut find = |(place, guards): (usize, Option<Vec<FactId>>)| {
            let Some(guards) = guards.filter(|_| !exclusive[place]) else { return Some(None) };
            let mut guards = guards.into_iter();
            let guard = guards.find(|fact| {
                let holds = task.initial()[task.variable_of(*fact).index()] == *fact;
                let returns = match returns[fact.index()] {
                    Return::Never => true,
                    Return::Leaving(left) => left as usize == place,
                    Return::Otherwise => false,
                };
                !taken[fact.index()] && returns && (self.places[place].start.is_none() || !holds)
            });
            // What settles there has emptied a group.
            let Some(guard) = guard else { return (self.visitors(to_u32(place)) == 0).then_some(None) };
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
    /// where they begin. Notes are left out.
    pub(super) fn nameless(
        &self,
        moves: &Moves,
        notes: &Notes,
        limits: &Limits,
    ) -> Proven<Vec<(Option<Move>, Originals)>> {
        let mut index: FxHashMap<u64, Vec<usize>> = FxHashMap::default();
        let mut seen: FxHashSet<(usize, u32)> = FxHashSet::default();
        let mut found: Vec<(Option<Move>, Originals)> = Vec::new();
        for (operator, one) in self.task.operators().zip(moves) {
            limits.check()?;
            let Some((object, one)) = one else {
                found.push((None, vec![(0, operator)]));
                continue;
            };
            if notes.get(&one.from).is_some_and(|(_, by)| by.contains(&(*object, operator))) {
                continue;
            }
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
            one.is_none_or(|one| self.visitors(one.from) == originals.len())
        };
        found.iter().all(whole).then_some(found).ok_or(FAILS)
    }
}
