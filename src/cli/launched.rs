//! Which of several processes this is that a launcher such as `mpirun` has started together.
//!
//! In: variables of the environment. Out: a number. Without the feature `mpi` every process is alone.

/// Where launchers say which of the processes this is.
const VARIABLES: [&str; 3] = ["OMPI_COMM_WORLD_RANK", "PMIX_RANK", "PMI_RANK"];

/// The number of this process among those that were started together.
pub(super) fn number() -> Option<String> {
    VARIABLES.iter().filter(|_| cfg!(feature = "mpi")).find_map(|name| std::env::var(name).ok())
}

/// Whether this process is not the first one, which alone prints.
pub(super) fn is_silent() -> bool {
    number().is_some_and(|number| number != "0")
}
