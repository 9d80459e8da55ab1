//! Where everything is drawn: places once for all states, things in each.
//!
//! In: a [`Film`]. Out: a [`Picture`]. A place is as large as its fullest state needs; a thing keeps its slot in a
//! place until it leaves it. What does not change lies still from state to state.

use std::collections::{BTreeMap, BTreeSet};

use super::graph::{Point, centers, grid_centers};
use super::moment::{Film, Moment, Node};
use super::structure::Role;
use crate::text::task::ObjectId;

/// The sizes of letters: of names, of what is said of things, of marks on boards.
const NORMAL: f64 = 13.0;
const SMALL: f64 = 11.0;
const LARGE: f64 = 18.0;
const PAD: f64 = 8.0;
const LINE: f64 = 16.0;
const SMALL_LINE: f64 = 13.0;
/// Between things, and between what lies side by side at the top.
const CLOSE: f64 = 6.0;
const APART: f64 = 20.0;
/// How much wider a thing is for each that may lie on it, and how many count.
const STEP: f64 = 14.0;
const MOST_STEPS: usize = 12;
/// How many letters of a name are shown.
const LETTERS: usize = 24;
/// The shape of boxes: how many times as wide as high.
const SHAPE: f64 = 1.7;
const SHAPE_OF_STACKS: f64 = 7.0;
const SHAPE_OF_ALL: f64 = 2.4;
/// Up to how many slots places of one kind have the same number.
const MOST_ALIKE: usize = 4;

/// What is drawn: where it is in a state, and what is said of it.
#[derive(Clone, Debug, Default, PartialEq)]
pub(in crate::program) struct Spot {
    pub(super) at: Point,
    pub(super) size: Point,
    pub(super) told: String,
}

/// Something that is drawn in every state.
pub(super) struct Item {
    pub name: String,
    pub label: String,
    pub class: String,
}

/// A line between two places.
pub(super) struct Edge {
    pub from: Point,
    pub to: Point,
    pub is_one_way: bool,
}

/// A picture of states.
pub(in crate::program) struct Picture {
    pub(super) size: Point,
    pub(super) items: Vec<Item>,
    /// Lines come after this many items.
    pub(super) before_edges: usize,
    pub(super) edges: Vec<Edge>,
    /// For each state, the spots of the items; those that are not there have none.
    pub(super) states: Vec<Vec<Option<Spot>>>,
    /// What is said of each state beside it.
    pub(super) also: Vec<String>,
}

/// Which places are joined, and by what.
type Joins = BTreeMap<(Node, Node), Join>;

#[derive(Default)]
struct Join {
    forth: bool,
    back: bool,
    /// The object that a fact about both names as well, such as a door.
    by: Option<Node>,
}

/// What lies in a place: for each slot, the thing in it.
type Slots = BTreeMap<Node, Vec<Option<Node>>>;

struct Arranger<'a> {
    film: &'a Film<'a>,
    /// Places that do not move.
    boxes: BTreeSet<Node>,
    joins: Joins,
    /// What is drawn on a line between two places.
    doors: BTreeSet<Node>,
    /// The place in which another lies for good.
    outer: BTreeMap<Node, Node>,
    /// By node: how wide and high it is without what is in it.
    own: Vec<Point>,
    /// Whether anything is ever said of it.
    is_told: Vec<bool>,
    /// For places: the size of a slot, how many there are, and whether stacks stand there.
    slot: BTreeMap<Node, (Point, usize, bool)>,
    /// The upper left corners and sizes of places.
    fixed: BTreeMap<Node, (Point, Point)>,
}

impl Picture {
    /// The picture of states; `None` if nothing has a place and nothing is joined.
    pub(in crate::program) fn new(mut film: Film<'_>) -> Option<Self> {
        // What lies on something that never moves, such as a peg, is in it.
        let moving: BTreeSet<Node> = film.moments.iter().flat_map(|one| one.place.keys().copied()).collect();
        for (place, is_on) in film.moments.iter_mut().flat_map(|one| one.place.values_mut()) {
            *is_on &= moving.contains(place);
        }
        let film = &film;
        let slots = slots(&film.moments);
        let mut arranger = Arranger::new(film);
        for (moment, slots) in film.moments.iter().zip(&slots) {
            arranger.reserve(moment, slots);
        }
        arranger.make_alike();
        let top: Vec<Node> =
            arranger.boxes.iter().filter(|node| !arranger.outer.contains_key(node)).copied().collect();
        let has_places = arranger.boxes.len() > usize::from(arranger.boxes.contains(&film.nowhere()));
        if !has_places {
            return None;
        }
        let (size, places) = arranger.arranged(&top);
        for (node, at) in places {
            arranger.fix(node, (at.0 + APART, at.1 + APART));
        }
        Some(arranger.picture((size.0 + 2.0 * APART, size.1 + 2.0 * APART), &slots))
    }
}

/// The slots of all states: who stays keeps its slot, who comes takes the first that is free.
fn slots(moments: &[Moment]) -> Vec<Slots> {
    let mut all: Vec<Slots> = Vec::new();
    for moment in moments {
        let mut slots = all.last().cloned().unwrap_or_default();
        let is_in = |thing: Node, place: Node| moment.place.get(&thing) == Some(&(place, false));
        for (place, things) in &mut slots {
            for slot in things.iter_mut() {
                *slot = slot.filter(|thing| is_in(*thing, *place));
            }
        }
        for (thing, (place, _)) in moment.place.iter().filter(|(_, (_, on))| !on) {
            let things = slots.entry(*place).or_default();
            if !things.contains(&Some(*thing)) {
                match things.iter_mut().find(|slot| slot.is_none()) {
                    Some(slot) => *slot = Some(*thing),
                    None => things.push(Some(*thing)),
                }
            }
        }
        all.push(slots);
    }
    all
}

/// A name that is short enough to be drawn: the middle is left out.
pub(super) fn shortened(name: &str) -> String {
    let letters: Vec<char> = name.chars().collect();
    if letters.len() <= LETTERS {
        return name.to_owned();
    }
    let (first, last) = (&letters[..LETTERS / 2], &letters[letters.len() - LETTERS / 2 + 1..]);
    first.iter().chain(&['…']).chain(last).collect()
}

/// How wide a text is, roughly, in letters of this size.
pub(super) fn text_width(text: &str, size: f64) -> f64 {
    let letter = |one: char| if one.is_ascii() || one == '…' { 0.6 } else { 1.05 };
    text.chars().map(letter).sum::<f64>() * size
}

impl<'a> Arranger<'a> {
    fn new(film: &'a Film<'a>) -> Self {
        let nodes = film.nowhere() + 1;
        let (mut is_thing, mut is_told) = (vec![false; nodes], vec![false; nodes]);
        let mut places = BTreeSet::new();
        for moment in &film.moments {
            for (thing, (place, _)) in &moment.place {
                is_thing[*thing] = true;
                places.insert(*place);
            }
            moment.told.keys().for_each(|node| is_told[*node] = true);
        }
        let objects = film.task.objects.len();
        let kinds = &film.structure.kinds;
        let mut kinds_of_places = BTreeSet::new();
        for node in places.iter().filter(|node| **node < objects && !is_thing[**node]) {
            kinds_of_places.insert(kinds[*node]);
        }
        places.extend((0..objects).filter(|node| kinds_of_places.contains(&kinds[*node])));
        places.extend(film.board.cells().map(ObjectId::index));
        places.retain(|node| !is_thing[*node]);
        let own = vec![(0.0, 0.0); nodes];
        let (joins, doors, outer, slot, fixed) = Default::default();
        let mut arranger = Self { film, boxes: places, joins, doors, outer, own, is_told, slot, fixed };
        arranger.join(&is_thing);
        arranger.lay_in(&is_thing);
        let has_place =
            |node: Node| is_thing[node] || arranger.boxes.contains(&node) || arranger.doors.contains(&node);
        let things = is_thing.iter().filter(|is_thing| **is_thing).count();
        if !(0..objects).all(has_place) || film.moments.iter().any(|one| one.place.len() < things) {
            arranger.boxes.insert(film.nowhere());
        }
        arranger.measure(&is_thing);
        arranger
    }

    /// Joins places by facts that never change.
    fn join(&mut self, is_thing: &[bool]) {
        let task = self.film.task;
        let mut told_of = vec![false; task.objects.len()];
        for (predicate, role) in task.predicates.ids().zip(&self.film.structure.roles) {
            if let Role::Tells(at) = role {
                let types = &task.predicate_info[predicate.index()].parameters[*at];
                task.objects_of(types).for_each(|object| told_of[object.index()] = !is_thing[object.index()]);
            }
        }
        for predicate in &self.film.structure.fixed {
            let rows: Vec<&[ObjectId]> =
                task.init.iter().filter(|(other, _)| other == predicate).map(|(_, row)| row).collect();
            let arity = rows.first().map_or(0, |row| row.len());
            let pairs = (0..arity).flat_map(|one| (one + 1..arity).map(move |other| (one, other)));
            let may_be = |object: ObjectId| self.boxes.contains(&object.index()) || told_of[object.index()];
            let fits = |&(one, other): &(usize, usize)| {
                let ends: BTreeSet<ObjectId> = rows.iter().map(|row| row[one]).collect();
                rows.iter().all(|row| may_be(row[one]) && may_be(row[other]))
                    && rows.iter().any(|row| ends.contains(&row[other]))
            };
            let Some((one, other)) = pairs.into_iter().find(fits) else { continue };
            let by = (0..arity).find(|at| ![one, other].contains(at)).filter(|_| arity == 3);
            let pairs: BTreeSet<(Node, Node)> =
                rows.iter().map(|row| (row[one].index(), row[other].index())).collect();
            let after = |node: Node| pairs.range((node, 0)..(node + 1, 0)).map(|pair| pair.1);
            // Of an order, only what comes next is drawn.
            let is_order =
                pairs.iter().all(|(from, to)| after(*to).all(|next| pairs.contains(&(*from, next))));
            let is_next =
                |from: Node, to: Node| !is_order || !after(from).any(|by| pairs.contains(&(by, to)));
            for row in rows {
                let (from, to) = (row[one].index(), row[other].index());
                self.boxes.extend([from, to]);
                if from == to || !is_next(from, to) {
                    continue;
                }
                let join = self.joins.entry((from.min(to), from.max(to))).or_default();
                *(if from < to { &mut join.forth } else { &mut join.back }) = true;
                if let Some(by) = by.map(|at| row[at].index()).filter(|by| !is_thing[*by]) {
                    join.by = Some(by);
                }
            }
        }
        // What joins several pairs is a direction, not a door.
        let mut doors: BTreeMap<Node, usize> = BTreeMap::new();
        self.joins.values().filter_map(|join| join.by).for_each(|by| *doors.entry(by).or_default() += 1);
        for join in self.joins.values_mut() {
            join.by = join.by.filter(|by| doors[by] == 1 && !self.boxes.contains(by));
            self.doors.extend(join.by);
        }
        let ends: BTreeSet<Node> = self.joins.keys().flat_map(|(from, to)| [*from, *to]).collect();
        // Where nearly everything is joined, lines say nothing.
        if self.doors.is_empty() && ends.len() > 4 && 4 * self.joins.len() > ends.len() * (ends.len() - 1) {
            self.joins.clear();
        }
    }

    /// Puts places into others if a fact that never changes names one other for each.
    fn lay_in(&mut self, is_thing: &[bool]) {
        let task = self.film.task;
        for predicate in &self.film.structure.fixed {
            if task.predicate_info[predicate.index()].parameters.len() != 2 {
                continue;
            }
            let rows: Vec<(Node, Node)> = task
                .init
                .iter()
                .filter(|(other, _)| other == predicate)
                .map(|(_, row)| (row[0].index(), row[1].index()))
                .collect();
            for inner_first in [true, false] {
                let pairs = rows.iter().map(|row| if inner_first { *row } else { (row.1, row.0) });
                let pairs: BTreeMap<Node, Node> = pairs.collect();
                let outers: BTreeSet<Node> = pairs.values().copied().collect();
                let fits = |(inner, outer): (&Node, &Node)| {
                    self.boxes.contains(inner)
                        && !self.outer.contains_key(inner)
                        && !self.boxes.contains(outer)
                        && !is_thing[*outer]
                };
                if pairs.len() == rows.len() && outers.len() < pairs.len() && pairs.iter().all(fits) {
                    self.boxes.extend(outers);
                    self.outer.extend(pairs);
                    break;
                }
            }
        }
    }

    /// The sizes of nodes without what is in them: things of one kind are equally wide.
    fn measure(&mut self, is_thing: &[bool]) {
        let film = self.film;
        let bearers = film.structure.bearers(film.task);
        let mut widest = vec![0.0_f64; self.own.len()];
        for (node, width) in widest.iter_mut().enumerate() {
            *width = text_width(&shortened(film.name(node)), NORMAL);
        }
        for moment in &film.moments {
            for (node, sign) in &moment.sign {
                widest[*node] = widest[*node].max(text_width(&shortened(sign), NORMAL));
            }
            for (node, told) in &moment.told {
                let size = if self.is_cell(*node) { LARGE } else { SMALL };
                widest[*node] = widest[*node].max(text_width(&shortened(&told.join(", ")), size));
            }
        }
        let mut of_kind: BTreeMap<usize, (f64, bool)> = BTreeMap::new();
        for (node, kind) in film.structure.kinds.iter().enumerate() {
            let known = of_kind.entry(*kind).or_default();
            *known = (known.0.max(widest[node]), known.1 || self.is_told[node]);
        }
        for (node, own) in self.own.iter_mut().enumerate() {
            let kind = film.structure.kinds.get(node).map(|kind| of_kind[kind]);
            let (width, is_told) = kind.unwrap_or((widest[node], self.is_told[node]));
            let steps = bearers.get(node).map_or(0, |count| (*count).min(MOST_STEPS));
            let steps = if is_thing[node] { STEP * f64::from(u8::try_from(steps).unwrap_or(0)) } else { 0.0 };
            let lines = if is_told { LINE + SMALL_LINE } else { LINE };
            *own = ((width + 2.0 * PAD + steps).max(30.0), lines + PAD);
        }
        for cell in film.board.cells().map(ObjectId::index) {
            self.own[cell].1 = LINE + LARGE + PAD;
        }
    }

    /// Whether it is a cell of a board, on which marks are large.
    fn is_cell(&self, node: Node) -> bool {
        self.film.board.cells().any(|cell| cell.index() == node)
    }

    /// Keeps enough room in places for a state.
    fn reserve(&mut self, moment: &Moment, slots: &Slots) {
        let above = above(moment);
        for place in self.boxes.clone() {
            let things = slots.get(&place).map_or(&[][..], Vec::as_slice);
            for (at, thing) in things.iter().enumerate() {
                let Some(thing) = thing else { continue };
                let size = self.column(*thing, &above, slots);
                let (slot, count, stacks) = self.slot.entry(place).or_default();
                *slot = (slot.0.max(size.0), slot.1.max(size.1));
                *count = (*count).max(at + 1);
                *stacks |= above.contains_key(thing);
            }
        }
        let alone = self.alone(moment);
        if let Some(count) = alone.len().checked_sub(1) {
            let (slot, known, _) = self.slot.entry(self.film.nowhere()).or_default();
            for node in &alone {
                *slot = (slot.0.max(self.own[*node].0), slot.1.max(self.own[*node].1));
            }
            *known = (*known).max(count + 1);
        }
    }

    /// Gives places of one kind the same slots, unless that takes much room.
    fn make_alike(&mut self) {
        let kinds = &self.film.structure.kinds;
        let mut most: BTreeMap<usize, (Point, usize, bool)> = BTreeMap::new();
        for (node, (slot, count, stacks)) in &self.slot {
            let Some(kind) = kinds.get(*node) else { continue };
            let (size, known, has_stacks) = most.entry(*kind).or_default();
            *size = (size.0.max(slot.0), size.1.max(slot.1));
            *known = (*known).max(*count);
            *has_stacks |= stacks;
        }
        for node in &self.boxes {
            let Some((slot, count, stacks)) = kinds.get(*node).and_then(|kind| most.get(kind)) else {
                continue;
            };
            let own = self.slot.get(node).map_or(0, |own| own.1);
            let count = if *stacks || *count <= MOST_ALIKE { *count } else { own };
            self.slot.insert(*node, (*slot, count, *stacks));
        }
    }

    /// Objects without a place in a state.
    fn alone(&self, moment: &Moment) -> Vec<Node> {
        let has_place = |node: &Node| {
            moment.place.contains_key(node) || self.boxes.contains(node) || self.doors.contains(node)
        };
        (0..self.film.task.objects.len()).filter(|node| !has_place(node)).collect()
    }

    /// The size of a thing with what is in it.
    fn whole(&self, thing: Node, above: &BTreeMap<Node, Vec<Node>>, slots: &Slots) -> Point {
        let own = self.own[thing];
        let inner = self.inner(thing, above, slots);
        if inner == (0.0, 0.0) {
            return own;
        }
        (own.0.max(inner.0 + 2.0 * PAD), own.1 + inner.1 + CLOSE)
    }

    /// How large that is what is in a thing.
    fn inner(&self, thing: Node, above: &BTreeMap<Node, Vec<Node>>, slots: &Slots) -> Point {
        let things = slots.get(&thing).map_or(&[][..], Vec::as_slice);
        let Some(last) = things.iter().rposition(Option::is_some) else { return (0.0, 0.0) };
        let sizes = things.iter().flatten().map(|inner| self.column(*inner, above, slots));
        let slot = sizes.fold((0.0_f64, 0.0_f64), |most, size| (most.0.max(size.0), most.1.max(size.1)));
        let columns = columns(slot, last + 1, SHAPE);
        let rows = last / columns + 1;
        (side(columns, slot.0), side(rows, slot.1))
    }

    /// The size of a thing with what lies on it.
    fn column(&self, thing: Node, above: &BTreeMap<Node, Vec<Node>>, slots: &Slots) -> Point {
        let (mut size, mut open) =
            (self.whole(thing, above, slots), above.get(&thing).cloned().unwrap_or_default());
        while let Some(upper) = open.pop() {
            let own = self.whole(upper, above, slots);
            size = (size.0.max(own.0), size.1 + own.1);
            open.extend(above.get(&upper).into_iter().flatten());
        }
        size
    }

    /// The size of a place, with the places in it, and where those are.
    fn box_size(&self, node: Node) -> (Point, Vec<(Node, Point)>) {
        let own = self.own[node];
        let nested: Vec<Node> =
            self.outer.iter().filter(|(_, outer)| **outer == node).map(|one| *one.0).collect();
        let (inner, mut places) =
            if nested.is_empty() { ((0.0, 0.0), Vec::new()) } else { self.arranged(&nested) };
        places.iter_mut().for_each(|(_, at)| *at = (at.0 + PAD, at.1 + own.1));
        let room = self.slot.get(&node).map_or((0.0, 0.0), |(slot, count, stacks)| {
            let columns = columns(*slot, *count, if *stacks { SHAPE_OF_STACKS } else { SHAPE });
            (side(columns, slot.0), side(count.div_ceil(columns), slot.1))
        });
        let width = own.0.max(inner.0 + 2.0 * PAD).max(room.0 + 2.0 * PAD);
        let gap = |high: f64| if high > 0.0 { high + PAD } else { 0.0 };
        // Cells of a board and places that are always empty are large enough to be seen.
        ((width.max(46.0), (own.1 + gap(inner.1) + gap(room.1)).max(34.0)), places)
    }

    /// Where places lie beside one another: those that are joined by their graph, all others in rows.
    fn arranged(&self, nodes: &[Node]) -> (Point, Vec<(Node, Point)>) {
        let sizes: BTreeMap<Node, Point> = nodes.iter().map(|node| (*node, self.box_size(*node).0)).collect();
        let up = |mut node: Node| {
            while !sizes.contains_key(&node) {
                node = *self.outer.get(&node)?;
            }
            Some(node)
        };
        let cells: BTreeMap<Node, (usize, usize)> = self
            .film
            .board
            .places()
            .map(|(cell, at)| (cell.index(), at))
            .filter(|(cell, _)| sizes.contains_key(cell))
            .collect();
        let mut near: BTreeMap<Node, BTreeSet<Node>> = BTreeMap::new();
        for (from, to) in self.joins.keys() {
            if let (Some(from), Some(to)) = (up(*from), up(*to))
                && from != to
                && !cells.contains_key(&from)
                && !cells.contains_key(&to)
            {
                near.entry(from).or_default().insert(to);
                near.entry(to).or_default().insert(from);
            }
        }
        let mut blocks: Vec<(Point, Vec<(Node, Point)>)> = Vec::new();
        let block = |group: &[Node], middles: Vec<Point>| {
            let corners: Vec<Point> = group
                .iter()
                .zip(middles)
                .map(|(node, middle)| (middle.0 - sizes[node].0 / 2.0, middle.1 - sizes[node].1 / 2.0))
                .collect();
            let least =
                corners.iter().fold((f64::MAX, f64::MAX), |least, at| (least.0.min(at.0), least.1.min(at.1)));
            let mut size = (0.0_f64, 0.0_f64);
            let mut out = Vec::new();
            for (node, corner) in group.iter().zip(corners) {
                let at = (corner.0 - least.0, corner.1 - least.1);
                size = (size.0.max(at.0 + sizes[node].0), size.1.max(at.1 + sizes[node].1));
                out.push((*node, at));
            }
            (size, out)
        };
        if !cells.is_empty() {
            let group: Vec<Node> = cells.keys().copied().collect();
            let places: Vec<(usize, usize)> = cells.values().copied().collect();
            let all: Vec<Point> = group.iter().map(|node| sizes[node]).collect();
            blocks.push(block(&group, grid_centers(&places, &all, CLOSE)));
        }
        let by_label = self.joins.values().filter_map(|join| join.by).map(|by| self.own[by].0 + APART);
        let gap = by_label.fold(APART + CLOSE, f64::max);
        let mut seen: BTreeSet<Node> = cells.keys().copied().collect();
        for node in nodes {
            if !seen.insert(*node) {
                continue;
            }
            let mut group = vec![*node];
            let mut next = 0;
            while let Some(here) = group.get(next).copied() {
                next += 1;
                let others = near.get(&here).into_iter().flatten();
                group.extend(others.filter(|other| seen.insert(**other)));
            }
            group.sort_unstable();
            let number = |node: &Node| group.binary_search(node).ok();
            let others = |node: &Node| near.get(node).into_iter().flatten().filter_map(number);
            let edges = group.iter().enumerate();
            let edges = edges.flat_map(|(at, node)| others(node).map(move |other| (at, other)));
            let edges: Vec<(usize, usize)> = edges.filter(|(one, other)| one < other).collect();
            let all: Vec<Point> = group.iter().map(|node| sizes[node]).collect();
            blocks.push(block(&group, centers(&edges, &all, gap)));
        }
        flow(blocks)
    }

    /// Fixes a place, with those in it.
    fn fix(&mut self, node: Node, at: Point) {
        let (size, places) = self.box_size(node);
        self.fixed.insert(node, (at, size));
        for (inner, corner) in places {
            self.fix(inner, (at.0 + corner.0, at.1 + corner.1));
        }
    }

    /// The picture, now that places are fixed.
    fn picture(&self, size: Point, slots: &[Slots]) -> Picture {
        let film = self.film;
        let (edges, doors) = self.lines();
        let mut order: Vec<Node> = Vec::new();
        let holds_boxes: BTreeSet<Node> = self.outer.values().copied().collect();
        order.extend(holds_boxes.iter().filter(|node| self.boxes.contains(node)));
        let before_edges = order.len();
        order.extend(self.boxes.iter().filter(|node| !holds_boxes.contains(node)));
        order.extend(doors.keys());
        // What ever holds others comes before what it holds.
        let holds = |node: &Node| {
            slots.iter().filter(|slots| slots.get(node).is_some_and(|one| !one.is_empty())).count()
        };
        let mut things: Vec<Node> = (0..film.nowhere())
            .filter(|node| !self.boxes.contains(node) && !doors.contains_key(node))
            .collect();
        let mut states = Vec::new();
        for (moment, slots) in film.moments.iter().zip(slots) {
            let mut placed: BTreeMap<Node, Spot> = BTreeMap::new();
            let above = above(moment);
            let mut slots = slots.clone();
            slots.insert(film.nowhere(), {
                let mut known = slots.get(&film.nowhere()).cloned().unwrap_or_default();
                known.extend(self.alone(moment).into_iter().map(Some));
                known
            });
            for (node, (at, size)) in &self.fixed {
                placed.insert(*node, Spot { at: *at, size: *size, told: String::new() });
                let Some((slot, count, stacks)) = self.slot.get(node) else { continue };
                let columns = columns(*slot, *count, if *stacks { SHAPE_OF_STACKS } else { SHAPE });
                let room = (side(columns, slot.0), side(count.div_ceil(columns), slot.1));
                let corner = (at.0 + (size.0 - room.0) / 2.0, at.1 + size.1 - room.1 - PAD);
                self.fill(*node, corner, (*slot, columns), (&above, &slots), &mut placed);
            }
            for (door, middle) in &doors {
                let own = self.own[*door];
                let at = (middle.0 - own.0 / 2.0, middle.1 - own.1 / 2.0);
                placed.insert(*door, Spot { at, size: own, told: String::new() });
            }
            for (node, told) in &moment.told {
                if let Some(spot) = placed.get_mut(node) {
                    spot.told = told.join(", ");
                }
            }
            states.push(placed);
        }
        things.retain(|node| states.iter().any(|placed: &BTreeMap<Node, Spot>| placed.contains_key(node)));
        things.sort_by_cached_key(|node| (usize::MAX - holds(node), *node));
        order.extend(things);
        let signs: BTreeMap<Node, &String> =
            film.moments.iter().flat_map(|one| one.sign.iter().map(|(node, sign)| (*node, sign))).collect();
        let kinds = &film.structure.kinds;
        // What has no object has the colors after those of objects.
        let unnamed = kinds.iter().max().map_or(0, |most| most + 1);
        let item = |node: &Node| {
            let name = film.name(*node).to_owned();
            let label = shortened(signs.get(node).map_or(&name, |sign| *sign));
            let is_box = self.boxes.contains(node);
            let kind = kinds.get(*node).copied().unwrap_or_else(|| unnamed + *node - kinds.len());
            let class = match () {
                () if *node == film.nowhere() => "place rest".to_owned(),
                () if self.is_cell(*node) => "place cell".to_owned(),
                () if self.outer.contains_key(node) => "place inner".to_owned(),
                () if is_box => "place".to_owned(),
                () if doors.contains_key(node) => "door".to_owned(),
                () => format!("thing {}", crate::base::page::color(kind)),
            };
            Item { name, label, class }
        };
        let items = order.iter().map(item).collect();
        let states = states
            .into_iter()
            .map(|mut placed| order.iter().map(|node| placed.remove(node)).collect())
            .collect();
        let also = film.moments.iter().map(|moment| moment.also.join(" ")).collect();
        Picture { size, items, before_edges, edges, states, also }
    }

    /// Writes where the things in a node are, whose slots begin at a corner.
    fn fill(
        &self,
        node: Node,
        corner: Point,
        (slot, columns): (Point, usize),
        (above, slots): (&BTreeMap<Node, Vec<Node>>, &Slots),
        placed: &mut BTreeMap<Node, Spot>,
    ) {
        for (at, thing) in slots.get(&node).into_iter().flatten().enumerate() {
            let Some(thing) = thing else { continue };
            let (left, top) = (side(at % columns, slot.0), side(at / columns, slot.1));
            let gap = |index: usize| if index > 0 { CLOSE } else { 0.0 };
            let middle = corner.0 + left + gap(at % columns) + slot.0 / 2.0;
            let mut bottom = corner.1 + top + gap(at / columns) + slot.1;
            let mut open = vec![*thing];
            while let Some(thing) = open.pop() {
                let size = self.whole(thing, above, slots);
                bottom -= size.1;
                let at = (middle - size.0 / 2.0, bottom);
                placed.insert(thing, Spot { at, size, told: String::new() });
                let inner = self.inner(thing, above, slots);
                if inner != (0.0, 0.0) {
                    let things = slots.get(&thing).map_or(&[][..], Vec::as_slice);
                    let sizes = things.iter().flatten().map(|one| self.column(*one, above, slots));
                    let slot =
                        sizes.fold((0.0_f64, 0.0_f64), |most, one| (most.0.max(one.0), most.1.max(one.1)));
                    let last = things.iter().rposition(Option::is_some).unwrap_or(0);
                    let corner = (middle - inner.0 / 2.0, bottom + size.1 - inner.1 - CLOSE);
                    self.fill(
                        thing,
                        corner,
                        (slot, super::arrange::columns(slot, last + 1, SHAPE)),
                        (above, slots),
                        placed,
                    );
                }
                open.extend(above.get(&thing).into_iter().flatten());
            }
        }
    }

    /// The lines between places, and where the doors in them are.
    fn lines(&self) -> (Vec<Edge>, BTreeMap<Node, Point>) {
        let (mut edges, mut doors) = (Vec::new(), BTreeMap::new());
        let on_board: BTreeSet<Node> = self.film.board.cells().map(ObjectId::index).collect();
        for ((one, other), join) in &self.joins {
            let (Some(from), Some(to)) = (self.fixed.get(one), self.fixed.get(other)) else { continue };
            let (from, to) = if join.forth { (from, to) } else { (to, from) };
            let (begin, end) = (edge_of(from, to), edge_of(to, from));
            if let Some(by) = join.by {
                doors.insert(by, (f64::midpoint(begin.0, end.0), f64::midpoint(begin.1, end.1)));
            }
            if !(on_board.contains(one) && on_board.contains(other)) {
                edges.push(Edge { from: begin, to: end, is_one_way: join.forth != join.back });
            }
        }
        (edges, doors)
    }
}

/// Where a line from the middle of one box to that of another leaves the first.
fn edge_of((at, size): &(Point, Point), (other, other_size): &(Point, Point)) -> Point {
    let middle = (at.0 + size.0 / 2.0, at.1 + size.1 / 2.0);
    let (x, y) = (other.0 + other_size.0 / 2.0 - middle.0, other.1 + other_size.1 / 2.0 - middle.1);
    let share = (size.0 / 2.0 / x.abs().max(1e-6)).min(size.1 / 2.0 / y.abs().max(1e-6)).min(0.5);
    (middle.0 + x * share, middle.1 + y * share)
}

/// What lies on each thing.
fn above(moment: &Moment) -> BTreeMap<Node, Vec<Node>> {
    let mut above: BTreeMap<Node, Vec<Node>> = BTreeMap::new();
    for (thing, (place, _)) in moment.place.iter().filter(|(_, (_, on))| *on) {
        above.entry(*place).or_default().push(*thing);
    }
    above
}

/// In how many columns things of this size are laid out.
#[allow(
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a picture"
)]
fn columns(slot: Point, count: usize, shape: f64) -> usize {
    let wanted = (count as f64 * shape * slot.1 / slot.0.max(1.0)).sqrt().ceil();
    (wanted as usize).clamp(1, count.max(1))
}

/// How long some things are side by side.
#[allow(clippy::cast_precision_loss, reason = "a place in a picture")]
fn side(count: usize, each: f64) -> f64 {
    count as f64 * each + count.saturating_sub(1) as f64 * CLOSE
}

/// Blocks in rows, from left to right.
fn flow(blocks: Vec<(Point, Vec<(Node, Point)>)>) -> (Point, Vec<(Node, Point)>) {
    let area: f64 = blocks.iter().map(|(size, _)| (size.0 + APART) * (size.1 + APART)).sum();
    let widest = blocks.iter().map(|(size, _)| size.0).fold(0.0, f64::max);
    let target = (area * SHAPE_OF_ALL).sqrt().max(widest);
    let (mut out, mut size) = (Vec::new(), (0.0_f64, 0.0_f64));
    let (mut left, mut top, mut high) = (0.0_f64, 0.0_f64, 0.0_f64);
    for (block, places) in blocks {
        if left > 0.0 && left + block.0 > target {
            (left, top, high) = (0.0, top + high + APART, 0.0);
        }
        out.extend(places.into_iter().map(|(node, at)| (node, (at.0 + left, at.1 + top))));
        size = (size.0.max(left + block.0), size.1.max(top + block.1));
        (left, high) = (left + block.0 + APART, high.max(block.1));
    }
    (size, out)
}
