//! Any bytes as the domain of a game: no panic, and every diagnostic can be written.
#![no_main]

use std::time::Duration;

use banto::games::{GameError, read};
use banto::limits::Limits;
use banto::source::{MessageFormat, Renderer, SourceText};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let (domain, fault) = SourceText::from_bytes("domain", data.to_vec());
    if fault.is_some() {
        return;
    }
    let problem = SourceText::new("problem", include_str!("../../problems/games/tic-tac-toe.pddl"));
    let found = match read(&domain, &problem, &Limits::none().with_time(Duration::from_secs(1))) {
        Ok(game) => game.warnings,
        Err(GameError::Faults(faults)) => faults,
        Err(GameError::Ground(_)) => return,
    };
    let texts = [&domain, &problem];
    let renderer = Renderer::new(&texts, MessageFormat::Human, false);
    for fault in &found {
        assert!(!renderer.render(fault).is_empty());
    }
});
