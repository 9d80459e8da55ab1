//! What commands do with files and with what is typed: results that spare the inputs, domains that are found, and plain words.

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};

/// Runs banto in a folder.
fn banto(folder: &Path, arguments: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_banto"));
    command.args(arguments.split(' ')).current_dir(folder).stdin(Stdio::null()).output().unwrap()
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
        ("compare a.xsb --csv a.xsb", "a.xsb is a level file"),
        ("compare c.txt --html in/../c.txt", "is a level file"),
        ("compare --csv a.xsb b.xsb", "a.xsb is a level file, and --csv would write CSV in its place"),
        ("compare --html c.txt b.xsb", "c.txt is a level file"),
        ("compare a.xsb --csv new --html in/../new", "is named for two results"),
        ("sokoban draw b.xsb --level 1 --svg b.xsb", "b.xsb is a level file"),
        ("sokoban draw b.xsb --level 1 --svg gd.pddl", "gd.pddl is PDDL"),
        ("sokoban draw b.xsb --level 1 --gif a.xsb --solution rRR", "a.xsb is a level file"),
        ("sokoban solve a.xsb --level 1 -o a.xsb", "is read by this command"),
        ("sokoban convert a.xsb --to rle -o ./a.xsb", "is read by this command"),
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

#[test]
fn encode_replaces_nothing_unless_it_is_forced() {
    let folder = folder();
    let folder = folder.path();
    fs::write(folder.join("domain.pddl"), "; by hand\n").unwrap();
    let (code, error) = said(folder, "sokoban encode b.xsb --level 1 -o .");
    assert!(code == Some(2) && error.contains("domain.pddl is there already"), "{code:?} {error}");
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
