//! Results of tools, in the form of the protocol: of bounded size, and texts with the edits that were asked for.
//!
//! In: the output of a command. Out: an object for the model, marked as an error if it can do better in its next call.

use serde_json::{Map, Value, json};

use super::child::Done;
use super::edits;

const MOST: usize = 48 << 10;

/// An event in words.
pub(super) fn progress(line: &str) -> Option<String> {
    let event: Value = serde_json::from_str(line).ok()?;
    let seconds = event["seconds"].as_f64()?;
    Some(match event["event"].as_str()? {
        "stage" => format!("{seconds:.1}s: {}", event["stage"].as_str()?),
        "progress" => format!("{seconds:.1}s: expanded {}", event["expanded"]),
        "plan" if event["cost"].is_u64() => format!("{seconds:.1}s: a plan of cost {}", event["cost"]),
        "bound" => format!("{seconds:.1}s: no plan costs less than {}", event["lower_bound"]),
        _ => return None,
    })
}

/// What the object of a tool looks like whose command prints one: the members are those that the schema of `--json` has
/// for the command, without what they consist of, and those that are added here.
pub(super) fn schema(command: &str) -> Option<Value> {
    let (section, _) = command.split_once(" --json").or_else(|| command.split_once(" --events"))?;
    let schema: Value = serde_json::from_str(include_str!("../../../docs/json.schema.json")).ok()?;
    let type_of = |(name, one): (&String, &Value)| {
        let kind = one.get("type").map(|kind| ("type".to_owned(), kind.clone()));
        (name.clone(), Value::Object(kind.into_iter().collect()))
    };
    let mut properties: Map<_, _> =
        schema["$defs"][section]["properties"].as_object()?.iter().map(type_of).collect();
    LEFT_OUT.iter().for_each(|name| drop(properties.remove(*name)));
    properties.extend(ADDED.map(|(name, kind)| (name.to_owned(), json!({ "type": kind }))));
    Some(json!({ "type": "object", "properties": properties, "required": ["diagnostics"] }))
}

/// Members of the objects of `--json` that a model does not need, and those that it gets besides.
const LEFT_OUT: [&str; 2] = ["version", "event"];
const ADDED: [(&str, &str); 4] =
    [("diagnostics", "array"), ("fixed", "object"), ("results", "array"), ("shortened", "string")];

/// The result of a tool, from the output of a command and the texts that it has left. The client knows the files that
/// these come from by other names.
pub(super) fn told(tool: &str, given: &Map<String, Value>, done: &Done, files: &[(&str, String)]) -> Value {
    let Done { ran, texts, folder } = done;
    let lines =
        |text: &str| text.lines().filter_map(|line| serde_json::from_str(line).ok()).collect::<Vec<Value>>();
    let mut objects = lines(&ran.out);
    // With events, the result is one among them; without a result, the end says why.
    let is_result = |object: &Value| object["event"].is_null() || object["event"] == "result";
    if objects.iter().any(is_result) {
        objects.retain(is_result);
    }
    let object = if objects.len() > 1 { Some(json!({ "results": objects })) } else { objects.pop() };
    let Some(mut object) = object.filter(Value::is_object) else {
        let mut both = Value::String(format!("{}{}", ran.out, ran.err).trim_end().to_owned());
        rename(&mut both, files);
        return result(&Value::Null, both.as_str().unwrap_or_default(), !matches!(ran.code, 0 | 1));
    };
    if let Some(fields) = object.as_object_mut() {
        // Of a plan, its text is enough.
        fields.retain(|name, value| {
            !matches!(name.as_str(), "version" | "event") && (name != "steps" || !value.is_array())
        });
    }
    let diagnostics = lines(&ran.err);
    let repair = given.get("repair").and_then(Value::as_f64).map(|number| number.to_string());
    if let Some(number) = repair.filter(|_| object["repairs"].is_array()) {
        let all = object["repairs"].as_array().into_iter().flatten();
        let Some((_, one)) = all.clone().enumerate().find(|(at, _)| (at + 1).to_string() == number) else {
            let range = match all.count() {
                0 => "there is none".to_owned(),
                1 => "there is one, 1".to_owned(),
                count => format!("there are those from 1 to {count}"),
            };
            return result(&Value::Null, &format!("no repair has the number {number}: {range}"), true);
        };
        if let Some(fixed) = edits::applied(texts, one["edits"].as_array().into_iter().flatten()) {
            object["fixed"] = fixed;
        }
    }
    let left = |file: &&str| folder.get(file).unwrap_or_default();
    if texts.iter().any(|(file, text)| left(file) != *text) {
        object["fixed"] =
            texts.keys().map(|file| ((*file).to_owned(), left(file).into())).collect::<Map<_, _>>().into();
    }
    object["diagnostics"] = diagnostics.into_iter().filter(|one| one["severity"].is_string()).collect();
    // What is checked may be wrong: that is the answer.
    let is_checked = tool.ends_with("check") && ran.code != 2;
    rename(&mut object, files);
    result(&object, "", !is_checked && matches!(ran.code, 2 | 31 | 34 | 70))
}

/// Gives files the names by which the client knows them: as members `file`, and before places in texts.
fn rename(value: &mut Value, files: &[(&str, String)]) {
    let named = |text: &str| files.iter().find(|(file, _)| *file == text).map(|(_, name)| name.clone());
    match value {
        Value::Array(all) => all.iter_mut().for_each(|one| rename(one, files)),
        Value::Object(all) => {
            for (key, one) in all.iter_mut() {
                match one.as_str().filter(|_| key == "file").and_then(named) {
                    Some(name) => *one = name.into(),
                    None => rename(one, files),
                }
            }
            if let Some(fixed) = all.get_mut("fixed").and_then(Value::as_object_mut) {
                *fixed = std::mem::take(fixed)
                    .into_iter()
                    .map(|(key, one)| (named(&key).unwrap_or(key), one))
                    .collect();
            }
        }
        Value::String(text) => {
            // `plan` and `level` are words, too.
            for (file, name) in files.iter().filter(|(file, _)| file.contains('.')) {
                *text = if text == file {
                    name.clone()
                } else {
                    text.replace(&format!("{file}:"), &format!("{name}:"))
                };
            }
        }
        _ => {}
    }
}

/// A result in the form of the protocol: an object, or text.
pub(super) fn result(object: &Value, text: &str, is_error: bool) -> Value {
    if object.is_null() {
        let text = cut(text, MOST);
        return json!({ "content": [{ "type": "text", "text": text }], "isError": is_error });
    }
    let mut shown = object.clone();
    for most in [1_000, 300, 100, 30, 10, 3, 0] {
        if shown.to_string().len() <= MOST {
            break;
        }
        shown = shortened(object, most);
        shown["shortened"] = format!("lists to {most} members").into();
    }
    let content = [json!({ "type": "text", "text": shown.to_string() })];
    json!({ "content": content, "structuredContent": shown, "isError": is_error })
}

/// A value without what exceeds so many members, or texts that are as long as that.
fn shortened(value: &Value, most: usize) -> Value {
    match value {
        Value::Array(all) => all.iter().take(most).map(|one| shortened(one, most)).collect(),
        Value::Object(all) => {
            Value::Object(all.iter().map(|(name, one)| (name.clone(), shortened(one, most))).collect())
        }
        Value::String(text) => cut(text, (most + 1) * 40).into(),
        other => other.clone(),
    }
}

/// The beginning of a text, and how much is missing.
fn cut(text: &str, most: usize) -> String {
    if text.len() <= most {
        return text.to_owned();
    }
    let end = (0..=most).rev().find(|end| text.is_char_boundary(*end)).unwrap_or_default();
    format!("{}\n... and {} more bytes", &text[..end], text.len() - end)
}
