//! Access to the operating system: memory, processor time, signals, the console, the browser, files.
//!
//! In: questions that every system answers in its own way. Out: one answer for all, or `None` where it is not known. No
//! other module names an operating system, and this one knows nothing of the others.

#[cfg(feature = "program")]
pub mod browser;
#[cfg(feature = "program")]
pub mod console;
#[cfg(feature = "program")]
pub mod files;
#[cfg(feature = "program")]
pub mod machine;
pub mod memory;
#[cfg(feature = "program")]
pub mod processes;
pub mod processor_time;
#[cfg(feature = "program")]
pub mod signals;

/// Whether programs can start threads.
pub const HAS_THREADS: bool = !cfg!(target_family = "wasm");
