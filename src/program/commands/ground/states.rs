//! The reachable states of a ground task, breadth-first, up to a number: `ground --list states`.
//!
//! In: a ground task. Out: a line for each state, as text and as JSON.

use std::fmt::Write;

use serde_json::{Value, json};

use banto_base::limits::{Limits, Stop};
use banto_planning::strips::{self, CostKind, FactId, FactSpace, OpId, TaskSpace};
use banto_search::{Pool, Space};
use banto_text::task::Task;

/// What states are listed of.
pub(super) const SIMPLIFIED: &str =
    "states of the simplified task, without facts that never change or that the goal never needs";

/// The reachable states, breadth-first, up to a number.
pub(super) struct StateSpace {
    /// The facts of each that readers know, and whether the goal holds.
    states: Vec<(Vec<FactId>, bool)>,
    /// From which state, by which operator, to which state; the number of steps to states that are left out.
    steps: Vec<(usize, OpId, usize)>,
    pub(super) left_out: usize,
}

impl StateSpace {
    /// Enumerates states; `None` if costs do not fit.
    pub(super) fn explore(task: &strips::Task, most: usize, limits: &Limits) -> Result<Option<Self>, Stop> {
        let Some(space) = TaskSpace::<u64>::within(task, CostKind::Unit, limits)? else { return Ok(None) };
        let mut scratch = space.scratch();
        let (mut pool, mut row) = (Pool::new(space.words()), vec![0; space.words()]);
        space.initial(&mut row);
        pool.intern(&row);
        let (mut steps, mut next, mut left_out) = (Vec::new(), 0, 0);
        while next < pool.len() {
            limits.check()?;
            row.copy_from_slice(pool.row(next.into()));
            space.expand(&mut scratch, &row, &mut |action, _, successor| {
                let operator = OpId::from(action);
                let has_room = pool.len() < most;
                let to =
                    if has_room { pool.intern(successor).map(|found| found.0) } else { pool.find(successor) };
                match to {
                    Some(to) => steps.push((next, operator, to.index())),
                    None => left_out += 1,
                }
            });
            next += 1;
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
        Ok(Some(Self { states, steps, left_out }))
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
