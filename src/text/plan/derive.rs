//! Derived predicates: the least fixpoint of the rules.
//!
//! In: a state with correct basic atoms, and the predicates to be read. Out: the same state with their derived atoms.
//! Predicates that derive each other form a group; a group is derived when it is needed and something that it reads has
//! changed. After a first pass over its rules, a rule is tried again only with new rows for one of its atoms
//! (semi-naive evaluation).

use std::ops::Range;

use super::evaluate::{Binding, State};
use super::guide::{Guides, Values};
use crate::task::{Condition, ObjectId, PredicateId, Task};

/// The ranks of a group: how often its rules are applied. Those after the last share it.
const MOST_RANKS: u32 = 1 << 16;

pub(super) struct Rules<'t> {
    /// A group reads only basic predicates and earlier groups.
    groups: Vec<Group<'t>>,
    group_of: Vec<Option<usize>>,
}

/// Predicates that derive each other.
struct Group<'t> {
    predicates: Vec<PredicateId>,
    rules: Vec<Rule<'t>>,
    /// The other predicates that it reads, with the version last read.
    inputs: Vec<(PredicateId, Option<u64>)>,
    /// Whether it was derived at all.
    derived: bool,
}

struct Rule<'t> {
    predicate: PredicateId,
    values: Values<'t>,
    guides: Guides<'t>,
    /// The literals of its guides that are atoms of the same group: guide, literal, predicate.
    recursive: Vec<(usize, usize, PredicateId)>,
    /// Whether a guide leaves out an atom of the same group: then the rule is tried as a whole.
    opaque: bool,
}

impl<'t> Rules<'t> {
    pub(super) fn new(task: &'t Task) -> Self {
        let mut rules: Vec<Vec<Rule<'t>>> = task.predicate_info.iter().map(|_| Vec::new()).collect();
        let mut reads: Vec<Vec<PredicateId>> = vec![Vec::new(); task.predicates.len()];
        for axiom in &task.axioms {
            let predicate = axiom.predicate;
            let values = Values { variables: &axiom.parameters, body: &axiom.condition, wanted: true };
            let read = axiom.condition.literals(true).into_iter().map(|(atom, _)| atom.predicate);
            reads[predicate.index()].extend(read);
            let guides = Guides::new(values, 0);
            let rule = Rule { predicate, values, guides, recursive: Vec::new(), opaque: false };
            rules[predicate.index()].push(rule);
        }
        for read in &mut reads {
            read.sort_unstable();
            read.dedup();
        }
        let derived = |predicate: PredicateId| task.predicate_info[predicate.index()].layer.is_some();
        let mut group_of = vec![None; reads.len()];
        let mut groups = Vec::new();
        for predicates in components(&reads, &derived) {
            for predicate in &predicates {
                group_of[predicate.index()] = Some(groups.len());
            }
            let inside = |predicate: PredicateId| predicates.contains(&predicate);
            let mut group = Group {
                predicates: predicates.clone(),
                rules: Vec::new(),
                inputs: Vec::new(),
                derived: false,
            };
            for predicate in &predicates {
                group.rules.append(&mut rules[predicate.index()]);
                let others = reads[predicate.index()].iter().filter(|read| !inside(**read));
                group.inputs.extend(others.map(|read| (*read, None)));
            }
            group.inputs.sort_unstable();
            group.inputs.dedup();
            group.rules.iter_mut().for_each(|rule| rule.find_recursion(&inside));
            groups.push(group);
        }
        Self { groups, group_of }
    }

    /// The groups of the derived predicates that some conditions read.
    pub(super) fn read_by<'c>(&self, conditions: impl IntoIterator<Item = &'c Condition>) -> Vec<usize> {
        let atoms = conditions.into_iter().flat_map(|condition| condition.literals(true));
        let mut groups: Vec<usize> =
            atoms.filter_map(|(atom, _)| self.group_of[atom.predicate.index()]).collect();
        groups.sort_unstable();
        groups.dedup();
        groups
    }

    /// Brings all derived atoms up to date.
    pub(super) fn derive_all(&mut self, state: &mut State<'_>) {
        self.derive(&(0..self.groups.len()).collect::<Vec<_>>(), state);
    }

    /// Brings the derived atoms of some groups up to date.
    pub(super) fn derive(&mut self, wanted: &[usize], state: &mut State<'_>) {
        let Some(last) = wanted.iter().max() else { return };
        let mut needed = vec![false; last + 1];
        wanted.iter().for_each(|group| needed[*group] = true);
        for group in (0..=*last).rev() {
            let inputs = self.groups[group].inputs.iter().filter(|_| needed[group]);
            let below = inputs.filter_map(|(input, _)| self.group_of[input.index()]).collect::<Vec<_>>();
            below.iter().for_each(|below| needed[*below] = true);
        }
        for group in (0..=*last).filter(|group| needed[*group]) {
            let earlier = u32::try_from(group).unwrap_or(u32::MAX).saturating_mul(MOST_RANKS);
            self.groups[group].refresh(state, earlier);
        }
    }
}

impl Group<'_> {
    /// Derives its facts after those of a rank, if anything has changed.
    fn refresh(&mut self, state: &mut State<'_>, earlier: u32) {
        let mut fresh = std::mem::replace(&mut self.derived, true);
        for (input, seen) in &mut self.inputs {
            let version = Some(state.relation(*input).version());
            fresh &= *seen == version;
            *seen = version;
        }
        if !fresh {
            self.derive(state, earlier);
        }
    }

    fn derive(&self, state: &mut State<'_>, earlier: u32) {
        let mut ranks = 0;
        let mut next = || {
            ranks = MOST_RANKS.min(ranks + 1);
            earlier.saturating_add(ranks)
        };
        for predicate in &self.predicates {
            state.relation_mut(*predicate).clear();
        }
        for rule in &self.rules {
            rule.apply(state, None, next());
        }
        let mut from = vec![0; self.predicates.len()];
        loop {
            let to: Vec<usize> =
                self.predicates.iter().map(|predicate| state.relation(*predicate).len()).collect();
            if from == to {
                return;
            }
            for rule in &self.rules {
                if rule.opaque {
                    rule.apply(state, None, next());
                    continue;
                }
                for (guide, literal, predicate) in &rule.recursive {
                    let place = self.predicates.iter().position(|one| one == predicate);
                    let place = place.expect("a predicate of a group is among the group's predicates");
                    rule.apply(state, Some((*guide, *literal, from[place]..to[place])), next());
                }
            }
            from = to;
        }
    }
}

impl Rule<'_> {
    fn find_recursion(&mut self, inside: &dyn Fn(PredicateId) -> bool) {
        for (number, guide) in self.guides.all.iter().enumerate() {
            self.opaque |= guide.left_out.iter().any(|predicate| inside(*predicate));
            for (index, literal) in guide.literals.iter().enumerate() {
                let own = literal.wanted_atom().filter(|predicate| inside(*predicate));
                self.recursive.extend(own.map(|predicate| (number, index, predicate)));
            }
        }
    }

    /// Adds what follows, with a rank; with `rows`, only what follows from those rows for one literal of one guide.
    fn apply(&self, state: &mut State<'_>, rows: Option<(usize, usize, Range<usize>)>, rank: u32) {
        if rows.as_ref().is_some_and(|(_, _, rows)| rows.is_empty()) {
            return;
        }
        let mut binding = Binding::new();
        let relation = state.relation(self.predicate);
        let arity = state.task.predicate_info[self.predicate.index()].parameters.len();
        let mut found: Vec<ObjectId> = Vec::new();
        let mut count = 0;
        let mut visit = |binding: &mut Binding| {
            let start = found.len();
            found.extend(&binding[..]);
            if relation.holds(&found[start..]) {
                found.truncate(start);
            } else {
                count += 1;
            }
            // Once is enough if there is nothing to choose.
            arity == 0
        };
        match rows {
            None => state.each(self.values, &mut binding, &mut visit),
            Some((guide, literal, rows)) => {
                let (guides, rows) = (&self.guides, Some((literal, rows)));
                state.join(self.values, guides, &guides.all[guide], rows, &mut binding, &mut visit)
            }
        };
        for index in 0..count {
            state.relation_mut(self.predicate).add(&found[index * arity..(index + 1) * arity], rank);
        }
    }
}

/// Groups of derived predicates that reach each other, each after those that it reads (Tarjan's algorithm, as a loop).
fn components(reads: &[Vec<PredicateId>], derived: &dyn Fn(PredicateId) -> bool) -> Vec<Vec<PredicateId>> {
    const NEW: usize = usize::MAX;
    let (mut order, mut low) = (vec![NEW; reads.len()], vec![NEW; reads.len()]);
    let (mut count, mut found, mut open) = (0, Vec::new(), Vec::new());
    let mut closed = vec![false; reads.len()];
    for root in (0..reads.len()).filter(|root| derived(PredicateId::from(*root))) {
        if order[root] != NEW {
            continue;
        }
        let mut path = vec![(root, 0)];
        while let Some((node, next)) = path.last_mut() {
            let node = *node;
            if *next == 0 {
                (order[node], low[node]) = (count, count);
                count += 1;
                open.push(node);
            }
            let Some(read) = reads[node].get(*next).map(|read| read.index()) else {
                path.pop();
                if let Some((above, _)) = path.last() {
                    low[*above] = low[*above].min(low[node]);
                }
                if low[node] == order[node] {
                    let start = open.iter().rposition(|one| *one == node).unwrap_or(0);
                    let mut group: Vec<PredicateId> = open.drain(start..).map(PredicateId::from).collect();
                    group.sort_unstable();
                    group.iter().for_each(|one| closed[one.index()] = true);
                    found.push(group);
                }
                continue;
            };
            *next += 1;
            if !derived(PredicateId::from(read)) || closed[read] {
                continue;
            }
            if order[read] == NEW {
                path.push((read, 0));
            } else {
                low[node] = low[node].min(order[read]);
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use std::fmt::Write;

    use super::*;
    use banto_base::limits::Limits;

    const DOMAINS: &[&str] = &[
        "(:predicates (e ?x ?y) (m ?x) (p ?x ?y))
         (:derived (p ?x ?y) (or (e ?x ?y) (exists (?z) (and (e ?x ?z) (p ?z ?y)))))",
        "(:predicates (e ?x ?y) (m ?x) (p ?x ?y) (r ?x))
         (:derived (p ?x ?y) (e ?x ?y))
         (:derived (p ?x ?y) (exists (?z) (and (p ?x ?z) (p ?z ?y))))
         (:derived (r ?x) (forall (?y) (or (p ?x ?y) (p ?y ?x) (= ?x ?y))))",
        // Even and odd distances: two predicates that call each other, and a layer above.
        "(:predicates (e ?x ?y) (m ?x) (p ?x ?y) (q ?x ?y) (s ?x ?y) (none))
         (:derived (p ?x ?y) (or (e ?x ?y) (exists (?z) (and (q ?x ?z) (e ?z ?y) (not (m ?z))))))
         (:derived (q ?x ?y) (exists (?z) (and (p ?x ?z) (e ?z ?y))))
         (:derived (s ?x ?y) (and (p ?x ?y) (not (q ?x ?y))))
         (:derived (none) (not (exists (?x ?y) (s ?x ?y))))",
        // Disjunctions within conjunctions, as distances modulo three; and more alternatives than are written out.
        "(:predicates (e ?x ?y) (m ?x) (p ?x ?y) (q ?x ?y) (r ?x ?y))
         (:derived (p ?x ?y) (and (or (m ?x) (e ?x ?x) (e ?x ?y)) (or (e ?x ?y) (exists (?z) (and (r ?x ?z)
            (or (e ?z ?y) (and (m ?z) (= ?z ?y))))))))
         (:derived (q ?x ?y) (exists (?z) (and (e ?z ?y) (or (p ?x ?z) (r ?x ?z) (q ?z ?x)))))
         (:derived (r ?x ?y) (exists (?z) (and (q ?x ?z) (e ?z ?y) (or (m ?x) (m ?y)) (or (m ?z) (e ?x ?z))
            (or (e ?y ?x) (not (m ?y))) (or (e ?x ?y) (q ?z ?y) (m ?z)) (or (e ?x ?x) (e ?z ?z) (e ?y ?z)))))",
        // A recursion inside quantifiers: a game whose lost positions move to won ones only.
        "(:predicates (e ?x ?y) (m ?x) (w ?x) (a ?x - small) (b ?x))
         (:derived (w ?x) (or (m ?x) (and (exists (?y) (e ?x ?y))
            (forall (?y) (imply (e ?x ?y) (exists (?z) (and (e ?y ?z) (w ?z))))))))
         (:derived (a ?x) (exists (?y - small) (and (e ?x ?y) (or (m ?y) (a ?y)))))
         (:derived (b ?x) (and (exists (?y) (e ?x ?y)) (exists (?y ?z) (and (e ?y ?z) (e ?z ?x)))))",
    ];

    /// The oracle: every rule for every tuple of objects, until nothing changes.
    fn naive(task: &Task, state: &mut State<'_>) {
        let layers = task.predicate_info.iter().filter_map(|info| info.layer).max().unwrap();
        for layer in 0..=layers {
            let mut changed = true;
            while changed {
                changed = false;
                for axiom in &task.axioms {
                    if task.predicate_info[axiom.predicate.index()].layer != Some(layer) {
                        continue;
                    }
                    let mut tuples: Vec<Vec<ObjectId>> = vec![Vec::new()];
                    for parameter in &axiom.parameters {
                        let longer = |tuple: &Vec<ObjectId>| {
                            let tuple = tuple.clone();
                            let objects = task.objects_of(&parameter.types);
                            objects.map(move |object| [&tuple[..], &[object]].concat()).collect::<Vec<_>>()
                        };
                        tuples = tuples.iter().flat_map(longer).collect();
                    }
                    for mut tuple in tuples {
                        if state.holds(&axiom.condition, &mut tuple) {
                            changed |= state.relation_mut(axiom.predicate).add(&tuple, 0);
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn the_fixpoint_is_that_of_the_oracle() {
        let mut seed: u32 = 7;
        let mut random = |below: u32| {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (seed >> 16) % below
        };
        for round in 0..60 {
            let body = DOMAINS[round % DOMAINS.len()];
            let count = 2 + random(9);
            let objects: Vec<String> = (0..count).map(|at| format!("o{at}")).collect();
            let objects = objects.join(" ");
            let mut init = String::from("(m o0)");
            for _ in 0..random(3 * count) {
                let _ = write!(init, "(e o{} o{})", random(count), random(count));
            }
            let domain =
                format!("(define (domain d) (:requirements :adl :derived-predicates) (:types small) {body})");
            let problem = format!(
                "(define (problem p) (:domain d) (:objects {objects} - small big) (:init {init}) (:goal (m o0)))"
            );
            let task = crate::task::read(&domain, &problem).unwrap();
            let (mut fast, mut slow) =
                (State::initial(&task, Limits::none()), State::initial(&task, Limits::none()));
            Rules::new(&task).derive_all(&mut fast);
            naive(&task, &mut slow);
            for predicate in task.predicates.ids() {
                let all = |state: &State<'_>| {
                    let relation = state.relation(predicate);
                    let mut all: Vec<Vec<ObjectId>> =
                        (0..relation.len()).map(|row| relation.at(row).to_vec()).collect();
                    all.sort();
                    all
                };
                let name = task.predicates.name(predicate);
                assert_eq!(all(&fast), all(&slow), "{name}, round {round}: {problem}");
            }
        }
    }
}
