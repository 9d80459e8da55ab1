//! The program as a user meets it: exit codes, help, and bad input. What the documents say of it, `tests/documents/` runs.

use std::io::Write;
use std::process::{Command, Output, Stdio};

fn banto(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_banto"))
        .args(arguments)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .stdin(Stdio::null())
        .output()
        .unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

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
    let mut child = Command::new(env!("CARGO_BIN_EXE_banto"))
        .args(["check", "-", "--message-format", "short"])
        .stdin(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(b"(define (domain d)\n  (:action a :effect (p)))").unwrap();
    let run = child.wait_with_output().unwrap();
    assert_eq!(run.status.code(), Some(31));
    assert!(
        text(&run.stderr).contains("<stdin>:2:23: error[E0202]: unknown predicate p"),
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
fn fmt_rewrites_in_place_and_only_where_needed() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("d.pddl");
    std::fs::write(&path, "(DEFINE (domain d)(:predicates (p)) ; kept\n)").unwrap();
    let name = path.to_str().unwrap();
    assert_eq!(banto(&["fmt", "--check", name]).status.code(), Some(1));
    assert_eq!(banto(&["fmt", name]).status.code(), Some(0));
    assert_eq!(banto(&["fmt", "--check", name]).status.code(), Some(0));
    let formatted = std::fs::read_to_string(&path).unwrap();
    assert!(formatted.contains("; kept") && formatted.starts_with("(define (domain d)"), "{formatted}");
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
    std::fs::write(&path, "(define (domain d").unwrap();
    assert_eq!(banto(&["fmt", name]).status.code(), Some(31));
}

#[test]
fn plan_says_what_is_missing() {
    for (arguments, code, words) in [
        (&["plan"][..], 2, "a problem is needed: banto plan [DOMAIN] PROBLEM"),
        (&["plan", "problems/blocks/no-such.pddl"], 31, "no such file"),
        (&["plan", "domains/blocks.pddl"], 2, "is a domain, and a problem is needed"),
        (&["plan", "--search", "astr", "problems/blocks/01-swap.pddl"], 2, "did you mean astar?"),
        (
            &["plan", "--search", "bfs", "--heuristic", "ff", "problems/blocks/01-swap.pddl"],
            2,
            "asks no heuristic",
        ),
        (&["plan", "--optimal", "--heuristic", "ff", "problems/blocks/01-swap.pddl"], 2, "not admissible"),
        (&["plan", "--time-limit", "soon", "problems/blocks/01-swap.pddl"], 2, "a number is expected"),
        (&["plan", "--time-limit", "0s", "problems/blocks/01-swap.pddl"], 23, "time limit"),
        (
            &["plan", "--memory-limit", "1KiB", "--search", "bfs", "problems/blocks/04-tall.pddl"],
            22,
            "memory limit",
        ),
        (&["plan", "problems/sliding-puzzle/04-unsolvable.pddl"], 11, "unsolvable: all states"),
    ] {
        let run = banto(arguments);
        assert_eq!(run.status.code(), Some(code), "{arguments:?}: {}", text(&run.stderr));
        assert!(text(&run.stderr).contains(words), "{arguments:?}: {}", text(&run.stderr));
    }
}

#[test]
fn plan_prints_what_editors_and_harnesses_read() {
    let run = banto(&["plan", "problems/blocks/01-swap.pddl"]);
    let lines: Vec<String> = text(&run.stdout).lines().map(str::to_owned).collect();
    assert_eq!(lines[..4], ["(lift b a)", "(put-down b)", "(pick-up a)", "(stack a b)"]);
    assert_eq!(lines[4..7], ["; cost = 4 (unit cost)", "Plan length: 4 step(s).", "Plan cost: 4"]);
    for (line, start) in
        lines[7..].iter().zip(["Expanded ", "Evaluated ", "Generated ", "Search time: ", "Total time: "])
    {
        assert!(line.starts_with(start), "{line}");
    }
    let run = banto(&["plan", "--json", "problems/blocks/01-swap.pddl"]);
    let object: serde_json::Value = serde_json::from_slice(&run.stdout).unwrap();
    assert_eq!((object["version"].as_u64(), object["cost"].as_u64()), (Some(1), Some(4)));
    assert_eq!(object["plan"].as_array().map(Vec::len), Some(4));
}

#[test]
fn a_plan_file_appears_only_with_a_plan() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("plan");
    let file = path.to_str().unwrap();
    let run = banto(&["plan", "-q", "-o", file, "problems/sliding-puzzle/04-unsolvable.pddl"]);
    assert_eq!((run.status.code(), path.exists()), (Some(11), false));
    let run = banto(&["plan", "-q", "-o", file, "problems/blocks/01-swap.pddl"]);
    assert_eq!(run.status.code(), Some(0));
    assert_eq!(std::fs::read_to_string(&path).unwrap(), text(&run.stdout));
    let run = banto(&["validate", "domains/blocks.pddl", "problems/blocks/01-swap.pddl", file]);
    assert_eq!(run.status.code(), Some(0));
    assert!(text(&run.stdout).ends_with("valid, 4 steps, cost 4, as the file states\n"));
}

#[test]
fn sokoban_solutions_are_judged() {
    let level = "problems/sokoban/first-steps.xsb";
    for (arguments, code, words) in [
        (&["verify", level, "RR", "--level", "1"][..], 0, "solved: 2 moves, 2 pushes"),
        (&["verify", level, "R", "--level", "1"], 1, "not solved: 1 box is not on a goal"),
        (&["verify", level, "LL", "--level", "1"], 1, "first-steps.xsb:3:1: move 2 (L) of 2 is not possible"),
        (&["verify", level, "RX", "--level", "1"], 31, ""),
        (&["verify", level, "R"], 2, ""),
        (&["verify", level, "R", "--level", "4"], 2, ""),
        (&["verify", level, "no/such.txt", "--level", "1"], 31, ""),
        (&["verify", level, "2R", "--level", "1", "--json"], 0, "\"status\":\"solved\""),
        (&["check", level], 0, "ok: 3 levels, 4 boxes"),
        (&["check", "tests/sokoban/faults/open-top.xsb"], 31, ""),
        (&["show", level, "--level", "1", "--alphabet", "article"], 0, "#.@O.X.#"),
        (&["convert", level, "--to", "rle"], 0, "8#|#6-#|#-@$-.-#|#6-#|8#"),
        (&[], 2, ""),
    ] {
        let run = banto(&[&["sokoban"], arguments].concat());
        assert_eq!(run.status.code(), Some(code), "{arguments:?}: {}", text(&run.stderr));
        assert!(text(&run.stdout).contains(words), "{arguments:?}: {}", text(&run.stdout));
    }
}

/// Runs the program with these lines as its input.
fn banto_with(arguments: &[&str], input: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_banto"))
        .args(arguments)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    child.wait_with_output().unwrap()
}

const TIC_TAC_TOE: [&str; 2] = ["domains/games/tic-tac-toe.pddl", "problems/games/tic-tac-toe.pddl"];

#[test]
fn games_are_analysed() {
    let [domain, problem] = TIC_TAC_TOE;
    for (arguments, code, words) in [
        (&["solve", domain, problem][..], 0, "value: draw\n"),
        (&["solve", domain, problem, "--moves", "b2, b1", "--json"], 0, "\"value\":\"first wins\""),
        (&["best", domain, problem, "--moves", "5; (put second a1)", "--depth", "9"], 0, "value: draw\n"),
        (&["best", domain, problem, "--moves", "a1,b1,a2,b2,a3"], 0, "the game is over: first wins"),
        (&["best", domain, problem, "--moves", "b2, b2"], 31, ""),
        (&["best", domain, problem, "--moves", "0"], 31, ""),
        (&["best", domain, problem, "--moves", "first"], 31, ""),
        (&["best", domain, "problems/games/connect-four-4x4.pddl"], 31, ""),
        (&["best", "domains/blocks.pddl", "problems/blocks/01-swap.pddl"], 31, ""),
        (&["perft", domain, problem, "--depth", "3"], 0, "  3             504\n"),
        (
            &["match", domain, problem, "--one", "depth=9", "--other", "depth=1", "--opening", "0"],
            0,
            "other: 0\n",
        ),
        (&["match", domain, problem, "--one", "deep=9", "--other", "depth=1"], 2, ""),
        (&["bench", domain, problem, "--depth", "4", "--count", "3", "--beside", "tic-tac-toe"], 0, "ratio"),
        (&["bench", domain, problem, "--depth", "2", "--count", "2", "--beside", "chess"], 2, ""),
        (
            &[
                "solve",
                "domains/games/connect-four.pddl",
                "problems/games/connect-four-7x6.pddl",
                "--time-limit",
                "50ms",
                "--table",
                "1MiB",
            ],
            23,
            "",
        ),
        (&[], 2, ""),
    ] {
        let run = banto(&[&["game"], arguments].concat());
        assert_eq!(run.status.code(), Some(code), "{arguments:?}: {}", text(&run.stderr));
        assert!(text(&run.stdout).contains(words), "{arguments:?}: {}", text(&run.stdout));
        assert_eq!(run.stderr.is_empty(), code == 0, "{arguments:?}: {}", text(&run.stderr));
    }
}

#[test]
fn games_are_played_line_by_line() {
    let [domain, problem] = TIC_TAC_TOE;
    let play = |human: &str, input: &str| {
        banto_with(&["game", "play", domain, problem, "--human", human, "--depth", "9"], input)
    };
    let run = play("both", "b2\nundo\n5\n(put second a1)\nhint\nvalue\nmoves\nboard\nhelp\n\nquit\n");
    let out = text(&run.stdout);
    assert_eq!(run.status.code(), Some(0), "{}", text(&run.stderr));
    assert!(out.starts_with("\n7 8 9\n4 5 6\n1 2 3\nfirst to move\n"), "{out}");
    assert!(out.contains("\n6 7 8\n4 X 5\n1 2 3\nsecond to move\n"), "{out}");
    assert!(out.contains("hint: (put first ") && out.contains("value: draw\n"), "{out}");
    let run = play("both", "a1\nb1\na2\nb2\na3\n");
    assert!(text(&run.stdout).ends_with("first wins\n"), "{}", text(&run.stdout));
    let run = play("first", "b2\n");
    assert!(text(&run.stdout).contains("second plays (put second "), "{}", text(&run.stdout));
    let run = play("none", "");
    assert!(text(&run.stdout).ends_with("\ndraw\n"), "{}", text(&run.stdout));
    let run = play("first", "b7\n");
    assert_eq!(run.status.code(), Some(31));
    assert!(text(&run.stderr).contains("b7 is no legal move; try (put first "), "{}", text(&run.stderr));
}

#[test]
fn what_is_no_game_is_refused() {
    let run = banto(&["check", "--game", "domains/blocks.pddl", "problems/blocks/01-swap.pddl"]);
    assert_eq!(run.status.code(), Some(31));
    assert!(text(&run.stderr).contains("error[E0401]"), "{}", text(&run.stderr));
    let [domain, problem] = TIC_TAC_TOE;
    assert_eq!(banto(&["check", "--game", domain, problem]).status.code(), Some(0));
    assert_eq!(banto(&["check", "--game", domain]).status.code(), Some(2));
}

#[test]
fn two_winners_are_noticed_by_whatever_plays() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let domain = write(
        "d.pddl",
        "(define (domain race) (:requirements :strips :typing) (:types player)
          (:constants first second - player)
          (:predicates (turn ?p - player) (wins ?p - player) (next ?p ?q - player) (tired ?p - player))
          (:action rest :parameters (?p ?q - player)
            :precondition (and (turn ?p) (next ?p ?q))
            :effect (and (tired ?p) (not (turn ?p)) (turn ?q)))
          (:action run :parameters (?p ?q - player)
            :precondition (and (turn ?p) (next ?p ?q) (tired ?q))
            :effect (and (wins ?p) (wins ?q) (not (turn ?p)) (turn ?q))))",
    );
    let problem = write(
        "p.pddl",
        "(define (problem race) (:domain race)
          (:init (turn first) (next first second) (next second first)) (:goal (wins first)))",
    );
    for arguments in [
        &["check", "--game"][..],
        &["game", "best", "--depth", "4"],
        &["game", "perft", "--depth", "3"],
        &["game", "play", "--human", "none", "--depth", "3"],
    ] {
        let run = banto(&[arguments, &[&domain, &problem]].concat());
        assert_eq!(run.status.code(), Some(31), "{arguments:?}");
        let words = "error[E0407]: both players have won after (rest first second)";
        assert!(text(&run.stderr).contains(words), "{arguments:?}: {}", text(&run.stderr));
    }
}

#[test]
fn sokoban_files_are_written_whole() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("levels.slc");
    let name = path.to_str().unwrap();
    let level = "problems/sokoban/first-steps.xsb";
    assert_eq!(banto(&["sokoban", "convert", level, "--to", "slc", "-o", name]).status.code(), Some(0));
    let back = banto(&["sokoban", "convert", name, "--to", "xsb"]);
    assert_eq!(text(&back.stdout), std::fs::read_to_string(level).unwrap());
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
}

/// What cannot be written is no success; a reader that goes away is.
#[test]
fn a_full_device_is_said() {
    let Ok(full) = std::fs::OpenOptions::new().write(true).open("/dev/full") else {
        // Not every system has such a device.
        return;
    };
    let output = std::process::Command::new(env!("CARGO_BIN_EXE_banto"))
        .args(["explain", "E0202"])
        .stdout(full)
        .stderr(std::process::Stdio::piped())
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(31));
    assert!(String::from_utf8_lossy(&output.stderr).contains("cannot write to standard output"));
}

/// A dash where a file is written is standard output, or is refused; it never becomes a file's name.
#[test]
fn a_dash_is_no_file() {
    let folder = tempfile::tempdir().unwrap();
    let root = env!("CARGO_MANIFEST_DIR");
    let (level, blocks) =
        (format!("{root}/problems/sokoban/first-steps.xsb"), format!("{root}/problems/blocks/01-swap.pddl"));
    let (level, blocks) = (level.as_str(), blocks.as_str());
    for (arguments, code, words) in [
        (&["plan", blocks, "-o", "-"][..], 2, "leave -o out"),
        (&["ground", blocks, "--sas", "-"], 0, "begin_version"),
        (&["ground", blocks, "--sas", "-", "--list", "facts"], 2, "takes one result"),
        (&["sokoban", "convert", level, "--to", "rle", "-o", "-"], 0, "8#|"),
        (&["sokoban", "generate", "--boxes", "2", "--size", "7x7", "-o", "-"], 0, "Title: Seed 0"),
        (&["sokoban", "solve", level, "-o", "-"], 0, "Solution"),
        (&["sokoban", "solve", level, "-o", "-", "--json"], 2, "takes one result"),
        (&["sokoban", "encode", level, "--level", "1", "-o", "-"], 2, "takes a folder"),
        (&["sokoban", "draw", level, "--level", "1", "--svg", "-"], 0, "<svg"),
        (&["sokoban", "draw", level, "--level", "1", "--svg", "-", "--gif", "-"], 2, "one picture"),
        (&["compare", level, "--level", "1", "--solvers", "direct", "--csv", "-"], 0, "direct,solved"),
        (&["compare", level, "--level", "1", "--solvers", "direct", "--html", "-"], 0, "<!doctype html"),
        (&["compare", level, "--html", "-", "--csv", "-"], 2, "takes one result"),
    ] {
        let run = Command::new(env!("CARGO_BIN_EXE_banto"))
            .args(arguments)
            .current_dir(folder.path())
            .stdin(Stdio::null())
            .output()
            .unwrap();
        assert_eq!(run.status.code(), Some(code), "{arguments:?}: {}", text(&run.stderr));
        let said = text(if code == 0 { &run.stdout } else { &run.stderr });
        assert!(said.to_lowercase().contains(&words.to_lowercase()), "{arguments:?}: {said}");
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0, "{arguments:?}");
    }
}

/// What cannot be written is said in words, and before the work begins.
#[test]
fn unwritable_files_are_said_early() {
    let problem = "problems/blocks/04-tall.pddl";
    let level = "problems/sokoban/first-steps.xsb";
    for (arguments, words) in [
        (&["plan", problem, "--search", "bfs", "-o", "src"][..], "src: it is a directory, not a file"),
        (&["plan", problem, "--search", "bfs", "-o", "no-such/x"], "no-such/x: there is no folder no-such"),
        (&["plan", problem, "--search", "bfs", "-o", "README.md/x"], "a part of its path is a file"),
        (&["sokoban", "solve", level, "-o", "no-such/x"], "there is no folder no-such"),
        (&["compare", level, "--csv", "src"], "it is a directory"),
        (&["compare", level, "--html", "no-such/x"], "there is no folder no-such"),
        (&["ground", problem, "--sas", "src"], "it is a directory"),
        (&["sokoban", "draw", level, "--level", "1", "--svg", "src"], "it is a directory"),
    ] {
        let run = banto(arguments);
        assert_eq!(run.status.code(), Some(31), "{arguments:?}");
        let talk = text(&run.stderr);
        assert!(talk.contains(words) && !talk.contains("os error"), "{arguments:?}: {talk}");
        assert!(run.stdout.is_empty(), "{arguments:?}: {}", text(&run.stdout));
    }
}

/// The domain is looked for beside the problem by every command that takes a task.
#[test]
fn the_domain_may_be_left_out() {
    let problem = "problems/logistics/01-one-parcel.pddl";
    let game = "problems/games/tic-tac-toe.pddl";
    for (arguments, words) in [
        (&["plan", "-q", problem][..], "(load "),
        (&["plan", "domains/logistics.pddl", "-q", problem], "(load "),
        (&["ground", problem], "operators"),
        (&["validate", problem, "tests/cli/one-parcel.plan"], "valid, 3 steps"),
        (&["validate", "domains/logistics.pddl", problem, "tests/cli/one-parcel.plan"], "valid, 3 steps"),
        (&["game", "best", game, "--moves", "b2,b1", "--depth", "9"], "first wins"),
    ] {
        let run = banto(arguments);
        assert_eq!(run.status.code(), Some(0), "{arguments:?}: {}", text(&run.stderr));
        assert!(text(&run.stdout).contains(words), "{arguments:?}: {}", text(&run.stdout));
    }
    for (arguments, code, words) in [
        (&["validate", problem][..], 2, "banto validate"),
        (&["validate", "domains/logistics.pddl", problem], 2, "too few files"),
        (&["ground", "domains/logistics.pddl"], 2, "is a domain, and a problem is needed"),
        (&["ground", "-"], 2, "beside standard input"),
        (&["plan", "tests/cli/one-parcel.plan"], 31, "error[E0"),
    ] {
        let run = banto(arguments);
        assert_eq!(run.status.code(), Some(code), "{arguments:?}: {}", text(&run.stderr));
        assert!(text(&run.stderr).contains(words), "{arguments:?}: {}", text(&run.stderr));
    }
}

#[test]
fn levels_are_judged_alike() {
    // More boxes than goals: proven to have no solution, for whoever is asked.
    let level = "tests/sokoban/faults/no-goal.xsb";
    assert_eq!(banto(&["sokoban", "check", level]).status.code(), Some(11));
    assert_eq!(banto(&["sokoban", "solve", level]).status.code(), Some(11));
    // A file of words is pointed at where its words begin.
    let run = banto(&["sokoban", "check", "Cargo.toml", "--message-format", "short"]);
    assert_eq!(run.status.code(), Some(31));
    assert!(text(&run.stderr).starts_with("Cargo.toml:1:1: error[E0301]"), "{}", text(&run.stderr));
}

#[test]
fn a_plan_of_another_encoding_is_recognised() {
    let level = "problems/sokoban/first-steps.xsb";
    let run = banto(&["sokoban", "decode", level, "tests/json/first-steps.plan", "--level", "1"]);
    assert_eq!(run.status.code(), Some(1));
    assert!(text(&run.stderr).contains("the plan fits --encoding basic or pushes"), "{}", text(&run.stderr));
}

#[test]
fn games_say_how_they_are_played_and_what_they_are_not() {
    let [domain, problem] = TIC_TAC_TOE;
    let run = banto_with(
        &["game", "play", domain, problem],
        "b9
",
    );
    assert_eq!(run.status.code(), Some(31));
    let talk = text(&run.stderr);
    assert!(
        talk.starts_with(
            "type a move; help lists what else there is, and quit ends
"
        ),
        "{talk}"
    );
    assert!(talk.contains("b9 is no legal move") && talk.contains("so the game ends here"), "{talk}");
    let (domain, problem) = ("domains/games/connect-four.pddl", "problems/games/connect-four-4x4.pddl");
    for (board, words) in [
        ("connect-four:7x6", "it has 42 cells, and the board of the problem 16"),
        ("connect-four:8x2", "is another game than the problem: of 2 moves it has 64 games, and not 16"),
        ("tic-tac-toe", "it has 9 cells"),
    ] {
        let run =
            banto(&["game", "bench", domain, problem, "--depth", "2", "--count", "2", "--beside", board]);
        assert_eq!(run.status.code(), Some(2), "{board}");
        assert!(text(&run.stderr).contains(words), "{board}: {}", text(&run.stderr));
    }
}

/// Ctrl-C ends a search in order, with the code that the table has for it.
#[cfg(unix)]
#[test]
fn an_interrupt_ends_a_search() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_banto"))
        .args(["plan", "--json", "--optimal", "--heuristic", "blind", "problems/blocks/04-tall.pddl"])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    std::thread::sleep(std::time::Duration::from_millis(700));
    let sent = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    let is_sent = sent.is_ok_and(|status| status.success());
    if !is_sent {
        child.kill().unwrap();
    }
    let run = child.wait_with_output().unwrap();
    if !is_sent {
        return;
    }
    assert_eq!(run.status.code(), Some(12), "{}", text(&run.stderr));
    let object: serde_json::Value = serde_json::from_slice(&run.stdout).unwrap();
    assert_eq!((object["status"].as_str(), object["exit"].as_u64()), (Some("stopped"), Some(12)));
}
