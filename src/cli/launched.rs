//! Whether a launcher such as `mpirun` may have started this process together with others, and whether it leaves what
//! is to be printed to the first of them.
//!
//! In: variables of the environment, and what MPI says. Without the feature `mpi` every process is alone.

use std::sync::atomic::{AtomicBool, Ordering};

/// Where launchers say which of the processes this is.
#[cfg(feature = "mpi")]
const VARIABLES: [&str; 3] = ["OMPI_COMM_WORLD_RANK", "PMIX_RANK", "PMI_RANK"];

static IS_SILENT: AtomicBool = AtomicBool::new(false);

/// Whether there may be others: only MPI knows.
#[cfg(feature = "mpi")]
pub(super) fn may_have_others() -> bool {
    VARIABLES.iter().any(|name| std::env::var_os(name).is_some())
}

/// From now on this process prints nothing.
#[cfg(feature = "mpi")]
pub(super) fn be_silent() {
    IS_SILENT.store(true, Ordering::Relaxed);
}

/// Whether this process shares a search and is not the first one, which alone prints.
pub(super) fn is_silent() -> bool {
    IS_SILENT.load(Ordering::Relaxed)
}
