//! Any bytes as a plan: no panic, every diagnostic points into the text, and a plan that is written is read again as it
//! was.
#![no_main]

use banto::plan::{self, ReadError, Verdict, validate};
use banto::source::SourceText;
use banto::{pddl, task};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let domain = SourceText::new("domain", include_str!("../../domains/logistics.pddl"));
    let problem = SourceText::new("problem", include_str!("../../problems/logistics/01-one-parcel.pddl"));
    let resolved = task::resolve(&pddl::parse_domain(&domain), Some(&pddl::parse_problem(&problem)));
    let task = resolved.task.expect("the project's own task is well formed");
    let (text, fault) = SourceText::from_bytes("plan", data.to_vec());
    if fault.is_some() {
        return;
    }
    let read = match plan::read(&task, text.text()) {
        Ok(read) => read,
        Err(ReadError::Text(fault)) => return assert!(text.text().get(fault.span().range()).is_some()),
        Err(ReadError::Step(misfit)) => return assert!(text.text().get(misfit.span.range()).is_some()),
    };
    let cost = match validate(&task, &read.plan) {
        Verdict::Valid { cost } => cost,
        Verdict::Invalid(_) => 0,
    };
    let again = plan::read(&task, &(read.plan.text(&task) + &plan::cost_line(&task, cost)));
    let again = again.expect("what is written can be read");
    assert_eq!(again.plan, read.plan);
    assert_eq!(again.stated_cost.and_then(|stated| stated.value), Some(cost));
});
