//! Requests about a place or a text (hover, completion, definitions and more), answered by `language`.
//!
//! A handler finds the text, asks one question, and turns spans into ranges.

use lsp_types as lsp;
use lsp_types::{GotoDefinitionResponse as Definitions, Location, Range};
use serde_json::{Value, json};

use super::convert::{shown, token};
use super::server::{Answer, Server};
use super::store::{Entry, View};
use crate::compare::figures::counted;
use banto_base::source::Span;
use banto_text::language::{self, Symbol};

/// Larger texts get tokens only for the visible part, which the editor asks for as well.
const MOST_TOKENS_OF: usize = 1 << 20;

/// A list in the form of the protocol.
type Values = Answer<Vec<Value>>;

impl Server<'_> {
    /// The text of a position, with its related texts, and the byte.
    fn place(&mut self, params: &lsp::TextDocumentPositionParams, is_wide: bool) -> Answer<(View<'_>, u32)> {
        let uri = &params.text_document.uri;
        let mut view = self.view(uri, is_wide)?;
        let at = view.look_at(params.position);
        Ok((view, at))
    }

    pub(super) fn hover(&mut self, params: lsp::HoverParams) -> Answer<Option<Value>> {
        let (view, at) = self.place(&params.text_document_position_params, false)?;
        let texts = view.texts();
        let Some((span, mut text)) = language::hover(&texts, view.file, at) else { return Ok(None) };
        let range = view.here().range(span);
        let action = texts.file(view.file).and_then(|here| language::action_at(here, at));
        if let (Some(action), Some(domain)) = (action, texts.domain) {
            let domain = domain.text().to_owned();
            let name = |problem: &language::Document| problem.definition().1.unwrap_or("").to_owned();
            let problems = texts.problems.iter().map(|problem| (name(problem), problem.text().to_owned()));
            let (names, problems): (Vec<_>, Vec<_>) = problems.unzip();
            for (name, count) in names.iter().zip(self.grounded.of(&action, &domain, &problems)) {
                let Some(count) = count else { continue };
                let count = counted(count, "operator", "operators");
                text.extend(["\n\nGrounded in ", name, ": ", &count]);
            }
        }
        Ok(Some(json!({ "contents": { "kind": "markdown", "value": text }, "range": range })))
    }

    pub(super) fn definition(&mut self, params: lsp::GotoDefinitionParams) -> Answer<Option<Definitions>> {
        let params = params.text_document_position_params;
        if let Some(schema) = self.step_definition(&params) {
            return Ok(Some(Definitions::Scalar(schema)));
        }
        let (view, at) = self.place(&params, false)?;
        let found = language::declaration(&view.texts(), view.file, at);
        Ok(found.map(|place| Definitions::Scalar(view.location(place))))
    }

    pub(super) fn references(&mut self, params: lsp::ReferenceParams) -> Answer<Vec<Location>> {
        let (view, at) = self.place(&params.text_document_position, true)?;
        let all = language::references(&view.texts(), view.file, at, params.context.include_declaration);
        Ok(all.into_iter().map(|place| view.location(place)).collect())
    }

    pub(super) fn highlight(&mut self, params: lsp::DocumentHighlightParams) -> Values {
        let (view, at) = self.place(&params.text_document_position_params, false)?;
        let all = language::references(&view.texts(), view.file, at, true).into_iter();
        let here = all.filter(|place| view.files().contains(&place.file));
        Ok(here.map(|place| json!({ "range": view.here().range(place.span) })).collect())
    }

    pub(super) fn document_symbols(&mut self, params: lsp::DocumentSymbolParams) -> Values {
        fn json_of(symbol: &Symbol, entry: &Entry) -> Value {
            let children: Vec<Value> = symbol.children.iter().map(|child| json_of(child, entry)).collect();
            let name = if symbol.name.is_empty() { "?" } else { &symbol.name };
            json!({
                "name": name, "detail": symbol.detail, "kind": shown(symbol.kind).0,
                "range": entry.range(symbol.span), "selectionRange": entry.range(symbol.selection),
                "children": children,
            })
        }
        let view = self.view(&params.text_document.uri, false)?;
        let symbols = view.here().parts().into_iter().flat_map(language::symbols);
        Ok(symbols.map(|symbol| json_of(&symbol, view.here())).collect())
    }

    pub(super) fn workspace_symbols(&mut self, params: lsp::WorkspaceSymbolParams) -> Values {
        const MOST: usize = 500;
        let wanted = params.query.to_ascii_lowercase();
        let mut symbols = Vec::new();
        for entry in self.store.all() {
            let declared = entry.parts().into_iter().flat_map(|part| {
                part.model().declared.iter().map(|one| (one, part.definition().1.unwrap_or("")))
            });
            for (one, container) in
                declared.filter(|(one, _)| one.name.to_ascii_lowercase().contains(&wanted))
            {
                let location = Location::new(entry.uri.clone(), entry.range(one.span));
                let kind = shown(one.kind).0;
                symbols.push(
                    json!({ "name": one.name, "kind": kind, "location": location, "containerName": container }),
                );
            }
            if symbols.len() > MOST {
                break;
            }
        }
        symbols.truncate(MOST);
        Ok(symbols)
    }

    pub(super) fn folds(&mut self, params: lsp::FoldingRangeParams) -> Values {
        let view = self.view(&params.text_document.uri, false)?;
        let mut folds = Vec::new();
        for (span, is_comment) in view.here().parts().into_iter().flat_map(language::folds) {
            let range = view.here().range(span);
            if range.start.line < range.end.line {
                let kind = if is_comment { "comment" } else { "region" };
                folds.push(json!({ "startLine": range.start.line, "endLine": range.end.line, "kind": kind }));
            }
        }
        Ok(folds)
    }

    pub(super) fn selections(
        &mut self,
        params: lsp::SelectionRangeParams,
    ) -> Answer<Vec<lsp::SelectionRange>> {
        let view = self.view(&params.text_document.uri, false)?;
        let entry = view.here();
        let chain = |position: lsp::Position| {
            let at = entry.at(position);
            let spans = language::selection(entry.part(entry.is_in_problem(at)), at);
            let ranges = spans.into_iter().rev().map(|span| entry.range(span));
            let outer = |parent: Option<lsp::SelectionRange>, range: Range| {
                Some(lsp::SelectionRange { range, parent: parent.map(Box::new) })
            };
            let empty = lsp::SelectionRange { range: Range::new(position, position), parent: None };
            ranges.fold(None, outer).unwrap_or(empty)
        };
        Ok(params.positions.into_iter().map(chain).collect())
    }

    pub(super) fn complete(&mut self, params: lsp::CompletionParams) -> Answer<Vec<lsp::CompletionItem>> {
        let has_snippets = self.has_snippets();
        let (view, at) = self.place(&params.text_document_position, false)?;
        let items = language::complete(&view.texts(), view.file, at).into_iter().map(|item| {
            let new_text = if has_snippets { item.insert } else { plain(&item.insert) };
            let edit = lsp::TextEdit { range: view.here().range(item.span), new_text };
            let about = lsp::MarkupContent { kind: lsp::MarkupKind::Markdown, value: item.about };
            let format =
                if has_snippets { lsp::InsertTextFormat::SNIPPET } else { lsp::InsertTextFormat::PLAIN_TEXT };
            lsp::CompletionItem {
                kind: Some(shown(item.kind).1),
                detail: Some(item.detail).filter(|detail| !detail.is_empty()),
                documentation: (!about.value.is_empty()).then_some(lsp::Documentation::MarkupContent(about)),
                sort_text: Some(format!("{}{}", item.rank, item.label)),
                insert_text_format: Some(format),
                text_edit: Some(lsp::CompletionTextEdit::Edit(edit)),
                label: item.label,
                ..lsp::CompletionItem::default()
            }
        });
        Ok(items.collect())
    }

    fn has_snippets(&self) -> bool {
        let completion = self.client.text_document.as_ref().and_then(|text| text.completion.as_ref());
        let item = completion.and_then(|completion| completion.completion_item.as_ref());
        item.and_then(|item| item.snippet_support) == Some(true)
    }

    pub(super) fn signature(&mut self, params: lsp::SignatureHelpParams) -> Answer<Option<Value>> {
        let (view, at) = self.place(&params.text_document_position_params, false)?;
        let found = language::signature(&view.texts(), view.file, at);
        Ok(found.map(|one| {
            let parameters: Vec<Value> =
                one.parameters.iter().map(|label| json!({ "label": label })).collect();
            json!({
                "signatures": [{ "label": one.label, "parameters": parameters }],
                "activeSignature": 0, "activeParameter": one.active,
            })
        }))
    }

    pub(super) fn tokens(&mut self, params: lsp::SemanticTokensParams) -> Answer<Option<Value>> {
        let view = self.view(&params.text_document.uri, false)?;
        let is_small = view.here().document.text().len() <= MOST_TOKENS_OF;
        Ok(is_small.then(|| packed(view.here(), None)))
    }

    pub(super) fn tokens_in_range(&mut self, params: lsp::SemanticTokensRangeParams) -> Answer<Value> {
        let view = self.view(&params.text_document.uri, false)?;
        Ok(packed(view.here(), Some(view.here().span(params.range))))
    }

    pub(super) fn hints(&mut self, params: lsp::InlayHintParams) -> Values {
        let view = self.view(&params.text_document.uri, false)?;
        let within = view.here().span(params.range);
        let texts = view.texts();
        let hints = view.files().into_iter().flat_map(|file| language::hints(&texts, file, within));
        Ok(hints
            .map(|hint| {
                json!({
                    "position": view.here().range(Span::at(hint.at)).start, "label": hint.text,
                    "kind": if hint.is_type { 1 } else { 2 },
                    "paddingLeft": hint.is_type, "paddingRight": !hint.is_type,
                })
            })
            .collect())
    }
}

/// Tokens as the protocol packs them: each relative to the one before.
fn packed(entry: &Entry, within: Option<Span>) -> Value {
    let mut data: Vec<u32> = Vec::new();
    let (mut line, mut start) = (0, 0);
    // A form has more tokens than the part of it that is asked about.
    let is_here = |span: Span| within.is_none_or(|part| part.start <= span.end && span.start <= part.end);
    let tokens = entry.parts().into_iter().flat_map(|part| language::tokens(part, within));
    for found in tokens.filter(|found| is_here(found.span)) {
        let range = entry.range(found.span);
        let down = range.start.line - line;
        let right = if down == 0 { range.start.character - start } else { range.start.character };
        (line, start) = (range.start.line, range.start.character);
        let kind = u32::try_from(token(found.kind)).unwrap_or(0);
        let length = range.end.character - range.start.character;
        data.extend([down, right, length, kind, u32::from(found.is_declared)]);
    }
    json!({ "data": data })
}

/// A snippet without its placeholders.
fn plain(snippet: &str) -> String {
    let mut text = String::new();
    let mut parts = snippet.split('$');
    text += parts.next().unwrap_or("");
    for part in parts {
        match part.strip_prefix('{').and_then(|hole| hole.split_once('}')) {
            Some((hole, after)) => text += &(hole.split_once(':').map_or("", |one| one.1).to_owned() + after),
            None => text += part.trim_start_matches(|digit: char| digit.is_ascii_digit()),
        }
    }
    text
}
