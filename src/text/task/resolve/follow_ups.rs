//! Removal of repeated findings, told once at their first place: a feature that is not supported, a predicate with a
//! number of arguments that it does not have, a name whose type is wrong wherever it is used.
//!
//! In: what parsing and resolution have found. Out: fewer diagnostics. At least one of each code remains, because the
//! exit code depends on it.

use std::fmt::Write;

use rustc_hash::{FxHashMap, FxHashSet};

use super::{MAX_ERRORS, Resolver};
use crate::base::source::{Code, Diagnostic, Help, Label, Span, codes};
use crate::text::pddl::ast::{Domain, Problem};
use crate::text::task::{ObjectId, Types};

impl Resolver {
    /// Reports requirements whose feature nothing uses: deleting the flag is enough only then.
    pub(super) fn refuse_flags(&mut self) {
        for (file, fault) in std::mem::take(&mut self.refused) {
            if fault.code == codes::E0910 || self.diagnostics.iter().all(|other| other.code != fault.code) {
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
        let mut at = 0;
        self.diagnostics.retain(|_| {
            at += 1;
            !dropped.contains(&(at - 1))
        });
    }

    /// An object whose type fits nowhere, in more than one place, is declared wrongly: that is where to mend it.
    pub(super) fn blame_declarations(&mut self, domain: &Domain<'_>, problem: Option<&Problem<'_>>) {
        let mut uses: FxHashMap<(usize, Span), Vec<usize>> = FxHashMap::default();
        for (index, fault) in self.diagnostics.iter().enumerate() {
            if let (true, Some(label)) = (fault.code == codes::E0207, fault.labels.get(2)) {
                uses.entry((label.file, label.span)).or_default().push(index);
            }
        }
        uses.retain(|_, uses| uses.len() > 1);
        if uses.is_empty() {
            return;
        }
        let mut fitting: FxHashSet<ObjectId> = FxHashSet::default();
        for (predicate, objects) in self.task.init.iter() {
            let parameters = &self.task.predicate_info[predicate.index()].parameters;
            let typed = objects.iter().zip(parameters).filter(|(_, of)| !of.contains(&Types::object()));
            fitting.extend(typed.map(|(object, _)| *object));
        }
        for (index, place) in self.object_places.iter().enumerate() {
            let Some(uses) = uses.get(place).filter(|_| !fitting.contains(&ObjectId::from(index))) else {
                continue;
            };
            let list = if place.0 == 0 { Some(&domain.constants) } else { problem.map(|one| &one.objects) };
            let group = list.into_iter().flat_map(|list| &list.groups);
            let group = group.into_iter().find(|group| group.names.iter().any(|name| name.span == place.1));
            let is_first = group.is_some_and(|group| group.names.len() > 1 && group.names[0].span == place.1);
            let first = &self.diagnostics[uses[0]];
            let wanted = first.labels[1].text.trim_start_matches("takes ").to_owned();
            // Names without any type lack it behind the last of them.
            let bare = group.filter(|group| group.of.span.is_none()).and_then(|group| group.names.last());
            let names: Vec<&str> = match (bare, group) {
                (Some(_), Some(group)) => group.names.iter().map(|name| name.text).collect(),
                _ => vec![self.task.objects.name(ObjectId::from(index))],
            };
            let help = format!(
                "write {} - {wanted}: the type after several names is that of all of them",
                names.join(" ")
            );
            let end = bare.map_or(place.1.end, |bare| bare.span.end);
            for at in uses {
                let fault = &mut self.diagnostics[*at];
                // The use stays as the third label.
                fault.labels.swap(0, 2);
                let text = std::mem::take(&mut fault.labels[2].text);
                fault.labels[0].text = text;
                "used here".clone_into(&mut fault.labels[2].text);
                fault.file = place.0;
                fault.message = fault.message.trim_end_matches(" here").to_owned();
                if is_first {
                    fault.help.clear();
                    *fault = fault.clone().fix(help.clone(), Span::at(end), format!(" - {wanted}"));
                }
            }
        }
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
            code if code == codes::E0205 => help(one).starts_with(DECLARE),
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

const DECLARE: &str = "declare it: (:functions ";

/// The mends of a slip in all places.
fn together(code: Code, mut all: Vec<Help>) -> Help {
    let mut one = all.remove(0);
    for other in all {
        if code == codes::E0205 {
            // One section declares them all.
            let item = |help: &Help| help.text[DECLARE.len()..help.text.len() - 1].to_owned();
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
