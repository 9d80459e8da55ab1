//! Relaxed reachability: the rules as a Datalog program, evaluated semi-naively (Helmert, Concise finite-domain
//! representations for PDDL planning tasks, 2009). Deletes and negated conditions are ignored.
//!
//! In: the task and its rules. Out: [`Reached`]: a relation for each predicate, and each binding of each rule exactly
//! once: when the last fact that it needs is processed. Facts are processed in the order in which they are found.

use std::collections::VecDeque;

use fixedbitset::FixedBitSet;
use rustc_hash::FxHashMap;

use super::Clock;
use super::join::{Accesses, Catalog, Enumeration, JoinStep, Query, Size, read};
use super::normalize::{EffectRule, Literal, Rule};
use super::object_sets::{ObjectSetId, ObjectSets};
use super::relation::Relation;
use banto_base::limits::{Limits, Stop};
use banto_text::task::{ObjectId, PredicateId, Task, Term};

/// The fixpoint.
pub(super) struct Reached {
    pub(super) rules: Vec<Rule>,
    pub(super) object_sets: ObjectSets,
    pub(super) relations: Vec<Relation>,
    /// Static predicates.
    pub(super) fixed: FixedBitSet,
    /// For each rule, the values of its body's slots, flat.
    pub(super) bindings: Vec<Vec<ObjectId>>,
    /// For each rule, how many bindings it has; bindings may be empty tuples.
    pub(super) counts: Vec<usize>,
}

#[derive(Clone, Copy)]
enum Job {
    /// Keep it, and apply the rule's unconditional effects.
    Rule(usize),
    /// Apply an effect of a rule.
    Effect(usize, usize),
}

/// A join that starts from a fact.
struct Trigger {
    job: Job,
    accesses: Accesses,
    steps: Vec<JoinStep>,
}

/// Computes the fixpoint: all facts that can be reached.
pub(super) fn reach(
    task: &Task,
    rules: Vec<Rule>,
    object_sets: ObjectSets,
    limits: &Limits,
    clock: &mut Clock<'_, '_>,
) -> Result<Reached, Stop> {
    let mut reached = Reached::new(task, rules, object_sets);
    let growing = reached.growing();
    let mut frontier = Frontier::default();
    for (predicate, tuple) in task.init.iter() {
        let relation = &mut reached.relations[predicate.index()];
        if relation.insert(tuple).0 {
            relation.check_allocation(limits)?;
            if growing.contains(predicate.index()) {
                frontier.queue.push_back(predicate);
            } else {
                relation.advance();
            }
        }
        limits.check()?;
    }
    let (triggers, starts) = reached.plan(task, &growing, limits);
    let mut fixpoint = Fixpoint { reached, frontier, limits, binding: Vec::new(), key: Vec::new() };
    for start in starts {
        fixpoint.run(&start, None, clock)?;
    }
    while let Some(predicate) = fixpoint.frontier.queue.pop_front() {
        let relation = &mut fixpoint.reached.relations[predicate.index()];
        let row = relation.ready;
        relation.advance();
        clock.now.atoms += 1;
        clock.look(limits);
        for trigger in &triggers[predicate.index()] {
            fixpoint.run(trigger, Some((predicate, row)), clock)?;
        }
        limits.check()?;
    }
    Ok(fixpoint.reached)
}

impl Reached {
    fn new(task: &Task, rules: Vec<Rule>, object_sets: ObjectSets) -> Self {
        let arities = task.predicate_info.iter().map(|info| info.parameters.len());
        let relations = arities.map(|arity| Relation::new(arity, task.objects.len())).collect();
        let mut fixed = FixedBitSet::with_capacity(task.predicates.len());
        fixed.insert_range(..);
        for literal in rules.iter().flat_map(|rule| &rule.effects).map(|effect| &effect.literal) {
            fixed.set(literal.predicate.index(), false);
        }
        let bindings = vec![Vec::new(); rules.len()];
        let counts = vec![0; rules.len()];
        Self { rules, object_sets, relations, fixed, bindings, counts }
    }

    /// Predicates that something adds.
    fn growing(&self) -> FixedBitSet {
        let mut growing = FixedBitSet::with_capacity(self.relations.len());
        let effects = self.rules.iter().flat_map(|rule| &rule.effects);
        for effect in effects.filter(|effect| effect.literal.positive) {
            growing.insert(effect.literal.predicate.index());
        }
        growing
    }

    /// The sizes of relations: exact for those that do not grow; for others, as if everything were reached.
    pub(super) fn catalog<'a>(
        &'a mut self,
        task: &Task,
        growing: Option<&FixedBitSet>,
        limits: &'a Limits,
    ) -> (Catalog<'a>, &'a [Rule]) {
        let declared: Vec<Vec<ObjectSetId>> = task
            .predicate_info
            .iter()
            .map(|info| info.parameters.iter().map(|types| self.object_sets.of(task, types)).collect())
            .collect();
        let kept = self.kept(&declared);
        let sizes = (0..self.relations.len())
            .map(|index| {
                if growing.is_some_and(|growing| growing.contains(index)) {
                    let distinct: Vec<f64> = declared[index]
                        .iter()
                        .map(|id| real(self.object_sets.get(*id).objects.len()))
                        .collect();
                    Size { rows: distinct.iter().product(), distinct }
                } else {
                    let relation = &self.relations[index];
                    let distinct = relation.distinct().into_iter().map(real).collect();
                    Size { rows: f64::from(relation.len()), distinct }
                }
            })
            .collect();
        let catalog = Catalog {
            relations: &mut self.relations,
            object_sets: &self.object_sets,
            fixed: &self.fixed,
            sizes,
            kept,
            limits,
        };
        (catalog, &self.rules)
    }

    /// The object sets that the tuples of a predicate stay within: the declared ones, unless some effect leaves them.
    fn kept(&self, declared: &[Vec<ObjectSetId>]) -> Vec<Vec<Option<ObjectSetId>>> {
        let mut kept: Vec<Vec<Option<ObjectSetId>>> =
            declared.iter().map(|object_sets| object_sets.iter().copied().map(Some).collect()).collect();
        let mut within: FxHashMap<(ObjectSetId, ObjectSetId), bool> = FxHashMap::default();
        for rule in &self.rules {
            for effect in rule.effects.iter().filter(|effect| effect.literal.positive) {
                let predicate = effect.literal.predicate.index();
                for (position, term) in effect.literal.arguments.iter().enumerate() {
                    let wanted = declared[predicate][position];
                    let fits = match term {
                        Term::Object(object) => self.object_sets.contains(wanted, *object),
                        Term::Variable(number) => {
                            let mut slots = rule.body.slots.iter().chain(&effect.condition.slots);
                            let found = slots.find(|slot| slot.number == *number);
                            found.is_some_and(|slot| {
                                *within.entry((slot.objects, wanted)).or_insert_with(|| {
                                    let mut objects = self.object_sets.get(slot.objects).objects.iter();
                                    objects.all(|object| self.object_sets.contains(wanted, *object))
                                })
                            })
                        }
                    };
                    if !fits {
                        kept[predicate][position] = None;
                    }
                }
            }
        }
        kept
    }

    /// The joins: by the predicate that starts them, and those that need nothing that grows.
    fn plan(
        &mut self,
        task: &Task,
        growing: &FixedBitSet,
        limits: &Limits,
    ) -> (Vec<Vec<Trigger>>, Vec<Trigger>) {
        let mut triggers: Vec<Vec<Trigger>> = (0..self.relations.len()).map(|_| Vec::new()).collect();
        let mut starts = Vec::new();
        let (mut catalog, rules) = self.catalog(task, Some(growing), limits);
        for (index, rule) in rules.iter().enumerate() {
            let conditional = rule.effects.iter().enumerate();
            let conditional = conditional.filter(|(_, effect)| effect.literal.positive && !is_simple(effect));
            let jobs = conditional.map(|(effect, _)| Job::Effect(index, effect));
            for job in std::iter::once(Job::Rule(index)).chain(jobs) {
                let mut literals: Vec<&Literal> = rule.body.literals.iter().collect();
                let mut slots = rule.body.slots.clone();
                let mut equalities = rule.body.equalities.clone();
                if let Job::Effect(_, effect) = job {
                    let condition = &rule.effects[effect].condition;
                    literals.extend(&condition.literals);
                    slots.extend(&condition.slots);
                    equalities.extend(&condition.equalities);
                }
                let grows = |literal: &Literal| growing.contains(literal.predicate.index());
                let dead = |literal: &&&Literal| {
                    literal.positive
                        && !grows(literal)
                        && catalog.relations[literal.predicate.index()].is_empty()
                };
                if literals.iter().find(dead).is_some() {
                    continue;
                }
                let mut query = Query {
                    slots: &slots,
                    literals: &literals,
                    equalities: &equalities,
                    trigger: None,
                    width: rule.width,
                    bound: &FixedBitSet::new(),
                };
                let wanted = |at: &usize| literals[*at].positive && grows(literals[*at]);
                let mut any = false;
                for at in (0..literals.len()).filter(wanted) {
                    any = true;
                    query.trigger = Some(at);
                    let (accesses, steps) = catalog.plan(&query);
                    triggers[literals[at].predicate.index()].push(Trigger { job, accesses, steps });
                }
                if !any {
                    let (accesses, steps) = catalog.plan(&query);
                    starts.push(Trigger { job, accesses, steps });
                }
            }
        }
        (triggers, starts)
    }
}

/// Whether reachability can assume that an effect happens whenever its rule applies.
fn is_simple(effect: &EffectRule) -> bool {
    let condition = &effect.condition;
    condition.slots.is_empty() && condition.literals.is_empty() && condition.equalities.is_empty()
}

#[allow(clippy::cast_precision_loss, reason = "an estimate")]
fn real(number: usize) -> f64 {
    number as f64
}

struct Fixpoint<'a> {
    reached: Reached,
    frontier: Frontier,
    limits: &'a Limits,
    binding: Vec<ObjectId>,
    key: Vec<ObjectId>,
}

impl Fixpoint<'_> {
    fn run(
        &mut self,
        trigger: &Trigger,
        fact: Option<(PredicateId, u32)>,
        clock: &mut Clock<'_, '_>,
    ) -> Result<(), Stop> {
        let (Job::Rule(index) | Job::Effect(index, _)) = trigger.job;
        let limits = self.limits;
        let reached = &mut self.reached;
        let rule = &reached.rules[index];
        self.binding.resize(rule.width.max(self.binding.len()), ObjectId::default());
        if let Some((predicate, row)) = fact {
            let tuple = reached.relations[predicate.index()].row(row);
            if !read(&trigger.accesses, tuple, &mut self.binding) {
                return Ok(());
            }
        }
        let mut enumeration = Enumeration {
            relations: &reached.relations,
            object_sets: &reached.object_sets,
            trigger: fact.map(|(_, row)| row),
            limits: self.limits,
            key: std::mem::take(&mut self.key),
        };
        match trigger.job {
            Job::Rule(_) => {
                let slots = &rule.body.slots;
                let bindings = &mut reached.bindings[index];
                let (from, count) = (bindings.len(), &mut reached.counts[index]);
                let before = *count;
                enumeration.run(&trigger.steps, &mut self.binding, &mut |binding| {
                    // If memory is short, nothing more is kept; the next check of the limits ends the work.
                    if limits.check_reserve(bindings, slots.len()).is_err() {
                        return;
                    }
                    bindings.extend(slots.iter().map(|slot| binding[slot.number as usize]));
                    *count += 1;
                    clock.found(rule.origin, limits);
                })?;
                self.key = enumeration.key;
                let found = *count - before;
                let width = slots.len();
                for at in 0..found {
                    let rule = &reached.rules[index];
                    let values = &reached.bindings[index][from + at * width..from + (at + 1) * width];
                    for (slot, object) in rule.body.slots.iter().zip(values) {
                        self.binding[slot.number as usize] = *object;
                    }
                    for effect in
                        rule.effects.iter().filter(|effect| effect.literal.positive && is_simple(effect))
                    {
                        let tuple = effect.literal.arguments.iter().map(|term| term.value(&self.binding));
                        self.frontier.add(&mut reached.relations, effect.literal.predicate, tuple, limits)?;
                    }
                }
            }
            Job::Effect(_, effect) => {
                let literal = &rule.effects[effect].literal;
                let mut heads: Vec<ObjectId> = Vec::new();
                let mut found = 0;
                enumeration.run(&trigger.steps, &mut self.binding, &mut |binding| {
                    if limits.check_reserve(&heads, literal.arguments.len()).is_err() {
                        return;
                    }
                    heads.extend(literal.arguments.iter().map(|term| term.value(binding)));
                    found += 1;
                })?;
                let (predicate, arity) = (literal.predicate, literal.arguments.len());
                for at in 0..found {
                    let tuple = heads[at * arity..(at + 1) * arity].iter().copied();
                    self.frontier.add(&mut reached.relations, predicate, tuple, limits)?;
                }
            }
        }
        Ok(())
    }
}

/// The facts that are found but not processed yet.
#[derive(Default)]
struct Frontier {
    queue: VecDeque<PredicateId>,
    tuple: Vec<ObjectId>,
}

impl Frontier {
    fn add(
        &mut self,
        relations: &mut [Relation],
        predicate: PredicateId,
        tuple: impl Iterator<Item = ObjectId>,
        limits: &Limits,
    ) -> Result<(), Stop> {
        self.tuple.clear();
        self.tuple.extend(tuple);
        let relation = &mut relations[predicate.index()];
        if relation.insert(&self.tuple).0 {
            relation.check_allocation(limits)?;
            if self.queue.len() == self.queue.capacity() {
                limits.check_allocation(self.queue.len() * size_of::<PredicateId>())?;
            }
            self.queue.push_back(predicate);
        }
        Ok(())
    }
}
