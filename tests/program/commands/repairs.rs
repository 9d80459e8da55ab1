//! The edits of `why --json`: carried out on the files, each repair gives a plan as short as was said.

use std::fs;

use banto::limits::Limits;
use banto::{task, why};
use serde_json::Value;

use crate::command::{banto, text};
use crate::places::root;

/// The text after the edits of a file. Lines and columns count from 1.
fn edited(text: &str, edits: &[&Value]) -> String {
    let at = |edit: &Value, line: &str, column: &str| {
        let [line, column] =
            [line, column].map(|key| usize::try_from(edit[key].as_u64().unwrap()).unwrap() - 1);
        let start: usize = text.split_inclusive('\n').take(line).map(str::len).sum();
        start + text[start..].chars().take(column).map(char::len_utf8).sum::<usize>()
    };
    let range = |edit: &Value| at(edit, "line", "column")..at(edit, "end_line", "end_column");
    let mut edits: Vec<_> = edits.iter().map(|edit| (range(edit), edit["text"].as_str().unwrap())).collect();
    edits.sort_by_key(|(range, _)| range.start);
    let mut text = text.to_owned();
    edits.into_iter().rev().for_each(|(range, new)| text.replace_range(range, new));
    text
}

#[test]
fn repairs_do_what_they_say() {
    let table: toml::Table =
        fs::read_to_string(root().join("tests/why/said-wrongly.toml")).unwrap().parse().unwrap();
    let mut done = 0;
    for case in table["case"].as_array().unwrap() {
        let [name, domain, problem] = ["name", "domain", "problem"].map(|key| case[key].as_str().unwrap());
        // As people write it: the words of a repair give each variable its type.
        let domain = &domain.replace("(?x - thing ?y - thing)", "(?x ?y - thing)");
        let folder = tempfile::tempdir().unwrap();
        let paths = ["domain.pddl", "problem.pddl"].map(|name| folder.path().join(name));
        paths.iter().zip([domain.as_str(), problem]).for_each(|(path, text)| fs::write(path, text).unwrap());
        let run = banto(&["why", "--json", paths[0].to_str().unwrap(), paths[1].to_str().unwrap()]);
        let said: Value = serde_json::from_str(&text(&run.stdout)).unwrap();
        for repair in said["repairs"].as_array().unwrap() {
            let all: Vec<&Value> = repair["edits"].as_array().unwrap().iter().collect();
            assert!(!all.is_empty(), "{name}: {} has no edits", repair["text"]);
            let after = [("domain.pddl", domain.as_str()), ("problem.pddl", problem)].map(|(file, text)| {
                let own = all.iter().copied().filter(|edit| edit["file"].as_str().unwrap().ends_with(file));
                edited(text, &own.collect::<Vec<_>>())
            });
            assert!(!after[0].contains("(and (and "), "{name}: {}: {}", repair["text"], after[0]);
            let words = format!("{name}: {}: {} {}", repair["text"], after[0], after[1]);
            let task = task::read(&after[0], &after[1]).unwrap_or_else(|error| panic!("{error}: {words}"));
            let why::Finding::Solvable(steps) = why::explain(&task, None, &Limits::none()).finding else {
                panic!("no plan: {words}")
            };
            assert!(steps as u64 <= repair["steps"].as_u64().unwrap(), "{steps} steps: {words}");
            done += 1;
        }
    }
    assert!(done > 20, "only {done} repairs had edits");
}
