//! What `banto check --fix` makes of each fixture in `tests/fix/`: only what can be meant in one way.
//!
//! A fixture is a domain, possibly `;; problem`, and lines `; fixed LINE: TEXT` (problem lines with `problem`), for all
//! lines that change, and `; said: WORDS`, for words of the report that comes after it. Of a model without errors, the
//! operators, their costs and the facts are the same after it: fixtures of `tests/check/` are tried as well.

use std::fs;

use crate::command::{program, text};
use crate::places::{files, root};

#[test]
fn only_what_can_be_meant_in_one_way_is_fixed() {
    let mut count = 0;
    for path in files(&root().join("tests/fix"), "pddl") {
        let text_of = fs::read_to_string(&path).unwrap();
        let folder = tempfile::tempdir().unwrap();
        let names = ["d.pddl", "p.pddl"];
        let before: Vec<&str> = text_of.split(";; problem\n").collect();
        let names = &names[..before.len()];
        for (name, text) in names.iter().zip(&before) {
            fs::write(folder.path().join(name), text).unwrap();
        }
        let run = program().args(["check", "--fix"]).args(names).current_dir(folder.path()).output().unwrap();
        let words = text(&run.stderr);
        let mut changed = Vec::new();
        for (name, before) in names.iter().zip(&before) {
            let after = fs::read_to_string(folder.path().join(name)).unwrap();
            assert_eq!(after.lines().count(), before.lines().count(), "{}: {after}", path.display());
            let lines =
                before.lines().zip(after.lines()).enumerate().filter(|(_, (one, other))| one != other);
            let what = if *name == "p.pddl" { "problem " } else { "" };
            changed.extend(lines.map(|(at, (_, line))| format!("{what}{}: {}", at + 1, line.trim())));
        }
        let wanted = |mark: &'static str| text_of.lines().filter_map(move |line| line.strip_prefix(mark));
        assert_eq!(changed, wanted("; fixed ").collect::<Vec<_>>(), "{}: {words}", path.display());
        for said in wanted("; said: ") {
            assert!(words.contains(said), "{}: not said: {said}\n{words}", path.display());
        }
        count += 1;
    }
    assert!(count >= 9, "only {count} fixtures");
}

/// What can happen in a task, and what it costs; `None` if it has errors.
fn meaning(folder: &std::path::Path) -> Option<String> {
    let all = ["facts", "operators", "axioms"].map(|what| {
        let arguments = ["ground", "d.pddl", "p.pddl", "--list", what];
        let run = program().args(arguments).current_dir(folder).output().unwrap();
        run.status.success().then(|| text(&run.stdout))
    });
    Some(all.into_iter().collect::<Option<Vec<_>>>()?.concat())
}

#[test]
fn a_model_without_errors_keeps_its_meaning() {
    let (mut count, mut changed) = (0, 0);
    for path in ["tests/fix", "tests/check"].iter().flat_map(|place| files(&root().join(place), "pddl")) {
        let text_of = fs::read_to_string(&path).unwrap();
        let Some((domain, problem)) = text_of.split_once(";; problem\n") else { continue };
        let folder = tempfile::tempdir().unwrap();
        let names = ["d.pddl", "p.pddl"].map(|name| folder.path().join(name));
        fs::write(&names[0], domain).unwrap();
        fs::write(&names[1], problem).unwrap();
        let Some(before) = meaning(folder.path()) else { continue };
        let run = program().args(["check", "--fix"]).args(&names).output().unwrap();
        assert!(run.status.success(), "{}: {}", path.display(), text(&run.stderr));
        assert_eq!(meaning(folder.path()), Some(before), "{}", path.display());
        count += 1;
        changed += usize::from(text(&run.stderr).contains("fixed "));
    }
    assert!(count >= 20 && changed >= 5, "only {count} models, of which {changed} have changed");
}

#[test]
fn a_fix_of_many_lines_is_told_in_short() {
    let text_of = fs::read_to_string(root().join("tests/check/declared-twice.pddl")).unwrap();
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("d.pddl"), text_of.split(";; problem\n").next().unwrap()).unwrap();
    let run = program().args(["check", "--fix", "d.pddl"]).current_dir(folder.path()).output().unwrap();
    let words = text(&run.stderr);
    let fixed: Vec<&str> = words.lines().filter(|line| line.starts_with("fixed ")).collect();
    assert!(fixed.iter().all(|line| line.len() <= 110), "{fixed:?}");
    assert!(fixed.iter().any(|line| line.ends_with(" lines)") && line.contains(" ... (")), "{fixed:?}");
}
