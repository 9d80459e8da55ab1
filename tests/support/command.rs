//! The program as a test runs it.
//!
//! In: arguments, and lines of input where a command reads some. Out: the exit code and what was printed. Knows no
//! command.
#![allow(dead_code, reason = "each test that includes this module uses a part of it")]

use std::io::Write;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

/// How much longer than its limit, or than a signal, a command may take: a second, and one more for a machine that is
/// busy with other things.
pub const SLACK: Duration = Duration::from_secs(2);

/// Whether what documents show is to be written instead of compared.
pub fn overwrites() -> bool {
    std::env::var("BANTO_DOCUMENTS").is_ok_and(|value| value == "overwrite")
}

/// The program in the root of the project, with no input, no wish about colors, and no solutions of
/// earlier games; where documents are written, the one that `BANTO` names, since they show times.
pub fn program() -> Command {
    let named = std::env::var("BANTO").ok().filter(|_| overwrites());
    let mut command = Command::new(named.unwrap_or_else(|| env!("CARGO_BIN_EXE_banto").to_owned()));
    command
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .env_remove("NO_COLOR")
        .env("BANTO_SOLUTIONS", "")
        .stdin(Stdio::null());
    command
}

pub fn banto(arguments: &[&str]) -> Output {
    program().args(arguments).output().unwrap()
}

/// Runs the program with these lines as its input.
pub fn banto_with(arguments: &[&str], input: &str) -> Output {
    let piped = || Stdio::piped();
    let mut child = program().args(arguments).stdin(piped()).stdout(piped()).stderr(piped()).spawn().unwrap();
    // A program that ends early reads no more.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    child.wait_with_output().unwrap()
}

pub fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

/// Writes a file into a folder; gives its path.
pub fn written(folder: &Path, name: &str, content: &str) -> String {
    let path = folder.join(name);
    std::fs::write(&path, content).unwrap();
    path.to_str().unwrap().to_owned()
}

/// Runs a child to its end; gives its exit code, the most memory that was seen, and its time.
pub fn watch(mut child: Child) -> (Option<i32>, u64, Duration) {
    let start = Instant::now();
    let mut peak = 0;
    loop {
        let status = status(&child.id().to_string());
        let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let kilobytes = line.and_then(|line| line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok());
        peak = peak.max(kilobytes.unwrap_or(0) << 10);
        if let Some(ended) = child.try_wait().unwrap() {
            return (ended.code(), peak, start.elapsed());
        }
        assert!(start.elapsed() < Duration::from_mins(1), "does not end");
        std::thread::sleep(Duration::from_millis(3));
    }
}

/// Sends a signal such as `-INT` to a child. Does nothing where the child has ended. What runs in the background
/// inherits that some signals are ignored, and the program keeps to that: it is sent another one then. A child that
/// has only just begun, on a busy machine, would be killed instead of told: it is waited for.
pub fn interrupt(child: &Child, signal: &str) {
    let number = |name| match name {
        "-HUP" => Some(1),
        "-INT" => Some(2),
        "-TERM" => Some(15),
        _ => None,
    };
    let holds = |process: &str, mask, signal| {
        let mask = status(process)
            .lines()
            .find_map(|line| line.strip_prefix(mask))
            .map(str::trim)
            .map(str::to_owned);
        let mask = mask.and_then(|mask| u64::from_str_radix(&mask, 16).ok());
        number(signal).zip(mask).map(|(number, mask): (u32, u64)| mask >> (number - 1) & 1 == 1)
    };
    let signal = if holds("self", "SigIgn:", signal) == Some(true) { "-TERM" } else { signal };
    let begun = Instant::now();
    while holds(&child.id().to_string(), "SigCgt:", signal) == Some(false)
        && begun.elapsed() < Duration::from_secs(20)
    {
        std::thread::sleep(Duration::from_millis(3));
    }
    let _ = Command::new("kill").args([signal, &child.id().to_string()]).stderr(Stdio::null()).status();
}

/// What Linux says of a process; nothing elsewhere, and of a process that is gone.
fn status(process: &str) -> String {
    std::fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default()
}

/// A page needs nothing else, and every tag of it is closed in its order; what stands in scripts and styles is not
/// looked at for that.
pub fn assert_page(page: &str) {
    for foreign in ["http:", "https:", "//cdn", "src=", "@import", "url(", "<link"] {
        assert!(!page.contains(foreign), "{foreign}");
    }
    let mut open: Vec<&str> = Vec::new();
    let mut rest = page.strip_prefix("<!DOCTYPE html>").expect("a page begins with its type");
    while let Some(start) = rest.find('<') {
        let end = start + rest[start..].find('>').expect("every tag ends");
        let tag = &rest[start + 1..end];
        rest = &rest[end + 1..];
        if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(open.pop(), Some(name), "before {}", &rest[..rest.len().min(80)]);
        } else if !tag.ends_with('/') {
            let name = tag.split_whitespace().next().unwrap();
            assert!(name.chars().all(|one| one.is_ascii_alphanumeric()), "{tag}");
            assert_eq!(tag.matches('"').count() % 2, 0, "{tag}");
            open.push(name);
            if name == "script" || name == "style" {
                rest = &rest[rest.find(&format!("</{name}>")).expect("it ends")..];
            }
        }
    }
    assert!(open.is_empty(), "{open:?}");
}
