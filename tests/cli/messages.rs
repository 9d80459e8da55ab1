//! Messages and their exit codes: the table of codes, wrong usage, unreadable files, messages for programs.

use crate::command::{banto, banto_with, text};

#[test]
fn help_prints_the_table_of_exit_codes() {
    let help = banto(&["--help"]);
    assert_eq!(help.status.code(), Some(0));
    let help = text(&help.stdout);
    for (exit, meaning) in banto::cli::EXITS {
        assert!(help.contains(&format!("{:>4}  {meaning}", exit.code())), "{meaning}");
    }
}

#[test]
fn files_that_cannot_be_read_are_input_errors() {
    for (path, words) in [
        ("domains/no-such.pddl", "no such file"),
        ("domains", "is a directory"),
        ("domains/blocs.pddl", "did you mean domains/blocks.pddl?"),
    ] {
        let run = banto(&["check", path]);
        assert_eq!(run.status.code(), Some(31), "{path}");
        assert!(text(&run.stderr).contains(words), "{path}: {}", text(&run.stderr));
    }
}

#[test]
fn wrong_usage_is_exit_2() {
    for arguments in [
        &["chek"][..],
        &["check"],
        &["check", "-", "-"],
        &["explain", "E9999"],
        &["fmt", "--check", "--stdout", "x"],
    ] {
        assert_eq!(banto(arguments).status.code(), Some(2), "{arguments:?}");
    }
    assert_eq!(banto(&[]).status.code(), Some(2));
}

#[test]
fn standard_input_is_a_file_like_any_other() {
    let domain = "(define (domain d)\n  (:action a :effect (p)))";
    let run = banto_with(&["check", "-", "--message-format", "short"], domain);
    assert_eq!(run.status.code(), Some(31));
    assert!(
        text(&run.stderr).contains("<stdin>:2:23: error[E0105]: the domain declares no predicates"),
        "{}",
        text(&run.stderr)
    );
}

#[test]
fn messages_come_as_json_too() {
    let run = banto(&["check", "tests/check/unknown-names.pddl", "--message-format", "json", "--json"]);
    assert_eq!(run.status.code(), Some(31));
    for line in text(&run.stderr).lines() {
        let object: serde_json::Value = serde_json::from_str(line).unwrap();
        assert!(object["line"].as_u64().is_some_and(|line| line > 0));
    }
    let summary: serde_json::Value = serde_json::from_str(&text(&run.stdout)).unwrap();
    assert_eq!(summary["status"], "error");
}

#[test]
fn every_code_has_its_page() {
    for code in banto::source::CODES {
        let run = banto(&["explain", code.id]);
        assert_eq!(run.status.code(), Some(0));
        assert!(text(&run.stdout).starts_with(&format!("# {}", code.id)));
    }
}

#[test]
fn a_solver_of_the_other_kind_is_named_as_such() {
    let (level, task) = ("problems/sokoban/corridor.xsb", "problems/gripper/01-two-balls.pddl");
    for (file, solver, words) in [
        (task, "direct", "direct solves levels, and these files are PDDL"),
        (level, "gbfs:ff", "gbfs:ff plans for tasks, and these files are levels"),
        (level, "dirct", "did you mean direct?"),
    ] {
        let run = banto(&["compare", file, "--solvers", solver]);
        assert_eq!(run.status.code(), Some(2));
        assert!(text(&run.stderr).contains(words), "{}", text(&run.stderr));
    }
}
