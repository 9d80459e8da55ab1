//! Naive evaluation of the rules, trying every binding again in every round: the oracle of semi-naive reachability.
//!
//! In: a task and its rules. Out: the atoms that are reached and the bindings of each rule.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use super::Clock;
use super::normalize::{self, Body, Rule, Slot};
use super::object_sets::ObjectSets;
use super::reachability::{Reached, reach};
use banto_base::limits::Limits;
use banto_text::task::{self, ObjectId, Task, Term};

/// Atoms by the index of their predicate.
type Atoms = BTreeSet<(usize, Vec<ObjectId>)>;

struct Naive<'a> {
    rules: &'a [Rule],
    object_sets: &'a ObjectSets,
    /// Facts that nothing changes can also be read negatively.
    changed: BTreeSet<usize>,
    atoms: Atoms,
}

impl Naive<'_> {
    /// Calls `visit` with each binding of slots for which the conditions can hold.
    fn each(
        &self,
        slots: &[Slot],
        bodies: &[&Body],
        binding: &mut Vec<ObjectId>,
        visit: &mut dyn FnMut(&[ObjectId]),
    ) {
        let Some((first, others)) = slots.split_first() else {
            if bodies.iter().all(|body| self.possible(body, binding)) {
                visit(binding);
            }
            return;
        };
        for object in &self.object_sets.get(first.objects).objects {
            binding[first.number as usize] = *object;
            self.each(others, bodies, binding, visit);
        }
    }

    fn possible(&self, body: &Body, binding: &[ObjectId]) -> bool {
        let same = |left: Term, right: Term| left.value(binding) == right.value(binding);
        body.equalities.iter().all(|(left, right, wanted)| same(*left, *right) == *wanted)
            && body.literals.iter().all(|literal| {
                let predicate = literal.predicate.index();
                let tuple = literal.arguments.iter().map(|term| term.value(binding)).collect();
                let there = self.atoms.contains(&(predicate, tuple));
                if literal.positive { there } else { !there || self.changed.contains(&predicate) }
            })
    }

    /// The result of one round over all rules.
    fn round(&self) -> Atoms {
        let mut found = Atoms::new();
        for rule in self.rules {
            for effect in rule.effects.iter().filter(|effect| effect.literal.positive) {
                let slots = [rule.body.slots.as_slice(), &effect.condition.slots].concat();
                let mut binding = vec![ObjectId::default(); rule.width];
                self.each(&slots, &[&rule.body, &effect.condition], &mut binding, &mut |binding| {
                    let tuple = effect.literal.arguments.iter().map(|term| term.value(binding));
                    found.insert((effect.literal.predicate.index(), tuple.collect()));
                });
            }
        }
        found
    }

    fn bindings(&self, rule: &Rule) -> Vec<Vec<ObjectId>> {
        let mut found = Vec::new();
        let mut binding = vec![ObjectId::default(); rule.width];
        self.each(&rule.body.slots, &[&rule.body], &mut binding, &mut |binding| {
            found.push(rule.body.slots.iter().map(|slot| binding[slot.number as usize]).collect());
        });
        found.sort_unstable();
        found
    }
}

/// How many bindings a round would try.
fn size(rules: &[Rule], object_sets: &ObjectSets) -> usize {
    let product = |slots: &[Slot]| {
        slots.iter().fold(1usize, |all, slot| all.saturating_mul(object_sets.get(slot.objects).objects.len()))
    };
    rules
        .iter()
        .flat_map(|rule| {
            let body = product(&rule.body.slots);
            rule.effects.iter().map(move |effect| body.saturating_mul(product(&effect.condition.slots)))
        })
        .fold(0, usize::saturating_add)
}

/// Compares both fixpoints; false if the task is too large for the naive one.
fn compare(task: &Task) -> bool {
    let mut object_sets = ObjectSets::default();
    let rules = normalize::rules(task, &mut object_sets);
    if size(&rules, &object_sets) > 20_000 {
        return false;
    }
    let limits = Limits::none();
    let mut silent = |_: &_| {};
    let clock = &mut Clock::new(task, &mut silent, &limits);
    let reached = reach(task, rules, object_sets, &limits, clock).expect("nothing limits it");
    let Reached { rules, object_sets, relations, bindings, counts, .. } = &reached;
    let changes = rules.iter().flat_map(|rule| &rule.effects);
    let mut naive = Naive {
        rules,
        object_sets,
        changed: changes.map(|effect| effect.literal.predicate.index()).collect(),
        atoms: task.init.iter().map(|(predicate, tuple)| (predicate.index(), tuple.to_vec())).collect(),
    };
    loop {
        let before = naive.atoms.len();
        naive.atoms.append(&mut naive.round());
        if naive.atoms.len() == before {
            break;
        }
    }
    let atoms: Atoms = relations
        .iter()
        .enumerate()
        .flat_map(|(predicate, rows)| (0..rows.len()).map(move |row| (predicate, rows.row(row).to_vec())))
        .collect();
    assert_eq!(atoms, naive.atoms);
    for (index, rule) in rules.iter().enumerate() {
        let width = rule.body.slots.len();
        let mut found: Vec<Vec<ObjectId>> =
            (0..counts[index]).map(|at| bindings[index][at * width..(at + 1) * width].to_vec()).collect();
        found.sort_unstable();
        // Each binding once.
        assert_eq!(found, naive.bindings(rule), "rule {index}: {rule:?}");
    }
    true
}

fn files(folder: &Path) -> Vec<std::path::PathBuf> {
    let mut paths: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "pddl"));
    paths.sort();
    paths
}

#[test]
fn the_fixpoint_is_what_trying_everything_finds() {
    let root = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."));
    let mut count = 0;
    for path in files(&root.join("tests/ground")) {
        let text = fs::read_to_string(&path).unwrap();
        let (domain, problem) = text.split_once(";; problem\n").unwrap();
        count += usize::from(compare(&task::read(domain, problem).unwrap()));
    }
    for path in files(&root.join("domains")) {
        let domain = fs::read_to_string(&path).unwrap();
        for problem in files(&root.join("problems").join(path.file_stem().unwrap())) {
            count +=
                usize::from(compare(&task::read(&domain, &fs::read_to_string(problem).unwrap()).unwrap()));
        }
    }
    assert!(count >= 50, "only {count} tasks are small enough");
}
