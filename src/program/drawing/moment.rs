//! The states that are drawn: which thing is where, and what else is said of it.
//!
//! In: a replay, state after state. Out: a [`Moment`] for each. Bounded: what is too large is not drawn.

use std::collections::BTreeMap;

use super::structure::{Role, Structure};
use banto_games::Board;
use banto_text::plan::Replay;
use banto_text::task::{Condition, ObjectId, PredicateId, Task, Term};

/// How many objects can be drawn at most, and how many things in all states together.
const MOST_OBJECTS: usize = 1_000;
const MOST_THINGS: usize = 300_000;
/// How many facts of a state are kept that give nothing a place.
const MOST_OTHERS: usize = 100;
/// How many letters a word has that only says how a thing is in its place, as `in` does.
const RELATION: usize = 2;

/// Something that is drawn, by number: objects come first, then things named after a predicate, places named after a
/// predicate, and the place of what has none.
pub(super) type Node = usize;

/// A state.
#[derive(Default)]
pub(super) struct Moment {
    /// The place of each thing, and whether it lies on it. No thing is in itself.
    pub place: BTreeMap<Node, (Node, bool)>,
    /// Texts written instead of names.
    pub sign: BTreeMap<Node, String>,
    /// The facts told of each node.
    pub told: BTreeMap<Node, Vec<String>>,
    /// Facts about neither, as far as there is room.
    pub others: Vec<(PredicateId, Vec<ObjectId>)>,
}

/// States that are being collected.
pub(crate) struct StateSequence<'a> {
    pub(super) task: &'a Task,
    pub(super) board: &'a Board,
    pub(super) structure: Structure,
    pub(super) moments: Vec<Moment>,
}

impl<'a> StateSequence<'a> {
    /// Pictures of a task.
    ///
    /// # Errors
    /// Why there are none: it has no objects, or too many.
    pub(crate) fn new(task: &'a Task, board: &'a Board) -> Result<Self, String> {
        match task.objects.len() {
            0 => Err("the task has no objects".to_owned()),
            many if many > MOST_OBJECTS => Err(format!("{many} objects are too many")),
            _ => Ok(Self { task, board, structure: Structure::of(task), moments: Vec::new() }),
        }
    }

    /// Adds the state of a replay; returns whether there was room for it.
    pub(crate) fn add(&mut self, replay: &mut Replay<'_>) -> bool {
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

    /// The place that a predicate means without naming an object: a box, or the one who carries.
    pub(super) fn place_without_object(&self, predicate: PredicateId) -> Node {
        let own = self.task.objects.len() + self.task.predicates.len() + predicate.index();
        self.structure.carriers[predicate.index()].map_or(own, |carrier| self.thing_without_object(carrier))
    }

    fn thing_without_object(&self, predicate: PredicateId) -> Node {
        self.task.objects.len() + predicate.index()
    }

    /// The thing and the place of a fact that puts one in the other.
    fn ends(
        &self,
        predicate: PredicateId,
        (thing, place): (Option<usize>, Option<usize>),
        row: &[ObjectId],
    ) -> [Node; 2] {
        let thing = thing.map_or_else(|| self.thing_without_object(predicate), |at| row[at].index());
        [thing, place.map_or_else(|| self.place_without_object(predicate), |at| row[at].index())]
    }

    /// What a fact says of the object at a position.
    fn words(&self, predicate: PredicateId, row: &[ObjectId], of: usize) -> String {
        let others =
            row.iter().enumerate().filter(|(at, _)| *at != of).map(|one| self.task.objects.name(*one.1));
        std::iter::once(self.task.predicates.name(predicate)).chain(others).collect::<Vec<_>>().join(" ")
    }

    /// The facts that the goal asks for, as far as they can be listed: of what, in short, and as a whole.
    pub(super) fn goals(&self) -> Vec<(Option<Node>, String, String)> {
        let mut found = Vec::new();
        let is_all = goals(self.task, &self.task.goal, &[], true, &mut found);
        let named = |(predicate, row, holds): (PredicateId, Vec<ObjectId>, bool)| {
            let (of, short) = match self.structure.roles[predicate.index()] {
                Role::Places(thing, place) if holds => {
                    let [thing, place] = self.ends(predicate, (thing, place), &row);
                    (Some(place), self.label(thing).to_owned())
                }
                Role::Tells(at) => {
                    let words = self.words(predicate, &row, at);
                    (Some(row[at].index()), if holds { words } else { format!("not {words}") })
                }
                _ => (None, String::new()),
            };
            let whole = self.task.show_atom(predicate, &row);
            (of, short, if holds { whole } else { format!("(not {whole})") })
        };
        let more = (!is_all).then(|| (None, String::new(), "and more".to_owned()));
        found.into_iter().map(named).chain(more).collect()
    }

    /// The name of a node. A thing without an object is named after its predicate, without the word for being there, so
    /// that `robot-in` is a robot.
    pub(super) fn name(&self, node: Node) -> &str {
        let objects = self.task.objects.len();
        let predicates = self.task.predicates.len();
        match node {
            _ if node < objects => self.task.objects.name(ObjectId::from(node)),
            _ if node == self.nowhere() => "elsewhere",
            _ => {
                let name = self.task.predicates.name(PredicateId::from((node - objects) % predicates));
                let after =
                    name.rsplit_once(['-', '_']).filter(|parts| is_relation(parts.1)).map(|one| one.0);
                let before =
                    name.split_once(['-', '_']).filter(|parts| is_relation(parts.0)).map(|one| one.1);
                after
                    .or(before)
                    .filter(|thing| node < objects + predicates && !thing.is_empty())
                    .unwrap_or(name)
            }
        }
    }

    /// What is written on a node: a thing whose predicate is only the word for being there has no name.
    pub(super) fn label(&self, node: Node) -> &str {
        let things = self.task.objects.len()..self.task.objects.len() + self.task.predicates.len();
        let name = self.name(node);
        if things.contains(&node) && is_relation(name) { "◆" } else { name }
    }

    fn moment(&self, replay: &mut Replay<'_>) -> Moment {
        let mut moment = Moment::default();
        for predicate in self.task.predicates.ids() {
            let role = self.structure.roles[predicate.index()];
            if role == Role::Nothing && !self.board.predicates().any(|one| one == predicate) {
                continue;
            }
            for row in replay.atoms(predicate) {
                let mark = self.board.mark(predicate, &row, self.task);
                if let Role::Places(thing, place) = role
                    && self.put(&mut moment, predicate, (thing, place), &row, mark.as_ref())
                {
                    continue;
                }
                if let Some((cell, text)) = mark {
                    moment.told.entry(cell.index()).or_default().push(text);
                } else if let Role::Tells(at) = role {
                    let words = self.words(predicate, &row, at);
                    moment.told.entry(row[at].index()).or_default().push(words);
                } else if role != Role::Nothing && moment.others.len() < MOST_OTHERS {
                    moment.others.push((predicate, row));
                }
            }
        }
        // Who carries something while being nowhere is drawn as well.
        let holders: Vec<Node> = moment.place.values().map(|place| place.0).collect();
        for carrier in self.structure.carriers.iter().flatten().map(|one| self.thing_without_object(*one)) {
            if holders.contains(&carrier) {
                moment.place.entry(carrier).or_insert((self.nowhere(), false));
            }
        }
        moment
    }

    /// Puts a thing in its place, unless it has one, or is a cell, or its place is in it.
    fn put(
        &self,
        moment: &mut Moment,
        predicate: PredicateId,
        (thing, place): (Option<usize>, Option<usize>),
        row: &[ObjectId],
        mark: Option<&(ObjectId, String)>,
    ) -> bool {
        let [thing, place] = self.ends(predicate, (thing, place), row);
        let mut outer = Some(place).filter(|place| *place != thing);
        while let Some(next) = outer.and_then(|node| moment.place.get(&node)) {
            outer = Some(next.0).filter(|node| *node != thing);
        }
        let is_cell = self.board.cells().any(|cell| cell.index() == thing);
        if outer.is_none() || is_cell || moment.place.contains_key(&thing) {
            return false;
        }
        moment.place.insert(thing, (place, self.structure.stacks[predicate.index()]));
        if self.structure.shared[predicate.index()] {
            moment.told.entry(thing).or_default().push(self.task.predicates.name(predicate).to_owned());
        }
        if let Some((_, text)) = mark.filter(|(cell, _)| cell.index() == place) {
            moment.sign.insert(thing, text.clone());
        }
        // A place may have several coordinates.
        row.len() <= 2
    }
}

/// The facts that a goal asks for, or forbids, one by one; for every object, if it says so of all. Whether that is all.
fn goals(
    task: &Task,
    goal: &Condition,
    values: &[ObjectId],
    holds: bool,
    found: &mut Vec<(PredicateId, Vec<ObjectId>, bool)>,
) -> bool {
    match goal {
        Condition::Atom(atom) => {
            let value = |term: &Term| match term {
                Term::Object(object) => *object,
                Term::Variable(slot) => values[*slot as usize],
            };
            found.push((atom.predicate, atom.arguments.iter().map(value).collect(), holds));
            true
        }
        Condition::Not(inner) if matches!(**inner, Condition::Atom(_)) => {
            goals(task, inner, values, false, found)
        }
        Condition::And(parts) => {
            parts.iter().filter(|part| !goals(task, part, values, true, found)).count() == 0
        }
        Condition::Forall(variables, inner) if variables.len() == 1 && values.is_empty() => {
            let all = task.objects_of(&variables[0].types);
            all.filter(|one| !goals(task, inner, &[*one], true, found)).count() == 0
        }
        _ => false,
    }
}

fn is_relation(word: &str) -> bool {
    word.len() == RELATION && word.bytes().all(|letter| letter.is_ascii_alphabetic())
}
