//! Limits as the command line gives them, and what is said when one is reached.

use super::arguments::LimitArguments;
use super::exit::Exit;
use super::output::Output;
use crate::ground::GroundError;
use crate::limits::{Limits, Stop};

/// The limits of a command. Time counts from here.
pub(super) fn limits(arguments: &LimitArguments) -> Limits {
    let mut limits = Limits::none();
    if let Some(time) = arguments.time_limit {
        limits = limits.with_time(time);
    }
    if let Some(bytes) = arguments.memory_limit {
        limits = limits.with_memory(bytes);
    }
    limits
}

/// The exit code of a stop.
pub(super) fn exit(stop: Stop) -> Exit {
    match stop {
        Stop::Memory => Exit::MemoryLimit,
        Stop::Time | Stop::Cancelled => Exit::TimeLimit,
    }
}

/// Says why grounding gave nothing.
pub(super) fn report(error: &GroundError) -> Exit {
    match error {
        GroundError::Stopped(stop) => {
            Output::talk(&format!("stopped while grounding: {stop}"));
            exit(*stop)
        }
        GroundError::Cost(_) => {
            Output::talk(&format!("error: {error}"));
            Exit::Input
        }
    }
}
