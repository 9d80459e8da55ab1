//! Any bytes as the domain of a game: no panic, and what is said of the convention and of board hints can be written.
#![no_main]

use banto::game::{board, convention};
use banto::source::{MessageFormat, Renderer, SourceText};
use banto::{pddl, task};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let (domain, fault) = SourceText::from_bytes("domain", data.to_vec());
    if fault.is_some() {
        return;
    }
    let problem = SourceText::new("problem", include_str!("../../problems/games/tic-tac-toe.pddl"));
    let trees = (pddl::parse_domain(&domain), pddl::parse_problem(&problem));
    let Some(task) = task::resolve(&trees.0, Some(&trees.1)).task else { return };
    let (Some(rules), Some(start)) = (&trees.0.tree, &trees.1.tree) else { return };
    let (_, mut found) = board(&domain, &problem, &task);
    found.extend(convention(rules, start, &task).1);
    let texts = [&domain, &problem];
    let renderer = Renderer::new(&texts, MessageFormat::Human, false);
    for fault in &found {
        assert!(!renderer.render(fault).is_empty());
    }
});
