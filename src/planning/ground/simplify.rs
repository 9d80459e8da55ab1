//! Simplification of a propositional task: drops what can never matter.
//!
//! In and out: a [`PropositionalTask`]. Unreachable facts and facts that are always true leave every condition.
//! Effects that change nothing, operators without effects and operators that never apply are dropped, up to a fixpoint.
//! Mutex groups, once known, are applied here too. Every plan without useless steps is kept.

use fixedbitset::FixedBitSet;
use smallvec::SmallVec;

use super::Scope;
use super::propositional::{
    Conjunction, FactNumber, GroundAxiom, GroundEffect, GroundOperator, Lit, PropositionalTask, sort,
};
use crate::strips::{Lists, to_u32};
use banto_base::limits::{Limits, Stop};

/// The literals that hold always, and those that never do.
struct Known {
    /// Facts that hold in every state.
    always: FixedBitSet,
    /// Facts that may hold in some state.
    possible: FixedBitSet,
}

impl Known {
    /// Whether a literal is known to hold or to fail.
    fn literal(&self, literal: Lit) -> Option<bool> {
        let fact = literal.fact().index();
        if self.always.contains(fact) {
            Some(literal.is_positive())
        } else if self.possible.contains(fact) {
            None
        } else {
            Some(!literal.is_positive())
        }
    }

    /// Drops from a condition whatever always holds, and sorts it; false if it cannot hold.
    fn condition(&self, condition: &mut Conjunction) -> bool {
        let mut possible = true;
        condition.retain(|literal| match self.literal(*literal) {
            None => true,
            Some(holds) => {
                possible &= holds;
                false
            }
        });
        sort(condition) && possible
    }
}

/// Simplifies until nothing changes. Facts of the scope are not taken for granted, even if they always hold.
pub(super) fn simplify(
    propositional: &mut PropositionalTask,
    scope: &Scope,
    limits: &Limits,
) -> Result<(), Stop> {
    loop {
        let known = propositional.known(scope, limits)?;
        let before = propositional.measure();
        propositional.operators.retain_mut(|operator| operator.simplify(&known));
        propositional.axioms.retain_mut(|axiom| {
            known.literal(Lit::new(axiom.head, true)).is_none() && known.condition(&mut axiom.body)
        });
        if let Some(goal) = &mut propositional.goal
            && !known.condition(goal)
        {
            propositional.goal = None;
        }
        for fact in 0..propositional.facts.len() {
            if known.literal(Lit::new(fact.into(), true)).is_some() {
                propositional.initial.set(fact, false);
            }
        }
        if propositional.measure() == before {
            return Ok(());
        }
    }
}

impl PropositionalTask {
    pub(super) fn named(&self, scope: &Scope) -> impl Iterator<Item = FactNumber> {
        let facts = (0..self.facts.len()).map(FactNumber::from);
        facts.filter(move |fact| match (scope, self.facts.origin(*fact)) {
            (Scope::Everything(predicates), Some((predicate, _))) => predicates.contains(&predicate),
            _ => false,
        })
    }

    fn measure(&self) -> [usize; 4] {
        let effects = |operator: &GroundOperator| {
            operator.effects.iter().map(|effect| 1 + effect.condition.len()).sum::<usize>()
        };
        [
            self.operators.len(),
            self.operators.iter().map(|operator| operator.condition.len() + effects(operator)).sum(),
            self.axioms.iter().map(|axiom| 1 + axiom.body.len()).sum(),
            self.goal.as_ref().map_or(usize::MAX, SmallVec::len),
        ]
    }

    /// Forward reachability over the ground operators, and facts that nothing changes.
    fn known(&self, scope: &Scope, limits: &Limits) -> Result<Known, Stop> {
        let possible = self.possible(limits)?;
        let mut always = self.initial.clone();
        for effect in self.operators.iter().flat_map(|operator| &operator.effects) {
            if !effect.literal.is_positive() {
                always.set(effect.literal.fact().index(), false);
            }
        }
        for axiom in self.axioms.iter().filter(|axiom| axiom.body.is_empty()) {
            always.insert(axiom.head.index());
        }
        self.named(scope).for_each(|fact| always.set(fact.index(), false));
        Ok(Known { always, possible })
    }

    /// The facts that hold in some state when deletes are ignored: each unit fires once everything it needs has been
    /// reached.
    fn possible(&self, limits: &Limits) -> Result<FixedBitSet, Stop> {
        let units = self.operators.iter().map(|operator| 1 + operator.effects.len()).sum::<usize>();
        limits.check_allocation((units + self.axioms.len()) * size_of::<Unit>())?;
        let units: Vec<Unit<'_>> = self.units().collect();
        let pairs = units
            .iter()
            .enumerate()
            .flat_map(|(index, unit)| unit.needs().map(move |fact| (fact.index(), index)));
        limits.check_allocation(Lists::bytes(self.facts.len(), pairs.clone().count()) + units.len() * 8)?;
        let users = Lists::new(self.facts.len(), pairs);
        let mut missing: Vec<u32> = units.iter().map(|unit| to_u32(unit.needs().count())).collect();
        limits.check_now()?;
        let mut possible = self.initial.clone();
        possible.grow(self.facts.len());
        let mut open: Vec<FactNumber> = possible.ones().map(FactNumber::from).collect();
        let mut ready: Vec<u32> = (0..units.len()).filter(|unit| missing[*unit] == 0).map(to_u32).collect();
        loop {
            limits.check()?;
            while let Some(unit) = ready.pop() {
                for fact in units[unit as usize].gives() {
                    if !possible.put(fact.index()) {
                        open.push(fact);
                    }
                }
            }
            let Some(fact) = open.pop() else { return Ok(possible) };
            for unit in users.of(fact.index()) {
                missing[*unit as usize] -= 1;
                if missing[*unit as usize] == 0 {
                    ready.push(*unit);
                }
            }
        }
    }

    fn units(&self) -> impl Iterator<Item = Unit<'_>> {
        let operators = self.operators.iter().flat_map(|operator| {
            let conditional = operator.effects.iter();
            let conditional =
                conditional.filter(|effect| effect.literal.is_positive() && !effect.condition.is_empty());
            std::iter::once(Unit::Operator(operator))
                .chain(conditional.map(|effect| Unit::Effect(operator, effect)))
        });
        operators.chain(self.axioms.iter().map(Unit::Axiom))
    }
}

/// A unit: adds facts once everything it needs is there.
#[derive(Clone, Copy)]
enum Unit<'a> {
    Operator(&'a GroundOperator),
    Effect(&'a GroundOperator, &'a GroundEffect),
    Axiom(&'a GroundAxiom),
}

impl<'a> Unit<'a> {
    fn needs(self) -> impl Iterator<Item = FactNumber> + Clone + use<'a> {
        let (first, second): (&[Lit], &[Lit]) = match self {
            Self::Operator(operator) => (&operator.condition, &[]),
            Self::Effect(operator, effect) => (&operator.condition, &effect.condition),
            Self::Axiom(axiom) => (&axiom.body, &[]),
        };
        first.iter().chain(second).filter(|literal| literal.is_positive()).map(|literal| literal.fact())
    }

    fn gives(self) -> impl Iterator<Item = FactNumber> + use<'a> {
        let (effects, single): (&[GroundEffect], Option<FactNumber>) = match self {
            Self::Operator(operator) => (&operator.effects, None),
            Self::Effect(_, effect) => (&[], Some(effect.literal.fact())),
            Self::Axiom(axiom) => (&[], Some(axiom.head)),
        };
        let unconditional =
            |effect: &&GroundEffect| effect.literal.is_positive() && effect.condition.is_empty();
        effects.iter().filter(unconditional).map(|effect| effect.literal.fact()).chain(single)
    }
}

impl GroundOperator {
    /// Whether anything is left of it.
    fn simplify(&mut self, known: &Known) -> bool {
        if !known.condition(&mut self.condition) {
            return false;
        }
        let condition = &self.condition;
        self.effects.retain_mut(|effect| {
            if known.literal(effect.literal) == Some(true) || !known.condition(&mut effect.condition) {
                return false;
            }
            effect.condition.retain(|literal| condition.binary_search(literal).is_err());
            !effect.condition.iter().any(|literal| condition.binary_search(&literal.negated()).is_ok())
        });
        self.drop_idle_effects();
        !self.effects.is_empty()
    }

    /// Drops effects that change nothing: deletes come before adds.
    fn drop_idle_effects(&mut self) {
        let holds = |condition: &[Lit], effect: &GroundEffect, literal: &Lit| {
            condition.binary_search(literal).is_ok() || effect.condition.binary_search(literal).is_ok()
        };
        self.effects.sort_unstable_by(|left, right| {
            (left.literal, left.condition.len(), &left.condition).cmp(&(
                right.literal,
                right.condition.len(),
                &right.condition,
            ))
        });
        self.effects.dedup();
        let condition = &self.condition;
        let changes = |effect: &GroundEffect| {
            effect.condition.is_empty() && condition.binary_search(&effect.literal).is_err()
        };
        let apart = |pair: &[GroundEffect]| pair[0].literal.fact() != pair[1].literal.fact();
        if self.effects.iter().all(changes) && self.effects.windows(2).all(apart) {
            return;
        }
        let mut keep = Vec::with_capacity(self.effects.len());
        // The effects on a fact are adjacent: adds first, an unconditional one before the others.
        let mut at = 0;
        while at < self.effects.len() {
            let fact = self.effects[at].literal.fact();
            let end =
                at + self.effects[at..].iter().take_while(|effect| effect.literal.fact() == fact).count();
            let group = &self.effects[at..end];
            let giving = group.iter().take_while(|effect| effect.literal.is_positive()).count();
            let (giving, taking) = group.split_at(giving);
            let always_given = giving.first().is_some_and(|effect| effect.condition.is_empty());
            let always_taken = taking.first().is_some_and(|effect| effect.condition.is_empty());
            for (index, effect) in group.iter().enumerate() {
                let add = effect.literal.is_positive();
                let covered = if add { always_given } else { always_taken } && !effect.condition.is_empty();
                let idle = if add {
                    // It already holds, and there is no delete that the add undoes. An unconditional add of a
                    // precondition changes nothing in any case, if the deletes go too.
                    holds(condition, effect, &effect.literal)
                        && (taking.is_empty()
                            || (always_given && condition.binary_search(&effect.literal).is_ok()))
                } else {
                    always_given || holds(condition, effect, &effect.literal)
                };
                if !covered && !idle {
                    keep.push(at + index);
                }
            }
            at = end;
        }
        if keep.len() < self.effects.len() {
            let mut index = 0;
            let mut keep = keep.into_iter().peekable();
            self.effects.retain(|_| {
                index += 1;
                keep.next_if_eq(&(index - 1)).is_some()
            });
        }
    }
}

/// Drops operators and axioms that need two facts of one group; returns whether there were any.
pub(super) fn drop_inapplicable(propositional: &mut PropositionalTask, groups: &[Vec<FactNumber>]) -> bool {
    let before = propositional.measure();
    let members = groups.iter().enumerate();
    let members = members.flat_map(|(number, group)| group.iter().map(move |fact| (fact.index(), number)));
    let groups_of = Lists::new(propositional.facts.len(), members);
    let mut seen: Vec<u32> = Vec::new();
    let mut clash = |conditions: [&[Lit]; 2]| {
        seen.clear();
        for literal in conditions.into_iter().flatten().filter(|literal| literal.is_positive()) {
            seen.extend(groups_of.of(literal.fact().index()));
        }
        seen.sort_unstable();
        seen.windows(2).any(|pair| pair[0] == pair[1])
    };
    propositional.operators.retain_mut(|operator| {
        let condition = &operator.condition;
        operator
            .effects
            .retain(|effect| effect.condition.is_empty() || !clash([condition, &effect.condition]));
        !operator.effects.is_empty() && !clash([condition, &[]])
    });
    propositional.axioms.retain(|axiom| !clash([&axiom.body, &[]]));
    if propositional.goal.as_ref().is_some_and(|goal| clash([goal, &[]])) {
        propositional.goal = None;
    }
    propositional.measure() != before
}
