//! The state that the judge keeps, and what conditions mean in it, straight from their definition.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::task::{Atom, Axiom, Condition, ObjectId, PredicateId, Task, Term, TypeSet, Variable};

/// A ground atom.
pub(super) type GroundAtom = (PredicateId, Box<[ObjectId]>);

/// The state: the atoms that hold, and what made them so.
pub(super) struct State<'a> {
    pub(super) task: &'a Task,
    pub(super) holding: FxHashSet<GroundAtom>,
    /// The step that changed each atom last.
    pub(super) touched: FxHashMap<GroundAtom, usize>,
    /// Derived atoms that hold in the present state.
    derived: FxHashSet<GroundAtom>,
    domains: FxHashMap<TypeSet, Vec<ObjectId>>,
}

/// The object that a term stands for.
pub(super) fn value(term: Term, binding: &[ObjectId]) -> ObjectId {
    match term {
        Term::Object(object) => object,
        Term::Variable(slot) => binding[slot as usize],
    }
}

/// An atom under a binding.
pub(super) fn instance(atom: &Atom, binding: &[ObjectId]) -> GroundAtom {
    (atom.predicate, atom.arguments.iter().map(|term| value(*term, binding)).collect())
}

impl<'a> State<'a> {
    /// The initial state.
    pub(super) fn new(task: &'a Task) -> Self {
        let holding = task.init.iter().map(|(predicate, arguments)| (predicate, arguments.into())).collect();
        let mut state = Self {
            task,
            holding,
            touched: FxHashMap::default(),
            derived: FxHashSet::default(),
            domains: FxHashMap::default(),
        };
        for variables in quantified(task) {
            for variable in variables {
                if !state.domains.contains_key(&variable.types) {
                    let objects = task.objects_of(&variable.types).collect();
                    state.domains.insert(variable.types.clone(), objects);
                }
            }
        }
        state.derive();
        state
    }

    /// The objects that a variable ranges over.
    pub(super) fn objects(&self, variable: &Variable) -> &[ObjectId] {
        self.domains.get(&variable.types).map_or(&[], Vec::as_slice)
    }

    /// Whether an atom holds.
    pub(super) fn holds_atom(&self, atom: &GroundAtom) -> bool {
        if self.task.predicate_info[atom.0.index()].layer.is_some() {
            self.derived.contains(atom)
        } else {
            self.holding.contains(atom)
        }
    }

    /// Whether a condition holds under a binding.
    pub(super) fn holds(&self, condition: &Condition, binding: &mut Vec<ObjectId>) -> bool {
        match condition {
            Condition::Atom(atom) => self.holds_atom(&instance(atom, binding)),
            Condition::Equal(left, right, _) => value(*left, binding) == value(*right, binding),
            Condition::And(parts) => parts.iter().all(|part| self.holds(part, binding)),
            Condition::Or(parts) => parts.iter().any(|part| self.holds(part, binding)),
            Condition::Not(inner) => !self.holds(inner, binding),
            Condition::Imply(left, right) => !self.holds(left, binding) || self.holds(right, binding),
            Condition::Forall(variables, inner) => {
                !self.some(variables, binding, &mut |binding| !self.holds(inner, binding))
            }
            Condition::Exists(variables, inner) => {
                self.some(variables, binding, &mut |binding| self.holds(inner, binding))
            }
        }
    }

    /// Whether a test holds for some values of variables; the binding is then left as it was found.
    pub(super) fn some(
        &self,
        variables: &[Variable],
        binding: &mut Vec<ObjectId>,
        test: &mut dyn FnMut(&mut Vec<ObjectId>) -> bool,
    ) -> bool {
        let Some((first, others)) = variables.split_first() else { return test(binding) };
        for object in self.objects(first) {
            binding.push(*object);
            let found = self.some(others, binding, test);
            binding.pop();
            if found {
                return true;
            }
        }
        false
    }

    /// Computes the derived atoms, layer by layer, each to its fixpoint.
    pub(super) fn derive(&mut self) {
        let task = self.task;
        if task.axioms.is_empty() {
            return;
        }
        self.derived.clear();
        let layer = |axiom: &Axiom| task.predicate_info[axiom.predicate.index()].layer.unwrap_or(0);
        let last = task.axioms.iter().map(layer).max().unwrap_or(0);
        for number in 0..=last {
            loop {
                let mut found: Vec<GroundAtom> = Vec::new();
                for axiom in task.axioms.iter().filter(|axiom| layer(axiom) == number) {
                    self.some(&axiom.parameters, &mut Vec::new(), &mut |binding| {
                        let head = (axiom.predicate, binding.as_slice().into());
                        if !self.derived.contains(&head) && self.holds(&axiom.condition, binding) {
                            found.push(head);
                        }
                        false
                    });
                }
                if found.is_empty() {
                    break;
                }
                self.derived.extend(found);
            }
        }
    }
}

/// The variables of all quantifiers, effects and axioms of a task.
fn quantified(task: &Task) -> Vec<&[Variable]> {
    let mut found: Vec<&[Variable]> = task.axioms.iter().map(|axiom| axiom.parameters.as_slice()).collect();
    let mut conditions: Vec<&Condition> = task.axioms.iter().map(|axiom| &axiom.condition).collect();
    conditions.push(&task.goal);
    for schema in &task.schemas {
        conditions.push(&schema.precondition);
        let mut effects: Vec<_> = schema.effects.iter().collect();
        while let Some(effect) = effects.pop() {
            match effect {
                crate::task::Effect::Forall(variables, inner) => {
                    found.push(variables);
                    effects.extend(inner);
                }
                crate::task::Effect::When(condition, inner) => {
                    conditions.push(condition);
                    effects.extend(inner);
                }
                crate::task::Effect::Add(_) | crate::task::Effect::Delete(_) => {}
            }
        }
    }
    while let Some(condition) = conditions.pop() {
        match condition {
            Condition::Atom(_) | Condition::Equal(..) => {}
            Condition::And(parts) | Condition::Or(parts) => conditions.extend(parts),
            Condition::Not(inner) => conditions.push(inner),
            Condition::Imply(left, right) => conditions.extend([&**left, &**right]),
            Condition::Forall(variables, inner) | Condition::Exists(variables, inner) => {
                found.push(variables);
                conditions.push(inner);
            }
        }
    }
    found
}
