//! Removal of repeated findings, told once at their first place: a feature that is not supported, a predicate with a
//! number of arguments that it does not have, a name whose type is wrong wherever it is used.
//!
//! In: what parsing and resolution have found. Out: fewer diagnostics. At least one of each code remains, because the
//! exit code depends on it.

use std::fmt::Write;

use rustc_hash::{FxHashMap, FxHashSet};

use super::advice::one_word;
use super::{MAX_ERRORS, Place, Resolver};
use crate::base::source::{Code, Diagnostic, Help, Label, Severity, Span, codes};
use crate::text::pddl::ast::{Domain, Name, Problem};
use crate::text::task::{ObjectId, Types};

impl Resolver {
    /// Reports requirements whose feature nothing uses: deleting the flag is enough only then.
    pub(super) fn refuse_flags(&mut self) {
        // What a domain needs may be in its problem, or in what could not be read.
        let is_error = |fault: &Diagnostic| fault.severity() == Severity::Error;
        let is_known = !self.sections[1].is_empty() && !self.diagnostics.iter().any(is_error);
        for (file, fault) in std::mem::take(&mut self.refused) {
            let is_new = || self.diagnostics.iter().all(|other| other.code != fault.code);
            if if is_error(&fault) { fault.code == codes::E0910 || is_new() } else { is_known } {
                self.file = file;
                self.report(fault);
            }
        }
        self.file = 0;
    }

    /// A predicate whose arguments are exchanged wherever it is used is declared the wrong way round.
    pub(super) fn blame_orders(&mut self, domain: &Domain<'_>) {
        let mut dropped: Vec<usize> = Vec::new();
        // The last errors of very many are not kept.
        if self.errors >= MAX_ERRORS {
            return;
        }
        for one in &domain.predicates {
            let id = self.task.predicates.find(one.name.text);
            let Some(id) = id.filter(|id| !self.usage[id.index()].is_right) else { continue };
            let place = self.predicate_places[id.index()];
            let uses: Vec<_> = self.swapped.iter().filter(|(_, declared, _)| *declared == place).collect();
            let [(first, _, order), _, ..] = uses[..] else { continue };
            let types = &self.task.predicate_info[id.index()].parameters;
            let names = one.parameters.iter().zip(types);
            let mut parameters: Vec<String> = names
                .map(|((name, _), of)| format!(" {}{}", name.text, self.type_suffix(Some(of))))
                .collect();
            parameters.swap(order[0], order[1]);
            let written = format!("({}{})", one.name.text, parameters.concat());
            let fault = &mut self.diagnostics[*first];
            let (use_file, use_span) = (fault.file, fault.labels[0].span);
            let message =
                format!("type mismatch: {} is declared the other way round than it is used", one.name.text);
            *fault = codes::E0207
                .at(one.span, message)
                .label("declared here")
                .moved_to(place.0)
                .second_in(use_file, use_span, format!("the first of {} uses", uses.len()))
                .fix(format!("write {written}"), one.span, written.clone());
            dropped.extend(uses[1..].iter().map(|one| one.0));
        }
        self.drop_all(&dropped);
    }

    /// A parameter before others may lack its own type: no argument has the one that they share, and all have another.
    /// Says so where the parameter itself is not to blame already.
    pub(super) fn forgotten_types(&mut self) {
        let (types, mut advice) = (&self.task.types, FxHashMap::default());
        let mut open = self.shared.clone();
        open.retain(|_, shared| !shared.fits && !shared.misfits.is_empty());
        let facts = self.task.init.iter().take_while(|_| !open.is_empty());
        let stated: FxHashSet<Span> =
            facts.map(|(predicate, _)| self.predicate_places[predicate.index()].1).collect();
        for ((place, _), one) in &open {
            let fits = |one, other| types.fits(&[one], &[other]) || types.fits(&[other], &[one]);
            let named = types.names.find(one.name.trim_start_matches('?'));
            let named = named.filter(|named| one.misfits.iter().all(|(_, of)| fits(*of, *named)));
            let alike = one.misfits.iter().all(|(_, of)| *of == one.misfits[0].1);
            let of = named.or(alike.then_some(one.misfits[0].1));
            if let Some(of) = of.filter(|_| !stated.contains(place)) {
                let is_sure = named.is_some() || one.misfits.len() > 1;
                let told = (is_sure, &one.name, one.span, format!(" - {}", types.names.name(of)));
                advice.extend(one.misfits.iter().map(|(place, _)| (*place, told.clone())));
            }
        }
        for fault in self.diagnostics.iter_mut().filter(|fault| fault.code == codes::E0207) {
            let Some((is_sure, name, span, of)) = advice.get(&(fault.file, fault.span())) else { continue };
            fault.help.retain(|help| !is_sure && !help.text.starts_with("or, "));
            let or = if fault.help.is_empty() { "" } else { "or, " };
            let help = format!("{or}write {name}{of}: the type after several names is that of all of them");
            *fault = fault.clone().help(help).edit_in(0, Span::at(span.end), of.clone());
        }
    }

    /// An object whose type fits nowhere, in more than one place, is declared wrongly: that is where to mend it.
    pub(super) fn blame_declarations(&mut self, domain: &Domain<'_>, problem: Option<&Problem<'_>>) {
        let mut uses: FxHashMap<(usize, Span), Vec<usize>> = FxHashMap::default();
        for (index, fault) in self.diagnostics.iter().enumerate() {
            if let (true, Some(label)) = (fault.code == codes::E0207, fault.labels.get(2)) {
                uses.entry((label.file, label.span)).or_default().push(index);
            }
        }
        if uses.values().all(|uses| uses.len() < 2) {
            return;
        }
        let wanted = |file: usize, span: Span| {
            let mut takes = uses.get(&(file, span))?.iter().map(|at| &self.diagnostics[*at].labels[1].text);
            let first = takes.next()?;
            takes.all(|other| other == first).then(|| first.trim_start_matches("takes ").to_owned())
        };
        let mut fitting: FxHashSet<ObjectId> = FxHashSet::default();
        for (predicate, objects) in self.task.init.iter() {
            let parameters = &self.task.predicate_info[predicate.index()].parameters;
            let typed = objects.iter().zip(parameters).filter(|(_, of)| !of.contains(&Types::object()));
            fitting.extend(typed.map(|(object, _)| *object));
        }
        let lists = problem.map(|one| (1, &one.objects)).into_iter().chain([(0, &domain.constants)]);
        let lists = lists.chain(domain.actions.iter().map(|action| (0, &action.parameters)));
        let groups = lists.flat_map(|(file, list)| list.groups.iter().map(move |group| (file, group)));
        let names = groups.flat_map(|(file, group)| group.names.iter().map(move |name| (file, group, name)));
        let (mut mended, mut again): (_, Vec<usize>) = (Vec::new(), Vec::new());
        for (file, group, name) in names {
            let is_at_fault = uses.get(&(file, name.span)).is_some_and(|uses| uses.len() > 1);
            let object = self.task.objects.find(name.text);
            let is_fitting = match object {
                Some(object) => fitting.contains(&object),
                None => self.fitting.contains(&(file, name.span)),
            };
            if !is_at_fault || is_fitting {
                continue;
            }
            let is_first = group.names.len() > 1 && group.names[0].span == name.span;
            let advice = wanted(file, name.span).filter(|_| is_first).and_then(|of| {
                // What has a type above that one is of it if the types are mended.
                let id = self.task.types.names.find(&of);
                let got = object.map_or(&[][..], |object| &self.task.object_types[object.index()][..]);
                if !got.contains(&Types::object()) && id.is_some_and(|id| self.task.types.fits(&[id], got)) {
                    return None;
                }
                // The names at the beginning that lack the same type; after what has none, there may be others.
                let lacks = |name: &&Name<'_>| match wanted(file, name.span) {
                    Some(other) => other == of,
                    None => group.of.span.is_none(),
                };
                let run: Vec<_> = group.names.iter().take_while(lacks).collect();
                // `white black-pearl`
                let mut unused = run.iter().filter(|name| wanted(file, name.span).is_none());
                let joined = unused
                    .find_map(|name| Some((name.text.strip_suffix(&of)?.strip_suffix('-')?, name.span)));
                if let Some((name, span)) = joined {
                    let (help, text) = one_word(name, &of);
                    return Some((help, span, text));
                }
                let names: Vec<&str> = run.iter().take(6).map(|name| name.text).collect();
                let more = if run.len() > 6 { " ..." } else { "" };
                let help = format!(
                    "write {}{more} - {of}: the type after several names is that of all of them",
                    names.join(" ")
                );
                let advice = match group.of.span.filter(|_| run.len() == group.names.len()) {
                    // A predicate may be declared wrongly as well.
                    Some(_) if object.is_none() => None,
                    Some(span) => Some((help, span, of)),
                    None => Some((help, Span::at(run[run.len() - 1].span.end), format!(" - {of}"))),
                };
                // What is wrong with the others is mended with the first.
                let others = run[1..].iter().filter_map(|name| uses.get(&(file, name.span)));
                again.extend(others.filter(|_| advice.is_some()).flatten());
                advice
            });
            // A parameter may be mistaken in each of its uses.
            mended.extend((object.is_some() || advice.is_some()).then_some(((file, name.span), advice)));
        }
        let mut told: FxHashSet<(Place, String)> = FxHashSet::default();
        for (place, advice) in mended {
            for at in &uses[&place] {
                let fault = &mut self.diagnostics[*at];
                // The use stays as the third label.
                fault.labels.swap(0, 2);
                let text = std::mem::take(&mut fault.labels[2].text);
                fault.labels[0].text = text;
                "used here".clone_into(&mut fault.labels[2].text);
                fault.file = place.0;
                fault.message = fault.message.trim_end_matches(" here").to_owned();
                if let Some((help, span, text)) = &advice {
                    fault.help.clear();
                    *fault = fault.clone().fix(help.clone(), *span, text.clone());
                    again.extend((!told.insert((place, fault.labels[1].text.clone()))).then_some(*at));
                }
            }
        }
        self.drop_all(&again);
    }

    /// Drops diagnostics by number.
    fn drop_all(&mut self, numbers: &[usize]) {
        let mut at = 0;
        self.diagnostics.retain(|_| {
            at += 1;
            !numbers.contains(&(at - 1))
        });
    }
}

/// Of sorted diagnostics, leaves only the first place of each feature, with the number of places, and nothing about
/// costs where numbers or times mean something else.
pub(super) fn name_once(diagnostics: &mut Vec<Diagnostic>) {
    let numeric = [codes::E0901, codes::E0902, codes::E0903, codes::E0905, codes::E0906];
    if diagnostics.iter().any(|one| numeric.contains(&one.code)) {
        let costs = [codes::E0213, codes::E0215, codes::E0217, codes::W0214, codes::W0226];
        diagnostics.retain(|one| !costs.contains(&one.code));
    }
    // Types that three names mix up are to blame, not the names.
    let types = |one: &Diagnostic| Some((one.labels.first()?.text.clone(), one.labels.get(1)?.text.clone()));
    let name = |one: &Diagnostic| one.labels.get(2).map(|label| (label.file, label.span));
    let mut mixed: FxHashMap<(String, String), FxHashSet<(usize, Span)>> = FxHashMap::default();
    for one in diagnostics.iter().filter(|one| one.code == codes::E0207) {
        if let (Some(types), Some(name)) = (types(one), name(one)) {
            mixed.entry(types).or_default().insert(name);
        }
    }
    // One slip of writing that is made again and again is mended at once.
    let help = |one: &Diagnostic| one.help.first().map(|help| help.text.clone()).unwrap_or_default();
    let slip = |one: &Diagnostic| {
        let is_variable = |label: &Label| label.text == "a variable of this name is declared here";
        let is_slip = match one.code {
            code if code == codes::E0002 => true,
            code if code == codes::E0203 => one.labels.get(1).is_some_and(is_variable),
            code if code == codes::E0204 => help(one).contains(" is one word: write "),
            code if code == codes::E0205 => functions_to_declare(&help(one)).is_some(),
            _ => false,
        };
        let file = if one.code == codes::E0205 { 0 } else { one.file };
        is_slip.then(|| {
            (one.code.id, format!("{file} {}", if one.code == codes::E0002 { &one.message[..] } else { "" }))
        })
    };
    let mut slips: FxHashMap<(&str, String), Vec<Help>> = FxHashMap::default();
    for one in diagnostics.iter() {
        if let Some(key) = slip(one) {
            slips.entry(key).or_default().extend(one.help.first().cloned());
        }
    }
    // A code is one feature, but for the last, which gathers the rare ones.
    let key = |one: &Diagnostic| match one.code {
        _ if slip(one).is_some() => slip(one),
        code if code == codes::E0910 || code == codes::E0206 => Some((code.id, one.message.clone())),
        code if code == codes::E0207 => {
            let (types, place) = (types(one)?, name(one)?);
            let is_apart = mixed.get(&types).is_none_or(|names| names.len() < 3);
            Some((code.id, format!("{types:?} {:?}", is_apart.then_some(place))))
        }
        code => code.is_unsupported().then(|| (code.id, String::new())),
    };
    let mut places: FxHashMap<(&str, String), usize> = FxHashMap::default();
    for key in diagnostics.iter().filter_map(key) {
        *places.entry(key).or_default() += 1;
    }
    diagnostics.retain_mut(|one| {
        let count = key(one).map_or(Some(1), |key| places.remove(&key));
        if count > Some(1) {
            let _ = write!(one.message, " (the first of {} places)", count.unwrap_or_default());
            if let Some(all) = slip(one).and_then(|key| slips.remove(&key)) {
                one.help = vec![together(one.code, all)];
            }
            // Where types are at fault everywhere, no other name at one place is meant.
            if one.code == codes::E0207 {
                one.help.retain(|help| !help.text.starts_with("did you mean"));
                if let Some(or) = one.help.first_mut().filter(|help| help.text.starts_with("or, ")) {
                    or.text.drain(..4);
                }
            }
        }
        count.is_some()
    });
}

/// The items that an advice wants declared as functions.
fn functions_to_declare(help: &str) -> Option<&str> {
    let (_, section) = help.strip_prefix("declare it")?.split_once(": ")?;
    section.strip_prefix("(:functions ")?.strip_suffix(')')
}

/// The mends of a slip in all places.
fn together(code: Code, mut all: Vec<Help>) -> Help {
    let mut one = all.remove(0);
    for other in all {
        if code == codes::E0205 {
            // One section declares them all.
            let item = |help: &Help| functions_to_declare(&help.text).unwrap_or_default().to_owned();
            let (own, more) = (item(&one), item(&other));
            let is_there = one.text.contains(&more);
            for text in std::iter::once(&mut one.text).chain(one.edits.iter_mut().map(|edit| &mut edit.text))
            {
                if !is_there {
                    *text = text.replacen(&own, &format!("{own} {more}"), 1);
                }
            }
            continue;
        }
        if code == codes::E0203 {
            let name =
                |help: &Help| help.text.trim_start_matches("did you mean ").trim_end_matches('?').to_owned();
            if !one.text.starts_with("variables") {
                one.text = format!("variables begin with ?: write {}", name(&one));
            }
            if !one.text.split(' ').any(|word| word == name(&other)) {
                let _ = write!(one.text, " {}", name(&other));
            }
        }
        one.edits
            .extend(other.edits.into_iter().filter(|edit| !one.edits.contains(edit)).collect::<Vec<_>>());
    }
    one
}
