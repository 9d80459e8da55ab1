//! The ways to make a fact true, and what each of them lacks.
//!
//! In: what can be reached, a change and the fact that it is to give. Out: for each way the facts and the obstacles
//! that stand against it. Values are given to variables only as far as is needed to tell the ways apart.

use rustc_hash::FxHashSet;

use crate::why::literal::{
    Binding, Change, Literal, Pattern, Source, contradiction, distinct, list, show_atom, value, written,
};
use crate::why::reach::{Cut, Fold, Reach};
use banto_base::source::Span;
use banto_text::task::{Amount, Atom, Condition, ObjectId, PredicateId, Task, Term, TypeSet};

/// At most this many ways to one fact are kept.
pub(crate) const MAX_WAYS: usize = 24;
/// At most this many values are tried to tell ways apart.
const MAX_SPLITS: usize = 400;

/// Facts that would go with others are named if there are no more than this.
const MAX_COMPLETIONS: usize = 6;

/// A goal, fact or obstacle that stands in the way.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Node {
    /// The goal as a whole.
    Goal,
    /// A fact.
    Fact(Pattern),
    /// There is no object for a variable of a type; it would be this one.
    Empty { types: String, object: Option<ObjectId>, span: Span },
    /// A condition or a cost of an action, in words; with its place where it alone stands in the way.
    Obstacle { source: Source, text: String, span: Option<Span> },
    /// An effect that is among the conditions: by its number among the changes.
    Useless { change: usize },
}

/// Nodes that are lacking, each with where it is asked for.
pub(crate) type Needs = Vec<(Node, Option<Span>)>;

/// The values of the variables for which a change gives an atom.
pub(crate) fn unify(change: &Change<'_>, pattern: &Pattern) -> Option<Binding> {
    unify_atom(&change.atom, &pattern.arguments, vec![None; change.variables.len()])
}

/// The values of the variables, of which some are given, for which an atom has some arguments.
pub(crate) fn unify_atom(
    atom: &Atom,
    arguments: &[Option<ObjectId>],
    mut binding: Binding,
) -> Option<Binding> {
    for (term, wanted) in atom.arguments.iter().zip(arguments) {
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

/// The ways in which a change can give a fact, each with what it lacks. Some predicates are `fluent`: something
/// changes them.
pub(crate) fn ways(
    reach: &Reach<'_>,
    fluent: &FxHashSet<PredicateId>,
    change: &Change<'_>,
    pattern: &Pattern,
) -> Result<Vec<Needs>, Cut> {
    let Some(mut binding) = unify(change, pattern) else { return Ok(Vec::new()) };
    let mut splitter = Splitter::new(reach, fluent, change);
    match splitter.obstacle(&binding) {
        _ if !splitter.is_typed(&binding) => {}
        Some(node) => splitter.found.push(vec![(node, None)]),
        None => splitter.split(&mut binding)?,
    }
    Ok(splitter.found)
}

/// Finds what each way of one change lacks.
struct Splitter<'c, 'a> {
    reach: &'c Reach<'a>,
    fluent: &'c FxHashSet<PredicateId>,
    change: &'c Change<'a>,
    found: Vec<Needs>,
    splits: usize,
}

impl<'c, 'a> Splitter<'c, 'a> {
    fn new(reach: &'c Reach<'a>, fluent: &'c FxHashSet<PredicateId>, change: &'c Change<'a>) -> Self {
        Self { reach, fluent, change, found: Vec::new(), splits: 0 }
    }

    /// Whether the values are of the types of their variables, or could be of one that has no object.
    fn is_typed(&self, binding: &Binding) -> bool {
        let task = self.reach.task;
        let could_be = |object: ObjectId, types: &TypeSet| {
            task.objects_of(types).next().is_none()
                && task.types.overlap(&task.object_types[object.index()], types)
        };
        self.change.variables.iter().zip(binding).all(|(variable, value)| {
            value.is_none_or(|one| self.reach.is_a(one, &variable.types) || could_be(one, &variable.types))
        })
    }

    /// An obstacle whatever the values of more variables are.
    fn obstacle(&self, binding: &Binding) -> Option<Node> {
        let (task, change) = (self.reach.task, self.change);
        let mut values = change.variables.iter().zip(binding);
        let empty = values.find(|(variable, _)| task.objects_of(&variable.types).next().is_none());
        let empty = empty.map(|(variable, value)| {
            let types = task.types.show(&variable.types);
            Node::Empty { types, object: *value, span: variable.span }
        });
        let is_contrary = || {
            let (one, other) = contradiction(&change.literals)?;
            let [left, right] = [one, other].map(|side| side.show(task, &change.variables));
            let text = if [one, other].iter().any(|side| change.is_guard(side.atom)) {
                format!("{} {} only with {left} and {right}", self.name(), change.act(task))
            } else {
                format!("{} can never be applied: it needs {left} and {right}", self.name())
            };
            Some(self.is_never_met(text, other.atom.span))
        };
        empty.or_else(is_contrary)
    }

    fn name(&self) -> String {
        self.change.source.name(self.reach.task)
    }

    fn is_never_met(&self, text: String, span: Span) -> Node {
        Node::Obstacle { source: self.change.source, text, span: Some(span) }
    }

    /// Whether it is a fact that no action changes.
    fn is_static(&self, node: &Node) -> bool {
        matches!(node, Node::Fact(fact) if !self.fluent.contains(&fact.predicate))
    }

    fn is_fixed(&self, literal: &Literal<'_>) -> bool {
        literal.positive && !self.fluent.contains(&literal.atom.predicate)
    }

    /// Reports what is lacking with these values; if that is nothing yet, with each of the values of more variables.
    fn split(&mut self, binding: &mut Binding) -> Result<(), Cut> {
        let (reach, change) = (self.reach, self.change);
        self.splits += 1;
        if self.splits > MAX_SPLITS || self.found.len() >= 2 * MAX_WAYS {
            return Ok(());
        }
        let literals = &change.literals;
        let mut lacks = Needs::new();
        for literal in literals {
            let pattern = literal.with(binding);
            if !reach.may(&pattern) {
                let span = Some(literal.atom.span).filter(|span| *span != Span::default());
                lacks.push((Node::Fact(pattern), span));
            }
        }
        lacks.extend(self.cost(binding).map(|cost| (cost, None)));
        let mut alternatives: Vec<Needs> = vec![Vec::new()];
        for part in &change.rest {
            let binding = &binding[..part.scope];
            if !binding.contains(&None) || matches!(part.condition, Condition::Equal(..)) {
                let more = demands(reach, (part.condition, part.positive), &mut binding.to_vec());
                alternatives = product(alternatives, &more);
            }
        }
        if alternatives.is_empty() {
            // Without an empty type an inequality fails, and this is no way at all.
            let mut rest = change.rest.iter();
            let empty = rest.find_map(|part| empty_type(reach.task, (part.condition, part.positive)));
            self.found.extend(empty.map(|empty| vec![(empty, None)]));
            return Ok(());
        }
        if alternatives.iter().any(Vec::is_empty) {
            alternatives = vec![Vec::new()];
        }
        let fixed: Vec<&Literal<'_>> = literals.iter().filter(|one| self.is_fixed(one)).collect();
        if !lacks.is_empty() || !alternatives[0].is_empty() {
            // What no action changes is missing, whatever becomes of the rest.
            let known = self.found.len();
            if lacks.iter().all(|(need, _)| !self.is_static(need))
                && self.solutions(&fixed, binding, 1)?.is_empty()
            {
                self.joint(&fixed, binding)?;
            }
            let missing = self.found.split_off(known);
            let ways = if missing.is_empty() { vec![lacks] } else { product(vec![lacks], &missing) };
            self.found.extend(product(ways, &alternatives));
            return Ok(());
        }
        let Some(free) = binding.iter().position(Option::is_none) else {
            let text = format!("the condition of {} is never met", self.name());
            self.found.push(vec![(Node::Obstacle { source: change.source, text, span: None }, None)]);
            return Ok(());
        };
        if fixed.iter().any(|literal| literal.with(binding).holes() > 0) {
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

    /// The fewest of some atoms that no objects meet together; or, if there are few, the facts that would complete the
    /// others.
    fn joint(&mut self, fixed: &[&Literal<'_>], binding: &Binding) -> Result<(), Cut> {
        let mut left = fixed.to_vec();
        for index in (0..fixed.len()).rev() {
            let fewer = others(&left, index);
            if self.solutions(&fewer, binding, 1)?.is_empty() {
                left = fewer;
            }
        }
        if let [literal] = &left[..]
            && let Some(node) = self.wrong_type(literal, binding)
        {
            self.found.push(vec![(node, None)]);
            return Ok(());
        }
        let mut completions: Vec<(Pattern, Span)> = Vec::new();
        for (index, literal) in left.iter().enumerate() {
            let solutions = self.solutions(&others(&left, index), binding, MAX_WAYS)?;
            let patterns = solutions.iter().map(|one| (literal.with(one), literal.atom.span));
            // What is there, but with two objects where the condition has one variable, is not missing as such.
            completions.extend(patterns.filter(|(pattern, _)| !self.reach.may(pattern)));
        }
        let mut completions = distinct(completions);
        completions.sort_by_key(|(pattern, _)| std::cmp::Reverse(pattern.holes()));
        if (1..=MAX_COMPLETIONS).contains(&completions.len()) {
            let found =
                completions.into_iter().map(|(pattern, span)| vec![(Node::Fact(pattern), Some(span))]);
            self.found.extend(found);
            return Ok(());
        }
        let (task, names) = (self.reach.task, &self.change.variables);
        let atoms = left.iter().map(|literal| show_atom(task, literal.atom, names, binding));
        let atoms: Vec<String> = atoms.collect();
        let of = if left.iter().any(|one| self.change.is_guard(one.atom)) { "an effect of " } else { "" };
        let name = format!("{of}{}", self.name());
        let text = match &atoms[..] {
            [one] => format!("no fact in :init matches {one}, which {name} needs"),
            _ => format!("no facts in :init match {} together, which {name} needs", list(&atoms, "and")),
        };
        let span = left.last().map_or(Span::default(), |literal| literal.atom.span);
        self.found.push(vec![(self.is_never_met(text, span), None)]);
        Ok(())
    }

    /// That facts match an atom, but for the type of a variable.
    fn wrong_type(&self, literal: &Literal<'_>, binding: &Binding) -> Option<Node> {
        let (task, pattern) = (self.reach.task, literal.with(binding));
        let mut terms = literal.atom.arguments.iter().enumerate();
        let variable = terms.find_map(|(at, term)| {
            let Term::Variable(slot) = term else { return None };
            let variable = self.change.variables[*slot as usize];
            let facts = task.init.iter().filter(|fact| fact.0 == pattern.predicate && pattern.fits(fact.1));
            let mut objects = facts.map(|fact| fact.1[at]).peekable();
            let is_missing = binding[*slot as usize].is_none() && objects.peek().is_some();
            (is_missing && !objects.any(|one| self.reach.is_a(one, &variable.types))).then_some(variable)
        })?;
        let (name, types) = (self.name(), task.types.show(&variable.types));
        let text = format!(
            "{name} takes {} - {types}, and no {} in :init has one there",
            variable.name,
            show_atom(task, literal.atom, &self.change.variables, binding)
        );
        Some(self.is_never_met(text, variable.span))
    }

    /// Values that meet some atoms, up to a number.
    fn solutions(&self, atoms: &[&Literal<'_>], binding: &Binding, most: usize) -> Result<Vec<Binding>, Cut> {
        let mut found: Vec<Binding> = Vec::new();
        self.reach.join(self.change, atoms, false, &mut binding.clone(), &mut |solution| {
            found.push(solution.to_vec());
            found.len() < most
        })?;
        Ok(found)
    }

    /// The first cost that has no value.
    fn cost(&self, binding: &[Option<ObjectId>]) -> Option<Node> {
        let task = self.reach.task;
        self.change.cost.iter().find_map(|amount| match amount {
            Amount::Function(function, terms, span)
                if !self.reach.has_cost(std::slice::from_ref(amount), binding) =>
            {
                let objects = terms.iter().map(|term| value(*term, binding));
                let names = objects.map(|one| one.map_or("?", |object| task.objects.name(object)));
                let term = written(task.functions.name(*function), names);
                let text = format!("{term} has no value in :init: {} costs that", self.name());
                Some(self.is_never_met(text, *span))
            }
            _ => None,
        })
    }
}

/// The ways to meet a condition, each with the facts that it lacks; empty if it can never be met.
pub(crate) fn demands(reach: &Reach<'_>, part: (&Condition, bool), binding: &mut Binding) -> Vec<Needs> {
    let literal = |pattern: Pattern, span| {
        let is_met = reach.may(&pattern);
        vec![if is_met { Vec::new() } else { vec![(Node::Fact(pattern), Some(span))] }]
    };
    let is_lacking = |ways: &Vec<Needs>| !ways.is_empty() && ways.iter().all(|needs| !needs.is_empty());
    reach.fold(&Fold { literal: &literal, join: &combine, is_settled: Some(&is_lacking) }, part, binding)
}

/// A type without objects of which a condition asks for one.
pub(crate) fn empty_type(task: &Task, (condition, positive): (&Condition, bool)) -> Option<Node> {
    if let Condition::Forall(variables, _) | Condition::Exists(variables, _) = condition {
        let mut empty = variables.iter().filter(|one| task.objects_of(&one.types).next().is_none());
        if let Some(one) = empty.next() {
            let asks = matches!(condition, Condition::Exists(..)) == positive;
            return asks.then(|| {
                let types = task.types.show(&one.types);
                Node::Empty { types, object: None, span: one.span }
            });
        }
    }
    condition.parts(positive).into_iter().find_map(|part| empty_type(task, part))
}

/// The ways to meet all parts, or one of them.
fn combine(all: bool, parts: &mut dyn Iterator<Item = Vec<Needs>>) -> Vec<Needs> {
    if all {
        return parts.fold(vec![Vec::new()], |left, right| product(left, &right));
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

/// The ways to meet both of two parts.
fn product(mut left: Vec<Needs>, right: &[Needs]) -> Vec<Needs> {
    if let [one] = right {
        left.iter_mut().for_each(|needs| needs.extend_from_slice(one));
        return left;
    }
    let pairs = left.iter().flat_map(|one| right.iter().map(move |other| [&one[..], other].concat()));
    pairs.take(MAX_WAYS).collect()
}

/// All items but one.
pub(crate) fn others<T: Copy>(items: &[T], index: usize) -> Vec<T> {
    [&items[..index], &items[index + 1..]].concat()
}
