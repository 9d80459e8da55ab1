//! What bounds costs from below: cuts that nothing has crossed, and what steps cost.

use std::collections::BTreeSet;
use std::io;

use super::super::literals::{Id, Lit, Var, no, yes};
use super::super::search::Fate;
use super::{Key, Prover, STEP};

impl Prover<'_, '_> {
    /// The cases that are not states: what costs too much, and what is too far from a goal.
    pub(super) fn lower_bounds(&mut self) -> io::Result<Vec<[Id; 2]>> {
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

    /// A case that is closed, by what says that its gate stays true, and what says that it is no cheap goal.
    fn close(&mut self, case: usize, stays: Id, goal: Id) -> io::Result<[Id; 2]> {
        let [means, is_case] = [false, true].map(|after| self.ids.case(case, after));
        let step = self.lines.rup([no(Var::Case(case)), STEP], [means, stays, is_case, self.no_case])?;
        Ok([step, self.lines.rup([no(Var::Case(case)), no(Var::Goal)], [means, goal])?])
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
        let [before, after] = [from, to].map(|cost| self.outline.at_least[&cost]);
        let sum = [self.means(before), self.ids.gate(after, false, true), self.ids.growth];
        self.lemma(Key::Growth(from, to), |prover| prover.lines.sum(sum.map(|id| (id, 1))))
    }

    /// That the cost before the step is less than one, or that after it at least another.
    fn costs(&self, from: u64, to: u64) -> [Lit; 2] {
        [no(Var::Gate(self.outline.at_least[&from])), yes(Var::NextGate(self.outline.at_least[&to]))]
    }

    /// Each step leads from one cost to another.
    pub(super) fn any(&mut self, from: u64, to: u64) -> io::Result<Id> {
        let growth = self.growth(from, to)?;
        self.lemma(Key::Any(from, to), |prover| {
            let hints = [growth].into_iter().chain(prover.ids.costs.iter().copied()).chain([prover.ids.some]);
            prover.lines.rup(prover.costs(from, to).into_iter().chain([STEP]), hints)
        })
    }

    /// An operator leads from one cost to another.
    pub(super) fn paid(&mut self, number: usize, from: u64, to: u64) -> io::Result<Id> {
        let growth = self.growth(from, to)?;
        let class = self.encoding.cost_class(number).map(|class| self.ids.costs[class]);
        self.lemma(Key::Paid(number, from, to), |prover| {
            let clause = prover.costs(from, to).into_iter().chain([no(Var::Operator(number))]);
            prover.lines.rup(clause, class.into_iter().chain([growth]))
        })
    }

    pub(super) fn dear(&mut self, number: usize, cost: u64, bound: u64) -> io::Result<Id> {
        let paid = self.paid(number, cost, bound)?;
        self.lemma(Key::Dear(cost, number), |prover| {
            let [before, _] = prover.costs(cost, bound);
            let hints = [paid, prover.ids.case(0, true), prover.no_case];
            prover.lines.rup([before, no(Var::Operator(number)), STEP], hints)
        })
    }

    pub(super) fn reached(&mut self, gate: usize, cost: u64) -> io::Result<Id> {
        let at_least = self.ids.gate(self.outline.at_least[&cost], true, true);
        let sum = [(self.ids.gate(gate, false, true), 1), (at_least, 1)];
        self.lemma(Key::Reached(gate, cost), |prover| prover.lines.sum(sum))
    }
}
