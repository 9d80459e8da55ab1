//! Requests that change texts: renaming, layout, quick fixes.
//!
//! In: the parameters of a request. Out: edits.

use lsp_types as lsp;
use lsp_types::{CodeActionKind, CodeActionOrCommand, TextEdit};
use serde_json::{Value, json};

use super::check;
use super::server::{Answer, Server};
use super::store::{Entry, View};
use crate::files::fixes::Trial;
use crate::files::one_file;
use banto_base::limits::Limits;
use banto_base::source::{Diagnostic, Edit, Span};
use banto_text::language::{self, Place};

impl Server<'_> {
    pub(super) fn prepare_rename(&mut self, params: lsp::TextDocumentPositionParams) -> Answer<lsp::Range> {
        let mut view = self.view(&params.text_document.uri, false)?;
        let at = view.look_at(params.position);
        let span = language::prepare_rename(&view.texts(), view.file, at)?;
        Ok(view.here().range(span))
    }

    pub(super) fn rename(&mut self, params: lsp::RenameParams) -> Answer<Value> {
        let place = params.text_document_position;
        let mut view = self.view(&place.text_document.uri, true)?;
        let at = view.look_at(place.position);
        let (places, name) = language::rename(&view.texts(), view.file, at, &params.new_name)?;
        Ok(workspace_edit(&view, places.into_iter().map(|place| (place, name.clone()))))
    }

    // --- layout ---

    pub(super) fn format(&mut self, params: lsp::DocumentFormattingParams) -> Answer<Vec<TextEdit>> {
        let view = self.view(&params.text_document.uri, false)?;
        let source = view.here().document.source();
        let Ok(Ok(formatted)) = one_file::formatted(source, &Limits::none()) else { return Ok(Vec::new()) };
        Ok(text_edits(view.here(), language::changed(source.text(), &formatted, 0).into_iter().collect()))
    }

    pub(super) fn format_range(
        &mut self,
        params: lsp::DocumentRangeFormattingParams,
    ) -> Answer<Vec<TextEdit>> {
        let view = self.view(&params.text_document.uri, false)?;
        let within = view.here().span(params.range);
        let edits = view.here().parts().into_iter().flat_map(|part| language::range(part, within));
        Ok(text_edits(view.here(), edits.collect()))
    }

    // --- quick fixes ---

    pub(super) fn actions(&mut self, params: lsp::CodeActionParams) -> Answer<Vec<CodeActionOrCommand>> {
        let uri = params.text_document.uri;
        let Some(path) = self.open_path(&uri) else { return Ok(Vec::new()) };
        let Some(view) = self.store.view(&path, false) else { return Ok(Vec::new()) };
        let within = view.here().span(params.range);
        let is_wanted = |kind: &CodeActionKind| {
            let parent = |one: &CodeActionKind| {
                let rest = kind.as_str().strip_prefix(one.as_str());
                rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
            };
            params.context.only.as_ref().is_none_or(|only| only.iter().any(parent))
        };
        let faults: Vec<&Diagnostic> = self.checks.of(&path, view.files()).collect();
        let near =
            |fault: &&&Diagnostic| fault.span().start <= within.end && within.start <= fault.span().end;
        let near: Vec<&Diagnostic> = faults.iter().filter(near).copied().collect();
        // Without being asked for, it is offered beside a fix that is part of it.
        let is_near = params.context.only.is_some() || near.iter().any(|fault| fault.sure().is_some());
        let mut actions = Vec::new();
        if is_wanted(&CodeActionKind::QUICKFIX) {
            let tried = trial(&view).filter(|_| near.len() <= MOST_TRIED);
            for fault in near {
                actions.extend(quick_fixes(fault, &view, tried.as_ref()));
            }
        }
        if is_near
            && is_wanted(&CodeActionKind::SOURCE_FIX_ALL)
            && let Some(all) = trial(&view).and_then(|trial| trial.fix_all(view.file, &faults))
        {
            let edits = all.into_iter().map(|(span, text)| (Place { file: view.file, span }, text));
            actions.push(action(FIX_ALL, CodeActionKind::SOURCE_FIX_ALL, &view, edits));
        }
        Ok(actions.into_iter().map(CodeActionOrCommand::CodeAction).collect())
    }
}

const FIX_ALL: &str = "fix everything that has a sure fix";

/// No more findings at one place have their fixes tried out.
const MOST_TRIED: usize = 50;

/// The fixes of a diagnostic: one for each line of help that has edits. The sure one is preferred if
/// it mends what it is for.
fn quick_fixes<'a>(
    fault: &'a Diagnostic,
    view: &'a View<'_>,
    trial: Option<&'a Trial>,
) -> impl Iterator<Item = lsp::CodeAction> + 'a {
    let helps = fault.help.iter().filter(|help| !help.edits.is_empty());
    // To the diagnostic, the texts of the domain and of this problem are 0 and 1.
    let is_known = |edit: &Edit| match edit.file {
        None => true,
        Some(0) => view.domain.is_some(),
        Some(file) => file <= view.problems.len(),
    };
    let known = helps.filter(move |help| help.edits.iter().all(is_known));
    known.map(move |help| {
        let edits = help.edits.iter().map(|edit| (place(edit, view.file), edit.text.clone()));
        let mut found = action(&help.text, CodeActionKind::QUICKFIX, view, edits);
        found.diagnostics = Some(vec![check::shown(fault, view)]);
        let is_sure = fault.sure().is_some_and(|sure| std::ptr::eq(sure, help));
        found.is_preferred =
            Some(is_sure && trial.is_some_and(|trial| trial.mends(view.file, fault, &help.edits)));
        found
    })
}

/// The texts of a view, unless they are too large.
fn trial(view: &View<'_>) -> Option<Trial> {
    let text = |entry: &Entry| entry.document.text().to_owned();
    let is_both = view.domain.zip(view.problems.first()).is_some_and(|(one, two)| std::ptr::eq(one, *two));
    let problems = view.problems.iter().skip(usize::from(is_both)).map(|one| text(one));
    Trial::new(view.domain.map(text), problems.collect(), is_both)
}

fn place(edit: &Edit, file: usize) -> Place {
    Place { file: edit.file.unwrap_or(file), span: edit.span }
}

fn action(
    title: &str,
    kind: CodeActionKind,
    view: &View<'_>,
    edits: impl Iterator<Item = (Place, String)>,
) -> lsp::CodeAction {
    let edit = serde_json::from_value(workspace_edit(view, edits)).ok();
    lsp::CodeAction { title: title.to_owned(), kind: Some(kind), edit, ..lsp::CodeAction::default() }
}

/// Edits of several texts, by address.
fn workspace_edit(view: &View<'_>, edits: impl Iterator<Item = (Place, String)>) -> Value {
    let mut changes = serde_json::Map::new();
    for (place, text) in edits {
        let entry = view.entry(place.file);
        let edit = json!({ "range": entry.range(place.span), "newText": text });
        let list = changes.entry(entry.uri.as_str()).or_insert_with(|| json!([]));
        list.as_array_mut().expect("made a line before").push(edit);
    }
    json!({ "changes": changes })
}

fn text_edits(entry: &Entry, edits: Vec<(Span, String)>) -> Vec<TextEdit> {
    edits.into_iter().map(|(span, text)| TextEdit::new(entry.range(span), text)).collect()
}
