//! Applies the edits of a repair to the texts of a call.
//!
//! In: texts by their names, and edits as `--json` has them. Out: the changed texts.

use std::collections::BTreeMap;

use banto_base::source::{Span, TextEdit, apply};
use serde_json::Value;

/// The texts of a call, by the names of their files.
pub(crate) type Texts = BTreeMap<&'static str, String>;

/// The texts after edits, if there are any.
pub(super) fn applied<'e>(texts: &Texts, edits: impl Iterator<Item = &'e Value>) -> Option<Value> {
    let edits: Vec<TextEdit> = edits.map(|edit| placed(texts, edit)).collect::<Option<_>>()?;
    let after = apply(&texts.values().collect::<Vec<_>>(), &edits)?;
    let shown = texts.keys().zip(after).map(|(file, text)| ((*file).to_owned(), Value::from(text)));
    (!edits.is_empty()).then(|| Value::Object(shown.collect()))
}

/// An edit of JSON in bytes of one of the texts.
fn placed(texts: &Texts, edit: &Value) -> Option<TextEdit> {
    let file = texts.keys().position(|file| Some(*file) == edit["file"].as_str())?;
    let text = texts.values().nth(file)?;
    let at = |line: &str, column: &str| {
        let [line, column] =
            [line, column].map(|name| usize::try_from(edit[name].as_u64()?).ok()?.checked_sub(1));
        let start: usize = text.split_inclusive('\n').take(line?).map(str::len).sum();
        let rest = &text[start..];
        Some(start + rest.char_indices().nth(column?).map_or(rest.len(), |(at, _)| at))
    };
    let span = Span::from(at("line", "column")?..at("end_line", "end_column")?);
    Some(TextEdit { file, span, text: edit["text"].as_str().unwrap_or_default().to_owned() })
}
