//! Where results go: files that are written whole or not at all, `-` for standard output, and failures to write.

use std::process::Stdio;

#[cfg(unix)]
use crate::command::interrupt;
use crate::command::{banto, program, text};

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
    for arguments in [
        &["explain", "E0202"][..],
        &["--help"],
        &["plan", "problems/blocks/01-swap.pddl"],
        &["sokoban", "solve", "tests/sokoban/faults/no-goal.xsb"],
    ] {
        let full = full.try_clone().unwrap();
        let output = program().args(arguments).stdout(full).stderr(Stdio::piped()).output().unwrap();
        assert_eq!(output.status.code(), Some(31), "{arguments:?}");
        let talk = String::from_utf8_lossy(&output.stderr);
        assert!(talk.contains("cannot write to standard output"), "{arguments:?}: {talk}");
    }
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
        (&["plan", blocks, "-o", "-"][..], 0, "; cost = "),
        (&["plan", blocks, "-o", "-", "--json"], 2, "takes one result"),
        (&["plan", blocks, "--html", "-"], 0, "<!doctype html"),
        (&["plan", blocks, "--html", "-", "--json"], 2, "takes one result"),
        (&["plan", blocks, "--html", "-", "-o", "-"], 2, "takes one result"),
        (&["ground", blocks, "--sas", "-"], 0, "begin_version"),
        (&["ground", blocks, "--sas", "-", "--list", "facts"], 2, "takes one result"),
        (&["sokoban", "convert", level, "--to", "rle", "-o", "-"], 0, "8#|"),
        (&["sokoban", "generate", "--boxes", "2", "--size", "7x7", "-o", "-"], 0, "Title: Seed 0"),
        (&["sokoban", "solve", level, "-o", "-"], 0, "Solution"),
        (&["sokoban", "solve", level, "-o", "-", "--json"], 2, "takes one result"),
        (&["sokoban", "encode", level, "--level", "1", "-o", "-"], 2, "takes a folder"),
        (&["sokoban", "draw", level, "--level", "1", "--svg", "-"], 0, "<svg"),
        (&["sokoban", "draw", level, "--level", "1", "--svg", "-", "--gif", "-"], 2, "takes one result"),
        (&["compare", level, "--level", "1", "--solvers", "direct", "--csv", "-"], 0, "direct,solved"),
        (&["compare", level, "--level", "1", "--solvers", "direct", "--html", "-"], 0, "<!doctype html"),
        (&["compare", level, "--html", "-", "--csv", "-"], 2, "takes one result"),
    ] {
        let run = program().args(arguments).current_dir(folder.path()).output().unwrap();
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

/// A run that was killed in the middle of a line goes on with the level of that line, and solves no other again.
#[test]
fn runs_are_resumed() {
    let folder = tempfile::tempdir().unwrap();
    let place = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (levels, lines) = (place("levels.xsb"), place("lines.jsonl"));
    let others = "problems/sokoban/scales.xsb";
    std::fs::copy("problems/sokoban/first-steps.xsb", &levels).unwrap();
    let files = ["sokoban", "solve", &levels, others, "--optimal", "pushes", "--resume", &lines];
    let run = || {
        let run = banto(&files);
        assert_eq!((run.status.code(), text(&run.stdout)), (Some(0), String::new()), "{}", text(&run.stderr));
        (text(&run.stderr), std::fs::read_to_string(&lines).unwrap())
    };
    let (_, whole) = run();
    let object = |line: &str| serde_json::from_str::<serde_json::Value>(line).unwrap();
    let (first, last) = (object(whole.lines().next().unwrap()), object(whole.lines().last().unwrap()));
    assert_eq!(
        (&first["file"], &first["level"], &first["pushes"]),
        (&levels.as_str().into(), &1.into(), &2.into())
    );
    assert_eq!((&last["file"], &last["promise"]), (&others.into(), &"fewest pushes".into()));
    let count = whole.lines().count();
    // Programs read of every level what the file has of it.
    let printed = text(&banto(&[&files[..], &["--json"]].concat()).stdout);
    assert_eq!(printed.replace(",\"version\":1}", "}"), whole);
    let (said, again) = run();
    assert!(again == whole && said.contains("solved 0 of 0 levels in "), "{said}");
    // Killed while it wrote.
    let (before, cut) = whole.trim_end().rsplit_once('\n').unwrap();
    std::fs::write(&lines, format!("{before}\n{}", &cut[..cut.len() / 2])).unwrap();
    let (said, again) = run();
    assert!(said.contains("solved 1 of 1 level in "), "{said}");
    assert_eq!(
        (again.lines().count(), object(again.lines().last().unwrap())["solution"].clone()),
        (count, last["solution"].clone())
    );
    // A level that was changed is another.
    let text_of = std::fs::read_to_string(&levels).unwrap();
    let changed = text_of.replacen("\n\n", "\n\n######\n#@ $.#\n######\n\n", 1);
    assert_ne!(changed, text_of);
    std::fs::write(&levels, changed).unwrap();
    let (_, again) = run();
    assert!(again.lines().count() > count && again.starts_with(&whole[..before.len()]));
    // The exit code is that of all levels, also of those that were known; a folder stands for its files.
    std::fs::remove_file(&lines).unwrap();
    std::fs::write(&levels, "######\n#@$ .#\n#$####\n######\n\n#####\n#@$.#\n#####\n").unwrap();
    let folder_of = folder.path().to_str().unwrap();
    for said in ["solved 1 of 2 levels in ", "solved 0 of 0 levels in "] {
        let run = banto(&["sokoban", "solve", folder_of, "--resume", &lines]);
        assert_eq!(run.status.code(), Some(11), "{}", text(&run.stderr));
        assert!(text(&run.stderr).contains(said), "{}", text(&run.stderr));
    }
    // The solutions of all runs are written; what is no solution of its level counts for nothing.
    let solved = place("solved.sok");
    std::fs::write(&levels, "#####\n#@$.#\n#####\n\n######\n#@$ .#\n######\n").unwrap();
    std::fs::remove_file(&lines).unwrap();
    for (which, count) in [("1", 1), ("all", 2), ("all", 2)] {
        let run =
            banto(&["sokoban", "solve", &levels, "--level", which, "--resume", &lines, "-o", &solved, "-q"]);
        assert_eq!(run.status.code(), Some(0), "{}", text(&run.stderr));
        assert_eq!(std::fs::read_to_string(&solved).unwrap().matches("Solution").count(), count);
    }
    let known = std::fs::read_to_string(&lines).unwrap();
    std::fs::write(&lines, known.replace("\"RR\"", "\"RL\"")).unwrap();
    let run = banto(&["sokoban", "solve", &levels, "--resume", &lines]);
    assert!(text(&run.stderr).contains("solved 1 of 1 level in "), "{}", text(&run.stderr));
    // However its path is written, a file is the same; without levels, there are no results.
    let inside = |arguments: &[&str]| {
        let run = program().args(["sokoban", "solve"]).args(arguments).current_dir(&folder).output().unwrap();
        text(&run.stderr)
    };
    let said = inside(&["./levels.xsb", "--resume", "lines.jsonl"]);
    assert!(said.contains("solved 0 of 0 levels"), "{said}");
    inside(&["none.xsb", "--resume", "new.jsonl"]);
    assert!(!folder.path().join("new.jsonl").exists());
    // What is no file of results stays as it is.
    for other in ["no results\n", "no results"] {
        std::fs::write(&lines, other).unwrap();
        let refused = banto(&files);
        assert_eq!(refused.status.code(), Some(31));
        assert!(
            text(&refused.stderr).contains("line 1 is no result of this command"),
            "{}",
            text(&refused.stderr)
        );
        assert_eq!(std::fs::read_to_string(&lines).unwrap(), other);
    }
    let both = |arguments: &[&str]| banto(&[&files[..4], arguments].concat()).status.code();
    assert_eq!(
        (both(&["-o", &place("a.sok")]), both(&["--resume", "-"]), both(&["--resume", &levels])),
        (Some(2), Some(2), Some(2))
    );
}

/// Ctrl-C has ended the work, whatever limits have ended before.
#[cfg(unix)]
#[test]
fn an_interrupt_is_told_from_a_limit() {
    let folder = tempfile::tempdir().unwrap();
    let lines = folder.path().join("lines.jsonl");
    let mut command = program();
    command.args([
        "sokoban",
        "solve",
        "problems/sokoban/harbour.xsb",
        "--optimal",
        "moves",
        "--level",
        "10-14",
    ]);
    command.args(["--time-limit", "700ms", "--resume"]).arg(&lines).stderr(Stdio::piped());
    let child = command.spawn().unwrap();
    // The first level that a limit ends is told before the second is.
    let is_stopped = || std::fs::read_to_string(&lines).is_ok_and(|text| text.contains("\"stopped\""));
    let start = std::time::Instant::now();
    while !is_stopped() && start.elapsed().as_secs() < 60 {
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    interrupt(&child, "-INT");
    let run = child.wait_with_output().unwrap();
    let said = text(&run.stderr);
    assert!(run.status.code() == Some(12) && said.contains("\ninterrupted: solved "), "{said}");
    assert!(said.starts_with("level 1") && said.contains(": not solved: "), "{said}");
}

/// A file that is none of results stays as it is, also one without an end of its line; limits are for each level of
/// each file, and a file that fails has its own reason.
#[test]
fn results_are_of_each_file() {
    let folder = tempfile::tempdir().unwrap();
    let place = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let write = |name: &str, words: &str| {
        std::fs::write(folder.path().join(name), words).unwrap();
        place(name)
    };
    let easy = write("easy.xsb", "#####\n#@$.#\n#####\n");
    let hopeless = write("hopeless.xsb", "#####\n#@ .#\n#$  #\n#####\n");
    for words in ["{\"a\":1}", "{\"digest\"", "{"] {
        let data = write("data.json", words);
        let run = banto(&["sokoban", "solve", &easy, "--resume", &data]);
        let is_ours = "{\"digest\":\"".starts_with(words);
        assert_eq!(run.status.code(), Some(if is_ours { 0 } else { 31 }), "{words}: {}", text(&run.stderr));
        assert_eq!(std::fs::read_to_string(data).unwrap() == words, !is_ours, "{words}");
    }
    let hard = "problems/sokoban/harbour.xsb";
    let words = ["sokoban", "solve", hard, &easy, "--optimal", "moves", "--time-limit", "100ms"];
    let run = banto(&words);
    assert_eq!(run.status.code(), Some(23), "{}", text(&run.stderr));
    let last = format!("{easy}: level 1\n");
    assert!(
        text(&run.stdout).contains(&last) && text(&run.stdout).ends_with("\nR\n"),
        "{}",
        text(&run.stdout)
    );
    // It is said that this one is proven.
    let run = banto(&["sokoban", "solve", &easy, "--json"]);
    assert!(text(&run.stdout).contains("\"promise\":\"fewest pushes"), "{}", text(&run.stdout));
    let run = banto(&["sokoban", "solve", &hopeless, &place("none.xsb"), &easy, "--json"]);
    let objects: Vec<serde_json::Value> =
        text(&run.stdout).lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let failed = &objects[1];
    assert_eq!(failed["file"], place("none.xsb").as_str(), "{failed}");
    assert!(failed["message"].as_str().unwrap().contains("there is no such file"), "{failed}");
}
