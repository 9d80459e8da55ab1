//! Limits as the command line gives them, and what is said when one is reached.
//!
//! In: flags, signals, what stopped a run. Out: limits, exit codes, words. What is done within limits is not known here.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use super::exit::Exit;
use super::flags::LimitArguments;
use super::output::Output;
use crate::ground::GroundError;
use crate::limits::{Limits, Stop};

fn with(mut limits: Limits, arguments: &LimitArguments) -> Limits {
    if let Some(time) = arguments.time_limit {
        limits = limits.with_time(time);
    }
    if let Some(bytes) = arguments.memory_limit {
        limits = limits.with_memory(bytes);
    }
    limits
}

/// The limits of a command, from a start; SIGINT and SIGTERM end the work, too.
pub(super) fn interruptible(arguments: &LimitArguments, start: Instant) -> Limits {
    let limits = with(Limits::since(start), arguments);
    catch_signals(&limits.cancel_flag());
    limits
}

/// Lets SIGINT and SIGTERM set a flag.
pub(super) fn catch_signals(flag: &Arc<AtomicBool>) {
    for signal in [signal_hook::consts::SIGINT, signal_hook::consts::SIGTERM] {
        // Where signals cannot be had, they end the program at once, as ever.
        let _ = signal_hook::flag::register(signal, Arc::clone(flag));
    }
}

/// The same, but while `waiting` is set the signals end the program at once, as interrupted.
pub(super) fn catch_signals_while(flag: &Arc<AtomicBool>, waiting: &Arc<AtomicBool>) {
    for signal in [signal_hook::consts::SIGINT, signal_hook::consts::SIGTERM] {
        let code = i32::from(Exit::Unsolved.code());
        let _ = signal_hook::flag::register_conditional_shutdown(signal, code, Arc::clone(waiting));
    }
    catch_signals(flag);
}

/// The same limits once more, with time counted from now: for one of several pieces of work that can be ended together.
pub(super) fn again(arguments: &LimitArguments, limits: &Limits) -> Limits {
    with(Limits::none(), arguments).with_cancel_flag(limits.cancel_flag())
}

/// The exit code of a stop.
pub(super) fn exit(stop: Stop) -> Exit {
    match stop {
        Stop::Memory => Exit::MemoryLimit,
        Stop::Time => Exit::TimeLimit,
        Stop::Cancelled | Stop::Effort => Exit::Unsolved,
    }
}

/// Says that a limit ended what was going on.
pub(super) fn stopped(output: &Output, what: &str, stop: Stop) -> Exit {
    output.ended(&format!("{what}: {stop}"));
    exit(stop)
}

/// Says why grounding gave nothing.
pub(super) fn report(output: &Output, error: &GroundError) -> Exit {
    match error {
        GroundError::Stopped(stop) => stopped(output, "stopped while grounding", *stop),
        GroundError::Cost(_) => {
            output.error(&error.to_string());
            Exit::Input
        }
    }
}
