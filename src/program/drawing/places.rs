//! Places that do not move, and how they are joined: the same in all states.
//!
//! In: a [`StateSequence`]. Out: [`Places`].

use std::collections::{BTreeMap, BTreeSet};

use super::moment::{Node, StateSequence};
use super::structure::Role;
use banto_text::task::{ObjectId, PredicateId, Types};

/// How two places are joined: one way, the other, and by an object that the fact names as well, such as a door.
pub(super) type Join = (bool, bool, Option<Node>);

pub(super) struct Places<'a> {
    pub(super) sequence: &'a StateSequence<'a>,
    pub(super) boxes: BTreeSet<Node>,
    pub(super) joins: BTreeMap<(Node, Node), Join>,
    /// What is written on lines in every state: the place that a fact names as well, and which of several facts it is.
    pub(super) words: BTreeMap<(Node, Node), BTreeSet<&'a str>>,
    /// What is said of things in every state, what goals want where, and goals that are about neither.
    pub(super) said: BTreeMap<Node, Vec<String>>,
    pub(super) wanted: BTreeMap<Node, Vec<String>>,
    pub(super) unplaced: Vec<String>,
    /// Predicates that never change and are drawn as lines.
    pub(super) drawn: BTreeSet<PredicateId>,
    /// Objects that join two places, and have their names on the line.
    pub(super) doors: BTreeSet<Node>,
}

impl<'a> Places<'a> {
    pub(super) fn new(sequence: &'a StateSequence<'a>, moving: &BTreeSet<Node>) -> Self {
        let kinds = &sequence.structure.kinds;
        let mut boxes: BTreeSet<Node> =
            sequence.moments.iter().flat_map(|one| one.place.values().map(|place| place.0)).collect();
        // A place is drawn before something is in it, so that the picture does not depend on how far a plan is.
        let (places, unnamed) = sequence.structure.destinations(sequence.task);
        boxes.extend(places.into_iter().map(ObjectId::index));
        boxes.extend(unnamed.into_iter().map(|predicate| sequence.place_without_object(predicate)));
        let is_place = |node: &Node| !moving.contains(node);
        let of_places: BTreeSet<usize> =
            boxes.iter().filter(|node| is_place(node)).filter_map(|node| kinds.get(*node).copied()).collect();
        boxes.extend((0..kinds.len()).filter(|node| of_places.contains(&kinds[*node])));
        boxes.extend(sequence.board.cells().map(ObjectId::index));
        boxes.retain(is_place);
        if boxes.is_empty() {
            boxes = Self::ends(sequence);
        }
        let (joins, words, said, wanted) = Default::default();
        let (unplaced, drawn, doors) = Default::default();
        let mut places = Self { sequence, boxes, joins, words, said, wanted, unplaced, drawn, doors };
        places.join(moving);
        places
    }

    /// Where nothing has a place: what facts that never change join with its like, one after another.
    fn ends(sequence: &StateSequence<'_>) -> BTreeSet<Node> {
        let (task, mut ends) = (sequence.task, BTreeSet::new());
        for predicate in &sequence.structure.fixed {
            let is_join =
                matches!(&task.predicate_info[predicate.index()].parameters[..], [from, to] if from == to);
            let rows = || task.init.iter().filter(|fact| is_join && fact.0 == *predicate).map(|fact| fact.1);
            let starts: BTreeSet<ObjectId> = rows().map(|row| row[0]).collect();
            if rows().any(|row| starts.contains(&row[1])) {
                ends.extend(rows().flatten().map(|object| object.index()));
            }
        }
        ends
    }

    /// The facts of a predicate that never change, as nodes.
    pub(super) fn rows(&self, predicate: PredicateId) -> Vec<Vec<Node>> {
        let facts = self.sequence.task.init.iter().filter(|(other, _)| *other == predicate);
        facts.map(|(_, row)| row.iter().map(|object| object.index()).collect()).collect()
    }

    /// The place of what is no place itself: a predicate that never changes names one with each of its things, which
    /// are acted on there, and no other such predicate names another.
    pub(super) fn resting(&self) -> BTreeMap<Node, Node> {
        let mut found: BTreeMap<Node, BTreeSet<Node>> = BTreeMap::new();
        let (task, structure) = (self.sequence.task, &self.sequence.structure);
        for (predicate, rows) in structure.fixed.iter().map(|one| (*one, self.rows(*one))) {
            for (thing, place) in [(0, 1), (1, 0)] {
                let ends = || rows.iter().filter(|row| row.len() == 2).map(|row| (row[thing], row[place]));
                let things: BTreeSet<Node> = ends().map(|ends| ends.0).collect();
                let is_in = |(thing, place)| !self.boxes.contains(&thing) && self.boxes.contains(&place);
                let is_only = things.len() == rows.len() && ends().all(is_in);
                if is_only && structure.is_there(task, predicate, thing, &things) {
                    ends().for_each(|(thing, place)| _ = found.entry(thing).or_default().insert(place));
                }
            }
        }
        let only = |(thing, places): (Node, BTreeSet<Node>)| {
            Some((thing, *places.first()?)).filter(|_| places.len() == 1)
        };
        found.into_iter().filter_map(only).collect()
    }

    /// Joins places by facts that never change.
    fn join(&mut self, moving: &BTreeSet<Node>) {
        let (task, structure) = (self.sequence.task, &self.sequence.structure);
        let mut may_be = self.boxes.clone();
        for (predicate, role) in task.predicate_info.iter().zip(&structure.roles) {
            if let Role::Tells(at) = role {
                may_be.extend(task.objects_of(&predicate.parameters[*at]).map(ObjectId::index));
            }
        }
        may_be.retain(|node| !moving.contains(node));
        let mut joined_by: Vec<(&str, BTreeSet<(Node, Node)>)> = Vec::new();
        for predicate in &structure.fixed {
            let rows = self.rows(*predicate);
            let arity = rows.first().map_or(0, Vec::len);
            let types = &task.predicate_info[predicate.index()].parameters;
            let mut pairs = (0..arity).flat_map(|one| (one + 1..arity).map(move |other| (one, other)));
            let fits = |&(one, other): &(usize, usize)| {
                let ends: BTreeSet<Node> = rows.iter().map(|row| row[one]).collect();
                let is_typed = types[one] == types[other] && types[one] != [Types::object()];
                rows.iter().all(|row| may_be.contains(&row[one]) && may_be.contains(&row[other]))
                    && (is_typed || rows.iter().any(|row| ends.contains(&row[other])))
            };
            // `(line a b c)` joins its places one after another.
            let row: Vec<_> = (1..arity).map(|at| (at - 1, at)).collect();
            let joined = if row.iter().all(fits) { row } else { pairs.find(fits).into_iter().collect() };
            self.join_pairs(&rows, &joined, moving);
            self.drawn.extend(Some(*predicate).filter(|_| !joined.is_empty()));
            let pairs =
                joined.iter().flat_map(|(one, other)| rows.iter().map(|row| (row[*one], row[*other])));
            let pairs = pairs.map(|(from, to)| (from.min(to), from.max(to)));
            joined_by.push((task.predicates.name(*predicate), pairs.collect()));
        }
        // Of several facts that join the same places, lines say which it is, unless one has all of them.
        let ends = |pairs: &BTreeSet<(Node, Node)>| -> BTreeSet<Node> {
            pairs.iter().flat_map(|pair| [pair.0, pair.1]).collect()
        };
        for (name, own) in &joined_by {
            let nodes = ends(own);
            let mut others = joined_by.iter().filter(|other| !ends(&other.1).is_disjoint(&nodes));
            if !others.all(|other| other.1.is_subset(own)) {
                own.iter().for_each(|pair| _ = self.words.entry(*pair).or_default().insert(name));
            }
        }
        // What joins several pairs is a direction, not a door.
        let mut doors: BTreeMap<Node, usize> = BTreeMap::new();
        self.joins.values().filter_map(|join| join.2).for_each(|by| *doors.entry(by).or_default() += 1);
        for (pair, join) in &mut self.joins {
            join.2 = join.2.filter(|by| doors[by] == 1);
            if let Some(place) = join.2.take_if(|by| self.boxes.contains(by)) {
                self.words.entry(*pair).or_default().insert(self.sequence.name(place));
            }
            self.doors.extend(join.2);
        }
        let ends: BTreeSet<Node> = self.joins.keys().flat_map(|(from, to)| [*from, *to]).collect();
        // Where nearly everything is joined, lines say nothing.
        let (lines, most) = (self.joins.len(), ends.len() * ends.len().saturating_sub(1) / 2);
        if self.doors.is_empty() && lines > 3 * ends.len() && 2 * lines > most {
            self.joins.clear();
        }
    }

    /// Joins the places at these positions of facts.
    fn join_pairs(&mut self, rows: &[Vec<Node>], positions: &[(usize, usize)], moving: &BTreeSet<Node>) {
        for &(one, other) in positions {
            let arity = rows.first().map_or(0, Vec::len);
            let by = (0..arity)
                .find(|at| ![one, other].contains(at))
                .filter(|_| arity == 3 && positions.len() == 1);
            let pairs: BTreeSet<(Node, Node)> = rows.iter().map(|row| (row[one], row[other])).collect();
            let after = |node: Node| pairs.range((node, 0)..(node + 1, 0)).map(|pair| pair.1);
            // Of an order, only what comes next is drawn.
            let is_order =
                pairs.iter().all(|(from, to)| after(*to).all(|next| pairs.contains(&(*from, next))));
            let is_next =
                |from: Node, to: Node| !is_order || !after(from).any(|by| pairs.contains(&(by, to)));
            for row in rows {
                let (from, to) = (row[one], row[other]);
                self.boxes.extend([from, to]);
                if from != to && is_next(from, to) {
                    let join = self.joins.entry((from.min(to), from.max(to))).or_default();
                    *(if from < to { &mut join.0 } else { &mut join.1 }) = true;
                    join.2 = by.map(|at| row[at]).filter(|by| !moving.contains(by)).or(join.2);
                }
            }
        }
    }

    pub(super) fn is_cell(&self, node: Node) -> bool {
        self.sequence.board.cells().any(|cell| cell.index() == node)
    }
}
