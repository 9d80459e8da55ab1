//! Slips of writing: a predicate under two names, arguments in the wrong order.
//!
//! In: an unreachable fact. Out: a sentence about what was probably meant, if there is one.

use super::chain::Chain;
use super::literal::{Change, Pattern};
use super::root::{Kind, Root};
use super::ways::unify;
use super::words::Place;
use crate::source::nearest;
use crate::task::{Condition, PredicateId};

/// Whether two names have a word in common.
pub(super) fn share_part(one: &str, other: &str) -> bool {
    one.split(['-', '_']).any(|part| part.len() > 1 && other.split(['-', '_']).any(|of| of == part))
}

impl Chain<'_> {
    /// A fact with its arguments the other way round; and where it is made, if one action alone makes it.
    pub(super) fn turned(&self, pattern: &Pattern) -> (String, Place) {
        let task = self.task();
        let turned =
            Pattern { arguments: pattern.arguments.iter().rev().copied().collect(), ..pattern.clone() };
        let gives = |change: &&Change<'_>| {
            unify(change, &turned)
                .is_some_and(|binding| change.literals.iter().all(|one| self.reach.may(&one.with(&binding))))
        };
        let mut makers = self.changes_of(true, pattern.predicate).filter(gives);
        let (made, place) = match (makers.next(), makers.next()) {
            (Some(one), None) => {
                let made = format!("{} adds {}", one.source.name(task), turned.show(task));
                (made, one.span.map(|span| (0, span)))
            }
            _ => (format!("{} can be reached", turned.show(task)), None),
        };
        (format!("{made}, {} is asked for: are arguments swapped?", pattern.show(task)), place)
    }

    /// A fact of a root, and another predicate that seems to be meant: made true and never read.
    pub(super) fn near_miss(&self, root: &Root) -> Option<(&Pattern, PredicateId)> {
        let nodes = std::iter::once(&root.node).chain(&root.circle).filter_map(|node| self.fact(*node));
        let mut facts = nodes.filter(|fact| fact.positive && root.kind != Kind::Turned);
        facts.find_map(|pattern| Some((pattern, self.near(pattern)?)))
    }

    fn near(&self, pattern: &Pattern) -> Option<PredicateId> {
        let task = self.task();
        let wanted = task.predicates.name(pattern.predicate);
        let kin = |other: &str| {
            let (one, other) = (wanted.to_ascii_lowercase(), other.to_ascii_lowercase());
            let plain = |name: &str| name.replace(['-', '_'], "");
            plain(&one) == plain(&other)
                || nearest(&one, [other.as_str()]).is_some()
                || share_part(&one, &other)
        };
        let read = self.read();
        let takes = |other: PredicateId| {
            let declared = self.declared(other);
            let mut pairs = pattern.arguments.iter().zip(declared);
            declared.len() == pattern.arguments.len()
                && pairs.all(|(object, types)| object.is_none_or(|object| self.reach.is_a(object, types)))
        };
        let hidden = !self.is_made(pattern.predicate);
        let mut others = task.predicates.ids().filter(|other| *other != pattern.predicate);
        others.find(|other| {
            takes(*other)
                && kin(task.predicates.name(*other))
                && !read.contains(other)
                && self.is_made(*other)
                && (hidden || self.reach.may(&Pattern { predicate: *other, ..pattern.clone() }))
        })
    }

    /// One predicate that seems to be written in two ways.
    pub(super) fn two_names(&self, (pattern, other): (&Pattern, PredicateId)) -> String {
        let task = self.task();
        let meant = Pattern { predicate: other, ..pattern.clone() }.show(task);
        let verb = if self.growing.contains(&other) { "is added" } else { "is in :init" };
        let shown = pattern.show(task);
        format!("{meant} {verb}, {shown} is asked for: is one predicate written in two ways?")
    }

    /// The predicates that some condition or the goal reads.
    pub(super) fn read(&self) -> Vec<PredicateId> {
        self.signed().map(|(predicate, _)| predicate).collect()
    }

    /// The predicates that some condition or the goal asks not to hold.
    pub(super) fn denied(&self) -> Vec<PredicateId> {
        self.signed().filter(|one| !one.1).map(|(predicate, _)| predicate).collect()
    }

    /// The predicates of conditions and of the goal, with whether they are to hold.
    fn signed(&self) -> impl Iterator<Item = (PredicateId, bool)> {
        let mut found = Vec::new();
        let mut conditions = vec![(&self.task().goal, true)];
        conditions.extend(self.task().schemas.iter().map(|schema| (&schema.precondition, true)));
        for change in &self.changes {
            found.extend(change.literals.iter().map(|literal| (literal.atom.predicate, literal.positive)));
            conditions.extend(change.rest.iter().map(|part| (part.condition, part.positive)));
        }
        while let Some((condition, positive)) = conditions.pop() {
            if let Condition::Atom(atom) = condition {
                found.push((atom.predicate, positive));
            }
            conditions.extend(condition.parts(positive));
        }
        found.into_iter()
    }
}
