//! Instantiation: each binding of each rule becomes ground operators or axioms.
//!
//! In: the fixpoint. Out: a [`PropositionalTask`]. Literals with a known value are gone: facts that are never reached
//! are false, and initial facts that nothing deletes are true.

use std::iter;

use fixedbitset::FixedBitSet;
use rustc_hash::FxHashMap;
use smallvec::{SmallVec, smallvec};

use super::cost::Values;
use super::expand::{Expandable, Expanded, Expander, prepare, simplified};
use super::join::{Catalog, JoinStep, Query};
use super::normalize::{Body, Formula, Literal, Origin, Rule};
use super::propositional::{
    Conjunction, FactNumber, FactTable, GroundAxiom, GroundEffect, GroundOperator, Lit, PropositionalTask,
    sort,
};
use super::reachability::Reached;
use super::{Clock, GroundError};
use banto_base::limits::Limits;
use banto_text::task::{ObjectId, Task};

/// Remaining disjunctions are split into up to this many operators; beyond that they become additional facts.
const MAX_SPLIT: usize = 4;

/// The parts of a rule that are more than literals.
struct Prepared {
    rest: Vec<Expandable>,
    effects: Vec<PreparedEffect>,
}

struct PreparedEffect {
    /// How the effect's own slots are bound; `None` if it has none.
    steps: Option<Vec<JoinStep>>,
    rest: Vec<Expandable>,
}

/// Instantiates everything that was reached.
pub(super) fn instantiate(
    task: &Task,
    mut reached: Reached,
    goal: (&Formula, usize),
    limits: &Limits,
    clock: &mut Clock<'_, '_>,
) -> Result<PropositionalTask, GroundError> {
    let facts = FactTable::new(&reached.relations, &reached.fixed);
    // What never changes was tested when the bindings were found.
    for body in reached.rules.iter_mut().map(|rule| &mut rule.body) {
        body.literals.retain(|literal| !reached.fixed.contains(literal.predicate.index()));
        body.equalities.clear();
    }
    let (mut catalog, rules) = reached.catalog(task, None, limits);
    let prepared: Vec<Prepared> = rules.iter().map(|rule| prepare_rule(&mut catalog, rule)).collect();
    let goal_formula = prepare(&mut catalog, goal.0, &FixedBitSet::new(), goal.1);
    let mut initial = FixedBitSet::with_capacity(facts.len());
    for (predicate, tuple) in task.init.iter() {
        let row = reached.relations[predicate.index()].find(tuple);
        if let Some(fact) = row.and_then(|row| facts.number(predicate, row)) {
            initial.insert(fact.index());
        }
    }
    let mut derived = FixedBitSet::with_capacity(facts.len());
    let has_rules = |index: &usize| task.predicate_info[*index].layer.is_some();
    for index in (0..task.predicate_info.len()).filter(has_rules) {
        for row in 0..reached.relations[index].len() {
            if let Some(fact) = facts.number(index.into(), row) {
                derived.insert(fact.index());
            }
        }
    }
    let bindings = |wanted: bool| -> usize {
        let is_wanted = |rule: &Rule| matches!(rule.origin, Origin::Schema(_)) == wanted;
        reached.rules.iter().zip(&reached.counts).filter(|one| is_wanted(one.0)).map(|one| one.1).sum()
    };
    let mut instance = Instance {
        reached: &reached,
        prepared: &prepared,
        facts,
        always: FixedBitSet::new(),
        limits,
        values: Values::new(task),
        // Room is reserved for all of them, so that nothing moves as it grows.
        operators: Vec::with_capacity(bindings(true)),
        axioms: Vec::with_capacity(bindings(false)),
        defined: FxHashMap::default(),
    };
    let mut always = initial.clone();
    always.difference_with(&instance.deleted()?);
    instance.always = always;
    for rule in 0..reached.rules.len() {
        instance.rule(rule)?;
        clock.look(limits);
    }
    let mut binding = vec![ObjectId::default(); goal.1];
    let goal = instance.expander().expand(&goal_formula, &mut binding)?;
    let goal = (goal != Expanded::Constant(false)).then(|| instance.conjunction(goal));
    let Instance { facts, operators, axioms, .. } = instance;
    initial.grow(facts.len());
    derived.grow(facts.len());
    for axiom in &axioms {
        derived.insert(axiom.head.index());
    }
    Ok(PropositionalTask { relations: reached.relations, facts, operators, axioms, initial, derived, goal })
}

fn prepare_rule(catalog: &mut Catalog<'_>, rule: &Rule) -> Prepared {
    let mut bound = FixedBitSet::with_capacity(rule.width);
    rule.body.slots.iter().for_each(|slot| bound.insert(slot.number as usize));
    let rest = |catalog: &mut Catalog<'_>, body: &Body, bound: &FixedBitSet| {
        body.rest.iter().map(|formula| prepare(catalog, formula, bound, rule.width)).collect()
    };
    let effects = rule
        .effects
        .iter()
        .map(|effect| {
            let condition = &effect.condition;
            let mut within = bound.clone();
            condition.slots.iter().for_each(|slot| within.insert(slot.number as usize));
            let steps = (!condition.slots.is_empty()).then(|| {
                // A fact that is never reached need not be deleted.
                let itself = Literal { positive: true, ..effect.literal.clone() };
                let deleted = (!effect.literal.positive).then_some(&itself);
                let literals: Vec<&Literal> = condition.literals.iter().chain(deleted).collect();
                let query = Query {
                    slots: &condition.slots,
                    literals: &literals,
                    equalities: &condition.equalities,
                    trigger: None,
                    width: rule.width,
                    bound: &bound,
                };
                catalog.plan(&query).1
            });
            PreparedEffect { steps, rest: rest(catalog, condition, &within) }
        })
        .collect();
    Prepared { rest: rest(catalog, &rule.body, &bound), effects }
}

struct Instance<'a> {
    reached: &'a Reached,
    prepared: &'a [Prepared],
    facts: FactTable,
    always: FixedBitSet,
    limits: &'a Limits,
    values: Values<'a>,
    operators: Vec<GroundOperator>,
    axioms: Vec<GroundAxiom>,
    /// The facts that stand for disjunctions.
    defined: FxHashMap<Expanded, FactNumber>,
}

impl Instance<'_> {
    fn expander(&self) -> Expander<'_> {
        Expander {
            relations: &self.reached.relations,
            object_sets: &self.reached.object_sets,
            facts: &self.facts,
            always: &self.always,
            limits: self.limits,
        }
    }

    /// The slots of a binding as the rule's enumeration stored them.
    fn bind(&self, rule: usize, at: usize, binding: &mut Vec<ObjectId>) {
        let (slots, width) = (&self.reached.rules[rule].body.slots, self.reached.rules[rule].width);
        binding.resize(width, ObjectId::default());
        let values = &self.reached.bindings[rule][at * slots.len()..(at + 1) * slots.len()];
        for (slot, object) in slots.iter().zip(values) {
            binding[slot.number as usize] = *object;
        }
    }

    /// Facts that some binding deletes.
    fn deleted(&self) -> Result<FixedBitSet, GroundError> {
        let mut deleted = FixedBitSet::with_capacity(self.facts.len());
        let (mut binding, mut tuple) = (Vec::new(), Vec::new());
        for (index, rule) in self.reached.rules.iter().enumerate() {
            let effects = rule.effects.iter().zip(&self.prepared[index].effects);
            let deleting: Vec<_> = effects.filter(|(effect, _)| !effect.literal.positive).collect();
            if deleting.is_empty() {
                continue;
            }
            for at in 0..self.reached.counts[index] {
                self.bind(index, at, &mut binding);
                self.limits.check()?;
                for (effect, prepared) in &deleting {
                    let literal = &effect.literal;
                    let mut mark = |binding: &mut [ObjectId]| {
                        tuple.clear();
                        tuple.extend(literal.arguments.iter().map(|term| term.value(binding)));
                        let row = self.reached.relations[literal.predicate.index()].find(&tuple);
                        if let Some(fact) = row.and_then(|row| self.facts.number(literal.predicate, row)) {
                            deleted.insert(fact.index());
                        }
                    };
                    match &prepared.steps {
                        None => mark(&mut binding),
                        Some(steps) => self.expander().enumeration().run(steps, &mut binding, &mut mark)?,
                    }
                }
            }
        }
        Ok(deleted)
    }

    fn rule(&mut self, index: usize) -> Result<(), GroundError> {
        let reached = self.reached;
        let rule = &reached.rules[index];
        let (mut binding, mut tuple) = (Vec::new(), Vec::new());
        for at in 0..reached.counts[index] {
            self.limits.check()?;
            self.bind(index, at, &mut binding);
            let condition =
                self.condition(&rule.body, &self.prepared[index].rest, &mut binding, &mut tuple)?;
            if condition == Expanded::Constant(false) {
                continue;
            }
            match rule.origin {
                Origin::Axiom(_) => {
                    let head = self.expander().literal(&rule.effects[0].literal, &binding, &mut tuple);
                    if let Expanded::Literal(head) = head {
                        let body = self.conjunction(condition);
                        self.axioms.push(GroundAxiom { head: head.fact(), body });
                    }
                }
                Origin::Schema(schema) => {
                    let Some(cost) = self.values.cost(rule, &binding)? else { continue };
                    // Parameters have the first slots.
                    let arguments = SmallVec::from_slice(&binding[..rule.parameters]);
                    let effects = self.effects(index, &mut binding, &mut tuple)?;
                    if effects.is_empty() {
                        continue;
                    }
                    let (first, others) = self.disjuncts(condition);
                    let rest = std::iter::repeat_n((arguments, effects), 1 + others.len());
                    for (condition, (arguments, effects)) in iter::once(first).chain(others).zip(rest) {
                        self.operators.push(GroundOperator { schema, arguments, cost, condition, effects });
                    }
                }
            }
        }
        Ok(())
    }

    fn condition(
        &self,
        body: &Body,
        rest: &[Expandable],
        binding: &mut [ObjectId],
        tuple: &mut Vec<ObjectId>,
    ) -> Result<Expanded, GroundError> {
        let expander = self.expander();
        for (left, right, same) in &body.equalities {
            if (left.value(binding) == right.value(binding)) != *same {
                return Ok(Expanded::Constant(false));
            }
        }
        let mut literals = Conjunction::new();
        for literal in &body.literals {
            match expander.literal(literal, binding, tuple) {
                Expanded::Literal(literal) => literals.push(literal),
                Expanded::Constant(false) => return Ok(Expanded::Constant(false)),
                _ => {}
            }
        }
        if rest.is_empty() {
            let is_possible = sort(&mut literals);
            return Ok(match literals[..] {
                _ if !is_possible => Expanded::Constant(false),
                [] => Expanded::Constant(true),
                [only] => Expanded::Literal(only),
                _ => Expanded::Literals(literals),
            });
        }
        let mut parts: Vec<Expanded> = literals.into_iter().map(Expanded::Literal).collect();
        for formula in rest {
            match expander.expand(formula, binding)? {
                Expanded::Constant(false) => return Ok(Expanded::Constant(false)),
                part => parts.push(part),
            }
        }
        Ok(simplified(parts, true))
    }

    fn effects(
        &mut self,
        index: usize,
        binding: &mut [ObjectId],
        tuple: &mut Vec<ObjectId>,
    ) -> Result<Vec<GroundEffect>, GroundError> {
        let rule = &self.reached.rules[index];
        let prepared = self.prepared;
        let mut effects = Vec::with_capacity(rule.effects.len());
        let mut conditional: Vec<(Expanded, Lit)> = Vec::new();
        for (effect, prepared) in rule.effects.iter().zip(&prepared[index].effects) {
            let this = &*self;
            let mut failed = Ok(());
            let mut visit = |binding: &mut [ObjectId]| {
                let head = this.expander().literal(&effect.literal, binding, tuple);
                // Adding a fact that always holds or deleting one that never holds changes nothing.
                let Expanded::Literal(literal) = head else { return };
                match this.condition(&effect.condition, &prepared.rest, binding, tuple) {
                    Ok(Expanded::Constant(false)) => {}
                    Ok(Expanded::Constant(true)) => {
                        effects.push(GroundEffect { condition: Conjunction::new(), literal });
                    }
                    Ok(condition) => conditional.push((condition, literal)),
                    Err(error) => failed = Err(error),
                }
            };
            match &prepared.steps {
                None => visit(binding),
                Some(steps) => this.expander().enumeration().run(steps, binding, &mut visit)?,
            }
            failed?;
        }
        for (condition, literal) in conditional {
            let (first, others) = self.disjuncts(condition);
            for condition in iter::once(first).chain(others) {
                effects.push(GroundEffect { condition, literal });
            }
        }
        Ok(effects)
    }

    /// A condition as one conjunction; disjunctions in it become additional facts.
    fn conjunction(&mut self, ground: Expanded) -> Conjunction {
        match ground {
            Expanded::Constant(_) => Conjunction::new(),
            Expanded::Literal(literal) => smallvec![literal],
            Expanded::Literals(literals) => literals,
            Expanded::Or(_) => smallvec![self.define(ground)],
            Expanded::And(parts) => {
                let mut literals = Conjunction::with_capacity(parts.len());
                for part in parts {
                    match part {
                        Expanded::Literal(literal) => literals.push(literal),
                        part => literals.extend(self.conjunction(part)),
                    }
                }
                literals
            }
        }
    }

    /// A condition as several conjunctions, if they are few: the first and the others.
    fn disjuncts(&mut self, ground: Expanded) -> (Conjunction, Vec<Conjunction>) {
        let is_split = |part: &Expanded| matches!(part, Expanded::Or(_));
        let parts = match ground {
            Expanded::And(parts) if parts.iter().any(is_split) => parts,
            other if is_split(&other) => vec![other],
            other => return (self.conjunction(other), Vec::new()),
        };
        let mut product = vec![Conjunction::with_capacity(parts.len())];
        for part in parts {
            let Expanded::Or(choices) = &part else {
                let literals = self.conjunction(part);
                product.iter_mut().for_each(|one| one.extend_from_slice(&literals));
                continue;
            };
            let plain = |choice: &Expanded| match choice {
                Expanded::Literal(_) => true,
                Expanded::And(parts) => parts.iter().all(|part| matches!(part, Expanded::Literal(_))),
                _ => false,
            };
            if product.len() * choices.len() <= MAX_SPLIT && choices.iter().all(plain) {
                let choices: Vec<Conjunction> =
                    choices.iter().map(|choice| self.conjunction(choice.clone())).collect();
                let pairs = product.iter().flat_map(|one| choices.iter().map(move |choice| (one, choice)));
                product = pairs.map(|(one, choice)| one.iter().chain(choice).copied().collect()).collect();
            } else {
                let literal = self.define(part);
                product.iter_mut().for_each(|one| one.push(literal));
            }
        }
        let first = product.remove(0);
        (first, product)
    }

    /// The fact that stands for a disjunction.
    fn define(&mut self, or: Expanded) -> Lit {
        if let Some(fact) = self.defined.get(&or) {
            return Lit::new(*fact, true);
        }
        let head = self.facts.invent();
        if let Expanded::Or(choices) = &or {
            for choice in choices {
                let body = self.conjunction(choice.clone());
                self.axioms.push(GroundAxiom { head, body });
            }
        }
        self.defined.insert(or, head);
        Lit::new(head, true)
    }
}
