//! How a long computation reports its progress: the one trait for it, from the planner's stages down to a single
//! search.

use std::time::Duration;

use super::work::Work;

/// How a search is getting on.
#[derive(Clone, Copy, Debug, Default)]
pub struct Progress {
    /// The time since the start of the limits' clock.
    pub elapsed: Duration,
    /// What it has done so far.
    pub work: Work,
    /// The lowest estimate so far, of the first heuristic.
    pub best_h: Option<u64>,
}

/// Hears how a computation is getting on. Shared by everything that reports, threads included; `()` ignores all of it.
///
/// ```
/// use std::sync::Mutex;
/// use banto::search::Observer;
///
/// struct Stages(Mutex<Vec<&'static str>>);
///
/// impl Observer for Stages {
///     fn stage(&self, name: &'static str) {
///         self.0.lock().unwrap().push(name);
///     }
/// }
///
/// let (domain, problem) = ("domains/gripper.pddl", "problems/gripper/01-two-balls.pddl");
/// let read = |path| std::fs::read_to_string(path).unwrap();
/// let task = banto::task::read(&read(domain), &read(problem)).unwrap();
/// let stages = Stages(Mutex::default());
/// let limits = banto::limits::Limits::none();
/// banto::planner::plan(&task, &banto::planner::Request::default(), &limits, &stages).unwrap();
/// assert_eq!(stages.0.into_inner().unwrap().last(), Some(&"search"));
/// ```
pub trait Observer: Sync {
    /// A stage begins.
    fn stage(&self, _name: &'static str) {}

    /// The search is here now; called a few times a second.
    fn progress(&self, _progress: &Progress) {}

    /// The search has found a lower estimate than any before, or has come to its end.
    fn milestone(&self, _progress: &Progress) {}
}

impl Observer for () {}
