//! General planning as a solver: for tasks, and for levels, where the level becomes PDDL and the plan becomes moves.
//!
//! In: a task, or a level with an encoding; and a search. Out: an outcome, whose text has been validated.

use std::sync::OnceLock;

use super::outcome::{Ending, Outcome};
use super::planning::Planning;
use super::record;
use banto_base::limits::{Limits, Stop};
use banto_base::source::SourceText;
use banto_planning::planner::{self, Answer, PlanError, Quality, Request, Status};
use banto_planning::why;
use banto_search::Observer;
use banto_sokoban::Level;
use banto_sokoban::direct::Promise;
use banto_sokoban::encode::{ENCODINGS, Encoded, Encoding, decode_within, encode_within};
use banto_text::task::{ParsedDomain, ReadError, Task};

/// A planner of levels.
#[derive(Clone, Debug)]
pub(super) struct Strips {
    pub(super) encoding: Encoding,
    pub(super) planning: Planning,
}

impl Strips {
    /// The measure that its solutions minimize, by the cost of a plan in the encoding, or by the number of its steps.
    pub(super) fn promise(&self) -> Promise {
        match self.planning.least() {
            (false, false) => Promise::Any,
            (cheapest, _) => self.measure(cheapest),
        }
    }

    /// What a cheapest plan is least in, or one of the fewest steps.
    pub(super) fn measure(&self, cheapest: bool) -> Promise {
        match self.encoding {
            Encoding::Pushes => Promise::Pushes,
            // Only pushes cost anything, but walks are steps as well.
            Encoding::Typed if cheapest => Promise::Pushes,
            Encoding::Basic | Encoding::Filtered | Encoding::Typed => Promise::Moves,
        }
    }
}

/// Reads the texts of a level. The domain is read once per run of the program, since it is the same for all levels.
fn read(encoded: &Encoded, limits: &Limits) -> Result<Result<Task, ReadError>, Stop> {
    static SOURCES: [OnceLock<SourceText>; ENCODINGS.len()] = [const { OnceLock::new() }; ENCODINGS.len()];
    static DOMAINS: [OnceLock<ParsedDomain<'static>>; ENCODINGS.len()] =
        [const { OnceLock::new() }; ENCODINGS.len()];
    let place = &DOMAINS[encoded.encoding as usize];
    if place.get().is_none() {
        let source =
            SOURCES[encoded.encoding as usize].get_or_init(|| SourceText::new("domain", encoded.domain));
        // Another thread may have been faster.
        let _ = place.set(ParsedDomain::within(source, limits)?);
    }
    let domain = place.get().expect("it was set above");
    Ok(domain.with_problem(&encoded.problem, limits)?.map(|read| read.0))
}

/// Solves a level by planning. `None` if the level is not playable.
pub(super) fn solve(
    level: &Level,
    strips: &Strips,
    threads: usize,
    limits: &Limits,
    observer: &dyn Observer,
) -> Option<Outcome> {
    let encoded = match encode_within(level, strips.encoding, limits) {
        Ok(encoded) => encoded?,
        Err(stop) => return Some(Ending::Stopped(stop).into()),
    };
    let task = match read(&encoded, limits) {
        Ok(Ok(task)) => task,
        Ok(Err(fault)) => {
            return Some(Ending::Faulty(format!("the encoded level is not a task: {fault}")).into());
        }
        Err(stop) => return Some(Ending::Stopped(stop).into()),
    };
    let request = strips.planning.request(threads);
    let answer = match planned(&task, &request, limits, observer) {
        Ok(answer) => answer,
        Err(ending) => return Some(ending.into()),
    };
    let ending = match (&answer.plan, &answer.status) {
        (Some(found), _) => match decode_within(&encoded, &found.plan.text(&task), limits) {
            Err(stop) => Ending::Stopped(stop),
            Ok(Ok(moves)) => Ending::of_moves(level, moves),
            Ok(Err(error)) => Ending::Faulty(format!("the plan does not solve the level: {error}")),
        },
        (None, status) => without_plan(status, &task, limits),
    };
    Some(outcome(ending, &request, &answer))
}

/// Solves a task as `banto plan` does.
pub(super) fn plan(
    task: &Task,
    planning: &Planning,
    threads: usize,
    limits: &Limits,
    observer: &dyn Observer,
) -> Outcome {
    let request = planning.request_for_tasks(threads);
    let answer = match planned(task, &request, limits, observer) {
        Ok(answer) => answer,
        Err(ending) => return ending.into(),
    };
    let ending = match (&answer.plan, &answer.status) {
        (Some(found), _) => Ending::of_plan(task, &found.plan),
        (None, status) => without_plan(status, task, limits),
    };
    outcome(ending, &request, &answer)
}

/// The outcome of a request that was answered; how long it took in all is not known here.
fn outcome(ending: Ending, request: &Request, answer: &Answer) -> Outcome {
    let mut preparation = answer.grounding;
    preparation.add(answer.preparation);
    let in_effect = record::in_effect(answer);
    let takes_turns = request.algorithm.is_none() && request.quality != Quality::Optimal;
    let expands = match (in_effect.contains(&"decoupled"), takes_turns) {
        (true, true) => "decoupled states, in turns",
        (false, true) => "states, in turns",
        (true, false) => "decoupled states",
        (false, false) => "states",
    };
    Outcome {
        work: answer.work,
        preparation,
        search: answer.search,
        found_by: answer.plan.as_ref().map(|found| found.by.into()),
        improvement: answer.plan.is_some().then_some(answer.improvement),
        in_effect: in_effect.into_iter().map(Into::into).collect(),
        expands: expands.into(),
        stop: answer.stopped().or_else(|| answer.stop.map(|stop| stop.to_string())),
        lower_bound: answer.lower_bound(),
        is_least: matches!(answer.status, Status::Solved { optimal: true }),
        readings: answer.readings.clone(),
        ..ending.into()
    }
}

fn planned(
    task: &Task,
    request: &Request,
    limits: &Limits,
    observer: &dyn Observer,
) -> Result<Answer, Ending> {
    planner::plan(task, request, limits, &observer).map_err(|error| match error {
        PlanError::Rejected { fault, .. } => {
            Ending::Faulty(format!("the validator rejects the plan: {}", fault.message))
        }
        PlanError::Request(_) | PlanError::Cost(_) | PlanError::Apart(_) => {
            Ending::Failed("unfit", error.to_string())
        }
    })
}

fn without_plan(status: &Status, task: &Task, limits: &Limits) -> Ending {
    match status {
        Status::Unsolvable(proof) => Ending::Unsolvable(why::reason(task, proof, limits)),
        Status::Stopped(stop) => Ending::Stopped(*stop),
        Status::TooCostly => Ending::Failed("unfit", planner::TOO_COSTLY.to_owned()),
        Status::Solved { .. } | Status::Unsolved => Ending::Unsolved,
    }
}
