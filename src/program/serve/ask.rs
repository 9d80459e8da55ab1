//! One request of a page, answered by a program that ends with the answer: in a browser, every program does.
//!
//! In: a request on standard input, its method and its parameters. Out: its result, or why there is none. A run is not
//! carried out: its result is a command line, what the command reads from standard input, its texts, and the names of
//! the documents that it may make. Whoever asks starts the program once more with that, and can end it.

use std::io::Read;
use std::sync::atomic::AtomicBool;

use serde_json::{Value, json};

use super::folder::{Folder, Root};
use super::runs;
use crate::mcp::{Allowed, Refusal, tools};
use crate::{Exit, Output};
use banto_base::limits::Limits;

pub(super) fn run(root: Root, allowed: &Allowed, output: &Output) -> Exit {
    let limits = Limits::since(output.start).within_machine().with(Some(allowed.time), Some(allowed.memory));
    let mut text = String::new();
    let read = std::io::stdin().lock().read_to_string(&mut text).map_err(|error| error.to_string());
    let request = read.and_then(|_| serde_json::from_str(&text).map_err(|error| error.to_string()));
    let answer = request
        .map_err(|error| Refusal(-32700, format!("this is not JSON: {error}")))
        .and_then(|request| answer(request, &Folder::new(root, output, limits), allowed));
    let answer = match answer {
        Ok(result) => json!({ "result": result }),
        Err(Refusal(code, message)) => json!({ "error": { "code": code, "message": message } }),
    };
    output.data(&format!("{answer}\n"));
    Exit::Done
}

fn answer(mut request: Value, folder: &Folder<'_>, allowed: &Allowed) -> Result<Value, Refusal> {
    let mut params = request["params"].take();
    match request["method"].as_str().and_then(|method| method.strip_prefix("banto/")) {
        Some("run") => {
            let (run, given) = runs::named(&mut params)?;
            let started = tools::prepared(run, &given, (allowed, &AtomicBool::new(false)))
                .map_err(|words| Refusal(-32602, words))?;
            let tools::Prepared { line, script, texts } = started;
            Ok(json!({ "line": line, "script": script, "texts": texts, "documents": runs::DOCUMENTS }))
        }
        Some(name) => folder.answer(name, &params),
        None => Err(Refusal(-32601, "this is no request to the workbench".to_owned())),
    }
}
