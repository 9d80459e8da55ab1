//! Runs the solver in another thread so that the screen stays responsive.
//!
//! In: a board and a position. Out: how the solver ended, once it has. Dropping it ends the thread soon after.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{Builder, JoinHandle};
use std::time::{Duration, Instant};

use banto_base::limits::threads::SEARCH_BYTES;
use banto_base::limits::{Limits, Stop};
use banto_sokoban::direct::{Solver, Status, solve};
use banto_sokoban::{Board, Position};

/// Which solver to ask, and its limits for each question.
#[derive(Clone, Copy, Debug)]
pub struct SolverSettings {
    /// The solver.
    pub solver: Solver,
    /// The time for one answer.
    pub time: Duration,
    /// The memory that the process may hold.
    pub memory: Option<u64>,
}

impl SolverSettings {
    fn limits(&self) -> Limits {
        let limits = Limits::none().with_time(self.time);
        match self.memory {
            Some(bytes) => limits.with_memory(bytes),
            None => limits,
        }
    }

    /// Asks and waits.
    pub fn answer(&self, board: &Board, position: &Position) -> Status {
        solve(board, position, self.solver, &self.limits(), None).status
    }

    /// Asks in a thread.
    pub(super) fn start(&self, board: Arc<Board>, position: Position) -> RunningSolver {
        let (solver, limits) = (self.solver, self.limits());
        let cancel = limits.cancel_flag();
        let work = move || solve(&board, &position, solver, &limits, None).status;
        let thread = Builder::new().stack_size(SEARCH_BYTES).spawn(work).map_err(|_| Stop::Memory);
        RunningSolver { cancel, start: Instant::now(), thread: Some(thread) }
    }
}

/// A question that the solver is working on.
pub(super) struct RunningSolver {
    cancel: Arc<AtomicBool>,
    start: Instant,
    thread: Option<Result<JoinHandle<Status>, Stop>>,
}

impl RunningSolver {
    /// How long it has taken so far.
    pub(super) fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    /// The answer, once there is one. A panic of the solver resumes here.
    pub(super) fn finished(&mut self) -> Option<Status> {
        let is_finished =
            |thread: &mut Result<_, Stop>| thread.as_ref().map_or(true, JoinHandle::is_finished);
        match self.thread.take_if(is_finished)?.map(JoinHandle::join) {
            Ok(Ok(status)) => Some(status),
            Ok(Err(panic)) => std::panic::resume_unwind(panic),
            Err(stop) => Some(Status::Stopped(stop)),
        }
    }
}

impl Drop for RunningSolver {
    fn drop(&mut self) {
        self.cancel.store(true, Ordering::Relaxed);
    }
}
