//! Fast Downward's search configurations in the words of `banto plan`.
//!
//! In: the value of `--search`, such as `astar(lmcut())`. Out: the flags that ask for the same, or for the nearest, and
//! whatever of it has no equivalent here. It is called an equivalent only if both expand the same states:
//! `tests/program/commands/downward.toml` has the figures of Fast Downward that a test holds this to.

use std::ops::Range;

use crate::planning::heuristics::heuristic_named;
use crate::search::{Preferred, SearchRow, search_named};

/// Searches of Fast Downward, and ours. The general `eager` and `lazy` with one list are greedy.
const SEARCHES: &[(&str, &str)] = &[
    ("eager_greedy", "gbfs"),
    ("eager", "gbfs"),
    ("lazy_greedy", "lazy-gbfs"),
    ("lazy", "lazy-gbfs"),
    ("eager_wastar", "wastar"),
    ("lazy_wastar", "lazy-wastar"),
    ("astar", "astar"),
    ("ehc", "ehc"),
];

/// Searches of Fast Downward that have none like them here.
const OTHERS: &[&str] = &["iterated"];

/// Heuristics of Fast Downward, ours, and whether both estimate the same in every state.
const HEURISTICS: &[(&str, &str, bool)] = &[
    ("blind", "blind", true),
    ("hmax", "hmax", true),
    ("hm", "h2", true),
    ("lmcut", "lmcut", false),
    ("ff", "ff", false),
    ("add", "hadd", false),
    ("goalcount", "goalcount", false),
];

/// Ways to count the cost of operators in estimates: in their words and in ours.
const COSTS: &[(&str, &str)] = &[("normal", "real"), ("one", "unit"), ("plusone", "plus-one")];

/// Why parts have no equivalent, by their keys or names.
const REASONS: &[(&str, &str)] = &[
    ("bound", "--until-cost ends a run, and prunes nothing"),
    ("max_time", "--time-limit is that of the whole run"),
    ("reopen_closed", "the search decides"),
    ("cost_type", "the costs of paths are real"),
    ("pruning", "reductions find other steps"),
    ("preferred", "it takes heuristics of the search that prefer operators here: ff"),
    ("boost", "it is 0 or 1000"),
    ("iterated", "--anytime improves plans in another way"),
    ("eager", "it takes single(...) and a heuristic"),
    ("lazy", "it takes single(...) and a heuristic"),
    ("hm", "m is 2"),
    ("transform", "estimates that prove plans cheapest count real costs"),
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

/// A value in a call or a list, with its key if it has one.
type Part = (Option<String>, Node);

/// A call, a list (named `[`), or a word.
#[derive(Clone)]
struct Node {
    name: String,
    parts: Vec<Part>,
    place: Range<usize>,
}

/// Reads a configuration.
struct Reader<'a> {
    text: &'a str,
    at: usize,
    /// The definitions by `let`.
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
        if self.takes('"') {
            let end = self.at + self.text[self.at..].find('"')?;
            let name = self.text[self.at..end].to_owned();
            self.at = end + 1;
            return Some(Node { name, parts: Vec::new(), place: start..self.at });
        }
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

    fn parts(&mut self, end: char) -> Option<Vec<Part>> {
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

/// The translation of a configuration so far.
struct Translation<'a> {
    text: &'a str,
    flags: Vec<String>,
    missing: Vec<String>,
    is_equal: bool,
    /// The way to count costs in estimates, once a heuristic has said it.
    costs: Option<&'static str>,
}

/// Whether an option changes nothing about what is expanded.
fn is_idle(key: Option<&str>, value: &Node) -> bool {
    matches!(
        (key, &*value.name),
        (Some("verbosity" | "description" | "cache_estimates"), _)
            | (Some("bound" | "max_time"), "infinity")
            | (Some("cost_type"), "normal")
            | (Some("pruning"), "null")
            | (Some("transform"), "no_transform")
            | (Some("pref_only" | "randomize_successors" | "preferred_successors_first"), "false")
    )
}

impl Translation<'_> {
    /// Notes that a part has no equivalent, and why.
    fn lacks(&mut self, key: Option<&str>, node: &Node) {
        let before = key.map(|key| format!("{key}=")).unwrap_or_default();
        let name = key.unwrap_or(&node.name);
        let why = REASONS.iter().find(|row| row.0 == name).map(|row| format!(" ({})", row.1));
        let text = &self.text[node.place.clone()];
        self.missing.push(format!("`{before}{text}`{}", why.unwrap_or_default()));
    }

    fn flag(&mut self, name: &str, value: &str) {
        self.flags.push(format!("--{name} {value}"));
    }

    /// The heuristics among evaluators; without what has no equivalent.
    fn heuristics(&mut self, node: &Node, takes_costs: bool) -> Vec<&'static str> {
        if node.name == "[" {
            return node.parts.iter().flat_map(|(_, part)| self.heuristics(part, takes_costs)).collect();
        }
        let Some((_, ours, is_same)) = HEURISTICS.iter().find(|row| row.0 == node.name) else {
            self.lacks(None, node);
            return Vec::new();
        };
        let mut costs = "real";
        for (key, value) in &node.parts {
            match (key.as_deref(), &*value.name) {
                (None | Some("m"), "2") if node.name == "hm" => {}
                (Some("transform"), "adapt_costs") => {
                    let [(None | Some("cost_type"), kind)] =
                        value.parts.iter().map(|(key, kind)| (key.as_deref(), kind)).collect::<Vec<_>>()[..]
                    else {
                        return self.without(key.as_deref(), value);
                    };
                    match COSTS.iter().find(|row| row.0 == kind.name && (takes_costs || row.1 == "real")) {
                        Some(row) => costs = row.1,
                        None => return self.without(key.as_deref(), value),
                    }
                }
                (key, _) if is_idle(key, value) => {}
                (None, _) if node.name == "hm" => return self.without(None, node),
                (key, _) => return self.without(key, value),
            }
        }
        if *self.costs.get_or_insert(costs) != costs {
            return self.without(None, node);
        }
        self.is_equal &= is_same;
        vec![ours]
    }

    fn without(&mut self, key: Option<&str>, node: &Node) -> Vec<&'static str> {
        self.lacks(key, node);
        Vec::new()
    }

    /// The evaluators of a search, and its other parts.
    fn split<'n>(node: &'n Node, keys: &[&str]) -> Option<(&'n Node, Vec<&'n Part>)> {
        let is_it = |at: usize, key: Option<&str>| key.map_or(at == 0, |key| keys.contains(&key));
        let at = (0..node.parts.len()).find(|at| is_it(*at, node.parts[*at].0.as_deref()))?;
        let others = node.parts.iter().enumerate().filter(|(other, _)| *other != at);
        Some((&node.parts[at].1, others.map(|(_, part)| part).collect()))
    }

    /// The flags of a search; false if there is nothing near.
    fn search(&mut self, node: &Node) -> bool {
        let row = SEARCHES.iter().find(|row| row.0 == node.name).and_then(|row| search_named(row.1));
        let split = Self::split(node, &["eval", "evals", "h", "open"]);
        let (Some(row), Some((mut evaluators, mut parts))) = (row, split) else {
            self.lacks(None, node);
            return false;
        };
        if matches!(&*node.name, "eager" | "lazy") {
            match Self::split(evaluators, &["eval"]).filter(|_| evaluators.name == "single") {
                Some((one, others)) if one.name != "[" => {
                    evaluators = one;
                    parts.extend(others);
                }
                _ => {
                    self.lacks(None, node);
                    return false;
                }
            }
        }
        self.flag("search", row.name);
        let heuristics = self.heuristics(evaluators, row.uses_heuristic && !row.proves_by_estimates);
        heuristics.iter().for_each(|name| self.flag("heuristic", name));
        self.is_equal &= row.name == "astar" && heuristics.len() == 1;
        self.options(node, row, &heuristics, &parts);
        let usual = if row.optimal || row.uses_weight { "real" } else { "unit" };
        if let Some(costs) = self.costs.filter(|costs| *costs != usual) {
            self.flag("costs", costs);
        }
        self.flags.push("--plain".to_owned());
        !heuristics.is_empty()
    }

    /// The flags for what a search is given besides its evaluators.
    fn options(&mut self, node: &Node, row: &SearchRow, heuristics: &[&str], parts: &[&Part]) {
        let (mut prefers, mut weight) = (false, "1");
        let mut boost = if node.name.starts_with("lazy_") { "1000" } else { "0" };
        let reopens = if row.uses_weight { "true" } else { "false" };
        for (key, value) in parts {
            match (key.as_deref(), &*value.name) {
                (Some("w" | "weight"), number) if row.uses_weight => weight = number,
                (Some("preferred"), _) if node.name != "eager" && node.name != "lazy" => {
                    prefers |= self.preferred(value, heuristics, row);
                }
                (Some("boost"), "0") => boost = "0",
                (Some("boost"), "1000") if row.preferred == Preferred::Boosted => boost = "1000",
                (Some("reopen_closed"), value) if value == reopens && row.name != "ehc" => {}
                (Some("randomize_successors"), "true") if node.name.starts_with("lazy") => {
                    self.flag("successors", "random");
                }
                (Some("preferred_usage"), "prune_by_preferred") if row.name == "ehc" => {}
                (key, _) if is_idle(key, value) => {}
                (key, _) => self.lacks(key, value),
            }
        }
        if row.uses_weight {
            self.flag("weight", weight);
        }
        if row.uses_preferred() {
            let uses = match (prefers, row.preferred, boost) {
                (false, ..) => "none",
                (_, Preferred::Boosted, "0") => "lists",
                (_, Preferred::Boosted, _) => "boost",
                _ => "only",
            };
            self.flag("preferred", uses);
        }
    }

    /// Whether the search uses the operators that these heuristics prefer.
    fn preferred(&mut self, node: &Node, heuristics: &[&str], row: &SearchRow) -> bool {
        let parts: Vec<&Node> = match &*node.name {
            "[" => node.parts.iter().map(|(_, part)| part).collect(),
            _ => vec![node],
        };
        let ours = |part: &Node| HEURISTICS.iter().find(|row| row.0 == part.name).map(|row| row.1);
        let is_used = |part: &&Node| {
            let ours = ours(part).filter(|ours| row.uses_preferred() && heuristics.contains(ours));
            ours.and_then(heuristic_named).is_some_and(|row| row.prefers)
        };
        let is_whole = parts.iter().all(is_used);
        if !is_whole {
            self.lacks(Some("preferred"), node);
        }
        is_whole && !parts.is_empty()
    }
}

/// Advice on a configuration of Fast Downward; `None` if the text is not one.
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
    let mut found =
        Translation { text: &text, flags: Vec::new(), missing: Vec::new(), is_equal: true, costs: None };
    let is_near = found.search(&node);
    let missing = found.missing.join(" and ");
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
