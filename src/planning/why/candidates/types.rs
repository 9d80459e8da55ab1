//! Changes to types: of a parameter, of an object; and an object of a type that has none.
//!
//! In: the declarations as they stand. Out: candidates.

use super::{Act, Maker, Place, Site};
use crate::why::literal::{MAX_FACTS, Source, article, distinct};
use banto_base::source::Span;
use banto_text::pddl::ast::{Domain, Problem, TypedGroup, TypedList};
use banto_text::task::{Term, TypeSet};

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

    /// Other types of parameters, alone or of all of a group, which are written once: no wider than what is asked of
    /// them.
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
                    // An edit writes the whole group, so the objects of a very large one are left alone.
                    let is_small = group.names.len() <= MAX_FACTS;
                    for name in group.names.iter().filter(|_| is_new && is_small) {
                        if self.is_over() {
                            return;
                        }
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
            if is_first {
                self.another(types, problem);
            }
        }
    }

    /// An object of a type that has none.
    fn another(&mut self, types: &TypeSet, problem: &Problem<'s>) {
        let Some(first) = problem.objects.iter().next() else { return };
        let mut name = ANOTHER.to_owned();
        while self.task.objects.find(&name).is_some() {
            name.push('-');
        }
        let shown = self.task.types.show(types);
        let place = Place { site: Site::Objects, bearer: String::new(), variables: Vec::new() };
        let edit = (Span::at(first.0.span.start), format!("{name} - {shown} "));
        self.put(&place, Act::Add, (None, Some((format!("an object of type {shown}"), None))), vec![edit]);
    }
}
