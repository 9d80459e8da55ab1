//! The picture of some states: what is drawn, and where it is in each.
//!
//! In: a [`StateSequence`]. Out: a [`Picture`]. A thing keeps its slot in a place until it leaves it. What does not
//! change lies still from state to state.

use std::collections::{BTreeMap, BTreeSet};

use super::arrange::{APART, Arranger, LETTERS, PAD, shortened};
use super::graph::Point;
use super::moment::{Moment, Node, StateSequence};
use super::slots::{Block, Slots, slots};
use super::structure::Role;
use crate::base::page::color;

/// How wide a picture may be that is read without scrolling on a telephone, in letters of 10 pixels.
pub(super) const NARROW: f64 = 373.0;
/// How far below the middle of a line its words stand.
const ON_LINE: f64 = 4.0;

/// Where something is in a state, and what is said of it.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Spot {
    pub at: Point,
    pub size: Point,
    pub told: String,
}

#[derive(Default)]
pub(super) struct Item {
    pub name: String,
    pub label: String,
    /// What the goal wants there.
    pub goal: String,
    pub class: String,
}

pub(in crate::program) struct Picture {
    pub(super) size: Point,
    pub(super) items: Vec<Item>,
    /// Lines between places, and whether each leads one way only; they come after so many items.
    pub(super) lines: Vec<(Point, Point, bool)>,
    pub(super) before_lines: usize,
    /// For each state, the spots of the items; those that are not there have none.
    pub(super) states: Vec<Vec<Option<Spot>>>,
    /// Further facts of each state, beside it.
    pub(super) also: Vec<String>,
    /// What the signs mean that are used.
    pub(super) notes: String,
}

impl Picture {
    /// The picture of states, as wide as its shape asks for, or as narrow as a telephone, if it can be; `None` if
    /// nothing has a place and nothing is joined.
    pub(in crate::program) fn new(sequence: &StateSequence<'_>, is_narrow: bool) -> Option<Self> {
        let moving: BTreeSet<Node> =
            sequence.moments.iter().flat_map(|one| one.place.keys().copied()).collect();
        let most = if is_narrow { NARROW - 2.0 * (APART + PAD) } else { f64::MAX };
        let mut arranger = Arranger::new(sequence, &moving, most);
        if arranger.boxes.is_empty() {
            return None;
        }
        // What has no place is elsewhere. What lies on something that never moves, such as a peg, is in it.
        let all = moving.iter().copied().chain(0..sequence.task.objects.len());
        let mut all: BTreeSet<Node> =
            all.filter(|node| !arranger.boxes.contains(node) && !arranger.doors.contains(node)).collect();
        // What can have no place, and of whose kind nothing is told, is no part of the picture: a level, a direction.
        let kinds = &sequence.structure.kinds;
        let told = sequence.moments.iter().flat_map(|one| one.told.keys());
        let told: BTreeSet<usize> = told.filter_map(|node| kinds.get(*node).copied()).collect();
        let is_placed = |node: usize| {
            let roles = sequence.structure.roles.iter().zip(&sequence.task.predicate_info);
            let mut all = roles.flat_map(|(role, info)| {
                let (thing, place) =
                    if let Role::Places(thing, place) = role { (*thing, *place) } else { (None, None) };
                thing.into_iter().chain(place).map(|at| &info.parameters[at])
            });
            all.any(|types| sequence.task.types.fits(&sequence.task.object_types[node], types))
        };
        all.retain(|node| {
            *node >= sequence.task.objects.len()
                || moving.contains(node)
                || told.contains(&kinds[*node])
                || is_placed(*node)
        });
        let place = |moment: &Moment, node: Node| match moment.place.get(&node) {
            Some((place, on)) => (*place, *on && moving.contains(place)),
            None => (sequence.nowhere(), false),
        };
        let is_there = |moment: &Moment, node: Node| {
            node < sequence.task.objects.len() || moment.place.contains_key(&node)
        };
        let places = sequence.moments.iter().map(|moment| {
            all.iter()
                .filter(|node| is_there(moment, **node))
                .map(|node| (*node, place(moment, *node)))
                .collect()
        });
        let slots = slots(&places.collect::<Vec<_>>());
        if slots.iter().any(|slots| slots.contains_key(&(sequence.nowhere(), false))) {
            arranger.boxes.insert(sequence.nowhere());
        }
        arranger.say(&all);
        arranger.measure(&moving);
        slots.iter().for_each(|slots| arranger.reserve(slots));
        arranger.make_alike();
        Some(arranger.picture(&all, &slots))
    }
}

impl Arranger<'_> {
    /// The picture, now that the sizes of places are known.
    fn picture(&self, things: &BTreeSet<Node>, slots: &[Slots]) -> Picture {
        let sequence = self.sequence;
        let top: Vec<Node> =
            self.boxes.iter().filter(|node| !self.outer.contains_key(node)).copied().collect();
        let mut ground = Block::default();
        ground.put(&self.arranged(&top), (APART, APART));
        let fixed: BTreeMap<Node, (Point, Point)> =
            ground.spots.iter().map(|(node, at, size)| (*node, (*at, *size))).collect();
        let (mut lines, mut middles) = (Vec::new(), BTreeMap::new());
        for (pair @ (one, other), (forth, back, by)) in &self.joins {
            let (from, to) = if *forth { (fixed[one], fixed[other]) } else { (fixed[other], fixed[one]) };
            let (begin, end) = (edge_of(from, to), edge_of(to, from));
            if let Some(door) = by {
                let (middle, own) = (f64::midpoint(begin.0, end.0), self.own[*door]);
                let at = (middle - own.0 / 2.0, f64::midpoint(begin.1, end.1) - own.1 / 2.0);
                ground.spots.push((*door, at, own));
            }
            middles.insert(*pair, (f64::midpoint(begin.0, end.0), f64::midpoint(begin.1, end.1) + ON_LINE));
            if !(self.is_cell(*one) && self.is_cell(*other)) {
                lines.push((begin, end, forth != back));
            }
        }
        // What holds others comes before what it holds.
        let outer: BTreeSet<Node> = self.outer.values().copied().collect();
        let holders: BTreeSet<Node> = slots.iter().flat_map(|slots| slots.keys().map(|key| key.0)).collect();
        let mut order: Vec<Node> = outer.iter().copied().collect();
        order.extend(self.boxes.difference(&outer).chain(&self.doors));
        order.extend(things.intersection(&holders).chain(things.difference(&holders)));
        let written: BTreeSet<(Node, Node)> =
            sequence.moments.iter().flat_map(|moment| self.words(moment).into_keys()).collect();
        let states = sequence.moments.iter().zip(slots).map(|(moment, slots)| {
            let mut state = ground.clone();
            for (node, (at, size)) in &fixed {
                let block = self.room(*node, &self.inside(*node, slots).0);
                state.put(&block, (at.0 + (size.0 - block.size.0) / 2.0, at.1 + size.1 - block.size.1 - PAD));
            }
            let spot = |(node, at, size): (Node, Point, Point)| {
                (node, Spot { at, size, told: self.told(node, moment) })
            };
            let mut found: BTreeMap<Node, Spot> = state.spots.into_iter().map(spot).collect();
            let mut words = self.words(moment);
            let on_line = |pair| Spot {
                at: middles[pair],
                size: (0.0, 0.0),
                told: words.remove(pair).unwrap_or_default(),
            };
            let on_lines: Vec<Option<Spot>> = written.iter().map(on_line).map(Some).collect();
            order.iter().map(|node| found.remove(node)).chain(on_lines).collect()
        });
        let states = states.collect();
        let signs: BTreeMap<Node, &String> = sequence
            .moments
            .iter()
            .flat_map(|one| one.sign.iter().map(|(node, sign)| (*node, sign)))
            .collect();
        let kinds = &sequence.structure.kinds;
        // What has no object has the colors after those of objects.
        let unnamed = kinds.iter().max().map_or(0, |most| most + 1);
        let item = |node: &Node| {
            let name = sequence.name(*node).to_owned();
            let label = signs.get(node).map_or_else(|| sequence.label(*node), |sign| sign.as_str());
            let label = shortened(label, LETTERS);
            let kind = kinds.get(*node).copied().unwrap_or_else(|| unnamed + *node - kinds.len());
            let class = match () {
                () if *node == sequence.nowhere() => "place rest".to_owned(),
                () if self.is_cell(*node) => "place cell".to_owned(),
                () if self.outer.contains_key(node) => "place inner".to_owned(),
                () if self.boxes.contains(node) => "place".to_owned(),
                () if self.doors.contains(node) => "door".to_owned(),
                () => format!("thing {}", color(kind)),
            };
            Item { name, label, class, goal: self.goal(*node) }
        };
        let on_line = written.iter().map(|_| Item { class: "on".to_owned(), ..Item::default() });
        let items: Vec<Item> = order.iter().map(item).chain(on_line).collect();
        let also: Vec<String> = sequence.moments.iter().map(|moment| self.below(moment)).collect();
        let acts = items
            .iter()
            .filter(|item| item.label.starts_with('◆'))
            .map(|item| format!("◆ is the one who acts: ({} …) says where.", item.name));
        let is_wanted =
            items.iter().any(|item| !item.goal.is_empty()) || also.iter().any(|one| one.contains('⚐'));
        let wants = is_wanted.then(|| "⚐ marks what the goal wants, and where.".to_owned());
        let notes = acts.chain(wants).collect::<Vec<_>>().join(" ");
        let size = (ground.size.0 + APART, ground.size.1 + APART);
        Picture { size, items, lines, before_lines: outer.len(), states, also, notes }
    }
}

/// Where a line from the middle of one box to that of another leaves the first.
fn edge_of((at, size): (Point, Point), (other, other_size): (Point, Point)) -> Point {
    let middle = (at.0 + size.0 / 2.0, at.1 + size.1 / 2.0);
    let (x, y) = (other.0 + other_size.0 / 2.0 - middle.0, other.1 + other_size.1 / 2.0 - middle.1);
    let share = (size.0 / 2.0 / x.abs().max(1e-6)).min(size.1 / 2.0 / y.abs().max(1e-6)).min(0.5);
    (middle.0 + x * share, middle.1 + y * share)
}
