//! A workbench that a test started, and a page that speaks to it.
//!
//! In: flags; requests. Out: the bytes of answers, and those of a conversation. Ends the server with the test.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Stdio};
use std::time::Duration;

use serde_json::{Value, json};
use tungstenite::{ClientRequestBuilder, Message, WebSocket};

use crate::command::program;

/// A server on a folder of its own.
pub struct Server {
    pub child: Child,
    /// Host and port.
    pub host: String,
    /// What the page's address has behind a question mark.
    pub query: String,
    pub folder: tempfile::TempDir,
}

impl Server {
    pub fn start(flags: &[&str]) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let mut command = program();
        command.env("BANTO_SOLUTIONS", folder.path().join(".solutions.sok"));
        command.args(["serve", folder.path().to_str().unwrap(), "--no-open", "--port", "0"]).args(flags);
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let address = line.trim().strip_prefix("http://").unwrap_or_else(|| panic!("{line}"));
        let (host, query) = address.split_once('/').unwrap();
        let query = query.trim_start_matches('?').to_owned();
        Self { child, host: host.to_owned(), query, folder }
    }

    pub fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(&self.host).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
        stream
    }

    /// What it answers to these bytes; nothing if it only ends the connection.
    pub fn send(&self, bytes: &[u8]) -> String {
        let mut stream = self.connect();
        // It may end the connection before it has read everything.
        let _ = stream.write_all(bytes);
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        String::from_utf8_lossy(&answer).into_owned()
    }

    /// What it answers to a request for a path, with further lines of the head.
    pub fn get(&self, path: &str, lines: &str) -> String {
        self.send(format!("GET {path} HTTP/1.1\r\nHost: {}\r\n{lines}\r\n", self.host).as_bytes())
    }

    /// Opens a page from an origin.
    pub fn page_from(&self, origin: &str, query: &str) -> Result<Page, String> {
        let uri = format!("ws://{}/socket{query}", self.host).parse().unwrap();
        let request = ClientRequestBuilder::new(uri).with_header("Origin", origin);
        let (socket, _) = tungstenite::client(request, self.connect()).map_err(|error| error.to_string())?;
        Ok(Page { socket, next: 0, heard: Vec::new() })
    }

    pub fn page(&self) -> Page {
        self.page_from(&format!("http://{}", self.host), "").unwrap()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The conversation of a page.
pub struct Page {
    pub socket: WebSocket<TcpStream>,
    next: i64,
    /// The notifications that came meanwhile.
    pub heard: Vec<Value>,
}

impl Page {
    pub fn text(&mut self, text: &str) {
        self.socket.send(Message::text(text.to_owned())).unwrap();
    }

    pub fn tell(&mut self, method: &str, params: &Value) {
        self.text(&json!({ "jsonrpc": "2.0", "method": method, "params": params }).to_string());
    }

    /// Sends a request; gives its number.
    pub fn begin(&mut self, method: &str, params: &Value) -> i64 {
        self.next += 1;
        self.text(
            &json!({ "jsonrpc": "2.0", "id": self.next, "method": method, "params": params }).to_string(),
        );
        self.next
    }

    pub fn hear(&mut self) -> Value {
        loop {
            match self.socket.read().unwrap() {
                Message::Text(text) => return serde_json::from_str(&text).unwrap(),
                Message::Close(why) => panic!("closed: {why:?}"),
                _ => {}
            }
        }
    }

    /// The whole answer to a request.
    pub fn end(&mut self, id: i64) -> Value {
        loop {
            let message = self.hear();
            if message["id"] == id && message["method"].is_null() {
                return message;
            }
            self.heard.push(message);
        }
    }

    /// Asks; gives the result.
    pub fn ask(&mut self, method: &str, params: &Value) -> Value {
        let id = self.begin(method, params);
        let answer = self.end(id);
        assert!(answer["error"].is_null(), "{method}: {answer}");
        answer["result"].clone()
    }

    /// Asks for what is refused; gives why.
    pub fn refused(&mut self, method: &str, params: &Value) -> String {
        let id = self.begin(method, params);
        let answer = self.end(id);
        answer["error"]["message"]
            .as_str()
            .unwrap_or_else(|| panic!("{method} {params}: {answer}"))
            .to_owned()
    }
}
