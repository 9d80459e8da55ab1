//! The workbench: what it answers and to whom, its files, its runs, and what it withstands.

mod answers;
mod browser;
pub mod chromium;
mod safety;
pub mod server;
mod site;
