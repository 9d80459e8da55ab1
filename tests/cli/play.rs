//! Play through pipes: lines go in, boards come out.

use std::fs;
use std::process::Output;

use crate::command::{banto, banto_with, text};

pub const LEVELS: &str = "problems/sokoban/first-steps.xsb";

/// Runs `play --plain` with lines on standard input.
fn plain(arguments: &[&str], input: &str) -> Output {
    banto_with(&[&["sokoban", "play"], arguments].concat(), input)
}

/// What is printed for these lines; nothing goes wrong.
fn out(level: &str, input: &str) -> String {
    let run = plain(&[LEVELS, "--level", level, "--plain"], input);
    assert_eq!((run.status.code(), text(&run.stderr).as_str()), (Some(0), ""));
    text(&run.stdout)
}

#[test]
fn moves_are_taken_back_and_made_again() {
    let shown = out("1", "l\nundo\nredo\nu\n\u{12}\n");
    let counts: Vec<&str> = shown.lines().filter(|line| line.contains(" move")).collect();
    let (start, pushed) = ("0 moves, 0 pushes", "1 move, 1 push");
    assert_eq!(counts, [start, pushed, start, pushed, start, pushed]);
    assert!(shown.ends_with("#  @$. #\n#      #\n########\n1 move, 1 push\n"), "{shown}");
}

#[test]
fn a_restart_is_taken_back() {
    let shown = out("1", "lk\nrestart\nundo\nredo\n");
    let counts: Vec<&str> = shown.lines().filter(|line| line.contains(" move")).collect();
    assert_eq!(counts[1..], ["2 moves, 1 push", "0 moves, 0 pushes", "2 moves, 1 push", "0 moves, 0 pushes"]);
}

#[test]
fn hints_and_solutions_start_where_the_player_is() {
    let shown = out("1", "k\nhint\nsolve\n");
    assert!(shown.contains("hint: walk D, then push right (l)\n"), "{shown}");
    assert!(shown.contains("solution: "), "{shown}");
    assert!(
        shown.contains("solved with the solver's help\nU "),
        "the first move is the player's own: {shown}"
    );
}

#[test]
fn what_is_lost_is_said_to_be_lost() {
    // The box goes up to the wall, from where no push leads to the goal.
    let shown = out("1", "jlk\nhint\nsolve\nundo\nsolve\n");
    assert_eq!(shown.matches("no solution from here: ").count(), 2, "{shown}");
    assert!(shown.contains("; proven\n") && shown.contains("solved with the solver's help"), "{shown}");
}

#[test]
fn a_limit_is_no_proof() {
    let level = "problems/sokoban/harbour.xsb";
    let run = plain(&[level, "--plain", "--level", "14", "--time-limit", "0s"], "solve\n");
    let shown = text(&run.stdout);
    assert!(shown.contains("no solution found from here: time limit; nothing is proven\n"), "{shown}");
}

#[test]
fn levels_follow_each_other() {
    let shown = out("1", "lln\nsolve\nn solve\nn\np\nq\nlll\n");
    // The player wins level 1; the solver solves levels 2 and 3, and level 2 is come back to.
    assert_eq!(shown.matches("YOU WIN!").count(), 1, "{shown}");
    assert_eq!(shown.matches("solved with the solver's help").count(), 3, "{shown}");
    assert!(shown.contains("YOU WIN!\n2R\n\nlevel 2 of 3: Two marks\n"), "{shown}");
    assert!(shown.contains("this is the last level\n"), "{shown}");
}

#[test]
fn the_end_of_input_ends_the_game() {
    assert!(out("1", "").ends_with("0 moves, 0 pushes\n"));
    assert!(out("1", "l").ends_with("1 move, 1 push\n"), "a last line without its end counts");
    assert!(!out("1", "quit\nl\n").contains("1 move"));
}

#[test]
fn bad_keys_do_nothing() {
    let shown = out("1", "lx\nl\n?\n");
    assert!(shown.contains("unknown key x; nothing was done; help shows the keys\n"), "{shown}");
    assert!(shown.contains("1 move, 1 push") && !shown.contains("2 moves"), "{shown}");
    assert!(shown.contains("arrows, h j k l, w a s d  left down up right  move\n"), "{shown}");
}

#[test]
fn bad_files_and_flags_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let bad = folder.path().join("bad.xsb");
    fs::write(&bad, "#####\n#@$.\n#####\n").unwrap();
    for (arguments, code, words) in [
        (&[bad.to_str().unwrap()][..], 31, "error[E03"),
        (&["no-such.xsb"], 31, "there is no such file"),
        (&[LEVELS, "--level", "4"], 2, "has no level 4"),
        (&[LEVELS, "--level", "0"], 2, "has no level 0"),
        (&[LEVELS, "--solver", "derect"], 2, "did you mean direct?"),
        (&[LEVELS, "--theme", "noon"], 2, "day"),
        (&[LEVELS, "--speed", "soon"], 2, "a time is expected"),
    ] {
        let run = plain(arguments, "");
        assert_eq!(run.status.code(), Some(code), "{arguments:?}: {}", text(&run.stderr));
        assert!(text(&run.stderr).contains(words), "{arguments:?}: {}", text(&run.stderr));
    }
}

#[test]
fn the_best_known_solution_is_the_one_in_the_file() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("kept.sok");
    let name = file.to_str().unwrap();
    let solved = banto(&["sokoban", "solve", LEVELS, "--level", "1", "--quiet", "-o", name]);
    assert_eq!(solved.status.code(), Some(0));
    let shown = text(&plain(&[name], "").stdout);
    assert!(shown.starts_with("level 1 of 1: First steps (best known: 2 moves, 2 pushes)\n"), "{shown}");
}

/// The README's example, which is fed through a pipe.
#[test]
fn the_readme_plays() {
    let readme = fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/README.md")).unwrap();
    let start = "$ printf 'l\\nhint\\nl\\n' | banto sokoban play problems/sokoban/first-steps.xsb --plain\n";
    let shown = readme.split_once(start).unwrap().1.split_once("```").unwrap().0;
    assert_eq!(shown, out("1", "l\nhint\nl\n"));
}
