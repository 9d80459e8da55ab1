//! Why an action is never taken, as it is written: two of its conditions that never hold together, for any objects.
//!
//! In: all states of the task, with all of its facts. Out: words, or none where there are too many states.

use rustc_hash::FxHashMap;

use super::chain::Chain;
use super::enumeration::{Seen, explore, holds};
use super::literal::{Binding, Change, Literal, Pattern, Source, distinct, verb};
use super::repair::grounded;
use super::ways::{unify, unify_atom};
use crate::base::limits::{Limits, Stop};
use crate::planning::ground::Scope;
use crate::planning::strips::{self, CostKind, FactId, OpId, TaskSpace};
use crate::text::task::{ObjectId, PredicateId, Task, Term};

/// States times pairs of facts that are looked at for two conditions.
const MAX_LOOKS: usize = 4_000_000;

/// More states are not looked at.
const MAX_STATES: usize = 20_000;

/// At most this many conditions that never hold are named on the way to the reason.
const MAX_DEPTH: usize = 3;

/// All states of a task, with all facts and not only those that matter for the goal.
pub(super) struct Whole {
    ground_task: strips::Task,
    seen: Seen,
    /// The rows of each predicate that hold in some state, those that always do without a fact.
    rows: FxHashMap<PredicateId, Vec<Row>>,
    /// The actions that are taken in some state; of a large task those that might be.
    taken: Vec<usize>,
}

/// An atom of a predicate, and its fact in the ground task if it does not always hold.
type Row = (Vec<ObjectId>, Option<FactId>);

/// Words, and the conditions that they are about.
type Reason<'c> = (String, Vec<Literal<'c>>);

impl Whole {
    /// All states, if there are not too many; of a `large` task none, but what excludes each other.
    pub(super) fn of(task: &Task, is_large: bool, limits: &Limits) -> Result<Option<Self>, Stop> {
        let scope = Scope::Everything(task.predicates.ids().collect());
        let Some(ground_task) = grounded(task, &scope, limits)?.and_then(|one| one.task) else {
            return Ok(None);
        };
        let Some(space) = TaskSpace::<u32>::within(&ground_task, CostKind::Unit, limits)? else {
            return Ok(None);
        };
        let seen = explore(&ground_task, &space, &[], if is_large { 1 } else { MAX_STATES }, limits)?;
        drop(space);
        let mut rows: FxHashMap<PredicateId, Vec<Row>> = FxHashMap::default();
        for fact in ground_task.variables().iter().flat_map(|one| one.facts()) {
            let atom = Pattern::of(&ground_task, fact).filter(|one| one.positive);
            if let Some((of, row)) = atom.and_then(|one| Some((one.predicate, one.ground()?))) {
                rows.entry(of).or_default().push((row, Some(fact)));
            }
        }
        for (of, row) in task.init.iter() {
            let known = rows.entry(of).or_default();
            if !known.iter().any(|one| one.0 == row) {
                known.push((row.to_vec(), None));
            }
        }
        let is_taken = |step: &OpId| is_large || seen.applied.contains(step);
        let taken = ground_task.operators().filter(is_taken);
        let taken = distinct(taken.map(|step| ground_task.step(step).0.index()));
        Ok((seen.complete || is_large).then_some(Self { ground_task, seen, rows, taken }))
    }

    /// The facts with which a literal is met, with the values of its variables, of which some are given.
    fn met(&self, literal: &Literal<'_>, binding: &Binding) -> Option<Vec<(Option<FactId>, Binding)>> {
        let rows = self.rows.get(&literal.atom.predicate).map_or(&[][..], Vec::as_slice);
        let with = |(row, fact): &Row| {
            let wanted: Vec<Option<ObjectId>> = row.iter().copied().map(Some).collect();
            Some((*fact, unify_atom(literal.atom, &wanted, binding.clone())?))
        };
        literal.positive.then(|| rows.iter().filter_map(with).collect())
    }

    /// Whether two literals hold together in some state, for any values of the variables that have none; none if that
    /// was not found out.
    fn ever(&self, [one, two]: [&Literal<'_>; 2], binding: &Binding) -> Option<bool> {
        let first = self.met(one, binding)?;
        let mut pairs = Vec::new();
        for (fact, binding) in first {
            pairs.extend(self.met(two, &binding)?.into_iter().map(|other| (fact, other.0)));
        }
        let task = &self.ground_task;
        if !self.seen.complete {
            let is_apart = |(one, two): &(Option<FactId>, Option<FactId>)| {
                let both = one.zip(*two).filter(|(one, two)| one != two);
                both.is_some_and(|(one, two)| {
                    let is_group = |group: &Vec<FactId>| group.contains(&one) && group.contains(&two);
                    task.variable_of(one) == task.variable_of(two) || task.groups().iter().any(is_group)
                })
            };
            return pairs.iter().all(is_apart).then_some(false);
        }
        let is_so = |state: &[u64], fact: Option<FactId>| fact.is_none_or(|one| holds(task, state, one));
        (pairs.len() * self.seen.states <= MAX_LOOKS).then(|| {
            self.seen.any(|state| pairs.iter().any(|(one, two)| is_so(state, *one) && is_so(state, *two)))
        })
    }

    /// Why no action makes a fact true: each that could is never taken, for a reason that one of them shows.
    pub(super) fn never_made<'c>(
        &self,
        chain: &'c Chain<'_>,
        pattern: &Pattern,
        above: &[PredicateId],
    ) -> Option<String> {
        let adders = chain.changes_of(pattern.positive, pattern.predicate);
        let adders: Vec<(&'c Change<'_>, Binding)> =
            adders.filter_map(|one| Some((one, unify(one, pattern)?))).collect();
        if above.contains(&pattern.predicate) || above.len() > MAX_DEPTH {
            return None;
        }
        let above = [above, &[pattern.predicate]].concat();
        let apart = |(one, binding): &(&'c Change<'_>, Binding)| {
            let free = vec![None; binding.len()];
            self.apart(chain, one, if self.seen.complete { &free } else { binding }, &above)
        };
        let is_idle = |one: &(&'c Change<'_>, Binding)| {
            let is_taken = |at| self.taken.contains(&at);
            if self.seen.complete {
                one.0.source.schema().is_some_and(|at| !is_taken(at))
            } else {
                apart(one).is_some()
            }
        };
        if !adders.iter().all(is_idle) {
            return None;
        }
        let sources = distinct(adders.iter().map(|one| one.0.source));
        let one_of = if sources.len() > 1 { "for one, " } else { "" };
        if adders.is_empty() {
            return Some(format!("no action {} {}", verb(pattern.positive), pattern.show_atom(chain.task())));
        }
        let told = adders.iter().find_map(apart);
        let told = told.or_else(|| adders.iter().find_map(|one| self.unmet(chain, one.0, &above)))?;
        Some(format!("{one_of}{}", told.0))
    }

    /// The actions that are never taken, with a reason that one of their conditions is part of.
    pub(super) fn idle<'c>(&self, chain: &'c Chain<'_>) -> Vec<(String, Literal<'c>)> {
        let mut told = Vec::new();
        for own in chain.changes.chunk_by(|one, other| one.source == other.source) {
            let Some(change) =
                own.first().filter(|one| one.source.schema().is_some_and(|at| !self.taken.contains(&at)))
            else {
                continue;
            };
            let free = vec![None; change.variables.len()];
            let reason = self.apart(chain, change, &free, &[]).or_else(|| self.unmet(chain, change, &[]));
            if let Some((text, literals)) = reason {
                told.extend(literals.into_iter().map(|one| (text.clone(), one)));
            }
        }
        told
    }

    /// Two conditions of an action that hold in some state each, and in none together.
    fn apart<'c>(
        &self,
        chain: &Chain<'_>,
        change: &'c Change<'_>,
        binding: &Binding,
        above: &[PredicateId],
    ) -> Option<Reason<'c>> {
        let (task, asked) = (chain.task(), &change.literals[..change.required]);
        let ever = |one, two| self.ever([one, two], binding);
        let wanted = self.seen.complete.then_some(true);
        let is_changed = |one: &&Literal<'_>| chain.is_changed(one.atom.predicate);
        let single: Vec<&Literal<'_>> =
            asked.iter().filter(is_changed).filter(|one| ever(one, one) == wanted).collect();
        let mut pairs =
            single.iter().enumerate().flat_map(|(at, two)| single[..at].iter().map(move |one| [*one, *two]));
        let [one, two] = pairs.find(|[one, two]| ever(one, two) == Some(false))?;
        let why = [one, two].into_iter().find_map(|one| self.not_again(chain, one, change.source, above));
        let why = why.or_else(|| self.parted(chain, [one, two])).or_else(|| self.parted(chain, [two, one]));
        let [left, right] = [one, two].map(|one| one.show_with(task, &change.variables, binding));
        let why = why.map_or(String::new(), |why| format!(": {why}"));
        let name = change.source.name(task);
        Some((format!("{name} needs {left} and {right}, which never hold together{why}"), vec![*one, *two]))
    }

    /// An action that would make a literal true, but is never taken, or needs it already.
    fn not_again(
        &self,
        chain: &Chain<'_>,
        literal: &Literal<'_>,
        but: Source,
        above: &[PredicateId],
    ) -> Option<String> {
        let above = [above, &[literal.atom.predicate]].concat();
        let mut adders =
            chain.changes_of(literal.positive, literal.atom.predicate).filter(|one| one.source != but);
        adders.find_map(|one| {
            if one.asks_for_itself().is_some() {
                return Some(chain.adds_what_it_needs(one));
            }
            let is_idle = one.source.schema().is_some_and(|at| !self.taken.contains(&at));
            self.unmet(chain, one, &above).filter(|_| is_idle).map(|told| told.0)
        })
    }

    /// An action that adds the one and deletes the other, about the same things.
    fn parted(&self, chain: &Chain<'_>, [one, two]: [&Literal<'_>; 2]) -> Option<String> {
        let task = chain.task();
        let is_same = |added: &Change<'_>, deleted: &Change<'_>| {
            let mut pairs = one.atom.arguments.iter().zip(&added.atom.arguments);
            pairs.all(|(term, own)| {
                let mut others = two.atom.arguments.iter().zip(&deleted.atom.arguments);
                others.all(|(other, its)| other != term || !matches!(term, Term::Variable(_)) || own == its)
            })
        };
        chain.changes_of(true, one.atom.predicate).find_map(|added| {
            let source: Source = added.source;
            source.schema().filter(|at| self.taken.contains(at))?;
            let mut deleted =
                chain.changes_by(source).iter().filter(|other| other.is(false, two.atom.predicate));
            let deleted = deleted.find(|other| is_same(added, other))?;
            Some(format!(
                "{} {} and {} {}",
                source.name(task),
                added.act(task),
                verb(false),
                deleted.show(task)
            ))
        })
    }

    /// A condition of an action that never holds, as no action makes it true.
    fn unmet<'c>(
        &self,
        chain: &Chain<'_>,
        change: &'c Change<'_>,
        above: &[PredicateId],
    ) -> Option<Reason<'c>> {
        let (task, asked) = (chain.task(), &change.literals[..change.required]);
        let never =
            |one: &&Literal<'_>| self.ever([one, one], &vec![None; change.variables.len()]) == Some(false);
        asked.iter().filter(never).find_map(|one| {
            let why = self.never_made(chain, &one.with(&[]), above)?;
            let shown = one.show(task, &change.variables);
            Some((
                format!("{} needs {shown}, which never holds: {why}", change.source.name(task)),
                vec![*one],
            ))
        })
    }
}
