//! Changes that might repair a root, the most plausible first.
//!
//! In: a root with its chain. Out: lists of [`Edit`]s; a list is tried only if those before it do not help.

use super::chain::Chain;
use super::literal::{Change, Literal, Pattern, Source};
use super::reach::Reach;
use super::repair::{Edit, effects};
use super::root::{Kind, Root, users};
use super::ways::Node;
use super::words::Words;
use crate::task::{ObjectId, PredicateId, Task};

/// More facts are not made of one pattern.
const MAX_FACTS: usize = 40;

/// Lists of changes for a root.
pub(super) fn cures(words: &Words<'_, '_>, root: &Root) -> Vec<Vec<Edit>> {
    let (chain, reach) = (words.chain, words.reach);
    let task = reach.task;
    let mut lists = Vec::new();
    let askers = users(chain);
    let asking = || {
        let schemas = askers[root.node].iter().filter(|(user, _)| *user != 0).filter_map(|(user, way)| {
            match chain.ways[*user][*way].source {
                Source::Action(schema) => Some(schema),
                Source::Rule(_) => None,
            }
        });
        let mut schemas: Vec<usize> = schemas.collect();
        schemas.sort_unstable();
        schemas.dedup();
        schemas
    };
    match &chain.nodes[root.node] {
        Node::Fact(pattern) if !pattern.positive => {
            lists.extend(pattern.ground().map(|objects| vec![Edit::NoFact(pattern.predicate, objects)]));
            lists.extend(all_effects(chain, task, pattern.predicate, false));
            lists.push(without(chain, &asking(), Some(pattern.predicate)));
        }
        Node::Fact(pattern) => {
            let derived = task.predicate_info[pattern.predicate.index()].layer.is_some();
            let bridge = if root.kind == Kind::CutOff { words.bridge(root, pattern) } else { None };
            let facts = match bridge {
                Some((predicate, bridges)) => bridges
                    .into_iter()
                    .flat_map(|bridge| {
                        fill(reach, &Pattern { predicate, arguments: bridge.arguments, positive: true })
                    })
                    .take(MAX_FACTS)
                    .collect(),
                None if derived => Vec::new(),
                None => {
                    circle(chain, root, pattern).iter().flat_map(|pattern| fill(reach, pattern)).collect()
                }
            };
            let more = all_effects(chain, task, pattern.predicate, true);
            let asked_by_goal = askers[root.node].iter().any(|(user, _)| *user == 0);
            let taken =
                chain.changes.iter().any(|change| !change.adds && change.atom.predicate == pattern.predicate);
            let is_static = root.kind == Kind::NotInInit && !taken && !asked_by_goal;
            if matches!(root.kind, Kind::NotInInit | Kind::NotAdded | Kind::Turned) && !is_static {
                // What actions change, and what the goal asks for, is hardly missing at first.
                lists.extend(more);
                lists.extend([without(chain, &asking(), Some(pattern.predicate)), facts]);
            } else {
                lists.push(facts);
                lists.extend(more);
                lists.push(without(chain, &asking(), Some(pattern.predicate)));
            }
        }
        Node::Useless { change } => {
            let change = &chain.changes[*change];
            let Source::Action(schema) = change.source else { return lists };
            if let Some((_, Some(equality))) = change.asks_for_itself() {
                lists.push(vec![Edit::NoEquality(schema, equality)]);
            }
            lists.push(effects(task, schema, change.atom.predicate, change.adds, &chain.changes));
            lists.push(without(chain, &[schema], Some(change.atom.predicate)));
        }
        Node::Contradiction { source, .. } => {
            let change = chain.changes.iter().find(|change| change.source == *source);
            let sides = change.and_then(Change::contradiction);
            if let (Some((one, other)), Source::Action(schema)) = (sides, *source) {
                let mut sides = [one, other];
                sides.sort_by_key(|side| std::cmp::Reverse(side.atom.span.start));
                lists.extend(
                    sides.map(|side| vec![Edit::NoCondition(schema, side.atom.clone(), side.positive)]),
                );
            }
        }
        Node::Joint { source: Source::Action(schema), .. }
        | Node::Other { source: Source::Action(schema) } => lists.push(without(chain, &[*schema], None)),
        _ => {}
    }
    lists
}

/// The pattern of a root, and those of its circle that are as good.
fn circle(chain: &Chain<'_>, root: &Root, pattern: &Pattern) -> Vec<Pattern> {
    let others =
        root.circle.iter().filter(|node| **node != root.node).filter_map(|node| match &chain.nodes[*node] {
            Node::Fact(other) if other.positive && other.predicate == pattern.predicate => {
                Some(other.clone())
            }
            _ => None,
        });
    std::iter::once(pattern.clone()).chain(others).collect()
}

/// The facts of a pattern: objects that stand in such facts already come first.
fn fill(reach: &Reach<'_>, pattern: &Pattern) -> Vec<Edit> {
    let task = reach.task;
    let declared = &task.predicate_info[pattern.predicate.index()].parameters;
    let mut tuples: Vec<Vec<ObjectId>> = vec![Vec::new()];
    for (position, argument) in pattern.arguments.iter().enumerate() {
        let values: Vec<ObjectId> = match argument {
            Some(object) => vec![*object],
            None => {
                let used =
                    |object: &ObjectId| !reach.rows(pattern.predicate).any(|row| row[position] == *object);
                let mut values: Vec<ObjectId> = task.objects_of(&declared[position]).collect();
                values.sort_by_key(used);
                values
            }
        };
        let longer = |tuple: Vec<ObjectId>| {
            let values = values.iter().filter(|object| argument.is_some() || !tuple.contains(object));
            values.map(|object| tuple.iter().copied().chain([*object]).collect()).collect::<Vec<_>>()
        };
        tuples = tuples.into_iter().flat_map(longer).take(MAX_FACTS).collect();
    }
    tuples.into_iter().map(|objects| Edit::Fact(pattern.predicate, objects)).collect()
}

/// The effects on a predicate that actions could have besides, in lists: those of actions that touch it already come
/// first, then those of actions that are named like it.
pub(super) fn all_effects(
    chain: &Chain<'_>,
    task: &Task,
    predicate: PredicateId,
    adds: bool,
) -> Vec<Vec<Edit>> {
    let name = task.predicates.name(predicate).to_ascii_lowercase();
    let mut lists: [Vec<Edit>; 3] = Default::default();
    for (schema, action) in task.schemas.iter().enumerate() {
        let touches = |change: &Change<'_>| {
            change.source == Source::Action(schema) && change.atom.predicate == predicate
        };
        let verb = action.name.to_ascii_lowercase();
        let rank = match chain.changes.iter().any(touches) {
            true => 0,
            false if name.starts_with(&verb) || verb.starts_with(&name) => 1,
            false => 2,
        };
        lists[rank].extend(effects(task, schema, predicate, adds, &chain.changes));
    }
    lists.into()
}

/// The conditions of some actions, each left out; of one predicate, or all.
pub(super) fn without(chain: &Chain<'_>, schemas: &[usize], of: Option<PredicateId>) -> Vec<Edit> {
    let mut found: Vec<Edit> = Vec::new();
    for schema in schemas {
        let change = chain.changes.iter().find(|change| change.source == Source::Action(*schema));
        let literals: Vec<Literal<'_>> = change.map(super::literal::Change::literals).unwrap_or_default();
        for literal in literals.iter().filter(|one| of.is_none_or(|of| one.atom.predicate == of)) {
            found.push(Edit::NoCondition(*schema, literal.atom.clone(), literal.positive));
        }
    }
    found
}
