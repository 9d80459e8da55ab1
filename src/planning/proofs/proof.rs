//! The proof that the formula has no solution, in the format 3.0 of VeriPB: case by case, every step leads to a case again,
//! and none is a goal below the bound.
//!
//! In: what the search found, the certificate made of it, and the numbers of the formula's constraints. Out: lines. Each
//! step names the constraints that it follows from, in the order in which they propagate, so that a checker looks at
//! nothing else. Whatever is derived for pairs of an operator and a value is derived once.

use std::io::{self, Write};

use rustc_hash::FxHashMap;

use super::ProofError;
use super::cuts::Relaxed;
use super::formula::{Certificate, Encoding, Gate, Id, Ids, Lit, Sum, Var, no, write_sum, yes};
use super::search::{Fate, Found};
use super::tree::Tree;
use super::variables::Variables;
use banto_base::limits::Limits;

/// A certificate, and which of its gates and cases is what.
pub(super) struct Outline {
    pub(super) certificate: Certificate,
    /// For each variable with several facts, that none of them is true.
    none: Vec<Option<usize>>,
    /// That the cost is at least a number.
    at_least: FxHashMap<u64, usize>,
    cuts: Vec<usize>,
    sums: Vec<usize>,
    /// The case of each expanded state.
    states: FxHashMap<usize, usize>,
    /// The case of each set of cuts, and of each cut that nothing crosses.
    far: FxHashMap<Fate, usize>,
}

fn literal(prop: usize) -> Lit {
    Lit(Var::Fact(prop / 2), prop.is_multiple_of(2))
}

impl Outline {
    pub(super) fn new(found: &Found, variables: &Variables, encoding: &Encoding<'_>) -> Self {
        let mut certificate = Certificate { bound: encoding.bound, ..Certificate::default() };
        let add = |gate: Gate, certificate: &mut Certificate| {
            certificate.gates.push(gate);
            certificate.gates.len() - 1
        };
        for group in &variables.groups {
            let sum: Sum = group.iter().map(|fact| (1, no(Var::Fact(*fact)))).collect();
            let gate = add(Gate { least: sum.len() as u128 - 1, sum }, &mut certificate);
            certificate.always.push(gate);
        }
        let none = variables.each.iter().map(|variable| {
            let facts = variable.facts.iter().map(|fact| no(Var::Fact(*fact)));
            variable.group.map(|_| add(Gate::all(facts), &mut certificate))
        });
        let none = none.collect();
        let mut at_least = FxHashMap::default();
        if let Some(bound) = encoding.bound {
            for cost in found.order.iter().map(|number| found.states[*number].cost).chain([bound]) {
                at_least.entry(cost).or_insert_with(|| {
                    add(
                        Gate { sum: encoding.bits(true).collect(), least: u128::from(cost) },
                        &mut certificate,
                    )
                });
            }
            certificate.cases.push(vec![yes(Var::Gate(at_least[&bound]))]);
        }
        let cuts = found
            .cuts
            .iter()
            .map(|cut| add(Gate::all(cut.iter().map(|prop| literal(*prop).not())), &mut certificate));
        let cuts: Vec<usize> = cuts.collect();
        let sums = found.sums.iter().map(|sum| {
            let weights = sum.iter().map(|(cut, weight)| (u128::from(*weight), yes(Var::Gate(cuts[*cut]))));
            let least = u128::from(encoding.bound.unwrap_or(0));
            add(Gate { sum: encoding.bits(true).chain(weights).collect(), least }, &mut certificate)
        });
        let sums = sums.collect();
        let mut outline = Self {
            certificate,
            none,
            at_least,
            cuts,
            sums,
            states: FxHashMap::default(),
            far: FxHashMap::default(),
        };
        for number in &found.order {
            let state = &found.states[*number];
            let case = outline.certificate.cases.len();
            match state.fate {
                Fate::Expanded => {
                    let mut literals = outline.literals(variables, &state.values);
                    literals.extend(outline.at_least(state.cost));
                    outline.states.insert(*number, case);
                    outline.certificate.cases.push(literals);
                }
                Fate::Far(gate) | Fate::Dead(gate) if !outline.far.contains_key(&state.fate) => {
                    let gates =
                        if matches!(state.fate, Fate::Far(_)) { &outline.sums } else { &outline.cuts };
                    outline.certificate.cases.push(vec![yes(Var::Gate(gates[gate]))]);
                    outline.far.insert(state.fate, case);
                }
                _ => {}
            }
        }
        outline
    }

    fn at_least(&self, cost: u64) -> Option<Lit> {
        self.at_least.get(&cost).map(|gate| yes(Var::Gate(*gate)))
    }

    /// What is true of a variable with a value.
    fn literal(&self, variables: &Variables, variable: usize, value: u16) -> Lit {
        let facts = &variables.each[variable].facts;
        match (facts.get(usize::from(value)), self.none[variable]) {
            (Some(fact), _) => yes(Var::Fact(*fact)),
            (None, Some(gate)) => yes(Var::Gate(gate)),
            (None, None) => no(Var::Fact(facts[0])),
        }
    }

    fn literals(&self, variables: &Variables, values: &[u16]) -> Vec<Lit> {
        (0..).zip(values).map(|(variable, value)| self.literal(variables, variable, *value)).collect()
    }
}

/// Writes lines of a proof, and numbers what they derive.
pub(super) struct Lines<'w> {
    out: &'w mut dyn Write,
    last: Id,
}

impl Lines<'_> {
    /// At least one of the literals, by propagation alone of these constraints, in this order.
    pub(super) fn rup(
        &mut self,
        clause: impl IntoIterator<Item = Lit>,
        hints: impl IntoIterator<Item = Id>,
    ) -> io::Result<Id> {
        self.out.write_all(b"rup ")?;
        for literal in clause {
            write!(self.out, "+1 {literal} ")?;
        }
        self.out.write_all(b">= 1 :")?;
        for hint in hints {
            write!(self.out, " {hint}")?;
        }
        self.end()
    }

    /// A weighted sum of constraints.
    fn sum(&mut self, constraints: impl IntoIterator<Item = (Id, u128)>) -> io::Result<Id> {
        self.out.write_all(b"pol")?;
        for (number, (id, weight)) in constraints.into_iter().enumerate() {
            write!(self.out, " {id}")?;
            if weight > 1 {
                write!(self.out, " {weight} *")?;
            }
            if number > 0 {
                self.out.write_all(b" +")?;
            }
        }
        self.end()
    }

    /// Defines a variable that no constraint has yet.
    pub(super) fn define(&mut self, sum: &[(u128, Lit)], least: u128, witness: Lit) -> io::Result<Id> {
        self.out.write_all(b"red ")?;
        write_sum(self.out, sum, least)?;
        write!(self.out, " : {} -> {}", witness.0, u8::from(witness.1))?;
        self.end()
    }

    /// Forgets what has been derived after a constraint, up to and including another one.
    fn forget(&mut self, after: Id, last: Id) -> io::Result<()> {
        if after < last {
            writeln!(self.out, "del range {} {};", after + 1, last + 1)?;
        }
        Ok(())
    }

    fn end(&mut self) -> io::Result<Id> {
        self.out.write_all(b";\n")?;
        self.last += 1;
        Ok(self.last)
    }
}

pub(super) struct Prover<'a, 'w> {
    encoding: &'a Encoding<'a>,
    variables: &'a Variables,
    relaxed: &'a Relaxed,
    found: &'a Found,
    outline: &'a Outline,
    ids: &'a Ids,
    lines: Lines<'w>,
    /// Before the step: that each group has at most one true fact, and what follows for its variable.
    groups: Vec<Id>,
    /// The same after a step.
    groups_after: Vec<[Id; 2]>,
    /// A failing step leads to no case.
    no_case: Id,
    tree: Tree,
    costs: FxHashMap<usize, Id>,
    growths: FxHashMap<(u64, u64), Id>,
    changes: FxHashMap<(usize, usize, u16), Option<Id>>,
    dear: FxHashMap<(u64, usize), Id>,
    entries: FxHashMap<usize, Id>,
    reached: FxHashMap<(usize, u64), Id>,
}

const STEP: Lit = no(Var::Step);

impl<'a, 'w> Prover<'a, 'w> {
    pub(super) fn write(
        (encoding, variables, relaxed): (&'a Encoding<'a>, &'a Variables, &'a Relaxed),
        (found, outline, ids): (&'a Found, &'a Outline, &'a Ids),
        limits: &Limits,
        out: &'w mut dyn Write,
    ) -> Result<(), ProofError> {
        writeln!(out, "pseudo-Boolean proof version 3.0\nf {};", ids.fails)?;
        let mut lines = Lines { out, last: ids.fails };
        let tree = Tree::new(encoding.task, variables, &ids.step, &mut lines)?;
        let mut prover = Self {
            encoding,
            variables,
            relaxed,
            found,
            outline,
            ids,
            lines,
            groups: Vec::new(),
            groups_after: Vec::new(),
            no_case: 0,
            tree,
            costs: FxHashMap::default(),
            growths: FxHashMap::default(),
            changes: FxHashMap::default(),
            dear: FxHashMap::default(),
            entries: FxHashMap::default(),
            reached: FxHashMap::default(),
        };
        prover.groups()?;
        let mut closed = prover.others()?;
        for (state, case) in prover.in_order() {
            limits.check()?;
            closed.push(prover.state(state, case)?);
        }
        prover.conclude(&closed)?;
        Ok(())
    }

    fn in_order(&self) -> Vec<(usize, usize)> {
        let case = |state: &usize| Some((*state, *self.outline.states.get(state)?));
        self.found.order.iter().filter_map(case).collect()
    }

    /// No operator makes more than one fact of a group true.
    fn groups(&mut self) -> io::Result<()> {
        let step = &self.ids.step;
        let gates = (0..self.variables.groups.len()).chain(self.outline.none.iter().flatten().copied());
        let gates = gates.map(|gate| self.ids.gate(gate, true, false));
        self.groups = [self.ids.step_before].into_iter().chain(gates).collect();
        for (group, facts) in self.variables.groups.iter().enumerate() {
            let after = yes(Var::NextGate(group));
            let rises: Vec<Id> = facts.iter().map(|fact| step.rise[*fact]).collect();
            let mut adding: Vec<usize> = facts
                .iter()
                .flat_map(|fact| &step.changed_by[*fact])
                .filter(|(_, falls)| *falls == 0)
                .map(|(operator, _)| *operator)
                .collect();
            adding.sort_unstable();
            let (before, too_many) = (self.ids.gate(group, true, false), self.ids.gate(group, false, true));
            let mut kept = Vec::new();
            for operator in adding {
                let hints = [self.ids.step_before, step.operators[operator], before, step.one];
                let hints = hints.into_iter().chain(rises.iter().copied()).chain([too_many]);
                kept.push(self.lines.rup([STEP, no(Var::Operator(operator)), after], hints)?);
            }
            let still = self.lines.sum(rises.iter().chain([&before, &too_many]).map(|id| (*id, 1)))?;
            let hints = [self.ids.step_before].into_iter().chain(kept).chain([still]);
            let id = self.lines.rup([STEP, after], hints)?;
            self.groups_after.push([id, self.ids.gate(group, true, true)]);
        }
        let after = self.groups_after.iter().map(|ids| ids[0]);
        self.no_case = self.lines.rup([STEP, no(Var::Next)], after.chain([self.ids.step_after]))?;
        Ok(())
    }

    /// The cases that are not states: what costs too much, and what is too far from a goal.
    fn others(&mut self) -> io::Result<Vec<[Id; 2]>> {
        let mut closed = Vec::new();
        if let Some(bound) = self.encoding.bound {
            let gate = self.outline.at_least[&bound];
            let grown = self.growth(bound, bound)?;
            let means = self.ids.cases[0];
            let step = self.lines.rup([no(Var::Case(0)), STEP], [means[0], grown, means[1], self.no_case])?;
            let dear = self.lines.sum([
                (self.ids.gate(gate, true, false), 1),
                (self.ids.cheap.expect("there is a bound"), 1),
            ])?;
            closed.push([step, self.lines.rup([no(Var::Case(0)), no(Var::Goal)], [means[0], dear])?]);
        }
        let mut cuts = Vec::new();
        for cut in 0..self.found.cuts.len() {
            cuts.push(self.cut(cut)?);
        }
        let mut far: Vec<(usize, Fate)> =
            self.outline.far.iter().map(|(fate, case)| (*case, *fate)).collect();
        far.sort_unstable_by_key(|(case, _)| *case);
        let costs = self.operator_costs()?;
        for (case, fate) in far {
            let means = self.ids.cases[case];
            let [stays, goal] = match fate {
                Fate::Dead(cut) => cuts[cut],
                Fate::Far(sum) => self.far(sum, &cuts, costs)?,
                Fate::Open | Fate::Expanded => continue,
            };
            let step = [means[0], stays, means[1], self.no_case];
            let step = self.lines.rup([no(Var::Case(case)), STEP], step)?;
            closed.push([step, self.lines.rup([no(Var::Case(case)), no(Var::Goal)], [means[0], goal])?]);
        }
        Ok(closed)
    }

    /// A cut stays uncrossed unless an operator crosses it, and no goal leaves it uncrossed.
    fn cut(&mut self, cut: usize) -> io::Result<[Id; 2]> {
        let (props, gate, step) = (&self.found.cuts[cut], self.outline.cuts[cut], &self.ids.step);
        let crossing = self.relaxed.crossing(props);
        let mut hints = vec![self.ids.gate(gate, true, false)];
        let mut operators: Vec<usize> = Vec::new();
        for prop in props {
            let changes = step.changed_by[prop / 2].iter().filter(|(_, falls)| *falls == prop % 2);
            operators.extend(changes.map(|(operator, _)| *operator));
        }
        operators.sort_unstable();
        operators.dedup();
        for operator in operators {
            hints.extend(
                Some(step.operators[operator]).filter(|_| crossing.binary_search(&operator).is_err()),
            );
            hints.extend(&step.effects[operator]);
        }
        for prop in props {
            hints.push(if prop % 2 == 0 { step.rise[prop / 2] } else { step.fall[prop / 2] });
        }
        hints.push(self.ids.gate(gate, false, true));
        let crossed = crossing.iter().map(|operator| yes(Var::Operator(*operator)));
        let stays = crossed.chain([no(Var::Gate(gate)), yes(Var::NextGate(gate))]);
        let stays = self.lines.rup(stays, hints)?;
        let hints = [self.ids.goal, self.ids.gate(gate, true, false)];
        Ok([stays, self.lines.rup([no(Var::Gate(gate)), no(Var::Goal)], self.with_parts(hints))?])
    }

    fn with_parts(&self, hints: impl IntoIterator<Item = Id>) -> Vec<Id> {
        hints.into_iter().chain(self.ids.step.parts.iter().copied()).collect()
    }

    /// The cost grows by at least that of the operator.
    fn operator_costs(&mut self) -> io::Result<Id> {
        if self.found.sums.is_empty() {
            return Ok(0);
        }
        let classes = self.ids.step.costs.iter().zip(&self.encoding.costs);
        let classes = classes.map(|(id, cost)| (*id, u128::from(*cost)));
        self.lines.sum([(self.ids.step.growth, 1)].into_iter().chain(classes))
    }

    /// Cost and uncrossed cuts together stay enough, and at a goal nothing is uncrossed.
    fn far(&mut self, sum: usize, cuts: &[[Id; 2]], costs: Id) -> io::Result<[Id; 2]> {
        let (weights, gate) = (&self.found.sums[sum], self.outline.sums[sum]);
        let with =
            |which: usize| weights.iter().map(move |(cut, weight)| (cuts[*cut][which], u128::from(*weight)));
        let own = [(self.ids.gate(gate, true, false), 1), (self.ids.gate(gate, false, true), 1), (costs, 1)];
        let stays = self.lines.sum(own.into_iter().chain(with(0)))?;
        let stays = self.lines.rup([no(Var::Gate(gate)), yes(Var::NextGate(gate))], [stays])?;
        let own = [(self.ids.gate(gate, true, false), 1), (self.ids.cheap.expect("there is a bound"), 1)];
        let goal = self.lines.sum(own.into_iter().chain(with(1)))?;
        Ok([stays, self.lines.rup([no(Var::Gate(gate)), no(Var::Goal)], [goal])?])
    }

    /// From a cost to another: a step that costs no less than the difference leads there.
    fn growth(&mut self, from: u64, to: u64) -> io::Result<Id> {
        if let Some(id) = self.growths.get(&(from, to)) {
            return Ok(*id);
        }
        let [before, after] = [from, to].map(|cost| self.outline.at_least[&cost]);
        let sum =
            [self.ids.gate(before, true, false), self.ids.gate(after, false, true), self.ids.step.growth];
        let id = self.lines.sum(sum.map(|id| (id, 1)))?;
        self.growths.insert((from, to), id);
        Ok(id)
    }

    fn cost(&mut self, operator: usize) -> io::Result<Option<Id>> {
        let Some(class) = self.encoding.cost_class(operator) else { return Ok(None) };
        if let Some(id) = self.costs.get(&operator) {
            return Ok(Some(*id));
        }
        let id = self
            .lines
            .rup([no(Var::Operator(operator)), yes(Var::Cost(class))], [self.ids.step.costs[class]])?;
        self.costs.insert(operator, id);
        Ok(Some(id))
    }

    /// That a state after the step is a case.
    fn entry(&mut self, state: usize) -> io::Result<Id> {
        let (fate, cost) = (self.found.states[state].fate, self.found.states[state].cost);
        if let Some(case) = self.outline.states.get(&state) {
            return Ok(self.ids.cases[*case][1]);
        }
        if let Some(id) = self.entries.get(&state) {
            return Ok(*id);
        }
        let single;
        let (cuts, gate) = match fate {
            Fate::Far(sum) => (&self.found.sums[sum], Some(self.outline.sums[sum])),
            Fate::Dead(cut) => {
                single = vec![(cut, 0)];
                (&single, None)
            }
            Fate::Open | Fate::Expanded => unreachable!("every other state has a case"),
        };
        let found = self.found;
        let values = &found.states[state].values;
        let mut hints: Vec<Id> = Vec::new();
        let facts = cuts.iter().flat_map(|(cut, _)| &found.cuts[*cut]).map(|prop| prop / 2);
        let mut variables: Vec<usize> = facts.map(|fact| self.variables.place_of[fact].0).collect();
        variables.sort_unstable();
        variables.dedup();
        for variable in variables {
            let one = &self.variables.each[variable];
            let Some(group) = one.group else { continue };
            if usize::from(values[variable]) < one.facts.len() {
                hints.extend(self.groups_after[group]);
            } else {
                hints.extend(self.outline.none[variable].map(|gate| self.ids.gate(gate, true, true)));
            }
        }
        hints.extend(cuts.iter().map(|(cut, _)| self.ids.gate(self.outline.cuts[*cut], false, true)));
        let mut clause = self.outline.literals(self.variables, values);
        if let Some(gate) = gate {
            clause.extend(self.outline.at_least(cost));
            hints.push(self.reached(gate, cost)?);
        }
        hints.push(self.ids.cases[self.outline.far[&fate]][1]);
        let clause = clause.into_iter().map(|literal| literal.next().not()).chain([STEP, yes(Var::Next)]);
        let id = self.lines.rup(clause, hints)?;
        self.entries.insert(state, id);
        Ok(id)
    }

    /// A cost is enough with what cuts add to it.
    fn reached(&mut self, gate: usize, cost: u64) -> io::Result<Id> {
        if let Some(id) = self.reached.get(&(gate, cost)) {
            return Ok(*id);
        }
        let at_least = self.ids.gate(self.outline.at_least[&cost], true, true);
        let id = self.lines.sum([(self.ids.gate(gate, false, true), 1), (at_least, 1)])?;
        self.reached.insert((gate, cost), id);
        Ok(id)
    }

    /// What a value is after an operator: nothing to derive if the operator says so itself.
    fn change(&mut self, operator: usize, variable: usize, from: u16, to: u16) -> io::Result<Option<Id>> {
        let key = (operator, variable, from);
        if let Some(id) = self.changes.get(&key) {
            return Ok(*id);
        }
        let (step, facts) = (&self.ids.step, &self.variables.each[variable].facts);
        let effects = &self.encoding.task.operators[operator].effects;
        let says = |fact: usize, adds: bool| {
            effects.iter().any(|one| one.fact == fact && one.adds == adds && one.is_sure())
        };
        let after = facts.get(usize::from(to));
        let is_said = match (after, facts.len()) {
            (Some(fact), _) => says(*fact, true),
            (None, 1) => says(facts[0], false),
            _ => false,
        };
        let id = if is_said {
            None
        } else {
            let mut hints = vec![step.operators[operator], step.one];
            let gate = self.outline.none[variable].filter(|_| after.is_none());
            if gate.is_some() {
                let group = self.variables.each[variable].group;
                hints.extend([
                    self.ids.step_before,
                    self.ids.gate(group.expect("it has a gate"), true, false),
                ]);
                hints.extend(gate.map(|gate| self.ids.gate(gate, true, false)));
            }
            let changed = after.map_or(facts.as_slice(), std::slice::from_ref);
            for fact in changed {
                for (other, _) in &step.changed_by[*fact] {
                    hints.extend(&step.effects[*other]);
                }
                hints.push(if after.is_some() { step.fall[*fact] } else { step.rise[*fact] });
            }
            hints.extend(gate.map(|gate| self.ids.gate(gate, false, true)));
            let [before, after] =
                [from, to].map(|value| self.outline.literal(self.variables, variable, value));
            let clause = [STEP, no(Var::Operator(operator)), before.not(), after.next()];
            Some(self.lines.rup(clause, hints)?)
        };
        self.changes.insert(key, id);
        Ok(id)
    }

    /// Every step from an expanded state leads to a case, and it is no goal.
    fn state(&mut self, state: usize, case: usize) -> io::Result<[Id; 2]> {
        let (task, found) = (self.encoding.task, self.found);
        let (values, cost) = (&found.states[state].values, found.states[state].cost);
        let facts = self.variables.state(values);
        let [means, _] = self.ids.cases[case];
        let mut steps: FxHashMap<usize, Id> = FxHashMap::default();
        let mut applied = Vec::new();
        for (number, operator) in task.operators.iter().enumerate() {
            if operator.condition.holds(&facts) {
                applied.push(number);
            }
        }
        let mut prepared = Vec::new();
        for operator in applied {
            prepared.push((operator, self.prepare(operator, values, &facts, cost)?));
        }
        let around = (self.variables, self.outline.none.as_slice());
        let branch = self.tree.hints(values, around, &self.groups, &mut self.lines)?;
        let first = self.lines.last;
        for (operator, hints) in prepared {
            let id = match hints {
                Step::Dear(id) => id,
                Step::Leads(hints) => {
                    let clause = [no(Var::Case(case)), no(Var::Operator(operator)), STEP];
                    self.lines.rup(clause, [means].into_iter().chain(hints))?
                }
            };
            steps.insert(operator, id);
        }
        let last = self.lines.last;
        let refused =
            |operator: &usize| steps.get(operator).copied().unwrap_or(self.ids.step.operators[*operator]);
        let hints =
            [means].into_iter().chain(self.groups.iter().copied()).chain(self.ids.step.parts.iter().copied());
        let hints: Vec<Id> = hints.chain(branch.operators.iter().map(refused)).chain(branch.nodes).collect();
        let step = self.lines.rup([no(Var::Case(case)), STEP], hints)?;
        self.lines.forget(first, last)?;
        let hints = [means, self.ids.goal_before].into_iter().chain(self.groups.iter().skip(1).copied());
        let goal = self.with_parts(hints).into_iter().chain([self.ids.goal]).chain(self.ids.cheap);
        Ok([step, self.lines.rup([no(Var::Case(case)), no(Var::Goal)], goal)?])
    }

    /// What says that a step from a state leads to a case.
    fn prepare(&mut self, operator: usize, values: &[u16], facts: &[bool], cost: u64) -> io::Result<Step> {
        let (plain, step) = (&self.encoding.task.operators[operator], &self.ids.step);
        let next_cost = cost.saturating_add(self.encoding.cost(plain.cost));
        let own_cost = self.cost(operator)?;
        if let Some(bound) = self.encoding.bound.filter(|bound| next_cost >= *bound) {
            if let Some(id) = self.dear.get(&(cost, operator)) {
                return Ok(Step::Dear(*id));
            }
            let hints =
                own_cost.into_iter().chain([self.growth(cost, bound)?, self.ids.cases[0][1], self.no_case]);
            let hints: Vec<Id> = hints.collect();
            let clause = [no(Var::Gate(self.outline.at_least[&cost])), no(Var::Operator(operator)), STEP];
            let id = self.lines.rup(clause, hints)?;
            self.dear.insert((cost, operator), id);
            return Ok(Step::Dear(id));
        }
        let next = self.variables.values(&plain.apply(facts));
        let target = self.found.numbers[&next];
        let mut hints = vec![step.operators[operator]];
        if plain.has_conditions() {
            hints.push(step.one);
            hints.extend(&self.groups);
            hints.extend(&step.parts);
            hints.extend(&step.effects[operator]);
            for fact in 0..facts.len() {
                for (other, _) in &step.changed_by[fact] {
                    hints.extend(&step.effects[*other]);
                }
                hints.extend([step.rise[fact], step.fall[fact]]);
            }
            hints.extend(self.outline.none.iter().flatten().map(|gate| self.ids.gate(*gate, false, true)));
        } else {
            for (variable, (from, to)) in values.iter().zip(&next).enumerate() {
                hints.extend(self.change(operator, variable, *from, *to)?);
            }
        }
        if self.encoding.bound.is_some() {
            hints.extend(own_cost);
            hints.push(self.growth(cost, self.found.states[target].cost)?);
        }
        hints.extend([self.entry(target)?, self.no_case]);
        Ok(Step::Leads(hints))
    }

    fn conclude(&mut self, closed: &[[Id; 2]]) -> io::Result<()> {
        let case = self.outline.states[&0];
        let gates = (0..self.outline.certificate.gates.len()).map(|gate| self.ids.gate(gate, false, true));
        let gates: Vec<Id> = [self.ids.initial].into_iter().chain(gates).collect();
        let hints = gates.into_iter().chain([self.ids.cases[case][1], self.ids.start_after]);
        let start = self.lines.rup([no(Var::Init)], hints)?;
        let mut ways = vec![start];
        for (which, (var, before)) in
            [(Var::Step, self.ids.step_before), (Var::Goal, self.ids.goal_before)].into_iter().enumerate()
        {
            let hints = [before].into_iter().chain(closed.iter().map(|ids| ids[which])).chain([self.ids.now]);
            ways.push(self.lines.rup([no(var)], hints)?);
        }
        ways.push(self.ids.fails);
        let end = self.lines.rup([], ways)?;
        writeln!(self.lines.out, "output NONE;\nconclusion UNSAT : {end};\nend pseudo-Boolean proof;")
    }
}

enum Step {
    /// It costs too much, whatever the state.
    Dear(Id),
    Leads(Vec<Id>),
}
