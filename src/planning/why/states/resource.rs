//! A resource that does not suffice, with numbers: what every plan takes of it at least, and what there is.
//!
//! In: a ground task. Out: a [`Shortage`], if one is proven. A *resource* is a variable whose values, from step to
//! step, only lead on and never back, or all such variables about one predicate (Nakhost, Hoffmann and Müller 2012). A
//! cheapest plan of the task without it, where an operator costs what it takes, tells what every plan takes at least.
//! A variable that is filled up again at times runs out if there is no plan, and one of the task without it.
//! Only the amount matters: what can be done with less can be done with more, for the same consumption. A place on a
//! one-way road, or a clock by which things happen at a certain time, is no resource: more of it would not do.

use std::cell::RefCell;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};
use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::deadends::longest_ways;
use crate::ground::Scope;
use crate::strips::{self, FactId, FactName, OpId, VarId};
use crate::why::chain::Chain;
use crate::why::chain::ways::unify;
use crate::why::edit::{Edit, EditKind, Patch, Site};
use crate::why::facts::{generalize, pattern_of};
use crate::why::literal::{
    Change, Pattern, Source, acts, changes, conjuncts, distinct, leave_out, list, literals_of, tuples,
};
use crate::why::trials::{ONE, grounded, trial};
use banto_base::limits::{Limits, Stop};
use banto_text::task::invariants::{Part, widened};
use banto_text::task::{Atom, Effect, GroundAtoms, ObjectId, PredicateId, Task};

/// States times operators that are looked at for one resource.
const WORK: usize = 4_000_000;

/// Resources that are looked at, those with most levels first.
const MOST: usize = 8;

/// A resource of which every plan takes more than there is.
pub(crate) struct Shortage {
    /// Its facts.
    pub(crate) pattern: Pattern,
    /// Those of it that hold initially, one of each variable.
    facts: Vec<FactId>,
    /// The least that every plan takes, and how much there is.
    pub(crate) taken: u64,
    pub(crate) given: u64,
    /// Whether it is filled up at times.
    is_filled: bool,
}

/// That of the facts of a predicate, which no action adds, every plan uses up more than there are; with one of them.
/// A cheapest plan of the task without the predicate, where what uses up a fact of it costs one, is the bound.
pub(crate) fn used_up(task: &Task, limits: &Limits) -> Result<Option<(String, String)>, Stop> {
    let all = changes(task);
    for predicate in task.predicates.ids() {
        let own: Vec<&Change<'_>> = all.iter().filter(|one| one.atom.predicate == predicate).collect();
        let rows = distinct(task.init.iter().filter(|fact| fact.0 == predicate).map(|fact| fact.1));
        if own.is_empty() || own.iter().any(|one| one.adds) || rows.is_empty() {
            continue;
        }
        let Some(without) = without(task, predicate) else { continue };
        let is_sure = |one: &&&Change<'_>| one.literals.len() == one.required && one.is_asked();
        let takers: FxHashSet<Source> = own.iter().filter(is_sure).map(|one| one.source).collect();
        let ground = grounded(&without, &Scope::Goal, limits)?.and_then(|one| one.task);
        let Some(ground) = ground.filter(|one| one.axioms().is_empty()) else { continue };
        let cost = |operator| u64::from(takers.contains(&Source::Action(ground.step(operator).0.index())));
        let taken = cheapest(&ground, &|_| false, &cost, limits)?;
        if let Some(taken) = taken.filter(|taken| *taken > rows.len() as u64)
            && helps(task, predicate, rows[0], limits)?
        {
            let any = Pattern::any(task, predicate).show(task);
            let (given, acts) = (rows.len(), acts(task, own.iter().copied()));
            let text = format!(
                "every plan uses up at least {taken} facts {any}, and :init has {given}; no action adds one: {acts}"
            );
            return Ok(Some((text, Pattern::fact(predicate, rows[0]).show(task))));
        }
    }
    Ok(None)
}

/// That the goal asks for more facts of a predicate than ever hold at a time: what adds one takes a fact of another, of
/// which there are too few; with one of these. What the effects alone do not prove, the `most` that hold in a state do.
pub(crate) fn too_few(
    chain: &Chain<'_>,
    most: &dyn Fn(&[PredicateId]) -> Option<usize>,
) -> Option<(String, Option<String>)> {
    let (task, all) = (chain.task(), &chain.changes);
    let goal = conjuncts(&[(&task.goal, 0)]).0;
    let is_in = |parts: &[Part], of: PredicateId| parts.iter().any(|part| part.0 == of);
    let given = |parts: &[Part]| task.init.iter().filter(|fact| is_in(parts, fact.0)).count();
    // What is taken for a fact that is added.
    let taken = |parts: &[Part], added: &Change<'_>| {
        let is_taken = |one: &&Change<'_>| {
            !one.adds
                && one.is_asked()
                && one.atom.predicate != added.atom.predicate
                && one.literals.len() == one.required
        };
        chain.changes_by(added.source).iter().filter(is_taken).find(|one| is_in(parts, one.atom.predicate))
    };
    task.predicates.ids().filter(|of| task.predicate_info[of.index()].layer.is_none()).find_map(|of| {
        let asked = goal.iter().filter(|one| one.positive && one.atom.predicate == of);
        let asked = distinct(asked.map(|one| &one.atom.arguments)).len();
        let counted = RefCell::new(None);
        let is_few = |parts: &[Part]| {
            let is_few = parts.len() < 4 && given(parts) < asked;
            let only: Vec<PredicateId> = parts.iter().map(|part| part.0).collect();
            if is_few && parts.len() > 1 && most(&only).is_some_and(|most| most <= given(parts))
            {
                counted.borrow_mut().get_or_insert_with(|| parts.to_vec());
            }
            is_few
        };
        // Two facts that are taken may be one.
        let is_simple = |parts: &Vec<Part>| {
            let sources =
                all.iter().filter(|one| one.adds && is_in(parts, one.atom.predicate)).map(|one| one.source);
            parts.len() > 1 && sources.clone().count() == distinct(sources).len()
        };
        let proven = if asked > 1 { widened(task, vec![(of, None)], all, None, &is_few) } else { Vec::new() };
        let parts = proven.into_iter().find(is_simple).or(counted.into_inner())?;
        let act = |one: &Change<'_>| {
            Some(format!("{} {} and {}", one.source.name(task), one.act(task), taken(&parts, one)?.act(task)))
        };
        let acts: Vec<String> = chain.changes_of(true, of).map(act).collect::<Option<_>>()?;
        let any = |of: PredicateId| Pattern::any(task, of).show(task);
        let stated = parts.iter().filter(|part| chain.is_stated(part.0)).map(|part| any(part.0));
        let (number, stated) = (given(&parts), list(&stated.collect::<Vec<_>>(), "or"));
        let (are, s) = if number == 1 { ("is", "") } else { ("are", "s") };
        let text = format!(
            "the goal asks for {asked} facts {}, and there {are} never more than {number}: {}, and :init has {number} fact{s} {stated}",
            any(of),
            list(&distinct(acts), "and"),
        );
        let first = task.init.iter().find(|fact| is_in(&parts, fact.0))?;
        Some((text, Some(Pattern::fact(first.0, first.1).show(task))))
    })
}

/// Whether more facts of a predicate would do: of objects that are there, or with some more like one in a fact of it.
fn helps(task: &Task, predicate: PredicateId, row: &[ObjectId], limits: &Limits) -> Result<bool, Stop> {
    let mut after = task.clone();
    for row in tuples(task, predicate, &vec![None; row.len()]) {
        after.init.push(predicate, &row);
    }
    let mut work = ONE;
    if trial(&after, limits, &mut work)?.is_some() {
        return Ok(true);
    }
    for object in row {
        let own = task.init.iter().filter(|(_, row)| row.contains(object));
        let gap = |one: &ObjectId| Some(*one).filter(|one| one != object);
        let facts = own.map(|(of, row)| (of, row.iter().map(gap).collect())).collect();
        let patch = Patch::Object(task.object_types[object.index()].clone(), facts);
        let one = Edit { site: Site::Objects, kind: EditKind::Add, old: None, new: None, patch };
        let after = (0..MOST).fold(task.clone(), |after, _| one.apply(&after));
        if trial(&after, limits, &mut work)?.is_some() {
            return Ok(true);
        }
    }
    Ok(false)
}

/// A task without a predicate, if it is asked for and changed only in parts that can be left out.
fn without(task: &Task, predicate: PredicateId) -> Option<Task> {
    let is_it = |atom: &Atom| atom.predicate == predicate;
    let mut task = task.clone();
    let mut init = GroundAtoms::default();
    task.init.iter().filter(|fact| fact.0 != predicate).for_each(|(of, row)| init.push(of, row));
    task.init = init;
    leave_out(&mut task.goal, &is_it);
    for schema in Arc::make_mut(&mut task.schemas) {
        leave_out(&mut schema.precondition, &is_it);
        schema.effects.retain(|one| !matches!(one, Effect::Delete(atom) if is_it(atom)));
    }
    let is_left = {
        let all = changes(&task);
        let asked =
            all.iter().flat_map(|one| one.all_literals().map(|one| one.atom.predicate).collect::<Vec<_>>());
        let asked = asked.chain(all.iter().map(|one| one.atom.predicate));
        let goal = literals_of((&task.goal, true)).into_iter().map(|one| one.atom.predicate);
        asked.chain(goal).any(|one| one == predicate)
    };
    (!is_left).then_some(task)
}

/// A variable with the level of each of its values, by the steps that can still be taken.
struct Falling {
    variable: VarId,
    levels: FxHashMap<FactId, u64>,
    /// The operators that lead to a higher level.
    fills: FxHashSet<OpId>,
}

impl Shortage {
    /// The first shortage that is proven.
    pub(crate) fn of(task: &strips::Task, names: &Task, limits: &Limits) -> Result<Option<Self>, Stop> {
        if !task.axioms().is_empty() {
            return Ok(None);
        }
        let count = task.variables().len();
        let all = (0..count).filter_map(|at| falling(task, VarId::from(at)));
        let mut falling: Vec<Falling> = all.collect();
        let start = |one: &Falling| task.initial()[one.variable.index()];
        let level = |one: &Falling| one.levels[&start(one)];
        falling.retain(|one| level(one) > 0 && one.only_counts(task));
        falling.sort_by_key(|one| Reverse(level(one)));
        let mut together: BTreeMap<PredicateId, Vec<&Falling>> = BTreeMap::new();
        for one in &falling {
            if let Some(of) = pattern_of(task, start(one)).filter(|of| of.positive) {
                together.entry(of.predicate).or_default().push(one);
            }
        }
        let mut sets: Vec<Vec<&Falling>> = together.into_values().filter(|set| set.len() > 1).collect();
        sets.truncate(MOST);
        sets.extend(falling.iter().take(MOST).map(|one| vec![one]));
        for set in sets {
            let given = set.iter().map(|one| level(one)).sum();
            let Some(taken) = least(task, &set, limits)?.filter(|taken| *taken > given) else { continue };
            let Some(mut pattern) = pattern_of(task, start(set[0])) else { continue };
            // What the goal does not need, such as waiting, is left out of the task, but may take of it, too.
            let scope = Scope::Everything(vec![pattern.predicate]);
            let Some(all) = grounded(names, &scope, limits)?.and_then(|one| one.task) else { continue };
            let given_in_all = |one: &Falling| {
                let shown = task.show_fact(names, start(one));
                let same = all.initial().iter().find(|fact| all.show_fact(names, **fact) == shown)?;
                Some(self::falling(&all, all.variable_of(*same))?.levels[same])
            };
            if set.iter().any(|one| given_in_all(one) != Some(level(one))) {
                continue;
            }
            let values = set.iter().flat_map(|one| task.variables()[one.variable.index()].facts());
            generalize(&mut pattern, task, values);
            let facts = set.iter().map(|one| start(one)).collect();
            return Ok(Some(Self { pattern, facts, taken, given, is_filled: false }));
        }
        Ok(None)
    }

    /// A variable that is filled up at times and without which there would be a plan, in a task that has none.
    pub(crate) fn running_out(task: &strips::Task, limits: &Limits) -> Result<Option<Self>, Stop> {
        let all = (0..task.variables().len()).filter(|_| task.axioms().is_empty());
        let filled = all.flat_map(|at| filled(task, VarId::from(at)));
        let filled = filled.filter(|one| one.only_counts(task)).take(MOST);
        for one in filled.collect::<Vec<_>>() {
            let fact = task.initial()[one.variable.index()];
            let given = one.levels[&fact];
            let Some(taken) = least(task, &[&one], limits)?.filter(|taken| *taken > given) else { continue };
            let Some(mut pattern) = pattern_of(task, fact).filter(|of| of.positive) else { continue };
            generalize(&mut pattern, task, task.variables()[one.variable.index()].facts());
            return Ok(Some(Self { pattern, facts: vec![fact], taken, given, is_filled: true }));
        }
        Ok(None)
    }

    /// The shortage in words, and the fact of `:init` that it is about.
    pub(crate) fn show(&self, names: &Task, task: &strips::Task) -> (String, Option<String>) {
        let (shown, Self { taken, given, .. }) = (self.pattern.show(names), self);
        let (all, count) = (changes(names), self.facts.len());
        let fact = task.show_fact(names, self.facts[0]);
        let acts = || acts(names, all.iter().filter(|one| one.is(false, self.pattern.predicate)));
        let movers = || {
            let is_taken = |at| task.operators().any(|one| task.step(one).0.index() == at);
            let ends = all.iter().filter(|one| {
                one.is(false, self.pattern.predicate) && one.source.schema().is_some_and(is_taken)
            });
            let names = distinct(ends.map(|one| one.source.name(names)));
            format!("{} {} them", list(&names, "and"), if names.len() == 1 { "takes" } else { "take" })
        };
        // What some action gives back is not among them.
        let is_all = names.init.iter().filter(|one| one.0 == self.pattern.predicate).count() == count;
        let own = distinct(self.facts.iter().map(|one| task.show_fact(names, *one)));
        let of = if is_all || count == 1 { shown.clone() } else { list(&own, "and") };
        let text = if self.is_filled {
            format!(
                "{shown} runs out: every plan takes at least {taken} steps of it in all, from {fact} there are {given}, and it is not filled up in time; with enough of it, there would be a plan"
            )
        } else if !self.pattern.positive {
            let (atom, of) = (self.pattern.show_atom(names), self.pattern.predicate);
            let adds = all.iter().filter(|one| {
                let mut asked = one.literals[..one.required].iter();
                one.is(true, of) && asked.any(|own| !own.positive && own.atom.predicate == of)
            });
            let adds = distinct(adds.map(|one| one.source.name(names)));
            let needs = if adds.len() == 1 { "needs" } else { "need" };
            let adds = list(&adds, "and");
            let why = if adds.is_empty() { adds } else { format!(": {adds} {needs} it to be false") };
            let ends = all.iter().filter(|one| one.is(false, of) && unify(one, &self.pattern).is_some());
            let ends = distinct(ends.map(|one| one.source.name(names)));
            let (never, s) = (list(&ends, "and"), if ends.len() == 1 { "s" } else { "" });
            let never = if ends.is_empty() { "nothing makes" } else { &format!("{never} never make{s}") };
            format!(
                "every plan would make {atom} true at least {taken} times, and {never} it false again{why}"
            )
        } else if *given == count as u64 && is_all && count > 1 {
            let acts = acts();
            format!("every plan uses up at least {taken} facts {shown}, and {given} can be used up: {acts}")
        } else if *given == count as u64 && (count > 1 || self.pattern.holes() == 0) {
            let (all, acts) = (if count > 1 { " in all, and each" } else { ", and it" }, acts());
            format!("every plan uses up {of} at least {taken} times{all} is there once: {acts}")
        } else {
            let (all, start) = if count > 1 { (" in all", ":init") } else { ("", &fact[..]) };
            let movers = movers();
            format!(
                "every plan takes at least {taken} steps of {of}{all}, and from {start} {given} are left: {movers}"
            )
        };
        (text, self.pattern.positive.then_some(fact))
    }
}

impl Falling {
    /// Whether it says only whether something is left, or its values only count: whatever can be done at a level, and
    /// what it takes, is the same at all levels above, so that more of it is as good as any.
    fn only_counts(&self, task: &strips::Task) -> bool {
        let mut values = task.variables()[self.variable.index()].facts();
        if values.len() == 2 && values.any(|fact| !matches!(task.name(fact), FactName::Atom(_))) {
            return true;
        }
        let is_own = |fact: &FactId| task.variable_of(*fact) == self.variable;
        let mut uses: FxHashMap<_, BTreeMap<u64, u64>> = FxHashMap::default();
        for operator in task.operators() {
            let (own, others): (Vec<FactId>, Vec<FactId>) =
                task.condition(operator).iter().copied().partition(is_own);
            let Some(from) = own.first().map(|fact| self.levels[fact]) else { continue };
            let is_fill = self.fills.contains(&operator);
            let effects = task.effects(operator).map(|one| (one.fact, one.condition.to_vec()));
            let (to, effects): (Vec<_>, Vec<_>) = effects.partition(|one| is_own(&one.0));
            let taken = to.first().filter(|_| !is_fill).map_or(0, |one| from - self.levels[&one.0]);
            let to = to.first().map_or(from, |one| self.levels[&one.0]);
            uses.entry((task.step(operator).0, others, effects, taken, is_fill))
                .or_default()
                .insert(from, to);
        }
        let start = self.levels[&task.initial()[self.variable.index()]];
        let most = self.levels.values().copied().max();
        let top = most.filter(|_| !self.fills.is_empty()).unwrap_or(start);
        // At the top, there is nothing to fill; elsewhere, who has more has more after it.
        let is_upwards = |((.., is_fill), at): (&(_, _, _, _, bool), &BTreeMap<u64, u64>)| {
            let end = if *is_fill && !at.contains_key(&top) { top } else { top + 1 };
            end - at.keys().next().unwrap_or(&end) == at.len() as u64 && at.values().is_sorted()
        };
        let levels: FxHashSet<&u64> = self.levels.values().collect();
        levels.len() == self.levels.len()
            && uses.iter().all(is_upwards)
            && !task.goal().iter().any(|fact| is_own(fact) && (self.levels[fact] != top || top != start))
    }
}

/// An operator that changes a variable, from a value to another, by their numbers.
type Step = (OpId, usize, usize);

/// The steps of a variable, if each operator that changes it asks for its value, and no effect happens only with one.
fn steps(task: &strips::Task, variable: VarId) -> Option<Vec<Step>> {
    let is_own = |fact: &FactId| task.variable_of(*fact) == variable;
    let first = task.variables()[variable.index()].first;
    let mut steps = Vec::new();
    for operator in task.operators() {
        for effect in task.effects(operator) {
            let is_guard = effect.condition.iter().any(is_own);
            if is_guard || is_own(&effect.fact) && !effect.condition.is_empty() {
                return None;
            }
            if is_own(&effect.fact) {
                let from = task.condition(operator).iter().copied().find(is_own)?;
                steps.push((operator, from.index() - first.index(), effect.fact.index() - first.index()));
            }
        }
    }
    steps.retain(|(_, from, to)| from != to);
    Some(steps)
}

/// The levels of a variable, if no steps but those that fill it up lead from a value back to it.
fn leveled(task: &strips::Task, variable: VarId, steps: &[Step], fills: FxHashSet<OpId>) -> Option<Falling> {
    let down = steps.iter().filter(|one| !fills.contains(&one.0)).map(|one| (one.1, one.2));
    let facts = task.variables()[variable.index()].facts();
    let levels = longest_ways(facts.len(), &down.collect::<Vec<_>>())?;
    let is_up = |(operator, from, to): &Step| !fills.contains(operator) || levels[*from] < levels[*to];
    let is_filled = steps.iter().all(is_up);
    let levels = facts.zip(levels).collect();
    is_filled.then_some(Falling { variable, levels, fills })
}

fn falling(task: &strips::Task, variable: VarId) -> Option<Falling> {
    leveled(task, variable, &steps(task, variable)?, FxHashSet::default())
}

/// The same of a variable that is filled up again: what one action takes, others may give back. What is only there or
/// not is no amount.
fn filled(task: &strips::Task, variable: VarId) -> Vec<Falling> {
    let steps = steps(task, variable).unwrap_or_default();
    let action = |one: &Step| task.step(one.0).0;
    let by = |taker| {
        let own: Vec<(usize, usize)> =
            steps.iter().filter(|one| action(one) == taker).map(|one| (one.1, one.2)).collect();
        let levels = longest_ways(task.variables()[variable.index()].facts().len(), &own)?;
        let fills = steps.iter().filter(|one| levels[one.1] < levels[one.2]).map(|one| one.0);
        leveled(task, variable, &steps, fills.collect())
            .filter(|one| !one.fills.is_empty() && one.levels.values().any(|level| *level > 1))
    };
    distinct(steps.iter().map(action)).into_iter().filter_map(by).collect()
}

/// The least that a plan takes of some variables, in the task without them; `None` if that is not found out.
fn least(task: &strips::Task, set: &[&Falling], limits: &Limits) -> Result<Option<u64>, Stop> {
    let own = |fact: FactId| set.iter().find(|one| one.variable == task.variable_of(fact));
    let cost = |operator: OpId| -> u64 {
        let fall = |fact: &FactId| {
            let one = own(*fact).filter(|one| !one.fills.contains(&operator))?;
            let effect =
                task.effects(operator).find(|effect| task.variable_of(effect.fact) == one.variable)?;
            Some(one.levels[fact] - one.levels[&effect.fact])
        };
        task.condition(operator).iter().filter_map(fall).sum()
    };
    cheapest(task, &|fact| own(fact).is_some(), &cost, limits)
}

/// The cost of a cheapest plan of a task without some facts; `None` if that is not found out.
fn cheapest(
    task: &strips::Task,
    is_out: &dyn Fn(FactId) -> bool,
    cost: &dyn Fn(OpId) -> u64,
    limits: &Limits,
) -> Result<Option<u64>, Stop> {
    let costs: Vec<(OpId, u64)> = task.operators().map(|operator| (operator, cost(operator))).collect();
    let holds =
        |state: &[FactId], fact: FactId| is_out(fact) || state[task.variable_of(fact).index()] == fact;
    // Only what the set takes from the goal is left out: it is a bound all the same.
    let start: Box<[FactId]> = task.initial().into();
    let mut known: FxHashMap<Box<[FactId]>, u64> = FxHashMap::default();
    known.insert(start.clone(), 0);
    let mut open = BinaryHeap::from([Reverse((0, 0, start))]);
    let mut number = 0;
    while let Some(Reverse((taken, _, state))) = open.pop() {
        limits.check()?;
        if known.get(&state).is_some_and(|best| *best < taken) {
            continue;
        }
        if task.goal().iter().all(|goal| holds(&state, *goal)) {
            return Ok(Some(taken));
        }
        if known.len() * costs.len().max(1) > WORK {
            return Ok(None);
        }
        for (operator, cost) in &costs {
            if !task.condition(*operator).iter().all(|fact| holds(&state, *fact)) {
                continue;
            }
            let mut next = state.clone();
            for effect in task.effects(*operator).filter(|effect| !is_out(effect.fact)) {
                if effect.condition.iter().all(|fact| holds(&state, *fact)) {
                    next[task.variable_of(effect.fact).index()] = effect.fact;
                }
            }
            let taken = taken + cost;
            if known.get(&next).is_none_or(|best| taken < *best) {
                known.insert(next.clone(), taken);
                number += 1;
                open.push(Reverse((taken, number, next)));
            }
        }
    }
    Ok(None)
}
