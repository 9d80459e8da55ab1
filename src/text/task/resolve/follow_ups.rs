//! Removal of repeated findings, told once at their first place: a feature that is not supported, a section or a word
//! that nobody knows, a predicate with a number of arguments that it does not have, a slip of writing that is made
//! again and again.
//!
//! In: what parsing and resolution have found. Out: fewer diagnostics. At least one of each code remains, because the
//! exit code depends on it.

use std::fmt::Write;

use rustc_hash::{FxHashMap, FxHashSet};

use super::Resolver;
use crate::pddl::NO_WORD;
use banto_base::source::{Advice, Code, Diagnostic, Help, Label, Severity, Span, codes};

impl Resolver {
    /// Reports requirements whose feature nothing uses: deleting the flag is enough only then.
    pub(super) fn refuse_flags(&mut self) {
        // What a domain needs may be in its problem, or in what could not be read.
        let is_error = |fault: &Diagnostic| fault.severity() == Severity::Error;
        let is_known = !self.sections[1].is_empty() && !self.diagnostics.iter().any(is_error);
        for (file, fault) in std::mem::take(&mut self.refused) {
            let is_new = || self.diagnostics.iter().all(|other| other.code != fault.code);
            let is_due = if is_error(&fault) { fault.code == codes::E0910 || is_new() } else { is_known };
            if is_due {
                self.file = file;
                self.report(fault);
            }
        }
        self.file = 0;
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
    let advice = |one: &Diagnostic| one.help.first().map(|help| help.advice.clone()).unwrap_or_default();
    let slip = |one: &Diagnostic| {
        let is_variable = |label: &Label| label.text == "a variable of this name is declared here";
        let is_slip = match one.code {
            code if code == codes::E0002 => true,
            code if code == codes::E0203 => {
                // Unless it is told otherwise.
                matches!(advice(one), Advice::Name(_)) && one.labels.get(1).is_some_and(is_variable)
            }
            code if code == codes::E0204 => advice(one) == Advice::Apart,
            code if code == codes::E0205 => matches!(advice(one), Advice::Declare(_)),
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
        // A section or a word that is no slip of another.
        code if code == codes::E0103 || one.message.ends_with(NO_WORD) => {
            one.help.iter().all(|help| help.edits.is_empty()).then(|| (code.id, one.message.clone()))
        }
        code if code == codes::E0207 => {
            let (types, place) = (types(one)?, name(one)?);
            let is_apart = mixed.get(&types).is_none_or(|names| names.len() < 3);
            Some((code.id, format!("{types:?} {:?}", is_apart.then_some(place))))
        }
        code => code.is_unsupported().then(|| (code.id, String::new())),
    };
    // How many are told at once, and for how many places; other names that are mended with the first are none.
    let mut counts: FxHashMap<(&str, String), (String, usize, usize)> = FxHashMap::default();
    for (key, one) in diagnostics.iter().filter_map(|one| Some((key(one)?, one))) {
        let name = if slip(one).is_some() { &one.message } else { "" };
        let (first, count, places) = counts.entry(key).or_insert_with(|| (name.to_owned(), 0, 0));
        *count += 1;
        *places += if first == name { one.places } else { 0 };
    }
    diagnostics.retain_mut(|one| {
        let found = key(one).map_or(Some((String::new(), 1, 1)), |key| counts.remove(&key));
        let slip = slip(one);
        if let Some((_, 2.., places)) = found {
            if places > 1 {
                let _ = write!(one.message, " (the first of {places} places)");
            }
            if let Some(all) = slip.and_then(|key| slips.remove(&key)) {
                one.help = vec![together(one.code, all)];
            }
            // Where types are at fault everywhere, no other name at one place is meant.
            if one.code == codes::E0207 {
                one.help.retain(|help| !matches!(help.advice, Advice::Name(_)));
            }
        }
        found.is_some()
    });
}

/// The mends of a slip in all places.
fn together(code: Code, mut all: Vec<Help>) -> Help {
    let mut one = all.remove(0);
    for other in all {
        match (&mut one.advice, other.advice) {
            // One section declares them all, each once.
            (Advice::Declare(own), Advice::Declare(more)) => {
                let name = more.split([' ', ')']).next().unwrap_or_default();
                if !own.contains(&format!("{name} ")) && !own.contains(&format!("{name})")) {
                    let both = format!("{own} {more}");
                    let edits = one.edits.iter_mut().map(|edit| &mut edit.text);
                    for text in std::iter::once(&mut one.text).chain(edits) {
                        *text = text.replacen(&*own, &both, 1);
                    }
                    *own = both;
                }
                continue;
            }
            (Advice::Name(own), Advice::Name(more)) if code == codes::E0203 => {
                if !own.split(' ').any(|name| name == more) {
                    *own = format!("{own} {more}");
                }
                one.text = format!("variables begin with ?: write {own}");
            }
            _ => {}
        }
        let fresh = other.edits.into_iter().filter(|edit| !one.edits.contains(edit));
        let fresh: Vec<_> = fresh.collect();
        one.edits.extend(fresh);
    }
    one
}
