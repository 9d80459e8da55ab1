//! The cheapest plans that visit no state twice, against all paths over the oracle's states, in random tiny tasks.
//!
//! `BANTO_LONG=1 cargo test --release --test planning top_k` asks of 8,000.

use std::collections::{BTreeSet, HashMap};

use banto::limits::Limits;
use banto::planner::{Quality, Request, Status, Wanted, plan};
use banto::task::Task;

use crate::cases;
use crate::oracle::{self, Answer, Oracle, State};

/// The most states of a task, and beginnings of paths that are tried.
const STATES: usize = 200;
const BEGINNINGS: usize = 4_000;

/// For each state its steps: where they lead, and what they cost; and which states are goals.
struct Graph {
    steps: Vec<Vec<(usize, u64)>>,
    goals: Vec<bool>,
}

/// All states of a task; none if there are too many.
fn graph(task: &Task) -> Option<Graph> {
    let oracle = Oracle::new(task);
    let mut states = vec![oracle.initial()];
    let mut numbers: HashMap<State, usize> = HashMap::from([(oracle.initial(), 0)]);
    let (mut steps, mut goals) = (Vec::new(), Vec::new());
    while steps.len() < states.len() {
        let state = states[steps.len()].clone();
        let complete = oracle.complete(&state);
        let mut own = Vec::new();
        for (schema, bindings) in oracle.bindings.iter().enumerate() {
            for binding in bindings {
                let Some((next, cost)) = oracle.apply(&state, &complete, schema, binding) else { continue };
                let number = *numbers.entry(next.clone()).or_insert(states.len());
                if number == states.len() {
                    states.push(next);
                }
                own.push((number, cost));
            }
        }
        steps.push(own);
        goals.push(oracle.is_goal(&state));
        if states.len() > STATES {
            return None;
        }
    }
    Some(Graph { steps, goals })
}

impl Graph {
    /// The costs of the cheapest paths, ascending, as many as were seen; and whether there are no others.
    fn costs(&self) -> (Vec<u64>, bool) {
        let mut costs = Vec::new();
        let mut open = BTreeSet::from([(0_u64, vec![0_usize], 0)]);
        for pushed in 0..BEGINNINGS {
            let Some((cost, path, _)) = open.pop_first() else { return (costs, true) };
            let last = path[path.len() - 1];
            if self.goals[last] {
                costs.push(cost);
            }
            for (which, &(to, step)) in
                self.steps[last].iter().enumerate().filter(|step| !path.contains(&step.1.0))
            {
                // Paths by different actions through the same states differ.
                let sum = cost.checked_add(step).expect("costs are small");
                open.insert((sum, [&path[..], &[to]].concat(), pushed * 1_000 + which));
            }
        }
        let seen = open.first().map_or(u64::MAX, |next| next.0);
        costs.retain(|cost| *cost < seen);
        (costs, false)
    }
}

#[test]
fn costs_are_those_of_all_paths() {
    let (mut several, mut complete, mut longer) = (0, 0, 0);
    for (seed, task, answer) in oracle::answered(cases::seeds(2_000, 8_000)) {
        let Some(graph) = graph(&task).filter(|_| answer != Answer::TooLarge) else { continue };
        let (costs, is_complete) = graph.costs();
        let count = (costs.len() as u64).clamp(1, 60);
        for wanted in [Wanted::Top(count), Wanted::Top(count + 5), Wanted::AllCheapest] {
            // To ask for more than the oracle has counted would say nothing.
            if !is_complete && (wanted != Wanted::Top(count) || costs.is_empty()) {
                continue;
            }
            let what = format!("seed {seed}: {wanted:?}");
            let request = Request::default().quality(Quality::Optimal).plans(wanted);
            let found = plan(&task, &request, &Limits::none(), &()).unwrap();
            let again = plan(&task, &request, &Limits::none(), &()).unwrap();
            assert_eq!(found.plans, again.plans, "{what}: the same every time");
            let own: Vec<u64> = found.plans.iter().map(|plan| plan.cost).collect();
            let expected = match wanted {
                Wanted::Top(most) => costs.iter().take(usize::try_from(most).unwrap()).copied().collect(),
                Wanted::AllCheapest => {
                    costs.iter().take_while(|cost| **cost == costs[0]).copied().collect::<Vec<_>>()
                }
            };
            assert_eq!(own, expected, "{what}");
            let oracle = Oracle::new(&task);
            let mut different = BTreeSet::new();
            for plan in &found.plans {
                assert_eq!(oracle.cost_of(&plan.plan), Some(plan.cost), "{what}");
                let (mut state, mut visited) = (oracle.initial(), BTreeSet::from([oracle.initial()]));
                for step in &plan.plan.steps {
                    let complete = oracle.complete(&state);
                    state = oracle.apply(&state, &complete, step.schema.index(), &step.arguments).unwrap().0;
                    assert!(visited.insert(state.clone()), "{what}: a state twice");
                }
                assert!(different.insert(plan.plan.text(&task)), "{what}: a plan twice");
            }
            let is_solved = found.status == Status::Solved { optimal: true };
            assert_eq!(is_solved, !own.is_empty(), "{what}: {:?}", found.status);
            assert!(is_solved || matches!(found.status, Status::Unsolvable(_)), "{what}: {:?}", found.status);
            let are_all = match wanted {
                Wanted::Top(most) => (costs.len() as u64) < most,
                Wanted::AllCheapest => true,
            };
            assert!(!is_solved || found.are_all == are_all, "{what}");
            several += u32::from(own.len() > 1);
            complete += u32::from(is_solved && found.are_all);
            longer += u32::from(own.last() > own.first());
        }
    }
    let counts = [several, complete, longer];
    assert!(cases::is_one() || counts.iter().all(|count| *count > 5), "{counts:?}");
}
