//! A class of objects that may be folded: the meaning of the facts about each, and how operators move them.
//!
//! In: a task. Out: candidates, and a [`Class`] for one of them, unless its objects begin or end in ways that differ.

use std::collections::BTreeMap;

use rustc_hash::{FxHashMap, FxHashSet};

use super::super::candidates::{candidates, facts_of_objects};
use crate::strips::{FactId, FactName, OpId, Task, VarId, to_u32};
use banto_base::limits::{Limits, Stop};
use banto_text::task::{ObjectId, PredicateId};

/// The result of a part of the proof; an error if it fails, with the limit that ended it, if any.
pub(super) type Proven<T> = Result<T, Option<Stop>>;

/// The failure.
pub(super) const FAILS: Option<Stop> = None;

/// How an operator moves an object: the places before and after; `to` is `None` if the object is lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Move {
    pub(super) from: u32,
    pub(super) to: Option<u32>,
}

pub(super) struct ObjectPlace {
    pub(super) name: FactName,
    /// How many objects can be there.
    pub(super) visitors: usize,
    /// The object that is there initially.
    pub(super) start: Option<u32>,
}

/// A statement about an object other than its place, and whether it holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Mark {
    pub(super) number: u32,
    pub(super) holds: bool,
}

#[derive(Clone, Copy, Debug)]
enum Meaning {
    /// Nothing: it is not about an object of the class.
    None,
    Place(u32),
    /// The object is in no place.
    Lost,
    Mark(Mark),
}

/// An object, and the variable that says where it is.
pub(super) type Member = (ObjectId, VarId);

/// An atom with the first object of the class in place of each.
type Key = (PredicateId, Vec<ObjectId>);

/// A requirement on an object: atoms, each with whether it must hold.
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
                let atoms = facts.filter_map(|fact| task.atom_of(fact)).take(named.len() + 1);
                if atoms.clone().count() == named.len() {
                    let mut key: Vec<_> = atoms.map(place).collect();
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

pub(super) struct Class<'a> {
    pub(super) task: &'a Task,
    pub(super) members: Vec<Member>,
    /// For each variable, the object that it is about.
    pub(super) owner: Vec<Option<u32>>,
    /// For each fact.
    meaning: Vec<Meaning>,
    pub(super) places: Vec<ObjectPlace>,
    /// The number of marks of each object.
    pub(super) marks: usize,
    /// The marks that the goal requires of all objects, and the goals that name no object.
    pub(super) wanted: Vec<Mark>,
    pub(super) goal: Vec<FactId>,
}

/// The objects of a class, by their numbers.
struct Names<'a> {
    task: &'a Task,
    members: &'a [Member],
    /// For each object, its number in the class.
    numbers: Vec<Option<u32>>,
}

impl<'a> Names<'a> {
    /// Fails if an object has two variables.
    fn new(task: &'a Task, members: &'a [Member]) -> Proven<Self> {
        let most = members.iter().map(|(object, _)| object.index()).max().ok_or(FAILS)?;
        let mut numbers = vec![None; most + 1];
        for (owner, (object, _)) in (0..).zip(members) {
            if numbers[object.index()].replace(owner).is_some() {
                return Err(FAILS);
            }
        }
        Ok(Self { task, members, numbers })
    }

    fn number(&self, object: ObjectId) -> Option<u32> {
        self.numbers.get(object.index()).copied().flatten()
    }

    /// The object that a fact names, if it is only one, and what the fact says; `None` if it names none.
    fn key(&self, fact: FactId) -> Option<(Option<u32>, Key)> {
        let (predicate, objects) = self.task.atom_of(fact)?;
        let mut named = objects.iter().filter_map(|object| self.number(*object));
        let owner = named.next()?;
        let owner = named.next().is_none().then_some(owner);
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
            asked[owner? as usize].push((holds, key));
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
            owner: vec![None; task.variables().len()],
            meaning: vec![Meaning::None; task.fact_count()],
            places: Vec::new(),
            marks: 0,
            wanted: Vec::new(),
            goal,
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
            let main = members[owner.ok_or(FAILS)? as usize].1.index() == variable;
            if !main && info.size != 2 {
                return Err(FAILS);
            }
            class.owner[variable] = owner;
            for (fact, key) in facts {
                let (one, nameless) = match (key, task.name(fact)) {
                    (Some(key), FactName::Atom(_)) => key,
                    (_, FactName::NoneOfThem | FactName::Not(_)) if main => {
                        class.meaning[fact.index()] = Meaning::Lost;
                        continue;
                    }
                    (_, FactName::NoneOfThem | FactName::Not(_)) if fact == info.last() => continue,
                    _ => return Err(FAILS),
                };
                if one != owner || !main && fact != info.first {
                    return Err(FAILS);
                }
                if main {
                    let at = *places.entry(nameless).or_insert_with(|| {
                        class.places.push(ObjectPlace { name: task.name(fact), visitors: 0, start: None });
                        class.places.len() - 1
                    });
                    let place = &mut class.places[at];
                    place.visitors += 1;
                    if owner == Some(0) {
                        // If possible, all places are named by the same object, which keeps them as alike as they were.
                        place.name = task.name(fact);
                    }
                    class.meaning[fact.index()] = Meaning::Place(to_u32(at));
                } else {
                    let next = to_u32(marks.len());
                    let number = *marks.entry(nameless).or_insert(next);
                    class.meaning[fact.index()] = Meaning::Mark(Mark { number, holds: true });
                    class.meaning[fact.index() + 1] = Meaning::Mark(Mark { number, holds: false });
                    said.push((number, owner));
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
        let wanted = asked.iter().map(|(holds, key)| Some(Mark { number: *marks.get(key)?, holds: *holds }));
        class.wanted = wanted.collect::<Option<_>>().ok_or(FAILS)?;
        for (object, place) in (0..).zip(&begins) {
            class.places[places[place]].start = Some(object);
        }
        Ok(class)
    }

    pub(super) fn owner(&self, fact: FactId) -> Option<u32> {
        self.owner[self.task.variable_of(fact).index()]
    }

    /// The object that an operator concerns, if any, and how it moves it. Fails for an operator that concerns two
    /// objects, or that changes one wherever it is.
    pub(super) fn look(&self, operator: OpId) -> Proven<Option<(u32, Move)>> {
        let task = self.task;
        let mut object = None;
        let effects = task.effects(operator).map(|effect| effect.fact);
        for owner in
            task.condition(operator).iter().copied().chain(effects).filter_map(|fact| self.owner(fact))
        {
            if *object.get_or_insert(owner) != owner {
                return Err(FAILS);
            }
        }
        let when = |effect: &crate::strips::Effect<'_>| {
            effect.condition.iter().any(|fact| self.owner(*fact).is_some())
                || !effect.condition.is_empty() && self.owner(effect.fact).is_some()
        };
        if task.effects(operator).any(|effect| when(&effect)) {
            return Err(FAILS);
        }
        let Some(object) = object else { return Ok(None) };
        let place = |facts: &mut dyn Iterator<Item = FactId>| {
            let meanings = facts.map(|fact| self.meaning[fact.index()]);
            meanings.filter(|meaning| matches!(meaning, Meaning::Place(_) | Meaning::Lost)).last()
        };
        let Some(Meaning::Place(from)) = place(&mut task.condition(operator).iter().copied()) else {
            return Err(FAILS);
        };
        let to = match place(&mut task.effects(operator).map(|effect| effect.fact)) {
            Some(Meaning::Place(to)) => Some(to),
            Some(_) => None,
            None => Some(from),
        };
        Ok(Some((object, Move { from, to })))
    }

    /// The place that a fact of the class is about.
    pub(super) fn place(&self, fact: FactId) -> Option<u32> {
        if let Meaning::Place(place) = self.meaning[fact.index()] { Some(place) } else { None }
    }

    pub(super) fn marks_in(&self, facts: impl Iterator<Item = FactId>) -> Vec<Mark> {
        let mark = |fact: FactId| match self.meaning[fact.index()] {
            Meaning::Mark(mark) => Some(mark),
            _ => None,
        };
        facts.filter_map(mark).collect()
    }
}
