//! `landmarks`: the landmark-count heuristic (Richter and Westphal 2010).
//!
//! In: states with the paths that lead to them. Out: the sum of the minimum costs of the landmarks that are not yet
//! reached or are required again, and the operators that reach one whose predecessors are all reached. A landmark is
//! reached in a state (LAMA says accepted) if it is reached on every known path to it. The sum is not admissible: one
//! operator may reach several landmarks.

mod achievements;
mod graph;
mod matrix;
mod propagate;
mod reached;
mod reasonable;

use achievements::{Achievement, achievements};
use graph::Graph;
use matrix::Matrix;
pub use propagate::{Precedents, precedent_landmarks};
use reached::Reached;

use super::build::Build;
use super::explore::add;
use crate::strips::{AxiomEvaluator, CostKind, FactId, FactSpace, OpId, Task};
use banto_base::limits::{Limits, Stop};
use banto_search::{At, Claims, Cost, Estimate, Heuristic, StateId, Step};

/// How one landmark comes before another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// It holds just before the other first does: a greedy-necessary ordering.
    GreedyNecessary,
    /// It holds at some time before the other does.
    Natural,
    /// If the other were reached first, reaching it would undo the other: a reasonable ordering.
    Reasonable,
}

#[derive(Clone, Copy, Debug)]
struct FactBits {
    word: u32,
    mask: u64,
    bits: u64,
}

/// The landmark-count heuristic. It follows paths. For a state with an unknown path, it assumes that the natural
/// predecessors of whatever holds now were reached.
pub struct Landmarks {
    graph: Graph,
    /// For each landmark, the facts of which one holds, flat.
    ends: Vec<u32>,
    /// How the space shows these facts; empty until a state is seen.
    fact_bits: Vec<FactBits>,
    min_costs: Vec<u64>,
    /// Goals that nothing can add again.
    lost: Vec<bool>,
    /// For each landmark, those that must or should come before it.
    before: Matrix,
    width: usize,
    reached: Reached,
    /// For each operator, the landmarks that it reaches, flat.
    achievement_ends: Vec<u32>,
    achievements: Vec<Achievement>,
    axioms: AxiomEvaluator,
    derived: bool,
    complete: Vec<u64>,
    row: Vec<u64>,
    /// Landmarks that are ready to be reached, and those needed again.
    ready: Vec<u64>,
    again: Vec<u64>,
    second_choice: Vec<u32>,
    /// The work of all looks at landmarks so far.
    ticks: u64,
}

/// The work of a look at a landmark, and of one at an operator that applies.
const WORK_OF_LANDMARK: u64 = 15;
const WORK_OF_OPERATOR: u64 = 50;

impl Landmarks {
    fn from_graph(task: &Task, graph: Graph, limits: &Limits) -> Result<Self, Stop> {
        let count = graph.nodes.len();
        let of_facts = task.fact_count() * size_of::<Vec<u32>>();
        limits.check_allocation(Matrix::bytes(count) + of_facts + 2 * AxiomEvaluator::bytes(task))?;
        let width = count.div_ceil(64);
        let mut ends = vec![0];
        let mut facts = 0;
        let mut before = Matrix::new(count);
        let mut of_fact = vec![Vec::new(); task.fact_count()];
        let mut derived = false;
        for (number, node) in (0..).zip(&graph.nodes) {
            for fact in &node.facts {
                let variable = task.variable_of(*fact);
                derived |= task.variables()[variable.index()].layer.is_some();
                facts += 1;
                of_fact[fact.index()].push(number);
            }
            ends.push(facts);
            let place = number as usize;
            for other in graph.natural.ones(place).chain(graph.reasonable.ones(place)) {
                before.set(place, other);
            }
        }
        let (achievement_ends, achievements) = achievements(task, &of_fact, limits)?;
        Ok(Self {
            ends,
            fact_bits: Vec::new(),
            min_costs: graph.nodes.iter().map(|node| node.min_cost.unwrap_or(0)).collect(),
            lost: graph.nodes.iter().map(|node| node.goal && node.min_cost.is_none()).collect(),
            before,
            width,
            reached: Reached::new(width),
            achievement_ends,
            achievements,
            axioms: AxiomEvaluator::new(task),
            derived,
            complete: Vec::new(),
            row: vec![0; width],
            ready: vec![0; width],
            again: vec![0; width],
            second_choice: Vec::new(),
            ticks: 0,
            graph,
        })
    }

    /// The landmarks, each as facts of which one holds at some time in every plan. They are numbered in a compatible
    /// order.
    pub fn landmarks(&self) -> impl Iterator<Item = &[FactId]> {
        self.graph.nodes.iter().map(|node| node.facts.as_slice())
    }

    /// Pairs of landmarks, the first of which comes before the second, and how.
    pub fn orders(&self) -> impl Iterator<Item = (usize, usize, Order)> {
        (0..self.min_costs.len()).flat_map(move |second| {
            self.before.ones(second).map(move |first| {
                let order = if self.graph.reasonable.get(second, first) {
                    Order::Reasonable
                } else if self.graph.greedy_necessary.get(first, second) {
                    Order::GreedyNecessary
                } else {
                    Order::Natural
                };
                (first, second, order)
            })
        })
    }

    /// The landmarks that were reached on every path to a state that the heuristic was told about.
    pub fn reached_in(&self, state: StateId) -> impl Iterator<Item = usize> {
        let row = self.reached.row(state).unwrap_or(&[]);
        matrix::ones(row.iter().copied()).filter(|landmark| *landmark < self.min_costs.len())
    }

    /// Loads the state for [`Self::holds`], with derived facts if they matter.
    fn look_at<S: FactSpace>(&mut self, space: &S, state: &[u64], derived: bool) {
        self.ticks += self.min_costs.len() as u64 * WORK_OF_LANDMARK;
        if self.complete.is_empty() {
            self.meet(space);
        }
        space.show(state, &mut self.complete);
        if derived {
            self.axioms.evaluate(space.task(), &mut self.complete);
        }
    }

    /// Learns how the space shows facts.
    fn meet<S: FactSpace>(&mut self, space: &S) {
        self.complete = vec![0; space.shown_words()];
        self.fact_bits = (self.graph.nodes.iter().flat_map(|node| &node.facts))
            .map(|fact| {
                let (word, mask, bits) = space.pattern(*fact);
                FactBits { word: u32::try_from(word).unwrap_or(u32::MAX), mask, bits }
            })
            .collect();
    }

    #[inline]
    fn holds(&self, landmark: usize) -> bool {
        self.fact_bits[self.ends[landmark] as usize..self.ends[landmark + 1] as usize]
            .iter()
            .any(|pattern| self.complete[pattern.word as usize] & pattern.mask == pattern.bits)
    }

    /// Whether everything that comes before the landmark is in the row.
    #[inline]
    fn predecessors_reached(&self, landmark: usize) -> bool {
        self.before.row(landmark).iter().zip(&self.row).all(|(before, reached)| before & !reached == 0)
    }

    /// Adds to the row what the current state reaches. Landmarks are numbered in order, so one may follow from another.
    #[inline]
    fn advance(&mut self) {
        for word in 0..self.width {
            let mut open = !self.row[word] & self.valid(word);
            while open != 0 {
                let bit = open.trailing_zeros();
                open &= open - 1;
                let landmark = word * 64 + bit as usize;
                if self.holds(landmark) && self.predecessors_reached(landmark) {
                    self.row[word] |= 1 << bit;
                }
            }
        }
    }

    /// The bits of a word that stand for landmarks.
    #[inline]
    fn valid(&self, word: usize) -> u64 {
        let left = self.min_costs.len() - word * 64;
        if left >= 64 { u64::MAX } else { (1 << left) - 1 }
    }

    /// The landmarks reached on every path to the current state.
    fn infer_reached(&mut self) {
        self.row.fill(0);
        for landmark in (0..self.min_costs.len()).rev() {
            let (word, bit) = (landmark / 64, 1 << (landmark % 64));
            if self.row[word] & bit != 0 || self.holds(landmark) {
                self.row[word] |= bit;
                for (word, before) in self.row.iter_mut().zip(self.graph.natural.row(landmark)) {
                    *word |= before;
                }
            }
        }
    }

    /// The sum of the costs of the landmarks ahead of the current state, whose row is loaded; `None` if a goal is lost
    /// permanently.
    fn sum(&mut self) -> Option<u64> {
        let mut sum = 0u64;
        for word in 0..self.width {
            let (mut ready, mut again) = (0, 0);
            let mut open = self.valid(word);
            while open != 0 {
                let bit = open.trailing_zeros();
                open &= open - 1;
                let landmark = word * 64 + bit as usize;
                let is_reached = self.row[word] >> bit & 1 == 1;
                if is_reached && self.holds(landmark) {
                    continue;
                }
                if self.lost[landmark] && !self.holds(landmark) {
                    return None;
                }
                if !is_reached {
                    ready |= u64::from(self.predecessors_reached(landmark) && !self.holds(landmark)) << bit;
                } else if self.graph.nodes[landmark].goal || self.is_needed(landmark) {
                    again |= 1 << bit;
                } else {
                    continue;
                }
                sum = add(sum, self.min_costs[landmark]);
            }
            self.ready[word] = ready;
            self.again[word] = again;
        }
        Some(sum)
    }

    /// Whether an unreached landmark needs this one just before it.
    #[inline]
    fn is_needed(&self, landmark: usize) -> bool {
        self.graph
            .greedy_necessary
            .row(landmark)
            .iter()
            .zip(&self.row)
            .any(|(after, reached)| after & !reached != 0)
    }

    /// Lists the operators that reach a ready landmark, or else one that is needed again.
    fn prefer<S: FactSpace>(&mut self, space: &S, preferred: &mut Vec<u32>) {
        if self.ready.iter().chain(&self.again).all(|word| *word == 0) {
            return;
        }
        let task = space.task();
        self.second_choice.clear();
        let mut found = false;
        let fulfilled = |operator: u32, effect: u32| {
            task.effect_condition(OpId::from(operator), effect as usize).iter().all(|fact| {
                let (word, mask, bits) = space.pattern(*fact);
                self.complete[word] & mask == bits
            })
        };
        let mut applicable = 0;
        space.applicable(&self.complete, &mut |action| {
            applicable += 1;
            let index = action as usize;
            let (mut first, mut second) = (false, false);
            for achievement in &self.achievements
                [self.achievement_ends[index] as usize..self.achievement_ends[index + 1] as usize]
            {
                let (word, bit) = (achievement.landmark as usize / 64, achievement.landmark % 64);
                let is_ready = self.ready[word] >> bit & 1 == 1;
                let is_again = !found && !second && self.again[word] >> bit & 1 == 1;
                if (is_ready || is_again) && achievement.effect.is_none_or(|effect| fulfilled(action, effect))
                {
                    first = is_ready;
                    second |= is_again;
                    if first {
                        break;
                    }
                }
            }
            if first {
                found = true;
                preferred.push(action);
            } else if second {
                self.second_choice.push(action);
            }
        });
        self.ticks += applicable * WORK_OF_OPERATOR;
        if !found {
            preferred.append(&mut self.second_choice);
        }
    }
}

impl Build for Landmarks {
    fn within(task: &Task, kind: CostKind, limits: &Limits) -> Result<Self, Stop> {
        let graph = reasonable::add_reasonable_orders(task, Graph::within(task, kind, limits)?, limits)?;
        Self::from_graph(task, graph, limits)
    }
}

impl<S: FactSpace> Heuristic<S> for Landmarks {
    fn evaluate(&mut self, at: &At<'_, S>, preferred: &mut Vec<u32>) -> Estimate<S::Cost> {
        self.look_at(at.space, at.state, !self.axioms.is_empty());
        match at.id.and_then(|id| self.reached.row(id)) {
            Some(row) => self.row.copy_from_slice(row),
            None => self.infer_reached(),
        }
        let Some(sum) = self.sum() else { return Estimate::DeadEnd { safe: true } };
        self.prefer(at.space, preferred);
        Estimate::Cost(S::Cost::from_count(sum))
    }

    fn claims(&self) -> Claims {
        Claims { admissible: false, consistent: false, safe: true }
    }

    fn follows_paths(&self) -> bool {
        true
    }

    fn started(&mut self, space: &S, id: StateId, state: &[u64]) {
        self.look_at(space, state, self.derived);
        self.row.fill(0);
        self.advance();
        self.reached.intersect(id, &self.row);
    }

    fn reached(&mut self, step: &Step<'_, S>) {
        let Some(row) = self.reached.row(step.parent) else { return };
        // If the state was known to have reached only part of this, the step removes nothing.
        let is_less = |known: &[u64]| known.iter().zip(row).all(|(known, row)| known & !row == 0);
        if self.reached.row(step.id).is_some_and(is_less) {
            return;
        }
        self.row.copy_from_slice(row);
        self.look_at(step.space, step.state, self.derived);
        self.advance();
        self.reached.intersect(step.id, &self.row);
    }

    fn reset(&mut self) {
        self.reached.clear();
    }

    fn bytes(&self) -> usize {
        self.reached.bytes()
    }

    fn ticks(&self) -> u64 {
        self.ticks
    }
}
