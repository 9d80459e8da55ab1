//! A root in words: one sentence with its place, and the links from the goal to it.
//!
//! In: a chain and a root. Out: [`Note`]s.

use super::root::{Root, RootKind};
use super::ways::{Node, unify};
use super::{Chain, Way};
use crate::why::Note;
use crate::why::literal::{Change, Pattern, distinct, list, show_term, verb};
use banto_base::source::Span;
use banto_text::task::{ObjectId, Variable};

/// A place in the domain or, for what the goal asks, in the problem.
pub(crate) type TextPlace = Option<(usize, Span)>;

impl Chain<'_> {
    /// The actions that ask for a node, and where: `drive and load`, or `the goal`.
    pub(crate) fn askers(&self, node: usize) -> (Vec<String>, TextPlace) {
        let users = self.users[node].iter().map(|(user, way)| (*user, &self.ways[*user][*way]));
        let users = users.filter(|(_, way)| !way.is_instance);
        let asked = |way: &Way| way.asked(node);
        let name = |(user, way): (usize, &Way)| match user {
            0 => "the goal".to_owned(),
            _ if self.is_guard(way.source, asked(way)) => {
                format!("an effect of {}", way.source.name(self.task()))
            }
            _ => way.source.name(self.task()),
        };
        let place = users
            .clone()
            .find_map(|(user, way)| asked(way).or(way.span).map(|span| (usize::from(user == 0), span)));
        (distinct(users.map(name)), place)
    }

    /// The sentence of a root.
    pub(crate) fn sentence(&self, root: &Root) -> Note {
        let task = self.task();
        let circle = self.fact(root.node).filter(|_| root.kind == RootKind::Circle);
        if let Some((text, fact)) = circle.and_then(|pattern| self.islands(root, pattern)) {
            return Note { fact: Some(fact), ..Note::of(text, None) };
        }
        let (askers, mut place) = self.askers(root.node);
        // Where each that asks for it could do with something else, it is one of several things that are missing.
        let lacks = |way: &Way| way.needs.iter().any(|(need, _)| *need == root.node);
        let is_one = self.users[root.node].iter().all(|(user, way)| {
            let own = self.ways[*user].iter().filter(|one| one.source == self.ways[*user][*way].source);
            !own.filter(|one| !one.is_instance).all(lacks)
        });
        let is_fact = matches!(self.nodes[root.node], Node::Fact(_));
        let is_one = is_one
            || is_fact && self.links(root).iter().any(|link| link.text.starts_with("for one, "))
            || self.has_another(root.node);
        let needs = if askers.len() == 1 { "needs" } else { "need" };
        let one = if is_one { "for one, " } else { "" };
        let who = format!("{one}{} {needs}", list(&askers, "and"));
        let text = match &self.nodes[root.node] {
            Node::Goal => "the goal cannot be reached".to_owned(),
            Node::Empty { types, object, span } => {
                place = place.map(|(file, _)| (if askers == ["the goal"] { file } else { 0 }, *span));
                let of = |object: ObjectId| task.types.show(&task.object_types[object.index()]);
                let instead =
                    object.map(|one| format!(", and {} is of type {}", task.objects.name(one), of(one)));
                let instead = instead.unwrap_or_default();
                format!("there is no object of type {types}: {who} one{instead}")
            }
            Node::Obstacle { text, span, .. } => {
                place = span.map(|span| (0, span)).or(place);
                text.clone()
            }
            Node::Useless { change } => {
                let change = &self.changes[*change];
                let equality = change.asks_for_itself().and_then(|(_, equality)| equality);
                let span = equality.map(|(.., span)| span).or(change.span);
                place = span.map(|span| (0, span)).or(place);
                self.adds_what_it_needs(change)
            }
            Node::Fact(pattern) => match root.kind {
                RootKind::NeverFalse => {
                    let holds = pattern.show_atom(task);
                    format!("{holds} holds initially, and no action deletes it: {who} it to be false")
                }
                RootKind::NotInInit => {
                    let is_stated = self.is_stated(pattern.predicate);
                    let deletes = self.changes_of(false, pattern.predicate).next().filter(|_| !is_stated);
                    match deletes {
                        Some(change) => {
                            place = change.span.map(|span| (0, span)).or(place);
                            self.not_added(&Pattern::any(task, pattern.predicate), &who)
                        }
                        None => self.not_in_init(root, pattern, &who),
                    }
                }
                RootKind::NotAdded => self.not_added(pattern, &who),
                RootKind::Unclear => format!("{} never holds: {who} it", pattern.show(task)),
                _ => self.circle(root, pattern),
            },
        };
        let fact = self.fact(root.node).filter(|_| root.kind == RootKind::NotInInit);
        let fact = fact.map(|fact| fact.show_atom(task));
        Note { fact, ..Note::of(text, place) }
    }

    fn not_in_init(&self, root: &Root, pattern: &Pattern, who: &str) -> String {
        let task = self.task();
        let shown = pattern.show(task);
        let any = Pattern::any(task, pattern.predicate).show(task);
        let is_one = pattern.arguments.is_empty() || (pattern.holes() == 0 && root.circle.len() == 1);
        if !pattern.arguments.is_empty() && !self.is_stated(pattern.predicate) {
            return format!("no action adds {shown}, and no {any} is in :init: {who} it");
        }
        if is_one {
            let is_deleted = self.changes_of(false, pattern.predicate).next().is_some();
            // What the goal wants some action is to make.
            let is_wanted = is_deleted || who.ends_with("the goal needs");
            let it = if is_wanted && pattern.holes() < pattern.arguments.len() { &any } else { "it" };
            return format!("{shown} is not in :init, and no action adds {it}: {who} it");
        }
        format!("no {shown} in :init, and no action adds one: {who} it")
    }

    fn not_added(&self, pattern: &Pattern, who: &str) -> String {
        let task = self.task();
        let shown = pattern.show_atom(task);
        let deletes = self.changes_of(false, pattern.predicate).filter(|one| self.can_give(one, pattern));
        let names = self.names(deletes);
        let delete = match names.len() {
            0 => String::new(),
            1 => format!(", and {} only deletes it", names[0]),
            _ => format!(", and {} only delete it", list(&names, "and")),
        };
        format!("no action adds {shown}: {who} it{delete}{}", self.typed(pattern))
    }

    /// That actions would add an atom, but for the type of a parameter.
    pub(crate) fn typed(&self, pattern: &Pattern) -> String {
        let task = self.task();
        let wrong = self.changes_of(true, pattern.predicate).filter_map(|change| {
            let binding = unify(change, pattern)?;
            let is_wrong = |one: &ObjectId, of: &Variable| !self.reach.is_a(*one, &of.types);
            let mut pairs = change.variables.iter().zip(binding);
            pairs.find_map(|(of, one)| Some((change, *of, one.filter(|one| is_wrong(one, of))?)))
        });
        let mut wrong: Vec<(&Change<'_>, &Variable, ObjectId)> = wrong.collect();
        // Best is an action that takes some objects of the type.
        let overlap =
            |of: &Variable, one: ObjectId| task.types.overlap(&task.object_types[one.index()], &of.types);
        wrong.sort_by_key(|(_, of, one)| !overlap(of, *one));
        let Some((_, best, object)) = wrong.first().copied() else { return String::new() };
        wrong.retain(|(_, of, one)| *one == object && overlap(of, object) == overlap(best, object));
        let takes = |(change, of, _): &(&Change<'_>, &Variable, ObjectId)| {
            format!("{} takes {} - {}", change.source.name(task), of.name, task.types.show(&of.types))
        };
        let takes = list(&distinct(wrong.iter().map(takes)), "and");
        let own = task.types.show(&task.object_types[object.index()]);
        format!("; {takes}, and {} is of type {own}", task.objects.name(object))
    }

    /// Whether a change can be about the atom, by its constants and types.
    pub(crate) fn can_give(&self, change: &Change<'_>, pattern: &Pattern) -> bool {
        unify(change, pattern).is_some_and(|binding| {
            let mut pairs = change.variables.iter().zip(&binding);
            pairs.all(|(variable, value)| value.is_none_or(|object| self.reach.is_a(object, &variable.types)))
        })
    }

    pub(crate) fn adds_what_it_needs(&self, change: &Change<'_>) -> String {
        let task = self.task();
        let (atom, name) = (change.show(task), change.source.name(task));
        let needed = match change.asks_for_itself() {
            Some((literal, _)) if change.is_guard(literal.atom) => {
                let state = if change.adds { "true" } else { "false" };
                return format!("{name} {} {atom} only when it is {state} already", verb(change.adds));
            }
            Some((_, None)) if !change.adds => "which it needs to be false already".to_owned(),
            Some((literal, Some((left, right, _)))) => {
                let show = |term| show_term(task, term, &change.variables, &[]);
                let (literal, left, right) = (literal.show(task, &change.variables), show(left), show(right));
                format!("which is the {literal} that it needs, because of (= {left} {right})")
            }
            _ => "which it needs already".to_owned(),
        };
        format!("{name} {} {atom}, {needed}", verb(change.adds))
    }
}
