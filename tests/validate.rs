//! What `banto validate` says, to the letter: fixtures of a domain, a problem, plans, and the answer to each.
//!
//! A fixture has sections: the domain; `;; problem`; then for each plan `;; plan` and `;; says CODE` with what is printed.
//! `;; plan crlf` has the plan's lines end as on Windows. `BANTO_BLESS=1` writes down what is said now.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use banto::plan::{Fault, Plan, Step, Verdict, validate};
use banto::source::SourceText;
use banto::task::{ObjectId, SchemaId, Task};
use banto::{pddl, task};

/// Runs `banto validate domain.pddl problem.pddl ...` in a folder; gives the exit code and both outputs.
fn run(folder: &Path, arguments: &[&str]) -> (i32, String, String) {
    let run = Command::new(env!("CARGO_BIN_EXE_banto"))
        .args(["validate", "domain.pddl", "problem.pddl"])
        .args(arguments)
        .current_dir(folder)
        .output()
        .unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (run.status.code().unwrap(), text(run.stdout), text(run.stderr))
}

#[test]
fn fixtures_are_judged_to_the_letter() {
    let bless = std::env::var_os("BANTO_BLESS").is_some();
    let mut plans = 0;
    let mut paths: Vec<PathBuf> =
        fs::read_dir(root().join("tests/validate")).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "pddl"));
    paths.sort();
    assert!(paths.len() >= 12, "only {} fixtures", paths.len());
    for path in paths {
        let text = fs::read_to_string(&path).unwrap();
        let (head, cases) = text.split_once(";; plan").expect("a plan");
        let (domain, problem) = head.split_once(";; problem\n").expect("two parts");
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("domain.pddl"), domain).unwrap();
        fs::write(folder.path().join("problem.pddl"), problem).unwrap();
        let mut now = head.to_owned();
        for case in cases.split(";; plan") {
            let (flags, rest) = case.split_once('\n').unwrap();
            let (plan, wanted) = rest.split_once(";; says ").expect("an answer");
            let (code, answer) = wanted.split_once('\n').unwrap();
            let plan_text = if flags == " crlf" { plan.replace('\n', "\r\n") } else { plan.to_owned() };
            fs::write(folder.path().join("plan"), plan_text).unwrap();
            let (exit, said, _) = run(folder.path(), &["plan"]);
            let said = said.strip_prefix("plan: ").expect("the plan's name").to_owned();
            if bless {
                now.extend([";; plan", flags, "\n", plan, ";; says ", &exit.to_string(), "\n", &said]);
            } else {
                assert_eq!((exit.to_string().as_str(), said.as_str()), (code, answer), "{}", path.display());
            }
            plans += 1;
        }
        if bless {
            fs::write(&path, now).unwrap();
        }
    }
    assert!(plans >= 40, "only {plans} plans");
}

const DOMAIN: &str =
    "(define (domain d) (:requirements :typing) (:types lamp door) (:predicates (lit ?x - lamp))
  (:action press :parameters (?x - lamp) :effect (lit ?x)))";
const PROBLEM: &str =
    "(define (problem p) (:domain d) (:objects desk - lamp gate - door) (:init) (:goal (lit desk)))";

fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("domain.pddl"), DOMAIN).unwrap();
    fs::write(folder.path().join("problem.pddl"), PROBLEM).unwrap();
    folder
}

#[test]
fn the_worst_of_several_plans_gives_the_exit_code() {
    let folder = folder();
    fs::write(folder.path().join("good"), "(press desk)\n").unwrap();
    fs::write(folder.path().join("bad"), "").unwrap();
    assert_eq!(run(folder.path(), &["good", "good"]).0, 0);
    let (exit, said, _) = run(folder.path(), &["bad", "good"]);
    assert_eq!(exit, 1);
    assert!(said.starts_with("bad: invalid: ") && said.contains("\ngood: valid, 1 step, cost 1\n"), "{said}");
    let (exit, said, talk) = run(folder.path(), &["good", "none", "bad"]);
    assert_eq!(exit, 31);
    assert!(said.contains("good: valid") && said.contains("bad: invalid"), "{said}");
    assert!(talk.contains("none"), "{talk}");
}

#[test]
fn wrong_input_is_exit_31() {
    let folder = folder();
    fs::write(folder.path().join("plan"), b"(press \xff)").unwrap();
    let (exit, said, talk) = run(folder.path(), &["plan"]);
    assert_eq!((exit, said.as_str()), (31, ""), "{talk}");
    assert!(talk.contains("E0001"), "{talk}");
    fs::write(folder.path().join("plan"), "(press desk)").unwrap();
    fs::write(folder.path().join("problem.pddl"), PROBLEM.replace("lit desk", "lit disk")).unwrap();
    let (exit, said, talk) = run(folder.path(), &["plan"]);
    assert_eq!((exit, said.as_str()), (31, ""), "{talk}");
    assert!(talk.contains("E0203"), "{talk}");
    assert_eq!(run(folder.path(), &["-", "-"]).0, 2);
}

#[test]
fn the_answer_comes_as_json_too() {
    let folder = folder();
    fs::write(folder.path().join("good"), "(PRESS Desk)\n; cost = 1 (unit cost)\n").unwrap();
    fs::write(folder.path().join("boast"), "(press desk)\n; cost = 0 (unit cost)\n").unwrap();
    fs::write(folder.path().join("bad"), "(press gate)\n").unwrap();
    fs::write(folder.path().join("garbled"), "(press").unwrap();
    let (exit, said, _) = run(folder.path(), &["--json", "good"]);
    let good: serde_json::Value = serde_json::from_str(&said).unwrap();
    assert_eq!((exit, &good["valid"]), (0, &true.into()));
    let (exit, said, _) = run(folder.path(), &["--json", "good", "boast", "bad", "garbled"]);
    let all: serde_json::Value = serde_json::from_str(&said).unwrap();
    assert_eq!((exit, &all["valid"], &all["version"]), (1, &false.into(), &1.into()));
    let wanted = serde_json::json!([
        { "file": "good", "valid": true, "steps": 1, "cost": 1, "stated_cost": 1, "stated_cost_is_right": true,
          "problem": null, "reasons": [] },
        { "file": "boast", "valid": true, "steps": 1, "cost": 1, "stated_cost": 0, "stated_cost_is_right": false,
          "problem": null, "reasons": [] },
        { "file": "bad", "valid": false, "steps": 1, "cost": null, "stated_cost": null,
          "stated_cost_is_right": null,
          "problem": "step 1 (press gate): gate is a door, but ?x takes a lamp (line 1)", "reasons": [] },
        { "file": "garbled", "valid": false, "steps": null, "cost": null, "stated_cost": null,
          "stated_cost_is_right": null, "problem": "this step is never closed (line 1, column 1)",
          "reasons": ["write ) at its end"] },
    ]);
    assert_eq!(all["plans"], wanted);
}

fn lamp() -> Task {
    let texts = [SourceText::new("d", DOMAIN), SourceText::new("p", PROBLEM)];
    task::resolve(&pddl::parse_domain(&texts[0]), Some(&pddl::parse_problem(&texts[1]))).task.unwrap()
}

/// The reader counts arguments, too; whoever builds a plan by hand meets the judge's own count.
#[test]
fn a_plan_with_a_wrong_number_of_arguments_is_rejected() {
    let task = lamp();
    for arguments in [vec![], vec![ObjectId::default(); 2]] {
        let plan = Plan { steps: vec![Step { schema: SchemaId::default(), arguments }] };
        let Verdict::Invalid(fault) = validate(&task, &plan) else { panic!("accepted") };
        assert_eq!(fault, Fault::Arguments { step: 0, wanted: 1 });
        assert!(fault.summary(&task, &plan).ends_with("needs 1 argument"), "{}", fault.summary(&task, &plan));
    }
}

#[test]
fn what_is_written_is_read_again() {
    let task = lamp();
    let plan =
        Plan { steps: vec![Step { schema: SchemaId::default(), arguments: vec![ObjectId::default()] }] };
    let text = plan.text(&task) + &banto::plan::cost_line(&task, 1);
    let found = banto::plan::read(&task, &text).unwrap();
    assert_eq!((found.plan, found.lines, found.cost), (plan, vec![1], Some((1, 2))));
}

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}
