//! A class of objects that may be folded: what the facts of a task say of each, and what operators do to them.
//!
//! In: a task. Out: candidates, and a [`Class`] for one of them, unless its objects begin or end in ways that differ.

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;

use crate::strips::{FactId, FactName, OpId, Task, VarId, number};
use crate::task::{ObjectId, PredicateId, SchemaId};

/// Where an operator finds an object and takes it; [`NOWHERE`] if it has to do with none, or if the object is lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Move {
    pub(super) from: u32,
    pub(super) to: u32,
}

pub(super) const NOWHERE: u32 = u32::MAX;

/// An object, and the variable that says where it is.
pub(super) type Member = (ObjectId, VarId);

/// An atom with the first object of the class in the place of each.
type Key = (PredicateId, Vec<ObjectId>);

/// What is asked of an object: whether each of these is to hold.
type Asked = Vec<(bool, Key)>;

fn atom(task: &Task, fact: FactId) -> Option<(PredicateId, &[ObjectId])> {
    match task.name(fact) {
        FactName::Atom(atom) | FactName::Not(atom) => Some(task.atom(atom)),
        FactName::NoneOfThem | FactName::Invented(_) => None,
    }
}

/// The values of a variable.
pub(super) fn values(task: &Task, variable: VarId) -> impl Iterator<Item = FactId> + use<> {
    let info = task.variables()[variable.index()];
    (0..info.size as usize).map(move |value| info.first.plus(value))
}

/// Objects that are each named by all values of a variable, with the variable, by what its values say and by the
/// parameters of operators that they share.
pub(super) fn candidates(task: &Task) -> Vec<Vec<Member>> {
    let mut found: BTreeMap<_, Vec<Member>> = BTreeMap::new();
    for variable in (0..task.variables().len()).map(VarId::from) {
        let atoms = || values(task, variable).filter_map(|fact| atom(task, fact));
        let mut named = atoms().next().map_or(Vec::new(), |(_, objects)| objects.to_vec());
        atoms().for_each(|(_, objects)| named.retain(|object| objects.contains(object)));
        for object in named {
            let place = |objects: &[ObjectId]| objects.iter().position(|one| *one == object).unwrap_or(0);
            let mut key: Vec<_> = atoms().map(|(predicate, objects)| (predicate, place(objects))).collect();
            key.sort_unstable();
            key.dedup();
            found.entry(key).or_default().push((object, variable));
        }
    }
    found.retain(|_, members| members.len() > 1);
    let roles = roles(task, found.values().flatten().map(|(object, _)| *object));
    let mut classes = Vec::new();
    for members in found.into_values() {
        let mut parts: Vec<(Vec<Role>, _)> = Vec::new();
        for one in members {
            let mut whole = (roles[one.0.index()].clone(), vec![one]);
            for part in std::mem::take(&mut parts) {
                if part.0.iter().any(|role| whole.0.contains(role)) {
                    whole.0.extend(part.0);
                    whole.1.extend(part.1);
                } else {
                    parts.push(part);
                }
            }
            parts.push(whole);
        }
        classes.extend(parts.into_iter().map(|(_, members)| members).filter(|members| members.len() > 1));
    }
    classes
}

/// A parameter of a schema.
type Role = (SchemaId, usize);

/// For each object, where it is among these, the parameters that it takes in operators.
fn roles(task: &Task, objects: impl Iterator<Item = ObjectId>) -> Vec<Vec<Role>> {
    let mut is_one = Vec::new();
    for object in objects {
        is_one.resize(is_one.len().max(object.index() + 1), false);
        is_one[object.index()] = true;
    }
    let mut roles = vec![Vec::new(); is_one.len()];
    for operator in task.operators() {
        let (schema, arguments) = task.step(operator);
        for (place, object) in arguments.iter().enumerate() {
            let is_one = is_one.get(object.index()).copied().unwrap_or_default();
            if is_one && !roles[object.index()].contains(&(schema, place)) {
                roles[object.index()].push((schema, place));
            }
        }
    }
    roles
}

/// What is known of a class of objects.
pub(super) struct Class<'a> {
    pub(super) task: &'a Task,
    pub(super) members: Vec<Member>,
    /// For each variable the object that it speaks of; [`NOWHERE`] where it speaks of none.
    pub(super) owner: Vec<u32>,
    /// For each fact of these the place that it says, or which of the other things that are said of objects.
    pub(super) meaning: Vec<u32>,
    /// For each place a name.
    pub(super) names: Vec<FactName>,
    /// How many objects can be there.
    pub(super) visitors: Vec<usize>,
    /// How many other things are said of each object.
    pub(super) marks: usize,
    /// The marks that are wanted of all objects, and the others that are.
    pub(super) wanted: Vec<u32>,
    pub(super) goal: Vec<FactId>,
    pub(super) start: Vec<u32>,
    /// Whether an object can be lost: then it is at no place.
    pub(super) loses: bool,
}

/// The objects of a class, by their numbers.
struct Names<'a> {
    task: &'a Task,
    members: &'a [Member],
    /// For each object its number in the class, or [`NOWHERE`].
    numbers: Vec<u32>,
}

impl<'a> Names<'a> {
    /// None where an object has two variables.
    fn new(task: &'a Task, members: &'a [Member]) -> Option<Self> {
        let most = members.iter().map(|(object, _)| object.index()).max()?;
        let mut numbers = vec![NOWHERE; most + 1];
        for (owner, (object, _)) in (0..).zip(members) {
            if std::mem::replace(&mut numbers[object.index()], owner) != NOWHERE {
                return None;
            }
        }
        Some(Self { task, members, numbers })
    }

    fn number(&self, object: ObjectId) -> Option<u32> {
        self.numbers.get(object.index()).copied().filter(|owner| *owner != NOWHERE)
    }

    /// The object that a fact names, [`NOWHERE`] where it names two, and what it says of it.
    fn key(&self, fact: FactId) -> Option<(u32, Key)> {
        let (predicate, objects) = atom(self.task, fact)?;
        let mut named = objects.iter().filter_map(|object| self.number(*object));
        let owner = named.next()?;
        let owner = if named.next().is_some() { NOWHERE } else { owner };
        let first = self.members[0].0;
        let nameless =
            objects.iter().map(|object| if self.number(*object).is_some() { first } else { *object });
        Some((owner, (predicate, nameless.collect())))
    }

    /// Where the objects begin, if no two begin at one place.
    fn begins(&self) -> Option<Vec<Key>> {
        let mut begins: Vec<Key> = Vec::new();
        for (_, variable) in self.members {
            let fact = self.task.initial()[variable.index()];
            let (_, place) = self.key(fact).filter(|_| matches!(self.task.name(fact), FactName::Atom(_)))?;
            if begins.contains(&place) {
                return None;
            }
            begins.push(place);
        }
        Some(begins)
    }

    /// The goals that name no object, and those that are asked of each, if these are the same and name no places.
    fn goals(&self) -> Option<(Vec<FactId>, Asked)> {
        let mut asked: Vec<Asked> = vec![Vec::new(); self.members.len()];
        let mut goal = Vec::new();
        for fact in self.task.goal() {
            let Some((owner, key)) = self.key(*fact) else {
                goal.push(*fact);
                continue;
            };
            let holds = matches!(self.task.name(*fact), FactName::Atom(_));
            asked.get_mut(owner as usize)?.push((holds, key));
        }
        asked.iter_mut().for_each(|asked| asked.sort());
        let first = asked.swap_remove(0);
        asked.iter().all(|one| *one == first).then_some((goal, first))
    }
}

impl<'a> Class<'a> {
    /// The class, unless two objects begin at one place or their goals differ.
    pub(super) fn new(task: &'a Task, members: &[Member]) -> Option<Self> {
        // What most tasks fail at comes first.
        let names = Names::new(task, members)?;
        let begins = names.begins()?;
        let (goal, asked) = names.goals()?;
        let mut class = Self {
            task,
            owner: vec![NOWHERE; task.variables().len()],
            meaning: vec![NOWHERE; task.fact_count()],
            names: Vec::new(),
            visitors: Vec::new(),
            marks: 0,
            wanted: Vec::new(),
            goal,
            start: Vec::new(),
            loses: false,
            members: members.to_vec(),
        };
        let (mut places, mut marks) = (FxHashMap::default(), FxHashMap::default());
        let mut said = Vec::new();
        for variable in (0..task.variables().len()).map(VarId::from) {
            let mut owners = values(task, variable).map(|fact| (fact, names.key(fact)));
            let Some((first, Some((owner, _)))) = owners.next() else {
                if owners.any(|(_, key)| key.is_some()) {
                    return None;
                }
                continue;
            };
            let main = members.get(owner as usize)?.1 == variable;
            if !main && task.variables()[variable.index()].size != 2 {
                return None;
            }
            class.owner[variable.index()] = owner;
            for (fact, key) in values(task, variable).map(|fact| (fact, names.key(fact))) {
                let (one, nameless) = match (key, task.name(fact)) {
                    (Some(key), FactName::Atom(_)) => key,
                    (_, FactName::NoneOfThem | FactName::Not(_)) if main || fact == first.plus(1) => {
                        class.loses |= main;
                        continue;
                    }
                    _ => return None,
                };
                if one != owner || !main && fact != first {
                    return None;
                }
                if main {
                    let place = *places.entry(nameless).or_insert_with(|| {
                        class.names.push(task.name(fact));
                        class.visitors.push(0);
                        class.names.len() - 1
                    });
                    class.visitors[place] += 1;
                    class.meaning[fact.index()] = number(place);
                } else {
                    let next = marks.len();
                    let mark = *marks.entry(nameless).or_insert(next);
                    class.meaning[fact.index()] = number(2 * mark + 1);
                    class.meaning[fact.index() + 1] = number(2 * mark);
                    said.push((mark, owner));
                }
            }
        }
        class.marks = marks.len();
        said.sort_unstable();
        said.dedup();
        if said.len() != marks.len() * members.len()
            || class.goal.iter().any(|fact| class.owner(*fact).is_some())
        {
            return None;
        }
        let wanted = asked.iter().map(|(holds, key)| Some(number(2 * marks.get(key)?) + u32::from(*holds)));
        class.wanted = wanted.collect::<Option<_>>()?;
        class.start = vec![NOWHERE; class.names.len()];
        for (object, place) in begins.iter().enumerate() {
            class.start[places[place]] = number(object);
        }
        Some(class)
    }

    pub(super) fn owner(&self, fact: FactId) -> Option<u32> {
        Some(self.owner[self.task.variable_of(fact).index()]).filter(|owner| *owner != NOWHERE)
    }

    /// Whether the fact says where its object is.
    pub(super) fn is_main(&self, fact: FactId) -> bool {
        let variable = self.task.variable_of(fact);
        self.members[self.owner[variable.index()] as usize].1 == variable
    }

    /// The object that an operator has to do with, and what it does to its place. An operator that has to do with two,
    /// or that changes one wherever it is, ends the attempt.
    pub(super) fn look(&self, operator: OpId) -> Option<(u32, Move)> {
        let task = self.task;
        let nothing = Move { from: NOWHERE, to: NOWHERE };
        let mut object = None;
        let effects = task.effects(operator).map(|effect| effect.fact);
        for owner in
            task.condition(operator).iter().copied().chain(effects).filter_map(|fact| self.owner(fact))
        {
            if *object.get_or_insert(owner) != owner {
                return None;
            }
        }
        let when = |effect: &crate::strips::Effect<'_>| {
            effect.condition.iter().any(|fact| self.owner(*fact).is_some())
                || !effect.condition.is_empty() && self.owner(effect.fact).is_some()
        };
        if task.effects(operator).any(|effect| when(&effect)) {
            return None;
        }
        let Some(object) = object else { return Some((0, nothing)) };
        let place = |facts: &mut dyn Iterator<Item = FactId>| {
            facts.filter(|fact| self.owner(*fact).is_some() && self.is_main(*fact)).last()
        };
        let from = place(&mut task.condition(operator).iter().copied())?;
        let from = self.meaning[from.index()];
        let to = place(&mut task.effects(operator).map(|effect| effect.fact));
        let to = to.map_or(from, |fact| self.meaning[fact.index()]);
        (from != NOWHERE).then_some((object, Move { from, to }))
    }

    /// The marks among facts.
    pub(super) fn marks_in(&self, facts: impl Iterator<Item = FactId>) -> Vec<u32> {
        let is_mark = |fact: &FactId| self.owner(*fact).is_some() && !self.is_main(*fact);
        facts.filter(is_mark).map(|fact| self.meaning[fact.index()]).collect()
    }
}
