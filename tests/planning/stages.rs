//! What each stage makes of one small task, as snapshots: a change of any of them is seen in review.

use std::fmt::Write as _;

use crate::places::task_of;
use banto::ground::ground;
use banto::limits::Limits;
use banto::planner::{self, Request};
use banto::strips;
use banto::strips::write_sas;
use banto::task::Task;

/// Variables with their facts, operators with conditions and effects, axioms, groups.
fn listed(task: &Task, packed: &strips::Task) -> String {
    let fact = |fact: &strips::FactId| packed.show_fact(task, *fact);
    let facts = |all: &[strips::FactId]| all.iter().map(fact).collect::<Vec<_>>().join(" ");
    let mut out = String::new();
    for variable in packed.variables() {
        let values: Vec<_> = (0..variable.size as usize).map(|value| variable.first.plus(value)).collect();
        let _ = writeln!(out, "variable {}", facts(&values));
    }
    for group in packed.groups() {
        let _ = writeln!(out, "group {}", facts(group));
    }
    for operator in packed.operators() {
        let _ = writeln!(out, "{}", packed.show_operator(task, operator));
        let _ = writeln!(out, "  needs {}", facts(packed.condition(operator)));
        for effect in packed.effects(operator) {
            let when = if effect.condition.is_empty() {
                String::new()
            } else {
                format!(" when {}", facts(effect.condition))
            };
            let _ = writeln!(out, "  gives {}{when}", fact(&effect.fact));
        }
    }
    for axiom in packed.axioms() {
        let _ = writeln!(out, "{} where {}", fact(&axiom.head), facts(&axiom.body));
    }
    let _ = writeln!(out, "goal {}", facts(packed.goal()));
    out
}

fn check(name: &str, domain: &str, problem: &str) {
    let task = task_of(domain, problem);
    let packed = ground(&task, &Limits::none(), &mut |_| {}).unwrap().task.unwrap();
    insta::assert_snapshot!(format!("{name}-ground"), listed(&task, &packed));
    let mut sas = Vec::new();
    write_sas(&mut sas, &packed, &task).unwrap();
    insta::assert_snapshot!(format!("{name}-sas"), String::from_utf8(sas).unwrap());
    let answer = planner::plan(&task, &Request::default(), &Limits::none(), &()).unwrap();
    insta::assert_snapshot!(format!("{name}-plan"), answer.plan.unwrap().plan.text(&task));
}

#[test]
fn plain_actions() {
    check("gripper", "domains/gripper.pddl", "problems/gripper/01-two-balls.pddl");
}

#[test]
fn derived_predicates() {
    check("reachability", "domains/reachability.pddl", "problems/reachability/01-one-bridge.pddl");
}

#[test]
fn effects_under_conditions() {
    check("lights-out", "domains/lights-out.pddl", "problems/lights-out/01-one-press.pddl");
}
