//! Any text through the formatter: formatting twice changes nothing, and what the text means stays.
#![no_main]

use banto::source::SourceText;
use banto::{pddl, task};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let (source, fault) = SourceText::from_bytes("x", data.to_vec());
    if fault.is_some() {
        return;
    }
    let Ok(once) = pddl::format(&source) else { return };
    let once = SourceText::new("x", once);
    let twice = pddl::format(&once).expect("a formatted text is well formed");
    assert_eq!(once.text(), twice);
    let codes = |source: &SourceText| {
        let resolved = task::resolve(&pddl::parse_domain(source), None);
        resolved.diagnostics.iter().map(|fault| fault.code.id).collect::<Vec<_>>()
    };
    assert_eq!(codes(&source), codes(&once));
});
