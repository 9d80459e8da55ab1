//! Diagnostics as text: for people (source line and caret), as one line each, and as JSON.
//!
//! In: diagnostics and the texts they are about. Out: strings.

use annotate_snippets::renderer::DecorStyle;
use annotate_snippets::{AnnotationKind, Element, Level, Origin, Renderer as Annotator, Snippet};
use serde::Serialize;

use super::{Diagnostic, Label, Severity, SourceText, Span, printable, printable_lines};

/// How diagnostics are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum MessageFormat {
    /// Source line, caret and help.
    #[default]
    Human,
    /// `PATH:LINE:COL: error[E0104]: text`, one line each.
    Short,
    /// One JSON object per line.
    Json,
}

/// Renders diagnostics about a fixed list of texts.
#[derive(Clone, Copy, Debug)]
pub struct Renderer<'a> {
    texts: &'a [&'a SourceText],
    format: MessageFormat,
    color: bool,
}

/// Labels farther apart than this get separate snippets; longer lines are not shown at all.
const WINDOW_BYTES: u32 = 4_000;

impl<'a> Renderer<'a> {
    /// A renderer for diagnostics whose `file` indexes `texts`.
    ///
    /// ```
    /// use banto::source::{Code, MessageFormat, Renderer, SourceText, Span};
    ///
    /// let text = SourceText::new("a.pddl", "(and\n  (onn a b))");
    /// let fault = Code::find("E0202").unwrap().at(Span::new(8, 11), "unknown predicate onn");
    /// let texts = [&text];
    /// let line = Renderer::new(&texts, MessageFormat::Short, false).render(&fault);
    /// assert_eq!(line, "a.pddl:2:4: error[E0202]: unknown predicate onn\n");
    /// ```
    pub fn new(texts: &'a [&'a SourceText], format: MessageFormat, color: bool) -> Self {
        Self { texts, format, color }
    }

    /// One diagnostic, ending in a line feed.
    pub fn render(&self, diagnostic: &Diagnostic) -> String {
        match self.format {
            MessageFormat::Human => self.human(diagnostic),
            MessageFormat::Short => self.short(diagnostic),
            MessageFormat::Json => self.json(diagnostic),
        }
    }

    fn text(&self, file: usize) -> &'a SourceText {
        self.texts[file.min(self.texts.len() - 1)]
    }

    /// The place of a diagnostic, its code and what is wrong, without help.
    #[doc(hidden)]
    pub fn heading(&self, diagnostic: &Diagnostic) -> String {
        let text = self.text(diagnostic.file);
        let (line, column) = text.line_column(diagnostic.span().start);
        let place = if diagnostic.code.has_place() {
            format!("{}:{line}:{column}: ", text.name())
        } else {
            String::new()
        };
        let (severity, code) = (severity(diagnostic.severity()), diagnostic.code.id);
        format!("{place}{severity}[{code}]: {}", diagnostic.message)
    }

    fn short(&self, diagnostic: &Diagnostic) -> String {
        let mut out = self.heading(diagnostic);
        for help in &diagnostic.help {
            out.push_str("; ");
            out.push_str(&help.text);
        }
        printable(&out) + "\n"
    }

    /// A message about no text, as JSON.
    #[doc(hidden)]
    pub fn without_place(severity: &'static str, message: &str) -> String {
        let place = JsonPlace { file: None, line: None, column: None, end_line: None, end_column: None };
        let place = JsonLabel { place, label: None };
        let (also, help, edits) = (Vec::new(), Vec::new(), Vec::new());
        let object = JsonDiagnostic { severity, code: None, message, place, also, help, edits };
        serde_json::to_string(&object).expect("strings and numbers always serialize")
    }

    fn json(&self, diagnostic: &Diagnostic) -> String {
        let place = |file: usize, span: Span| {
            let text = self.text(file);
            let place = |at| Some(text.line_column(at)).filter(|_| diagnostic.code.has_place()).unzip();
            let ((line, column), (end_line, end_column)) = (place(span.start), place(span.end));
            JsonPlace { file: Some(text.name()), line, column, end_line, end_column }
        };
        let label = |label: &Label| JsonLabel {
            place: place(label.file, label.span),
            label: Some(label.text.clone()),
        };
        let helps = diagnostic.help.iter().enumerate();
        let edits = helps.flat_map(|(index, help)| help.edits.iter().map(move |edit| (index, edit)));
        let edits = edits.map(|(help, edit)| {
            let place = place(edit.file.unwrap_or(diagnostic.file), edit.span);
            JsonEdit { help, place, text: &edit.text }
        });
        let object = JsonDiagnostic {
            severity: severity(diagnostic.severity()),
            code: Some(diagnostic.code.id),
            message: &diagnostic.message,
            place: label(&diagnostic.labels[0]),
            also: diagnostic.labels[1..].iter().map(label).collect(),
            help: diagnostic.help.iter().map(|help| help.text.as_str()).collect(),
            edits: edits.collect(),
        };
        let mut out = serde_json::to_string(&object).expect("strings and numbers always serialize");
        out.push('\n');
        out
    }

    fn human(&self, diagnostic: &Diagnostic) -> String {
        let level = match diagnostic.severity() {
            Severity::Error => Level::ERROR,
            Severity::Warning => Level::WARNING,
        };
        let mut group = level
            .primary_title(diagnostic.message.as_str())
            .id(diagnostic.code.id)
            .elements(self.snippets(if diagnostic.code.has_place() { &diagnostic.labels } else { &[] }));
        for help in &diagnostic.help {
            group = group.element(Level::HELP.message(printable_lines(&help.text)));
        }
        let annotator = if self.color { Annotator::styled() } else { Annotator::plain() };
        let annotator = annotator.decor_style(DecorStyle::Ascii);
        let mut out = annotator.render(&[group]);
        out.push_str("\n\n");
        out
    }

    /// A sentence after a word such as `unsolvable`, with the source line if it has a place; at an empty one, something
    /// may be missing.
    #[doc(hidden)]
    pub fn sentence(&self, word: &str, text: &str, place: Option<(usize, Span)>) -> String {
        if self.format == MessageFormat::Short {
            let place =
                place.map(|(file, span)| (self.text(file).name(), self.text(file).line_column(span.start)));
            let place = place.map_or(String::new(), |(name, (line, column))| {
                format!("{}:{line}:{column}: ", printable(name))
            });
            return format!("{place}{word}: {text}\n");
        }
        let label =
            |span: Span| if span.start == span.end { "add it here, if it is meant to hold" } else { "" };
        let labels: Vec<Label> = place
            .iter()
            .map(|(file, span)| Label { span: *span, text: label(*span).to_owned(), file: *file })
            .collect();
        let group = Level::ERROR.with_name(word).primary_title(text).elements(self.snippets(&labels));
        let annotator = if self.color { Annotator::styled() } else { Annotator::plain() };
        annotator.decor_style(DecorStyle::Ascii).render(&[group]) + "\n"
    }

    /// One snippet for each run of neighboring labels in one file, the primary label's first.
    fn snippets<'b>(&self, labels: &'b [Label]) -> Vec<Element<'b>>
    where
        'a: 'b,
    {
        let mut left: Vec<(usize, &Label)> = labels.iter().enumerate().collect();
        let mut parts: Vec<Element<'b>> = Vec::new();
        while let Some(&(_, first)) = left.first() {
            let text = self.text(first.file);
            let near = |label: &Label| {
                label.file == first.file && label.span.start.abs_diff(first.span.start) < WINDOW_BYTES
            };
            let (here, others): (Vec<_>, Vec<_>) = left.into_iter().partition(|(_, label)| near(label));
            left = others;
            let whole =
                here.iter().map(|(_, label)| clipped(label.span, text)).reduce(Span::to).unwrap_or_default();
            let (line, window) = text.lines_around(whole);
            if window.end - window.start > WINDOW_BYTES || text.text().is_empty() {
                // Nothing to show, or lines too long to read: the place alone.
                let (line, column) = text.line_column(first.span.start);
                parts
                    .push(Element::from(Origin::path(printable(text.name())).line(line).char_column(column)));
                continue;
            }
            // The lines of Windows end with one more character, which would be shown as a sign; and a terminal obeys
            // the controls of Latin-1. The letter in their place has as many bytes, so that spans stay right.
            let shown = text
                .slice(window)
                .replace('\r', " ")
                .replace(|one| matches!(one, '\u{80}'..='\u{9f}'), "\u{b7}");
            let mut snippet = Snippet::source(shown).line_start(line).path(printable(text.name())).fold(true);
            for (index, label) in here {
                let span = clipped(label.span, text);
                let kind = if index == 0 { AnnotationKind::Primary } else { AnnotationKind::Context };
                let range = (span.start - window.start) as usize..(span.end - window.start) as usize;
                let mut annotation = kind.span(range);
                if !label.text.is_empty() {
                    annotation = annotation.label(label.text.as_str());
                }
                snippet = snippet.annotation(annotation);
            }
            parts.push(snippet.into());
        }
        parts
    }
}

/// A span cut to its first line, so that a label never covers pages.
fn clipped(span: Span, text: &SourceText) -> Span {
    let end = (span.end as usize).min(text.text().len());
    let slice = &text.text()[span.start as usize..end];
    let line = slice.split('\n').next().unwrap_or("").trim_end_matches('\r');
    let length = u32::try_from(line.len()).unwrap_or(0);
    Span::new(span.start, span.start + length)
}

fn severity(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
    }
}

#[derive(Serialize)]
struct JsonDiagnostic<'a> {
    severity: &'static str,
    code: Option<&'static str>,
    message: &'a str,
    #[serde(flatten)]
    place: JsonLabel<'a>,
    also: Vec<JsonLabel<'a>>,
    help: Vec<&'a str>,
    edits: Vec<JsonEdit<'a>>,
}

#[derive(Serialize)]
struct JsonLabel<'a> {
    #[serde(flatten)]
    place: JsonPlace<'a>,
    label: Option<String>,
}

#[derive(Serialize)]
struct JsonEdit<'a> {
    /// The index of the help that it carries out.
    help: usize,
    #[serde(flatten)]
    place: JsonPlace<'a>,
    text: &'a str,
}

#[derive(Serialize)]
struct JsonPlace<'a> {
    file: Option<&'a str>,
    line: Option<usize>,
    column: Option<usize>,
    end_line: Option<usize>,
    end_column: Option<usize>,
}
