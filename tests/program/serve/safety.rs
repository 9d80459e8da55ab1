//! Whom the workbench answers, which files it touches, and what it withstands.

use std::fs;
use std::io::{Read, Write};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tungstenite::Message;

use super::server::Server;
use crate::cases::{seeds, tell};

#[test]
fn nobody_else_is_answered() {
    let server = Server::start(&[]);
    let port = server.host.split_once(':').unwrap().1.to_owned();
    let ask = |host: &str, lines: &str| {
        let answer = server.send(format!("GET / HTTP/1.1\r\nHost: {host}\r\n{lines}\r\n").as_bytes());
        answer.split(' ').nth(1).unwrap_or_default().to_owned()
    };
    for own in ["127.0.0.1", "localhost", "[::1]"] {
        assert_eq!(ask(&format!("{own}:{port}"), ""), "200", "{own}");
    }
    let evil = format!("evil.example:{port}");
    for host in [&evil, "127.0.0.1", "127.0.0.1:1", "", "10.0.0.1:80", &format!("10.0.0.1:{port}")] {
        assert_eq!(ask(host, ""), "403", "{host}");
    }
    assert_eq!(ask(&server.host, &format!("Host: {evil}\r\n")), "403", "two hosts");
    for origin in
        ["http://evil.example", "null", &format!("https://{}", server.host), &format!("http://{evil}")]
    {
        assert_eq!(ask(&server.host, &format!("Origin: {origin}\r\n")), "403", "{origin}");
        assert!(server.page_from(origin, "").is_err(), "{origin}");
    }
    let handshake = "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n\
                     Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n";
    assert!(server.get("/socket", handshake).starts_with("HTTP/1.1 403"), "without an origin");
    let other = format!("POST / HTTP/1.1\r\nHost: {}\r\nContent-Length: 0\r\n\r\n", server.host);
    assert!(server.send(other.as_bytes()).starts_with("HTTP/1.1 405"));
}

#[test]
fn others_need_the_token() {
    let server = Server::start(&["--host", "127.0.0.1"]);
    let origin = format!("http://{}", server.host);
    assert!(server.query.starts_with("token=") && server.query.len() > 30, "{}", server.query);
    assert!(server.page_from(&origin, &format!("?{}", server.query)).is_ok());
    for wrong in ["", "?token=", "?token=0", &format!("?{}0", server.query), &format!("?x{}", server.query)] {
        assert!(server.page_from(&origin, wrong).is_err(), "{wrong}");
    }
}

#[test]
fn no_path_leads_out_of_the_folder() {
    let outside = tempfile::tempdir().unwrap();
    let secret = outside.path().join("secret.pddl");
    fs::write(&secret, "; secret").unwrap();
    let server = Server::start(&[]);
    let inside = server.folder.path();
    fs::create_dir(inside.join(".hidden")).unwrap();
    fs::write(inside.join(".hidden/h.pddl"), "; secret").unwrap();
    fs::write(inside.join("key.pem"), "; secret").unwrap();
    let mut paths: Vec<String> = [
        "../secret.pddl",
        "a/../../secret.pddl",
        "/etc/passwd",
        "%2e%2e/secret.pddl",
        "",
        ".",
        "..%2fsecret.pddl",
        "..\\secret.pddl",
        "C:\\secret.pddl",
        "c:secret.pddl",
        ".hidden/h.pddl",
        "key.pem",
        "./..",
        "a\u{0}.pddl",
        "//etc/x.pddl",
        "~/x.pddl",
        "new/deep/x.pddl",
        "-",
        "/dev/stdin",
    ]
    .map(str::to_owned)
    .to_vec();
    paths.push(secret.to_str().unwrap().to_owned());
    #[cfg(unix)]
    {
        use std::os::unix::fs::symlink;
        symlink(&secret, inside.join("link.pddl")).unwrap();
        symlink(outside.path(), inside.join("door")).unwrap();
        symlink(outside.path().join("none.pddl"), inside.join("dangling.pddl")).unwrap();
        symlink(inside.join("key.pem"), inside.join("key.pddl")).unwrap();
        let links = ["link.pddl", "door/secret.pddl", "door/new.pddl", "dangling.pddl", "key.pddl"];
        paths.extend(links.map(str::to_owned));
    }
    let mut page = server.page();
    for path in &paths {
        for request in ["banto/open", "banto/seen", "banto/save"] {
            page.refused(request, &json!({ "path": path, "text": "; mine", "version": null }));
        }
        let answer = server.get(&format!("/{path}"), "");
        assert!(!answer.starts_with("HTTP/1.1 200") || path.is_empty() || path == ".", "{path}: {answer}");
    }
    let listed = page.ask("banto/files", &json!({})).to_string();
    assert!(!listed.contains("secret") && !listed.contains("h.pddl") && !listed.contains("key"), "{listed}");
    // Nor can the language server or a run be sent there.
    let document = json!({ "uri": format!("file://{}", secret.display()), "languageId": "pddl", "version": 1, "text": "" });
    page.refused("textDocument/didOpen", &json!({ "textDocument": document }));
    page.refused("workspace/symbol", &json!({ "query": "" }));
    page.refused(
        "workspace/executeCommand",
        &json!({ "command": "banto.plan", "arguments": ["banto:/problem.pddl"] }),
    );
    let arguments = json!({ "domain": secret.to_str().unwrap(), "problem": "../secret.pddl" });
    let done = page.ask("banto/run", &json!({ "name": "check", "arguments": arguments }));
    assert!(done["code"] == 31 && !done["err"].to_string().contains("; secret"), "{done}");
    assert_eq!(fs::read_to_string(&secret).unwrap(), "; secret");
    assert_eq!(fs::read_dir(outside.path()).unwrap().count(), 1);
}

/// Pseudo-random numbers.
struct Dice(u64);

impl Dice {
    fn below(&mut self, most: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap() % most.max(1)
    }

    /// A text with some bytes changed, removed, doubled or moved.
    fn mutated(&mut self, text: &[u8]) -> Vec<u8> {
        let mut bytes = text.to_vec();
        for _ in 0..=self.below(4) {
            let at = self.below(bytes.len() + 1);
            match self.below(5) {
                0 => bytes.insert(at, u8::try_from(self.below(256)).unwrap()),
                1 if at < bytes.len() => drop(bytes.remove(at)),
                2 if at < bytes.len() => bytes[at] ^= 1 << self.below(8),
                3 => bytes.truncate(at.max(1)),
                _ => {
                    let part = bytes[at..(at + self.below(20)).min(bytes.len())].to_vec();
                    bytes.splice(at..at, part);
                }
            }
        }
        bytes
    }
}

#[test]
fn mutated_requests_and_messages_do_no_harm() {
    let outside = tempfile::tempdir().unwrap();
    let server = Server::start(&["--time-limit", "1s", "--memory-limit", "256MiB"]);
    fs::write(server.folder.path().join("d.pddl"), "(define (domain d))").unwrap();
    let key = "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n";
    let host = &server.host;
    let requests = [
        format!("GET / HTTP/1.1\r\nHost: {host}\r\nAccept: */*\r\n\r\n"),
        format!("GET /document/0123?a=b HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\n\r\n"),
        format!("GET /socket HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\n{key}\r\n"),
    ];
    let messages = [
        json!({ "jsonrpc": "2.0", "id": 1, "method": "banto/open", "params": { "path": "../d.pddl" } }),
        json!({ "jsonrpc": "2.0", "id": 2, "method": "banto/save", "params": { "path": "../x/../d.pddl", "text": "x", "version": null } }),
        json!({ "jsonrpc": "2.0", "id": 3, "method": "banto/run", "params": { "name": "check", "arguments": { "domain": "(define (domain d))", "problem": "(" } } }),
        json!({ "jsonrpc": "2.0", "id": 4, "method": "initialize", "params": { "rootUri": "file:///", "capabilities": {} } }),
        json!({ "jsonrpc": "2.0", "method": "textDocument/didOpen", "params": { "textDocument": { "uri": "banto:/domain.pddl", "languageId": "pddl", "version": 1, "text": "(define (domain d) (:predicates (p ?x)))" } } }),
        json!({ "jsonrpc": "2.0", "method": "textDocument/didChange", "params": { "textDocument": { "uri": "banto:/domain.pddl", "version": 2 }, "contentChanges": [{ "range": { "start": { "line": 0, "character": 3 }, "end": { "line": 0, "character": 9 } }, "text": "(" }] } }),
        json!({ "jsonrpc": "2.0", "id": 5, "method": "textDocument/completion", "params": { "textDocument": { "uri": "banto:/domain.pddl" }, "position": { "line": 0, "character": 3 } } }),
        json!({ "jsonrpc": "2.0", "method": "$/cancelRequest", "params": { "id": 3 } }),
    ]
    .map(|message| message.to_string());
    let seeds = seeds(200, 10_000);
    tell(&format!("{} mutated requests, and as many messages", seeds.end - seeds.start));
    let origin = format!("http://{host}");
    let mut page = None;
    for seed in seeds {
        let mut dice = Dice(seed);
        let request = requests[dice.below(requests.len())].as_bytes();
        let bytes = dice.mutated(request);
        let mut stream = server.connect();
        let _ = stream.write_all(&bytes);
        // Not all are complete; the server waits for the rest of those.
        stream.set_read_timeout(Some(Duration::from_millis(20))).unwrap();
        let _ = stream.read(&mut [0; 256]);
        let message = messages[dice.below(messages.len())].as_bytes();
        let message = dice.mutated(message);
        let open = page.get_or_insert_with(|| server.page_from(&origin, "").unwrap());
        let sent = match String::from_utf8(message) {
            Ok(text) => open.socket.send(Message::text(text)),
            Err(error) => open.socket.send(Message::binary(error.into_bytes())),
        };
        // Some end the conversation, as they should; another page is opened.
        if sent.is_err() || seed % 50 == 49 {
            page = None;
        }
    }
    drop(page);
    let mut page = server.page();
    assert_eq!(page.ask("banto/open", &json!({ "path": "d.pddl" }))["text"], "(define (domain d))");
    assert_eq!(fs::read_dir(outside.path()).unwrap().count(), 0);
    assert!(peak(&server) < 300 << 20, "{} bytes", peak(&server));
}

/// The most memory of a server, where the system tells.
fn peak(server: &Server) -> u64 {
    let status = fs::read_to_string(format!("/proc/{}/status", server.child.id())).unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.and_then(|line| line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok()).unwrap_or(0) << 10
}

#[test]
fn silent_and_long_connections_keep_nobody_waiting() {
    let server = Server::start(&[]);
    let silent: Vec<_> = (0..200)
        .map(|number| {
            let mut stream = server.connect();
            if number % 2 == 0 {
                let _ = stream.write_all(b"GET / HTTP/1.1\r\nHos");
            }
            stream
        })
        .collect();
    let mut page = server.page();
    let start = Instant::now();
    for _ in 0..10 {
        assert!(server.get("/", "").starts_with("HTTP/1.1 200"));
        page.ask("banto/here", &Value::Null);
    }
    let each = start.elapsed() / 20;
    assert!(each < Duration::from_millis(400), "{each:?}");
    // They are cut off.
    for mut stream in silent {
        stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
        let mut rest = Vec::new();
        let _ = stream.read_to_end(&mut rest);
        assert!(rest.is_empty());
    }
    let long = format!("GET / HTTP/1.1\r\nHost: {}\r\nX: {}\r\n\r\n", server.host, "x".repeat(1 << 20));
    assert!(!server.send(long.as_bytes()).starts_with("HTTP/1.1 200"));
    let mut open = server.page();
    let _ = open.socket.send(Message::text("x".repeat(20 << 20)));
    while open.socket.read().is_ok() {}
    // Nor are there more pages or runs than it can bear.
    let pages: Vec<_> =
        (0..40).map_while(|_| server.page_from(&format!("http://{}", server.host), "").ok()).collect();
    assert!(pages.len() < 40, "{}", pages.len());
    let run = json!({ "name": "check", "arguments": { "domain": "(define (domain d))", "problem": "(" } });
    let ids: Vec<i64> = (0..40).map(|_| page.begin("banto/run", &run)).collect();
    let answers: Vec<Value> = ids
        .iter()
        .map(|_| {
            loop {
                let message = page.hear();
                if message["method"].is_null() {
                    break message;
                }
            }
        })
        .collect();
    assert!(answers.iter().any(|one| one["error"]["message"].to_string().contains("too many runs")));
    assert!(answers.iter().any(|one| one["result"]["code"] == 31));
    assert!(peak(&server) < 300 << 20, "{} bytes", peak(&server));
}
