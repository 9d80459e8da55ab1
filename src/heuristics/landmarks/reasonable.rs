//! Reasonable orderings (Hoffmann, Porteous and Sebastia 2004), and an order without cycles.
//!
//! In: landmarks with what must come before what. Out: the same with what had better come before what, numbered along all
//! orderings. One landmark had better come before another where reaching it later would undo the other, which is needed after
//! it. States are not known here.

use super::graph::{Graph, Node};
use super::matrix::Matrix;
use crate::limits::{Limits, Stop};
use crate::strips::{FactId, Task};

/// Adds reasonable orderings, drops those that close a cycle, and numbers landmarks so that what comes before is less.
///
/// # Errors
/// When a limit is reached.
pub(super) fn finish(task: &Task, mut graph: Graph, limits: &Limits) -> Result<Graph, Stop> {
    // What had better come before, and the three relations under other numbers.
    limits.check_room(4 * Matrix::bytes(graph.nodes.len()) + task.fact_count() * size_of::<Vec<u32>>())?;
    let mutexes = Exclusions::new(task);
    let undone: Vec<Vec<FactId>> = (0..graph.nodes.len()).map(|node| undoing(&graph, node)).collect();
    let simple = |node: usize| graph.nodes[node].facts.len() == 1;
    let undoes = |first: usize, second: usize| {
        let (facts, other) = (&undone[first], graph.nodes[second].facts[0]);
        facts.iter().any(|fact| mutexes.are(*fact, other))
    };
    let mut better = Matrix::new(graph.nodes.len());
    let mut offer = |first: usize, second: usize| {
        if first != second
            && simple(first)
            && simple(second)
            && !graph.nodes[first].initially
            && !graph.before.get(second, first)
            && !graph.before.get(first, second)
            && undoes(first, second)
        {
            better.set(second, first);
        }
    };
    let goals: Vec<usize> = (0..graph.nodes.len()).filter(|node| graph.nodes[*node].goal).collect();
    for second in 0..graph.nodes.len() {
        limits.check()?;
        if graph.nodes[second].goal {
            goals.iter().for_each(|first| offer(*first, second));
        }
        // It is needed just before `after`, and so is `first` at some time.
        for after in graph.directly.ones(second) {
            limits.check()?;
            graph.before.ones(after).for_each(|first| offer(first, second));
        }
    }
    graph.better = better;
    limits.check_now()?;
    Ok(sorted(&graph))
}

/// Facts that hold just before the landmark is reached, or as soon as it is.
fn undoing(graph: &Graph, node: usize) -> Vec<FactId> {
    let Node { facts, shared, .. } = &graph.nodes[node];
    if facts.len() > 1 {
        return Vec::new();
    }
    let before = graph.before.ones(node).filter(|other| graph.directly.get(*other, node));
    let before = before.filter(|other| graph.nodes[*other].facts.len() == 1);
    let mut all: Vec<FactId> = before.map(|other| graph.nodes[other].facts[0]).collect();
    all.extend(facts);
    all.extend(shared);
    all
}

/// Which facts cannot hold together.
struct Exclusions<'a> {
    task: &'a Task,
    /// For each fact the groups that it is in, ascending.
    groups: Vec<Vec<u32>>,
}

impl<'a> Exclusions<'a> {
    fn new(task: &'a Task) -> Self {
        let mut groups = vec![Vec::new(); task.fact_count()];
        for (number, group) in (0..).zip(task.groups()) {
            group.iter().for_each(|fact| groups[fact.index()].push(number));
        }
        Self { task, groups }
    }

    fn are(&self, first: FactId, second: FactId) -> bool {
        first != second
            && (self.task.variable_of(first) == self.task.variable_of(second)
                || self.groups[first.index()].iter().any(|group| self.groups[second.index()].contains(group)))
    }
}

/// Takes landmarks one by one, each after all that must come before it, and if it can be after all that had better.
fn sorted(graph: &Graph) -> Graph {
    let count = graph.nodes.len();
    let mut must: Vec<usize> = (0..count).map(|node| graph.before.ones(node).count()).collect();
    let mut had_better: Vec<usize> = (0..count).map(|node| graph.better.ones(node).count()).collect();
    let mut after = vec![(Vec::new(), Vec::new()); count];
    for node in 0..count {
        graph.before.ones(node).for_each(|other| after[other].0.push(node));
        graph.better.ones(node).for_each(|other| after[other].1.push(node));
    }
    let mut ready: std::collections::BTreeSet<(usize, usize)> =
        (0..count).filter(|node| must[*node] == 0).map(|node| (had_better[node], node)).collect();
    let mut place = vec![usize::MAX; count];
    let mut order = Vec::with_capacity(count);
    while order.len() < count {
        let node = match ready.pop_first() {
            Some((_, node)) => node,
            // What must come before what has no cycles; but nothing hangs on it.
            None => (0..count).find(|node| place[*node] == usize::MAX).unwrap_or(0),
        };
        place[node] = order.len();
        order.push(node);
        let (musts, betters) = std::mem::take(&mut after[node]);
        for other in betters {
            let was = ready.remove(&(had_better[other], other));
            had_better[other] -= 1;
            if was {
                ready.insert((had_better[other], other));
            }
        }
        for other in musts {
            must[other] -= 1;
            if must[other] == 0 && place[other] == usize::MAX {
                ready.insert((had_better[other], other));
            }
        }
    }
    let mut before = graph.before.renumbered(&place);
    let mut better = graph.better.renumbered(&place);
    for node in 0..count {
        for other in node..count {
            before.clear(node, other);
            better.clear(node, other);
        }
    }
    let nodes = order.iter().map(|node| graph.nodes[*node].clone()).collect();
    Graph { nodes, before, better, directly: graph.directly.renumbered(&place) }
}
