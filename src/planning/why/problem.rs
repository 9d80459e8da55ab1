//! All single changes to a problem that a slip of writing would explain: to the goal, and to the facts of `:init`.
//!
//! In: a task, and what its goal lacks. Out: [`Edit`]s.

use rustc_hash::FxHashSet;

use super::chain::Chain;
use super::edit::{Edit, Fact, Kind, Patch, Piece, Site};
use super::literal::{literals_of, show_literal};
use super::oddity;
use super::rewrites::Mutations;
use crate::base::source::Span;
use crate::text::task::{Atom, Condition, ObjectId, PredicateId, Term};

/// At most this many goals, facts, and facts of a predicate to be exchanged are looked at.
const MAX_GOALS: usize = 40;
const MAX_FACTS: usize = 400;
const MAX_EXCHANGED: usize = 8;

impl Mutations<'_> {
    pub(super) fn goal(&self) -> Vec<Edit> {
        let task = self.task;
        let site = Site::Goal;
        let changed = self.condition(&task.goal, &[], true).into_iter();
        let mut found: Vec<Edit> = changed
            .map(|(kind, new, old, piece)| Edit {
                site,
                kind,
                old,
                new: piece,
                patch: Patch::Condition(new.unwrap_or_default()),
            })
            .collect();
        // A goal that is there already takes no other's place: that only drops the other.
        let asked = literals_of((&task.goal, true));
        found.retain(|edit| {
            let is_it =
                |new: &(Atom, bool)| asked.iter().any(|one| one.positive == new.1 && one.is_of(&new.0));
            !matches!(edit.kind, Kind::Argument | Kind::Predicate) || !edit.literals()[1].is_some_and(is_it)
        });
        let Condition::And(parts) = &task.goal else { return found };
        let atoms = parts.iter().enumerate().filter_map(|(at, part)| match part {
            Condition::Atom(atom) => Some((at, atom)),
            _ => None,
        });
        let atoms: Vec<(usize, &Atom)> = atoms.take(MAX_GOALS).collect();
        // All facts of a predicate the other way round.
        for (index, (_, first)) in atoms.iter().enumerate() {
            let is_alike = |atom: &Atom| atom.predicate == first.predicate && atom.arguments.len() == 2;
            let is_several = atoms[index + 1..].iter().any(|(_, one)| is_alike(one));
            let mut new = parts.clone();
            let mut turned = None;
            for part in &mut new {
                if let Condition::Atom(atom) = part
                    && is_alike(atom)
                {
                    atom.arguments.reverse();
                    turned = turned.or_else(|| Some(Piece::of(task, part, &[])));
                }
            }
            if is_alike(first) && is_several && !atoms[..index].iter().any(|(_, one)| is_alike(one)) {
                let (old, patch) =
                    (Some(Piece::literal(task, first, true, &[])), Patch::Condition(Condition::And(new)));
                found.push(Edit { site, kind: Kind::Permute, old, new: turned, patch });
            }
        }
        for (index, (two, second)) in atoms.iter().enumerate() {
            for (one, first) in atoms[..index].iter().filter(|(_, first)| first.predicate == second.predicate)
            {
                for at in
                    (1..first.arguments.len()).filter(|at| first.arguments[*at] != second.arguments[*at])
                {
                    let (mut left, mut right) = ((*first).clone(), (*second).clone());
                    std::mem::swap(&mut left.arguments[at], &mut right.arguments[at]);
                    let both = |left: &Atom, right: &Atom| {
                        let texts = [left, right].map(|atom| show_literal(task, atom, true, &[]));
                        Piece { text: texts.join(" and "), literal: None, span: second.span }
                    };
                    let (old, new) = (Some(both(first, second)), Some(both(&left, &right)));
                    let mut parts = parts.clone();
                    (parts[*one], parts[*two]) = (Condition::Atom(left), Condition::Atom(right));
                    let patch = Patch::Condition(Condition::And(parts));
                    found.push(Edit { site, kind: Kind::Swap, old, new, patch });
                }
            }
        }
        found
    }

    pub(super) fn facts(&self, chain: &Chain<'_>) -> Vec<Edit> {
        let task = self.task;
        let mut found = Vec::new();
        let known: FxHashSet<Fact> =
            task.init.iter().map(|(predicate, objects)| (predicate, objects.to_vec())).collect();
        let mut seen = FxHashSet::default();
        let mut put = |kind: Kind, old: Option<&Fact>, new: Option<Fact>| {
            let is_known = new.as_ref().is_some_and(|new| known.contains(new));
            if !is_known && seen.insert((old.cloned(), new.clone())) {
                let patch =
                    Patch::Facts(old.cloned().into_iter().collect(), new.clone().into_iter().collect());
                let [old, new] = [old, new.as_ref()].map(|fact| fact.map(|fact| Piece::fact(task, fact)));
                found.push(Edit { site: Site::Init, kind, old, new, patch });
            }
        };
        // Facts that are asked for, then all of the predicates that have few.
        for pattern in (0..chain.nodes.len()).filter_map(|node| chain.fact(node)) {
            if pattern.positive && self.is_base(pattern.predicate) {
                for objects in self.tuples(pattern.predicate, &pattern.arguments) {
                    put(Kind::Add, None, Some((pattern.predicate, objects)));
                }
            }
        }
        let read = oddity::reads(task, &chain.changes);
        let is_base = |one: PredicateId| {
            self.is_base(one) && [true, false].iter().any(|sign| read.contains(&(one, *sign)))
        };
        for predicate in task.predicates.ids().filter(|one| is_base(*one)) {
            for objects in self.tuples(predicate, &vec![None; self.declared(predicate).len()]) {
                put(Kind::Add, None, Some((predicate, objects)));
            }
        }
        for (predicate, objects) in task.init.iter().take(MAX_FACTS) {
            let fact = (predicate, objects.to_vec());
            put(Kind::Drop, Some(&fact), None);
            let terms: Vec<Term> = objects.iter().copied().map(Term::Object).collect();
            let atom = Atom { predicate, arguments: terms, span: Span::default() };
            // Of many facts, none is suspected of naming another object.
            let is_one_of_many = chain.stated(predicate).nth(MAX_GOALS).is_some();
            let others = self.atoms(&atom, &[]).into_iter();
            for (kind, other) in others.filter(|one| one.0 == Kind::Permute || !is_one_of_many) {
                let new = Piece::literal(task, &other, true, &[]).objects();
                if let Some(new) = new.filter(|_| kind != Kind::Predicate || is_base(other.predicate)) {
                    put(kind, Some(&fact), Some((other.predicate, new)));
                }
            }
        }
        found.extend(self.exchanged(chain));
        found
    }

    /// Two facts that exchange their last objects.
    fn exchanged(&self, chain: &Chain<'_>) -> Vec<Edit> {
        let task = self.task;
        let mut found = Vec::new();
        for predicate in task.predicates.ids().filter(|one| self.declared(*one).len() > 1) {
            let rows: Vec<&[ObjectId]> = chain.stated(predicate).take(MAX_EXCHANGED).collect();
            let last = self.declared(predicate).len() - 1;
            for (at, two) in rows.iter().enumerate() {
                for one in
                    rows[..at].iter().filter(|one| one[last] != two[last] && one[..last] != two[..last])
                {
                    let (mut left, mut right) = (one.to_vec(), two.to_vec());
                    std::mem::swap(&mut left[last], &mut right[last]);
                    if rows.contains(&&left[..]) || rows.contains(&&right[..]) {
                        continue;
                    }
                    let both = |one: &[ObjectId], two: &[ObjectId]| {
                        let texts = [one, two].map(|objects| task.show_atom(predicate, objects));
                        Some(Piece { text: texts.join(" and "), literal: None, span: Span::default() })
                    };
                    let (old, new) = (both(one, two), both(&left, &right));
                    let facts = |rows: [Vec<ObjectId>; 2]| rows.map(|row| (predicate, row)).to_vec();
                    let patch = Patch::Facts(facts([one.to_vec(), two.to_vec()]), facts([left, right]));
                    found.push(Edit { site: Site::Init, kind: Kind::Swap, old, new, patch });
                }
            }
        }
        found
    }

    /// The tuples of objects that some arguments leave open.
    fn tuples(&self, predicate: PredicateId, arguments: &[Option<ObjectId>]) -> Vec<Vec<ObjectId>> {
        let mut tuples: Vec<Vec<ObjectId>> = vec![Vec::new()];
        for (types, argument) in self.declared(predicate).iter().zip(arguments) {
            let values: Vec<ObjectId> = match argument {
                Some(object) => vec![*object],
                None => self.task.objects_of(types).collect(),
            };
            let longer = |tuple: Vec<ObjectId>| {
                let values = values.iter().filter(|object| argument.is_some() || !tuple.contains(object));
                values.map(|object| tuple.iter().copied().chain([*object]).collect()).collect::<Vec<Vec<_>>>()
            };
            tuples = tuples.into_iter().flat_map(longer).take(MAX_FACTS).collect();
        }
        tuples
    }
}
