//! The conversation with one open page: JSON-RPC over a WebSocket.
//!
//! In: messages. Out: answers, diagnostics, events of runs. Requests of the Language Server Protocol go to a language
//! server (`language`), which knows two texts, the domain and the problem in the editors of the page, and reads no
//! file. Of those that begin with `banto/`, `files`, `open`, `seen`, `save`, `keep` and `leave` are answered here. What
//! may take long is done by a process with limits: `run` runs a command, `boards` and `known` are asked of `ask`. A
//! message is refused if it has more values than any that a page sends. When the page is closed, its processes end.

use std::collections::BTreeMap;
use std::io::{self, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::panic::AssertUnwindSafe;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{Builder, Scope};
use std::time::Duration;

use serde_json::{Value, json};
use tungstenite::protocol::{Role, WebSocket, WebSocketConfig};
use tungstenite::{Bytes, Message, Utf8Bytes};

use super::language::Language;
use super::runs::{self, DOCUMENTS};
use super::shared::{STACK, Shared, WRITING};
use super::timed::Timed;
use crate::mcp::{Refusal, canceled, run_within, tools};

/// The longest message, in bytes, and how many values it may have: each takes more memory than its text.
const LONGEST: usize = 16 << 20;
const MOST_VALUES: usize = 100_000;

/// How long a page may say nothing: it says something every minute.
const SILENCE: Duration = Duration::from_mins(5);

/// How many runs may wait for each other.
const MOST_RUNS: usize = 12;

/// The methods of the language server that the page uses. Anything else reads or writes files.
const KNOWN: [&str; 13] = [
    "initialize",
    "initialized",
    "textDocument/didOpen",
    "textDocument/didChange",
    "textDocument/hover",
    "textDocument/completion",
    "textDocument/codeAction",
    "textDocument/formatting",
    "textDocument/prepareRename",
    "textDocument/rename",
    "textDocument/documentSymbol",
    "textDocument/definition",
    "textDocument/semanticTokens/range",
];

/// The texts that it may ask about. They are in no file, so that each belongs to the other and to nothing else.
const TEXTS: [&str; 2] = ["banto:/domain.pddl", "banto:/problem.pddl"];

/// A connection that is written to as a whole: what is sent is never mixed.
#[derive(Clone)]
struct Stream {
    stream: Arc<TcpStream>,
    writing: Arc<Mutex<()>>,
}

impl Read for Stream {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        (&*self.stream).read(bytes)
    }
}

impl Write for Stream {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let _turn = self.writing.lock().unwrap_or_else(PoisonError::into_inner);
        Timed::new(&self.stream, WRITING).write_all(bytes).map(|()| bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        (&*self.stream).flush()
    }
}

/// How all threads of a conversation send.
struct Sender {
    socket: Mutex<WebSocket<Stream>>,
    stream: Stream,
    /// Whether the page is gone, or does not listen: then nothing more is done for it.
    is_gone: AtomicBool,
}

impl Sender {
    fn text(&self, text: String) {
        let mut socket = self.socket.lock().unwrap_or_else(PoisonError::into_inner);
        let is_gone = self.is_gone.load(Ordering::Relaxed);
        if !is_gone && socket.send(Message::Text(Utf8Bytes::from(text))).is_err() {
            self.is_gone.store(true, Ordering::Relaxed);
            let _ = self.stream.stream.shutdown(Shutdown::Both);
        }
    }

    fn send(&self, mut message: Value) {
        message["jsonrpc"] = "2.0".into();
        self.text(message.to_string());
    }

    fn answer(&self, id: &Value, answer: Result<Value, Refusal>) {
        self.send(match answer {
            Ok(result) => json!({ "id": id, "result": result }),
            Err(Refusal(code, message)) => json!({ "id": id, "error": { "code": code, "message": message } }),
        });
    }
}

/// The runs of a page, by the number of the request.
type Runs = Mutex<BTreeMap<String, Arc<AtomicBool>>>;

/// Keeps the conversation until the page is closed.
pub(super) fn talk(stream: TcpStream, shared: &Shared<'_>) {
    let _ = stream.set_read_timeout(Some(SILENCE));
    let stream = Stream { stream: Arc::new(stream), writing: Arc::default() };
    let config = WebSocketConfig::default().max_message_size(Some(LONGEST)).max_frame_size(Some(LONGEST));
    let socket = || WebSocket::from_raw_socket(stream.clone(), Role::Server, Some(config));
    let sender =
        Sender { socket: Mutex::new(socket()), stream: stream.clone(), is_gone: AtomicBool::new(false) };
    let runs = Runs::default();
    let Ok((language, answers)) = Language::start(&shared.allowed) else { return };
    std::thread::scope(|scope| {
        let (sender, runs, language) = (&sender, &runs, &language);
        let close = Arc::clone(&stream.stream);
        let forward = move || {
            answers.for_each(|message| sender.text(message));
            // A fault there ends this conversation; the page begins another.
            let _ = close.shutdown(Shutdown::Both);
        };
        if Builder::new().stack_size(STACK).spawn_scoped(scope, forward).is_ok() {
            let page = Page { shared, sender, runs, language };
            page.listen(socket(), scope);
        }
        for cancel in runs.lock().unwrap_or_else(PoisonError::into_inner).values() {
            cancel.store(true, Ordering::Relaxed);
        }
        // The thread that forwards its answers ends with it.
        language.end();
    });
}

#[derive(Clone, Copy)]
struct Page<'a> {
    shared: &'a Shared<'a>,
    sender: &'a Sender,
    runs: &'a Runs,
    language: &'a Language,
}

impl<'a> Page<'a> {
    fn listen<'s>(self, mut socket: WebSocket<Stream>, scope: &'s Scope<'s, 'a>) {
        // What has arrived before the page was gone is not answered.
        while !self.sender.is_gone.load(Ordering::Relaxed) {
            match socket.read() {
                Ok(Message::Text(text)) => self.take(&text, scope),
                Ok(Message::Ping(_) | Message::Pong(_)) => {}
                Ok(Message::Binary(bytes)) => self.refuse(&bytes),
                Ok(Message::Close(_) | Message::Frame(_)) | Err(_) => return,
            }
        }
    }

    fn refuse(self, _: &Bytes) {
        self.sender.answer(&Value::Null, Err(Refusal(-32700, "messages are texts".to_owned())));
    }

    fn take<'s>(self, text: &str, scope: &'s Scope<'s, 'a>) {
        let count = values(text);
        if count > MOST_VALUES {
            let id = serde_json::from_str::<Head>(text).map_or(Value::Null, |head| head.id.into());
            let words = format!("a message of {count} values is too large: it may have {MOST_VALUES}");
            return self.sender.answer(&id, Err(Refusal(-32600, words)));
        }
        let mut message: Value = match serde_json::from_str(text) {
            Ok(message) => message,
            Err(error) => {
                let refusal = Refusal(-32700, format!("this is not JSON: {error}"));
                return self.sender.answer(&Value::Null, Err(refusal));
            }
        };
        let id = message.get("id").filter(|id| id.is_i64()).cloned();
        let Some(method) = message["method"].as_str().map(str::to_owned) else { return };
        let params = message["params"].take();
        match (method.as_str(), id) {
            ("$/cancelRequest", _) => {
                let runs = self.runs.lock().unwrap_or_else(PoisonError::into_inner);
                if let Some(cancel) = runs.get(&params["id"].to_string()) {
                    cancel.store(true, Ordering::Relaxed);
                }
            }
            ("banto/run" | "banto/boards" | "banto/known", Some(id)) => {
                self.run(&id, method, params, scope);
            }
            (name, Some(id)) if name.starts_with("banto/") => {
                self.sender.answer(&id, self.shared.folder.answer(&name["banto/".len()..], &params));
            }
            (_, id) => {
                if let Err(refusal) = self.ask(&method, params, id.as_ref()) {
                    let id = id.unwrap_or(Value::Null);
                    self.sender.answer(&id, Err(refusal));
                }
            }
        }
    }

    /// Passes a message on to the language server, if it is about the texts of the page.
    fn ask(self, method: &str, params: Value, id: Option<&Value>) -> Result<(), Refusal> {
        if !KNOWN.contains(&method) {
            return Err(Refusal(-32601, format!("the workbench does not know {method}")));
        }
        let about = params["textDocument"]["uri"].as_str();
        if method.starts_with("textDocument/") && !about.is_some_and(|one| TEXTS.contains(&one)) {
            return Err(Refusal(-32602, format!("the texts are {}", TEXTS.join(" and "))));
        }
        let params = if method == "initialize" {
            // No folder: it would be read.
            json!({ "capabilities": params["capabilities"] })
        } else {
            params
        };
        let mut message = json!({ "jsonrpc": "2.0", "method": method, "params": params });
        if let Some(id) = id {
            message["id"] = id.clone();
        }
        self.language.ask(&message);
        Ok(())
    }

    /// Starts a run, which answers by itself.
    fn run<'s>(self, id: &Value, method: String, mut params: Value, scope: &'s Scope<'s, 'a>) {
        let refuse = |words: &str| self.sender.answer(id, Err(Refusal(-32000, words.to_owned())));
        let cancel = Arc::new(AtomicBool::new(false));
        let name = id.to_string();
        let mut open = self.runs.lock().unwrap_or_else(PoisonError::into_inner);
        if open.contains_key(&name) || open.len() >= MOST_RUNS {
            drop(open);
            return refuse("too many runs are open: stop one, or wait for it");
        }
        open.insert(name.clone(), Arc::clone(&cancel));
        drop(open);
        let asked = id.clone();
        let work = move || {
            let mut heard = |line: &str| {
                if let Ok(event) = serde_json::from_str::<Value>(line) {
                    let params = json!({ "id": asked, "event": event });
                    self.sender.send(json!({ "method": "banto/event", "params": params }));
                }
            };
            let run = || match &method[..] {
                "banto/run" => carried_out(params.take(), self.shared, &cancel, &mut heard),
                _ => told(&json!({ "method": method, "params": params }), self.shared, &cancel),
            };
            let fault = |_| Err(Refusal(-32603, "a fault of banto itself".to_owned()));
            let answer = std::panic::catch_unwind(AssertUnwindSafe(run)).unwrap_or_else(fault);
            self.runs.lock().unwrap_or_else(PoisonError::into_inner).remove(&name);
            let is_canceled = cancel.load(Ordering::Relaxed);
            self.sender.answer(&asked, if is_canceled { Err(canceled()) } else { answer });
        };
        let thread = Builder::new().name("run".to_owned()).stack_size(STACK);
        if thread.spawn_scoped(scope, work).is_err() {
            self.runs.lock().unwrap_or_else(PoisonError::into_inner).remove(&id.to_string());
            refuse("the system gives no thread: try again later");
        }
    }
}

/// What tells which request a message is.
#[derive(serde::Deserialize)]
struct Head {
    id: Option<i64>,
}

/// About how many values a message has, before any is made.
fn values(text: &str) -> usize {
    let (mut count, mut is_text, mut is_escaped) = (1, false, false);
    for byte in text.bytes() {
        match byte {
            _ if is_escaped => is_escaped = false,
            b'\\' => is_escaped = is_text,
            b'"' => is_text = !is_text,
            b',' | b'[' | b'{' if !is_text => count += 1,
            _ => {}
        }
    }
    count
}

/// The answer to a request about levels, by a process of its own: their texts may be any.
fn told(request: &Value, shared: &Shared<'_>, cancel: &AtomicBool) -> Result<Value, Refusal> {
    let _turn = shared.turns.take(false, cancel)?;
    let allowed = &shared.allowed;
    let time = format!("--time-limit={:.3}s", allowed.time.as_secs_f64());
    let line = ["serve", "--ask", &time, &allowed.memory_flag()].map(str::to_owned);
    let script = request.to_string();
    let ran = run_within(&line, Some(&script), &tools::scratch(allowed)?, (allowed, cancel), &mut |_| ())?;
    let mut answer: Value = serde_json::from_str(&ran.out).unwrap_or_default();
    match (answer["result"].take(), answer["error"]["message"].as_str()) {
        (_, Some(words)) => Err(Refusal(-32602, words.to_owned())),
        (Value::Null, None) => Err(Refusal(-32603, "the answer is too long, or takes too much".to_owned())),
        (result, None) => Ok(result),
    }
}

/// Runs a command in a process of its own. `heard` gets the lines that it prints.
fn carried_out(
    mut params: Value,
    shared: &Shared<'_>,
    cancel: &AtomicBool,
    heard: &mut dyn FnMut(&str),
) -> Result<Value, Refusal> {
    let (run, given) = runs::named(&mut params)?;
    let _turn = shared.turns.take(runs::is_long(run), cancel)?;
    let done = tools::run(run, &given, (&shared.allowed, cancel), heard)?;
    let done = done.map_err(|words| Refusal(-32602, words))?;
    let made = DOCUMENTS.into_iter().filter_map(|name| Some(shared.keep(name, done.folder.get(name)?)));
    let documents: Vec<_> = made.collect();
    Ok(json!({ "code": done.ran.code, "out": done.ran.out, "err": done.ran.err, "documents": documents }))
}
