//! `banto mcp` beside its tools: which files it reads, where it writes, and what is left when it ends.
//!
//! In: messages. Out: answers; the folders that a home and the system's temporary folder have. What the tools say is
//! held by `python/tests`.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::command::{interrupt, program};

/// A server, and who speaks to it.
struct Client {
    child: Child,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
    next: u64,
}

impl Client {
    /// A server in a folder, with a cache and a folder for temporary files.
    fn start(folder: &Path, cache: &Path, temporary: &Path, flags: &[&str]) -> Self {
        let mut command = program();
        command.current_dir(folder).env("XDG_CACHE_HOME", cache).env("TMPDIR", temporary);
        command.arg("mcp").args(flags).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = command.spawn().unwrap();
        let (input, output) = (child.stdin.take(), BufReader::new(child.stdout.take().unwrap()));
        let mut client = Self { child, input, output, next: 0 };
        client.ask("ping", &json!({}));
        client
    }

    fn begin(&mut self, method: &str, params: &Value) -> u64 {
        self.next += 1;
        let message = json!({ "jsonrpc": "2.0", "id": self.next, "method": method, "params": params });
        writeln!(self.input.as_mut().unwrap(), "{message}").unwrap();
        self.next
    }

    fn hear(&mut self) -> Value {
        let mut line = String::new();
        self.output.read_line(&mut line).unwrap();
        serde_json::from_str(&line).unwrap()
    }

    fn ask(&mut self, method: &str, params: &Value) -> Value {
        self.begin(method, params);
        self.hear()["result"].take()
    }

    fn begin_call(&mut self, tool: &str, arguments: &Value) -> u64 {
        self.begin("tools/call", &json!({ "name": tool, "arguments": arguments }))
    }

    /// What a tool says.
    fn call(&mut self, tool: &str, arguments: &Value) -> String {
        self.begin_call(tool, arguments);
        self.hear()["result"]["content"][0]["text"].as_str().unwrap_or_default().to_owned()
    }

    /// Begins a call that takes long; waits until its process has its folder.
    fn call_long(&mut self, place: &Path) {
        let before = calls(place);
        self.begin_call("sokoban_solve", &json!({ "level": LONG, "optimal": "moves" }));
        let until = Instant::now() + Duration::from_secs(20);
        while calls(place) == before {
            assert!(Instant::now() < until, "the call does not begin");
            std::thread::sleep(Duration::from_millis(10));
        }
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A level whose fewest moves take long to prove.
const LONG: &str = "\
############
#          #
# $ $ $ $  #
#  @       #
# $ $ $ $  #
#          #
# ........ #
#          #
############";

/// How many calls have their texts in the folders of a place.
fn calls(place: &Path) -> usize {
    let inside = |one: std::path::PathBuf| fs::read_dir(one).into_iter().flatten().flatten();
    folders(place).into_iter().flat_map(inside).filter(|one| one.path().join("level").exists()).count()
}

/// The folders of servers in a place.
fn folders(place: &Path) -> Vec<std::path::PathBuf> {
    let all = fs::read_dir(place).into_iter().flatten().flatten().map(|one| one.path());
    all.filter(|one| one.file_name().unwrap().to_string_lossy().starts_with("banto")).collect()
}

/// A folder to start in, a cache and a folder for temporary files.
fn places() -> [tempfile::TempDir; 3] {
    [(); 3].map(|()| tempfile::tempdir().unwrap())
}

#[test]
fn a_server_leaves_nothing_however_it_ends() {
    let [folder, cache, temporary] = places();
    let own = cache.path().join("banto-mcp");
    let start = || Client::start(folder.path(), cache.path(), temporary.path(), &[]);
    let mut client = start();
    client.call("check", &json!({ "domain": "(define (domain d))" }));
    client.input = None;
    client.child.wait().unwrap();
    assert_eq!(fs::read_dir(&own).unwrap().count(), 0, "after the end of the input");
    if !cfg!(unix) {
        return;
    }
    for signal in ["-INT", "-TERM", "-HUP"] {
        let mut client = start();
        client.call_long(&own);
        let begun = Instant::now();
        interrupt(&client.child, signal);
        client.child.wait().unwrap();
        assert!(begun.elapsed() < Duration::from_secs(2), "{signal}: {:?}", begun.elapsed());
        assert_eq!(fs::read_dir(&own).unwrap().count(), 0, "after {signal}");
    }
    let mut living = start();
    living.call("check", &json!({ "domain": "(define (domain d))" }));
    let mut killed = start();
    killed.call_long(&own);
    killed.child.kill().unwrap();
    killed.child.wait().unwrap();
    assert_eq!(folders(&own).len(), 2, "a killed server cannot clean up");
    let mut next = start();
    assert_eq!(folders(&own).len(), 2, "the next one does so, and leaves those that live");
    for client in [&mut living, &mut next] {
        assert!(client.call("check", &json!({ "domain": "(define (domain d))" })).contains("\"status\""));
    }
    assert_eq!(fs::read_dir(temporary.path()).unwrap().count(), 0);
}

#[test]
#[cfg(unix)]
fn nobody_else_looks_into_the_folder_of_a_server() {
    use std::os::unix::fs::PermissionsExt;
    let [folder, cache, temporary] = places();
    // No folder can be made in what is a file, whoever asks.
    let none = cache.path().join("none");
    fs::write(&none, "").unwrap();
    for (cache, place) in
        [(cache.path(), cache.path().join("banto-mcp")), (&none, temporary.path().to_owned())]
    {
        let mut clients: Vec<Client> =
            (0..2).map(|_| Client::start(folder.path(), cache, temporary.path(), &[])).collect();
        for client in &mut clients {
            client.call_long(&place);
        }
        let found = folders(&place);
        assert_eq!(found.len(), 2, "{found:?}");
        for one in &found {
            assert_eq!(fs::metadata(one).unwrap().permissions().mode() & 0o777, 0o700, "{one:?}");
            let name = one.file_name().unwrap().to_string_lossy();
            let numbers = clients.iter().map(|client| client.child.id().to_string());
            assert!(!numbers.into_iter().any(|number| name.contains(&format!("{number}-"))), "{name}");
        }
    }
}

#[test]
fn files_are_read_within_limits() {
    let [folder, cache, temporary] = places();
    let inside = folder.path();
    let huge = fs::File::create(inside.join("huge.pddl")).unwrap();
    huge.set_len(4 << 30).unwrap();
    fs::write(inside.join(".env"), "SECRET=1").unwrap();
    fs::create_dir(inside.join(".git")).unwrap();
    fs::write(inside.join(".git/d.pddl"), "(define (domain secret))").unwrap();
    fs::write(inside.join("d.pddl"), "(define (domain d))").unwrap();
    let mut wrong = vec![
        ("huge.pddl", "it has more than 32 MiB"),
        (".env", "hidden"),
        (".git/d.pddl", "hidden"),
        ("./.git/../d.pddl", "hidden"),
        (".git/../.env", "hidden"),
    ];
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink(".env", inside.join("link")).unwrap();
        std::process::Command::new("mkfifo").arg(inside.join("pipe")).status().unwrap();
        wrong.extend([("link", "hidden"), ("pipe", "is not a file"), ("/dev/zero", "outside")]);
    }
    let flags = ["--memory-limit", "256MiB", "--time-limit", "5s"];
    let mut client = Client::start(inside, cache.path(), temporary.path(), &flags);
    for (path, why) in wrong {
        let begun = Instant::now();
        let said = client.call("check", &json!({ "domain": path }));
        assert!(said.contains(why) && !said.contains("SECRET"), "{path}: {said}");
        assert!(begun.elapsed() < Duration::from_secs(3), "{path}: {:?}", begun.elapsed());
    }
    assert!(client.call("check", &json!({ "domain": "d.pddl" })).contains("\"status\""));
    let absolute = inside.join("d.pddl");
    assert!(client.call("check", &json!({ "domain": absolute })).contains("\"status\""));
}

/// The revision of 2025-03-26 demands batches, which the others have not.
#[test]
fn no_revision_is_agreed_to_that_is_not_kept() {
    let [folder, cache, temporary] = places();
    let mut client = Client::start(folder.path(), cache.path(), temporary.path(), &[]);
    for (asked, wanted) in [
        ("2024-11-05", "2024-11-05"),
        ("2025-03-26", "2024-11-05"),
        ("2025-06-18", "2025-06-18"),
        ("2025-11-25", "2025-11-25"),
        ("2099-01-01", "2025-11-25"),
        ("", "2025-11-25"),
    ] {
        let greeting = client.ask("initialize", &json!({ "protocolVersion": asked }));
        assert_eq!(greeting["protocolVersion"], wanted, "{asked}");
    }
}
