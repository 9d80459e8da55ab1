//! Objects without names: a task in which it only matters that some object of a class is in a place, not which one
//! (compare baggy representations: Riddle, Douglas, Barley and Franco 2016).
//!
//! In: a ground task. Out: a [`Fold`], the task with a class of objects folded, and the way back for plans. What one
//! object does is a variable; its values are the places of the class. A class is folded if no two objects are ever in
//! the same place, all operators treat all objects alike, and everything else about an object follows from where it is.
//! All of this is proven by examining each operator; the folded task is then a bisimulation of the task.
//! [`Classes`](super::Classes) do not help: they swap whole variables, but objects may reach different places.

mod class;
mod proof;

use class::{Class, Mark, Move, Proven, members};
use proof::{Notes, Originals};

use crate::strips::{Builder, FactId, FactName, OpId, Task};
use banto_base::limits::{Limits, Stop};

/// A task with objects folded.
pub struct Fold {
    /// The folded task.
    pub task: Task,
    /// For each operator, what it does, and the original for each object that may do it.
    moves: Vec<(Option<Move>, Originals)>,
    /// For each place, the object that is there initially.
    start: Vec<Option<u32>>,
    /// The operators that note that an object is in a place; a plan ends with them.
    notes: Notes,
    /// The places where that holds initially.
    marked: Vec<u32>,
    /// Whether a cheapest path is as cheap as a cheapest plan: notes cost nothing.
    pub keeps_costs: bool,
    /// How many objects are no longer distinguished.
    pub objects: usize,
}

impl Fold {
    /// Folds a class of objects, if there is a suitable one.
    pub fn find(task: &Task, limits: &Limits) -> Result<Option<Self>, Stop> {
        if !task.axioms().is_empty() {
            return Ok(None);
        }
        for members in members(task, limits)? {
            match Class::new(task, &members, limits).and_then(|class| class.fold(limits)) {
                Ok(fold) => return Ok(Some(fold)),
                Err(Some(stop)) => return Err(stop),
                Err(None) => {}
            }
        }
        Ok(None)
    }

    /// Removes operators of the folded task, given in ascending order.
    pub fn drop_operators(&mut self, operators: &[OpId]) {
        self.task.drop_operators(operators);
        let mut number = 0..;
        let mut is_kept =
            || number.next().is_some_and(|one: usize| operators.binary_search(&one.into()).is_err());
        self.moves.retain(|_| is_kept());
    }

    /// The operators of the original task for a path of the folded one.
    pub fn plan(&self, path: &[OpId]) -> Vec<OpId> {
        let mut at = self.start.clone();
        let mut moved = Vec::new();
        let one_of = |originals: &Originals, object: Option<u32>| {
            originals.iter().find(|(one, _)| Some(*one) == object).expect("all that can be there have one").1
        };
        let step = |operator: &OpId| {
            let (one, originals) = &self.moves[operator.index()];
            let Some(Move { from, to }) = one else { return originals[0].1 };
            let object = at[*from as usize].take();
            if let Some(to) = to {
                at[*to as usize] = object;
            }
            moved.push(object);
            one_of(originals, object)
        };
        let mut plan: Vec<OpId> = path.iter().map(step).collect();
        for (place, object) in (0..).zip(at).filter(|(_, object)| object.is_some()) {
            if let Some((_, originals)) = self.notes.get(&place)
                && (moved.contains(&object) || !self.marked.contains(&place))
            {
                plan.push(one_of(originals, object));
            }
        }
        plan
    }
}

impl Class<'_> {
    fn fold(mut self, limits: &Limits) -> Proven<Fold> {
        let task = self.task;
        let mut moves = Vec::with_capacity(task.operator_count());
        for operator in task.operators() {
            limits.check()?;
            moves.push(self.look(operator)?);
        }
        self.settle(&mut moves, limits)?;
        let notes = self.notes(&moves, limits)?;
        let marks = self.marks(&moves, &notes, limits)?;
        let guards = self.guards(&moves, limits)?;
        let mut nameless = self.nameless(&moves, &notes, limits)?;
        let home: Vec<bool> = marks.iter().map(|marks| self.is_wanted(marks)).collect();
        let homes = home.iter().filter(|home| **home).count();
        let all_come_home = homes == self.members.len();
        // Where all are wanted, no plan loses one.
        let keeps_all = !self.wanted.is_empty();
        nameless.retain(|(one, _)| !keeps_all || one.is_none_or(|one| one.to.is_some()));
        let mut builder = Builder::with_names_of(task);
        let mut turned = vec![None; task.fact_count()];
        let kept = task.variables().iter().enumerate().filter(|(index, _)| self.owner[*index].is_none());
        for (index, variable) in kept {
            limits.check()?;
            let names: Vec<FactName> = variable.facts().map(|fact| task.name(fact)).collect();
            let initial = task.initial()[index].index() - variable.first.index();
            let first = builder.variable(names, initial, None);
            for (value, fact) in variable.facts().enumerate() {
                turned[fact.index()] = Some(first.plus(value));
            }
        }
        let there: Vec<FactId> = (self.places.iter())
            .map(|place| {
                let not =
                    if let FactName::Atom(atom) = place.name { FactName::Not(atom) } else { place.name };
                builder.variable(vec![place.name, not], usize::from(place.start.is_none()), None)
            })
            .collect();
        let turn = |facts: &[FactId]| -> Vec<FactId> {
            facts.iter().filter_map(|fact| turned[fact.index()]).collect()
        };
        for (one, originals) in &nameless {
            limits.check()?;
            let original = originals[0].1;
            let turned = |fact: FactId| turned[fact.index()];
            let mut condition: Vec<FactId> = self.conditions(original).filter_map(turned).collect();
            let effects = self.effects(original);
            let mut effects: Vec<(Vec<FactId>, FactId)> =
                effects.filter_map(|effect| Some((turn(effect.condition), turned(effect.fact)?))).collect();
            if let Some(Move { from, to }) = one {
                let place = there[*from as usize];
                condition.push(place);
                if *to != Some(*from) {
                    effects.push((Vec::new(), place.plus(1)));
                    effects.extend(to.map(|to| (Vec::new(), there[to as usize])));
                }
            }
            let (schema, arguments) = task.step(original);
            builder.operator(schema, arguments, task.cost(original), &condition, &effects);
        }
        for group in task.groups() {
            // What excludes all objects excludes that one is there.
            let whole =
                self.places_in(group).into_iter().filter(|(place, count)| self.visitors(*place) == *count);
            let whole = whole.map(|(place, _)| there[place as usize]);
            builder.group(&turn(group).into_iter().chain(whole).collect::<Vec<_>>());
        }
        for (there, guard) in there.iter().zip(guards) {
            let guard = guard.and_then(|guard| turned[guard.index()]);
            guard.into_iter().for_each(|guard| builder.group(&[guard, *there]));
        }
        for group in
            task.counted().iter().filter(|group| group.iter().all(|fact| self.owner(*fact).is_none()))
        {
            builder.counted(turn(group));
        }
        let mut goal = turn(&self.goal);
        if !self.wanted.is_empty() {
            // All objects are home if all homes are occupied, or if no other place is.
            let asked = there.iter().zip(&home).filter(|(_, home)| **home == all_come_home);
            goal.extend(asked.map(|(there, _)| if all_come_home { *there } else { there.plus(1) }));
            if all_come_home {
                builder.counted(there);
            }
        }
        let start = self.places.iter().map(|place| place.start).collect();
        let objects = self.members.len();
        let holds = |mark: &Mark, object: u32| {
            let mine = task.initial().iter().copied().filter(|fact| self.owner(*fact) == Some(object));
            self.marks_in(mine).contains(mark)
        };
        let marked = notes.iter().filter_map(|(place, (marks, _))| {
            let object = self.places[*place as usize].start?;
            marks.iter().all(|mark| holds(mark, object)).then_some(*place)
        });
        let marked = marked.collect();
        let keeps_costs =
            notes.values().flat_map(|(_, by)| by).all(|(_, operator)| task.cost(*operator) == 0);
        Ok(Fold { task: builder.finish(goal), moves: nameless, start, notes, marked, keeps_costs, objects })
    }
}
