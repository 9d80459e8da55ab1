//! The language server, as an editor sees it.

mod ends;
mod fixes;
mod fuzz;
mod neovim;
mod script;
mod speed;
