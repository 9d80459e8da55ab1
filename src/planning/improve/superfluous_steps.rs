//! Removes the superfluous steps of a plan.
//!
//! In: a plan with its states. Out: a subsequence of it that is a plan. First, loops are removed: all steps between two
//! visits to the same state. Then greedy action elimination (Balyo, Chrpa and Kilani 2014): each step is tentatively
//! removed together with all later steps that can no longer be applied, and the set that saves most is removed, until
//! there is none. Plans too long for that get the single pass of Nakhost and Müller (2010). Finally, if the work
//! allows, the cheapest subsequence is computed exactly (minimal reduction; Balyo, Chrpa and Kilani 2014, Med and Chrpa
//! 2022).

use fixedbitset::FixedBitSet;
use rustc_hash::FxHashMap;

use super::action_elimination::{eliminate_in_order, without};
use super::plan_states::{Accesses, PlanReplay, Trace};
use super::{Ticks, WORK_OF_SUCCESSOR};
use crate::strips::OpId;
use banto_base::limits::Limits;
use banto_search::{Pool, Space};

/// Removes superfluous steps, with at most about this much work; returns the work done.
pub(super) fn remove_superfluous(
    replay: &mut PlanReplay<'_, '_>,
    accesses: &Accesses<'_>,
    trace: &mut Trace,
    mut work: Ticks,
    limits: &Limits,
) -> Ticks {
    let given = work;
    cut_loops(replay, trace);
    let pass =
        |trace: &Trace| trace.steps.len() as Ticks * trace.steps.len() as Ticks / 2 * WORK_OF_SUCCESSOR;
    // Twice the work of a pass: the pass that ends the greedy elimination finds nothing.
    while 2 * pass(trace) <= work && limits.look().is_ok() {
        work -= pass(trace);
        if !eliminate_most(replay, trace) {
            work = work.saturating_sub(minimal_reduction(replay, accesses, trace, work / 2, limits));
            return given - work;
        }
    }
    if pass(trace) <= work {
        work -= pass(trace);
        eliminate_in_order(replay, trace, limits);
    }
    given - work
}

/// Removes everything between two visits to one state.
fn cut_loops(replay: &mut PlanReplay<'_, '_>, trace: &mut Trace) {
    let last: FxHashMap<&[u64], usize> =
        (0..=trace.steps.len()).map(|index| (trace.state(index), index)).collect();
    let mut steps = Vec::with_capacity(trace.steps.len());
    let mut at = 0;
    loop {
        at = last[trace.state(at)];
        let Some(step) = trace.steps.get(at) else { break };
        steps.push(*step);
        at += 1;
    }
    replay.improve(trace, steps);
}

/// Removes the set of steps that saves most. False if there is none.
fn eliminate_most(replay: &mut PlanReplay<'_, '_>, trace: &mut Trace) -> bool {
    let mut best: Option<((u64, usize), Vec<OpId>)> = None;
    for left_out in 0..trace.steps.len() {
        let Some(kept) = without(replay, trace, left_out) else { continue };
        let total: u64 = kept.iter().map(|step| replay.space.task().cost(*step)).sum();
        let worth = (total, kept.len());
        if best.as_ref().is_none_or(|best| worth < best.0) {
            best = Some((worth, kept));
        }
    }
    best.is_some_and(|(_, steps)| replay.improve(trace, steps))
}

/// A choice among the first steps.
struct Part {
    cost: u64,
    length: usize,
    /// The part that this one extends, and whether by its step.
    parent: u32,
    takes: bool,
}

/// Looks for the cheapest plan that is part of this one: a search through the steps in order, each kept or removed,
/// where choices differ only by the variables that the remaining steps read. Gives up when the work is used up.
fn minimal_reduction(
    replay: &mut PlanReplay<'_, '_>,
    accesses: &Accesses<'_>,
    trace: &mut Trace,
    work: Ticks,
    limits: &Limits,
) -> Ticks {
    let task = replay.space.task();
    let packing = task.packing();
    let words = trace.state(0).len();
    let count = words * (trace.steps.len() + 1);
    if !limits.has_room(count * size_of::<u64>()) {
        return 0;
    }
    // Which bits matter before each step: those that some later step or the goal reads, whichever steps are kept.
    let mut read = accesses.goal();
    let mut masks = vec![0u64; count];
    for index in (0..=trace.steps.len()).rev() {
        if let Some(step) = trace.steps.get(index) {
            accesses.reads(*step, &mut |variable| read.insert(variable.index()));
        }
        mark(&read, packing, task, &mut masks[index * words..(index + 1) * words]);
    }
    let mut parts = vec![Part { cost: 0, length: 0, parent: 0, takes: false }];
    // The states that matter at the current step, and of each its cheapest part.
    let mut layer = Pool::new(words);
    let mut cheapest = vec![0u32];
    let mut key: Vec<u64> = trace.state(0).iter().zip(&masks).map(|(word, mask)| word & mask).collect();
    layer.intern(&key);
    let mut next = vec![0; words];
    let mut done = 0;
    for (index, step) in trace.steps.iter().enumerate() {
        let mask = &masks[(index + 1) * words..];
        let mut following = Pool::new(words);
        let mut next_cheapest: Vec<u32> = Vec::new();
        for (state, part) in cheapest.iter().enumerate() {
            done += 2 * WORK_OF_SUCCESSOR;
            if done > work || limits.look().is_err() {
                return done;
            }
            let state = layer.row(state.into());
            let taken = replay.apply(state, *step, &mut next);
            let ways = [Some((0, 0, state)), taken.map(|cost| (cost, 1, &*next))];
            for (cost, steps, state) in ways.into_iter().flatten() {
                let cost = parts[*part as usize].cost + cost;
                let length = parts[*part as usize].length + steps;
                if (cost, length) >= trace.worth() {
                    continue;
                }
                key.clear();
                key.extend(state.iter().zip(mask).map(|(word, mask)| word & mask));
                let new = Part { cost, length, parent: *part, takes: steps > 0 };
                match following.intern(&key) {
                    Some((_, true)) => {
                        next_cheapest.push(u32::try_from(parts.len()).unwrap_or(u32::MAX));
                        parts.push(new);
                    }
                    Some((id, false)) => {
                        let known = &mut parts[next_cheapest[id.index()] as usize];
                        if (cost, length) < (known.cost, known.length) {
                            *known = new;
                        }
                    }
                    None => return done,
                }
            }
        }
        (layer, cheapest) = (following, next_cheapest);
    }
    let goals =
        cheapest.iter().enumerate().filter(|(state, _)| replay.space.is_goal(layer.row((*state).into())));
    let best =
        goals.map(|(_, part)| *part as usize).min_by_key(|part| (parts[*part].cost, parts[*part].length));
    if let Some(mut at) = best {
        let mut steps = Vec::new();
        for step in trace.steps.iter().rev() {
            if parts[at].takes {
                steps.push(*step);
            }
            at = parts[at].parent as usize;
        }
        steps.reverse();
        replay.improve(trace, steps);
    }
    done
}

/// Sets the bits of variables in a row of masks.
fn mark(
    variables: &FixedBitSet,
    packing: &crate::strips::Packing,
    task: &crate::strips::Task,
    row: &mut [u64],
) {
    for index in variables.ones() {
        let (word, mask, _) = packing.pattern(index.into(), task.variables()[index].first);
        row[word] |= mask;
    }
}
