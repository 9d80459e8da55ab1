//! What `banto validate` says, to the letter: fixtures of a domain, a problem, plans, and the answer to each.
//!
//! A fixture has sections: the domain; `;; problem`; then for each plan `;; plan` and `;; says CODE` with what is
//! printed. `;; plan crlf` has the plan's lines end as on Windows, `;; plan bom` has a byte order mark before it.
//! `BANTO_BLESS=1` writes down what is said now.

use std::fmt::Write;
use std::fs;
use std::path::Path;

use crate::command::{program, text};
use crate::places::{files, root};
use banto::plan::{self, FaultKind, Plan, ReadError, Step, Verdict, validate};
use banto::task;
use banto::task::{ObjectId, SchemaId, Task};

/// Runs `banto validate domain.pddl problem.pddl ...` in a folder; gives the exit code and both outputs.
fn run(folder: &Path, arguments: &[&str]) -> (i32, String, String) {
    let mut command = program();
    command.args(["validate", "domain.pddl", "problem.pddl"]).args(arguments).current_dir(folder);
    let run = command.output().unwrap();
    (run.status.code().unwrap(), text(&run.stdout), text(&run.stderr))
}

#[test]
fn fixtures_are_judged_to_the_letter() {
    let bless = std::env::var_os("BANTO_BLESS").is_some();
    let mut plans = 0;
    let paths = files(&root().join("tests/validate"), "pddl");
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
            let plan_text = match flags {
                "" => plan.to_owned(),
                " crlf" => plan.replace('\n', "\r\n"),
                " bom" => format!("\u{feff}{plan}"),
                other => panic!("{}: {other}", path.display()),
            };
            fs::write(folder.path().join("plan"), plan_text).unwrap();
            let (exit, said, talk) = run(folder.path(), &["plan", "--message-format", "short"]);
            assert_eq!(exit == 31, said.is_empty(), "{said}{talk}");
            assert_eq!(exit != 31, talk.is_empty(), "{said}{talk}");
            let said = said + &talk;
            let said = said.strip_prefix("plan:").expect("the plan's name").trim_start().to_owned();
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
    fs::write(folder.path().join("plan"), b"(press \xff\x01)").unwrap();
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
    fs::write(folder.path().join("type"), "(press gate)\n").unwrap();
    fs::write(folder.path().join("name"), "; cost = 2\n(press desk)\n  (pres desk)\n").unwrap();
    fs::write(folder.path().join("goal"), "").unwrap();
    fs::write(folder.path().join("garbled"), "(press").unwrap();
    let (exit, said, _) = run(folder.path(), &["--json", "good"]);
    let good: serde_json::Value = serde_json::from_str(&said).unwrap();
    assert_eq!((exit, &good["valid"], &good["status"]), (0, &true.into(), &"valid".into()));
    let (exit, said, _) = run(folder.path(), &["--json", "good", "boast", "type", "name", "goal", "garbled"]);
    let all: serde_json::Value = serde_json::from_str(&said).unwrap();
    assert_eq!((exit, &all["valid"], &all["status"]), (31, &false.into(), &"error".into()));
    assert_eq!(all["version"], 1);
    let reason = |text: &str| serde_json::json!({ "text": text, "by": null, "file": null, "line": null, "column": null, "reasons": [] });
    let wanted = serde_json::json!([
        { "file": "good", "status": "valid", "valid": true, "steps": 1, "cost": 1, "stated_cost": 1,
          "stated_cost_is_right": true, "fault": null },
        { "file": "boast", "status": "valid", "valid": true, "steps": 1, "cost": 1, "stated_cost": 0,
          "stated_cost_is_right": false, "fault": null },
        { "file": "type", "status": "invalid", "valid": false, "steps": 1, "cost": null, "stated_cost": null,
          "stated_cost_is_right": null,
          "fault": { "kind": "type", "message": "step 1 (press gate) has an argument of a wrong type",
            "code": null, "step": 1, "line": 1, "column": 1,
            "reasons": [reason("gate is of type door, but ?x takes type lamp")] } },
        { "file": "name", "status": "invalid", "valid": false, "steps": 2, "cost": null, "stated_cost": 2,
          "stated_cost_is_right": null,
          "fault": { "kind": "action", "message": "step 2 (pres desk) names an unknown action",
            "code": null, "step": 2, "line": 3, "column": 4,
            "reasons": [reason("there is no action pres; did you mean press?")] } },
        { "file": "goal", "status": "invalid", "valid": false, "steps": 0, "cost": null, "stated_cost": null,
          "stated_cost_is_right": null,
          "fault": { "kind": "goal",
            "message": "there are no steps, and the goal does not hold in the initial state",
            "code": null, "step": null, "line": null, "column": null,
            "reasons": [{ "text": "(lit desk) is false: nothing has made it true", "by": 0, "file": "problem.pddl",
              "line": 1, "column": 83, "reasons": [] }] } },
        { "file": "garbled", "status": "error", "valid": false, "steps": null, "cost": null,
          "stated_cost": null, "stated_cost_is_right": null,
          "fault": { "kind": "text", "message": "this step is never closed", "code": "E0502", "step": null,
            "line": 1, "column": 1, "reasons": [] } },
    ]);
    assert_eq!(all["plans"], wanted);
    fs::write(folder.path().join("problem.pddl"), PROBLEM.replace("lit desk", "lit disk")).unwrap();
    let (exit, said, _) = run(folder.path(), &["--json", "good"]);
    let none: serde_json::Value = serde_json::from_str(&said).unwrap();
    assert_eq!((exit, &none["status"], &none["plans"]), (31, &"error".into(), &serde_json::json!([])));
}

fn lamp() -> Task {
    resolve(DOMAIN, PROBLEM)
}

/// The reader counts arguments, too; a plan built by hand meets the validator's own count.
#[test]
fn a_plan_with_a_wrong_number_of_arguments_is_rejected() {
    let task = lamp();
    for arguments in [vec![], vec![ObjectId::default(); 2]] {
        let plan = Plan { steps: vec![Step { schema: SchemaId::default(), arguments }] };
        let Verdict::Invalid(fault) = validate(&task, &plan) else { panic!("accepted") };
        assert_eq!((fault.kind, fault.step), (FaultKind::Arguments, Some(0)));
        assert!(fault.reasons[0].text.starts_with("press takes 1 argument (?x - lamp), and"), "{fault:?}");
    }
}

#[test]
fn what_is_written_is_read_again() {
    let task = lamp();
    let plan =
        Plan { steps: vec![Step { schema: SchemaId::default(), arguments: vec![ObjectId::default()] }] };
    let text = plan.text(&task) + &banto::plan::cost_line(&task, 1);
    let found = banto::plan::read(&task, &text).unwrap();
    assert_eq!((found.plan, found.places.len()), (plan, 1));
    assert_eq!(found.stated_cost.unwrap().value, Some(1));
}

/// Ids that the task does not have are a fault, too, and no panic.
#[test]
fn a_step_of_another_task_is_rejected() {
    let task = lamp();
    let far = ObjectId::from(99usize);
    for step in [
        Step { schema: SchemaId::from(7usize), arguments: vec![] },
        Step { schema: SchemaId::default(), arguments: vec![far] },
    ] {
        assert!(matches!(validate(&task, &Plan { steps: vec![step] }), Verdict::Invalid(_)));
    }
}

/// Any soup of tokens is a plan, or a diagnostic whose place is in the text.
#[test]
fn no_text_is_a_panic() {
    const TOKENS: &[&str] = &[
        "(",
        ")",
        "[",
        "]",
        ";",
        "\n",
        "\r\n",
        " ",
        ":",
        "0",
        "1.5",
        "0:",
        "[1]",
        "[é",
        "press",
        "(press desk)",
        "desk",
        "; cost = 3",
        ";cost=",
        "; cöst",
        "=",
        "é",
        "\u{a0}",
        "?x",
        ".",
        "-1",
        "\u{feff}",
    ];
    let task = lamp();
    let (mut seed, mut plans) = (1_u32, 0);
    for _ in 0..20_000 {
        let mut text = String::new();
        for _ in 0..8 {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            text.push_str(TOKENS[(seed >> 16) as usize % TOKENS.len()]);
        }
        match plan::read(&task, &text) {
            Ok(found) => {
                assert_eq!(found.plan.steps.len(), found.places.len());
                plans += 1;
            }
            Err(ReadError::Text(fault)) => assert!(text.get(fault.span().range()).is_some(), "{text:?}"),
            Err(ReadError::Step(misfit)) => assert!(text.get(misfit.span.range()).is_some(), "{text:?}"),
        }
    }
    assert!(plans > 100, "only {plans}");
}

/// A plan of many steps, conditions of great depth, and a transitive closure at each step.
#[test]
fn long_plans_and_deep_conditions_are_judged() {
    let count = 20_000;
    let (mut objects, mut init, mut steps) = (String::from("o0"), String::from("(at o0)"), String::new());
    for index in 0..count {
        let _ = write!(objects, " o{}", index + 1);
        let _ = write!(init, " (next o{index} o{})", index + 1);
        let _ = writeln!(steps, "(go o{index} o{})", index + 1);
    }
    let domain = "(define (domain d) (:predicates (at ?x) (next ?x ?y)) (:action go :parameters (?x ?y)
        :precondition (and (at ?x) (next ?x ?y) (exists (?z) (and (at ?z) (next ?z ?y))))
        :effect (and (at ?y) (not (at ?x)))))";
    let problem =
        format!("(define (problem p) (:domain d) (:objects {objects}) (:init {init}) (:goal (at o{count})))");
    assert_eq!(validated_cost(&resolve(domain, &problem), &steps), Some(count));

    let depth = 300;
    let nest = |open: &str, inner: &str| format!("{}{inner}{}", open.repeat(depth), ")".repeat(depth));
    let domain = format!(
        "(define (domain d) (:requirements :adl) (:predicates (p ?x)) (:action a :parameters (?x)
            :precondition {} :effect (p ?x)))",
        nest("(not ", "(p ?x)")
    );
    let goal = nest("(forall (?x) ", &nest("(or (p o) ", "(p ?x)"));
    let problem =
        |init: &str| format!("(define (problem p) (:domain d) (:objects o) (:init {init}) (:goal {goal}))");
    assert_eq!(validated_cost(&resolve(&domain, &problem("(p o)")), "(a o)"), Some(1));
    assert_eq!(validated_cost(&resolve(&domain, &problem("")), ""), None);

    let domain = "(define (domain d) (:requirements :adl :derived-predicates)
        (:predicates (edge ?x ?y) (path ?x ?y))
        (:derived (path ?x ?y) (or (edge ?x ?y) (exists (?z) (and (edge ?x ?z) (path ?z ?y)))))
        (:action turn :parameters (?x ?y) :precondition (path ?x ?y)
            :effect (and (not (edge ?x ?y)) (edge ?y ?x))))";
    let (mut objects, mut init, mut steps) = (String::new(), String::new(), String::new());
    for index in 0..30 {
        let _ = write!(objects, " o{index}");
        let _ = write!(init, " (edge o{index} o{})", (index + 1) % 30);
    }
    for index in 0..200 {
        let one = index % 7 * 3;
        let (from, to) = if index / 7 % 2 == 0 { (one, one + 1) } else { (one + 1, one) };
        let _ = writeln!(steps, "(turn o{from} o{to})");
    }
    let problem =
        format!("(define (problem p) (:domain d) (:objects {objects}) (:init {init}) (:goal (and)))");
    assert_eq!(validated_cost(&resolve(domain, &problem), &steps), Some(200));
}

fn resolve(domain: &str, problem: &str) -> Task {
    task::read(domain, problem).unwrap_or_else(|error| panic!("{error}"))
}

fn validated_cost(task: &Task, text: &str) -> Option<u64> {
    match validate(task, &plan::read(task, text).unwrap().plan) {
        Verdict::Valid { cost } => Some(cost),
        Verdict::Invalid(_) => None,
    }
}

#[test]
fn a_trace_says_what_each_step_needs_and_changes() {
    let folder = root().join("tests/validate/trace");
    let (code, said, talk) = run(&folder, &["plan", "--trace"]);
    assert_eq!((code, talk.as_str()), (0, ""));
    assert_eq!(said, fs::read_to_string(folder.join("says")).unwrap());
    // A step that cannot be made: those before it are told.
    let scratch = tempfile::tempdir().unwrap();
    for file in ["domain.pddl", "problem.pddl"] {
        fs::copy(folder.join(file), scratch.path().join(file)).unwrap();
    }
    fs::write(scratch.path().join("plan"), "(walk hall study)\n(read study)\n").unwrap();
    let (code, said, _) = run(scratch.path(), &["plan", "--trace"]);
    assert_eq!(code, 1);
    assert!(said.starts_with("1 (walk hall study)\n    needs   (at hall): true from the start\n"), "{said}");
    assert!(
        said.contains("plan: invalid: step 2 (read study) cannot be applied") && !said.contains("\n2 (read")
    );
}
