//! Normalization: schemas, axioms and the goal become rules that a join can run.
//!
//! In: the resolved task. Out: [`Rule`]s. Each body is one disjunct of the condition's disjunctive normal form, so a
//! schema with a disjunction yields several rules. Existential quantifiers become further slots of the rule. Universal
//! conditions, and disjunctions that would give too many rules, remain beside the literals as a [`Formula`] that
//! instantiation expands.

use smallvec::SmallVec;

use super::object_sets::{ObjectSetId, ObjectSets};
use crate::strips::to_u32;
use banto_text::task::{Amount, Atom, Condition, Effect, PredicateId, SchemaId, Task, Term, Variable};

/// A condition with negations only on atoms, and a separate slot for each quantified variable.
#[derive(Clone, Debug)]
pub(super) enum Formula {
    /// An atom or its negation.
    Literal(Literal),
    /// Two terms are the same object, or not.
    Equal(Term, Term, bool),
    /// All of them.
    And(Vec<Formula>),
    /// At least one of them.
    Or(Vec<Formula>),
    /// For all values of the slots.
    Forall(Vec<Slot>, Box<Formula>),
    /// For some values of the slots.
    Exists(Vec<Slot>, Box<Formula>),
}

/// A variable's place in a binding, and what it ranges over.
#[derive(Clone, Copy, Debug)]
pub(super) struct Slot {
    pub(super) number: u32,
    pub(super) objects: ObjectSetId,
}

/// The arguments of an atom; mostly few.
pub(super) type Terms = SmallVec<[Term; 3]>;

/// An atom or its negation.
#[derive(Clone, Debug)]
pub(super) struct Literal {
    pub(super) predicate: PredicateId,
    pub(super) arguments: Terms,
    pub positive: bool,
}

/// A condition: a conjunction.
#[derive(Clone, Debug, Default)]
pub(super) struct Body {
    /// The slots to be bound, in order.
    pub(super) slots: Vec<Slot>,
    pub(super) literals: Vec<Literal>,
    pub(super) equalities: Vec<(Term, Term, bool)>,
    /// The part to expand at instantiation.
    pub(super) rest: Vec<Formula>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Origin {
    Schema(SchemaId),
    /// The index of an axiom of the task.
    Axiom(usize),
}

/// An effect on one atom. The slots of its condition follow those of the rule.
#[derive(Clone, Debug)]
pub(super) struct EffectRule {
    pub(super) condition: Body,
    /// The atom; negative if it is deleted.
    pub(super) literal: Literal,
}

/// A schema or an axiom, or one disjunct of it.
#[derive(Clone, Debug)]
pub(super) struct Rule {
    pub(super) origin: Origin,
    /// The number of slots that an operator shows as its arguments; they come first in the body's slots.
    pub(super) parameters: usize,
    pub(super) body: Body,
    pub(super) effects: Vec<EffectRule>,
    pub(super) cost: Vec<Amount>,
    /// The number of slots of a binding, those of effects and of the rest included.
    pub(super) width: usize,
}

/// More disjuncts than this are not split; the disjunctions stay in the rest.
const MAX_DISJUNCTS: usize = 24;

/// The rules of all schemas and axioms, in order.
pub(super) fn rules(task: &Task, object_sets: &mut ObjectSets) -> Vec<Rule> {
    let mut rules = Vec::new();
    for (index, schema) in task.schemas.iter().enumerate() {
        let mut renamer = Renamer::new(task, object_sets, &schema.parameters);
        let condition = renamer.formula(&schema.precondition, true);
        let mut effects = Vec::new();
        for effect in &schema.effects {
            renamer.effect(effect, &mut Vec::new(), &Formula::And(Vec::new()), &mut effects);
        }
        let origin = Origin::Schema(SchemaId::from(index));
        renamer.rules(origin, &condition, effects, &schema.cost, &mut rules);
    }
    for (index, axiom) in task.axioms.iter().enumerate() {
        let mut renamer = Renamer::new(task, object_sets, &axiom.parameters);
        let condition = renamer.formula(&axiom.condition, true);
        let arguments = (0..axiom.parameters.len()).map(|slot| Term::Variable(to_u32(slot))).collect();
        let literal = Literal { predicate: axiom.predicate, arguments, positive: true };
        let effects = vec![EffectRule { condition: Body::default(), literal }];
        renamer.rules(Origin::Axiom(index), &condition, effects, &[], &mut rules);
    }
    rules
}

/// The goal, and the number of its slots.
pub(super) fn goal(task: &Task, object_sets: &mut ObjectSets) -> (Formula, usize) {
    let mut renamer = Renamer::new(task, object_sets, &[]);
    let formula = renamer.formula(&task.goal, true);
    (formula, renamer.width as usize)
}

/// Gives each quantified variable its own slot.
struct Renamer<'a> {
    task: &'a Task,
    object_sets: &'a mut ObjectSets,
    /// The slots of the variables in scope, by their number in the task.
    scope: Vec<Slot>,
    parameters: Vec<Slot>,
    width: u32,
}

impl<'a> Renamer<'a> {
    fn new(task: &'a Task, object_sets: &'a mut ObjectSets, parameters: &[Variable]) -> Self {
        let mut renamer = Self { task, object_sets, scope: Vec::new(), parameters: Vec::new(), width: 0 };
        renamer.parameters = renamer.open(parameters);
        renamer
    }

    fn open(&mut self, variables: &[Variable]) -> Vec<Slot> {
        let slots: Vec<Slot> = variables
            .iter()
            .map(|variable| {
                let slot =
                    Slot { number: self.width, objects: self.object_sets.of(self.task, &variable.types) };
                self.width += 1;
                slot
            })
            .collect();
        self.scope.extend(&slots);
        slots
    }

    fn close(&mut self, slots: &[Slot]) {
        self.scope.truncate(self.scope.len() - slots.len());
    }

    fn term(&self, term: Term) -> Term {
        match term {
            Term::Object(_) => term,
            Term::Variable(variable) => Term::Variable(self.scope[variable as usize].number),
        }
    }

    fn literal(&self, atom: &Atom, positive: bool) -> Literal {
        let arguments = atom.arguments.iter().map(|term| self.term(*term)).collect();
        Literal { predicate: atom.predicate, arguments, positive }
    }

    /// The condition, or its negation unless `positive`.
    fn formula(&mut self, condition: &Condition, positive: bool) -> Formula {
        match condition {
            Condition::Atom(atom) => Formula::Literal(self.literal(atom, positive)),
            Condition::Equal(left, right, _) => Formula::Equal(self.term(*left), self.term(*right), positive),
            Condition::Not(inner) => self.formula(inner, !positive),
            Condition::And(parts) => self.parts(parts, positive, positive),
            Condition::Or(parts) => self.parts(parts, positive, !positive),
            Condition::Imply(left, right) => {
                let parts = vec![self.formula(left, !positive), self.formula(right, positive)];
                join(parts, !positive)
            }
            Condition::Forall(variables, inner) | Condition::Exists(variables, inner) => {
                let all = matches!(condition, Condition::Forall(..)) == positive;
                let slots = self.open(variables);
                let inner = Box::new(self.formula(inner, positive));
                self.close(&slots);
                if all { Formula::Forall(slots, inner) } else { Formula::Exists(slots, inner) }
            }
        }
    }

    fn parts(&mut self, parts: &[Condition], positive: bool, all: bool) -> Formula {
        let parts = parts.iter().map(|part| self.formula(part, positive)).collect();
        join(parts, all)
    }

    fn effect(&mut self, effect: &Effect, slots: &mut Vec<Slot>, when: &Formula, out: &mut Vec<EffectRule>) {
        match effect {
            Effect::Add(atom) | Effect::Delete(atom) => {
                let literal = self.literal(atom, matches!(effect, Effect::Add(_)));
                for mut condition in split(when) {
                    condition.slots.splice(0..0, slots.iter().copied());
                    out.push(EffectRule { condition, literal: literal.clone() });
                }
            }
            Effect::Forall(variables, inner) => {
                let opened = self.open(variables);
                slots.extend(&opened);
                for effect in inner {
                    self.effect(effect, slots, when, out);
                }
                slots.truncate(slots.len() - opened.len());
                self.close(&opened);
            }
            Effect::When(condition, inner) => {
                let condition = self.formula(condition, true);
                let both = join(vec![when.clone(), condition], true);
                for effect in inner {
                    self.effect(effect, slots, &both, out);
                }
            }
        }
    }

    fn rules(
        &self,
        origin: Origin,
        condition: &Formula,
        effects: Vec<EffectRule>,
        cost: &[Amount],
        out: &mut Vec<Rule>,
    ) {
        let bodies = split(condition);
        let effects = std::iter::repeat_n(effects, bodies.len());
        for (mut body, effects) in bodies.into_iter().zip(effects) {
            body.slots.splice(0..0, self.parameters.iter().copied());
            out.push(Rule {
                origin,
                parameters: self.parameters.len(),
                body,
                effects,
                cost: cost.to_vec(),
                width: self.width as usize,
            });
        }
    }
}

/// A conjunction or a disjunction, with nested ones of the same kind flattened.
fn join(parts: Vec<Formula>, all: bool) -> Formula {
    let mut flat = Vec::with_capacity(parts.len());
    for part in parts {
        match part {
            Formula::And(inner) if all => flat.extend(inner),
            Formula::Or(inner) if !all => flat.extend(inner),
            other => flat.push(other),
        }
    }
    if flat.len() == 1
        && let Some(only) = flat.pop()
    {
        return only;
    }
    if all { Formula::And(flat) } else { Formula::Or(flat) }
}

/// The disjuncts of a formula; none if it is false.
pub(super) fn split(formula: &Formula) -> Vec<Body> {
    match formula {
        Formula::Literal(literal) => vec![Body { literals: vec![literal.clone()], ..Body::default() }],
        Formula::Equal(left, right, same) => {
            vec![Body { equalities: vec![(*left, *right, *same)], ..Body::default() }]
        }
        Formula::Forall(..) => vec![Body { rest: vec![formula.clone()], ..Body::default() }],
        Formula::Exists(slots, inner) => {
            let mut bodies = split(inner);
            for body in &mut bodies {
                body.slots.splice(0..0, slots.iter().copied());
            }
            bodies
        }
        Formula::Or(parts) => {
            let bodies: Vec<Body> = parts.iter().flat_map(split).collect();
            if bodies.len() > MAX_DISJUNCTS {
                return vec![Body { rest: vec![formula.clone()], ..Body::default() }];
            }
            bodies
        }
        Formula::And(parts) => {
            let mut product = vec![Body::default()];
            for part in parts {
                if let Formula::Literal(literal) = part {
                    product.iter_mut().for_each(|body| body.literals.push(literal.clone()));
                    continue;
                }
                let bodies = split(part);
                if bodies.len() == 1 {
                    for body in &mut product {
                        body.append(&bodies[0]);
                    }
                } else if product.len() * bodies.len() > MAX_DISJUNCTS {
                    for body in &mut product {
                        body.rest.push(part.clone());
                    }
                } else {
                    let pairs = product.iter().flat_map(|left| bodies.iter().map(move |right| (left, right)));
                    product = pairs
                        .map(|(left, right)| {
                            let mut both = left.clone();
                            both.append(right);
                            both
                        })
                        .collect();
                }
            }
            product
        }
    }
}

impl Body {
    fn append(&mut self, other: &Self) {
        self.slots.extend(&other.slots);
        self.literals.extend(other.literals.iter().cloned());
        self.equalities.extend(&other.equalities);
        self.rest.extend(other.rest.iter().cloned());
    }
}
