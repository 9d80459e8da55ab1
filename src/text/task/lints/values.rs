//! Lints: a value of a cost that was forgotten, while others are given.
//!
//! In: a task. Out: for each function at most one warning, about an instance of an action whose conditions can hold,
//! as far as is looked, and whose cost has no value. Bounded: where much would have to be looked at, there is none.

use rustc_hash::{FxHashMap, FxHashSet};

use super::{Model, required};
use crate::task::literal::{Binding, matched, objects, written};
use crate::task::{Amount, Atom, FunctionId, ObjectId, PredicateId, Schema, Task, Term};
use banto_base::source::{Diagnostic, codes};

/// No more facts than this are looked at, and no longer chain of actions.
const MAX_FACTS: usize = 500_000;
const MAX_CHAIN: usize = 100;

pub(super) fn values(model: &Model<'_>, out: &mut Vec<Diagnostic>) {
    let task = model.task;
    let asks = |schema: &Schema| schema.cost.iter().any(|amount| matches!(amount, Amount::Function(..)));
    if task.values.is_empty() || !task.schemas.iter().any(asks) {
        return;
    }
    let changed = super::changed(task);
    let mut facts: FxHashMap<PredicateId, Vec<&[ObjectId]>> = FxHashMap::default();
    task.init.iter().for_each(|(predicate, objects)| facts.entry(predicate).or_default().push(objects));
    let given: FxHashSet<(FunctionId, &[ObjectId])> = task.values.iter().collect();
    let initial = task.init.iter().collect();
    let (holds, open) = (FxHashSet::default(), Vec::new());
    let mut search = Search { task, changed, facts, given, initial, holds, open, left: MAX_FACTS };
    let mut told = FxHashSet::default();
    for schema in task.schemas.iter() {
        for amount in &schema.cost {
            let Amount::Function(function, terms, span) = amount else { continue };
            // Another warning reports a cost without any value.
            let fits =
                |(term, object): (&Term, &ObjectId)| !matches!(term, Term::Object(named) if named != object);
            let mut known = task.values.iter().filter(|(of, _)| of == function);
            let is_given = known.any(|(_, objects)| terms.iter().zip(objects).all(fits));
            if !is_given || told.contains(function) || model.limits.check().is_err() {
                continue;
            }
            let binding = vec![None; schema.parameters.len()];
            let asked = search.asked(schema, false);
            if !required(&schema.precondition).1.is_empty() {
                continue;
            }
            let Some(binding) = search.instance(schema, asked, binding, Some((*function, terms))) else {
                continue;
            };
            told.insert(*function);
            let of_cost =
                |slot: usize| terms.contains(&Term::Variable(u32::try_from(slot).unwrap_or(u32::MAX)));
            let shown = |slot: usize| match binding[slot].filter(|_| of_cost(slot)) {
                Some(object) => format!(" {}", task.objects.name(object)),
                None => format!(" {}", schema.parameters[slot].name),
            };
            let step: String = (0..binding.len()).map(shown).collect();
            let objects = objects(terms, &binding).unwrap_or_default();
            let names = objects.iter().map(|object| task.objects.name(*object));
            let term = written(task.functions.name(*function), names);
            let message = format!("{term} has no value: ({}{step}) can never be applied", schema.name);
            let fault = codes::W0214.at(*span, message).label("its cost, which has values for other objects");
            let help =
                format!("write (= {term} NUMBER) in :init, or take back the fact that allows the action");
            out.push(fault.help(help));
        }
    }
}

struct Search<'a> {
    task: &'a Task,
    /// The predicates that actions or rules change.
    changed: FxHashSet<PredicateId>,
    facts: FxHashMap<PredicateId, Vec<&'a [ObjectId]>>,
    given: FxHashSet<(FunctionId, &'a [ObjectId])>,
    initial: FxHashSet<(PredicateId, &'a [ObjectId])>,
    /// Other facts that may hold at some time, and those that are being looked for.
    holds: FxHashSet<(PredicateId, Vec<ObjectId>)>,
    open: Vec<(PredicateId, Vec<ObjectId>)>,
    left: usize,
}

impl<'a> Search<'a> {
    /// The atoms that a schema asks for and no action changes; or those that actions do change.
    fn asked(&self, schema: &'a Schema, changed: bool) -> Vec<&'a Atom> {
        let asked = required(&schema.precondition).0.into_iter().filter(|one| one.positive);
        asked.map(|one| one.atom).filter(|atom| self.changed.contains(&atom.predicate) == changed).collect()
    }

    /// An instance of a schema that meets these atoms, each other atom of whose precondition may hold at some time,
    /// and whose cost, if one is given, has no value.
    fn instance(
        &mut self,
        schema: &'a Schema,
        mut asked: Vec<&'a Atom>,
        binding: Binding,
        cost: Option<(FunctionId, &[Term])>,
    ) -> Option<Binding> {
        let of_cost = cost.and_then(|(function, terms)| Some((function, objects(terms, &binding)?)));
        if of_cost.as_ref().is_some_and(|(function, objects)| self.given.contains(&(*function, &objects[..])))
        {
            return None;
        }
        // First what binds the objects of the cost: what has a value is then left at once. Then what is bound most.
        let is_open = |term: &Term| matches!(term, Term::Variable(slot) if binding[*slot as usize].is_none());
        let binds = |atom: &Atom| {
            let open = atom.arguments.iter().filter(|term| is_open(term));
            let wanted = open.clone().filter(|term| cost.is_some_and(|(_, terms)| terms.contains(term)));
            (wanted.count(), usize::MAX - open.count())
        };
        let Some(at) = (0..asked.len()).max_by_key(|at| (binds(asked[*at]), usize::MAX - at)) else {
            let changing = self.asked(schema, true).into_iter();
            let known =
                changing.filter_map(|atom| Some((atom.predicate, objects(&atom.arguments, &binding)?)));
            let known: Vec<_> = known.collect();
            let may_hold = known.into_iter().all(|fact| self.may_hold(fact));
            return (may_hold && (cost.is_none() || of_cost.is_some())).then_some(binding);
        };
        let atom = asked.remove(at);
        for index in 0..self.facts.get(&atom.predicate).map_or(0, Vec::len) {
            self.left = self.left.checked_sub(1)?;
            let objects = self.facts[&atom.predicate][index];
            if let Some(bound) = matched(self.task, atom, objects, (&schema.parameters, &binding))
                && let Some(found) = self.instance(schema, asked.clone(), bound, cost)
            {
                return Some(found);
            }
        }
        None
    }

    /// Whether a fact holds initially, or actions may lead to it.
    fn may_hold(&mut self, fact: (PredicateId, Vec<ObjectId>)) -> bool {
        let is_derived = self.task.predicate_info[fact.0.index()].layer.is_some();
        if is_derived || self.initial.contains(&(fact.0, &fact.1[..])) || self.holds.contains(&fact) {
            return true;
        }
        if self.open.contains(&fact) || self.left == 0 {
            return false;
        }
        if self.open.len() > MAX_CHAIN {
            self.left = 0;
            return false;
        }
        self.open.push(fact.clone());
        let mut found = false;
        for schema in self.task.schemas.iter() {
            for (atom, _) in
                schema.changes().into_iter().filter(|(atom, adds)| *adds && atom.predicate == fact.0)
            {
                let binding = vec![None; schema.parameters.len()];
                found = found
                    || matched(self.task, atom, &fact.1, (&schema.parameters, &binding)).is_some_and(
                        |bound| {
                            let asked = self.asked(schema, false);
                            self.instance(schema, asked, bound, None).is_some()
                        },
                    );
            }
        }
        self.open.pop();
        if found {
            self.holds.insert(fact);
        }
        found
    }
}
