//! Signs of a slip: what sound models rarely have, counted. What a change adds to the counts or takes from them speaks
//! for it or against it; how much is learned.
//!
//! In: a task. Out: counts, of the actions and rules, and of the facts of one predicate.

use rustc_hash::{FxHashMap, FxHashSet};

use super::chain::is_starved;
use super::literal::{Change, Source, changes, contradiction, literals_of};
use crate::text::task::{Condition, ObjectId, PredicateId, Task, Term, TypeId};

/// What is counted in a domain.
pub(super) const DOMAIN: [&str; 18] = [
    "conditions that contradict each other",
    "conditions written twice",
    "one term twice in an atom",
    "effects that are conditions",
    "atoms added and deleted at once",
    "deleted without being asked for",
    "parameters that only effects name",
    "parameters that nothing names",
    "read and never made",
    "added and never read",
    "given and never read",
    "only read as false, and never made",
    "only deleted",
    "deleted and never given back",
    "added and never taken back",
    "actions that only take away",
    "actions that take each other back",
    "actions that nearly do",
];

/// The counts of a domain. Some predicates are `stated` in `:init`.
pub(super) fn of_domain(task: &Task, stated: &FxHashSet<PredicateId>) -> [f64; DOMAIN.len()] {
    let changes = changes(task);
    let mut counts = [0.0; DOMAIN.len()];
    let read = reads(task, &changes);
    let sources: Vec<&[Change<'_>]> = changes.chunk_by(|one, other| one.source == other.source).collect();
    for own in &sources {
        of_source(task, own, &mut counts);
        let asks = |one: &Change<'_>| one.literals.iter().any(|part| part.positive && part.is_of(&one.atom));
        let is_useful = |one: &Change<'_>| read.contains(&(one.atom.predicate, false)) && asks(one);
        counts[15] += flag(!own.iter().any(|one| one.adds || is_useful(one)));
    }
    let actions = || sources.iter().filter(|own| own[0].source.schema().is_some()).take(MAX_TWINS);
    for (at, one) in actions().enumerate() {
        for other in actions().take(at) {
            let [back, nearly] = of_twins(other, one);
            counts[16] += flag(back);
            counts[17] += flag(nearly);
        }
    }
    for predicate in task.predicates.ids() {
        let has = |adds: bool| changes.iter().any(|change| change.is(adds, predicate));
        let [is_read, is_denied] = [true, false].map(|sign| read.contains(&(predicate, sign)));
        let (is_added, is_stated) = (has(true), stated.contains(&predicate));
        match (is_read, is_denied, is_added || is_stated) {
            (true, _, false) => counts[8] += 1.0,
            (false, false, true) => counts[if is_added { 9 } else { 10 }] += 1.0,
            (false, true, false) => counts[11] += 1.0,
            (false, false, false) => counts[12] += flag(has(false)),
            _ => {}
        }
        counts[13] += flag(is_read && is_starved(&changes, predicate, true));
        counts[14] += flag(is_denied && is_starved(&changes, predicate, false));
    }
    counts
}

/// More actions are not compared with each other.
const MAX_TWINS: usize = 60;

/// Counts what one action or rule has.
fn of_source(task: &Task, own: &[Change<'_>], counts: &mut [f64; DOMAIN.len()]) {
    let first = &own[0];
    counts[0] += flag(contradiction(&first.literals).is_some());
    for (at, one) in first.literals.iter().enumerate() {
        let mut before = first.literals[..at].iter();
        counts[1] += flag(before.any(|other| other.positive == one.positive && other.is_of(one.atom)));
        counts[2] += flag(is_twice(&one.atom.arguments));
    }
    for (at, change) in own.iter().enumerate() {
        counts[2] += flag(is_twice(&change.atom.arguments));
        counts[3] += flag(change.asks_for_itself().is_some());
        let is_both = |other: &Change<'_>| {
            let all: Vec<_> = other.literals.iter().chain(&change.literals).copied().collect();
            other.atom.arguments == change.atom.arguments
                && other.is(!change.adds, change.atom.predicate)
                && contradiction(&all).is_none()
                && !change.is_otherwise(other)
        };
        counts[4] += flag(own[..at].iter().any(is_both));
        let is_asked = change.literals.iter().any(|one| one.positive && one.is_of(&change.atom));
        counts[5] += flag(!change.adds && !is_asked);
    }
    let parameters = match first.source {
        Source::Action(at) => task.schemas[at].parameters.len(),
        Source::Rule(at) => task.axioms[at].parameters.len(),
    };
    for slot in (0..).take(parameters) {
        let is_it = |term: &Term| *term == Term::Variable(slot);
        let is_asked = own.iter().any(|change| {
            change.literals.iter().any(|one| one.positive && one.atom.arguments.iter().any(is_it))
                || change.rest.iter().any(|part| mentions(part.condition, slot))
        });
        let is_given = own.iter().any(|change| change.atom.arguments.iter().any(is_it));
        counts[6] += flag(is_given && !is_asked);
        counts[7] += flag(!is_given && !is_asked);
    }
}

fn mentions(condition: &Condition, slot: u32) -> bool {
    match condition {
        Condition::Atom(atom) => atom.arguments.contains(&Term::Variable(slot)),
        _ => condition.parts(true).into_iter().any(|(part, _)| mentions(part, slot)),
    }
}

/// The predicates of conditions and of the goal, with whether they are to hold.
pub(super) fn reads(task: &Task, changes: &[Change<'_>]) -> FxHashSet<(PredicateId, bool)> {
    let mut parts: Vec<(&Condition, bool)> = vec![(&task.goal, true)];
    parts.extend(task.schemas.iter().map(|schema| (&schema.precondition, true)));
    let literals =
        changes.iter().flat_map(Change::all_literals).chain(parts.into_iter().flat_map(literals_of));
    literals.map(|one| (one.atom.predicate, one.positive)).collect()
}

/// Whether one action takes back what another does, and whether it does but for one effect. Terms are told apart by
/// their types alone.
fn of_twins(one: &[Change<'_>], other: &[Change<'_>]) -> [bool; 2] {
    type Head<'t> = (PredicateId, bool, Vec<Option<&'t [TypeId]>>);
    fn heads<'t>(own: &'t [Change<'_>], turned: bool) -> Vec<Head<'t>> {
        let types = |change: &'t Change<'_>, term: &Term| match term {
            Term::Variable(slot) => change.variables.get(*slot as usize).map(|one| &one.types[..]),
            Term::Object(_) => None,
        };
        let head = |change: &'t Change<'_>| {
            let all = change.atom.arguments.iter().map(|term| types(change, term)).collect();
            (change.atom.predicate, change.adds != turned, all)
        };
        own.iter().map(head).collect()
    }
    let (left, mut right) = (heads(one, false), heads(other, true));
    let all = left.len() + right.len();
    let is_common =
        |head: &&Head<'_>| right.iter().position(|one| one == *head).map(|at| right.remove(at)).is_some();
    let common = left.iter().filter(is_common).count();
    [common > 1 && all == 2 * common, common > 1 && all == 2 * common + 1]
}

/// What is counted in the facts of a predicate.
pub(super) const FACTS: [&str; 9] = [
    "facts that lead one way only",
    "objects of which nothing is said",
    "objects of which more is said than of others",
    "facts with a key twice",
    "facts that lead back",
    "pieces of a chain",
    "steps over objects in a chain",
    "one thing at several places",
    "one object twice in a fact",
];

/// Of more facts, nothing is counted.
const MAX_ROWS: usize = 300;

/// What the facts of a predicate have in common, but for a few.
pub(super) struct Rows<'a> {
    pub(super) given: Vec<&'a [ObjectId]>,
    /// How many objects may stand at each position.
    totals: Vec<usize>,
    /// Pairs of positions that are mostly given both ways.
    both_ways: Vec<(usize, usize)>,
    /// Positions at which most objects stand, and those at which most stand once.
    full: Vec<usize>,
    single: Vec<usize>,
    /// Pairs of positions that tell facts apart.
    keys: Vec<(usize, usize)>,
    /// Whether no facts lead from an object back to it.
    pub(super) is_acyclic: bool,
    /// Whether the facts, which never change, lead on from object to object.
    is_chain: bool,
    /// Whether there is one fact, about one thing: what moves is at one place.
    is_one: bool,
}

impl<'a> Rows<'a> {
    /// The facts of a predicate, which actions change, perhaps by moving them.
    pub(super) fn of(task: &'a Task, predicate: PredicateId, is_fluent: bool, is_moving: bool) -> Self {
        let declared = &task.predicate_info[predicate.index()].parameters;
        let rows: Vec<&[ObjectId]> =
            task.init.iter().filter(|fact| fact.0 == predicate).map(|fact| fact.1).collect();
        let totals: Vec<usize> = declared.iter().map(|types| task.objects_of(types).count()).collect();
        let pairs = || (0..declared.len()).flat_map(|two| (0..two).map(move |one| (one, two)));
        let is_key = |pair: &(usize, usize)| declared.len() > 2 && rows.len() > 3 && again(&rows, *pair) == 0;
        let keys = pairs().filter(is_key).collect();
        let is_mostly = |pair: &(usize, usize)| !rows.is_empty() && lonely(&rows, *pair) * 2 <= rows.len();
        let both_ways: Vec<(usize, usize)> = pairs().filter(|pair| !is_fluent && is_mostly(pair)).collect();
        let is_pair = declared.len() == 2 && declared[0] == declared[1];
        let is_acyclic = declared.len() == 2 && rows.len() > usize::from(!is_fluent) && !is_cyclic(&rows);
        let once = |at: usize| counts(&rows, at).values().all(|many| *many == 1);
        let is_chain = is_acyclic && !is_fluent && is_pair && once(0) && once(1);
        let (mut full, mut single) = (Vec::new(), Vec::new());
        for (at, total) in totals.iter().enumerate() {
            let times = counts(&rows, at);
            // A chain has ends.
            if !is_chain && (*total > 1 && times.len() * 3 >= total * 2 || *total == 2 && times.len() == 1) {
                full.push(at);
            }
            let several = times.values().filter(|many| **many > 1).count();
            // From one thing, links lead to any number of others, and one place may hold many things.
            let is_free = is_fluent && at + 1 == declared.len() || !is_fluent && !is_chain && is_pair;
            let is_enough =
                declared.len() > 1 && rows.len() > usize::from(!is_fluent) || is_fluent && rows.len() == 1;
            if is_enough && several * 3 <= times.len() && !is_free && both_ways.is_empty() {
                single.push(at);
            }
        }
        let is_one = is_moving && declared.len() == 1 && rows.len() == 1;
        Self { given: rows, totals, both_ways, full, single, keys, is_acyclic, is_chain, is_one }
    }

    /// The counts of some facts in the place of those that are given.
    pub(super) fn counts(&self, rows: &[&[ObjectId]]) -> [f64; FACTS.len()] {
        if rows.len() > MAX_ROWS {
            return [0.0; FACTS.len()];
        }
        let missing = |at: &usize| self.totals[*at].saturating_sub(counts(rows, *at).len());
        let several = |at: &usize| counts(rows, *at).values().filter(|many| **many > 1).count();
        // Objects that follow each other are mostly declared one after the other.
        let far = |row: &&[ObjectId]| row[0].index().abs_diff(row[1].index()).saturating_sub(1);
        let chain = if self.is_chain { rows } else { &[] };
        let twice = |rows: &[&[ObjectId]]| rows.iter().filter(|row| is_twice(row)).count();
        [
            self.both_ways.iter().map(|pair| lonely(rows, *pair)).sum(),
            self.full.iter().map(missing).sum(),
            self.single.iter().map(several).sum(),
            self.keys.iter().map(|pair| again(rows, *pair)).sum(),
            usize::from(self.is_acyclic && is_cyclic(rows)),
            pieces(chain),
            chain.iter().map(far).sum::<usize>().min(8),
            usize::from(self.is_one && rows.len() != 1),
            if twice(&self.given) == 0 { twice(rows) } else { 0 },
        ]
        .map(count)
    }
}

/// A number among others.
pub(super) fn count(number: usize) -> f64 {
    f64::from(u32::try_from(number).unwrap_or(u32::MAX))
}

pub(super) fn flag(is_so: bool) -> f64 {
    f64::from(u8::from(is_so))
}

fn counts(rows: &[&[ObjectId]], at: usize) -> FxHashMap<ObjectId, usize> {
    let mut times = FxHashMap::default();
    rows.iter().for_each(|row| *times.entry(row[at]).or_default() += 1);
    times
}

/// How many facts have two objects where an earlier one has them.
fn again(rows: &[&[ObjectId]], (one, two): (usize, usize)) -> usize {
    let distinct: FxHashSet<(ObjectId, ObjectId)> = rows.iter().map(|row| (row[one], row[two])).collect();
    rows.len() - distinct.len()
}

/// Whether one thing stands in an atom or a fact twice.
fn is_twice<T: PartialEq>(row: &[T]) -> bool {
    (0..row.len()).any(|two| row[..two].contains(&row[two]))
}

/// How many facts lead from an object to another, and none like it leads back.
fn lonely(rows: &[&[ObjectId]], (one, two): (usize, usize)) -> usize {
    let known: FxHashSet<&[ObjectId]> = rows.iter().copied().collect();
    let is_lonely = |row: &&&[ObjectId]| {
        let mut back = row.to_vec();
        back.swap(one, two);
        !known.contains(&back[..])
    };
    rows.iter().filter(is_lonely).count()
}

/// Whether facts about two objects lead from an object back to it.
fn is_cyclic(rows: &[&[ObjectId]]) -> bool {
    let mut left: Vec<&[ObjectId]> = rows.to_vec();
    loop {
        let ends: FxHashSet<ObjectId> = left.iter().filter(|row| row.len() == 2).map(|row| row[0]).collect();
        let before = left.len();
        left.retain(|row| row.len() == 2 && ends.contains(&row[1]));
        if left.len() == before {
            return !left.is_empty();
        }
    }
}

/// How many pieces facts about two objects fall into, by the objects that they share.
fn pieces(rows: &[&[ObjectId]]) -> usize {
    let mut left: Vec<&[ObjectId]> = rows.to_vec();
    let mut pieces = 0;
    while let Some(first) = left.pop() {
        let mut piece: FxHashSet<ObjectId> = first.iter().copied().collect();
        let mut before = usize::MAX;
        while left.len() < before {
            before = left.len();
            left.retain(|row| {
                let is_in = row.iter().any(|one| piece.contains(one));
                piece.extend(row.iter().filter(|_| is_in));
                !is_in
            });
        }
        pieces += 1;
    }
    pieces
}
