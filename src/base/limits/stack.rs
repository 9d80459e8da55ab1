//! A large stack for recursive walks over deeply nested text, so that the caller's does not overflow.
//!
//! In: how deeply a text is nested, and a function that recurses as deeply. Out: what the function returns, or an error
//! if there is no memory for such a stack.

use std::thread::Builder;

use super::Stop;
use crate::system::HAS_THREADS;

/// Nesting up to this depth fits on every stack, even that of a test thread in a debug build.
const SHALLOW: usize = 50;

/// How deeply a text may be nested of what a caller allows: a large stack is that of a thread.
pub const fn deepest(allowed: usize) -> usize {
    if HAS_THREADS { allowed } else { SHALLOW }
}

/// The stack that any walk over a text may take for each level of nesting, even in a debug build.
const LEVEL_BYTES: usize = 192 << 10;

/// Calls a function that recurses as deeply as the text is nested.
///
/// # Errors
/// Those of the function, and [`Stop::Memory`].
pub fn deep<T: Send, E: From<Stop> + Send>(
    nesting: usize,
    function: impl FnOnce() -> Result<T, E> + Send,
) -> Result<T, E> {
    if nesting <= SHALLOW {
        return function();
    }
    std::thread::scope(|scope| {
        let builder = Builder::new().stack_size(nesting * LEVEL_BYTES);
        match builder.spawn_scoped(scope, function).map_err(|_| Stop::Memory)?.join() {
            Ok(value) => value,
            Err(panic) => std::panic::resume_unwind(panic),
        }
    })
}
