//! Room for recursion: deeply nested text is walked on a stack of its own, so that no caller's stack is too small.
//!
//! In: how deep a text is nested, and what is to be done with it. Out: what came of it. What is walked is not known here.

/// Nesting up to this fits every stack, also that of an unoptimised test thread.
const SHALLOW: usize = 50;

/// Enough for every walk over the deepest text that the scan lets pass.
const STACK_BYTES: usize = 256 << 20;

/// Calls a function that recurses as deep as the text is nested.
pub(crate) fn call<T: Send>(nesting: usize, function: impl FnOnce() -> T + Send) -> T {
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
