//! The task as it is proven: facts that are true or false, and operators over them, straight from the resolved task.
//!
//! In: a resolved task. Out: a [`PlainTask`]. It shares no code with what the search runs on, and is simple rather than
//! fast: rounds over all schemas until nothing new can become true. What `banto proof check` trusts is this file,
//! `formula.rs`, and the reading of PDDL. Facts that no condition reads are left out.

use rustc_hash::{FxHashMap, FxHashSet};

use super::ProofError;
use banto_base::limits::Limits;
use banto_text::task::{
    Amount, Atom, Condition, Effect, Metric, ObjectId, PredicateId, Schema, SchemaId, Task, Term, Variable,
};

/// A condition over facts; `And` of nothing is true, `Or` of nothing is false.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Formula {
    Literal(usize, bool),
    And(Vec<Formula>),
    Or(Vec<Formula>),
}

impl Formula {
    const TRUE: Self = Self::And(Vec::new());
    const FALSE: Self = Self::Or(Vec::new());

    fn constant(holds: bool) -> Self {
        if holds { Self::TRUE } else { Self::FALSE }
    }

    /// All of the parts, or one of them, without constants and without nesting of the same kind.
    fn of(parts: impl Iterator<Item = Self>, all: bool) -> Self {
        let mut kept = Vec::new();
        for part in parts {
            match part {
                Self::And(inner) if all => kept.extend(inner),
                Self::Or(inner) if !all => kept.extend(inner),
                part if part == Self::constant(!all) => return part,
                part => kept.push(part),
            }
        }
        if kept.len() == 1 {
            kept.remove(0)
        } else if all {
            Self::And(kept)
        } else {
            Self::Or(kept)
        }
    }

    pub(super) fn holds(&self, state: &[bool]) -> bool {
        match self {
            Self::Literal(fact, positive) => state[*fact] == *positive,
            Self::And(parts) => parts.iter().all(|part| part.holds(state)),
            Self::Or(parts) => parts.iter().any(|part| part.holds(state)),
        }
    }

    /// The parts of a conjunction; a literal is one of one part.
    pub(super) fn parts(&self) -> &[Self] {
        match self {
            Self::And(parts) => parts,
            other => std::slice::from_ref(other),
        }
    }

    /// The facts that must be true.
    pub(super) fn needed(&self) -> impl Iterator<Item = usize> {
        self.parts().iter().filter_map(|part| match part {
            Self::Literal(fact, true) => Some(*fact),
            _ => None,
        })
    }

    fn each_fact(&self, visit: &mut impl FnMut(usize)) {
        match self {
            Self::Literal(fact, _) => visit(*fact),
            Self::And(parts) | Self::Or(parts) => parts.iter().for_each(|part| part.each_fact(visit)),
        }
    }

    fn renumber(&mut self, number: &[usize]) {
        match self {
            Self::Literal(fact, _) => *fact = number[*fact],
            Self::And(parts) | Self::Or(parts) => parts.iter_mut().for_each(|part| part.renumber(number)),
        }
    }
}

/// If the condition holds before the step, the fact is true or false after it; what becomes true stays true.
#[derive(Clone, Debug)]
pub(super) struct PlainEffect {
    pub(super) condition: Formula,
    pub(super) fact: usize,
    pub(super) adds: bool,
}

impl PlainEffect {
    pub(super) fn is_sure(&self) -> bool {
        self.condition == Formula::TRUE
    }
}

#[derive(Clone, Debug)]
pub(super) struct PlainOperator {
    pub(super) name: String,
    pub(super) cost: u64,
    pub(super) condition: Formula,
    pub(super) effects: Vec<PlainEffect>,
}

impl PlainOperator {
    /// Whether no effect has a condition.
    pub(super) fn is_sure(&self) -> bool {
        self.effects.iter().all(PlainEffect::is_sure)
    }

    /// The state after the step.
    pub(super) fn apply(&self, state: &[bool]) -> Vec<bool> {
        let mut next = state.to_vec();
        for adds in [false, true] {
            for effect in self.effects.iter().filter(|effect| effect.adds == adds) {
                if effect.condition.holds(state) {
                    next[effect.fact] = adds;
                }
            }
        }
        next
    }
}

/// A task over facts that are true or false.
#[derive(Clone, Debug)]
pub(super) struct PlainTask {
    /// The atoms that the facts are.
    pub(super) facts: Vec<Row>,
    pub(super) fact_names: Vec<String>,
    pub(super) operators: Vec<PlainOperator>,
    pub(super) initial: Vec<bool>,
    pub(super) goal: Formula,
}

impl PlainTask {
    pub(super) fn new(task: &Task, limits: &Limits) -> Result<Self, ProofError> {
        if !task.axioms.is_empty() {
            return Err(ProofError::Unsupported("derived predicates"));
        }
        let mut naive = Naive::new(task);
        loop {
            let before = naive.seen.len();
            for schema in 0..task.schemas.len() {
                let effects = (task.schemas[schema].effects.as_slice(), &Formula::TRUE);
                let mut added = Vec::new();
                for binding in naive.bindings(schema, limits)? {
                    naive.effects(effects, &binding, true, &mut |row, adds, _| {
                        added.extend(Some(row).filter(|row| adds && !naive.seen.contains_key(row)));
                    });
                }
                added.into_iter().for_each(|row| naive.add(row));
            }
            if naive.seen.len() == before {
                break;
            }
        }
        let mut plain = naive.instantiate(limits)?;
        plain.drop_unread();
        Ok(plain)
    }

    /// Leaves out the facts that no condition reads, and operators that change no others, until all are read.
    fn drop_unread(&mut self) {
        let mut read = vec![false; self.facts.len()];
        self.goal.each_fact(&mut |fact| read[fact] = true);
        loop {
            let before = read.iter().filter(|one| **one).count();
            for operator in &self.operators {
                let effects = operator.effects.iter().filter(|effect| read[effect.fact]);
                let conditions: Vec<_> =
                    effects.flat_map(|effect| [&operator.condition, &effect.condition]).collect();
                conditions.into_iter().for_each(|one| one.each_fact(&mut |fact| read[fact] = true));
            }
            if read.iter().filter(|one| **one).count() == before {
                break;
            }
        }
        let mut next = 0;
        let number: Vec<usize> = read
            .iter()
            .map(|is_read| {
                next += usize::from(*is_read);
                next.saturating_sub(1)
            })
            .collect();
        for operator in &mut self.operators {
            operator.effects.retain(|effect| read[effect.fact]);
        }
        self.operators.retain(|operator| !operator.effects.is_empty());
        for operator in &mut self.operators {
            operator.condition.renumber(&number);
            for effect in &mut operator.effects {
                effect.condition.renumber(&number);
                effect.fact = number[effect.fact];
            }
        }
        self.goal.renumber(&number);
        keep(&mut self.facts, &read);
        keep(&mut self.fact_names, &read);
        keep(&mut self.initial, &read);
    }
}

/// Keeps what belongs to facts that are read.
fn keep<T>(all: &mut Vec<T>, read: &[bool]) {
    let mut read = read.iter();
    all.retain(|_| *read.next().expect("one for each fact"));
}

/// A ground atom.
pub(super) type Row = (PredicateId, Vec<ObjectId>);

/// What can become true, without regard to deletes and to negated conditions.
struct Naive<'t> {
    task: &'t Task,
    changed: FxHashSet<PredicateId>,
    seen: FxHashMap<Row, usize>,
    initially: FxHashSet<Row>,
    /// The rows in which a predicate has an object at a place.
    places: FxHashMap<(PredicateId, usize, ObjectId), Vec<Vec<ObjectId>>>,
    rows: FxHashMap<PredicateId, Vec<Vec<ObjectId>>>,
}

fn row(atom: &Atom, binding: &[ObjectId]) -> Row {
    (atom.predicate, atom.arguments.iter().map(|term| term.value(binding)).collect())
}

impl<'t> Naive<'t> {
    fn new(task: &'t Task) -> Self {
        let changed = task.schemas.iter().flat_map(Schema::changes).map(|(atom, _)| atom.predicate).collect();
        let mut naive = Self {
            task,
            changed,
            seen: FxHashMap::default(),
            initially: FxHashSet::default(),
            places: FxHashMap::default(),
            rows: FxHashMap::default(),
        };
        for (predicate, arguments) in task.init.iter() {
            naive.initially.insert((predicate, arguments.to_vec()));
            naive.add((predicate, arguments.to_vec()));
        }
        naive
    }

    fn add(&mut self, row: Row) {
        let number = self.seen.len();
        if self.seen.contains_key(&row) {
            return;
        }
        for (place, object) in row.1.iter().enumerate() {
            self.places.entry((row.0, place, *object)).or_default().push(row.1.clone());
        }
        self.rows.entry(row.0).or_default().push(row.1.clone());
        self.seen.insert(row, number);
    }

    /// All bindings of a schema under which its condition may become true.
    fn bindings(&self, schema: usize, limits: &Limits) -> Result<Vec<Vec<ObjectId>>, ProofError> {
        let schema = &self.task.schemas[schema];
        let (mut atoms, mut open) = (Vec::new(), vec![&schema.precondition]);
        while let Some(condition) = open.pop() {
            match condition {
                Condition::And(parts) => open.extend(parts),
                Condition::Atom(atom) => atoms.push(atom),
                _ => {}
            }
        }
        // What never changes restricts most.
        let rows = |atom: &Atom| self.rows.get(&atom.predicate).map_or(0, Vec::len);
        atoms.sort_by_key(|atom| (self.changed.contains(&atom.predicate), rows(atom)));
        let mut found = Vec::new();
        self.join(schema, &atoms, &vec![None; schema.parameters.len()], &mut found, limits)?;
        found.sort_unstable();
        found.dedup();
        Ok(found)
    }

    /// Binds the variables of atoms by rows that may be true, then the others by all objects.
    fn join(
        &self,
        schema: &Schema,
        atoms: &[&Atom],
        binding: &[Option<ObjectId>],
        found: &mut Vec<Vec<ObjectId>>,
        limits: &Limits,
    ) -> Result<(), ProofError> {
        limits.check()?;
        let known = |term: &Term| match term {
            Term::Object(object) => Some(*object),
            Term::Variable(variable) => binding[*variable as usize],
        };
        let with = |variable: usize, object: ObjectId, binding: &[Option<ObjectId>]| {
            let mut longer = binding.to_vec();
            longer[variable] = Some(object);
            longer
        };
        let fits = |variable: u32, object: ObjectId| {
            let types = &schema.parameters[variable as usize].types;
            self.task.types.fits(&self.task.object_types[object.index()], types)
        };
        // The atom with the fewest open arguments, the earlier one of several.
        let open = |atom: &Atom| atom.arguments.iter().filter(|term| known(term).is_none()).count();
        if let Some(next) = (0..atoms.len()).min_by_key(|at| open(atoms[*at])) {
            let mut others = atoms.to_vec();
            let atom = others.remove(next);
            let fixed =
                atom.arguments.iter().enumerate().find_map(|(place, term)| Some((place, known(term)?)));
            let rows = match fixed {
                Some((place, object)) => self.places.get(&(atom.predicate, place, object)),
                None => self.rows.get(&atom.predicate),
            };
            for row in rows.into_iter().flatten() {
                let mut terms = atom.arguments.iter().zip(row);
                let longer = terms.try_fold(binding.to_vec(), |binding, (term, object)| match term {
                    Term::Object(own) => (own == object).then_some(binding),
                    Term::Variable(variable) => match binding[*variable as usize] {
                        Some(own) => (own == *object).then_some(binding),
                        None => fits(*variable, *object).then(|| with(*variable as usize, *object, &binding)),
                    },
                });
                if let Some(longer) = longer {
                    self.join(schema, &others, &longer, found, limits)?;
                }
            }
        } else if let Some(open) = binding.iter().position(Option::is_none) {
            for object in self.task.objects_of(&schema.parameters[open].types) {
                self.join(schema, &[], &with(open, object, binding), found, limits)?;
            }
        } else {
            let full: Vec<ObjectId> = binding.iter().flatten().copied().collect();
            if self.formula(&schema.precondition, true, &full, true) != Formula::FALSE {
                limits.check_reserve(found, 1)?;
                found.push(full);
            }
        }
        Ok(())
    }

    /// The binding with all values of more variables.
    fn longer(&self, variables: &[Variable], binding: &[ObjectId]) -> Vec<Vec<ObjectId>> {
        variables.iter().fold(vec![binding.to_vec()], |found, variable| {
            let with = |one: Vec<ObjectId>| {
                let objects = self.task.objects_of(&variable.types);
                objects.map(move |object| [one.as_slice(), &[object]].concat())
            };
            found.into_iter().flat_map(with).collect()
        })
    }

    /// A condition, or its negation, over facts. `relaxed` takes every changing fact that is seen for one that may be
    /// true, and may be false.
    fn formula(&self, condition: &Condition, positive: bool, binding: &[ObjectId], relaxed: bool) -> Formula {
        match condition {
            Condition::Atom(atom) => {
                let row = row(atom, binding);
                if !self.changed.contains(&row.0) {
                    return Formula::constant(self.initially.contains(&row) == positive);
                }
                match self.seen.get(&row) {
                    // What has not been seen yet may be: its absence may not last.
                    None => Formula::constant(!positive),
                    Some(_) if relaxed => Formula::TRUE,
                    Some(number) => Formula::Literal(*number, positive),
                }
            }
            Condition::Equal(left, right, _) => {
                Formula::constant((left.value(binding) == right.value(binding)) == positive)
            }
            Condition::Forall(variables, inner) | Condition::Exists(variables, inner) => {
                let all = matches!(condition, Condition::Forall(..)) == positive;
                let each = self.longer(variables, binding);
                Formula::of(each.iter().map(|longer| self.formula(inner, positive, longer, relaxed)), all)
            }
            Condition::And(_) | Condition::Or(_) | Condition::Not(_) | Condition::Imply(..) => {
                let all = matches!(condition, Condition::And(_)) == positive;
                let parts = condition.parts(positive).into_iter();
                Formula::of(parts.map(|(part, positive)| self.formula(part, positive, binding, relaxed)), all)
            }
        }
    }

    /// Visits the atoms that effects change, whether they add them, and under what condition.
    fn effects(
        &self,
        (effects, condition): (&[Effect], &Formula),
        binding: &[ObjectId],
        relaxed: bool,
        visit: &mut dyn FnMut(Row, bool, &Formula),
    ) {
        for effect in effects {
            match effect {
                Effect::Add(atom) => visit(row(atom, binding), true, condition),
                Effect::Delete(atom) => visit(row(atom, binding), false, condition),
                Effect::Forall(variables, inner) => {
                    for longer in self.longer(variables, binding) {
                        self.effects((inner, condition), &longer, relaxed, visit);
                    }
                }
                Effect::When(when, inner) => {
                    let when = self.formula(when, true, binding, relaxed);
                    let both = Formula::of([condition.clone(), when].into_iter(), true);
                    if both != Formula::FALSE {
                        self.effects((inner, &both), binding, relaxed, visit);
                    }
                }
            }
        }
    }

    /// The cost of a step; `None` if the problem gives none, so that no plan has it.
    fn cost(&self, schema: &Schema, binding: &[ObjectId], values: &Values<'_>) -> Option<u64> {
        if self.task.metric == Metric::UnitCost {
            return Some(1);
        }
        schema.cost.iter().try_fold(0u64, |sum, amount| {
            let more = match amount {
                Amount::Number(number) => *number,
                Amount::Function(function, terms, _) => {
                    let objects: Vec<ObjectId> = terms.iter().map(|term| term.value(binding)).collect();
                    *values.get(&(*function, objects.as_slice()))?
                }
            };
            Some(sum.saturating_add(more))
        })
    }

    fn instantiate(&self, limits: &Limits) -> Result<PlainTask, ProofError> {
        let task = self.task;
        let values: Values<'_> = task.values.iter().zip(task.numbers.iter().copied()).collect();
        let mut operators = Vec::new();
        for (index, schema) in task.schemas.iter().enumerate() {
            for binding in self.bindings(index, limits)? {
                let condition = self.formula(&schema.precondition, true, &binding, false);
                let Some(cost) = self.cost(schema, &binding, &values) else { continue };
                let mut effects = Vec::new();
                self.effects(
                    (&schema.effects, &Formula::TRUE),
                    &binding,
                    false,
                    &mut |row, adds, condition| {
                        if let Some(fact) = self.seen.get(&row) {
                            effects.push(PlainEffect { condition: condition.clone(), fact: *fact, adds });
                        }
                    },
                );
                let sure = effects.iter().filter(|effect| effect.adds && effect.is_sure());
                let added: FxHashSet<usize> = sure.map(|effect| effect.fact).collect();
                effects.retain(|effect| !added.contains(&effect.fact) || effect.adds && effect.is_sure());
                let mut known = FxHashSet::default();
                effects.retain(|effect| !effect.is_sure() || known.insert((effect.fact, effect.adds)));
                let name = task.show_step(SchemaId::from(index), &binding);
                limits.check_reserve(&operators, 1)?;
                operators.push(PlainOperator { name, cost, condition, effects });
            }
        }
        let mut facts: Vec<(Row, usize)> =
            self.seen.iter().map(|(row, number)| (row.clone(), *number)).collect();
        facts.sort_unstable_by_key(|(_, number)| *number);
        let initial = facts.iter().map(|(row, _)| self.initially.contains(row)).collect();
        let goal = self.formula(&task.goal, true, &[], false);
        let facts: Vec<Row> = facts.into_iter().map(|(row, _)| row).collect();
        let fact_names = facts.iter().map(|(predicate, row)| task.show_atom(*predicate, row)).collect();
        Ok(PlainTask { facts, fact_names, operators, initial, goal })
    }
}

type Values<'t> = FxHashMap<(banto_text::task::FunctionId, &'t [ObjectId]), u64>;
