//! The program as a user meets it: exit codes, help, files, screens, and bad input. What the documents say of it,
//! `tests/project/documents/` runs.

mod collections;
mod draw;
mod drawing;
mod files;
mod fixes;
mod games;
mod help;
mod levels;
mod messages;
mod page;
mod planning;
pub mod play;
mod records;
mod repairs;
mod results;
mod screen;
mod step;
mod targets;
