//! The commands that check, validate and solve levels.

use std::io::{BufRead, BufReader};
use std::process::{Output, Stdio};

use banto::sokoban::validate::validate;
use banto::sokoban::{level, lurd};
use banto::source::SourceText;

use crate::command::{banto, interrupt, program, text, written};

#[test]
fn sokoban_solutions_are_judged() {
    let level = "problems/sokoban/first-steps.xsb";
    for (arguments, code, words) in [
        (&["validate", level, "RR", "--level", "1"][..], 0, "solved: 2 moves, 2 pushes"),
        (&["validate", level, "R", "--level", "1"], 1, "not solved: 1 box is not on a goal"),
        (
            &["validate", level, "LL", "--level", "1"],
            1,
            "first-steps.xsb:3:1: move 2 (L) of 2 is not possible",
        ),
        (&["validate", level, "RX", "--level", "1"], 31, ""),
        (&["validate", level, "R"], 2, ""),
        (&["validate", level, "R", "--level", "4"], 2, ""),
        (&["validate", level, "no/such.txt", "--level", "1"], 31, ""),
        (&["validate", level, "2R", "--level", "1", "--json"], 0, "\"status\":\"solved\""),
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

/// A search for the fewest moves that meets a limit says what it has proven; a file's own solutions need no other file.
#[test]
fn what_is_known_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let (wall, free, boxes) = ("############\n", "#          #\n", "# $ $ $ $  #\n");
    let open = [wall, "#@         #\n", boxes, free, boxes, free, "#  ........#\n", wall].concat();
    let open = written(folder.path(), "open.xsb", &open);
    let run = banto(&["sokoban", "solve", &open, "--optimal", "moves", "--time-limit", "1s"]);
    let said = text(&run.stdout);
    let is_told = said.contains("not solved: time limit; at least ") && said.contains(" moves are needed");
    assert!(is_told, "{said}");
    let own = written(folder.path(), "own.xsb", "#####\n#@$.#\n#####\nR\n\n######\n#@$ .#\n######\nR\n");
    let run = banto(&["sokoban", "validate", &own, "--level", "1"]);
    assert_eq!((run.status.code(), text(&run.stdout).as_str()), (Some(0), "solved: 1 move, 1 push\n"));
    let mut piped = program();
    piped.args(["sokoban", "validate", "-", "--level", "1"]).stdin(std::fs::File::open(&own).unwrap());
    assert_eq!(text(&piped.output().unwrap().stdout), "solved: 1 move, 1 push\n");
    let run = banto(&["sokoban", "convert", &own, "--to", "sok"]);
    assert!(text(&run.stderr).contains("W0302]: level 2: the stored solution"), "{}", text(&run.stderr));
    let drawn = text(&banto(&["sokoban", "draw", &own]).stdout);
    assert!(drawn.starts_with("level 1\n") && drawn.contains("\nlevel 2\n"), "{drawn}");
}

/// A level with errors is left out and named; the others keep their numbers.
#[test]
fn one_bad_level_does_not_stop_the_others() {
    let folder = tempfile::tempdir().unwrap();
    let good = "#####\n#@$.#\n#####\n";
    let file = written(folder.path(), "some.xsb", &format!("{good}\n#####\n# $.#\n#####\n\n{good}"));
    let bad = written(folder.path(), "bad.xsb", "#####\n# $.#\n#####\n");
    for (arguments, words) in [
        (&["sokoban", "solve", "-q"][..], "R\nR\n"),
        (&["sokoban", "solve", "--json"], "\"level\":3"),
        (&["sokoban", "draw"], "██<>[]··██"),
        (&["sokoban", "show"], "level 3 (5 x 3, 1 box)"),
        (&["sokoban", "convert", "--to", "rle"], "5#|#@$.#|5#"),
        (&["compare", "--solvers", "bfs"], "some.xsb level 3"),
    ] {
        let run = |file: &str, more: &[&str]| banto(&[arguments, &[file], more].concat());
        let (some, none, strict) = (run(&file, &[]), run(&bad, &[]), run(&file, &["--strict"]));
        assert!(text(&some.stdout).contains(words), "{arguments:?}: {}", text(&some.stdout));
        assert!(text(&some.stderr).contains("some.xsb:5:1"), "{}", text(&some.stderr));
        assert!(
            text(&some.stderr).contains("left out because of errors: level 2;"),
            "{}",
            text(&some.stderr)
        );
        let codes = [some, none, strict].map(|run| run.status.code());
        assert_eq!(codes, [Some(31), Some(31), Some(31)], "{arguments:?}");
    }
    let chosen = banto(&["sokoban", "solve", &file, "--level", "2"]);
    assert_eq!((chosen.status.code(), text(&chosen.stdout).as_str()), (Some(31), ""));
    let chosen = banto(&["sokoban", "solve", &file, "--level", "3", "-q"]);
    assert_eq!((chosen.status.code(), text(&chosen.stderr).as_str()), (Some(0), ""));
}

/// Strictly, a level that cannot be solved is no better than one that cannot be played.
#[test]
fn hopeless_levels_are_refused_if_that_is_wanted() {
    let folder = tempfile::tempdir().unwrap();
    let file = written(folder.path(), "two.xsb", "######\n#@$ .#\n#$   #\n######\n");
    for (arguments, lax) in [(&["convert", &file, "--to", "sok"][..], 0), (&["solve", &file], 11)] {
        let run = |more: &[&str]| banto(&[&["sokoban"], arguments, more].concat());
        assert_eq!(run(&[]).status.code(), Some(lax), "{arguments:?}");
        let strict = run(&["--strict"]);
        assert_eq!((strict.status.code(), text(&strict.stdout).as_str()), (Some(11), ""), "{arguments:?}");
        assert!(text(&strict.stderr).contains("E0305"), "{}", text(&strict.stderr));
    }
}

/// Levels are chosen by lists and ranges, in every command alike.
#[test]
fn levels_are_chosen_by_their_numbers() {
    let folder = tempfile::tempdir().unwrap();
    let level = |width: usize| {
        let (wall, floor) = ("#".repeat(width + 3), " ".repeat(width - 1));
        format!("{wall}\n#@$.{floor}#\n{}\n\nSolution\n{}\n", "#".repeat(width + 4), "R")
    };
    let file = written(folder.path(), "five.xsb", &(1..=5).map(level).collect::<Vec<_>>().join("\n"));
    let with = |arguments: &[&str]| {
        let kept = folder.path().join("kept");
        program().arg("sokoban").args(arguments).env("BANTO_SOLUTIONS", kept).output().unwrap()
    };
    assert_eq!(with(&["best", "--import", &file]).status.code(), Some(0));
    let run = |command: &str, which: &str| with(&[command, &file, "--level", which]);
    for command in ["show", "draw", "solve", "validate", "best"] {
        for (which, wanted) in [("2,4-5", &[2, 4, 5][..]), ("3", &[3]), ("all", &[1, 2, 3, 4, 5])] {
            let run = run(command, which);
            let said = text(&run.stdout);
            let told: Vec<usize> = (1..=5).filter(|one| said.contains(&format!("level {one}"))).collect();
            // One level alone is drawn and judged without its number.
            let is_bare = wanted.len() == 1 && ["draw", "validate"].contains(&command);
            assert!(is_bare || told == wanted, "{command} {which}: {said}{}", text(&run.stderr));
        }
        for (which, words) in [("4-9", "has no levels 6-9"), ("0", "has no level 0"), ("7", "has no level 7")]
        {
            let run = run(command, which);
            assert_eq!(run.status.code(), Some(2), "{command} {which}");
            assert!(text(&run.stderr).contains(words), "{command} {which}: {}", text(&run.stderr));
        }
        for wrong in ["", "x", "3-1", "1-", "1,,2", "99999999999999999999"] {
            let run = run(command, wrong);
            assert_eq!(run.status.code(), Some(2), "{command} {wrong}");
            assert!(text(&run.stderr).contains("numbers as in 3, 1-10"), "{}", text(&run.stderr));
        }
    }
}

/// A solution may come from a level file, in which the level is perhaps turned.
#[test]
fn a_level_file_brings_a_solution() {
    let folder = tempfile::tempdir().unwrap();
    let level = written(folder.path(), "level.xsb", "######\n#@$ .#\n######\n");
    let solved =
        written(folder.path(), "solved.sok", "Mine\n\n###\n#@#\n#$#\n# #\n#.#\n###\n\nSolution\nDD\n");
    let run = banto(&["sokoban", "validate", &level, &solved]);
    assert_eq!(text(&run.stdout), "solved: 2 moves, 2 pushes\n", "{}", text(&run.stderr));
    let run = banto(&["sokoban", "draw", &level, "--solution", &solved]);
    assert!(text(&run.stdout).contains("<>{}"), "{}", text(&run.stderr));
    let run = banto(&["sokoban", "validate", &solved, &level]);
    let said = text(&run.stderr);
    assert!(run.status.code() == Some(31) && said.contains("has no solutions of level 1"), "{said}");
}

/// `--level N` judges the solution of that level, also where another level has the same board and a right one.
#[test]
fn a_level_is_judged_by_its_own_solution() {
    let folder = tempfile::tempdir().unwrap();
    let board = "#####\n#@$.#\n#####\n";
    let levels = [("R", "one"), ("L", "two"), ("", "three")].map(|(moves, title)| {
        let solution = if moves.is_empty() { String::new() } else { format!("Solution: {moves}\n") };
        format!("{board}Title: {title}\n{solution}")
    });
    let file = written(folder.path(), "a.xsb", &levels.join("\n"));
    for (level, code, said) in
        [("1", 0, "solved: 1 move, 1 push"), ("2", 1, "there is a wall"), ("3", 31, "")]
    {
        let run = banto(&["sokoban", "validate", &file, "--level", level]);
        assert!(run.status.code() == Some(code) && text(&run.stdout).contains(said), "{level}: {run:?}");
    }
}

/// Of two comments above a board the nearer is its title, whether a blank line is between or not.
#[test]
fn the_nearest_comment_is_the_title() {
    let folder = tempfile::tempdir().unwrap();
    for between in ["", "\n"] {
        let file = written(
            folder.path(),
            "a.xsb",
            &format!("; far\n; near\n{between}#####\n#@$.#\n#####\n\n#####\n#@$.#\n#####\n"),
        );
        let run = banto(&["sokoban", "show", &file, "--json"]);
        let first: serde_json::Value =
            serde_json::from_str(text(&run.stdout).lines().next().unwrap()).unwrap();
        assert_eq!(first["title"], "near", "{first}");
    }
}

/// The schema of the XML format has a title and a description, then perhaps an address and a page, one of each.
#[test]
fn xml_keeps_to_its_schema() {
    let folder = tempfile::tempdir().unwrap();
    let board = "#####\n#@$.#\n#####\n";
    let all = "Collection: Cellars\nCopyright: Ada & Bo\nHomepage: https://a.example\nEmail: a@b.example\n\
               ; first\n; second\nEmail: c@d.example\n\n";
    for words in ["", "Collection: Cellars\n\n", "; only a note\n; and another\n\n", all] {
        let file = written(folder.path(), "a.xsb", &format!("{words}{board}Title: a\n\n{board}Title: b\n"));
        let xml = text(&banto(&["sokoban", "convert", &file, "--to", "slc"]).stdout);
        let names: Vec<&str> = xml
            .lines()
            .filter_map(|line| line.strip_prefix("  <"))
            .filter(|line| !line.starts_with([' ', '/']))
            .map(|line| line.split(['>', ' ']).next().unwrap())
            .collect();
        let order = ["Title", "Description", "Email", "Url", "LevelCollection"];
        assert!(order.iter().filter(|name| names.contains(name)).eq(&names), "{xml}");
        assert!(["Title", "Description", "LevelCollection"].iter().all(|name| names.contains(name)), "{xml}");
        assert!(!xml.contains("Copyright: ") && !xml.contains("Homepage: "), "{xml}");
        // Nothing that was said is lost.
        let back = written(folder.path(), "b.slc", &xml);
        let read = text(&banto(&["sokoban", "convert", &back, "--to", "xsb"]).stdout);
        for said in words.split(['\n', ';', ':']).map(str::trim).filter(|said| said.contains(['.', ' ', '&']))
        {
            assert!(read.contains(said), "{said} in {read}");
        }
    }
}

/// The author of a collection is that of its levels; what is unsolvable is told in the words of the game first.
#[test]
fn what_is_said_of_a_level_is_about_the_game() {
    let folder = tempfile::tempdir().unwrap();
    let file = written(folder.path(), "a.sok", "Collection: A\nAuthor: Ada\n\n#####\n#@$.#\n#$  #\n#####\n");
    let run = banto(&["sokoban", "show", &file]);
    assert!(text(&run.stdout).starts_with("level 1, by Ada ("), "{}", text(&run.stdout));
    let run = banto(&["sokoban", "solve", &file, "--solver", "strips:typed"]);
    let said = text(&run.stdout);
    assert!(said.contains("unsolvable: there are more boxes than goals within reach"), "{said}");
}

/// A stored solution that is none is a warning where it stands, and nothing that a picture stumbles over.
#[test]
fn stored_solutions_are_replayed() {
    let folder = tempfile::tempdir().unwrap();
    let level = |solution: &str| format!("######\n#@$ .#\n######\n\nSolution: {solution}\n");
    for (solution, why) in [
        ("ll", "move 1 (l) of 2 is not possible: there is a wall"),
        ("R", "1 box is not on a goal at the end"),
        ("3(R", "a bracket that is never closed"),
    ] {
        let file = written(folder.path(), "level.xsb", &level(solution));
        let run = banto(&["sokoban", "check", &file, "--message-format", "short"]);
        let words =
            format!("level.xsb:5:1: warning[W0302]: the stored solution does not solve the level: {why}; ");
        assert!(text(&run.stderr).contains(&words), "{}", text(&run.stderr));
        assert_eq!(text(&run.stdout), "ok: 1 level, 1 box (1 warning)\n");
        let page = banto(&["sokoban", "draw", &file, "--html", "-"]);
        assert!(text(&page.stdout).contains(r#""solution":null"#) && text(&page.stderr).contains(why));
        assert_eq!(page.status.code(), Some(0));
        let gif = written(folder.path(), "level.gif", "");
        let run = banto(&["sokoban", "draw", &file, "--gif", &gif]);
        assert!(
            run.status.success() && text(&run.stderr).contains("solved: 2 moves, 2 pushes"),
            "{}",
            text(&run.stderr)
        );
    }
    // Those that copy it say so as well; in a page of several levels, and in the game, the reason can be asked for.
    let file = written(folder.path(), "level.xsb", &level("ll"));
    let both = written(folder.path(), "both.xsb", &format!("{}\n{}", level("RR"), level("LL")));
    let page = banto(&["sokoban", "draw", &both, "--html", "-", "--message-format", "short"]);
    let why =
        "the stored solution does not solve the level: move 1 (L) of 2 is not possible: there is a wall";
    assert_eq!(text(&page.stderr).matches("W0302").count(), 1, "{}", text(&page.stderr));
    assert!(text(&page.stderr).contains("both.xsb:11:1: warning") && text(&page.stderr).contains(why));
    assert!(text(&page.stdout).contains(&format!(r#""wrong":"{why}""#)));
    let played = text(&super::play::plain(&[&both, "--plain"], "level 2\nbest\n").stdout);
    assert!(played.contains(&format!("\n{why}; f (solve) finds one\n")), "{played}");
    for arguments in [&["convert", &file, "--to", "sok"][..], &["solve", &file, "-o", "-"]] {
        let run = banto(&[&["sokoban"], arguments].concat());
        assert_eq!(run.status.code(), Some(0));
        assert!(text(&run.stderr).contains("W0302") && text(&run.stdout).contains("\nll\n"), "{arguments:?}");
    }
    let file = written(folder.path(), "level.xsb", &level("2R"));
    assert_eq!(text(&banto(&["sokoban", "check", &file]).stderr), "");
    // Each of several is looked at, and none is lost when another is found.
    let file = written(folder.path(), "two.sok", &level("R\nR\n\nSolution/Fan\nR\n\nSolution 3\nrr"));
    let run = banto(&["sokoban", "check", &file, "--message-format", "short"]);
    assert!(text(&run.stderr).contains("two.sok:9:1: warning[W0302]"), "{}", text(&run.stderr));
    assert_eq!(text(&run.stdout), "ok: 1 level, 1 box (1 warning)\n");
    let run = banto(&["sokoban", "solve", &file, "-o", "-"]);
    let kept = "\nSolution\nRR\n\nSolution/Fan\nR\n\nSolution 3\nrr\n";
    assert!(text(&run.stdout).contains(kept), "{}", text(&run.stdout));
}

#[test]
fn levels_are_judged_alike() {
    // More boxes than goals: proven to have no solution, for whoever is asked.
    let level = "tests/sokoban/faults/no-goal.xsb";
    assert_eq!(banto(&["sokoban", "check", level]).status.code(), Some(11));
    assert_eq!(banto(&["sokoban", "solve", level]).status.code(), Some(11));
    // It is a board to play on all the same, and the player is told.
    let run = banto(&["sokoban", "play", level]);
    assert_eq!(run.status.code(), Some(0));
    assert!(text(&run.stderr).contains("error[E0305]"), "{}", text(&run.stderr));
    // A file of words is pointed at where its words begin.
    let run = banto(&["sokoban", "check", "Cargo.toml", "--message-format", "short"]);
    assert_eq!(run.status.code(), Some(31));
    assert!(text(&run.stderr).starts_with("Cargo.toml:1:1: error[E0301]"), "{}", text(&run.stderr));
}

#[test]
fn a_plan_of_another_encoding_is_recognized() {
    let level = "problems/sokoban/first-steps.xsb";
    let run = banto(&["sokoban", "decode", level, "tests/json/first-steps.plan", "--level", "1"]);
    assert_eq!(run.status.code(), Some(1));
    let said = text(&run.stderr);
    assert!(said.contains("the plan fits --encoding basic or pushes"), "{said}");
    assert!(
        said.contains("the encoding filtered has no action push, but --encoding basic or pushes has"),
        "{said}"
    );
    let folder = tempfile::tempdir().unwrap();
    let plan = written(folder.path(), "plan", "(dance c2-3 left)\n");
    let said = text(&banto(&["sokoban", "decode", level, &plan, "--level", "1"]).stderr);
    assert!(
        said.contains("the encoding filtered has no action dance; it has actions such as walk-"),
        "{said}"
    );
}

fn solve(arguments: &[&str]) -> Output {
    banto(&[&["sokoban", "solve"], arguments].concat())
}

#[test]
fn the_command_answers_with_the_right_exit_code() {
    let level = "problems/sokoban/first-steps.xsb";
    let crowded = "tests/sokoban/faults/more-goals.xsb";
    for (arguments, code, words) in [
        (&[level, "--level", "1"][..], 0, "solved by direct: 2 moves, 2 pushes"),
        (&[level, "--level", "1", "--quiet"], 0, "RR\n"),
        (&[level, "--level", "1", "--solver", "bfs"], 0, "(fewest pushes)"),
        (&[level, "--level", "1", "--optimal", "moves"], 0, "(fewest moves, then fewest pushes)"),
        (&[level, "--level", "1", "--animate"], 0, "move 2 of 2"),
        (&["--list"], 0, "greedy"),
        (&[level, "--level", "9"], 2, ""),
        (&[level, "--level", "x"], 2, ""),
        (&[level, "--solver", "bsf"], 2, ""),
        (&[level, "--solver", "greedy", "--optimal", "pushes"], 2, ""),
        (&[], 2, ""),
        (&["no-such.xsb"], 31, ""),
        (&["tests/sokoban/faults/open-top.xsb"], 31, ""),
        (&["tests/sokoban/faults/unreachable-box.xsb"], 11, "unsolvable: a box that the player cannot reach"),
        (&[crowded], 0, ""),
    ] {
        let run = solve(arguments);
        let (out, err) = (text(&run.stdout), text(&run.stderr));
        assert_eq!(run.status.code(), Some(code), "{arguments:?}: {out}{err}");
        assert!(out.contains(words), "{arguments:?}: {out}{err}");
    }
}

#[test]
fn a_limit_of_nothing_ends_the_command_while_it_reads() {
    for (flag, limit, code, words) in
        [("--time-limit", "0.001ms", 23, "time limit"), ("--memory-limit", "1KiB", 22, "memory limit")]
    {
        let run = solve(&["problems/sokoban/first-steps.xsb", "--level", "3", flag, limit]);
        let told = (run.status.code(), text(&run.stdout), text(&run.stderr));
        let wanted = format!("stopped while reading levels: {words}\n");
        assert_eq!(told, (Some(code), String::new(), wanted));
    }
}

#[test]
fn the_command_gives_objects_and_files() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("out.sok");
    let file = path.to_str().unwrap();
    let run = solve(&["problems/sokoban/first-steps.xsb", "--json", "-o", file]);
    let out = text(&run.stdout);
    assert_eq!((run.status.code(), out.lines().count()), (Some(0), 3));
    for (index, line) in out.lines().enumerate() {
        let object: serde_json::Value = serde_json::from_str(line).unwrap();
        assert_eq!(object["level"].as_u64(), Some(index as u64 + 1));
        assert_eq!((object["status"].as_str(), object["exit"].as_u64()), (Some("solved"), Some(0)));
        let solution = object["solution"].as_str().unwrap();
        assert_eq!(object["moves"].as_u64(), Some(solution.len() as u64));
    }
    let saved = level::read(&SourceText::new("out.sok", std::fs::read_to_string(&path).unwrap()), None);
    assert!(saved.diagnostics.is_empty(), "{:?}", saved.diagnostics);
    for level in &saved.collection.levels {
        let moves = lurd::read(&SourceText::new("s", level.solutions[0].moves.clone())).unwrap();
        assert!(validate(level, &moves).unwrap().is_solved());
    }
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
}

#[test]
fn several_levels_are_chosen_from_before_their_errors_are_told() {
    let (_folder, path) = broken_collection();
    let run = banto(&["sokoban", "validate", &path, "r"]);
    let said = text(&run.stderr);
    assert_eq!(run.status.code(), Some(2), "{said}");
    assert!(said.contains("name one with --level N") && !said.contains("E03"), "{said}");
}

#[test]
fn an_empty_line_inside_a_board_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.xsb");
    std::fs::write(&path, "########\n#@ $  .#\n\n#  $  .#\n########\n").unwrap();
    let said = text(&banto(&["sokoban", "check", path.to_str().unwrap()]).stdout);
    let said = format!("{said}{}", text(&banto(&["sokoban", "solve", path.to_str().unwrap()]).stderr));
    assert!(
        said.contains("the empty line 3 ends the level: remove it if the rows below are its own"),
        "{said}"
    );
    // Two levels, of which the first is open, are two levels.
    std::fs::write(&path, "########\n#@ $  .#\n\n#####\n#@$.#\n#####\n").unwrap();
    let run = banto(&["sokoban", "check", path.to_str().unwrap()]);
    assert!(!text(&run.stdout).contains("empty line") && !text(&run.stderr).contains("empty line"));
}

#[test]
fn solutions_are_written_under_the_names_of_their_format() {
    let folder = tempfile::tempdir().unwrap();
    let level = "problems/sokoban/first-steps.xsb";
    for (end, code) in [("slc", 2), ("RLE", 2), ("xsb", 2), ("sok", 0), ("txt", 0)] {
        let path = folder.path().join(format!("a.{end}"));
        let run = banto(&["sokoban", "solve", level, "-o", path.to_str().unwrap()]);
        assert_eq!((run.status.code(), path.exists()), (Some(code), code == 0), "{}", text(&run.stderr));
    }
    // So are levels alone; XML has a title in any case, since its schema asks for one.
    for (arguments, end, code) in [
        (&["generate"][..], "rle", 0),
        (&["generate", "--to", "slc"], "xsb", 2),
        (&["generate", "--to", "slc"], "slc", 0),
        (&["convert", level, "--to", "slc"], "xsb", 2),
        (&["convert", level, "--to", "article"], "txt", 0),
    ] {
        let path = folder.path().join(format!("b.{end}"));
        let run = banto(&[&["sokoban"], arguments, &["-o", path.to_str().unwrap()]].concat());
        assert_eq!(run.status.code(), Some(code), "{arguments:?} {end}: {}", text(&run.stderr));
        let made = std::fs::read_to_string(path).unwrap_or_default();
        let is_xml = end == "slc";
        assert_eq!((made.is_empty(), made.contains("<Title></Title>")), (code == 2, is_xml), "{made}");
    }
}

/// What is proven to have no solution is an error with the same exit code, whichever proof it is, and who solves or
/// plays the level is shown it, too.
#[test]
fn a_level_that_is_lost_from_the_start_is_shown() {
    let folder = tempfile::tempdir().unwrap();
    for (level, said) in [
        ("######\n#$ . #\n#  @ #\n######\n", Some("error[E0314]: the level cannot be solved: ")),
        ("######\n#$$. #\n#  @ #\n######\n", Some("error[E0305]: 2 boxes but 1 goal")),
        ("######\n#    #\n# $. #\n#  @ #\n######\n", None),
        ("#####\n#@ *#\n#####\n", None),
    ] {
        let file = written(folder.path(), "a.xsb", level);
        for command in [&["check"][..], &["solve"], &["play", "--plain"]] {
            let run = banto(&[&["sokoban"], command, &[&file]].concat());
            let is_told = said.is_some() && command[0] != "play";
            assert_eq!(run.status.code(), Some(if is_told { 11 } else { 0 }), "{command:?} {level}");
            let talk = text(&run.stderr);
            let is_shown = said.is_some_and(|said| talk.contains(said) && talk.contains("a.xsb:2:"));
            assert_eq!(is_shown, said.is_some(), "{command:?} {level} {talk}");
        }
    }
}

/// All that `check` says of a level without a solution is said by who solves it, with the line.
#[test]
fn warnings_about_a_hopeless_level_are_shown() {
    let folder = tempfile::tempdir().unwrap();
    let file = written(folder.path(), "a.xsb", "######\n#@ $ #\n#   .#\n##.###\n # .#\n ####\n");
    let run = banto(&["sokoban", "solve", &file]);
    let talk = text(&run.stderr);
    assert!(talk.contains("warning[W0301]: 1 box but 3 goals") && talk.contains("a.xsb:1:1"), "{talk}");
    assert!(talk.contains("error[E0314]") && talk.contains("a.xsb:2:4"), "{talk}");
}

/// A search for the fewest pushes comes before one for any solution, and what it proves is said.
#[test]
fn what_is_proven_by_the_way_is_said() {
    let solve = ["sokoban", "solve", "problems/sokoban/patterns.xsb", "--level", "13"];
    let run = banto(&solve);
    assert!(text(&run.stdout).contains(" 18 pushes (fewest pushes); "), "{}", text(&run.stdout));
    // A solver that proves nothing says nothing.
    let run = banto(&[&solve[..], &["--solver", "greedy"]].concat());
    assert!(!text(&run.stdout).contains("fewest"), "{}", text(&run.stdout));
}

/// A file of three levels: one that is right, one without a player, one that is open.
fn broken_collection() -> (tempfile::TempDir, String) {
    let folder = tempfile::tempdir().unwrap();
    let levels = "#####\n#@$.#\n#####\n\n#####\n# $.#\n#####\n\n#####\n#@$.\n#####\n";
    let name = written(folder.path(), "broken.xsb", levels);
    (folder, name)
}

#[test]
fn a_broken_level_leaves_the_others_usable() {
    let (_folder, file) = broken_collection();
    for command in ["solve", "show", "draw", "encode", "play"] {
        for (level, code) in [("1", 0), ("2", 31), ("3", 31), ("4", 2)] {
            let run = banto(&["sokoban", command, &file, "--level", level]);
            assert_eq!(run.status.code(), Some(code), "{command} {level}: {}", text(&run.stderr));
        }
        let wanted = match command {
            "encode" => 2,
            // What is played may be any of the others.
            "play" => 0,
            _ => 31,
        };
        let run = banto(&["sokoban", command, &file]);
        assert_eq!(run.status.code(), Some(wanted), "{command}: {}", text(&run.stderr));
    }
    let one = |level: &str| {
        let run = banto(&["sokoban", "solve", &file, "--level", level, "--message-format", "short"]);
        text(&run.stderr)
    };
    assert!(one("3").contains("E0307") && !one("3").contains("E0303"), "{}", one("3"));
    let run = banto(&["sokoban", "validate", &file, "R", "--level", "1"]);
    assert_eq!(run.status.code(), Some(0));
    // What is no collection at all stays an error, whichever level is asked for.
    let run = banto(&["sokoban", "solve", "Cargo.toml", "--level", "1"]);
    assert_eq!(run.status.code(), Some(31));
}

#[test]
fn a_level_without_boxes_is_judged_alike() {
    let folder = tempfile::tempdir().unwrap();
    let file = &written(folder.path(), "empty.xsb", "#####\n#@ .#\n#####\n");
    for command in ["check", "solve", "show", "draw", "encode", "play"] {
        let run = banto(&["sokoban", command, file]);
        assert_eq!(run.status.code(), Some(31), "{command}");
        assert!(text(&run.stderr).contains("error[E0306]: no box"), "{}", text(&run.stderr));
    }
}

#[test]
fn what_was_written_is_said() {
    let level = "problems/sokoban/first-steps.xsb";
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("out.sok");
    let run = solve(&[level, "--level", "1", "-o", path.to_str().unwrap()]);
    assert_eq!(text(&run.stderr), format!("wrote 1 level to {}\n", path.display()));
    let path = folder.path().join("out.gif");
    let file = path.to_str().unwrap();
    for (moves, is_noted) in [("d", true), ("RR", false)] {
        let run = banto(&["sokoban", "draw", level, "--level", "1", "--gif", file, "--solution", moves]);
        let err = text(&run.stderr);
        assert_eq!((run.status.code(), err.contains("do not solve the level")), (Some(0), is_noted), "{err}");
    }
}

#[test]
fn generation_ends_at_a_time_limit() {
    let generate = |arguments: &[&str]| banto(&[&["sokoban", "generate"], arguments].concat());
    assert_eq!(generate(&["--time-limit", "0.001ms"]).status.code(), Some(23));
    let whole = text(&generate(&["--boxes", "2", "--size", "7x7", "--count", "2"]).stdout);
    let reading = level::read(&SourceText::new("made.xsb", whole), None);
    assert!(reading.diagnostics.is_empty() && reading.collection.levels.len() == 2);
}

/// The length of a solution in an object, and of the first.
fn lengths(run: &Output) -> [u64; 4] {
    let object: serde_json::Value = serde_json::from_slice(&run.stdout).unwrap();
    ["pushes", "moves", "first_pushes", "first_moves"].map(|field| object[field].as_u64().unwrap())
}

#[test]
fn solutions_become_shorter() {
    let scales = "problems/sokoban/scales.xsb";
    let run = banto(&["sokoban", "solve", scales, "--solver", "greedy", "--improve", "60s", "--json"]);
    assert_eq!(lengths(&run), [14, 44, 16, 102]);
    assert!(text(&run.stdout).contains(r#""promise":"fewest pushes, then fewest moves""#));
    let moves =
        ["sokoban", "solve", scales, "--solver", "greedy", "--improve", "60s", "--improve-for", "moves"];
    let run = banto(&[&moves[..], &["--json"]].concat());
    assert_eq!(lengths(&run)[1], 36);
    let said = text(&banto(&moves).stdout);
    assert!(
        said.contains("improved to 36 moves, ") && said.contains(" (fewest moves, then fewest pushes); "),
        "{said}"
    );
    let time = ["sokoban", "solve", scales, "--solver", "greedy", "--improve", "0.001ms"];
    let said = text(&banto(&time).stdout);
    assert!(
        said.contains("102 moves, 16 pushes; ")
            && said.contains("\nno shorter solution found (by pushes, then moves); "),
        "{said}"
    );
    for (arguments, words) in [
        (&["--improve-for", "moves"][..], "--improve <TIME>"),
        (&["--optimal", "pushes", "--improve", "1s", "--improve-for", "moves"], "finds the fewest pushes"),
        (&["--solver", "astar", "--improve", "1s", "--improve-for", "pushes"], "finds the fewest moves"),
    ] {
        let run = banto(&[&["sokoban", "solve", scales], arguments].concat());
        assert_eq!(run.status.code(), Some(2), "{arguments:?}");
        assert!(text(&run.stderr).contains(words), "{arguments:?}: {}", text(&run.stderr));
    }
}

/// What the file has is the first solution to be improved, unless the solver guarantees something, or it is wrong.
#[test]
fn the_solution_in_the_file_is_improved() {
    let folder = tempfile::tempdir().unwrap();
    let level = "######\n#@ $.#\n######\nSolution\n";
    for (moves, options, first) in [
        ("rlrr", &[][..], "the solution in the file: 4 moves, 1 push\nimproved to 2 moves, 1 push"),
        ("rl", &[], "solved by direct: 2 moves, 1 push"),
        ("rlrr", &["--optimal", "pushes"], "solved by pushes: 2 moves, 1 push"),
    ] {
        let file = written(folder.path(), "own.sok", &format!("{level}{moves}\n"));
        let run = banto(&[&["sokoban", "solve", &file, "--improve", "5s"], options].concat());
        assert_eq!(run.status.code(), Some(0));
        assert!(text(&run.stdout).contains(first), "{moves} {options:?}: {}", text(&run.stdout));
    }
}

/// Small levels are read however many a file has; runs that unfold to more than memory should hold are refused once.
#[test]
fn a_file_has_any_number_of_levels() {
    let folder = tempfile::tempdir().unwrap();
    let plain = format!("{}\n", format!("{}\n", "#".repeat(30)).repeat(30));
    let plain = format!("{}#####\n#@$.#\n#####\n", plain.repeat(9_000));
    let many =
        banto(&["sokoban", "solve", "--level", "9001", "-q", &written(folder.path(), "a.xsb", &plain)]);
    assert_eq!((many.status.code(), text(&many.stdout).as_str()), (Some(0), "R\n"), "{}", text(&many.stderr));
    let runs = format!("5#|#@$.#|5#\n\n{}", format!("{}\n\n", "999#|".repeat(999)).repeat(12));
    let runs = written(folder.path(), "b.rle", &runs);
    for command in [&["solve"][..], &["check"], &["convert", "--to", "xsb"]] {
        let run = banto(&[&["sokoban"], command, &[&runs]].concat());
        let said = text(&run.stderr);
        assert_eq!((run.status.code(), said.matches("E0309").count()), (Some(31), 1), "{command:?}: {said}");
        assert!(said.contains("from here on, 4 of its 13 levels are not read"), "{command:?}: {said}");
    }
}

/// The format is that of the name of the result; one that contradicts it is refused.
#[test]
fn a_name_says_the_format() {
    let folder = tempfile::tempdir().unwrap();
    let level = written(folder.path(), "a.xsb", "#####\n#@$.#\n#####\n");
    let place = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    for (options, code, words) in [
        (&["-o", &place("b.slc")][..], 0, ""),
        (&["-o", &place("b.sok"), "--to", "slc"], 2, "-o writes SLC"),
        (&["-o", &place("b.txt")], 2, "the format to write is not known"),
        (&[], 2, "the format to write is not known"),
    ] {
        let run = banto(&[&["sokoban", "convert", &level], options].concat());
        assert_eq!(run.status.code(), Some(code), "{options:?}: {}", text(&run.stderr));
        assert!(text(&run.stderr).contains(words), "{options:?}: {}", text(&run.stderr));
    }
    assert!(std::fs::read_to_string(place("b.slc")).unwrap().contains("<SokobanLevels"));
    let made = banto(&["sokoban", "generate", "-q", "-o", &place("made.rle")]);
    assert_eq!(made.status.code(), Some(0), "{}", text(&made.stderr));
    assert!(std::fs::read_to_string(place("made.rle")).unwrap().contains('|'));
}

/// In an open room, all boxes go straight to their goals.
#[test]
fn open_rooms_are_solved_with_few_pushes() {
    let folder = tempfile::tempdir().unwrap();
    let row = |inside: &str| format!("#{inside:14}#\n");
    let (wall, floor) = ("#".repeat(16), row(""));
    let boxes = row(" $ $ $ $ $ $") + &floor.repeat(3) + &row(" . . . . . .");
    let room = format!("{wall}\n{}{}{boxes}{}{wall}\n", row("@"), floor.repeat(4), floor.repeat(4));
    let file = folder.path().join("open.xsb");
    std::fs::write(&file, room).unwrap();
    let run = banto(&["sokoban", "solve", file.to_str().unwrap(), "--json"]);
    let solved: serde_json::Value = serde_json::from_slice(&run.stdout).unwrap();
    assert_eq!(solved["pushes"], 24, "{}", text(&run.stdout));
}

/// Ctrl-C ends the search for shorter solutions, and the best is there.
#[cfg(unix)]
#[test]
fn an_interrupt_keeps_the_shortest_solution() {
    let mut command = program();
    command.args(["sokoban", "solve", "problems/sokoban/harbour.xsb", "--level", "14", "--json"]);
    command.args(["--improve", "5m", "--progress", "always"]).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let mut lines = BufReader::new(child.stderr.take().unwrap()).lines();
    assert!(lines.any(|line| line.unwrap().contains(" (first ")), "no shorter solution is shown");
    interrupt(&child, "-INT");
    lines.for_each(drop);
    let run = child.wait_with_output().unwrap();
    assert_eq!(run.status.code(), Some(0));
    let [pushes, moves, first_pushes, first_moves] = lengths(&run);
    assert!(
        (pushes, moves) < (first_pushes, first_moves),
        "{pushes} {moves}, first {first_pushes} {first_moves}"
    );
}

/// A solution that is shortened keeps the name of who has made it; a number with a length is no name.
#[test]
fn shortened_solutions_have_names() {
    let folder = tempfile::tempdir().unwrap();
    for (title, named) in [("/Ada", "/Ada, shortened"), (" 1 (8 moves)", "/shortened")] {
        let level = format!("#######\n#@ $ .#\n#     #\n#######\n\nSolution{title}\ndurRRlrl\n");
        let level = level.replace("durRRlrl", "durRR");
        let file = written(folder.path(), "long.sok", &level);
        let run = solve(&[&file, "--improve", "1s", "-o", "-"]);
        let said = text(&run.stdout);
        assert!(said.contains(&format!("Solution{named}\nrRR\n")), "{said}{}", text(&run.stderr));
        assert!(said.contains("\ndurRR\n"), "{said}");
    }
}

/// Comments for the readers of one file are not written again, which is said.
#[test]
fn comments_that_are_not_kept_are_told() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    std::fs::write(path("a.sok"), ":: one\n:: two\n; three\n\n1\n\n#####\n#@$.#\n#####\n").unwrap();
    let told = "comments that begin with :: are left out: 2 lines\n";
    let run = banto(&["sokoban", "convert", &path("a.sok"), "--to", "sok"]);
    assert_eq!(text(&run.stdout), "Collection: three\n\n1\n\n#####\n#@$.#\n#####\n\n");
    assert_eq!(text(&run.stderr), told);
    let run = banto(&["sokoban", "solve", &path("a.sok"), "-o", &path("b.sok")]);
    assert!(text(&run.stderr).contains(told), "{}", text(&run.stderr));
    let run = banto(&["sokoban", "convert", &path("b.sok"), "--to", "rle"]);
    assert!(!text(&run.stderr).contains("::"), "{}", text(&run.stderr));
}
