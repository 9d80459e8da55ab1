//! A class of objects that may be folded: what the facts of a task say about each, and what operators do to them.
//!
//! In: a task. Out: candidates, and a [`Class`] for one of them, unless its objects begin or end in ways that differ.

use std::collections::BTreeMap;

use rustc_hash::{FxHashMap, FxHashSet};

use super::super::candidates::{candidates, facts_of_objects};
use crate::limits::{Limits, Stop};
use crate::strips::{FactId, FactName, OpId, Task, VarId, number};
use crate::task::{ObjectId, PredicateId};

/// What a step of a proof found; an error if it fails, with the limit that ended it, if any.
pub(super) type Proven<T> = Result<T, Option<Stop>>;

/// The failure.
pub(super) const FAILS: Option<Stop> = None;

/// From where to where an operator takes an object; [`NOWHERE`] if it concerns none, or if the object is lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Move {
    pub(super) from: u32,
    pub(super) to: u32,
}

pub(super) const NOWHERE: u32 = u32::MAX;

/// An object, and the variable that says where it is.
pub(super) type Member = (ObjectId, VarId);

/// An atom with the first object of the class in place of each.
type Key = (PredicateId, Vec<ObjectId>);

/// A requirement on an object: whether each of these must hold.
type Asked = Vec<(bool, Key)>;

/// Objects that occur in the same positions and are each named by all values of a variable, with the variable, by the
/// meaning of its values.
pub(super) fn members(task: &Task, limits: &Limits) -> Result<Vec<Vec<Member>>, Stop> {
    let facts_of = facts_of_objects(task, limits)?;
    let candidates = candidates(task, &facts_of, limits)?;
    let mut found = Vec::new();
    for group in candidates.chunk_by(|left, right| left.places == right.places) {
        let mut members: BTreeMap<_, Vec<Member>> = BTreeMap::new();
        for object in group.iter().map(|one| one.object) {
            let variable = |fact: &u32| task.variable_of(FactId::from(*fact));
            for named in facts_of.of(object.index()).chunk_by(|left, right| variable(left) == variable(right))
            {
                limits.check()?;
                let place = |(predicate, objects): (PredicateId, &[ObjectId])| {
                    (predicate, objects.iter().position(|one| *one == object))
                };
                let facts = task.variables()[variable(&named[0]).index()].facts();
                let mut key: Vec<_> = facts.filter_map(|fact| task.atom_of(fact)).map(place).collect();
                if key.len() == named.len() {
                    key.sort_unstable();
                    key.dedup();
                    members.entry(key).or_default().push((object, variable(&named[0])));
                }
            }
        }
        found.extend(members.into_values().filter(|members| members.len() > 1));
    }
    Ok(found)
}

/// What is known about a class of objects.
pub(super) struct Class<'a> {
    pub(super) task: &'a Task,
    pub(super) members: Vec<Member>,
    /// For each variable, the object that it mentions; [`NOWHERE`] if none.
    pub(super) owner: Vec<u32>,
    /// For each of their facts, the place that it states, or which of the other statements about objects (marks) it is.
    pub(super) meaning: Vec<u32>,
    /// For each place, a name.
    pub(super) names: Vec<FactName>,
    /// How many objects can be there.
    pub(super) visitors: Vec<usize>,
    /// How many marks each object can have.
    pub(super) marks: usize,
    /// The marks that the goal requires of all objects, and the goals that name no object.
    pub(super) wanted: Vec<u32>,
    pub(super) goal: Vec<FactId>,
    pub(super) start: Vec<u32>,
    /// Whether an object can be lost, that is, be in no place.
    pub(super) loses: bool,
}

/// The objects of a class, by their numbers.
struct Names<'a> {
    task: &'a Task,
    members: &'a [Member],
    /// For each object, its number in the class, or [`NOWHERE`].
    numbers: Vec<u32>,
}

impl<'a> Names<'a> {
    /// Fails if an object has two variables.
    fn new(task: &'a Task, members: &'a [Member]) -> Proven<Self> {
        let most = members.iter().map(|(object, _)| object.index()).max().ok_or(FAILS)?;
        let mut numbers = vec![NOWHERE; most + 1];
        for (owner, (object, _)) in (0..).zip(members) {
            if std::mem::replace(&mut numbers[object.index()], owner) != NOWHERE {
                return Err(FAILS);
            }
        }
        Ok(Self { task, members, numbers })
    }

    fn number(&self, object: ObjectId) -> Option<u32> {
        self.numbers.get(object.index()).copied().filter(|owner| *owner != NOWHERE)
    }

    /// The object that a fact names, [`NOWHERE`] if it names two, and what it says about it.
    fn key(&self, fact: FactId) -> Option<(u32, Key)> {
        let (predicate, objects) = self.task.atom_of(fact)?;
        let mut named = objects.iter().filter_map(|object| self.number(*object));
        let owner = named.next()?;
        let owner = if named.next().is_some() { NOWHERE } else { owner };
        let first = self.members[0].0;
        let nameless =
            objects.iter().map(|object| if self.number(*object).is_some() { first } else { *object });
        Some((owner, (predicate, nameless.collect())))
    }

    /// The initial places of the objects, if no two share one.
    fn begins(&self) -> Option<Vec<Key>> {
        let mut taken = FxHashSet::default();
        let begin = |(_, variable): &Member| {
            let fact = self.task.initial()[variable.index()];
            let (_, place) = self.key(fact).filter(|_| matches!(self.task.name(fact), FactName::Atom(_)))?;
            taken.insert(place.clone()).then_some(place)
        };
        self.members.iter().map(begin).collect()
    }

    /// The goals that name no object, and those about each object, if these are all the same and name no places.
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
    /// The class, unless two objects begin in the same place or their goals differ.
    pub(super) fn new(task: &'a Task, members: &[Member], limits: &Limits) -> Proven<Self> {
        // The most common failure comes first.
        let names = Names::new(task, members)?;
        let begins = names.begins().ok_or(FAILS)?;
        let (goal, asked) = names.goals().ok_or(FAILS)?;
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
        for (variable, info) in task.variables().iter().enumerate() {
            limits.check()?;
            let facts: Vec<_> = info.facts().map(|fact| (fact, names.key(fact))).collect();
            let Some((owner, _)) = facts[0].1 else {
                if facts.iter().any(|(_, key)| key.is_some()) {
                    return Err(FAILS);
                }
                continue;
            };
            let main = members.get(owner as usize).ok_or(FAILS)?.1.index() == variable;
            if !main && info.size != 2 {
                return Err(FAILS);
            }
            class.owner[variable] = owner;
            for (fact, key) in facts {
                let (one, nameless) = match (key, task.name(fact)) {
                    (Some(key), FactName::Atom(_)) => key,
                    (_, FactName::NoneOfThem | FactName::Not(_)) if main || fact == info.last() => {
                        class.loses |= main;
                        continue;
                    }
                    _ => return Err(FAILS),
                };
                if one != owner || !main && fact != info.first {
                    return Err(FAILS);
                }
                if main {
                    let place = *places.entry(nameless).or_insert_with(|| {
                        class.names.push(task.name(fact));
                        class.visitors.push(0);
                        class.names.len() - 1
                    });
                    class.visitors[place] += 1;
                    if owner == 0 {
                        // If possible, all places are named by the same object, which keeps them as alike as they were.
                        class.names[place] = task.name(fact);
                    }
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
            return Err(FAILS);
        }
        let wanted = asked.iter().map(|(holds, key)| Some(number(2 * marks.get(key)?) + u32::from(*holds)));
        class.wanted = wanted.collect::<Option<_>>().ok_or(FAILS)?;
        class.start = vec![NOWHERE; class.names.len()];
        for (object, place) in begins.iter().enumerate() {
            class.start[places[place]] = number(object);
        }
        Ok(class)
    }

    pub(super) fn owner(&self, fact: FactId) -> Option<u32> {
        Some(self.owner[self.task.variable_of(fact).index()]).filter(|owner| *owner != NOWHERE)
    }

    /// Whether the fact says where its object is.
    pub(super) fn is_main(&self, fact: FactId) -> bool {
        let variable = self.task.variable_of(fact);
        self.members[self.owner[variable.index()] as usize].1 == variable
    }

    /// The object that an operator concerns, and what it does to its place. An operator that concerns two, or that
    /// changes one wherever it is, ends the attempt.
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
