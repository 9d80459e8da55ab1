//! Changes to types: of a parameter, of an object; and one more object, with what is said of it.
//!
//! In: the declarations as they stand. Out: candidates. One more object comes as another of its type does, or with what
//! actions ask of it and none gives.

use super::{Act, Maker, Place, Site, Written};
use crate::why::literal::{Source, article, distinct};
use crate::why::rows::keys_of;
use banto_base::source::Span;
use banto_text::pddl::ast::{Domain, Problem, TypedGroup, TypedList};
use banto_text::task::{ObjectId, PredicateId, Term, TypeSet};

/// At most this many different objects of a type are taken as examples, with as many facts.
const MAX_PROFILE: usize = 8;

/// The name of one more object.
const ANOTHER: &str = "another";

impl<'s> Maker<'_, 's> {
    /// Names that get another type, while others of their group keep theirs.
    pub(super) fn retyped(&self, group: &TypedGroup<'s>, names: &[&str], types: &TypeSet) -> (Span, String) {
        let show = |types: &TypeSet| self.task.types.show(types);
        let kept = show(&self.type_set(&group.of));
        let new = show(types);
        let is_it = |name: &str| names.iter().any(|one| one.eq_ignore_ascii_case(name));
        let runs = group.names.chunk_by(|one, other| is_it(one.text) == is_it(other.text)).map(|run| {
            let names: Vec<&str> = run.iter().map(|name| name.text).collect();
            format!("{} - {}", names.join(" "), if is_it(run[0].text) { &new } else { &kept })
        });
        let last = group.of.span.or_else(|| Some(group.names.last()?.span));
        let span =
            group.names.first().map_or(Span::default(), |first| first.span).to(last.unwrap_or_default());
        (span, runs.collect::<Vec<_>>().join(" "))
    }

    /// Other types of parameters, alone or of all of a group, which are written once: no wider than what is asked of them.
    pub(super) fn parameters(&mut self, list: &TypedList<'s>, place: &Place<'s>) {
        let (task, chain) = (self.task, self.chain);
        let Site::Parameters(at) = place.site else { return };
        let own = chain.changes_by(Source::Action(at));
        let fits = |names: &[&str], types: &TypeSet| {
            let atoms = own.iter().flat_map(|change| {
                let atoms = change.all_literals().map(|literal| literal.atom).chain([&*change.atom]);
                atoms.map(|atom| (change, atom)).collect::<Vec<_>>()
            });
            atoms.into_iter().all(|(change, atom)| {
                let mut uses =
                    atom.arguments.iter().zip(&task.predicate_info[atom.predicate.index()].parameters);
                uses.all(|(term, wanted)| match term {
                    Term::Variable(slot) => {
                        let name = change.variables.get(*slot as usize).map_or("", |variable| &variable.name);
                        let is_wider = task.types.fits(wanted, types) && wanted != types;
                        !names.contains(&name) || task.types.overlap(types, wanted) && !is_wider
                    }
                    Term::Object(_) => true,
                })
            })
        };
        for group in &list.groups {
            let of = self.type_set(&group.of);
            let names: Vec<&str> = group.names.iter().map(|name| name.text).collect();
            let all = Some(&names[..]).filter(|names| names.len() > 1);
            for names in names.chunks(1).chain(all) {
                let shown = |types: &TypeSet| {
                    Some((format!("{} - {}", names.join(" "), self.task.types.show(types)), None))
                };
                let all = self.types_for(&of).into_iter().filter(|types| fits(names, types));
                let pieces = all.map(|types| (shown(&of), shown(&types), self.retyped(group, names, &types)));
                for (gone, come, edit) in pieces.collect::<Vec<_>>() {
                    self.put(place, Act::Type, (gone, come), vec![edit]);
                }
            }
        }
    }

    /// Objects of other types, and one more object.
    pub(super) fn objects(&mut self, domain: &Domain<'s>, problem: &Problem<'s>) {
        let task = self.task;
        let taken = task.schemas.iter().flat_map(|schema| &schema.parameters).map(|one| &one.types);
        for types in distinct(taken) {
            let shown = task.types.show(types);
            let is_first = task.objects_of(types).next().is_none();
            for (file, list) in [(1, &problem.objects), (0, &domain.constants)] {
                for group in &list.groups {
                    let own = self.type_set(&group.of);
                    let is_new = !task.types.fits(&own, types) || is_first && own != *types;
                    for name in group.names.iter().filter(|_| is_new) {
                        let (span, text) = self.retyped(group, &[name.text], types);
                        let words = article(&shown);
                        let edits = vec![super::TextEdit { file, span, text }];
                        let text = format!("with {} declared as {words}", name.text);
                        let (site, act) = (Site::Objects, Act::Type);
                        self.found.push(super::Candidate { site, act, edits, gone: None, come: None, text });
                    }
                }
            }
            if self.is_over() {
                return;
            }
            self.another(types, &[], problem);
            if is_first {
                self.needed(types).into_iter().for_each(|facts| self.another(types, &facts, problem));
            }
        }
        for types in distinct(&task.object_types) {
            self.profiles(types).into_iter().for_each(|facts| self.another(types, &facts, problem));
        }
    }

    /// One more object of a type, with facts about it.
    fn another(&mut self, types: &TypeSet, facts: &[Written], problem: &Problem<'s>) {
        let groups = &problem.objects.groups;
        let Some(first) = groups.first().and_then(|group| group.names.first()) else { return };
        let (task, shown) = (self.task, self.task.types.show(types));
        let is_typed = groups.iter().any(|group| group.of.span.is_some());
        let of = if is_typed { format!(" - {shown}") } else { String::new() };
        let mut name = ANOTHER.to_owned();
        while task.objects.find(&name).is_some() {
            name.push('-');
        }
        let named = |fact: &Written| {
            let mut fact = fact.clone();
            fact.arguments.iter_mut().filter(|term| *term == ANOTHER).for_each(|term| term.clone_from(&name));
            fact
        };
        let facts: Vec<Written> = facts.iter().map(named).collect();
        let said: Vec<String> = facts.iter().map(|fact| fact.show(task)).collect();
        let an = if task.objects_of(types).next().is_none() { "an" } else { "another" };
        let and =
            if said.is_empty() { String::new() } else { format!(" and {} in :init", said.join(" and ")) };
        let piece = Some((format!("{an} object of type {shown}{and}"), None));
        let mut edits = vec![(Span::at(first.span.start), format!("{name}{of} "))];
        edits.extend(facts.iter().flat_map(|fact| self.added(fact, problem)));
        let place = Place { site: Site::Objects, bearer: String::new(), variables: Vec::new() };
        self.put(&place, Act::Add, (None, piece), edits);
    }

    /// Facts about an object, with one more object in its place.
    fn about(&self, object: ObjectId, predicate: PredicateId, row: &[ObjectId]) -> Written {
        let name = |one: &ObjectId| if *one == object { ANOTHER } else { self.task.objects.name(*one) };
        let arguments = row.iter().map(|one| name(one).to_owned()).collect();
        Written { predicate, arguments, positive: true }
    }

    /// Facts of which actions ask one of a type that has no object, and that no action gives: one of each, with any of
    /// the other objects.
    fn needed(&self, types: &TypeSet) -> Vec<Vec<Written>> {
        let task = self.task;
        let asked = self.chain.changes.iter().flat_map(|change| {
            let literals = change.literals.iter().filter(|literal| literal.positive);
            let places =
                literals.flat_map(|one| one.atom.arguments.iter().enumerate().map(|at| (one.atom, at)));
            places.filter(|(_, (_, term))| match term {
                Term::Variable(slot) => {
                    change.variables.get(*slot as usize).is_some_and(|one| one.types == *types)
                }
                Term::Object(_) => false,
            })
        });
        let positions = distinct(asked.map(|(atom, (at, _))| (atom.predicate, at)));
        let is_given = |predicate: PredicateId| {
            self.chain.growing.contains(&predicate) && !self.chain.is_stated(predicate)
        };
        let mut found: Vec<Vec<Written>> = vec![Vec::new()];
        for (predicate, at) in positions.into_iter().filter(|(one, _)| self.is_base(*one) && !is_given(*one))
        {
            let mut rows: Vec<Vec<String>> = vec![Vec::new()];
            for (place, of) in self.parameters_of(predicate).iter().enumerate() {
                let names = task.objects_of(of).map(|object| task.objects.name(object).to_owned());
                let names: Vec<String> = if place == at { vec![ANOTHER.to_owned()] } else { names.collect() };
                let longer = |row: Vec<String>| {
                    names.iter().map(move |name| [&row[..], std::slice::from_ref(name)].concat()).collect()
                };
                rows = rows.into_iter().flat_map::<Vec<_>, _>(longer).take(MAX_PROFILE).collect();
            }
            let with = |facts: Vec<Written>| {
                let rows =
                    rows.iter().map(|row| Written { predicate, arguments: row.clone(), positive: true });
                rows.map(|fact| [&facts[..], &[fact]].concat()).collect::<Vec<_>>()
            };
            found = found.into_iter().flat_map(with).take(MAX_PROFILE * MAX_PROFILE).collect();
        }
        found.retain(|facts| !facts.is_empty());
        found
    }

    /// For objects of a type, what `:init` says of each, of one more like it; without what can be true of one alone.
    fn profiles(&self, types: &TypeSet) -> Vec<Vec<Written>> {
        let task = self.task;
        let own = task.objects.ids().zip(&task.object_types).filter(|object| object.1 == types);
        let mut found = Vec::new();
        for (object, _) in own.take(MAX_PROFILE) {
            let all = task.init.iter().filter(|(_, row)| row.contains(&object));
            let is_free = |(predicate, row): &(PredicateId, &[ObjectId])| {
                let is_other = |key: &u32| (0..row.len()).all(|at| key >> at & 1 == 0 || row[at] != object);
                !keys_of(task, *predicate).iter().any(is_other)
            };
            let facts: Vec<Written> =
                all.filter(is_free).map(|(predicate, row)| self.about(object, predicate, row)).collect();
            if (1..=MAX_PROFILE).contains(&facts.len()) && !found.contains(&facts) {
                found.push(facts);
            }
        }
        found
    }
}
