//! The language server, as an editor sees it.

#[path = "lsp/client.rs"]
mod client;
#[path = "lsp/fixes.rs"]
mod fixes;
mod places;
#[path = "lsp/script.rs"]
mod script;
