//! Fast Downward's search configurations in the words of `banto plan`.
//!
//! In: the value of `--search`, such as `astar(lmcut())`. Out: the flags that ask for the same, or for the nearest, and
//! whatever of it has no equivalent here. It is called an equivalent only if both expand the same states:
//! `tests/program/commands/downward.toml` has the figures of Fast Downward that a test holds this to.

use std::ops::Range;

use crate::planning::heuristics::heuristic_named;
use crate::search::{Preferred, search_named};

/// Searches of Fast Downward, and ours.
const SEARCHES: &[(&str, &str)] = &[
    ("eager_greedy", "gbfs"),
    ("lazy_greedy", "lazy-gbfs"),
    ("eager_wastar", "wastar"),
    ("lazy_wastar", "lazy-wastar"),
    ("astar", "astar"),
    ("ehc", "ehc"),
];

/// Searches of Fast Downward that have none like them here.
const OTHERS: &[&str] = &["eager", "lazy", "iterated"];

/// Heuristics of Fast Downward without arguments, ours, and whether both estimate the same in every state.
const HEURISTICS: &[(&str, &str, bool)] = &[
    ("blind", "blind", true),
    ("hmax", "hmax", true),
    ("lmcut", "lmcut", false),
    ("ff", "ff", false),
    ("add", "hadd", false),
    ("goalcount", "goalcount", false),
];

/// Aliases of Fast Downward, and what is nearest to them.
const ALIASES: &[(&str, &str)] = &[
    ("lama-first", "--first"),
    ("lama", "--anytime"),
    ("seq-sat-lama-2011", "--anytime"),
    ("seq-opt-lmcut", "--optimal"),
    ("seq-opt-bjolp", "--optimal"),
    ("seq-opt-fdss-1", "--optimal"),
];

/// A call, a list (named `[`), or a word.
#[derive(Clone)]
struct Node {
    name: String,
    /// Each with its key, or without one.
    parts: Vec<(Option<String>, Self)>,
    place: Range<usize>,
}

/// Reads a configuration.
struct Reader<'a> {
    text: &'a str,
    at: usize,
    /// What `let` has named.
    named: Vec<(String, Node)>,
}

impl Reader<'_> {
    fn space(&mut self) {
        self.at += self.text[self.at..].len() - self.text[self.at..].trim_start().len();
    }

    fn takes(&mut self, mark: char) -> bool {
        self.space();
        let is_there = self.text[self.at..].starts_with(mark);
        self.at += if is_there { mark.len_utf8() } else { 0 };
        is_there
    }

    fn word(&mut self) -> Option<&str> {
        self.space();
        let rest = &self.text[self.at..];
        let end =
            rest.find(|one: char| !one.is_ascii_alphanumeric() && !"_-.".contains(one)).unwrap_or(rest.len());
        self.at += end;
        (end > 0).then(|| &rest[..end])
    }

    fn node(&mut self) -> Option<Node> {
        self.space();
        let start = self.at;
        if self.takes('[') {
            let parts = self.parts(']')?;
            return Some(Node { name: "[".to_owned(), parts, place: start..self.at });
        }
        let name = self.word()?.to_owned();
        if name == "let" && self.takes('(') {
            let variable = self.word()?.to_owned();
            let value = self.takes(',').then(|| self.node())??;
            self.named.push((variable, value));
            let body = self.takes(',').then(|| self.node())??;
            return self.takes(')').then_some(body);
        }
        if let Some((_, value)) = self.named.iter().rev().find(|row| row.0 == name) {
            return Some(value.clone());
        }
        let parts = if self.takes('(') { self.parts(')')? } else { Vec::new() };
        Some(Node { name, parts, place: start..self.at })
    }

    fn parts(&mut self, end: char) -> Option<Vec<(Option<String>, Node)>> {
        let mut parts = Vec::new();
        while !self.takes(end) {
            let start = self.at;
            let key = self.word().map(str::to_owned);
            let key = if self.takes('=') { key } else { None };
            if key.is_none() {
                self.at = start;
            }
            parts.push((key, self.node()?));
            if !self.takes(',') && !self.text[self.at..].starts_with(end) {
                return None;
            }
        }
        Some(parts)
    }
}

/// What is found out about a configuration.
struct Translation<'a> {
    text: &'a str,
    flags: Vec<String>,
    missing: Vec<&'a str>,
    is_equal: bool,
}

impl Translation<'_> {
    fn lacks(&mut self, node: &Node) {
        self.missing.push(&self.text[node.place.clone()]);
    }

    fn flag(&mut self, name: &str, value: &str) {
        self.flags.push(format!("--{name} {value}"));
    }

    /// The heuristics among evaluators or open lists.
    fn heuristics(&mut self, node: &Node) -> Vec<&'static str> {
        if node.name == "[" {
            return node.parts.iter().flat_map(|(_, part)| self.heuristics(part)).collect();
        }
        match HEURISTICS.iter().find(|row| row.0 == node.name && node.parts.is_empty()) {
            Some((_, ours, is_same)) => {
                self.is_equal &= is_same;
                vec![ours]
            }
            None => {
                self.lacks(node);
                Vec::new()
            }
        }
    }

    /// The flags of a search; false if there is nothing near.
    fn search(&mut self, node: &Node) -> bool {
        let row = SEARCHES.iter().find(|row| row.0 == node.name).and_then(|row| search_named(row.1));
        let (Some(row), Some((None, evaluators))) = (row, node.parts.first()) else {
            self.lacks(node);
            return false;
        };
        self.flag("search", row.name);
        let heuristics = self.heuristics(evaluators);
        heuristics.iter().for_each(|name| self.flag("heuristic", name));
        self.is_equal &= row.name == "astar" && heuristics.len() == 1;
        let (mut preferred, mut boost) = (Vec::new(), "1000");
        for (key, value) in &node.parts[1..] {
            match (key.as_deref(), &*value.name) {
                (Some("w" | "weight"), weight) if row.uses_weight => self.flag("weight", weight),
                (Some("preferred"), _) => preferred = self.heuristics(value),
                (Some("boost"), "0") => boost = "0",
                (Some("boost"), "1000")
                | (Some("cost_type"), "normal")
                | (Some("reopen_closed"), "false")
                    if row.preferred == Preferred::Boosted => {}
                (Some("verbosity"), _) => {}
                (key, _) => {
                    let start = key.map_or(0, |key| key.len() + 1);
                    let whole = value.place.start - start..value.place.end;
                    self.missing.push(
                        self.text.get(whole).filter(|_| start > 0).unwrap_or(&self.text[value.place.clone()]),
                    );
                }
            }
        }
        if row.uses_preferred() {
            let prefers = |name: &&str| heuristic_named(name).is_some_and(|row| row.prefers);
            let has_any = preferred.iter().any(prefers);
            let uses = if !has_any {
                "none"
            } else if row.preferred != Preferred::Boosted {
                "only"
            } else if boost == "0" {
                "lists"
            } else {
                "boost"
            };
            self.flag("preferred", uses);
        }
        if row.uses_heuristic && !row.optimal && !row.uses_weight {
            self.flag("costs", "real");
        }
        self.flags.push("--plain".to_owned());
        !heuristics.is_empty()
    }
}

/// What to write instead of a configuration of Fast Downward; `None` if the text is not one.
pub(crate) fn in_our_words(text: &str) -> Option<String> {
    let text = text.trim();
    if let Some((_, ours)) = ALIASES.iter().find(|(alias, _)| *alias == text) {
        return Some(format!("{text} is an alias of Fast Downward; the nearest is: banto plan {ours}"));
    }
    let text = text.to_ascii_lowercase();
    let mut reader = Reader { text: &text, at: 0, named: Vec::new() };
    let node = reader.node().filter(|node| !node.parts.is_empty())?;
    let is_known = OTHERS.contains(&&*node.name) || SEARCHES.iter().any(|row| row.0 == node.name);
    if !is_known || !text[reader.at..].trim().is_empty() {
        return None;
    }
    let mut found = Translation { text: &text, flags: Vec::new(), missing: Vec::new(), is_equal: true };
    let is_near = found.search(&node);
    let missing = found.missing.iter().map(|part| format!("`{part}`")).collect::<Vec<_>>().join(" and ");
    let has = if found.missing.len() == 1 { "has" } else { "have" };
    let how = match (found.missing.is_empty(), found.is_equal) {
        (true, true) => "the equivalent is".to_owned(),
        (true, false) => "the nearest, which orders equal states and estimates otherwise, is".to_owned(),
        _ if is_near => format!("{missing} {has} no equivalent here; the nearest without is"),
        _ => format!("{missing} {has} no equivalent here: see banto plan --list"),
    };
    let flags = if is_near { format!(": banto plan {}", found.flags.join(" ")) } else { String::new() };
    Some(format!("this is Fast Downward syntax; {how}{flags}"))
}
