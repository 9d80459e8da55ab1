//! Graphs of a ground task for graphviz: the causal graph, the states, the landmarks.
//!
//! In: a ground task. Out: text in the language of dot. States are listed up to a limit; the shortest plan among them
//! is marked.

use std::collections::BTreeSet;
use std::fmt::Write;

use clap::ValueEnum;

use crate::base::limits::{Limits, Stop};
use crate::planning::heuristics::{Build, Landmarks, Order};
use crate::planning::strips::{self, CostKind, FactId, FactSpace, OpId, TaskSpace};
use crate::program::compare::figures::counted;
use crate::search::{Pool, Space};
use crate::text::task::Task;

/// A picture of more states than this would be unreadable.
const MOST_STATES: usize = 200;

/// What `ground --dot` draws.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum Graph {
    /// Variables, with an arrow where an operator that changes one needs or changes the other
    Causal,
    /// States, breadth-first, up to 200; the shortest plan among them is marked
    States,
    /// Landmarks with their orders
    Landmarks,
}

/// The graph.
pub(crate) fn graph(what: Graph, task: &strips::Task, names: &Task, limits: &Limits) -> Result<String, Stop> {
    let mut out = String::from("digraph {\n  node [shape=box];\n");
    match what {
        Graph::Causal => causal(task, names, &mut out),
        Graph::States => states(task, names, limits, &mut out)?,
        Graph::Landmarks => landmarks(task, names, &mut out),
    }
    Ok(out + "}\n")
}

/// A text between quotation marks.
fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n"))
}

fn show(task: &strips::Task, names: &Task, facts: &[FactId]) -> String {
    facts.iter().map(|fact| task.show_fact(names, *fact)).collect::<Vec<_>>().join("\n")
}

fn causal(task: &strips::Task, names: &Task, out: &mut String) {
    let goal: BTreeSet<usize> = task.goal().iter().map(|fact| task.variable_of(*fact).index()).collect();
    for (number, variable) in task.variables().iter().enumerate() {
        let facts: Vec<FactId> = variable.facts().collect();
        let style = if goal.contains(&number) { ", style=bold" } else { "" };
        let _ = writeln!(out, "  v{number} [label={}{style}];", quoted(&show(task, names, &facts)));
    }
    let mut arrows = BTreeSet::new();
    let variable = |fact: &FactId| task.variable_of(*fact).index();
    for operator in task.operators() {
        let changed: BTreeSet<usize> = task.effects(operator).map(|effect| variable(&effect.fact)).collect();
        for effect in task.effects(operator) {
            let needed = task.condition(operator).iter().chain(effect.condition).map(variable);
            let to = variable(&effect.fact);
            arrows.extend(
                needed.chain(changed.iter().copied()).filter(|from| *from != to).map(|from| (from, to)),
            );
        }
    }
    for rule in task.axioms() {
        let to = variable(&rule.head);
        arrows.extend(rule.body.iter().map(variable).filter(|from| *from != to).map(|from| (from, to)));
    }
    for (from, to) in arrows {
        let _ = writeln!(out, "  v{from} -> v{to};");
    }
}

fn states(task: &strips::Task, names: &Task, limits: &Limits, out: &mut String) -> Result<(), Stop> {
    let Some(space) = TaskSpace::<u64>::within(task, CostKind::Unit, limits)? else { return Ok(()) };
    let mut scratch = space.scratch();
    let (mut pool, mut row) = (Pool::new(space.words()), vec![0; space.words()]);
    space.initial(&mut row);
    pool.intern(&row);
    let mut parent = vec![None];
    let mut steps = Vec::new();
    let (mut next, mut left_out, mut goal) = (0, 0usize, None);
    while next < pool.len() {
        limits.check()?;
        row.copy_from_slice(pool.row(next.into()));
        if goal.is_none() && space.is_goal(&row) {
            goal = Some(next);
        }
        space.expand(&mut scratch, &row, &mut |action, _, successor| {
            let has_room = pool.len() < MOST_STATES;
            let to =
                if has_room { pool.intern(successor) } else { pool.find(successor).map(|id| (id, false)) };
            match to {
                Some((to, is_new)) => {
                    parent.extend(is_new.then_some(Some((next, action))));
                    steps.push((next, action, to.index()));
                }
                None => left_out += 1,
            }
        });
        next += 1;
    }
    let mut marked = BTreeSet::new();
    let mut at = goal;
    while let Some((from, action)) = at.and_then(|at| parent[at]) {
        marked.insert((from, action));
        at = Some(from);
    }
    let mut facts = Vec::new();
    for number in 0..pool.len() {
        let row = pool.row(number.into());
        space.facts(row, &mut facts);
        facts.retain(|fact| {
            !matches!(task.name(*fact), strips::FactName::Not(_) | strips::FactName::NoneOfThem)
        });
        let style = match (number == 0, space.is_goal(row)) {
            (_, true) => ", peripheries=2",
            (true, _) => ", style=bold",
            _ => "",
        };
        let _ = writeln!(out, "  s{number} [label={}{style}];", quoted(&show(task, names, &facts)));
    }
    for (from, action, to) in steps {
        let label = quoted(&task.show_operator(names, OpId::from(action)));
        let style = if marked.contains(&(from, action)) { ", color=red, penwidth=3" } else { "" };
        let _ = writeln!(out, "  s{from} -> s{to} [label={label}{style}];");
    }
    if left_out > 0 {
        let _ = writeln!(
            out,
            "  more [label=\"{} to states that are left out\", shape=plaintext];",
            counted(left_out, "step", "steps")
        );
    }
    Ok(())
}

fn landmarks(task: &strips::Task, names: &Task, out: &mut String) {
    let landmarks = Landmarks::new(task, CostKind::Real);
    for (number, facts) in landmarks.landmarks().enumerate() {
        let is_goal = facts.iter().all(|fact| task.goal().contains(fact));
        let style = if is_goal { ", style=bold" } else { "" };
        let label = quoted(&show(task, names, facts).replace('\n', " or\n"));
        let _ = writeln!(out, "  l{number} [label={label}{style}];");
    }
    for (one, other, order) in landmarks.orders() {
        let style = match order {
            Order::GreedyNecessary => "label=gn",
            Order::Natural => "label=n",
            Order::Reasonable => "label=r, style=dashed",
        };
        let _ = writeln!(out, "  l{one} -> l{other} [{style}];");
    }
}
