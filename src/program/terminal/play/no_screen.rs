//! The full screen where there is no terminal.

use std::io;
use std::sync::atomic::AtomicBool;

use super::model::Game;
use super::record::{Entry, Won};
use super::solver_thread::SolverSettings;
use super::theme::ScreenSettings;

/// Says that there is no screen.
pub fn screen(
    _: &mut Game,
    _: &SolverSettings,
    _: ScreenSettings<'_>,
    _: &AtomicBool,
    _: &mut dyn FnMut(&Entry, &Won) -> bool,
    _: &mut dyn FnMut(&Game),
) -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}
