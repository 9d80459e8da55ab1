//! Messages and their exit codes: the table of codes, wrong usage, unreadable files, messages for programs.

use crate::command::{banto, banto_with, text};

#[test]
fn help_prints_the_table_of_exit_codes() {
    let help = banto(&["--help"]);
    assert_eq!(help.status.code(), Some(0));
    let help = text(&help.stdout).split_whitespace().collect::<Vec<_>>().join(" ");
    for (exit, meaning) in banto::program::EXITS {
        assert!(help.contains(&format!(" {} {meaning}", exit.code())), "{meaning}");
    }
}

#[test]
fn each_command_lists_the_exit_codes_that_it_has() {
    for (words, codes) in [
        (&["explain"][..], &["0", "2", "31"][..]),
        (&["completions"], &["0", "2", "31"]),
        (&["fmt"], &["0", "1", "2", "22", "23", "31"]),
        (&["sokoban", "show"], &["0", "2", "22", "23", "31"]),
        (&["plan"], &["0", "2", "11", "12", "22", "23", "31", "34", "70"]),
    ] {
        let help = text(&banto(&[words, &["--help"]].concat()).stdout);
        let rows = help
            .split("Exit codes:\n")
            .nth(1)
            .unwrap()
            .lines()
            .filter(|row| row.starts_with([' ', '1']))
            .map(str::trim_start);
        let listed: Vec<&str> = rows.filter_map(|row| row.split_once("  ")).map(|(code, _)| code).collect();
        assert_eq!(listed, codes, "{words:?}");
    }
    assert!(
        text(&banto(&["validate", "--help"]).stdout).contains("   1  the answer is no: a plan is invalid\n")
    );
}

/// What a command says, with its exit code.
fn said(words: &str) -> (Option<i32>, String) {
    let run = banto(&words.split(' ').collect::<Vec<_>>());
    (run.status.code(), text(&run.stderr))
}

#[test]
fn what_was_probably_meant_is_said() {
    let (domain, problem) = ("domains/gripper.pddl", "problems/gripper/01-two-balls.pddl");
    let twice = "error: domains/gripper.pddl is given twice, and defines only a domain\n";
    for command in ["check", "plan"] {
        assert_eq!(said(&format!("{command} {domain} {domain}")), (Some(2), twice.to_owned()));
    }
    let (code, words) = said(&format!("sokoban solve {problem}"));
    assert!(code == Some(31) && words.contains("this reads like PDDL: `banto plan`"), "{words}");
    for (id, near) in [("202", "E0202 or W0202"), ("0909", "E0909"), ("W202", "W0202")] {
        let (code, words) = said(&format!("explain {id}"));
        assert!(code == Some(2) && words.contains(&format!("did you mean {near}?")), "{words}");
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
        let said = text(&run.stderr);
        assert!(said.contains(words) && !said.contains(":1:1"), "{path}: {said}");
        let run = banto(&["check", path, "--message-format", "json"]);
        assert!(text(&run.stderr).contains("\"line\":null"), "{path}");
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
fn standard_input_is_read_once() {
    for command in
        ["check", "fmt", "compare", "validate", "sokoban check", "sokoban validate", "sokoban decode"]
    {
        let (code, words) = said(&format!("{command} - -"));
        assert!(
            code == Some(2) && words.contains("only one of the files can be standard input"),
            "{command}: {words}"
        );
    }
}

#[test]
fn a_long_word_is_cut() {
    let long = "x".repeat(100_000);
    let run = banto_with(&["check", "-"], &format!("(define (domain d) (:{long}) ({long}))"));
    assert!(run.stderr.len() < 5_000 && text(&run.stderr).contains("xxx..."), "{}", run.stderr.len());
    let run = banto_with(&["step", "problems/gripper/01-two-balls.pddl"], &long);
    assert!(run.stderr.len() < 5_000 && text(&run.stderr).contains("xxx... help"), "{}", run.stderr.len());
}

#[test]
fn an_object_says_what_is_missing() {
    let run = banto(&["check", "--json"]);
    let object: serde_json::Value = serde_json::from_slice(&run.stdout).unwrap();
    assert_eq!(object["message"], "the following required arguments were not provided: <DOMAIN>");
    // A command that prints no objects prints none about its command line either.
    for words in [&["fmt", "x"][..], &["draw"], &["sokoban", "draw", "x"], &["man", "plan"]] {
        let run = banto(&[words, &["--json"]].concat());
        assert_eq!((run.status.code(), text(&run.stdout).as_str()), (Some(2), ""), "{words:?}");
    }
    assert!(text(&banto(&["plam", "--json"]).stdout).contains("unrecognized subcommand"));
    let problem = "problems/gripper/01-two-balls.pddl";
    if std::path::Path::new("/dev/full").exists() {
        let run = banto(&["compare", problem, "--solvers", "bfs", "--csv", "/dev/full", "--json"]);
        let object: serde_json::Value = serde_json::from_slice(&run.stdout).unwrap();
        assert_eq!((&object["status"], &object["exit"]), (&"error".into(), &31.into()), "{object}");
    }
}

#[test]
fn figures_are_no_plan() {
    let problem = "problems/gripper/01-two-balls.pddl";
    let plan = text(&banto(&["plan", "--stats", problem]).stdout);
    let run = banto_with(&["validate", problem, "-"], &plan);
    assert!(text(&run.stderr).contains("`banto plan --quiet` prints a plan"), "{}", text(&run.stderr));
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

/// A terminal obeys control characters; names of files may have any but two.
#[test]
#[cfg(unix)]
fn names_of_files_are_shown_without_controls() {
    let folder = tempfile::tempdir().unwrap();
    let path = crate::command::written(folder.path(), "a\u{1b}b.pddl", "(define (domain d) (:x))");
    let path = &path[..];
    let near = path.replace("b.pddl", "c.pddl");
    for arguments in [
        &["plan", path, path][..],
        &["check", path],
        &["check", path, "--message-format", "short"],
        &["plan", &near],
        &["serve", &near, "--no-open"],
    ] {
        let run = banto(arguments);
        let said = text(&run.stderr);
        assert!(said.contains("a\u{241b}") && !said.contains('\u{1b}'), "{arguments:?}: {said:?}");
    }
}
