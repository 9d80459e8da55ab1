//! The proof that the formula has no solution, in the format 3.0 of VeriPB: case by case, every step leads to a case,
//! and none is a goal below the bound.
//!
//! In: what the search found, the certificate made of it, and the numbers of the formula's constraints. Out: lines.
//! Each names the constraints that it follows from, about in the order in which they propagate, so that a checker looks
//! at nothing else. What is derived for a node of the tree, and for an operator and a node, is derived once.
//!
//! `nodes.rs` derives what states share, `states.rs` what is left to each, `bounds.rs` what costs are at least;
//! `lines.rs` writes.

mod bounds;
mod lines;
mod nodes;
mod states;

use std::collections::BTreeSet;
use std::io::{self, Write};

use rustc_hash::FxHashMap;

use super::ProofError;
use super::cuts::{Prop, Relaxed, literals};
use super::formula::{Encoding, Ids};
use super::literals::{Id, Lit, Text, Var, no, yes};
use super::outline::Outline;
use super::search::{Fate, Found};
use super::tree::Node;
use super::variables::Variables;
use banto_base::limits::Limits;
use lines::Lines;

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
            literals(&operator.condition).for_each(|prop| needing[prop].push(number));
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
