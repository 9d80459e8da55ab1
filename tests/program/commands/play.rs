//! Play through pipes: lines go in, boards come out.

use std::fs::{self, File};
use std::io::Write;
use std::path::Path;
use std::process::{Output, Stdio};
use std::time::{Duration, Instant, SystemTime};

use crate::command::{banto, banto_with, interrupt, program, text, written};

pub const LEVELS: &str = "problems/sokoban/first-steps.xsb";

/// A level whose solution with the fewest moves is not the one with the fewest pushes.
pub const OPPOSITES: &str = "#######\n#.   .#\n# $#$ #\n#  @  #\n# $#$ #\n#.   .#\n#######\n";
/// 33 moves, 18 pushes.
pub const FEWEST_MOVES: &str = "rDrdLLLUluRUluRRRDDDuLLdlUUddrdrR";
/// 39 moves, 8 pushes.
pub const FEWEST_PUSHES: &str = "rDullUdlddrrRuuruullLddDurrUdddlLuuuurR";

/// Runs `play --plain` with lines on standard input.
pub(super) fn plain(arguments: &[&str], input: &str) -> Output {
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
    let shown = out("1", "r\nundo\nredo\nundo\nredo\n");
    let counts: Vec<&str> = shown.lines().filter(|line| line.contains(" move")).collect();
    let (start, pushed) = ("0 moves, 0 pushes", "1 move, 1 push");
    assert_eq!(counts, [start, pushed, start, pushed, start, pushed]);
    assert!(shown.ends_with("#  @$. #\n#      #\n########\n1 move, 1 push\n"), "{shown}");
}

#[test]
fn a_restart_is_taken_back() {
    let shown = out("1", "ru\nrestart\nundo\nredo\n");
    let counts: Vec<&str> = shown.lines().filter(|line| line.contains(" move")).collect();
    assert_eq!(counts[1..], ["2 moves, 1 push", "0 moves, 0 pushes", "2 moves, 1 push", "0 moves, 0 pushes"]);
}

#[test]
fn hints_and_solutions_start_where_the_player_is() {
    let shown = out("1", "u\nhint\nsolve\n");
    assert!(shown.contains("hint: push right (dR)\n"), "{shown}");
    assert!(shown.contains("solution: "), "{shown}");
    assert!(shown.contains("Solved with help\nu"), "the first move is the player's own: {shown}");
}

#[test]
fn what_is_lost_is_said_to_be_lost() {
    // The box goes up to the wall, from where no push leads to the goal.
    let shown = out("1", "dru\nhint\nsolve\nundo\nsolve\n");
    assert_eq!(shown.matches("no solution from here: ").count(), 2, "{shown}");
    assert!(shown.contains("; proven\n") && shown.contains("Solved with help"), "{shown}");
}

#[test]
fn a_limit_is_no_proof() {
    let level = "problems/sokoban/harbour.xsb";
    let run = plain(&[level, "--plain", "--level", "14", "--time-limit", "0.001ms"], "solve\n");
    let shown = text(&run.stdout);
    assert!(
        shown.contains("no solution found from here: time limit; nothing is proven; --time-limit"),
        "{shown}"
    );
}

#[test]
fn levels_follow_each_other() {
    let shown = out("1", "rr\nn\nsolve\nn\nsolve\nn\np\nq\nrrr\n");
    // The player wins level 1; the solver solves levels 2 and 3, and level 2 is come back to.
    assert_eq!(shown.matches("YOU WIN!").count(), 1, "{shown}");
    assert_eq!(shown.matches("Solved with help").count(), 3, "{shown}");
    assert!(shown.contains("YOU WIN!\nRR\n\nlevel 2 of 3: Two marks\n"), "{shown}");
    assert!(shown.contains("this is the last level\n"), "{shown}");
}

#[test]
fn the_end_of_input_ends_the_game() {
    assert!(out("1", "").ends_with("0 moves, 0 pushes\n"));
    assert!(out("1", "r").ends_with("1 move, 1 push\n"), "a last line without its end counts");
    assert!(!out("1", "quit\nr\n").contains("1 move"));
}

#[test]
fn bad_keys_do_nothing() {
    let shown = out("1", "hnit\npush\nlldr\n");
    for words in ["no word hnit; did you mean hint?; nothing", "no word push"] {
        assert!(shown.contains(words), "{shown}");
    }
    assert_eq!(shown.matches("0 moves, 0 pushes\n").count(), 1, "{shown}");
    let shown = out("1", "rx\nr\n?\n");
    assert!(shown.contains("there is no word rx; nothing was done; help lists the words\n"), "{shown}");
    assert!(shown.contains("1 move, 1 push") && !shown.contains("2 moves"), "{shown}");
    assert!(shown.contains("left down up right  move\n"), "{shown}");
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
        (&[LEVELS, "--speed", "soon"], 2, "a time of more than 0 is expected"),
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

/// A game with a file of solutions: what it prints, and what it says besides.
fn recorded(file: &Path, level: &str, input: &str) -> (String, String) {
    let piped = || Stdio::piped();
    let mut command = program();
    command.args(["sokoban", "play", level, "--plain"]).env("BANTO_SOLUTIONS", file);
    let mut child = command.stdin(piped()).stdout(piped()).stderr(piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    let run = child.wait_with_output().unwrap();
    assert_eq!(run.status.code(), Some(0));
    (text(&run.stdout), text(&run.stderr))
}

/// Games that end at the same time all keep their solutions, and a file that one left behind which did not live to
/// finish holds nobody, whatever its time is.
#[test]
fn solutions_of_games_that_end_together_are_kept() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("solutions.sok");
    let future = SystemTime::now() + Duration::from_hours(1);
    File::create(folder.path().join("solutions.lock")).unwrap().set_modified(future).unwrap();
    let start = |steps: usize| {
        let wall = "#".repeat(steps + 4);
        let level = folder.path().join(format!("{steps}.xsb"));
        fs::write(&level, format!("{wall}\n#@$.{}#\n{wall}\n", " ".repeat(steps))).unwrap();
        let mut command = program();
        command.args(["sokoban", "play", "--plain"]).arg(level).env("BANTO_SOLUTIONS", &file);
        command.stdin(Stdio::piped()).stdout(Stdio::null()).spawn().unwrap()
    };
    let mut games: Vec<_> = (0..8).map(start).collect();
    std::thread::sleep(Duration::from_secs(1));
    for game in &mut games {
        game.stdin.take().unwrap().write_all(b"r\n").unwrap();
    }
    for game in &mut games {
        assert_eq!(game.wait().unwrap().code(), Some(0));
    }
    let kept = fs::read_to_string(&file).unwrap();
    assert_eq!(kept.matches("Solution").count(), 8, "{kept}");
}

/// A room of this size, in which one push to the right solves the level.
fn room(wide: usize, high: usize) -> String {
    let (wall, floor) = ("#".repeat(wide + 2), format!("#{}#\n", " ".repeat(wide)));
    format!("{wall}\n#@$.{}#\n{}{wall}\n", " ".repeat(wide - 3), floor.repeat(high))
}

/// Solutions of so many levels, as they are kept.
fn many_kept(count: usize) -> String {
    let level =
        |index: usize| format!("Level {index}\n\n{}Solution\nR\n\n", room(3 + index % 60, 1 + index / 60));
    format!("Best solutions, kept by banto\n\n{}", (0..count).map(level).collect::<String>())
}

/// A writer that is stopped in its turn holds nobody for ever, and nothing is lost that was not told: not when it goes
/// on, and not what it writes then.
#[cfg(target_os = "linux")]
#[test]
fn a_writer_that_is_stopped_loses_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let (file, lock) = (folder.path().join("solutions.sok"), folder.path().join("solutions.lock"));
    fs::write(&file, many_kept(1_000)).unwrap();
    let levels = ["one.xsb", "other.xsb"].map(|name| folder.path().join(name));
    levels.iter().zip([70, 71]).for_each(|(path, wide)| fs::write(path, room(wide, 1)).unwrap());
    // Asked of the system: to try the lock would be to hold it.
    let holds = |writer: &std::process::Child| {
        let inode = fs::metadata(&lock).map_or(0, |lock| std::os::unix::fs::MetadataExt::ino(&lock));
        let (process, lock) = (writer.id().to_string(), format!(":{inode}"));
        let is_its = |line: &str| {
            line.split_whitespace().any(|word| word == process)
                && line.split_whitespace().any(|word| word.ends_with(lock.as_str()))
        };
        fs::read_to_string("/proc/locks").unwrap().lines().any(is_its)
    };
    let stopped = || {
        let mut command = program();
        command.args(["sokoban", "play", "--plain"]).arg(&levels[0]).env("BANTO_SOLUTIONS", &file);
        let mut writer = command.stdin(Stdio::piped()).stdout(Stdio::null()).spawn().unwrap();
        writer.stdin.take().unwrap().write_all(b"r\n").unwrap();
        let start = Instant::now();
        while !holds(&writer) {
            if writer.try_wait().unwrap().is_some() {
                return None;
            }
            assert!(start.elapsed() < Duration::from_secs(30));
        }
        interrupt(&writer, "-STOP");
        // A signal takes effect a moment later: until then, the lock may still be given back.
        let state = format!("/proc/{}/stat", writer.id());
        let is_going = |stat: String| !stat.contains(") T ") && !stat.contains(") Z ");
        while fs::read_to_string(&state).is_ok_and(is_going) {
            assert!(start.elapsed() < Duration::from_secs(30));
        }
        // Its turn may have been over before: then it has kept its solution, and is asked once more.
        let is_in_its_turn = holds(&writer);
        if !is_in_its_turn {
            interrupt(&writer, "-CONT");
            writer.wait().unwrap();
        }
        is_in_its_turn.then_some(writer)
    };
    let mut writer = (0..20).find_map(|_| stopped()).expect("one of many is stopped in its turn");
    let start = Instant::now();
    let (shown, said) = recorded(&file, levels[1].to_str().unwrap(), "r\n");
    assert!(shown.contains("YOU WIN!"), "{shown}");
    assert!(said.contains("another game is saving there"), "{said}");
    assert!(start.elapsed() < Duration::from_mins(1), "{:?}", start.elapsed());
    interrupt(&writer, "-CONT");
    assert_eq!(writer.wait().unwrap().code(), Some(0));
    let solutions = || fs::read_to_string(&file).unwrap().matches("Solution\n").count();
    assert_eq!(solutions(), 1_001);
    assert!(recorded(&file, levels[1].to_str().unwrap(), "r\n").1.is_empty());
    assert_eq!(solutions(), 1_002);
}

/// What cannot be locked, as on a file system that is only read, is told, and waits for nothing.
#[cfg(unix)]
#[test]
fn a_lock_that_cannot_be_had_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("solutions.sok");
    std::os::unix::fs::symlink("nowhere/lock", folder.path().join("solutions.lock")).unwrap();
    let level = folder.path().join("level.xsb");
    fs::write(&level, "#####\n#@$.#\n#####\n").unwrap();
    let mut command = program();
    command.args(["sokoban", "play", "--plain"]).arg(&level).env("BANTO_SOLUTIONS", &file);
    let mut game =
        command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
    game.stdin.take().unwrap().write_all(b"r\n").unwrap();
    let start = Instant::now();
    while game.try_wait().unwrap().is_none() {
        if start.elapsed() > Duration::from_secs(20) {
            game.kill().unwrap();
            panic!("it waits for ever");
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    let said = text(&game.wait_with_output().unwrap().stderr);
    assert!(said.contains("your solutions are not saved: "), "{said}");
}

#[test]
fn own_solutions_are_kept_for_the_next_game() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("solutions.sok");
    let (one, turned) = (folder.path().join("one.xsb"), folder.path().join("turned.xsb"));
    fs::write(&one, "######\n#@$ .#\n#    #\n######\nTitle: One\n").unwrap();
    fs::write(&turned, "####\n#. #\n#  #\n#$ #\n#@ #\n####\n").unwrap();
    let (one, turned) = (one.to_str().unwrap(), turned.to_str().unwrap());
    recorded(&file, one, "solve\n");
    assert!(!file.exists(), "the solver's solutions are not the player's");
    recorded(&file, one, "durr\n");
    assert!(recorded(&file, one, "").0.contains("(best known: 4 moves, 2 pushes)"));
    // It is kept as it was played, and replayed on request.
    let kept = fs::read_to_string(&file).unwrap();
    assert!(kept.contains("######\n#@$ .#\n") && kept.contains("One") && kept.contains("duRR"), "{kept}");
    let replayed = recorded(&file, one, "best\n").0;
    assert!(replayed.contains("\nyour best: 4 moves, 2 pushes\n"), "{replayed}");
    assert!(replayed.ends_with("Solved as in your best\nduRR\n"), "{replayed}");
    // The same level, turned: a shorter solution takes the place of the longer one.
    assert!(recorded(&file, turned, "uu\n").0.contains("(best known: 4 moves, 2 pushes)"));
    recorded(&file, one, "durr\n");
    let (shown, said) = recorded(&file, one, "levels\n");
    assert!(shown.contains("(best known: 2 moves, 2 pushes)"), "{shown}");
    assert!(
        shown.contains("   1  One  (6 x 4)  solved: 2 moves, 2 pushes\n") && said.is_empty(),
        "{shown}{said}"
    );
    // The file is one of levels; each is there once.
    let check = banto(&["sokoban", "check", file.to_str().unwrap()]);
    assert_eq!((check.status.code(), text(&check.stderr).as_str()), (Some(0), ""));
    assert_eq!(fs::read_to_string(&file).unwrap().matches("Solution").count(), 1);
    // What cannot be read is left alone; a solution that is none does not count.
    fs::write(&file, "####\n#@$\n").unwrap();
    let (_, said) = recorded(&file, one, "rr\n");
    assert!(said.contains("your solutions are not saved: "), "{said}");
    assert_eq!(fs::read_to_string(&file).unwrap(), "####\n#@$\n");
    fs::write(&file, "One\n\n######\n#@$ .#\n#    #\n######\nSolution: r\n").unwrap();
    assert!(!recorded(&file, one, "").0.contains("best known"));
    // No other file of levels is written over: not the one that is played, nor one with solutions of its own.
    let others = [
        "######\n#@$ .#\n#    #\n######\nTitle: One\n",
        "One\n\n######\n#@$.##\n#    #\n######\nSolution: R\n",
    ];
    for other in others {
        fs::write(&file, other).unwrap();
        let (_, said) = recorded(&file, file.to_str().unwrap(), "moves rr\n");
        assert!(said.contains("it is not a file of kept solutions"), "{said}");
        assert_eq!(fs::read_to_string(&file).unwrap(), other);
    }
}

/// `best` shows what was kept, turned as the level is drawn, and writes it.
#[test]
fn own_solutions_are_listed_and_written() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("solutions.sok");
    let (one, turned) = (folder.path().join("one.xsb"), folder.path().join("turned.xsb"));
    fs::write(&one, "######\n#@$ .#\n#    #\n######\n\n#####\n#.$@#\n#####\n").unwrap();
    fs::write(&turned, "####\n#. #\n#  #\n#$ #\n#@ #\n####\n").unwrap();
    let (one, turned) = (one.to_str().unwrap(), turned.to_str().unwrap());
    let best = |arguments: &[&str]| {
        let mut command = program();
        let run = command.args(["sokoban", "best"]).args(arguments).env("BANTO_SOLUTIONS", &file).output();
        let run = run.unwrap();
        (run.status.code(), text(&run.stdout) + &text(&run.stderr))
    };
    assert_eq!(
        best(&[]),
        (Some(0), "no solutions are kept yet: solve a level in `banto sokoban play`\n".to_owned())
    );
    recorded(&file, one, "durr\n");
    assert_eq!(best(&[]), (Some(0), "kept level 1: one 1 (6 x 4): 4 moves, 2 pushes\n".to_owned()));
    let (code, listed) = best(&[one]);
    assert_eq!(code, Some(0));
    let expected = "level 1 (6 x 4): 4 moves, 2 pushes\nnot solved: level 2\nsolved 1 of 2 levels\n";
    assert_eq!(listed, expected);
    assert_eq!(best(&[turned, "-q"]), (Some(0), "rlUU\n".to_owned()));
    let (code, said) = best(&[one, "--level", "2"]);
    assert_eq!((code, said.as_str()), (Some(1), "you have not solved this level\n"));
    assert_eq!(best(&["--level", "2"]).0, Some(2));
    let (_, improved) = best(&["--level", "1", "--improve", "5s"]);
    assert!(improved.contains("improved to 2 moves, 2 pushes") && improved.contains("\nRR\n"), "{improved}");
    let name = folder.path().join("mine.sok");
    let name = name.to_str().unwrap();
    assert_eq!(best(&["--level", "1", "-o", name]).0, Some(0));
    assert_eq!(text(&banto(&["sokoban", "check", name]).stdout), "ok: 1 level, 1 box\n");
}

/// Neither of the two is thrown away for the other, in whichever order they are played, in one game or in two.
#[test]
fn the_fewest_moves_and_the_fewest_pushes_are_both_kept() {
    let folder = tempfile::tempdir().unwrap();
    let level = written(folder.path(), "opp.xsb", OPPOSITES);
    let (one, other) = (format!("moves {FEWEST_MOVES}\n"), format!("moves {FEWEST_PUSHES}\n"));
    for (number, games) in [
        vec![[&*one, "restart\n", &other].concat()],
        vec![[&*other, "restart\n", &one].concat()],
        vec![other.clone(), one.clone()],
    ]
    .into_iter()
    .enumerate()
    {
        let file = folder.path().join(format!("{number}.sok"));
        for game in &games {
            recorded(&file, &level, game);
        }
        let run = program().args(["sokoban", "best"]).env("BANTO_SOLUTIONS", &file).output().unwrap();
        let line = "kept level 1: opp 1 (7 x 7): ";
        let listed =
            format!("{line}33 moves, 18 pushes (fewest moves)\n{line}39 moves, 8 pushes (fewest pushes)\n");
        assert_eq!((text(&run.stdout), text(&run.stderr)), (listed, String::new()), "{games:?}");
        let judged = text(&banto(&["sokoban", "validate", &level, file.to_str().unwrap()]).stdout);
        assert_eq!(judged, "solved: 33 moves, 18 pushes\nsolved: 39 moves, 8 pushes\n");
        if number == 0 {
            // Each is only replaced by what is better in its own measure.
            let mut best = program();
            best.args(["sokoban", "best", "--improve", "1ms"]).env("BANTO_SOLUTIONS", &file);
            let improved = text(&best.output().unwrap().stdout);
            let at = |words: &str| improved.find(words).unwrap_or_else(|| panic!("{words}: {improved}"));
            assert!(at("moves, then ") < at("pushes, then "));
            assert!(!improved.contains("improved to 39 moves"), "{improved}");
        }
        // Pressed again, the other; and again, the first.
        let shown = recorded(&file, &level, "best\nbest\nbest\n").0;
        let [one, other] = ["33 moves, 18 pushes", "39 moves, 8 pushes"];
        let first = format!("your best: {one}; b again, with the fewest pushes: {other}\n");
        let second = format!("your best: {other}; b again, with the fewest moves: {one}\n");
        assert!(shown.contains(&format!("(best known: {one} (or {other}))")), "{shown}");
        assert_eq!((shown.matches(&first).count(), shown.matches(&second).count()), (2, 1), "{shown}");
        assert!(shown.contains(&format!("{FEWEST_PUSHES}\n")), "{shown}");
        for (fewest, moves) in [("moves", FEWEST_MOVES), ("pushes", FEWEST_PUSHES)] {
            let mut best = program();
            best.args(["sokoban", "best", "-q", "--fewest", fewest]).env("BANTO_SOLUTIONS", &file);
            assert_eq!(text(&best.output().unwrap().stdout), format!("{moves}\n"));
        }
        assert_eq!(
            text(&banto(&["sokoban", "check", file.to_str().unwrap()]).stdout),
            "ok: 1 level, 4 boxes\n"
        );
    }
    // Several levels that are solved in one line are all kept.
    let two = written(
        folder.path(),
        "two.xsb",
        "#####\n#@$.#\n#####\n\n#####\n#.$@#\n#####\n\n######\n#@$ .#\n######\n",
    );
    let file = folder.path().join("two.sok");
    recorded(&file, &two, "r\nn\nl\nn\nrr\n");
    assert_eq!(
        fs::read_to_string(&file).unwrap().matches("Solution").count(),
        2,
        "the second is the first, turned"
    );
}

/// A level whose boxes are all on goals is solved, also for those who count.
#[test]
fn a_level_that_is_solved_from_the_start_counts_as_solved() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("solutions.sok");
    let levels = "#####\n#@ *#\n#* *#\n#####\n\n#####\n#@$.#\n#####\n";
    let level = written(folder.path(), "done.xsb", levels);
    let shown = recorded(&file, &level, "r\nunsolved\nlevels\nr\n").0;
    assert!(
        shown.contains("0 moves, 0 pushes\nSolved from the start\n") && !shown.contains("best known"),
        "{shown}"
    );
    assert!(shown.contains("\nlevel 2 of 2\n") && shown.contains("\n1 of 2 solved\n"), "{shown}");
    let best = |arguments: &[&str]| {
        let mut command = program();
        let run = command.args(["sokoban", "best"]).args(arguments).env("BANTO_SOLUTIONS", &file).output();
        let run = run.unwrap();
        (run.status.code(), text(&run.stdout) + &text(&run.stderr))
    };
    let listed =
        "level 1 (5 x 4): solved from the start\nlevel 2 (5 x 3): 1 move, 1 push\nsolved 2 of 2 levels\n";
    assert_eq!(best(&[&level]), (Some(0), listed.to_owned()));
    assert_eq!(best(&[&level, "--level", "1"]).0, Some(0));
    assert_eq!(best(&[]).1, "kept level 1: done 2 (5 x 3): 1 move, 1 push\n");
}

/// Levels without a solution are none that are left to solve, and what is left out is counted.
#[test]
fn what_cannot_be_solved_is_not_next() {
    let folder = tempfile::tempdir().unwrap();
    let levels = "#####\n#@$.#\n#####\n\n#####\n#$@.#\n#$  #\n#####\n\n#####\n#@$ #\n#####\n\n#####\n#.$@#\n#####\n\n#\n";
    let file = written(folder.path(), "some.xsb", levels);
    let shown = text(&plain(&[&file, "--plain"], "unsolved\nlevels\n").stdout);
    assert!(shown.contains("\nlevel 4 of "), "{shown}");
    assert!(shown.contains("   2  (5 x 4)  no solution\n") && shown.contains("\n0 of "), "{shown}");
    assert!(shown.contains(" left out\n"), "{shown}");
}

/// What keeps solutions and games is no place for levels, and other levels that give way are counted.
#[test]
fn the_kept_solutions_are_never_written_over() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("solutions.sok");
    let (level, kept) = (written(folder.path(), "one.xsb", "#####\n#@$.#\n#####\n"), file.to_str().unwrap());
    recorded(&file, &level, "r\n");
    let before = fs::read_to_string(&file).unwrap();
    let unfinished = folder.path().join("unfinished.json");
    let run = |arguments: &[&str]| {
        let run = program().arg("sokoban").args(arguments).env("BANTO_SOLUTIONS", &file).output().unwrap();
        (run.status.code(), text(&run.stderr))
    };
    for arguments in [
        &["best", &level, "-o", kept][..],
        &["best", "-o", kept],
        &["solve", &level, "-o", kept],
        &["convert", &level, "--to", "sok", "-o", kept],
        &["generate", "-o", kept],
        &["generate", "-o", unfinished.to_str().unwrap()],
    ] {
        let (code, said) = run(arguments);
        assert!(
            code == Some(2) && said.contains("is where banto keeps your solutions"),
            "{arguments:?}: {said}"
        );
    }
    assert_eq!(fs::read_to_string(&file).unwrap(), before);
    let mine = written(
        folder.path(),
        "mine.sok",
        &OPPOSITES.repeat(2).replace("#######\n#######", "#######\n\n#######"),
    );
    // Levels that are not solved would be lost.
    let (code, said) = run(&["best", "-o", &mine]);
    assert_eq!(code, Some(2), "{said}");
    assert!(said.contains("mine.sok has 2 levels that you have not solved"), "{said}");
    let said = run(&["best", "-o", &mine, "--force"]).1;
    assert!(said.ends_with(" in place of the 2 levels that were there\n"), "{said}");
    let said = run(&["best", "-o", &mine]).1;
    assert!(said.ends_with(&format!("wrote 1 level to {mine}\n")), "{said}");
}

/// Pushes and moves are told in one order by all commands: moves first.
#[test]
fn counts_are_told_in_one_order() {
    let folder = tempfile::tempdir().unwrap();
    let (file, gif) = (folder.path().join("solutions.sok"), folder.path().join("a.gif"));
    recorded(&file, LEVELS, "rr\n");
    let name = file.to_str().unwrap();
    for arguments in [
        &["sokoban", "solve", LEVELS, "--improve", "1s"][..],
        &["sokoban", "validate", LEVELS, "RR", "--level", "1"],
        &["sokoban", "play", name, "--plain"],
        &["sokoban", "best"],
        &["sokoban", "draw", LEVELS, "--level", "2", "--gif", gif.to_str().unwrap()],
    ] {
        let run =
            program().args(arguments).env("BANTO_SOLUTIONS", &file).stdin(Stdio::null()).output().unwrap();
        let said = text(&run.stdout) + &text(&run.stderr);
        let words: Vec<&str> =
            said.split_whitespace().map(|word| word.trim_matches([',', ';', ')'])).collect();
        let counted = |at: &usize, what| words[*at].starts_with(what) && words[at - 1].parse::<u32>().is_ok();
        let pushes: Vec<usize> = (3..words.len()).filter(|at| counted(at, "push")).collect();
        assert!(!pushes.is_empty(), "{arguments:?}: {said}");
        assert!(pushes.iter().all(|at| counted(&(at - 2), "move")), "{arguments:?}: {said}");
    }
}

/// A line in the notation of solutions needs no word.
#[test]
fn solutions_are_taken_as_they_are_written() {
    for moves in ["rrdRR", "RR", "2R", "R R", "r"] {
        assert!(out("1", &format!("{moves}\n")).contains("pushes\n"), "{moves}");
    }
    assert!(out("1", "RR\n").contains("YOU WIN!\nRR\n"));
    assert!(out("1", "rr\n").contains("YOU WIN!\nRR\n"), "a single case says nothing of pushes");
}

/// Levels that are left out are named with their reasons, and what has no solution is said to have none.
#[test]
fn what_cannot_be_played_or_solved_is_said_so() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("some.xsb");
    let name = file.to_str().unwrap();
    fs::write(
        &file,
        "#####\n#@.$#\n#####\n\n#####\n#. $#\n#####\n\n#####\n#@$.#\n#####\n\n#####\n#@$.#\n#####\n",
    )
    .unwrap();
    let shown = text(&plain(&[name], "best\nlevel 2\nlevel 9\n").stdout);
    assert!(shown.contains("\nthis level has no solution: that is proven\n"), "{shown}");
    assert!(shown.contains("\nlevel 2 was left out: no player (@ or +) in the level\n"), "{shown}");
    assert!(shown.contains("\nthere is no level 9\n"), "{shown}");
    let picture = folder.path().join("a.svg");
    let run = banto(&["sokoban", "draw", name, "--svg", picture.to_str().unwrap()]);
    let said = text(&run.stderr);
    assert!(said.contains("has 4 levels") && said.contains("--level N, from 1,3-4; left out"), "{said}");
}

#[test]
fn a_lost_level_is_said_to_be_lost_at_once() {
    let shown = out("1", "dr\nu\nback\nmarks\n");
    let lost = "the level is lost: a box can no longer reach any goal (row 2, column 4); Backspace (back) takes the push back\n";
    assert!(shown.contains(lost), "{shown}");
    assert!(shown.ends_with("a box on a marked cell can never reach a goal\n########\n#××××××#\n#× $ .×#\n#××@×××#\n########\n2 moves, 0 pushes\n"), "{shown}");
}

/// A level may have been lost before a push shows it; a push is taken back only where that may help.
#[test]
fn a_push_is_blamed_for_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.xsb");
    let level = "#######\n#     #\n# $ . #\n#@    #\n#######\n";
    fs::write(&path, format!("{level}\n{level}")).unwrap();
    let shown = |lines| text(&plain(&[path.to_str().unwrap(), "--plain"], lines).stdout);
    let one = shown("moves rU\n");
    assert!(one.contains("column 3); Backspace (back) takes the push back\n"), "{one}");
    let both = shown("moves rUluR\n");
    assert!(
        both.contains("the level is lost: a box can no longer reach any goal (row 2, column 4)\n"),
        "{both}"
    );
    let back = shown("moves r\nn\np\n");
    assert!(back.contains("\nyou are where you left this level; r (restart) starts again\n"), "{back}");
}

/// Beside what is no file, nothing is written.
#[test]
fn nothing_is_kept_beside_what_is_no_file() {
    let folder = tempfile::tempdir().unwrap();
    let place = folder.path().join("a.sok");
    fs::create_dir(&place).unwrap();
    let mut command = program();
    command.args(["sokoban", "play", LEVELS, "--plain"]).env("BANTO_SOLUTIONS", &place);
    let mut child =
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(b"r\n").unwrap();
    let run = child.wait_with_output().unwrap();
    assert!(text(&run.stdout).contains("1 move"), "{}", text(&run.stdout));
    assert!(!folder.path().join("unfinished.json").exists());
}

/// The documents' example, which is fed through a pipe.
#[test]
fn the_example_of_the_documents_plays() {
    let page = fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/commands.md")).unwrap();
    let start = "$ printf 'r\\nhint\\nr\\n' | banto sokoban play problems/sokoban/first-steps.xsb --plain\n";
    let shown = page.split_once(start).unwrap().1.split_once("```").unwrap().0;
    assert_eq!(shown, out("1", "r\nhint\nr\n"));
}

/// A push of two cells, and a push of one.
const TWO: &str = "#######\n#@ $ .#\n#######\n\n#####\n#@$.#\n#####\n";

/// What is printed for lines that are played on some levels.
fn played(levels: &str, lines: &str) -> String {
    let folder = tempfile::tempdir().unwrap();
    let level = written(folder.path(), "levels.xsb", levels);
    text(&plain(&[&level, "--plain", "--no-record"], lines).stdout)
}

#[test]
fn a_line_shows_one_board() {
    let expected = "level 1 of 2\n#######\n#@ $ .#\n#######\n0 moves, 0 pushes\n\
        #######\n#  @$.#\n#######\n2 moves, 1 push\n";
    assert_eq!(played(TWO, "rr"), expected);
}

#[test]
fn a_win_in_the_middle_of_a_line_is_told() {
    let out = played(TWO, "rrr\nn\nr\n");
    assert_eq!(out.matches("YOU WIN!").count(), 2, "{out}");
    assert!(out.contains("3 moves, 2 pushes\nYOU WIN!\nrRR\n\nlevel 2 of 2\n#####"), "{out}");
    assert!(out.ends_with("1 move, 1 push\nYOU WIN!\nR\n"), "{out}");
}

#[test]
fn what_the_solver_finishes_is_not_a_win() {
    let out = played(TWO, "r\nsolve\n");
    assert!(out.ends_with("Solved with help\nrRR\n") && !out.contains("YOU WIN"), "{out}");
    let out = played(TWO, "solve\nrestart\nrrr\n");
    assert!(out.ends_with("YOU WIN!\nrRR\n"), "{out}");
}

#[test]
fn a_win_is_told_where_it_happens() {
    let out = played("#######\n#@$.  #\n#######\n", "moves RR\nundo\n");
    assert!(out.contains("\nthe level was solved on the way; ") && !out.contains("YOU WIN!"), "{out}");
    assert_eq!(played(TWO, "moves rRR\nundo\nredo\n").matches("YOU WIN!").count(), 2);
}

#[test]
fn messages_name_words() {
    assert!(played(TWO, "best\n").contains("no solution of this level is known; f (solve) finds one\n"));
    let out = played("######\n#    #\n# $. #\n# @  #\n######\n", "up\nbest\n");
    assert!(out.contains("; Backspace (back) takes the push back\n"), "{out}");
    assert!(out.contains(" is known; r (restart) and then f (solve) may find one\n"), "{out}");
}

#[test]
fn a_level_is_chosen_by_its_number() {
    assert!(played(TWO, "level 2\n").ends_with("\nlevel 2 of 2\n#####\n#@$.#\n#####\n0 moves, 0 pushes\n"));
    assert!(played(TWO, "level 3\n").contains("there is no level 3\n"));
    // A title that is a part of another one names its own level.
    let titled = ["Half moon", "Moon"].map(|title| format!("; {title}\n#####\n#@$.#\n#####\n\n")).concat();
    assert!(played(&titled, "level moon\n").contains("\nlevel 2 of 2: Moon\n"));
    assert!(played(&titled, "level moon\nlevel half\n").contains("\nlevel 1 of 2: Half moon\n"));
}

#[test]
fn a_number_says_how_often() {
    assert!(played(TWO, "right 2\nundo 2\n").ends_with("#@ $ .#\n#######\n0 moves, 0 pushes\n"));
    let out = played(TWO, "right 3\nback\nundo 5\n");
    assert!(out.contains("nothing to take back at 3 of 5; the rest was not done\n"), "{out}");
}

#[test]
fn lines_with_unknown_words_do_nothing() {
    let out = played(TWO, "rrx\n");
    let refused = "there is no word rrx; nothing was done; help lists the words\n";
    assert!(out.ends_with(refused) && !out.contains("YOU"), "{out}");
}

#[test]
fn a_row_of_moves_ends_where_the_way_is_blocked() {
    let out = played(TWO, "moves uRR\nlrr\nrr\n");
    let refused = "move 1 (u) of 3 is not possible: there is a wall; the rest was not done\n";
    assert!(out.contains(refused), "{out}");
    assert!(
        out.contains("move 1 (l) of 3 is not possible: there is a wall; the rest was not done\n"),
        "{out}"
    );
    assert!(out.ends_with("2 moves, 1 push\n"), "{out}");
    let out = played(TWO, "moves rrRl\n");
    assert!(out.contains("move 2 (r) of 4 is not possible: it is written as a walk"), "{out}");
    assert!(out.ends_with("1 move, 0 pushes\n"), "{out}");
    assert!(played(TWO, "save\n").contains("there is no word save: what you play is kept by itself"));
}

#[test]
fn what_is_printed_at_a_win_can_be_typed() {
    let out = played(TWO, "moves rRR\n");
    assert!(out.ends_with("3 moves, 2 pushes\nYOU WIN!\nrRR\n"), "{out}");
    let out = played(TWO, "rRR\n");
    assert!(out.ends_with("3 moves, 2 pushes\nYOU WIN!\nrRR\n"), "{out}");
    assert!(played(TWO, "rr\nR\n").contains("\nYOU WIN!\nrRR\n"));
    let out = played(TWO, "moves 3\n");
    assert!(out.ends_with("a count without a move; nothing was done; help lists the words\n"), "{out}");
}
