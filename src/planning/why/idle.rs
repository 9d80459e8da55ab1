//! Why an action is never taken, as it is written: a few of its conditions that never hold together, for any objects.
//!
//! In: all states of the task, with all of its facts. Out: words, or none where there are too many states.

use std::cell::Cell;

use rustc_hash::FxHashMap;

use super::chain::Chain;
use super::enumeration::{Seen, explore, holds};
use super::literal::{Binding, Change, Literal, Pattern, Source, distinct, list, verb};
use super::repair::grounded;
use super::ways::{unify, unify_atom};
use crate::base::limits::{Limits, Stop};
use crate::planning::ground::Scope;
use crate::planning::strips::{self, CostKind, FactId, OpId, TaskSpace};
use crate::text::task::{ObjectId, PredicateId, Task, Term};

/// Facts in states that are looked at for some conditions.
const MAX_LOOKS: usize = 4_000_000;

/// At most this many conditions that never hold together are named.
const MAX_TOGETHER: usize = 4;

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

    /// How many states there are, if these are all.
    pub(super) fn states(&self) -> Option<usize> {
        Some(self.seen.states).filter(|_| self.seen.complete)
    }

    /// The most facts of some predicates that hold at a time.
    pub(super) fn most(&self, of: &[PredicateId]) -> Option<usize> {
        let rows = of.iter().filter_map(|one| self.rows.get(one)).flatten();
        let facts: Vec<Option<FactId>> = rows.map(|(_, fact)| *fact).collect();
        let many = |state: &[u64]| {
            facts.iter().filter(|one| one.is_none_or(|fact| holds(&self.ground_task, state, fact))).count()
        };
        let is_known = self.seen.complete && facts.len() * self.seen.states <= MAX_LOOKS;
        self.seen.rows().map(many).max().filter(|_| is_known)
    }

    /// Whether conditions of a change are met together in some state, for any values of the variables that have none;
    /// none if that was not found out.
    fn ever(
        &self,
        chain: &Chain<'_>,
        change: &Change<'_>,
        asked: &[&Literal<'_>],
        binding: &Binding,
    ) -> Option<bool> {
        let (mut asked, looks) = (asked.to_vec(), Cell::new(MAX_LOOKS));
        asked.sort_by_key(|one| !one.positive);
        for state in self.seen.rows() {
            let mut held = Vec::new();
            let state = Some(state).filter(|_| self.seen.complete);
            if self.meets((chain, change, &looks), state, &asked, binding, &mut held)? {
                return self.seen.complete.then_some(true);
            }
        }
        Some(false)
    }

    /// Whether a state meets conditions with some values of their variables; of an unknown state, whether it may: by
    /// facts of which no two exclude each other.
    fn meets(
        &self,
        of @ (chain, change, looks): (&Chain<'_>, &Change<'_>, &Cell<usize>),
        state: Option<&[u64]>,
        asked: &[&Literal<'_>],
        binding: &Binding,
        held: &mut Vec<FactId>,
    ) -> Option<bool> {
        let task = &self.ground_task;
        let Some((first, others)) = asked.split_first() else {
            let mut pairs = change.variables.iter().zip(binding);
            return Some(pairs.all(|(of, one)| one.is_none_or(|one| chain.reach.is_a(one, &of.types))));
        };
        let rows = self.rows.get(&first.atom.predicate).map_or(&[][..], Vec::as_slice);
        let holds = |fact: FactId, held: &[FactId]| match state {
            Some(state) => holds(task, state, fact),
            None => !held.iter().any(|other| self.excludes(*other, fact)),
        };
        if first.positive {
            for (row, fact) in rows {
                looks.set(looks.get().checked_sub(1)?);
                let wanted: Vec<Option<ObjectId>> = row.iter().copied().map(Some).collect();
                let Some(binding) = unify_atom(first.atom, &wanted, binding.clone()) else { continue };
                if fact.is_some_and(|fact| !holds(fact, held)) {
                    continue;
                }
                held.extend(fact);
                let is_met = self.meets(of, state, others, &binding, held);
                held.truncate(held.len() - usize::from(fact.is_some()));
                if is_met? {
                    return Some(true);
                }
            }
            return Some(false);
        }
        // With variables that have no value, some instance fails.
        looks.set(looks.get().checked_sub(rows.len())?);
        let row = first.with(binding).ground();
        let is_true = |fact: &Option<FactId>| fact.is_none_or(|fact| state.is_some() && holds(fact, &[]));
        if rows.iter().any(|(other, fact)| row.as_ref() == Some(other) && is_true(fact)) {
            return Some(false);
        }
        self.meets(of, state, others, binding, held)
    }

    /// Whether two facts never hold together, by what grounding knows.
    fn excludes(&self, one: FactId, two: FactId) -> bool {
        let task = &self.ground_task;
        let is_group = |group: &Vec<FactId>| group.contains(&one) && group.contains(&two);
        one != two && (task.variable_of(one) == task.variable_of(two) || task.groups().iter().any(is_group))
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
    pub(super) fn idle<'c>(&self, chain: &'c Chain<'_>) -> Vec<(String, Source, Literal<'c>)> {
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
                told.extend(literals.into_iter().map(|one| (text.clone(), change.source, one)));
            }
        }
        told
    }

    /// A few conditions of an action that hold in some state each, and in none together, of which each is needed for
    /// that; those that actions change rather than fixed ones.
    fn apart<'c>(
        &self,
        chain: &Chain<'_>,
        change: &'c Change<'_>,
        binding: &Binding,
        above: &[PredicateId],
    ) -> Option<Reason<'c>> {
        let (task, asked) = (chain.task(), &change.literals[..change.required]);
        let ever = |all: &[&Literal<'_>]| self.ever(chain, change, all, binding);
        let wanted = self.seen.complete.then_some(true);
        let is_basic = |one: &&Literal<'_>| task.predicate_info[one.atom.predicate.index()].layer.is_none();
        let all: Vec<&'c Literal<'_>> =
            asked.iter().filter(is_basic).filter(|one| ever(&[one]) == wanted).collect();
        if ever(&all) != Some(false) {
            return None;
        }
        let mut order: Vec<&'c Literal<'_>> = all.iter().rev().copied().collect();
        order.sort_by_key(|one| chain.is_changed(one.atom.predicate));
        let mut least = all;
        for one in order {
            let fewer: Vec<_> = least.iter().copied().filter(|other| !std::ptr::eq(*other, one)).collect();
            if ever(&fewer) == Some(false) {
                least = fewer;
            }
        }
        if least.len() > MAX_TOGETHER {
            return None;
        }
        let why = least.iter().find_map(|one| self.not_again(chain, one, change.source, above));
        let pairs = least.iter().flat_map(|one| least.iter().map(move |two| [*one, *two]));
        let mut pairs = pairs.filter(|[one, two]| one.atom.predicate != two.atom.predicate);
        let why = why.or_else(|| pairs.find_map(|pair| self.parted(chain, pair)));
        let shown: Vec<String> =
            least.iter().map(|one| one.show_with(task, &change.variables, binding)).collect();
        let why = why.map_or(String::new(), |why| format!(": {why}"));
        let (name, shown) = (change.source.name(task), list(&shown, "and"));
        let text = format!("{name} needs {shown}, which never hold together{why}");
        Some((text, least.into_iter().copied().collect()))
    }

    /// That no action makes a literal true again; or one that would, but is never taken, or needs it already.
    fn not_again(
        &self,
        chain: &Chain<'_>,
        literal: &Literal<'_>,
        but: Source,
        above: &[PredicateId],
    ) -> Option<String> {
        let (task, above) = (chain.task(), [above, &[literal.atom.predicate]].concat());
        let makers = |sign: bool| chain.changes_of(sign, literal.atom.predicate);
        if makers(literal.positive).next().is_none() {
            let acts = distinct(
                makers(!literal.positive).map(|one| format!("{} {}", one.source.name(task), one.act(task))),
            );
            let (acts, any) = (list(&acts, "and"), Pattern::any(task, literal.atom.predicate).show(task));
            return (!acts.is_empty()).then(|| format!("no action {} {any}: {acts}", verb(literal.positive)));
        }
        let mut adders = makers(literal.positive).filter(|one| one.source != but);
        adders.find_map(|one| {
            if one.asks_for_itself().is_some() {
                return Some(chain.adds_what_it_needs(one));
            }
            let is_idle = one.source.schema().is_some_and(|at| !self.taken.contains(&at));
            self.unmet(chain, one, &above).filter(|_| is_idle).map(|told| told.0)
        })
    }

    /// An action that makes the one true and the other false, about the same things.
    fn parted(&self, chain: &Chain<'_>, [one, two]: [&Literal<'_>; 2]) -> Option<String> {
        let task = chain.task();
        let is_same = |made: &Change<'_>, ended: &Change<'_>| {
            let mut pairs = one.atom.arguments.iter().zip(&made.atom.arguments);
            pairs.all(|(term, own)| {
                let mut others = two.atom.arguments.iter().zip(&ended.atom.arguments);
                others.all(|(other, its)| other != term || !matches!(term, Term::Variable(_)) || own == its)
            })
        };
        chain.changes_of(one.positive, one.atom.predicate).find_map(|made| {
            let source: Source = made.source;
            source.schema().filter(|at| self.taken.contains(at))?;
            let mut ended = chain.changes_by(source).iter();
            let ended =
                ended.find(|other| other.is(!two.positive, two.atom.predicate) && is_same(made, other))?;
            Some(format!("{} {} and {}", source.name(task), made.act(task), ended.act(task)))
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
        let free = vec![None; change.variables.len()];
        let never = |one: &&Literal<'_>| self.ever(chain, change, &[one], &free) == Some(false);
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
