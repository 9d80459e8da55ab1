//! The stack of recursive walks: deeply nested text is walked on a large stack of its own, so that no caller's stack
//! overflows.
//!
//! In: how deep a text is nested, and a function that recurses as deep. Out: what the function returns.

/// Nesting up to this fits every stack, even that of a test thread in a debug build.
const SHALLOW: usize = 50;

/// Enough for every walk over the most deeply nested text that the parser accepts.
const STACK_BYTES: usize = 256 << 20;

/// Calls a function that recurses as deep as the text is nested.
pub(crate) fn deep<T: Send>(nesting: usize, function: impl FnOnce() -> T + Send) -> T {
    if nesting <= SHALLOW {
        return function();
    }
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(STACK_BYTES).spawn_scoped(scope, function);
        match thread.expect("a thread can be started").join() {
            Ok(value) => value,
            Err(panic) => std::panic::resume_unwind(panic),
        }
    })
}
