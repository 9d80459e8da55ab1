//! Requests of a browser: what the page is made of, documents of runs, and the beginning of a conversation.
//!
//! In: a connection. Out: one answer, or a WebSocket. A request is answered only if it calls the server by its own
//! name, so that no name on the network can be pointed at it; and a page elsewhere cannot speak to it, as its browser
//! would say where it is from. Paths are names in tables; none leads to a file. Who sends slowly is cut off.

use std::io::{self, Read, Write};
use std::net::{IpAddr, Shutdown, SocketAddr, TcpStream};
use std::sync::Arc;
use std::time::Duration;

use tungstenite::handshake::derive_accept_key;

use super::shared::{Shared, secret};
use super::timed::Timed;
use super::turns::Permit;
use super::{assets, conversation};

/// The longest head of a request, in bytes, and how long it may take to arrive, and an answer to leave.
const LONGEST: usize = 16 << 10;
const PATIENCE: Duration = Duration::from_secs(5);
const ANSWERING: Duration = Duration::from_secs(30);

/// How long what nobody asked for is taken behind a request.
const REST: Duration = Duration::from_millis(200);

/// The port of addresses without one.
const PORT: u16 = 80;

/// How many pages may be open.
const MOST_PAGES: usize = 32;

/// A request.
struct Request {
    method: String,
    path: String,
    query: String,
    /// Names in small letters.
    headers: Vec<(String, String)>,
}

impl Request {
    /// The only header of a name.
    fn header(&self, name: &str) -> Option<&str> {
        let mut all = self.headers.iter().filter(|header| header.0 == name);
        let first = all.next();
        if all.next().is_some() { None } else { first.map(|header| header.1.as_str()) }
    }

    fn has(&self, name: &str) -> bool {
        self.headers.iter().any(|header| header.0 == name)
    }
}

/// Answers the request of a connection.
pub(super) fn answer(stream: Arc<TcpStream>, shared: &Shared<'_>) {
    let _ = stream.set_nodelay(true);
    let request = match head(&mut Timed::new(&stream, PATIENCE)) {
        Ok(Some(request)) => request,
        Ok(None) => return plain(&stream, "400 Bad Request", "this is not a request of a browser\n"),
        Err(_) => return,
    };
    let Some(host) = request.header("host").filter(|host| is_own(host, shared.address)) else {
        return plain(&stream, "403 Forbidden", "the server is called by another name than its own\n");
    };
    let is_own_page = request.header("origin").is_some_and(|origin| origin == format!("http://{host}"));
    if request.has("origin") && !is_own_page {
        return plain(&stream, "403 Forbidden", "another page must not speak to this server\n");
    }
    if !matches!(request.method.as_str(), "GET" | "HEAD") {
        return plain(&stream, "405 Method Not Allowed", "only GET is known\n");
    }
    let is_head = request.method == "HEAD";
    if request.path == "/socket" {
        return socket(stream, &request, shared);
    }
    if let Some(name) = request.path.strip_prefix("/document/") {
        let found = shared.documents().iter().find(|one| one.0 == name).map(|one| one.1.clone());
        return match found {
            // It has a script of its own, and is shown in a frame that can reach nothing else.
            Some(text) => {
                let policy = "sandbox allow-scripts; default-src 'none'; script-src 'unsafe-inline'; \
                              style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'";
                let kind = match name.rsplit_once('.') {
                    Some((_, "svg")) => "image/svg+xml",
                    Some((_, "csv")) => "text/csv; charset=utf-8",
                    _ => "text/html; charset=utf-8",
                };
                send(&stream, "200 OK", kind, policy, (text.as_bytes(), is_head));
            }
            None => plain(&stream, "404 Not Found", "this document is gone: run again\n"),
        };
    }
    let nonce = secret();
    let Some((kind, bytes)) = assets::asset(&request.path, &nonce, &shared.folder.name()) else {
        return plain(&stream, "404 Not Found", "there is nothing of this name\n");
    };
    let policy = format!(
        "default-src 'none'; script-src 'self'; style-src 'self' 'nonce-{nonce}'; connect-src 'self' ws://{host}; \
         img-src 'self' data:; frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    );
    send(&stream, "200 OK", kind, &policy, (&bytes, is_head));
}

/// Whether a host is this server's own: a name in the network can be changed to lead here, an address cannot.
fn is_own(host: &str, address: SocketAddr) -> bool {
    let is_port = |port: &str| port == address.port().to_string();
    // The colons of an address in brackets are its own.
    let (name, is_here) = match host.rsplit_once(':').filter(|(_, port)| !port.ends_with(']')) {
        Some((name, port)) => (name, is_port(port)),
        None => (host, address.port() == PORT),
    };
    if !is_here {
        return false;
    }
    let ip = address.ip();
    let named: Option<IpAddr> = name.trim_start_matches('[').trim_end_matches(']').parse().ok();
    let here = ip.is_loopback() || ip.is_unspecified();
    match named {
        Some(named) => named == ip || ip.is_unspecified() || (here && named.is_loopback()),
        None => here && name.eq_ignore_ascii_case("localhost"),
    }
}

/// The head of a request; `None` if it is none.
fn head(stream: &mut Timed<'_>) -> io::Result<Option<Request>> {
    let mut bytes = Vec::new();
    let mut part = [0; 2048];
    loop {
        let read = stream.read(&mut part)?;
        if read == 0 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        bytes.extend_from_slice(&part[..read]);
        let mut headers = [httparse::EMPTY_HEADER; 64];
        let mut parsed = httparse::Request::new(&mut headers);
        match parsed.parse(&bytes) {
            // No request that is known has a body.
            Ok(httparse::Status::Complete(_)) => return Ok(request(&parsed)),
            Ok(httparse::Status::Partial) if bytes.len() < LONGEST => {}
            _ => return Ok(None),
        }
    }
}

fn request(parsed: &httparse::Request<'_, '_>) -> Option<Request> {
    let target = parsed.path?;
    let (path, query) = target.split_once('?').unwrap_or((target, ""));
    let headers = parsed.headers.iter().map(|header| {
        Some((header.name.to_ascii_lowercase(), std::str::from_utf8(header.value).ok()?.trim().to_owned()))
    });
    Some(Request {
        method: parsed.method?.to_owned(),
        path: path.to_owned(),
        query: query.to_owned(),
        headers: headers.collect::<Option<_>>()?,
    })
}

/// Begins the conversation with a page, and keeps it.
fn socket(stream: Arc<TcpStream>, request: &Request, shared: &Shared<'_>) {
    let has_token =
        shared.token.as_ref().is_none_or(|token| request.query.split('&').any(|one| is_token(one, token)));
    if !has_token {
        let told = "this address lacks its token: take the one that banto serve printed";
        return plain(&stream, "403 Forbidden", told);
    }
    let is_upgrade = request.header("upgrade").is_some_and(|one| one.eq_ignore_ascii_case("websocket"));
    let key = request.header("sec-websocket-key").filter(|_| is_upgrade && request.method == "GET");
    let (Some(key), Some("13")) = (key, request.header("sec-websocket-version")) else {
        return plain(&stream, "400 Bad Request", "this address is that of a WebSocket\n");
    };
    if !request.has("origin") {
        return plain(&stream, "403 Forbidden", "only the page of this server may speak to it\n");
    }
    let Some(_permit) = Permit::take(&shared.pages, MOST_PAGES) else {
        return plain(&stream, "503 Service Unavailable", "too many pages are open\n");
    };
    let accept = derive_accept_key(key.as_bytes());
    let head = format!(
        "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\
         Sec-WebSocket-Accept: {accept}\r\n\r\n"
    );
    if Timed::new(&stream, PATIENCE).write_all(head.as_bytes()).is_ok()
        && let Ok(page) = stream.try_clone()
    {
        // A page is no longer one of those that wait for an answer.
        drop(stream);
        conversation::talk(page, shared);
    }
}

/// Whether a part of a query is the token, compared in the same time wherever it differs.
fn is_token(part: &str, token: &str) -> bool {
    let given = part.strip_prefix("token=").unwrap_or_default().bytes();
    given.len() == token.len()
        && given.zip(token.bytes()).fold(0, |all, (one, other)| all | (one ^ other)) == 0
}

fn plain(stream: &TcpStream, status: &str, text: &str) {
    send(stream, status, "text/plain; charset=utf-8", "default-src 'none'", (text.as_bytes(), false));
}

/// Sends an answer, and ends the connection.
fn send(stream: &TcpStream, status: &str, kind: &str, policy: &str, (body, is_head): (&[u8], bool)) {
    let head = format!(
        "HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {}\r\nConnection: close\r\n\
         Cache-Control: no-store\r\nContent-Security-Policy: {policy}\r\nX-Content-Type-Options: nosniff\r\n\
         Referrer-Policy: no-referrer\r\nCross-Origin-Resource-Policy: same-origin\r\n\r\n",
        body.len()
    );
    let mut timed = Timed::new(stream, ANSWERING);
    let sent = timed.write_all(head.as_bytes());
    if sent.is_ok() && !is_head {
        let _ = timed.write_all(body);
    }
    let _ = stream.shutdown(Shutdown::Write);
    // What is still on its way would make the system discard the answer.
    let _ = io::copy(&mut Timed::new(stream, REST).take(LONGEST as u64), &mut io::sink());
}
