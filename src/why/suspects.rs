//! For tasks whose goals exclude each other or are lost on the way: changes that might make them solvable, and what
//! such a change says about the mistake.
//!
//! In: the changes that actions make. Out: lists of [`Edit`]s, the most plausible first, and a sentence about one.

use std::collections::BTreeSet;

use rustc_hash::FxHashSet;

use super::Note;
use super::chain::Chain;
use super::literal::{Change, Pattern, Source, distinct, of_schema};
use super::repair::Edit;
use super::root::Root;
use super::words::list;
use crate::strips::{self, FactId, FactName, OpId};
use crate::task::{ObjectId, PredicateId, SchemaId};

/// More facts of a predicate are not tried.
const MAX_FACTS: usize = 12;

impl Chain<'_> {
    /// Changes to try, in the order of their plausibility.
    pub(super) fn suspects(
        &self,
        ground_task: &strips::Task,
        losses: &[(FactId, OpId)],
        applied: Option<&FxHashSet<SchemaId>>,
    ) -> Vec<Vec<Edit>> {
        let task = self.task();
        let lost = losses.iter().filter_map(|(fact, _)| match ground_task.name(*fact) {
            FactName::Atom(atom) => Some(ground_task.atom(atom).0),
            _ => None,
        });
        let lost: FxHashSet<PredicateId> = lost.collect();
        let used: BTreeSet<usize> =
            ground_task.operators().map(|operator| ground_task.step(operator).0.index()).collect();
        let mut lists: [Vec<Edit>; 4] = Default::default();
        let mut taken: Vec<PredicateId> = Vec::new();
        for change in self.changes.iter().filter(|change| !change.adds) {
            let Source::Action(schema) = change.source else { continue };
            let predicate = change.atom.predicate;
            let edit = Edit::NoEffect(schema, change.atom.clone().into_owned());
            let replaces = self.change_by(change.source, true, predicate).is_some();
            let asked = change.literals().iter().any(|literal| literal.is_of(&change.atom));
            taken.push(predicate);
            // What is taken without being asked for; what nothing gives back; what something does; what moves.
            let rank = match (asked, self.growing.contains(&predicate), replaces) {
                (_, true, true) => 3,
                (false, ..) => 0,
                (true, false, _) => 1,
                (true, true, false) => 2,
            };
            lists[rank].push(edit);
        }
        let mut taken = distinct(taken);
        taken.sort_by_key(|predicate| !lost.contains(predicate));
        let [unasked, forever, deletes, moves] = lists;
        // What an action deletes, it does not add: that would be an effect less.
        let deletes_it = |edit: &Edit| match edit {
            Edit::Effect(schema, atom, _) => self.changes_atom(Source::Action(*schema), false, atom),
            _ => false,
        };
        let of = |predicate: &PredicateId| self.all_effects(*predicate, true).into_iter().flatten();
        let adds = taken.iter().flat_map(of).filter(|edit| !deletes_it(edit)).take(60);
        let (mut likely, unlikely): (Vec<Edit>, Vec<Edit>) = adds.partition(|edit| self.undoes(edit));
        let asked = |positive: bool| -> BTreeSet<PredicateId> {
            let literals = self.changes.iter().flat_map(Change::literals);
            literals.filter(|one| one.positive == positive).map(|one| one.atom.predicate).collect()
        };
        let denied = asked(false).into_iter().filter(|predicate| self.growing.contains(predicate));
        let undone = denied.flat_map(|predicate| self.all_effects(predicate, false)).flatten().take(40);
        let idle = asked(true).into_iter().filter(|predicate| !self.is_made(*predicate));
        let idle = idle.flat_map(|predicate| of(&predicate)).collect();
        // Of one predicate at a time: a hand is given back before a place.
        let about = |edit: &Edit| match edit {
            Edit::Effect(_, atom, _) => Some((atom.arguments.len(), atom.predicate)),
            _ => None,
        };
        likely.sort_by_key(|edit| about(edit).map(|(arity, _)| arity));
        let by_predicate = likely.chunk_by(|left, right| about(left) == about(right)).map(<[_]>::to_vec);
        let (back, undone): (Vec<Edit>, Vec<Edit>) = undone.partition(|edit| self.mirrored(edit).is_some());
        let swapped = self.changes.iter().filter(|change| change.asks_for_itself().is_some());
        let swapped: Vec<Edit> = swapped.filter_map(|change| self.swapped_back(change)).collect();
        let after = [back, undone, forever, deletes, self.without(used.clone(), None), unlikely, moves];
        // An action that is never applied, in any state, hardly needs what it gives.
        let never = (0..task.schemas.len())
            .filter(|schema| applied.is_some_and(|applied| !applied.contains(&SchemaId::from(*schema))));
        let mut given = self.without(never, None);
        given.retain(|edit| match edit {
            Edit::NoCondition(schema, atom, adds) => self.changes_atom(Source::Action(*schema), *adds, atom),
            _ => false,
        });
        // No instance of it is left, though it would give what others take.
        let would_help = |schema: &usize| {
            let mut own = self.changes_by(Source::Action(*schema)).iter().filter(|change| change.adds);
            own.any(|change| taken.contains(&change.atom.predicate))
        };
        let barred = (0..task.schemas.len()).filter(|schema| !used.contains(schema)).filter(would_help);
        let mut barred = self.without(barred, None);
        barred.retain(|edit| matches!(edit, Edit::NoCondition(_, atom, _) if self.is_made(atom.predicate)));
        let first = [swapped, given, barred, self.ways_back(), self.used_up()];
        first.into_iter().chain([idle, unasked]).chain(by_predicate).chain(after).collect()
    }

    /// Facts that never change and are missing the other way round, where most of their predicate are given both ways.
    fn ways_back(&self) -> Vec<Edit> {
        let task = self.task();
        let mut found = Vec::new();
        for predicate in task.predicates.ids() {
            let declared = &task.predicate_info[predicate.index()].parameters;
            let is_changed =
                [true, false].iter().any(|adds| self.changes_of(*adds, predicate).next().is_some());
            let pairs =
                (0..declared.len()).flat_map(|one| (one + 1..declared.len()).map(move |two| (one, two)));
            for (one, two) in pairs.filter(|_| !is_changed) {
                let facts = task.init.iter().filter(|fact| fact.0 == predicate);
                let facts: FxHashSet<&[ObjectId]> = facts.map(|(_, objects)| objects).collect();
                let turn = |objects: &&[ObjectId]| {
                    let mut turned = objects.to_vec();
                    turned.swap(one, two);
                    turned
                };
                let mut missing: Vec<Vec<ObjectId>> = facts.iter().map(turn).collect();
                missing.retain(|turned| !facts.contains(&turned[..]));
                if missing.len() * 2 <= facts.len() {
                    missing.sort();
                    found.extend(
                        missing.into_iter().take(MAX_FACTS).map(|turned| Edit::Fact(predicate, turned)),
                    );
                }
            }
        }
        found
    }

    /// Whether a predicate is of things that actions use up, and of which none makes new ones: facts about one object.
    /// That a relation is used up is rather a mistake.
    pub(super) fn is_used_up(&self, predicate: PredicateId) -> bool {
        self.task().predicate_info[predicate.index()].parameters.len() == 1
            && !self.growing.contains(&predicate)
            && self.is_stated(predicate)
            && self.changes_of(false, predicate).next().is_some()
    }

    /// More of the things that actions use up; first those that stand in no other fact, so that they can be this.
    fn used_up(&self) -> Vec<Edit> {
        let task = self.task();
        let mut found: Vec<(bool, Edit)> = Vec::new();
        for predicate in task.predicates.ids().filter(|predicate| self.is_used_up(*predicate)) {
            let objects = task.objects_of(&task.predicate_info[predicate.index()].parameters[0]);
            let missing = objects.filter(|object| !self.reach.may(predicate, &[Some(*object)], true));
            found.extend(missing.take(MAX_FACTS).map(|object| {
                let is_known = task.init.iter().any(|(_, objects)| objects.contains(&object));
                (is_known, Edit::Fact(predicate, vec![object]))
            }));
        }
        found.sort_by_key(|one| one.0);
        found.into_iter().map(|one| one.1).collect()
    }

    /// What a missing fact says of the fault: the same is given the other way round, or too few are given.
    fn blamed_fact(&self, predicate: PredicateId, objects: &[ObjectId]) -> String {
        let task = self.task();
        let shown = task.show_atom(predicate, objects);
        let takers = distinct(self.changes_of(false, predicate).map(|one| one.source.name(task)));
        if !takers.is_empty() {
            let any = Pattern { predicate, arguments: vec![None; objects.len()], positive: true }.show(task);
            let verb = if takers.len() == 1 { "uses" } else { "use" };
            return format!("too few {any} in :init: {} {verb} them up", list(&takers, "and"));
        }
        format!("{shown} is not in :init, and the fact the other way round is: there is no way back")
    }

    /// Whether an action that would add something again undoes what takes it: it deletes what the taker adds, or moves.
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
        // As the other action has its objects in what it adds, so has this one in what it deletes.
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
        let effects = self.predicates(root).into_iter().flat_map(|one| self.all_effects(one, true));
        effects.flatten().filter(|edit| self.mirrored(edit).is_some()).take(4).collect()
    }

    /// Whether a change that helps shows a fault, rather than a way around what was meant: no move leaves its place
    /// behind, and an action that can be applied as it is asks for nothing in vain.
    pub(super) fn is_telling(&self, applied: Option<&FxHashSet<SchemaId>>, edit: &Edit) -> bool {
        match edit {
            Edit::NoEffect(schema, atom) => {
                self.change_by(Source::Action(*schema), true, atom.predicate).is_none()
            }
            Edit::NoCondition(schema, ..) => {
                applied.is_none_or(|applied| !applied.contains(&SchemaId::from(*schema)))
            }
            _ => true,
        }
    }

    /// What a change that helps says of the fault.
    pub(super) fn blamed(&self, edit: &Edit) -> Option<Note> {
        let task = self.task();
        let (text, span) = match edit {
            Edit::NoEffect(schema, atom) => {
                let (name, shown) = (&task.schemas[*schema].name, of_schema(task, *schema, atom, true));
                let back = if self.growing.contains(&atom.predicate) {
                    "what then adds it comes too late"
                } else {
                    "no action adds it again"
                };
                (format!("{name} deletes {shown}, and {back}"), Some(atom.span))
            }
            Edit::Effect(schema, atom, adds) => {
                let own = || self.change_by(Source::Action(*schema), !adds, atom.predicate);
                let any = || self.changes_of(!adds, atom.predicate).next();
                let taker = self.mirrored(edit).or_else(own).or_else(any)?;
                let (name, shown) = (taker.source.name(task), taker.show(task));
                let giver = &task.schemas[*schema].name;
                let any = task.predicates.name(atom.predicate);
                let any = if atom.arguments.is_empty() { format!("({any})") } else { format!("({any} ...)") };
                let text = match (*adds, self.growing.contains(&atom.predicate)) {
                    (true, false) if self.is_stated(atom.predicate) => {
                        format!("{name} deletes {shown}, and no action adds {any} again")
                    }
                    (true, false) => {
                        let asks = |change: &&Change<'_>| {
                            let literals = change.literals();
                            literals.iter().any(|one| one.positive && one.atom.predicate == atom.predicate)
                        };
                        let asker = self.changes.iter().find(asks);
                        let asker = asker.map_or("the goal".to_owned(), |one| one.source.name(task));
                        format!("no action adds {any}: {asker} needs it")
                    }
                    (true, true) => {
                        let adds_other =
                            self.change_by(Source::Action(*schema), true, atom.predicate).is_some();
                        let this = if adds_other { of_schema(task, *schema, atom, true) } else { any };
                        format!("{name} deletes {shown}, and {giver} does not add {this} again")
                    }
                    (false, _) => format!("{name} adds {shown}, and {giver} does not delete it again"),
                };
                (text, taker.span)
            }
            Edit::NoCondition(schema, atom, positive) => {
                let (name, shown) = (&task.schemas[*schema].name, of_schema(task, *schema, atom, *positive));
                (format!("{name} needs {shown}, which never holds when it is wanted"), Some(atom.span))
            }
            Edit::Fact(predicate, objects) => (self.blamed_fact(*predicate, objects), None),
            Edit::NoFact(..) | Edit::NoEquality(..) => return None,
        };
        Some(Note::of(text, span.map(|span| (0, span))))
    }
}
