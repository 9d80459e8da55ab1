//! Any bytes as a domain and a problem: no panic, and every diagnostic can be written in every format.
#![no_main]

use banto::source::{MessageFormat, Renderer, SourceText};
use banto::{pddl, task};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    // A zero byte parts the domain from the problem.
    let cut = data.iter().position(|byte| *byte == 0).unwrap_or(data.len());
    let (domain, fault) = SourceText::from_bytes("domain", data[..cut].to_vec());
    let (problem, other) = SourceText::from_bytes("problem", data[(cut + 1).min(data.len())..].to_vec());
    let texts = [&domain, &problem];
    let mut found: Vec<_> = fault.into_iter().chain(other.map(|fault| fault.moved_to(1))).collect();
    if found.is_empty() {
        let problem = pddl::parse_problem(&problem);
        found = task::resolve(&pddl::parse_domain(&domain), Some(&problem)).diagnostics;
    }
    for format in [MessageFormat::Human, MessageFormat::Short, MessageFormat::Json] {
        let renderer = Renderer::new(&texts, format, false);
        for fault in &found {
            assert!(!renderer.render(fault).is_empty());
        }
    }
});
