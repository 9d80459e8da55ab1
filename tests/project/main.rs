//! The project as a whole: who may import whom, that documents say what is true, that examples and Python run.

mod architecture;
#[path = "../support/cases.rs"]
mod cases;
#[path = "../support/client.rs"]
mod client;
#[path = "../support/command.rs"]
mod command;
mod documents;
mod examples;
mod harness;
#[path = "../support/imports.rs"]
mod imports;
#[path = "../support/places.rs"]
mod places;
mod surface;
#[path = "../support/terminal.rs"]
mod terminal;
