//! A comparison as CSV: a header, then one line per run. Fields are quoted as RFC 4180 requires, and no text is one
//! that a spreadsheet takes for a formula.

use super::columns::{Row, Run, names};
use super::run::Comparison;

/// The whole table.
pub fn text(comparison: &Comparison) -> String {
    let mut out = names::<Run<'_>>(comparison.kind()).join(",") + "\n";
    for compared in &comparison.entries {
        let runs = (0..comparison.solvers.len()).filter_map(|index| Run::of(comparison, compared, index));
        for run in runs {
            let fields: Vec<String> = run.fields().map(|field| quoted(&field)).collect();
            out += &(fields.join(",") + "\n");
        }
    }
    out
}

fn quoted(field: &str) -> String {
    let is_number = |rest: &str| rest.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    let is_formula = field.starts_with(['=', '+', '-', '@', '\t', '\r'])
        && !is_number(field.trim_start_matches(['+', '-']));
    let field = if is_formula { &format!("'{field}") } else { field };
    if field.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", field.replace('"', "\"\""))
    } else {
        field.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::quoted;

    #[test]
    fn fields_are_quoted_where_they_must_be() {
        assert_eq!(quoted("plain words"), "plain words");
        assert_eq!(quoted("a \"b\", c"), "\"a \"\"b\"\", c\"");
    }

    #[test]
    fn no_text_is_a_formula() {
        for (field, written) in [
            ("=1+2", "'=1+2"),
            ("@SUM(A1)", "'@SUM(A1)"),
            ("-2+3", "'-2+3"),
            ("+cmd|' /C calc'!A0", "'+cmd|' /C calc'!A0"),
            ("=a,b", "\"'=a,b\""),
            ("-5", "-5"),
            ("+1.5", "+1.5"),
            ("a=b", "a=b"),
        ] {
            assert_eq!(quoted(field), written, "{field}");
        }
    }
}
