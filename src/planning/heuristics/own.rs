//! A heuristic of a caller's own: a function of the facts that hold in a state.
//!
//! In: a function that is built for a task. Out: a heuristic over any space that shows facts, derived ones included.

use std::fmt;
use std::panic::{RefUnwindSafe, UnwindSafe};
use std::sync::Arc;

use crate::strips::{AxiomEvaluator, CostKind, FactId, FactSpace, OpId, Task};
use banto_base::limits::{Limits, Stop};
use banto_search::{At, Claims, Cost, Estimate, Heuristic};

/// Estimates a state: is asked with what holds in it, and adds the operators that it prefers to a list.
pub type Estimator = Box<dyn FnMut(&dyn Fn(FactId) -> bool, &mut Vec<OpId>) -> Estimate<u64> + Send>;

/// Builds such a function for a task and a kind of costs, within limits.
type Build = dyn Fn(&Task, CostKind, &Limits) -> Result<Estimator, Stop> + Send + Sync;

/// What copies of a row share.
#[derive(Clone)]
pub(super) struct Builder(pub(super) Arc<Build>);

impl fmt::Debug for Builder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Builder")
    }
}

// It changes nothing of banto's, so that a panic in it leaves nothing half done here.
impl UnwindSafe for Builder {}
impl RefUnwindSafe for Builder {}

pub(super) struct Own {
    estimator: Estimator,
    claims: Claims,
    axioms: AxiomEvaluator,
    shown: Vec<u64>,
    preferred: Vec<OpId>,
}

impl Own {
    pub(super) fn within(
        task: &Task,
        estimator: Estimator,
        claims: Claims,
        limits: &Limits,
    ) -> Result<Self, Stop> {
        limits.check_allocation(AxiomEvaluator::bytes(task))?;
        let axioms = AxiomEvaluator::new(task);
        Ok(Self { estimator, claims, axioms, shown: Vec::new(), preferred: Vec::new() })
    }
}

impl<S: FactSpace> Heuristic<S> for Own {
    fn evaluate(&mut self, at: &At<'_, S>, preferred: &mut Vec<u32>) -> Estimate<S::Cost> {
        let Self { estimator, axioms, shown, preferred: own, .. } = self;
        let space = at.space;
        shown.resize(space.shown_words(), 0);
        space.show(at.state, shown);
        axioms.evaluate(space.task(), shown);
        let holds = |fact: FactId| {
            let (word, mask, bits) = space.pattern(fact);
            shown[word] & mask == bits
        };
        own.clear();
        let estimate = estimator(&holds, own);
        preferred.extend(own.iter().copied().map(u32::from));
        match estimate {
            Estimate::Cost(cost) => Estimate::Cost(S::Cost::from_count(cost)),
            Estimate::DeadEnd { safe } => Estimate::DeadEnd { safe },
        }
    }

    fn claims(&self) -> Claims {
        self.claims
    }
}
