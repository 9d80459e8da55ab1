//! Symmetries of a ground task: permutations of its facts that map variables, operators, rules and roles to themselves.
//!
//! In: a task and a role for each fact, which no symmetry may change. Out: [`Symmetry`]s, the identity first. Candidates
//! come from colour refinement; each is verified exactly. Positions that a symmetry maps to each other have the same value.

use rustc_hash::FxHashMap;

use crate::strips::{FactId, Lists, OpId, Task};

/// At most so many symmetries are kept.
const MAX_SYMMETRIES: usize = 16;
/// At most so many colourings are refined.
const MAX_REFINEMENTS: usize = 2000;

/// A permutation of facts and the one of operators that follows from it.
#[derive(Clone, Debug)]
pub(super) struct Symmetry {
    pub(super) facts: Vec<FactId>,
    pub(super) operators: Vec<u32>,
}

/// Finds symmetries.
pub(super) fn symmetries(task: &Task, roles: &[u32]) -> Vec<Symmetry> {
    let graph = Graph::new(task, roles);
    let start = graph.refine(graph.start.clone());
    let verifier = Verifier::new(task, roles);
    let mut finder = Finder { graph: &graph, verifier, found: Vec::new(), budget: MAX_REFINEMENTS };
    finder.walk(&start, &start);
    finder.found
}

/// The structure of a task as a graph of nodes with coloured, directed edges.
struct Graph {
    facts: usize,
    nodes: usize,
    /// For each node its neighbours, and beside each the kind of the edge.
    edges: Lists,
    kinds: Lists,
    start: Vec<u64>,
}

fn mix(left: u64, right: u64) -> u64 {
    let mut hash = (left.rotate_left(23) ^ right).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    hash ^= hash >> 29;
    hash.wrapping_mul(0xbf58_476d_1ce4_e5b9)
}

impl Graph {
    fn new(task: &Task, roles: &[u32]) -> Self {
        let facts = task.fact_count();
        let mut start: Vec<u64> = roles.iter().map(|role| mix(1, u64::from(*role))).collect();
        let mut edges: Vec<(usize, usize, usize)> = Vec::new();
        for variable in task.variables() {
            let node = start.len();
            start.push(mix(
                2,
                u64::from(variable.size) << 32 | u64::from(variable.layer.map_or(0, |it| it + 1)),
            ));
            edges.extend(
                (0..variable.size as usize).map(|value| (node, variable.first.plus(value).index(), 1)),
            );
        }
        for rule in task.axioms() {
            let node = start.len();
            start.push(3);
            edges.push((node, rule.head.index(), 2));
            edges.extend(rule.body.iter().map(|fact| (node, fact.index(), 3)));
        }
        for operator in task.operators() {
            let node = start.len();
            start.push(4);
            edges.extend(task.condition(operator).iter().map(|fact| (node, fact.index(), 4)));
            for effect in task.effects(operator) {
                if effect.condition.is_empty() {
                    edges.push((node, effect.fact.index(), 5));
                    continue;
                }
                let under = start.len();
                start.push(5);
                edges.push((node, under, 6));
                edges.push((under, effect.fact.index(), 7));
                edges.extend(effect.condition.iter().map(|fact| (under, fact.index(), 8)));
            }
        }
        let nodes = start.len();
        let both = || {
            edges.iter().flat_map(|(from, to, kind)| [(*from, *to, *kind * 2), (*to, *from, *kind * 2 + 1)])
        };
        let neighbours: Vec<(usize, usize)> = both().map(|(from, to, _)| (from, to)).collect();
        let kinds: Vec<(usize, usize)> = both().map(|(from, _, kind)| (from, kind)).collect();
        Self {
            facts,
            nodes,
            edges: Lists::new(nodes, neighbours.iter().copied()),
            kinds: Lists::new(nodes, kinds.iter().copied()),
            start,
        }
    }

    /// Colours again and again by the colours of neighbours, until no more are told apart.
    fn refine(&self, mut colours: Vec<u64>) -> Vec<u64> {
        let mut classes = count(&colours);
        let mut around = Vec::new();
        loop {
            let next: Vec<u64> = (0..self.nodes)
                .map(|node| {
                    around.clear();
                    let neighbours = self.edges.of(node).iter().zip(self.kinds.of(node));
                    around.extend(neighbours.map(|(to, kind)| mix(u64::from(*kind), colours[*to as usize])));
                    around.sort_unstable();
                    around.iter().fold(mix(7, colours[node]), |hash, one| mix(hash, *one))
                })
                .collect();
            let more = count(&next);
            colours = next;
            if more == classes {
                return colours;
            }
            classes = more;
        }
    }
}

fn count(colours: &[u64]) -> usize {
    let mut sorted = colours.to_vec();
    sorted.sort_unstable();
    sorted.dedup();
    sorted.len()
}

struct Finder<'a> {
    graph: &'a Graph,
    verifier: Verifier<'a>,
    found: Vec<Symmetry>,
    budget: usize,
}

impl Finder<'_> {
    /// Maps the facts of the left colouring to those of the right one, class by class.
    fn walk(&mut self, left: &[u64], right: &[u64]) {
        if self.found.len() == MAX_SYMMETRIES {
            return;
        }
        let facts = self.graph.facts;
        let sorted = |colours: &[u64]| {
            let mut order: Vec<(u64, usize)> = colours[..facts].iter().copied().zip(0..).collect();
            order.sort_unstable();
            order
        };
        let (from, to) = (sorted(left), sorted(right));
        if from.iter().zip(&to).any(|(one, other)| one.0 != other.0) {
            return;
        }
        let open = from.windows(2).filter(|pair| pair[0].0 == pair[1].0).map(|pair| pair[0]);
        let Some((colour, fact)) = open.min_by_key(|(_, fact)| *fact) else {
            let mut map = vec![FactId::default(); facts];
            for ((_, fact), (_, image)) in from.iter().zip(&to) {
                map[*fact] = FactId::from(*image);
            }
            self.found.extend(self.verifier.verify(map));
            return;
        };
        let graph = self.graph;
        let mark = |colours: &[u64], fact: usize| {
            let mut colours = colours.to_vec();
            colours[fact] = mix(colours[fact], 11);
            graph.refine(colours)
        };
        let individual = mark(left, fact);
        let images: Vec<usize> = to.iter().filter(|one| one.0 == colour).map(|one| one.1).collect();
        for image in images {
            if self.budget == 0 {
                return;
            }
            self.budget -= 1;
            let other = mark(right, image);
            self.walk(&individual, &other);
        }
    }
}

/// The condition and the effects of an operator in an order that does not depend on how they are written.
type Shape = (Vec<FactId>, Vec<(u32, usize, Vec<FactId>, FactId)>);

struct Verifier<'a> {
    task: &'a Task,
    roles: &'a [u32],
    operators: FxHashMap<Shape, Vec<OpId>>,
    rules: rustc_hash::FxHashSet<(FactId, Vec<FactId>)>,
}

impl<'a> Verifier<'a> {
    fn new(task: &'a Task, roles: &'a [u32]) -> Self {
        let same = |fact: FactId| fact;
        let mut operators: FxHashMap<Shape, Vec<OpId>> = FxHashMap::default();
        for operator in task.operators() {
            operators.entry(shape(task, operator, &same)).or_default().push(operator);
        }
        let known = task.axioms().iter().map(|rule| (rule.head, sorted(rule.body.iter().copied())));
        Self { task, roles, operators, rules: known.collect() }
    }

    /// The symmetry of a permutation of facts, if it is one.
    fn verify(&self, map: Vec<FactId>) -> Option<Symmetry> {
        let task = self.task;
        let turn = |fact: FactId| map[fact.index()];
        for (fact, image) in map.iter().enumerate() {
            let (fact, image) = (FactId::from(fact), *image);
            if self.roles[fact.index()] != self.roles[image.index()] {
                return None;
            }
            let variable = task.variables()[task.variable_of(fact).index()];
            let other = task.variables()[task.variable_of(image).index()];
            let together = task.variable_of(turn(variable.first)) == task.variable_of(image);
            if !together || variable.size != other.size || variable.layer != other.layer {
                return None;
            }
            // The default of a derived variable is its last value.
            let place = |fact: FactId, first: FactId| fact.index() - first.index();
            if variable.layer.is_some() && place(fact, variable.first) != place(image, other.first) {
                return None;
            }
        }
        for rule in task.axioms() {
            if !self.rules.contains(&(turn(rule.head), sorted(rule.body.iter().map(|fact| turn(*fact))))) {
                return None;
            }
        }
        let mut operators = vec![0; task.operator_count()];
        #[allow(clippy::iter_over_hash_type, reason = "each operator gets its own place")]
        for same in self.operators.values() {
            let images = self.operators.get(&shape(task, same[0], &turn))?;
            if images.len() != same.len() {
                return None;
            }
            for (operator, image) in same.iter().zip(images) {
                operators[operator.index()] = u32::from(*image);
            }
        }
        Some(Symmetry { facts: map, operators })
    }
}

fn sorted(facts: impl Iterator<Item = FactId>) -> Vec<FactId> {
    let mut facts: Vec<FactId> = facts.collect();
    facts.sort_unstable();
    facts
}

fn shape(task: &Task, operator: OpId, turn: &impl Fn(FactId) -> FactId) -> Shape {
    let condition = sorted(task.condition(operator).iter().map(|fact| turn(*fact)));
    // Effects on one variable keep their order, since the last one counts.
    let mut effects: Vec<(u32, usize, Vec<FactId>, FactId)> = Vec::new();
    for effect in task.effects(operator) {
        let fact = turn(effect.fact);
        let variable = u32::from(task.variable_of(fact));
        let rank = effects.iter().filter(|other| other.0 == variable).count();
        effects.push((variable, rank, sorted(effect.condition.iter().map(|one| turn(*one))), fact));
    }
    effects.sort_unstable();
    (condition, effects)
}
