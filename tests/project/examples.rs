//! The programs in `examples/`: what they print is what stands in `tests/examples/`.
//!
//! Cargo builds them together with the tests. Times are in none of them, so that every line counts.

use std::path::Path;
use std::process::Command;

/// Runs an example, and compares what it prints.
fn check(name: &str) {
    // Tests lie in `target/PROFILE/deps`, and examples beside that folder.
    let here = std::env::current_exe().unwrap();
    let profile = here.parent().and_then(Path::parent).unwrap();
    let program = profile.join("examples").join(format!("{name}{}", std::env::consts::EXE_SUFFIX));
    if !program.exists() {
        crate::cases::tell(&format!(
            "skipped: {} is not built; cargo test without --test builds it",
            program.display()
        ));
        return;
    }
    let run = Command::new(program).output().unwrap();
    let (out, talk) = (String::from_utf8(run.stdout).unwrap(), String::from_utf8(run.stderr).unwrap());
    assert!(run.status.success(), "{name}: {talk}");
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/examples/{name}.txt"));
    assert_eq!(out, std::fs::read_to_string(&path).unwrap(), "{}", path.display());
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
fn own_heuristic() {
    check("own_heuristic");
}
