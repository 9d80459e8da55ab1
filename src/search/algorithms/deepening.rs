//! Iterative deepening by cost plus estimate: `ida` (IDA*, Korf 1985).
//!
//! In: a space with heuristics. Out: a report. Memory is bounded. A transposition table (Reinefeld and
//! Marsland 1994) keeps a fixed number of states with the cost of their last visit; other states are compared with the
//! current path only. Path-dependent heuristics are told of no steps.

use super::run::{Evaluation, Run};
use crate::space::check_width;
use crate::storage::chunks::Chunks;
use crate::{Cost, Path, Report, Search, Space, StateId, replay};
use banto_base::limits::Stop;

const REMEMBERED: usize = 1 << 20;

/// Iterative deepening A*: an optimal path if the estimates are admissible.
pub(crate) fn ida<S: Space>(search: &mut Search<'_, S>) -> Report<S::Cost> {
    deepen(search, REMEMBERED)
}

/// The cost and the estimate of a state in the round in which it was last visited.
#[derive(Clone, Copy)]
struct Memory<C> {
    round: u32,
    g: C,
    /// Its estimate; infinite if it is dead or dropped.
    h: C,
}

/// A state on the path.
struct Frame<C> {
    g: C,
    /// The first of its steps, and the next one to take.
    first: usize,
    next: usize,
    /// The step that led to it.
    step: Option<usize>,
}

struct Deepening<'r, S: Space> {
    run: Run<'r, S>,
    admissible: bool,
    capacity: usize,
    memory: Chunks<Memory<S::Cost>>,
    round: u32,
    limit: S::Cost,
    /// The least value beyond the limit.
    next_limit: S::Cost,
    frames: Vec<Frame<S::Cost>>,
    /// The steps of all frames, and the states that they lead to.
    steps: Vec<(u32, S::Cost)>,
    rows: Vec<u64>,
}

fn deepen<S: Space>(search: &mut Search<'_, S>, capacity: usize) -> Report<S::Cost> {
    let space = search.space;
    let admissible = search.is_admissible();
    let run = Run::new(search.lent(), Evaluation::Greatest, true);
    let mut deepening = Deepening {
        run,
        admissible,
        capacity,
        memory: Chunks::new(),
        round: 0,
        limit: S::Cost::ZERO,
        next_limit: S::Cost::INFINITE,
        frames: Vec::new(),
        steps: Vec::new(),
        rows: Vec::new(),
    };
    let mut initial = vec![0; space.words()];
    space.initial(&mut initial);
    let mut scratch = space.scratch();
    loop {
        deepening.round += 1;
        deepening.next_limit = S::Cost::INFINITE;
        match deepening.round(&mut scratch, &initial) {
            Ok(Some(actions)) => {
                let (cost, _) = replay(space, &actions).expect("what was walked can be walked again");
                let path = Path { actions, cost };
                return deepening.run.solved_by(path, admissible, deepening.bytes());
            }
            Ok(None) if deepening.next_limit == S::Cost::INFINITE => {
                return deepening.run.exhausted(deepening.bytes());
            }
            Ok(None) => deepening.raise_limit(),
            Err(stop) => return deepening.run.stopped(stop, deepening.bytes()),
        }
    }
}

/// How the walk goes on at a state.
enum Visit {
    Expand,
    Goal,
    Leave,
}

impl<S: Space> Deepening<'_, S> {
    /// The next round goes as far as the least value that this one has left out, which is a bound as far as estimates
    /// are admissible.
    fn raise_limit(&mut self) {
        self.limit = self.next_limit;
        if self.admissible && self.run.at_least(self.limit.shown()) {
            self.run.jumped();
            self.run.tell_layer(self.limit, S::Cost::ZERO);
        }
    }

    /// Searches everything within the limit. Returns the path if there is a goal.
    fn round(&mut self, scratch: &mut S::Scratch, initial: &[u64]) -> Result<Option<Vec<u32>>, Stop> {
        let space = self.run.space;
        let width = space.words();
        let mut state = initial.to_vec();
        match self.visit(0, &state, S::Cost::ZERO) {
            Visit::Goal => return Ok(Some(Vec::new())),
            Visit::Leave => return Ok(None),
            Visit::Expand => self.expand(scratch, &state, S::Cost::ZERO, None),
        }
        while let Some(frame) = self.frames.last_mut() {
            self.run.check(|| 0)?;
            if frame.next == self.steps.len() {
                let first = frame.first;
                self.steps.truncate(first);
                self.rows.truncate(first * width);
                self.frames.pop();
                continue;
            }
            let step = frame.next;
            frame.next += 1;
            let (action, cost) = self.steps[step];
            let Some(g) = frame.g.plus(cost) else {
                self.run.overflowed = true;
                continue;
            };
            state.copy_from_slice(&self.rows[step * width..(step + 1) * width]);
            match self.visit(action, &state, g) {
                Visit::Goal => {
                    let path = self.frames.iter().filter_map(|frame| frame.step).chain([step]);
                    return Ok(Some(path.map(|step| self.steps[step].0).collect()));
                }
                Visit::Leave => {}
                Visit::Expand => self.expand(scratch, &state, g, Some(step)),
            }
        }
        Ok(None)
    }

    /// Checks the end of a step and decides whether to continue there.
    fn visit(&mut self, action: u32, state: &[u64], g: S::Cost) -> Visit {
        if self.run.prune_by_cost(g) {
            return Visit::Leave;
        }
        let known = if self.run.tree.len() < self.capacity {
            self.run.tree.pool.intern(state).map(|(id, _)| id)
        } else {
            self.run.tree.pool.find(state)
        };
        let remembered =
            known.filter(|id| id.index() < self.memory.len()).map(|id| *self.memory.get(id.index()));
        match remembered {
            Some(memory) if memory.h == S::Cost::INFINITE => return Visit::Leave,
            Some(memory) if memory.round == self.round && memory.g <= g => return Visit::Leave,
            None if known.is_none() && self.is_on_path(state) => return Visit::Leave,
            _ => {}
        }
        let h = match remembered {
            Some(memory) => memory.h,
            None => self.estimate(action, state, g),
        };
        let f = g.plus_or_infinite(h);
        let within = f <= self.limit;
        if let Some(id) = known {
            self.remember(id, h, within.then_some(g));
        }
        if h == S::Cost::INFINITE {
            return Visit::Leave;
        }
        if f == S::Cost::INFINITE {
            self.run.overflowed = true;
            return Visit::Leave;
        }
        if !within {
            let hopeless = self.admissible && self.run.prune_by_cost(f);
            if !hopeless {
                self.next_limit = self.next_limit.min(f);
            }
            return Visit::Leave;
        }
        if self.run.space.is_goal(state) { Visit::Goal } else { Visit::Expand }
    }

    fn estimate(&mut self, action: u32, state: &[u64], g: S::Cost) -> S::Cost {
        if !self.frames.is_empty() && !self.run.keeps_state(action, state, g) {
            return S::Cost::INFINITE;
        }
        if self.run.evaluate(None, state, g) { self.run.values[0] } else { S::Cost::INFINITE }
    }

    /// Records the estimate, and the visit if it is one.
    fn remember(&mut self, id: StateId, h: S::Cost, visited: Option<S::Cost>) {
        if id.index() == self.memory.len() {
            self.memory.push(Memory { round: 0, g: S::Cost::ZERO, h });
        }
        if let Some(g) = visited {
            *self.memory.get_mut(id.index()) = Memory { round: self.round, g, h };
        }
    }

    fn is_on_path(&self, state: &[u64]) -> bool {
        let width = state.len();
        self.frames
            .iter()
            .filter_map(|frame| frame.step)
            .any(|step| self.rows[step * width..(step + 1) * width] == *state)
    }

    /// Puts a state on the path, with its steps.
    fn expand(&mut self, scratch: &mut S::Scratch, state: &[u64], g: S::Cost, step: Option<usize>) {
        self.run.counts.expanded += 1;
        let first = self.steps.len();
        self.frames.push(Frame { g, first, next: first, step });
        self.run.begin(state);
        let Self { run, steps, rows, .. } = self;
        run.space.expand(scratch, state, &mut |action, cost, row| {
            run.counts.generated += 1;
            check_width(row, state.len());
            if run.keeps_action(action) {
                steps.push((action, cost));
                rows.extend_from_slice(row);
            }
        });
    }

    fn bytes(&self) -> usize {
        self.memory.bytes()
            + self.steps.capacity() * size_of::<(u32, S::Cost)>()
            + self.rows.capacity() * size_of::<u64>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::Graph;
    use crate::outcome::{Exhaustion, Outcome};

    /// A ring of states with a cheap and an expensive way round, and a pair of steps that cost nothing.
    fn ring(goal: u32) -> Graph {
        let steps = |from: u32| [(1, 1), (11, 3), (6, 0)].map(|(far, cost)| (from, (from + far) % 12, cost));
        Graph::new(&(0..12).flat_map(steps).collect::<Vec<_>>(), 0, &[goal])
    }

    #[test]
    fn nothing_is_missed_when_memory_is_full() {
        for capacity in [1, 2, 5, 100] {
            for (goal, cost) in [(0, 0), (3, 3), (6, 0), (11, 3), (4, 4)] {
                let ring = ring(goal);
                let report = deepen(&mut Search::new(&ring), capacity);
                assert_eq!(report.path().map(|path| path.cost), Some(cost), "{capacity} {goal}");
                assert!(report.work.states <= capacity as u64);
            }
            let ring = ring(12);
            let report = deepen(&mut Search::new(&ring), capacity);
            assert_eq!(report.outcome, Outcome::Exhausted(Exhaustion::Proven));
        }
    }
}
