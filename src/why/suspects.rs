//! For tasks whose goals exclude each other or are lost on the way: changes that might make them solvable, and what
//! such a change says about the mistake.
//!
//! In: the changes that actions make. Out: lists of [`Edit`]s, the most plausible first, and a sentence about one.

use rustc_hash::FxHashSet;

use super::Note;
use super::chain::{Chain, written};
use super::cures::{all_effects, without};
use super::literal::{Change, Source};
use super::repair::Edit;
use super::root::Root;
use super::words::{Words, of_schema};
use crate::strips::{self, FactId, FactName, OpId};
use crate::task::{PredicateId, SchemaId, Task};

/// Changes to try, in the order of their plausibility.
pub(super) fn changes(
    task: &Task,
    chain: &Chain<'_>,
    ground_task: &strips::Task,
    losses: &[(FactId, OpId)],
) -> Vec<Vec<Edit>> {
    let lost: Vec<PredicateId> = losses
        .iter()
        .filter_map(|(fact, _)| match ground_task.name(*fact) {
            FactName::Atom(atom) => Some(ground_task.atom(atom).0),
            _ => None,
        })
        .collect();
    let mut used: Vec<SchemaId> =
        ground_task.operators().map(|operator| ground_task.step(operator).0).collect();
    used.sort_unstable();
    used.dedup();
    let mut lists: [Vec<Edit>; 4] = Default::default();
    let mut taken: Vec<PredicateId> = Vec::new();
    for change in chain.changes.iter().filter(|change| !change.adds) {
        let Source::Action(schema) = change.source else { continue };
        let predicate = change.atom.predicate;
        let edit = Edit::NoEffect(schema, change.atom.clone().into_owned(), false);
        let replaces = chain
            .changes
            .iter()
            .any(|other| other.adds && other.source == change.source && other.atom.predicate == predicate);
        let asked = change.literals().iter().any(|literal| {
            literal.atom.arguments == change.atom.arguments && literal.atom.predicate == predicate
        });
        if !taken.contains(&predicate) {
            taken.push(predicate);
        }
        // What is taken without being asked for; what nothing gives back; what something does; what moves.
        let rank = match (asked, chain.growing.contains(&predicate), replaces) {
            (_, true, true) => 3,
            (false, ..) => 0,
            (true, false, _) => 1,
            (true, true, false) => 2,
        };
        lists[rank].push(edit);
    }
    taken.sort_by_key(|predicate| !lost.contains(predicate));
    let [unasked, forever, deletes, moves] = lists;
    // What an action deletes, it does not add: that would be an effect less.
    let deletes_it = |edit: &Edit| match edit {
        Edit::Effect(schema, atom, _) => chain.changes.iter().any(|change| {
            !change.adds
                && change.source == Source::Action(*schema)
                && change.atom.predicate == atom.predicate
                && change.atom.arguments == atom.arguments
        }),
        _ => false,
    };
    let of = |predicate: &PredicateId| all_effects(chain, task, *predicate, true).into_iter().flatten();
    let adds = taken.iter().flat_map(of).filter(|edit| !deletes_it(edit)).take(60);
    let (likely, unlikely): (Vec<Edit>, Vec<Edit>) = adds.partition(|edit| undoes(chain, edit));
    let denied = chain.changes.iter().flat_map(Change::literals).filter(|literal| !literal.positive);
    let mut denied: Vec<PredicateId> = denied.map(|literal| literal.atom.predicate).collect();
    denied.sort_unstable();
    denied.dedup();
    denied.retain(|predicate| chain.growing.contains(predicate));
    let undone =
        denied.iter().flat_map(|predicate| all_effects(chain, task, *predicate, false)).flatten().take(40);
    let is_made = |predicate: PredicateId| {
        chain.growing.contains(&predicate) || task.init.iter().any(|(other, _)| other == predicate)
    };
    let asked = chain.changes.iter().flat_map(Change::literals).filter(|literal| literal.positive);
    let mut idle: Vec<PredicateId> =
        asked.map(|literal| literal.atom.predicate).filter(|one| !is_made(*one)).collect();
    idle.sort_unstable();
    idle.dedup();
    let idle = idle.iter().flat_map(of).collect();
    let schemas: Vec<usize> = used.iter().map(|schema| schema.index()).collect();
    // Of one predicate at a time: a hand is given back before a place.
    let mut by_predicate: Vec<Vec<Edit>> = Vec::new();
    taken.sort_by_key(|predicate| task.predicate_info[predicate.index()].parameters.len());
    for predicate in &taken {
        let is_of = |edit: &&Edit| matches!(edit, Edit::Effect(_, atom, _) if atom.predicate == *predicate);
        by_predicate.push(likely.iter().filter(is_of).cloned().collect());
    }
    let (back, undone): (Vec<Edit>, Vec<Edit>) = undone.partition(|edit| mirrored(chain, edit).is_some());
    let after = [back, undone, forever, deletes, without(chain, &schemas, None), unlikely, moves];
    [idle, unasked].into_iter().chain(by_predicate).chain(after).collect()
}

/// Whether an action that would add something again undoes what takes it: it deletes what the taker adds, or moves.
fn undoes(chain: &Chain<'_>, edit: &Edit) -> bool {
    let Edit::Effect(schema, atom, _) = edit else { return false };
    let of = |source: Source, adds: bool| {
        let changes =
            chain.changes.iter().filter(move |change| change.source == source && change.adds == adds);
        changes.map(|change| change.atom.predicate)
    };
    let mut takers =
        chain.changes.iter().filter(|change| !change.adds && change.atom.predicate == atom.predicate);
    let takes_it = of(Source::Action(*schema), false).any(|taken| taken == atom.predicate);
    takers.any(|taker| {
        if takes_it {
            return taker.source == Source::Action(*schema) && !chain.growing.contains(&atom.predicate);
        }
        of(taker.source, true).any(|given| of(Source::Action(*schema), false).any(|taken| taken == given))
    })
}

/// The change that an effect of an action would take back: that of another action, which also adds what this one
/// deletes, of the same objects.
pub(super) fn mirrored<'c, 'a>(chain: &'c Chain<'a>, edit: &Edit) -> Option<&'c Change<'a>> {
    let Edit::Effect(schema, atom, adds) = edit else { return None };
    let of = |source: Source, adds: bool| {
        chain.changes.iter().filter(move |change| change.source == source && change.adds == adds)
    };
    // As the other action has its objects in what it adds, so has this one in what it deletes.
    let agrees = |change: &Change<'_>, given: &Change<'_>, taken: &Change<'_>| {
        taken.atom.predicate == given.atom.predicate
            && taken.atom.predicate != atom.predicate
            && change.atom.arguments.iter().zip(&atom.arguments).all(|(theirs, ours)| {
                let at = given.atom.arguments.iter().position(|term| term == theirs);
                at.is_some_and(|at| taken.atom.arguments[at] == *ours)
            })
    };
    let source = Source::Action(*schema);
    chain
        .changes
        .iter()
        .filter(|change| {
            change.adds != *adds && change.atom.predicate == atom.predicate && change.source != source
        })
        .find(|change| {
            of(change.source, true).any(|given| of(source, false).any(|taken| agrees(change, given, taken)))
        })
}

/// Effects on the facts of a circle with which an action would take back what another does.
pub(super) fn taken_back(words: &Words<'_, '_>, root: &Root) -> Vec<Edit> {
    let effects =
        words.predicates(root).into_iter().flat_map(|one| all_effects(words.chain, words.task(), one, true));
    effects.flatten().filter(|edit| mirrored(words.chain, edit).is_some()).take(4).collect()
}

/// Whether a change that helps shows a fault, rather than a way around what was meant: no move leaves its place behind,
/// and an action that can be applied as it is asks for nothing in vain.
pub(super) fn is_telling(chain: &Chain<'_>, applied: &FxHashSet<SchemaId>, edit: &Edit) -> bool {
    match edit {
        Edit::NoEffect(schema, atom, _) => !chain.changes.iter().any(|change| {
            change.adds && change.source == Source::Action(*schema) && change.atom.predicate == atom.predicate
        }),
        Edit::NoCondition(schema, ..) => !applied.contains(&SchemaId::from(*schema)),
        _ => true,
    }
}

/// What a change that helps says of the fault.
pub(super) fn blamed(task: &Task, chain: &Chain<'_>, edit: &Edit) -> Option<Note> {
    let place = |schema: usize, predicate: PredicateId| {
        let change = chain.changes.iter().find(|change| {
            change.source == Source::Action(schema) && !change.adds && change.atom.predicate == predicate
        });
        change.and_then(|change| change.span).map(|span| (0, span))
    };
    let (text, place) = match edit {
        Edit::NoEffect(schema, atom, _) => {
            let shown = of_schema(task, *schema, atom);
            let name = &task.schemas[*schema].name;
            let back = if chain.growing.contains(&atom.predicate) {
                "what then adds it comes too late"
            } else {
                "no action adds it again"
            };
            (format!("{name} deletes {shown}, and {back}"), Some((0, atom.span)))
        }
        Edit::Effect(schema, atom, adds) => {
            let mut takers = chain
                .changes
                .iter()
                .filter(|change| change.adds != *adds && change.atom.predicate == atom.predicate);
            let first = takers.clone().next()?;
            let taker = mirrored(chain, edit)
                .or_else(|| takers.find(|change| change.source == Source::Action(*schema)))
                .unwrap_or(first);
            let shown = written(task, taker);
            let name = taker.source.name(task);
            let giver = &task.schemas[*schema].name;
            let any = task.predicates.name(atom.predicate);
            let text = match (*adds, chain.growing.contains(&atom.predicate)) {
                (true, false) if task.init.iter().any(|(predicate, _)| predicate == atom.predicate) => {
                    format!("{name} deletes {shown}, and no action adds ({any} ...) again")
                }
                (true, false) => {
                    let asks = |change: &&Change<'_>| {
                        change
                            .literals()
                            .iter()
                            .any(|one| one.positive && one.atom.predicate == atom.predicate)
                    };
                    let asker = chain
                        .changes
                        .iter()
                        .find(asks)
                        .map_or("the goal".to_owned(), |one| one.source.name(task));
                    format!("no action adds ({any} ...): {asker} needs it")
                }
                (true, true) => format!("{name} deletes {shown}, and {giver} does not add ({any} ...) again"),
                (false, _) => format!("{name} adds {shown}, and {giver} does not delete it again"),
            };
            (text, taker.span.map(|span| (0, span)).or(place(*schema, atom.predicate)))
        }
        Edit::NoCondition(schema, atom, positive) => {
            let shown = of_schema(task, *schema, atom);
            let shown = if *positive { shown } else { format!("(not {shown})") };
            let name = &task.schemas[*schema].name;
            (format!("{name} needs {shown}, which never holds when it is wanted"), Some((0, atom.span)))
        }
        Edit::Fact(..) | Edit::NoFact(..) | Edit::NoEquality(..) => return None,
    };
    Some(Note { depth: 0, text, place })
}
