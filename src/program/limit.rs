//! The limits of a command: time, memory, Ctrl-C and other signals; and the messages for when one is reached.
//!
//! In: flags, signals, the reason of a stop. Out: limits, exit codes, messages. A command sets up its limits before it
//! reads the first byte, and passes them to everything that may take long.

use std::fmt::Write as _;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Barrier};
use std::time::Duration;

use super::output::stream::{self, Signals};
use super::{Exit, LimitArguments, Output};
use banto_base::limits::{Limits, Stop};
use banto_base::system::signals;
use banto_planning::ground::{GroundError, widest};
use banto_search::Grounding;
use banto_text::task::Task;

/// The limits of a command, and its output.
pub(super) struct Run<'o> {
    pub(super) limits: Limits,
    pub(super) output: &'o Output,
}

impl Run<'_> {
    /// Reports that a limit ended the work in progress; for `map_err`.
    pub(super) fn stopped(&self, what: &str) -> impl Fn(Stop) -> Exit + Copy {
        |stop| stopped(self.output, what, stop)
    }

    /// Whether a signal ends the work.
    pub(super) fn is_interrupted(&self) -> bool {
        self.limits.cancel_flag().load(Ordering::Relaxed)
    }
}

/// A run within the limits set by flags, counted from the start of the program. Signals end the work as well.
pub(super) fn interruptible<'o>(arguments: &LimitArguments, output: &'o Output) -> Run<'o> {
    catch_signals(output);
    of(arguments, output)
}

/// As [`interruptible`], for a command that has nothing to save when interrupted: signals end the program at once.
pub(super) fn of<'o>(arguments: &LimitArguments, output: &'o Output) -> Run<'o> {
    if arguments.until_eof {
        stream::cancel_at_end(output.cancel_flag());
    }
    Run { limits: given(Limits::since(output.start), arguments, output), output }
}

/// The limits set by flags, and those of the machine's memory and of signals, which end the program at once.
fn given(limits: Limits, arguments: &LimitArguments, output: &Output) -> Limits {
    let limits = limits.within_machine().with_cancel_flag(output.cancel_flag());
    limits.with(arguments.time_limit, arguments.memory_limit).with_thread_flag(output.few_threads())
}

/// Lets Ctrl-C, and signals that end a session, set the flag that ends the work. A signal half a second later ends the
/// program at once, as does the first while the program waits for someone else. Two that come together count as one: a
/// shell and its parent may both pass on the same key, and the results so far are still to be written.
pub(super) fn catch_signals(output: &Output) {
    /// The time between two checks of the flag.
    const LOOK: Duration = Duration::from_millis(100);
    /// After this many checks of a flag that is set, the next signal counts as a second one.
    const LOOKS: u32 = 5;
    let Signals { cancel, waiting } = output.signals();
    let again = Arc::new(AtomicBool::new(false));
    let _ = signals::on_end(&cancel, [&waiting, &again], Exit::Unsolved.code().into());
    // A thread takes its part of the address space when it starts: later checks of what is left must see that.
    let ready = Arc::new(Barrier::new(2));
    let started = Arc::clone(&ready);
    let watch = move || {
        started.wait();
        let mut looks = 0;
        loop {
            std::thread::sleep(LOOK);
            looks = if cancel.load(Ordering::Relaxed) { looks + 1 } else { 0 };
            again.store(looks >= LOOKS, Ordering::Relaxed);
        }
    };
    // Even without this thread, the first signal ends the work.
    if std::thread::Builder::new().stack_size(1 << 16).spawn(watch).is_ok() {
        ready.wait();
    }
}

/// As [`given`], with time counted from now: for one of several pieces of work that are canceled together.
pub(super) fn again(arguments: &LimitArguments, output: &Output) -> Limits {
    given(Limits::none(), arguments, output)
}

pub(super) fn exit(stop: Stop) -> Exit {
    match stop {
        Stop::Memory => Exit::MemoryLimit,
        Stop::Time => Exit::TimeLimit,
        Stop::Canceled | Stop::Effort => Exit::Unsolved,
    }
}

/// Reports that a limit ended the work in progress.
pub(super) fn stopped(output: &Output, what: &str, stop: Stop) -> Exit {
    output.ended(&format!("{what}: {stop}"));
    exit(stop)
}

/// How far grounding was when a limit ended it, which action has the most instances, and what a modeler can do.
pub(super) fn explosion(task: &Task, now: &Grounding) -> String {
    let Grounding { atoms, operators, most, .. } = now;
    let most = most.as_ref().map(|(name, count)| format!(", {count} of them of action {name}"));
    let mut out = format!("; so far {atoms} atoms and {operators} operators{}", most.unwrap_or_default());
    let Some(found) = widest(task) else { return out };
    let (name, parameters) = (&found.schema.name, &found.schema.parameters);
    let instances = rounded(found.instances);
    let _ =
        write!(out, "; action {name} has {} parameters and about {instances} instances", parameters.len());
    if let Some(index) = found.parameter {
        let (parameter, objects) = (&parameters[index].name, found.objects);
        let free = if found.is_free { " and is in no condition that never changes" } else { "" };
        let _ = write!(
            out,
            ", of which {parameter} has {objects} objects{free}; a model with smaller steps (several actions with fewer \
             parameters each), or with facts that never change about the objects that go together, has fewer"
        );
    }
    out
}

/// A large number for people.
pub(super) fn rounded(number: f64) -> String {
    if number < 1e6 { format!("{number:.0}") } else { format!("{number:.1e}") }
}

/// Reports why grounding gave no task.
pub(super) fn report(output: &Output, error: &GroundError, task: Option<(&Task, &Grounding)>) -> Exit {
    match error {
        GroundError::Stopped(stop) => {
            let place = task.map_or(String::new(), |(_, now)| format!(", in stage {}", now.stage));
            let words = task.map(|(task, now)| explosion(task, now)).unwrap_or_default();
            output.ended(&format!("stopped while grounding: {stop}{place}{words}"));
            exit(*stop)
        }
        GroundError::Cost(_) => {
            output.error(&error.to_string());
            Exit::Input
        }
    }
}
