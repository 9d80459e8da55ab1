//! A heuristic of one's own for tasks in PDDL, beside those that banto has.
//!
//! Run it with `cargo run --example own_heuristic`. The heuristic below is run alone and together with `ff`, in the
//! same greedy search; a search takes any number of heuristics, and each has a queue of its own.

#![allow(clippy::print_stdout, reason = "an example shows what it finds")]

use banto::ground::ground;
use banto::heuristics::{AnyHeuristic, heuristic_named};
use banto::limits::Limits;
use banto::search::{Algorithm, At, Claims, Estimate, Heuristic, Search};
use banto::strips::{CostKind, FactId, OpId, Task, TaskSpace};
use banto::task;

/// For each goal that does not hold: 1, and 1 more where no operator that would give it can be applied at once.
struct Nearly {
    /// For each goal the operators that give it.
    givers: Vec<(FactId, Vec<OpId>)>,
}

impl Nearly {
    fn new(task: &Task) -> Self {
        let gives = |operator: &OpId, goal: FactId| task.effects(*operator).any(|effect| effect.fact == goal);
        let all = |goal: FactId| task.operators().filter(|operator| gives(operator, goal)).collect();
        Self { givers: task.goal().iter().map(|&goal| (goal, all(goal))).collect() }
    }
}

impl<'a> Heuristic<TaskSpace<'a, u32>> for Nearly {
    // `at` has the packed state, and the space knows the task: `packing().get` reads the value of a variable.
    fn evaluate(&mut self, at: &At<'_, TaskSpace<'a, u32>>, preferred: &mut Vec<u32>) -> Estimate<u32> {
        let task = at.space.task();
        let holds = |fact: FactId| task.packing().get(at.state, task.variable_of(fact)) == fact;
        let mut sum = 0;
        for (_, givers) in self.givers.iter().filter(|(goal, _)| !holds(*goal)) {
            let mut ready =
                givers.iter().filter(|operator| task.condition(**operator).iter().all(|fact| holds(*fact)));
            match ready.next() {
                // What gives a goal at once is worth trying first. The greedy search has a queue for such steps.
                Some(operator) => {
                    preferred.push(u32::from(*operator));
                    sum += 1;
                }
                None if givers.is_empty() => return Estimate::DeadEnd { safe: true },
                None => sum += 2,
            }
        }
        Estimate::Cost(sum)
    }

    // It may say more than the true cost: one operator may give two goals. A* would prove nothing with it.
    fn claims(&self) -> Claims {
        Claims { admissible: false, consistent: false, safe: true }
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let root = env!("CARGO_MANIFEST_DIR");
    let read = |path: &str| std::fs::read_to_string(format!("{root}/{path}"));
    let task = task::read(&read("domains/gripper.pddl")?, &read("problems/gripper/02-five-balls.pddl")?)?;
    let ground_task = ground(&task, &Limits::none(), &mut |_| {})?.task.ok_or("no plan")?;
    let space = TaskSpace::<u32>::new(&ground_task, CostKind::Unit).ok_or("costs are too large")?;

    // Heuristics of any kind stand in one list behind a box.
    let named = |name: &str| heuristic_named(name).map(|row| row.build(&ground_task, CostKind::Unit));
    let own = || -> AnyHeuristic<'_, u32> { Box::new(Nearly::new(&ground_task)) };
    let lists: [(&str, Vec<AnyHeuristic<'_, u32>>); 4] = [
        ("goalcount", named("goalcount").into_iter().collect()),
        ("own", vec![own()]),
        ("ff", named("ff").into_iter().collect()),
        ("own and ff", std::iter::once(own()).chain(named("ff")).collect()),
    ];
    println!("heuristic    steps  expanded");
    for (name, heuristics) in lists {
        let report = Search::new(&space).heuristics(heuristics).run(Algorithm::Gbfs);
        let steps = report.path().map_or(0, |path| path.cost);
        println!("{name:<12}{steps:>6}{:>10}", report.work.counts.expanded);
    }
    Ok(())
}
