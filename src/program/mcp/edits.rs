//! Applies the edits of a repair to the texts of a call.
//!
//! In: texts by their names, and edits as `--json` has them. Out: the changed texts.

use std::collections::BTreeMap;
use std::ops::Range;

use serde_json::Value;

/// The texts of a call, by the names of their files.
pub(crate) type Texts = BTreeMap<&'static str, String>;

/// The texts after edits, if there are any.
pub(super) fn applied<'e>(texts: &Texts, edits: impl Iterator<Item = &'e Value>) -> Option<Value> {
    let mut edits: Vec<_> = edits.map(|edit| placed(texts, edit)).collect::<Option<_>>()?;
    // From the end, so that places before stay.
    edits.sort_by_key(|(_, range, _)| (range.start, range.end));
    let mut texts = texts.clone();
    for (file, range, new) in edits.iter().rev() {
        texts.get_mut(file)?.replace_range(range.clone(), new);
    }
    let shown = texts.into_iter().map(|(file, text)| (file.to_owned(), Value::from(text)));
    (!edits.is_empty()).then(|| Value::Object(shown.collect()))
}

/// The file, the bytes and the new text of an edit.
fn placed<'t>(texts: &Texts, edit: &'t Value) -> Option<(&'static str, Range<usize>, &'t str)> {
    let (file, text) = texts.get_key_value(edit["file"].as_str()?)?;
    let at = |line: &str, column: &str| {
        let [line, column] =
            [line, column].map(|name| usize::try_from(edit[name].as_u64()?).ok()?.checked_sub(1));
        let start: usize = text.split_inclusive('\n').take(line?).map(str::len).sum();
        let rest = &text[start..];
        Some(start + rest.char_indices().nth(column?).map_or(rest.len(), |(at, _)| at))
    };
    let (start, end) = (at("line", "column")?, at("end_line", "end_column")?);
    (start <= end).then(|| (*file, start..end, edit["text"].as_str().unwrap_or_default()))
}
