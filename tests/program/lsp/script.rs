//! Conversations: scripts of what an editor does, with what the server says to it.
//!
//! A script is a file `tests/lsp/*.txt`. A line that begins with `<` is what the server says; `BANTO_BLESS=1` writes
//! these lines anew. Lines that begin with `|` belong to the step before. The steps:
//!
//! - `file NAME`, then its lines after `| `: writes a file.
//! - `open NAME`, `close NAME`, `change NAME RANGE "text"`, `disk` (files have changed).
//! - `ask METHOD NAME [PLACE] [JSON]`: a request about a text, with a place `line:character` or a range of two, from 0.
//! - `tell METHOD JSON`, `begin METHOD JSON` and `end`: a notification; a request whose answer is taken later.

use std::fmt::Write;
use std::fs;

use serde_json::{Value, json};

use crate::client::Client;
use crate::places::{files, root};

/// What the editor of the scripts can do.
fn capabilities() -> Value {
    json!({
        "textDocument": { "completion": { "completionItem": { "snippetSupport": true } } },
        "window": { "workDoneProgress": true, "showDocument": { "support": true } },
        "workspace": { "didChangeWatchedFiles": { "dynamicRegistration": true } },
    })
}

#[test]
fn conversations_go_as_they_are_written() {
    let bless = std::env::var_os("BANTO_BLESS").is_some();
    let mut count = 0;
    for path in files(&root().join("tests/lsp"), "txt") {
        let wanted = fs::read_to_string(&path).unwrap();
        let found = run(&wanted);
        if bless {
            fs::write(&path, &found).unwrap();
        }
        assert!(bless || found == wanted, "{}:\n{}", path.display(), difference(&wanted, &found));
        count += 1;
    }
    assert!(count >= 5, "only {count} conversations");
}

/// The first lines that differ.
fn difference(wanted: &str, found: &str) -> String {
    let lines = wanted.lines().zip(found.lines()).enumerate();
    match lines.into_iter().find(|(_, (one, other))| one != other) {
        Some((line, (one, other))) => format!("line {}:\nwanted {one}\nfound  {other}", line + 1),
        None => format!("one is longer; found:\n{found}"),
    }
}

fn run(script: &str) -> String {
    let mut client = Client::start(&capabilities());
    let mut out = String::new();
    let mut open = None;
    let mut lines = script.lines().filter(|line| !line.starts_with('<')).peekable();
    while let Some(line) = lines.next() {
        writeln!(out, "{line}").unwrap();
        let mut text = String::new();
        while let Some(more) = lines.next_if(|line| line.starts_with('|')) {
            writeln!(out, "{more}").unwrap();
            text += more[1..].strip_prefix(' ').unwrap_or(&more[1..]);
            text.push('\n');
        }
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let mut words = line.splitn(3, ' ');
        let (step, name, rest) =
            (words.next().unwrap(), words.next().unwrap_or(""), words.next().unwrap_or(""));
        let mut answer = None;
        match step {
            "file" => {
                fs::create_dir_all(client.path(name).parent().unwrap()).unwrap();
                fs::write(client.path(name), text).unwrap();
            }
            "open" => {
                let text = fs::read_to_string(client.path(name)).unwrap();
                client.open(name, &text);
            }
            "close" => {
                let params = json!({ "textDocument": { "uri": client.uri(name) } });
                client.tell("textDocument/didClose", &params);
            }
            "change" => {
                let (range, text) = rest.split_once(' ').unwrap();
                client.change(name, &place(range)["range"], &serde_json::from_str::<String>(text).unwrap());
            }
            "disk" => client.tell("workspace/didChangeWatchedFiles", &json!({ "changes": [] })),
            "tell" => client.tell(name, &given(rest, &client)),
            "ask" => {
                let params = params(rest, &client);
                answer = Some(client.ask(name, &params));
            }
            "begin" => {
                let params = given(rest, &client);
                open = Some(client.begin(name, &params));
            }
            "end" => answer = Some(client.answer(open.take().unwrap())),
            _ => panic!("unknown step: {line}"),
        }
        if step != "file" && step != "begin" {
            client.settle();
        }
        for message in std::mem::take(&mut client.heard) {
            let method = message["method"].as_str().unwrap_or("");
            say(&mut out, method, &message["params"], &client);
        }
        if let Some(answer) = answer {
            let refused = &answer["error"]["message"];
            let (word, value) =
                if refused.is_null() { ("answer", &answer["result"]) } else { ("refused", refused) };
            say(&mut out, word, value, &client);
        }
    }
    client.end();
    out
}

/// `NAME [PLACE] [JSON]` as parameters.
fn params(rest: &str, client: &Client) -> Value {
    let (name, rest) = rest.split_once(' ').unwrap_or((rest, ""));
    if name.starts_with('{') {
        return given(&format!("{name} {rest}"), client);
    }
    let mut params = json!({ "textDocument": { "uri": client.uri(name) } });
    let (at, more) =
        if rest.starts_with('{') { ("", rest) } else { rest.split_once(' ').unwrap_or((rest, "")) };
    for (key, value) in place(at).as_object().into_iter().flatten() {
        params[key] = value.clone();
    }
    for (key, value) in given(more, client).as_object().into_iter().flatten() {
        params[key] = value.clone();
    }
    params
}

/// JSON in which `$ROOT` stands for the folder.
fn given(text: &str, client: &Client) -> Value {
    let root = client.uri("");
    if text.trim().is_empty() {
        json!({})
    } else {
        serde_json::from_str(&text.replace("$ROOT", &root)).unwrap()
    }
}

/// `line:character` or two of them as the protocol has them.
fn place(text: &str) -> Value {
    let position = |text: &str| {
        let (line, character) = text.split_once(':').unwrap();
        json!({ "line": line.parse::<u32>().unwrap(), "character": character.parse::<u32>().unwrap() })
    };
    match text.split_once('-') {
        Some((start, end)) => json!({ "range": { "start": position(start), "end": position(end) } }),
        None if text.is_empty() => json!({}),
        None => json!({ "position": position(text) }),
    }
}

/// Writes what the server says: a line for each element of a list.
fn say(out: &mut String, word: &str, value: &Value, client: &Client) {
    let show = |value: &Value| {
        let text = short(value).to_string();
        let folder = client.above().display().to_string();
        let text = text.replace(&format!("{folder}/work"), "$ROOT").replace(&folder, "$ABOVE");
        // Plans lie in a folder named by a hash of 16 digits.
        let mut parts = text.split("/plans/");
        let first = parts.next().unwrap_or_default().to_owned();
        let text = parts.fold(first, |text, part| text + "/plans/HASH" + part.get(16..).unwrap_or_default());
        text.replace(&format!("banto-{}", env!("CARGO_PKG_VERSION")), "banto-VERSION")
            .replace("file://$ROOT/", "$ROOT/")
    };
    match value {
        Value::Array(items) if !items.is_empty() && items.iter().any(Value::is_object) => {
            writeln!(out, "< {word}").unwrap();
            items.iter().for_each(|item| writeln!(out, "<   {}", show(item)).unwrap());
        }
        Value::Object(fields) if fields.get("diagnostics").is_some_and(Value::is_array) => {
            writeln!(out, "< {word} {}", show(&fields["uri"])).unwrap();
            let found = fields["diagnostics"].as_array().unwrap();
            found.iter().for_each(|item| writeln!(out, "<   {}", show(item)).unwrap());
        }
        value => writeln!(out, "< {word} {}", show(value)).unwrap(),
    }
}

/// Positions and ranges as `line:character`.
fn short(value: &Value) -> Value {
    match value {
        Value::Object(fields) => {
            match (fields.get("line"), fields.get("character"), fields.get("start"), fields.get("end")) {
                (Some(line), Some(character), ..) => json!(format!("{line}:{character}")),
                (_, _, Some(start @ Value::Object(_)), Some(end)) => {
                    let (start, end) = (short(start), short(end));
                    json!(format!("{}-{}", start.as_str().unwrap_or(""), end.as_str().unwrap_or("")))
                }
                _ => {
                    // Every code leads to a page that is there.
                    if let Some(page) = fields.get("codeDescription").and_then(|page| page["href"].as_str()) {
                        assert!(fs::metadata(page.trim_start_matches("file://")).is_ok(), "{page}");
                    }
                    let hidden = ["codeDescription", "source"];
                    let shown = fields.iter().filter(|(key, _)| !hidden.contains(&key.as_str()));
                    shown.map(|(key, value)| (key.clone(), short(value))).collect()
                }
            }
        }
        Value::Array(items) => items.iter().map(short).collect(),
        value => value.clone(),
    }
}
