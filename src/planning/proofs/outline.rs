//! The certificate that a search has found: gates and cases, and which of them stands for what.
//!
//! In: states with costs and cuts. Out: an [`Outline`], by which the formula is written and its proof finds its way.

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;

use super::formula::{Certificate, Encoding, Gate, Lit, Sum, Var, no, yes};
use super::search::{Fate, Found};
use super::variables::Variables;

/// A certificate, and which of its gates and cases is what.
pub(super) struct Outline {
    pub(super) certificate: Certificate,
    /// For each variable with several facts, that none of them is true.
    pub(super) none: Vec<Option<usize>>,
    /// That the cost is at least a number.
    pub(super) at_least: FxHashMap<u64, usize>,
    pub(super) cuts: Vec<usize>,
    pub(super) sums: Vec<usize>,
    /// The case of each expanded state.
    pub(super) states: FxHashMap<usize, usize>,
    /// The case of each set of cuts, and of each cut that nothing crosses.
    pub(super) far: BTreeMap<Fate, usize>,
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
            add(Gate { least: sum.len() as u128 - 1, sum }, &mut certificate);
        }
        certificate.always = variables.groups.len();
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
            far: BTreeMap::new(),
        };
        for number in &found.order {
            let state = &found.states[*number];
            let case = outline.certificate.cases.len();
            match state.fate {
                Fate::Expanded => {
                    let mut literals = outline.literals(variables, found.values(*number));
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

    pub(super) fn at_least(&self, cost: u64) -> Option<Lit> {
        self.at_least.get(&cost).map(|gate| yes(Var::Gate(*gate)))
    }

    /// What is true of a variable with a value.
    pub(super) fn literal(&self, variables: &Variables, variable: usize, value: u16) -> Lit {
        let facts = &variables.each[variable].facts;
        match (facts.get(usize::from(value)), self.none[variable]) {
            (Some(fact), _) => yes(Var::Fact(*fact)),
            (None, Some(gate)) => yes(Var::Gate(gate)),
            (None, None) => no(Var::Fact(facts[0])),
        }
    }

    pub(super) fn literals(&self, variables: &Variables, values: &[u16]) -> Vec<Lit> {
        (0..).zip(values).map(|(variable, value)| self.literal(variables, variable, *value)).collect()
    }
}
