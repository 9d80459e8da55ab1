//! The language server, as an editor sees it.

#[path = "lsp/client.rs"]
mod client;
mod places;
#[path = "lsp/script.rs"]
mod script;
