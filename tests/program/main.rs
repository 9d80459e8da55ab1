//! `src/program/`: the program as users and editors run it, with its files, limits and exit codes.

#[path = "../support/cases.rs"]
mod cases;
#[path = "../support/client.rs"]
mod client;
#[path = "../support/command.rs"]
mod command;
mod commands;
mod compare;
mod fault;
mod fuzzed_inputs;
mod json;
mod large_inputs;
mod large_levels;
mod level_page;
mod lsp;
mod mcp;
mod memory;
mod pictures;
#[path = "../support/places.rs"]
mod places;
mod proof;
mod serve;
#[path = "../support/terminal.rs"]
mod terminal;
mod validate;
