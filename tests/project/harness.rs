//! The files in `python/`, run for real where what they need is installed; see docs/editors.md.
//!
//! Nothing is installed from here: without unified-planning, Downward Lab or mcp a test says so and is skipped.
//! `BANTO_PYTHON` names a Python that has them.

use std::process::Command;

/// Runs a script of the folder with the Python that has the module.
fn run(script: &str, module: &str) {
    let python = std::env::var("BANTO_PYTHON").unwrap_or_else(|_| "python3".to_owned());
    let has = Command::new(&python).args(["-c", &format!("import {module}")]).output();
    if !has.is_ok_and(|found| found.status.success()) {
        crate::cases::tell(&format!("skipped: {python} has no module {module}"));
        return;
    }
    let root = env!("CARGO_MANIFEST_DIR");
    let run = Command::new(&python)
        .arg(format!("{root}/python/{script}"))
        .env("BANTO", env!("CARGO_BIN_EXE_banto"))
        .env("PYTHONDONTWRITEBYTECODE", "1")
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&run.stderr);
    assert!(run.status.success(), "{script}: {said}");
    assert!(said.contains("\nOK"), "{script}: {said}");
}

#[test]
fn the_package_is_the_command() {
    run("test_package.py", "unittest");
}

#[test]
fn unified_planning_solves_with_banto() {
    run("test_up.py", "unified_planning");
}

#[test]
fn downward_lab_reads_what_banto_prints() {
    run("test_lab.py", "downward");
}

#[test]
fn the_official_client_calls_every_tool() {
    run("test_mcp.py", "mcp");
}
