//! Invariant synthesis: mutex groups, and sets of facts of which at most a fixed number hold at a time.
//!
//! In: a propositional task. Out: mutex groups, of which exactly one fact holds initially; and counted groups, of which
//! more hold initially and the goal requires as many. Candidates are lifted: predicates with positions that identify an
//! instance (the key), and all others are counted. A candidate is an invariant if no operator can raise the number of
//! its true facts. As in Helmert (2009), a candidate for which an operator is too heavy is dropped, and one with an
//! unbalanced add effect is refined by what the operator deletes; unlike there, the check runs over ground operators,
//! which finds more than a check over schemas, and an operator that deletes all other facts of an instance need not
//! know which of them holds.

use std::collections::VecDeque;

use fixedbitset::FixedBitSet;
use indexmap::IndexMap;
use rustc_hash::{FxBuildHasher, FxHashSet};

use super::propositional::{FactNumber, GroundEffect, GroundOperator, Lit, PropositionalTask};
use banto_base::limits::{Limits, Stop};
use banto_text::task::{ObjectId, PredicateId};

/// At most this many candidates are examined.
const MAX_CANDIDATES: usize = 2_000;
/// At most this many operators are examined over all candidates: a bound on work that is the same on every machine.
const MAX_CHECKS: usize = 100_000_000;
/// Predicates with more arguments are ignored.
const MAX_ARITY: usize = 6;

/// A predicate's part in a candidate.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
struct Part {
    predicate: PredicateId,
    /// For each parameter of the candidate, its position.
    key: Vec<usize>,
}

/// Parts with different predicates, sorted.
type Candidate = Vec<Part>;

/// Sets of facts of which the number of true ones never rises.
#[derive(Debug, Default)]
pub(super) struct Groups {
    /// One holds.
    pub(super) mutex: Vec<Vec<FactNumber>>,
    /// Several hold, and the goal requires as many.
    pub(super) counted: Vec<Vec<FactNumber>>,
}

pub(super) fn groups(propositional: &PropositionalTask, limits: &Limits) -> Result<Groups, Stop> {
    let mut finder = Finder::new(propositional, limits)?;
    let mut seen: FxHashSet<Candidate> = FxHashSet::default();
    let mut queue: VecDeque<Candidate> = VecDeque::new();
    let mut groups: IndexMap<Vec<FactNumber>, bool, FxBuildHasher> = IndexMap::default();
    for counts_several in [false, true] {
        queue.extend(finder.first(counts_several));
        seen.extend(queue.iter().cloned());
        while let Some(candidate) = queue.pop_front() {
            limits.check()?;
            if finder.checks > MAX_CHECKS {
                break;
            }
            match finder.unbalanced(&candidate, limits)? {
                None => {
                    groups.extend(finder.instances(&candidate, limits)?);
                }
                Some(Failure::Unbalanced { operator, effect }) if !counts_several => {
                    for wider in finder.widen(&candidate, operator, effect) {
                        if seen.len() < MAX_CANDIDATES && seen.insert(wider.clone()) {
                            queue.push_back(wider);
                        }
                    }
                }
                Some(_) => {}
            }
        }
    }
    let mut found = Groups::default();
    for (group, is_mutex) in groups {
        let kind = if is_mutex { &mut found.mutex } else { &mut found.counted };
        kind.push(group);
    }
    found.drop_named(propositional.facts.len(), limits)?;
    Ok(found)
}

impl Groups {
    /// Drops counted groups that contain a mutex group: it says where one thing is, so the things have names.
    fn drop_named(&mut self, facts: usize, limits: &Limits) -> Result<(), Stop> {
        let mut is_in = FixedBitSet::with_capacity(facts);
        let mut kept = Vec::new();
        for counted in std::mem::take(&mut self.counted) {
            limits.check_now()?;
            is_in.clear();
            is_in.extend(counted.iter().map(|fact| fact.index()));
            if !self.mutex.iter().any(|group| group.iter().all(|fact| is_in.contains(fact.index()))) {
                kept.push(counted);
            }
        }
        self.counted = kept;
        Ok(())
    }
}

enum Failure {
    /// Two facts of an instance are added at once.
    TooHeavy,
    /// A fact is added and none is deleted.
    Unbalanced { operator: usize, effect: usize },
}

struct Finder<'a> {
    propositional: &'a PropositionalTask,
    /// For each predicate, the operators that add its facts.
    adders: Vec<Vec<u32>>,
    /// For each predicate, whether some operator adds more facts of it than it deletes.
    rises: Vec<bool>,
    /// For each predicate, its facts that operators change.
    facts: Vec<Vec<FactNumber>>,
    /// The atom of each fact; `None` for an invented one.
    atoms: Vec<Option<(PredicateId, &'a [ObjectId])>>,
    checks: usize,
    /// Whether operators delete all other facts of instances of the last candidate: a fact may then be added to an
    /// empty instance.
    clears: bool,
}

impl<'a> Finder<'a> {
    fn new(propositional: &'a PropositionalTask, limits: &Limits) -> Result<Self, Stop> {
        let predicates = propositional.relations.len();
        let mut adders: Vec<Vec<u32>> = vec![Vec::new(); predicates];
        let mut seen = FixedBitSet::with_capacity(propositional.facts.len());
        let mut facts: Vec<Vec<FactNumber>> = vec![Vec::new(); predicates];
        let (mut rises, mut net) = (vec![false; predicates], vec![0_i32; predicates]);
        for (index, operator) in propositional.operators.iter().enumerate() {
            limits.check()?;
            let number = u32::try_from(index).unwrap_or(u32::MAX);
            for effect in &operator.effects {
                let fact = effect.literal.fact();
                let Some((predicate, _)) = propositional.atom(fact) else { continue };
                if !seen.put(fact.index()) {
                    facts[predicate.index()].push(fact);
                }
                net[predicate.index()] +=
                    if adds(operator, effect) { 1 } else { -i32::from(!effect.literal.is_positive()) };
                if effect.literal.is_positive() && adders[predicate.index()].last() != Some(&number) {
                    adders[predicate.index()].push(number);
                }
            }
            for effect in &operator.effects {
                let Some((predicate, _)) = propositional.atom(effect.literal.fact()) else { continue };
                rises[predicate.index()] |= std::mem::take(&mut net[predicate.index()]) > 0;
            }
        }
        facts.iter_mut().for_each(|facts| facts.sort_unstable());
        let atoms =
            (0..propositional.facts.len()).map(|fact| propositional.atom(FactNumber::from(fact))).collect();
        Ok(Self { propositional, adders, rises, facts, atoms, checks: 0, clears: false })
    }

    /// Each predicate alone with each key that counts at most one position, or with each that counts several.
    fn first(&self, counts_several: bool) -> Vec<Candidate> {
        let mut candidates = Vec::new();
        for (index, facts) in self.facts.iter().enumerate() {
            let Some(fact) = facts.first() else { continue };
            let arity = self.propositional.atom(*fact).map_or(0, |(_, arguments)| arguments.len());
            if arity > MAX_ARITY || counts_several && self.rises[index] {
                continue;
            }
            let predicate = PredicateId::from(index);
            for counted in (0..1_u32 << arity).filter(|set| (set.count_ones() > 1) == counts_several) {
                let key = (0..arity).filter(|position| counted >> position & 1 == 0).collect();
                candidates.push(vec![Part { predicate, key }]);
            }
        }
        candidates
    }

    /// Writes the instance that a fact belongs to; returns whether the candidate covers it.
    fn key(&self, candidate: &Candidate, fact: FactNumber, key: &mut Vec<ObjectId>) -> bool {
        let Some((predicate, arguments)) = self.atoms[fact.index()] else { return false };
        let Some(part) = candidate.iter().find(|part| part.predicate == predicate) else { return false };
        key.clear();
        key.extend(part.key.iter().map(|position| arguments[*position]));
        true
    }

    /// The first operator that can raise the number of facts of an instance.
    fn unbalanced(&mut self, candidate: &Candidate, limits: &Limits) -> Result<Option<Failure>, Stop> {
        let width = candidate[0].key.len();
        // The effects of an operator that the candidate covers, and their keys one after the other.
        let mut covered: Vec<usize> = Vec::new();
        let mut keys: Vec<ObjectId> = Vec::new();
        let (mut key, mut order) = (Vec::new(), Vec::new());
        let mut looked = 0;
        self.clears = false;
        for (number, part) in candidate.iter().enumerate() {
            let adders = |part: &Part| &self.adders[part.predicate.index()];
            let earlier = &candidate[..number];
            let is_new = |index: &&u32| earlier.iter().all(|one| adders(one).binary_search(index).is_err());
            for index in adders(part).iter().filter(is_new) {
                limits.check()?;
                self.checks += 1;
                let operator = &self.propositional.operators[*index as usize];
                covered.clear();
                keys.clear();
                for (at, effect) in operator.effects.iter().enumerate() {
                    let fact = effect.literal.fact();
                    if self.key(candidate, fact, &mut key) {
                        covered.push(at);
                        keys.extend(&key);
                    }
                }
                let mut is_whole = |instance: &[ObjectId], count: usize| {
                    let facts = candidate.iter().flat_map(|part| &self.facts[part.predicate.index()]);
                    let mut own = facts.filter(|fact| {
                        looked += 1;
                        self.key(candidate, **fact, &mut key) && key == instance
                    });
                    own.by_ref().take(count).count() == count && own.next().is_none()
                };
                let failure = balance(operator, &covered, &keys, width, &mut order, &mut is_whole);
                self.checks += std::mem::take(&mut looked);
                self.clears |= failure.is_ok_and(|clears| clears);
                if let Err((effect, too_heavy)) = failure {
                    let operator = *index as usize;
                    return Ok(Some(if too_heavy {
                        Failure::TooHeavy
                    } else {
                        Failure::Unbalanced { operator, effect }
                    }));
                }
            }
        }
        Ok(None)
    }

    /// The candidate with one more predicate: the operator deletes one of its facts in the instance that it adds to.
    fn widen(&self, candidate: &Candidate, operator: usize, effect: usize) -> Vec<Candidate> {
        let operator = &self.propositional.operators[operator];
        let added = &operator.effects[effect];
        let mut key = Vec::new();
        self.key(candidate, added.literal.fact(), &mut key);
        let mut wider = Vec::new();
        for effect in operator.effects.iter().filter(|effect| takes(operator, added, effect)) {
            let Some((predicate, arguments)) = self.propositional.atom(effect.literal.fact()) else {
                continue;
            };
            let fits = (key.len()..=key.len() + 1).contains(&arguments.len()) && arguments.len() <= MAX_ARITY;
            if !fits || candidate.iter().any(|part| part.predicate == predicate) {
                continue;
            }
            assignments(&key, arguments, &mut Vec::new(), &mut |key| {
                let mut more = candidate.clone();
                more.push(Part { predicate, key: key.to_vec() });
                wider.push(canonical(more));
            });
        }
        wider
    }

    /// The instances of more than one fact that are groups, and whether they are mutex groups.
    fn instances(
        &self,
        candidate: &Candidate,
        limits: &Limits,
    ) -> Result<Vec<(Vec<FactNumber>, bool)>, Stop> {
        let mut instances: IndexMap<Vec<ObjectId>, Vec<FactNumber>, FxBuildHasher> = IndexMap::default();
        let mut key = Vec::new();
        for part in candidate {
            for fact in &self.facts[part.predicate.index()] {
                limits.check()?;
                self.key(candidate, *fact, &mut key);
                match instances.get_mut(&key) {
                    Some(facts) => facts.push(*fact),
                    None => {
                        instances.insert(key.clone(), vec![*fact]);
                    }
                }
            }
        }
        let initial = &self.propositional.initial;
        let goal = self.propositional.goal.as_deref().unwrap_or_default();
        let mut groups = Vec::new();
        for mut facts in instances.into_values().filter(|facts| facts.len() > 1) {
            let held = facts.iter().filter(|fact| initial.contains(fact.index())).count();
            let asked =
                || goal.iter().filter(|literal| literal.is_positive() && facts.contains(&literal.fact()));
            if held == 1 || held > 1 && !self.clears && asked().count() == held {
                facts.sort_unstable();
                groups.push((facts, held == 1));
            }
        }
        Ok(groups)
    }
}

/// Whether an effect is balanced only because all other facts of its instance are deleted; fails with an effect that
/// adds to an instance without balance, and whether that is because another one also adds to it.
fn balance(
    operator: &GroundOperator,
    covered: &[usize],
    keys: &[ObjectId],
    width: usize,
    order: &mut Vec<usize>,
    is_whole: &mut impl FnMut(&[ObjectId], usize) -> bool,
) -> Result<bool, (usize, bool)> {
    let mut clears = false;
    let key = |place: &usize| &keys[*place * width..(*place + 1) * width];
    // Effects on one instance are adjacent.
    order.clear();
    order.extend(0..covered.len());
    order.sort_unstable_by(|left, right| key(left).cmp(key(right)).then(left.cmp(right)));
    for instance in order.chunk_by(|left, right| key(left) == key(right)) {
        for at in instance.iter().map(|place| covered[*place]) {
            let effect = &operator.effects[at];
            if !adds(operator, effect) {
                continue;
            }
            let others = || {
                let all = instance.iter().map(|place| &operator.effects[covered[*place]]);
                all.filter(|other| other.literal.fact() != effect.literal.fact())
            };
            let heavy = |other: &GroundEffect| {
                adds(operator, other) && compatible(&effect.condition, &other.condition)
            };
            if others().any(heavy) {
                return Err((at, true));
            }
            if others().any(|other| takes(operator, effect, other)) {
                continue;
            }
            let deleted = others().filter(|other| deletes(operator, effect, other));
            let mut deleted: Vec<FactNumber> = deleted.map(|other| other.literal.fact()).collect();
            deleted.sort_unstable();
            deleted.dedup();
            if deleted.is_empty() || !is_whole(key(&instance[0]), deleted.len() + 1) {
                return Err((at, false));
            }
            clears = true;
        }
    }
    Ok(clears)
}

/// Whether an effect makes a fact true that may have been false.
fn adds(operator: &GroundOperator, effect: &GroundEffect) -> bool {
    effect.literal.is_positive()
        && !operator.condition.contains(&effect.literal)
        && !effect.condition.contains(&effect.literal)
}

/// Whether `other` always deletes a fact that held, whenever `effect` happens.
fn takes(operator: &GroundOperator, effect: &GroundEffect, other: &GroundEffect) -> bool {
    let held = other.literal.negated();
    (operator.condition.contains(&held) || effect.condition.contains(&held))
        && deletes(operator, effect, other)
}

/// Whether `other` always makes a fact false, whenever `effect` happens.
fn deletes(operator: &GroundOperator, effect: &GroundEffect, other: &GroundEffect) -> bool {
    let holds = |literal: &Lit| operator.condition.contains(literal) || effect.condition.contains(literal);
    !other.literal.is_positive()
        && other.condition.iter().all(holds)
        && !operator.effects.iter().any(|again| again.literal == other.literal.negated())
}

fn compatible(left: &[Lit], right: &[Lit]) -> bool {
    !left.iter().any(|literal| right.contains(&literal.negated()))
}

/// Every way to find the values of a key among arguments, with at most one argument left over.
fn assignments(
    key: &[ObjectId],
    arguments: &[ObjectId],
    chosen: &mut Vec<usize>,
    found: &mut impl FnMut(&[usize]),
) {
    if chosen.len() == key.len() {
        found(chosen);
        return;
    }
    let wanted = key[chosen.len()];
    for (position, argument) in arguments.iter().enumerate() {
        if *argument == wanted && !chosen.contains(&position) {
            chosen.push(position);
            assignments(key, arguments, chosen, found);
            chosen.pop();
        }
    }
}

/// One spelling for each candidate: parts by predicate, the first part's key ascending.
fn canonical(mut candidate: Candidate) -> Candidate {
    candidate.sort_unstable();
    let mut order: Vec<usize> = (0..candidate[0].key.len()).collect();
    order.sort_unstable_by_key(|parameter| candidate[0].key[*parameter]);
    for part in &mut candidate {
        part.key = order.iter().map(|parameter| part.key[*parameter]).collect();
    }
    candidate
}
