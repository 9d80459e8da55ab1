//! What commands do with files and typed words: results that never overwrite inputs, domains that are found, plain
//! names.

use std::fs;
use std::path::Path;
use std::process::{Output, Stdio};

use crate::command::{interrupt, program, text};

/// Runs banto in a folder.
fn banto(folder: &Path, arguments: &str) -> Output {
    program().args(arguments.split(' ')).current_dir(folder).output().unwrap()
}

/// The exit code, and what was said on standard error.
fn said(folder: &Path, arguments: &str) -> (Option<i32>, String) {
    let run = banto(folder, arguments);
    (run.status.code(), String::from_utf8(run.stderr).unwrap())
}

fn project(path: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(path)).unwrap()
}

/// A folder with a task and two level files.
fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let put = |name: &str, text: String| fs::write(folder.path().join(name), text).unwrap();
    put("gd.pddl", project("domains/gripper.pddl"));
    put("g.pddl", project("problems/gripper/01-two-balls.pddl"));
    let levels = project("problems/sokoban/first-steps.xsb");
    put("a.xsb", levels.clone());
    put("b.xsb", levels.clone());
    put("c.txt", levels);
    folder
}

#[test]
fn a_result_never_takes_the_place_of_an_input() {
    let folder = folder();
    let folder = folder.path();
    fs::create_dir(folder.join("in")).unwrap();
    let files = ["gd.pddl", "g.pddl", "a.xsb", "b.xsb", "c.txt"];
    let read = || files.map(|name| fs::read(folder.join(name)).unwrap());
    let before = read();
    for (arguments, words) in [
        ("plan g.pddl -q -o g.pddl", "g.pddl is read by this command; name another file for the result"),
        ("plan g.pddl -q -o in/../gd.pddl", "is read by this command"),
        ("plan gd.pddl g.pddl -o gd.pddl", "is read by this command"),
        ("ground gd.pddl g.pddl --sas g.pddl", "is read by this command"),
        ("compare a.xsb --csv a.xsb", "a.xsb is read by this command"),
        ("compare c.txt --html in/../c.txt", "is read by this command"),
        ("compare --csv a.xsb b.xsb", "a.xsb is a level file, and --csv would replace it with CSV"),
        ("compare --html c.txt b.xsb", "c.txt is a level file"),
        ("compare a.xsb --csv new --html in/../new", "is named for two results"),
        ("sokoban draw b.xsb --level 1 --svg b.xsb", "b.xsb is read by this command"),
        ("sokoban draw b.xsb --level 1 --svg gd.pddl", "gd.pddl is PDDL"),
        ("sokoban draw b.xsb --level 1 --gif a.xsb --solution rRR", "a.xsb is a level file"),
        ("sokoban solve a.xsb --level 1 -o a.xsb", "is read by this command"),
        ("sokoban convert a.xsb --to rle -o ./a.xsb", "is read by this command"),
        ("sokoban convert a.xsb --to rle -o gd.pddl", "gd.pddl is PDDL, and -o would replace it with levels"),
        ("sokoban generate -o gd.pddl", "gd.pddl is PDDL"),
        ("sokoban solve a.xsb --level 1 -o gd.pddl", "gd.pddl is PDDL"),
    ] {
        let (code, error) = said(folder, arguments);
        assert!(code == Some(2) && error.contains(words), "{arguments}: {code:?} {error}");
    }
    assert_eq!(read(), before);
    // Results of earlier runs give way.
    for arguments in ["plan g.pddl -q -o new", "sokoban draw b.xsb --level 1 --svg new"] {
        assert_eq!(said(folder, arguments).0, Some(0), "{arguments}");
    }
}

/// Levels take the place of levels, and of nothing else unless that is forced.
#[test]
fn levels_replace_only_levels() {
    let folder = folder();
    let folder = folder.path();
    fs::write(folder.join("kept.sok"), "#####\n#@$.#\n#####\nSolution: R\n").unwrap();
    let bytes = |number: u32| number.wrapping_mul(2_654_435_761).to_be_bytes()[0];
    for (name, there) in [
        ("script", b"#!/bin/sh\nset -e\necho hi\n".to_vec()),
        ("random", (0..2000).map(bytes).collect()),
        ("broken.txt", b"#####\n# $.#\n#####\n".to_vec()),
    ] {
        fs::write(folder.join(name), &there).unwrap();
        for command in ["convert b.xsb --to xsb", "generate", "solve b.xsb", "best"] {
            let line = format!("sokoban {command} -o {name}");
            let run = program()
                .args(line.split(' '))
                .current_dir(folder)
                .env("BANTO_SOLUTIONS", "kept.sok")
                .output();
            let run = run.unwrap();
            let error = text(&run.stderr);
            let is = if name == "broken.txt" {
                "has no level that can be played"
            } else {
                "is a file without levels"
            };
            let is_refused = error.contains(&format!("{name} {is}, and -o would replace it"));
            assert!(run.status.code() == Some(2) && is_refused, "{line}: {error}");
            assert_eq!(fs::read(folder.join(name)).unwrap(), there);
        }
        assert_eq!(said(folder, &format!("sokoban convert b.xsb --to xsb -o {name} --force")).0, Some(0));
    }
    fs::write(folder.join("empty"), "").unwrap();
    for name in ["empty", "a.xsb", "/dev/null"] {
        assert_eq!(said(folder, &format!("sokoban convert b.xsb --to xsb -o {name}")).0, Some(0), "{name}");
    }
    // A name promises what is in the file.
    for name in ["new.png", "new.html", "new.json"] {
        let (code, error) = said(folder, &format!("sokoban convert b.xsb --to xsb --force -o {name}"));
        assert!(code == Some(2) && error.contains("-o writes XSB, and new."), "{error}");
    }
}

/// What programs left that were killed while they wrote goes with the next file that is written there; what one still
/// writes, and what only has a similar name, stays.
#[test]
fn new_files_that_were_left_are_removed() {
    let folder = folder();
    let folder = folder.path();
    let names = [".banto-1-0.new", ".banto-77-3.new", ".banto-2-0.new", ".banto-mine.new", "banto-1-0.new"];
    let files = names.map(|name| fs::File::create(folder.join(name)).unwrap());
    files[2].lock().unwrap();
    assert_eq!(said(folder, "sokoban convert b.xsb --to xsb -o new.xsb").0, Some(0));
    let left = names.map(|name| folder.join(name).exists());
    assert_eq!(left, [false, false, true, true, true]);
    assert!(folder.join("new.xsb").is_file());
}

#[test]
fn encode_replaces_nothing_unless_it_is_forced() {
    let folder = folder();
    let folder = folder.path();
    fs::write(folder.join("domain.pddl"), "; by hand\n").unwrap();
    let (code, error) = said(folder, "sokoban encode b.xsb --level 1 -o .");
    assert!(code == Some(2) && error.contains("domain.pddl already exists"), "{code:?} {error}");
    assert!(fs::read_to_string(folder.join("domain.pddl")).unwrap() == "; by hand\n");
    assert!(!folder.join("problem.pddl").exists());
    assert_eq!(said(folder, "sokoban encode b.xsb --level 1 -o . --force").0, Some(0));
    // The same once more changes nothing; another encoding does.
    assert_eq!(said(folder, "sokoban encode b.xsb --level 1 -o .").0, Some(0));
    assert_eq!(said(folder, "sokoban encode b.xsb --level 1 -o . --encoding typed").0, Some(2));
}

#[test]
fn the_domain_is_found_under_any_name_beside_the_problem() {
    let folder = folder();
    let folder = folder.path();
    let run = |arguments: &str| said(folder, arguments);
    assert_eq!(run("plan g.pddl -q").0, Some(0));
    assert_eq!(run("check g.pddl"), (Some(0), String::new()));
    assert_eq!(String::from_utf8(banto(folder, "check g.pddl").stdout).unwrap(), {
        String::from_utf8(banto(folder, "check gd.pddl g.pddl").stdout).unwrap()
    });
    // The usual names come first.
    fs::write(folder.join("old.pddl"), project("domains/gripper.pddl")).unwrap();
    let (code, error) = run("plan g.pddl -q");
    assert!(code == Some(2) && error.contains("is defined by gd.pddl and by old.pddl"), "{error}");
    fs::write(folder.join("domain.pddl"), project("domains/gripper.pddl")).unwrap();
    assert_eq!(run("plan g.pddl -q").0, Some(0));
    for name in ["gd.pddl", "old.pddl"] {
        fs::remove_file(folder.join(name)).unwrap();
    }
    fs::write(folder.join("domain.pddl"), project("domains/blocks.pddl")).unwrap();
    for command in ["plan", "check"] {
        let (code, error) = run(&format!("{command} g.pddl"));
        let words = "no file beside g.pddl defines the domain gripper; domain.pddl defines blocks\n";
        assert!(code == Some(2) && error.contains(words), "{command}: {error}");
    }
    assert!(!run("check g.pddl").1.contains("wrong order"));
    assert_eq!(run("check domain.pddl").0, Some(0));
    assert_eq!(run("check domain.pddl --game").0, Some(2));
}

/// A domain of another folder is named, and never taken instead of one beside the problem that has a fault.
#[test]
fn a_domain_with_a_fault_is_not_replaced_by_that_of_another_folder() {
    let folder = folder();
    let own = folder.path().join("own");
    fs::rename(folder.path().join("gd.pddl"), folder.path().join("gripper.pddl")).unwrap();
    fs::create_dir(&own).unwrap();
    fs::copy(folder.path().join("g.pddl"), own.join("g.pddl")).unwrap();
    for command in ["plan g.pddl -q", "check g.pddl"] {
        let (code, error) = said(&own, command);
        assert!(code == Some(0) && error.contains("gripper.pddl, of another folder"), "{command}: {error}");
    }
    let text = project("domains/gripper.pddl");
    let quoted = text.replace("(domain gripper)", "(domain “gripper”)");
    let open = text.replace("(define (domain", "define (domain");
    for (file, text, words) in [
        ("gripper.pddl", &quoted, "; gripper.pddl defines “gripper”"),
        ("other.pddl", &quoted, "; other.pddl defines “gripper”"),
        ("domain.pddl", &open, "; domain.pddl does not begin with (define (domain gripper)"),
    ] {
        assert_ne!(text, &project("domains/gripper.pddl"));
        fs::write(own.join(file), text).unwrap();
        for command in ["plan g.pddl -q", "check g.pddl"] {
            let (code, error) = said(&own, command);
            assert!(code == Some(2) && error.contains(words), "{command}: {error}");
        }
        fs::remove_file(own.join(file)).unwrap();
    }
}

#[test]
fn a_plan_that_is_none_is_no_plan_of_a_level_either() {
    let folder = folder();
    let folder = folder.path();
    fs::write(folder.join("junk"), format!("; a plan\n  {}\n", "x".repeat(2_000_000))).unwrap();
    let (code, error) = said(folder, "sokoban decode b.xsb junk --level 1 --message-format short");
    assert!(code == Some(31) && error.starts_with("junk:2:3: error[E0501]: xxx"), "{code:?}");
    assert!(error.len() < 400, "{} bytes", error.len());
    // Times before steps and several steps a line are read as the validator of plans reads them.
    assert_eq!(said(folder, "sokoban encode b.xsb --level 1 --encoding pushes -o new").0, Some(0));
    let plan = "0: (push c3-3 c3-4\n c3-5 right) 1: (PUSH c3-4 c3-5 c3-6 right)\n";
    fs::write(folder.join("plan"), plan).unwrap();
    let run = said(folder, "sokoban decode b.xsb plan --level 1 --encoding pushes");
    assert_eq!(run, (Some(0), "solved: 2 moves, 2 pushes\n".to_owned()));
    fs::write(folder.join("plan"), format!("({})\n", "y ".repeat(100_000))).unwrap();
    let (code, error) = said(folder, "sokoban decode b.xsb plan --level 1 --encoding pushes");
    assert!(code == Some(1) && error.len() < 400, "{code:?}, {} bytes", error.len());
}

#[test]
fn titles_cannot_command_the_terminal() {
    let folder = folder();
    let folder = folder.path();
    let level = "#####\n#@$.#\n#####\nTitle: a\x1b[31mred\x07\nAuthor: \x1b]0;me\x07\n";
    fs::write(folder.join("a.xsb"), level).unwrap();
    for command in [
        "sokoban solve a.xsb",
        "sokoban show a.xsb",
        "sokoban play a.xsb --plain",
        "sokoban draw a.xsb",
        "sokoban encode a.xsb",
        "compare a.xsb",
    ] {
        let run = banto(folder, command);
        let shown = String::from_utf8([run.stdout, run.stderr].concat()).unwrap();
        assert!(shown.contains("a␛[31mred␇") && !shown.contains(['\x1b', '\x07']), "{command}: {shown:?}");
    }
}

#[test]
fn programs_read_every_finding() {
    let folder = folder();
    let folder = folder.path();
    // And that the one predicate is never used.
    let atoms: Vec<String> = (0..50).map(|index| format!("(unknown-{index})")).collect();
    let atoms = atoms.join(" ");
    let domain = format!("(define (domain d) (:predicates (p)) (:action a :effect (and {atoms})))");
    fs::write(folder.join("d.pddl"), domain).unwrap();
    let lines = |format: &str| {
        let (_, error) = said(folder, &format!("check d.pddl --message-format {format}"));
        let ours = |line: &&str| line.starts_with("d.pddl:") || line.starts_with('{');
        (error.lines().filter(ours).count(), error.contains("--all-messages"))
    };
    assert_eq!((lines("short"), lines("json")), ((51, false), (51, false)));
    assert!(said(folder, "check d.pddl").1.contains("--all-messages"));
}

#[test]
fn what_is_typed_is_answered_in_plain_words() {
    let folder = folder();
    let folder = folder.path();
    for (arguments, code, words) in [
        ("plan g.pddl --memory-limit 4000", 2, "a size needs a unit: write 4000MiB"),
        ("plan g.pddl --weight 3", 2, "error: a weight needs the search wastar or lazy-wastar"),
        ("compare a.xsb --level 4", 2, "a.xsb has no level 4\nhelp: its levels are numbered from 1 to 3"),
        ("sokoban validate a.xsb nothere --level 1", 31, "there is no file nothere"),
        ("help plna", 2, "did you mean banto help plan?"),
    ] {
        let (found, error) = said(folder, arguments);
        assert!(found == Some(code) && error.contains(words), "{arguments}: {found:?} {error}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn help_that_cannot_be_written_is_no_success() {
    for word in ["help", "--help", "--version"] {
        let full = fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
        let run = program().arg(word).stdout(full).output().unwrap();
        assert_eq!(run.status.code(), Some(31), "{word}");
        assert!(String::from_utf8(run.stderr).unwrap().contains("the disk is full"), "{word}");
    }
}

/// What was made is there. It goes to a file: a pipe that nobody reads is full after some 300 levels, and whoever waits
/// for a reader ends at once.
#[cfg(unix)]
#[test]
fn what_is_interrupted_gives_what_there_is() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("made.xsb");
    let mut command = program();
    command.args("sokoban generate --count 10000 --boxes 2 --size 7x6".split(' '));
    command.stdout(fs::File::create(&file).unwrap()).stderr(Stdio::piped());
    let child = command.spawn().unwrap();
    std::thread::sleep(std::time::Duration::from_millis(1500));
    interrupt(&child, "-INT");
    let run = child.wait_with_output().unwrap();
    let levels = fs::read_to_string(file).unwrap().matches("Seed ").count();
    assert_eq!(
        text(&run.stderr),
        format!("interrupted: made {levels} of 10000 levels\n"),
        "{:?}",
        run.status
    );
    assert_eq!(run.status.code(), Some(if levels == 0 { 12 } else { 0 }));
}

/// A key may come as two signals: what was found is written all the same.
#[cfg(unix)]
#[test]
fn two_signals_at_once_are_one() {
    let folder = tempfile::tempdir().unwrap();
    let start = || {
        let mut command = program();
        command.args("sokoban generate --count 10000 --boxes 2 --size 7x6 -o made.xsb".split(' '));
        command.current_dir(folder.path()).stderr(Stdio::piped()).spawn().unwrap()
    };
    let pause = |milliseconds| std::thread::sleep(std::time::Duration::from_millis(milliseconds));
    let child = start();
    pause(1500);
    interrupt(&child, "-INT");
    interrupt(&child, "-INT");
    let run = child.wait_with_output().unwrap();
    assert_eq!(run.status.code(), Some(0), "{}", text(&run.stderr));
    let made = fs::read_to_string(folder.path().join("made.xsb")).unwrap();
    let said = format!("interrupted: made {} of 10000 levels", made.matches("Seed ").count());
    assert!(text(&run.stderr).starts_with(&said), "{}", text(&run.stderr));
}

/// A domain that was looked for is named without the folders that its path leaves again.
#[test]
fn paths_that_were_found_are_short() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    };
    write("domains/lamps.pddl", "(define (domain lamps) (:predicates (on)) (:action a :effect (of)))");
    write("problems/deep/p.pddl", "(define (problem p) (:domain lamps) (:init (on)) (:goal (on)))");
    let (code, error) = said(folder.path(), "plan problems/deep/p.pddl --message-format short");
    assert_eq!(code, Some(31), "{error}");
    assert!(error.starts_with("domains/lamps.pddl:1:"), "{error}");
}

#[test]
fn a_plan_that_time_ends_may_not_be_the_cheapest() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut hard: Vec<_> =
        fs::read_dir(root.join("problems/logistics")).unwrap().map(|one| one.unwrap().path()).collect();
    hard.sort();
    let problem = hard.last().unwrap().display().to_string();
    let (code, error) = said(root, &format!("plan {problem} --anytime --time-limit 2s"));
    assert_eq!(code, Some(0), "{error}");
    let words = "time limit: a cheaper plan may exist\n";
    assert!(error.ends_with(words) != error.ends_with("optimal: no plan costs less\n"), "{error}");
}

/// A domain that cannot be read is not said to be missing.
#[test]
#[cfg(unix)]
fn a_domain_that_cannot_be_read_is_named() {
    let folder = folder();
    fs::remove_file(folder.path().join("gd.pddl")).unwrap();
    std::os::unix::fs::symlink("nowhere", folder.path().join("domain.pddl")).unwrap();
    let (code, error) = said(folder.path(), "plan g.pddl");
    let words =
        "no file beside g.pddl defines the domain gripper; cannot read domain.pddl: there is no such file";
    assert!(code == Some(2) && error.contains(words), "{error}");
}

/// What a format has no place for is not left out silently.
#[test]
fn solutions_that_are_left_out_are_named() {
    let folder = folder();
    fs::write(folder.path().join("one.xsb"), "#####\n#@$.#\n#####\nSolution: R\n").unwrap();
    let (code, error) = said(folder.path(), "sokoban convert one.xsb --to SLC");
    assert_eq!(code, Some(1));
    assert_eq!(error, "slc has no place for solutions and notes: those of 1 level are left out\n");
    assert_eq!(said(folder.path(), "sokoban convert a.xsb --to slc"), (Some(0), String::new()));
}

/// Files of Windows editors: lines end with two characters.
#[test]
fn line_ends_of_windows_are_kept_and_not_shown() {
    let folder = tempfile::tempdir().unwrap();
    let domain = project("domains/blocks.pddl");
    let file = folder.path().join("domain.pddl");
    fs::write(&file, domain.replace('\n', "\r\n")).unwrap();
    assert_eq!(said(folder.path(), "fmt --check domain.pddl"), (Some(0), String::new()));
    fs::write(&file, domain.replace("\n\n", "\n\n\n").replace('\n', "\r\n")).unwrap();
    assert_eq!(banto(folder.path(), "fmt domain.pddl").status.code(), Some(0));
    assert_eq!(fs::read_to_string(&file).unwrap(), domain.replace('\n', "\r\n"));
    fs::write(&file, "(define (domain d)\r\n  (:predicates (p ?x)\r\n    (p ?x)))\r\n").unwrap();
    let shown = text(&banto(folder.path(), "check domain.pddl").stderr);
    assert!(shown.contains("(:predicates (p ?x)") && !shown.contains('␍'), "{shown}");
}

#[test]
fn sure_fixes_are_made_in_the_files_that_were_named() {
    let folder = folder();
    let folder = folder.path();
    let path = |name: &str| folder.join(name);
    let [domain, problem] = ["gd.pddl", "g.pddl"].map(|name| fs::read_to_string(path(name)).unwrap());
    let bad = [("(robot-in ?to)", "(robot-in ?too)"), ("(and (robot-in ?from)", "(and (robot-inn ?from)")];
    let broken = bad.iter().fold(domain.clone(), |text, (good, bad)| text.replace(good, bad));
    let slip = problem.replacen("(:init", "(:initial", 1);
    assert!(broken != domain && slip != problem);
    let fixes = |name: &str| format!("fixed {name}:22:28: ?too → ?to\n");
    // The domain that is found beside a problem is not the one that was named.
    fs::write(path("gd.pddl"), &broken).unwrap();
    fs::write(path("g.pddl"), &slip).unwrap();
    let (code, words) = said(folder, "check --fix g.pddl");
    assert!(
        code == Some(31) && words.starts_with("fixed g.pddl:6:4: :initial → :init\n"),
        "{code:?} {words}"
    );
    assert_eq!(fs::read_to_string(path("g.pddl")).unwrap(), problem);
    assert_eq!(fs::read_to_string(path("gd.pddl")).unwrap(), broken);
    assert_eq!(said(folder, "check --fix gd.pddl g.pddl"), (Some(0), fixes("gd.pddl")));
    assert_eq!(fs::read_to_string(path("gd.pddl")).unwrap(), domain);
    // Nothing is left to fix, and both in one file are fixed as two are.
    assert_eq!(said(folder, "check --fix gd.pddl g.pddl"), (Some(0), String::new()));
    fs::write(path("both.pddl"), format!("{broken}\n{slip}")).unwrap();
    let (code, words) = said(folder, "check --fix both.pddl");
    assert!(code == Some(0) && words.starts_with(&fixes("both.pddl")), "{words}");
    assert!(words.ends_with(":4: :initial → :init\n"), "{words}");
    assert_eq!(fs::read_to_string(path("both.pddl")).unwrap(), format!("{domain}\n{problem}"));
    // What is wrong in a file that may not change is mended nowhere, and a wrong call changes nothing.
    fs::write(path("gd.pddl"), domain.replace("(:types", "(:constant hall - room) (:types")).unwrap();
    let with_hall = fs::read_to_string(path("g.pddl")).unwrap();
    fs::remove_file(path("both.pddl")).unwrap();
    let (_, words) = said(folder, "check --fix g.pddl");
    assert_eq!(fs::read_to_string(path("g.pddl")).unwrap(), with_hall);
    assert!(words.contains("not fixed: gd.pddl:"), "{words}");
    assert!(words.contains("help: to fix both files: banto check --fix gd.pddl g.pddl\n"), "{words}");
    fs::write(path("gd.pddl"), &broken).unwrap();
    let (code, words) = said(folder, "check --fix gd.pddl ./gd.pddl");
    assert!(code == Some(2) && !words.contains("fixed"), "{code:?} {words}");
    // A guess is left to its author, and standard input cannot be changed.
    fs::write(path("gd.pddl"), domain.replace("(robot-in ?to)", "(near ?to)")).unwrap();
    let (code, words) = said(folder, "check --fix gd.pddl g.pddl");
    assert!(code == Some(31) && words.starts_with("not fixed: gd.pddl:22:19: yours to decide: "), "{words}");
    let (code, words) = said(folder, "check --fix -");
    assert!(code == Some(2) && words.contains("standard input cannot be fixed"), "{code:?} {words}");
}
