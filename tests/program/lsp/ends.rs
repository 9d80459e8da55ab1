//! How a server ends: as the editor says, or when the editor is gone.

use std::io::Write;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

/// What the server does with these bytes, and nothing after them.
fn fed(bytes: &[u8]) -> Output {
    let program = std::env::var("BANTO").unwrap_or(env!("CARGO_BIN_EXE_banto").to_owned());
    let mut command = Command::new(program);
    let piped = || Stdio::piped();
    let mut child = command.arg("lsp").stdin(piped()).stdout(piped()).stderr(piped()).spawn().unwrap();
    // A server that ends early reads no more.
    let _ = child.stdin.take().unwrap().write_all(bytes);
    child.wait_with_output().unwrap()
}

/// The messages as they are sent.
fn framed(messages: &[Value]) -> Vec<u8> {
    let framed = |message: &Value| format!("Content-Length: {}\r\n\r\n{message}", message.to_string().len());
    messages.iter().map(framed).collect::<String>().into_bytes()
}

fn request(method: &str, params: &Value) -> Value {
    json!({ "jsonrpc": "2.0", "id": 1, "method": method, "params": params })
}

fn note(method: &str) -> Value {
    json!({ "jsonrpc": "2.0", "method": method, "params": {} })
}

#[test]
fn the_exit_code_says_whether_shutdown_was_asked_for() {
    let start = request("initialize", &json!({ "capabilities": {} }));
    let (shutdown, exit) = (request("shutdown", &Value::Null), note("exit"));
    let unknown = request("textDocument/hover", &json!({}));
    for (bytes, code, words) in [
        (Vec::new(), 1, "the editor is gone without asking for shutdown"),
        (b"Content-Length: 90\r\n\r\n{\"json".to_vec(), 1, "the editor is gone in the middle of a message"),
        (b"plan\r\n".to_vec(), 31, "this is not a message of the protocol: malformed header"),
        (b"Content-Length: 900000000000\r\n\r\nabc".to_vec(), 31, "a body of 900000000000 bytes is too long"),
        (b"Content-Length: 1e3\r\n\r\n".to_vec(), 31, "protocol: Content-Length is not a size"),
        (vec![0; 1 << 20], 31, "this is not a message of the protocol: malformed header"),
        (framed(std::slice::from_ref(&exit)), 1, "without asking for shutdown"),
        (framed(std::slice::from_ref(&start)), 1, "without asking for shutdown"),
        (framed(&[start.clone(), note("initialized"), exit.clone()]), 1, "without asking for shutdown"),
        (framed(&[start.clone(), shutdown.clone(), exit.clone()]), 0, ""),
        (framed(&[start.clone(), shutdown.clone()]), 0, ""),
        (framed(&[start.clone(), shutdown.clone(), unknown.clone(), exit.clone()]), 0, ""),
    ] {
        let run = fed(&bytes);
        let said = String::from_utf8_lossy(&run.stderr).into_owned();
        let shown = String::from_utf8_lossy(&bytes).into_owned();
        assert_eq!(run.status.code(), Some(code), "{shown}: {said}");
        assert!(said.contains(words) && said.is_empty() == words.is_empty(), "{shown}: {said}");
    }
    let early = fed(&framed(&[unknown.clone(), start.clone(), shutdown.clone(), exit.clone()]));
    assert!(String::from_utf8_lossy(&early.stdout).contains("-32002"), "not initialized");
    let broken = b"Content-Length: 9\r\n\r\n{bad json".to_vec();
    let session = framed(&[start.clone(), json!([1, 2]), shutdown.clone(), exit.clone()]);
    let told = fed(&[broken, session].concat());
    let answers = String::from_utf8_lossy(&told.stdout);
    assert_eq!(told.status.code(), Some(0), "what is no message ends nothing: {answers}");
    for words in ["-32700", "this is not JSON: key must be a string", "-32600", "capabilities"] {
        assert!(answers.contains(words), "{words}: {answers}");
    }
    let late = fed(&framed(&[start, shutdown, unknown, exit]));
    assert!(String::from_utf8_lossy(&late.stdout).contains("-32600"), "after shutdown nothing is answered");
}

/// A search ends with the editor that asked for it.
#[test]
fn nothing_goes_on_without_the_editor() {
    let folder = tempfile::tempdir().unwrap();
    let root = crate::places::root();
    let read = |path: &str| std::fs::read_to_string(root.join(path)).unwrap();
    std::fs::write(folder.path().join("domain.pddl"), read("domains/sliding-puzzle.pddl")).unwrap();
    let uri = format!("file://{}/p.pddl", folder.path().display());
    let text = read("problems/sliding-puzzle/04-unsolvable.pddl");
    let document = json!({ "uri": uri, "languageId": "pddl", "version": 1, "text": text });
    let mut open = note("textDocument/didOpen");
    open["params"] = json!({ "textDocument": document });
    let mut plan =
        request("workspace/executeCommand", &json!({ "command": "banto.plan", "arguments": [uri] }));
    plan["id"] = 2.into();
    let start = request("initialize", &json!({ "capabilities": {} }));
    let begun = Instant::now();
    let run = fed(&framed(&[start, open, plan]));
    assert_eq!(run.status.code(), Some(1));
    assert!(begun.elapsed() < Duration::from_secs(5), "{:?}", begun.elapsed());
}
