//! What is derived of each state: its steps lead to cases, and it is no goal below the bound.

use std::collections::BTreeSet;
use std::io;

use super::super::literals::{Id, Lit, Var, no, yes};
use super::super::search::{Edge, Fate, Target};
use super::super::tree::{Node, State};
use super::{Key, Prover, STEP, operator};

impl Prover<'_, '_> {
    /// Every step from an expanded state leads to a case, and it is no goal.
    pub(super) fn state(&mut self, state: usize, case: usize) -> io::Result<[Id; 2]> {
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
}
