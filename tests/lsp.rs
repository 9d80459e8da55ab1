//! The language server, as an editor sees it.

mod cases;
#[path = "lsp/client.rs"]
mod client;
#[path = "lsp/ends.rs"]
mod ends;
#[path = "lsp/fixes.rs"]
mod fixes;
#[path = "lsp/fuzz.rs"]
mod fuzz;
#[path = "lsp/neovim.rs"]
mod neovim;
mod places;
#[path = "lsp/script.rs"]
mod script;
#[path = "lsp/speed.rs"]
mod speed;
