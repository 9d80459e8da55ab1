//! The program `banto` with a heuristic of one's own: it works behind `--heuristic`, in `compare` and in `--list`.
//!
//! Try `cargo run --example own_program -- plan --search gbfs --heuristic nearly DOMAIN PROBLEM`.

use std::process::ExitCode;

use banto::heuristics::{HeuristicRow, register};
use banto::search::{Claims, Estimate};

fn main() -> ExitCode {
    // One step may give two goals, so it may say more than the true cost.
    let claims = Claims { admissible: false, consistent: false, safe: true };
    let summary = "2 for each goal that does not hold, 1 if some operator gives it at once";
    let row = HeuristicRow::own("nearly", summary, claims, |task, _, _| {
        let gives = |operator: &_, goal| task.effects(*operator).any(|effect| effect.fact == goal);
        let conditions = |goal| {
            let all = task.operators().filter(move |operator| gives(operator, goal));
            all.map(|operator| task.condition(operator).to_vec()).collect::<Vec<_>>()
        };
        let goals: Vec<_> = task.goal().iter().map(|goal| (*goal, conditions(*goal))).collect();
        Ok(Box::new(move |holds, _| {
            let missing = goals.iter().filter(|(goal, _)| !holds(*goal));
            let is_ready =
                |givers: &[Vec<_>]| givers.iter().any(|facts| facts.iter().all(|fact| holds(*fact)));
            Estimate::Cost(missing.map(|(_, givers)| if is_ready(givers) { 1 } else { 2 }).sum())
        }))
    });
    register(row).expect("no other heuristic has this name");
    banto::program::main()
}
