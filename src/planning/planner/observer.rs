//! Who hears of a run of the planner: of its stages, of each better plan, of what is proven of the cost.
//!
//! In: what the stages and searches of a run tell. Out: the same, to the caller's observer; a bound only where it holds
//! for the task that was asked for, and only if it is higher than the one before.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use super::ValidatedPlan;
use banto_search::{Observer, Progress};
use banto_text::task::Task;

/// Hears of a whole run: of stages, grounding and searches as any [`Observer`], and of what they lead to. `()` ignores
/// it all. To end the run, an observer sets the flag of the [`Limits`](banto_base::limits::Limits).
///
/// ```
/// # std::env::set_current_dir("../..").unwrap();
/// use std::sync::Mutex;
/// use banto::limits::Limits;
/// use banto::planner::{PlanObserver, Quality, Request, ValidatedPlan, plan};
/// use banto::search::Observer;
/// use banto::task::{self, Task};
///
/// #[derive(Default)]
/// struct Costs(Mutex<Vec<u64>>);
///
/// impl Observer for Costs {}
///
/// impl PlanObserver for Costs {
///     fn improved(&self, _task: &Task, found: &ValidatedPlan) {
///         self.0.lock().unwrap().push(found.cost);
///     }
/// }
///
/// let read = |path| std::fs::read_to_string(path).unwrap();
/// let task = task::read(&read("domains/gripper.pddl"), &read("problems/gripper/02-five-balls.pddl")).unwrap();
/// let costs = Costs::default();
/// let request = Request::default().quality(Quality::Anytime);
/// let answer = plan(&task, &request, &Limits::none(), &costs).unwrap();
/// let costs = costs.0.into_inner().unwrap();
/// assert!(costs.is_sorted_by(|one, other| one > other));
/// assert_eq!(costs.last().copied(), answer.plan.map(|found| found.cost));
/// ```
pub trait PlanObserver: Observer {
    /// The validator has accepted a plan that is better than any before, or, if several plans were wanted, the next
    /// one. Called in the thread that called the planner, which goes on afterwards.
    fn improved(&self, _task: &Task, _found: &ValidatedPlan) {}

    /// It is proven that no plan costs less than this, which is more than was proven before.
    fn bound(&self, _least: u64) {}
}

impl PlanObserver for () {}

/// Hears of stages and searches only.
impl PlanObserver for &dyn Observer {}

/// Passes each better plan to a function, and the progress of the run to another observer.
///
/// ```
/// # std::env::set_current_dir("../..").unwrap();
/// use banto::limits::Limits;
/// use banto::planner::{OnPlan, Quality, Request, plan};
/// use std::sync::atomic::Ordering;
///
/// let read = |path| std::fs::read_to_string(path).unwrap();
/// let (domain, problem) = (read("domains/gripper.pddl"), read("problems/gripper/02-five-balls.pddl"));
/// let task = banto::task::read(&domain, &problem).unwrap();
/// let limits = Limits::none();
/// let mut texts = Vec::new();
/// let observer = OnPlan::new(&(), |task, found| {
///     texts.push(found.plan.text(task));
///     limits.cancel_flag().store(true, Ordering::Relaxed);
/// });
/// let answer = plan(&task, &Request::default().quality(Quality::Anytime), &limits, &observer).unwrap();
/// assert_eq!(texts, [answer.plan.unwrap().plan.text(&task)], "canceled with the first plan in hand");
/// ```
pub struct OnPlan<'o, F> {
    observer: &'o dyn Observer,
    improved: Mutex<F>,
}

impl<'o, F: FnMut(&Task, &ValidatedPlan) + Send> OnPlan<'o, F> {
    /// Of a function that gets the task and the plan.
    pub fn new(observer: &'o dyn Observer, improved: F) -> Self {
        Self { observer, improved: Mutex::new(improved) }
    }
}

impl<F: FnMut(&Task, &ValidatedPlan) + Send> Observer for OnPlan<'_, F> {
    fn behind(&self) -> Option<&dyn Observer> {
        Some(self.observer)
    }
}

impl<F: FnMut(&Task, &ValidatedPlan) + Send> PlanObserver for OnPlan<'_, F> {
    fn improved(&self, task: &Task, found: &ValidatedPlan) {
        (self.improved.lock().unwrap_or_else(PoisonError::into_inner))(task, found);
    }
}

/// Stands between the searches of a run and the caller's observer.
pub(super) struct Heard<'o> {
    pub(super) observer: &'o dyn PlanObserver,
    stage: Mutex<&'static str>,
    least: AtomicU64,
    /// Whether what is proven of the searched task is proven of the caller's.
    keeps_costs: AtomicBool,
}

impl<'o> Heard<'o> {
    pub(super) fn new(observer: &'o dyn PlanObserver) -> Self {
        let (stage, least) = (Mutex::new(""), AtomicU64::new(0));
        Self { observer, stage, least, keeps_costs: AtomicBool::new(true) }
    }

    /// The stage that began last.
    pub(super) fn now(&self) -> &'static str {
        *self.stage.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// From now on, costs are those of another task.
    pub(super) fn loses_costs(&self) {
        self.keeps_costs.store(false, Ordering::Relaxed);
    }
}

impl Observer for Heard<'_> {
    fn behind(&self) -> Option<&dyn Observer> {
        Some(self.observer)
    }

    fn passed(&self, progress: &Progress) -> Progress {
        let keeps_costs = self.keeps_costs.load(Ordering::Relaxed);
        let lower_bound = progress.lower_bound.filter(|_| keeps_costs);
        if let Some(least) = lower_bound
            && self.least.fetch_max(least, Ordering::Relaxed) < least
        {
            self.observer.bound(least);
        }
        Progress { lower_bound, ..*progress }
    }

    fn stage(&self, name: &'static str) {
        *self.stage.lock().unwrap_or_else(PoisonError::into_inner) = name;
        self.observer.stage(name);
    }
}
