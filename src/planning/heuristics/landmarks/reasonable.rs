//! Reasonable orders (Hoffmann, Porteous and Sebastia 2004), and a numbering without cycles.
//!
//! In: a landmark graph. Out: the same graph with reasonable orders, numbered so that predecessors come first. A comes
//! reasonably before B if, once B was reached, reaching A would delete B while B is still needed.

use super::graph::{Graph, Node};
use super::matrix::Matrix;
use crate::strips::{FactId, MutexGroups, Task};
use banto_base::limits::{Limits, Stop};

/// Adds reasonable orders, drops those that close a cycle, and numbers the landmarks so that predecessors come first.
pub(super) fn add_reasonable_orders(task: &Task, mut graph: Graph, limits: &Limits) -> Result<Graph, Stop> {
    // The reasonable orders, and all three relations renumbered.
    limits.check_allocation(4 * Matrix::bytes(graph.nodes.len()) + task.fact_count() * size_of::<u64>())?;
    let mutexes = MutexGroups::new(task);
    let undone: Vec<Vec<FactId>> = (0..graph.nodes.len()).map(|node| undoing(&graph, node)).collect();
    let simple = |node: usize| graph.nodes[node].facts.len() == 1;
    let undoes = |first: usize, second: usize| {
        let (facts, other) = (&undone[first], graph.nodes[second].facts[0]);
        facts.iter().any(|fact| mutexes.are_mutex(*fact, other))
    };
    let mut better = Matrix::new(graph.nodes.len());
    let mut offer = |first: usize, second: usize| {
        if first != second
            && simple(first)
            && simple(second)
            && !graph.nodes[first].initially
            && !graph.natural.get(second, first)
            && !graph.natural.get(first, second)
            && undoes(first, second)
        {
            better.set(second, first);
        }
    };
    let goals: Vec<usize> = (0..graph.nodes.len()).filter(|node| graph.nodes[*node].goal).collect();
    for second in 0..graph.nodes.len() {
        limits.look()?;
        for first in goals.iter().filter(|_| graph.nodes[second].goal) {
            limits.check()?;
            offer(*first, second);
        }
        // It is needed just before `after`, and so is `first` at some time.
        for after in graph.greedy_necessary.ones(second) {
            for first in graph.natural.ones(after) {
                limits.check()?;
                offer(first, second);
            }
        }
    }
    graph.reasonable = better;
    limits.check_now()?;
    Ok(sorted(&graph))
}

/// Facts that hold just before the landmark is reached, or as soon as it is.
fn undoing(graph: &Graph, node: usize) -> Vec<FactId> {
    let Node { facts, shared, .. } = &graph.nodes[node];
    if facts.len() > 1 {
        return Vec::new();
    }
    let before = graph.natural.ones(node).filter(|other| graph.greedy_necessary.get(*other, node));
    let before = before.filter(|other| graph.nodes[*other].facts.len() == 1);
    let mut all: Vec<FactId> = before.map(|other| graph.nodes[other].facts[0]).collect();
    all.extend(facts);
    all.extend(shared);
    all
}

/// Takes landmarks one by one, each after its natural predecessors and, if possible, after its reasonable ones.
fn sorted(graph: &Graph) -> Graph {
    let count = graph.nodes.len();
    let mut natural_left: Vec<usize> = (0..count).map(|node| graph.natural.ones(node).count()).collect();
    let mut reasonable_left: Vec<usize> =
        (0..count).map(|node| graph.reasonable.ones(node).count()).collect();
    let mut ready: std::collections::BTreeSet<(usize, usize)> = (0..count)
        .filter(|node| natural_left[*node] == 0)
        .map(|node| (reasonable_left[node], node))
        .collect();
    let mut place = vec![usize::MAX; count];
    let mut order = Vec::with_capacity(count);
    while order.len() < count {
        let node = match ready.pop_first() {
            Some((_, node)) => node,
            // Natural orders have no cycles, but nothing depends on that.
            None => (0..count).find(|node| place[*node] == usize::MAX).unwrap_or(0),
        };
        place[node] = order.len();
        order.push(node);
        for other in (0..count).filter(|other| graph.reasonable.get(*other, node)) {
            let was = ready.remove(&(reasonable_left[other], other));
            reasonable_left[other] -= 1;
            if was {
                ready.insert((reasonable_left[other], other));
            }
        }
        for other in (0..count).filter(|other| graph.natural.get(*other, node)) {
            natural_left[other] -= 1;
            if natural_left[other] == 0 && place[other] == usize::MAX {
                ready.insert((reasonable_left[other], other));
            }
        }
    }
    let mut natural = graph.natural.renumbered(&place);
    let mut reasonable = graph.reasonable.renumbered(&place);
    for node in 0..count {
        for other in node..count {
            natural.clear(node, other);
            reasonable.clear(node, other);
        }
    }
    let nodes = order.iter().map(|node| graph.nodes[*node].clone()).collect();
    let greedy_necessary = graph.greedy_necessary.renumbered(&place);
    Graph { nodes, natural, greedy_necessary, reasonable }
}
