//! Who takes turns while a first plan is looked for in one thread, and in which shares.
//!
//! In: the first search. Out: the report of whichever search ends, and the work of all. Each search has states of its
//! own and keeps them between its turns; a search is begun when its first turn comes, so that quick tasks pay for one
//! only. All of them together stay within the limits.
//!
//! 1. *The first search*, which finds most plans quickly, in the space that suits it.
//! 2. *A dive*: eager greedy search by `ff` alone, the latest states first. Where many states are dead ends, a search
//!    that evaluates a state only when its turn comes is misled by siblings that share an estimate; a dive sees which
//!    of them are dead, and what it can find it finds soon.
//! 3. *The first search in the original task*, if decoupled search removes few operators: states that stand for many
//!    can mislead.
//! 4. *Best-first width search* (Lipovetzky and Geffner 2017), BFWS(f5): states that are novel among those with the
//!    same numbers of missing goals and of relevant facts come first, then those with fewer missing goals. Its states
//!    are cheap, and it works where estimates mislead or take long.
//!
//! First the dive gets an eighth of a turn, after the first search has had as much. Then each of the others gets a
//! turn, because whichever suits a task mostly shows it soon. From then on the others get an eighth of a turn after
//! each turn of the first search: it is the one that goes on getting closer, and a small share of the others, in small
//! pieces, is enough to insure it against a plateau. So no task takes much more than three times the work of the first
//! search alone.

use std::cell::RefCell;

use super::preset::{Context, Stage, WIDTH};
use super::ranks::Shared;
use super::run::{Begun, Parts, Spaces, Turn, hand_on};
use super::{Ended, PlanRun, named};
use crate::planning::decoupled::Factoring;
use crate::planning::improve::{Ticks, work_of_estimate};
use crate::planning::strips::{CostKind, Task};
use crate::search::{Algorithm, Cost, Exhaustion, Outcome, Report, Work};

/// The work of a turn, unless the request says otherwise: about a second.
const TURN: Ticks = 3_000_000_000;
/// Eighths of a turn that a search gets in the first round, in the second, and in each after it.
type Shares = [Ticks; 3];
const FIRST: Shares = [1, 7, 8];
const DIVE: Shares = [1, 0, 1];
const OTHERS: Shares = [0, 8, 1];
/// The original task gets turns if leaves have less than one in this many operators; otherwise its space is much
/// larger.
const FEW: usize = 4;

/// A search that takes turns, before it is begun.
struct Entrant<'a> {
    stage: Stage,
    context: Context<'a>,
    /// The work of evaluating a state, by what is done for each.
    evaluation: Ticks,
    shares: Shares,
}

impl PlanRun<'_> {
    /// Lets searches take turns until one of them ends.
    pub(super) fn in_turns(&mut self, first: &Stage) -> Ended {
        let (small, large) = (Self::turns::<u32>, Self::turns::<u64>);
        self.with_least_costs(None, |run| small(run, first), |run| large(run, first))
    }

    fn turns<C: Cost>(&mut self, first: &Stage) -> Ended {
        let entrants = entrants(self.context(), first);
        let turn = self.request.turn.unwrap_or(TURN);
        let mut rounds = 0..2;
        let (findings, shared) = (RefCell::default(), <[Shared; 2]>::default());
        let spaces = Spaces::<C>::default();
        let mut turns: Vec<Option<Turn<'_, C>>> = entrants.iter().map(|_| None).collect();
        let mut granted: Vec<Ticks> = vec![0; entrants.len()];
        let (at, mut report) = 'ended: loop {
            let round = rounds.next().unwrap_or(2);
            for (at, Entrant { stage, context, evaluation, shares }) in entrants.iter().enumerate() {
                if shares[round] == 0 {
                    continue;
                }
                if turns[at].is_none() {
                    let shared = &shared[usize::from(context.factoring.is_some())];
                    let (context, observer) = (*context, Some(self.observer));
                    let parts = Parts { context, bound: None, observer, findings: &findings, shared };
                    match stage.begin(&parts, &spaces, None, &mut |_| ()) {
                        Ok(Some(Begun::Waiting(turn))) => turns[at] = Some(turn),
                        Ok(Some(Begun::Ended(report))) => break 'ended (at, report),
                        Ok(None) => {
                            let overflow = Outcome::Exhausted(Exhaustion::CostOverflow);
                            break 'ended (at, Report::nothing(overflow));
                        }
                        Err(stop) => break 'ended (at, Report::nothing(Outcome::Stopped(stop))),
                    }
                }
                let Some(Turn { search, .. }) = &mut turns[at] else { continue };
                granted[at] = granted[at].saturating_add((turn / 8).saturating_mul(shares[round]));
                // What a search did beyond its last turn counts.
                let left = (granted[at] / evaluation + 1).saturating_sub(search.work().counts.evaluated);
                if left > 0
                    && let Some(report) = search.go_on(left)
                {
                    break 'ended (at, report);
                }
            }
        };
        let mut work = Work::default();
        for (turn, entrant) in turns.iter().zip(&entrants) {
            let Some(turn) = turn else { continue };
            let done = turn.search.work();
            work.add_concurrent(&done);
            self.first_work += done.counts.evaluated * entrant.evaluation;
        }
        if let Some(turn) = &turns[at] {
            hand_on(&mut report, &turn.plan, &mut |plan| self.found(&plan));
        }
        let mut ended = Ended { work, ..Ended::of(report) };
        if let Some(first) = &turns[0] {
            ended.readings.initial_h.clone_from(&first.search.readings().initial_h);
        }
        drop(turns);
        Ended { findings: findings.into_inner(), ..ended }
    }
}

/// The searches, in the order of their turns.
fn entrants<'a>(context: Context<'a>, first: &Stage) -> Vec<Entrant<'a>> {
    let Context { task, factoring, .. } = context;
    let entrant = |stage: Stage, context, shares| {
        let evaluation = work_of_estimate(task) * stage.heuristics.len() as Ticks;
        Entrant { stage, context, evaluation, shares }
    };
    let mut all = vec![entrant(first.clone(), context, FIRST), entrant(dive(), context, DIVE)];
    let has_few = |one: &Factoring<'_>| FEW * one.leaf_operators() < one.task().operator_count();
    if factoring.is_some_and(has_few) {
        all.push(entrant(first.clone(), Context { factoring: None, ..context }, OTHERS));
    }
    all.push(Entrant { evaluation: work_of_novelty(task), ..entrant(by_width(), context, OTHERS) });
    all
}

/// The dive.
fn dive() -> Stage {
    let stage = Stage::new(Algorithm::Gbfs, named(&["ff"]), CostKind::Unit);
    Stage { newest_first: Some(true), ..stage }
}

/// The search by width.
fn by_width() -> Stage {
    let stage = Stage::new(Algorithm::Gbfs, named(&["goalcount"]), CostKind::Unit);
    Stage { novelty: Some(WIDTH), by_width: true, ..stage }
}

/// The work of making a state and finding out whether it is novel, in the search by width.
fn work_of_novelty(task: &Task) -> Ticks {
    let words = task.fact_count().div_ceil(64) as Ticks;
    1_000 + task.variables().len() as Ticks * (40 + words)
}
