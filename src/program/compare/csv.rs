//! A comparison as CSV: a header, then one line per run. Fields are quoted as RFC 4180 requires.

use std::time::Duration;

use super::entry::{EntryKind, Subject};
use super::record;
use super::run::Comparison;

/// The whole table.
pub fn text(comparison: &Comparison) -> String {
    let kind = comparison.kind();
    let about = if kind == EntryKind::Levels { "level,title" } else { "domain,problem" };
    let [first, second] = kind.lengths();
    let mut out = format!(
        "file,{about},solver,status,reason,{first},{second},seconds,search_seconds,expanded,evaluated,generated,states,\
         state_bytes,{},cpu_seconds,preparation_seconds,preparation_cpu_seconds,search_cpu_seconds,expands,found_by,\
         reductions_in_effect,peak_memory_bytes,clock,time_limit,memory_limit,threads,settings,program,inputs\n",
        kind.solution()
    );
    let program = record::program().to_string();
    for compared in &comparison.entries {
        let entry = &compared.entry;
        let about = match &entry.subject {
            Subject::Level(level) => [entry.number.to_string(), level.title.clone().unwrap_or_default()],
            Subject::Task(task) => [task.domain.clone(), task.problem.clone()],
        };
        let named = comparison.solvers.iter().zip(&compared.outcomes);
        for (solver, outcome) in named.filter_map(|(solver, outcome)| Some((solver, outcome.as_ref()?))) {
            let solution = outcome.solution();
            let length = |index: usize| {
                solution.map(|solution| solution.lengths[index].to_string()).unwrap_or_default()
            };
            let [first, second] = about.clone();
            let inputs = entry.inputs.iter().map(|[file, digest]| format!("{digest}  {file}"));
            let fields = [
                entry.file.clone(),
                first,
                second,
                solver.name().to_owned(),
                outcome.ending.word().to_owned(),
                outcome.reason().unwrap_or_default(),
                length(0),
                length(1),
                shown(Some(outcome.taken.time)),
                shown(Some(outcome.search.time)),
                outcome.work.counts.expanded.to_string(),
                outcome.work.counts.evaluated.to_string(),
                outcome.work.counts.generated.to_string(),
                outcome.work.states.to_string(),
                outcome.work.bytes.to_string(),
                solution.map(|solution| solution.text.clone()).unwrap_or_default(),
                shown(outcome.taken.cpu),
                shown(Some(outcome.preparation.time)),
                shown(outcome.preparation.cpu),
                shown(outcome.search.cpu),
                outcome.expands.to_owned(),
                outcome.found_by.unwrap_or_default().to_owned(),
                outcome.in_effect.join(" "),
                outcome.peak.map(|bytes| bytes.to_string()).unwrap_or_default(),
                comparison.clock().to_ascii_lowercase(),
                shown(comparison.allowed.time),
                comparison.allowed.memory.map(|bytes| bytes.to_string()).unwrap_or_default(),
                comparison.threads.to_string(),
                comparison.settings(solver).map(|settings| settings.to_string()).unwrap_or_default(),
                program.clone(),
                inputs.collect::<Vec<_>>().join("; "),
            ];
            out.push_str(&fields.map(|field| quoted(&field)).join(","));
            out.push('\n');
        }
    }
    out
}

fn shown(time: Option<Duration>) -> String {
    time.map(|time| format!("{:.6}", time.as_secs_f64())).unwrap_or_default()
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
