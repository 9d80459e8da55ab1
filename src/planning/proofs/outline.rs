//! The certificate that a search has found: gates and cases, and which of them stands for what.
//!
//! In: states with costs and cuts. Out: an [`Outline`], by which the formula is written and its proof finds its way.

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;

use super::cuts::Prop;
use super::formula::{Certificate, Encoding, Gate};
use super::literals::{Lit, Var, no, yes};
use super::search::{Fate, Found};
use super::tree::Node;
use super::variables::Variables;

/// A certificate, and which of its gates and cases is what.
pub(super) struct Outline {
    pub(super) certificate: Certificate,
    /// What each node of the tree means: a fact that is true or false, or a gate.
    pub(super) nodes: Vec<Lit>,
    /// That the cost is at least a number.
    pub(super) at_least: FxHashMap<u64, usize>,
    pub(super) cuts: Vec<usize>,
    pub(super) sums: Vec<usize>,
    /// The case of each expanded state.
    pub(super) states: Vec<Option<usize>>,
    /// The case of each set of cuts, and of each cut that nothing crosses.
    pub(super) far: BTreeMap<Fate, usize>,
}

fn literal(prop: Prop) -> Lit {
    Lit(Var::Fact(prop / 2), prop.is_multiple_of(2))
}

impl Outline {
    pub(super) fn new(found: &Found, variables: &Variables, encoding: &Encoding<'_>) -> Self {
        let mut certificate = Certificate { bound: encoding.bound, ..Certificate::default() };
        let gates = &mut certificate.gates;
        let add = |gate: Gate, gates: &mut Vec<Gate>| {
            gates.push(gate);
            gates.len() - 1
        };
        for group in &variables.groups {
            let others = Gate::all(group.iter().map(|fact| no(Var::Fact(*fact))));
            add(Gate { least: others.least - 1, ..others }, gates);
        }
        certificate.always = variables.groups.len();
        let none = variables.each.iter().map(|variable| match variable.facts.as_slice() {
            [fact] => no(Var::Fact(*fact)),
            facts => {
                let all = Gate::all(facts.iter().map(|fact| no(Var::Fact(*fact))));
                yes(Var::Gate(add(all, gates)))
            }
        });
        let none: Vec<Lit> = none.collect();
        let mut at_least = FxHashMap::default();
        for cost in found.order.iter().map(|number| found.states[*number].cost).chain(encoding.bound) {
            if encoding.bound.is_some() {
                let gate = || Gate { sum: encoding.bits(true).collect(), least: u128::from(cost) };
                at_least.entry(cost).or_insert_with(|| add(gate(), gates));
            }
        }
        certificate.cases.extend(encoding.bound.map(|bound| vec![yes(Var::Gate(at_least[&bound]))]));
        let mut nodes: Vec<Lit> = Vec::new();
        for node in (0..).take(found.tree.nodes.len()) {
            nodes.push(if let Some(halves) = found.tree.halves(node) {
                let both = Gate::all(halves.iter().map(|half| nodes[*half as usize]));
                yes(Var::Gate(add(both, gates)))
            } else {
                let (variable, value) = found.tree.leaf(node);
                let fact = variables.each[variable].facts.get(usize::from(value));
                fact.map_or(none[variable], |fact| yes(Var::Fact(*fact)))
            });
        }
        let cuts = found.cuts.iter().map(|cut| {
            let all = Gate::all(cut.iter().map(|prop| literal(*prop).not()));
            add(all, gates)
        });
        let cuts: Vec<usize> = cuts.collect();
        let sums = found.sums.iter().map(|sum| {
            let weights = sum.iter().map(|(cut, weight)| (u128::from(*weight), yes(Var::Gate(cuts[*cut]))));
            let least = u128::from(encoding.bound.unwrap_or(0));
            add(Gate { sum: encoding.bits(true).chain(weights).collect(), least }, gates)
        });
        let sums = sums.collect();
        let (states, far) = (vec![None; found.states.len()], BTreeMap::new());
        let mut outline = Self { certificate, nodes, at_least, cuts, sums, states, far };
        for number in &found.order {
            let state = &found.states[*number];
            let case = outline.certificate.cases.len();
            match state.fate {
                Fate::Expanded => {
                    let halves = found.state(*number).map(|node| outline.node(node));
                    let literals = halves.into_iter().chain(outline.at_least(state.cost));
                    outline.certificate.cases.push(literals.collect());
                    outline.states[*number] = Some(case);
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

    pub(super) fn node(&self, node: Node) -> Lit {
        self.nodes[node as usize]
    }

    pub(super) fn at_least(&self, cost: u64) -> Option<Lit> {
        self.at_least.get(&cost).map(|gate| yes(Var::Gate(*gate)))
    }
}
