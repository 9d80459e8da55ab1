//! What `banto check --fix` makes of each fixture in `tests/fix/`: only what can be meant in one way.
//!
//! A fixture is a domain, possibly `;; problem`, and lines `; fixed LINE: TEXT` (problem lines with `problem`), for all
//! lines that change, and `; said: WORDS`, for words of the report that comes after it.

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
