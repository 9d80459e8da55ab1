//! The protocol: requests in, answers out, calls in the order in which they come.
//!
//! In: lines. Out: lines. A message that is none is answered with an error; nothing that a client sends ends the server
//! but the end of its input.

use std::collections::{HashMap, VecDeque};
use std::io::{self, BufRead, Read};
use std::panic::AssertUnwindSafe;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::child::{self, Refusal};
use super::{Allowed, tools};
use crate::{Exit, Output};
use banto_base::source::{CODES, TOPICS};

/// The revisions of the protocol that are spoken, the newest last. Those before `DISCOVERED` are agreed upon at the
/// start; from it on, each request says which it is of, and `server/discover` says which may be. That of 2025-03-26
/// alone asks for batches.
const VERSIONS: [&str; 4] = ["2024-11-05", "2025-06-18", "2025-11-25", DISCOVERED];
const DISCOVERED: &str = "2026-07-28";

/// Where a request of a newer revision says which it is of.
const VERSION_OF: &str = "io.modelcontextprotocol/protocolVersion";

/// The code of a request of another revision, whose name is then the message of the refusal.
const UNSUPPORTED: i64 = -32022;

/// The longest message, in bytes.
const LONGEST: u64 = 16 << 20;

/// How long calls go on after the end of the input, and how often it is seen whether any do.
const LAST: Duration = Duration::from_secs(2);
const PERIOD: Duration = Duration::from_millis(20);

/// How many calls may wait.
const WAITING: usize = 1_000;

const INSTRUCTIONS: &str = "banto checks, plans, validates and explains PDDL (STRIPS with types, ADL conditions and \
    effects, derived predicates, action costs), and solves Sokoban. To write a model: `check` it until nothing is \
    wrong (`fix` applies what it suggests), `plan`, and if there is no plan, ask `why`. Texts are given as such, or as \
    paths in the folder of the server. Diagnostics name a file by its path, and texts domain.pddl, problem.pddl, plan and \
    level.";

/// Documents beside the pages of diagnostics.
const DOCUMENTS: [(&str, &str, &str); 2] = [
    ("pddl", "The PDDL that banto reads", include_str!("../../../docs/pddl.md")),
    ("tutorial", "A first model, from nothing to a plan", include_str!("../../../docs/tutorial.md")),
];

/// A call of a tool that was not answered yet.
struct Call {
    id: Value,
    params: Value,
    cancel: Arc<AtomicBool>,
}

/// The calls that wait, and how those that wait or run are canceled.
#[derive(Default)]
struct Calls {
    waiting: VecDeque<Call>,
    open: HashMap<String, Arc<AtomicBool>>,
    is_over: bool,
}

struct Server<'a> {
    allowed: &'a Allowed,
    output: &'a Output,
    calls: Mutex<Calls>,
    changed: Condvar,
}

/// Serves one client until its input ends.
pub(super) fn run(allowed: &Allowed, output: &Output) -> Exit {
    let server = Server { allowed, output, calls: Mutex::default(), changed: Condvar::new() };
    std::thread::scope(|scope| {
        let count = std::thread::available_parallelism().map_or(1, usize::from).min(4);
        let started = (0..count).filter(|_| {
            let name = std::thread::Builder::new().name("call".to_owned());
            name.spawn_scoped(scope, || server.work()).is_ok()
        });
        if started.count() == 0 {
            output.error("the server cannot start: the system gives no thread");
            return Exit::MemoryLimit;
        }
        let exit = server.listen();
        // Who asks by a script wants the answers; who is gone does not.
        let end = Instant::now() + LAST;
        while !server.calls().open.is_empty() && Instant::now() < end {
            std::thread::sleep(PERIOD);
        }
        let mut calls = server.calls();
        calls.is_over = true;
        calls.waiting.clear();
        calls.open.values().for_each(|cancel| cancel.store(true, Ordering::Relaxed));
        drop(calls);
        server.changed.notify_all();
        exit
    })
}

impl Server<'_> {
    fn calls(&self) -> MutexGuard<'_, Calls> {
        self.calls.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn send(&self, message: Value) {
        let mut message = message;
        message["jsonrpc"] = "2.0".into();
        self.output.data(&format!("{message}\n"));
    }

    fn answer(&self, id: &Value, answer: Result<Value, Refusal>) {
        self.send(match answer {
            Ok(mut result) => {
                // Older clients refuse more than nothing where they expect nothing.
                if result.as_object().is_some_and(|members| !members.is_empty()) {
                    result["resultType"] = "complete".into();
                }
                json!({ "id": id, "result": result })
            }
            Err(Refusal(UNSUPPORTED, message)) => {
                let data = json!({ "supported": VERSIONS, "requested": message });
                let message = format!("this server does not speak revision {message} of the protocol");
                json!({ "id": id, "error": { "code": UNSUPPORTED, "message": message, "data": data } })
            }
            Err(Refusal(code, message)) => {
                json!({ "id": id, "error": { "code": code, "message": message } })
            }
        });
    }

    /// Reads messages until there are no more, or nobody reads the answers.
    fn listen(&self) -> Exit {
        let mut input = io::stdin().lock();
        let mut line = Vec::new();
        loop {
            line.clear();
            match input.by_ref().take(LONGEST).read_until(b'\n', &mut line) {
                Ok(0) => return Exit::Done,
                Ok(_) if line.ends_with(b"\n") || (line.len() as u64) < LONGEST => self.take(&line),
                Ok(_) => {
                    let refusal = Refusal(-32700, format!("a message is longer than {LONGEST} bytes"));
                    self.answer(&Value::Null, Err(refusal));
                    if input.skip_until(b'\n').is_err() {
                        return Exit::Input;
                    }
                }
                Err(error) => return crate::files::input::unreadable(&error, self.output),
            }
            if let Some(exit) = self.output.without_reader() {
                return exit;
            }
        }
    }

    /// Handles one line.
    fn take(&self, line: &[u8]) {
        if line.trim_ascii().is_empty() {
            return;
        }
        let message: Value = match serde_json::from_slice(line) {
            Ok(message) => message,
            Err(error) => {
                let refusal = Refusal(-32700, format!("this is not JSON: {error}"));
                return self.answer(&Value::Null, Err(refusal));
            }
        };
        let id = message.get("id").filter(|id| id.is_string() || id.is_number());
        let params = message.get("params").unwrap_or(&Value::Null);
        match (message["method"].as_str(), id) {
            (Some(method), Some(id)) => self.request(method, id, params),
            // Nobody waits for the answer to a notification.
            (Some("notifications/cancelled"), None) => {
                if let Some(cancel) = self.calls().open.get(&params["requestId"].to_string()) {
                    cancel.store(true, Ordering::Relaxed);
                }
            }
            (Some(_), None) if message.get("id").is_none() => {}
            // The server asks nothing, so an answer is to something of the past.
            (None, Some(_)) if message.get("result").is_some() || message.get("error").is_some() => {}
            _ => {
                let refusal = Refusal(-32600, "this is no request and no notification".to_owned());
                self.answer(id.unwrap_or(&Value::Null), Err(refusal));
            }
        }
    }

    fn request(&self, method: &str, id: &Value, params: &Value) {
        if let Some(asked) = params["_meta"][VERSION_OF].as_str().filter(|asked| !VERSIONS.contains(asked)) {
            return self.answer(id, Err(Refusal(UNSUPPORTED, asked.to_owned())));
        }
        let answer = match method {
            "initialize" => Ok(greeting(params)),
            "server/discover" => Ok(kept(discovery())),
            "ping" => Ok(json!({})),
            "tools/list" => Ok(kept(json!({ "tools": tools::listed() }))),
            "tools/call" => return self.call(id, params),
            "resources/list" => Ok(kept(json!({ "resources": resources() }))),
            "resources/templates/list" => Ok(kept(json!({ "resourceTemplates": [{
                "uriTemplate": "banto://explain/{code}",
                "name": "explain",
                "description": "What a diagnostic means, with a wrong and a right example",
                "mimeType": "text/markdown",
            }] }))),
            "resources/read" => resource(params["uri"].as_str().unwrap_or_default()).map(kept),
            _ => Err(Refusal(-32601, format!("there is no method {method}"))),
        };
        self.answer(id, answer);
    }

    /// Puts a call at the end of the line.
    fn call(&self, id: &Value, params: &Value) {
        let mut calls = self.calls();
        let refusal = if calls.open.contains_key(&id.to_string()) {
            Some(Refusal(-32600, format!("there is a call {id} already")))
        } else if calls.waiting.len() >= WAITING {
            Some(Refusal(-32000, "too many calls wait: try again later".to_owned()))
        } else {
            None
        };
        if let Some(refusal) = refusal {
            drop(calls);
            return self.answer(id, Err(refusal));
        }
        let cancel = Arc::new(AtomicBool::new(false));
        calls.open.insert(id.to_string(), Arc::clone(&cancel));
        calls.waiting.push_back(Call { id: id.clone(), params: params.clone(), cancel });
        drop(calls);
        self.changed.notify_one();
    }

    /// Answers calls, one after another.
    fn work(&self) {
        loop {
            let mut calls = self.calls();
            let call = loop {
                match calls.waiting.pop_front() {
                    Some(call) => break call,
                    None if calls.is_over => return,
                    None => calls = self.changed.wait(calls).unwrap_or_else(PoisonError::into_inner),
                }
            };
            drop(calls);
            let token = &call.params["_meta"]["progressToken"];
            let mut told = 0;
            let mut tell = |message: String| {
                told += 1;
                if !token.is_null() {
                    let params = json!({ "progressToken": token, "progress": told, "message": message });
                    self.send(json!({ "method": "notifications/progress", "params": params }));
                }
            };
            let is_canceled = || call.cancel.load(Ordering::Relaxed);
            let answer = if is_canceled() {
                Err(child::canceled())
            } else {
                // A fault of one call is not the end of the others.
                let run = || tools::call(&call.params, self.allowed, &call.cancel, &mut tell);
                let fault = |_| Err(Refusal(-32603, "a fault of banto itself".to_owned()));
                std::panic::catch_unwind(AssertUnwindSafe(run)).unwrap_or_else(fault)
            };
            self.calls().open.remove(&call.id.to_string());
            // The protocol asks for silence after a cancellation.
            if !is_canceled() {
                self.answer(&call.id, answer);
            }
        }
    }
}

fn greeting(params: &Value) -> Value {
    let asked = params["protocolVersion"].as_str().unwrap_or_default();
    let greeted = &VERSIONS[..VERSIONS.len() - 1];
    // Whoever speaks a revision most likely speaks the one before.
    let version = greeted.iter().rfind(|version| **version <= asked).unwrap_or(&greeted[greeted.len() - 1]);
    json!({
        "protocolVersion": version,
        "capabilities": capabilities(),
        "serverInfo": server_info(),
        "instructions": INSTRUCTIONS,
    })
}

/// The same for clients that do not greet.
fn discovery() -> Value {
    json!({
        "supportedVersions": [DISCOVERED],
        "capabilities": capabilities(),
        "instructions": INSTRUCTIONS,
        "_meta": { "io.modelcontextprotocol/serverInfo": server_info() },
    })
}

fn capabilities() -> Value {
    json!({ "tools": {}, "resources": {} })
}

fn server_info() -> Value {
    json!({ "name": "banto", "version": env!("CARGO_PKG_VERSION") })
}

/// A result that a client may keep: it is the same as long as the server is.
fn kept(mut result: Value) -> Value {
    result["ttlMs"] = 3_600_000.into();
    result["cacheScope"] = "public".into();
    result
}

/// Each resource: its address, its title, its text.
fn pages() -> impl Iterator<Item = (String, &'static str, &'static str)> {
    let title = |page: &'static str| page.lines().next().unwrap_or_default().trim_start_matches("# ");
    let documents =
        DOCUMENTS.iter().map(|(name, title, text)| (format!("banto://docs/{name}"), *title, *text));
    let codes = CODES.iter().map(|code| (code.id, code.page));
    let topics = TOPICS.iter().map(|topic| (topic.name, topic.page));
    documents.chain(
        codes.chain(topics).map(move |(name, page)| (format!("banto://explain/{name}"), title(page), page)),
    )
}

fn resources() -> Value {
    let shown = |(uri, title, _): (String, &str, &str)| json!({ "uri": uri, "name": title, "mimeType": "text/markdown" });
    pages().map(shown).collect()
}

fn resource(uri: &str) -> Result<Value, Refusal> {
    let found = pages().find(|page| page.0.eq_ignore_ascii_case(uri));
    let (uri, _, text) = found
        .ok_or_else(|| Refusal(-32002, format!("there is no resource {uri}; resources/list names all")))?;
    Ok(json!({ "contents": [{ "uri": uri, "mimeType": "text/markdown", "text": text }] }))
}
