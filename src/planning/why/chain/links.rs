//! Links between facts, in words: from the goal to a root, round a circle, and the ones that are missing.
//!
//! In: a chain and a root. Out: sentences and notes.

use std::collections::VecDeque;

use super::root::Root;
use super::ways::Node;
use super::{Chain, Way};
use crate::why::Note;
use crate::why::literal::{Change, Literal, Pattern, Source, distinct, list, verb};
use banto_base::source::Span;
use banto_text::task::ObjectId;

impl Chain<'_> {
    /// Why a fact of a circle is never reached: what leads round it; if there is a way in from outside, what the way
    /// needs that lacks the fewest.
    pub(crate) fn circle(&self, root: &Root, pattern: &Pattern) -> String {
        let (task, shown) = (self.task(), pattern.show(self.task()));
        let circle = self.shortest_circle(root);
        if circle.is_empty() || self.is_had_from_outside(root.node) {
            let ways = || self.ways[root.node].iter().filter(|way| !way.is_instance);
            let way = ways().min_by_key(|way| way.needs.len());
            let needs = way.iter().flat_map(|way| &way.needs).filter_map(|(need, _)| self.fact(*need));
            let needs = distinct(needs.map(|need| need.show(task)));
            let Some(way) = way.filter(|_| !needs.is_empty()) else {
                return format!("{shown} is never reached");
            };
            let (one, only) = if ways().count() > 1 { ("for one, ", "") } else { ("", "only ") };
            let (name, verb, needs) = (way.source.name(task), verb(pattern.positive), list(&needs, "and"));
            return format!(
                "{shown} is never reached: {one}{name} {verb} {} {only}with {needs}",
                pattern.show_atom(task)
            );
        }
        // What closes the circle may ask for less.
        let is_wider = |other: &&Pattern| other.covers(pattern) && other.holes() > pattern.holes();
        let pattern = circle.last().and_then(|link| self.fact(link.1)).filter(is_wider).unwrap_or(pattern);
        let from = |at: usize| if at == 0 { root.node } else { circle[at - 1].1 };
        let need = |(at, (source, to)): (usize, &(Source, usize))| {
            let span = self.ways[from(at)].iter().filter(|way| way.source == *source);
            let span = span.into_iter().find_map(|way| way.asked(*to));
            let of = if self.is_guard(*source, span) { "an effect of " } else { "" };
            Some(format!("{of}{} needs {}", source.name(task), self.fact(*to)?.show(task)))
        };
        let needs = list(&distinct(circle.iter().enumerate().rev().filter_map(need)), "and");
        let atom = pattern.show_atom(task);
        let (given, word) = match (pattern.positive, pattern.holes()) {
            (true, 0) => (format!("{atom} is not in :init, and"), "true"),
            (true, _) => {
                let mut named = pattern.arguments.iter().flatten();
                let unknown = named.find(|object| !task.init.iter().any(|(_, row)| row.contains(object)));
                let nor = unknown.map_or(String::new(), |object| {
                    format!(", nor any other fact about {}", task.objects.name(*object))
                });
                (format!("no {atom} is in :init{nor}, and one"), "true")
            }
            (false, _) => (format!("{atom} is in :init, and"), "false"),
        };
        format!("{given} can only be made {word} in a circle: {needs} first")
    }

    /// That a circle goes round places to which no fixed fact leads; with such a fact of `:init`.
    pub(crate) fn islands(&self, root: &Root, pattern: &Pattern) -> Option<(String, String)> {
        let task = self.task();
        let facts: Vec<&Pattern> = root.circle.iter().map(|node| self.fact(*node)).collect::<Option<_>>()?;
        let at = (0..pattern.arguments.len())
            .find(|at| facts.iter().any(|fact| fact.arguments.get(*at) != pattern.arguments.get(*at)))?;
        let with = |object: ObjectId| {
            let mut fact = pattern.clone();
            fact.arguments[at] = Some(object);
            fact
        };
        let there: Vec<ObjectId> =
            facts.iter().map(|fact| *fact.arguments.get(at)?).collect::<Option<_>>()?;
        let is_alike =
            pattern.positive && facts.iter().zip(&there).all(|(fact, object)| with(*object) == **fact);
        let types = &task.predicate_info[pattern.predicate.index()].parameters[at];
        let here: Vec<ObjectId> =
            task.objects_of(types).filter(|object| self.reach.may(&with(*object))).collect();
        let makers = self.changes_of(true, pattern.predicate).filter(|change| self.can_give(change, pattern));
        // The fixed fact that joins the place that an action starts from with the one where it ends.
        let joins = |change: &Change<'_>| {
            let asked = &change.literals[..change.required];
            let is_start = |literal: &&Literal<'_>| {
                let mut pairs = literal.atom.arguments.iter().zip(&change.atom.arguments).enumerate();
                let is_other = pairs.all(|(place, (from, to))| (from == to) != (place == at));
                literal.positive && literal.atom.predicate == pattern.predicate && is_other
            };
            let [from, to] = [asked.iter().find(is_start)?.atom.arguments[at], change.atom.arguments[at]];
            asked.iter().filter(|fixed| fixed.positive && !self.is_changed(fixed.atom.predicate)).find_map(
                |fixed| {
                    let place = |term| fixed.atom.arguments.iter().position(|argument| *argument == term);
                    let (from, to) = (place(from)?, place(to)?);
                    (from < to).then_some((fixed.atom.predicate, from, to))
                },
            )
        };
        let [Some((join, from, to))] = distinct(makers.clone().map(joins))[..] else { return None };
        let rows: Vec<_> = self.stated(join).filter(|row| here.contains(&row[from])).collect();
        let near = rows.first().filter(|_| is_alike && !rows.iter().any(|row| there.contains(&row[to])))?;
        let names = |objects: &[ObjectId]| {
            let mut objects = objects.to_vec();
            objects.sort_unstable();
            let names = objects.iter().map(|object| task.objects.name(*object).to_owned());
            list(&distinct(names), "or")
        };
        let actions = self.names(makers);
        let adds = if actions.len() == 1 { "adds" } else { "add" };
        let text = format!(
            "no {} in :init leads from {} to {}, and only {} {adds} {}",
            Pattern::any(task, join).show(task),
            names(&here),
            names(&there),
            list(&actions, "and"),
            pattern.show(task)
        );
        Some((text, Pattern::fact(join, near).show(task)))
    }

    /// The fewest links from a root through its circle back to itself: what makes each fact, and what that needs. What
    /// only puts back what was there is no link, unless there are no others.
    fn shortest_circle(&self, root: &Root) -> Vec<(Source, usize)> {
        let is_undone = |node: usize, way: &Way| {
            way.needs.iter().any(|(need, _)| {
                let mut ways = self.ways[*need].iter().peekable();
                ways.peek().is_some() && ways.all(|back| back.needs.iter().any(|(other, _)| *other == node))
            })
        };
        let found = self.circle_through(root, &|node, way| !is_undone(node, way));
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
                Node::Fact(pattern) => self.link_between((from, way.source, pattern), (to, need), span),
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
