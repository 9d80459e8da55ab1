//! How a long computation reports its progress: one trait for everything from the planner's stages down to a single
//! search.

use std::time::Duration;

use super::work::Work;

/// The progress of a search.
#[derive(Clone, Copy, Debug, Default)]
pub struct Progress {
    /// The time since the start of the limits' clock.
    pub elapsed: Duration,
    /// Its work so far.
    pub work: Work,
    /// The lowest estimate so far, of the first heuristic.
    pub best_h: Option<u64>,
    /// No path costs less than this, as far as one search has proven; of a search in several ranks, nothing.
    pub lower_bound: Option<u64>,
    /// The name of the search, if several take turns.
    pub search: Option<&'static str>,
    /// Of the first state of a layer: its cost plus estimate, and its cost.
    pub layer: Option<[u64; 2]>,
}

/// How far grounding is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Grounding {
    /// The stage.
    pub stage: &'static str,
    /// Whether it begins now.
    pub begins: bool,
    /// Atoms that were reached so far.
    pub atoms: u64,
    /// Instances of actions that were found so far.
    pub operators: u64,
    /// The action with the most of them, and how many it has.
    pub most: Option<(String, u64)>,
}

/// Receives progress reports. Shared by everything that reports, threads included; `()` ignores them all.
///
/// ```
/// # std::env::set_current_dir("../..").unwrap();
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
/// let observer: &dyn Observer = &stages;
/// banto::planner::plan(&task, &banto::planner::Request::default(), &limits, &observer).unwrap();
/// assert_eq!(stages.0.into_inner().unwrap().last(), Some(&"search"));
/// ```
pub trait Observer: Sync {
    /// Whom this observer stands before: who hears of all that it does not take itself. By default nobody.
    fn behind(&self) -> Option<&dyn Observer> {
        None
    }

    /// The progress of a search as it is passed on.
    fn passed(&self, progress: &Progress) -> Progress {
        *progress
    }

    /// A stage begins.
    fn stage(&self, name: &'static str) {
        if let Some(behind) = self.behind() {
            behind.stage(name);
        }
    }

    /// Grounding reports its progress; called a few times a second, and when a limit ends it.
    fn grounding(&self, progress: &Grounding) {
        if let Some(behind) = self.behind() {
            behind.grounding(progress);
        }
    }

    /// The search reports its progress; called a few times a second.
    fn progress(&self, progress: &Progress) {
        if let Some(behind) = self.behind() {
            behind.progress(&self.passed(progress));
        }
    }

    /// The search has found its lowest estimate so far, or has ended.
    fn milestone(&self, progress: &Progress) {
        if let Some(behind) = self.behind() {
            behind.milestone(&self.passed(progress));
        }
    }

    /// A search that proves costs by its order begins a layer of higher cost plus estimate; in one rank.
    fn layer(&self, progress: &Progress) {
        if let Some(behind) = self.behind() {
            behind.layer(&self.passed(progress));
        }
    }
}

impl Observer for () {}

impl Observer for &dyn Observer {
    fn behind(&self) -> Option<&dyn Observer> {
        Some(*self)
    }
}

/// Passes on the progress of a search that takes turns with others, with its name.
pub struct Named<'a> {
    /// The name that reports carry.
    pub name: &'static str,
    /// Who hears them.
    pub observer: &'a dyn Observer,
}

impl Observer for Named<'_> {
    fn behind(&self) -> Option<&dyn Observer> {
        Some(self.observer)
    }

    fn passed(&self, progress: &Progress) -> Progress {
        Progress { search: Some(self.name), ..*progress }
    }
}
