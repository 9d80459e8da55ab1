//! Any bytes as a level file: no panic, every diagnostic can be written, and levels that can be played are read again
//! as they were from every format in which they are written.
#![no_main]

use banto::sokoban::{Board, Format, level};
use banto::source::{MessageFormat, Renderer, SourceText};
use libfuzzer_sys::fuzz_target;

const FORMATS: [Format; 5] = [Format::Xsb, Format::Rle, Format::Sok, Format::Slc, Format::Article];

fuzz_target!(|data: &[u8]| {
    // The first byte chooses the format that the user names, if any.
    let Some((choice, bytes)) = data.split_first() else { return };
    let (source, fault) = SourceText::from_bytes("level", bytes.to_vec());
    let reading = level::read(&source, FORMATS.get(usize::from(*choice)).copied());
    let texts = [&source];
    for format in [MessageFormat::Human, MessageFormat::Short, MessageFormat::Json] {
        let renderer = Renderer::new(&texts, format, false);
        for fault in fault.iter().chain(&reading.diagnostics) {
            assert!(!renderer.render(fault).is_empty());
        }
    }
    if fault.is_some() || !reading.is_playable() {
        return;
    }
    for level in &reading.collection.levels {
        assert!(Board::new(level).is_some());
    }
    for format in FORMATS {
        let text = SourceText::new("again", level::write(&reading.collection, format));
        let again = level::read(&text, None);
        let rows = |levels: &[level::Level]| levels.iter().map(|one| one.rows.clone()).collect::<Vec<_>>();
        assert_eq!(rows(&again.collection.levels), rows(&reading.collection.levels), "{format:?}");
    }
});
