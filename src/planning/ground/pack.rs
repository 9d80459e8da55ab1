//! Packing: facts become the values of variables, and the propositional task a
//! [`strips::Task`](crate::strips::Task).
//!
//! In: a simplified task with a goal, and its mutex groups. Out: the task that search runs on. Groups are chosen
//! greedily, the one with the most uncovered facts first (Helmert 2009). A fact that is read negatively and shares its
//! variable with several others also gets a separate variable, so that every condition is a conjunction of values.

use std::collections::BinaryHeap;

use fixedbitset::FixedBitSet;

use super::invariant::Groups;
use super::propositional::{FactNumber, GroundOperator, Lit, PropositionalTask};
use crate::strips::{self, Builder, FactId, FactName, Sizes};
use banto_base::limits::{Limits, Stop};
use banto_text::task::Task;

/// Where a fact is represented in the variables.
#[derive(Clone, Copy, Default)]
struct FactEncoding {
    /// The value that says that it holds; `None` for a fact that was dropped.
    yes: Option<FactId>,
    /// The value that says that it does not.
    no: Option<FactId>,
    /// The additional variable of a fact that is read negatively.
    own: Option<(FactId, FactId)>,
}

pub(super) fn pack(
    task: &Task,
    propositional: &PropositionalTask,
    groups: &Groups,
    limits: &Limits,
) -> Result<strips::Task, Stop> {
    let mut packer = Packer::new(task, propositional);
    packer.variables(&groups.mutex);
    limits.check_now()?;
    packer.operators(limits)?;
    Ok(packer.finish(groups))
}

struct Packer<'a> {
    propositional: &'a PropositionalTask,
    builder: Builder,
    encodings: Vec<FactEncoding>,
    /// Facts that something reads or changes.
    used: FixedBitSet,
    /// Facts that are read negatively.
    negative: FixedBitSet,
}

impl<'a> Packer<'a> {
    fn new(task: &'a Task, propositional: &'a PropositionalTask) -> Self {
        let count = propositional.facts.len();
        let mut used = FixedBitSet::with_capacity(count);
        let mut negative = FixedBitSet::with_capacity(count);
        let mut read = |literals: &[Lit]| {
            for literal in literals {
                used.insert(literal.fact().index());
                if !literal.is_positive() {
                    negative.insert(literal.fact().index());
                }
            }
        };
        for operator in &propositional.operators {
            read(&operator.condition);
            operator.effects.iter().for_each(|effect| read(&effect.condition));
        }
        propositional.axioms.iter().for_each(|axiom| read(&axiom.body));
        read(propositional.goal.as_deref().unwrap_or_default());
        for operator in &propositional.operators {
            used.extend(operator.effects.iter().map(|effect| effect.literal.fact().index()));
        }
        used.extend(propositional.axioms.iter().map(|axiom| axiom.head.index()));
        Self {
            propositional,
            builder: Builder::new(task),
            encodings: vec![FactEncoding::default(); count],
            used,
            negative,
        }
    }

    fn name(&mut self, fact: FactNumber) -> FactName {
        match self.propositional.atom(fact) {
            Some((predicate, arguments)) => self.builder.atom(predicate, arguments),
            None => FactName::Invented(fact.index()),
        }
    }

    fn variables(&mut self, groups: &[Vec<FactNumber>]) {
        let chosen = self.cover(groups);
        let with_none = self.with_none(&chosen);
        for (index, group) in chosen.iter().enumerate() {
            let mut names: Vec<FactName> = group.iter().map(|fact| self.name(*fact)).collect();
            if with_none.contains(index) {
                names.push(FactName::NoneOfThem);
            }
            let size = names.len();
            let held = group.iter().position(|fact| self.propositional.initial.contains(fact.index()));
            let first = self.builder.variable(names, held.unwrap_or(group.len()), None);
            for (value, fact) in group.iter().enumerate() {
                let encoding = &mut self.encodings[fact.index()];
                encoding.yes = Some(first.plus(value));
                if size == 2 {
                    encoding.no = Some(first.plus(1 - value));
                }
            }
        }
        let layers = self.layers();
        for fact in (0..self.encodings.len()).map(FactNumber::from) {
            let encoding = self.encodings[fact.index()];
            let alone = encoding.yes.is_none();
            if !self.used.contains(fact.index())
                || (!alone && (encoding.no.is_some() || !self.negative.contains(fact.index())))
            {
                continue;
            }
            let yes = self.name(fact);
            let no = match yes {
                FactName::Atom(atom) => FactName::Not(atom),
                other => other,
            };
            let layer = self.propositional.derived.contains(fact.index()).then(|| layers[fact.index()]);
            let value = usize::from(!self.propositional.initial.contains(fact.index()));
            let first = self.builder.variable(vec![yes, no], value, layer);
            let encoding = &mut self.encodings[fact.index()];
            if alone {
                (encoding.yes, encoding.no) = (Some(first), Some(first.plus(1)));
            } else {
                encoding.own = Some((first, first.plus(1)));
            }
        }
    }

    /// Groups without overlap, greedily the largest first.
    fn cover(&self, groups: &[Vec<FactNumber>]) -> Vec<Vec<FactNumber>> {
        let mut covered = FixedBitSet::with_capacity(self.encodings.len());
        let fact_left = |covered: &FixedBitSet, fact: &FactNumber| {
            self.used.contains(fact.index()) && !covered.contains(fact.index())
        };
        let left = |covered: &FixedBitSet, group: &[FactNumber]| {
            group.iter().filter(|fact| fact_left(covered, fact)).count()
        };
        let mut heap: BinaryHeap<(usize, std::cmp::Reverse<usize>)> = groups
            .iter()
            .enumerate()
            .map(|(index, group)| (left(&covered, group), std::cmp::Reverse(index)))
            .collect();
        let mut chosen = Vec::new();
        while let Some((size, index)) = heap.pop() {
            if size < 2 {
                break;
            }
            let now = left(&covered, &groups[index.0]);
            if now < size {
                heap.push((now, index));
                continue;
            }
            let group: Vec<FactNumber> =
                groups[index.0].iter().copied().filter(|fact| fact_left(&covered, fact)).collect();
            covered.extend(group.iter().map(|fact| fact.index()));
            chosen.push(group);
        }
        chosen
    }

    /// The groups with possible states in which no fact holds.
    fn with_none(&self, chosen: &[Vec<FactNumber>]) -> FixedBitSet {
        let mut found = FixedBitSet::with_capacity(chosen.len());
        let mut group_of: Vec<Option<usize>> = vec![None; self.encodings.len()];
        for (index, group) in chosen.iter().enumerate() {
            if !group.iter().any(|fact| self.propositional.initial.contains(fact.index())) {
                found.insert(index);
            }
            group.iter().for_each(|fact| group_of[fact.index()] = Some(index));
        }
        self.ask_for_neither(chosen, &group_of, &mut found);
        for operator in &self.propositional.operators {
            for delete in operator.effects.iter().filter(|effect| !effect.literal.is_positive()) {
                let Some(group) = group_of[delete.literal.fact().index()] else { continue };
                let refilled = operator.effects.iter().any(|add| {
                    let implied = |literal: &Lit| {
                        delete.condition.contains(literal) || *literal == delete.literal.negated()
                    };
                    add.literal.is_positive()
                        && group_of[add.literal.fact().index()] == Some(group)
                        && add.condition.iter().all(implied)
                });
                if !refilled {
                    found.insert(group);
                }
            }
        }
        found
    }

    /// Groups of two facts that some condition both denies. If each represented the denial of the other, the condition
    /// would require two values of one variable.
    fn ask_for_neither(
        &self,
        chosen: &[Vec<FactNumber>],
        group_of: &[Option<usize>],
        found: &mut FixedBitSet,
    ) {
        let mut denied: Vec<usize> = Vec::new();
        let mut look = |condition: &[Lit]| {
            denied.clear();
            let facts =
                condition.iter().filter(|literal| !literal.is_positive()).map(|literal| literal.fact());
            denied.extend(
                facts.filter_map(|fact| group_of[fact.index()]).filter(|group| chosen[*group].len() == 2),
            );
            denied.sort_unstable();
            found.extend(denied.windows(2).filter(|pair| pair[0] == pair[1]).map(|pair| pair[0]));
        };
        for operator in &self.propositional.operators {
            look(&operator.condition);
            operator.effects.iter().for_each(|effect| look(&effect.condition));
        }
        self.propositional.axioms.iter().for_each(|axiom| look(&axiom.body));
        look(self.propositional.goal.as_deref().unwrap_or_default());
    }

    /// The layer of each derived fact: not below anything that its rules read, and strictly above what they negate.
    fn layers(&self) -> Vec<u32> {
        let mut layers = vec![0u32; self.encodings.len()];
        // The rules are stratified, so layers rise a bounded number of times.
        loop {
            let mut changed = false;
            for axiom in &self.propositional.axioms {
                for read in
                    axiom.body.iter().filter(|read| self.propositional.derived.contains(read.fact().index()))
                {
                    let least = layers[read.fact().index()] + u32::from(!read.is_positive());
                    if layers[axiom.head.index()] < least {
                        layers[axiom.head.index()] = least;
                        changed = true;
                    }
                }
            }
            if !changed {
                return layers;
            }
        }
    }

    fn fact(&self, literal: Lit) -> Option<FactId> {
        let encoding = &self.encodings[literal.fact().index()];
        if literal.is_positive() {
            return encoding.yes;
        }
        encoding.no.or(encoding.own.map(|(_, no)| no))
    }

    fn facts(&self, literals: &[Lit]) -> Vec<FactId> {
        let mut facts = Vec::new();
        self.put_facts(literals, &mut facts);
        facts
    }

    fn put_facts(&self, literals: &[Lit], facts: &mut Vec<FactId>) {
        facts.clear();
        facts.extend(literals.iter().filter_map(|literal| self.fact(*literal)));
        facts.sort_unstable();
        facts.dedup();
    }

    fn operators(&mut self, limits: &Limits) -> Result<(), Stop> {
        let propositional = self.propositional;
        self.builder.reserve(&self.sizes());
        let (mut condition, mut effects) = (Vec::new(), Vec::new());
        for operator in &propositional.operators {
            limits.check_allocation(self.builder.growth())?;
            self.put_facts(&operator.condition, &mut condition);
            self.put_effects(operator, &condition, &mut effects);
            self.builder.operator(operator.schema, &operator.arguments, operator.cost, &condition, &effects);
        }
        for axiom in &propositional.axioms {
            if let Some(head) = self.fact(Lit::new(axiom.head, true)) {
                let body = self.facts(&axiom.body);
                self.builder.axiom(head, &body);
            }
        }
        Ok(())
    }

    /// Upper bounds on the size of everything.
    fn sizes(&self) -> Sizes {
        let mut sizes = Sizes::default();
        for operator in &self.propositional.operators {
            sizes.operators += 1;
            sizes.arguments += operator.arguments.len();
            sizes.facts += operator.condition.len();
            for effect in &operator.effects {
                let encoding = self.encodings[effect.literal.fact().index()];
                let facets = usize::from(encoding.yes.is_some()) + usize::from(encoding.own.is_some());
                sizes.effects += facets;
                sizes.facts += facets * (effect.condition.len() + 1);
            }
        }
        sizes
    }

    /// Effects on variables in the order in which they count: those that empty a variable before those that fill it.
    fn put_effects(
        &self,
        operator: &GroundOperator,
        condition: &[FactId],
        effects: &mut Vec<(Vec<FactId>, FactId)>,
    ) {
        effects.clear();
        for delete in operator.effects.iter().filter(|effect| !effect.literal.is_positive()) {
            let encoding = self.encodings[delete.literal.fact().index()];
            let Some(yes) = encoding.yes else { continue };
            let mut when = self.facts(&delete.condition);
            let variable = self.builder.variable_of(yes);
            let filled = operator.effects.iter().any(|add| {
                add.literal.is_positive()
                    && add.condition.is_empty()
                    && self.encodings[add.literal.fact().index()]
                        .yes
                        .is_some_and(|fact| self.builder.variable_of(fact) == variable)
            });
            let none = self.builder.none_of(variable);
            if let Some((_, no)) = encoding.own {
                effects.push((when.clone(), no));
            }
            if let Some(none) = none.filter(|_| !filled) {
                if condition.binary_search(&yes).is_err()
                    && !when.contains(&yes)
                    && self.builder.is_multiple(variable)
                {
                    when.push(yes);
                    when.sort_unstable();
                }
                effects.push((when, none));
            }
        }
        for add in operator.effects.iter().filter(|effect| effect.literal.is_positive()) {
            let encoding = self.encodings[add.literal.fact().index()];
            let when = self.facts(&add.condition);
            if let Some((own, _)) = encoding.own {
                effects.push((when.clone(), own));
            }
            if let Some(yes) = encoding.yes {
                effects.push((when, yes));
            }
        }
    }

    fn finish(mut self, groups: &Groups) -> strips::Task {
        let goal = self.propositional.goal.as_deref().unwrap_or_default();
        let goal = self.facts(goal);
        let facts = |group: &Vec<FactNumber>| -> Vec<FactId> {
            group.iter().filter_map(|fact| self.encodings[fact.index()].yes).collect()
        };
        groups.mutex.iter().for_each(|group| self.builder.group(&facts(group)));
        groups.counted.iter().for_each(|group| self.builder.counted(facts(group)));
        self.builder.finish(goal)
    }
}
