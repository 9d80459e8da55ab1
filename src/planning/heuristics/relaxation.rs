//! `hmax`, `hadd` (Bonet and Geffner 2001), and `ff` (Hoffmann and Nebel 2001) with the best supporters of `hadd`
//! (Keyder and Geffner 2008): estimates by delete relaxation.
//!
//! In: a task, and states. Out: estimates; `ff` also names preferred operators. A state whose goals are unreachable
//! even without deletes is a dead end. `explore` computes the costs of facts.

use std::collections::{BTreeMap, BTreeSet};

use fixedbitset::FixedBitSet;

use super::build::Build;
use super::counted::Counted;
use super::explore::{Combine, Exploration, GIVEN, add};
use super::relaxed_task::RelaxedTask;
use crate::strips::{CostKind, FactId, FactSpace, OpId, Task};
use banto_base::limits::{Limits, Stop};
use banto_search::{At, Claims, Cost, Estimate, Heuristic};

/// The maximum cost of a goal when deletes are ignored and a rule costs as much as its most expensive condition:
/// admissible.
pub type HMax = GoalCosts<true>;

/// The sum of the goals' costs when deletes are ignored and conditions are assumed to be independent.
pub type HAdd = GoalCosts<false>;

/// The costs of the goals in the relaxed task, combined: their maximum, or their sum.
pub struct GoalCosts<const MAXIMUM: bool> {
    relaxed: RelaxedTask,
    exploration: Exploration,
    facts: Vec<FactId>,
}

/// The cost of a relaxed plan, extracted by the best supporters of `hadd`; those of its operators of which a needed
/// effect happens in the state are preferred. If a task has things without names, the cost of assigning them to goals
/// is added.
pub struct Ff {
    relaxed: RelaxedTask,
    exploration: Exploration,
    facts: Vec<FactId>,
    marked: FixedBitSet,
    open: Vec<FactId>,
    used: FixedBitSet,
    touched: Vec<u32>,
    /// Those of which an effect that the relaxed plan uses happens in the state itself.
    ready: Vec<u32>,
    counted: Counted,
}

/// An estimate in the cost type of the search.
pub(super) fn estimate<C: Cost>(cost: Option<u64>) -> Estimate<C> {
    match cost {
        Some(cost) => Estimate::Cost(C::from_count(cost)),
        None => Estimate::DeadEnd { safe: true },
    }
}

impl<const MAXIMUM: bool> Build for GoalCosts<MAXIMUM> {
    fn within(task: &Task, kind: CostKind, limits: &Limits) -> Result<Self, Stop> {
        let relaxed = RelaxedTask::within(task, kind, limits)?;
        let combine = if MAXIMUM { Combine::Greatest } else { Combine::Sum };
        let exploration = Exploration::within(&relaxed, combine, limits)?;
        Ok(Self { relaxed, exploration, facts: Vec::new() })
    }
}

impl<S: FactSpace, const MAXIMUM: bool> Heuristic<S> for GoalCosts<MAXIMUM> {
    fn evaluate(&mut self, at: &At<'_, S>, _: &mut Vec<u32>) -> Estimate<S::Cost> {
        at.space.facts(at.state, &mut self.facts);
        estimate(self.exploration.run(&self.relaxed, &self.facts))
    }

    fn ticks(&self) -> u64 {
        self.exploration.ticks
    }

    fn claims(&self) -> Claims {
        Claims { admissible: MAXIMUM, consistent: MAXIMUM, safe: true }
    }
}

impl Ff {
    pub(crate) fn limited(task: &Task, kind: CostKind, limits: &Limits) -> Result<Self, Stop> {
        Build::within(task, kind, limits)
    }

    /// The relaxed plan from the initial state, each step after those that it or one of its conditional effects needs;
    /// a step is there twice if one of its effects needs what another of them is needed for. Empty for a dead end.
    pub fn relaxed_plan<S: FactSpace>(&mut self, space: &S) -> Vec<OpId> {
        let mut state = vec![0; space.words()];
        space.initial(&mut state);
        let at = At { space, id: None, state: &state, g: S::Cost::ZERO, earlier: &[] };
        self.touched.clear();
        self.evaluate(&at, &mut Vec::new());
        let task = space.task();
        let mut steps: Vec<OpId> = self.touched.iter().map(|operator| (*operator).into()).collect();
        let cost = |fact: &FactId| self.exploration.cost(*fact);
        steps.sort_by_key(|step| (task.condition(*step).iter().map(cost).max(), *step));
        self.in_order(&steps)
    }

    /// Steps of the relaxed plan, each after those that support the conditions of its rules.
    fn in_order(&self, steps: &[OpId]) -> Vec<OpId> {
        let supporter = |fact: FactId| Some(self.exploration.supporter(fact)).filter(|one| *one != GIVEN);
        let rules: BTreeSet<u32> = self.marked.ones().filter_map(|fact| supporter(fact.into())).collect();
        let operator = |rule: u32| self.relaxed.rules[rule as usize].operator;
        let mut rules_of: BTreeMap<OpId, Vec<u32>> = BTreeMap::new();
        for rule in &rules {
            operator(*rule).into_iter().for_each(|step| rules_of.entry(step).or_default().push(*rule));
        }
        // By step, whether it is in the plan; one that is not yet waits for its conditions.
        let (mut entered, mut seen) = (BTreeMap::<OpId, bool>::new(), BTreeSet::new());
        let mut order = Vec::new();
        let mut open = Vec::new();
        for step in steps {
            open.extend(rules_of.get(step).map(|own| (Some(own[0]), None)));
            while let Some((rule, leaves)) = open.pop() {
                if let Some((step, is_whole)) = leaves {
                    entered.insert(step, is_whole);
                    order.push(step);
                }
                let Some(rule) = rule else { continue };
                let (step, alone) = (operator(rule), [rule]);
                let own = match step.map(|step| (step, entered.get(&step))) {
                    Some((_, Some(true))) => continue,
                    Some((step, None)) => &rules_of[&step][..],
                    // A rule of an axiom; or one effect needs another.
                    None | Some((_, Some(false))) => &alone[..],
                };
                let is_again = step.is_none_or(|step| entered.insert(step, false).is_some());
                if is_again && !seen.insert(rule) {
                    continue;
                }
                open.extend(step.map(|step| (None, Some((step, !is_again)))));
                let conditions = own.iter().flat_map(|rule| self.relaxed.conditions(*rule as usize));
                open.extend(conditions.filter_map(|fact| Some((Some(supporter(*fact)?), None))));
            }
        }
        order
    }

    /// Makes it estimate the cost of facts other than the task's goal.
    pub(crate) fn set_goal(&mut self, goal: &[FactId]) {
        (self.counted, self.exploration.to_the_end) = (Counted::default(), false);
        self.exploration.set_goal(&self.relaxed.goal, goal);
        self.relaxed.goal.clear();
        self.relaxed.goal.extend_from_slice(goal);
    }

    /// The facts of a relaxed plan that do not hold yet; `None` for a dead end.
    pub(super) fn facts_ahead<S: FactSpace>(&mut self, space: &S, state: &[u64]) -> Option<Vec<FactId>> {
        space.facts(state, &mut self.facts);
        self.exploration.run(&self.relaxed, &self.facts)?;
        self.extract();
        let mut ahead: Vec<FactId> = self.marked.ones().map(FactId::from).collect();
        ahead.retain(|fact| self.exploration.supporter(*fact) != GIVEN);
        ahead.sort_by_key(|fact| self.exploration.cost(*fact));
        Some(ahead)
    }

    /// The cost of the relaxed plan; its operators are in `touched`.
    fn extract(&mut self) -> u64 {
        self.marked.clear();
        for operator in self.touched.drain(..) {
            self.used.set(operator as usize, false);
        }
        self.ready.clear();
        self.open.clear();
        self.open.extend(&self.relaxed.goal);
        let mut sum = 0u64;
        while let Some(fact) = self.open.pop() {
            if self.marked.put(fact.index()) {
                continue;
            }
            let supporter = self.exploration.supporter(fact);
            if supporter == GIVEN {
                continue;
            }
            let rule = supporter as usize;
            self.open.extend(self.relaxed.conditions(rule));
            let Some(operator) = self.relaxed.rules[rule].operator else { continue };
            if !self.used.put(operator.index()) {
                self.touched.push(operator.into());
                sum = add(sum, self.relaxed.rules[rule].cost);
            }
            // Derived facts also cost nothing: an operator that needs them may be preferred before they are derived.
            if self.relaxed.conditions(rule).iter().all(|fact| self.exploration.cost(*fact) == 0) {
                self.ready.push(operator.into());
            }
        }
        sum
    }
}

impl Build for Ff {
    fn within(task: &Task, kind: CostKind, limits: &Limits) -> Result<Self, Stop> {
        let relaxed = RelaxedTask::within(task, kind, limits)?;
        let counted = Counted::within(task, &relaxed, limits)?;
        let mut exploration = Exploration::within(&relaxed, Combine::Sum, limits)?;
        exploration.to_the_end = !counted.is_empty();
        Ok(Self {
            exploration,
            counted,
            facts: Vec::new(),
            marked: FixedBitSet::with_capacity(task.fact_count()),
            open: Vec::new(),
            used: FixedBitSet::with_capacity(task.operator_count()),
            touched: Vec::new(),
            ready: Vec::new(),
            relaxed,
        })
    }
}

impl<S: FactSpace> Heuristic<S> for Ff {
    fn evaluate(&mut self, at: &At<'_, S>, preferred: &mut Vec<u32>) -> Estimate<S::Cost> {
        at.space.facts(at.state, &mut self.facts);
        if self.exploration.run(&self.relaxed, &self.facts).is_none() {
            return Estimate::DeadEnd { safe: true };
        }
        let Some(alike) = self.counted.cost(&self.exploration, &self.facts) else {
            return Estimate::DeadEnd { safe: true };
        };
        // One relaxed plan may send the same thing everywhere.
        let cost = add(self.extract(), alike);
        self.counted.prefer(&self.relaxed, &self.exploration, preferred);
        preferred.extend(&self.ready);
        estimate(Some(cost))
    }

    fn ticks(&self) -> u64 {
        self.exploration.ticks
    }

    fn claims(&self) -> Claims {
        Claims { admissible: false, consistent: false, safe: true }
    }
}
