//! How a heuristic is built for a task, step by step and within limits.

use crate::strips::{CostKind, Task};
use banto_base::limits::{Limits, Stop};

/// Something built for a task. Building it checks the limits before each large array and at each step of a long loop.
pub trait Build: Sized {
    /// For this task and kind of costs.
    fn within(task: &Task, kind: CostKind, limits: &Limits) -> Result<Self, Stop>;

    /// For this task and kind of costs, without limits.
    fn new(task: &Task, kind: CostKind) -> Self {
        Self::within(task, kind, &Limits::none()).expect("nothing limits it")
    }
}
