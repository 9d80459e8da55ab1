//! An editor in a test: starts `banto lsp`, sends messages, and keeps what comes back.
//!
//! In: methods and parameters as JSON; in `BANTO`, perhaps another program. Out: the server's messages in their order.

#![allow(dead_code, reason = "each test that includes this module uses a part of it")]

use std::collections::HashMap;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use serde_json::{Value, json};
use tempfile::TempDir;

/// A running server and the folder that it works in.
pub struct Client {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    folder: TempDir,
    asked: u64,
    versions: i64,
    /// What came in and was not looked at yet.
    pub heard: Vec<Value>,
    /// The diagnostics that were published last, by text.
    published: HashMap<String, Vec<Value>>,
}

impl Client {
    /// Starts a server for an empty folder, for an editor that can do this.
    pub fn start(capabilities: &Value) -> Self {
        let folder = tempfile::tempdir().unwrap();
        std::fs::create_dir(folder.path().join("work")).unwrap();
        let program = std::env::var("BANTO").unwrap_or(env!("CARGO_BIN_EXE_banto").to_owned());
        let mut child = Command::new(program)
            .arg("lsp")
            .env("XDG_CACHE_HOME", folder.path().join("cache"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let (input, output) = (child.stdin.take().unwrap(), BufReader::new(child.stdout.take().unwrap()));
        let mut client = Self {
            child,
            input,
            output,
            folder,
            asked: 0,
            versions: 0,
            heard: Vec::new(),
            published: HashMap::new(),
        };
        let root = client.uri("");
        let folders = json!([{ "uri": root, "name": "work" }]);
        client.ask(
            "initialize",
            &json!({ "processId": null, "rootUri": root, "workspaceFolders": folders, "capabilities": capabilities }),
        );
        client.tell("initialized", &json!({}));
        client
    }

    /// The process of the server.
    pub fn process(&self) -> u32 {
        self.child.id()
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join("work").join(name)
    }

    pub fn uri(&self, name: &str) -> String {
        format!("file://{}", self.path(name).display()).trim_end_matches('/').to_owned()
    }

    /// The folder above the server's, with its cache.
    pub fn above(&self) -> &Path {
        self.folder.path()
    }

    fn send(&mut self, message: &Value) {
        let text = message.to_string();
        write!(self.input, "Content-Length: {}\r\n\r\n{text}", text.len()).unwrap();
        self.input.flush().unwrap();
    }

    fn receive(&mut self) -> Value {
        let mut length = 0;
        loop {
            let mut line = String::new();
            assert!(self.output.read_line(&mut line).unwrap() > 0, "the server has ended");
            match line.trim_end() {
                "" => break,
                line => {
                    if let Some(count) = line.strip_prefix("Content-Length: ") {
                        length = count.parse().unwrap();
                    }
                }
            }
        }
        let mut bytes = vec![0; length];
        self.output.read_exact(&mut bytes).unwrap();
        serde_json::from_slice(&bytes).unwrap()
    }

    /// Sends a notification.
    pub fn tell(&mut self, method: &str, params: &Value) {
        self.send(&json!({ "jsonrpc": "2.0", "method": method, "params": params }));
    }

    /// Sends a request; gives its number.
    pub fn begin(&mut self, method: &str, params: &Value) -> u64 {
        self.asked += 1;
        let mut request = json!({ "jsonrpc": "2.0", "id": self.asked, "method": method });
        if !params.is_null() {
            request["params"] = params.clone();
        }
        self.send(&request);
        self.asked
    }

    /// The answer to a request. What comes before it is kept; what the server asks is granted.
    pub fn answer(&mut self, id: u64) -> Value {
        loop {
            let message = self.receive();
            let asks = message.get("method").is_some() && message.get("id").is_some();
            if asks {
                self.send(&json!({ "jsonrpc": "2.0", "id": message["id"], "result": null }));
            } else if message["id"] == id {
                return message;
            }
            if let Some(found) = message["params"]["diagnostics"].as_array() {
                self.published.insert(message["params"]["uri"].as_str().unwrap().to_owned(), found.clone());
            }
            self.heard.push(message);
        }
    }

    pub fn ask(&mut self, method: &str, params: &Value) -> Value {
        let id = self.begin(method, params);
        self.answer(id)
    }

    /// Waits until the server has nothing left to say.
    pub fn settle(&mut self) {
        self.ask("banto/settle", &Value::Null);
    }

    pub fn open(&mut self, name: &str, text: &str) {
        self.versions += 1;
        let document =
            json!({ "uri": self.uri(name), "languageId": "pddl", "version": self.versions, "text": text });
        self.tell("textDocument/didOpen", &json!({ "textDocument": document }));
    }

    /// Replaces a range.
    pub fn change(&mut self, name: &str, range: &Value, text: &str) {
        self.versions += 1;
        let document = json!({ "uri": self.uri(name), "version": self.versions });
        let change = json!({ "range": range, "text": text });
        self.tell("textDocument/didChange", &json!({ "textDocument": document, "contentChanges": [change] }));
    }

    /// The diagnostics that were published last for a text.
    pub fn diagnostics(&mut self, name: &str) -> Vec<Value> {
        self.settle();
        let uri = self.uri(name);
        self.published.get(&uri).cloned().unwrap_or_default()
    }

    /// Ends the server as the protocol wants it.
    pub fn end(mut self) {
        self.ask("shutdown", &Value::Null);
        self.tell("exit", &Value::Null);
        assert!(self.child.wait().unwrap().success());
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        // One that has ended is gone already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
