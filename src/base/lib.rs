//! The foundation, which knows nothing of planning: the operating system, texts and what is reported about them,
//! limits, the frame of pages.
//!
//! - `system`: what the operating system decides: memory, signals, the console, files
//! - `source`: a text with its lines, spans, diagnostics with codes, and how they are drawn
//! - `limits`: time, memory and cancellation, asked by every long loop
//! - `page`: the frame of a page for a browser, its tables and plots
//!
//! It imports nothing of banto.

pub mod limits;
mod macros;
#[doc(hidden)]
pub mod page;
pub mod source;
#[doc(hidden)]
pub mod system;
