//! Fixes tried out before they are offered or made: what would be found after them.
//!
//! In: a text with those that belong to it, and fixes. Out: whether a fix mends what it is for; the edits that make all
//! sure fixes and leave no more errors than before; the texts after all of them.

use super::one_file;
use banto_base::source::{Diagnostic, Edit, Help, Severity, Span, TextEdit, apply};
use banto_text::language::{self, Document, check};

/// Larger texts are not checked again for each fix.
const MOST_BYTES: usize = 1 << 19;

/// Fixes uncover what others hid: how often they are made again.
const MOST_ROUNDS: usize = 8;

/// A domain, if there is one, and its problems.
pub(crate) struct Trial {
    texts: Vec<Option<String>>,
    /// Whether the domain has a problem of its own in the same text.
    is_both: bool,
}

impl Trial {
    /// `None` if the texts are too large to be checked again and again. A text that is both has no problem beside it.
    pub(crate) fn new(domain: Option<String>, problems: Vec<String>, is_both: bool) -> Option<Self> {
        let texts: Vec<_> = std::iter::once(domain).chain(problems.into_iter().map(Some)).collect();
        let bytes: usize = texts.iter().flatten().map(String::len).sum();
        (bytes <= MOST_BYTES).then_some(Self { texts, is_both })
    }

    /// All sure fixes made in the texts that may change.
    pub(crate) fn fixed(mut self, may_change: &[bool]) -> Self {
        for _ in 0..MOST_ROUNDS {
            let mut is_new = false;
            for slot in (0..self.texts.len()).filter(|slot| may_change[*slot]) {
                let mut found = self.findings(slot);
                // What a problem uses is declared in its domain.
                let other = 1 - slot.min(1);
                if self.texts.len() == 2 && !self.is_both && may_change[other] {
                    let is_here = |help: &Help| help.edits.iter().all(|edit| edit.file == Some(slot));
                    let fixed_here = |fault: &Diagnostic| fault.sure().is_some_and(is_here);
                    found.extend(self.findings(other).into_iter().filter(fixed_here));
                }
                // A text that is both has its findings as a problem does.
                let file = slot + usize::from(self.is_both);
                let all = self.fix_all(file, &found.iter().collect::<Vec<_>>()).unwrap_or_default();
                let all = all.into_iter().map(|(span, text)| TextEdit { file: slot, span, text });
                let changes: Vec<TextEdit> = all.collect();
                let next = self.with(&changes);
                is_new |= next.texts != self.texts;
                self = next;
            }
            if !is_new {
                break;
            }
        }
        self
    }

    pub(crate) fn texts(&self) -> impl Iterator<Item = &String> {
        self.texts.iter().flatten()
    }

    /// The places in a text of what has a fix, which is not made, each with the reason; and whether that is only that
    /// a text may not change.
    pub(crate) fn unfixed(&self, slot: usize, may_change: &[bool]) -> Vec<(Span, String, bool)> {
        let file = slot + usize::from(self.is_both);
        let reason = |fault: &Diagnostic| {
            let ways = fault.help.iter().filter(|help| !help.edits.is_empty());
            let told = |why: &str| (fault.span(), why.to_owned(), false);
            let Some(help) = fault.sure() else {
                let ways: Vec<&str> = ways.map(|help| help.text.as_str()).collect();
                return (!ways.is_empty()).then(|| told(&format!("yours to decide: {}", ways.join(" "))));
            };
            let changes = self.changes(file, &help.edits);
            let closed = changes.iter().map(|change| change.file).find(|at| !may_change[*at]);
            let other = if closed == Some(slot) { "this file" } else { "a file to change" };
            Some(match closed {
                Some(_) => (fault.span(), format!("{other} is not named"), true),
                None if self.with(&changes).errors() > self.errors() => {
                    told("more would be wrong after the fix")
                }
                None => told("it is not made together with the others"),
            })
        };
        self.findings(slot).iter().filter_map(reason).collect()
    }

    /// Where the text of a file is.
    fn slot(&self, file: usize) -> usize {
        if self.is_both { file.saturating_sub(1) } else { file }
    }

    /// Whether a fix leaves less that is wrong, or no more if it mends a warning.
    pub(crate) fn mends(&self, file: usize, fault: &Diagnostic, edits: &[Edit]) -> bool {
        let (before, after) = (self.errors(), self.with(&self.changes(file, edits)).errors());
        after < before || after == before && fault.severity() == Severity::Warning
    }

    /// The edits of a text that make all sure fixes in it, again and again; `None` if there are none that leave no
    /// more that is wrong than there was.
    pub(crate) fn fix_all(&self, file: usize, faults: &[&Diagnostic]) -> Option<Vec<(Span, String)>> {
        let slot = self.slot(file);
        let before = self.errors();
        let mut found: Vec<Diagnostic> = faults.iter().copied().cloned().collect();
        let (mut now, mut best) = (self.with(&[]), None);
        for round in 0..MOST_ROUNDS {
            let mut fixes = now.sure_fixes(file, &found);
            let after = |fixes: &[Vec<TextEdit>]| now.with(&fixes.concat());
            let errors = now.errors();
            if after(&fixes).errors() > errors {
                let good: Vec<_> =
                    fixes.iter().filter(|fix| now.with(fix).errors() <= errors).cloned().collect();
                // What can be read only now may have errors that are mended next.
                fixes = if good.is_empty() { fixes } else { good };
            }
            if fixes.is_empty() {
                break;
            }
            let next = after(&fixes);
            if next.errors() <= best.as_ref().map_or(before, |(errors, _)| *errors) {
                let edits = fixes.concat().into_iter().map(|edit| (edit.span, edit.text)).collect();
                best = Some((next.errors(), if round == 0 { edits } else { self.changed(&next, slot) }));
            }
            now = next;
            found = now.findings(slot);
        }
        best.map(|(_, edits)| edits)
    }

    fn changed(&self, other: &Self, slot: usize) -> Vec<(Span, String)> {
        let (Some(before), Some(after)) = (&self.texts[slot], &other.texts[slot]) else { return Vec::new() };
        language::changed(before, after, 0).into_iter().collect()
    }

    /// The sure fix of each diagnostic that has one, except those that overlap another or change another text.
    fn sure_fixes(&self, file: usize, faults: &[Diagnostic]) -> Vec<Vec<TextEdit>> {
        let slot = self.slot(file);
        let mut chosen: Vec<Vec<TextEdit>> = Vec::new();
        for fault in faults {
            let Some(help) = fault.sure() else { continue };
            let changes = self.changes(file, &help.edits);
            let touches = |TextEdit { span, .. }: &TextEdit| {
                let mut others = chosen.iter().flatten().map(|other| other.span);
                others.any(|other| span.start <= other.end && other.start <= span.end)
            };
            if changes.iter().all(|change| change.file == slot && !touches(change)) {
                chosen.push(changes);
            }
        }
        chosen
    }

    fn changes(&self, file: usize, edits: &[Edit]) -> Vec<TextEdit> {
        let change = |edit: &Edit| TextEdit {
            file: self.slot(edit.file.unwrap_or(file)),
            span: edit.span,
            text: edit.text.clone(),
        };
        edits.iter().map(change).collect()
    }

    /// The texts after some edits.
    fn with(&self, changes: &[TextEdit]) -> Self {
        // A file that is not there has no edits.
        let texts: Vec<&str> = self.texts.iter().map(|text| text.as_deref().unwrap_or_default()).collect();
        let after =
            apply(&texts, changes).unwrap_or_else(|| texts.iter().map(|&text| text.to_owned()).collect());
        let texts = self.texts.iter().zip(after).map(|(text, after)| text.as_ref().map(|_| after)).collect();
        Self { texts, is_both: self.is_both }
    }

    /// How many errors there are: first those that hide all others, last those about names, which hide none.
    fn errors(&self) -> [usize; 3] {
        let found = self.all_findings();
        let mut ids: Vec<&str> = found.iter().flatten().map(|fault| fault.code.id).collect();
        ids.retain(|id| id.starts_with('E'));
        let count = |is_less: fn(&&&str) -> bool| ids.iter().filter(is_less).count();
        [count(|id| id.starts_with("E00")), count(|id| !id.starts_with("E02")), ids.len()]
    }

    /// What is found in one of the texts, as an editor shows it.
    fn findings(&self, slot: usize) -> Vec<Diagnostic> {
        let mut all = self.all_findings();
        if self.is_both {
            return all.swap_remove(0);
        }
        if slot > 0 {
            let own = all.swap_remove(slot - 1).into_iter();
            return own.filter(|fault| fault.file > 0).collect();
        }
        let domain = self.texts[0].clone().map(Document::new);
        let with_problems: Vec<&Vec<Diagnostic>> = all.iter().filter(|_| self.texts.len() > 1).collect();
        with_every(check(domain.as_ref(), None), &with_problems)
    }

    /// What is found in the domain with each of the problems.
    fn all_findings(&self) -> Vec<Vec<Diagnostic>> {
        let documents: Vec<_> = self.texts.iter().map(|text| text.clone().map(Document::new)).collect();
        let halves = self.texts[0].as_deref().and_then(one_file::halves).map(|all| all.map(Document::new));
        let domain = halves.as_ref().map_or(documents[0].as_ref(), |[domain, _]| Some(domain));
        let own = halves.as_ref().filter(|_| self.is_both).map(|[_, problem]| Some(problem));
        let problems = own.into_iter().chain(documents[1..].iter().map(Option::as_ref));
        let mut found: Vec<_> = problems.map(|problem| check(domain, problem)).collect();
        if found.is_empty() {
            found.push(check(domain, None));
        }
        found
    }
}

/// The findings of a domain alone, and those that all its problems share. A single problem knows better.
pub(crate) fn with_every(mut alone: Vec<Diagnostic>, problems: &[&Vec<Diagnostic>]) -> Vec<Diagnostic> {
    let same = |one: &Diagnostic, other: &Diagnostic| {
        other.file == 0 && (one.code, one.span()) == (other.code, other.span())
    };
    if let Some((first, rest)) = problems.split_first() {
        // With its only problem, more is known of a mistake.
        for fault in alone.iter_mut().filter(|_| rest.is_empty()) {
            if let Some(other) = first.iter().find(|other| same(fault, other)) {
                *fault = other.clone();
            }
        }
        for fault in first.iter().filter(|fault| fault.file == 0) {
            let everywhere = rest.iter().all(|found| found.iter().any(|other| same(fault, other)));
            if everywhere && !alone.iter().any(|other| same(fault, other)) {
                alone.push(fault.clone());
            }
        }
    }
    alone.sort_by_key(|fault| (fault.span(), fault.code.id));
    alone
}
