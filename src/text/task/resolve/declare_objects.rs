//! Declarations of constants and objects; reports those that are declared twice, or stand behind their type.
//!
//! In: lists of names. Out: objects in the task, and diagnostics.

use super::Resolver;
use crate::pddl::ast::{Name, TypedGroup, TypedList};
use crate::task::{ObjectId, TypeSet};
use banto_base::source::{Span, codes, nearest};

/// No more types are compared with what may be a misspelled one.
const MOST_TYPES: usize = 100;

impl<'s> Resolver<'s> {
    pub(super) fn constants(&mut self, list: &TypedList<'s>) {
        self.declare_objects(list, "constant");
    }

    pub(super) fn objects(&mut self, list: &TypedList<'s>) {
        self.declare_objects(list, "object");
        self.task.object_types.shrink_to_fit();
    }

    /// Warns of objects with the name of a type.
    pub(super) fn named_as_types(&mut self, list: &TypedList<'_>) {
        for (index, place) in self.object_places.clone().into_iter().enumerate() {
            let name = self.task.objects.name(index.into());
            if self.task.types.len() > 1
                && let Some(of) = self.task.types.names.find(name)
            {
                let name = name.to_owned();
                let mut fault = codes::W0206
                    .at(place.1, format!("object {name} has the name of a type"))
                    .label("an object, not the type");
                if let Some((file, span)) = self.type_places[of.index()] {
                    fault = fault.second_in(file, span, "the type");
                }
                // As in `tim fay - toad frog`.
                let mut pairs = list.groups.windows(2);
                let is_second_type = pairs.any(|pair| {
                    let stands = pair[1].names.iter().any(|one| one.span == place.1);
                    stands && pair[0].of.span.is_some() && pair[1].of.span.is_none()
                });
                let help = if is_second_type {
                    "one type follows a hyphen: write the names of each type before it, as in a - TYPE b - TYPE"
                } else {
                    "rename one of the two, so that readers can tell them apart"
                };
                let back = std::mem::replace(&mut self.file, place.0);
                self.report(fault.help(help));
                self.file = back;
            }
        }
    }

    fn declare_objects(&mut self, list: &TypedList<'s>, what: &str) {
        let total: usize = list.groups.iter().map(|group| group.names.len()).sum();
        self.object_places.reserve_exact(total);
        self.task.object_types.reserve_exact(total);
        // What follows a group that is turned round may belong to it.
        let mut was_turned = false;
        for group in &list.groups {
            if group.of.either {
                self.either(
                    &group.of,
                    &format!("the type of an {}", if what == "object" { what } else { "object" }),
                );
            }
            let is_turned = self.is_turned(group);
            if is_turned {
                self.turned(group, what);
            }
            let types = if is_turned || was_turned { TypeSet::new() } else { self.type_set(&group.of) };
            was_turned = is_turned;
            let others = group.names.len() - usize::from(is_turned);
            let turned = if is_turned { &group.of.names[..] } else { &[] };
            for name in group.names[..others].iter().chain(turned) {
                if !self.goes_on() {
                    return;
                }
                match self.task.objects.add(name.text) {
                    Ok(_) => {
                        self.object_places.push((self.file, name.span));
                        self.task.object_types.push(types.clone());
                    }
                    Err(first) => self.object_again(*name, first, &types, group.removal(name.span)),
                }
            }
        }
    }

    /// Whether a type stands where a name is expected, and a name where its type is: `cell - c1 c2`.
    fn is_turned(&self, group: &TypedGroup<'_>) -> bool {
        let is_type = |name: &Name<'_>| self.task.types.names.find(name.text).is_some();
        let [of] = group.of.names[..] else { return false };
        !is_type(&of)
            && nearest(of.text, self.task.types.names.names().take(MOST_TYPES)).is_none()
            && !self.is_broken(":types")
            && group.names.last().is_some_and(is_type)
    }

    fn turned(&mut self, group: &TypedGroup<'_>, what: &str) {
        let (Some(of), [name]) = (group.names.last(), &group.of.names[..]) else { return };
        self.report(
            codes::E0108
                .at(
                    of.span.to(name.span),
                    format!("the names come before their type, found {} - {}", of.text, name.text),
                )
                .label(format!("{} is a type, and {} is none", of.text, name.text))
                .help(format!("write each {what} as NAME - TYPE, as in {} - {}", name.text, of.text)),
        );
    }

    fn object_again(&mut self, name: Name<'_>, first: ObjectId, types: &TypeSet, removal: Span) {
        let (file, place) = self.object_places[first.index()];
        let before = &self.task.object_types[first.index()];
        let same = before == types || before.is_empty() || types.is_empty();
        let spelling = self.task.objects.name(first).to_owned();
        let fault = if same && file != self.file {
            codes::W0207
                .at(name.span, format!("constant {} is declared again as an object", name.text))
                .label("the domain has it already")
                .fix("remove it here", removal, "")
        } else if spelling == name.text {
            let message = format!("object {} is declared twice", name.text);
            let fault = codes::E0209.at(name.span, message).label("declared again here");
            if same {
                fault.fix("remove one of the two", removal, "")
            } else if file != self.file {
                let of = self.task.types.show(&self.task.object_types[first.index()]);
                fault
                    .fix(format!("remove it here: the domain has it, as {spelling} - {of}"), removal, "")
                    .guess()
            } else {
                let both = [&self.task.object_types[first.index()], types].map(|of| self.task.types.show(of));
                fault.help(match both {
                    [first, second] if first == "object" => {
                        format!("declare it once, as {} - {second}", name.text)
                    }
                    [first, second] if second == "object" => {
                        format!("declare it once, as {} - {first}", name.text)
                    }
                    [first, second] => {
                        format!(
                            "declare it once, with a type that is below {first} and {second}; or rename one"
                        )
                    }
                })
            }
        } else {
            codes::E0209
                .at(name.span, format!("object {} is declared twice: {spelling} is the same name", name.text))
                .label("case is ignored in names")
                .help("give the two different names")
        };
        self.report(fault.second_in(file, place, "declared first here"));
    }
}
