//! The report written when the validator rejects a plan that a search found. The plan is not printed.
//!
//! In: the texts, the plan, the reason for the rejection. Out: a report in a file, and the exit code of a fault.

use std::path::Path;

use crate::files::save;
use crate::{Exit, Loaded, Output};
use banto_text::plan::Plan;

/// Where the report goes: the current folder.
const REPORT: &str = "banto-bug-report.txt";

/// Writes the report, or prints it if it cannot be written.
pub(crate) fn rejected(loaded: &Loaded, plan: &Plan, words: &str, output: &Output) -> Exit {
    output.ended(&format!("fault: a plan was found that the validator rejects: {words}"));
    let path = Path::new(REPORT);
    let text = report(loaded, plan, words);
    if save::whole(output, path, |out| out.write_all(text.as_bytes())).is_ok() {
        output.talk(&format!("this is a fault of banto; please report it with {REPORT}"));
    } else {
        output.talk("this is a fault of banto; please report it with what follows");
        output.talk(&text);
    }
    Exit::Fault
}

/// Everything needed to reproduce it: version, arguments, the plan, both texts.
fn report(loaded: &Loaded, plan: &Plan, words: &str) -> String {
    let version = env!("CARGO_PKG_VERSION");
    let arguments: Vec<String> =
        std::env::args_os().map(|argument| argument.to_string_lossy().into_owned()).collect();
    let texts = [&loaded.domain, &loaded.problem].map(|text| format!("--- {}\n{}", text.name(), text.text()));
    let (arguments, plan, texts) = (arguments.join(" "), plan.text(&loaded.task), texts.join("\n"));
    format!("banto {version}\n{arguments}\n{words}\n\n--- what was found\n{plan}\n{texts}")
}
