//! Messages over standard input and standard output.
//!
//! In: bytes from an editor. Out: messages for the server, and its answers as bytes. No line and no body is read that
//! is longer than an editor would send, or too large for memory. Anything that is not a message is answered here.

use std::io::{self, BufRead, ErrorKind, Read, Write};
use std::thread::JoinHandle;

use lsp_server::{Connection, ErrorCode, Message};
use serde_json::{Value, json};

use banto_base::limits::Limits;

/// The longest line of a header, in bytes.
const LINE: u64 = 8 << 10;
/// The longest body, in bytes.
const BODY: usize = 256 << 20;
/// The most memory that reading a body takes for each byte of text in it.
const TIMES: usize = 4;

/// The threads that read and write.
pub(super) struct Threads {
    reader: JoinHandle<io::Result<()>>,
    writer: JoinHandle<io::Result<()>>,
}

impl Threads {
    /// Waits for both, once the server has dropped its connection.
    pub(super) fn join(self) -> io::Result<()> {
        let ended =
            |thread: JoinHandle<_>| thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
        ended(self.reader).and(ended(self.writer))
    }
}

/// Connects the server to standard input and output.
pub(super) fn connect() -> io::Result<(Connection, Threads)> {
    let (server, Connection { sender, receiver }) = Connection::memory();
    let writer = std::thread::Builder::new().spawn(move || write(receiver))?;
    let send = move |message| sender.send(message).map_err(io::Error::other);
    let reader = std::thread::Builder::new().spawn(move || read(send))?;
    Ok((server, Threads { reader, writer }))
}

/// Serves in one thread: all messages are read before the first is answered. Returns what the server returns.
pub(super) fn in_turns(serve: impl FnOnce(&Connection) -> bool) -> io::Result<bool> {
    let (server, Connection { sender, receiver }) = Connection::memory();
    read(move |message| sender.send(message).map_err(io::Error::other))?;
    let is_proper = serve(&server);
    drop(server);
    write(receiver).map(|()| is_proper)
}

fn write(messages: impl IntoIterator<Item = Message>) -> io::Result<()> {
    messages.into_iter().try_for_each(|message| message.write(&mut io::stdout().lock()))
}

/// Reads until the editor exits, or has nothing more to say.
fn read(send: impl Fn(Message) -> io::Result<()>) -> io::Result<()> {
    let mut input = io::stdin().lock();
    while let Some(body) = body(&mut input)? {
        let message = match serde_json::from_slice(&body) {
            Ok(message) => message,
            Err(error) => {
                refuse(&body, &error)?;
                continue;
            }
        };
        let is_last = matches!(&message, Message::Notification(note) if note.method == "exit");
        send(message)?;
        if is_last {
            break;
        }
    }
    Ok(())
}

/// The next body; `None` at the end of the input.
pub(crate) fn body(input: &mut impl BufRead) -> io::Result<Option<Vec<u8>>> {
    let wrong = |what: String| io::Error::new(ErrorKind::InvalidData, what);
    let mut size = None;
    loop {
        let mut line = Vec::new();
        if input.by_ref().take(LINE).read_until(b'\n', &mut line)? == 0 {
            return Ok(None);
        }
        let line = String::from_utf8_lossy(&line);
        let start: String = line.chars().take(40).collect();
        let Some(line) = line.strip_suffix("\r\n") else {
            return Err(wrong(format!("malformed header: {start:?}")));
        };
        if line.is_empty() {
            break;
        }
        let Some((name, value)) = line.split_once(": ") else {
            return Err(wrong(format!("malformed header: {start:?}")));
        };
        if name.eq_ignore_ascii_case("Content-Length") {
            let number = value.parse::<usize>();
            size = Some(number.map_err(|_| wrong(format!("Content-Length is not a size: {start:?}")))?);
        }
    }
    let size = size.ok_or_else(|| wrong("a header without Content-Length".to_owned()))?;
    let has_room = || Limits::none().within_machine().check_allocation(size * TIMES).is_ok();
    if size > BODY || !has_room() {
        return Err(wrong(format!("a body of {size} bytes is too long")));
    }
    let mut body = Vec::new();
    let read = input.take(size as u64).read_to_end(&mut body)?;
    if read < size { Err(ErrorKind::UnexpectedEof.into()) } else { Ok(Some(body)) }
}

/// Tells the editor that a body is not a message; the next one may be.
fn refuse(body: &[u8], error: &serde_json::Error) -> io::Result<()> {
    let (code, message) = match serde_json::from_slice::<Value>(body) {
        Ok(_) => (ErrorCode::InvalidRequest, "this is not a request, notification or response".to_owned()),
        Err(_) => (ErrorCode::ParseError, format!("this is not JSON: {error}")),
    };
    let answer =
        json!({ "jsonrpc": "2.0", "id": null, "error": { "code": code as i32, "message": message } });
    let answer = answer.to_string();
    let mut output = io::stdout().lock();
    write!(output, "Content-Length: {}\r\n\r\n{answer}", answer.len())?;
    output.flush()
}
