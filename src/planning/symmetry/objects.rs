//! Interchangeable objects (object symmetries; Fox and Long 1999): swapping any two of a class maps the task's goal,
//! operators, costs and rules to themselves.
//!
//! In: a task and a budget of work. Out: [`Classes`]. Candidates occur equally often in each kind of fact; every swap
//! is verified exactly. A class is dropped if a fact mentions two of its objects, because canonical forms would be hard
//! to compute.

use rustc_hash::FxHashMap;

use super::candidates::{candidates, facts_of_objects, kind};
use super::permutations::Verifier;
use crate::strips::{FactId, FactName, Lists, Task, VarId, to_u32};
use banto_base::limits::{Limits, Stop};
use banto_text::task::{ObjectId, PredicateId};

/// The work of comparing a fact of a condition or an effect.
const COMPARED: usize = 8;

/// A variable that swaps with those in the same slot of other objects.
#[derive(Clone, Debug)]
pub(super) struct Slot {
    pub(super) variable: VarId,
    pub(super) first: FactId,
    /// For each value, the corresponding value of the first object's variable; empty if they are the same.
    pub(super) common: Vec<u32>,
    /// The inverse.
    pub(super) own: Vec<u32>,
}

/// A variable whose values name several objects of the class.
#[derive(Clone, Debug)]
pub(super) struct Shared {
    pub(super) variable: VarId,
    pub(super) first: FactId,
    /// For each value, the object that it names, and its number among those that name this object, from 1.
    pub(super) names: Vec<Option<(u32, u32)>>,
    /// For each object, the values that name it, in the order of these numbers.
    pub(super) values: Vec<Vec<u32>>,
}

/// Objects that can be swapped.
#[derive(Clone, Debug)]
pub(super) struct Class {
    objects: Vec<ObjectId>,
    /// For each object, its slots; those of all objects correspond.
    pub(super) owned: Vec<Vec<Slot>>,
    pub(super) shared: Vec<Shared>,
}

/// All classes of a task.
#[derive(Clone, Debug)]
pub struct Classes(pub(super) Vec<Class>);

/// A fact by its meaning, and whether it comes with its own negation.
type Key = (u8, PredicateId, Vec<ObjectId>);

/// The image of each fact that a swap moves.
type Map = FxHashMap<FactId, FactId>;

impl Classes {
    /// Finds the classes. `None` if there are none, or if the work is not enough.
    pub fn within(task: &Task, work: u64, limits: &Limits) -> Result<Option<Self>, Stop> {
        let size: usize = task
            .operators()
            .map(|operator| task.condition(operator).len() + task.effects(operator).len())
            .sum();
        let Some(work) = work.checked_sub((size * COMPARED) as u64) else { return Ok(None) };
        limits.check_allocation(size * COMPARED * size_of::<FactId>())?;
        let mut roles = vec![0; task.fact_count()];
        task.goal().iter().for_each(|fact| roles[fact.index()] = 1);
        let mut finder = Finder::new(task, &roles, work, limits)?;
        let mut classes = Vec::new();
        let candidates = candidates(task, &finder.facts_of, limits)?;
        for group in candidates.chunk_by(|left, right| left.occurrences == right.occurrences) {
            let group: Vec<ObjectId> = group.iter().map(|one| one.object).collect();
            for members in finder.split(&group, limits)? {
                classes.extend(finder.class(&members));
            }
        }
        Ok((!classes.is_empty()).then_some(Self(classes)))
    }

    /// The objects of each class.
    pub fn objects(&self) -> impl Iterator<Item = &[ObjectId]> {
        self.0.iter().map(|class| &class.objects[..])
    }
}

struct Finder<'a> {
    task: &'a Task,
    verifier: Verifier<'a>,
    /// For each object, the facts that name it.
    facts_of: Lists,
    /// For each fact, the operators that need or change it.
    operators_of: Lists,
    index: FxHashMap<Key, FactId>,
    work: u64,
}

impl<'a> Finder<'a> {
    fn new(task: &'a Task, roles: &'a [u32], work: u64, limits: &Limits) -> Result<Self, Stop> {
        let touched = task.operators().flat_map(|operator| {
            let condition = task.condition(operator).iter().copied();
            let effects = task
                .effects(operator)
                .flat_map(|effect| effect.condition.iter().copied().chain([effect.fact]));
            let mut facts: Vec<usize> = condition.chain(effects).map(FactId::index).collect();
            facts.sort_unstable();
            facts.dedup();
            facts.into_iter().map(move |fact| (fact, operator.index()))
        });
        let key = |fact: FactId| {
            let (predicate, objects) = task.atom_of(fact)?;
            Some(((kind(task, fact), predicate, objects.to_vec()), fact))
        };
        Ok(Self {
            task,
            verifier: Verifier::new(task, roles, limits)?,
            facts_of: facts_of_objects(task, limits)?,
            operators_of: Lists::new(task.fact_count(), touched.collect::<Vec<_>>().iter().copied()),
            index: (0..task.fact_count()).map(FactId::from).filter_map(key).collect(),
            work,
        })
    }

    fn facts_of(&self, object: ObjectId) -> impl Iterator<Item = FactId> + '_ {
        self.facts_of.of(object.index()).iter().map(|fact| FactId::from(*fact))
    }

    /// The classes among candidates.
    fn split(&mut self, group: &[ObjectId], limits: &Limits) -> Result<Vec<Vec<ObjectId>>, Stop> {
        let mut classes: Vec<Vec<ObjectId>> = Vec::new();
        for object in group {
            let mut found = None;
            for (index, class) in classes.iter().enumerate() {
                limits.check()?;
                if self.work == 0 {
                    return Ok(Vec::new());
                }
                if self.is_symmetric(class[0], *object) {
                    found = Some(index);
                    break;
                }
            }
            match found {
                Some(index) => classes[index].push(*object),
                None => classes.push(vec![*object]),
            }
        }
        classes.retain(|class| class.len() > 1);
        Ok(classes)
    }

    /// Deducts from the remaining work; false, with nothing left, if that is not enough.
    const fn spend(&mut self, amount: usize) -> bool {
        let left = self.work.checked_sub(amount as u64);
        self.work = match left {
            Some(left) => left,
            None => 0,
        };
        left.is_some()
    }

    fn is_symmetric(&mut self, one: ObjectId, other: ObjectId) -> bool {
        // A swap looks at all values of the variables that it touches.
        let size = |fact: FactId| self.task.variables()[self.task.variable_of(fact).index()].size as usize;
        let values: usize = self.facts_of(one).chain(self.facts_of(other)).map(size).sum();
        if !self.spend(values * COMPARED * COMPARED) {
            return false;
        }
        let Some(map) = self.swap(one, other) else { return false };
        let mut operators: Vec<u32> = self
            .facts_of(one)
            .chain(self.facts_of(other))
            .flat_map(|fact| self.operators_of.of(fact.index()).to_vec())
            .collect();
        operators.sort_unstable();
        operators.dedup();
        if !self.spend(operators.len() * COMPARED * COMPARED) {
            return false;
        }
        let turn = |fact: FactId| map.get(&fact).copied().unwrap_or(fact);
        self.verifier.keeps_roles(map.iter().map(|(from, to)| (*from, *to)))
            && self.verifier.keeps_axioms(&turn)
            && operators.iter().all(|operator| self.verifier.image((*operator).into(), &turn).is_some())
    }

    /// The map of facts by which two objects are swapped, if it maps whole variables to whole variables.
    fn swap(&self, one: ObjectId, other: ObjectId) -> Option<Map> {
        let task = self.task;
        let turn = |object: &ObjectId| match *object {
            object if object == one => other,
            object if object == other => one,
            object => object,
        };
        let mut map = Map::default();
        let mut variables: Vec<VarId> =
            self.facts_of(one).chain(self.facts_of(other)).map(|fact| task.variable_of(fact)).collect();
        variables.sort_unstable();
        variables.dedup();
        for variable in variables {
            let from = task.variables()[variable.index()];
            let named = from.facts().filter_map(|fact| task.atom_of(fact).map(|atom| (fact, atom)));
            let mut image = None;
            for (fact, (predicate, objects)) in named {
                let key = (kind(task, fact), predicate, objects.iter().map(turn).collect::<Vec<_>>());
                let to = *self.index.get(&key)?;
                let there = task.variable_of(to);
                if *image.get_or_insert(there) != there {
                    return None;
                }
                map.insert(fact, to);
            }
            let to = task.variables()[image?.index()];
            if to.size != from.size || to.layer != from.layer {
                return None;
            }
            let (last, end) = (from.last(), to.last());
            if task.name(last) == FactName::NoneOfThem {
                if task.name(end) != FactName::NoneOfThem {
                    return None;
                }
                map.insert(last, end);
            }
            // Invented facts have no counterpart.
            if from.facts().any(|fact| !map.contains_key(&fact)) {
                return None;
            }
        }
        Some(map)
    }

    /// The variables of a class, if no fact names two of its objects.
    fn class(&self, members: &[ObjectId]) -> Option<Class> {
        let task = self.task;
        let member = |fact: FactId| {
            let (_, objects) = task.atom_of(fact)?;
            let mut named = (0..members.len()).filter(|index| objects.contains(&members[*index]));
            Some((named.next()?, named.next().is_some()))
        };
        let mut of: FxHashMap<VarId, Vec<usize>> = FxHashMap::default();
        let mut order = Vec::new();
        for (index, object) in members.iter().enumerate() {
            for fact in self.facts_of(*object) {
                if member(fact).is_none_or(|(_, several)| several) {
                    return None;
                }
                let variable = task.variable_of(fact);
                if task.variables()[variable.index()].layer.is_some() {
                    continue;
                }
                let named = of.entry(variable).or_default();
                if named.is_empty() {
                    order.push(variable);
                }
                if named.last() != Some(&index) {
                    named.push(index);
                }
            }
        }
        let maps: Vec<Map> =
            members[1..].iter().map(|other| self.swap(members[0], *other)).collect::<Option<_>>()?;
        let own = order.iter().filter(|variable| of[*variable] == [0]);
        let mut owned = vec![Vec::new(); members.len()];
        for variable in own {
            let base = task.variables()[variable.index()];
            owned[0].push(Slot {
                variable: *variable,
                first: base.first,
                common: Vec::new(),
                own: Vec::new(),
            });
            for (index, map) in maps.iter().enumerate() {
                let values = base.facts().map(|fact| map[&fact]);
                let there = task.variable_of(map[&base.first]);
                let first = task.variables()[there.index()].first;
                let own: Vec<u32> = values.map(|fact| number(fact, first)).collect();
                let mut common = vec![0; own.len()];
                own.iter().enumerate().for_each(|(value, place)| common[*place as usize] = to_u32(value));
                let (common, own) = if own.is_sorted() { (Vec::new(), Vec::new()) } else { (common, own) };
                owned[index + 1].push(Slot { variable: there, first, common, own });
            }
        }
        let shared = order.iter().filter(|variable| of[*variable].len() > 1);
        let shared: Vec<Shared> =
            shared.map(|variable| self.shared(*variable, members, &maps, &member)).collect::<Option<_>>()?;
        // Every variable is a slot of one object or shared.
        (owned.iter().map(Vec::len).sum::<usize>() + shared.len() == order.len()).then_some(Class {
            objects: members.to_vec(),
            owned,
            shared,
        })
    }

    fn shared(
        &self,
        variable: VarId,
        members: &[ObjectId],
        maps: &[Map],
        member: &impl Fn(FactId) -> Option<(usize, bool)>,
    ) -> Option<Shared> {
        let all = self.task.variables()[variable.index()];
        let base: Vec<FactId> =
            all.facts().filter(|fact| member(*fact).is_some_and(|one| one.0 == 0)).collect();
        let mut names = vec![None; all.size as usize];
        let mut values = Vec::new();
        for index in 0..members.len() {
            let image = |fact: &FactId| if index == 0 { *fact } else { maps[index - 1][fact] };
            let mut here = Vec::new();
            for (number_of, fact) in base.iter().map(image).enumerate() {
                if self.task.variable_of(fact) != variable {
                    return None;
                }
                let value = number(fact, all.first);
                names[value as usize] = Some((to_u32(index), to_u32(number_of + 1)));
                here.push(value);
            }
            values.push(here);
        }
        let all_named = all.facts().filter(|fact| member(*fact).is_some()).count();
        (names.iter().flatten().count() == all_named).then_some(Shared {
            variable,
            first: all.first,
            names,
            values,
        })
    }
}

fn number(fact: FactId, first: FactId) -> u32 {
    to_u32(fact.index() - first.index())
}
