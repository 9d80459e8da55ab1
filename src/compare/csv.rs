//! A comparison as CSV: a header, then a line per run. Fields are quoted as RFC 4180 requires.

use super::run::Comparison;

/// The names of the fields.
const FIELDS: &str = "file,level,title,solver,status,reason,pushes,moves,seconds,search_seconds,expanded,evaluated,\
                      generated,states,state_bytes,solution\n";

/// The whole table.
pub fn text(comparison: &Comparison) -> String {
    let mut out = FIELDS.to_owned();
    for level in &comparison.levels {
        let entry = &level.entry;
        let named = comparison.solvers.iter().zip(&level.outcomes);
        for (solver, outcome) in named.filter_map(|(solver, outcome)| Some((solver, outcome.as_ref()?))) {
            let solution = outcome.solution();
            let length = |length: Option<usize>| length.map(|length| length.to_string()).unwrap_or_default();
            let fields = [
                entry.file.clone(),
                entry.number.to_string(),
                entry.level.title.clone().unwrap_or_default(),
                solver.name().to_owned(),
                outcome.ending.word().to_owned(),
                outcome.ending.reason().unwrap_or_default(),
                length(solution.map(|solution| solution.pushes)),
                length(solution.map(|solution| solution.moves)),
                format!("{:.6}", outcome.time.as_secs_f64()),
                format!("{:.6}", outcome.search_time.as_secs_f64()),
                outcome.work.counts.expanded.to_string(),
                outcome.work.counts.evaluated.to_string(),
                outcome.work.counts.generated.to_string(),
                outcome.work.states.to_string(),
                outcome.work.bytes.to_string(),
                solution.map(|solution| solution.lurd.clone()).unwrap_or_default(),
            ];
            out.push_str(&fields.map(|field| quoted(&field)).join(","));
            out.push('\n');
        }
    }
    out
}

fn quoted(field: &str) -> String {
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
}
