//! A comparison as CSV: a header, then one line per run. Fields are quoted as RFC 4180 requires, and no text is one
//! that a spreadsheet takes for a formula.

use std::time::Duration;

use super::entry::{EntryKind, Subject};
use super::outcome::Outcome;
use super::record;
use super::run::Comparison;
use banto_search::Work;

/// The whole table.
pub fn text(comparison: &Comparison) -> String {
    let kind = comparison.kind();
    let about = if kind == EntryKind::Levels { "level,title" } else { "domain,problem" };
    let [first, second] = kind.lengths();
    let mut out = format!(
        "file,{about},solver,status,reason,{first},{second},seconds,search_seconds,expanded,evaluated,generated,states,\
         state_bytes,{},cpu_seconds,preparation_seconds,preparation_cpu_seconds,search_cpu_seconds,expands,found_by,\
         reductions_in_effect,held_memory_bytes,peak_memory_bytes,first_plan_seconds,first_plan_cpu_seconds,first_plan_expanded,\
         improvement_seconds,improvement_cpu_seconds,improvement_expanded,repeats,lower_bound,proven,initial_h,\
         expanded_until_last_jump,evaluated_until_last_jump,generated_until_last_jump,reopened,dead_ends,clock,time_limit,memory_limit,threads,settings,command,program,inputs\n",
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
            // Of other programs, only the whole is known.
            let counted = |pick: &dyn Fn(&Work) -> u64| number(outcome.known_work().map(pick));
            let part = |pick: &dyn Fn(&Outcome) -> Option<Duration>| {
                shown(Some(outcome).filter(|outcome| !outcome.is_foreign).and_then(pick))
            };
            let [first, improvement] = outcome.parts().map_or([None; 2], |parts| parts.map(Some));
            let [one, other] = about.clone();
            let jump = outcome.readings.until_last_jump;
            let estimates = outcome.readings.initial_h.iter().copied();
            let estimates: Vec<_> =
                estimates.map(|h| h.map_or("infinity".to_owned(), |h| h.to_string())).collect();
            let fields = [
                entry.file.clone(),
                one,
                other,
                solver.name().to_owned(),
                outcome.ending.word().to_owned(),
                outcome.reason().unwrap_or_default(),
                length(0),
                length(1),
                shown(Some(outcome.taken.time)),
                part(&|outcome| Some(outcome.search.time)),
                counted(&|work| work.counts.expanded),
                counted(&|work| work.counts.evaluated),
                counted(&|work| work.counts.generated),
                counted(&|work| work.states),
                counted(&|work| work.bytes),
                solution.map(|solution| solution.text.clone()).unwrap_or_default(),
                shown(outcome.taken.cpu),
                part(&|outcome| Some(outcome.preparation.time)),
                part(&|outcome| outcome.preparation.cpu),
                part(&|outcome| outcome.search.cpu),
                outcome.expands.to_owned(),
                outcome.found_by.unwrap_or_default().to_owned(),
                outcome.in_effect.join(" "),
                number(outcome.held),
                number(outcome.peak),
                shown(first.map(|part| part.0.time)),
                shown(first.and_then(|part| part.0.cpu)),
                number(first.map(|part| part.1)),
                shown(improvement.map(|part| part.0.time)),
                shown(improvement.and_then(|part| part.0.cpu)),
                number(improvement.map(|part| part.1)),
                outcome.repeats.to_string(),
                number(outcome.lower_bound.filter(|_| kind == EntryKind::Tasks)),
                outcome.is_proven().map(|is| is.to_string()).unwrap_or_default(),
                estimates.join(" "),
                number(jump.map(|counts| counts.expanded)),
                number(jump.map(|counts| counts.evaluated)),
                number(jump.map(|counts| counts.generated)),
                counted(&|work| work.counts.reopened),
                counted(&|work| work.counts.dead_ends),
                comparison.clock().to_ascii_lowercase(),
                shown(comparison.allowed.time),
                number(comparison.allowed.memory),
                comparison.threads.to_string(),
                comparison.settings(solver).map(|settings| settings.to_string()).unwrap_or_default(),
                solver.as_external().map(|external| external.command.clone()).unwrap_or_default(),
                program.clone(),
                record::inputs(&entry.inputs).to_string(),
            ];
            out.push_str(&fields.map(|field| quoted(&field)).join(","));
            out.push('\n');
        }
    }
    out
}

fn number(number: Option<u64>) -> String {
    number.map(|number| number.to_string()).unwrap_or_default()
}

fn shown(time: Option<Duration>) -> String {
    time.map(|time| format!("{:.6}", time.as_secs_f64())).unwrap_or_default()
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
