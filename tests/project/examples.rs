//! The programs in `examples/`: what they print is what stands in `tests/examples/`.
//!
//! Cargo builds them together with the tests. Times are in none of them, so that every line counts.

use std::path::Path;
use std::process::Command;

/// Runs an example, and compares what it prints.
fn check(name: &str) {
    let Some(out) = run(name, &[]) else { return };
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/examples/{name}.txt"));
    assert_eq!(out, std::fs::read_to_string(&path).unwrap(), "{}", path.display());
}

/// What an example prints; `None` if it is not built.
fn run(name: &str, arguments: &[&str]) -> Option<String> {
    // Tests lie in `target/PROFILE/deps`, and examples beside that folder.
    let here = std::env::current_exe().unwrap();
    let profile = here.parent().and_then(Path::parent).unwrap();
    let program = profile.join("examples").join(format!("{name}{}", std::env::consts::EXE_SUFFIX));
    if !program.exists() {
        crate::cases::tell(&format!(
            "skipped: {} is not built; cargo test without --test builds it",
            program.display()
        ));
        return None;
    }
    let run = Command::new(program).args(arguments).current_dir(env!("CARGO_MANIFEST_DIR")).output().unwrap();
    let (out, talk) = (String::from_utf8(run.stdout).unwrap(), String::from_utf8(run.stderr).unwrap());
    assert!(run.status.success(), "{name}: {talk}");
    Some(out)
}

#[test]
fn plan_from_strings() {
    check("plan_from_strings");
}

#[test]
fn eight_puzzle() {
    check("eight_puzzle");
}

#[test]
fn stream() {
    check("stream");
}

#[test]
fn own_heuristic() {
    check("own_heuristic");
}

#[test]
fn own_program() {
    let files = ["domains/gripper.pddl", "problems/gripper/02-five-balls.pddl"];
    let flags = ["plan", "--search", "gbfs", "--heuristic", "nearly"];
    let Some(plan) = run("own_program", &[&flags[..], &files].concat()) else { return };
    assert!(plan.contains("(release ball1 hall left)"), "{plan}");
    let compared =
        run("own_program", &[&["compare", "--solvers", "gbfs:nearly,gbfs:ff"], &files[..]].concat());
    assert!(compared.unwrap().contains("gbfs:nearly"));
    assert!(run("own_program", &["plan", "--list"]).unwrap().contains("  nearly"));
}
