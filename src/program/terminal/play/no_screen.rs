//! The full screen where there is no terminal.

use std::io;
use std::sync::atomic::AtomicBool;

use super::look::ScreenSettings;
use super::model::{Game, Store};
use super::solver_thread::SolverSettings;

/// Says that there is no screen.
pub fn screen(
    _: &mut Game,
    _: &SolverSettings,
    _: ScreenSettings,
    _: &AtomicBool,
    _: &mut impl Store,
) -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}
