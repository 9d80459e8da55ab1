//! The pictures of the README are what the program shows: a solved level, the game in a terminal, and a text in an
//! editor that speaks to the language server.
//!
//! In: the program. Out: files in `docs/pictures/`, compared, or written with `BANTO_DOCUMENTS=overwrite`. Pages are
//! drawn by a browser; `tests/program/pictures.rs` takes their pictures.

use std::fmt::Write as _;
use std::fs;
use std::io::{Read, Write};
use std::num::NonZero;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::run;
use crate::client::Client;
use crate::places::root;
use crate::terminal::start;

const PATIENCE: Duration = Duration::from_mins(1);

/// The width and height of a letter on a picture.
const LETTER: (usize, usize) = (8, 18);
const BACK: &str = "#1f2329";
const INK: &str = "#d6d9e0";
const SOFT: &str = "#828997";

/// Pictures in all may take this many bytes.
const MOST: u64 = 1_000_000;

/// The text of the editor, with two slips in it.
const EDITED: &str = "(define (domain courier)
  (:requirements :typing)
  (:types place thing - object van box - thing)
  (:predicates
    (at ?x - thing ?p - place)
    (in ?b - box ?v - van))
  (:action load
    :parameters (?b - box ?v - van ?p - place)
    :precondition (and (at ?b ?p) (at ?p ?v))
    :effect (and (not (at ?b ?p)) (inn ?b ?v))))
";

#[test]
fn pictures_show_what_the_program_shows() {
    let overwrite = std::env::var("BANTO_DOCUMENTS").is_ok_and(|value| value == "overwrite");
    let mut pictures = vec![("scales.gif", solved_level()), ("editor.svg", editor().into_bytes())];
    // Nothing where the system has no pseudo-terminals.
    pictures.extend(game().map(|picture| ("game.svg", picture.into_bytes())));
    let folder = root().join("docs/pictures");
    for (name, picture) in pictures {
        if overwrite {
            fs::write(folder.join(name), &picture).unwrap();
        }
        let kept = fs::read(folder.join(name)).unwrap_or_default();
        assert!(
            kept == picture,
            "docs/pictures/{name} is not what banto shows now; CONTRIBUTING.md: how to draw it anew"
        );
    }
    let (mut bytes, readme) = (0, super::read("README.md"));
    for entry in fs::read_dir(folder).unwrap().map(Result::unwrap) {
        let name = entry.file_name().into_string().unwrap();
        bytes += entry.metadata().unwrap().len();
        let shown = readme.contains(&format!("\"docs/pictures/{name}\"")) || name == "draw.sh";
        assert!(shown, "README.md does not show docs/pictures/{name}");
    }
    assert!(bytes < MOST, "{bytes}");
}

fn solved_level() -> Vec<u8> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("scales.gif");
    let drawn = ["sokoban", "draw", "problems/sokoban/scales.xsb", "--gif", path.to_str().unwrap()];
    assert_eq!(run::banto(root(), &drawn, "").exit, Some(0));
    fs::read(path).unwrap()
}

/// The game after some moves and a hint.
fn game() -> Option<String> {
    let (columns, rows) = (64, 16);
    let (master, mut child) = start(columns, rows, &[], &["sokoban", "play", "problems/sokoban/scales.xsb"])?;
    let (mut source, mut keys) = (master.try_clone_reader().unwrap(), master.take_writer().unwrap());
    let (send, bytes) = std::sync::mpsc::channel();
    std::thread::spawn(move || {
        let mut some = [0; 4096];
        while let Ok(count @ 1..) = source.read(&mut some) {
            let _ = send.send(some[..count].to_vec());
        }
    });
    let mut parser = vt100::Parser::new(side(rows), side(columns), 0);
    for (typed, shown) in [("", "moves 0"), ("drr", "moves 3"), ("i", "push ")] {
        for key in typed.chars() {
            let key = match key {
                'd' => "\u{1b}[B".to_owned(),
                'r' => "\u{1b}[C".to_owned(),
                key => key.to_string(),
            };
            keys.write_all(key.as_bytes()).unwrap();
        }
        keys.flush().unwrap();
        let begun = Instant::now();
        while !parser.screen().contents().contains(shown) {
            let text = parser.screen().contents();
            assert!(begun.elapsed() < PATIENCE, "waited in vain for {shown}; the screen is\n{text}");
            if let Ok(some) = bytes.recv_timeout(Duration::from_millis(100)) {
                parser.process(&some);
            }
        }
        // The rest of the same change of the screen; an idle game draws again four times a second.
        while let Ok(some) = bytes.recv_timeout(Duration::from_millis(100)) {
            parser.process(&some);
        }
    }
    let drawn = screen(parser.screen());
    child.kill().unwrap();
    child.wait().unwrap();
    Some(drawn)
}

fn side(length: u16) -> NonZero<u16> {
    NonZero::new(length).unwrap()
}

/// A picture with this many columns and lines of text.
fn frame(columns: usize, lines: usize, body: &str) -> String {
    let (width, height) = (columns * LETTER.0 + 24, lines * LETTER.1 + 20);
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\">\n\
         <rect width=\"{width}\" height=\"{height}\" rx=\"6\" fill=\"{BACK}\"/>\n\
         <g transform=\"translate(12 10)\" font-family=\"ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace\" \
         font-size=\"13\" xml:space=\"preserve\">\n{body}</g>\n</svg>\n"
    )
}

/// Letters of one color, as wide as they are in a terminal, whatever font there is.
fn letters(text: &str, column: usize, line: usize, color: &str, bold: bool) -> String {
    let shown = text.trim_end();
    if shown.trim().is_empty() {
        return String::new();
    }
    let (before, shown) = (shown.len() - shown.trim_start().len(), shown.trim_start());
    let (x, y) = ((column + before) * LETTER.0, line * LETTER.1 + 13);
    let width = shown.chars().count() * LETTER.0;
    let bold = if bold { " font-weight=\"bold\"" } else { "" };
    let shown = shown.replace('&', "&amp;").replace('<', "&lt;").replace(' ', "\u{a0}");
    format!("<text x=\"{x}\" y=\"{y}\" textLength=\"{width}\" fill=\"{color}\"{bold}>{shown}</text>\n")
}

/// A rectangle, a little larger than its cells, so that no gap shows between them.
fn block(column: usize, line: usize, columns: usize, color: &str) -> String {
    let (x, y, width, height) = (column * LETTER.0, line * LETTER.1, columns * LETTER.0, LETTER.1);
    format!("<rect x=\"{x}\" y=\"{y}\" width=\"{width}.3\" height=\"{height}.3\" fill=\"{color}\"/>\n")
}

/// A screen as it is.
fn screen(screen: &vt100::Screen) -> String {
    let (rows, columns) = (screen.size().0.get(), screen.size().1.get());
    let mut body = String::new();
    for row in 0..rows {
        let cells: Vec<_> = (0..columns).map(|column| screen.cell(row, column).unwrap()).collect();
        let looks = |cell: &vt100::Cell| {
            let (front, back) = (color(cell.fgcolor(), INK), color(cell.bgcolor(), BACK));
            let (front, back) = if cell.inverse() { (back, front) } else { (front, back) };
            (if cell.dim() { SOFT.to_owned() } else { front }, back, cell.bold(), cell.contents() == "█")
        };
        let mut column = 0;
        for run in cells.chunk_by(|one, other| looks(one) == looks(other)) {
            let text: String =
                run.iter().map(|cell| if cell.has_contents() { cell.contents() } else { " " }).collect();
            let (front, back, bold, full) = looks(run[0]);
            let line = usize::from(row);
            let back = if full { &front } else { &back };
            if back != BACK {
                body += &block(column, line, run.len(), back);
            }
            if !full {
                body += &letters(&text, column, line, &front, bold);
            }
            column += run.len();
        }
    }
    frame(usize::from(columns), usize::from(rows), &body)
}

/// A color of a terminal: named, or one of 256.
fn color(color: vt100::Color, standard: &str) -> String {
    const NAMED: [&str; 16] = [
        "#1f2329", "#e06c75", "#98c379", "#e5c07b", "#61afef", "#c678dd", "#56b6c2", "#d6d9e0", "#828997",
        "#ff7b86", "#b5e090", "#ffd88f", "#7cc4ff", "#dd96f0", "#6fd3df", "#ffffff",
    ];
    match color {
        vt100::Color::Default => standard.to_owned(),
        vt100::Color::Rgb(red, green, blue) => format!("#{red:02x}{green:02x}{blue:02x}"),
        vt100::Color::Idx(index) => match usize::from(index) {
            named @ 0..16 => NAMED[named].to_owned(),
            cube @ 16..232 => {
                let part = |each: usize| [0, 95, 135, 175, 215, 255][(cube - 16) / each % 6];
                format!("#{:02x}{:02x}{:02x}", part(36), part(6), part(1))
            }
            gray => format!("#{0:02x}{0:02x}{0:02x}", 8 + 10 * (gray - 232)),
        },
    }
}

/// What an editor shows of the server's diagnostics: waves below the place, the message, and the first quick fix.
fn editor() -> String {
    let mut client = Client::start(&json!({}));
    client.open("domain.pddl", EDITED);
    let mut diagnostics = client.diagnostics("domain.pddl");
    diagnostics.sort_by_key(|one| one["range"]["start"]["line"].as_u64());
    let (mut body, mut shown) = (String::new(), 0);
    for (index, text) in EDITED.lines().enumerate() {
        body += &letters(&format!("{:>2}", index + 1), 0, shown, SOFT, false);
        body += &colored(text, 4, shown);
        shown += 1;
        let here: Vec<&Value> =
            diagnostics.iter().filter(|one| one["range"]["start"]["line"] == index).collect();
        for found in &here {
            let place = |end: &str| {
                found["range"][end]["character"].as_u64().and_then(|at| usize::try_from(at).ok()).unwrap()
            };
            body += &wave(4 + place("start"), 4 + place("end"), shown);
        }
        for found in here {
            let message = found["message"].as_str().unwrap().lines().next().unwrap();
            let fix = quick_fix(&mut client, found).map(|fix| (format!("  quick fix: {fix}"), "#b5e090"));
            for (text, color) in [(format!("● {message}"), "#ff7b86")].into_iter().chain(fix) {
                body += &letters(&text, 6, shown, color, false);
                shown += 1;
            }
        }
    }
    client.end();
    frame(72, shown, &body)
}

/// The title of the repair that the server offers for one mistake.
fn quick_fix(client: &mut Client, diagnostic: &Value) -> Option<String> {
    let asked = json!({
        "textDocument": { "uri": client.uri("domain.pddl") },
        "range": diagnostic["range"],
        "context": { "diagnostics": [diagnostic] },
    });
    let answer = client.ask("textDocument/codeAction", &asked);
    let offered = answer["result"].as_array()?.iter().find(|one| one["kind"] == "quickfix")?;
    Some(offered["title"].as_str()?.to_owned())
}

/// A line of PDDL: keywords, variables, and the rest.
fn colored(text: &str, column: usize, line: usize) -> String {
    let kind = |one: &str| match one.trim_start_matches(['(', ')', ' ']).chars().next() {
        Some(':') => "#dd96f0",
        Some('?') => "#7cc4ff",
        _ => INK,
    };
    let (mut out, mut at) = (String::new(), 0);
    for word in text.split_inclusive([' ', '(', ')']) {
        let plain = word.trim_end_matches(['(', ')', ' ']);
        out += &letters(plain, column + at, line, kind(word), false);
        out += &letters(&word[plain.len()..], column + at + plain.chars().count(), line, SOFT, false);
        at += word.chars().count();
    }
    out
}

fn wave(from: usize, to: usize, line: usize) -> String {
    let (x, y) = (from * LETTER.0, line * LETTER.1 - 1);
    let mut path = format!("M{x} {y}");
    for half in 0..(to - from).max(1) * 2 {
        let _ = write!(path, "q2 {} 4 0", if half % 2 == 0 { -3 } else { 3 });
    }
    format!("<path d=\"{path}\" fill=\"none\" stroke=\"#ff7b86\" stroke-width=\"1.2\"/>\n")
}
