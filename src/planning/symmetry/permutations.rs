//! Symmetries of a ground task: permutations of its facts that map variables, operators, axioms and roles to
//! themselves.
//!
//! In: a task, and a role for each fact, which every symmetry preserves. Out: [`Symmetry`]s, the identity first.
//! Candidates come from color refinement and individualization on a graph of the task (Pochter, Zohar and Rosenschein
//! 2011); each is verified exactly. Positions that a symmetry maps to each other have the same value.

use rustc_hash::FxHashMap;

use crate::strips::{FactId, Lists, OpId, Task};
use banto_base::limits::{Limits, Stop};

/// At most this many symmetries are kept.
const MAX_SYMMETRIES: usize = 16;
/// At most this many colorings are refined.
const MAX_REFINEMENTS: usize = 2000;
/// No more colorings are refined after visiting this many edges.
const MAX_WORK: usize = 100_000_000;

/// A permutation of facts and the one of operators that follows from it.
#[derive(Clone, Debug)]
pub struct Symmetry {
    /// Where each fact goes.
    pub facts: Vec<FactId>,
    /// Where each operator goes.
    pub operators: Vec<u32>,
}

/// Finds symmetries: all of them, or as many as the bounds on their number and on the work allow.
pub fn symmetries(task: &Task, roles: &[u32], limits: &Limits) -> Result<Vec<Symmetry>, Stop> {
    let graph = Graph::new(task, roles, limits)?;
    let verifier = Verifier::new(task, roles, limits)?;
    let mut finder =
        Finder { graph: &graph, verifier, found: Vec::new(), refinements: MAX_REFINEMENTS, work: 0, limits };
    let start = finder.refine(graph.start.clone())?;
    finder.walk(&start, &start)?;
    if finder.found.is_empty() {
        let facts = (0..task.fact_count()).map(FactId::from).collect();
        finder.found.push(Symmetry { facts, operators: task.operators().map(u32::from).collect() });
    }
    Ok(finder.found)
}

/// The structure of a task as a graph of nodes with colored, directed edges.
struct Graph {
    facts: usize,
    nodes: usize,
    /// For each node, its neighbors, each with the kind of the edge.
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
    fn new(task: &Task, roles: &[u32], limits: &Limits) -> Result<Self, Stop> {
        let facts = task.fact_count();
        let mut start: Vec<u64> = roles.iter().map(|role| mix(1, u64::from(*role))).collect();
        let mut edges: Vec<(usize, usize, usize)> = Vec::new();
        for variable in task.variables() {
            let node = start.len();
            start.push(mix(
                2,
                u64::from(variable.size) << 32 | u64::from(variable.layer.map_or(0, |it| it + 1)),
            ));
            edges.extend(variable.facts().map(|fact| (node, fact.index(), 1)));
        }
        for rule in task.axioms() {
            limits.check()?;
            let node = start.len();
            start.push(3);
            edges.push((node, rule.head.index(), 2));
            edges.extend(rule.body.iter().map(|fact| (node, fact.index(), 3)));
        }
        for operator in task.operators() {
            limits.check()?;
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
        limits.check_allocation(edges.len() * 2 * size_of::<(usize, usize, usize)>())?;
        let both = || {
            edges.iter().flat_map(|(from, to, kind)| [(*from, *to, *kind * 2), (*to, *from, *kind * 2 + 1)])
        };
        let neighbors: Vec<(usize, usize)> = both().map(|(from, to, _)| (from, to)).collect();
        let kinds: Vec<(usize, usize)> = both().map(|(from, _, kind)| (from, kind)).collect();
        Ok(Self {
            facts,
            nodes,
            edges: Lists::new(nodes, neighbors.iter().copied()),
            kinds: Lists::new(nodes, kinds.iter().copied()),
            start,
        })
    }
}

fn count(colors: &[u64]) -> usize {
    let mut sorted = colors.to_vec();
    sorted.sort_unstable();
    sorted.dedup();
    sorted.len()
}

struct Finder<'a> {
    graph: &'a Graph,
    verifier: Verifier<'a>,
    found: Vec<Symmetry>,
    /// Refinements left, and edges visited so far.
    refinements: usize,
    work: usize,
    limits: &'a Limits,
}

impl Finder<'_> {
    /// Colors nodes by the colors of their neighbors, until no more can be distinguished.
    fn refine(&mut self, mut colors: Vec<u64>) -> Result<Vec<u64>, Stop> {
        let graph = self.graph;
        let mut classes = count(&colors);
        let mut around = Vec::new();
        loop {
            self.limits.check_allocation(graph.nodes * size_of::<u64>())?;
            let mut next = Vec::with_capacity(graph.nodes);
            for node in 0..graph.nodes {
                self.limits.check()?;
                around.clear();
                let neighbors = graph.edges.of(node).iter().zip(graph.kinds.of(node));
                around.extend(neighbors.map(|(to, kind)| mix(u64::from(*kind), colors[*to as usize])));
                around.sort_unstable();
                self.work += around.len();
                next.push(around.iter().fold(mix(7, colors[node]), |hash, one| mix(hash, *one)));
            }
            let more = count(&next);
            colors = next;
            if more == classes {
                return Ok(colors);
            }
            classes = more;
        }
    }

    /// Maps the facts of the left coloring to those of the right one, class by class.
    fn walk(&mut self, left: &[u64], right: &[u64]) -> Result<(), Stop> {
        if self.found.len() == MAX_SYMMETRIES {
            return Ok(());
        }
        let facts = self.graph.facts;
        let sorted = |colors: &[u64]| {
            let mut order: Vec<(u64, usize)> = colors[..facts].iter().copied().zip(0..).collect();
            order.sort_unstable();
            order
        };
        let (from, to) = (sorted(left), sorted(right));
        if from.iter().zip(&to).any(|(one, other)| one.0 != other.0) {
            return Ok(());
        }
        let open = from.windows(2).filter(|pair| pair[0].0 == pair[1].0).map(|pair| pair[0]);
        let Some((color, fact)) = open.min_by_key(|(_, fact)| *fact) else {
            let mut map = vec![FactId::default(); facts];
            for ((_, fact), (_, image)) in from.iter().zip(&to) {
                map[*fact] = FactId::from(*image);
            }
            self.found.extend(self.verifier.verify(map, self.limits)?);
            return Ok(());
        };
        let mark = |colors: &[u64], fact: usize| {
            let mut colors = colors.to_vec();
            colors[fact] = mix(colors[fact], 11);
            colors
        };
        let individual = self.refine(mark(left, fact))?;
        let images: Vec<usize> = to.iter().filter(|one| one.0 == color).map(|one| one.1).collect();
        for image in images {
            if self.refinements == 0 || self.work > MAX_WORK {
                break;
            }
            self.refinements -= 1;
            let other = self.refine(mark(right, image))?;
            self.walk(&individual, &other)?;
        }
        Ok(())
    }
}

/// The cost, the condition and the effects of an operator in an order that does not depend on how they are written.
type Shape = (u64, Vec<FactId>, Vec<(u32, usize, Vec<FactId>, FactId)>);

/// Verifies candidates on the task.
pub(super) struct Verifier<'a> {
    task: &'a Task,
    roles: &'a [u32],
    operators: FxHashMap<Shape, Vec<OpId>>,
    rules: rustc_hash::FxHashSet<(FactId, Vec<FactId>)>,
}

impl<'a> Verifier<'a> {
    pub(super) fn new(task: &'a Task, roles: &'a [u32], limits: &Limits) -> Result<Self, Stop> {
        let same = |fact: FactId| fact;
        let mut operators: FxHashMap<Shape, Vec<OpId>> = FxHashMap::default();
        for operator in task.operators() {
            limits.check()?;
            operators.entry(shape(task, operator, &same)).or_default().push(operator);
        }
        let known = task.axioms().iter().map(|rule| (rule.head, sorted(rule.body.iter().copied())));
        Ok(Self { task, roles, operators, rules: known.collect() })
    }

    /// Whether facts and their images have the same roles, and derived ones the same position in their variables.
    pub(super) fn keeps_roles(&self, mut map: impl Iterator<Item = (FactId, FactId)>) -> bool {
        map.all(|(fact, image)| {
            let variable = self.task.variables()[self.task.variable_of(fact).index()];
            let other = self.task.variables()[self.task.variable_of(image).index()];
            // The default of a derived variable is its last value.
            let place = |fact: FactId, first: FactId| fact.index() - first.index();
            self.roles[fact.index()] == self.roles[image.index()]
                && variable.size == other.size
                && variable.layer == other.layer
                && (variable.layer.is_none() || place(fact, variable.first) == place(image, other.first))
        })
    }

    pub(super) fn keeps_axioms(&self, apply: &impl Fn(FactId) -> FactId) -> bool {
        self.task.axioms().iter().all(|rule| {
            self.rules.contains(&(apply(rule.head), sorted(rule.body.iter().map(|fact| apply(*fact)))))
        })
    }

    /// The operators equal to the image of one, if it has as many equals itself.
    pub(super) fn image(&self, operator: OpId, apply: &impl Fn(FactId) -> FactId) -> Option<&[OpId]> {
        let same = self.operators.get(&shape(self.task, operator, &|fact| fact))?;
        let images = self.operators.get(&shape(self.task, operator, apply))?;
        (images.len() == same.len()).then_some(images)
    }

    fn verify(&self, map: Vec<FactId>, limits: &Limits) -> Result<Option<Symmetry>, Stop> {
        let task = self.task;
        let apply = |fact: FactId| map[fact.index()];
        let together = |(fact, image): (usize, &FactId)| {
            let first = task.variables()[task.variable_of(fact.into()).index()].first;
            task.variable_of(apply(first)) == task.variable_of(*image)
        };
        let facts = map.iter().enumerate();
        limits.check()?;
        if !facts.clone().all(together)
            || !self.keeps_roles(facts.map(|(fact, image)| (fact.into(), *image)))
            || !self.keeps_axioms(&apply)
        {
            return Ok(None);
        }
        let mut operators = vec![0; task.operator_count()];
        #[allow(clippy::iter_over_hash_type, reason = "each operator gets its own place")]
        for same in self.operators.values() {
            limits.check()?;
            let Some(images) = self.image(same[0], &apply) else { return Ok(None) };
            for (operator, image) in same.iter().zip(images) {
                operators[operator.index()] = u32::from(*image);
            }
        }
        Ok(Some(Symmetry { facts: map, operators }))
    }
}

fn sorted(facts: impl Iterator<Item = FactId>) -> Vec<FactId> {
    let mut facts: Vec<FactId> = facts.collect();
    facts.sort_unstable();
    facts
}

fn shape(task: &Task, operator: OpId, apply: &impl Fn(FactId) -> FactId) -> Shape {
    let condition = sorted(task.condition(operator).iter().map(|fact| apply(*fact)));
    // Effects on one variable keep their order, since the last one counts.
    let mut effects: Vec<(u32, usize, Vec<FactId>, FactId)> = Vec::new();
    for effect in task.effects(operator) {
        let fact = apply(effect.fact);
        let variable = u32::from(task.variable_of(fact));
        let rank = effects.iter().filter(|other| other.0 == variable).count();
        effects.push((variable, rank, sorted(effect.condition.iter().map(|one| apply(*one))), fact));
    }
    effects.sort_unstable();
    (task.cost(operator), condition, effects)
}
