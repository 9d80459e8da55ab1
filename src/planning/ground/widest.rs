//! Which action explodes: an estimate of how many instances each has, before they are made.
//!
//! In: a resolved task. Out: the action with the most, and the parameter that does most for it. Objects of types are
//! multiplied; each condition that never changes keeps the part of them that it has tuples for, as if conditions were
//! independent of each other (the usual estimate of the size of a join).

use super::normalize::{Origin, Rule, rules};
use super::object_sets::ObjectSets;
use banto_text::task::{Schema, Task, Term};

/// An action with many instances.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Widest<'t> {
    /// The action.
    pub schema: &'t Schema,
    /// About how many instances it has, those that are never reached included.
    pub instances: f64,
    /// The parameter with the most objects, by its index; one that no condition that never changes speaks of, if there
    /// is any. `None` if there are no parameters.
    pub parameter: Option<usize>,
    /// How many objects it ranges over.
    pub objects: usize,
    /// Whether no condition that never changes speaks of it.
    pub is_free: bool,
}

/// The action with the most instances; `None` if there are no actions.
///
/// ```
/// # std::env::set_current_dir("../..").unwrap();
/// use banto::ground::widest;
/// use banto::task;
///
/// let read = |path| std::fs::read_to_string(path).unwrap();
/// let task = task::read(&read("domains/gripper.pddl"), &read("problems/gripper/01-two-balls.pddl")).unwrap();
/// let found = widest(&task).unwrap();
/// assert_eq!((found.schema.name.as_str(), found.instances), ("grasp", 8.0));
/// ```
pub fn widest(task: &Task) -> Option<Widest<'_>> {
    let mut object_sets = ObjectSets::default();
    let rules = rules(task, &mut object_sets);
    let mut grows = vec![false; task.predicates.len()];
    for effect in rules.iter().flat_map(|rule| &rule.effects) {
        grows[effect.literal.predicate.index()] = true;
    }
    let mut rows = vec![0_usize; task.predicates.len()];
    task.init.iter().for_each(|(predicate, _)| rows[predicate.index()] += 1);
    let one = |rule: &Rule| {
        let Origin::Schema(schema) = rule.origin else { return None };
        let size = |term: &Term| match term {
            Term::Object(_) => task.objects.len(),
            Term::Variable(number) => {
                let slot = rule.body.slots.iter().find(|slot| slot.number == *number);
                slot.map_or(task.objects.len(), |slot| object_sets.get(slot.objects).objects.len())
            }
        };
        let mut instances: f64 =
            rule.body.slots.iter().map(|slot| real(object_sets.get(slot.objects).objects.len())).product();
        let mut is_free = vec![true; rule.parameters];
        let fixed = |predicate: usize| !grows[predicate];
        for literal in rule.body.literals.iter().filter(|one| one.positive && fixed(one.predicate.index())) {
            let places: f64 = literal.arguments.iter().map(|term| real(size(term).max(1))).product();
            instances *= (real(rows[literal.predicate.index()]) / places).min(1.0);
            for term in &literal.arguments {
                if let Term::Variable(number) = term
                    && let Some(free) = is_free.get_mut(*number as usize)
                {
                    *free = false;
                }
            }
        }
        let objects = |index: &usize| size(&Term::Variable(u32::try_from(*index).unwrap_or(u32::MAX)));
        let parameter = (0..rule.parameters).rev().max_by_key(|index| (is_free[*index], objects(index)));
        Some(Widest {
            schema: &task.schemas[schema.index()],
            instances,
            parameter,
            objects: parameter.as_ref().map_or(0, objects),
            is_free: parameter.is_some_and(|index| is_free[index]),
        })
    };
    rules.iter().rev().filter_map(one).max_by(|one, other| one.instances.total_cmp(&other.instances))
}

#[allow(clippy::cast_precision_loss, reason = "an estimate")]
fn real(number: usize) -> f64 {
    number as f64
}
