//! Collections: solutions of others, levels that are there twice, several files.

use std::io::Write;
use std::process::Stdio;

#[cfg(unix)]
use crate::command::interrupt;
use crate::command::{banto, program, text, written};

/// All solutions of a file are judged, in whatever orientation its levels are; one that is wrong is the answer.
#[test]
fn a_file_of_solutions_is_judged_whole() {
    let folder = tempfile::tempdir().unwrap();
    let levels = written(folder.path(), "levels.xsb", "######\n#@$ .#\n######\n\n#####\n#@$.#\n#####\n");
    let turned = "###\n#@#\n#$#\n# #\n#.#\n###\n";
    let right = format!("{turned}\nSolution/Ada\nDD\n");
    let foreign = "######\n#@$  #\n#   .#\n######\n\nSolution\nRR\n";
    for (name, theirs, code, words) in [
        ("right.sok", right.clone(), 0, vec!["level 1: solved: 2 moves, 2 pushes (Ada)"]),
        ("wrong.sok", format!("{turned}\nSolution\nD\n"), 1, vec!["level 1: ", ":9: 1 box is not on a goal"]),
        ("foreign.sok", format!("{foreign}\n{right}"), 1, vec!["none of these", "level 1: solved"]),
        (
            "moves.txt",
            "DD\n\nl\n\nUUU\n".to_owned(),
            1,
            vec!["level 1: solved", "level 2: solved", "it solves none"],
        ),
        ("lines.txt", "RR\nU\n".to_owned(), 0, vec!["level 1: solved", "level 2: solved"]),
        ("answer.json", "{\"solution\":\"UU\",\"solver\":\"other\"}\n".to_owned(), 0, vec!["(other)"]),
        ("broken.sok", format!("#####\n#$ .#\n#####\n\n{right}"), 0, vec!["level 1: solved"]),
        (
            "unjudged.sok",
            format!("#####\n#$ .#\n#####\n\nSolution\nR\n\n{right}"),
            31,
            vec!["level 1: solved"],
        ),
        ("none.txt", "nothing here\n".to_owned(), 31, vec![]),
    ] {
        let theirs = written(folder.path(), name, &theirs);
        let run = banto(&["sokoban", "validate", &levels, &theirs]);
        let said = text(&run.stdout);
        assert_eq!(run.status.code(), Some(code), "{name}: {said}{}", text(&run.stderr));
        assert!(words.iter().all(|words| said.contains(words)), "{name}: {said}");
        if name == "broken.sok" || name == "none.txt" {
            assert!(text(&run.stderr).contains(&format!("{name}:1:1")), "{}", text(&run.stderr));
        }
    }
    let both = written(folder.path(), "both.sok", &format!("{right}\nSolution\nD\n"));
    let run = banto(&["sokoban", "validate", &both]);
    assert_eq!(run.status.code(), Some(1), "{}", text(&run.stdout));
}

/// Solutions of others are kept beside one's own, with names, and exported with the collection; they count as nobody
/// else's.
#[test]
fn solutions_of_others_are_imported() {
    let folder = tempfile::tempdir().unwrap();
    let levels = written(folder.path(), "levels.xsb", "######\n#@$ .#\n######\n\n#####\n#@$.#\n#####\n");
    let theirs = written(
        folder.path(),
        "theirs.sok",
        "###\n#@#\n#$#\n# #\n#.#\n###\n\nSolution/Ada\nDD\n\nSolution\nD\n",
    );
    let moves = written(folder.path(), "moves.txt", "Solution found in 3.2 s\nU\n");
    let store = folder.path().join("kept.sok");
    let best = |arguments: &[&str]| {
        let mut program = program();
        program.args(["sokoban", "best"]).args(arguments).env("BANTO_SOLUTIONS", &store).output().unwrap()
    };
    let run = best(&[&levels, "--import", &theirs, "--import", &moves, "--by", "Bo"]);
    let (listed, said) = (text(&run.stdout), text(&run.stderr));
    assert_eq!(run.status.code(), Some(1), "{said}");
    assert!(said.contains("theirs.sok: 2 solutions: 1 kept, 0 no better than known, 1 wrong"), "{said}");
    assert!(said.contains("theirs.sok:12:1") && said.contains("solved 0 of 2 levels"), "{said}");
    assert!(listed.contains("level 1 (6 x 3): 2 moves, 2 pushes by Ada"), "{listed}");
    assert!(listed.contains("level 2 (5 x 3): 1 move, 1 push by Bo"), "{listed}");
    // What fits none of the levels is said once.
    let foreign = "#######\n#@$  .#\n#######\n\nSolution\nRRR\n\nSolution 2 (3/3)\nRRR\n\nSolution\nRRR\n";
    let foreign = best(&[&levels, "--import", &written(folder.path(), "foreign.sok", foreign)]);
    let said = text(&foreign.stderr);
    assert_eq!((foreign.status.code(), said.matches("fits no level").count()), (Some(1), 1), "{said}");
    assert!(said.contains("; so it is with 3 solutions") && said.contains(", 3 wrong"), "{said}");
    let again = best(&[&levels, "--import", &theirs]);
    assert!(
        text(&again.stderr).contains("0 kept, 1 no better than known, 1 wrong"),
        "{}",
        text(&again.stderr)
    );
    let mut play = program();
    play.args(["sokoban", "play", &levels, "--plain"]).env("BANTO_SOLUTIONS", &store).stdin(Stdio::piped());
    let mut child = play.stdout(Stdio::null()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(b"RR").unwrap();
    assert!(child.wait().unwrap().success());
    let own = text(&best(&[&levels]).stdout);
    assert!(own.contains("2 moves, 2 pushes\n") && own.contains("by Ada"), "{own}");
    let saved = folder.path().join("all.sok").display().to_string();
    assert_eq!(best(&[&levels, "-o", &saved]).status.code(), Some(0));
    let written = std::fs::read_to_string(&saved).unwrap();
    assert!(written.contains("Solution\nRR\n") && written.contains("Solution/Bo\nR\n"), "{written}");
    assert_eq!(banto(&["sokoban", "validate", &saved]).status.code(), Some(0));
    // Without a level file, the levels that come with solutions are known.
    let other = folder.path().join("other.sok");
    let run = program().args(["sokoban", "best", "--import", &theirs]).env("BANTO_SOLUTIONS", other).output();
    assert!(text(&run.unwrap().stdout).contains("(3 x 6): 2 moves, 2 pushes by Ada"));
}

/// A level that is there already is found in every orientation and drawing, and left out if that is wanted.
#[test]
fn repeated_levels_are_found() {
    let folder = tempfile::tempdir().unwrap();
    let first = "######\n#@ $.#\n#  ###\n####\n";
    let others = [
        ("", first.to_owned()),
        (", mirrored", "######\n#.$ @#\n###  #\n  ####\n".to_owned()),
        (", turned", "  ####\n###  #\n#.$ @#\n######\n".to_owned()),
        (", drawn differently outside its walls", "#######\n#@ $.##\n#  ####\n#######\n".to_owned()),
    ];
    let all: Vec<&str> = [first].into_iter().chain(others.iter().map(|(_, rows)| rows.as_str())).collect();
    let solved = format!("{}\nSolution/Ada\nlL\n", all[..3].join("\n"));
    let one = written(folder.path(), "one.xsb", &all.join("\n"));
    let checked = banto(&["sokoban", "check", &one]);
    let said = text(&checked.stderr);
    assert_eq!(checked.status.code(), Some(0), "{said}");
    for (number, (lies, _)) in others.iter().enumerate() {
        let words = format!("level {}: the level is level 1 again{lies}\n", number + 2);
        assert!(said.contains(&words), "{words}{said}");
    }
    let two = written(folder.path(), "two.xsb", first);
    let both = banto(&["sokoban", "check", &one, &two]);
    assert!(text(&both.stderr).contains("the level is level 1 of ") && both.status.success());
    // A file that is named twice is read once; the levels of both files are written without repetitions.
    let again = banto(&["sokoban", "check", &two, folder.path().join("./two.xsb").to_str().unwrap()]);
    assert_eq!((text(&again.stderr).as_str(), again.status.code()), ("", Some(0)));
    let unique = banto(&["sokoban", "convert", folder.path().to_str().unwrap(), "--to", "sok", "--unique"]);
    assert_eq!(text(&unique.stdout).matches('@').count(), 1, "{}", text(&unique.stderr));
    let file = written(folder.path(), "solved.xsb", &solved);
    let run = banto(&["sokoban", "convert", &file, "--to", "sok", "--unique"]);
    let (out, said) = (text(&run.stdout), text(&run.stderr));
    assert!(out.matches('@').count() == 1 && out.contains("Solution/Ada\nrR"), "{out}{said}");
    assert!(said.contains("2 levels left out as there already: level 2 is 1"), "{said}");
}

/// Several files and folders are played as one collection, with what they say of a level; what is no level file is
/// said.
#[test]
fn several_files_are_played_as_one() {
    let folder = tempfile::tempdir().unwrap();
    let sets = folder.path().join("sets");
    std::fs::create_dir(&sets).unwrap();
    written(&sets, "a.xsb", "#####\n#@$.#\n#####\nTitle: First\nComment: for a start\n");
    written(&sets, "b.txt", "no level at all\n");
    let more = written(folder.path(), "more.xsb", "######\n#@$ .#\n######\n");
    let mut play = program();
    play.args(["sokoban", "play", "--plain", "--no-record", &sets.display().to_string(), &more]);
    let run = play.stdin(Stdio::null()).output().unwrap();
    let (out, said) = (text(&run.stdout), text(&run.stderr));
    assert_eq!(run.status.code(), Some(0), "{said}");
    assert!(out.starts_with("level 1 of 2: First\nfor a start\n#####\n"), "{out}");
    assert!(said.contains("b.txt is left out: it has no levels\n"), "{said}");
    // By its name, it is what was asked for.
    let named = banto(&["sokoban", "check", sets.join("b.txt").to_str().unwrap()]);
    assert_eq!(named.status.code(), Some(31), "{}", text(&named.stderr));
    let both = banto(&["sokoban", "convert", sets.to_str().unwrap(), &more, "--to", "sok"]);
    assert!(both.status.success() && text(&both.stdout).contains("more 1"), "{}", text(&both.stderr));
    written(&sets, "moves.txt", "Solution/Ada\nR\n");
    let mut best = program();
    best.args([
        "sokoban",
        "best",
        "--import",
        sets.to_str().unwrap(),
        &sets.join("a.xsb").display().to_string(),
    ]);
    let run = best.env("BANTO_SOLUTIONS", folder.path().join("kept.sok")).output().unwrap();
    let said = text(&run.stderr);
    assert!(said.contains("moves.txt: 1 solution: 1 kept") && said.contains("b.txt is left out"), "{said}");
}

/// What replaces a file has the solutions of that file, or is refused; those that the solver has shortened are nobody's
/// own; a chosen level takes its solutions out of a file of many.
#[test]
fn a_collection_loses_no_solution_of_others() {
    let folder = tempfile::tempdir().unwrap();
    let two = "######\n#@$ .#\n######\n\n#####\n#@$.#\n#####\n";
    let levels = written(folder.path(), "levels.xsb", two);
    let all = written(
        folder.path(),
        "all.sok",
        "######\n#@$ .#\n######\n\nSolution/Ada\nRR\n\n#####\n#@$.#\n#####\n\nSolution/Bo\nR\n",
    );
    let whole = std::fs::read_to_string(&all).unwrap();
    let moves = written(folder.path(), "moves.txt", "R\n");
    let store = folder.path().join("kept.sok");
    let best = |arguments: &[&str]| {
        let mut program = program();
        program.args(["sokoban", "best"]).args(arguments).env("BANTO_SOLUTIONS", &store).output().unwrap()
    };
    let refused = best(&[&levels, "--import", &moves, "-o", &all]);
    assert_eq!(refused.status.code(), Some(2), "{}", text(&refused.stderr));
    assert_eq!(std::fs::read_to_string(&all).unwrap(), whole);
    let one = best(&[&levels, "--level", "1", "--import", &all]);
    assert_eq!(one.status.code(), Some(0), "{}", text(&one.stderr));
    assert!(text(&one.stderr).contains("all.sok: 1 solution: 1 kept"), "{}", text(&one.stderr));
    // Ada walked around.
    let around = "#######\n#@$ . #\n#     #\n#######\n\nSolution/Ada\ndururRurdR\n";
    let around = around.replace("dururRurdR", "duRR");
    let long = written(folder.path(), "long.sok", &around);
    let out = folder.path().join("out.sok");
    let run = best(&[&long, "--import", &long, "--improve", "300ms", "-o", out.to_str().unwrap()]);
    assert_eq!(run.status.code(), Some(0), "{}", text(&run.stderr));
    let shortened = std::fs::read_to_string(out).unwrap();
    assert!(shortened.contains("Solution/Ada, shortened\nRR"), "{shortened}");
    // A solution with fewer pushes and more moves leaves the other one there.
    let scales = folder.path().join("scales.sok").display().to_string();
    let fewest = ["sokoban", "solve", "problems/sokoban/scales.xsb", "--optimal", "moves", "-o", &scales];
    assert!(banto(&fewest).status.success());
    let out = folder.path().join("fewer.sok").display().to_string();
    let run = best(&[&scales, "--import", &scales, "--by", "Ada", "--improve", "2s", "-o", &out]);
    assert!(text(&run.stdout).contains("improved to 44 moves, 14 pushes"), "{}", text(&run.stdout));
    let judged = text(&banto(&["sokoban", "validate", &out]).stdout);
    assert!(
        judged.contains(": 36 moves, 16 pushes (") && judged.contains(": 44 moves, 14 pushes ("),
        "{judged}"
    );
}

/// A level that is there again gives what it has to the first.
#[test]
fn repeated_levels_leave_their_words() {
    let folder = tempfile::tempdir().unwrap();
    let first = "######\n#@$ .#\n######\nTitle: a\n\n";
    let again = "######\n#. $@#\n######\nTitle: b\nAuthor: Zed\nComment: to the left\n\nSolution\nLL\n\n";
    for (name, wrong, code) in [("right.sok", "", 0), ("wrong.sok", "Solution/Ada\nL\n", 1)] {
        let file = written(folder.path(), name, &format!("{first}{again}{wrong}"));
        let run = banto(&["sokoban", "convert", &file, "--to", "sok", "--unique"]);
        let (said, made) = (text(&run.stderr), text(&run.stdout));
        assert_eq!(run.status.code(), Some(code), "{said}");
        let has = |words: &str| made.contains(words);
        assert!(has("Author: Zed") && has("to the left") && has("RR") && !has("Title: b"), "{made}");
    }
}

/// Of a file of solutions, those of other levels are not wrong; that of the level which is asked for says its move.
#[test]
fn solutions_of_other_levels_are_theirs() {
    let folder = tempfile::tempdir().unwrap();
    let (long, short) = ("######\n#@$ .#\n######\n", "#####\n#@$.#\n#####\n");
    let high = "#####\n#@$ #\n# $ #\n#..##\n#####\n";
    let levels =
        written(folder.path(), "levels.xsb", &[long, short, high, "#####\n#@ .#\n#####\n"].join("\n"));
    let theirs = written(folder.path(), "theirs.txt", "Solution/Ada\nRR\n\nSolution/Ada\nR\n");
    let kept = folder.path().join("kept.sok");
    let run = |arguments: &[&str]| {
        let run = program().arg("sokoban").args(arguments).env("BANTO_SOLUTIONS", &kept).output().unwrap();
        (run.status.code(), text(&run.stdout), text(&run.stderr))
    };
    let (code, out, said) = run(&["validate", &levels, &theirs, "--level", "1"]);
    assert_eq!((code, out.as_str()), (Some(0), "solved: 2 moves, 2 pushes (Ada)\n"), "{said}");
    assert!(said.contains("theirs.txt also has solutions of level 2\n"), "{said}");
    let (code, out, said) = run(&["validate", &levels, &theirs, "--level", "3"]);
    assert_eq!((code, out.as_str()), (Some(31), ""), "{said}");
    assert!(
        said.contains("has no solutions of level 3") && said.contains("solutions of levels 1-2"),
        "{said}"
    );
    let wrong = written(folder.path(), "wrong.txt", "Solution/Ada\nRRRR\n");
    let (code, _, said) = run(&["best", &levels, "--level", "1", "--import", &wrong]);
    assert_eq!(code, Some(1), "{said}");
    assert!(said.contains("wrong.txt:2:1") && said.contains("move 3 (R) of 4 is not possible"), "{said}");
    // Of a collection, what is not solved is one line.
    run(&["best", &levels, "--import", &theirs]);
    let (code, out, _) = run(&["best", &levels]);
    assert_eq!(code, Some(31), "{out}");
    assert!(out.ends_with("by Ada\nnot solved: level 3\n") && out.lines().count() == 3, "{out}");
}

/// Every command that takes solutions reads the same forms of them.
#[test]
fn solutions_are_read_alike() {
    let folder = tempfile::tempdir().unwrap();
    let two = "######\n#@$ .#\n######\n\n######\n# @  #\n# $  #\n#  . #\n######\n";
    let levels = written(folder.path(), "levels.xsb", two);
    let turned = "#####\n#   #\n# $@#\n#.  #\n#   #\n#####\n";
    for (name, theirs, code, words) in [
        ("heading.txt", "Hello, here is mine!\n\nSolution/Ada (4/2)\nDldR\n", 0, "solved: 4 moves"),
        ("label.txt", "Second level: D L D R\n", 0, "solved: 4 moves"),
        ("commas.txt", "D, L, D, R\n", 0, "solved: 4 moves"),
        ("answer.json", "{\"solution\":\"DldR\",\"solver\":\"bfs\"}\n", 0, "solved: 4 moves"),
        ("several.txt", "Solution/Bo\nDDD\n\nSolution/Ada\nDldR\n", 1, "solved: 4 moves"),
        ("level.sok", &format!("{turned}\nSolution\nullD\n"), 1, "there is"),
        ("short.txt", "Solution/Ada\nl\n", 1, "1 box is not on a goal"),
        ("words.txt", "Hello, here is mine!\n", 31, ""),
    ] {
        let theirs = written(folder.path(), name, theirs);
        let level = ["--level", "2"];
        let run = banto(&[&["sokoban", "validate", &levels, &theirs], &level[..]].concat());
        let (out, said) = (text(&run.stdout), text(&run.stderr));
        assert_eq!(run.status.code(), Some(code), "{name}: {out}{said}");
        assert!(out.contains(words), "{name}: {out}{said}");
        let drawn = banto(&[&["sokoban", "draw", &levels, "--solution", &theirs], &level[..]].concat());
        assert_eq!(text(&drawn.stdout).contains("{}"), out.contains("solved: 4"), "{name}: {drawn:?}");
        let store = folder.path().join(format!("{name}.kept"));
        let best = |more: &[&str]| {
            let arguments = [&["sokoban", "best", &levels], &level[..], more].concat();
            program().args(arguments).env("BANTO_SOLUTIONS", &store).output().unwrap()
        };
        let run = best(&["--import", &theirs]);
        let (listed, said) = (text(&run.stdout), text(&run.stderr));
        assert_eq!(
            listed.contains("4 moves, 2 pushes by "),
            out.contains("solved: 4"),
            "{name}: {listed}{said}"
        );
        assert_eq!(run.status.code(), Some(code), "{name}: {said}");
        // It is solved by another.
        assert_eq!(best(&[]).status.code(), Some(1), "{name}");
        if name == "heading.txt" {
            assert!(listed.contains("by Ada\n"), "{listed}");
        }
        if name == "words.txt" {
            assert_eq!((said.matches("error").count(), said.contains("Solution/NAME")), (1, true), "{said}");
        }
    }
}

/// What others have made is played and listed under their names; of all solutions of a level, the one with the fewest
/// moves or pushes can be asked for.
#[test]
fn solutions_of_others_are_played() {
    let folder = tempfile::tempdir().unwrap();
    let levels =
        written(folder.path(), "levels.xsb", "#######\n#@$  .#\n#     #\n#######\n\n#####\n#@$.#\n#####\n");
    let theirs = written(folder.path(), "theirs.txt", "Solution/Ada\nRRR\n\nSolution/Bo\nduRRR\n");
    let store = folder.path().join("kept.sok");
    let run = |arguments: &[&str], lines: &str| {
        let mut program = program();
        program.arg("sokoban").args(arguments).env("BANTO_SOLUTIONS", &store).stdin(Stdio::piped());
        let mut child = program.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        child.stdin.take().unwrap().write_all(lines.as_bytes()).unwrap();
        let run = child.wait_with_output().unwrap();
        (run.status.code(), text(&run.stdout))
    };
    run(&["best", &levels, "--import", &theirs], "");
    let (_, played) = run(&["play", &levels, "--plain"], "levels\nb\n");
    assert!(played.starts_with("level 1 of 2 (best known: 3 moves, 3 pushes by Ada)\n"), "{played}");
    assert!(played.contains("   1  (7 x 4)  3 moves, 3 pushes by Ada\n"), "{played}");
    assert!(played.contains("\nbest known: 3 moves, 3 pushes by Ada\n"), "{played}");
    run(&["play", &levels, "--plain"], "d, u, 2r, l, r, r\n");
    let (code, listed) = run(&["best", &levels, "--level", "1", "--fewest", "moves"], "");
    assert_eq!(code, Some(0), "{listed}");
    assert!(listed.starts_with("level 1 (7 x 4): 3 moves, 3 pushes by Ada\nRRR\n"), "{listed}");
    assert_eq!(listed.lines().count(), 2, "{listed}");
    assert_eq!(run(&["best", &levels, "--level", "1-2"], "").0, Some(1));
}

/// A folder without levels is said to have none, as any file is; the other files are read.
#[test]
fn a_folder_without_levels_stops_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let level = written(folder.path(), "one.xsb", "Collection: Mine\n\n#####\n#@$.#\n#####\nTitle: One\n");
    let none = folder.path().join("none");
    std::fs::create_dir(&none).unwrap();
    for command in [&["solve"][..], &["convert", "--to", "sok"], &["draw"], &["check"], &["show"]] {
        let run = banto(&[&["sokoban"], command, &[none.to_str().unwrap(), &level]].concat());
        let said = text(&run.stderr);
        assert_eq!(run.status.code(), Some(31), "{command:?}: {said}");
        assert!(said.contains("there are no level files in "), "{command:?}: {said}");
        assert!(command[0] == "check" || text(&run.stdout).contains("One"), "{command:?}");
        // The name of a collection is not lost among several.
        if command[0] == "convert" {
            assert!(text(&run.stdout).contains("Collection: Mine"), "{}", text(&run.stdout));
        }
    }
}

/// What a command cannot do is said in its terms.
#[test]
fn results_that_are_not_written_are_told() {
    let folder = tempfile::tempdir().unwrap();
    let two = "#####\n#@$.#\n#####\n\n#####\n#@ .#\n#  $#\n#####\n";
    let levels = written(folder.path(), "levels.xsb", two);
    let out = folder.path().join("out.sok").display().to_string();
    let run = banto(&["sokoban", "solve", &levels, "--level", "2", "-o", &out]);
    assert!(text(&run.stderr).contains(&format!("nothing is written to {out}")), "{run:?}");
    let run = banto(&["sokoban", "draw", &levels, "--level", "1-2", "--png", "none.png"]);
    assert!(text(&run.stderr).contains("take one level, not levels 1-2"), "{run:?}");
    let moves = written(folder.path(), "moves.txt", "RRR\n");
    let kept = folder.path().join("kept.sok");
    let run = program().args(["sokoban", "best", "--import", &moves]).env("BANTO_SOLUTIONS", kept).output();
    assert!(text(&run.unwrap().stderr).contains("banto sokoban best FILE --import"));
}

/// Some levels of a collection are written as they are.
#[test]
fn levels_are_converted_by_their_numbers() {
    let folder = tempfile::tempdir().unwrap();
    let board = "#####\n#@$.#\n#####\n";
    let all = ["a", "b", "c"].map(|name| format!("{board}Title: {name}\nComment: of {name}\n\n")).concat();
    let file = written(folder.path(), "all.xsb", &all);
    let run = banto(&["sokoban", "convert", &file, "--level", "1,3", "--to", "xsb"]);
    let out = text(&run.stdout);
    assert!(run.status.success() && out.matches('@').count() == 2, "{}", text(&run.stderr));
    assert!(out.contains("Title: a\nComment: of a") && out.contains("Title: c\nComment: of c"), "{out}");
    let none = banto(&["sokoban", "convert", &file, "--level", "4", "--to", "xsb"]);
    assert_eq!(none.status.code(), Some(2), "{}", text(&none.stderr));
}

/// Solutions that Ctrl-C leaves as they are are not said to be the shortest.
#[cfg(unix)]
#[test]
fn an_interrupt_ends_the_shortening_of_all() {
    let folder = tempfile::tempdir().unwrap();
    let solved = folder.path().join("solved.sok").to_str().unwrap().to_owned();
    let hard = ["sokoban", "solve", "problems/sokoban/patterns.xsb", "--level", "10,13", "-o", &solved];
    assert!(banto(&hard).status.success());
    let mut command = program();
    command.args([
        "sokoban",
        "best",
        &solved,
        "--import",
        &solved,
        "--improve",
        "5m",
        "--improve-for",
        "moves",
    ]);
    command.env("BANTO_SOLUTIONS", folder.path().join("kept.sok"));
    let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    std::thread::sleep(std::time::Duration::from_secs(2));
    interrupt(&child, "-INT");
    let run = child.wait_with_output().unwrap();
    let (out, said) = (text(&run.stdout), text(&run.stderr));
    assert!(run.status.code() == Some(12) && said.contains("\ninterrupted: 1 of 2 "), "{said}");
    assert!(!out.contains("; 0.000s"), "{out}");
}
