//! Layers of derived predicates: a predicate may negate only predicates of lower layers.
//!
//! In: the axioms. Out: a layer for each derived predicate, or a diagnostic that shows the cycle.

use rustc_hash::{FxHashMap, FxHashSet};

use super::Resolver;
use crate::task::{Condition, PredicateId};
use banto_base::source::{Span, codes};

/// Says that the truth of one derived predicate depends on another.
struct Edge {
    from: PredicateId,
    to: PredicateId,
    negated: Option<Span>,
}

impl Resolver<'_> {
    /// Gives each derived predicate its layer, or reports that there is no layering.
    pub(super) fn layers(&mut self) {
        let mut edges = Vec::new();
        for axiom in &self.task.axioms {
            let mut visit = |to: PredicateId, negated: bool, span: Span| {
                if self.task.predicate_info[to.index()].layer.is_some() {
                    edges.push(Edge { from: axiom.predicate, to, negated: negated.then_some(span) });
                }
            };
            dependencies(&axiom.condition, false, &mut visit);
        }
        let negations = edges.iter().filter(|edge| edge.negated.is_some()).count();
        let mut users: FxHashMap<PredicateId, Vec<usize>> = FxHashMap::default();
        for (index, edge) in edges.iter().enumerate() {
            users.entry(edge.to).or_default().push(index);
        }
        // Layers only rise; one beyond the number of negations can only come from a cycle through one of them.
        let mut work: Vec<PredicateId> = edges.iter().map(|edge| edge.to).collect();
        while let Some(lower) = work.pop().filter(|_| self.goes_on()) {
            let below = self.task.predicate_info[lower.index()].layer.unwrap_or(0);
            for index in users.get(&lower).into_iter().flatten() {
                let edge = &edges[*index];
                let wanted = below + u32::from(edge.negated.is_some());
                let layer = &mut self.task.predicate_info[edge.from.index()].layer;
                if layer.is_some_and(|layer| layer >= wanted) {
                    continue;
                }
                if wanted as usize > negations {
                    self.circle(&edges);
                    return;
                }
                *layer = Some(wanted);
                work.push(edge.from);
            }
        }
    }

    /// Reports the negations that lie on a cycle.
    fn circle(&mut self, edges: &[Edge]) {
        let mut uses: FxHashMap<PredicateId, Vec<PredicateId>> = FxHashMap::default();
        for edge in edges {
            uses.entry(edge.from).or_default().push(edge.to);
        }
        for edge in edges {
            let Some(span) = edge.negated else { continue };
            if !self.goes_on() {
                return;
            }
            if !reaches(&uses, edge.to, edge.from) {
                continue;
            }
            let (upper, lower) = (self.task.predicates.name(edge.from), self.task.predicates.name(edge.to));
            let message = if edge.from == edge.to {
                format!("unstratified: derived predicate {upper} depends on its own negation")
            } else {
                format!(
                    "unstratified: derived predicates {upper} and {lower} depend on each other through a negation"
                )
            };
            let mut fault = codes::E0212.at(span, message).label("negated here");
            if let Some((_, place)) = self.derived_places.get(&edge.to).copied() {
                fault = fault.second(place, "derived here");
            }
            self.report(fault.help("a rule may negate only what is derived without it"));
        }
    }
}

fn reaches(uses: &FxHashMap<PredicateId, Vec<PredicateId>>, from: PredicateId, to: PredicateId) -> bool {
    let (mut seen, mut work) = (FxHashSet::default(), vec![from]);
    while let Some(node) = work.pop() {
        if node == to {
            return true;
        }
        if seen.insert(node) {
            work.extend(uses.get(&node).into_iter().flatten());
        }
    }
    false
}

/// Calls `visit` with each predicate in a condition, and whether it is negated there.
fn dependencies(condition: &Condition, negated: bool, visit: &mut impl FnMut(PredicateId, bool, Span)) {
    if let Condition::Atom(atom) = condition {
        visit(atom.predicate, negated, atom.span);
    }
    condition.parts(!negated).into_iter().for_each(|(part, positive)| dependencies(part, !positive, visit));
}
