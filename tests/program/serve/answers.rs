//! What the page gets: its parts, what the language server says of its texts, runs, files.

use std::fs;
use std::time::Duration;

use serde_json::{Value, json};

use super::server::Server;
use crate::command::banto_with;
use crate::places::root;

/// The text of a file of the project.
fn read(path: &str) -> String {
    fs::read_to_string(root().join(path)).unwrap()
}

#[test]
fn every_part_of_the_page_is_there() {
    let server = Server::start(&[]);
    let mut parts = vec!["/".to_owned()];
    let mut index = 0;
    while index < parts.len() {
        let path = parts[index].clone();
        let answer = server.get(&path, "");
        let (head, body) = answer.split_once("\r\n\r\n").unwrap();
        assert!(head.starts_with("HTTP/1.1 200 OK"), "{path}: {head}");
        assert!(head.contains("Content-Security-Policy: default-src 'none'"), "{path}");
        assert!(!body.contains("{nonce}") && !body.is_empty(), "{path}");
        // The editor's own bundle is not ours, and markup of texts is nowhere.
        let is_ours = !path.starts_with("/codemirror");
        assert!(!is_ours || !body.contains("innerHTML"), "{path}");
        for start in ["href=\"", "src=\"", "from \"./", "fetch(\""] {
            for found in body.split(start).skip(1).filter(|_| is_ours) {
                let name = format!("/{}", found.split('"').next().unwrap());
                if name.starts_with("/#") || parts.contains(&name) {
                    continue;
                }
                parts.push(name);
            }
        }
        index += 1;
    }
    assert!(parts.len() > 8, "{parts:?}");
    assert!(server.get("/nothing", "").starts_with("HTTP/1.1 404"));
}

#[test]
fn the_language_server_knows_the_two_texts() {
    let server = Server::start(&[]);
    let mut page = server.page();
    let answer = page.ask("initialize", &json!({ "capabilities": {} }));
    assert_eq!(answer["serverInfo"]["name"], "banto");
    page.tell("initialized", &json!({}));
    for (name, path) in
        [("domain", "domains/gripper.pddl"), ("problem", "problems/gripper/01-two-balls.pddl")]
    {
        let text = read(path).replace("(free right)", "(fre right)");
        let document =
            json!({ "uri": format!("banto:/{name}.pddl"), "languageId": "pddl", "version": 1, "text": text });
        page.tell("textDocument/didOpen", &json!({ "textDocument": document }));
    }
    let range = json!({ "start": { "line": 0, "character": 0 }, "end": { "line": 99, "character": 0 } });
    let params = json!({ "textDocument": { "uri": "banto:/problem.pddl" }, "range": range, "context": { "diagnostics": [] } });
    let fixes = page.ask("textDocument/codeAction", &params).to_string();
    assert!(fixes.contains("did you mean free?"), "{fixes}");
    let published = page.heard.iter().any(|one| one["method"] == "textDocument/publishDiagnostics");
    assert!(published, "{:?}", page.heard);
}

#[test]
fn runs_tell_what_they_do_and_make_a_document() {
    let server = Server::start(&[]);
    let mut page = server.page();
    let (domain, problem) = (read("domains/gripper.pddl"), read("problems/gripper/01-two-balls.pddl"));
    let arguments = json!({ "domain": domain, "problem": problem, "quality": "optimal", "time_limit": 20 });
    let done = page.ask("banto/run", &json!({ "name": "plan", "arguments": arguments }));
    assert_eq!(done["code"], 0, "{done}");
    let events: Vec<&str> =
        page.heard.iter().filter_map(|one| one["params"]["event"]["event"].as_str()).collect();
    assert!(
        events.contains(&"plan") && events.contains(&"result") && events.last() == Some(&"end"),
        "{events:?}"
    );
    let document = server.get(&format!("/document/{}", done["documents"][0].as_str().unwrap()), "");
    assert!(
        document.contains("A plan for")
            && document.contains("Content-Security-Policy: sandbox allow-scripts;")
    );
    // Flags that the table does not name are refused, and what is wrong with a text is said.
    let wrong = page.refused(
        "banto/run",
        &json!({ "name": "plan", "arguments": { "domain": "(", "problem": "(", "o": "x" } }),
    );
    assert!(wrong.contains("takes no argument o"), "{wrong}");
    let wrong = page.ask(
        "banto/run",
        &json!({ "name": "check", "arguments": { "domain": "(define", "problem": problem } }),
    );
    assert!(wrong["code"] == 31 && wrong["err"].as_str().unwrap().contains("\"severity\""), "{wrong}");
}

/// A plan that goes on being improved.
fn long_run() -> Value {
    let (domain, problem) =
        (read("domains/sliding-puzzle.pddl"), read("problems/sliding-puzzle/03-eleven.pddl"));
    json!({ "domain": domain, "problem": problem, "quality": "anytime", "time_limit": 100 })
}

#[test]
fn a_run_is_stopped_and_ends_with_its_page() {
    let server = Server::start(&[]);
    let arguments = json!({ "name": "plan", "arguments": long_run() });
    let mut page = server.page();
    let id = page.begin("banto/run", &arguments);
    while page.hear()["params"]["event"]["event"].is_null() {}
    page.tell("$/cancelRequest", &json!({ "id": id }));
    assert_eq!(page.end(id)["error"]["code"], -32800);
    page.begin("banto/run", &arguments);
    while page.hear()["params"]["event"]["event"].is_null() {}
    assert!(!cfg!(target_os = "linux") || children(&server, "plan").len() == 1);
    // The end of a run by other means is told, and is nobody else's.
    if let [run] = children(&server, "plan")[..] {
        let _ = std::process::Command::new("kill").args(["-9", &run.to_string()]).status();
        let ended = loop {
            let message = page.hear();
            if message["method"].is_null() {
                break message;
            }
        };
        assert_eq!(ended["result"]["code"], 70, "{ended}");
        page.begin("banto/run", &arguments);
        while page.hear()["params"]["event"]["event"].is_null() {}
    }
    drop(page);
    for _ in 0..200 {
        if children(&server, "").is_empty() {
            return;
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    panic!("a run goes on without its page");
}

#[test]
fn short_answers_do_not_wait_for_long_runs() {
    let server = Server::start(&[]);
    let arguments = long_run();
    let mut page = server.page();
    for _ in 0..4 {
        page.begin("banto/run", &json!({ "name": "plan", "arguments": arguments }));
        while page.hear()["params"]["event"]["event"].is_null() {}
    }
    let mut other = server.page();
    for name in ["check", "step"] {
        let texts = json!({ "domain": arguments["domain"], "problem": arguments["problem"] });
        let done = other.ask("banto/run", &json!({ "name": name, "arguments": texts }));
        assert_eq!(done["code"], 0, "{done}");
    }
}

/// The processes that a server has started, with a word in their command lines, where the system tells.
fn children(server: &Server, word: &str) -> Vec<u32> {
    let id = server.child.id();
    let tasks = fs::read_dir(format!("/proc/{id}/task")).into_iter().flatten().filter_map(Result::ok);
    let list = tasks.map(|task| fs::read_to_string(task.path().join("children")).unwrap_or_default());
    let all =
        list.flat_map(|line| line.split_whitespace().map(|id| id.parse().unwrap()).collect::<Vec<u32>>());
    let command = |id: u32| fs::read_to_string(format!("/proc/{id}/cmdline")).unwrap_or_default();
    all.filter(|id| word.is_empty() || command(*id).contains(word)).collect()
}

#[test]
fn what_others_have_changed_is_not_overwritten() {
    let server = Server::start(&[]);
    let mut page = server.page();
    let path = server.folder.path().join("models");
    fs::create_dir(&path).unwrap();
    let file = path.join("d.pddl");
    let save = |text: &str, version: &serde_json::Value| json!({ "path": "models/d.pddl", "text": text, "version": version });
    let first = page.ask("banto/save", &save("; one", &json!(null)));
    assert_eq!(fs::read_to_string(&file).unwrap(), "; one");
    let files = page.ask("banto/files", &json!({}));
    assert_eq!(files["files"], json!(["models/d.pddl"]));
    fs::copy(root().join("problems/gripper/01-two-balls.pddl"), path.join("p.pddl")).unwrap();
    let about = &page.ask("banto/files", &json!({}))["definitions"]["models/p.pddl"];
    assert_eq!(*about, json!({ "kind": "problem", "domain": "gripper" }));
    let params = json!({ "path": "none/d.pddl", "text": "", "version": null });
    assert!(page.refused("banto/save", &params).contains("there is no folder none"));
    assert_eq!(page.ask("banto/open", &json!({ "path": "models/d.pddl" }))["text"], "; one");
    fs::write(&file, "; theirs").unwrap();
    let seen = page.ask("banto/seen", &json!({ "path": "models/d.pddl" }));
    assert_ne!(seen["version"], first["version"]);
    let conflict = page.ask("banto/save", &save("; two", &first["version"]));
    assert_eq!((&conflict["conflict"], &conflict["text"]), (&json!(true), &json!("; theirs")));
    assert_eq!(fs::read_to_string(&file).unwrap(), "; theirs");
    page.ask("banto/save", &save("; two", &conflict["version"]));
    assert_eq!(fs::read_to_string(&file).unwrap(), "; two");
    // A new file does not replace one that is there.
    assert_eq!(page.ask("banto/save", &save("; three", &json!(null)))["conflict"], true);
    fs::remove_file(&file).unwrap();
    assert!(page.ask("banto/seen", &json!({ "path": "models/d.pddl" }))["version"].is_null());
}

/// What is not text in UTF-8 is not overwritten; a byte-order mark and the line ends of Windows stay.
#[test]
fn what_a_page_cannot_show_stays() {
    let server = Server::start(&[]);
    let mut page = server.page();
    let file = server.folder.path().join("d.pddl");
    for (bytes, is_text) in [
        (&b"; gr\xfc\xdfe"[..], false),
        (b"\xff\xfe;\0", false),
        (b"; a\0b", false),
        (b"\xef\xbb\xbf; one\r\n; two\r\n", true),
        (b"\xef\xbb\xbf; one\n", true),
        (b"; one\r\n", true),
        ("; grüße\n".as_bytes(), true),
    ] {
        fs::write(&file, bytes).unwrap();
        let open = page.ask("banto/open", &json!({ "path": "d.pddl" }));
        assert_eq!(open["fault"].is_null(), is_text, "{bytes:?}: {open}");
        let text = open["text"].as_str().unwrap();
        assert!(!text.contains(['\r', '\u{feff}']), "{text:?}");
        let save = json!({ "path": "d.pddl", "text": format!("{text}; more\n"), "version": open["version"] });
        if !is_text {
            assert_eq!(
                page.refused("banto/save", &save),
                "d.pddl is not UTF-8 text, and is not overwritten: take another name"
            );
            assert_eq!(fs::read(&file).unwrap(), bytes);
            continue;
        }
        let saved = page.ask("banto/save", &save);
        let end = if bytes.ends_with(b"\r\n") { "; more\r\n" } else { "; more\n" };
        assert_eq!(fs::read(&file).unwrap(), [bytes, end.as_bytes()].concat());
        assert_eq!(saved["version"], page.ask("banto/seen", &json!({ "path": "d.pddl" }))["version"]);
    }
    // What would not be opened again is not saved.
    let save = json!({ "path": "e.pddl", "text": "x".repeat((8 << 20) + 1), "version": null });
    assert!(page.refused("banto/save", &save).contains("longer than 8 MiB"));
}

/// Of two pages that save at once, one is told.
#[test]
fn of_two_saves_at_once_one_is_told() {
    let server = Server::start(&[]);
    let (mut one, mut other) = (server.page(), server.page());
    let file = server.folder.path().join("d.pddl");
    for round in 0..if crate::cases::is_whole() { 40 } else { 10 } {
        // It takes a while to look at.
        fs::write(&file, format!("; {round}\n").repeat(800_000)).unwrap();
        let version = one.ask("banto/open", &json!({ "path": "d.pddl" }))["version"].clone();
        let save = |name: &str| json!({ "path": "d.pddl", "text": name, "version": version });
        let (first, second) =
            (one.begin("banto/save", &save("; one")), other.begin("banto/save", &save("; other")));
        let told = [one.end(first), other.end(second)].map(|answer| answer["result"]["conflict"] == true);
        assert_ne!(told[0], told[1], "round {round}");
        assert_eq!(fs::read_to_string(&file).unwrap(), if told[0] { "; other" } else { "; one" });
    }
}

/// What the page asks where no server is: each request is a program that ends with its answer.
#[test]
fn one_request_is_answered_without_a_server() {
    let folder = tempfile::tempdir().unwrap();
    let ask = |request: &str| {
        let told = banto_with(&["serve", folder.path().to_str().unwrap(), "--ask"], request);
        serde_json::from_slice::<serde_json::Value>(&told.stdout).unwrap()
    };
    let save = json!({ "method": "banto/save", "params": { "path": "d.pddl", "text": "; one" } });
    assert!(ask(&save.to_string())["result"]["version"].is_string());
    assert_eq!(ask(r#"{ "method": "banto/files" }"#)["result"]["files"], json!(["d.pddl"]));
    let step =
        json!({ "name": "step", "arguments": { "domain": "(d)", "problem": "(p)", "actions": ["(a)"] } });
    let step = ask(&json!({ "method": "banto/run", "params": step }).to_string());
    let result = &step["result"];
    assert!(result["line"].as_array().unwrap().contains(&json!("domain.pddl")), "{step}");
    assert_eq!(result["script"], "apply (a)\nstate\nactions\ngoals\n");
    assert_eq!(result["texts"], json!({ "domain.pddl": "(d)", "problem.pddl": "(p)" }));
    for (wrong, code) in [
        ("no JSON", -32700),
        (r#"{ "method": "banto/run", "params": { "name": "rm" } }"#, -32602),
        (r#"{ "method": "banto/run", "params": { "name": "plan" } }"#, -32602),
        (r#"{ "method": "banto/open", "params": { "path": "../d.pddl" } }"#, -32602),
        (r#"{ "method": "textDocument/hover" }"#, -32601),
    ] {
        assert_eq!(ask(wrong)["error"]["code"], code, "{wrong}");
    }
}

/// The page knows every solution that a player keeps; a level that is solved from the start has none.
#[test]
fn all_kept_solutions_are_known() {
    let server = Server::start(&[]);
    let mut page = server.page();
    let level = crate::commands::play::OPPOSITES;
    let [one, other] = [crate::commands::play::FEWEST_MOVES, crate::commands::play::FEWEST_PUSHES];
    let done = "#####\n#@ *#\n#####\n";
    for (rows, moves) in [(level, other), (level, one), (done, "r")] {
        page.ask("banto/keep", &json!({ "rows": rows, "moves": moves }));
    }
    assert_eq!(page.ask("banto/known", &json!({ "level": level }))[0]["solutions"], json!([one, other]));
    assert_eq!(page.ask("banto/known", &json!({ "level": done })), json!([]));
    let boards = page.ask("banto/boards", &json!({ "texts": [level, "no level"] }));
    assert_eq!((&boards[0]["size"], &boards[1]["levels"]), (&json!("7 × 7"), &json!(0)));
}
