//! Whom the workbench answers, which files it touches, and what it withstands.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
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
    // Far less than the silent ones may take, also on a machine that is busy with other tests.
    assert!(each < Duration::from_secs(1), "{each:?}");
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

/// Who sends a byte now and then is cut off, however many they are, and gives way to who asks for something.
#[test]
fn connections_that_drip_keep_nobody_out() {
    let server = Server::start(&[]);
    let host = server.host.clone();
    let (is_over, open) = (AtomicBool::new(false), AtomicUsize::new(0));
    std::thread::scope(|scope| {
        scope.spawn(|| {
            let drip = || {
                let mut stream = std::net::TcpStream::connect(&host).ok()?;
                stream.write_all(b"no request\r\n\r\n").ok()?;
                Some(stream)
            };
            let mut drops = Vec::new();
            while !is_over.load(Ordering::Relaxed) {
                // A few at a time, so that none has to wait for its next byte.
                drops.extend((0..10).filter(|_| open.load(Ordering::Relaxed) < 430).filter_map(|_| drip()));
                open.fetch_add(10, Ordering::Relaxed);
                std::thread::sleep(Duration::from_millis(80));
                drops.retain_mut(|stream| stream.write_all(b"x").is_ok());
            }
        });
        while open.load(Ordering::Relaxed) < 450 {
            std::thread::sleep(Duration::from_millis(10));
        }
        let slow: Vec<_> = (0..3)
            .filter_map(|_| {
                let start = Instant::now();
                let is_answered = server.get("/", "").starts_with("HTTP/1.1 200");
                (!is_answered || start.elapsed() > Duration::from_secs(2)).then_some(start.elapsed())
            })
            .collect();
        is_over.store(true, Ordering::Relaxed);
        assert!(slow.is_empty(), "not answered, or slowly: {slow:?}");
    });
}

/// What a message asks for is not done in the server, and is refused if it is too much.
#[test]
fn a_message_costs_the_server_little() {
    let server = Server::start(&["--time-limit", "3s", "--memory-limit", "256MiB"]);
    let mut page = server.page();
    let texts = |number: usize| json!({ "texts": vec!["#"; number] });
    let said = page.refused("banto/boards", &texts(3_000_000));
    assert!(said.contains("a message of 30000") && said.contains("100000"), "{said}");
    assert_eq!(page.ask("banto/boards", &texts(1_000)).as_array().unwrap().len(), 1_000);
    let level = "####\n#@$.#\n####\n\n".repeat(700_000);
    page.refused("banto/known", &json!({ "level": level }));
    // When the page is closed, so is all that works for it.
    let predicates = "(p)".repeat(1_000_000);
    let text = format!("(define (domain d) (:predicates {predicates}))");
    page.ask("initialize", &json!({ "capabilities": {} }));
    let document = json!({ "uri": "banto:/domain.pddl", "languageId": "pddl", "version": 1, "text": text });
    page.tell("textDocument/didOpen", &json!({ "textDocument": document }));
    page.begin("banto/known", &json!({ "level": level }));
    std::thread::sleep(Duration::from_millis(300));
    drop(page);
    let is_quiet = || {
        let before = busy(&server);
        std::thread::sleep(Duration::from_millis(500));
        before
            .zip(busy(&server))
            .is_none_or(|((_, before), (children, after))| children == 0 && after - before < 20)
    };
    assert!((0..40).any(|_| is_quiet()), "it goes on: {:?}", busy(&server));
    assert!(peak(&server) < 300 << 20, "{} bytes", peak(&server));
}

/// Who asks for much and does not listen is not answered for long.
#[test]
#[cfg(target_os = "linux")]
fn answers_that_nobody_reads_cost_little() {
    let server = Server::start(&[]);
    let text = format!("; {}\n", "much ".repeat(1 << 20));
    fs::write(server.folder.path().join("much.pddl"), text).unwrap();
    let mut page = server.page();
    for _ in 0..150 {
        page.begin("banto/open", &json!({ "path": "much.pddl" }));
    }
    drop(page);
    std::thread::sleep(Duration::from_secs(3));
    assert!(peak(&server) < 200 << 20, "{} bytes", peak(&server));
}

/// How many processes a server has, and how long it has worked itself, in hundredths of a second.
fn busy(server: &Server) -> Option<(usize, u64)> {
    let process = server.child.id();
    let tasks = fs::read_dir(format!("/proc/{process}/task")).ok()?.flatten();
    let children = tasks.filter_map(|task| fs::read_to_string(task.path().join("children")).ok());
    let children = children.map(|all| all.split_whitespace().count()).sum();
    let stat = fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    let mut fields = stat.rsplit_once(')')?.1.split_whitespace().skip(11);
    let time = fields.next()?.parse::<u64>().ok()? + fields.next()?.parse::<u64>().ok()?;
    Some((children, time))
}

/// Browsers leave the port out where it is that of every address.
#[test]
fn the_usual_port_needs_no_name() {
    let folder = tempfile::tempdir().unwrap();
    let mut command = crate::command::program();
    command.args(["serve", folder.path().to_str().unwrap(), "--no-open", "--port", "80"]);
    let mut child =
        command.stdout(std::process::Stdio::piped()).stderr(std::process::Stdio::null()).spawn().unwrap();
    let mut line = String::new();
    let _ = BufReader::new(child.stdout.take().unwrap()).read_line(&mut line);
    if line.is_empty() {
        tell("skipped: the port 80 cannot be had here");
    }
    let ask = |host: &str| {
        let mut stream = std::net::TcpStream::connect("127.0.0.1:80").unwrap();
        let _ = write!(stream, "GET / HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\n\r\n");
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        String::from_utf8_lossy(&answer).split(' ').nth(1).unwrap_or_default().to_owned()
    };
    let hosts = ["127.0.0.1", "localhost", "[::1]", "127.0.0.1:80", "evil.example", "127.0.0.1:81"];
    let said: Vec<String> = hosts.into_iter().filter(|_| !line.is_empty()).map(ask).collect();
    let _ = child.kill();
    let _ = child.wait();
    assert!(line.is_empty() || said == ["200", "200", "200", "200", "403", "403"], "{said:?}");
}

/// A link that takes the place of a folder while a file is opened leads nowhere.
#[test]
#[cfg(unix)]
fn links_that_change_meanwhile_lead_nowhere() {
    let outside = tempfile::tempdir().unwrap();
    fs::write(outside.path().join("x.pddl"), "; secret").unwrap();
    let server = Server::start(&[]);
    let inside = server.folder.path();
    fs::create_dir(inside.join("folder")).unwrap();
    fs::write(inside.join("folder/x.pddl"), "; mine").unwrap();
    std::os::unix::fs::symlink(outside.path(), inside.join("link")).unwrap();
    let is_over = AtomicBool::new(false);
    std::thread::scope(|scope| {
        let exchange = || {
            let [one, link, other] = ["folder", "link", "other"].map(|name| inside.join(name));
            while !is_over.load(Ordering::Relaxed) {
                for (from, to) in [(&one, &other), (&link, &one), (&one, &link), (&other, &one)] {
                    fs::rename(from, to).unwrap();
                }
            }
        };
        scope.spawn(exchange);
        let mut page = server.page();
        let mut opened = 0;
        for _ in 0..if crate::cases::is_long() { 50_000 } else { 4_000 } {
            let id = page.begin("banto/open", &json!({ "path": "folder/x.pddl" }));
            let answer = page.end(id);
            let text = answer["result"]["text"].as_str();
            opened += usize::from(text.is_some());
            if text.is_some_and(|text| text != "; mine") {
                is_over.store(true, Ordering::Relaxed);
                panic!("{answer}");
            }
        }
        is_over.store(true, Ordering::Relaxed);
        assert!(opened > 0);
    });
}
