//! A change to a text, as a reader would make it.
//!
//! In: texts and edits. Out: the texts after all of them.

use super::Span;

/// A replacement in one of several texts.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct TextEdit {
    /// The number of the text: in a task 0 is the domain and 1 the problem.
    pub file: usize,
    /// The part to replace; what is added has an empty one.
    pub span: Span,
    /// The new text.
    pub text: String,
}

/// The texts after some edits; `None` if two overlap, or lie outside. Those at one place come in their order.
///
/// ```
/// use banto::source::{Span, TextEdit, apply};
///
/// let edit = TextEdit { file: 0, span: Span::new(1, 4), text: "lit".to_owned() };
/// assert_eq!(apply(&["(lti)"], &[edit.clone()]), Some(vec!["(lit)".to_owned()]));
/// let more = TextEdit { file: 0, span: Span::at(5), text: " ; ok".to_owned() };
/// assert_eq!(apply(&["(lti)"], &[more, edit.clone()]).unwrap(), ["(lit) ; ok"]);
/// let other = TextEdit { span: Span::new(3, 5), ..edit.clone() };
/// assert_eq!(apply(&["(lti)"], &[edit, other]), None);
/// ```
pub fn apply<T: AsRef<str>>(texts: &[T], edits: &[TextEdit]) -> Option<Vec<String>> {
    let mut edits: Vec<&TextEdit> = edits.iter().collect();
    edits.sort_by_key(|edit| (edit.file, edit.span));
    let is_apart = |pair: &[&TextEdit]| pair[0].file < pair[1].file || pair[0].span.end <= pair[1].span.start;
    let mut texts: Vec<String> = texts.iter().map(|text| text.as_ref().to_owned()).collect();
    for edit in edits.iter().rev() {
        let text = texts.get_mut(edit.file).filter(|text| text.get(edit.span.range()).is_some())?;
        text.replace_range(edit.span.range(), &edit.text);
    }
    edits.windows(2).all(is_apart).then_some(texts)
}
