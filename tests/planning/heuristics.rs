//! Every heuristic of the registry against exact goal distances, over all states of tiny tasks; a new row is tested
//! without a new test. What the tables beside it say (landmarks, mutexes) is held to what the states show.
#![allow(clippy::cast_possible_truncation)] // The numbers here are small.
#![allow(clippy::format_push_string, clippy::format_collect, reason = "short texts")]

use std::collections::{BTreeSet, HashMap, VecDeque};
use std::path::Path;

use crate::oracle::random;
use crate::places::{files, root};
use banto::ground::ground;
use banto::heuristics::{
    AnyHeuristic, HEURISTICS, HeuristicRow, Novelty, heuristic_named, heuristics, register,
};
use banto::internals::{Abstractions, AxiomEvaluator, precedent_landmarks};
use banto::internals::{Build, Landmarks, Mutexes, Order};
use banto::limits::Limits;
use banto::planner::{Request, plan_texts};
use banto::search::open::{Known, OpenList};
use banto::search::{Algorithm, At, Cost, Estimate, Heuristic, Random, Space, StateId, Step};
use banto::sokoban::encode::{Encoding, encode};
use banto::strips::{CostKind, FactId, Task, TaskSpace};
use banto::task;

/// States beyond which a task is left out: it is not tiny.
const MOST: usize = 3000;

fn grounded(name: &str, domain: &str, problem: &str) -> Option<Task> {
    let resolved = task::read(domain, problem).unwrap_or_else(|error| panic!("{name}: {error}"));
    ground(&resolved, &Limits::none(), &mut |_| {}).unwrap().task
}

/// A corridor of three rooms with a lamp that burns out: an axiom over an axiom, a negated derived condition, steps
/// that cost nothing, others that cost 2^40, and conditional effects that read what is derived.
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

/// A goal that holds initially and can be lost for good, and states without a way to the goal.
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
    let read = |path: &Path| std::fs::read_to_string(path).unwrap();
    let mut all = Vec::new();
    for domain in files(&root().join("domains"), "pddl") {
        let folder = root().join("problems").join(domain.file_stem().unwrap());
        for problem in files(&folder, "pddl").iter().take(2) {
            let name = format!("{} {}", domain.display(), problem.display());
            all.extend(grounded(&name, &read(&domain), &read(problem)).map(|task| (name, task)));
        }
    }
    for (name, domain, problem) in [("corridor", CORRIDOR, CORRIDOR_PROBLEM), ("trap", TRAP, TRAP_PROBLEM)] {
        all.push((name.to_owned(), grounded(name, domain, problem).expect("the goal is in reach")));
    }
    all
}

/// Things without names on a random graph: they move one by one, in pairs, where nothing is in the way, or vanish.
const MARBLES: &str = "(define (domain marbles)
  (:requirements :adl)
  (:predicates (on ?n) (link ?a ?b) (twin ?a ?b ?c ?d) (hole ?n))
  (:action move :parameters (?a ?b) :precondition (and (on ?a) (link ?a ?b) (not (on ?b)))
    :effect (and (not (on ?a)) (on ?b)))
  (:action roll :parameters (?a ?b) :precondition (and (on ?a) (link ?b ?a))
    :effect (when (and (not (on ?b)) (not (hole ?b))) (and (not (on ?a)) (on ?b))))
  (:action pair :parameters (?a ?b ?c ?d)
    :precondition (and (twin ?a ?b ?c ?d) (on ?a) (on ?b) (not (on ?c)) (not (on ?d)))
    :effect (and (not (on ?a)) (not (on ?b)) (on ?c) (on ?d)))
  (:action fall :parameters (?a) :precondition (and (on ?a) (hole ?a)) :effect (not (on ?a))))";

/// Levels whose boxes have no names, and marbles.
fn alike() -> Vec<(String, Task)> {
    let levels = [
        "#######\n#.  . #\n# $$  #\n#  @  #\n#######",
        "######\n#.   #\n#.$$ #\n# $@ #\n#.   #\n######",
        "#########\n#  .#. @#\n# $ $   #\n#########",
    ];
    let mut all = Vec::new();
    for level in levels {
        for encoding in [Encoding::Basic, Encoding::Filtered, Encoding::Pushes] {
            let encoded = encode(&level.parse().unwrap(), encoding).unwrap();
            let name = format!("{encoding:?}\n{level}");
            all.extend(grounded(&name, encoded.domain, &encoded.problem).map(|task| (name, task)));
        }
    }
    for seed in 0..40 {
        let mut random = Random::new(seed);
        let mut nodes =
            |count: usize| -> String { (0..count).map(|_| format!(" n{}", random.below_index(7))).collect() };
        let mut init = String::new();
        for (predicate, arity, count) in [("on", 1, 3), ("link", 2, 7), ("twin", 4, 3), ("hole", 1, 1)] {
            (0..count).for_each(|_| init += &format!("({predicate}{})", nodes(arity)));
        }
        let goal: String = (0..3).map(|_| format!("(on{})", nodes(1))).collect();
        let objects = "n0 n1 n2 n3 n4 n5 n6";
        let problem = format!(
            "(define (problem p) (:domain marbles) (:objects {objects}) (:init {init}) (:goal (and {goal})))"
        );
        let name = format!("marbles {seed}: {problem}");
        all.extend(grounded(&name, MARBLES, &problem).map(|task| (name, task)));
    }
    all
}

#[test]
fn things_without_names_have_dead_ends_that_the_relaxed_task_has_not() {
    let (mut without, mut with) = (0, 0);
    for (_, task) in alike().iter().filter(|(_, task)| !task.counted().is_empty()) {
        let space = TaskSpace::<u64>::new(task, CostKind::Unit).unwrap();
        let Some(graph) = explore(&space) else { continue };
        for (name, count) in [("hmax", &mut without), ("ff", &mut with)] {
            let mut heuristic = heuristic_named(name).unwrap().build::<u64>(task, CostKind::Unit);
            for state in &graph.states {
                let at = At { space: &space, id: None, state, g: 0, earlier: &[] };
                let estimate = heuristic.evaluate(&at, &mut Vec::new());
                *count += usize::from(estimate == Estimate::DeadEnd { safe: true });
            }
        }
    }
    assert!(with > 2 * without, "{with} {without}");
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
    let mut queue: BTreeSet<(u64, usize)> =
        (0..states.len()).filter(|state| goals[*state]).map(|s| (0, s)).collect();
    while let Some((cost, state)) = queue.pop_first() {
        if costs[state].is_none() {
            costs[state] = Some(cost);
            queue.extend(back[state].iter().map(|(start, step)| (cost + step, *start)));
        }
    }
    Some(Explored { states, steps, goals, costs })
}

/// Tells the heuristic of every step of the graph, in breadth-first order.
fn tell<'a, H: Heuristic<TaskSpace<'a, u64>> + ?Sized>(
    heuristic: &mut H,
    space: &TaskSpace<'a, u64>,
    graph: &Explored,
) {
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
    for (name, task) in tasks().into_iter().chain(alike()) {
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

/// Holds a heuristic to its claims over all states.
fn check<'a>(
    name: &str,
    row: &HeuristicRow,
    heuristic: &mut AnyHeuristic<'a, u64>,
    space: &TaskSpace<'a, u64>,
    graph: &Explored,
) {
    let operators = space.task().operator_count();
    let mut estimates = Vec::new();
    for (index, state) in graph.states.iter().enumerate() {
        let mut preferred = Vec::new();
        let at = At { space, id: Some(StateId::from(index)), state, g: 0, earlier: &[] };
        let estimate = heuristic.evaluate(&at, &mut preferred);
        let exact = graph.costs[index];
        match estimate {
            Estimate::DeadEnd { safe } => {
                assert!(safe || !row.claims.safe, "{name}: state {index} is dead, but not surely");
                assert!(!safe || exact.is_none(), "{name}: state {index} is no dead end");
                estimates.push(u64::INFINITE);
            }
            Estimate::Cost(cost) => {
                if let (true, Some(exact)) = (row.claims.admissible, exact) {
                    assert!(cost <= exact, "{name}: {cost} > {exact} in state {index}");
                }
                estimates.push(cost);
            }
        }
        if graph.goals[index] {
            assert_ne!(estimate, Estimate::DeadEnd { safe: true }, "{name}: a goal is no dead end");
            assert!(!row.claims.consistent || estimate == Estimate::Cost(0), "{name}: goal {index}");
        }
        assert!(row.prefers || preferred.is_empty(), "{name} prefers");
        assert!(preferred.iter().all(|action| (*action as usize) < operators), "{name}");
    }
    if row.claims.consistent {
        for (start, steps) in graph.steps.iter().enumerate() {
            for (_, cost, end) in steps {
                let bound = estimates[*end].plus_or_infinite(*cost);
                assert!(estimates[start] <= bound, "{name}: {start} to {end} falls by more than {cost}");
            }
        }
    }
}

/// The tasks above and random ones, with their states.
fn tiny_tasks() -> Vec<(String, Task)> {
    let random = (0..if cfg!(debug_assertions) { 80 } else { 1500 }).filter_map(|seed| {
        let (domain, problem) = random::task(seed);
        Some((format!("random {seed}"), grounded("random", &domain, &problem)?))
    });
    tasks().into_iter().chain(alike()).chain(random).collect()
}

#[test]
fn each_abstraction_alone_keeps_the_claims_of_all() {
    let mut row = heuristic_named("abstractions").unwrap();
    // Those of one building are consistent.
    row.claims.consistent = true;
    let (mut projections, mut refined, mut exact) = (0, 0, 0);
    for (name, task) in tiny_tasks() {
        let space = TaskSpace::<u64>::new(&task, CostKind::PlusOne).unwrap();
        let Some(graph) = explore(&space) else { continue };
        let basic = |variable: &u32| task.variables()[*variable as usize].layer.is_none();
        let all: Vec<u32> = (0..task.variables().len() as u32).filter(basic).collect();
        // One variable, two that are neighbors, and all of them.
        let mut patterns: Vec<Vec<u32>> = all.windows(2).map(<[u32]>::to_vec).collect();
        patterns.extend(all.iter().map(|variable| vec![*variable]));
        patterns.push(all.clone());
        let landmarks = precedent_landmarks(&task, &Limits::none()).unwrap();
        let each = Abstractions::each_alone(&task, CostKind::PlusOne, &landmarks, &patterns, &Limits::none())
            .unwrap();
        for deepens in [false, true] {
            let mut sum =
                Abstractions::within(&task, CostKind::PlusOne, &landmarks, &Limits::none()).unwrap();
            if deepens && graph.states.len() < 200 {
                sum.deepen(&task);
            }
            let mut sum: AnyHeuristic<'_, u64> = Box::new(sum);
            check(&format!("all on {name}"), &row, &mut sum, &space, &graph);
        }
        for (pattern, one) in each {
            let mut one: AnyHeuristic<'_, u64> = Box::new(one);
            check(&format!("{pattern:?} on {name}"), &row, &mut one, &space, &graph);
            projections += usize::from(pattern.is_some());
            refined += usize::from(pattern.is_none());
            // A projection to all variables is the task, unless axioms were left out, or costs are counted roughly.
            let is_task = pattern.is_some_and(|pattern| pattern == all) && task.axioms().is_empty();
            if is_task && task.operators().all(|operator| task.cost(operator) < 1 << 20) {
                for (state, cost) in graph.states.iter().zip(&graph.costs) {
                    let at = At { space: &space, id: None, state, g: 0, earlier: &[] };
                    let wanted = cost.map_or(Estimate::DeadEnd { safe: true }, Estimate::Cost);
                    assert_eq!(one.evaluate(&at, &mut Vec::new()), wanted, "{name}");
                    exact += 1;
                }
            }
        }
    }
    assert!(projections > 500 && refined > 80 && exact > 1000, "{projections} {refined} {exact}");
}

/// For each state whether one of the facts holds there.
fn where_holds(task: &Task, graph: &Explored, facts: &[FactId]) -> Vec<bool> {
    let mut axioms = AxiomEvaluator::new(task);
    let mut complete = vec![0; task.packing().complete_words()];
    let holds = graph.states.iter().map(|state| {
        complete[..state.len()].copy_from_slice(state);
        axioms.evaluate(task, &mut complete);
        facts.iter().any(|fact| task.packing().get(&complete, task.variable_of(*fact)) == *fact)
    });
    holds.collect()
}

/// The states that can be reached without a state that is shut; shut ones that can be entered are given with their
/// steps.
fn reachable(graph: &Explored, shut: &[bool]) -> (Vec<bool>, Vec<(usize, usize)>) {
    let mut seen = vec![false; graph.states.len()];
    let mut entered = Vec::new();
    let mut queue = VecDeque::new();
    if !shut[0] {
        seen[0] = true;
        queue.push_back(0);
    }
    while let Some(state) = queue.pop_front() {
        for (_, _, end) in &graph.steps[state] {
            if shut[*end] {
                entered.push((state, *end));
            } else if !std::mem::replace(&mut seen[*end], true) {
                queue.push_back(*end);
            }
        }
    }
    (seen, entered)
}

#[test]
fn landmarks_hold_in_every_plan_and_in_their_order() {
    let mut checked = (0, 0, 0);
    for (name, task) in tasks() {
        let space = TaskSpace::<u64>::new(&task, CostKind::Real).unwrap();
        let Some(graph) = explore(&space) else { continue };
        let mut landmarks = Landmarks::new(&task, CostKind::Real);
        let facts: Vec<Vec<FactId>> = landmarks.landmarks().map(<[FactId]>::to_vec).collect();
        let held: Vec<Vec<bool>> = facts.iter().map(|facts| where_holds(&task, &graph, facts)).collect();
        for (landmark, held) in held.iter().enumerate() {
            let (seen, _) = reachable(&graph, held);
            let passed = (0..seen.len()).any(|state| seen[state] && graph.goals[state]);
            assert!(!passed, "{name}: {landmark} is no landmark");
            checked.0 += 1;
            checked.1 += usize::from(facts[landmark].len() > 1);
        }
        for (first, second, order) in landmarks.orders() {
            checked.2 += usize::from(order == Order::Reasonable);
            assert!(first < second);
            if order == Order::Reasonable {
                continue;
            }
            let (seen, _) = reachable(&graph, &held[first]);
            let early = (0..seen.len()).any(|state| seen[state] && held[second][state]);
            assert!(!early, "{name}: {second} before {first}");
            let (_, entered) = reachable(&graph, &held[second]);
            for (start, end) in entered {
                let just_before = held[first][start] || held[first][end];
                assert!(
                    order != Order::GreedyNecessary || just_before,
                    "{name}: {second} not right after {first}"
                );
            }
        }
        // What is behind a state by sound orderings alone held on every path there.
        tell(&mut landmarks, &space, &graph);
        for state in 0..graph.states.len() {
            for landmark in landmarks.reached_in(StateId::from(state)) {
                let (seen, _) = reachable(&graph, &held[landmark]);
                assert!(!seen[state], "{name}: {landmark} is not behind {state}");
            }
            if graph.states.len() > 300 {
                break;
            }
        }
    }
    assert!(checked.0 > 50 && checked.1 > 0 && checked.2 > 0, "{checked:?}");
}

/// `goalcount` once more, as a caller would write it.
fn registered() -> HeuristicRow {
    let claims = heuristic_named("goalcount").unwrap().claims;
    let own = HeuristicRow::own("again", "goalcount once more", claims, |task, _, _| {
        let goal = task.goal().to_vec();
        Ok(Box::new(move |holds, _| Estimate::Cost(goal.iter().filter(|fact| !holds(**fact)).count() as u64)))
    });
    register(own.clone()).unwrap();
    own
}

#[test]
fn a_registered_heuristic_works_wherever_one_of_the_table_does() {
    let (own, theirs) = (registered(), heuristic_named("goalcount").unwrap());
    assert_eq!(heuristic_named("AGAIN").map(|row| row.summary), Some("goalcount once more"));
    assert_eq!(heuristics().len(), HEURISTICS.len() + 1);
    for name in ["ff", "Again", "astar", "", "two words", "a:b"] {
        assert!(register(HeuristicRow::own(name, "", own.claims, |_, _, _| unreachable!())).is_err());
    }
    for (name, task) in tasks() {
        let space = TaskSpace::<u64>::new(&task, CostKind::Unit).unwrap();
        let Some(graph) = explore(&space) else { continue };
        let mut pair = [&own, &theirs].map(|row| row.build(&task, CostKind::Unit));
        for state in &graph.states {
            let at = At { space: &space, id: None, state, g: 0, earlier: &[] };
            let [own, theirs] = &mut pair;
            let wanted = theirs.evaluate(&at, &mut Vec::new());
            assert_eq!(own.evaluate(&at, &mut Vec::new()), wanted, "{name}");
        }
    }
    let read = |path: String| std::fs::read_to_string(root().join(path)).unwrap();
    // Logistics is searched decoupled, unless the search is of the caller's choice.
    for algorithm in [None, Some(Algorithm::Gbfs), Some(Algorithm::LazyGbfs)] {
        for (domain, problem) in [("logistics", "02-three-parcels"), ("reachability", "02-carried")] {
            let problem = read(format!("problems/{domain}/{problem}.pddl"));
            let domain = read(format!("domains/{domain}.pddl"));
            let work = |row: &HeuristicRow| {
                let request = Request::default().algorithm(algorithm).heuristics(vec![row.clone()]);
                plan_texts(&domain, &problem, &request, &Limits::none()).unwrap().answer.work
            };
            assert_eq!(work(&own), work(&theirs), "{algorithm:?}");
        }
    }
}

#[test]
fn landmarks_count_what_is_ahead() {
    let task = grounded("trap", TRAP, TRAP_PROBLEM).unwrap();
    let space = TaskSpace::<u64>::new(&task, CostKind::Unit).unwrap();
    let mut landmarks = Landmarks::new(&task, CostKind::Unit);
    let mut state = vec![0; space.words()];
    space.initial(&mut state);
    landmarks.started(&space, StateId::from(0u32), &state);
    let at = At { space: &space, id: Some(StateId::from(0u32)), state: &state, g: 0, earlier: &[] };
    let mut preferred = Vec::new();
    // To open, to be in, to be warm; that it is whole is given.
    assert_eq!(landmarks.evaluate(&at, &mut preferred), Estimate::Cost(3));
    let without = At { id: None, ..at };
    assert_eq!(landmarks.evaluate(&without, &mut preferred), Estimate::Cost(3));
}

#[test]
fn what_is_new_goes_first() {
    for (_, task) in tasks() {
        let space = TaskSpace::<u64>::new(&task, CostKind::Unit).unwrap();
        let Some(graph) = explore(&space) else { continue };
        for width in [1, 2] {
            let mut list = Novelty::<_, u32>::new(&space, width);
            // The oracle: what has been shown, as sets of facts and of pairs, by estimate.
            let (mut shown, mut shown_pairs) = (BTreeSet::new(), BTreeSet::new());
            let mut expected = Vec::new();
            for (entry, state) in (0..).zip(graph.states.iter().take(300)) {
                let estimate = graph.costs[entry as usize].unwrap_or(99) / 3;
                assert!(list.push(entry, &Known { g: 0, h: &[estimate], preferred: false, state }));
                let facts: Vec<FactId> = (0..task.variables().len())
                    .filter(|variable| task.variables()[*variable].layer.is_none())
                    .map(|variable| task.packing().get(state, variable.into()))
                    .collect();
                let fact = facts.iter().filter(|fact| shown.insert((estimate, **fact))).count();
                let pairs = facts.iter().flat_map(|one| facts.iter().map(move |other| (*one, *other)));
                let pair = pairs.filter(|pair| shown_pairs.insert((estimate, *pair))).count();
                expected.push((
                    if fact > 0 {
                        0
                    } else if pair > 0 && width == 2 {
                        1
                    } else {
                        2
                    },
                    entry,
                ));
            }
            expected.sort_unstable();
            for (_, entry) in expected {
                assert_eq!(list.pop(), Some(entry));
            }
            assert_eq!(list.pop(), None);
        }
    }
}

#[test]
fn no_plan_meets_a_mutex() {
    // Who burns the bridge gets warm, and never has it again.
    let domain = "(define (domain camp) (:predicates (bridge) (warm) (wood))
        (:action burn :precondition (bridge) :effect (and (warm) (not (bridge))))
        (:action heat :precondition (wood) :effect (and (warm) (not (wood)))))";
    let problem = "(define (problem p) (:domain camp) (:init (bridge) (wood)) (:goal (and (bridge) (warm))))";
    let camp = grounded("camp", domain, problem).expect("the goal is in reach");
    let (mut pairs, mut operators, mut apart, mut ends) = (0, 0, 0, 0);
    for (name, task) in tasks().into_iter().chain([("camp".to_owned(), camp)]) {
        let space = TaskSpace::<u64>::new(&task, CostKind::Unit).unwrap();
        let Some(graph) = explore(&space) else { continue };
        let mutexes = Mutexes::with_work(&task, 1 << 24, &Limits::none()).unwrap().expect("the task is tiny");
        // States from which a goal can be reached: those of plans, and what comes before a goal.
        let is_open: Vec<bool> = graph.costs.iter().map(Option::is_some).collect();
        assert!(!mutexes.are_apart || !is_open[0], "{name}");
        if mutexes.are_apart {
            apart += 1;
            continue;
        }
        let holds = |fact: usize| where_holds(&task, &graph, &[FactId::from(fact)]);
        let held: Vec<Vec<bool>> = (0..task.fact_count()).map(holds).collect();
        for (first, rows) in held.iter().enumerate() {
            for (second, others) in held.iter().enumerate() {
                let (one, other) = (FactId::from(first), FactId::from(second));
                if mutexes.are_mutex(one, other) {
                    let mut states = rows.iter().zip(others).zip(&is_open);
                    let is_met = states.any(|((one, other), is_open)| *one && *other && *is_open);
                    assert!(!is_met, "{name}: {first} and {second} hold together");
                    pairs += usize::from(task.variable_of(one) != task.variable_of(other));
                }
            }
        }
        let taken: BTreeSet<u32> =
            graph.steps.iter().flatten().filter(|step| is_open[step.2]).map(|step| step.0).collect();
        for operator in &mutexes.impossible {
            assert!(!taken.contains(&u32::from(*operator)), "{name}: {operator:?} is on a way to a goal");
            operators += 1;
        }
        for (state, steps) in graph.states.iter().zip(&graph.steps) {
            for &(operator, _, next) in steps {
                if mutexes.dead.as_ref().is_some_and(|dead| dead.forbid(&task, operator.into(), state)) {
                    assert!(!is_open[next], "{name}: {operator} leads to a state with a way to the goal");
                    ends += 1;
                }
            }
        }
        // Without them the goal is as near.
        let mut less = task.clone();
        less.drop_operators(&mutexes.impossible);
        let space = TaskSpace::<u64>::new(&less, CostKind::Unit).unwrap();
        assert_eq!(explore(&space).unwrap().costs[0], graph.costs[0], "{name}");
    }
    assert!(pairs > 0 && operators > 0 && apart > 0 && ends > 0, "{pairs} {operators} {apart} {ends}");
}
