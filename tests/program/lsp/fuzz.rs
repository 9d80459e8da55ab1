//! Random edits to real files: the server neither ends nor hangs, its text stays that of the editor, and what it says
//! of the text is what it would say of the same text opened anew.
//!
//! In: a seed. `BANTO_LONG=1` goes on for ten minutes.

use std::fs;
use std::time::{Duration, Instant};

use banto::search::Random;
use serde_json::{Value, json};

use crate::cases;
use crate::client::Client;
use crate::places::{files_below, root};

/// What people type, and what breaks texts.
const TYPED: &[&str] = &[
    "(",
    ")",
    " ",
    "\n",
    "\r\n",
    "\t",
    "x",
    "?x",
    ":",
    "?",
    "-",
    ";",
    "; \u{1f600}\n",
    "\u{e4}",
    "\u{1f600}",
    "(and ",
    "(:action a",
    ":effect",
    ":parameters (",
    "(:init ",
    "(define (domain ",
    "[",
    "\"",
    "- object",
    "(at ?x)",
    "\r",
];

/// The positions of a text as the protocol counts them, by a walk over all of it.
fn position(text: &str, at: usize) -> Value {
    let (mut line, mut character) = (0, 0);
    let mut letters = text[..at].chars().peekable();
    while let Some(letter) = letters.next() {
        // A line feed behind a return that is not in the prefix ends the line as well.
        let next = letters.peek().copied().or_else(|| text[at..].chars().next());
        match letter {
            '\n' => (line, character) = (line + 1, 0),
            '\r' if next != Some('\n') => (line, character) = (line + 1, 0),
            '\r' => {}
            letter => character += letter.len_utf16(),
        }
    }
    json!({ "line": line, "character": character })
}

struct Fuzz {
    client: Client,
    random: Random,
    text: String,
    name: &'static str,
    /// The longest that an answer took, and to what.
    slowest: (Duration, &'static str),
}

impl Fuzz {
    /// A place between two characters, not inside a line end.
    fn place(&mut self) -> usize {
        loop {
            let mut at = self.random.below_index(self.text.len() + 1);
            while !self.text.is_char_boundary(at) {
                at -= 1;
            }
            if !(self.text[..at].ends_with('\r') && self.text[at..].starts_with('\n')) {
                return at;
            }
        }
    }

    fn edit(&mut self) {
        let start = self.place();
        let far = if self.random.below_index(20) == 0 { 400 } else { 6 };
        let mut end = (start + self.random.below_index(far)).min(self.text.len());
        while !self.text.is_char_boundary(end)
            || (self.text[..end].ends_with('\r') && self.text[end..].starts_with('\n'))
        {
            end += 1;
        }
        let new = TYPED[self.random.below_index(TYPED.len())];
        let range = json!({ "start": position(&self.text, start), "end": position(&self.text, end) });
        self.client.change(self.name, &range, new);
        self.text.replace_range(start..end, new);
    }

    /// Asks about a place; any answer will do.
    fn ask(&mut self) {
        const METHODS: &[&str] = &[
            "hover",
            "completion",
            "definition",
            "signatureHelp",
            "documentHighlight",
            "documentSymbol",
            "foldingRange",
            "semanticTokens/full",
            "prepareRename",
            "formatting",
            "codeLens",
        ];
        let at = self.place();
        let method = METHODS[self.random.below_index(METHODS.len())];
        let uri = self.client.uri(self.name);
        let options = json!({ "tabSize": 2, "insertSpaces": true });
        let params = json!({ "textDocument": { "uri": uri }, "position": position(&self.text, at), "options": options });
        let start = Instant::now();
        self.client.ask(&format!("textDocument/{method}"), &params);
        self.slowest = self.slowest.max((start.elapsed(), method));
        // Wall time on a machine that others use, too.
        assert!(
            start.elapsed() < Duration::from_secs(10),
            "{method}: {:?} in {:?}",
            start.elapsed(),
            self.text
        );
    }

    /// What is said of the text, and of the same text opened anew.
    fn compare(&mut self) {
        let edited = self.client.diagnostics(self.name);
        let text = self.text.clone();
        self.client
            .tell("textDocument/didClose", &json!({ "textDocument": { "uri": self.client.uri(self.name) } }));
        self.client.open(self.name, &text);
        let fresh = self.client.diagnostics(self.name);
        assert_eq!(edited, fresh, "{text:?}");
        self.client.heard.clear();
    }
}

#[test]
fn random_edits_are_followed() {
    let folders = ["domains", "problems", "tests/check", "tests/ground"];
    let files: Vec<_> =
        folders.iter().flat_map(|folder| files_below(&root().join(folder), Some("pddl"))).collect();
    let small = files.iter().filter(|file| fs::metadata(file).unwrap().len() < 20_000);
    let files: Vec<_> = small.collect();
    let (start, time) = (Instant::now(), Duration::from_mins(10));
    let (mut edits, mut slowest) = (0, (Duration::ZERO, ""));
    for seed in cases::seeds(12, 1_000_000) {
        if cases::is_long() && start.elapsed() > time {
            break;
        }
        let mut random = Random::new(seed);
        let file = files[random.below_index(files.len())];
        let mut text = fs::read_to_string(file).unwrap();
        if random.below_index(4) == 0 {
            // A domain and a problem in one text, or what looks like it.
            text += &fs::read_to_string(files[random.below_index(files.len())]).unwrap();
        }
        if random.below_index(3) == 0 {
            text = text.replace('\n', "\r\n").replace("  ", "\t");
        }
        let mut client = Client::start(&Value::Null);
        client.open("a.pddl", &text);
        let mut fuzz = Fuzz { client, random, text, name: "a.pddl", slowest };
        for _ in 0..40 {
            for _ in 0..fuzz.random.below_index(4) {
                fuzz.edit();
                edits += 1;
            }
            fuzz.ask();
            if fuzz.random.below_index(4) == 0 {
                fuzz.compare();
            }
        }
        fuzz.compare();
        slowest = fuzz.slowest;
        fuzz.client.end();
    }
    cases::tell(&format!("{edits} random edits; the slowest answer, to {}, took {:?}", slowest.1, slowest.0));
}
