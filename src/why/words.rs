//! A root in words: one sentence with its place, and the links from the goal to it.
//!
//! In: a chain and a root. Out: [`Note`]s.

use super::Note;
use super::chain::{Chain, written};
use super::literal::{Change, Pattern, show_atom, show_term};
use super::reach::Reach;
use super::root::{Kind, Root, strange, users};
use super::ways::{Node, unify};
use crate::source::Span;
use crate::task::{Atom, PredicateId, Task};

/// Names in a row: `a, b and c`.
pub(super) fn list(names: &[String], last: &str) -> String {
    match names {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., end] => format!("{} {last} {end}", first.join(", ")),
    }
}

/// A place in the domain or, for what the goal asks, in the problem.
pub(super) type Place = Option<(usize, Span)>;

pub(super) struct Words<'c, 'a> {
    pub(super) chain: &'c Chain<'a>,
    pub(super) reach: &'c Reach<'a>,
}

impl<'a> Words<'_, 'a> {
    pub(super) fn task(&self) -> &'a Task {
        self.reach.task
    }

    /// Who asks for a node, and where: `drive and load`, or `the goal`.
    pub(super) fn askers(&self, node: usize) -> (Vec<String>, Place) {
        let mut names = Vec::new();
        let mut place = None;
        for (user, way) in &users(self.chain)[node] {
            let way = &self.chain.ways[*user][*way];
            if way.is_instance {
                continue;
            }
            let name = if *user == 0 { "the goal".to_owned() } else { way.source.name(self.task()) };
            if !names.contains(&name) {
                names.push(name);
            }
            let span = way.needs.iter().find(|(need, _)| *need == node).and_then(|(_, span)| *span);
            let file = usize::from(*user == 0);
            place = place.or_else(|| span.or(way.span).map(|span| (file, span)));
        }
        (names, place)
    }

    /// The sentence of a root.
    pub(super) fn sentence(&self, root: &Root) -> Note {
        let task = self.task();
        let (askers, mut place) = self.askers(root.node);
        let needs = if askers.len() == 1 { "needs" } else { "need" };
        let who = list(&askers, "and");
        let text = match &self.chain.nodes[root.node] {
            Node::Goal => "the goal cannot be reached".to_owned(),
            Node::Empty { types } => format!("there is no object of type {types}: {who} {needs} one"),
            Node::Wrong { object, takers } => {
                let of = task.types.show(&task.object_types[object.index()]);
                let takers: Vec<String> = takers
                    .iter()
                    .map(|(source, types)| format!("{} takes a {types}", source.name(task)))
                    .collect();
                format!("{} is of type {of}: {}", task.objects.name(*object), list(&takers, "and"))
            }
            Node::Contradiction { source, sides, span } => {
                place = Some((0, *span));
                format!("{} can never be applied: it needs {sides}", source.name(task))
            }
            Node::Joint { source, atoms, span } => {
                place = Some((0, *span));
                format!(
                    "no facts of :init meet {} together: {} needs them",
                    list(atoms, "and"),
                    source.name(task)
                )
            }
            Node::Other { source } => format!("the condition of {} is never met", source.name(task)),
            Node::Cost { source, term } => {
                format!("{term} has no value in :init: {} costs that", source.name(task))
            }
            Node::Useless { change } => {
                let change = &self.chain.changes[*change];
                let equality = change.asks_for_itself().and_then(|(_, equality)| equality);
                let span = equality.map(|(.., span)| span).or(change.span);
                place = span.map(|span| (0, span)).or(place);
                self.adds_what_it_needs(change)
            }
            Node::Fact(pattern) => {
                let shown = pattern.show(task);
                match root.kind {
                    Kind::Turned => self.turned(pattern),
                    Kind::NeverFalse => {
                        let holds = Pattern { positive: true, ..pattern.clone() }.show(task);
                        format!(
                            "{holds} holds at first and no action deletes it: {who} {needs} it to be false"
                        )
                    }
                    Kind::NotInInit => self.not_in_init(root, pattern, &who, needs),
                    Kind::NotAdded => self.not_added(pattern, &who, needs),
                    Kind::NoFirstFact => {
                        let strange = strange(self.chain, self.reach, pattern);
                        let name = strange.map_or("?", |object| task.objects.name(object));
                        format!("{name} occurs in no fact of :init: {who} {needs} {shown}")
                    }
                    Kind::CutOff => self.cut_off(root, pattern).unwrap_or_else(|| self.circle(root, pattern)),
                    _ => self.circle(root, pattern),
                }
            }
        };
        Note { depth: 0, text, place }
    }

    fn not_in_init(&self, root: &Root, pattern: &Pattern, who: &str, needs: &str) -> String {
        let task = self.task();
        let shown = pattern.show(task);
        if let Some(near) = self.near_miss(pattern) {
            return near;
        }
        let any = Pattern { arguments: vec![None; pattern.arguments.len()], ..pattern.clone() }.show(task);
        let deleters = self.deleters(pattern.predicate);
        if !deleters.is_empty() {
            let verb = if deleters.len() == 1 { "deletes" } else { "delete" };
            return format!(
                "no action adds {any}: {who} {needs} it, and {} only {verb} it",
                list(&deleters, "and")
            );
        }
        if pattern.arguments.is_empty() {
            return format!("{shown} is not in :init, and no action adds it: {who} {needs} it");
        }
        if !task.init.iter().any(|(predicate, _)| predicate == pattern.predicate) {
            return format!("no action adds {shown}, and no {any} is in :init: {who} {needs} it");
        }
        if pattern.holes() == 0 && root.circle.len() == 1 {
            return format!("{shown} is not in :init, and no action adds it: {who} {needs} it");
        }
        format!("no {shown} in :init, and no action adds one: {who} {needs} it")
    }

    /// The actions that delete a predicate.
    fn deleters(&self, predicate: PredicateId) -> Vec<String> {
        let mut names: Vec<String> = Vec::new();
        for change in
            self.chain.changes.iter().filter(|change| !change.adds && change.atom.predicate == predicate)
        {
            let name = change.source.name(self.task());
            if !names.contains(&name) {
                names.push(name);
            }
        }
        names
    }

    fn not_added(&self, pattern: &Pattern, who: &str, needs: &str) -> String {
        let task = self.task();
        let shown = Pattern { positive: true, ..pattern.clone() }.show(task);
        if let Some(near) = self.near_miss(pattern) {
            return near;
        }
        let deletes = self.chain.changes.iter().filter(|change| {
            !change.adds && change.atom.predicate == pattern.predicate && self.can_give(change, pattern)
        });
        let mut names: Vec<String> = Vec::new();
        for change in deletes {
            let name = change.source.name(task);
            let asks = change
                .literals()
                .iter()
                .any(|one| one.positive && one.atom.arguments == change.atom.arguments);
            if !asks {
                let atom = written(task, change);
                return format!("no action adds {shown}: {name} deletes {atom}, is it meant to add it?");
            }
            if !names.contains(&name) {
                names.push(name);
            }
        }
        if names.is_empty() {
            return format!("no action adds {shown}: {who} {needs} it");
        }
        let verb = if names.len() == 1 { "deletes" } else { "delete" };
        format!(
            "no action adds {shown}: {} only {verb} such atoms, and {who} {needs} it",
            list(&names, "and")
        )
    }

    /// Whether a change can be about the atom, by its constants and types.
    fn can_give(&self, change: &Change<'_>, pattern: &Pattern) -> bool {
        unify(change, pattern).is_some_and(|binding| {
            let mut pairs = change.variables.iter().zip(&binding);
            pairs.all(|(variable, value)| value.is_none_or(|object| self.reach.is_a(object, &variable.types)))
        })
    }

    fn adds_what_it_needs(&self, change: &Change<'_>) -> String {
        let task = self.task();
        let atom = written(task, change);
        let name = change.source.name(task);
        let verb = if change.adds { "adds" } else { "deletes" };
        let asked = change.asks_for_itself();
        let mut text = format!("{name} {verb} only what it needs: {atom} is among its conditions");
        if let Some((literal, Some((left, right, _)))) = asked {
            let show = |term| show_term(task, term, &change.variables);
            let (literal, left, right) = (literal.show(task, &change.variables), show(left), show(right));
            text = format!(
                "{name} {verb} only what it needs: {atom} is {literal}, as it asks for (= {left} {right})"
            );
        }
        let literals = change.literals();
        let asked = |other: &Change<'_>| {
            literals.iter().any(|one| {
                one.atom.predicate == other.atom.predicate && one.atom.arguments == other.atom.arguments
            })
        };
        let swapped = self.chain.changes.iter().find(|other| {
            other.source == change.source
                && other.adds != change.adds
                && other.atom.predicate == change.atom.predicate
                && !asked(other)
        });
        match swapped {
            Some(other) => format!("{text}, and it deletes {}: are the two swapped?", written(task, other)),
            None => text,
        }
    }
}

/// An atom of a schema, as it is written.
pub(super) fn of_schema(task: &Task, schema: usize, atom: &Atom) -> String {
    let names: Vec<_> = task.schemas[schema].parameters.iter().collect();
    show_atom(task, atom, &names, true)
}
