//! Why an action is never taken, as it is written: a few of its conditions that never hold together, for any objects.
//!
//! In: all states of the task, with all of its facts. Out: words, or none where there are too many states.

use std::cell::Cell;

use rustc_hash::FxHashMap;

use super::enumeration::{Seen, explore, holds};
use crate::ground::Scope;
use crate::strips::{self, CostKind, FactId, OpId, TaskSpace};
use crate::why::chain::Chain;
use crate::why::chain::ways::{unify, unify_atom};
use crate::why::edit::show_condition;
use crate::why::facts::pattern_of;
use crate::why::literal::{
    Binding, Change, Literal, Part, Pattern, Source, acts, conjuncts, distinct, list, verb,
};
use crate::why::reach::{Fold, may_be};
use crate::why::trials::grounded;
use banto_base::limits::{Limits, Stop};
use banto_text::task::{Condition, ObjectId, PredicateId, Task, Term};

/// Facts in states that are looked at for some conditions.
pub(crate) const MAX_LOOKS: usize = 4_000_000;

/// At most this many conditions that never hold together are named.
const MAX_TOGETHER: usize = 4;

/// More states are not looked at.
const MAX_STATES: usize = 20_000;

/// At most this many conditions that never hold are named on the way to the reason.
const MAX_DEPTH: usize = 3;

/// All states of a task, with all facts and not only those that matter for the goal.
pub(crate) struct Whole {
    pub(crate) ground_task: strips::Task,
    pub(crate) seen: Seen,
    /// The rows of each predicate that hold in some state, those that always do without a fact.
    pub(crate) rows: FxHashMap<PredicateId, Vec<Row>>,
    /// The actions that are taken in some state; of a large task those that might be.
    taken: Vec<usize>,
}

/// An atom of a predicate, and its fact in the ground task if it does not always hold.
type Row = (Vec<ObjectId>, Option<FactId>);

/// Whose conditions are looked at, those that are no literals, and how many facts may still be looked at.
type Asked<'s> = (&'s Chain<'s>, &'s Change<'s>, &'s [Part<'s>], &'s Cell<usize>);

/// Words, and the conditions that they are about.
type Reason<'c> = (String, Vec<Literal<'c>>);

impl Whole {
    /// All states, if there are not too many; of a `large` task none, but what excludes each other.
    pub(crate) fn of(task: &Task, is_large: bool, limits: &Limits) -> Result<Option<Self>, Stop> {
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
            let atom = pattern_of(&ground_task, fact).filter(|one| one.positive);
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
    pub(crate) fn states(&self) -> Option<usize> {
        Some(self.seen.states).filter(|_| self.seen.complete)
    }

    /// Whether conditions of a change are met together in some state, for any values of the variables that have none;
    /// none if that was not found out.
    fn ever(
        &self,
        chain: &Chain<'_>,
        change: &Change<'_>,
        (asked, parts): (&[&Literal<'_>], &[Part<'_>]),
        binding: &Binding,
    ) -> Option<bool> {
        let (mut asked, looks) = (asked.to_vec(), Cell::new(MAX_LOOKS));
        asked.sort_by_key(|one| !one.positive);
        for state in self.seen.rows() {
            let mut held = Vec::new();
            let state = Some(state).filter(|_| self.seen.complete);
            if self.meets((chain, change, parts, &looks), state, &asked, binding, &mut held)? {
                return self.seen.complete.then_some(true);
            }
        }
        Some(false)
    }

    /// Whether a state meets conditions with some values of their variables; of an unknown state, whether it may: by
    /// facts of which no two exclude each other.
    fn meets(
        &self,
        of @ (chain, change, parts, looks): Asked<'_>,
        state: Option<&[u64]>,
        asked: &[&Literal<'_>],
        binding: &Binding,
        held: &mut Vec<FactId>,
    ) -> Option<bool> {
        let task = &self.ground_task;
        let Some((first, others)) = asked.split_first() else {
            let mut pairs = change.variables.iter().zip(binding);
            let is_typed = pairs.all(|(of, one)| one.is_none_or(|one| chain.reach.is_a(one, &of.types)));
            let (equal, parts): (Vec<Part<'_>>, Vec<Part<'_>>) =
                parts.iter().partition(|part| matches!(part.condition, Condition::Equal(..)));
            let is_met = is_typed
                && equal.iter().all(|part| match part.condition {
                    Condition::Equal(left, right, _) => may_be((*left, *right), part.positive, binding),
                    _ => true,
                });
            return match state.filter(|_| is_met && !parts.is_empty()) {
                Some(state) => self.meets_parts((chain, change, &parts, looks), state, binding),
                None => Some(is_met),
            };
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

    /// Whether a state meets conditions that are no literals, with some values of the variables that have none.
    fn meets_parts(
        &self,
        of @ (chain, change, parts, looks): Asked<'_>,
        state: &[u64],
        binding: &Binding,
    ) -> Option<bool> {
        let scope = parts.iter().map(|part| part.scope).max().unwrap_or(0);
        if let Some(slot) = binding[..scope].iter().position(Option::is_none) {
            for object in chain.task().objects_of(&change.variables[slot].types) {
                let mut binding = binding.clone();
                binding[slot] = Some(object);
                if self.meets_parts(of, state, &binding)? {
                    return Some(true);
                }
            }
            return Some(false);
        }
        let literal = |pattern: Pattern, _| {
            let rows = self.rows.get(&pattern.predicate).map_or(&[][..], Vec::as_slice);
            looks.set(looks.get().saturating_sub(rows.len() + 1));
            let is_true =
                |fact: &Option<FactId>| fact.is_none_or(|fact| holds(&self.ground_task, state, fact));
            rows.iter().any(|(row, fact)| pattern.fits(row) && is_true(fact)) == pattern.positive
        };
        looks.set(looks.get().checked_sub(1)?);
        let join = |all: bool, mut parts: &mut dyn Iterator<Item = bool>| {
            Iterator::all(&mut parts, |one| one == all) == all
        };
        let fold = Fold { literal: &literal, join: &join, is_settled: None };
        let is_met = parts.iter().all(|part| {
            chain.reach.fold(&fold, (part.condition, part.positive), &mut binding[..part.scope].to_vec())
        });
        // Where the limits end it, objects are left out.
        (looks.get() > 0 && chain.reach.tick(0).is_ok()).then_some(is_met)
    }

    /// Whether two facts never hold together, by what grounding knows.
    fn excludes(&self, one: FactId, two: FactId) -> bool {
        let task = &self.ground_task;
        let is_group = |group: &Vec<FactId>| group.contains(&one) && group.contains(&two);
        one != two && (task.variable_of(one) == task.variable_of(two) || task.groups().iter().any(is_group))
    }

    /// Why no action makes a fact true: each that could is never taken or, if that `is_for_this` fact, not for this
    /// fact, for a reason that one of them shows.
    pub(crate) fn never_made<'c>(
        &self,
        chain: &'c Chain<'_>,
        pattern: &Pattern,
        is_for_this: bool,
        above: &[Pattern],
    ) -> Option<String> {
        if above.contains(pattern) || above.len() > MAX_DEPTH {
            return None;
        }
        let above = [above, std::slice::from_ref(pattern)].concat();
        let adders = chain.changes_of(pattern.positive, pattern.predicate);
        let by_states = self.seen.complete && !is_for_this;
        let given = |one: &'c Change<'_>| {
            let binding = unify(one, pattern).filter(|_| by_states || chain.can_give(one, pattern))?;
            Some((one, if by_states { vec![None; binding.len()] } else { binding }))
        };
        let adders: Vec<(&'c Change<'_>, Binding)> = adders.filter_map(given).collect();
        if adders.is_empty() {
            return Some(format!("no action {} {}", verb(pattern.positive), pattern.show_atom(chain.task())));
        }
        // What excludes each other says more than what never holds.
        let mut told: Vec<(bool, String)> = Vec::new();
        for (one, binding) in &adders {
            let apart = self.apart(chain, one, binding, is_for_this, &above);
            let is_unmet = apart.is_none();
            let reason = apart.or_else(|| self.unmet(chain, one, binding, is_for_this, &above));
            let is_idle = match one.source {
                Source::Action(at) if by_states => !self.taken.contains(&at),
                _ => reason.is_some(),
            };
            if !is_idle {
                return None;
            }
            told.extend(reason.map(|(text, _)| (is_unmet, text)));
        }
        // An action may make it true in two ways.
        let is_one_of = distinct(adders.iter().map(|one| (one.0.source, &one.1))).len() > 1;
        let (_, told) = told.into_iter().min_by_key(|one| one.0)?;
        let is_said = told.starts_with("for one, ");
        Some(if is_one_of && !is_said { format!("for one, {told}") } else { told })
    }

    /// The actions that are never taken, with a reason that one of their conditions is part of.
    pub(crate) fn idle<'c>(&self, chain: &'c Chain<'_>) -> Vec<(String, Source, Literal<'c>)> {
        let mut told = Vec::new();
        for own in chain.changes.chunk_by(|one, other| one.source == other.source) {
            let Some(change) =
                own.first().filter(|one| one.source.schema().is_some_and(|at| !self.taken.contains(&at)))
            else {
                continue;
            };
            let free = vec![None; change.variables.len()];
            let apart = self.apart(chain, change, &free, false, &[]);
            let reason = apart.or_else(|| self.unmet(chain, change, &free, false, &[]));
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
        is_for_this: bool,
        above: &[Pattern],
    ) -> Option<Reason<'c>> {
        let (task, asked) = (chain.task(), &change.literals[..change.required]);
        let unequal: Vec<Part<'_>> = own_parts(task, change).into_iter().filter(is_inequality).collect();
        let differ = Cell::new(false);
        let ever = |all: &[&Literal<'_>], binding: &Binding| {
            let parts = if differ.get() { &unequal[..] } else { &[] };
            self.ever(chain, change, (all, parts), binding)
        };
        let mut binding = binding.clone();
        let wanted = self.seen.complete.then_some(true);
        let is_basic = |one: &&Literal<'_>| task.predicate_info[one.atom.predicate.index()].layer.is_none();
        let all: Vec<&'c Literal<'_>> =
            asked.iter().filter(is_basic).filter(|one| ever(&[one], &binding) == wanted).collect();
        differ.set(!unequal.is_empty() && ever(&all, &binding) == wanted);
        if ever(&all, &binding) != Some(false) {
            return None;
        }
        let mut order: Vec<&'c Literal<'_>> = all.iter().rev().copied().collect();
        order.sort_by_key(|one| chain.is_changed(one.atom.predicate));
        let mut least = least(&order, all.clone(), |fewer| ever(fewer, &binding) == Some(false));
        // With the first objects that are in the fixed facts, fewer conditions may do.
        let is_long = least.len() > MAX_TOGETHER;
        if is_long {
            let is_fixed = |one: &&Literal<'_>| one.positive && !chain.is_changed(one.atom.predicate);
            let fixed: Vec<_> = all.iter().copied().filter(is_fixed).collect();
            let mut first = binding.clone();
            let found = chain.reach.join(change, &fixed, false, &mut binding.clone(), &mut |found| {
                first = found.to_vec();
                false
            });
            found.ok().filter(|is_none| !is_none)?;
            binding = first;
            least = self::least(&order, all, |fewer| ever(fewer, &binding) == Some(false));
        }
        if least.is_empty() || least.len() > MAX_TOGETHER || is_long && least.len() < 2 {
            return None;
        }
        let why =
            least.iter().find_map(|one| self.not_again(chain, one, (change.source, is_for_this), above));
        let pairs = least.iter().flat_map(|one| least.iter().map(move |two| [*one, *two]));
        let mut pairs = pairs.filter(|[one, two]| one.atom.predicate != two.atom.predicate);
        let why = why.or_else(|| pairs.find_map(|pair| self.parted(chain, pair)));
        let of = least[0].atom.predicate;
        let is_alike = least.iter().all(|one| one.positive && one.atom.predicate == of);
        let why = why.or_else(|| self.parity(task, of, least.len()).filter(|_| is_alike));
        let shown: Vec<String> =
            least.iter().map(|one| one.show_with(task, &change.variables, &binding)).collect();
        let why = why.filter(|_| !is_long).map_or(String::new(), |why| format!(": {why}"));
        let one_of = if is_long { "for one, " } else { "" };
        let (name, shown) = (change.source.name(task), list(&shown, "and"));
        let differing = if differ.get() { " for different objects" } else { "" };
        let text = format!("{one_of}{name} needs {shown}, which never hold together{differing}{why}");
        Some((text, least.into_iter().copied().collect()))
    }

    /// That no action makes a literal true again; or one that would, but is never taken, or needs it already.
    fn not_again(
        &self,
        chain: &Chain<'_>,
        literal: &Literal<'_>,
        (but, is_for_this): (Source, bool),
        above: &[Pattern],
    ) -> Option<String> {
        let task = chain.task();
        let any = Pattern { positive: literal.positive, ..Pattern::any(task, literal.atom.predicate) };
        if above.contains(&any) || above.len() > MAX_DEPTH {
            return None;
        }
        let above = [above, &[any]].concat();
        let makers = |sign: bool| chain.changes_of(sign, literal.atom.predicate);
        if makers(literal.positive).next().is_none() {
            let acts = acts(task, makers(!literal.positive));
            let any = Pattern::any(task, literal.atom.predicate).show(task);
            return (!acts.is_empty()).then(|| format!("no action {} {any}: {acts}", verb(literal.positive)));
        }
        let mut adders = makers(literal.positive).filter(|one| one.source != but);
        adders.find_map(|one| {
            if one.asks_for_itself().is_some() {
                return Some(chain.adds_what_it_needs(one));
            }
            let is_idle = one.source.schema().is_some_and(|at| !self.taken.contains(&at));
            let free = vec![None; one.variables.len()];
            let apart = || self.apart(chain, one, &free, is_for_this, &above);
            let reason = || apart().or_else(|| self.unmet(chain, one, &free, is_for_this, &above));
            is_idle.then(reason).flatten().map(|told| told.0)
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

    /// A condition of an action that never holds, as no action makes it true; or one that is no literal.
    fn unmet<'c>(
        &self,
        chain: &'c Chain<'_>,
        change: &'c Change<'_>,
        binding: &Binding,
        is_for_this: bool,
        above: &[Pattern],
    ) -> Option<Reason<'c>> {
        let (task, asked) = (chain.task(), &change.literals[..change.required]);
        let never = |one: &&Literal<'_>| self.ever(chain, change, (&[*one], &[]), binding) == Some(false);
        let told = asked.iter().filter(never).find_map(|one| {
            let why = self.never_made(chain, &one.with(binding), is_for_this, above)?;
            let shown = one.show_with(task, &change.variables, binding);
            let name = change.source.name(task);
            // Of what never holds in turn, the last reason says all.
            let is_first = above.len() < 2;
            let text = if is_first { format!("{name} needs {shown}, which never holds: {why}") } else { why };
            Some((text, vec![*one]))
        });
        told.or_else(|| self.unmet_part(chain, change, binding))
    }

    /// A condition of an action or a rule that is no literal and never true, or never together with literals that are.
    fn unmet_part<'c>(
        &self,
        chain: &'c Chain<'_>,
        change: &'c Change<'_>,
        binding: &Binding,
    ) -> Option<Reason<'c>> {
        let task = chain.task();
        let rest = own_parts(task, change);
        let literals: Vec<&'c Literal<'_>> = change.literals[..change.required].iter().collect();
        let ever = |all: &[&Literal<'_>], parts: &[Part<'_>]| self.ever(chain, change, (all, parts), binding);
        // It is shown as it is written, and so it has to be true for any values.
        let is_free = self.seen.complete && binding.iter().all(Option::is_none);
        let is_known = is_free && ever(&literals, &[]) == Some(true);
        let part = rest.iter().filter(|_| is_known).find(|one| {
            !matches!(one.condition, Condition::Equal(..)) && ever(&literals, &[**one]) == Some(false)
        })?;
        let literals = least(&literals, literals.clone(), |fewer| ever(fewer, &[*part]) == Some(false));
        let shown = show_condition(task, part.condition, &change.variables);
        let shown = if part.positive { shown } else { format!("(not {shown})") };
        let with: Vec<String> = literals.iter().map(|one| one.show(task, &change.variables)).collect();
        let with =
            if with.is_empty() { String::new() } else { format!(" together with {}", list(&with, "and")) };
        let why = self.instances_apart(chain, part, binding).filter(|_| with.is_empty());
        let why = why.map_or(String::new(), |why| format!(": {why}"));
        let text = format!("{} needs {shown}, which is never true{with}{why}", change.source.name(task));
        Some((text, literals.into_iter().copied().collect()))
    }

    /// A few of the facts that a condition asks for, all of them, that never hold together.
    fn instances_apart(&self, chain: &Chain<'_>, part: &Part<'_>, binding: &Binding) -> Option<String> {
        let literal = |pattern: Pattern, _| vec![pattern];
        let join = |all: bool, parts: &mut dyn Iterator<Item = Vec<Pattern>>| {
            if all { parts.flatten().collect() } else { Vec::new() }
        };
        let fold = Fold { literal: &literal, join: &join, is_settled: None };
        let mut binding = binding[..part.scope].to_vec();
        let asked = chain.reach.fold(&fold, (part.condition, part.positive), &mut binding);
        let fact = |one: &Pattern| self.rows.get(&one.predicate)?.iter().find(|row| one.fits(&row.0))?.1;
        let asked: Vec<FactId> =
            asked.iter().filter(|one| one.positive && one.holes() == 0).filter_map(fact).collect();
        let task = &self.ground_task;
        let ever = self.seen.any(|state| asked.iter().all(|one| holds(task, state, *one)));
        let least = if ever { Vec::new() } else { self.seen.fewest(task, &asked) };
        let shown = least.iter().filter_map(|one| Some(pattern_of(task, *one)?.show(chain.task())));
        let shown: Vec<String> = shown.collect();
        (shown.len() > 1).then(|| format!("{} never hold together", list(&shown, "and")))
    }
}

/// The conditions of an action or a rule itself that are no literals.
fn own_parts<'a>(task: &'a Task, change: &Change<'a>) -> Vec<Part<'a>> {
    match change.source {
        Source::Action(at) => {
            let schema = &task.schemas[at];
            conjuncts(&[(&schema.precondition, schema.parameters.len())]).1
        }
        Source::Rule(_) => change.rest.clone(),
    }
}

/// Whether a condition asks for different objects.
fn is_inequality(part: &Part<'_>) -> bool {
    let is_open = |term: &Term| matches!(term, Term::Variable(_));
    matches!(part.condition, Condition::Equal(left, right, _) if is_open(left) && is_open(right))
        && !part.positive
}

/// As few of some conditions as are needed, of which those are left out first that come first in an order.
fn least<'l, 'a>(
    order: &[&'l Literal<'a>],
    all: Vec<&'l Literal<'a>>,
    is_enough: impl Fn(&[&Literal<'_>]) -> bool,
) -> Vec<&'l Literal<'a>> {
    order.iter().fold(all, |least, one| {
        let fewer: Vec<_> = least.iter().copied().filter(|other| !std::ptr::eq(*other, *one)).collect();
        if is_enough(&fewer) { fewer } else { least }
    })
}
