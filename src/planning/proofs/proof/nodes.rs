//! What follows of a node of the tree alone, or of it and an operator: derived once for all states that share it.

use std::collections::BTreeSet;
use std::io;

use super::super::cuts::{Prop, literals};
use super::super::literals::{Id, Lit, Var, no};
use super::super::tree::Node;
use super::{Key, Prover, STEP, operator};

impl Prover<'_, '_> {
    /// What a node says of the facts of its variables, as one sum that is enough only if each is as the node has it;
    /// and the weight in it of the node itself.
    pub(super) fn facts(&mut self, node: Node, after: bool) -> io::Result<(Option<Id>, u128)> {
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
    pub(super) fn refused(&mut self, node: Node, hints: &mut Vec<Id>) -> io::Result<()> {
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
    pub(super) fn change(&mut self, number: u32) -> io::Result<Id> {
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
    pub(super) fn value(
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

    /// A node refuses the goal, if a fact of its variables does.
    pub(super) fn no_goal_at(&mut self, node: Node) -> io::Result<Option<Id>> {
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
                if refused.any(|prop| literals(&prover.encoding.task.goal).any(|goal| goal == prop)) {
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
}
