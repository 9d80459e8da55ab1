//! The propositional task between reachability and packing: facts by number, operators and axioms over literals.
//!
//! Everything is plain and mutable, for the passes that simplify it; there are no variables yet.

use smallvec::SmallVec;

use super::relation::Relation;
use banto_text::task::{ObjectId, PredicateId, SchemaId};

banto_base::define_id!(
    /// A fact of the propositional task.
    FactNumber
);

/// A fact or its negation, in one number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Lit(u32);

impl Lit {
    pub(super) fn new(fact: FactNumber, positive: bool) -> Self {
        Self(fact.0 << 1 | u32::from(!positive))
    }

    pub(super) fn fact(self) -> FactNumber {
        FactNumber(self.0 >> 1)
    }

    pub(super) fn is_positive(self) -> bool {
        self.0 & 1 == 0
    }

    pub(super) fn negated(self) -> Self {
        Self(self.0 ^ 1)
    }

    pub(super) fn index(self) -> usize {
        self.0 as usize
    }
}

/// Literals that hold together. Most are few, and a task has many.
pub(super) type Conjunction = SmallVec<[Lit; 4]>;

/// Puts a conjunction in order, without repetitions; false if it contains a fact and its negation.
pub(super) fn sort(literals: &mut Conjunction) -> bool {
    literals.sort_unstable();
    literals.dedup();
    !literals.windows(2).any(|pair| pair[0] == pair[1].negated())
}

/// One effect of a ground operator; the literal is negative if the fact is deleted.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct GroundEffect {
    pub(super) condition: Conjunction,
    pub(super) literal: Lit,
}

pub(super) struct GroundOperator {
    pub(super) schema: SchemaId,
    pub(super) arguments: SmallVec<[ObjectId; 4]>,
    pub(super) cost: u64,
    pub(super) condition: Conjunction,
    pub(super) effects: Vec<GroundEffect>,
}

/// A ground rule of a derived fact.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct GroundAxiom {
    pub(super) head: FactNumber,
    pub(super) body: Conjunction,
}

/// The names of the facts: tuples of the predicates that change, then facts invented for disjunctions.
#[derive(Debug, Default)]
pub(super) struct FactTable {
    /// The first number of each predicate's facts; `None` for predicates that never change.
    offsets: Vec<Option<u32>>,
    /// The predicate of each block, with its first number, ascending.
    blocks: Vec<(u32, PredicateId)>,
    /// The number of facts of predicates.
    named: u32,
    invented: u32,
}

impl FactTable {
    pub(super) fn new(relations: &[Relation], fixed: &fixedbitset::FixedBitSet) -> Self {
        let mut table = Self::default();
        for (index, relation) in relations.iter().enumerate() {
            if fixed.contains(index) {
                table.offsets.push(None);
            } else {
                table.offsets.push(Some(table.named));
                table.blocks.push((table.named, PredicateId::from(index)));
                table.named += relation.len();
            }
        }
        table
    }

    pub(super) fn len(&self) -> usize {
        (self.named + self.invented) as usize
    }

    /// The number of a row of a predicate that changes.
    pub(super) fn number(&self, predicate: PredicateId, row: u32) -> Option<FactNumber> {
        self.offsets[predicate.index()].map(|offset| FactNumber(offset + row))
    }

    /// The predicate and the row of a fact; `None` for an invented one.
    pub(super) fn origin(&self, fact: FactNumber) -> Option<(PredicateId, u32)> {
        if fact.0 >= self.named {
            return None;
        }
        // Of several blocks with the same first number, only the last one has facts.
        let block = self.blocks.partition_point(|(first, _)| *first <= fact.0) - 1;
        let (first, predicate) = self.blocks[block];
        Some((predicate, fact.0 - first))
    }

    pub(super) fn invent(&mut self) -> FactNumber {
        let fact = FactNumber(self.named + self.invented);
        self.invented += 1;
        fact
    }
}

/// A ground task over facts.
pub(super) struct PropositionalTask {
    pub(super) relations: Vec<Relation>,
    pub(super) facts: FactTable,
    pub(super) operators: Vec<GroundOperator>,
    pub(super) axioms: Vec<GroundAxiom>,
    /// Whether each fact holds initially (derived facts never do).
    pub(super) initial: fixedbitset::FixedBitSet,
    /// Whether each fact is defined by axioms.
    pub(super) derived: fixedbitset::FixedBitSet,
    /// The goal; `None` if it is impossible.
    pub(super) goal: Option<Conjunction>,
}

impl PropositionalTask {
    /// A fact's name: the predicate and its arguments; `None` for an invented one.
    pub(super) fn atom(&self, fact: FactNumber) -> Option<(PredicateId, &[ObjectId])> {
        let (predicate, row) = self.facts.origin(fact)?;
        Some((predicate, self.relations[predicate.index()].row(row)))
    }
}
