//! Applies the edits of diagnostics and repairs to the texts of a call.
//!
//! In: texts by their names, and edits as `--json` has them. Out: the changed texts. Of edits that overlap, the first
//! ones win; those that belong together are applied together or not at all.

use std::collections::BTreeMap;
use std::ops::Range;

use serde_json::Value;

/// The texts of a call, by the names of their files.
pub(in crate::program) type Texts = BTreeMap<&'static str, String>;

/// The edits that diagnostics suggest, those of one help together: of each diagnostic, the first that has any.
pub(super) fn suggested(diagnostics: &[Value]) -> Vec<Vec<&Value>> {
    let groups = diagnostics.iter().map(|one| {
        let edits = || one["edits"].as_array().into_iter().flatten();
        let first = edits().filter_map(|edit| edit["help"].as_u64()).min();
        edits().filter(|edit| edit["help"].as_u64() == first).collect::<Vec<_>>()
    });
    groups.filter(|group| !group.is_empty()).collect()
}

/// The texts after edits, if there are any.
pub(super) fn applied(texts: &Texts, groups: &[Vec<&Value>]) -> Option<Value> {
    let mut taken: Vec<(&str, Range<usize>, &str)> = Vec::new();
    for group in groups {
        let placed: Option<Vec<_>> = group.iter().map(|edit| placed(texts, edit)).collect();
        let Some(placed) = placed else { continue };
        let overlaps = |(file, range, _): &(&str, Range<usize>, &str)| {
            taken.iter().any(|(other, one, _)| {
                other == file && one.start < range.end && range.start < one.end
                    || (other, one) == (file, range)
            })
        };
        if !placed.iter().any(overlaps) {
            taken.extend(placed);
        }
    }
    // From the end, so that places before stay.
    taken.sort_by_key(|(_, range, _)| (range.start, range.end));
    let mut texts = texts.clone();
    for (file, range, new) in taken.iter().rev() {
        texts.get_mut(file)?.replace_range(range.clone(), new);
    }
    let shown = texts.into_iter().map(|(file, text)| (file.to_owned(), Value::from(text)));
    (!taken.is_empty()).then(|| Value::Object(shown.collect()))
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
