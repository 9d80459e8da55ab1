//! The formula whose unsatisfiability is the claim: a step of the task, a set of states with costs that is said to hold
//! every one that paths below the bound meet, and the three ways in which it could fail to.
//!
//! In: a [`PlainTask`] and a [`Certificate`]. Out: constraints, one after the other, and the number of each by what it
//! says, for whoever refers to them. docs/proofs.md has the argument why no plan is cheaper than the bound if the
//! formula has no solution.

use std::fmt;
use std::io::{self, Write};

use super::ProofError;
use super::plain::{Formula, PlainTask};
use banto_base::limits::Limits;

/// A variable of the formula or of the proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Var {
    /// A fact before the step, and after it.
    Fact(usize),
    NextFact(usize),
    /// A bit of the cost of the path before the step, and after it.
    Bit(usize),
    NextBit(usize),
    /// The step is by this operator; this effect of it happens; its cost is the one of this number.
    Operator(usize),
    Effect(usize),
    Cost(usize),
    /// A part of a condition.
    Part(usize),
    /// A gate of the certificate before the step, and after it.
    Gate(usize),
    NextGate(usize),
    /// A case of the certificate.
    Case(usize),
    /// What only a proof defines.
    Own(usize),
    /// The three ways to fail.
    Init,
    Step,
    Goal,
    /// A case holds before the step, and after it.
    Now,
    Next,
}

impl fmt::Display for Var {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (letter, number) = match self {
            Self::Fact(number) => ('x', number),
            Self::NextFact(number) => ('y', number),
            Self::Bit(number) => ('c', number),
            Self::NextBit(number) => ('d', number),
            Self::Operator(number) => ('o', number),
            Self::Effect(number) => ('e', number),
            Self::Cost(number) => ('k', number),
            Self::Part(number) => ('p', number),
            Self::Gate(number) => ('g', number),
            Self::NextGate(number) => ('h', number),
            Self::Case(number) => ('s', number),
            Self::Own(number) => ('n', number),
            Self::Init => return f.write_str("init"),
            Self::Step => return f.write_str("step"),
            Self::Goal => return f.write_str("goal"),
            Self::Now => return f.write_str("now"),
            Self::Next => return f.write_str("next"),
        };
        write!(f, "{letter}{number}")
    }
}

/// A variable or its negation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Lit(pub(super) Var, pub(super) bool);

impl Lit {
    pub(super) const fn not(self) -> Self {
        Self(self.0, !self.1)
    }

    /// The same after the step.
    pub(super) const fn next(self) -> Self {
        let var = match self.0 {
            Var::Fact(number) => Var::NextFact(number),
            Var::Bit(number) => Var::NextBit(number),
            Var::Gate(number) => Var::NextGate(number),
            other => other,
        };
        Self(var, self.1)
    }
}

impl fmt::Display for Lit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", if self.1 { "" } else { "~" }, self.0)
    }
}

pub(super) const fn yes(var: Var) -> Lit {
    Lit(var, true)
}

pub(super) const fn no(var: Var) -> Lit {
    Lit(var, false)
}

/// A weighted sum of literals.
pub(super) type Sum = Vec<(u128, Lit)>;

/// The number of a constraint.
pub(super) type Id = usize;

/// Takes constraints: a sum is at least a number.
pub(super) trait Sink {
    fn put(&mut self, sum: &[(u128, Lit)], least: u128) -> io::Result<Id>;

    /// At least one of them.
    fn clause(&mut self, literals: impl IntoIterator<Item = Lit>) -> io::Result<Id>
    where
        Self: Sized,
    {
        let sum: Sum = literals.into_iter().map(|literal| (1, literal)).collect();
        self.put(&sum, 1)
    }

    /// If a literal is true, so are all of these.
    fn all(&mut self, given: Lit, literals: &[Lit]) -> io::Result<Id>
    where
        Self: Sized,
    {
        let count = literals.len() as u128;
        let given = (count.max(1), given.not());
        let sum: Sum = [given].into_iter().chain(literals.iter().map(|one| (1, *one))).collect();
        self.put(&sum, count)
    }
}

/// Writes constraints as OPB, and numbers them.
pub(super) struct Opb<'w> {
    pub(super) out: &'w mut dyn Write,
    pub(super) count: Id,
}

pub(super) fn write_sum(out: &mut dyn Write, sum: &[(u128, Lit)], least: u128) -> io::Result<()> {
    for (weight, literal) in sum.iter().filter(|(weight, _)| *weight > 0) {
        write!(out, "+{weight} {literal} ")?;
    }
    write!(out, ">= {least}")
}

impl Sink for Opb<'_> {
    fn put(&mut self, sum: &[(u128, Lit)], least: u128) -> io::Result<Id> {
        write_sum(self.out, sum, least)?;
        self.out.write_all(b" ;\n")?;
        self.count += 1;
        Ok(self.count)
    }
}

/// True exactly if a weighted sum of literals is at least a number.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Gate {
    pub(super) sum: Sum,
    pub(super) least: u128,
}

impl Gate {
    /// All of these literals.
    pub(super) fn all(literals: impl Iterator<Item = Lit>) -> Self {
        let sum: Sum = literals.map(|literal| (1, literal)).collect();
        Self { least: sum.len() as u128, sum }
    }
}

/// States with costs: those in which some gates are true, and all literals of at least one case.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Certificate {
    /// No plan costs less; none at all if there is no bound.
    pub(super) bound: Option<u64>,
    /// Each over facts, bits of the cost, and gates before it.
    pub(super) gates: Vec<Gate>,
    /// The gates that are always true.
    pub(super) always: Vec<usize>,
    pub(super) cases: Vec<Vec<Lit>>,
}

/// The numbers of the constraints of a step.
#[derive(Debug, Default)]
pub(super) struct StepIds {
    /// For each operator, what it needs and what it surely does.
    pub(super) operators: Vec<Id>,
    /// At most one operator, and at least one in a step.
    pub(super) one: Id,
    pub(super) some: Id,
    /// For each fact, what made it true if it became so, and what made it false.
    pub(super) rise: Vec<Id>,
    pub(super) fall: Vec<Id>,
    /// For each effect with a condition what defines it and what it does; for each operator its effects.
    pub(super) effects: Vec<Vec<Id>>,
    /// Which effects change a fact, with the operators that have them.
    pub(super) changed_by: Vec<Vec<(usize, usize)>>,
    /// What defines the parts of conditions.
    pub(super) parts: Vec<Id>,
    /// For each cost, that an operator has it.
    pub(super) costs: Vec<Id>,
    /// The cost grows by at least that of the step.
    pub(super) growth: Id,
}

/// The numbers of all constraints.
#[derive(Debug, Default)]
pub(super) struct Ids {
    pub(super) step: StepIds,
    /// The first of four of each gate: true means enough, false too little; and the same after the step.
    pub(super) gates: Vec<Id>,
    /// For each case what it means, and that it is one after the step.
    pub(super) cases: Vec<[Id; 2]>,
    pub(super) now: Id,
    pub(super) initial: Id,
    pub(super) goal: Id,
    /// At a goal the cost is below the bound, if there is one.
    pub(super) cheap: Option<Id>,
    pub(super) fails: Id,
    /// What a failing start, step and goal mean: that the certificate holds before, and that it does not after.
    pub(super) start_after: Id,
    pub(super) step_before: Id,
    pub(super) step_after: Id,
    pub(super) goal_before: Id,
}

impl Ids {
    /// What says of a gate that it means enough, or too little; before the step, or after it.
    pub(super) fn gate(&self, gate: usize, enough: bool, after: bool) -> Id {
        self.gates[gate] + usize::from(!enough) + 2 * usize::from(after)
    }
}

/// The sizes of a formula, which its numbers depend on.
pub(super) struct Encoding<'t> {
    pub(super) task: &'t PlainTask,
    pub(super) bound: Option<u64>,
    /// The bits of costs.
    pub(super) bits: usize,
    /// The costs of operators other than 0, ascending; one that alone reaches the bound counts as the bound.
    pub(super) costs: Vec<u64>,
}

impl<'t> Encoding<'t> {
    pub(super) fn new(task: &'t PlainTask, bound: Option<u64>) -> Self {
        let bits = bound.map_or(0, |bound| (u64::BITS - bound.leading_zeros()) as usize);
        let mut encoding = Self { task, bound, bits, costs: Vec::new() };
        let costs = task.operators.iter().map(|operator| encoding.cost(operator.cost));
        let mut costs: Vec<u64> = costs.filter(|cost| *cost > 0).collect();
        costs.sort_unstable();
        costs.dedup();
        encoding.costs = costs;
        encoding
    }

    /// Whether a certificate is over facts and bits that there are.
    pub(super) fn has(&self, certificate: &Certificate) -> bool {
        let literals = certificate.gates.iter().flat_map(|gate| gate.sum.iter().map(|(_, literal)| literal));
        literals.chain(certificate.cases.iter().flatten()).all(|literal| match literal.0 {
            Var::Fact(fact) => fact < self.task.facts.len(),
            Var::Bit(bit) => bit < self.bits,
            _ => true,
        }) && certificate.always.iter().all(|gate| *gate < certificate.gates.len())
    }

    /// A cost as the formula counts it.
    pub(super) fn cost(&self, cost: u64) -> u64 {
        self.bound.map_or(0, |bound| cost.min(bound))
    }

    pub(super) fn cost_class(&self, operator: usize) -> Option<usize> {
        self.costs.binary_search(&self.cost(self.task.operators[operator].cost)).ok()
    }

    /// The bits of the cost, weighted: their sum is the cost, or if `positive` is false what is left to the highest.
    pub(super) fn bits(&self, positive: bool) -> impl Iterator<Item = (u128, Lit)> + use<> {
        (0..self.bits).map(move |bit| (1 << bit, Lit(Var::Bit(bit), positive)))
    }

    /// The highest cost that the bits can hold.
    pub(super) fn highest(&self) -> u128 {
        (1 << self.bits) - 1
    }

    /// Writes the whole formula.
    pub(super) fn write(
        &self,
        certificate: &Certificate,
        limits: &Limits,
        out: &mut dyn Write,
    ) -> Result<Ids, ProofError> {
        writeln!(out, "* {}", claim(self.bound))?;
        for (number, name) in self.task.fact_names.iter().enumerate() {
            writeln!(out, "* x{number} {name}")?;
        }
        for (number, operator) in self.task.operators.iter().enumerate() {
            writeln!(out, "* o{number} {}", operator.name)?;
        }
        writeln!(out, "* a step of the task")?;
        let mut opb = Opb { out, count: 0 };
        let mut ids = Ids { step: self.step(&mut opb)?, ..Ids::default() };
        writeln!(opb.out, "* its start and its goal")?;
        let initial =
            self.task.initial.iter().enumerate().map(|(fact, holds)| Lit(Var::NextFact(fact), *holds));
        let free = self.bits(false).map(|(_, bit)| bit.next());
        ids.initial = opb.all(yes(Var::Init), &initial.chain(free).collect::<Vec<_>>())?;
        let mut parts = Parts { next: self.parts_of_operators(), ids: Vec::new() };
        let goal = parts.literals(&self.task.goal, &mut opb)?;
        ids.goal = opb.all(yes(Var::Goal), &goal)?;
        ids.step.parts.append(&mut parts.ids);
        if let Some(bound) = self.bound {
            let most = self.highest() + 1 - u128::from(bound);
            let sum: Sum = [(most, no(Var::Goal))].into_iter().chain(self.bits(false)).collect();
            ids.cheap = Some(opb.put(&sum, most)?);
        }
        writeln!(opb.out, "* the certificate")?;
        for (number, gate) in certificate.gates.iter().enumerate() {
            limits.check()?;
            ids.gates.push(opb.count + 1);
            for is_next in [false, true] {
                define(number, gate, is_next, &mut opb)?;
            }
        }
        for (number, case) in certificate.cases.iter().enumerate() {
            limits.check()?;
            let means = opb.all(yes(Var::Case(number)), case)?;
            let negated = case.iter().map(|literal| literal.next().not());
            ids.cases.push([means, opb.clause(negated.chain([yes(Var::Next)]))?]);
        }
        let cases = (0..certificate.cases.len()).map(|number| yes(Var::Case(number)));
        ids.now = opb.clause([no(Var::Now)].into_iter().chain(cases))?;
        writeln!(opb.out, "* how it could fail")?;
        failures(certificate, &mut opb, &mut ids)?;
        Ok(ids)
    }

    fn parts_of_operators(&self) -> usize {
        let conditions = self.task.operators.iter().flat_map(|operator| {
            [&operator.condition].into_iter().chain(operator.effects.iter().map(|effect| &effect.condition))
        });
        conditions.map(Parts::count).sum()
    }

    /// What a step by one operator, or none, does.
    fn step(&self, opb: &mut Opb<'_>) -> io::Result<StepIds> {
        let (task, mut ids) = (self.task, StepIds::default());
        ids.changed_by = vec![Vec::new(); task.facts.len()];
        // What makes each fact true, and false.
        let mut makes: [Vec<Vec<Lit>>; 2] =
            [vec![Vec::new(); task.facts.len()], vec![Vec::new(); task.facts.len()]];
        let mut parts = Parts { next: 0, ids: Vec::new() };
        let mut effect_number = 0;
        for (number, operator) in task.operators.iter().enumerate() {
            let happens = yes(Var::Operator(number));
            let mut all = parts.literals(&operator.condition, opb)?;
            let mut conditional = Vec::new();
            // What surely becomes true stays so; what may become true keeps a deletion from being sure.
            let mut rises: Vec<(usize, Lit)> = Vec::new();
            let mut falls: Vec<(usize, Lit)> = Vec::new();
            for effect in &operator.effects {
                let literal = if effect.is_sure() {
                    happens
                } else {
                    let literal = yes(Var::Effect(effect_number));
                    effect_number += 1;
                    let mut when = parts.literals(&effect.condition, opb)?;
                    when.push(happens);
                    conditional.push(opb.all(literal, &when)?);
                    conditional.push(opb.clause(when.iter().map(|one| one.not()).chain([literal]))?);
                    literal
                };
                makes[usize::from(!effect.adds)][effect.fact].push(literal);
                ids.changed_by[effect.fact].push((number, usize::from(!effect.adds)));
                if effect.adds { &mut rises } else { &mut falls }.push((effect.fact, literal));
            }
            for (fact, literal) in &rises {
                if *literal == happens {
                    all.push(yes(Var::NextFact(*fact)));
                } else {
                    conditional.push(opb.clause([literal.not(), yes(Var::NextFact(*fact))])?);
                }
            }
            for (fact, literal) in &falls {
                let unless = rises.iter().filter(|(risen, _)| risen == fact).map(|(_, literal)| *literal);
                let unless: Vec<Lit> = unless.collect();
                if *literal == happens && unless.is_empty() {
                    all.push(no(Var::NextFact(*fact)));
                } else {
                    conditional.push(
                        opb.clause(unless.into_iter().chain([literal.not(), no(Var::NextFact(*fact))]))?,
                    );
                }
            }
            ids.operators.push(opb.all(happens, &all)?);
            ids.effects.push(conditional);
        }
        ids.parts = parts.ids;
        let [rises, falls] = &makes;
        for (fact, (rises, falls)) in rises.iter().zip(falls).enumerate() {
            let (before, after) = (yes(Var::Fact(fact)), yes(Var::NextFact(fact)));
            ids.rise.push(opb.clause(rises.iter().copied().chain([before, after.not()]))?);
            ids.fall.push(opb.clause(falls.iter().copied().chain([before.not(), after]))?);
        }
        let operators = || (0..task.operators.len()).map(Var::Operator);
        let at_most: Sum = operators().map(|operator| (1, no(operator))).collect();
        ids.one = opb.put(&at_most, (task.operators.len() as u128).saturating_sub(1))?;
        ids.some = opb.clause(operators().map(yes).chain([no(Var::Step)]))?;
        self.costs(&mut ids, opb)?;
        Ok(ids)
    }

    /// What a step costs.
    fn costs(&self, ids: &mut StepIds, opb: &mut Opb<'_>) -> io::Result<()> {
        for class in 0..self.costs.len() {
            let operators =
                (0..self.task.operators.len()).filter(|number| self.cost_class(*number) == Some(class));
            let operators: Vec<Var> = operators.map(Var::Operator).collect();
            let count = operators.len() as u128;
            let with = operators.iter().map(|operator| (1, no(*operator)));
            ids.costs.push(
                opb.put(&[(1, yes(Var::Cost(class)))].into_iter().chain(with).collect::<Sum>(), count)?,
            );
            opb.clause(operators.into_iter().map(yes).chain([no(Var::Cost(class))]))?;
        }
        if self.bound.is_none() {
            return Ok(());
        }
        let weighted = |positive| {
            self.costs
                .iter()
                .enumerate()
                .map(move |(class, cost)| (u128::from(*cost), Lit(Var::Cost(class), positive)))
        };
        let total: u128 = self.costs.iter().map(|cost| u128::from(*cost)).sum();
        for grows in [true, false] {
            let after = self.bits(grows).map(|(weight, bit)| (weight, bit.next()));
            let sum: Sum = after.chain(self.bits(!grows)).chain(weighted(!grows)).collect();
            let least = self.highest() + if grows { total } else { 0 };
            let id = opb.put(&sum, least)?;
            if grows {
                ids.growth = id;
            }
        }
        Ok(())
    }
}

/// The three ways in which the certificate could fail.
fn failures(certificate: &Certificate, opb: &mut Opb<'_>, ids: &mut Ids) -> io::Result<()> {
    let gates = |number: &usize| yes(Var::Gate(*number));
    let before: Vec<Lit> = certificate.always.iter().map(gates).chain([yes(Var::Now)]).collect();
    let after = || {
        let gates = certificate.always.iter().map(|number| no(Var::NextGate(*number)));
        gates.chain([no(Var::Next)])
    };
    ids.start_after = opb.clause([no(Var::Init)].into_iter().chain(after()))?;
    ids.step_before = opb.all(yes(Var::Step), &before)?;
    ids.step_after = opb.clause([no(Var::Step)].into_iter().chain(after()))?;
    ids.goal_before = opb.all(yes(Var::Goal), &before)?;
    ids.fails = opb.clause([yes(Var::Init), yes(Var::Step), yes(Var::Goal)])?;
    Ok(())
}

/// The gate is true exactly if the sum is enough.
fn define(number: usize, gate: &Gate, is_next: bool, opb: &mut Opb<'_>) -> io::Result<()> {
    let own = |literal: Lit| if is_next { literal.next() } else { literal };
    let var = own(yes(Var::Gate(number)));
    let total: u128 = gate.sum.iter().map(|(weight, _)| weight).sum();
    let least = gate.least;
    let terms = gate.sum.iter().map(|(weight, literal)| (*weight, own(*literal)));
    let sum: Sum = [(least, var.not())].into_iter().chain(terms.clone()).collect();
    opb.put(&sum, least)?;
    // Too little: what is missing is more than the total less the number.
    let missing = (total + 1).saturating_sub(least);
    let terms = terms.map(|(weight, literal)| (weight, literal.not()));
    let sum: Sum = [(missing, var)].into_iter().chain(terms).collect();
    opb.put(&sum, missing)?;
    Ok(())
}

/// The claim in words.
pub(super) fn claim(bound: Option<u64>) -> String {
    match bound {
        Some(bound) => format!("claim: no plan costs less than {bound}"),
        None => "claim: there is no plan".to_owned(),
    }
}

/// Names the parts of conditions that are not conjunctions of literals.
struct Parts {
    next: usize,
    ids: Vec<Id>,
}

impl Parts {
    /// The literals of a conjunction.
    fn literals(&mut self, condition: &Formula, opb: &mut Opb<'_>) -> io::Result<Vec<Lit>> {
        condition.parts().iter().map(|part| self.literal(part, opb)).collect()
    }

    fn literal(&mut self, formula: &Formula, opb: &mut Opb<'_>) -> io::Result<Lit> {
        let (parts, all) = match formula {
            Formula::Literal(fact, positive) => return Ok(Lit(Var::Fact(*fact), *positive)),
            Formula::And(parts) => (parts, true),
            Formula::Or(parts) => (parts, false),
        };
        let literals: io::Result<Vec<Lit>> = parts.iter().map(|part| self.literal(part, opb)).collect();
        let var = Lit(Var::Part(self.next), all);
        self.next += 1;
        // A disjunction is the negation of a conjunction.
        let literals: Vec<Lit> = literals?.into_iter().map(|one| if all { one } else { one.not() }).collect();
        let name = yes(var.0);
        self.ids.push(opb.all(name, &literals)?);
        self.ids.push(opb.clause(literals.iter().map(|one| one.not()).chain([name]))?);
        Ok(var)
    }

    /// How many names a condition takes.
    fn count(condition: &Formula) -> usize {
        fn inner(formula: &Formula) -> usize {
            match formula {
                Formula::Literal(..) => 0,
                Formula::And(parts) | Formula::Or(parts) => 1 + parts.iter().map(inner).sum::<usize>(),
            }
        }
        condition.parts().iter().map(inner).sum()
    }
}
