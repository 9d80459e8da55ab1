//! Runs recursive walks over deeply nested text on a large stack of their own, so that the caller's stack does not
//! overflow.
//!
//! In: how deep a text is nested, and a function that recurses as deep. Out: what the function returns, or that there
//! is no memory for such a stack.

use super::Stop;

/// Nesting up to this fits every stack, even that of a test thread in a debug build.
const SHALLOW: usize = 50;

/// What every walk over a text may take for each level of nesting, in a debug build, too.
const LEVEL_BYTES: usize = 192 << 10;

/// What a thread gets that searches: some searches call themselves, and what they search may be large.
pub(crate) const SEARCH_BYTES: usize = 64 << 20;

/// Calls a function that recurses as deep as the text is nested.
///
/// # Errors
/// Those of the function, and [`Stop::Memory`].
pub(crate) fn deep<T: Send, E: From<Stop> + Send>(
    nesting: usize,
    function: impl FnOnce() -> Result<T, E> + Send,
) -> Result<T, E> {
    if nesting <= SHALLOW {
        return function();
    }
    std::thread::scope(|scope| {
        let builder = std::thread::Builder::new().stack_size(nesting * LEVEL_BYTES);
        match builder.spawn_scoped(scope, function).map_err(|_| Stop::Memory)?.join() {
            Ok(value) => value,
            Err(panic) => std::panic::resume_unwind(panic),
        }
    })
}
