//! Symbolic search: bidirectional uniform-cost search over sets of states (Torralba, Alcázar, Kissmann and Edelkamp
//! 2017), in slices.
//!
//! In: a task. Out: a cheapest plan, or the proof that there is none. The direction whose next layer is expected to be
//! less work goes on; work is counted in steps of diagrams. A step that becomes much more work than the other
//! direction's is given up, and tried again later; so is one for which there is no memory. What both directions have
//! closed bounds the cost of plans that have not been seen.
//!
//! In its counts, layers are expanded, images of relations generated, steps of diagrams evaluated, and nodes stored.

use std::collections::VecDeque;
use std::time::Duration;

use super::diagrams::{Diagram, Diagrams, Halt};
use super::direction::{Direction, Layer, News};
use super::exclusions::Exclusions;
use super::facts::Facts;
use super::operations::Way;
use super::plan::Walk;
use super::relation::{Joining, Maker, Relation, Relations};
use super::variables::Variables;
use crate::heuristics::Mutexes;
use crate::strips::{OpId, Task, TaskSpace};
use banto_base::limits::{Limits, Stop};
use banto_search::{
    Cost, Exhaustion, Observer, Outcome, Path, Progress, Readings, Report, Sliced, Space, Work,
};

/// The most bits of states: operations call themselves for each.
pub(crate) const MOST_BITS: usize = 1 << 10;
/// The steps that derived facts may take.
const WORK_OF_FACTS: u64 = 1 << 24;
/// The words that mutexes of pairs may take.
const WORK_OF_PAIRS: u64 = 1 << 27;
/// An operation is not given up before so many steps.
const LEAST: u64 = 1 << 18;
/// The steps that looking for states that are excluded may take.
const WORK_OF_EXCLUSIONS: u64 = 1 << 22;
const REPORT_INTERVAL: Duration = Duration::from_millis(250);

/// What is made before layers are.
enum Stage {
    Excluding,
    /// Operators become relations: those that are left, the next one last, and the relations so far.
    Relating(Vec<OpId>, Relations),
    Joining(Joining),
    Searching,
}

/// A symbolic search.
pub struct Symbolic<'a, C> {
    task: &'a Task,
    space: &'a TaskSpace<'a, C>,
    limits: Limits,
    observer: Option<&'a dyn Observer>,
    variables: Variables,
    facts: Facts,
    diagrams: Diagrams,
    stage: Stage,
    exclusions: Exclusions<'a>,
    classes: Vec<(u64, Vec<Relation>)>,
    directions: [Direction; 2],
    /// Directions for whose next operation there is no memory.
    are_stuck: [bool; 2],
    /// What has to be compared with the other direction.
    news: VecDeque<(usize, News)>,
    /// The cheapest plan so far, and the cost that a plan must be below to be of use.
    plan: Option<(u64, Vec<OpId>)>,
    bound: Option<u64>,
    /// The steps that a comparison may take.
    patience: u64,
    /// Whether the last operation was given up.
    is_halted: bool,
    work: Work,
    readings: Readings,
    next_report: Duration,
}

/// How a search ends.
enum End {
    Proven,
    Stopped(Stop),
}

impl<'a, C: Cost> Symbolic<'a, C> {
    /// Prepares a search. `None` if the states have too many bits, or what is derived in them is too complicated.
    pub fn within(
        space: &'a TaskSpace<'a, C>,
        bound: Option<u64>,
        limits: &Limits,
        observer: Option<&'a dyn Observer>,
    ) -> Result<Option<Self>, Stop> {
        let task = space.task();
        if task.packing().bits() > MOST_BITS {
            return Ok(None);
        }
        let (variables, mut diagrams) = (Variables::new(task), Diagrams::new(limits));
        diagrams.grant(WORK_OF_FACTS);
        let facts = match Facts::new(task, &variables, &mut diagrams) {
            Err(Halt::Work) => return Ok(None),
            facts => stopped(facts)?,
        };
        diagrams.grant(u64::MAX);
        let mutexes = Mutexes::with_work(task, WORK_OF_PAIRS, limits)?;
        let exclusions = Exclusions::new(task, &variables, mutexes);
        let basic =
            task.variables().iter().zip(task.initial()).filter(|(variable, _)| variable.layer.is_none());
        let initial: Vec<_> = basic.map(|(_, fact)| *fact).collect();
        let start = stopped(facts.all(&initial, &mut diagrams))?;
        let goal = stopped(facts.all(task.goal(), &mut diagrams))?;
        Ok(Some(Self {
            task,
            space,
            limits: limits.clone(),
            observer,
            variables,
            facts,
            diagrams,
            stage: Stage::Excluding,
            exclusions,
            classes: Vec::new(),
            directions: [Direction::new(Way::Forwards, start), Direction::new(Way::Backwards, goal)],
            are_stuck: [false; 2],
            news: VecDeque::new(),
            plan: None,
            bound,
            patience: LEAST,
            is_halted: false,
            work: Work::default(),
            readings: Readings::default(),
            next_report: Duration::ZERO,
        }))
    }

    /// The cost that a plan must be below to be of use.
    fn upper(&self) -> u64 {
        self.bound.into_iter().chain(self.plan.iter().map(|(cost, _)| *cost)).min().unwrap_or(u64::MAX)
    }

    /// The cost that every plan has at least that has not been seen; `None` if there is no such plan. Such a plan has a
    /// step from a state that one direction has closed. If the other direction has not closed where it leads, both have
    /// states of the plan that are not closed, next to each other; if it has, neither has taken the step.
    fn lower(&self) -> Option<u64> {
        let [one, other] = self.directions.each_ref().map(|direction| direction.least(&self.classes));
        let plus = |sum: Option<u64>, more: Option<u64>| Some(sum?.saturating_add(more?));
        let least = self.classes.first().map(|(cost, _)| *cost);
        let unclosed = plus(one.0, other.0);
        let untaken = plus(plus(one.1, other.1), least);
        unclosed.into_iter().chain(untaken).min()
    }

    /// Works for so many steps, or until the end.
    fn slice(&mut self, steps: u64) -> Option<End> {
        let end = self.diagrams.steps().saturating_add(steps);
        while self.diagrams.steps() < end {
            if let Err(stop) = self.limits.check() {
                return Some(End::Stopped(stop));
            }
            self.report();
            // An operation that was given up goes on from what it has found out, which a collection would forget.
            if self.diagrams.is_littered() && !self.is_halted {
                self.collect();
            }
            if let Some(end) = self.operate(steps) {
                return Some(end);
            }
        }
        None
    }

    /// Does one operation.
    fn operate(&mut self, steps: u64) -> Option<End> {
        let at = match &self.stage {
            Stage::Searching if self.news.is_empty() => {
                match self.lower().filter(|lower| *lower < self.upper()) {
                    Some(lower) => self.at_least(lower),
                    None => return Some(End::Proven),
                }
                self.direction()
            }
            _ => None,
        };
        let (patience, done) = match at {
            Some(at) => {
                let patience = self.directions[1 - at].expected.saturating_mul(2).max(LEAST);
                self.diagrams.grant(patience.min(steps).max(LEAST));
                (patience, self.advance(at))
            }
            None => {
                self.diagrams.grant(self.patience.min(steps).max(LEAST));
                (self.patience, self.prepare())
            }
        };
        self.is_halted = done == Err(Halt::Work);
        match (done, at) {
            (Ok(()), Some(at)) => self.are_stuck[at] = false,
            (Ok(()), None) => {}
            // The slice was too short: the operation goes on in the next one.
            (Err(Halt::Work), _) if steps < patience => {}
            (Err(Halt::Work), Some(at)) => {
                let expected = &mut self.directions[at].expected;
                *expected = (*expected).max(patience).saturating_mul(2);
            }
            (Err(Halt::Work), None) => self.patience = self.patience.saturating_mul(2),
            (Err(Halt::Limit(Stop::Memory)), Some(at)) if !self.are_stuck[at] => {
                self.are_stuck[at] = true;
                self.collect();
            }
            (Err(Halt::Limit(stop)), _) => return Some(End::Stopped(stop)),
        }
        None
    }

    /// The direction that goes on: first both close their next layer, then the one with less work.
    fn direction(&self) -> Option<usize> {
        let waits =
            |at: &usize| !self.directions[*at].is_expanding() && !self.directions[*at].open.is_empty();
        (0..2).find(waits).or_else(|| {
            let work = |at: &usize| (self.are_stuck[*at], self.directions[*at].expected);
            (0..2).min_by_key(work)
        })
    }

    /// Lets a direction do one operation.
    fn advance(&mut self, at: usize) -> Result<(), Halt> {
        let direction = &mut self.directions[at];
        let layers = direction.layers.len();
        let news = direction.advance(&self.classes, &self.exclusions, &mut self.diagrams)?;
        self.work.counts.expanded += (direction.layers.len() - layers) as u64;
        self.work.counts.generated += 1;
        self.news.extend(news.map(|news| (at, news)));
        Ok(())
    }

    /// Does what comes before the next operation of a direction.
    fn prepare(&mut self) -> Result<(), Halt> {
        let diagrams = &mut self.diagrams;
        match &mut self.stage {
            Stage::Excluding => {
                let advanced = self.exclusions.advance(self.task, &self.variables, &self.facts, diagrams);
                let goes_on = match advanced {
                    Err(Halt::Work) if diagrams.steps() > WORK_OF_EXCLUSIONS => false,
                    advanced => advanced?,
                };
                if !goes_on || diagrams.steps() > WORK_OF_EXCLUSIONS {
                    self.exclusions.end();
                    let Self { task, variables, facts, .. } = self;
                    let mut operators = Maker { task, variables, facts }.operators();
                    operators.reverse();
                    self.stage = Stage::Relating(operators, Relations::new());
                }
            }
            Stage::Relating(operators, relations) => {
                if let Some(&operator) = operators.last() {
                    let Self { task, variables, facts, .. } = self;
                    let relation = Maker { task, variables, facts }.relation(operator, diagrams)?;
                    relations.entry(self.task.cost(operator)).or_default().push(relation);
                    operators.pop();
                } else {
                    self.stage = Stage::Joining(Joining::new(std::mem::take(relations), diagrams));
                }
            }
            Stage::Joining(joining) => {
                if !joining.advance(diagrams)? {
                    self.classes =
                        joining.relations().map(|(cost, list)| (cost, list.cloned().collect())).collect();
                    self.stage = Stage::Searching;
                }
            }
            Stage::Searching => {
                if let Some(&(from, news)) = self.news.front() {
                    self.compare(from, news)?;
                    self.news.pop_front();
                }
            }
        }
        Ok(())
    }

    /// Looks for states that the other direction has reached, too.
    fn compare(&mut self, from: usize, news: News) -> Result<(), Halt> {
        let (layer, is_closed) = match news {
            News::Closed(layer) => (layer, true),
            News::Opened(layer) => (layer, false),
        };
        let other = &self.directions[1 - from];
        let mut best: Option<(u64, Diagram)> = None;
        let mut upper = self.upper();
        let both = self.diagrams.and(layer.set, other.closed)?;
        let closed = other.layers.iter().copied().filter(|_| both != Diagram::NONE);
        let open = other.open.iter().filter(|_| is_closed);
        let open = open.flat_map(|(cost, sets)| sets.iter().map(|set| Layer { cost: *cost, set: *set }));
        for Layer { cost, set } in closed.chain(open) {
            let sum = layer.cost.saturating_add(cost);
            if sum < upper {
                let both = self.diagrams.and(layer.set, set)?;
                if both != Diagram::NONE {
                    (best, upper) = (Some((cost, both)), sum);
                }
            }
        }
        let Some((cost, both)) = best else { return Ok(()) };
        let costs = if from == 0 { [layer.cost, cost] } else { [cost, layer.cost] };
        self.found(both, costs)
    }

    /// Puts the plan together that leads through one of some states.
    fn found(&mut self, states: Diagram, costs: [u64; 2]) -> Result<(), Halt> {
        let Some(bits) = self.diagrams.member(states, self.variables.bits as usize) else { return Ok(()) };
        self.diagrams.grant(u64::MAX);
        let mut state = vec![0; self.space.words()];
        self.variables.pack(self.task, &bits, &mut state);
        let walk =
            Walk { task: self.task, space: self.space, variables: &self.variables, classes: &self.classes };
        let [forwards, backwards] = &self.directions;
        let mut plan = walk.operators(forwards, state.clone(), costs[0], &mut self.diagrams)?;
        plan.reverse();
        plan.extend(walk.operators(backwards, state, costs[1], &mut self.diagrams)?);
        let cost = plan.iter().map(|operator| self.task.cost(*operator)).sum();
        self.plan = Some((cost, plan));
        Ok(())
    }

    /// Frees what nobody holds.
    fn collect(&mut self) {
        let (made, joining) = match &self.stage {
            Stage::Relating(_, made) => (Some(made), None),
            Stage::Joining(joining) => (None, Some(joining)),
            Stage::Excluding | Stage::Searching => (None, None),
        };
        let relations = made.into_iter().flat_map(|made| made.values().flatten());
        let joined = joining.into_iter().flat_map(|joining| joining.relations().flat_map(|(_, list)| list));
        let relations = relations.chain(joined).chain(self.classes.iter().flat_map(|(_, list)| list));
        let news = self.news.iter().map(|(_, News::Closed(layer) | News::Opened(layer))| layer.set);
        let kept = relations
            .flat_map(|relation| [relation.steps, relation.written])
            .chain(self.facts.diagrams())
            .chain(self.exclusions.sets.iter().copied())
            .chain(self.directions.iter().flat_map(Direction::diagrams))
            .chain(news);
        self.diagrams.collect(kept);
    }

    /// Records that no plan costs less than this.
    fn at_least(&mut self, cost: u64) {
        if self.readings.lower_bound.is_none_or(|known| known < cost) {
            self.readings.lower_bound = Some(cost);
            self.readings.until_last_jump = Some(self.counted().counts);
        }
    }

    fn counted(&self) -> Work {
        let mut work = self.work;
        work.counts.evaluated = self.diagrams.steps();
        (work.states, work.bytes) = (self.diagrams.len() as u64, self.diagrams.bytes() as u64);
        work
    }

    fn report(&mut self) {
        let Some(observer) = self.observer.filter(|_| self.limits.seen() >= self.next_report) else { return };
        self.next_report = self.limits.seen() + REPORT_INTERVAL;
        observer.progress(&Progress {
            elapsed: self.limits.seen(),
            work: self.counted(),
            lower_bound: self.readings.lower_bound,
            ..Progress::default()
        });
    }

    /// The cheapest path so far.
    fn path(&self) -> Option<Path<C>> {
        let (cost, plan) = self.plan.as_ref()?;
        let actions = plan.iter().map(|operator| (*operator).into()).collect();
        Some(Path { actions, cost: C::from_count(*cost) })
    }

    fn ended(&mut self, end: &End) -> Report<C> {
        let overflows = self.directions.iter().any(|direction| direction.overflows);
        let is_below = |path: &Path<C>| self.bound.is_none_or(|bound| path.cost.shown() < bound);
        let (outcome, stop) = match (end, self.path().filter(is_below)) {
            (End::Stopped(stop), _) => (Outcome::Stopped(*stop), Some(*stop)),
            (End::Proven, Some(path)) if path.cost == C::INFINITE => {
                (Outcome::Exhausted(Exhaustion::CostOverflow), None)
            }
            (End::Proven, Some(path)) => {
                self.readings.lower_bound = Some(path.cost.shown());
                (Outcome::Solved { path, optimal: true }, None)
            }
            (End::Proven, None) if overflows => (Outcome::Exhausted(Exhaustion::CostOverflow), None),
            (End::Proven, None) => (Outcome::Exhausted(Exhaustion::Proven), None),
        };
        let mut report = Report::nothing(outcome);
        (report.stop, report.work, report.readings) = (stop, self.counted(), self.readings.clone());
        report
    }
}

fn stopped<T>(result: Result<T, Halt>) -> Result<T, Stop> {
    result.map_err(|halt| if let Halt::Limit(stop) = halt { stop } else { Stop::Effort })
}

impl<C: Cost> Sliced<C> for Symbolic<'_, C> {
    fn go_on(&mut self, evaluations: u64) -> Option<Report<C>> {
        let end = self.slice(evaluations)?;
        Some(self.ended(&end))
    }

    fn work(&self) -> Work {
        self.counted()
    }

    fn readings(&self) -> &Readings {
        &self.readings
    }

    fn found(&self) -> Option<Path<C>> {
        self.path()
    }

    fn bound(&mut self, cost: C) {
        self.bound = self.bound.into_iter().chain([cost.shown()]).min();
    }
}
