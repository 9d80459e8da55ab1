//! Links between facts, in words: from the goal to a root, round a circle, and the ones that are missing.
//!
//! In: a chain and a root. Out: sentences and notes.

use std::collections::VecDeque;

use super::root::{Root, RootKind};
use super::ways::Node;
use super::words::ANOTHER_WAY;
use super::{Chain, Way};
use crate::why::Note;
use crate::why::edit::show_condition;
use crate::why::literal::{Change, Literal, Pattern, Source, distinct, list, literals_of, verb};
use banto_base::source::Span;
use banto_text::task::{ObjectId, Variable};

/// At most this many places are named on either side.
const MAX_PLACES: usize = 4;

impl Chain<'_> {
    /// Why a fact of a circle is never reached.
    pub(crate) fn circle(&self, root: &Root, pattern: &Pattern) -> String {
        let Some((circle, start)) = self.closed(root) else {
            return self.unreached(root, pattern);
        };
        let pattern = self.fact(start).unwrap_or(pattern);
        let word = if pattern.positive { "true" } else { "false" };
        let from = |at: usize| if at == 0 { start } else { circle[at - 1].1 };
        let needs = circle.iter().enumerate().rev().map(|(at, link)| self.need(from(at), *link));
        let needs = list(&distinct(needs), "and");
        format!("{} can only be made {word} in a circle: {needs} first", self.given(pattern))
    }

    /// Why a fact is never reached that needs several things at once: the most telling reason, or else all things that
    /// the way needs that lacks the fewest.
    fn unreached(&self, root: &Root, pattern: &Pattern) -> String {
        let (task, shown) = (self.task(), pattern.show(self.task()));
        let why = self.followed(root);
        if why.node != root.node {
            return format!("{shown} is never reached: {}", self.plain(&why).text);
        }
        let ways = || self.ways[root.node].iter().filter(|way| !way.is_instance);
        let Some(way) = ways().min_by_key(|way| way.needs.len()) else {
            return format!("{shown} can never be reached");
        };
        let (one, only) = if ways().count() > 1 { ("for one, ", "") } else { ("", "only ") };
        let needs = way.needs.iter().filter_map(|(need, _)| Some(self.fact(*need)?.show(task)));
        let needs = distinct(needs);
        if needs.is_empty() {
            return format!("{shown} is never reached");
        }
        let needs = list(&needs, "and");
        let (name, verb, effect) = (way.source.name(task), verb(pattern.positive), pattern.show_atom(task));
        format!("{shown} is never reached: {one}{name} {verb} {effect} {only}with {needs}")
    }

    /// The shortest circle of a root, and the node that closes it, which may ask for less, if there is no way to it
    /// from outside.
    fn closed(&self, root: &Root) -> Option<(Vec<(Source, usize)>, usize)> {
        let circle = self.shortest_circle(root);
        let (closing, pattern) = (circle.last()?.1, self.fact(root.node)?);
        let is_wider = |other: &Pattern| other.covers(pattern) && other.holes() > pattern.holes();
        let start = if self.fact(closing).is_some_and(is_wider) { closing } else { root.node };
        (!self.is_had_from_outside(start)).then_some((circle, start))
    }

    /// What a root that needs several things comes down to: of those that the way lacks that lacks the fewest, the most
    /// telling.
    fn followed(&self, root: &Root) -> Root {
        let (mut root, mut seen) = (root.clone(), Vec::new());
        let is_open = |root: &Root| {
            let pattern = self.fact(root.node).filter(|_| root.kind == RootKind::Circle);
            pattern.is_some_and(|one| self.closed(root).is_none() && self.islands(root, one).is_none())
        };
        while is_open(&root) && !seen.contains(&root.node) {
            seen.push(root.node);
            let ways = self.ways[root.node].iter().filter(|way| !way.is_instance);
            let needs = ways.min_by_key(|way| way.needs.len()).into_iter().flat_map(|way| &way.needs);
            let found = needs.filter_map(|(need, _)| self.candidates(*need).into_iter().next());
            match found.min_by_key(|one| one.kind) {
                Some(next) => root = next,
                None => break,
            }
        }
        root
    }

    /// That a circle goes round places to which no fixed fact leads; with such a fact of `:init`.
    pub(crate) fn islands(&self, root: &Root, pattern: &Pattern) -> Option<(String, String)> {
        let task = self.task();
        let facts: Option<Vec<&Pattern>> = root.circle.iter().map(|node| self.fact(*node)).collect();
        let facts = facts?;
        let at = (0..pattern.arguments.len())
            .find(|at| facts.iter().any(|one| one.arguments.get(*at) != pattern.arguments.get(*at)))?;
        let with = |object: ObjectId| {
            let mut fact = pattern.clone();
            fact.arguments[at] = Some(object);
            fact
        };
        let there: Option<Vec<ObjectId>> = facts.iter().map(|one| *one.arguments.get(at)?).collect();
        let mut there = distinct(there?);
        there.sort_unstable();
        let is_alike = pattern.positive && facts.iter().all(|one| there.iter().any(|to| with(*to) == **one));
        let types = &task.predicate_info[pattern.predicate.index()].parameters[at];
        let here: Vec<ObjectId> = task.objects_of(types).filter(|one| self.reach.may(&with(*one))).collect();
        if !is_alike || here.is_empty() {
            return None;
        }
        let makers = self.changes_of(true, pattern.predicate).filter(|one| self.can_give(one, pattern));
        // The fixed fact that joins the place that an action starts from with the one where it ends.
        let joins = |change: &Change<'_>| {
            let asked = &change.literals[..change.required];
            let start = asked.iter().find(|one| {
                let mut pairs = one.atom.arguments.iter().zip(&change.atom.arguments).enumerate();
                let is_other = pairs.all(|(place, (from, to))| (from == to) != (place == at));
                one.positive && one.atom.predicate == pattern.predicate && is_other
            })?;
            let [from, to] = [start.atom.arguments[at], change.atom.arguments[at]];
            asked.iter().find_map(|one| {
                let place = |term| one.atom.arguments.iter().position(|other| *other == term);
                let (from, to) = (place(from)?, place(to)?);
                let is_fixed = one.positive && !self.is_changed(one.atom.predicate);
                (is_fixed && from < to).then_some((one.atom.predicate, from, to))
            })
        };
        let found = distinct(makers.clone().map(joins));
        let [Some((of, from, to))] = found[..] else { return None };
        let rows: Vec<_> = self.stated(of).filter(|row| here.contains(&row[from])).collect();
        let near = rows.first().filter(|_| !rows.iter().any(|row| there.contains(&row[to])))?;
        let names = |all: &[ObjectId]| {
            let first = all.iter().take(MAX_PLACES).map(|one| task.objects.name(*one).to_owned());
            let more = all.len().checked_sub(MAX_PLACES + 1).map(|more| format!("{} more", more + 1));
            list(&first.chain(more).collect::<Vec<_>>(), "or")
        };
        let actions = self.names(makers);
        let text = format!(
            "no {} in :init leads from {} to {}, and only {} {} {}",
            Pattern::any(task, of).show(task),
            names(&here),
            names(&there),
            list(&actions, "and"),
            if actions.len() == 1 { "adds" } else { "add" },
            pattern.show(task)
        );
        Some((text, Pattern::fact(of, near).show(task)))
    }

    /// That a fact is not in `:init`, or is, up to the word before its verb.
    fn given(&self, pattern: &Pattern) -> String {
        let (task, shown) = (self.task(), pattern.show_atom(self.task()));
        let mut objects = pattern.arguments.iter().flatten().filter(|_| pattern.holes() > 0);
        let is_unknown = |one: &&ObjectId| !task.init.iter().any(|(_, row)| row.contains(one));
        let alone = objects.find(is_unknown).map(|one| task.objects.name(*one));
        let more = alone.map_or(String::new(), |one| format!(", nor any other fact about {one}"));
        match (pattern.positive, pattern.holes()) {
            (true, 0) => format!("{shown} is not in :init, and"),
            (true, _) => format!("no {shown} is in :init{more}, and one"),
            (false, _) => format!("{shown} is in :init, and"),
        }
    }

    /// Where an action or a rule asks for a fact to give another one.
    fn asked(&self, from: usize, source: Source, to: usize) -> Option<Span> {
        self.ways[from].iter().filter(|way| way.source == source).find_map(|way| way.asked(to))
    }

    /// That an action or a rule needs a fact for another one; where it is part of a condition that is no literal, that
    /// condition as it is written.
    fn need(&self, from: usize, (source, to): (Source, usize)) -> String {
        let task = self.task();
        let span = self.asked(from, source, to);
        let whole = self.changes_by(source).iter().find_map(|change| {
            let parts = change.rest.iter().filter(|part| part.positive);
            let is_there = |one: &Literal<'_>| Some(one.atom.span) == span;
            let part =
                parts.into_iter().find(|one| literals_of((one.condition, true)).iter().any(is_there))?;
            Some(show_condition(task, part.condition, &change.variables))
        });
        let needed = whole.or_else(|| Some(self.fact(to)?.show(task))).unwrap_or_default();
        let of = if self.is_guard(source, span) { "an effect of " } else { "" };
        format!("{of}{} needs {needed}", source.name(task))
    }

    /// The changes that never happen because a type has no object, with a variable of it.
    pub(crate) fn empty_types(&self) -> impl Iterator<Item = (&Change<'_>, &Variable)> {
        self.changes.iter().filter_map(|change| {
            let mut variables = change.variables.iter();
            Some((change, *variables.find(|one| self.task().objects_of(&one.types).next().is_none())?))
        })
    }

    /// Whether a way needs what only the fact that it would make can give: it puts back what was there.
    fn is_undone(&self, node: usize, way: &Way) -> bool {
        way.needs.iter().any(|(need, _)| {
            let mut ways = self.ways[*need].iter().peekable();
            ways.peek().is_some() && ways.all(|one| one.needs.iter().any(|(other, _)| *other == node))
        })
    }

    /// The fewest links from a root through its circle back to itself: what makes each fact, and what that needs. What
    /// only puts back what was there is no link, unless there are no others.
    pub(crate) fn shortest_circle(&self, root: &Root) -> Vec<(Source, usize)> {
        let found = self.circle_through(root, &|node, way| !self.is_undone(node, way));
        if found.is_empty() { self.circle_through(root, &|_, _| true) } else { found }
    }

    fn circle_through(&self, root: &Root, is_link: &dyn Fn(usize, &Way) -> bool) -> Vec<(Source, usize)> {
        let mut queue = VecDeque::from([(root.node, Vec::new())]);
        let mut seen = vec![root.node];
        while let Some((node, path)) = queue.pop_front() {
            for way in self.entries(node).1.filter(|way| is_link(node, way)) {
                for (need, _) in way.needs.iter().filter(|(need, _)| self.is_in(&root.circle, *need)) {
                    let mut path: Vec<(Source, usize)> = path.clone();
                    path.push((way.source, *need));
                    if self.is_in(&[root.node], *need) {
                        return path;
                    }
                    if !seen.contains(need) {
                        seen.push(*need);
                        queue.push_back((*need, path));
                    }
                }
            }
        }
        Vec::new()
    }

    /// Whether a node is among others, or is an instance of one, or the other way round.
    fn is_in(&self, nodes: &[usize], node: usize) -> bool {
        nodes.iter().any(|other| match (&self.nodes[*other], &self.nodes[node]) {
            (Node::Fact(one), Node::Fact(two)) => one.covers(two) || two.covers(one),
            _ => *other == node,
        })
    }

    /// The shortest way from the goal to a node: links from a node, by one of its ways, to another.
    pub(crate) fn path(&self, target: usize) -> Vec<(usize, &Way, usize)> {
        let mut before: Vec<Option<(usize, usize)>> = vec![None; self.nodes.len()];
        let mut queue = VecDeque::from([0]);
        let mut seen = vec![false; self.nodes.len()];
        seen[0] = true;
        while let Some(node) = queue.pop_front() {
            for (index, way) in self.ways[node].iter().enumerate() {
                for (need, _) in &way.needs {
                    if !std::mem::replace(&mut seen[*need], true) {
                        before[*need] = Some((node, index));
                        queue.push_back(*need);
                    }
                }
            }
        }
        let mut path = Vec::new();
        let mut to = target;
        while let Some((from, way)) = before[to] {
            path.push((from, &self.ways[from][way], to));
            to = from;
        }
        path.reverse();
        path
    }

    /// The links from the goal to a root, each a line.
    pub(crate) fn links(&self, root: &Root) -> Vec<Note> {
        let (task, target) = (self.task(), root.node);
        let mut notes: Vec<Note> = Vec::new();
        for (from, way, to) in self.path(target) {
            if way.is_instance {
                continue;
            }
            let depth = notes.len();
            let Node::Fact(need) = &self.nodes[to] else { continue };
            let span = way.asked(to);
            let file = usize::from(from == 0);
            let text = match &self.nodes[from] {
                Node::Fact(pattern) => {
                    let text = self.link_between((from, way.source, pattern), (to, need), span);
                    let instead = self.other_way(from, way, to);
                    let is_new = |other: &String| other != ANOTHER_WAY || !text.starts_with("for one, ");
                    text.clone() + &instead.filter(is_new).unwrap_or_default()
                }
                _ => format!("the goal asks for {}", need.show(task)),
            };
            notes.push(Note { depth, ..Note::of(text, span.map(|span| (file, span))) });
        }
        notes
    }

    /// That an action makes a fact true, or false, and needs another, by a condition at a place; and whether there are
    /// ways without it.
    fn link_between(
        &self,
        (from, source, pattern): (usize, Source, &Pattern),
        (to, need): (usize, &Pattern),
        span: Option<Span>,
    ) -> String {
        let (name, verb) = (source.name(self.task()), verb(pattern.positive));
        let how = if self.is_guard(source, span) { "only when" } else { "and needs" };
        let mut ways = self.ways[from].iter().filter(|way| !way.is_instance);
        let is_one = ways.any(|way| way.needs.iter().all(|(need, _)| ![from, to].contains(need)));
        let one = if is_one { "for one, " } else { "" };
        let need = need.show(self.task());
        format!("{one}{name} {verb} {} {how} {need}", pattern.show_atom(self.task()))
    }
}
