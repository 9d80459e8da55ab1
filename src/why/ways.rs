//! The ways to make a fact true, and what each of them lacks.
//!
//! In: what can be reached, a change and the fact that it is to give. Out: for each way the facts and the obstacles
//! that stand against it. Values are given to variables only as far as is needed to tell the ways apart.

use rustc_hash::FxHashSet;

use super::literal::{Binding, Change, Literal, Pattern, Source, distinct, show_atom, value, written};
use super::reach::{Cut, Reach};
use crate::source::Span;
use crate::task::{Amount, Condition, ObjectId, PredicateId, Task, Term, Variable};

/// More ways to one fact are not kept.
pub(super) const MAX_WAYS: usize = 24;
/// More values are not tried to tell ways apart.
const MAX_SPLITS: usize = 400;

/// Facts that would go with others are named up to this number.
const MAX_COMPLETIONS: usize = 6;

/// What stands in the way.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Node {
    /// The goal as a whole.
    Goal,
    /// A fact.
    Fact(Pattern),
    /// There is no object for a variable of a type; it would be this one.
    Empty { types: String, object: Option<ObjectId> },
    /// An object is not of the type that an action takes.
    Wrong { object: ObjectId, takers: Vec<(Source, String)> },
    /// A condition contradicts itself; with both sides.
    Contradiction { source: Source, sides: String, span: Span },
    /// Facts that no action changes, and that no objects meet together.
    Joint { source: Source, atoms: Vec<String>, span: Span },
    /// A condition other than a literal is not met.
    Other { source: Source },
    /// A cost has no value.
    Cost { source: Source, term: String },
    /// An effect that is among the conditions: by its number among the changes.
    Useless { change: usize },
}

/// Facts that are needed, with where they are asked for.
pub(super) type Needs = Vec<(Pattern, Option<Span>)>;

/// What the variables must be so that a change gives an atom.
pub(super) fn unify(change: &Change<'_>, pattern: &Pattern) -> Option<Binding> {
    let mut binding: Binding = vec![None; change.variables.len()];
    for (term, wanted) in change.atom.arguments.iter().zip(&pattern.arguments) {
        let Some(wanted) = *wanted else { continue };
        match term {
            Term::Object(object) if *object != wanted => return None,
            Term::Object(_) => {}
            Term::Variable(slot) => {
                let place = &mut binding[*slot as usize];
                if place.is_some_and(|other| other != wanted) {
                    return None;
                }
                *place = Some(wanted);
            }
        }
    }
    Some(binding)
}

/// One thing that a way lacks.
#[derive(Clone)]
pub(super) enum Lack {
    Fact(Pattern, Option<Span>),
    Node(Node),
}

/// Finds what each way of one change lacks.
pub(super) struct Splitter<'c, 'a> {
    pub(super) reach: &'c Reach<'a>,
    pub(super) change: &'c Change<'a>,
    /// Predicates that something adds.
    pub(super) growing: &'c FxHashSet<PredicateId>,
    /// What each way lacks.
    pub(super) found: Vec<Vec<Lack>>,
    pub(super) splits: usize,
}

impl Splitter<'_, '_> {
    pub(super) fn start(&mut self, mut binding: Binding) -> Result<(), Cut> {
        let (reach, change) = (self.reach, self.change);
        let task = reach.task;
        for (variable, value) in change.variables.iter().zip(&binding) {
            let is_empty = task.objects_of(&variable.types).next().is_none();
            let may_be =
                |object: ObjectId| task.types.overlap(&task.object_types[object.index()], &variable.types);
            let node = match value {
                Some(object) if reach.is_a(*object, &variable.types) => continue,
                Some(object) if !is_empty || !may_be(*object) => {
                    Node::Wrong { object: *object, takers: vec![self.taker(variable)] }
                }
                None if !is_empty => continue,
                _ => Node::Empty { types: task.types.show(&variable.types), object: *value },
            };
            self.found.push(vec![Lack::Node(node)]);
            return Ok(());
        }
        if let Some(never) = self.contradiction().or_else(|| self.never_equal()) {
            self.found.push(vec![Lack::Node(never)]);
            return Ok(());
        }
        self.split(&mut binding)
    }

    fn taker(&self, variable: &Variable) -> (Source, String) {
        (self.change.source, self.reach.task.types.show(&variable.types))
    }

    /// A condition that asks for a fact about one object twice, where no fact that could ever meet it is like that.
    fn never_equal(&self) -> Option<Node> {
        let literals = self.change.literals();
        let never = literals.iter().find(|one| {
            let terms = &one.atom.arguments;
            let pairs = (0..terms.len()).flat_map(|at| (0..at).map(move |before| (before, at)));
            let same: Vec<(usize, usize)> =
                pairs.filter(|(left, right)| terms[*left] == terms[*right]).collect();
            let mut rows = self.reach.rows(one.atom.predicate).peekable();
            let is_fixed = one.positive && !self.growing.contains(&one.atom.predicate);
            is_fixed
                && !same.is_empty()
                && rows.peek().is_some()
                && !rows.any(|row| same.iter().all(|(left, right)| row[*left] == row[*right]))
        })?;
        let atoms = vec![never.show(self.reach.task, &self.change.variables)];
        Some(Node::Joint { source: self.change.source, atoms, span: never.atom.span })
    }

    /// An object that all facts at hand are about, where the action takes none of its type.
    fn misfit(&self, literal: &Literal<'_>, pattern: &Pattern) -> Option<Node> {
        let mut misfit = None;
        for row in self.reach.rows(pattern.predicate).filter(|row| pattern.fits(row)) {
            let mut terms = literal.atom.arguments.iter().zip(row);
            misfit = Some(terms.find_map(|(term, object)| match term {
                Term::Variable(slot)
                    if !self.reach.is_a(*object, &self.change.variables[*slot as usize].types) =>
                {
                    Some((*object, self.change.variables[*slot as usize]))
                }
                _ => None,
            })?);
        }
        let (object, variable) = misfit?;
        Some(Node::Wrong { object, takers: vec![self.taker(variable)] })
    }

    fn contradiction(&self) -> Option<Node> {
        let (task, variables) = (self.reach.task, &self.change.variables);
        let (one, other) = self.change.contradiction()?;
        let sides = format!("{} and {}", one.show(task, variables), other.show(task, variables));
        Some(Node::Contradiction { source: self.change.source, sides, span: other.atom.span })
    }

    /// Reports what is lacking with these values; if that is nothing yet, with each of the values of more variables.
    fn split(&mut self, binding: &mut Binding) -> Result<(), Cut> {
        let (reach, change) = (self.reach, self.change);
        self.splits += 1;
        if self.splits > MAX_SPLITS || self.found.len() >= 2 * MAX_WAYS {
            return Ok(());
        }
        let literals = change.literals();
        let (mut lacks, mut misfits): (Vec<Lack>, Vec<Node>) = Default::default();
        for literal in &literals {
            let pattern = literal.with(binding);
            if !reach.may(pattern.predicate, &pattern.arguments, pattern.positive) {
                let span = (change.span.is_some() || literal.atom.span != Span::default())
                    .then_some(literal.atom.span);
                lacks.push(Lack::Fact(pattern, span));
            } else if literal.positive && self.splits == 1 {
                misfits.extend(self.misfit(literal, &pattern));
            }
        }
        if lacks.is_empty() {
            self.found.extend(misfits.into_iter().map(|misfit| vec![Lack::Node(misfit)]));
        }
        if !reach.has_cost(change.cost, binding) {
            lacks.extend(self.cost(binding).map(Lack::Node));
        }
        let mut alternatives: Vec<Needs> = vec![Vec::new()];
        for part in change.rest() {
            if binding[..part.scope].iter().any(Option::is_none)
                && !matches!(part.condition, Condition::Equal(..))
            {
                continue;
            }
            let more = demands(reach, part.condition, part.positive, &mut binding[..part.scope].to_vec());
            alternatives = product(&alternatives, &more);
        }
        if alternatives.is_empty() {
            // Without an empty type it is an inequality: not a way at all, but for want of another.
            let empty =
                change.rest().iter().find_map(|one| empty_type(reach.task, one.condition, one.positive));
            self.found.extend(empty.map(|empty| vec![Lack::Node(empty)]));
            return Ok(());
        }
        let met = alternatives.iter().any(Vec::is_empty);
        if !lacks.is_empty() || !met {
            let alternatives = if met { vec![Vec::new()] } else { alternatives };
            for needs in alternatives {
                let more = needs.into_iter().map(|(pattern, span)| Lack::Fact(pattern, span));
                self.found.push(lacks.iter().cloned().chain(more).collect());
            }
            return Ok(());
        }
        let Some(free) = binding.iter().position(Option::is_none) else {
            self.found.push(vec![Lack::Node(Node::Other { source: change.source })]);
            return Ok(());
        };
        let is_fixed = |one: &&Literal<'_>| one.positive && !self.growing.contains(&one.atom.predicate);
        let fixed: Vec<&Literal<'_>> = literals.iter().filter(is_fixed).collect();
        if fixed.iter().any(|literal| literal.pattern(binding).contains(&None)) {
            let solutions = self.solutions(&fixed, binding, MAX_SPLITS)?;
            if solutions.is_empty() {
                self.joint(&fixed, binding)?;
            }
            for mut solution in solutions {
                self.split(&mut solution)?;
            }
            return Ok(());
        }
        // A variable that some literal has comes first.
        let named = |slot: &usize| {
            let mut terms = literals.iter().flat_map(|literal| &literal.atom.arguments);
            terms.any(|term| matches!(term, Term::Variable(other) if *other as usize == *slot))
        };
        let slot = (0..binding.len()).filter(|slot| binding[*slot].is_none()).find(named).unwrap_or(free);
        for object in reach.task.objects_of(&change.variables[slot].types) {
            binding[slot] = Some(object);
            self.split(binding)?;
        }
        binding[slot] = None;
        Ok(())
    }

    /// The fewest of some atoms that no objects meet together, or what one of them would have to be to go with the
    /// others.
    fn joint(&mut self, fixed: &[&Literal<'_>], binding: &Binding) -> Result<(), Cut> {
        let mut left = fixed.to_vec();
        let mut index = left.len();
        while index > 0 {
            index -= 1;
            let mut fewer = left.clone();
            fewer.remove(index);
            if self.solutions(&fewer, binding, 1)?.is_empty() {
                left = fewer;
            }
        }
        let mut completions: Vec<(Pattern, Span)> = Vec::new();
        for (index, literal) in left.iter().enumerate() {
            let mut others = left.clone();
            others.remove(index);
            let solutions = self.solutions(&others, binding, MAX_WAYS)?;
            completions.extend(solutions.iter().map(|one| (literal.with(one), literal.atom.span)));
        }
        let mut completions = distinct(completions);
        completions.sort_by_key(|(pattern, _)| std::cmp::Reverse(pattern.holes()));
        if (1..=MAX_COMPLETIONS).contains(&completions.len()) {
            let found = completions.into_iter().map(|(pattern, span)| vec![Lack::Fact(pattern, Some(span))]);
            self.found.extend(found);
            return Ok(());
        }
        let (task, names) = (self.reach.task, &self.change.variables);
        let atoms = left.iter().map(|literal| show_atom(task, literal.atom, names, binding)).collect();
        let span = left.last().map_or(Span::default(), |literal| literal.atom.span);
        self.found.push(vec![Lack::Node(Node::Joint { source: self.change.source, atoms, span })]);
        Ok(())
    }

    /// Values that meet some atoms, at most so many.
    fn solutions(&self, atoms: &[&Literal<'_>], binding: &Binding, most: usize) -> Result<Vec<Binding>, Cut> {
        let mut found: Vec<Binding> = Vec::new();
        self.reach.join(self.change, atoms, false, &mut binding.clone(), &mut |solution| {
            found.push(solution.to_vec());
            found.len() < most
        })?;
        Ok(found)
    }

    fn cost(&self, binding: &[Option<ObjectId>]) -> Option<Node> {
        let task = self.reach.task;
        let term = self.change.cost.iter().find_map(|amount| match amount {
            Amount::Function(function, terms, _)
                if !self.reach.has_cost(std::slice::from_ref(amount), binding) =>
            {
                let objects = terms.iter().map(|term| value(*term, binding));
                let names = objects.map(|one| one.map_or("?", |object| task.objects.name(object)));
                Some(written(task.functions.name(*function), names))
            }
            _ => None,
        })?;
        Some(Node::Cost { source: self.change.source, term })
    }
}

fn product(left: &[Needs], right: &[Needs]) -> Vec<Needs> {
    let pairs = left.iter().flat_map(|one| right.iter().map(move |other| (one, other)));
    pairs.take(MAX_WAYS).map(|(one, other)| one.iter().chain(other).cloned().collect()).collect()
}

/// The ways to meet a condition, each with the facts that it lacks; none where it can never be met.
pub(super) fn demands(
    reach: &Reach<'_>,
    condition: &Condition,
    positive: bool,
    binding: &mut Binding,
) -> Vec<Needs> {
    let met = || vec![Vec::new()];
    match condition {
        Condition::Atom(atom) => {
            let literal = Literal { atom, positive };
            let pattern = literal.with(binding);
            if reach.may(pattern.predicate, &pattern.arguments, positive) {
                met()
            } else {
                vec![vec![(pattern, Some(atom.span))]]
            }
        }
        Condition::Equal(left, right, _) => match (value(*left, binding), value(*right, binding)) {
            (Some(left), Some(right)) if (left == right) != positive => Vec::new(),
            _ => met(),
        },
        Condition::Not(inner) => demands(reach, inner, !positive, binding),
        Condition::Imply(left, right) => {
            let parts = [demands(reach, left, !positive, binding), demands(reach, right, positive, binding)];
            combine(!positive, parts)
        }
        Condition::And(parts) | Condition::Or(parts) => {
            let all = matches!(condition, Condition::And(_)) == positive;
            let parts: Vec<_> = parts.iter().map(|part| demands(reach, part, positive, binding)).collect();
            combine(all, parts)
        }
        Condition::Forall(variables, inner) | Condition::Exists(variables, inner) => {
            let all = matches!(condition, Condition::Forall(..)) == positive;
            instances(reach, variables, inner, positive, all, binding)
        }
    }
}

/// A type without objects of which a condition asks for one.
pub(super) fn empty_type(task: &Task, condition: &Condition, positive: bool) -> Option<Node> {
    if let Condition::Forall(variables, _) | Condition::Exists(variables, _) = condition {
        let mut empty = variables.iter().filter(|one| task.objects_of(&one.types).next().is_none());
        if let Some(one) = empty.next() {
            let asks = matches!(condition, Condition::Exists(..)) == positive;
            return asks.then(|| Node::Empty { types: task.types.show(&one.types), object: None });
        }
    }
    condition.parts(positive).into_iter().find_map(|(part, positive)| empty_type(task, part, positive))
}

fn instances(
    reach: &Reach<'_>,
    variables: &[Variable],
    inner: &Condition,
    positive: bool,
    all: bool,
    binding: &mut Binding,
) -> Vec<Needs> {
    let Some((variable, others)) = variables.split_first() else {
        return demands(reach, inner, positive, binding);
    };
    let objects: Vec<ObjectId> = reach.task.objects_of(&variable.types).take(MAX_SPLITS).collect();
    let mut parts = Vec::new();
    for object in objects {
        binding.push(Some(object));
        parts.push(instances(reach, others, inner, positive, all, binding));
        binding.pop();
    }
    combine(all, parts)
}

/// The ways to meet all parts, or one of them.
fn combine(all: bool, parts: impl IntoIterator<Item = Vec<Needs>>) -> Vec<Needs> {
    if all {
        return parts.into_iter().fold(vec![Vec::new()], |left, right| product(&left, &right));
    }
    let mut ways: Vec<Needs> = Vec::new();
    for part in parts {
        if part.iter().any(Vec::is_empty) {
            return vec![Vec::new()];
        }
        ways.extend(part);
    }
    ways.sort_by_key(Vec::len);
    ways.truncate(MAX_WAYS);
    ways
}
