//! The formula whose unsatisfiability is the claim: a step of the task, a set of states with costs that is said to hold
//! every one that paths below the bound meet, and the three ways in which it could fail to.
//!
//! In: a [`PlainTask`] and a [`Certificate`]. Out: constraints, one after the other, and the number of each by what it
//! says, for whoever refers to them. docs/proofs.md has the argument why no plan is cheaper than the bound if the
//! formula has no solution.

use std::io::{self, Write};

use super::ProofError;
use super::literals::{Id, Lit, Sum, Text, Var, no, yes};
use super::plain::{Formula, PlainTask};
use banto_base::limits::Limits;

/// Writes constraints as OPB, and numbers them, and the parts of conditions that have names.
struct Opb<'w> {
    text: Text<'w>,
    count: Id,
    named: usize,
}

impl Opb<'_> {
    /// A sum is at least a number.
    fn put(&mut self, sum: impl IntoIterator<Item = (u128, Lit)>, least: u128) -> io::Result<Id> {
        self.text.sum(sum, least);
        self.text.line(" ;")?;
        self.count += 1;
        Ok(self.count)
    }

    fn comment(&mut self, comment: &str) -> io::Result<()> {
        self.text.text("* ");
        self.text.text(comment);
        self.text.line("")
    }

    /// At least one of them.
    fn clause(&mut self, literals: impl IntoIterator<Item = Lit>) -> io::Result<Id> {
        self.put(literals.into_iter().map(|literal| (1, literal)), 1)
    }

    /// If a literal is true, so are all of these.
    fn all(&mut self, given: Lit, literals: &[Lit]) -> io::Result<Id> {
        let count = literals.len() as u128;
        self.put([(count.max(1), given.not())].into_iter().chain(literals.iter().map(|one| (1, *one))), count)
    }

    /// A literal is true exactly if all of these are.
    fn means(&mut self, literal: Lit, literals: &[Lit], ids: &mut Vec<Id>) -> io::Result<()> {
        ids.push(self.all(literal, literals)?);
        ids.push(self.clause(literals.iter().map(|one| one.not()).chain([literal]))?);
        Ok(())
    }

    /// The literals of a conjunction; parts of it that are none get names.
    fn literals(&mut self, condition: &Formula, ids: &mut Vec<Id>) -> io::Result<Vec<Lit>> {
        condition.parts().iter().map(|part| self.literal(part, ids)).collect()
    }

    fn literal(&mut self, formula: &Formula, ids: &mut Vec<Id>) -> io::Result<Lit> {
        let (parts, all) = match formula {
            Formula::Literal(fact, positive) => return Ok(Lit(Var::Fact(*fact), *positive)),
            Formula::And(parts) => (parts, true),
            Formula::Or(parts) => (parts, false),
        };
        let literals: io::Result<Vec<Lit>> = parts.iter().map(|part| self.literal(part, ids)).collect();
        // A disjunction is the negation of a conjunction.
        let literals: Vec<Lit> = literals?.into_iter().map(|one| if all { one } else { one.not() }).collect();
        let name = Var::Part(self.named);
        self.named += 1;
        self.means(yes(name), &literals, ids)?;
        Ok(Lit(name, all))
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
    /// So many gates, the first ones, are always true.
    pub(super) always: usize,
    pub(super) cases: Vec<Vec<Lit>>,
}

/// The numbers of the constraints.
#[derive(Debug, Default)]
pub(super) struct Ids {
    /// For each operator, what it needs and what it surely does.
    pub(super) operators: Vec<Id>,
    /// At most one operator, and at least one in a step.
    pub(super) one: Id,
    pub(super) some: Id,
    /// For each fact, what made it true if it became so, and what made it false.
    pub(super) changed: [Vec<Id>; 2],
    /// For each effect with a condition what defines it and what it does; for each operator its effects.
    pub(super) effects: Vec<Vec<Id>>,
    /// For each fact the operators that make it true, and false.
    pub(super) changed_by: [Vec<Vec<usize>>; 2],
    /// What defines the parts of conditions.
    pub(super) parts: Vec<Id>,
    /// For each cost, that an operator has it.
    pub(super) costs: Vec<Id>,
    /// The cost grows by at least that of the step.
    pub(super) growth: Id,
    /// The first of four of each gate: true means enough, false too little; and the same after the step.
    gates: Id,
    /// The first of two of each case: what it means, and that it is one after the step.
    cases: Id,
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
        self.gates + 4 * gate + usize::from(!enough) + 2 * usize::from(after)
    }

    /// What a case means; or that it is one after the step.
    pub(super) fn case(&self, case: usize, after: bool) -> Id {
        self.cases + 2 * case + usize::from(after)
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
        }) && certificate.always <= certificate.gates.len()
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
        let (mut opb, mut ids) = (Opb { text: Text::new(out), count: 0, named: 0 }, Ids::default());
        let opb = &mut opb;
        opb.comment(&format!("claim: {}", claim(self.bound)))?;
        for (number, name) in self.task.fact_names.iter().enumerate() {
            opb.comment(&format!("x{number} {name}"))?;
        }
        for (number, operator) in self.task.operators.iter().enumerate() {
            opb.comment(&format!("o{number} {}", operator.name))?;
        }
        opb.comment("a step of the task")?;
        self.step(&mut ids, opb)?;
        opb.comment("its start and its goal")?;
        let initial =
            self.task.initial.iter().enumerate().map(|(fact, holds)| Lit(Var::NextFact(fact), *holds));
        let free = self.bits(false).map(|(_, bit)| bit.next());
        ids.initial = opb.all(yes(Var::Init), &initial.chain(free).collect::<Vec<_>>())?;
        let goal = opb.literals(&self.task.goal, &mut ids.parts)?;
        ids.goal = opb.all(yes(Var::Goal), &goal)?;
        if let Some(bound) = self.bound {
            let most = self.highest() + 1 - u128::from(bound);
            ids.cheap = Some(opb.put([(most, no(Var::Goal))].into_iter().chain(self.bits(false)), most)?);
        }
        opb.comment(&format!("the certificate, with {} gates that are always true", certificate.always))?;
        ids.gates = opb.count + 1;
        for (number, gate) in certificate.gates.iter().enumerate() {
            limits.check()?;
            for is_next in [false, true] {
                define(number, gate, is_next, opb)?;
            }
        }
        ids.cases = opb.count + 1;
        for (number, case) in certificate.cases.iter().enumerate() {
            limits.check()?;
            opb.all(yes(Var::Case(number)), case)?;
            let negated = case.iter().map(|literal| literal.next().not());
            opb.clause(negated.chain([yes(Var::Next)]))?;
        }
        let cases = (0..certificate.cases.len()).map(|number| yes(Var::Case(number)));
        ids.now = opb.clause([no(Var::Now)].into_iter().chain(cases))?;
        opb.comment("how it could fail")?;
        let gates = || (0..certificate.always).map(Var::Gate).map(yes);
        let before: Vec<Lit> = gates().chain([yes(Var::Now)]).collect();
        let after: Vec<Lit> = gates().map(|gate| gate.next().not()).chain([no(Var::Next)]).collect();
        ids.start_after = opb.clause(after.iter().copied().chain([no(Var::Init)]))?;
        ids.step_before = opb.all(yes(Var::Step), &before)?;
        ids.step_after = opb.clause(after.into_iter().chain([no(Var::Step)]))?;
        ids.goal_before = opb.all(yes(Var::Goal), &before)?;
        ids.fails = opb.clause([yes(Var::Init), yes(Var::Step), yes(Var::Goal)])?;
        opb.text.flush()?;
        Ok(ids)
    }

    /// What a step by one operator, or none, does.
    fn step(&self, ids: &mut Ids, opb: &mut Opb<'_>) -> io::Result<()> {
        let task = self.task;
        let operators = || (0..task.operators.len()).map(Var::Operator);
        ids.changed_by = [vec![Vec::new(); task.facts.len()], vec![Vec::new(); task.facts.len()]];
        // What makes each fact true, and false.
        let mut makes = [vec![Vec::new(); task.facts.len()], vec![Vec::new(); task.facts.len()]];
        let mut named = 0;
        for (number, operator) in task.operators.iter().enumerate() {
            let happens = yes(Var::Operator(number));
            let mut all = opb.literals(&operator.condition, &mut ids.parts)?;
            let (mut conditional, mut effects) = (Vec::new(), Vec::new());
            for effect in &operator.effects {
                let mut literal = happens;
                if !effect.is_sure() {
                    literal = yes(Var::Effect(named));
                    named += 1;
                    let mut when = opb.literals(&effect.condition, &mut ids.parts)?;
                    when.push(happens);
                    opb.means(literal, &when, &mut conditional)?;
                }
                let falls = usize::from(!effect.adds);
                makes[falls][effect.fact].push(literal);
                ids.changed_by[falls][effect.fact].push(number);
                effects.push((effect, literal));
            }
            for (effect, literal) in &effects {
                // What becomes true stays so: a deletion happens unless something adds the fact.
                let unless = effects
                    .iter()
                    .filter(|(other, _)| !effect.adds && other.adds && other.fact == effect.fact);
                let mut unless: Vec<Lit> = unless.map(|(_, literal)| *literal).collect();
                let then = Lit(Var::NextFact(effect.fact), effect.adds);
                if *literal == happens && unless.is_empty() {
                    all.push(then);
                } else {
                    unless.extend([literal.not(), then]);
                    conditional.push(opb.clause(unless)?);
                }
            }
            ids.operators.push(opb.all(happens, &all)?);
            ids.effects.push(conditional);
        }
        for (falls, makes) in makes.into_iter().enumerate() {
            for (fact, makes) in makes.into_iter().enumerate() {
                let (before, after) =
                    (Lit(Var::Fact(fact), falls == 0), Lit(Var::NextFact(fact), falls == 1));
                ids.changed[falls].push(opb.clause(makes.into_iter().chain([before, after]))?);
            }
        }
        let at_most = (task.operators.len() as u128).saturating_sub(1);
        ids.one = opb.put(operators().map(|operator| (1, no(operator))), at_most)?;
        ids.some = opb.clause(operators().map(yes).chain([no(Var::Step)]))?;
        // What a step costs at least.
        for class in 0..self.costs.len() {
            let with = (0..task.operators.len()).filter(|number| self.cost_class(*number) == Some(class));
            let with: Sum = with.map(|number| (1, no(Var::Operator(number)))).collect();
            let count = with.len() as u128;
            ids.costs.push(opb.put([(1, yes(Var::Cost(class)))].into_iter().chain(with), count)?);
        }
        if self.bound.is_some() {
            let after = self.bits(true).map(|(weight, bit)| (weight, bit.next()));
            let costs = self.costs.iter().map(|cost| u128::from(*cost));
            let paid = costs.clone().enumerate().map(|(class, cost)| (cost, no(Var::Cost(class))));
            ids.growth =
                opb.put(after.chain(self.bits(false)).chain(paid), self.highest() + costs.sum::<u128>())?;
        }
        Ok(())
    }
}

/// The gate is true exactly if the sum is enough.
fn define(number: usize, gate: &Gate, is_next: bool, opb: &mut Opb<'_>) -> io::Result<()> {
    let own = |literal: Lit| if is_next { literal.next() } else { literal };
    let var = own(yes(Var::Gate(number)));
    let total: u128 = gate.sum.iter().map(|(weight, _)| weight).sum();
    let least = gate.least;
    let terms = gate.sum.iter().map(|(weight, literal)| (*weight, own(*literal)));
    opb.put([(least, var.not())].into_iter().chain(terms.clone()), least)?;
    // Too little: what is missing is more than the total less the number.
    let missing = (total + 1).saturating_sub(least);
    let terms = terms.map(|(weight, literal)| (weight, literal.not()));
    opb.put([(missing, var)].into_iter().chain(terms), missing)?;
    Ok(())
}

/// What is claimed of all plans, in words.
pub fn claim(bound: Option<u64>) -> String {
    bound.map_or("there is no plan".to_owned(), |bound| format!("no plan costs less than {bound}"))
}
