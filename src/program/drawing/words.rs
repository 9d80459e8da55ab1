//! What is written in pictures: at things and places, on the lines between them, and below.
//!
//! In: places and how they are joined, and a state. Out: short words. Goals are marked where they want something; what
//! has no place in the picture stands below it.

use std::collections::{BTreeMap, BTreeSet};

use super::moment::{Moment, Node};
use super::places::{Join, Places};
use banto_text::task::ObjectId;

/// How many letters of a name or a text are shown.
const LETTERS: usize = 24;
/// How many letters are shown of what a goal wants in a place.
const LETTERS_OF_GOALS: usize = 16;

/// How many facts that never change are told of a thing, and how many that are not drawn are told of a state.
const MOST_OF_A_THING: usize = 3;
const MOST_BELOW: usize = 20;

impl Places<'_> {
    /// Says of things and places what never changes and names other kinds of objects: where each is to go, what fits
    /// it, in which town it is. And says what the goal wants.
    pub(super) fn say(&mut self, things: &BTreeSet<Node>) {
        let (task, structure) = (self.sequence.task, &self.sequence.structure);
        for predicate in structure.fixed.iter().filter(|one| !self.drawn.contains(one)) {
            let rows = self.rows(*predicate);
            let arity = rows.first().map_or(0, Vec::len);
            let kinds = |at: usize| rows.iter().map(|row| structure.kinds[row[at]]).collect::<BTreeSet<_>>();
            let is_apart = (1..arity).all(|at| (0..at).all(|other| kinds(at).is_disjoint(&kinds(other))));
            let is_drawn = |node: &Node| things.contains(node) || self.boxes.contains(node);
            let of = (0..arity).find(|at| rows.iter().all(|row| is_drawn(&row[*at])));
            let Some(of) = of.filter(|_| arity > 1 && is_apart) else { continue };
            let mut all: BTreeMap<Node, Vec<String>> = BTreeMap::new();
            for row in &rows {
                let names = row.iter().filter(|node| **node != row[of]).map(|node| self.sequence.name(*node));
                all.entry(row[of]).or_default().push(names.collect::<Vec<_>>().join(" "));
            }
            for (node, names) in
                all.iter().filter(|_| all.values().all(|names| names.len() <= MOST_OF_A_THING))
            {
                let words = format!("{} {}", task.predicates.name(*predicate), names.join(", "));
                self.said.entry(*node).or_default().push(words);
            }
        }
        for (of, short, whole) in self.sequence.goals() {
            let is_drawn =
                |node: &Node| [&self.boxes, &self.doors, things].iter().any(|all| all.contains(node));
            match of.filter(is_drawn) {
                Some(node) => self.wanted.entry(node).or_default().push(short),
                None => self.unplaced.push(format!("⚐ {whole}")),
            }
        }
    }

    /// What the goal wants at a node.
    pub(super) fn goal(&self, node: Node) -> String {
        let Some(wanted) = self.wanted.get(&node) else { return String::new() };
        let fits = |count: &usize| wanted[..*count].join(" ").chars().count() <= LETTERS_OF_GOALS;
        let shown = (1..=wanted.len()).rev().find(fits).unwrap_or(1);
        let words = shortened(&wanted[..shown].join(" "));
        let more = wanted.len() - shown;
        if more > 0 { format!("⚐ {words} +{more}") } else { format!("⚐ {words}") }
    }

    /// What is said of a node in a state.
    pub(super) fn told(&self, node: Node, moment: &Moment) -> String {
        let all = [moment.told.get(&node), self.said.get(&node)];
        let all: Vec<&str> = all.into_iter().flatten().flatten().map(String::as_str).collect();
        shortened(&all.join(", "))
    }

    /// The line between the places that a fact names.
    fn line(&self, row: &[ObjectId]) -> Option<(Node, Node)> {
        let &[one, other] = row else { return None };
        let pair = (one.min(other).index(), one.max(other).index());
        (self.joins.contains_key(&pair) && !(self.is_cell(pair.0) && self.is_cell(pair.1))).then_some(pair)
    }

    /// What is written on lines in a state; a door has its name there, with what is said of it.
    pub(super) fn words(&self, moment: &Moment) -> BTreeMap<(Node, Node), String> {
        let mut all = self.words.clone();
        for (predicate, row) in &moment.others {
            let name = self.sequence.task.predicates.name(*predicate);
            self.line(row).into_iter().for_each(|pair| _ = all.entry(pair).or_default().insert(name));
        }
        let written = |(pair, (_, _, door)): (&(Node, Node), &Join)| {
            let words = all.remove(pair).unwrap_or_default();
            let words = words.into_iter().collect::<Vec<_>>().join(", ");
            let door = door
                .map(|door| [self.sequence.name(door).to_owned(), self.told(door, moment), self.goal(door)]);
            let all = door.into_iter().flatten().chain([words]).filter(|words| !words.is_empty());
            (*pair, shortened(&all.collect::<Vec<_>>().join(" ")))
        };
        let is_line = |pair: &(Node, Node)| !(self.is_cell(pair.0) && self.is_cell(pair.1));
        self.joins.iter().filter(|(pair, _)| is_line(pair)).map(written).collect()
    }

    /// What is not drawn in a state.
    pub(super) fn below(&self, moment: &Moment) -> String {
        let others = moment.others.iter().filter(|(_, row)| self.line(row).is_none());
        let shown = others.map(|(predicate, row)| self.sequence.task.show_atom(*predicate, row));
        let mut all: Vec<String> = shown.chain(self.unplaced.iter().cloned()).collect();
        if all.len() > MOST_BELOW {
            all.truncate(MOST_BELOW);
            all.push("and more".to_owned());
        }
        all.join(" ")
    }
}

/// A text that is short enough to be drawn: the middle is left out.
pub(super) fn shortened(text: &str) -> String {
    let letters: Vec<char> = text.chars().collect();
    if letters.len() <= LETTERS {
        return text.to_owned();
    }
    let (first, last) = (&letters[..LETTERS / 2], &letters[letters.len() + 1 - LETTERS / 2..]);
    first.iter().chain(&['…']).chain(last).collect()
}
