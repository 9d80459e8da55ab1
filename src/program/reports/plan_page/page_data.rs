//! A plan replayed for a page: what each step needs and changes, what made it true, and the states in between.
//!
//! In: a task, and steps that can be made. Out: [`PageData`]: data for the page's script, and the links
//! between steps. Bounded: a page stays small enough to open, and says what it leaves out.

use std::collections::{BTreeSet, HashMap};

use serde_json::{Value, json};

use crate::Loaded;
use crate::compare::figures::counted;
use crate::drawing::{Scenes, StateSequence};
use banto_base::limits::Limits;
use banto_base::page::escape;
use banto_games::Board;
use banto_text::plan::{Plan, Reason, Replay};
use banto_text::task::{ObjectId, PredicateId, Schema, Task};

/// Roughly how many bytes the steps that are shown may take, boards included.
const MOST_BYTES: usize = 4 << 20;
/// How many facts of the initial state are shown: of those that actions can change, and of the others.
const MOST_FACTS: usize = 4_000;
const MOST_FIXED: usize = 1_000;
/// Derived facts are compared after every step only if there are no more than this many at first.
const MOST_DERIVED: usize = 2_000;
/// How many reasons are shown for one step.
const MOST_REASONS: usize = 60;

/// A plan replayed, as a page shows it.
pub(super) struct PageData {
    /// Steps, states and boards, for the script.
    pub data: Value,
    pub actions: Vec<String>,
    /// The picture of the first state, if there is one.
    pub scene: String,
    /// Which step made a condition of which step true: steps count from 1, and the goal comes after the last.
    pub links: BTreeSet<(usize, usize)>,
    /// Notes on what is left out, in sentences.
    pub left_out: Vec<String>,
}

/// Facts by number: each is written once.
#[derive(Default)]
struct Facts {
    numbers: HashMap<String, usize>,
    names: Vec<String>,
}

impl Facts {
    fn number(&mut self, name: String) -> usize {
        let next = self.names.len();
        *self.numbers.entry(name).or_insert_with_key(|name| {
            self.names.push(name.clone());
            next
        })
    }

    fn numbers(&mut self, names: Vec<String>) -> Vec<usize> {
        names.into_iter().map(|name| self.number(name)).collect()
    }
}

/// A replay of a plan.
struct Tracer<'a> {
    task: &'a Task,
    replay: Replay<'a>,
    facts: Facts,
    /// Derived predicates whose facts are followed, with those that hold now.
    derived: Vec<(PredicateId, BTreeSet<Vec<ObjectId>>)>,
    links: BTreeSet<(usize, usize)>,
    left_out: Vec<String>,
}

impl PageData {
    /// Replays a plan within limits; what follows the cut is left out.
    pub(super) fn new(loaded: &Loaded, board: &Board, plan: &Plan, limits: &Limits) -> Self {
        let task = &loaded.task;
        let replay = Replay::new(task, limits.clone());
        let (facts, links) = (Facts::default(), BTreeSet::new());
        let mut tracer = Tracer { task, replay, facts, derived: Vec::new(), links, left_out: Vec::new() };
        let (init, fixed) = tracer.start();
        let mut sequence = StateSequence::new(task, board);
        let (mut steps, mut actions, mut bytes) = (Vec::new(), Vec::new(), 0);
        let mut is_drawn = sequence.as_mut().is_ok_and(|sequence| sequence.add(&mut tracer.replay));
        for (index, step) in plan.steps.iter().enumerate() {
            if bytes > MOST_BYTES || limits.check_now().is_err() {
                break;
            }
            let Some(made) = tracer.step(plan, index) else { break };
            bytes += made.to_string().len();
            steps.push(made);
            actions.push(task.show_step(step.schema, &step.arguments));
            let draws = is_drawn && sequence.as_mut().is_ok_and(|sequence| sequence.add(&mut tracer.replay));
            if is_drawn && !draws {
                tracer.left_out.push(format!("pictures of the states from step {} on", index + 1));
            }
            is_drawn = draws;
        }
        if let Err(why) = &sequence
            && !task.objects.is_empty()
        {
            tracer.left_out.push(format!("pictures of the states: {why}"));
        }
        let left = plan.steps.len() - steps.len();
        let (mut goal, mut reached) = (Vec::new(), false);
        if left == 0 {
            let goals = tracer.replay.goals(plan);
            reached = goals.iter().all(|goal| goal.0);
            let reasons: Vec<Reason> = goals.into_iter().flat_map(|goal| goal.1).collect();
            goal = tracer.reasons(&reasons, steps.len() + 1);
        } else {
            tracer.left_out.push(format!("{left} more steps, and the goal after them"));
        }
        let sequence = sequence.ok();
        let scenes = sequence.as_ref().and_then(Scenes::new);
        let data = json!({
            "facts": tracer.facts.names, "init": init, "fixed": fixed, "steps": steps, "goal": goal,
            "reached": reached, "scene": scenes.as_ref().map(Scenes::changes),
            "also": scenes.as_ref().map(Scenes::below),
        });
        let scene = scenes.map_or(String::new(), |scenes| {
            format!("{}<p class=\"where\">{}</p>\n{}", scenes.html(0), escape(&scenes.notes()), scenes.away())
        });
        Self { data, actions, scene, links: tracer.links, left_out: tracer.left_out }
    }
}

impl Tracer<'_> {
    /// The facts of the initial state: those that can change, and those that stay.
    fn start(&mut self) -> (Vec<usize>, Vec<String>) {
        let (mut init, mut fixed) = (Vec::new(), Vec::new());
        let (mut more, mut more_fixed) = (0, 0);
        let changes = self.task.schemas.iter().flat_map(Schema::changes);
        let changing: BTreeSet<PredicateId> = changes.map(|(atom, _)| atom.predicate).collect();
        for predicate in self.task.predicates.ids() {
            let atoms = self.replay.atoms(predicate);
            let is_derived = self.task.predicate_info[predicate.index()].layer.is_some();
            if is_derived && atoms.len() > MOST_DERIVED {
                let name = self.task.predicates.name(predicate);
                self.left_out.push(format!("the derived facts of {name}, which are many"));
                continue;
            }
            let changes = is_derived || changing.contains(&predicate);
            for atom in &atoms {
                let shown = || self.task.show_atom(predicate, atom);
                if !changes {
                    if fixed.len() < MOST_FIXED { fixed.push(shown()) } else { more_fixed += 1 }
                } else if init.len() < MOST_FACTS {
                    init.push(self.facts.number(shown()));
                } else {
                    more += 1;
                }
            }
            if is_derived {
                self.derived.push((predicate, atoms.into_iter().collect()));
            }
        }
        if more > 0 {
            let facts = counted(more, "more fact", "more facts");
            self.left_out.push(format!("{facts} of the initial state, until a step changes them"));
        }
        if more_fixed > 0 {
            let facts = counted(more_fixed, "more fact that never changes", "more facts that never change");
            self.left_out.push(facts);
        }
        (init, fixed)
    }

    /// Makes a step; `None` if a limit prevents it.
    fn step(&mut self, plan: &Plan, index: usize) -> Option<Value> {
        let traced = self.replay.traced(plan, index).ok()?;
        let step = &plan.steps[index];
        let (mut adds, mut deletes) = (traced.adds, traced.deletes);
        for (predicate, before) in &mut self.derived {
            let after: BTreeSet<_> = self.replay.atoms(*predicate).into_iter().collect();
            let shown = |atom: &Vec<ObjectId>| self.task.show_atom(*predicate, atom);
            adds.extend(after.difference(before).map(shown));
            deletes.extend(before.difference(&after).map(shown));
            *before = after;
        }
        Some(json!({
            "action": self.task.show_step(step.schema, &step.arguments),
            "cost": traced.cost,
            "needs": self.reasons(&traced.needs, index + 1),
            "when": self.reasons(&traced.when, index + 1),
            "adds": self.facts.numbers(adds),
            "deletes": self.facts.numbers(deletes),
        }))
    }

    /// Reasons as a list: the depth of each, its text, and the step that made it so.
    fn reasons(&mut self, reasons: &[Reason], of: usize) -> Vec<Value> {
        let mut out = Vec::new();
        let mut open: Vec<(usize, &Reason)> = reasons.iter().rev().map(|reason| (0, reason)).collect();
        while let Some((depth, reason)) = open.pop() {
            if let Some(by) = reason.by.filter(|by| *by > 0) {
                self.links.insert((by, of));
            }
            if out.len() < MOST_REASONS {
                out.push(json!([depth, reason.text, reason.by]));
            } else if out.len() == MOST_REASONS {
                out.push(json!([0, "and more", null]));
            }
            open.extend(reason.inner.iter().rev().map(|inner| (depth + 1, inner)));
        }
        out
    }
}
