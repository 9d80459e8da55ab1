//! How rare a slip is, by what it changes, before anything is tried. What helps almost anywhere, such as dropping a
//! condition, says less than what rarely does, such as exchanging two arguments.
//!
//! In: a change. Out: its doubt; a point is about a factor of two in plausibility.

mod condition;

use super::chain::Chain;
use super::edit::{Edit, Fact, Kind, Patch, Site};
use super::literal::{Change, Pattern, Source, distinct, literals_of};
use super::oddity::{self, count};
use crate::text::task::{Atom, ObjectId, PredicateId, Term, TypeId, Types};

/// Whether two names have a word in common, or nearly: `wash` and `is-washed`.
fn share_part(one: &str, other: &str) -> bool {
    let is_stem = |one: &str, other: &str| one.len() > 2 && other.starts_with(one);
    let parts = |name: &str| -> Vec<String> {
        name.split(['-', '_'])
            .map(|part| part.to_ascii_lowercase().trim_end_matches('e').to_owned())
            .collect()
    };
    let (ours, theirs) = (parts(one), parts(other));
    ours.iter().any(|part| theirs.iter().any(|of| is_stem(part, of) || is_stem(of, part)))
}

/// The points of what is so.
pub(in crate::planning::why) fn sum<const N: usize>(points: [(bool, f64); N]) -> f64 {
    points.iter().filter(|(is_so, _)| *is_so).map(|(_, points)| points).sum()
}

impl Chain<'_> {
    pub(in crate::planning::why) fn prior(&self, edit: &Edit) -> f64 {
        let task = self.task();
        match edit.site {
            Site::Condition(source) => self.prior_of_condition(edit, source),
            Site::Effect(schema) => self.prior_of_effect(edit, schema),
            Site::Init => self.prior_of_fact(edit),
            Site::Goal if matches!(edit.kind, Kind::Negate | Kind::Quantifier) => 6.0,
            Site::Goal if matches!(edit.kind, Kind::Type | Kind::Permute) => 2.5,
            Site::Goal if self.is_misfit(edit) => 2.0,
            Site::Goal if self.is_granted(edit) => 3.0,
            Site::Goal => 4.5,
            Site::Parameter(schema) => {
                let Patch::Parameters(slots, types) = &edit.patch else { return 5.0 };
                let own = &task.schemas[schema].parameters[slots[0]].types;
                let is_empty = task.objects_of(own).next().is_none();
                let is_narrow = !task.types.fits(own, types);
                // With other types, it would add what is lacking.
                let is_awaited = self.nodes.iter().any(|node| self.is_excluded(node, schema, &edit.patch));
                2.0 + sum([
                    (is_narrow, 2.0),
                    (is_empty, 2.0),
                    (types.contains(&Types::object()), 1.5),
                    // What can never be taken is where to look.
                    (self.is_barred(Source::Action(schema)), -2.0),
                    (is_awaited, -1.5),
                ]) + self.name_elsewhere(schema, slots[0])
                    + 0.5 * count(slots.len() - 1)
            }
            Site::Objects => {
                let (Patch::Typed(_, types) | Patch::Object(types)) = &edit.patch else { return 5.0 };
                let is_empty = task.objects_of(types).next().is_none();
                3.5 + sum([(edit.kind == Kind::Add, -0.5), (is_empty, -2.0), (self.is_lacking(types), -2.0)])
            }
        }
    }

    /// Whether what lacks for one object of the goal is in `:init` for another, of which the goal says nothing else.
    fn is_granted(&self, edit: &Edit) -> bool {
        let [Some((old, true)), Some((new, true))] = edit.literals() else { return false };
        let mut changed = old.arguments.iter().zip(&new.arguments).filter(|(one, other)| one != other);
        let Some((Term::Object(from), Term::Object(to))) = changed.next() else { return false };
        let is_lacking = |fact: &Pattern| {
            let other = |one: &Option<ObjectId>| one.map(|one| if one == *from { *to } else { one });
            let instead: Option<Vec<ObjectId>> = fact.arguments.iter().map(other).collect();
            let is_fixed = fact.positive && !self.is_changed(fact.predicate);
            is_fixed
                && fact.arguments.contains(&Some(*from))
                && instead.is_some_and(|instead| self.stated(fact.predicate).any(|row| row == instead))
        };
        let first = |atom: &Atom| atom.arguments.first().copied().filter(|_| atom.arguments.len() > 1);
        let is_double = literals_of((&self.task().goal, true)).into_iter().any(|goal| {
            goal.atom.predicate == new.predicate && goal.atom != old && first(goal.atom) == first(new)
        });
        edit.kind == Kind::Argument
            && !is_double
            && (0..self.nodes.len()).filter_map(|node| self.fact(node)).any(is_lacking)
    }

    /// How the other parameters with the name of one speak for its type: all of them, or none.
    fn name_elsewhere(&self, schema: usize, slot: usize) -> f64 {
        let schemas = &self.task().schemas;
        let own = &schemas[schema].parameters[slot];
        let others = schemas.iter().enumerate().filter(|(at, _)| *at != schema);
        let same = others.flat_map(|(_, one)| &one.parameters).filter(|one| one.name == own.name);
        let types: Vec<bool> = same.map(|one| one.types == own.types).collect();
        match (types.contains(&true), types.contains(&false)) {
            (true, false) => 1.5,
            (false, true) => -1.0,
            _ => 0.0,
        }
    }

    /// Whether the goal names an object of one kind where an action only ever puts one of another.
    fn is_misfit(&self, edit: &Edit) -> bool {
        let [Some((atom, true)), Some((new, true))] = edit.literals() else { return false };
        let kinds = |term: &Term| -> Vec<PredicateId> {
            let Term::Object(object) = term else { return Vec::new() };
            self.kinds.iter().filter(|(_, all)| all.contains(object)).map(|(kind, _)| *kind).collect()
        };
        let mut changed = atom.arguments.iter().zip(&new.arguments).filter(|(one, other)| one != other);
        edit.kind == Kind::Argument
            && changed.all(|(one, other)| {
                let (one, other) = (kinds(one), kinds(other));
                !one.is_empty() && !other.is_empty() && !one.iter().any(|kind| other.contains(kind))
            })
    }

    fn prior_of_effect(&self, edit: &Edit, schema: usize) -> f64 {
        let [old, new] = edit.literals();
        let task = self.task();
        let own =
            |adds: bool, atom: &Atom| self.change_by(Source::Action(schema), adds, atom.predicate).is_some();
        let is_back = edit.kind == Kind::Add
            && new.is_some_and(|(atom, adds)| self.mirrored(schema, atom, *adds).is_some());
        // What others make already is hardly forgotten, and what nothing changes is hardly meant to change.
        let made = new.map_or(0.0, |(atom, adds)| {
            let is_made = !is_back && self.changes_of(*adds, atom.predicate).next().is_some();
            let is_fixed = !self.is_changed(atom.predicate) && self.is_stated(atom.predicate);
            sum([(is_made, 1.5), (is_fixed, 2.5)])
        });
        // What moves is taken away at one place and given at another.
        let moves = sum([(old.is_some_and(|(atom, adds)| !adds && own(true, atom)), 1.0)]);
        // What goes, or what comes, has a word in common with the action.
        let kin = || {
            let [gone, come] = [&edit.old, &edit.new].map(|piece| {
                let mut words = piece.iter().flat_map(|piece| piece.text.split([' ', '(', ')']));
                words.any(|word| !word.starts_with('?') && share_part(word, &task.schemas[schema].name))
            });
            sum([(come && !gone, -1.0), (gone && !come, 1.0)])
        };
        match edit.kind {
            Kind::Add => {
                let Some((atom, adds)) = new else { return 3.0 };
                let own = |adds: bool| {
                    let own = self.changes_by(Source::Action(schema)).iter();
                    own.filter(|change| change.is(adds, atom.predicate)).count()
                };
                let (gives, takes) = (own(*adds), own(!adds));
                let is_kin = share_part(task.predicates.name(atom.predicate), &task.schemas[schema].name);
                // What only the goal denies is made for good.
                let is_final = !adds
                    && !self.changes.iter().any(|change| {
                        change.is(false, atom.predicate)
                            || change
                                .literals
                                .iter()
                                .any(|one| !one.positive && one.atom.predicate == atom.predicate)
                    });
                let near = [
                    (is_final, 3.5),
                    // What is moved is put down as often as it is taken up.
                    (takes > gives, -1.0),
                    (takes > 0 && takes <= gives, 2.0),
                    (is_kin, -1.0),
                    (is_back, -1.5),
                    (*adds && self.adds_nothing(schema), -1.5),
                    (*adds && !is_back && self.ends(schema, atom), -2.0),
                    // What is handed back need not be asked for.
                    (is_back && !adds, -1.0),
                    (!self.is_made(atom.predicate) && !is_kin && takes == 0, 1.0),
                ];
                3.0 + made + sum(near)
            }
            Kind::Drop => {
                let Some((atom, adds)) = old else { return 3.0 };
                let mut others = self.changes.iter().filter(|change| change.atom.predicate == atom.predicate);
                let is_asked = self
                    .changes
                    .iter()
                    .any(|change| change.source != Source::Action(schema) && change.asks_for(atom.predicate));
                let is_only = others.nth(1).is_none() && (!is_asked || atom.arguments.len() < 2);
                let is_unary = atom.arguments.len() < 2;
                let is_relation = self.declared(atom.predicate).windows(2).any(|pair| pair[0] == pair[1]);
                let used_up = [
                    (is_only && is_unary && !atom.arguments.is_empty(), 2.0),
                    (is_only && !is_unary && !is_relation, 1.5),
                ];
                // What a thing was gives way to what it becomes.
                let own = self.changes_by(Source::Action(schema));
                let asks =
                    own.iter().flat_map(|one| &one.literals).any(|one| one.positive && one.is_of(atom));
                let becomes = own.iter().any(|one| {
                    one.adds && one.atom.predicate != atom.predicate && one.atom.arguments == atom.arguments
                });
                let turns = !adds && is_unary && asks && becomes;
                // What is under `forall` or `when` is written with care.
                let is_it = |one: &&Change<'_>| one.atom.span == atom.span;
                let is_meant = own.iter().find(is_it).is_some_and(|one| {
                    one.literals.len() > one.required
                        || one.variables.len() > task.schemas[schema].parameters.len()
                });
                let signs = [(*adds, 3.0), (turns, 1.5), (is_meant, 2.0)];
                2.0 + 3.0 * moves + sum(signs) + sum(used_up)
            }
            Kind::Negate => {
                // What several actions add and none deletes is rather to be deleted by one of them.
                let is_stuck = old.is_some_and(|(atom, adds)| {
                    let others = self.changes_of(true, atom.predicate);
                    *adds
                        && self.changes_of(false, atom.predicate).next().is_none()
                        && others.filter(|one| one.source != Source::Action(schema)).count() > 0
                });
                2.0 + made * 0.7 + sum([(!self.adds_nothing(schema), 1.0), (is_stuck, -2.0)])
            }
            Kind::Type => 2.0,
            Kind::Permute => {
                let is_usual = old.is_some_and(|(atom, _)| self.is_effect_elsewhere(schema, atom));
                1.5 + sum([(is_usual, 1.5)])
            }
            Kind::Argument => 2.5 + kin() + sum([(!self.is_dead(Source::Action(schema)), 0.5)]),
            Kind::Predicate => 2.5 + made * 0.7 + 2.0 * moves + kin(),
            Kind::Swap => {
                3.0 - sum([(old.map(|one| one.0.predicate) == new.map(|one| one.0.predicate), 1.0)])
            }
            _ => 3.5 + made * 0.7 + 2.0 * moves,
        }
    }

    fn prior_of_fact(&self, edit: &Edit) -> f64 {
        let [old, new] = edit.facts();
        match (edit.kind, old, new) {
            (Kind::Add, _, [(predicate, objects)]) => {
                let predicate = *predicate;
                let is_placed = objects.len() > 1 && self.is_changed(predicate);
                let is_stray = objects.iter().any(|object| self.is_stray(predicate, *object));
                // What `:init` says of others of its kind says what it lacks.
                let is_led =
                    objects.len() > 1 && objects.iter().any(|object| self.has_described_sibling(*object));
                let is_goal = self.is_goal(predicate, objects);
                let is_read = self.changes.iter().any(|change| change.asks_for(predicate));
                3.0 + sum([
                    (is_placed, 1.0),
                    (self.is_derived(predicate), 6.0),
                    (self.growing.contains(&predicate), 1.0),
                    (is_stray && !is_goal && (self.is_stated(predicate) || !is_led), -2.0),
                    (self.companion(predicate, objects).is_some(), -2.5),
                    (self.is_gap(predicate, objects), -2.5),
                    (!is_stray && self.has_sibling(predicate, objects), -0.75),
                    (!self.is_made(predicate), -4.0),
                    (self.is_used_up(predicate), -1.0),
                    (is_goal, if is_read { 2.0 } else { 3.0 }),
                ])
            }
            // One of many is hardly too much.
            (Kind::Drop, [(predicate, _)], _) => 2.0 + sum([(self.stated(*predicate).nth(1).is_some(), 1.0)]),
            (Kind::Drop | Kind::Permute, ..) => 2.0,
            (Kind::Swap, [(predicate, _), ..], _) => 3.5 + sum([(self.is_changed(*predicate), 0.5)]),
            (Kind::Predicate, [(left, _)], [(right, objects)]) => {
                4.5 + sum([
                    (self.is_changed(*left) != self.is_changed(*right), 2.0),
                    (self.is_goal(*right, objects), 2.0),
                    (self.is_used_up(*right), -1.0),
                    (self.has_sibling(*right, objects), -1.0),
                ])
            }
            (_, [(predicate, old)], [(_, new)]) => {
                let mut places = (0..old.len()).filter(|at| old[*at] != new[*at]);
                let is_level = places.all(|at| self.is_level(*predicate, at));
                let is_start = old.len() == 1 && self.is_moving(*predicate);
                let far: usize =
                    old.iter().zip(new).map(|(one, other)| one.index().abs_diff(other.index())).sum();
                3.5 + sum([
                    (is_level, -1.0),
                    (is_start && !is_level, 1.0),
                    // What is to be reached is not there from the start.
                    (self.is_goal(*predicate, new), 2.0),
                ]) + 0.02 * count(far)
            }
            _ => 3.5,
        }
    }

    /// A fact of `:init` that actions only ever add together with this one, which nothing deletes.
    pub(in crate::planning::why) fn companion(
        &self,
        predicate: PredicateId,
        objects: &[ObjectId],
    ) -> Option<Fact> {
        let stands = |adder: &Change<'_>, row: &[ObjectId], atom: &Atom| {
            atom.arguments.iter().zip(objects).all(|(term, object)| {
                let at = adder.atom.arguments.iter().position(|other| other == term);
                at.is_some_and(|at| row[at] == *object)
            })
        };
        let goes_along = |lead: PredicateId, row: &[ObjectId]| {
            let mut adders = self.changes_of(true, lead).peekable();
            adders.peek().is_some()
                && adders.all(|adder| {
                    let own = self.changes_by(adder.source).iter();
                    own.filter(|one| one.is(true, predicate)).any(|one| stands(adder, row, &one.atom))
                })
        };
        if objects.is_empty() || self.changes_of(false, predicate).next().is_some() {
            return None;
        }
        let mut leads = self.task().init.iter().filter(|(lead, _)| *lead != predicate);
        leads.find(|(lead, row)| goes_along(*lead, row)).map(|(lead, row)| (lead, row.to_vec()))
    }

    /// Whether an action adds nothing.
    pub(in crate::planning::why) fn adds_nothing(&self, schema: usize) -> bool {
        !self.changes_by(Source::Action(schema)).iter().any(|change| change.adds)
    }

    /// Whether an action takes away what a fact has become, step by step, and gives nothing in its place.
    fn ends(&self, schema: usize, atom: &Atom) -> bool {
        let about = |change: &Change<'_>, atom: &Atom| {
            let mut variables = atom.arguments.iter().filter(|term| matches!(term, Term::Variable(_)));
            variables.all(|one| change.atom.arguments.contains(one))
        };
        let mut forms = vec![atom.predicate];
        let mut next = 0;
        while let Some(predicate) = forms.get(next).copied() {
            for taken in self.changes_of(false, predicate) {
                let own = self.changes_by(taken.source).iter();
                let given =
                    own.filter(|one| one.adds && about(one, &taken.atom)).map(|one| one.atom.predicate);
                forms.extend(given);
            }
            forms = distinct(forms);
            next += 1;
        }
        let own = self.changes_by(Source::Action(schema)).iter();
        let (given, taken): (Vec<_>, Vec<_>) = own.filter(|one| about(one, atom)).partition(|one| one.adds);
        !atom.arguments.is_empty()
            && given.is_empty()
            && taken.iter().any(|one| forms[1..].contains(&one.atom.predicate))
    }

    /// Whether a fact is the only one that `:init` lacks of all about objects of its kinds.
    fn is_gap(&self, predicate: PredicateId, objects: &[ObjectId]) -> bool {
        let kind = |object: &ObjectId| &self.task().object_types[object.index()];
        let alike = |row: &&[ObjectId]| row.iter().zip(objects).all(|(one, other)| kind(one) == kind(other));
        let of_kind = |object| self.task().objects.ids().filter(|one| kind(one) == kind(object)).count();
        let all: usize = objects.iter().map(of_kind).product();
        objects.len() > 1
            && all > 5
            && !self.is_changed(predicate)
            && self.stated(predicate).filter(alike).count() + 1 == all
    }

    /// Whether some fact of `:init` that actions change is about another object of the kind.
    fn has_described_sibling(&self, object: ObjectId) -> bool {
        let types = |object: ObjectId| &self.task().object_types[object.index()];
        let is_sibling = |other: &ObjectId| *other != object && types(*other) == types(object);
        self.task().init.iter().any(|(one, row)| self.is_changed(one) && row.iter().any(is_sibling))
    }

    /// Whether `:init` says the same of another object of the kind.
    fn has_sibling(&self, predicate: PredicateId, objects: &[ObjectId]) -> bool {
        let types = |object: &ObjectId| &self.task().object_types[object.index()];
        let alike = |(one, other): (&ObjectId, &ObjectId)| types(one) == types(other);
        let mut stated = self.stated(predicate);
        !objects.is_empty()
            && self.is_changed(predicate)
            && !self.stated(predicate).any(|row| row[0] == objects[0])
            && stated.any(|row| row.iter().zip(objects).take(1).all(alike))
    }

    /// Whether an argument goes from level to level in one direction, and nothing restores it.
    fn is_level(&self, predicate: PredicateId, at: usize) -> bool {
        let only_steps = self.changes_of(true, predicate).all(|change| self.link_of(change, at).is_some());
        only_steps
            && self.link(predicate, at).is_some_and(|(atom, ..)| {
                oddity::Rows::of(self.task(), atom.predicate, false, false).is_acyclic
            })
    }

    /// Whether what takes facts of a predicate away gives another in their place.
    pub(in crate::planning::why) fn is_moving(&self, predicate: PredicateId) -> bool {
        let mut takers = self.changes_of(false, predicate).peekable();
        takers.peek().is_some() && takers.all(|taker| self.change_by(taker.source, true, predicate).is_some())
    }

    /// Whether a fact is one that the goal asks for.
    fn is_goal(&self, predicate: PredicateId, objects: &[ObjectId]) -> bool {
        let needs = self.ways[0].iter().flat_map(|way| &way.needs);
        let mut goals = needs.filter_map(|(need, _)| self.fact(*need));
        goals.any(|goal| goal.predicate == predicate && goal.fits(objects))
    }

    /// Whether an action that can never be taken asks for objects of a type.
    pub(in crate::planning::why) fn is_lacking(&self, types: &[TypeId]) -> bool {
        let mut schemas = self.task().schemas.iter().enumerate();
        schemas.any(|(at, schema)| {
            schema.parameters.iter().any(|one| one.types == types) && self.is_dead(Source::Action(at))
        })
    }
}
