//! The proof that the formula has no solution, in the format 3.0 of VeriPB: case by case, every step leads to a case,
//! and none is a goal below the bound.
//!
//! In: what the search found, the certificate made of it, and the numbers of the formula's constraints. Out: lines.
//! Each names the constraints that it follows from, about in the order in which they propagate, so that a checker looks
//! at nothing else. What is derived for an operator and a value is derived once.

use std::collections::BTreeSet;
use std::io::{self, Write};

use rustc_hash::FxHashMap;

use super::ProofError;
use super::cuts::Relaxed;
use super::formula::{Encoding, Id, Ids, Lit, Var, no, yes};
use super::outline::Outline;
use super::search::{Fate, Found};
use super::variables::Variables;
use banto_base::limits::Limits;

/// Writes lines of a proof, and numbers what they derive.
struct Lines<'w> {
    out: &'w mut dyn Write,
    last: Id,
}

impl Lines<'_> {
    /// At least one of the literals, by propagation alone of these constraints, in this order.
    fn rup(
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

/// What is derived once, for whatever asks for it.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Key {
    /// What an operator costs.
    Cost(usize),
    /// From one cost to another, a step leads that costs no less than the difference.
    Growth(u64, u64),
    /// From a cost, an operator leads to the bound.
    Dear(u64, usize),
    /// What a variable with a value is after an operator without conditional effects.
    Change(usize, usize, u16),
    /// That a state after the step is a case.
    Entry(usize),
    /// A cost is enough for a gate, with the cuts that nothing has crossed.
    Reached(usize, u64),
    /// The operators that a value of a variable refuses.
    Refused(usize, u16),
}

pub(super) struct Prover<'a, 'w> {
    encoding: &'a Encoding<'a>,
    variables: &'a Variables,
    relaxed: &'a Relaxed,
    found: &'a Found,
    outline: &'a Outline,
    ids: &'a Ids,
    lines: Lines<'w>,
    known: FxHashMap<Key, Id>,
    /// In a step, that of each group at most one fact is true before, and after; and which are if none is.
    groups: [Vec<Id>; 2],
    /// A failing step leads to no case.
    no_case: Id,
    /// For each variable the operators that need one of its values; each operator is at one, or among the others.
    needing: Vec<Vec<(usize, u16)>>,
    others: Vec<usize>,
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
        let (lines, known) = (Lines { out, last: ids.fails }, FxHashMap::default());
        let (mut needing, mut others) = (vec![Vec::new(); variables.each.len()], Vec::new());
        for (number, operator) in encoding.task.operators.iter().enumerate() {
            let places = operator.condition.needed().map(|fact| variables.place_of[fact]);
            // The variable with the most values refuses the operator in most states.
            match places.max_by_key(|(variable, _)| variables.each[*variable].facts.len()) {
                Some((variable, value)) => needing[variable].push((number, value)),
                None => others.push(number),
            }
        }
        let (groups, no_case) = ([Vec::new(), Vec::new()], 0);
        let mut prover = Self {
            encoding,
            variables,
            relaxed,
            found,
            outline,
            ids,
            lines,
            known,
            groups,
            no_case,
            needing,
            others,
        };
        prover.groups()?;
        let mut closed = prover.lower_bounds()?;
        for state in &found.order {
            limits.check()?;
            if let Some(case) = outline.states.get(state) {
                closed.push(prover.state(*state, *case)?);
            }
        }
        prover.conclude(&closed)?;
        Ok(())
    }

    fn keep(&mut self, key: Key, id: Id) -> Id {
        self.known.insert(key, id);
        id
    }

    /// What says of a gate before the step that it means enough.
    fn means(&self, gate: usize) -> Id {
        self.ids.gate(gate, true, false)
    }

    /// No operator makes more than one fact of a group true.
    fn groups(&mut self) -> io::Result<()> {
        let (step, before) = (self.ids, self.ids.step_before);
        for (group, facts) in self.variables.groups.iter().enumerate() {
            let after = yes(Var::NextGate(group));
            let rises: Vec<Id> = facts.iter().map(|fact| step.changed[0][*fact]).collect();
            let adding: BTreeSet<usize> =
                facts.iter().flat_map(|fact| &step.changed_by[0][*fact]).copied().collect();
            let (means, too_many) = (self.means(group), self.ids.gate(group, false, true));
            let mut kept = vec![before];
            for operator in adding {
                let hints = [before, step.operators[operator], means, step.one];
                let hints = hints.into_iter().chain(rises.iter().copied()).chain([too_many]);
                kept.push(self.lines.rup([STEP, no(Var::Operator(operator)), after], hints)?);
            }
            kept.push(self.lines.sum(rises.iter().chain([&means, &too_many]).map(|id| (*id, 1)))?);
            self.groups[1].push(self.lines.rup([STEP, after], kept)?);
        }
        let hints = self.groups[1].iter().copied().chain([self.ids.step_after]);
        self.no_case = self.lines.rup([STEP, no(Var::Next)], hints)?;
        let gates = (0..self.variables.groups.len()).chain(self.outline.none.iter().flatten().copied());
        self.groups[0].push(before);
        for gate in gates {
            self.groups[0].push(self.means(gate));
            self.groups[1].push(self.ids.gate(gate, true, true));
        }
        Ok(())
    }

    /// A case that is closed, by what says that its gate stays true, and what says that it is no cheap goal.
    fn close(&mut self, case: usize, stays: Id, goal: Id) -> io::Result<[Id; 2]> {
        let [means, is_case] = self.ids.cases[case];
        let step = self.lines.rup([no(Var::Case(case)), STEP], [means, stays, is_case, self.no_case])?;
        Ok([step, self.lines.rup([no(Var::Case(case)), no(Var::Goal)], [means, goal])?])
    }

    /// The cases that are not states: what costs too much, and what is too far from a goal.
    fn lower_bounds(&mut self) -> io::Result<Vec<[Id; 2]>> {
        let (mut closed, mut cuts, mut costs) = (Vec::new(), Vec::new(), 0);
        if let (Some(bound), Some(cheap)) = (self.encoding.bound, self.ids.cheap) {
            let stays = self.growth(bound, bound)?;
            let goal = self.lines.sum([(self.means(self.outline.at_least[&bound]), 1), (cheap, 1)])?;
            closed.push(self.close(0, stays, goal)?);
            // The cost grows by at least what the operator costs.
            let classes = self.ids.costs.iter().zip(&self.encoding.costs);
            let classes = classes.map(|(id, cost)| (*id, u128::from(*cost)));
            costs = self.lines.sum([(self.ids.growth, 1)].into_iter().chain(classes))?;
        }
        for cut in 0..self.found.cuts.len() {
            cuts.push(self.cut(cut)?);
        }
        for (fate, case) in &self.outline.far {
            let [stays, goal] = match fate {
                Fate::Dead(cut) => cuts[*cut],
                Fate::Far(sum) => self.far(*sum, &cuts, costs)?,
                Fate::Open | Fate::Expanded => continue,
            };
            closed.push(self.close(*case, stays, goal)?);
        }
        Ok(closed)
    }

    /// A cut stays uncrossed unless an operator crosses it, and no goal leaves it uncrossed.
    fn cut(&mut self, cut: usize) -> io::Result<[Id; 2]> {
        let (props, gate, step) = (&self.found.cuts[cut], self.outline.cuts[cut], self.ids);
        let crossing = self.relaxed.crossing(props);
        let changes = props.iter().flat_map(|prop| &step.changed_by[prop % 2][prop / 2]);
        let operators: BTreeSet<usize> = changes.copied().collect();
        let mut hints = vec![self.means(gate)];
        for operator in operators {
            let is_refused = crossing.binary_search(&operator).is_err();
            hints.extend(Some(step.operators[operator]).filter(|_| is_refused));
            hints.extend(&step.effects[operator]);
        }
        hints.extend(props.iter().map(|prop| step.changed[prop % 2][prop / 2]));
        hints.push(self.ids.gate(gate, false, true));
        let crossed = crossing.iter().map(|operator| yes(Var::Operator(*operator)));
        let stays = crossed.chain([no(Var::Gate(gate)), yes(Var::NextGate(gate))]);
        let stays = self.lines.rup(stays, hints)?;
        let hints = [self.ids.goal, self.means(gate)].into_iter().chain(self.ids.parts.iter().copied());
        Ok([stays, self.lines.rup([no(Var::Gate(gate)), no(Var::Goal)], hints)?])
    }

    /// Cost and uncrossed cuts together stay enough, and at a goal nothing is uncrossed.
    fn far(&mut self, sum: usize, cuts: &[[Id; 2]], costs: Id) -> io::Result<[Id; 2]> {
        let (weights, gate) = (&self.found.sums[sum], self.outline.sums[sum]);
        let own = [self.ids.gate(gate, false, true), costs].map(Some);
        let mut ids = [0; 2];
        for (which, others) in [own.as_slice(), &[self.ids.cheap]].into_iter().enumerate() {
            let own =
                others.iter().flatten().chain([&self.means(gate)]).map(|id| (*id, 1)).collect::<Vec<_>>();
            let with = weights.iter().map(|(cut, weight)| (cuts[*cut][which], u128::from(*weight)));
            let id = self.lines.sum(own.into_iter().chain(with))?;
            let then = [yes(Var::NextGate(gate)), no(Var::Goal)][which];
            ids[which] = self.lines.rup([no(Var::Gate(gate)), then], [id])?;
        }
        Ok(ids)
    }

    fn growth(&mut self, from: u64, to: u64) -> io::Result<Id> {
        let key = Key::Growth(from, to);
        if let Some(id) = self.known.get(&key) {
            return Ok(*id);
        }
        let [before, after] = [from, to].map(|cost| self.outline.at_least[&cost]);
        let sum = [self.means(before), self.ids.gate(after, false, true), self.ids.growth];
        let id = self.lines.sum(sum.map(|id| (id, 1)))?;
        Ok(self.keep(key, id))
    }

    fn cost(&mut self, operator: usize) -> io::Result<Option<Id>> {
        let Some(class) = self.encoding.cost_class(operator) else { return Ok(None) };
        let key = Key::Cost(operator);
        if let Some(id) = self.known.get(&key) {
            return Ok(Some(*id));
        }
        let clause = [no(Var::Operator(operator)), yes(Var::Cost(class))];
        let id = self.lines.rup(clause, [self.ids.costs[class]])?;
        Ok(Some(self.keep(key, id)))
    }

    fn entry(&mut self, state: usize) -> io::Result<Id> {
        if let Some(case) = self.outline.states.get(&state) {
            return Ok(self.ids.cases[*case][1]);
        }
        let (key, found, outline) = (Key::Entry(state), self.found, self.outline);
        if let Some(id) = self.known.get(&key) {
            return Ok(*id);
        }
        let (fate, cost) = (found.states[state].fate, found.states[state].cost);
        let mut clause = outline.literals(self.variables, found.values(state));
        let mut hints = self.groups[1].clone();
        match fate {
            Fate::Far(sum) => {
                clause.extend(outline.at_least(cost));
                let cuts = found.sums[sum].iter();
                hints.extend(cuts.map(|(cut, _)| self.ids.gate(outline.cuts[*cut], false, true)));
                hints.push(self.reached(outline.sums[sum], cost)?);
            }
            Fate::Dead(cut) => hints.push(self.ids.gate(outline.cuts[cut], false, true)),
            Fate::Open | Fate::Expanded => unreachable!("every other state has a case"),
        }
        hints.push(self.ids.cases[outline.far[&fate]][1]);
        let clause = clause.into_iter().map(|literal| literal.next().not()).chain([STEP, yes(Var::Next)]);
        let id = self.lines.rup(clause, hints)?;
        Ok(self.keep(key, id))
    }

    fn reached(&mut self, gate: usize, cost: u64) -> io::Result<Id> {
        let key = Key::Reached(gate, cost);
        if let Some(id) = self.known.get(&key) {
            return Ok(*id);
        }
        let at_least = self.ids.gate(self.outline.at_least[&cost], true, true);
        let id = self.lines.sum([(self.ids.gate(gate, false, true), 1), (at_least, 1)])?;
        Ok(self.keep(key, id))
    }

    /// What a variable is after an operator. Where conditions decide, that is so for one case.
    fn change(
        &mut self,
        operator: usize,
        variable: usize,
        [from, to]: [u16; 2],
        case: usize,
    ) -> io::Result<Id> {
        let (key, is_sure) =
            (Key::Change(operator, variable, from), self.encoding.task.operators[operator].is_sure());
        if let Some(id) = self.known.get(&key).filter(|_| is_sure) {
            return Ok(*id);
        }
        let (step, facts) = (self.ids, &self.variables.each[variable].facts);
        let [before, after] = [from, to].map(|value| self.outline.literal(self.variables, variable, value));
        let mut hints = vec![step.operators[operator], step.one];
        let given = if is_sure {
            before
        } else {
            hints.push(self.ids.cases[case][0]);
            hints.extend(self.groups[0].iter().chain(&step.parts).chain(&step.effects[operator]));
            yes(Var::Case(case))
        };
        if let (Some(group), Var::Gate(gate)) = (self.variables.each[variable].group, after.0) {
            hints.extend([self.ids.step_before, self.means(group), self.means(gate)]);
        }
        let falls = usize::from(usize::from(to) < facts.len());
        for fact in facts.get(usize::from(to)).map_or(facts.as_slice(), std::slice::from_ref) {
            hints.extend(step.changed_by[falls][*fact].iter().flat_map(|other| &step.effects[*other]));
            hints.push(step.changed[falls][*fact]);
        }
        if let Var::Gate(gate) = after.0 {
            hints.push(self.ids.gate(gate, false, true));
        }
        let id = self.lines.rup([STEP, no(Var::Operator(operator)), given.not(), after.next()], hints)?;
        Ok(self.keep(key, id))
    }

    /// A variable with a value refuses the operators that need another one of it.
    fn refused(&mut self, variable: usize, value: u16) -> io::Result<Option<Id>> {
        let key = Key::Refused(variable, value);
        if let Some(id) = self.known.get(&key) {
            return Ok(Some(*id));
        }
        let literal = self.outline.literal(self.variables, variable, value);
        let first = self.lines.last;
        for (operator, needed) in &self.needing[variable] {
            if *needed != value {
                let hints = self.groups[0].iter().chain([&self.ids.operators[*operator]]);
                let clause = [STEP, literal.not(), no(Var::Operator(*operator))];
                self.lines.rup(clause, hints.copied())?;
            }
        }
        let last = self.lines.last;
        if first == last {
            return Ok(None);
        }
        let id = self.lines.sum((first + 1..=last).map(|id| (id, 1)))?;
        self.lines.forget(first, last)?;
        Ok(Some(self.keep(key, id)))
    }

    /// Every step from an expanded state leads to a case, and it is no goal.
    fn state(&mut self, state: usize, case: usize) -> io::Result<[Id; 2]> {
        let (task, values) = (self.encoding.task, self.found.values(state));
        let facts = self.variables.state(values);
        let means = self.ids.cases[case][0];
        let mut hints: Vec<Id> = [means].into_iter().chain(self.groups[0].iter().copied()).collect();
        let mut open = self.others.clone();
        for (variable, value) in values.iter().enumerate() {
            hints.extend(self.refused(variable, *value)?);
            open.extend(self.needing[variable].iter().filter(|one| one.1 == *value).map(|one| one.0));
        }
        let mut last = self.lines.last;
        let mut steps = Vec::new();
        for operator in open {
            if !task.operators[operator].condition.holds(&facts) {
                hints.push(self.ids.operators[operator]);
                continue;
            }
            let reasons = self.leads(operator, state, case, &facts)?;
            // What is derived from here on is for this state alone.
            last = last.max(self.lines.last);
            steps.push((operator, reasons));
        }
        for (operator, reasons) in steps {
            let clause = [no(Var::Case(case)), no(Var::Operator(operator)), STEP];
            hints.push(self.lines.rup(clause, [means].into_iter().chain(reasons))?);
        }
        hints.extend(self.ids.parts.iter().chain([&self.ids.some]));
        let (own, last) = (last, self.lines.last);
        let step = self.lines.rup([no(Var::Case(case)), STEP], hints)?;
        self.lines.forget(own, last)?;
        let goal = [means, self.ids.goal_before, self.ids.goal].into_iter().chain(self.ids.cheap);
        let goal = goal.chain(self.groups[0].iter().skip(1).chain(&self.ids.parts).copied());
        Ok([step, self.lines.rup([no(Var::Case(case)), no(Var::Goal)], goal)?])
    }

    /// What says that an operator leads from a state to a case.
    fn leads(&mut self, operator: usize, state: usize, case: usize, facts: &[bool]) -> io::Result<Vec<Id>> {
        let (plain, found) = (&self.encoding.task.operators[operator], self.found);
        let cost = found.states[state].cost;
        let next_cost = cost.saturating_add(self.encoding.cost(plain.cost));
        let mut hints: Vec<Id> = self.cost(operator)?.into_iter().collect();
        if let Some(bound) = self.encoding.bound.filter(|bound| next_cost >= *bound) {
            let key = Key::Dear(cost, operator);
            if let Some(id) = self.known.get(&key) {
                return Ok(vec![*id]);
            }
            hints.extend([self.growth(cost, bound)?, self.ids.cases[0][1], self.no_case]);
            let clause = [no(Var::Gate(self.outline.at_least[&cost])), no(Var::Operator(operator)), STEP];
            let id = self.lines.rup(clause, hints)?;
            return Ok(vec![self.keep(key, id)]);
        }
        let next = self.variables.values(&plain.apply(facts));
        let (target, _, reached) = found.states.get_full(&next).expect("the search has entered it");
        for (variable, (from, to)) in found.values(state).iter().zip(&next).enumerate() {
            hints.push(self.change(operator, variable, [*from, *to], case)?);
        }
        if self.encoding.bound.is_some() {
            hints.push(self.growth(cost, reached.cost)?);
        }
        hints.extend([self.entry(target)?, self.no_case]);
        Ok(hints)
    }

    fn conclude(&mut self, closed: &[[Id; 2]]) -> io::Result<()> {
        let case = self.ids.cases[self.outline.states[&0]][1];
        let gates = (0..self.outline.certificate.gates.len()).map(|gate| self.ids.gate(gate, false, true));
        let hints = [self.ids.initial].into_iter().chain(gates).chain([case, self.ids.start_after]);
        let mut ways = vec![self.lines.rup([no(Var::Init)], hints)?];
        let both = [(Var::Step, self.ids.step_before), (Var::Goal, self.ids.goal_before)];
        for (which, (var, before)) in both.into_iter().enumerate() {
            let hints = [before].into_iter().chain(closed.iter().map(|ids| ids[which])).chain([self.ids.now]);
            ways.push(self.lines.rup([no(var)], hints)?);
        }
        ways.push(self.ids.fails);
        let end = self.lines.rup([], ways)?;
        writeln!(self.lines.out, "output NONE;\nconclusion UNSAT : {end};\nend pseudo-Boolean proof;")
    }
}
