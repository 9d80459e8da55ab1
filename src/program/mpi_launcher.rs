//! Whether a launcher such as `mpirun` may have started this process together with others, and whether it leaves
//! printing to the first of them.
//!
//! In: variables of the environment, and what MPI says. Without the feature `mpi` every process is alone.

use std::sync::atomic::{AtomicBool, Ordering};

/// Variables in which launchers number the processes.
#[cfg(feature = "mpi")]
const RANKS: [&str; 3] = ["OMPI_COMM_WORLD_RANK", "PMIX_RANK", "PMI_RANK"];
/// Variables in which they say how many run on this machine: `mpirun`, and `srun`, which lists all machines.
#[cfg(feature = "mpi")]
const COUNTS: [&str; 2] = ["OMPI_COMM_WORLD_LOCAL_SIZE", "SLURM_STEP_TASKS_PER_NODE"];

static IS_SILENT: AtomicBool = AtomicBool::new(false);

/// Whether there may be others: only MPI knows for sure.
#[cfg(feature = "mpi")]
pub(super) fn may_have_others() -> bool {
    RANKS.iter().any(|name| std::env::var_os(name).is_some())
}

/// Bytes of rings through which processes of one machine reach each other: of all that one sends into, and of one.
#[cfg(feature = "mpi")]
const RINGS: usize = 8 << 20;
#[cfg(feature = "mpi")]
const RING: std::ops::RangeInclusive<usize> = 64 << 10..=512 << 10;

/// Replaces this process by the same program with settings of Open MPI that suit packets of some thousand bytes, unless
/// there are settings already: so this happens once. By default packets do not fit into the rings between processes of
/// one machine: then even a buffered send waits until its receiver looks for mail, and that is most of what a search
/// does. Nobody waits in MPI, so no look need give way to other processes. Open MPI reads its settings from the
/// environment when it starts, and no thread may change that of its own process.
#[cfg(feature = "mpi")]
pub(super) fn tune() {
    let mut counts = COUNTS.iter().filter_map(|name| std::env::var(name).ok());
    // Of several machines the one with the most: `4(x2),3`.
    let of_part = |part: &str| part.split('(').next()?.parse::<usize>().ok();
    let most = |text: String| text.split(',').filter_map(of_part).max();
    let count = counts.find_map(most);
    let (Some(count), Ok(program)) = (count, std::env::current_exe()) else { return };
    let ring = (RINGS / count.max(1)).clamp(*RING.start(), *RING.end());
    let mut settings = vec![("mpi_yield_when_idle".to_owned(), 0)];
    // The names of version 4 and of version 5.
    for kind in ["vader", "sm"] {
        let named = |what| format!("btl_{kind}_{what}");
        settings.push((named("fbox_size"), ring));
        settings.push((named("segment_size"), (4 << 20) + (count + 4) * ring));
        settings.push((named("eager_limit"), 16 << 10));
    }
    let names = settings.into_iter().map(|(name, value)| (format!("OMPI_MCA_{name}"), value.to_string()));
    let settings: Vec<_> = names.collect();
    if settings.iter().all(|(name, _)| std::env::var_os(name).is_none()) {
        // If that fails, this one goes on as it is.
        let mut command = std::process::Command::new(program);
        banto_base::system::files::become_program(command.args(std::env::args_os().skip(1)).envs(settings));
    }
}

/// From now on this process prints nothing.
#[cfg(feature = "mpi")]
pub(super) fn be_silent() {
    IS_SILENT.store(true, Ordering::Relaxed);
}

/// Whether this process shares a search and is not the first one, the only one to print.
pub(super) fn is_silent() -> bool {
    IS_SILENT.load(Ordering::Relaxed)
}
