//! How odd a model looks: what sound models rarely have, counted. A change that makes a model less odd is likely to
//! undo a slip; one that makes it odder is not.
//!
//! In: a task. Out: a number; a point is about a factor of two in plausibility.

use rustc_hash::{FxHashMap, FxHashSet};

use super::chain::is_starved;
use super::edit::Fact;
use super::literal::{Change, Source, changes, contradiction, literals_of};
use crate::text::task::{Condition, ObjectId, PredicateId, Task, Term, TypeId};

/// How odd actions and rules are.
pub(super) fn of_domain(task: &Task, stated: &FxHashSet<PredicateId>) -> f64 {
    let changes = changes(task);
    let mut points = 0.0;
    let mut sources: Vec<&[Change<'_>]> = changes.chunk_by(|one, other| one.source == other.source).collect();
    points += of_predicates(task, &changes, stated);
    points += of_types(task);
    for own in &sources {
        points += of_source(task, own);
    }
    sources.retain(|own| own[0].source.schema().is_some());
    for (at, one) in sources.iter().enumerate().filter(|_| sources.len() <= MAX_TWINS) {
        points += sources[..at].iter().map(|other| of_twins(task, other, one)).sum::<f64>();
    }
    points
}

/// More actions are not compared with each other.
const MAX_TWINS: usize = 100;

/// What is odd about one action or rule.
fn of_source(task: &Task, own: &[Change<'_>]) -> f64 {
    let mut points = 0.0;
    let first = &own[0];
    if contradiction(&first.literals).is_some() {
        points += 4.0;
    }
    let literals = &first.literals;
    for (at, one) in literals.iter().enumerate() {
        let is_again =
            literals[..at].iter().any(|other| other.positive == one.positive && other.is_of(one.atom));
        points += if is_again { 4.0 } else { 0.0 };
        // One thing twice, of two arguments of one type.
        points += if is_twice(&one.atom.arguments) { 3.0 } else { 0.0 };
    }
    for (at, change) in own.iter().enumerate() {
        if change.asks_for_itself().is_some() {
            points += 4.0;
        }
        let same = |other: &&Change<'_>| {
            other.atom.arguments == change.atom.arguments && other.is(other.adds, change.atom.predicate)
        };
        for other in own[..at].iter().filter(same) {
            let all: Vec<_> = other.literals.iter().chain(&change.literals).copied().collect();
            let is_apart = contradiction(&all).is_some()
                || !other.rest.is_empty()
                || !change.rest.is_empty()
                || change.adds != other.adds && change.is_otherwise(other);
            points += if is_apart { 0.0 } else { 3.0 };
        }
        points += if is_twice(&change.atom.arguments) { 3.0 } else { 0.0 };
        // What is taken away is mostly asked for.
        let is_asked = change.literals.iter().any(|one| one.positive && one.is_of(&change.atom));
        points += if change.adds || is_asked { 0.0 } else { 2.5 };
    }
    // Parameters that nothing binds, or nothing uses.
    let asked = |slot: u32| {
        let is_it = |term: &Term| *term == Term::Variable(slot);
        let mut rest = own.iter().flat_map(|change| &change.rest);
        own.iter().any(|change| {
            change.literals.iter().any(|one| one.positive && one.atom.arguments.iter().any(is_it))
        }) || rest.any(|part| mentions(part.condition, slot))
    };
    let given = |slot: u32| own.iter().any(|change| change.atom.arguments.contains(&Term::Variable(slot)));
    let parameters = match first.source {
        Source::Action(at) => task.schemas[at].parameters.len(),
        Source::Rule(at) => task.axioms[at].parameters.len(),
    };
    for slot in (0..).take(parameters) {
        points += match (asked(slot), given(slot)) {
            (false, true) => 1.5,
            (false, false) => 3.0,
            _ => 0.0,
        };
    }
    points
}

fn mentions(condition: &Condition, slot: u32) -> bool {
    match condition {
        Condition::Atom(atom) => atom.arguments.contains(&Term::Variable(slot)),
        Condition::Equal(..) => false,
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

/// What is odd about where facts come from and go.
fn of_predicates(task: &Task, changes: &[Change<'_>], stated: &FxHashSet<PredicateId>) -> f64 {
    let mut points = 0.0;
    let read = reads(task, changes);
    // An action that only takes away, and not what is there, or what anything asks to be gone.
    let asks =
        |change: &Change<'_>| change.literals.iter().any(|one| one.positive && one.is_of(&change.atom));
    let is_useful = |change: &Change<'_>| read.contains(&(change.atom.predicate, false)) && asks(change);
    let by_source = changes.chunk_by(|one, other| one.source == other.source);
    points += 2.0 * count(by_source.filter(|own| !own.iter().any(|one| one.adds || is_useful(one))).count());
    for predicate in task.predicates.ids() {
        let of = |adds: bool| changes.iter().filter(move |change| change.is(adds, predicate));
        let is_read = [true, false].map(|sign| read.contains(&(predicate, sign)));
        let is_made = stated.contains(&predicate) || of(true).next().is_some();
        // A word that is written only where nothing reads it, or read where nothing writes it, stands for another.
        points += match (is_read[0], is_made) {
            (true, false) => 4.0,
            (false, true) if !is_read[1] && of(true).next().is_none() => 3.0,
            (false, true) if !is_read[1] => 1.5,
            (false, false) if is_read[1] => 3.0,
            (false, false) if of(false).next().is_some() => 2.0,
            _ => 0.0,
        };
        points += if is_read[0] && is_starved(changes, predicate, true) { 1.0 } else { 0.0 };
        points += if is_read[1] && is_starved(changes, predicate, false) { 1.5 } else { 0.0 };
    }
    points
}

/// What is odd about types: that there are objects of one, and nothing asks for it.
fn of_types(task: &Task) -> f64 {
    let declared = task.predicate_info.iter().flat_map(|one| &one.parameters).flatten();
    let taken = task.schemas.iter().flat_map(|schema| &schema.parameters).flat_map(|one| &one.types);
    let named: FxHashSet<TypeId> = declared.chain(taken).copied().collect();
    let own: FxHashSet<TypeId> = task.object_types.iter().flatten().copied().collect();
    count(own.difference(&named).count())
}

/// What is odd about two actions: that they are the same, or that one nearly takes back what the other does.
fn of_twins(task: &Task, one: &[Change<'_>], other: &[Change<'_>]) -> f64 {
    let written = |own: &[Change<'_>]| -> FxHashSet<(String, bool)> {
        let effects = own.iter().map(|change| (change.act(task), true));
        let conditions = own
            .iter()
            .flat_map(|change| change.literals.iter().map(|one| (one.show(task, &change.variables), false)));
        effects.chain(conditions).collect()
    };
    if written(one) == written(other) && one.iter().all(|change| change.rest.is_empty()) {
        return 4.0;
    }
    // Two ways to the same, where nothing is left open.
    let act = |one: &Change<'_>| one.variables.is_empty().then(|| one.act(task));
    let acts = |own: &[Change<'_>]| own.iter().map(act).collect::<Option<Vec<String>>>();
    if acts(one).is_some_and(|these| acts(other) == Some(these)) {
        return 1.5;
    }
    // The atoms of each, added and deleted, and the best way to match their variables: by name.
    let names = |own: &[Change<'_>], turned: bool| -> Vec<(PredicateId, Vec<String>, bool)> {
        let name = |change: &Change<'_>, term: &Term| match term {
            Term::Variable(slot) => change.variables[*slot as usize].name.clone(),
            Term::Object(object) => task.objects.name(*object).to_owned(),
        };
        own.iter()
            .map(|change| {
                (
                    change.atom.predicate,
                    change.atom.arguments.iter().map(|term| name(change, term)).collect(),
                    change.adds != turned,
                )
            })
            .collect()
    };
    let (left, right) = (names(one, false), names(other, true));
    let heads = |all: &[(PredicateId, Vec<String>, bool)]| {
        let mut heads: Vec<(PredicateId, bool)> =
            all.iter().map(|(predicate, _, adds)| (*predicate, *adds)).collect();
        heads.sort_unstable();
        heads
    };
    let (heads, theirs) = (heads(&left), heads(&right));
    let mut rest = theirs.clone();
    let common = heads
        .iter()
        .filter(|head| rest.iter().position(|one| one == *head).map(|at| rest.remove(at)).is_some());
    let common = common.count();
    let apart = heads.len() + theirs.len() - 2 * common;
    if common < 2 || apart > 1 {
        return 0.0;
    }
    let weight = if heads.len().max(theirs.len()) > 2 { 1.0 } else { 0.5 };
    if apart == 1 {
        return -weight;
    }
    // The same effects the other way round: the arguments should agree.
    let types = |own: &[Change<'_>], name: &str| {
        let mut all = own.iter().flat_map(|change| &change.variables);
        all.find(|one| one.name == name).map(|one| one.types.clone())
    };
    let mut match_of: FxHashMap<&str, &str> = FxHashMap::default();
    let mut wrong = 0;
    for (predicate, arguments, adds) in &left {
        let Some((_, others, _)) = right.iter().find(|(other, _, sign)| other == predicate && sign == adds)
        else {
            continue;
        };
        let fits = |(mine, its): (&String, &String)| {
            match_of.get(mine.as_str()).map_or(types(one, mine) == types(other, its), |known| known == its)
        };
        if arguments.iter().zip(others).all(fits) {
            match_of.extend(arguments.iter().map(String::as_str).zip(others.iter().map(String::as_str)));
        } else {
            wrong += 1;
        }
    }
    if wrong == 0 { -2.0 * weight } else { 0.0 }
}

/// Of more facts, nothing is said.
const MAX_ROWS: usize = 300;

/// What the facts of a predicate have in common, but for a few.
pub(super) struct Rows<'a> {
    given: Vec<&'a [ObjectId]>,
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
    pub(super) fn of(task: &'a Task, predicate: PredicateId, is_fluent: bool, is_moving: bool) -> Self {
        let declared = &task.predicate_info[predicate.index()].parameters;
        let rows: Vec<&[ObjectId]> =
            task.init.iter().filter(|fact| fact.0 == predicate).map(|fact| fact.1).collect();
        let totals = declared.iter().map(|types| task.objects_of(types).count()).collect();
        let pairs = (0..declared.len()).flat_map(|two| (0..two).map(move |one| (one, two)));
        let keys =
            pairs.clone().filter(|pair| declared.len() > 2 && rows.len() > 3 && again(&rows, *pair) == 0);
        let keys = keys.collect();
        let both_ways = pairs.filter(|pair| {
            let lonely = lonely(&rows, *pair);
            !is_fluent && !rows.is_empty() && lonely * 2 <= rows.len()
        });
        let both_ways: Vec<(usize, usize)> = both_ways.collect();
        let is_acyclic = declared.len() == 2 && rows.len() > usize::from(!is_fluent) && !is_cyclic(&rows);
        let once = |at: usize| counts(&rows, at).values().all(|many| *many == 1);
        let is_chain = is_acyclic && !is_fluent && declared[0] == declared[1] && once(0) && once(1);
        // From one thing, links lead to any number of others.
        let is_graph = !is_fluent && !is_chain && declared.len() == 2 && declared[0] == declared[1];
        let (mut full, mut single) = (Vec::new(), Vec::new());
        for (at, types) in declared.iter().enumerate() {
            let times = counts(&rows, at);
            let total = task.objects_of(types).count();
            // A chain has ends.
            if !is_chain && (total > 1 && times.len() * 3 >= total * 2 || (total == 2 && times.len() == 1)) {
                full.push(at);
            }
            let several = times.values().filter(|many| **many > 1).count();
            let is_place = is_fluent && at + 1 == declared.len();
            if (declared.len() > 1 && rows.len() > usize::from(!is_fluent) || is_fluent && rows.len() == 1)
                && several * 3 <= times.len()
                && !is_place
                && !is_graph
                && both_ways.is_empty()
            {
                single.push(at);
            }
        }
        let is_one = is_moving && declared.len() == 1 && rows.len() == 1;
        Self { given: rows, totals, both_ways, full, single, keys, is_acyclic, is_chain, is_one }
    }

    /// How much less the facts are like that when some take the places of others.
    pub(super) fn worse(&self, predicate: PredicateId, old: &[Fact], new: &[Fact]) -> f64 {
        if self.given.len() > MAX_ROWS {
            return 0.0;
        }
        let kept = self
            .given
            .iter()
            .copied()
            .filter(|row| !old.iter().any(|old| old.0 == predicate && old.1 == *row));
        let after: Vec<&[ObjectId]> =
            kept.chain(new.iter().filter(|fact| fact.0 == predicate).map(|fact| fact.1.as_slice())).collect();
        self.broken(&after) - self.broken(&self.given)
    }

    /// How far facts are from it.
    fn broken(&self, rows: &[&[ObjectId]]) -> f64 {
        let mut points = 0.0;
        for pair in &self.both_ways {
            points += 2.0 * count(lonely(rows, *pair));
        }
        for at in &self.full {
            let missing = self.totals[*at].saturating_sub(counts(rows, *at).len());
            points += 1.5 * count(missing);
        }
        for at in &self.single {
            let several = counts(rows, *at).values().filter(|many| **many > 1).count();
            points += 1.5 * count(several);
        }
        points += self.keys.iter().map(|pair| 2.0 * count(again(rows, *pair))).sum::<f64>();
        points += if self.is_one && rows.len() != 1 { 3.0 } else { 0.0 };
        points += if self.is_acyclic && is_cyclic(rows) { 3.0 } else { 0.0 };
        if self.is_chain {
            // Objects that follow each other are mostly declared one after the other.
            let far = |row: &&[ObjectId]| row[0].index().abs_diff(row[1].index());
            points += 1.5 * count(pieces(rows)) + 0.3 * count(rows.iter().map(far).sum());
        }
        // One object twice in a fact, where it is in none.
        let twice = |rows: &[&[ObjectId]]| rows.iter().any(|row| is_twice(row));
        points + if twice(rows) && !twice(&self.given) { 3.0 } else { 0.0 }
    }
}

/// A number as points.
pub(super) fn count(number: usize) -> f64 {
    f64::from(u32::try_from(number).unwrap_or(u32::MAX))
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
