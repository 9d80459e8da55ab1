//! The processes that `mpirun` started together: they share one search, and the first one prints.
//!
//! In: a command. Out: its exit code, at the first process; the others end with 0, or `mpirun` would kill the first one
//! before it has printed. Without the feature `mpi` every process is alone.

use std::sync::Arc;

#[cfg(feature = "mpi")]
use super::exit::EXITS;
use super::exit::Exit;
#[cfg(feature = "mpi")]
use super::mpi_launcher;
use super::output::Output;
#[cfg(feature = "mpi")]
use banto_base::limits::Stop;
#[cfg(feature = "mpi")]
use banto_search::stop_to_word;
use banto_search::transport::Network;

/// The connection of this process to the others, if there are some.
pub(super) type Others = Option<Arc<dyn Network>>;

/// How many bytes of a process's last message are kept.
#[cfg(feature = "mpi")]
const LONGEST: usize = 500;

/// Runs a command in all processes.
#[cfg(not(feature = "mpi"))]
pub(super) fn together(_: &Output, run: impl FnOnce(Others) -> Result<Exit, Exit>) -> Result<Exit, Exit> {
    run(None)
}

/// Runs a command in all processes.
#[cfg(feature = "mpi")]
pub(super) fn together(
    output: &Output,
    run: impl FnOnce(Others) -> Result<Exit, Exit>,
) -> Result<Exit, Exit> {
    if !mpi_launcher::may_have_others() {
        return run(None);
    }
    mpi_launcher::tune();
    let continued = Arc::default();
    let _ = banto_base::system::signals::on_continue(&continued);
    let Some(processes) = banto_search::transport::Processes::join(output.cancel_flag(), continued) else {
        return Err(output.usage("this MPI library cannot be called from several threads"));
    };
    if processes.count() == 1 {
        return run(None);
    }
    if processes.process() != 0 {
        mpi_launcher::be_silent();
    }
    let mut exit = run(Some(processes.network())).unwrap_or_else(|exit| exit);
    let stop = match exit {
        Exit::MemoryLimit => Some(Stop::Memory),
        Exit::TimeLimit => Some(Stop::Time),
        _ => None,
    };
    let mut words = vec![stop.map_or(0, stop_to_word), exit.code().into()];
    words.extend(output.why().unwrap_or_default().bytes().take(LONGEST).map(u64::from));
    for (process, words) in processes.leave(&words) {
        // A message of one of the other processes has not been printed yet.
        let said = EXITS.iter().find(|row| words.get(1) == Some(&row.0.code().into())).map(|row| row.0);
        if let Some(said @ (Exit::Usage | Exit::Input | Exit::Unsupported | Exit::Fault)) = said
            && exit == Exit::Unsolved
        {
            let bytes: Vec<u8> = words[2..].iter().map(|&byte| u8::try_from(byte).unwrap_or(b'?')).collect();
            output.error(&format!("process {process}: {}", String::from_utf8_lossy(&bytes)));
            exit = said;
        }
    }
    Ok(exit)
}
