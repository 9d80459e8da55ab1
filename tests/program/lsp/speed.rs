//! Keystrokes in large problems: how long until the diagnostics are there, and that memory stays flat. Long work that
//! is canceled.
//!
//! In: sizes. Out: medians of the server's processor time, which other programs do not change. By default the texts are
//! small, and only that the answers are right and memory is flat is checked; `BANTO_LONG=1` measures 1 MB and 10 MB
//! (in a release build) and checks the limits.

use std::fmt::Write;
use std::fs;

use serde_json::{Value, json};

use crate::cases;
use crate::client::Client;
use crate::command::{program, written};

const DOMAIN: &str = "(define (domain roads)
  (:requirements :typing)
  (:types place truck)
  (:predicates (road ?a ?b - place) (at ?t - truck ?p - place))
  (:action drive
    :parameters (?t - truck ?a ?b - place)
    :precondition (and (at ?t ?a) (road ?a ?b))
    :effect (and (not (at ?t ?a)) (at ?t ?b))))
";

/// A problem of about so many bytes, and the line of a fact in its middle.
fn problem(bytes: usize) -> (String, usize) {
    let facts = bytes / 29;
    let places = facts.isqrt().max(10) + 1;
    let mut text = String::from("(define (problem big)\n  (:domain roads)\n  (:objects\n");
    (0..places).for_each(|number| writeln!(text, "    place{number} - place truck{number} - truck").unwrap());
    text.push_str("  )\n  (:init\n");
    for number in 0..facts {
        let (from, to) = (number / places, number % places);
        writeln!(text, "    (road place{from} place{to})").unwrap();
    }
    (0..places).for_each(|number| writeln!(text, "    (at truck{number} place{number})").unwrap());
    text.push_str("  )\n  (:goal (at truck0 place1)))\n");
    (text, places + 5 + facts / 2)
}

/// The processor time of a process so far, in milliseconds.
fn processor_time(process: u32) -> Option<f64> {
    // In nanoseconds, of the first thread: the one that reads and checks.
    let stat = fs::read_to_string(format!("/proc/{process}/schedstat")).ok()?;
    Some(stat.split(' ').next()?.parse::<f64>().ok()? / 1e6)
}

/// The resident memory of a process in bytes.
fn memory(process: u32) -> Option<usize> {
    let stat = fs::read_to_string(format!("/proc/{process}/statm")).ok()?;
    Some(stat.split(' ').nth(1)?.parse::<usize>().ok()? * 4096)
}

/// Types a letter into a name and takes it back; gives the median processor time of a keystroke in milliseconds.
fn typed(client: &mut Client, line: usize, keystrokes: usize) -> Option<f64> {
    let at = |character: u32| json!({ "line": line, "character": character });
    let mut times = Vec::new();
    for number in 0..keystrokes {
        let before = processor_time(client.process());
        let adds = number % 2 == 0;
        let range = json!({ "start": at(10), "end": at(if adds { 10 } else { 11 }) });
        client.change("big.pddl", &range, if adds { "x" } else { "" });
        let found = client.diagnostics("big.pddl");
        let wanted: &[&str] = if adds { &["E0203"] } else { &[] };
        let codes: Vec<&str> = found.iter().filter_map(|fault| fault["code"].as_str()).collect();
        assert_eq!(codes, wanted, "keystroke {number}");
        client.heard.clear();
        times.extend(processor_time(client.process()).zip(before).map(|(after, before)| after - before));
    }
    times.sort_by(f64::total_cmp);
    times.get(times.len() / 2).copied()
}

fn with_problem(bytes: usize) -> (Client, usize) {
    let mut client = Client::start(&Value::Null);
    fs::write(client.path("domain.pddl"), DOMAIN).unwrap();
    let (text, line) = problem(bytes);
    client.open("big.pddl", &text);
    assert_eq!(client.diagnostics("big.pddl"), Vec::<Value>::new());
    (client, line)
}

#[test]
fn keystrokes_in_large_problems_are_answered_soon() {
    let sizes: &[(usize, f64)] =
        if cases::is_long() { &[(1_000_000, 50.0), (10_000_000, 500.0)] } else { &[(50_000, 1_000.0)] };
    for (bytes, limit) in sizes {
        let (mut client, line) = with_problem(*bytes);
        let Some(median) = typed(&mut client, line, 21) else {
            cases::tell("skipped: the processor time of a process cannot be read here");
            return;
        };
        cases::tell(&format!("a keystroke in {bytes} bytes: {median:.1} ms of processor time"));
        assert!(median <= *limit, "{median} ms for {bytes} bytes");
        client.end();
    }
}

#[test]
fn memory_stays_flat_over_many_edits() {
    let (mut client, line) = with_problem(100_000);
    let edits = if cases::is_long() { 10_000 } else { 400 };
    typed(&mut client, line, edits / 10);
    let Some(before) = memory(client.process()) else { return };
    typed(&mut client, line, edits);
    let after = memory(client.process()).unwrap();
    cases::tell(&format!("{edits} edits: {before} bytes before, {after} after"));
    assert!(after < before + before / 10 + (4 << 20), "{before} bytes before, {after} after");
    client.end();
}

#[test]
fn long_work_that_is_canceled_is_answered_soon() {
    // Reading these texts again takes longer than a message does, so the work is canceled before its end.
    for (number, command) in ["banto.plan", "banto.step", "banto.why"].into_iter().enumerate() {
        let (mut client, _) = with_problem(2_000_000);
        let token = json!("mine");
        let params =
            json!({ "command": command, "arguments": [client.uri("big.pddl")], "workDoneToken": token });
        let id = client.begin("workspace/executeCommand", &params);
        if number % 2 == 0 {
            client.tell("$/cancelRequest", &json!({ "id": id }));
        } else {
            client.tell("window/workDoneProgress/cancel", &json!({ "token": token }));
        }
        let start = std::time::Instant::now();
        let answer = client.answer(id);
        assert_eq!(answer["error"]["code"], -32800, "{command}: {answer}");
        assert!(start.elapsed().as_secs() < 5, "{command} took {:?}", start.elapsed());
        client.end();
    }
}

/// In an editor, and on the command line, which shows all.
#[test]
fn a_long_line_takes_as_long_as_many_short_ones() {
    let text =
        |between: &str| format!("(define (domain d) (:predicates {}))", vec!["(p)"; 15_000].join(between));
    let edited = |text: &str| {
        let mut client = Client::start(&Value::Null);
        let before = processor_time(client.process());
        client.open("d.pddl", text);
        let found = client.diagnostics("d.pddl");
        assert_eq!(found.len(), 1_001);
        assert!(found[1_000]["message"].as_str().unwrap().starts_with("and 13999 more"), "{}", found[1_000]);
        let taken = processor_time(client.process()).zip(before).map(|(after, before)| after - before);
        client.end();
        taken
    };
    let folder = tempfile::tempdir().unwrap();
    let checked = |text: &str| {
        let path = written(folder.path(), "d.pddl", text);
        let mut child = program()
            .args(["check", "--message-format", "json", &path])
            .stderr(std::process::Stdio::piped())
            .stdout(std::process::Stdio::null())
            .spawn()
            .unwrap();
        std::io::copy(&mut child.stderr.take().unwrap(), &mut std::io::sink()).unwrap();
        let taken = processor_time(child.id());
        child.wait().unwrap();
        taken
    };
    let (short, long) = (text(&format!("\n{}", " ".repeat(400))), text(&format!(" {}", " ".repeat(400))));
    for (short, long) in [(edited(&short), edited(&long)), (checked(&short), checked(&long))] {
        let Some((short, long)) = short.zip(long) else { return };
        cases::tell(&format!("{long:.0} ms for one line, {short:.0} ms for many"));
        assert!(long < 2.0 * short, "{long} ms for one line, {short} ms for many");
    }
}
