//! The language server of a page: a process of its own, with a limit on its memory, which ends with the page whatever
//! it does.
//!
//! In: messages, which it keeps until their turn. Out: answers and notifications, in their order.

use std::io::{self, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::{Mutex, PoisonError};

use serde_json::Value;

use crate::lsp;
use crate::mcp::Allowed;

pub(super) struct Language(Mutex<(Child, ChildStdin)>);

impl Language {
    /// A language server, and what it says until it ends.
    pub(super) fn start(allowed: &Allowed) -> io::Result<(Self, impl Iterator<Item = String> + use<>)> {
        let mut command = Command::new(&allowed.program);
        command.args(["lsp", &allowed.memory_flag()]).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.stderr(Stdio::null()).spawn()?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(io::ErrorKind::BrokenPipe.into());
        };
        let mut output = BufReader::new(output);
        // They are passed on as they are: as values they would take many times their bytes.
        let messages = std::iter::from_fn(move || String::from_utf8(lsp::body(&mut output).ok()??).ok());
        Ok((Self(Mutex::new((child, input))), messages))
    }

    /// Asks. Whoever listens to its answers learns of its end.
    pub(super) fn ask(&self, message: &Value) {
        let text = message.to_string();
        let input = &mut self.0.lock().unwrap_or_else(PoisonError::into_inner).1;
        let _ = write!(input, "Content-Length: {}\r\n\r\n{text}", text.len());
    }

    pub(super) fn end(&self) {
        let child = &mut self.0.lock().unwrap_or_else(PoisonError::into_inner).0;
        let _ = child.kill();
        let _ = child.wait();
    }
}
