//! Grounding against a planner that only enumerates: fixtures, the project's own domains, and tiny random tasks.
//!
//! `BANTO_LONG=1 cargo test --release --test planning ground` looks at more of them; `BANTO_SEED=17` at one.

#![allow(clippy::print_stderr)] // what was looked at is said

use crate::cases;

use std::fs;

use crate::oracle::{self, Answer, random, replay};
use crate::places::{files, root};
use banto::task::{self, Task};

fn resolve(domain: &str, problem: &str) -> Task {
    task::read(domain, problem).unwrap_or_else(|error| panic!("{error}\n{domain}\n{problem}"))
}

/// A fixture is a domain, `;; problem`, a problem, and a line `; expect COST` or `; expect unsolvable`.
#[test]
fn fixtures_cost_what_they_say() {
    let mut count = 0;
    let mut wrong = Vec::new();
    for path in files(&root().join("tests/ground"), "pddl") {
        let text = fs::read_to_string(&path).unwrap();
        let (domain, problem) = text.split_once(";; problem\n").expect("two parts");
        let wanted = text.lines().find_map(|line| line.strip_prefix("; expect ")).expect("an expectation");
        eprintln!("{}", path.display());
        let answer = match replay::compare(&resolve(domain, problem), 5_000) {
            Answer::Cost(cost) => cost.to_string(),
            other => format!("{other:?}").to_lowercase(),
        };
        if answer != wanted.trim() {
            wrong.push(format!("{}: {answer}, not {wanted}", path.display()));
        }
        count += 1;
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert!(count >= 20, "only {count} fixtures");
}

#[test]
fn the_smallest_problem_of_each_domain_is_grounded_right() {
    let mut count = 0;
    for domain in files(&root().join("domains"), "pddl") {
        let name = domain.file_stem().unwrap();
        let problems = files(&root().join("problems").join(name), "pddl");
        let text = fs::read_to_string(&domain).unwrap();
        let problem = fs::read_to_string(&problems[0]).unwrap();
        eprintln!("{}", problems[0].display());
        replay::compare(&resolve(&text, &problem), 300);
        count += 1;
    }
    assert!(count >= 13, "only {count} domains");
}

#[test]
fn random_tasks_are_grounded_right() {
    let seeds = cases::seeds(600, 10_000);
    let total = seeds.end - seeds.start;
    let mut counts = [0; 3];
    let mut costs = 0;
    for seed in seeds {
        let (domain, problem) = random::task(seed);
        let mut task = resolve(&domain, &problem);
        // First the goal that was drawn; then one that is far from the initial state.
        for far in [false, true] {
            if far {
                task.goal = oracle::far_goal(&task, seed);
            }
            let outcome = std::panic::catch_unwind(|| replay::compare(&task, 60));
            let goal = if far { format!("with the goal {:?}", task.goal) } else { String::new() };
            let Ok(answer) = outcome else { panic!("seed {seed} {goal}\n{domain}\n{problem}") };
            match answer {
                Answer::Cost(cost) => {
                    counts[0] += 1;
                    costs += u64::from(cost > 1);
                }
                Answer::Unsolvable => counts[1] += 1,
                Answer::TooLarge => counts[2] += 1,
            }
        }
    }
    cases::tell(&format!(
        "{total} random tasks; {counts:?} are solvable, unsolvable, too large; {costs} cost more than 1"
    ));
    if total >= 500 {
        assert!(counts[0] > total / 5 && counts[1] > total / 20 && costs > total / 20, "too much of a kind");
    }
}
