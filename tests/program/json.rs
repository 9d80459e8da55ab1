//! `docs/json.md` names every field that a command prints with `--json`, and no other; `docs/json.schema.json` says the
//! same for programs. It is made from the commands of that page: `BANTO_DOCUMENTS=overwrite` makes it anew.

use std::collections::{BTreeMap, BTreeSet};

use crate::command::{banto, banto_with, overwrites, text};
use crate::places::root;
use serde_json::{Map, Value, json};

/// The fields of a value, with dots between levels and `[]` behind lists.
fn fields(value: &Value, name: &str, found: &mut BTreeSet<String>) {
    match value {
        Value::Object(members) => {
            for (key, member) in members {
                // Reasons for reasons have the same fields again.
                let is_inner = key == "reasons" && name.ends_with("[]");
                let name = if name.is_empty() { key.clone() } else { format!("{name}.{key}") };
                fields(if is_inner { &Value::Null } else { member }, &name, found);
            }
        }
        Value::Array(members) if members.iter().any(Value::is_object) => {
            members.iter().for_each(|member| fields(member, &format!("{name}[]"), found));
        }
        _ => {
            found.insert(name.to_owned());
        }
    }
}

/// What stands between backticks in the first column of a section's table.
fn documented(section: &str) -> BTreeSet<String> {
    let rows = section.lines().filter(|line| line.starts_with("| `"));
    let cells = rows.filter_map(|row| row.split('|').nth(1));
    cells.flat_map(|cell| cell.split('`').skip(1).step_by(2)).map(str::to_owned).collect()
}

/// The fields of a section that may be nothing: a question mark stands behind them.
fn nullable(section: &str) -> BTreeSet<&str> {
    let rows = section.lines().filter(|line| line.starts_with("| `"));
    let mut found = BTreeSet::new();
    for cell in rows.filter_map(|row| row.split('|').nth(1)) {
        let parts: Vec<&str> = cell.split('`').collect();
        found.extend(
            parts.windows(2).skip(1).step_by(2).filter(|two| two[1].starts_with('?')).map(|two| two[0]),
        );
    }
    found
}

/// The statuses of a section: what stands between backticks in the row of the status, and how any command can fail. A
/// section that has the statuses of another is called after that.
fn statuses<'p>(title: &str, sections: &[&'p str]) -> BTreeSet<&'p str> {
    let rows = |title: &str| {
        let section = sections.iter().find(|section| section.lines().next() == Some(title));
        let rows = section.into_iter().flat_map(|section| section.lines());
        rows.filter_map(|row| row.strip_prefix("| `status` |")).collect::<Vec<_>>()
    };
    let own = match rows(title) {
        own if own.is_empty() => rows(title.split([' ', ',']).next().unwrap()),
        own => own,
    };
    let words = own.into_iter().chain(rows("An object in every case"));
    words.flat_map(|row| row.split('`').skip(1).step_by(2)).chain(["ok"]).collect()
}

#[test]
fn every_field_is_documented_and_printed() {
    let page = std::fs::read_to_string(root().join("docs/json.md")).unwrap();
    let sections: Vec<&str> = page.split("\n## ").skip(1).collect();
    assert!(sections.len() >= 4);
    // Where commands of the page write files.
    std::fs::create_dir_all(root().join("target")).unwrap();
    let mut shapes: BTreeMap<&str, Shape> = BTreeMap::new();
    for section in &sections {
        let mut printed = BTreeSet::new();
        let commands: Vec<&str> = section.lines().filter_map(|line| line.strip_prefix("$ banto ")).collect();
        assert!(!commands.is_empty(), "no command: {section}");
        for command in commands {
            let (command, input) = command.split_once(" < ").unwrap_or((command, ""));
            let arguments: Vec<&str> = command.split_whitespace().collect();
            let run = match input {
                "" => banto(&arguments),
                file => banto_with(&arguments, &std::fs::read_to_string(root().join(file)).unwrap()),
            };
            let diagnostics = command.contains("--message-format json").then_some(&run.stderr);
            let output = text(diagnostics.unwrap_or(&run.stdout));
            assert!(!output.trim().is_empty(), "nothing is printed by {command}");
            // Behind diagnostics, their numbers are told.
            for line in output.lines().filter(|line| diagnostics.is_none() || line.starts_with('{')) {
                let object: Value = serde_json::from_str(line).unwrap();
                let title = section.lines().next().unwrap_or_default();
                // A result among events has the fields of its own section.
                if object["event"] != "result" {
                    shapes.entry(title).or_default().add(&object);
                    fields(&object, "", &mut printed);
                }
            }
        }
        // What a system does not say is documented all the same.
        assert_eq!(printed, documented(section), "in {section}");
    }
    let path = root().join("docs/json.schema.json");
    let shown = |(title, shape): (&&str, &Shape)| {
        let section = sections.iter().find(|section| section.lines().next() == Some(title));
        let nullable = section.map(|section| nullable(section)).unwrap_or_default();
        let mut schema = shape.schema("", &nullable);
        if let Some(status) = shape.members.get("status") {
            let known = statuses(title, &sections);
            assert!(
                status.words.iter().all(|word| known.contains(word.as_str())),
                "{title}: {:?}",
                status.words
            );
            schema["properties"]["status"] = json!({ "enum": known });
        }
        // What every object of a section has.
        let always = shape.members.iter().filter(|(_, one)| one.count == shape.count).map(|(name, _)| name);
        let mut whole = json!({ "required": always.collect::<Vec<_>>() });
        if shape.members.contains_key("status") && *title != "Events" {
            // A command that fails says how it ends and why.
            whole = json!({ "anyOf": [whole, { "required": ["exit", "message", "status", "version"] }] });
        }
        schema.as_object_mut().unwrap().extend(whole.as_object().unwrap().clone());
        if *title == "Events" {
            // A result among events has the fields of its own section.
            let result = json!({ "properties": { "event": { "const": "result" } }, "required": ["event"] });
            schema = json!({ "anyOf": [result, schema] });
        }
        ((*title).to_owned(), schema)
    };
    let schema = json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "What banto prints with --json, --events and --message-format json",
        "$defs": shapes.iter().map(shown).collect::<Map<_, _>>(),
        "anyOf": shapes.keys().map(|title| json!({ "$ref": format!("#/$defs/{}", escaped(title)) })).collect::<Vec<_>>(),
    });
    let schema = format!("{schema:#}\n");
    if overwrites() {
        std::fs::write(&path, &schema).unwrap();
    }
    assert_eq!(std::fs::read_to_string(path).unwrap_or_default(), schema, "docs/json.schema.json");
}

/// A value's type in a schema.
fn kind_of(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        // What is whole here may be a part of a second elsewhere.
        Value::Number(number) if number.is_u64() => "integer",
        Value::Number(_) => "number",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    }
}

/// Whether a value is as a schema says, of the words that the schema of docs/ has.
fn fits(schema: &Value, value: &Value) -> bool {
    let kind = kind_of(value);
    let is_kind = |one: &Value| one == kind || (one == "number" && kind == "integer");
    schema.as_object().unwrap().iter().all(|(word, rule)| match word.as_str() {
        "type" => rule.as_array().map_or_else(|| is_kind(rule), |all| all.iter().any(is_kind)),
        "const" => rule == value,
        "enum" => rule.as_array().unwrap().contains(value),
        "required" => rule.as_array().unwrap().iter().all(|name| value.get(name.as_str().unwrap()).is_some()),
        "anyOf" => rule.as_array().unwrap().iter().any(|one| fits(one, value)),
        "items" => value.as_array().is_none_or(|items| items.iter().all(|item| fits(rule, item))),
        "properties" => {
            let known = |(name, one): (&String, &Value)| value.get(name).is_none_or(|value| fits(one, value));
            rule.as_object().unwrap().iter().all(known)
        }
        other => panic!("unknown word {other}"),
    })
}

#[test]
fn objects_are_as_their_own_section_says() {
    let path = root().join("docs/json.schema.json");
    let schema: Value = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    let check = objects(&["check", "no-such.pddl"]).1;
    assert!(fits(&schema["$defs"]["check"], &check[0]), "{}", check[0]);
    assert!(!fits(&schema["$defs"]["check"], &json!({ "version": 1, "status": "ok" })));
    for time in ["10", "0.001ms"] {
        let run = banto(&["plan", BLOCKS[1], "--events", "--time-limit", time]);
        let events: Vec<Value> =
            text(&run.stdout).lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        let bad: Vec<_> = events.iter().filter(|event| !fits(&schema["$defs"]["Events"], event)).collect();
        assert!(bad.is_empty(), "{bad:?}");
        // The last event says why there is no plan.
        let (end, is_stopped) = (events.last().unwrap(), time != "10");
        assert_eq!((&end["event"], end["message"].is_string()), (&json!("end"), is_stopped), "{end}");
    }
}

/// A name within a reference.
fn escaped(name: &str) -> String {
    name.replace(' ', "%20").replace(',', "%2C")
}

/// What values of one place have been seen.
#[derive(Default)]
struct Shape {
    count: usize,
    types: BTreeSet<&'static str>,
    words: BTreeSet<String>,
    members: BTreeMap<String, Self>,
    items: Option<Box<Self>>,
}

impl Shape {
    fn add(&mut self, value: &Value) {
        self.count += 1;
        self.types.insert(kind_of(value));
        match value {
            Value::Object(members) => {
                members.iter().for_each(|(name, one)| self.members.entry(name.clone()).or_default().add(one));
            }
            Value::String(word) => _ = self.words.insert(word.clone()),
            Value::Array(items) => {
                let all = self.items.get_or_insert_default();
                items.iter().for_each(|one| all.add(one));
            }
            _ => {}
        }
    }

    /// The schema of what stands under a name: any field may be missing. Those that are marked, objects,
    /// and items of lists may be `null`.
    fn schema(&self, name: &str, nullable: &BTreeSet<&str>) -> Value {
        let mut types = self.types.clone();
        // Of what was never there, nothing is known.
        if types.iter().eq(["null"].iter()) {
            return json!({});
        }
        let is_nullable =
            nullable.contains(name) || name.ends_with("[]") || !self.members.is_empty() && !name.is_empty();
        assert!(is_nullable || !types.contains("null"), "docs/json.md does not say that {name} may be null");
        if is_nullable {
            types.insert("null");
        }
        if types.contains("number") {
            types.remove("integer");
        }
        let mut schema = Map::from_iter([("type".to_owned(), json!(types))]);
        // Reasons for reasons have the same fields again, to any depth.
        if !self.members.is_empty() {
            let inner = |(key, one): (&String, &Self)| {
                let name = if name.is_empty() { key.clone() } else { format!("{name}.{key}") };
                let is_again = name.ends_with("[].reasons");
                (key.clone(), if is_again { json!({ "type": "array" }) } else { one.schema(&name, nullable) })
            };
            schema.insert("properties".to_owned(), Value::Object(self.members.iter().map(inner).collect()));
        }
        if let Some(items) = self.items.as_ref().filter(|items| !items.types.is_empty()) {
            schema.insert("items".to_owned(), items.schema(&format!("{name}[]"), nullable));
        }
        Value::Object(schema)
    }
}

/// Runs a command that takes `--json`: its exit code, and the objects that it prints.
fn objects(arguments: &[&str]) -> (Option<i32>, Vec<Value>) {
    let output = banto(&[arguments, &["--json"]].concat());
    (
        output.status.code(),
        text(&output.stdout).lines().map(|line| serde_json::from_str(line).unwrap()).collect(),
    )
}

const BLOCKS: [&str; 2] = ["domains/blocks.pddl", "problems/blocks/01-swap.pddl"];
const GAME: [&str; 2] = ["domains/games/connect-four.pddl", "problems/games/connect-four-7x6.pddl"];
const LEVEL: &str = "problems/sokoban/first-steps.xsb";

#[test]
fn every_ending_has_its_object() {
    let game = |words: &[&'static str]| [&["game"], &words[..1], &GAME[..], &words[1..]].concat();
    for (arguments, code, status) in [
        (vec!["check", "no-such.pddl"], 31, "error"),
        (vec!["check", "-", "-"], 2, "error"),
        (vec!["plan", "no-such.pddl"], 31, "error"),
        (vec!["plan", BLOCKS[1], "--time-limit", "0.001ms"], 23, "stopped"),
        (vec!["plan", "problems/sliding-puzzle/04-unsolvable.pddl"], 11, "unsolvable"),
        (vec!["plan", BLOCKS[1], "-o", "no-such-folder/plan"], 31, "error"),
        (vec!["plan", BLOCKS[1], "-o", "src"], 31, "error"),
        (vec!["plan", BLOCKS[1], "-o", "-"], 2, "error"),
        (vec!["plan", BLOCKS[1], "--search", "astr"], 2, "error"),
        (vec!["ground", BLOCKS[0], BLOCKS[1], "--time-limit", "0.001ms"], 23, "stopped"),
        (vec!["ground", BLOCKS[1], "--sas", "-"], 2, "error"),
        (vec!["ground", "no-such.pddl", BLOCKS[1]], 31, "error"),
        (vec!["validate", BLOCKS[1], "no-such.plan"], 31, "error"),
        (vec!["validate", "no-such.pddl", BLOCKS[1], "x"], 31, "error"),
        (vec!["sokoban", "check", "no-such.xsb"], 31, "error"),
        (vec!["sokoban", "check", "tests/sokoban/faults/no-goal.xsb"], 11, "unsolvable"),
        (vec!["sokoban", "solve", "tests/sokoban/faults/no-goal.xsb"], 11, "unsolvable"),
        (vec!["sokoban", "solve", "no-such.xsb"], 31, "error"),
        (vec!["sokoban", "solve", LEVEL, "--level", "9"], 2, "error"),
        (vec!["sokoban", "solve", LEVEL, "--level", "2", "--time-limit", "0.001ms"], 23, "stopped"),
        (vec!["sokoban", "show", "no-such.xsb"], 31, "error"),
        (vec!["sokoban", "encode", "no-such.xsb"], 31, "error"),
        (vec!["sokoban", "decode", LEVEL, "no-such.plan", "--level", "1"], 31, "error"),
        (vec!["sokoban", "validate", LEVEL, "RX", "--level", "1"], 31, "error"),
        (vec!["sokoban", "validate", LEVEL, "LL", "--level", "1"], 1, "invalid"),
        (vec!["sokoban", "generate", "--boxes", "99"], 2, "error"),
        (vec!["compare", "no-such.xsb"], 31, "error"),
        (vec!["compare", LEVEL, "--csv", "-"], 2, "error"),
        (game(&["best", "--moves", "x"]), 31, "error"),
        (game(&["solve", "--time-limit", "10ms"]), 23, "stopped"),
        (vec!["game", "best", "no-such.pddl", "x"], 31, "error"),
    ] {
        let (exit, objects) = objects(&arguments);
        assert_eq!(exit, Some(code), "{arguments:?}");
        let [object] = &objects[..] else { panic!("{arguments:?}: {objects:?}") };
        assert_eq!(object["version"], 1, "{arguments:?}");
        assert_eq!(object["status"], status, "{arguments:?}");
        let message = object["message"].as_str().or(object["plans"][0]["fault"]["message"].as_str());
        assert!(message.is_some_and(|message| message.len() > 5), "{arguments:?}: {object}");
    }
}

#[test]
fn lists_are_objects_too() {
    let (exit, lists) = objects(&["plan", "--list"]);
    assert_eq!((exit, lists.len()), (Some(0), 1));
    assert!(lists[0]["searches"].as_array().unwrap().iter().any(|row| row["name"] == "astar"));
    assert!(lists[0]["heuristics"].as_array().unwrap().iter().any(|row| row["name"] == "lmcut"));
    let gripper = ["domains/gripper.pddl", "problems/gripper/01-two-balls.pddl"];
    let (exit, lists) = objects(&["plan", gripper[0], gripper[1], "--list-portfolio"]);
    assert_eq!((exit, lists.len()), (Some(0), 1));
    assert!(lists[0]["portfolio"].as_array().unwrap().iter().any(|row| row["name"] == "novelty"));
    // What is left out is in no list, and the settings say so.
    let without = ["plan", gripper[1], "--without", "Novelty,dive", "--list-portfolio"];
    let (_, lists) = objects(&without);
    let left = lists[0]["portfolio"].as_array().unwrap().iter().map(|row| row["name"].as_str().unwrap());
    assert_eq!(left.collect::<Vec<_>>(), ["first", "hadd", "width"]);
    let (_, plans) = objects(&without[..4]);
    let arguments = plans[0]["settings"]["arguments"].to_string();
    assert!(arguments.contains(r#""--without","novelty","--without","dive""#), "{arguments}");
    let (exit, lists) = objects(&["sokoban", "solve", "--list"]);
    assert_eq!((exit, lists.len()), (Some(0), 1));
    assert!(lists[0]["solvers"].as_array().unwrap().iter().any(|row| row["name"] == "strips:typed"));
}

/// Every list that `ground` can make is as the schema says.
#[test]
fn the_schema_knows_every_list() {
    let path = root().join("docs/json.schema.json");
    let schema: Value = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    let refused = text(&banto(&["ground", BLOCKS[1], "--list", "nothing"]).stderr);
    let names = refused.split("[possible values: ").nth(1).unwrap().split(']').next().unwrap();
    assert_eq!(names.split(", ").count(), 12, "{names}");
    for (domain, problem) in
        [(BLOCKS[0], BLOCKS[1]), ("domains/gripper.pddl", "problems/gripper/01-two-balls.pddl")]
    {
        for name in names.split(", ") {
            let (_, found) = objects(&["ground", domain, problem, "--list", name]);
            let [list] = &found[..] else { panic!("{name}: {found:?}") };
            assert!(fits(&schema["$defs"]["ground --list"], list), "{name}: {list}");
        }
    }
}

/// With `--message-format json`, all that is said of what is wrong is objects: of files, and of the command line.
#[test]
fn errors_are_objects_wherever_they_are() {
    let path = root().join("docs/json.schema.json");
    let schema: Value = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    for (arguments, code, words) in [
        (&["check", "tests/check/twice.pddl"][..], 31, "is declared twice"),
        (&["plan", "--serch", "astar", BLOCKS[1]], 2, "--serch"),
        (&["plan", "--search", "astr", BLOCKS[1]], 2, "astr"),
        (&["validate"], 2, "too few files"),
        (&["plan", "no-such.pddl"], 31, "no-such.pddl"),
        (&["check", "-", "-"], 2, "standard input"),
        (&["plan", BLOCKS[1], "--time-limit", "0.001ms"], 23, "time limit"),
    ] {
        for format in [&["--message-format", "json"][..], &["--message-format=json"]] {
            let run = banto(&[arguments, format].concat());
            let said = text(&run.stderr);
            assert!(run.status.code() == Some(code) && said.contains(words), "{arguments:?}: {said}");
            for line in said.lines() {
                let object: Value =
                    serde_json::from_str(line).unwrap_or_else(|_| panic!("{arguments:?}: {line}"));
                assert!(fits(&schema["$defs"]["Diagnostics"], &object), "{object}");
            }
        }
    }
}
