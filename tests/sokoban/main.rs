//! Levels, boards, moves and the validator: fixtures in files, the project's own levels with their solutions,
//! properties of the formats, and, where they are there, the collections beside the checkout.

#[path = "../support/cases.rs"]
mod cases;
mod encode;
#[path = "../support/exact.rs"]
mod exact;
mod formats;
mod gaps;
mod levels;
mod macros;
#[path = "../support/places.rs"]
mod places;
mod playing;
#[path = "../support/puzzle.rs"]
mod puzzle;
mod random;
mod reading;

use banto::sokoban::level::{self, Reading};
use banto::sokoban::{Collection, Format, Level, lurd};
use banto::source::{Severity, SourceText};

const FORMATS: [Format; 5] = [Format::Xsb, Format::Rle, Format::Sok, Format::Slc, Format::Article];

fn read(text: &str) -> Reading {
    level::read(&SourceText::new("a.xsb", text), None)
}

/// Whether nothing is wrong, warnings aside.
fn is_sound(reading: &Reading) -> bool {
    reading.diagnostics.iter().all(|one| one.severity() != Severity::Error)
}

/// The levels of a text that is known to be right.
fn levels(text: &str) -> Vec<Level> {
    let reading = read(text);
    assert!(is_sound(&reading), "{text}\n{:#?}", reading.diagnostics);
    reading.collection.levels
}

fn moves(text: &str) -> Vec<lurd::Written> {
    lurd::read(&SourceText::new("solution", text)).unwrap()
}

/// Notes and solutions of levels, which XML cannot hold, are taken away.
fn without_notes(mut collection: Collection) -> Collection {
    for level in &mut collection.levels {
        level.notes.clear();
        level.solutions.clear();
    }
    collection
}
