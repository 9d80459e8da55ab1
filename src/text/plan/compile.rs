//! Conditions and effects compiled for evaluation.
//!
//! In: conditions of the task. Out: [`Test`]s, in which only atoms are negated, every quantified variable has its own
//! slot, and each quantifier is a [`Search`] for objects that satisfy one of several conjunctions. `forall` is a search
//! for a counterexample.

use std::rc::Rc;

use rustc_hash::FxHashMap;

use crate::text::task::{
    Condition, Effect, ObjectId, PredicateId, Schema, Task, Term, TypeId, Types, Variable,
};

/// Disjunctions inside a search are expanded into alternatives, up to this many.
const MOST_ALTERNATIVES: usize = 64;

/// An atom whose variables are slots.
#[derive(Clone, Debug)]
pub(super) struct Pattern {
    pub predicate: PredicateId,
    pub arguments: Vec<Term>,
}

/// A condition with its negations pushed down to the atoms.
#[derive(Clone, Debug)]
pub(super) enum Test {
    /// An atom holds, or, if it is not wanted, does not.
    Atom { atom: Pattern, wanted: bool },
    /// Two terms are the same object, or are not.
    Equal { left: Term, right: Term, wanted: bool },
    /// All hold.
    All(Vec<Test>),
    /// At least one holds.
    Any(Vec<Test>),
    /// The search finds something.
    Some(Search),
    /// The search finds nothing.
    None(Search),
}

/// Objects for some variables, such that all parts of an alternative hold.
pub(super) type Search = Vec<Alternative>;

/// A conjunction with variables.
#[derive(Clone, Debug)]
pub(super) struct Alternative {
    /// The variables; those shared by all alternatives come first.
    pub slots: Vec<Slot>,
    /// The parts, which all have to hold.
    pub parts: Vec<Part>,
}

#[derive(Clone, Debug)]
pub(super) struct Slot {
    /// Where its object is bound.
    pub index: usize,
    /// Its types; `None` if every object fits.
    pub types: Option<Rc<[TypeId]>>,
    /// The objects it ranges over.
    pub objects: Rc<[ObjectId]>,
}

#[derive(Clone, Debug)]
pub(super) struct Part {
    /// Its condition.
    pub test: Test,
    /// The slots of the alternative that it depends on.
    pub slots: Vec<usize>,
}

/// An effect.
#[derive(Debug)]
pub(super) enum Change {
    /// An atom becomes true, or false.
    Atom { atom: Pattern, adds: bool },
    /// For everything that the search finds.
    Each(Search, Vec<Change>),
}

/// An action schema that can be evaluated.
#[derive(Debug)]
pub(super) struct Action {
    /// When it can be applied.
    pub precondition: Test,
    pub changes: Vec<Change>,
    /// How many slots it needs; the parameters are the first.
    pub width: usize,
}

/// Compiles conditions, and remembers the objects of each union of types.
pub(super) struct Compiler<'t> {
    task: &'t Task,
    objects: FxHashMap<Vec<TypeId>, Rc<[ObjectId]>>,
    /// The slots of the variables in scope, and the next free slot.
    scope: Vec<usize>,
    next: usize,
}

impl<'t> Compiler<'t> {
    pub(super) fn new(task: &'t Task) -> Self {
        Self { task, objects: FxHashMap::default(), scope: Vec::new(), next: 0 }
    }

    pub(super) fn action(&mut self, schema: &Schema) -> Action {
        self.open(schema.parameters.len());
        let precondition = self.test(&schema.precondition, true);
        let changes = schema.effects.iter().map(|effect| self.change(effect)).collect();
        Action { precondition, changes, width: self.next }
    }

    /// A condition in the scope of that many variables, and the number of slots it needs; those of the variables come
    /// first.
    pub(super) fn condition(&mut self, variables: usize, condition: &Condition) -> (Test, usize) {
        self.open(variables);
        (self.test(condition, true), self.next)
    }

    /// A search for values of variables for which a condition is, or is not, true; and the number of slots.
    pub(super) fn values(
        &mut self,
        outer: usize,
        variables: &[Variable],
        condition: &Condition,
        wanted: bool,
    ) -> (Search, usize) {
        self.open(outer);
        let slots = self.enter(variables);
        let test = self.test(condition, wanted);
        (search(slots, vec![test]), self.next)
    }

    fn open(&mut self, variables: usize) {
        self.scope = (0..variables).collect();
        self.next = variables;
    }

    pub(super) fn objects(&mut self, types: &[TypeId]) -> Rc<[ObjectId]> {
        if let Some(found) = self.objects.get(types) {
            return Rc::clone(found);
        }
        let objects: Rc<[ObjectId]> = self.task.objects_of(&types.to_vec()).collect();
        self.objects.insert(types.to_vec(), Rc::clone(&objects));
        objects
    }

    fn term(&self, term: Term) -> Term {
        match term {
            Term::Variable(slot) => {
                Term::Variable(u32::try_from(self.scope[slot as usize]).expect("fewer than 2^32 slots"))
            }
            Term::Object(_) => term,
        }
    }

    fn pattern(&self, atom: &crate::text::task::Atom) -> Pattern {
        let arguments = atom.arguments.iter().map(|term| self.term(*term)).collect();
        Pattern { predicate: atom.predicate, arguments }
    }

    /// Brings the variables of a quantifier into scope, each with a fresh slot.
    fn enter(&mut self, variables: &[Variable]) -> Vec<Slot> {
        let mut slots = Vec::with_capacity(variables.len());
        for variable in variables {
            let every = variable.types.contains(&Types::object());
            let types = if every { None } else { Some(variable.types.as_slice().into()) };
            slots.push(Slot { index: self.next, types, objects: self.objects(&variable.types) });
            self.scope.push(self.next);
            self.next += 1;
        }
        slots
    }

    fn leave(&mut self, variables: usize) {
        self.scope.truncate(self.scope.len() - variables);
    }

    /// Recursion is bounded by the parser's limit on nesting.
    fn test(&mut self, condition: &Condition, wanted: bool) -> Test {
        match condition {
            Condition::Atom(atom) => Test::Atom { atom: self.pattern(atom), wanted },
            Condition::Equal(left, right, _) => {
                Test::Equal { left: self.term(*left), right: self.term(*right), wanted }
            }
            Condition::And(parts) | Condition::Or(parts) => {
                let parts = parts.iter().map(|part| self.test(part, wanted)).collect();
                if matches!(condition, Condition::And(_)) == wanted {
                    Test::All(parts)
                } else {
                    Test::Any(parts)
                }
            }
            Condition::Not(part) => self.test(part, !wanted),
            Condition::Imply(left, right) => {
                let parts = vec![self.test(left, !wanted), self.test(right, wanted)];
                if wanted { Test::Any(parts) } else { Test::All(parts) }
            }
            Condition::Forall(variables, body) | Condition::Exists(variables, body) => {
                let exists = matches!(condition, Condition::Exists(..));
                let slots = self.enter(variables);
                let body = self.test(body, exists);
                self.leave(variables.len());
                let search = search(slots, vec![body]);
                if exists == wanted { Test::Some(search) } else { Test::None(search) }
            }
        }
    }

    fn change(&mut self, effect: &Effect) -> Change {
        match effect {
            Effect::Add(atom) => Change::Atom { atom: self.pattern(atom), adds: true },
            Effect::Delete(atom) => Change::Atom { atom: self.pattern(atom), adds: false },
            Effect::When(condition, inner) => {
                let search = search(Vec::new(), vec![self.test(condition, true)]);
                Change::Each(search, inner.iter().map(|effect| self.change(effect)).collect())
            }
            Effect::Forall(variables, inner) => {
                let slots = self.enter(variables);
                // (forall ... (when ...)) is one search: the condition says which objects matter.
                let (condition, inner) = match inner.as_slice() {
                    [Effect::When(condition, inner)] => (vec![self.test(condition, true)], inner),
                    _ => (Vec::new(), inner),
                };
                let changes = inner.iter().map(|effect| self.change(effect)).collect();
                self.leave(variables.len());
                Change::Each(search(slots, condition), changes)
            }
        }
    }
}

/// A search, with nested conjunctions and searches flattened into it, and its disjunctions expanded if they are few.
fn search(slots: Vec<Slot>, tests: Vec<Test>) -> Search {
    let mut done = Vec::new();
    // Stacks in reverse, so that alternatives and parts keep their order.
    let mut open = vec![(slots, tests)];
    while let Some((mut slots, tests)) = open.pop() {
        let mut flat = Vec::new();
        let mut options: Option<Vec<(Vec<Slot>, Vec<Test>)>> = None;
        let mut rest: Vec<Test> = tests.into_iter().rev().collect();
        while let Some(test) = rest.pop() {
            let free = options.is_none();
            let few =
                |count: usize| count == 1 || (free && done.len() + open.len() + count <= MOST_ALTERNATIVES);
            match test {
                Test::All(parts) => rest.extend(parts.into_iter().rev()),
                Test::Any(parts) if few(parts.len()) => {
                    options = Some(parts.into_iter().map(|part| (Vec::new(), vec![part])).collect());
                }
                Test::Some(inner) if inner.len() == 1 => {
                    for one in inner {
                        slots.extend(one.slots);
                        rest.extend(one.parts.into_iter().rev().map(|part| part.test));
                    }
                }
                Test::Some(inner) if few(inner.len()) => {
                    let option =
                        |one: Alternative| (one.slots, one.parts.into_iter().map(|part| part.test).collect());
                    options = Some(inner.into_iter().map(option).collect());
                }
                leaf => flat.push(leaf),
            }
        }
        let Some(options) = options else {
            done.push(alternative(slots, flat));
            continue;
        };
        for (more, tests) in options.into_iter().rev() {
            open.push(([&slots[..], &more].concat(), [&flat[..], &tests].concat()));
        }
    }
    done
}

fn alternative(slots: Vec<Slot>, tests: Vec<Test>) -> Alternative {
    let part = |test: Test| {
        let mut used = Vec::new();
        test.variables(&mut used);
        used.sort_unstable();
        used.dedup();
        used.retain(|index| slots.iter().any(|slot| slot.index == *index));
        Part { test, slots: used }
    };
    let parts = tests.into_iter().map(part).collect();
    Alternative { slots, parts }
}

impl Test {
    /// Every slot that is mentioned, including those of inner searches.
    fn variables(&self, out: &mut Vec<usize>) {
        let mut term = |term: &Term| {
            if let Term::Variable(slot) = term {
                out.push(*slot as usize);
            }
        };
        match self {
            Self::Atom { atom, .. } => atom.arguments.iter().for_each(term),
            Self::Equal { left, right, .. } => {
                term(left);
                term(right);
            }
            Self::All(parts) | Self::Any(parts) => parts.iter().for_each(|part| part.variables(out)),
            Self::Some(search) | Self::None(search) => {
                parts(search).for_each(|part| part.test.variables(out));
            }
        }
    }

    /// Calls a function with the predicate of each atom, wanted or not.
    pub(super) fn predicates(&self, visit: &mut dyn FnMut(PredicateId)) {
        match self {
            Self::Atom { atom, .. } => visit(atom.predicate),
            Self::Equal { .. } => {}
            Self::All(parts) | Self::Any(parts) => parts.iter().for_each(|part| part.predicates(visit)),
            Self::Some(search) | Self::None(search) => {
                parts(search).for_each(|part| part.test.predicates(visit));
            }
        }
    }
}

impl Change {
    /// Calls a function with the predicate of each atom in a condition.
    pub(super) fn conditions(&self, visit: &mut dyn FnMut(PredicateId)) {
        if let Self::Each(search, inner) = self {
            parts(search).for_each(|part| part.test.predicates(visit));
            inner.iter().for_each(|change| change.conditions(visit));
        }
    }
}

fn parts(search: &Search) -> impl Iterator<Item = &Part> {
    search.iter().flat_map(|alternative| &alternative.parts)
}
