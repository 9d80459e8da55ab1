//! The scene of each state: what lies in which place, in or on which thing. What does not change is the same in all.
//!
//! In: a [`StateSequence`]. Out: [`Scenes`].

use std::collections::{BTreeMap, BTreeSet};

use super::grid::{Cell, cells};
use super::moment::{Moment, Node, StateSequence};
use super::places::Places;
use super::structure::Role;

/// Where something is, if it moves, and whether on that; and what is said of it.
pub(super) type Spot = (Option<(Node, bool)>, String);

/// Places beside one another, and the class that says how they lie.
pub(super) type Group = (String, Vec<(Node, Option<Cell>)>);

/// What joins two places: whether one way only, and what is written there.
pub(super) type Link = ((Node, Node), bool, String);

pub(crate) struct Scenes<'a> {
    pub(super) places: Places<'a>,
    /// What lies in places.
    pub(super) things: BTreeSet<Node>,
    /// For each state, where each thing is: in something, or on it.
    pub(super) spots: Vec<BTreeMap<Node, (Node, bool)>>,
    /// How many things may lie on each object: of discs, those that bear more are wider.
    pub(super) bearers: Vec<usize>,
}

impl<'a> Scenes<'a> {
    /// The scenes of states; `None` if nothing has a place and nothing is joined.
    pub(crate) fn new(sequence: &'a StateSequence<'a>) -> Option<Self> {
        let moving: BTreeSet<Node> =
            sequence.moments.iter().flat_map(|one| one.place.keys().copied()).collect();
        let mut places = Places::new(sequence, &moving);
        if places.boxes.is_empty() {
            return None;
        }
        // What has no place is elsewhere. What lies on something that never moves, such as a peg, is in it.
        let all = moving.iter().copied().chain(0..sequence.task.objects.len());
        let mut things: BTreeSet<Node> =
            all.filter(|node| !places.boxes.contains(node) && !places.doors.contains(node)).collect();
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
        things.retain(|node| {
            *node >= sequence.task.objects.len()
                || moving.contains(node)
                || told.contains(&kinds[*node])
                || is_placed(*node)
        });
        let resting = places.resting();
        let place = |moment: &Moment, node: Node| match moment.place.get(&node) {
            Some((place, on)) => Some((*place, *on && moving.contains(place))),
            None if !moving.contains(&node) && resting.contains_key(&node) => Some((resting[&node], false)),
            None => (node < sequence.task.objects.len()).then_some((sequence.nowhere(), false)),
        };
        let spots = |moment: &Moment| -> BTreeMap<Node, (Node, bool)> {
            things.iter().filter_map(|node| Some((*node, place(moment, *node)?))).collect()
        };
        let spots: Vec<_> = sequence.moments.iter().map(spots).collect();
        if spots.iter().flat_map(BTreeMap::values).any(|spot| spot.0 == sequence.nowhere()) {
            places.boxes.insert(sequence.nowhere());
        }
        places.say(&things);
        Some(Self { places, things, spots, bearers: sequence.structure.bearers(sequence.task) })
    }

    pub(super) fn moment(&self, state: usize) -> &Moment {
        &self.places.sequence.moments[state]
    }

    /// The places beside one another: those of a board, those that are joined, all others.
    pub(super) fn groups(&self) -> Vec<Group> {
        let (places, board) = (&self.places, self.places.sequence.board);
        let nodes = &places.boxes;
        let cells_of_board = board.places().map(|(cell, at)| (cell.index(), Some(at)));
        let on_board: Vec<(Node, Option<Cell>)> =
            cells_of_board.filter(|(cell, _)| nodes.contains(cell)).collect();
        let mut seen: BTreeSet<Node> = on_board.iter().map(|one| one.0).collect();
        let mut near: BTreeMap<Node, BTreeSet<Node>> = BTreeMap::new();
        for (from, to) in places.joins.keys().filter(|(from, to)| !seen.contains(from) && !seen.contains(to))
        {
            near.entry(*from).or_default().insert(*to);
            near.entry(*to).or_default().insert(*from);
        }
        let mut laid: Vec<Group> =
            Vec::from_iter((!on_board.is_empty()).then(|| ("even".to_owned(), on_board)));
        let mut alone = Vec::new();
        for node in nodes {
            let mut group: Vec<Node> = if seen.insert(*node) { vec![*node] } else { continue };
            let mut next = 0;
            while let Some(others) = group.get(next).map(|here| near.get(here).into_iter().flatten()) {
                next += 1;
                let fresh: Vec<Node> = others.filter(|other| seen.insert(**other)).copied().collect();
                group.extend(fresh);
            }
            if group.len() == 1 {
                alone.push((*node, None));
                continue;
            }
            group.sort_unstable();
            let number = |node: &Node| group.binary_search(node).ok();
            let edges = group.iter().enumerate().flat_map(|(at, node)| {
                near[node]
                    .iter()
                    .filter_map(number)
                    .filter(move |other| at < *other)
                    .map(move |other| (at, other))
            });
            let (found, class) = cells(&edges.collect::<Vec<_>>(), group.len());
            let most = |pick: fn(&Cell) -> usize| found.iter().map(pick).max().unwrap_or(0);
            let turns = if most(|cell| cell.0) > most(|cell| cell.1) { " wide" } else { "" };
            laid.push((
                format!("{class}{turns}"),
                group.into_iter().zip(found.into_iter().map(Some)).collect(),
            ));
        }
        // Where things are stacked, places of one kind are floors of one size.
        let structure = &places.sequence.structure;
        let has_floors = structure.stacks.contains(&true);
        let kind = |one: &(Node, Option<Cell>)| structure.kinds.get(one.0).filter(|_| has_floors);
        let class = if has_floors { "floors" } else { "alone" };
        alone.sort_by_key(kind);
        laid.extend(
            alone
                .chunk_by(|one, other| kind(one) == kind(other))
                .map(|part| (class.to_owned(), part.to_vec())),
        );
        laid
    }

    /// Where a node is in a state, and what is said of it; `None` if it is not there.
    pub(super) fn spot(&self, node: Node, state: usize) -> Option<Spot> {
        let told = || self.places.told(node, self.moment(state));
        if self.places.boxes.contains(&node) {
            return Some((None, told()));
        }
        self.spots[state].get(&node).map(|spot| (Some(*spot), told()))
    }

    /// The lines between places, from one to the other.
    pub(super) fn links(&self, state: usize) -> impl Iterator<Item = Link> {
        self.places.words(self.moment(state)).into_iter().map(|((one, other), words)| {
            let (forth, back, _) = self.places.joins[&(one, other)];
            (if forth { (one, other) } else { (other, one) }, forth != back, words)
        })
    }

    /// What is written on a node: its sign, if it has one.
    pub(super) fn label(&self, node: Node) -> &str {
        let sign = self.places.sequence.moments.iter().rev().find_map(|moment| moment.sign.get(&node));
        sign.map_or_else(|| self.places.sequence.label(node), String::as_str)
    }

    /// The facts of each state that have no place in the picture.
    pub(crate) fn below(&self) -> Vec<String> {
        self.places.sequence.moments.iter().map(|moment| self.places.below(moment)).collect()
    }

    /// What the signs mean that are used.
    pub(crate) fn notes(&self) -> String {
        let nodes = || self.places.boxes.iter().chain(&self.things);
        let acts = nodes().filter(|node| self.label(**node) == "◆");
        let acts = acts.map(|node| {
            format!("◆ is the one who acts: ({} …) says where.", self.places.sequence.name(*node))
        });
        let is_wanted = !self.places.wanted.is_empty() || !self.places.unplaced.is_empty();
        let wants = is_wanted.then(|| "⚐ marks what the goal wants, and where.".to_owned());
        acts.chain(wants).collect::<Vec<_>>().join(" ")
    }
}
