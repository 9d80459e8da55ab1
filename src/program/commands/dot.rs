//! Graphs of a ground task for graphviz: the causal graph, the states, the landmarks.
//!
//! In: a ground task. Out: text in the language of dot. States are listed up to a limit; the shortest plan among them
//! is marked.

use std::collections::BTreeSet;
use std::fmt::Write;

use clap::ValueEnum;
use serde_json::{Value, json};

use crate::base::limits::{Limits, Stop};
use crate::planning::heuristics::{Build, Landmarks, Order};
use crate::planning::strips::{self, CostKind, FactId, FactSpace, OpId, TaskSpace};
use crate::program::compare::figures::counted;
use crate::search::{Pool, Space};
use crate::text::task::Task;

/// The graphs of `ground --dot`.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum Graph {
    /// Variables, with an arrow where an operator that changes one needs or changes the other
    Causal,
    /// States, breadth-first, up to a limit; the shortest plan among them is marked
    States,
    /// Landmarks with their orders
    Landmarks,
}

pub(crate) fn graph(
    what: Graph,
    task: &strips::Task,
    names: &Task,
    most: usize,
    limits: &Limits,
) -> Result<String, Stop> {
    let mut out = String::from("digraph {\n  node [shape=box];\n");
    match what {
        Graph::Causal => causal(task, names, &mut out),
        Graph::States => states(task, names, most, limits, &mut out)?,
        Graph::Landmarks => landmarks(task, names, &mut out),
    }
    Ok(out + "}\n")
}

/// What states are listed of.
pub(super) const SIMPLIFIED: &str =
    "states of the simplified task, without facts that never change or that the goal never needs";

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
    for (from, to) in arrows(task) {
        let _ = writeln!(out, "  v{from} -> v{to};");
    }
}

/// The arrows of the causal graph, between numbers of variables.
pub(super) fn arrows(task: &strips::Task) -> BTreeSet<(usize, usize)> {
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
    arrows
}

/// The reachable states, breadth-first, up to a number.
pub(super) struct StateSpace {
    /// The facts of each that readers know, and whether the goal holds.
    states: Vec<(Vec<FactId>, bool)>,
    /// From which state, by which operator, to which state; the number of steps to states that are left out.
    steps: Vec<(usize, OpId, usize)>,
    pub(super) left_out: usize,
    /// The steps of the shortest plan among these states.
    plan: BTreeSet<(usize, OpId)>,
}

impl StateSpace {
    /// Enumerates states; `None` if costs do not fit.
    pub(super) fn explore(task: &strips::Task, most: usize, limits: &Limits) -> Result<Option<Self>, Stop> {
        let Some(space) = TaskSpace::<u64>::within(task, CostKind::Unit, limits)? else { return Ok(None) };
        let mut scratch = space.scratch();
        let (mut pool, mut row) = (Pool::new(space.words()), vec![0; space.words()]);
        space.initial(&mut row);
        pool.intern(&row);
        let (mut parent, mut steps) = (vec![None], Vec::new());
        let (mut next, mut left_out, mut goal) = (0, 0, None);
        while next < pool.len() {
            limits.check()?;
            row.copy_from_slice(pool.row(next.into()));
            if goal.is_none() && space.is_goal(&row) {
                goal = Some(next);
            }
            space.expand(&mut scratch, &row, &mut |action, _, successor| {
                let operator = OpId::from(action);
                let has_room = pool.len() < most;
                let to = if has_room {
                    pool.intern(successor)
                } else {
                    pool.find(successor).map(|id| (id, false))
                };
                match to {
                    Some((to, is_new)) => {
                        parent.extend(is_new.then_some(Some((next, operator))));
                        steps.push((next, operator, to.index()));
                    }
                    None => left_out += 1,
                }
            });
            next += 1;
        }
        let mut plan = BTreeSet::new();
        let mut at = goal;
        while let Some((from, operator)) = at.and_then(|at| parent[at]) {
            plan.insert((from, operator));
            at = Some(from);
        }
        let has_name = |fact: &FactId| {
            !matches!(task.name(*fact), strips::FactName::Not(_) | strips::FactName::NoneOfThem)
        };
        let state = |number: usize| {
            let (row, mut facts) = (pool.row(number.into()), Vec::new());
            space.facts(row, &mut facts);
            facts.retain(has_name);
            (facts, space.is_goal(row))
        };
        let states = (0..pool.len()).map(state).collect();
        Ok(Some(Self { states, steps, left_out, plan }))
    }

    /// A line for each state, as text and as JSON.
    pub(super) fn lines(&self, task: &strips::Task, names: &Task) -> Vec<(String, Value)> {
        let mut steps: Vec<Vec<(String, usize)>> = vec![Vec::new(); self.states.len()];
        for (from, operator, to) in &self.steps {
            steps[*from].push((task.show_operator(names, *operator), *to));
        }
        let line = |(number, ((facts, is_goal), steps)): (usize, (&(Vec<FactId>, bool), Vec<_>))| {
            let facts: Vec<String> = facts.iter().map(|fact| task.show_fact(names, *fact)).collect();
            let goal = if *is_goal { " goal" } else { "" };
            let mut text = format!("{number}{goal}: {}", facts.join(" "));
            for (operator, to) in &steps {
                let _ = write!(text, "\n  {operator} -> {to}");
            }
            let step = |(operator, to): (String, usize)| json!({ "operator": operator, "to": to });
            let steps: Vec<Value> = steps.into_iter().map(step).collect();
            (text, json!({ "state": number, "goal": is_goal, "facts": facts, "steps": steps }))
        };
        self.states.iter().zip(steps).enumerate().map(line).collect()
    }
}

fn states(
    task: &strips::Task,
    names: &Task,
    most: usize,
    limits: &Limits,
    out: &mut String,
) -> Result<(), Stop> {
    let Some(space) = StateSpace::explore(task, most, limits)? else { return Ok(()) };
    let _ = writeln!(out, "  label={};", quoted(SIMPLIFIED));
    for (number, (facts, is_goal)) in space.states.iter().enumerate() {
        let style = match (number == 0, is_goal) {
            (_, true) => ", peripheries=2",
            (true, _) => ", style=bold",
            _ => "",
        };
        let _ = writeln!(out, "  s{number} [label={}{style}];", quoted(&show(task, names, facts)));
    }
    for (from, operator, to) in space.steps {
        let label = quoted(&task.show_operator(names, operator));
        let style = if space.plan.contains(&(from, operator)) { ", color=red, penwidth=3" } else { "" };
        let _ = writeln!(out, "  s{from} -> s{to} [label={label}{style}];");
    }
    if space.left_out > 0 {
        let _ = writeln!(
            out,
            "  more [label=\"{} to states that are left out\", shape=plaintext];",
            counted(space.left_out, "step", "steps")
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
