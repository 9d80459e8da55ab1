//! Features that are not supported, as they are told: each once, at its first place, and not the errors that follow
//! from it.
//!
//! In: what parsing and resolution have found. Out: fewer diagnostics. At least one of each code remains, because the
//! exit code depends on it.

use std::fmt::Write;

use rustc_hash::FxHashMap;

use super::Resolver;
use crate::base::source::{Diagnostic, codes};

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
}

/// Of sorted diagnostics, leaves only the first place of each feature, with the number of places, and nothing about
/// costs where numbers or times mean something else.
pub(super) fn name_once(diagnostics: &mut Vec<Diagnostic>) {
    let numeric = [codes::E0901, codes::E0902, codes::E0903, codes::E0905, codes::E0906];
    if diagnostics.iter().any(|one| numeric.contains(&one.code)) {
        let costs = [codes::E0213, codes::E0215, codes::E0217, codes::W0214, codes::W0226];
        diagnostics.retain(|one| !costs.contains(&one.code));
    }
    // A code is one feature, but for the last, which gathers the rare ones.
    let key = |one: &Diagnostic| match one.code {
        code if code == codes::E0910 => (code.id, one.message.clone()),
        code => (code.id, String::new()),
    };
    let mut places: FxHashMap<(&str, String), usize> = FxHashMap::default();
    for one in diagnostics.iter().filter(|one| one.code.is_unsupported()) {
        *places.entry(key(one)).or_default() += 1;
    }
    diagnostics.retain_mut(|one| {
        let count = if one.code.is_unsupported() { places.remove(&key(one)) } else { Some(1) };
        if count > Some(1) {
            let _ = write!(one.message, " (the first of {} places)", count.unwrap_or_default());
        }
        count.is_some()
    });
}
