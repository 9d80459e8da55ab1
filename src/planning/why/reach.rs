//! Reachability without deletes: the facts that may become true, and those that may become false.
//!
//! In: a task. Out: [`Reach`], which answers questions about atoms with holes. Without deletes more is reached, so what
//! is not reached here holds in no state (delete relaxation; Bonet and Geffner 2001). A negative condition asks for a
//! fact that may become false. Schemas are joined as they are, without instances: this serves explanations of tasks of
//! any shape, `ground` serves search.

use indexmap::IndexSet;
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};

use super::literal::{Binding, Change, Literal, Pattern, changes, contradiction, value};
use banto_base::limits::{Limits, Stop};
use banto_base::source::Span;
use banto_text::task::{Amount, Condition, FunctionId, ObjectId, Task, Term, TypeSet, Variable};

/// The tuples of one predicate, and where each object stands in them.
#[derive(Clone, Default)]
struct Tuples {
    rows: IndexSet<Box<[ObjectId]>, FxBuildHasher>,
    at: FxHashMap<(usize, ObjectId), Vec<usize>>,
}

impl Tuples {
    fn insert(&mut self, tuple: &[ObjectId]) {
        let (row, is_new) = self.rows.insert_full(tuple.into());
        for (position, object) in tuple.iter().enumerate().filter(|_| is_new) {
            self.at.entry((position, *object)).or_default().push(row);
        }
    }

    /// A small set of rows that contains all that fit: those of the rarest object; `None` stands for all rows.
    fn candidates(&self, pattern: &Pattern) -> Option<&[usize]> {
        let bound = pattern
            .arguments
            .iter()
            .enumerate()
            .filter_map(|(position, object)| Some((position, (*object)?)));
        bound.map(|key| self.at.get(&key).map_or(&[][..], Vec::as_slice)).min_by_key(|rows| rows.len())
    }
}

/// The facts that may become true, and those that may become false.
pub(crate) struct Reach<'a> {
    pub(crate) task: &'a Task,
    holds: Vec<Tuples>,
    fails: Vec<Tuples>,
    /// How many of the tuples that may hold are in `:init`: they come first.
    initial: Vec<usize>,
    valued: FxHashSet<(FunctionId, Box<[ObjectId]>)>,
    work: std::cell::Cell<u64>,
    /// The most candidate rows that are examined.
    most: u64,
    pub(crate) limits: &'a Limits,
}

/// Why a question has no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Cut {
    Stop(Stop),
    /// The task is too large to be explored in this way.
    Work,
}

impl From<Stop> for Cut {
    fn from(stop: Stop) -> Self {
        Self::Stop(stop)
    }
}

impl<'a> Reach<'a> {
    pub(crate) fn new(task: &'a Task, most: u64, limits: &'a Limits) -> Result<Self, Cut> {
        let count = task.predicates.len();
        let mut reach = Self {
            task,
            holds: vec![Tuples::default(); count],
            fails: vec![Tuples::default(); count],
            initial: Vec::new(),
            valued: task.values.iter().map(|(function, objects)| (function, objects.into())).collect(),
            work: std::cell::Cell::new(0),
            most,
            limits,
        };
        for (predicate, objects) in task.init.iter() {
            reach.holds[predicate.index()].insert(objects);
            reach.tick(1)?;
        }
        reach.initial = reach.holds.iter().map(|tuples| tuples.rows.len()).collect();
        let mut changes = changes(task);
        changes.retain(|change| contradiction(&change.literals).is_none());
        let mut fresh = true;
        while fresh {
            fresh = false;
            for change in &changes {
                fresh |= reach.happen(change)?;
            }
        }
        Ok(reach)
    }

    /// Counts work; an error once there was too much, in this call or before.
    pub(crate) fn tick(&self, work: u64) -> Result<(), Cut> {
        self.work.set(self.work.get() + work);
        self.limits.check()?;
        if self.work.get() > self.most { Err(Cut::Work) } else { Ok(()) }
    }

    /// Lets a change happen wherever it may. True if that made anything new possible.
    fn happen(&mut self, change: &Change<'_>) -> Result<bool, Cut> {
        let mut found: Vec<Box<[ObjectId]>> = Vec::new();
        let tuples = if change.adds { &self.holds } else { &self.fails };
        let known = &tuples[change.atom.predicate.index()].rows;
        let mut seen = FxHashSet::default();
        let mut binding = vec![None; change.variables.len()];
        self.bindings(change, &mut binding, &mut |binding| {
            let tuple: Box<[ObjectId]> =
                change.atom.arguments.iter().filter_map(|term| value(*term, binding)).collect();
            if !known.contains(&tuple) && seen.insert(tuple.clone()) {
                found.push(tuple);
            }
            true
        })?;
        let tuples = if change.adds { &mut self.holds } else { &mut self.fails };
        let tuples = &mut tuples[change.atom.predicate.index()];
        for tuple in &found {
            tuples.insert(tuple);
        }
        Ok(!found.is_empty())
    }

    /// Visits the values of its variables with which a change may happen, until `visit` says no.
    pub(crate) fn bindings(
        &self,
        change: &Change<'_>,
        binding: &mut Binding,
        visit: &mut dyn FnMut(&[Option<ObjectId>]) -> bool,
    ) -> Result<bool, Cut> {
        let (atoms, denied): (Vec<&Literal<'_>>, Vec<&Literal<'_>>) =
            change.literals.iter().partition(|literal| literal.positive);
        let all = self.join(change, &atoms, true, binding, &mut |binding| {
            let good = denied.iter().all(|literal| self.may(&literal.with(binding)))
                && change.rest.iter().all(|part| {
                    self.satisfiable((part.condition, part.positive), &mut binding[..part.scope].to_vec())
                })
                && self.has_cost(change.cost, binding);
            !good || visit(binding)
        });
        self.tick(0).and(all)
    }

    /// Whether a change has no instance, even without deletes.
    pub(crate) fn is_dead(&self, change: &Change<'_>) -> bool {
        let mut binding = vec![None; change.variables.len()];
        matches!(self.bindings(change, &mut binding, &mut |_| false), Ok(true))
    }

    /// All values that meet the atoms; where `all` are wanted, variables in none of them range over their types. False
    /// once `visit` says no.
    pub(crate) fn join(
        &self,
        change: &Change<'_>,
        atoms: &[&Literal<'_>],
        all: bool,
        binding: &mut Binding,
        visit: &mut dyn FnMut(&[Option<ObjectId>]) -> bool,
    ) -> Result<bool, Cut> {
        // The atom with the fewest rows comes first.
        let rows = |literal: &Literal<'_>| {
            let tuples = &self.holds[literal.atom.predicate.index()];
            tuples.candidates(&literal.with(binding)).map_or(tuples.rows.len(), <[usize]>::len)
        };
        let Some(next) = (0..atoms.len()).min_by_key(|index| rows(atoms[*index])) else {
            let free = change.variables.iter().zip(&*binding).position(|(_, value)| value.is_none());
            let Some(slot) = free.filter(|_| all) else { return Ok(visit(binding)) };
            for object in self.task.objects_of(&change.variables[slot].types) {
                self.tick(1)?;
                binding[slot] = Some(object);
                if !self.join(change, atoms, all, binding, visit)? {
                    return Ok(false);
                }
            }
            binding[slot] = None;
            return Ok(true);
        };
        let literal = atoms[next];
        let mut others = atoms.to_vec();
        others.remove(next);
        let tuples = &self.holds[literal.atom.predicate.index()];
        let candidates = tuples.candidates(&literal.with(binding));
        let count = candidates.map_or(tuples.rows.len(), <[usize]>::len);
        let before = binding.clone();
        for index in 0..count {
            self.tick(1)?;
            let row = &tuples.rows[candidates.map_or(index, |rows| rows[index])];
            if self.bind(&change.variables, literal, row, binding)
                && !self.join(change, &others, all, binding, visit)?
            {
                return Ok(false);
            }
            binding.copy_from_slice(&before);
        }
        Ok(true)
    }

    /// Gives variables the values in a row; false if that contradicts a value or a type.
    fn bind(
        &self,
        variables: &[&Variable],
        literal: &Literal<'_>,
        row: &[ObjectId],
        binding: &mut Binding,
    ) -> bool {
        literal.atom.arguments.iter().zip(row).all(|(term, object)| match term {
            Term::Object(wanted) => wanted == object,
            Term::Variable(slot) => match binding[*slot as usize] {
                Some(wanted) => wanted == *object,
                None => {
                    binding[*slot as usize] = Some(*object);
                    self.is_a(*object, &variables[*slot as usize].types)
                }
            },
        })
    }

    pub(crate) fn is_a(&self, object: ObjectId, types: &TypeSet) -> bool {
        self.task.types.fits(&self.task.object_types[object.index()], types)
    }

    pub(crate) fn has_cost(&self, cost: &[Amount], binding: &[Option<ObjectId>]) -> bool {
        cost.iter().all(|amount| match amount {
            Amount::Number(_) => true,
            Amount::Function(function, terms, _) => {
                let objects: Option<Box<[ObjectId]>> =
                    terms.iter().map(|term| value(*term, binding)).collect();
                objects.is_none_or(|objects| self.valued.contains(&(*function, objects)))
            }
        })
    }

    /// Whether some instance of a pattern may be as it asks: hold, or fail.
    pub(crate) fn may(&self, pattern: &Pattern) -> bool {
        let index = pattern.predicate.index();
        if !pattern.positive {
            // With holes, some instance fails unless all hold, which does not happen in practice.
            let Some(tuple) = pattern.ground() else { return true };
            let row = self.holds[index].rows.get_index_of(&tuple[..]);
            return row.is_none_or(|row| row >= self.initial[index])
                || self.fails[index].rows.contains(&tuple[..]);
        }
        let tuples = &self.holds[index];
        match tuples.candidates(pattern) {
            Some(rows) => rows.iter().any(|row| pattern.fits(&tuples.rows[*row])),
            None => !tuples.rows.is_empty(),
        }
    }

    /// Whether a condition, or its negation, may be met.
    fn satisfiable(&self, part: (&Condition, bool), binding: &mut Binding) -> bool {
        let fold = Fold {
            literal: &|pattern, _| self.may(&pattern),
            join: &|all, mut parts| Iterator::all(&mut parts, |part| part == all) == all,
            is_settled: None,
        };
        self.fold(&fold, part, binding)
    }

    /// Folds a condition, or its negation. Where the limits end it, objects are left out.
    pub(crate) fn fold<T>(
        &self,
        fold: &Fold<'_, T>,
        (condition, positive): (&Condition, bool),
        binding: &mut Binding,
    ) -> T {
        match condition {
            Condition::Atom(atom) => {
                // Once that is too much, the next object of a quantifier is left out.
                let _ = self.tick(1);
                (fold.literal)(Literal { atom, positive }.with(binding), atom.span)
            }
            // All of nothing is met, and one of nothing is not.
            Condition::Equal(left, right, _) => {
                (fold.join)(may_be((*left, *right), positive, binding), &mut std::iter::empty())
            }
            Condition::Not(inner) => self.fold(fold, (inner, !positive), binding),
            Condition::And(_) | Condition::Or(_) | Condition::Imply(..) => {
                let all = matches!(condition, Condition::And(_)) == positive;
                let parts = condition.parts(positive).into_iter();
                (fold.join)(all, &mut parts.map(|part| self.fold(fold, part, binding)))
            }
            Condition::Forall(variables, inner) | Condition::Exists(variables, inner) => {
                let all = matches!(condition, Condition::Forall(..)) == positive;
                // What no object has is lacking whatever the object is.
                let is_there = |one: &Variable| self.task.objects_of(&one.types).next().is_some();
                if let Some(is_settled) = fold.is_settled.filter(|_| !all && variables.iter().all(is_there)) {
                    let scope = binding.len();
                    binding.resize(scope + variables.len(), None);
                    let of_any = self.fold(fold, (inner, positive), binding);
                    binding.truncate(scope);
                    if is_settled(&of_any) {
                        return of_any;
                    }
                }
                self.instances(fold, variables, all, (inner, positive), binding)
            }
        }
    }

    /// Folds the instances of a condition, for all values of the variables or for some.
    fn instances<T>(
        &self,
        fold: &Fold<'_, T>,
        variables: &[Variable],
        all: bool,
        inner: (&Condition, bool),
        binding: &mut Binding,
    ) -> T {
        let Some((variable, others)) = variables.split_first() else {
            return self.fold(fold, inner, binding);
        };
        let objects = self.task.objects_of(&variable.types).take_while(|_| self.tick(1).is_ok());
        (fold.join)(
            all,
            &mut objects.map(|object| {
                binding.push(Some(object));
                let part = self.instances(fold, others, all, inner, binding);
                binding.pop();
                part
            }),
        )
    }
}

/// Whether two terms are one object, or not, where both have a value.
pub(crate) fn may_be((left, right): (Term, Term), equal: bool, binding: &[Option<ObjectId>]) -> bool {
    let both = value(left, binding).zip(value(right, binding));
    both.is_none_or(|(left, right)| (left == right) == equal)
}

/// How to see what a condition comes to: from what its literals come to, and from several parts, of which all are to be
/// met, or one. Variables without a value stand for any.
pub(crate) struct Fold<'f, T> {
    pub(crate) literal: &'f dyn Fn(Pattern, Span) -> T,
    pub(crate) join: &'f dyn Fn(bool, &mut dyn Iterator<Item = T>) -> T,
    /// Whether what a condition comes to for any object at all is the answer for each.
    pub(crate) is_settled: Option<&'f dyn Fn(&T) -> bool>,
}
