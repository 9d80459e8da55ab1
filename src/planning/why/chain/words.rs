//! A root in words: one sentence with its place, and the links from the goal to it.
//!
//! In: a chain and a root. Out: [`Note`]s.

use super::root::{Root, RootKind};
use super::ways::{Node, unify};
use super::{Chain, Way};
use crate::why::Note;
use crate::why::edit::show_condition;
use crate::why::literal::{Change, Literal, Pattern, distinct, list, literals_of, show_term, verb};
use banto_base::source::Span;
use banto_text::task::{Atom, Condition, ObjectId, Term, Variable};

/// Where what could be instead is not named.
pub(crate) const ANOTHER_WAY: &str = ", unless the condition is met in another way";

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

    /// Whether a way asks for a node where it could ask for something else: in an `or`, or what is like one.
    fn is_alternative(&self, user: usize, way: &Way, node: usize) -> bool {
        let Some(span) = way.asked(node) else { return false };
        let is_any = self.fact(node).is_some_and(|one| one.holes() > 0);
        let asked = self.changes_by(way.source).iter().flat_map(|one| &one.rest);
        let mut asked = asked.map(|part| (part.condition, part.positive));
        let goal = Some((&self.task().goal, true)).filter(|_| user == 0);
        !way.is_instance
            && match goal {
                Some(goal) => is_in_choice(goal, span, is_any),
                None => asked.any(|part| is_in_choice(part, span, is_any)),
            }
    }

    /// What those that ask for a node could do with instead: the other part of an `or`, or what is not named.
    fn instead(&self, node: usize) -> Option<String> {
        let users = self.users[node].iter().map(|(user, way)| (*user, &self.ways[*user][*way]));
        let all: Option<Vec<String>> = users.map(|(user, way)| self.other_way(user, way, node)).collect();
        Some(match <[String; 1]>::try_from(all?) {
            Ok([one]) => one,
            Err(_) => ANOTHER_WAY.to_owned(),
        })
    }

    /// What a way that asks for a node could do with instead, if there is anything.
    pub(crate) fn other_way(&self, user: usize, way: &Way, node: usize) -> Option<String> {
        let is_other = self.is_alternative(user, way, node);
        is_other.then(|| self.other_part(user, way, node).unwrap_or_else(|| ANOTHER_WAY.to_owned()))
    }

    fn other_part(&self, user: usize, way: &Way, node: usize) -> Option<String> {
        // The goal is part of no change.
        let span = way.asked(node).filter(|_| user > 0)?;
        let is_there = |part: &Condition| literals_of((part, true)).iter().any(|one| one.atom.span == span);
        self.changes_by(way.source).iter().find_map(|change| {
            let parts = change.rest.iter().filter(|part| part.positive);
            let mut pairs = parts.filter_map(|part| match part.condition {
                Condition::Or(parts) => <&[Condition; 2]>::try_from(&parts[..]).ok(),
                _ => None,
            });
            let other = pairs.find_map(|[one, other]| match (is_there(one), is_there(other)) {
                (true, false) => Some(other),
                (false, true) => Some(one),
                _ => None,
            })?;
            Some(format!(", unless {}", show_condition(self.task(), other, &change.variables)))
        })
    }

    /// Who asks for the fact for which a root is needed, if that is by its name: all objects of the root are in it.
    fn wanted(&self, root: &Root) -> Option<String> {
        let fact = self.fact(root.node).filter(|one| match root.kind {
            RootKind::NotInInit => self.is_stated(one.predicate),
            RootKind::NeverFalse => !self.is_changed(one.predicate),
            _ => false,
        })?;
        let objects: Vec<ObjectId> = fact.arguments.iter().copied().flatten().collect();
        let path = self.path(root.node);
        let (_, above) = path.split_last().filter(|_| !objects.is_empty())?;
        above.iter().rev().find_map(|(from, way, to)| {
            let is_needed = !way.is_instance && !self.is_alternative(*from, way, *to);
            let wanted = self.fact(*to).filter(|_| is_needed)?;
            let is_named =
                |atom: &Atom| objects.iter().all(|one| atom.arguments.contains(&Term::Object(*one)));
            let mut own = self.changes_by(way.source).iter().flat_map(Change::all_literals);
            let is_it = |one: &Literal<'_>| Some(one.atom.span) == way.asked(*to) && is_named(one.atom);
            let is_all =
                fact.holes() == 0 && objects.iter().all(|one| wanted.arguments.contains(&Some(*one)));
            let shown = wanted.show(self.task());
            match from {
                0 if is_all => Some(format!("the goal asks for {shown}, but ")),
                0 => None,
                _ => own
                    .any(|one| is_it(&one))
                    .then(|| format!("{} needs {shown}, but ", way.source.name(self.task()))),
            }
        })
    }

    /// The sentence of a root, after who asks by name for what needs it.
    pub(crate) fn sentence(&self, root: &Root) -> Note {
        let note = self.plain(root);
        Note { text: self.wanted(root).unwrap_or_default() + &note.text, ..note }
    }

    /// The sentence of a root alone.
    pub(crate) fn plain(&self, root: &Root) -> Note {
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
        let unnamed = self.fact(root.node).and_then(|pattern| self.unnamed(pattern));
        let instead = self.instead(root.node).filter(|_| unnamed.is_none() && root.kind != RootKind::Circle);
        let one = if is_one && instead.is_none() { "for one, " } else { "" };
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
        let text = text + &instead.unwrap_or_default();
        let fact = self.fact(root.node).filter(|_| root.kind == RootKind::NotInInit);
        let fact = fact.map(|fact| fact.show_atom(task));
        Note { fact, ..Note::of(text, place) }
    }

    fn not_in_init(&self, root: &Root, pattern: &Pattern, who: &str) -> String {
        let task = self.task();
        let shown = pattern.show(task);
        let any = Pattern::any(task, pattern.predicate).show(task);
        if let Some(object) = self.unnamed(pattern) {
            return format!("no {any} in :init names {object}, and no action adds one: {who} one");
        }
        let is_one = pattern.arguments.is_empty() || (pattern.holes() == 0 && root.circle.len() == 1);
        if !pattern.arguments.is_empty() && !self.is_stated(pattern.predicate) {
            return format!("no action adds {shown}, and no {any} is in :init: {who} it");
        }
        if is_one {
            let other = self.stated_alike(pattern).map_or(String::new(), |row| {
                format!("; {} is in :init", Pattern::fact(pattern.predicate, row).show(task))
            });
            let is_deleted = self.changes_of(false, pattern.predicate).next().is_some();
            let it = if is_deleted && pattern.holes() < pattern.arguments.len() { &any } else { "it" };
            return format!("{shown} is not in :init, and no action adds {it}: {who} it{other}");
        }
        format!("no {shown} in :init, and no action adds one: {who} it")
    }

    /// The object of a missing fact that no fact of its predicate has, while several facts of it would each do.
    fn unnamed(&self, pattern: &Pattern) -> Option<&str> {
        let roots = self.candidates(0);
        let facts = roots.iter().filter_map(|root| self.fact(root.node));
        let alike: Vec<&Pattern> = facts.filter(|one| one.predicate == pattern.predicate).collect();
        let is_fixed = pattern.positive && !self.is_changed(pattern.predicate) && alike.len() > 1;
        let mut objects = pattern.arguments.iter().flatten().filter(|_| is_fixed);
        let object = objects.find(|one| {
            alike.iter().all(|other| other.arguments.contains(&Some(**one)))
                && !self.stated(pattern.predicate).any(|row| row.contains(one))
        })?;
        Some(self.task().objects.name(*object))
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

    /// The one fact of `:init` that actions may change and that differs in a late argument alone.
    fn stated_alike(&self, pattern: &Pattern) -> Option<&[ObjectId]> {
        let row = pattern.ground().filter(|row| row.len() > 1 && self.is_changed(pattern.predicate))?;
        let others = |at: usize| {
            let is_kept =
                move |other: &&[ObjectId]| [&row[..at], &row[at + 1..]] == [&other[..at], &other[at + 1..]];
            self.stated(pattern.predicate).filter(is_kept)
        };
        let mut all = others(pattern.arguments.len() - 1);
        all.next().filter(|_| all.next().is_none())
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

/// Whether the atom at a place of a condition, or of its negation, stands in a part that may be met in another way. Of
/// some object, a quantifier gives no choice if it is about any object already.
fn is_in_choice((condition, positive): (&Condition, bool), span: Span, is_any: bool) -> bool {
    let is_choice = match condition {
        Condition::Or(_) | Condition::Imply(..) => positive,
        Condition::Exists(..) => positive && !is_any,
        Condition::And(_) => !positive,
        Condition::Forall(..) => !positive && !is_any,
        _ => false,
    };
    let is_there = |part: &(&Condition, bool)| literals_of(*part).iter().any(|one| one.atom.span == span);
    let mut parts = condition.parts(positive).into_iter().filter(is_there);
    if is_choice { parts.next().is_some() } else { parts.any(|part| is_in_choice(part, span, is_any)) }
}
