//! A fault of the program: a plan that the validator rejects. Exit code 70, a report, and nothing that looks like a
//! plan.
//!
//! A validator that rejects everything is passed in through the library; the test runs itself again as a process that
//! uses it.

use std::process::Command;

use banto::plan::{Fault, FaultKind, Plan, Verdict};
use banto::program::{Exit, run};
use banto::task::Task;

/// Set for the process that is the program.
const CHILD: &str = "BANTO_TEST_OF_A_FAULT";

fn reject(_: &Task, _: &Plan) -> Verdict {
    let message = "step 1 is refused by this validator".to_owned();
    Verdict::Invalid(Fault { kind: FaultKind::Goal, step: None, message, reasons: Vec::new() })
}

/// Not a test of its own: what the other one calls.
#[test]
fn program() {
    let Some(arguments) = std::env::var_os(CHILD) else { return };
    let arguments = arguments.into_string().unwrap();
    let arguments = std::iter::once("banto").chain(arguments.split('\n'));
    assert_eq!(run(arguments.map(Into::into).collect(), reject), Exit::Fault);
}

#[test]
fn a_rejected_plan_is_reported_and_not_printed() {
    let root = env!("CARGO_MANIFEST_DIR");
    let problem = format!("{root}/problems/blocks/01-swap.pddl");
    for (more, aim) in [("--quiet", "--first"), ("--json", "--optimal")] {
        let folder = tempfile::tempdir().unwrap();
        let plan = folder.path().join("found.plan");
        let arguments = ["plan", &problem, aim, more, "-o", plan.to_str().unwrap()].join("\n");
        let run = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "fault::program", "--nocapture"])
            .env(CHILD, arguments)
            .current_dir(folder.path())
            .output()
            .unwrap();
        let (out, talk) = (String::from_utf8(run.stdout).unwrap(), String::from_utf8(run.stderr).unwrap());
        assert!(run.status.success(), "{out}{talk}");
        assert!(talk.contains("fault: a plan was found that the validator rejects"), "{talk}");
        assert!(talk.contains("please report it with banto-bug-report.txt"), "{talk}");
        assert!(!out.contains("(lift b a)") && !talk.contains("(lift b a)"), "{out}{talk}");
        assert!(!plan.exists());
        let report = std::fs::read_to_string(folder.path().join("banto-bug-report.txt")).unwrap();
        for part in
            ["banto ", "refused by this validator", "(lift b a)", "(define (domain blocks)", "01-swap.pddl"]
        {
            assert!(report.contains(part), "{part}: {report}");
        }
        if more == "--json" {
            let line = out.lines().find(|line| line.starts_with('{')).unwrap();
            let object: serde_json::Value = serde_json::from_str(line).unwrap();
            assert_eq!((object["status"].as_str(), object["exit"].as_u64()), (Some("fault"), Some(70)));
        }
    }
}
