//! Removal of repeated findings, told once at their first place: a feature that is not supported, a predicate with a
//! number of arguments that it does not have, a name whose type is wrong wherever it is used.
//!
//! In: what parsing and resolution have found. Out: fewer diagnostics. At least one of each code remains, because the
//! exit code depends on it.

use std::fmt::Write;

use rustc_hash::{FxHashMap, FxHashSet};

use super::{Place, Resolver};
use crate::base::source::{Diagnostic, Severity, Span, codes};
use crate::text::pddl::ast::{Domain, Problem};
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

    /// A parameter before others may lack its own type: no argument has the one that they share, and all have another.
    /// Says so, and gives the places.
    fn forgotten_types(&mut self) -> FxHashSet<Place> {
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
        advice.into_keys().collect()
    }

    /// An object whose type fits nowhere, in more than one place, is declared wrongly: that is where to mend it.
    pub(super) fn blame_declarations(&mut self, domain: &Domain<'_>, problem: Option<&Problem<'_>>) {
        let told = self.forgotten_types();
        let mut uses: FxHashMap<(usize, Span), Vec<usize>> = FxHashMap::default();
        let is_told = |fault: &Diagnostic| told.contains(&(fault.file, fault.span()));
        for (index, fault) in self.diagnostics.iter().enumerate().filter(|(_, fault)| !is_told(fault)) {
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
            let help = format!(
                "write {} - {wanted}: the type after several names is that of all of them",
                self.task.objects.name(ObjectId::from(index))
            );
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
                    *fault = fault.clone().fix(help.clone(), Span::at(place.1.end), format!(" - {wanted}"));
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
    // A code is one feature, but for the last, which gathers the rare ones.
    let key = |one: &Diagnostic| match one.code {
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
