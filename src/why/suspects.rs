//! For tasks whose goals exclude each other or are lost on the way: changes that might make them solvable, and what
//! such a change says about the mistake.
//!
//! In: the changes that actions make. Out: lists of [`Edit`]s, the most plausible first, and a sentence about one.

use std::collections::BTreeSet;

use rustc_hash::FxHashSet;

use super::Note;
use super::chain::Chain;
use super::literal::{Change, Pattern, Source, distinct, list, of_schema, verb};
use super::lost::lost;
use super::repair::Edit;
use super::root::Root;
use crate::source::Span;
use crate::strips;
use crate::task::{ObjectId, PredicateId, TypeSet};

impl Chain<'_> {
    /// Changes to try, in the order of their plausibility.
    pub(super) fn suspects(&self, ground_task: &strips::Task, clash: Vec<Edit>) -> Vec<Vec<Edit>> {
        let losses = lost(ground_task).into_iter().filter_map(|(fact, _)| Pattern::of(ground_task, fact));
        let lost: FxHashSet<PredicateId> =
            losses.filter(|fact| fact.positive).map(|fact| fact.predicate).collect();
        let (mut unasked, mut forever, mut taken) = (Vec::new(), Vec::new(), Vec::new());
        for change in &self.changes {
            let Some(edit) = Edit::dropping(change) else { continue };
            let predicate = change.atom.predicate;
            let is_growing = self.growing.contains(&predicate);
            taken.push(predicate);
            // Whatever moves has to be deleted somewhere.
            if is_growing && self.change_by(change.source, true, predicate).is_some() {
                continue;
            }
            if !change.literals.iter().any(|literal| literal.is_of(&change.atom)) {
                unasked.push(edit);
            } else if !is_growing {
                forever.push(edit);
            }
        }
        let mut taken = distinct(taken);
        taken.sort_by_key(|predicate| !lost.contains(predicate));
        // That an action should add what it deletes is left to the edits that drop a delete effect.
        let deletes_it = |edit: &Edit| match edit {
            Edit::Effect(schema, atom, _) => self.changes_atom(Source::Action(*schema), false, atom),
            _ => false,
        };
        let adds = taken.iter().flat_map(|predicate| self.all_effects(*predicate, true).concat());
        let mut likely: Vec<Edit> =
            adds.filter(|edit| !deletes_it(edit) && self.undoes(edit)).take(60).collect();
        // One predicate at a time, those with the fewest arguments first: a hand is freed before a place.
        let about = |edit: &Edit| match edit {
            Edit::Effect(_, atom, _) => Some((atom.arguments.len(), atom.predicate)),
            _ => None,
        };
        likely.sort_by_key(|edit| about(edit).map(|(arity, _)| arity));
        let by_predicate = likely.chunk_by(|left, right| about(left) == about(right)).map(<[_]>::to_vec);
        let asked = |positive: bool| -> BTreeSet<PredicateId> {
            let literals = self.changes.iter().flat_map(|change| &change.literals);
            literals.filter(|one| one.positive == positive).map(|one| one.atom.predicate).collect()
        };
        let denied = asked(false).into_iter().filter(|predicate| self.growing.contains(predicate));
        let undone = denied.flat_map(|predicate| self.all_effects(predicate, false).concat()).take(40);
        let (back, undone): (Vec<Edit>, Vec<Edit>) = undone.partition(|edit| self.mirrored(edit).is_some());
        let idle = asked(true).into_iter().filter(|predicate| !self.is_made(*predicate));
        let idle = idle.flat_map(|predicate| self.all_effects(predicate, true).concat()).collect();
        let [stray, lone, elsewhere] = self.lone_facts();
        let is_short = |edit: &Edit| matches!(edit, Edit::Fact(_, objects) if objects.len() == 1);
        let (stray, moving) = stray.into_iter().partition(is_short);
        // A condition that nothing ever makes true is a fault of another kind.
        let schemas = 0..self.task().schemas.len();
        let mut barred = self.without(schemas.filter(|schema| !self.has_instance(*schema)), None);
        barred.retain(|edit| matches!(edit, Edit::NoCondition(_, atom, _) if self.is_made(atom.predicate)));
        let nobody = self.empty_types().map(|(_, one)| Edit::Object(one.types.clone())).collect();
        let mut lists = self.vain();
        lists.extend([self.other_types(true), nobody, self.other_signs(), barred, self.ways_back(), stray]);
        lists.extend(self.drains());
        lists.extend([clash, self.used_up(), idle, self.unread(), unasked]);
        lists.extend(by_predicate);
        lists.extend([back, undone, forever, moving, lone, elsewhere]);
        lists
    }

    /// Mends effects that are among the conditions of their action.
    fn vain(&self) -> Vec<Vec<Edit>> {
        let vain = self.changes.iter().filter_map(|change| Some((change, change.asks_for_itself()?)));
        let lists = vain.filter_map(|(change, (literal, equality))| {
            let schema = change.source.schema()?;
            Some(match (self.swapped_back(change), equality) {
                (Some(edit), _) => vec![edit],
                (None, Some(equality)) => vec![Edit::NoEquality(schema, equality)],
                (None, None) => vec![Edit::NoCondition(schema, literal.atom.clone(), literal.positive)],
            })
        });
        lists.collect()
    }

    /// Whether an action has an instance, at least without deletes.
    pub(super) fn has_instance(&self, schema: usize) -> bool {
        let change = self.changes_by(Source::Action(schema)).first();
        change.is_none_or(|change| {
            let mut binding = vec![None; change.variables.len()];
            !matches!(self.reach.bindings(change, &mut binding, &mut |_| false), Ok(true))
        })
    }

    /// Instead of adding again what nothing else adds, actions may keep it.
    pub(super) fn kept(&self, edit: &Edit) -> Vec<Edit> {
        match edit {
            Edit::Effect(_, atom, true) if !self.growing.contains(&atom.predicate) => {
                self.changes_of(false, atom.predicate).filter_map(Edit::dropping).collect()
            }
            _ => Vec::new(),
        }
    }

    /// The predicates of a circle that an action leaves when it deletes facts of one: what adds such a fact takes
    /// another from it, and this action puts none back.
    fn cycle(&self, schema: usize, predicate: PredicateId) -> Option<Vec<PredicateId>> {
        let mut cycle = vec![predicate];
        let mut is_closed = false;
        let mut next = 0;
        while next < cycle.len() {
            for change in self.changes_of(true, cycle[next]) {
                is_closed |= change.asks_for(predicate);
                if !cycle.iter().any(|one| change.asks_for(*one)) {
                    let mut taken = self.changes_by(change.source).iter().filter(|one| !one.adds);
                    cycle.push(taken.find(|one| change.asks_for(one.atom.predicate))?.atom.predicate);
                }
            }
            next += 1;
        }
        let mut own = self.changes_by(Source::Action(schema)).iter().filter(|one| one.adds);
        (is_closed && !own.any(|one| cycle.contains(&one.atom.predicate))).then_some(cycle)
    }

    /// Delete effects that leave a circle of facts for good; and what might be added instead.
    fn drains(&self) -> Vec<Vec<Edit>> {
        let taken = self.changes.iter().filter(|change| change.asks_for(change.atom.predicate));
        let lists = taken.filter_map(|change| {
            let (edit, atom) = (Edit::dropping(change)?, &change.atom);
            let schema = change.source.schema()?;
            self.cycle(schema, atom.predicate)?;
            let mut edits = self.effects(schema, atom.predicate, true);
            let is_same = |other: &Edit| matches!(other, Edit::Effect(_, other, _) if other.arguments == atom.arguments);
            edits.retain(|other| !is_same(other));
            edits.push(edit);
            Some(edits)
        });
        lists.collect()
    }

    /// Whether an action that would add something again undoes what deletes it: it deletes what that action adds, or
    /// moves the fact.
    fn undoes(&self, edit: &Edit) -> bool {
        let Edit::Effect(schema, atom, _) = edit else { return false };
        let action = Source::Action(*schema);
        if self.change_by(action, false, atom.predicate).is_some() {
            return !self.growing.contains(&atom.predicate);
        }
        let mut takers = self.changes_of(false, atom.predicate);
        takers.any(|taker| {
            let mut gives = self.changes_by(taker.source).iter().filter(|one| one.adds);
            gives.any(|given| self.change_by(action, false, given.atom.predicate).is_some())
        })
    }

    /// The change that an effect of an action would take back: that of another action, which also adds what this one
    /// deletes, of the same objects.
    fn mirrored(&self, edit: &Edit) -> Option<&Change<'_>> {
        let Edit::Effect(schema, atom, adds) = edit else { return None };
        let source = Source::Action(*schema);
        // The objects stand in what this action deletes as they do in what the other one adds.
        let agrees = |change: &Change<'_>, given: &Change<'_>, taken: &Change<'_>| {
            taken.atom.predicate != atom.predicate
                && change.atom.arguments.iter().zip(&atom.arguments).all(|(theirs, ours)| {
                    let at = given.atom.arguments.iter().position(|term| term == theirs);
                    at.is_some_and(|at| taken.atom.arguments[at] == *ours)
                })
        };
        let takes = |change: &Change<'_>, given: &Change<'_>| {
            let mut taken = self.changes_by(source).iter().filter(|one| one.is(false, given.atom.predicate));
            taken.any(|taken| agrees(change, given, taken))
        };
        let mut others = self.changes_of(!adds, atom.predicate).filter(|change| change.source != source);
        others.find(|change| {
            self.changes_by(change.source).iter().any(|given| given.adds && takes(change, given))
        })
    }

    /// Effects on the facts of a circle with which an action would take back what another does.
    pub(super) fn taken_back(&self, root: &Root) -> Vec<Edit> {
        let effects = self.predicates(root).into_iter().flat_map(|one| self.all_effects(one, true).concat());
        effects.filter(|edit| self.mirrored(edit).is_some()).take(4).collect()
    }

    /// Whether a change that helps shows a fault, rather than a way around what was meant: one more fact does so only
    /// if it is of a kind that seems to be missing.
    pub(super) fn is_telling(&self, edit: &Edit) -> bool {
        let Edit::Fact(predicate, objects) = edit else { return true };
        let is_new =
            |(at, object): (usize, &ObjectId)| !self.stated(*predicate).any(|row| row[at] == *object);
        self.is_used_up(*predicate)
            || self.is_missing(edit)
            || objects.len() > 1 && objects.iter().enumerate().any(is_new)
    }

    /// Any fact of a predicate.
    fn any(&self, predicate: PredicateId) -> String {
        let name = self.task().predicates.name(predicate);
        if self.declared(predicate).is_empty() { format!("({name})") } else { format!("({name} ...)") }
    }

    /// What a change that helps says of the fault.
    pub(super) fn blamed(&self, edit: &Edit) -> Option<Note> {
        let task = self.task();
        let (text, span) = match edit {
            Edit::NoEffect(schema, atom) => {
                let (name, shown) = (&task.schemas[*schema].name, of_schema(task, *schema, atom, true));
                let text = match self.cycle(*schema, atom.predicate) {
                    Some(cycle) => {
                        let names: Vec<String> = cycle.iter().map(|one| self.any(*one)).collect();
                        let names = list(&names, "or");
                        format!("{name} deletes {shown} for good: what adds it again needs {names}")
                    }
                    None if self.growing.contains(&atom.predicate) => {
                        format!("{name} deletes {shown}, and what then adds it comes too late")
                    }
                    None => format!("{name} deletes {shown}, and no action adds it again"),
                };
                (text, Some(atom.span))
            }
            Edit::Effect(schema, atom, adds) => {
                let own = || self.change_by(Source::Action(*schema), !adds, atom.predicate);
                let any = || self.changes_of(!adds, atom.predicate).next();
                let taker = self.mirrored(edit).or_else(own).or_else(any)?;
                let (name, act) = (taker.source.name(task), taker.act(task));
                let giver = &task.schemas[*schema].name;
                let any = self.any(atom.predicate);
                let text = match (*adds, self.growing.contains(&atom.predicate)) {
                    (true, false) if self.is_stated(atom.predicate) => {
                        format!("{name} {act}, and no action adds {any} again")
                    }
                    (true, false) => {
                        let asker = self.changes.iter().find(|change| change.asks_for(atom.predicate));
                        let asker = asker.map_or("the goal".to_owned(), |one| one.source.name(task));
                        format!("no action adds {any}: {asker} needs it")
                    }
                    (true, true) => {
                        let adds_other =
                            self.change_by(Source::Action(*schema), true, atom.predicate).is_some();
                        let this = if adds_other { of_schema(task, *schema, atom, true) } else { any };
                        format!("{name} {act}, and {giver} does not add {this} again")
                    }
                    (false, _) => format!("{name} {act}, and {giver} does not delete it again"),
                };
                (text, taker.span)
            }
            Edit::NoCondition(schema, atom, positive) => {
                let mut own = self.changes_by(Source::Action(*schema)).iter();
                let is_vain =
                    |change: &&Change<'_>| change.asks_for_itself().is_some_and(|one| one.0.is_of(atom));
                if let Some(vain) = own.find(is_vain) {
                    return Some(Note::of(self.adds_what_it_needs(vain), Some((0, atom.span))));
                }
                let (name, shown) = (&task.schemas[*schema].name, of_schema(task, *schema, atom, *positive));
                (format!("{name} needs {shown}, which is never true when {name} is needed"), Some(atom.span))
            }
            Edit::Fact(predicate, objects) => {
                let mut asking = self.changes.iter().flat_map(|change| &change.literals);
                let place = asking.find(|one| one.positive && one.atom.predicate == *predicate);
                let span = place.map(|one| one.atom.span).filter(|span| *span != Span::default());
                (self.blamed_fact(*predicate, objects), span)
            }
            Edit::Condition(schema, old, new) => {
                let name = &task.schemas[*schema].name;
                let [asked, given] = [old, new].map(|one| of_schema(task, *schema, &one.0, one.1));
                let is_turned = old.0.predicate == new.0.predicate
                    && old.0.arguments.iter().all(|term| new.0.arguments.contains(term))
                    && !self.growing.contains(&old.0.predicate);
                let but =
                    if is_turned && old.1 == new.1 { ", and :init has it the other way round" } else { "" };
                (format!("{name} needs {asked}{but}: is {given} meant?"), Some(old.0.span))
            }
            Edit::OtherEffect(schema, old, new) => {
                let name = &task.schemas[*schema].name;
                let [done, meant] = [old, new].map(|one| of_schema(task, *schema, &one.0, true));
                let text = if old.1 == new.1 {
                    format!("{name} {} {done}: is {meant} meant?", verb(old.1))
                } else {
                    format!(
                        "{name} {} {done}: is it meant to {} it?",
                        verb(old.1),
                        verb(new.1).trim_end_matches('s')
                    )
                };
                (text, Some(old.0.span))
            }
            Edit::Object(types) => self.wrong_type(types, None)?,
            Edit::Typed(object, types) => self.wrong_type(types, Some(*object))?,
            Edit::Moved(..) | Edit::NoGoal(..) | Edit::NoFact(..) | Edit::NoEquality(..) => return None,
        };
        Some(Note::of(text, span.map(|span| (0, span))))
    }

    /// That an action takes objects of a type, and there are none, or one is of another type.
    fn wrong_type(&self, types: &TypeSet, object: Option<ObjectId>) -> Option<(String, Option<Span>)> {
        let task = self.task();
        let (schema, parameter) = task
            .schemas
            .iter()
            .find_map(|schema| Some((schema, schema.parameters.iter().find(|one| one.types == *types)?)))?;
        let (of, name) = (task.types.show(types), &schema.name);
        let text = match object {
            Some(object) if task.objects_of(types).next().is_some() => {
                let is = task.types.show(&task.object_types[object.index()]);
                format!("{} is of type {is}: {name} takes a {of}", task.objects.name(object))
            }
            _ => format!("there is no object of type {of}: {name} needs one"),
        };
        Some((text, Some(parameter.span)))
    }
}
