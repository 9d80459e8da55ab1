//! Simplification of a ground program: what can never matter goes.
//!
//! In and out: a [`Program`]. Facts that cannot be reached or always hold leave every condition; effects that change
//! nothing, operators without effects and operators that can never be applied go, until nothing more does. Mutex groups are
//! applied here too, once they are known. Keeps every plan that needs no useless step.

use fixedbitset::FixedBitSet;

use super::Aim;
use super::program::{FactNumber, GroundEffect, GroundOperator, Lit, Program};
use crate::limits::{Limits, Stop};

/// What is known of each literal.
struct Known {
    /// Facts that hold in every state.
    always: FixedBitSet,
    /// Facts that hold in some state, perhaps.
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

    /// Drops what holds from a condition, sorts it; false where it cannot hold.
    fn condition(&self, condition: &mut Vec<Lit>) -> bool {
        let mut possible = true;
        condition.retain(|literal| match self.literal(*literal) {
            None => true,
            Some(holds) => {
                possible &= holds;
                false
            }
        });
        condition.sort_unstable();
        condition.dedup();
        possible && !condition.windows(2).any(|pair| pair[0] == pair[1].negated())
    }
}

/// Simplifies until nothing changes. What the aim names is not taken for granted, even where it always holds.
///
/// # Errors
/// When a limit is reached.
pub(super) fn simplify(program: &mut Program, aim: &Aim, limits: &Limits) -> Result<(), Stop> {
    loop {
        let known = program.known(aim, limits)?;
        let before = program.measure();
        program.operators.retain_mut(|operator| operator.simplify(&known));
        program.axioms.retain_mut(|axiom| {
            known.literal(Lit::new(axiom.head, true)).is_none() && known.condition(&mut axiom.body)
        });
        if let Some(goal) = &mut program.goal
            && !known.condition(goal)
        {
            program.goal = None;
        }
        for fact in 0..program.facts.len() {
            if known.literal(Lit::new(fact.into(), true)).is_some() {
                program.initial.set(fact, false);
            }
        }
        if program.measure() == before {
            return Ok(());
        }
    }
}

impl Program {
    /// The facts of the predicates that an aim names.
    pub(super) fn named(&self, aim: &Aim) -> impl Iterator<Item = FactNumber> {
        let facts = (0..self.facts.len()).map(FactNumber::from);
        facts.filter(move |fact| match (aim, self.facts.origin(*fact)) {
            (Aim::Everything(predicates), Some((predicate, _))) => predicates.contains(&predicate),
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
            self.goal.as_ref().map_or(usize::MAX, Vec::len),
        ]
    }

    /// Forward reachability over the ground operators, and facts that nothing changes.
    fn known(&self, aim: &Aim, limits: &Limits) -> Result<Known, Stop> {
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
        self.named(aim).for_each(|fact| always.set(fact.index(), false));
        Ok(Known { always, possible })
    }

    fn possible(&self, limits: &Limits) -> Result<FixedBitSet, Stop> {
        // A unit is an operator, a conditional effect or an axiom: what it needs, and what it gives.
        let positive = |literals: &[Lit]| literals.iter().filter(|literal| literal.is_positive()).count();
        let gives = |effect: &&GroundEffect| effect.literal.is_positive() && !effect.condition.is_empty();
        let effects = |operator: &GroundOperator| operator.effects.iter().filter(gives).count();
        let count = self.operators.iter().map(|operator| 1 + effects(operator)).sum::<usize>();
        let mut units: Vec<(u32, Unit)> = Vec::with_capacity(count + self.axioms.len());
        limits.check_room(
            units.capacity() * size_of::<(u32, Unit)>() + 2 * self.facts.len() * size_of::<u32>(),
        )?;
        let mut needs: Vec<u32> = vec![0; self.facts.len() + 1];
        let mut each = |needing: &mut dyn FnMut(FactNumber, u32)| {
            units.clear();
            let mut add = |units: &mut Vec<(u32, Unit)>, unit: Unit, conditions: [&[Lit]; 2]| {
                let number = u32::try_from(units.len()).unwrap_or(u32::MAX);
                let count = conditions.iter().map(|literals| positive(literals)).sum::<usize>();
                for literal in conditions.into_iter().flatten().filter(|literal| literal.is_positive()) {
                    needing(literal.fact(), number);
                }
                units.push((u32::try_from(count).unwrap_or(u32::MAX), unit));
            };
            for (index, operator) in self.operators.iter().enumerate() {
                add(&mut units, Unit::Operator(index), [&operator.condition, &[]]);
                for (at, effect) in operator.effects.iter().enumerate() {
                    if effect.literal.is_positive() && !effect.condition.is_empty() {
                        add(&mut units, Unit::Effect(index, at), [&operator.condition, &effect.condition]);
                    }
                }
            }
            for (index, axiom) in self.axioms.iter().enumerate() {
                add(&mut units, Unit::Axiom(index), [&axiom.body, &[]]);
            }
        };
        each(&mut |fact, _| needs[fact.index() + 1] += 1);
        for index in 1..needs.len() {
            needs[index] += needs[index - 1];
        }
        limits.check_room(needs[self.facts.len()] as usize * size_of::<u32>())?;
        let mut users = vec![0u32; needs[self.facts.len()] as usize];
        let mut next = needs.clone();
        each(&mut |fact, unit| {
            let place = &mut next[fact.index()];
            users[*place as usize] = unit;
            *place += 1;
        });
        limits.check_now()?;
        let mut possible = self.initial.clone();
        possible.grow(self.facts.len());
        let mut open: Vec<FactNumber> = possible.ones().map(FactNumber::from).collect();
        let mut ready: Vec<usize> = (0..units.len()).filter(|unit| units[*unit].0 == 0).collect();
        loop {
            limits.check()?;
            while let Some(unit) = ready.pop() {
                let mut add = |fact: FactNumber| {
                    if !possible.put(fact.index()) {
                        open.push(fact);
                    }
                };
                match units[unit].1 {
                    Unit::Operator(index) => {
                        for effect in &self.operators[index].effects {
                            if effect.literal.is_positive() && effect.condition.is_empty() {
                                add(effect.literal.fact());
                            }
                        }
                    }
                    Unit::Effect(index, at) => add(self.operators[index].effects[at].literal.fact()),
                    Unit::Axiom(index) => add(self.axioms[index].head),
                }
            }
            let Some(fact) = open.pop() else { return Ok(possible) };
            for unit in &users[needs[fact.index()] as usize..needs[fact.index() + 1] as usize] {
                let left = &mut units[*unit as usize].0;
                *left -= 1;
                if *left == 0 {
                    ready.push(*unit as usize);
                }
            }
        }
    }
}

/// Something that gives facts when all that it needs is there.
#[derive(Clone, Copy)]
enum Unit {
    Operator(usize),
    Effect(usize, usize),
    Axiom(usize),
}

impl GroundOperator {
    /// Whether there is something left of it.
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
        let mut keep = Vec::with_capacity(self.effects.len());
        // The effects on a fact are neighbours: giving first, the unconditional one foremost.
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
                    // It holds already, and no delete takes it away for the add to restore. An unconditional add
                    // of what the operator needs changes nothing in any case, if the taking go too.
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

/// Drops operators and axioms that need two facts of one group.
pub(super) fn drop_inapplicable(program: &mut Program, groups: &[Vec<FactNumber>]) {
    let mut of: Vec<Vec<u32>> = vec![Vec::new(); program.facts.len()];
    for (number, group) in groups.iter().enumerate() {
        for fact in group {
            of[fact.index()].push(u32::try_from(number).unwrap_or(u32::MAX));
        }
    }
    let mut seen: Vec<u32> = Vec::new();
    let mut clash = |conditions: [&[Lit]; 2]| {
        seen.clear();
        for literal in conditions.into_iter().flatten().filter(|literal| literal.is_positive()) {
            seen.extend(&of[literal.fact().index()]);
        }
        seen.sort_unstable();
        seen.windows(2).any(|pair| pair[0] == pair[1])
    };
    program.operators.retain_mut(|operator| {
        let condition = &operator.condition;
        operator
            .effects
            .retain(|effect| effect.condition.is_empty() || !clash([condition, &effect.condition]));
        !operator.effects.is_empty() && !clash([condition, &[]])
    });
    program.axioms.retain(|axiom| !clash([&axiom.body, &[]]));
    if program.goal.as_ref().is_some_and(|goal| clash([goal, &[]])) {
        program.goal = None;
    }
}
