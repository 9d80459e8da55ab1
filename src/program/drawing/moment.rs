//! The states that are drawn: which thing is where, and what else is said of it.
//!
//! In: a replay, state after state. Out: a [`Moment`] for each. Bounded: what is too large is not drawn.

use std::collections::BTreeMap;

use super::structure::{Placement, Role, Structure};
use crate::games::Board;
use crate::text::plan::Replay;
use crate::text::task::{ObjectId, PredicateId, Task};

/// How many objects can be drawn at most, and how many things in all states together.
const MOST_OBJECTS: usize = 1_000;
const MOST_THINGS: usize = 300_000;
/// How many facts that cannot be drawn are told of a state.
const MOST_TOLD: usize = 20;

/// Something that is drawn, by number: objects come first, then things named after a predicate, places named after a
/// predicate, and the place of what has none.
pub(super) type Node = usize;

/// A state.
#[derive(Default)]
pub(super) struct Moment {
    /// The place of each thing, and whether it lies on it.
    pub place: BTreeMap<Node, (Node, bool)>,
    /// What is written instead of its name.
    pub sign: BTreeMap<Node, String>,
    /// What is said of each node.
    pub told: BTreeMap<Node, Vec<String>>,
    /// What is neither.
    pub also: Vec<String>,
}

/// States that are being collected.
pub(in crate::program) struct Film<'a> {
    pub(super) task: &'a Task,
    pub(super) board: &'a Board,
    pub(super) structure: Structure,
    pub(super) moments: Vec<Moment>,
}

impl<'a> Film<'a> {
    /// Pictures of a task.
    ///
    /// # Errors
    /// Why there are none: it has no objects, or too many.
    pub(in crate::program) fn new(task: &'a Task, board: &'a Board) -> Result<Self, String> {
        match task.objects.len() {
            0 => Err("the task has no objects".to_owned()),
            many if many > MOST_OBJECTS => Err(format!("{many} objects are too many")),
            _ => Ok(Self { task, board, structure: Structure::of(task), moments: Vec::new() }),
        }
    }

    /// Adds the state of a replay; returns whether there was room for it.
    pub(in crate::program) fn add(&mut self, replay: &mut Replay<'_>) -> bool {
        let has_room = (self.moments.len() + 1) * self.task.objects.len() <= MOST_THINGS;
        if has_room {
            let moment = self.moment(replay);
            self.moments.push(moment);
        }
        has_room
    }

    /// The place of what has no place.
    pub(super) fn nowhere(&self) -> Node {
        self.task.objects.len() + 2 * self.task.predicates.len()
    }

    /// What a node is called.
    pub(super) fn name(&self, node: Node) -> &str {
        let (objects, predicates) = (self.task.objects.len(), self.task.predicates.len());
        match node {
            _ if node < objects => self.task.objects.name(ObjectId::from(node)),
            _ if node == self.nowhere() => "elsewhere",
            _ => self.task.predicates.name(PredicateId::from((node - objects) % predicates)),
        }
    }

    fn moment(&self, replay: &mut Replay<'_>) -> Moment {
        let mut moment = Moment::default();
        let mut more = 0;
        let hinted: Vec<PredicateId> = self.board.predicates().collect();
        for predicate in self.task.predicates.ids() {
            let role = self.structure.roles[predicate.index()];
            let is_hinted = hinted.contains(&predicate);
            if role == Role::Nothing && !is_hinted {
                continue;
            }
            for row in replay.atoms(predicate) {
                let mark = self.board.mark(predicate, &row, self.task).filter(|_| is_hinted);
                if let Role::Places(placement) = role
                    && self.put(&mut moment, predicate, placement, &row, mark.as_ref())
                {
                    continue;
                }
                let shown = self.task.predicates.name(predicate);
                if let Some((cell, text)) = mark {
                    moment.told.entry(cell.index()).or_default().push(text);
                } else if let Role::Tells(at) = role {
                    let others = row.iter().enumerate().filter(|(other, _)| *other != at);
                    let names = others.map(|(_, object)| self.task.objects.name(*object));
                    let words: Vec<&str> = std::iter::once(shown).chain(names).collect();
                    moment.told.entry(row[at].index()).or_default().push(words.join(" "));
                } else if role != Role::Nothing {
                    more += 1;
                    if more <= MOST_TOLD {
                        moment.also.push(self.task.show_atom(predicate, &row));
                    }
                }
            }
        }
        if more > MOST_TOLD {
            moment.also.push(format!("and {} more", more - MOST_TOLD));
        }
        self.cut_circles(&mut moment);
        moment
    }

    /// Puts a thing in its place, unless it has one.
    fn put(
        &self,
        moment: &mut Moment,
        predicate: PredicateId,
        Placement { thing, place }: Placement,
        row: &[ObjectId],
        mark: Option<&(ObjectId, String)>,
    ) -> bool {
        let (objects, predicates) = (self.task.objects.len(), self.task.predicates.len());
        let thing = thing.map_or(objects + predicate.index(), |at| row[at].index());
        let place = place.map_or(objects + predicates + predicate.index(), |at| row[at].index());
        let is_cell = self.board.cells().any(|cell| cell.index() == thing);
        if moment.place.contains_key(&thing) || thing == place || is_cell {
            return false;
        }
        moment.place.insert(thing, (place, self.structure.stacks[predicate.index()]));
        if let Some((_, text)) = mark.filter(|(cell, _)| cell.index() == place) {
            moment.sign.insert(thing, text.clone());
        }
        // What else is said of a thing in two dimensions or more.
        if row.len() > 2 {
            moment.also.push(self.task.show_atom(predicate, row));
        }
        true
    }

    /// Things that are in one another are nowhere.
    fn cut_circles(&self, moment: &mut Moment) {
        let nodes: Vec<Node> = moment.place.keys().copied().collect();
        let mut sound = vec![false; self.nowhere() + 1];
        for start in nodes {
            let (mut path, mut node) = (vec![start], start);
            while let Some((place, _)) = moment.place.get(&node).filter(|_| !sound[node]) {
                node = *place;
                if path.contains(&node) {
                    moment.place.insert(node, (self.nowhere(), false));
                    break;
                }
                path.push(node);
            }
            path.into_iter().for_each(|node| sound[node] = true);
        }
    }
}
