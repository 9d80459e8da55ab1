//! Where places are drawn, once for all states.
//!
//! In: a [`StateSequence`], and what lies in each place, state by state. Out: places with their sizes, and how they are
//! joined. A place is as large as its fullest state needs.

use std::collections::{BTreeMap, BTreeSet};

use super::graph::{Point, centers, grid_centers};
use super::moment::{Node, StateSequence};
use super::slots::{Block, CLOSE, SlotGrid, Slots};
use super::structure::{Role, Structure};
use crate::text::task::{ObjectId, PredicateId, Types};

/// The sizes of letters: of names, of what is said of things, of marks on boards.
const NORMAL: f64 = 13.0;
const SMALL: f64 = 11.0;
const LARGE: f64 = 18.0;
const LINE: f64 = 16.0;
pub(super) const PAD: f64 = 8.0;
/// Between what lies side by side at the top.
pub(super) const APART: f64 = 20.0;
/// How much wider a thing is for each that may lie on it.
const STEP: f64 = 14.0;
/// How many letters of a name are shown.
pub(super) const LETTERS: usize = 24;
/// How many times as wide as high the whole is.
const SHAPE_OF_ALL: f64 = 3.2;

/// How two places are joined: one way, the other, and by an object that the fact names as well, such as a door.
pub(super) type Join = (bool, bool, Option<Node>);

/// Places, with the room that each needs.
pub(super) struct Arranger<'a> {
    pub(super) sequence: &'a StateSequence<'a>,
    /// Places that do not move.
    pub(super) boxes: BTreeSet<Node>,
    pub(super) joins: BTreeMap<(Node, Node), Join>,
    /// What is written on lines in every state: the place that a fact names as well, and which of several facts it is.
    pub(super) words: BTreeMap<(Node, Node), BTreeSet<&'a str>>,
    /// What is said of things in every state, what goals want where, and goals that are about neither.
    pub(super) said: BTreeMap<Node, Vec<String>>,
    pub(super) wanted: BTreeMap<Node, Vec<String>>,
    pub(super) unplaced: Vec<String>,
    /// Predicates that never change and are drawn as lines or areas.
    pub(super) drawn: BTreeSet<PredicateId>,
    /// The room of the picture, and what is left between joined places.
    most: f64,
    gap: Point,
    /// Nodes that are drawn on a line between two places.
    pub(super) doors: BTreeSet<Node>,
    /// The place in which another lies for good.
    pub(super) outer: BTreeMap<Node, Node>,
    /// By node: how wide and high it is without what is in it.
    pub(super) own: Vec<Point>,
    pub(super) grids: BTreeMap<Node, SlotGrid>,
}

/// A name that is short enough to be drawn: the middle is left out.
pub(super) fn shortened(name: &str, most: usize) -> String {
    let letters: Vec<char> = name.chars().collect();
    if letters.len() <= most {
        return name.to_owned();
    }
    let (first, last) = (&letters[..most / 2], &letters[letters.len() + 1 - most / 2..]);
    first.iter().chain(&['…']).chain(last).collect()
}

/// How wide a text is, roughly, in letters of this size.
pub(super) fn text_width(text: &str, size: f64) -> f64 {
    let letter = |one: char| if one.is_ascii() || one == '…' { 0.6 } else { 1.05 };
    text.chars().map(letter).sum::<f64>() * size
}

impl<'a> Arranger<'a> {
    pub(super) fn new(sequence: &'a StateSequence<'a>, moving: &BTreeSet<Node>, most: f64) -> Self {
        let (kinds, own) = (&sequence.structure.kinds, vec![(0.0, 0.0); sequence.nowhere() + 1]);
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
        let (joins, words, said, wanted, unplaced) = Default::default();
        let (drawn, doors, outer, grids, gap) = Default::default();
        let mut arranger = Self {
            sequence,
            boxes,
            joins,
            words,
            said,
            wanted,
            unplaced,
            drawn,
            most,
            gap,
            doors,
            outer,
            own,
            grids,
        };
        arranger.join(moving);
        arranger.lay_in(moving);
        arranger
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

    /// Puts places into others if a fact that never changes names one other for each.
    fn lay_in(&mut self, moving: &BTreeSet<Node>) {
        for predicate in &self.sequence.structure.fixed {
            let rows = self.rows(*predicate);
            for (inner, outer) in [(0, 1), (1, 0)] {
                if rows.first().is_none_or(|row| row.len() != 2) {
                    break;
                }
                let pairs: BTreeMap<Node, Node> = rows.iter().map(|row| (row[inner], row[outer])).collect();
                let outers: BTreeSet<Node> = pairs.values().copied().collect();
                let is_free = |node: &Node| !self.boxes.contains(node) && !moving.contains(node);
                let is_inner = |node: &Node| self.boxes.contains(node) && !self.outer.contains_key(node);
                let is_one = pairs.len() == rows.len() && outers.len() < pairs.len();
                // Moves stay inside an area, or it holds areas.
                let is_area = Structure::is_area(self.sequence.task, *predicate, inner, outer)
                    || pairs.keys().all(|node| self.outer.values().any(|outer| outer == node));
                if is_one && is_area && pairs.keys().all(is_inner) && outers.iter().all(is_free) {
                    self.boxes.extend(outers);
                    self.outer.extend(pairs);
                    self.drawn.insert(*predicate);
                    break;
                }
            }
        }
    }

    pub(super) fn is_cell(&self, node: Node) -> bool {
        self.sequence.board.cells().any(|cell| cell.index() == node)
    }

    /// The sizes of nodes without what is in them: those of one kind are equally large.
    pub(super) fn measure(&mut self, moving: &BTreeSet<Node>) {
        let (sequence, bearers) = (self.sequence, self.sequence.structure.bearers(self.sequence.task));
        let kind = |node: Node| {
            sequence.structure.kinds.get(node).map_or(node, |kind| sequence.nowhere() + 1 + kind)
        };
        let mut most: BTreeMap<usize, (f64, bool)> = BTreeMap::new();
        let mut grow = |node: Node, text: &str, size: f64, is_told: bool| {
            let known = most.entry(kind(node)).or_default();
            *known = (known.0.max(text_width(text, size)), known.1 || is_told);
        };
        (0..self.own.len()).for_each(|node| {
            grow(node, &shortened(sequence.label(node), LETTERS), NORMAL, false);
            grow(node, &self.goal(node), SMALL, false);
        });
        for moment in &sequence.moments {
            moment.sign.iter().for_each(|(node, sign)| grow(*node, sign, NORMAL, false));
            for node in moment.told.keys().chain(self.said.keys()) {
                let told = shortened(&self.told(*node, moment), LETTERS);
                grow(*node, &told, if self.is_cell(*node) { LARGE } else { SMALL }, true);
            }
        }
        let wanted: BTreeSet<usize> = self.wanted.keys().map(|node| kind(*node)).collect();
        for node in 0..self.own.len() {
            let goals = if wanted.contains(&kind(node)) { SMALL + 2.0 } else { 0.0 };
            let (width, is_told) = most[&kind(node)];
            let said = if self.is_cell(node) { LARGE } else { SMALL + 2.0 };
            let high = LINE + PAD + if is_told { said } else { 0.0 } + goals;
            let steps =
                bearers.get(node).filter(|_| moving.contains(&node)).map_or(0, |count| (*count).min(12));
            let wide = width + 2.0 * PAD + STEP * f64::from(u8::try_from(steps).unwrap_or(0));
            let least = if self.boxes.contains(&node) { 46.0 } else { 30.0 };
            self.own[node] = (wide.max(least), high);
        }
        self.gap = (APART + CLOSE, APART + CLOSE);
        let doors = self.doors.iter().map(|door| (self.own[*door].0, self.own[*door].1));
        let words: BTreeSet<String> =
            sequence.moments.iter().flat_map(|moment| self.words(moment).into_values()).collect();
        for (wide, high) in doors.chain(words.iter().map(|words| (text_width(words, SMALL), LINE))) {
            self.gap = (self.gap.0.max(wide + APART), self.gap.1.max(high + APART));
        }
    }

    /// Keeps enough room in places for a state.
    pub(super) fn reserve(&mut self, slots: &Slots) {
        for place in self.boxes.clone() {
            let grid = self.inside(place, slots).1;
            self.grids.entry(place).or_default().grow(&grid);
        }
    }

    /// Gives places of one kind in which stacks stand, and cells of a board, the same slots; the others, one at least.
    pub(super) fn make_alike(&mut self) {
        let kinds = &self.sequence.structure.kinds;
        let mut most: BTreeMap<usize, SlotGrid> = BTreeMap::new();
        for (node, grid) in &self.grids {
            kinds.get(*node).into_iter().for_each(|kind| most.entry(*kind).or_default().grow(grid));
        }
        let cells: BTreeSet<Node> = self.sequence.board.cells().map(ObjectId::index).collect();
        for (node, grid) in &mut self.grids {
            let Some(all) = kinds.get(*node).map(|kind| &most[kind]) else { continue };
            let least = |one: &Point, other: &Point| if other.0 < one.0 { *other } else { *one };
            if all.is_floor || cells.contains(node) {
                *grid = all.clone();
            } else if grid.slots.is_empty() {
                grid.slots.extend(all.slots.iter().copied().reduce(|one, other| least(&one, &other)));
            }
        }
    }

    /// The things in a node, and the room they need.
    pub(super) fn inside(&self, node: Node, slots: &Slots) -> (Vec<Option<Block>>, SlotGrid) {
        let things = slots.get(&(node, false)).map_or(&[][..], Vec::as_slice);
        let blocks: Vec<Option<Block>> =
            things.iter().map(|thing| thing.map(|thing| self.thing(thing, slots))).collect();
        let count = blocks.iter().rposition(Option::is_some).map_or(0, |last| last + 1);
        let sizes = blocks[..count].iter().map(|block| block.as_ref().map_or((0.0, 0.0), |block| block.size));
        let is_floor = things.iter().flatten().any(|thing| slots.contains_key(&(*thing, true)));
        let grid = SlotGrid { slots: sizes.collect(), is_floor };
        (blocks, grid)
    }

    /// A node around what is in it.
    fn boxed(&self, node: Node, inner: &Block) -> Block {
        let own = self.own[node];
        let below = if inner.size.1 > 0.0 { inner.size.1 + PAD } else { 0.0 };
        let size = (own.0.max(inner.size.0 + 2.0 * PAD), own.1 + below);
        let mut block = Block { size, spots: vec![(node, (0.0, 0.0), size)] };
        block.put(inner, ((size.0 - inner.size.0) / 2.0, own.1));
        block
    }

    fn filled(&self, grid: &SlotGrid, things: &[Option<Block>]) -> Block {
        grid.filled(things, self.most - 4.0 * PAD)
    }

    /// The room that is kept in a place, with these things in it.
    pub(super) fn room(&self, place: Node, things: &[Option<Block>]) -> Block {
        self.grids.get(&place).map(|grid| self.filled(grid, things)).unwrap_or_default()
    }

    fn thing(&self, node: Node, slots: &Slots) -> Block {
        let (things, grid) = self.inside(node, slots);
        let mut block = self.boxed(node, &self.filled(&grid, &things));
        for upper in slots.get(&(node, true)).into_iter().flatten().flatten() {
            let upper = self.thing(*upper, slots);
            let wide = block.size.0.max(upper.size.0);
            let lower = std::mem::take(&mut block);
            block.put(&upper, ((wide - upper.size.0) / 2.0, 0.0));
            block.put(&lower, ((wide - lower.size.0) / 2.0, upper.size.1));
        }
        block
    }

    /// A place with the places in it, and with room for things.
    fn place(&self, node: Node) -> Block {
        let nested = self.outer.iter().filter(|(_, outer)| **outer == node).map(|one| *one.0);
        let mut inner = self.arranged(&nested.collect::<Vec<_>>());
        let room = self.room(node, &[]);
        let top = if inner.size.1 > 0.0 && room.size.1 > 0.0 { inner.size.1 + PAD } else { inner.size.1 };
        inner.put(&room, (0.0, top));
        self.boxed(node, &inner)
    }

    /// Places beside one another: those that are joined by their graph, all others in rows.
    pub(super) fn arranged(&self, nodes: &[Node]) -> Block {
        let mut blocks: BTreeMap<Node, Block> = nodes.iter().map(|node| (*node, self.place(*node))).collect();
        let up = |mut node: Node| {
            while !nodes.contains(&node) {
                node = *self.outer.get(&node)?;
            }
            Some(node)
        };
        let cells = self.sequence.board.places().map(|(cell, at)| (cell.index(), at));
        let cells: BTreeMap<Node, (usize, usize)> =
            cells.filter(|(cell, _)| blocks.contains_key(cell)).collect();
        let mut near: BTreeMap<Node, BTreeSet<Node>> = BTreeMap::new();
        for (from, to) in self.joins.keys() {
            let ends = up(*from).zip(up(*to)).filter(|(from, to)| from != to);
            if let Some((from, to)) =
                ends.filter(|ends| ![ends.0, ends.1].iter().any(|end| cells.contains_key(end)))
            {
                near.entry(from).or_default().insert(to);
                near.entry(to).or_default().insert(from);
            }
        }
        let size = |group: &[Node], blocks: &BTreeMap<Node, Block>| {
            group.iter().map(|node| blocks[node].size).collect::<Vec<Point>>()
        };
        let block = |group: &[Node], middles: &[Point], blocks: &BTreeMap<Node, Block>| {
            let corner = |(node, middle): (&Node, &Point)| {
                let size = blocks[node].size;
                (middle.0 - size.0 / 2.0, middle.1 - size.1 / 2.0)
            };
            let corners: Vec<Point> = group.iter().zip(middles).map(corner).collect();
            let least = |pick: fn(&Point) -> f64| corners.iter().map(pick).fold(f64::MAX, f64::min);
            let (left, top) = (least(|at| at.0), least(|at| at.1));
            let mut out = Block::default();
            group
                .iter()
                .zip(&corners)
                .for_each(|(node, at)| out.put(&blocks[node], (at.0 - left, at.1 - top)));
            out
        };
        let mut all = Vec::new();
        if !cells.is_empty() {
            let group: Vec<Node> = cells.keys().copied().collect();
            let places: Vec<(usize, usize)> = cells.values().copied().collect();
            all.push(block(&group, &grid_centers(&places, &size(&group, &blocks), (CLOSE, CLOSE)), &blocks));
        }
        let mut seen: BTreeSet<Node> = cells.keys().copied().collect();
        for node in nodes {
            let mut group: Vec<Node> = if seen.insert(*node) { vec![*node] } else { continue };
            let mut next = 0;
            while let Some(others) = group.get(next).map(|here| near.get(here).into_iter().flatten()) {
                next += 1;
                let fresh: Vec<Node> = others.filter(|other| seen.insert(**other)).copied().collect();
                group.extend(fresh);
            }
            group.sort_unstable();
            let number = |node: &Node| group.binary_search(node).ok();
            let others = |node: &Node| near.get(node).into_iter().flatten().filter_map(number);
            let edges = group.iter().enumerate();
            let edges = edges.flat_map(|(at, node)| others(node).map(move |other| (at, other)));
            let edges: Vec<(usize, usize)> = edges.filter(|(one, other)| one < other).collect();
            let (mut middles, is_even) = centers(&edges, &size(&group, &blocks), self.gap, self.most);
            if is_even {
                // The cells of a grid are equally large, whatever once lies in them.
                let sizes = size(&group, &blocks);
                let even =
                    sizes.iter().fold((0.0_f64, 0.0_f64), |all, one| (all.0.max(one.0), all.1.max(one.1)));
                group
                    .iter()
                    .for_each(|node| blocks.get_mut(node).into_iter().for_each(|one| one.enlarge(even)));
                middles = centers(&edges, &size(&group, &blocks), self.gap, self.most).0;
            }
            all.push(block(&group, &middles, &blocks));
        }
        let area: f64 = all.iter().map(|block| (block.size.0 + APART) * (block.size.1 + APART)).sum();
        let target = (area * SHAPE_OF_ALL).sqrt().min(self.most);
        let target = all.iter().map(|block| block.size.0).fold(target, f64::max);
        let (mut out, mut left, mut top) = (Block::default(), 0.0_f64, 0.0);
        for block in &all {
            if left > 0.0 && left + block.size.0 > target {
                (left, top) = (0.0, out.size.1 + APART);
            }
            out.put(block, (left, top));
            left += block.size.0 + APART;
        }
        out
    }
}
