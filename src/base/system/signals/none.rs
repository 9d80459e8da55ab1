//! A system without signals: WebAssembly. Whoever has started a program there ends it without asking.

use std::io;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// Whether the user's shell can suspend a program and resume it.
pub const CAN_SUSPEND: bool = false;

pub fn on_end(_: &Arc<AtomicBool>, _: [&Arc<AtomicBool>; 2], _: i32) -> io::Result<()> {
    Ok(())
}

pub fn on_full_file() -> io::Result<()> {
    Ok(())
}

pub fn suspend() -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}
