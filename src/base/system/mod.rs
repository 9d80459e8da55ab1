//! Access to the operating system: memory, processor time, signals, the console, the browser, files.
//!
//! In: questions that every system answers in its own way. Out: one answer for all, or `None` where it is not known. No
//! other module names an operating system, and this one knows nothing of the others.

#[cfg(feature = "program")]
pub(crate) mod browser;
#[cfg(feature = "program")]
pub(crate) mod console;
#[cfg(feature = "program")]
pub(crate) mod files;
#[cfg(feature = "program")]
pub(crate) mod machine;
pub(crate) mod memory;
#[cfg(feature = "program")]
pub(crate) mod processes;
pub(crate) mod processor_time;
#[cfg(feature = "program")]
pub(crate) mod signals;

/// Whether programs can start threads.
pub(crate) const HAS_THREADS: bool = !cfg!(target_family = "wasm");
