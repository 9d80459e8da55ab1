//! Joins: how the bindings of a rule's variables, here called slots, are enumerated.
//!
//! In: literals with their slots, and the slots bound at the start. Out: [`JoinStep`]s in a fixed order, and their
//! enumeration over relations. The order is greedy: the literal with the fewest matching tuples comes next, and each
//! check as soon as its slots are bound.

use fixedbitset::FixedBitSet;
use smallvec::SmallVec;

use super::normalize::{Literal, Slot, Terms};
use super::object_sets::{ObjectSetId, ObjectSets};
use super::relation::Relation;
use banto_base::limits::{Limits, Stop};
use banto_text::task::{ObjectId, PredicateId, Term};

/// How a position of a tuple is read.
#[derive(Clone, Copy, Debug)]
pub(super) enum Access {
    /// Must be the value of a term that is bound before, possibly at an earlier position of the same tuple.
    Value(Term),
    Bind(u32),
}

/// How each position is read.
pub(super) type Accesses = SmallVec<[Access; 3]>;

pub(super) enum JoinStep {
    /// Each matching tuple of a predicate.
    Scan {
        predicate: PredicateId,
        /// The index of the relation on the bound positions; `None` if no position is bound.
        index: Option<usize>,
        key: Terms,
        accesses: Accesses,
        /// Whether the tuple that started the enumeration is left out.
        before: bool,
    },
    /// A tuple is there.
    Present { predicate: PredicateId, terms: Terms, before: bool },
    /// A tuple is not there; only of predicates that never change.
    Absent { predicate: PredicateId, terms: Terms },
    /// Each object of a set.
    Objects { slot: Slot },
    /// The value of a slot is in its object set.
    Member { slot: Slot },
    /// Two terms have the same value, or not.
    Compare { left: Term, right: Term, same: bool },
    /// A slot gets the value of a term.
    Assign { slot: u32, term: Term },
}

pub(super) struct Size {
    pub(super) rows: f64,
    /// The number of different values at each position.
    pub(super) distinct: Vec<f64>,
}

/// The statistics of all predicates, from which joins are ordered.
pub(super) struct Catalog<'a> {
    pub(super) relations: &'a mut [Relation],
    pub(super) object_sets: &'a ObjectSets,
    /// Static predicates: no action and no axiom changes them.
    pub(super) fixed: &'a FixedBitSet,
    pub(super) sizes: Vec<Size>,
    /// For each predicate and position: the object set that every tuple is known to stay within, if any.
    pub(super) kept: Vec<Vec<Option<ObjectSetId>>>,
    pub(super) limits: &'a Limits,
}

/// A conjunction whose bindings to enumerate.
pub(super) struct Query<'a> {
    pub(super) slots: &'a [Slot],
    pub(super) literals: &'a [&'a Literal],
    pub(super) equalities: &'a [(Term, Term, bool)],
    /// The literal that the enumeration starts from, as an index of `literals`.
    pub(super) trigger: Option<usize>,
    pub(super) width: usize,
    /// Slots with values from the start.
    pub(super) bound: &'a FixedBitSet,
}

impl Query<'_> {
    /// Whether some positive literal keeps a slot within its object set anyway.
    fn implies(&self, slot: Slot, catalog: &Catalog<'_>) -> bool {
        self.literals.iter().filter(|literal| literal.positive).any(|literal| {
            literal.arguments.iter().enumerate().any(|(position, term)| {
                *term == Term::Variable(slot.number)
                    && catalog.kept[literal.predicate.index()][position].is_some_and(|kept| {
                        kept == slot.objects || {
                            let objects = &catalog.object_sets.get(kept).objects;
                            objects.len() <= 64
                                && objects
                                    .iter()
                                    .all(|object| catalog.object_sets.contains(slot.objects, *object))
                        }
                    })
            })
        })
    }

    /// Whether a literal must skip the trigger's tuple, so that no binding is found twice.
    fn is_before(&self, index: usize) -> bool {
        self.trigger.is_some_and(|trigger| {
            index < trigger && self.literals[index].predicate == self.literals[trigger].predicate
        })
    }
}

/// Whether a term has a value when the slots in `bound` have.
fn is_known(term: Term, bound: &FixedBitSet) -> bool {
    match term {
        Term::Object(_) => true,
        Term::Variable(slot) => bound.contains(slot as usize),
    }
}

pub(super) fn read(accesses: &[Access], tuple: &[ObjectId], binding: &mut [ObjectId]) -> bool {
    accesses.iter().zip(tuple).all(|(access, object)| match access {
        Access::Bind(slot) => {
            binding[*slot as usize] = *object;
            true
        }
        Access::Value(term) => term.value(binding) == *object,
    })
}

/// How the positions of a literal are read when the slots in `bound` have values; binds the others.
pub(super) fn accesses(literal: &Literal, bound: &mut FixedBitSet) -> Accesses {
    let access = |term: &Term| match term {
        Term::Variable(slot) if !bound.put(*slot as usize) => Access::Bind(*slot),
        _ => Access::Value(*term),
    };
    literal.arguments.iter().map(access).collect()
}

impl Catalog<'_> {
    /// The steps of a query, and how the trigger's tuple is read.
    pub(super) fn plan(&mut self, query: &Query<'_>) -> (Accesses, Vec<JoinStep>) {
        let mut bound = query.bound.clone();
        bound.grow(query.width);
        let trigger = query.trigger.map(|index| accesses(query.literals[index], &mut bound));
        let mut planner = Planner {
            literals: (0..query.literals.len()).filter(|index| Some(*index) != query.trigger).collect(),
            equalities: query.equalities.to_vec(),
            slots: query.slots.to_vec(),
            bound,
            steps: Vec::new(),
            query,
        };
        loop {
            planner.checks(self);
            if planner.assign() {
                continue;
            }
            let next = planner.literals.iter().copied().filter(|index| query.literals[*index].positive);
            let scored = next.map(|index| (self.fan_out(query.literals[index], &planner.bound), index));
            match scored.min_by(|left, right| left.0.total_cmp(&right.0).then(left.1.cmp(&right.1))) {
                Some((_, index)) => planner.scan(self, index),
                None => {
                    let free =
                        planner.slots.iter().position(|slot| !planner.bound.contains(slot.number as usize));
                    let Some(free) = free else { break };
                    let slot = planner.slots.remove(free);
                    planner.bound.insert(slot.number as usize);
                    planner.steps.push(JoinStep::Objects { slot });
                }
            }
        }
        (trigger.unwrap_or_default(), planner.steps)
    }

    /// The estimated number of matching tuples.
    fn fan_out(&self, literal: &Literal, bound: &FixedBitSet) -> f64 {
        let size = &self.sizes[literal.predicate.index()];
        let divisor: f64 = literal
            .arguments
            .iter()
            .zip(&size.distinct)
            .filter(|(term, _)| is_known(**term, bound))
            .map(|(_, distinct)| distinct.max(1.0))
            .product();
        size.rows / divisor
    }
}

struct Planner<'a, 'b> {
    query: &'a Query<'b>,
    /// Literals that are not used yet.
    literals: Vec<usize>,
    equalities: Vec<(Term, Term, bool)>,
    /// Slots whose object set has not been checked yet.
    slots: Vec<Slot>,
    bound: FixedBitSet,
    steps: Vec<JoinStep>,
}

impl Planner<'_, '_> {
    /// Adds every check whose slots are now bound.
    fn checks(&mut self, catalog: &Catalog<'_>) {
        let Self { query, literals, equalities, slots, bound, steps } = self;
        slots.retain(|slot| {
            let waits = !bound.contains(slot.number as usize);
            if !waits && !query.bound.contains(slot.number as usize) && !query.implies(*slot, catalog) {
                steps.push(JoinStep::Member { slot: *slot });
            }
            waits
        });
        equalities.retain(|(left, right, same)| {
            let waits = !is_known(*left, bound) || !is_known(*right, bound);
            if !waits {
                steps.push(JoinStep::Compare { left: *left, right: *right, same: *same });
            }
            waits
        });
        literals.retain(|index| {
            let literal = query.literals[*index];
            if !literal.arguments.iter().all(|term| is_known(*term, bound)) {
                return true;
            }
            let Literal { predicate, arguments, positive } = literal;
            if *positive || catalog.fixed.contains(predicate.index()) {
                let (predicate, terms) = (*predicate, arguments.clone());
                steps.push(if *positive {
                    JoinStep::Present { predicate, terms, before: query.is_before(*index) }
                } else {
                    JoinStep::Absent { predicate, terms }
                });
            }
            false
        });
    }

    /// Binds a slot through an equation that is known on one side.
    fn assign(&mut self) -> bool {
        let found = self.equalities.iter().position(|(left, right, same)| {
            *same && (is_known(*left, &self.bound) || is_known(*right, &self.bound))
        });
        let Some(found) = found else { return false };
        let (left, right, _) = self.equalities.remove(found);
        let (slot, term) = match (left, right) {
            (Term::Variable(slot), other) if !self.bound.contains(slot as usize) => (slot, other),
            (other, Term::Variable(slot)) => (slot, other),
            _ => return false,
        };
        self.bound.insert(slot as usize);
        self.steps.push(JoinStep::Assign { slot, term });
        true
    }

    fn scan(&mut self, catalog: &mut Catalog<'_>, index: usize) {
        let literal = self.query.literals[index];
        self.literals.retain(|other| *other != index);
        let known = literal.arguments.iter().enumerate().filter(|(_, term)| is_known(**term, &self.bound));
        let (positions, key): (SmallVec<[usize; 3]>, Terms) = known.map(|(at, term)| (at, *term)).unzip();
        let relation = &mut catalog.relations[literal.predicate.index()];
        let on = (!positions.is_empty()).then(|| relation.index_on(&positions, catalog.limits));
        let accesses = accesses(literal, &mut self.bound);
        let before = self.query.is_before(index);
        self.steps.push(JoinStep::Scan { predicate: literal.predicate, index: on, key, accesses, before });
    }
}

/// An enumeration over the tuples that are ready.
pub(super) struct Enumeration<'a> {
    pub(super) relations: &'a [Relation],
    pub(super) object_sets: &'a ObjectSets,
    /// The tuple that started it.
    pub(super) trigger: Option<u32>,
    pub(super) limits: &'a Limits,
    pub(super) key: Vec<ObjectId>,
}

impl Enumeration<'_> {
    /// Calls `visit` with each binding. Recursion is as deep as there are slots.
    pub(super) fn run(
        &mut self,
        steps: &[JoinStep],
        binding: &mut [ObjectId],
        visit: &mut impl FnMut(&mut [ObjectId]),
    ) -> Result<(), Stop> {
        for (at, step) in steps.iter().enumerate() {
            match step {
                JoinStep::Present { predicate, terms, before } => {
                    self.fill(terms, binding);
                    let relation = &self.relations[predicate.index()];
                    let row = relation.find(&self.key).filter(|row| *row < relation.ready);
                    if row.is_none() || (*before && row == self.trigger) {
                        return Ok(());
                    }
                }
                JoinStep::Absent { predicate, terms } => {
                    self.fill(terms, binding);
                    if self.relations[predicate.index()].find(&self.key).is_some() {
                        return Ok(());
                    }
                }
                JoinStep::Member { slot } => {
                    if !self.object_sets.contains(slot.objects, binding[slot.number as usize]) {
                        return Ok(());
                    }
                }
                JoinStep::Compare { left, right, same } => {
                    if (left.value(binding) == right.value(binding)) != *same {
                        return Ok(());
                    }
                }
                JoinStep::Assign { slot, term } => binding[*slot as usize] = term.value(binding),
                JoinStep::Objects { slot } => {
                    let object_sets = self.object_sets;
                    for object in &object_sets.get(slot.objects).objects {
                        binding[slot.number as usize] = *object;
                        self.limits.check()?;
                        self.run(&steps[at + 1..], binding, visit)?;
                    }
                    return Ok(());
                }
                JoinStep::Scan { predicate, index, key, accesses, before } => {
                    let relation = &self.relations[predicate.index()];
                    let skip = if *before { self.trigger } else { None };
                    if let Some(index) = index {
                        self.fill(key, binding);
                        let mut next = relation.first(*index, &self.key);
                        while let Some(row) = next {
                            next = relation.next(*index, row);
                            self.limits.check()?;
                            if Some(row) != skip && read(accesses, relation.row(row), binding) {
                                self.run(&steps[at + 1..], binding, visit)?;
                            }
                        }
                    } else {
                        for row in 0..relation.ready {
                            self.limits.check()?;
                            if Some(row) != skip && read(accesses, relation.row(row), binding) {
                                self.run(&steps[at + 1..], binding, visit)?;
                            }
                        }
                    }
                    return Ok(());
                }
            }
        }
        visit(binding);
        Ok(())
    }

    fn fill(&mut self, terms: &[Term], binding: &[ObjectId]) {
        self.key.clear();
        self.key.extend(terms.iter().map(|term| term.value(binding)));
    }
}
