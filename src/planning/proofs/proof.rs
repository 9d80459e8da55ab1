//! The proof that the formula has no solution, in the format 3.0 of VeriPB: case by case, every step leads to a case,
//! and none is a goal below the bound.
//!
//! In: what the search found, the certificate made of it, and the numbers of the formula's constraints. Out: lines.
//! Each names the constraints that it follows from, about in the order in which they propagate, so that a checker looks
//! at nothing else. What is derived for a node of the tree, and for an operator and a node, is derived once.

use std::collections::BTreeSet;
use std::io::{self, Write};

use rustc_hash::FxHashMap;

use super::ProofError;
use super::cuts::{Prop, Relaxed};
use super::formula::{Encoding, Id, Ids, Lit, Text, Var, no, yes};
use super::outline::Outline;
use super::search::{Edge, Fate, Found, Target};
use super::tree::{Node, State};
use super::variables::Variables;
use banto_base::limits::Limits;

/// Writes lines of a proof, and numbers what they derive.
struct Lines<'w> {
    text: Text<'w>,
    last: Id,
}

impl Lines<'_> {
    /// At least one of the literals, by propagation alone of these constraints, in this order.
    fn rup(
        &mut self,
        clause: impl IntoIterator<Item = Lit>,
        hints: impl IntoIterator<Item = Id>,
    ) -> io::Result<Id> {
        self.text.text("rup ");
        self.text.sum(clause.into_iter().map(|literal| (1, literal)), 1);
        self.text.text(" :");
        for hint in hints {
            self.id(hint);
        }
        self.end(";")
    }

    /// A weighted sum of constraints.
    fn sum(&mut self, constraints: impl IntoIterator<Item = (Id, u128)>) -> io::Result<Id> {
        self.text.text("pol");
        self.plus(constraints, true);
        self.end(";")
    }

    /// The clause that a sum of constraints comes to.
    fn resolved(&mut self, constraints: impl IntoIterator<Item = Id>) -> io::Result<Id> {
        self.text.text("pol");
        self.plus(constraints.into_iter().map(|id| (id, 1)), true);
        self.end(" s;")
    }

    /// A part of a sum.
    fn plus(&mut self, constraints: impl IntoIterator<Item = (Id, u128)>, mut is_first: bool) {
        for (id, weight) in constraints {
            self.id(id);
            if weight > 1 {
                self.id(weight);
                self.text.text(" *");
            }
            self.text.text(if is_first { "" } else { " +" });
            is_first = false;
        }
    }

    fn id(&mut self, id: impl TryInto<u128>) {
        self.text.text(" ");
        self.text.number(id.try_into().unwrap_or_default());
    }

    /// Forgets what has been derived after a constraint, up to and including another one.
    fn forget(&mut self, after: Id, last: Id) -> io::Result<()> {
        if after < last {
            self.text.text("del range");
            self.id(after + 1);
            self.id(last + 1);
            self.text.line(";")?;
        }
        Ok(())
    }

    fn end(&mut self, end: &str) -> io::Result<Id> {
        self.text.line(end)?;
        self.last += 1;
        Ok(self.last)
    }
}

/// What is derived once, for whatever asks for it.
#[derive(Clone, PartialEq, Eq, Hash)]
enum Key {
    /// From one cost to another, a step leads that costs no less than the difference.
    Growth(u64, u64),
    /// The same of whatever operator takes the step, and of one operator.
    Any(u64, u64),
    Paid(usize, u64, u64),
    /// From a cost, an operator leads to the bound.
    Dear(u64, usize),
    /// That a state after the step is a case: its cost, and those halves by which it is one.
    Entry(Fate, [Option<Node>; 2], u64),
    /// A cost is enough for a gate, with the cuts that nothing has crossed.
    Reached(usize, u64),
    /// A literal that is false refuses operators.
    Needing(Prop),
    /// A node stays true unless an operator that changes its variables takes the step.
    Frame(Node),
    /// A node says of each fact of its variables whether it is true; before the step, or after it.
    Facts(Node, bool),
    /// A node stays true by an operator that changes none of its variables.
    Kept(u32, Node),
    /// A node refuses operators; with what it says of facts, and if that is known.
    Refusing(Node),
    Refused(Node),
    /// A node refuses the goal.
    NoGoal(Node),
}

pub(super) struct Prover<'a, 'w> {
    encoding: &'a Encoding<'a>,
    variables: &'a Variables,
    relaxed: &'a Relaxed,
    found: &'a Found,
    outline: &'a Outline,
    ids: &'a Ids,
    lines: Lines<'w>,
    known: FxHashMap<Key, Option<Id>>,
    /// The places of nodes of which there are few.
    shared: Vec<bool>,
    /// What has been derived of each change that the search found.
    changes: Vec<Option<Id>>,
    /// For each literal the operators that need it.
    needing: Vec<Vec<usize>>,
    /// After a step, of each group at most one fact is true.
    groups: Id,
    /// A failing step leads to no case.
    no_case: Id,
    /// What a step costs at least.
    least: u64,
}

const STEP: Lit = no(Var::Step);

fn operator(number: u32) -> Lit {
    no(Var::Operator(number as usize))
}

impl<'a, 'w> Prover<'a, 'w> {
    pub(super) fn write(
        (encoding, variables, relaxed): (&'a Encoding<'a>, &'a Variables, &'a Relaxed),
        (found, outline, ids): (&'a Found, &'a Outline, &'a Ids),
        limits: &Limits,
        out: &'w mut dyn Write,
    ) -> Result<(), ProofError> {
        let mut lines = Lines { text: Text::new(out), last: ids.fails };
        lines.text.line("pseudo-Boolean proof version 3.0")?;
        lines.text.text("f");
        lines.id(ids.fails);
        lines.text.line(";")?;
        let mut needing = vec![Vec::new(); 2 * variables.place_of.len()];
        for (number, operator) in encoding.task.operators.iter().enumerate() {
            super::cuts::literals(&operator.condition).for_each(|prop| needing[prop].push(number));
        }
        let mut prover = Self {
            encoding,
            variables,
            relaxed,
            found,
            outline,
            ids,
            lines,
            known: FxHashMap::default(),
            shared: found.tree.shared(found.states.len()),
            changes: vec![None; found.changes.len()],
            needing,
            groups: 0,
            no_case: 0,
            least: relaxed.costs.iter().copied().min().unwrap_or(0),
        };
        prover.groups()?;
        let mut closed = prover.lower_bounds()?;
        for state in &found.order {
            limits.check()?;
            if let Some(case) = outline.states[*state] {
                closed.push(prover.state(*state, case)?);
            }
        }
        prover.conclude(&closed)?;
        Ok(())
    }

    /// What has been derived already, or is now.
    fn once(
        &mut self,
        key: Key,
        derive: impl FnOnce(&mut Self) -> io::Result<Option<Id>>,
    ) -> io::Result<Option<Id>> {
        if let Some(id) = self.known.get(&key) {
            return Ok(*id);
        }
        let id = derive(self)?;
        self.known.insert(key, id);
        Ok(id)
    }

    /// The same, of what can always be derived.
    fn lemma(&mut self, key: Key, derive: impl FnOnce(&mut Self) -> io::Result<Id>) -> io::Result<Id> {
        Ok(self.once(key, |prover| derive(prover).map(Some))?.expect("it can be derived"))
    }

    /// What says of a gate before the step that it means enough.
    fn means(&self, gate: usize) -> Id {
        self.ids.gate(gate, true, false)
    }

    /// The gate of a node of the tree, unless the node is a fact.
    fn gate(&self, node: Node) -> Option<usize> {
        match self.outline.node(node) {
            Lit(Var::Gate(gate), _) => Some(gate),
            _ => None,
        }
    }

    /// No operator makes more than one fact of a group true.
    fn groups(&mut self) -> io::Result<()> {
        let (step, before) = (self.ids, self.ids.step_before);
        let mut groups = Vec::new();
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
            groups.push(self.lines.rup([STEP, after], kept)?);
        }
        let hints = groups.iter().copied().chain([self.ids.step_after]);
        self.no_case = self.lines.rup([STEP, no(Var::Next)], hints)?;
        self.groups = self.no_case;
        if !groups.is_empty() {
            self.groups = self.lines.sum(groups.into_iter().map(|id| (id, 1)))?;
        }
        Ok(())
    }

    /// A case that is closed, by what says that its gate stays true, and what says that it is no cheap goal.
    fn close(&mut self, case: usize, stays: Id, goal: Id) -> io::Result<[Id; 2]> {
        let [means, is_case] = [false, true].map(|after| self.ids.case(case, after));
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
        let [before, after] = [from, to].map(|cost| self.outline.at_least[&cost]);
        let sum = [self.means(before), self.ids.gate(after, false, true), self.ids.growth];
        self.lemma(Key::Growth(from, to), |prover| prover.lines.sum(sum.map(|id| (id, 1))))
    }

    /// That the cost before the step is less than one, or that after it at least another.
    fn costs(&self, from: u64, to: u64) -> [Lit; 2] {
        [no(Var::Gate(self.outline.at_least[&from])), yes(Var::NextGate(self.outline.at_least[&to]))]
    }

    /// Each step leads from one cost to another.
    fn any(&mut self, from: u64, to: u64) -> io::Result<Id> {
        let growth = self.growth(from, to)?;
        self.lemma(Key::Any(from, to), |prover| {
            let hints = [growth].into_iter().chain(prover.ids.costs.iter().copied()).chain([prover.ids.some]);
            prover.lines.rup(prover.costs(from, to).into_iter().chain([STEP]), hints)
        })
    }

    /// An operator leads from one cost to another.
    fn paid(&mut self, number: usize, from: u64, to: u64) -> io::Result<Id> {
        let growth = self.growth(from, to)?;
        let class = self.encoding.cost_class(number).map(|class| self.ids.costs[class]);
        self.lemma(Key::Paid(number, from, to), |prover| {
            let clause = prover.costs(from, to).into_iter().chain([no(Var::Operator(number))]);
            prover.lines.rup(clause, class.into_iter().chain([growth]))
        })
    }

    fn dear(&mut self, number: usize, cost: u64, bound: u64) -> io::Result<Id> {
        let paid = self.paid(number, cost, bound)?;
        self.lemma(Key::Dear(cost, number), |prover| {
            let [before, _] = prover.costs(cost, bound);
            let hints = [paid, prover.ids.case(0, true), prover.no_case];
            prover.lines.rup([before, no(Var::Operator(number)), STEP], hints)
        })
    }

    /// The halves by which a state is a case.
    fn halves(&self, state: usize) -> [Option<Node>; 2] {
        let (found, fate) = (self.found, self.found.states[state].fate);
        let is_in = |node: Node, cut: usize| {
            let place = found.tree.place_of(node);
            found.cuts[cut].iter().any(|prop| place.has(self.variables.place_of[prop / 2].0))
        };
        found.state(state).map(|node| {
            Some(node).filter(|node| match fate {
                Fate::Far(sum) => found.sums[sum].iter().any(|(cut, _)| is_in(*node, *cut)),
                Fate::Dead(cut) => is_in(*node, cut),
                Fate::Open | Fate::Expanded => true,
            })
        })
    }

    /// That a state after the step is a case.
    fn entry(&mut self, state: usize, halves: [Option<Node>; 2]) -> io::Result<Id> {
        if let Some(case) = self.outline.states[state] {
            return Ok(self.ids.case(case, true));
        }
        let (found, outline, ids) = (self.found, self.outline, self.ids);
        let (fate, cost) = (found.states[state].fate, found.states[state].cost);
        self.lemma(Key::Entry(fate, halves, cost), |prover| {
            let mut clause: Vec<Lit> = halves.iter().flatten().map(|node| outline.node(*node)).collect();
            let mut hints = vec![prover.groups];
            for node in halves.into_iter().flatten() {
                hints.extend(prover.facts(node, true)?.0);
            }
            match fate {
                Fate::Far(sum) => {
                    clause.extend(outline.at_least(cost));
                    let cuts = found.sums[sum].iter();
                    hints.extend(cuts.map(|(cut, _)| ids.gate(outline.cuts[*cut], false, true)));
                    hints.push(prover.reached(outline.sums[sum], cost)?);
                }
                Fate::Dead(cut) => hints.push(ids.gate(outline.cuts[cut], false, true)),
                Fate::Open | Fate::Expanded => unreachable!("every other state has a case"),
            }
            hints.push(ids.case(outline.far[&fate], true));
            let clause = clause.into_iter().map(|literal| literal.next().not());
            prover.lines.rup(clause.chain([STEP, yes(Var::Next)]), hints)
        })
    }

    fn reached(&mut self, gate: usize, cost: u64) -> io::Result<Id> {
        let at_least = self.ids.gate(self.outline.at_least[&cost], true, true);
        let sum = [(self.ids.gate(gate, false, true), 1), (at_least, 1)];
        self.lemma(Key::Reached(gate, cost), |prover| prover.lines.sum(sum))
    }

    /// What a node says of the facts of its variables, as one sum that is enough only if each is as the node has it;
    /// and the weight in it of the node itself.
    fn facts(&mut self, node: Node, after: bool) -> io::Result<(Option<Id>, u128)> {
        let means = self.gate(node).map(|gate| self.ids.gate(gate, true, after));
        let Some(halves) = self.found.tree.halves(node) else {
            let variable = &self.variables.each[self.found.tree.leaf(node).0];
            // The others of a group are false if one is true.
            let group = variable.group.map(|group| self.ids.gate(group, true, after));
            return Ok((means.or(group), variable.facts.len() as u128));
        };
        let mut weight = 0;
        let mut sum = Vec::new();
        for half in halves {
            let (id, own) = self.facts(half, after)?;
            sum.extend(id.map(|id| (id, 1)));
            weight = own.max(weight);
        }
        // What is said of the halves must not cancel out.
        weight += 1;
        sum.extend(means.map(|means| (means, weight)));
        let id = self.once(Key::Facts(node, after), |prover| prover.lines.sum(sum).map(Some))?;
        Ok((id, 2 * weight))
    }

    /// Operators that need a literal are not possible without it.
    fn needing(&mut self, prop: Prop) -> io::Result<Option<Id>> {
        self.once(Key::Needing(prop), |prover| {
            let first = prover.lines.last;
            let literal = Lit(Var::Fact(prop / 2), prop.is_multiple_of(2));
            for number in std::mem::take(&mut prover.needing[prop]) {
                prover.lines.rup([literal, no(Var::Operator(number))], [prover.ids.operators[number]])?;
            }
            let last = prover.lines.last;
            if first == last {
                return Ok(None);
            }
            let id = prover.lines.sum((first + 1..=last).map(|id| (id, 1)))?;
            prover.lines.forget(first, last)?;
            Ok(Some(id))
        })
    }

    /// The operators that need a literal which a node refuses.
    fn refusing(&mut self, node: Node) -> io::Result<Option<Id>> {
        let tree = &self.found.tree;
        self.once(Key::Refusing(node), |prover| {
            let mut all = Vec::new();
            if let Some(halves) = tree.halves(node) {
                for half in halves {
                    all.extend(prover.refusing(half)?);
                }
            } else {
                let (variable, value) = tree.leaf(node);
                for (place, fact) in (0..).zip(&prover.variables.each[variable].facts) {
                    all.extend(prover.needing(2 * fact + usize::from(place == value))?);
                }
            }
            match all.as_slice() {
                [] => Ok(None),
                [one] => Ok(Some(*one)),
                all => prover.lines.sum(all.iter().map(|id| (*id, 1))).map(Some),
            }
        })
    }

    /// What says of operators that they are not possible where a node is true: of nodes below it, if there are many of
    /// its kind.
    fn refused(&mut self, node: Node, hints: &mut Vec<Id>) -> io::Result<()> {
        if let (Some(halves), false) = (self.found.tree.halves(node), self.is_shared(node)) {
            hints.extend(self.gate(node).map(|gate| self.means(gate)));
            return halves.into_iter().try_for_each(|half| self.refused(half, hints));
        }
        let id = self.once(Key::Refused(node), |prover| {
            let (facts, _) = prover.facts(node, false)?;
            let Some(refusing) = prover.refusing(node)? else { return Ok(facts) };
            let Some(facts) = facts else { return Ok(Some(refusing)) };
            let weight = prover.encoding.task.operators.len() as u128;
            prover.lines.sum([(refusing, 1), (facts, weight)]).map(Some)
        })?;
        hints.extend(id);
        Ok(())
    }

    fn is_shared(&self, node: Node) -> bool {
        self.shared[self.found.tree.place_number(node)]
    }

    /// A node stays true unless an operator changes its variables.
    fn frame(&mut self, node: Node) -> io::Result<Id> {
        let (found, ids) = (self.found, self.ids);
        let gates = self.gate(node).map(|gate| [self.means(gate), ids.gate(gate, false, true)]);
        self.lemma(Key::Frame(node), |prover| {
            let mut sum = Vec::new();
            if let Some(halves) = found.tree.halves(node) {
                for half in halves {
                    sum.push(prover.frame(half)?);
                }
            } else {
                let (variable, value) = found.tree.leaf(node);
                let facts = &prover.variables.each[variable].facts;
                match facts.get(usize::from(value)) {
                    Some(fact) => return Ok(ids.changed[1][*fact]),
                    None => sum.extend(facts.iter().map(|fact| ids.changed[0][*fact])),
                }
            }
            match (gates, sum.as_slice()) {
                (None, [one]) => Ok(*one),
                _ => prover.lines.resolved(sum.into_iter().chain(gates.into_iter().flatten())),
            }
        })
    }

    /// What an operator without conditional effects makes of a node.
    fn change(&mut self, number: u32) -> io::Result<Id> {
        if let Some(id) = self.changes[number as usize] {
            return Ok(id);
        }
        let (found, ids) = (self.found, self.ids);
        let (&(by, node), &to) = found.changes.get_index(number as usize).expect("the search found it");
        let (place, plain) = (found.tree.place_of(node), &self.encoding.task.operators[by as usize]);
        let id = if !self.variables.touched(plain).any(|variable| place.has(variable)) {
            self.kept(by, node)?
        } else if let Some(halves) = found.tree.halves(node) {
            let mut sum = Vec::new();
            for half in halves {
                let change = found.changes.get_index_of(&(by, half)).expect("the search found it");
                sum.push(self.change(u32::try_from(change).expect("it was one"))?);
            }
            let gates = self.gate(node).into_iter().map(|gate| self.means(gate));
            sum.extend(gates.chain(self.gate(to).map(|gate| ids.gate(gate, false, true))));
            self.lines.resolved(sum)?
        } else {
            let (variable, value) = found.tree.leaf(to);
            self.value(by, variable, value, self.outline.node(to), self.outline.node(node), None)?
        };
        self.changes[number as usize] = Some(id);
        Ok(id)
    }

    /// A node stays as it is by an operator that changes none of its variables.
    fn kept(&mut self, by: u32, node: Node) -> io::Result<Id> {
        let (found, ids) = (self.found, self.ids);
        let halves = found.tree.halves(node).filter(|_| !self.is_shared(node));
        self.lemma(Key::Kept(by, node), |prover| {
            if let (Some(halves), Some(gate)) = (halves, prover.gate(node)) {
                let [one, other] = [prover.kept(by, halves[0])?, prover.kept(by, halves[1])?];
                return prover.lines.resolved([one, other, prover.means(gate), ids.gate(gate, false, true)]);
            }
            let frame = prover.frame(node)?;
            let place = found.tree.place_of(node);
            let facts = (place.from..place.to).flat_map(|variable| &prover.variables.each[variable].facts);
            let others = facts.flat_map(|fact| ids.changed_by.iter().flat_map(|changed| &changed[*fact]));
            let others: BTreeSet<Id> = others.flat_map(|other| &ids.effects[*other]).copied().collect();
            let literal = prover.outline.node(node);
            let hints = [ids.one].into_iter().chain(others).chain([frame]);
            prover.lines.rup([operator(by), literal.not(), literal.next()], hints)
        })
    }

    /// The value of a variable after an operator, given what was true before it.
    fn value(
        &mut self,
        by: u32,
        variable: usize,
        value: u16,
        literal: Lit,
        given: Lit,
        own: Option<&[Id]>,
    ) -> io::Result<Id> {
        let (ids, variable) = (self.ids, &self.variables.each[variable]);
        let mut hints = vec![ids.operators[by as usize], ids.one];
        hints.extend(own.into_iter().flatten());
        if let (Some(group), Var::Gate(gate)) = (variable.group, literal.0) {
            hints.extend([ids.step_before, self.means(group), self.means(gate)]);
        }
        let fact = variable.facts.get(usize::from(value));
        let falls = usize::from(fact.is_some());
        for fact in fact.map_or(variable.facts.as_slice(), std::slice::from_ref) {
            hints.extend(ids.changed_by[falls][*fact].iter().flat_map(|other| &ids.effects[*other]));
            hints.push(ids.changed[falls][*fact]);
        }
        if let Var::Gate(gate) = literal.0 {
            hints.push(ids.gate(gate, false, true));
        }
        self.lines.rup([STEP, operator(by), given.not(), literal.next()], hints)
    }

    /// Where an operator with conditional effects leads from a state.
    fn conditional(&mut self, by: u32, case: usize, from: usize, target: usize) -> io::Result<Id> {
        let (found, outline, ids) = (self.found, self.outline, self.ids);
        let mut own = vec![ids.step_before, ids.case(case, false)];
        for node in found.state(from) {
            own.extend(self.facts(node, false)?.0);
        }
        own.extend(ids.parts.iter().chain(&ids.effects[by as usize]));
        let mut hints = vec![ids.case(case, false)];
        // Halves come before what they are halves of.
        let mut nodes: Vec<Node> = found.state(target).to_vec();
        let mut at = 0;
        while at < nodes.len() {
            nodes.extend(found.tree.halves(nodes[at]).into_iter().flatten());
            at += 1;
        }
        for node in nodes.into_iter().rev() {
            if found.tree.halves(node).is_none() {
                let (variable, value) = found.tree.leaf(node);
                let given = yes(Var::Case(case));
                hints.push(self.value(by, variable, value, outline.node(node), given, Some(&own))?);
            } else {
                hints.extend(self.gate(node).map(|gate| ids.gate(gate, false, true)));
            }
        }
        hints.push(self.entry(target, self.halves(target))?);
        let reached = found.states.get_index(target).expect("it has been entered").1;
        let is_dear = !matches!(reached.fate, Fate::Dead(_));
        let cost = outline.at_least(reached.cost).filter(|_| is_dear).map(|literal| literal.next().not());
        let clause = [no(Var::Case(case)), operator(by), STEP, yes(Var::Next)];
        self.lines.rup(clause.into_iter().chain(cost), hints)
    }

    /// Every step from an expanded state leads to a case, and it is no goal.
    fn state(&mut self, state: usize, case: usize) -> io::Result<[Id; 2]> {
        let (found, cost) = (self.found, self.found.states[state].cost);
        let mut hints = vec![self.ids.step_before, self.ids.case(case, false)];
        let mut leading = Vec::new();
        let (mut costs, mut refused) = (BTreeSet::new(), Vec::new());
        for node in found.state(state) {
            self.refused(node, &mut hints)?;
        }
        for edge in found.edges(state) {
            let number = edge.operator as usize;
            match edge.target {
                Target::Nowhere => refused.push(self.ids.operators[number]),
                Target::Bound => {
                    let bound = self.encoding.bound.expect("it was reached");
                    leading.push(vec![self.dear(number, cost, bound)?]);
                }
                Target::State(target) => {
                    leading.push(self.leads(edge, state, case, target as usize)?);
                    let reached = &found.states[target as usize];
                    // A dead end is one at any cost.
                    if self.encoding.bound.is_some() && !matches!(reached.fate, Fate::Dead(_)) {
                        let to = reached.cost;
                        if to <= cost.saturating_add(self.least) {
                            costs.insert(to);
                        } else {
                            let paid = self.paid(number, cost, to)?;
                            leading.last_mut().expect("it was added").push(paid);
                        }
                    }
                }
            }
        }
        for to in costs {
            hints.push(self.any(cost, to)?);
        }
        if !refused.is_empty() {
            hints.extend(self.ids.parts.iter().copied().chain(refused));
        }
        let before = self.lines.last;
        if !leading.is_empty() {
            self.lines.text.text("pol");
            for (number, sum) in leading.into_iter().enumerate() {
                self.lines.plus(sum.into_iter().map(|id| (id, 1)), true);
                self.lines.text.text(if number == 0 { " s" } else { " s +" });
            }
            hints.push(self.lines.end(";")?);
        }
        hints.extend([self.no_case, self.ids.some]);
        let last = self.lines.last;
        let step = self.lines.rup([no(Var::Case(case)), STEP], hints)?;
        self.lines.forget(before, last)?;
        Ok([step, self.no_goal(state, case)?])
    }

    /// What says that an operator leads from a state to a case: constraints that sum up to it.
    fn leads(&mut self, edge: &Edge, state: usize, case: usize, target: usize) -> io::Result<Vec<Id>> {
        let Some(changes) = edge.changes else {
            return Ok(vec![self.conditional(edge.operator, case, state, target)?]);
        };
        let halves = self.halves(target);
        let mut sum = Vec::new();
        for (half, change) in halves.iter().zip(changes) {
            if half.is_some() {
                sum.push(self.change(change)?);
            }
        }
        sum.push(self.entry(target, halves)?);
        Ok(sum)
    }

    /// A state is no goal below the bound: a half of it refuses the goal, or all of it does.
    fn no_goal(&mut self, state: usize, case: usize) -> io::Result<Id> {
        let (found, ids) = (self.found, self.ids);
        let halves: State = found.state(state);
        for node in halves {
            if let Some(id) = self.no_goal_at(node)? {
                return Ok(id);
            }
        }
        let mut hints = vec![ids.goal_before, ids.goal, ids.case(case, false)];
        for node in halves {
            hints.extend(self.facts(node, false)?.0);
        }
        hints.extend(ids.cheap.into_iter().chain(ids.parts.iter().copied()));
        self.lines.rup([no(Var::Case(case)), no(Var::Goal)], hints)
    }

    /// A node refuses the goal, if a fact of its variables does.
    fn no_goal_at(&mut self, node: Node) -> io::Result<Option<Id>> {
        let (tree, ids) = (&self.found.tree, self.ids);
        self.once(Key::NoGoal(node), |prover| {
            let mut hints = Vec::new();
            if let Some(halves) = tree.halves(node) {
                for half in halves {
                    if let (true, Some(id)) = (hints.is_empty(), prover.no_goal_at(half)?) {
                        hints
                            .extend(prover.gate(node).map(|gate| prover.means(gate)).into_iter().chain([id]));
                    }
                }
            } else {
                let (variable, value) = tree.leaf(node);
                let facts = (0..).zip(&prover.variables.each[variable].facts);
                let mut refused = facts.map(|(place, fact)| 2 * fact + usize::from(place == value));
                if refused
                    .any(|prop| super::cuts::literals(&prover.encoding.task.goal).any(|goal| goal == prop))
                {
                    let (facts, _) = prover.facts(node, false)?;
                    hints.extend([ids.goal_before].into_iter().chain(facts).chain([ids.goal]));
                }
            }
            if hints.is_empty() {
                return Ok(None);
            }
            let clause = [prover.outline.node(node).not(), no(Var::Goal)];
            prover.lines.rup(clause, hints).map(Some)
        })
    }

    fn conclude(&mut self, closed: &[[Id; 2]]) -> io::Result<()> {
        let ids = self.ids;
        let case = self.outline.states[0].expect("the initial state is expanded");
        // The gates of the initial state are the first of those of states.
        let gates = (0..self.outline.certificate.gates.len()).map(|gate| ids.gate(gate, false, true));
        let hints = [ids.initial].into_iter().chain(gates).chain([ids.case(case, true), ids.start_after]);
        let mut ways = vec![self.lines.rup([no(Var::Init)], hints)?];
        let both = [(Var::Step, ids.step_before), (Var::Goal, ids.goal_before)];
        for (which, (var, before)) in both.into_iter().enumerate() {
            let mut known: Vec<Id> = closed.iter().map(|closed| closed[which]).collect();
            if which == 1 {
                known.sort_unstable();
                known.dedup();
                // Halves refuse the goal, and with them the cases of which they are.
                known.extend((0..self.outline.certificate.cases.len()).map(|case| ids.case(case, false)));
            }
            let hints = [before].into_iter().chain(known).chain([ids.now]);
            ways.push(self.lines.rup([no(var)], hints)?);
        }
        ways.push(ids.fails);
        let end = self.lines.rup([], ways)?;
        self.lines.text.line("output NONE;")?;
        self.lines.text.text("conclusion UNSAT :");
        self.lines.id(end);
        self.lines.text.line(";")?;
        self.lines.text.line("end pseudo-Boolean proof;")?;
        self.lines.text.flush()
    }
}
