//! Better and better plans as they are found, what is proven of them, and an end by the caller; then the same task,
//! kept, from another start and with another goal.
//!
//! Run it with `cargo run --example stream`. One observer hears it all: each plan, which the validator has accepted,
//! each bound, the stages. It ends the run by the flag of the limits once a plan is good enough for it.

#![allow(clippy::print_stdout, reason = "an example shows what it finds")]

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use banto::limits::Limits;
use banto::planner::{PlanObserver, Quality, Request, Status, ValidatedPlan, plan};
use banto::search::Observer;
use banto::task::{self, Task};

/// Prints what it hears, and ends the run with a plan of at most this cost.
struct Teller {
    enough: u64,
    stop: Arc<AtomicBool>,
}

impl Observer for Teller {
    fn stage(&self, name: &'static str) {
        if name == "search" {
            println!("the search begins");
        }
    }
}

impl PlanObserver for Teller {
    fn improved(&self, _task: &Task, found: &ValidatedPlan) {
        println!("a plan of cost {} by {}", found.cost, found.by);
        if found.cost <= self.enough {
            self.stop.store(true, Ordering::Relaxed);
        }
    }

    fn bound(&self, least: u64) {
        println!("no plan costs less than {least}");
    }
}

fn main() {
    let read = |path| std::fs::read_to_string(path).expect("run it in banto's folder");
    let (domain, problem) = (read("domains/blocks.pddl"), read("problems/blocks/04-tall.pddl"));
    let task = task::read(&domain, &problem).expect("it is a task");

    // Limits: ten seconds, a budget of memory for the searches, and a flag that anyone may set.
    let limits = Limits::none().with_time(Duration::from_secs(10)).with_budget(1 << 30);
    let teller = Teller { enough: 22, stop: limits.cancel_flag() };
    let request = Request::default().quality(Quality::Anytime);
    let answer = plan(&task, &request, &limits, &teller).expect("the request fits");
    let found = answer.plan.expect("there is a plan");
    println!("{} steps, status {:?}", found.plan.steps.len(), answer.status);

    // The task is kept, and planned again: with another goal, then from another start.
    let atom = |text| task.atom(text).expect("the task has it");
    let one = task.aiming_at([atom("on e i")]);
    let again = |task| plan(task, &Request::default(), &Limits::none(), &()).expect("the request fits").plan;
    println!("one goal alone costs {}", again(&one).expect("there is a plan").cost);
    let elsewhere =
        task.init.iter().map(|(predicate, objects)| match task.show_atom(predicate, objects).as_str() {
            "(on c b)" => atom("on-table c"),
            _ => (predicate, objects.to_vec()),
        });
    let elsewhere = one.starting_from(elsewhere);
    println!("with a block on the table: {}", again(&elsewhere).expect("there is a plan").cost);

    let canceled = Limits::none();
    canceled.cancel_flag().store(true, Ordering::Relaxed);
    let answer = plan(&one, &Request::default(), &canceled, &()).expect("the request fits");
    println!("canceled before it began: {}", matches!(answer.status, Status::Stopped(_)));
}
