//! The landmark graph: landmarks with their natural and greedy-necessary orderings.
//!
//! In: a task. Out: a [`Graph`] of facts, and of small disjunctions of facts, one of which holds at some time in every
//! plan. Landmarks are found by backchaining from the goals (Hoffmann, Porteous and Sebastia 2004; disjunctions:
//! Porteous and Cresswell 2002), and by `propagate`.

use std::collections::BTreeMap;

use fixedbitset::FixedBitSet;

use super::super::relaxed_task::RelaxedTask;
use super::matrix::Matrix;
use super::propagate::Precedents;
use crate::strips::{AxiomEvaluator, CostKind, FactId, FactName, Lists, Task};
use banto_base::limits::{Limits, Stop};

/// The most landmarks: each takes a bit of every state.
const MOST: usize = 4096;
/// The most facts in a disjunction.
const WIDEST: usize = 4;
/// Facts with more first achievers than this get no disjunctions.
const MANY: usize = 20_000;

#[derive(Clone, Debug)]
pub(super) struct Node {
    /// One of these holds at some time.
    pub(super) facts: Vec<FactId>,
    /// Whether it also holds at the end.
    pub(super) goal: bool,
    pub(super) initially: bool,
    /// The cost of the cheapest rule that adds one of the facts; `None` if nothing adds them.
    pub(super) min_cost: Option<u64>,
    /// Other unconditional effects that all first achievers share.
    pub(super) shared: Vec<FactId>,
}

/// All landmarks with their order.
#[derive(Clone, Debug, Default)]
pub(super) struct Graph {
    pub(super) nodes: Vec<Node>,
    /// Natural orders. Row: a landmark. Columns: those that hold at some time before it first does.
    pub(super) natural: Matrix,
    /// Greedy-necessary orderings. Row: a landmark. Columns: those that it precedes, by holding one step before they
    /// are first reached.
    pub(super) greedy_necessary: Matrix,
    /// Reasonable orders. Row: a landmark. Columns: those that should be reached before it.
    pub(super) reasonable: Matrix,
}

impl Graph {
    pub(super) fn within(task: &Task, kind: CostKind, limits: &Limits) -> Result<Self, Stop> {
        let relaxed = RelaxedTask::within(task, kind, limits)?;
        limits.check_allocation(AxiomEvaluator::bytes(task))?;
        let initially = initial_facts(task);
        let precedents = Precedents::within(&relaxed, &initially, limits)?;
        let given = (0..relaxed.rules.len()).map(|rule| relaxed.effects(rule).len()).sum();
        limits.check_allocation(Lists::bytes(relaxed.fact_count, given))?;
        let pairs = (0..relaxed.rules.len())
            .flat_map(|rule| relaxed.effects(rule).iter().map(move |fact| (fact.index(), rule)));
        let achievers = Lists::new(relaxed.fact_count, pairs);
        let least = relaxed.rules.iter().filter(|rule| rule.operator.is_some()).map(|rule| rule.cost).min();
        let mut builder = Builder {
            task,
            relaxed: &relaxed,
            initially,
            precedents,
            achievers,
            least: least.unwrap_or(0),
            graph: Self::default(),
            place: BTreeMap::new(),
            direct: Vec::new(),
        };
        builder.collect(limits)?;
        builder.connect(limits)?;
        Ok(builder.graph)
    }
}

/// The facts of the initial state, including derived ones.
fn initial_facts(task: &Task) -> FixedBitSet {
    let mut state = vec![0; task.packing().complete_words()];
    for (variable, fact) in task.initial().iter().enumerate() {
        task.packing().set(&mut state, variable.into(), *fact);
    }
    AxiomEvaluator::new(task).evaluate(task, &mut state);
    let mut facts = FixedBitSet::with_capacity(task.fact_count());
    for variable in 0..task.variables().len() {
        facts.insert(task.packing().get(&state, variable.into()).index());
    }
    facts
}

struct Builder<'a> {
    task: &'a Task,
    relaxed: &'a RelaxedTask,
    initially: FixedBitSet,
    precedents: Option<Precedents>,
    /// The rules that add each fact.
    achievers: Lists,
    /// The cost of the cheapest operator.
    least: u64,
    graph: Graph,
    place: BTreeMap<Vec<FactId>, usize>,
    /// Pairs of which the first must hold just before the second.
    direct: Vec<(usize, usize)>,
}

impl Builder<'_> {
    /// Finds the landmarks: the goals, what comes before them, and what all first achievers of one of them need.
    fn collect(&mut self, limits: &Limits) -> Result<(), Stop> {
        let goal = self.task.goal();
        for fact in goal {
            self.add(vec![*fact]);
        }
        if let Some(precedents) = &self.precedents {
            let mut before: Vec<u32> =
                goal.iter().flat_map(|fact| precedents.of(fact.index())).copied().collect();
            before.sort_unstable();
            before.dedup();
            for fact in before {
                self.add(vec![fact.into()]);
            }
        }
        let mut next = 0;
        while next < self.graph.nodes.len() {
            // One node may take long after many that took no time.
            limits.look()?;
            self.look_behind(next, limits)?;
            next += 1;
        }
        Ok(())
    }

    fn add(&mut self, facts: Vec<FactId>) -> Option<usize> {
        if let Some(place) = self.place.get(&facts) {
            return Some(*place);
        }
        let place = self.graph.nodes.len();
        if place >= MOST {
            return None;
        }
        let rules = facts.iter().flat_map(|fact| self.achievers_of(*fact));
        let min_cost = rules.map(|rule| {
            let rule = &self.relaxed.rules[*rule as usize];
            // A fact that an axiom derives also takes a step.
            if rule.operator.is_some() { rule.cost } else { self.least }
        });
        let node = Node {
            goal: facts.len() == 1 && self.task.goal().binary_search(&facts[0]).is_ok(),
            initially: facts.iter().any(|fact| self.initially[fact.index()]),
            min_cost: min_cost.min(),
            shared: Vec::new(),
            facts: facts.clone(),
        };
        self.place.insert(facts, place);
        self.graph.nodes.push(node);
        Some(place)
    }

    fn achievers_of(&self, fact: FactId) -> &[u32] {
        self.achievers.of(fact.index())
    }

    /// The facts that hold just before a landmark is reached first.
    fn look_behind(&mut self, node: usize, limits: &Limits) -> Result<(), Stop> {
        if self.graph.nodes[node].initially {
            return Ok(());
        }
        let mut firsts: Vec<usize> = Vec::new();
        for fact in &self.graph.nodes[node].facts {
            for rule in self.achievers_of(*fact).iter().map(|rule| *rule as usize) {
                limits.check()?;
                let precedents = self.precedents.as_ref();
                if precedents.is_none_or(|known| known.may_be_first(self.relaxed, rule, fact.index())) {
                    firsts.push(rule);
                }
            }
        }
        firsts.sort_unstable();
        firsts.dedup();
        let Some(first) = firsts.first() else { return Ok(()) };
        let mut needed = self.relaxed.conditions(*first).to_vec();
        let mut shared = self.effects_beside(*first);
        for rule in &firsts[1..] {
            limits.check()?;
            if needed.is_empty() && shared.is_empty() {
                break;
            }
            needed.retain(|fact| self.relaxed.conditions(*rule).binary_search(fact).is_ok());
            if !shared.is_empty() {
                let effects = self.effects_beside(*rule);
                shared.retain(|fact| effects.contains(fact));
            }
        }
        self.graph.nodes[node].shared = shared;
        for fact in needed {
            if let Some(place) = self.add(vec![fact]) {
                self.direct.push((place, node));
            }
        }
        if firsts.len() > 1 && firsts.len() <= MANY {
            for facts in self.alternatives(&firsts) {
                if let Some(place) = self.add(facts) {
                    self.direct.push((place, node));
                }
            }
        }
        Ok(())
    }

    fn effects_beside(&self, rule: usize) -> Vec<FactId> {
        let Some(operator) = self.relaxed.rules[rule].operator else { return Vec::new() };
        let effects = self.task.effects(operator);
        effects.filter(|effect| effect.condition.is_empty()).map(|effect| effect.fact).collect()
    }

    /// Small sets of facts of one predicate such that each of the rules needs one of them.
    fn alternatives(&self, rules: &[usize]) -> Vec<Vec<FactId>> {
        let class = |fact: &FactId| match self.task.name(*fact) {
            FactName::Atom(atom) => Some((self.task.atom(atom).0, true)),
            FactName::Not(atom) => Some((self.task.atom(atom).0, false)),
            _ => None,
        };
        let mut classes: Vec<_> = self.relaxed.conditions(rules[0]).iter().filter_map(class).collect();
        classes.sort_unstable();
        classes.dedup();
        let mut found = Vec::new();
        'classes: for wanted in classes {
            let mut facts: Vec<FactId> = Vec::new();
            for rule in rules {
                let mut any = false;
                for fact in self.relaxed.conditions(*rule).iter().filter(|fact| class(fact) == Some(wanted)) {
                    any = true;
                    let known = facts.contains(fact);
                    // If it contains a fact that holds initially, or a landmark, the set says nothing new.
                    if !known
                        && (facts.len() == WIDEST
                            || self.initially[fact.index()]
                            || self.place.contains_key(std::slice::from_ref(fact)))
                    {
                        continue 'classes;
                    }
                    if !known {
                        facts.push(*fact);
                    }
                }
                if !any {
                    continue 'classes;
                }
            }
            if facts.len() > 1 {
                facts.sort_unstable();
                found.push(facts);
            }
        }
        found
    }

    fn connect(&mut self, limits: &Limits) -> Result<(), Stop> {
        let count = self.graph.nodes.len();
        limits.check_allocation(3 * Matrix::bytes(count))?;
        self.graph.natural = Matrix::new(count);
        self.graph.greedy_necessary = Matrix::new(count);
        self.graph.reasonable = Matrix::new(count);
        for (first, second) in &self.direct {
            self.graph.natural.set(*second, *first);
            self.graph.greedy_necessary.set(*first, *second);
        }
        let Some(precedents) = &self.precedents else { return Ok(()) };
        for (place, node) in self.graph.nodes.iter().enumerate().filter(|(_, node)| node.facts.len() == 1) {
            limits.check()?;
            for fact in precedents.of(node.facts[0].index()) {
                if let Some(other) = self.place.get([FactId::from(*fact)].as_slice()) {
                    self.graph.natural.set(place, *other);
                }
            }
        }
        Ok(())
    }
}
