//! Changes to objects: one declared with another type, and one more of a type, with what is said of it.
//!
//! In: a task, and what its goal lacks. Out: [`Edit`]s. One more object comes as another of its type does, or with what
//! the actions ask of it; a bounded number of them.

use rustc_hash::{FxHashMap, FxHashSet};

use super::rewrites::Mutations;
use crate::why::chain::Chain;
use crate::why::chain::ways::Node;
use crate::why::edit::{Edit, EditKind, Gaps, Patch, Piece, Site, show_row};
use crate::why::literal::{Change, Literal, distinct, literals_of};
use crate::why::rows::keys_of;
use banto_base::source::Span;
use banto_text::task::{ObjectId, PredicateId, Term, TypeSet};

/// At most this many different objects of a type are taken as examples.
const MAX_ALIKE: usize = 40;

/// At most this many facts come with one more object, and that many rows of each are tried.
const MAX_PROFILE: usize = 8;

/// A position of a predicate.
type Position = (PredicateId, usize);

impl<'a> Mutations<'a> {
    /// Objects of other types, and one more object.
    pub(crate) fn objects(&self, chain: &Chain<'a>, found: &mut Vec<Edit>) {
        let task = self.task;
        let piece = |text: String| Some(Piece { text, literal: None, span: Span::default() });
        let taken = task.schemas.iter().flat_map(|schema| &schema.parameters).map(|one| &one.types);
        let taken: Vec<&TypeSet> = distinct(taken);
        let mut uses: FxHashMap<ObjectId, FxHashSet<&TypeSet>> = FxHashMap::default();
        let facts = task.init.iter().map(|(predicate, row)| (row, self.declared(predicate)));
        let values =
            task.values.iter().map(|(function, row)| (row, &task.function_types[function.index()][..]));
        for (object, types) in facts.chain(values).flat_map(|(row, declared)| row.iter().zip(declared)) {
            uses.entry(*object).or_default().insert(types);
        }
        let goal = literals_of((&task.goal, true)).into_iter().flat_map(|one| self.arguments(one.atom));
        for (term, types) in chain.changes.iter().flat_map(|change| self.uses(change)).chain(goal) {
            if let Term::Object(object) = term {
                uses.entry(object).or_default().insert(types);
            }
        }
        let is_empty = chain.nodes.iter().any(|node| matches!(node, Node::Empty { .. }))
            || chain.empty_types().next().is_some();
        for types in taken {
            if self.is_over(found) {
                return;
            }
            let shown = task.types.show(types);
            let is_first = task.objects_of(types).next().is_none();
            for (object, own) in task.objects.ids().zip(&task.object_types) {
                let fits = |of: &&TypeSet| task.types.fits(types, of);
                let may_be = uses.get(&object).is_none_or(|uses| uses.iter().all(fits));
                if may_be && (!task.types.fits(own, types) || is_first && own != types) {
                    let (old, new) = (piece(task.objects.name(object).to_owned()), piece(shown.clone()));
                    let patch = Patch::Typed(object, types.clone());
                    found.push(Edit { site: Site::Objects, kind: EditKind::Type, old, new, patch });
                }
            }
            if is_empty || !is_first {
                let an = if is_first { "an" } else { "another" };
                let new = piece(format!("{an} object of type {shown}"));
                let patch = Patch::Object(types.clone(), Vec::new());
                found.push(Edit { site: Site::Objects, kind: EditKind::Add, old: None, new, patch });
            }
            if is_first {
                found.extend(self.needed(chain, types).into_iter().map(|facts| self.object(types, facts)));
            }
        }
        for types in distinct(task.object_types.iter().filter(|_| !self.is_over(found))) {
            found.extend(self.profiles(types).into_iter().map(|facts| self.object(types, facts)));
        }
    }

    /// One more object of a type, with facts about it.
    fn object(&self, types: &TypeSet, facts: Vec<Gaps>) -> Edit {
        let (task, shown) = (self.task, self.task.types.show(types));
        let said: Vec<String> = facts.iter().map(|(of, row)| show_row(task, *of, row)).collect();
        let an = if task.objects_of(types).next().is_none() { "an" } else { "another" };
        let text = format!("{an} object of type {shown} and {} in :init", said.join(" and "));
        let new = Some(Piece { text, literal: None, span: Span::default() });
        Edit {
            site: Site::Objects,
            kind: EditKind::Add,
            old: None,
            new,
            patch: Patch::Object(types.clone(), facts),
        }
    }

    /// The positions at which actions ask for facts about an object of a type, those of stated predicates first.
    fn asked(&self, chain: &Chain<'a>, types: &TypeSet) -> Vec<Position> {
        let mut asked: Vec<Position> = Vec::new();
        for change in &chain.changes {
            let is_it = |term: &Term| match term {
                Term::Variable(slot) => {
                    change.variables.get(*slot as usize).is_some_and(|one| one.types == *types)
                }
                Term::Object(_) => false,
            };
            asked.extend(self.needs(change).filter(|(_, term)| is_it(term)).map(|(position, _)| position));
        }
        let mut asked = distinct(asked);
        asked.sort_by_key(|one| !chain.is_stated(one.0));
        asked
    }

    /// The arguments of the facts that a change needs, with their positions.
    fn needs(&self, change: &Change<'a>) -> impl Iterator<Item = (Position, Term)> {
        let facts = change.literals.iter().filter(|one| one.positive && self.is_base(one.atom.predicate));
        facts.flat_map(|Literal { atom, .. }| {
            atom.arguments.iter().enumerate().map(|(at, term)| ((atom.predicate, at), *term))
        })
    }

    /// The positions at which an object can come to stand that stands at some, by what actions need of it.
    fn obtained(&self, chain: &Chain<'a>, asked: &[Position], first: &[Position]) -> Vec<Position> {
        let mut held = first.to_vec();
        let gives = |change: &Change<'a>, at: usize, held: &[Position]| {
            let object = change.atom.arguments[at];
            self.needs(change).all(|(position, term)| term != object || held.contains(&position))
        };
        let is_next = |(of, at): &Position, held: &[Position]| {
            !held.contains(&(*of, *at)) && chain.changes_of(true, *of).any(|one| gives(one, *at, held))
        };
        while let Some(next) = asked.iter().find(|one| is_next(one, &held)) {
            held.push(*next);
        }
        held
    }

    /// Facts to add with an object of a type that has none: those that actions ask of it and none gives to an object of
    /// which nothing holds. Where they name other objects, with any of these.
    fn needed(&self, chain: &Chain<'a>, types: &TypeSet) -> Vec<Vec<Gaps>> {
        let task = self.task;
        let asked = self.asked(chain, types);
        let mut given: Vec<Position> = Vec::new();
        for one in &asked {
            if !self.obtained(chain, &asked, &given).contains(one) {
                given.push(*one);
            }
        }
        let mut found: Vec<Vec<Gaps>> = vec![Vec::new()];
        for (predicate, at) in &given {
            let mut rows: Vec<Vec<Option<ObjectId>>> = vec![Vec::new()];
            for (place, of) in self.declared(*predicate).iter().enumerate() {
                let objects = if place == *at { vec![None] } else { task.objects_of(of).map(Some).collect() };
                let longer =
                    |row: Vec<_>| objects.iter().map(move |one| [&row[..], &[*one]].concat()).collect();
                rows = rows.into_iter().flat_map::<Vec<_>, _>(longer).take(MAX_PROFILE).collect();
            }
            let with = |facts: Vec<Gaps>| {
                rows.iter().map(move |row| [&facts[..], &[(*predicate, row.clone())]].concat()).collect()
            };
            found = found.into_iter().flat_map::<Vec<_>, _>(with).take(MAX_PROFILE * MAX_PROFILE).collect();
        }
        found.retain(|facts| !facts.is_empty());
        found
    }

    /// For objects of a type, their facts of `:init` with a gap in the place of each, to add with one more object like
    /// it. Without facts that can be true of one object alone.
    fn profiles(&self, types: &TypeSet) -> Vec<Vec<Gaps>> {
        let mut known: FxHashMap<PredicateId, Vec<u32>> = FxHashMap::default();
        let mut found = Vec::new();
        let own = self.task.objects.ids().zip(&self.task.object_types).filter(|one| one.1 == types);
        for (object, _) in own.take(MAX_ALIKE) {
            let mut facts = Vec::new();
            for (predicate, row) in self.task.init.iter().filter(|(_, row)| row.contains(&object)) {
                let keys = known.entry(predicate).or_insert_with(|| keys_of(self.task, predicate));
                let is_other = |key: &u32| (0..row.len()).all(|at| key >> at & 1 == 0 || row[at] != object);
                if !keys.iter().any(is_other) {
                    let gap = |one: &ObjectId| Some(*one).filter(|one| *one != object);
                    facts.push((predicate, row.iter().map(gap).collect()));
                }
            }
            if (1..=MAX_PROFILE).contains(&facts.len())
                && !found.contains(&facts)
                && found.len() < MAX_PROFILE
            {
                found.push(facts);
            }
        }
        found
    }
}
