//! Enforced hill-climbing (Hoffmann and Nebel 2001): breadth-first search from a state to the first one with a lower
//! estimate, repeated.
//!
//! In: a space with heuristics. Out: a report. If no lower estimate is within reach, a greedy best-first search starts
//! from scratch, so that a path is found if there is one.

use std::collections::VecDeque;

use super::best_first::gbfs;
use super::run::{Evaluation, Run};
use crate::base::limits::Stop;
use crate::search::{Cost, Report, Search, Space, StateId};

/// Enforced hill-climbing, then greedy best-first. Tries only preferred actions, if there are any and settings say so.
pub(crate) fn ehc<S: Space>(search: &mut Search<'_, S>) -> Report<S::Cost> {
    let first = match climb(search) {
        Climb::Ended(report) => return report,
        Climb::Stuck(report) => report,
    };
    let mut report = search.after(&first.work, |search| gbfs(search, None));
    report.work.add_sequential(&first.work);
    report
}

enum Climb<C> {
    Ended(Report<C>),
    /// No lower estimate was within reach among states that this climb had not seen.
    Stuck(Report<C>),
}

/// A waiting state, with its preferred actions.
struct Waiting {
    id: StateId,
    preferred: Vec<u32>,
}

fn climb<S: Space>(search: &mut Search<'_, S>) -> Climb<S::Cost> {
    let space = search.space;
    let prefers = search.settings.preferred;
    let mut run = Run::new(search.lent(), Evaluation::Greatest, false);
    let mut scratch = space.scratch();
    let mut state = vec![0; space.words()];
    let mut successor = state.clone();
    let mut actions: Vec<u32> = Vec::new();
    let mut queue: VecDeque<Waiting> = VecDeque::new();

    space.initial(&mut state);
    let root = run.tree.plant(&state);
    run.tell_start(root, &state);
    if run.is_hopeless() {
        return Climb::Ended(run.exhausted(0));
    }
    if space.is_goal(&state) {
        return Climb::Ended(run.solved(root, false, 0));
    }
    if !run.evaluate(Some(root), &state, S::Cost::ZERO) {
        return Climb::Ended(run.exhausted(0));
    }
    let mut least = run.values[0];
    queue.push_back(Waiting { id: root, preferred: preferred_of(&mut run, prefers) });
    while let Some(waiting) = queue.pop_front() {
        run.tree.node_mut(waiting.id).close();
        state.copy_from_slice(run.tree.pool.row(waiting.id));
        let g = run.tree.node(waiting.id).g();
        run.counts.expanded += 1;
        run.begin(&state);
        actions.clear();
        space.actions(&mut scratch, &state, &mut |action, _| {
            let is_tried = waiting.preferred.is_empty() || waiting.preferred.binary_search(&action).is_ok();
            if is_tried && run.keeps_action(action) {
                actions.push(action);
            }
        });
        for &action in &actions {
            if let Err(stop) = run.check(|| 0) {
                return Climb::Ended(run.stopped(stop, 0));
            }
            let cost = space.apply(&mut scratch, &state, action, &mut successor);
            run.counts.generated += 1;
            let Some(g) = g.plus(cost) else { continue };
            if run.prune_by_cost(g) {
                continue;
            }
            let Some((id, is_new)) = run.tree.pool.intern(&successor) else {
                return Climb::Ended(run.stopped(Stop::Memory, 0));
            };
            if is_new {
                run.tree.grow(waiting.id, g);
            }
            run.tell_step((waiting.id, &state), action, (id, &successor));
            if !is_new {
                continue;
            }
            let keeps = run.keeps_state(action, &successor, g);
            if keeps && space.is_goal(&successor) {
                return Climb::Ended(run.solved(id, false, 0));
            }
            if !keeps || !run.evaluate(Some(id), &successor, g) {
                run.tree.node_mut(id).kill();
                continue;
            }
            let h = run.values[0];
            let climbs = h < least;
            if climbs {
                least = h;
                queue.clear();
            }
            queue.push_back(Waiting { id, preferred: preferred_of(&mut run, prefers) });
            if climbs {
                break;
            }
        }
    }
    Climb::Stuck(run.exhausted(0))
}

fn preferred_of<S: Space>(run: &mut Run<'_, S>, prefers: bool) -> Vec<u32> {
    if !prefers {
        return Vec::new();
    }
    run.sort_preferred();
    run.preferred.clone()
}
