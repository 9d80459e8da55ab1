//! The commands about games: analyzed, played line by line, refused where there is none.

use crate::command::{banto, banto_with, text, written};

const TIC_TAC_TOE: [&str; 2] = ["domains/games/tic-tac-toe.pddl", "problems/games/tic-tac-toe.pddl"];

#[test]
fn games_are_analyzed() {
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
    assert!(text(&run.stdout).ends_with("first wins: a1 a2 a3\n"), "{}", text(&run.stdout));
    let run = play("first", "b2\n");
    assert!(text(&run.stdout).contains("second plays (put second "), "{}", text(&run.stdout));
    let run = play("none", "");
    assert!(text(&run.stdout).ends_with("\ndraw\n"), "{}", text(&run.stdout));
    let run = play("both", "undo\nb2\nundo\nq\n");
    assert_eq!(run.status.code(), Some(0), "{}", text(&run.stderr));
    assert!(text(&run.stderr).contains("there is no move to take back"), "{}", text(&run.stderr));
    // The computer's own first move is no move of the human's.
    let run = play("second", "undo\nq\n");
    assert!(text(&run.stderr).ends_with("there is no move to take back\n"), "{}", text(&run.stderr));
    assert_eq!(text(&run.stdout).matches("first plays").count(), 1, "{}", text(&run.stdout));
    let run = play("first", "first\n");
    assert_eq!(run.status.code(), Some(31));
    assert!(text(&run.stderr).contains("first names 9 moves: (put first "), "{}", text(&run.stderr));
    let run = play("first", "b7\n");
    assert_eq!(run.status.code(), Some(31));
    assert!(text(&run.stderr).contains("b7 is not a legal move; try (put first "), "{}", text(&run.stderr));
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

/// What a user could take for a fault of the game is explained.
#[test]
fn games_answer_what_leads_nowhere() {
    let [domain, problem] = TIC_TAC_TOE;
    for (words, code, answer) in [
        (&["best", "--moves", "a1,b1,a2,b2,a3,1"][..], 31, "move 6: the game is over after 5 moves"),
        (&["best", "--moves", "first"], 31, "move 1: first names 9 moves: (put first "),
        (&["solve", "--time-limit", "0.001ms"], 23, "stopped"),
    ] {
        let run = banto(&[&["game", words[0], domain, problem], &words[1..]].concat());
        assert_eq!(run.status.code(), Some(code), "{words:?}: {}", text(&run.stderr));
        assert!(text(&run.stderr).contains(answer), "{words:?}: {}", text(&run.stderr));
    }
    let seven_by_six = ["domains/games/connect-four.pddl", "problems/games/connect-four-7x6.pddl"];
    let run = |words: &[&str]| {
        let run = banto(&[&["game", words[0]], &seven_by_six[..], &words[1..], &["--json"]].concat());
        assert_eq!(run.status.code(), Some(23), "{}", text(&run.stderr));
        serde_json::from_str::<serde_json::Value>(&text(&run.stdout)).unwrap()
    };
    let solved = run(&["solve", "--time-limit", "1s", "--table", "1MiB"]);
    assert!(solved["nodes"].as_u64().is_some_and(|nodes| nodes > 0), "{solved}");
}

/// The rules of games read `wins`, whether or not the text does.
#[test]
fn what_games_read_is_not_idle() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| written(folder.path(), name, text);
    let domain = write(
        "d.pddl",
        ";; board: row a\n;; board: mark X (mark ?cell)
        (define (domain one) (:requirements :strips :typing) (:types player cell)
          (:predicates (turn ?p - player) (wins ?p - player) (draw) (next ?p ?q - player) (mark ?c - cell) (odd))
          (:action put :parameters (?p ?q - player ?c - cell)
            :precondition (and (turn ?p) (next ?p ?q))
            :effect (and (mark ?c) (wins ?p) (odd) (not (turn ?p)) (turn ?q))))",
    );
    let problem = write(
        "p.pddl",
        "(define (problem one) (:domain one) (:objects first second - player a - cell)
          (:init (turn first) (next first second) (next second first) (draw)) (:goal (draw)))",
    );
    let talk = |game: &[&str]| text(&banto(&[&["check"], game, &[&domain, &problem]].concat()).stderr);
    let (plain, game) = (talk(&[]), talk(&["--game"]));
    assert!(plain.contains("predicate wins is never read"), "{plain}");
    assert!(!game.contains("wins is never") && !game.contains("mark is never"), "{game}");
    assert!(game.contains("predicate odd is never read"), "{game}");
}

/// An action whose condition can hold in two ways is one move and one operator.
#[test]
fn ways_to_satisfy_a_condition_are_one_operator_to_people() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| written(folder.path(), name, text);
    let domain = write(
        "d.pddl",
        "(define (domain two-ways) (:requirements :strips :typing :disjunctive-preconditions) (:types player)
          (:constants first second - player)
          (:predicates (turn ?p - player) (wins ?p - player) (next ?p ?q - player) (tired ?p - player))
          (:action rest :parameters (?p ?q - player)
            :precondition (and (turn ?p) (next ?p ?q) (or (turn ?p) (tired ?q)))
            :effect (and (tired ?p) (not (turn ?p)) (turn ?q)))
          (:action run :parameters (?p ?q - player)
            :precondition (and (turn ?p) (next ?p ?q) (or (tired ?p) (tired ?q)))
            :effect (and (wins ?p) (not (turn ?p)) (turn ?q))))",
    );
    let problem = write(
        "p.pddl",
        "(define (problem two-ways) (:domain two-ways)
          (:init (turn first) (next first second) (next second first)) (:goal (wins first)))",
    );
    let run = |words: &[&str]| {
        let run = banto(&[words, &[&domain, &problem]].concat());
        assert_eq!(run.status.code(), Some(0), "{words:?}: {}", text(&run.stderr));
        text(&run.stdout)
    };
    let moves = "(rest first second), (rest second first), (run first second)";
    let play = ["game", "play", &domain, &problem, "--human", "both", "--moves", "(rest first second)"];
    let asked = text(&banto_with(&play, "moves\nquit\n").stdout);
    assert!(asked.contains("  1 (rest second first)\n  2 (run second first)\nsecond to move\n"), "{asked}");
    assert!(run(&["game", "best", "--moves", moves]).starts_with("the game is over: first wins"));
    let listed = run(&["ground", "--list", "operators"]);
    let mut lines: Vec<&str> = listed.lines().collect();
    assert_eq!(lines.len(), 4, "{listed}");
    lines.sort_unstable();
    lines.dedup();
    assert_eq!(lines.len(), 4, "{listed}");
    assert!(run(&["ground"]).contains("operators                4\n"));
}

/// A table that does not fit is refused with a sentence; one that nobody asked for is made to fit.
#[test]
#[cfg(target_os = "linux")]
fn tables_of_games_fit_into_memory() {
    let [domain, problem] = TIC_TAC_TOE;
    let huge = "a transposition table of 102400.0 GiB does not fit in memory\n";
    for (words, code, told) in [
        (&["solve", "--table", "102400GiB"][..], 22, huge),
        (&["best", "--table", "102400GiB"], 22, huge),
        (
            &["solve", "--table", "200MiB", "--memory-limit", "100MiB"],
            22,
            "a transposition table of 200.0 MiB",
        ),
        (&["solve", "--memory-limit", "100MiB"], 0, ""),
    ] {
        let run = banto(&[&["game", words[0], domain, problem], &words[1..]].concat());
        assert_eq!(run.status.code(), Some(code), "{words:?}: {}", text(&run.stderr));
        assert!(text(&run.stderr).starts_with(told), "{words:?}: {}", text(&run.stderr));
    }
    let program = env!("CARGO_BIN_EXE_banto");
    let nim = "game solve domains/games/nim.pddl problems/games/nim-1-2-3.pddl";
    let run = std::process::Command::new("sh")
        .args(["-c", &format!("ulimit -v 200000; exec {program} {nim}")])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .unwrap();
    assert_eq!(run.status.code(), Some(0), "{}", text(&run.stderr));
}

/// A game without end is played until a limit.
#[test]
fn games_without_end_are_stopped() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| written(folder.path(), name, text);
    let domain = write(
        "d.pddl",
        "(define (domain endless) (:requirements :strips :typing) (:types player) (:constants first second - player)
          (:predicates (turn ?p - player) (wins ?p - player) (next ?p ?q - player))
          (:action pass :parameters (?p ?q - player)
            :precondition (and (turn ?p) (next ?p ?q)) :effect (and (not (turn ?p)) (turn ?q))))",
    );
    let problem = write(
        "p.pddl",
        "(define (problem endless) (:domain endless)
          (:init (turn first) (next first second) (next second first)) (:goal (wins first)))",
    );
    for (words, code) in
        [(&["play", "--human", "none", "--depth", "1", "--time-limit", "1s"][..], 23), (&["solve"], 0)]
    {
        let run = banto(&[&["game", words[0], &domain, &problem], &words[1..]].concat());
        assert_eq!(run.status.code(), Some(code), "{words:?}: {}", text(&run.stderr));
    }
}

#[test]
fn two_winners_are_noticed_by_whatever_plays() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| written(folder.path(), name, text);
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
        &["game", "play", "--human", "none", "--depth", "3"],
    ] {
        let run = banto(&[arguments, &[&domain, &problem]].concat());
        assert_eq!(run.status.code(), Some(31), "{arguments:?}");
        let words = "error[E0407]: both players have won after (rest first second)";
        assert!(text(&run.stderr).contains(words), "{arguments:?}: {}", text(&run.stderr));
    }
}

#[test]
fn games_say_how_they_are_played_and_what_they_are_not() {
    let [domain, problem] = TIC_TAC_TOE;
    let run = banto_with(&["game", "play", domain, problem], "b9\n");
    assert_eq!(run.status.code(), Some(31));
    let talk = text(&run.stderr);
    assert!(talk.starts_with("type a move, help for other commands, or quit\n"), "{talk}");
    assert!(talk.contains("b9 is not a legal move") && talk.contains("so the game ends here"), "{talk}");
}

/// Limits end a game that is played, while the computer thinks and while it waits for a line; and reading a large game.
#[test]
fn playing_keeps_limits() {
    let files = ["domains/games/connect-four.pddl", "problems/games/connect-four-7x6.pddl"];
    let start = std::time::Instant::now();
    for (words, code) in [
        (&["play", "--human", "none", "--time", "1m", "--time-limit", "300ms"][..], 23),
        (&["best", "--time", "1m", "--time-limit", "300ms"], 0),
        (&["best", "--memory-limit", "1KiB"], 22),
    ] {
        let run = banto(&[&["game", words[0]], &files[..], &words[1..]].concat());
        assert_eq!(run.status.code(), Some(code), "{words:?}: {}", text(&run.stderr));
    }
    let mut waiting = crate::command::program();
    let waiting = waiting.args(["game", "play", files[0], files[1], "--time-limit", "300ms"]);
    let mut child =
        waiting.stdin(std::process::Stdio::piped()).stdout(std::process::Stdio::null()).spawn().unwrap();
    // Who waits for a process closes its input.
    let held = child.stdin.take();
    assert_eq!(child.wait().unwrap().code(), Some(23));
    drop(held);
    assert!(start.elapsed().as_secs() < 20, "{:?}", start.elapsed());
    let folder = tempfile::tempdir().unwrap();
    let [domain, problem] = TIC_TAC_TOE;
    let facts = "(turn first)\n".repeat(400_000);
    let large = std::fs::read_to_string(problem).unwrap().replace("(:init", &format!("(:init {facts}"));
    let large = written(folder.path(), "large.pddl", &large);
    let run = banto(&["game", "best", domain, &large, "--memory-limit", "60MiB"]);
    assert_eq!(run.status.code(), Some(22), "{}", text(&run.stderr));
}
