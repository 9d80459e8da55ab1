//! Decoupled search against plain enumeration, over random tiny tasks and tasks in which something moves.
//!
//! The oracle is the plain space of the same ground task. Held are: lifted footprints leave the same behavior, state
//! by state; the members of the decoupled states that can be reached are the plain states that can be reached; there is
//! a plan in the one exactly if there is in the other, and every plan with leaf steps put back is valid; where leaf
//! steps cost nothing, A* proves the same cost. `BANTO_RANDOM_TASKS=10000` looks at so many random tasks.

#![allow(clippy::format_push_string, clippy::format_collect, reason = "short texts")]

use crate::oracle;

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use banto::ground::ground;
use banto::internals::Abstractions;
use banto::internals::decoupled::{DecoupledSpace, Factoring};
use banto::limits::Limits;
use banto::search::{Algorithm, At, Cost, Estimate, Exhaustion, Heuristic, Outcome, Random, Search, Space};
use banto::strips::{CostKind, FactId, FactSpace, Task, TaskSpace};
use banto::task;

/// States that are enumerated; larger tasks are left out.
const STATES: usize = 4_000;

type State = Vec<u64>;
type Graph = BTreeMap<State, Vec<(u32, State)>>;

/// All states that can be reached, with their successors; `None` if there are too many. The actions of a state come in
/// one order, from whichever state it was reached.
fn explore<S: Space>(space: &S) -> Option<Graph> {
    let mut first = vec![0; space.words()];
    space.initial(&mut first);
    let mut graph = Graph::new();
    let mut orders: BTreeMap<State, Vec<u32>> = BTreeMap::new();
    let mut arrangements: BTreeMap<(State, u32), Vec<u32>> = BTreeMap::new();
    let mut open = VecDeque::from([first]);
    let mut scratch = space.scratch();
    while let Some(state) = open.pop_front() {
        if graph.contains_key(&state) {
            continue;
        }
        if graph.len() > STATES {
            return None;
        }
        let mut successors = Vec::new();
        space.expand(&mut scratch, &state, &mut |action, _, row| successors.push((action, row.to_vec())));
        // What can be done without making successors agrees.
        let mut actions = Vec::new();
        space.actions(&mut scratch, &state, &mut |action, _| actions.push(action));
        assert_eq!(orders.entry(state.clone()).or_insert_with(|| actions.clone()), &actions);
        let mut expected: Vec<u32> = successors.iter().map(|(action, _)| *action).collect();
        actions.sort_unstable();
        expected.sort_unstable();
        assert_eq!(actions, expected);
        let mut row = state.clone();
        for (action, successor) in &successors {
            space.apply(&mut scratch, &state, *action, &mut row);
            assert_eq!(row, *successor);
            let mut actions = Vec::new();
            space.actions(&mut scratch, &row, &mut |action, _| actions.push(action));
            assert_eq!(orders.entry(row.clone()).or_insert_with(|| actions.clone()), &actions);
            let mut costed = actions.iter().map(|action| (S::Cost::ZERO, *action)).collect::<Vec<_>>();
            space.arrange(&mut scratch, &row, Some(*action), &mut costed);
            let order: Vec<u32> = costed.into_iter().map(|(_, action)| action).collect();
            let arranged = arrangements.entry((row.clone(), *action)).or_insert_with(|| order.clone());
            assert_eq!(*arranged, order);
        }
        open.extend(successors.iter().map(|(_, row)| row.clone()));
        graph.insert(state, successors);
    }
    Some(graph)
}

/// Footprints: from the first states on, each pair of states has the same operators and is a goal or not together.
fn assert_bisimilar(original: &Task, lifted: &Task, what: &str) {
    let spaces = [original, lifted].map(|task| TaskSpace::<u64>::new(task, CostKind::Real).unwrap());
    let graphs =
        spaces.each_ref().map(|space| explore(space).expect("the first is small, and the other as large"));
    let firsts = spaces.each_ref().map(|space| {
        let mut state = vec![0; space.words()];
        space.initial(&mut state);
        state
    });
    let mut partner = BTreeMap::new();
    let mut open = vec![firsts.into()];
    while let Some((one, other)) = open.pop() {
        let (one, other): (State, State) = (one, other);
        if let Some(known) = partner.insert(one.clone(), other.clone()) {
            assert_eq!(known, other, "{what}: one state has two meanings");
            continue;
        }
        assert_eq!(spaces[0].is_goal(&one), spaces[1].is_goal(&other), "{what}");
        let by_action =
            |graph: &Graph, state: &State| graph[state].iter().cloned().collect::<BTreeMap<_, _>>();
        let (mine, theirs) = (by_action(&graphs[0], &one), by_action(&graphs[1], &other));
        assert!(mine.keys().eq(theirs.keys()), "{what}: {mine:?} {theirs:?}");
        open.extend(mine.into_values().zip(theirs.into_values()));
    }
    let meanings: BTreeSet<_> = partner.values().collect();
    assert_eq!(meanings.len(), partner.len(), "{what}: two states have one meaning");
}

/// The plain states that a decoupled state stands for, as sorted facts.
fn members(space: &DecoupledSpace<'_, u64>, state: &[u64]) -> Vec<Vec<FactId>> {
    let task = space.task();
    let mut facts = Vec::new();
    space.facts(state, &mut facts);
    let mut members = vec![Vec::new()];
    for of_variable in facts.chunk_by(|left, right| task.variable_of(*left) == task.variable_of(*right)) {
        members = members
            .iter()
            .flat_map(|member: &Vec<FactId>| {
                of_variable.iter().map(move |fact| [member.as_slice(), &[*fact]].concat())
            })
            .collect();
    }
    members
}

/// A decoupled state stands for several plain ones: what is said of it is not more than what is said of each of them,
/// so that it is admissible. Compares states, and counts them.
fn abstractions_bound_all_members<'a>(
    space: &DecoupledSpace<'a, u64>,
    plain: &TaskSpace<'a, u64>,
    states: impl Iterator<Item = &'a State>,
) -> usize {
    let task = space.task();
    let mut all = Abstractions::within(task, CostKind::Real, &[], &Limits::none()).unwrap();
    let compared = states.map(|state| {
        let at = At { space, id: None, state, g: 0, earlier: &[] };
        let together = all.evaluate(&at, &mut Vec::new());
        for member in members(space, state) {
            let mut row = vec![0; plain.words()];
            for fact in member {
                task.packing().set(&mut row, task.variable_of(fact), fact);
            }
            let at = At { space: plain, id: None, state: &row, g: 0, earlier: &[] };
            match (together, all.evaluate(&at, &mut Vec::new())) {
                (Estimate::Cost(together), Estimate::Cost(alone)) => assert!(together <= alone),
                (Estimate::DeadEnd { .. }, alone) => assert_eq!(alone, Estimate::DeadEnd { safe: true }),
                (Estimate::Cost(_), Estimate::DeadEnd { .. }) => {}
            }
        }
    });
    compared.count()
}

/// What the checks have seen.
#[derive(Default, Debug)]
struct Seen {
    factored: usize,
    footprints: usize,
    several_leaves: usize,
    unsolvable: usize,
    free: usize,
    estimated: usize,
}

fn check(domain: &str, problem: &str, what: &str, seen: &mut Seen) {
    let names = task::read(domain, problem).unwrap_or_else(|error| panic!("{what}: {error}"));
    let Ok(grounded) = ground(&names, &Limits::none(), &mut |_| {}) else { return };
    let Some(task) = grounded.task else { return };
    let Some(factoring) = Factoring::find(&task, &Limits::none()).unwrap() else { return };
    let plain = TaskSpace::<u64>::new(&task, CostKind::Real).unwrap();
    let Some(graph) = explore(&plain) else { return };
    seen.factored += 1;
    seen.footprints += usize::from(factoring.footprints > 0);
    seen.several_leaves += usize::from(factoring.leaves().count() > 1);
    assert_bisimilar(&task, &factoring.task, what);

    let space = DecoupledSpace::<u64>::within(&factoring, CostKind::Real, &Limits::none()).unwrap().unwrap();
    let decoupled = explore(&space).expect("no larger than the plain space");
    let mut reached = BTreeSet::new();
    for state in decoupled.keys() {
        for member in members(&space, state) {
            assert!(reached.insert(member), "{what}: two decoupled states share a member");
        }
    }
    let lifted = TaskSpace::<u64>::new(&factoring.task, CostKind::Real).unwrap();
    let mut facts = Vec::new();
    let expected: BTreeSet<Vec<FactId>> = explore(&lifted)
        .unwrap()
        .keys()
        .map(|state| {
            lifted.facts(state, &mut facts);
            facts.clone()
        })
        .collect();
    assert_eq!(reached, expected, "{what}");
    if seen.factored % 4 == 1 {
        seen.estimated += abstractions_bound_all_members(&space, &lifted, decoupled.keys());
    }

    let solvable = graph.keys().any(|state| plain.is_goal(state));
    for algorithm in [Algorithm::Bfs, Algorithm::Gbfs, Algorithm::LazyGbfs, Algorithm::UniformCost] {
        let report = Search::new(&space).run(algorithm);
        match &report.outcome {
            Outcome::Solved { path, .. } => {
                let steps = space.plan(&path.actions, &Limits::none()).unwrap();
                let in_parts = space.plan(&path.actions, &Limits::none().with_budget(0)).unwrap();
                assert_eq!(steps, in_parts, "{what}: where memory is short, the path is followed in parts");
                let steps: Vec<u32> = steps.into_iter().map(Into::into).collect();
                let (cost, is_goal) = banto::search::replay(&plain, &steps)
                    .unwrap_or_else(|| panic!("{what}: {algorithm:?} gives no plan"));
                assert!(is_goal, "{what}: {algorithm:?}");
                if algorithm == Algorithm::UniformCost && factoring.leaves_cost_nothing() {
                    seen.free += 1;
                    assert_eq!(cost, path.cost, "{what}");
                    let best = Search::new(&plain).run(algorithm);
                    assert_eq!(Some(cost), best.path().map(|path| path.cost), "{what}");
                }
            }
            outcome => {
                assert_eq!(*outcome, Outcome::Exhausted(Exhaustion::Proven), "{what}");
                assert!(!solvable, "{what}: {algorithm:?}");
                seen.unsolvable += 1;
            }
        }
    }
}

#[test]
fn random_tasks() {
    let count: u64 = std::env::var("BANTO_RANDOM_TASKS").map_or(400, |count| count.parse().unwrap());
    let mut seen = Seen::default();
    for seed in 0..count {
        let (domain, problem) = oracle::random::task(seed);
        check(&domain, &problem, &format!("random task {seed}"), &mut seen);
    }
}

/// Movers on a graph with doors, things that are carried or pushed, and cells that know who stands on them.
fn movers(seed: u64) -> (String, String) {
    let mut random = Random::new(seed);
    let mut one_in = |limit: usize| random.below_index(limit) == 0;
    let (footprints, doors, free, two) = (one_in(2), one_in(2), one_in(2), one_in(3));
    let (pushes, locks) = (one_in(2), one_in(2));
    let cost = |amount: usize| format!("(increase (total-cost) {amount})");
    let leave = if footprints { "(clear ?from) (not (clear ?to))" } else { "" };
    let ask = if footprints || pushes { "(clear ?to)" } else { "" };
    let mut domain = format!(
        "(define (domain movers) (:requirements :typing :action-costs)
        (:types cell mover box - object)
        (:predicates (at ?m - mover ?c - cell) (on ?b - box ?c - cell) (in ?b - box ?m - mover)
          (next ?from ?to - cell) (open ?c - cell) (clear ?c - cell))
        (:functions (total-cost) - number)
        (:action move :parameters (?m - mover ?from ?to - cell)
          :precondition (and (at ?m ?from) (next ?from ?to) {} {ask})
          :effect (and (at ?m ?to) (not (at ?m ?from)) {leave} {}))",
        if doors { "(open ?from) (open ?to)" } else { "" },
        cost(usize::from(!free)),
    );
    if pushes {
        // The mover goes where the box was.
        let leave = if footprints { "(clear ?from)" } else { "(clear ?at)" };
        domain += &format!(
            "(:action push :parameters (?m - mover ?b - box ?from ?at ?to - cell)
              :precondition (and (at ?m ?from) (on ?b ?at) (next ?from ?at) (next ?at ?to) (clear ?to))
              :effect (and (at ?m ?at) (not (at ?m ?from)) (on ?b ?to) (not (on ?b ?at))
                {leave} (not (clear ?to)) {}))",
            cost(1)
        );
    } else {
        domain += &format!(
            "(:action load :parameters (?m - mover ?b - box ?c - cell)
              :precondition (and (at ?m ?c) (on ?b ?c)) :effect (and (in ?b ?m) (not (on ?b ?c)) {0}))
            (:action unload :parameters (?m - mover ?b - box ?c - cell)
              :precondition (and (at ?m ?c) (in ?b ?m)) :effect (and (on ?b ?c) (not (in ?b ?m)) {0}))",
            cost(2)
        );
    }
    if doors {
        domain += "(:action open :parameters (?m - mover ?c ?d - cell)
            :precondition (and (at ?m ?c) (next ?c ?d)) :effect (and (open ?d)))";
        if locks {
            domain += "(:action close :parameters (?m - mover ?c ?d - cell)
                :precondition (and (at ?m ?c) (next ?c ?d) (open ?d)) :effect (and (not (open ?d))))";
        }
    }
    domain += ")";
    let cells = 4 + random.below_index(3);
    let movers = if two { 2 } else { 1 };
    let list = |name: &str, count: usize| (0..count).map(|at| format!("{name}{at} ")).collect::<String>();
    let mut init = String::new();
    for from in 1..cells {
        let to = random.below_index(from);
        init += &format!("(next c{from} c{to}) (next c{to} c{from}) ");
    }
    for _ in 0..2 {
        let (from, to) = (random.below_index(cells), random.below_index(cells));
        if random.below_index(4) > 0 && from != to {
            init += &format!("(next c{from} c{to}) (next c{to} c{from}) ");
        }
    }
    let mut places: Vec<usize> = (0..cells).collect();
    for at in (1..cells).rev() {
        places.swap(at, random.below_index(at + 1));
    }
    for (mover, cell) in places[..movers].iter().enumerate() {
        init += &format!("(at m{mover} c{cell}) (open c{cell}) ");
    }
    init += &format!("(on b0 c{}) ", places[movers]);
    for (at, cell) in places.iter().enumerate() {
        let taken = at == movers || footprints && at < movers;
        if !taken {
            init += &format!("(clear c{cell}) ");
        }
        if random.below_index(2) == 0 {
            init += &format!("(open c{cell}) ");
        }
    }
    let mut goal = format!("(on b0 c{})", random.below_index(cells));
    if random.below_index(2) == 0 {
        goal += &format!("(at m0 c{})", random.below_index(cells));
    }
    if random.below_index(4) == 0 {
        goal += &format!("(clear c{})", random.below_index(cells));
    }
    let problem = format!(
        "(define (problem p) (:domain movers) (:objects {}- cell {}- mover b0 - box)
          (:init (= (total-cost) 0) {init}) (:goal (and {goal})) (:metric minimize (total-cost)))",
        list("c", cells),
        list("m", movers)
    );
    (domain, problem)
}

#[test]
fn tasks_with_movers() {
    let count: u64 = std::env::var("BANTO_RANDOM_TASKS").map_or(150, |count| count.parse().unwrap());
    let mut seen = Seen::default();
    for seed in 0..count {
        let (domain, problem) = movers(seed);
        check(&domain, &problem, &format!("movers {seed}"), &mut seen);
    }
    assert!(seen.factored as u64 > count / 3, "{seen:?}");
    assert!(
        seen.footprints > 0
            && seen.several_leaves > 0
            && seen.unsolvable > 0
            && seen.free > 0
            && seen.estimated > 0,
        "{seen:?}"
    );
}
