//! `docs/json.md` names every field that a command prints with `--json`, and no other.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

/// The fields of a value, with dots between levels and `[]` behind lists.
fn fields(value: &Value, name: &str, found: &mut BTreeSet<String>) {
    match value {
        Value::Object(members) => {
            for (key, member) in members {
                let name = if name.is_empty() { key.clone() } else { format!("{name}.{key}") };
                fields(member, &name, found);
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

#[test]
fn every_field_is_documented_and_printed() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(root.join("docs/json.md")).unwrap();
    let sections: Vec<&str> = text.split("\n## ").skip(1).collect();
    assert!(sections.len() >= 4);
    for section in sections {
        let mut printed = BTreeSet::new();
        let commands: Vec<&str> = section.lines().filter_map(|line| line.strip_prefix("$ banto ")).collect();
        assert!(!commands.is_empty(), "no command: {section}");
        for command in commands {
            let output = Command::new(env!("CARGO_BIN_EXE_banto"))
                .args(command.split_whitespace())
                .current_dir(root)
                .output()
                .unwrap();
            let output = String::from_utf8(output.stdout).unwrap();
            assert!(!output.trim().is_empty(), "nothing is printed by {command}");
            for line in output.lines() {
                fields(&serde_json::from_str(line).unwrap(), "", &mut printed);
            }
        }
        // What a system does not say is documented all the same.
        assert_eq!(printed, documented(section), "in {section}");
    }
}
