//! New ways for a few boxes of a solution: the pushes of all others are made as before, in their order.
//!
//! In: a line, and the boxes that are free. Out: the report of a search in a [`Rerouted`] space, whose states also
//! count the pushes of the others that are done. The estimate knows what the others will do, and is close: boxes that
//! already go the shortest way cost next to nothing to try.

use super::super::bounds::Bounds;
use super::super::context::Context;
use super::super::field::layout::Layout;
use super::super::field::{flip, number, player, set_player};
use super::super::spaces::walks::count_steps;
use super::line::{Line, Part, Solved, Tools, run};
use banto_base::limits::Stop;
use banto_search::{At, Claims, Cost, Estimate, Heuristic, Search, Space};

/// No way.
const FAR: u32 = u32::MAX;

/// The pushes of the boxes that are not free.
struct Rest {
    pushes: Vec<u32>,
    /// Rows of these boxes alone, before each of their pushes and after the last.
    rows: Vec<u64>,
    words: usize,
    cells: usize,
    /// For each of the pushes, the steps from each cell to where the player makes it, if only these boxes stand there.
    steps: Vec<u32>,
    /// The moves from where the player makes a push to the end, at least.
    moves: Vec<u32>,
}

impl Rest {
    fn of<C: Cost>(tools: &Tools<'_>, line: &Line<C>, free: &[u32]) -> Result<Self, Stop> {
        let Tools { context: Context { field, .. }, limits, .. } = tools;
        let mut row = line.row(0).to_vec();
        set_player(&mut row, 0);
        free.iter().for_each(|&cell| flip(&mut row, cell));
        let pushes = line.pushes.iter().zip(line.owners(field));
        let pushes: Vec<u32> =
            pushes.filter(|(_, owner)| !free.contains(owner)).map(|(push, _)| *push).collect();
        let (words, cells, count) = (row.len(), field.len(), pushes.len());
        limits.check_allocation((count + 1) * words * size_of::<u64>() + count * cells * size_of::<u32>())?;
        let mut rows = Vec::with_capacity((count + 1) * words);
        let mut steps = Vec::with_capacity(count * cells);
        let mut layout = Layout::new(field);
        let mut counted = vec![FAR; cells + 1];
        for push in &pushes {
            let (cell, direction) = (push / 4, *push as usize % 4);
            rows.extend_from_slice(&row);
            layout.load(&row);
            layout.flood(field, field.next(cell, direction ^ 1));
            counted.fill(FAR);
            count_steps(field, &layout, &mut counted);
            steps.extend_from_slice(&counted[..cells]);
            flip(&mut row, cell);
            flip(&mut row, field.next(cell, direction));
        }
        rows.extend_from_slice(&row);
        let mut rest = Self { pushes, rows, words, cells, steps, moves: vec![0; count + 1] };
        for at in (0..count).rev() {
            rest.moves[at] = rest.moves_from(at + 1, rest.pushes[at] / 4).saturating_add(1);
        }
        Ok(rest)
    }

    /// The boxes when so many pushes are done.
    fn row(&self, done: usize) -> &[u64] {
        &self.rows[done * self.words..(done + 1) * self.words]
    }

    /// The moves that the rest needs at least, from a cell of the player; [`FAR`] if it cannot be done.
    fn moves_from(&self, done: usize, player: u32) -> u32 {
        let steps = self.steps.get(done * self.cells + player as usize).copied().unwrap_or(0);
        steps.saturating_add(self.moves[done])
    }
}

/// The space in which only the free boxes have a choice. The last word of a row counts the pushes of the others.
struct Rerouted<'a, S> {
    inner: &'a S,
    rest: Rest,
}

impl<S: Part> Space for Rerouted<'_, S> {
    type Cost = S::Cost;
    type Scratch = (S::Scratch, Vec<u64>);

    fn words(&self) -> usize {
        self.inner.words() + 1
    }

    fn scratch(&self) -> Self::Scratch {
        (self.inner.scratch(), vec![0; self.words()])
    }

    fn initial(&self, state: &mut [u64]) {
        let words = self.inner.words();
        self.inner.initial(&mut state[..words]);
        state[words] = 0;
    }

    fn is_goal(&self, state: &[u64]) -> bool {
        let (row, done) = parts(state);
        done == self.rest.pushes.len() && self.inner.is_goal(row)
    }

    fn expand(
        &self,
        scratch: &mut Self::Scratch,
        state: &[u64],
        visit: &mut dyn FnMut(u32, Self::Cost, &[u64]),
    ) {
        let (row, done) = parts(state);
        let others = self.rest.row(done);
        let (inner, next) = scratch;
        let is_free = |push| !has_box(others, push / 4);
        let may = |push| is_free(push) || self.rest.pushes.get(done) == Some(&push);
        self.inner.expand_where(inner, row, may, &mut |push, cost, successor| {
            let words = successor.len();
            next[..words].copy_from_slice(successor);
            next[words] = (done + usize::from(!is_free(push))) as u64;
            visit(push, cost, next);
        });
    }

    fn least_cost(&self) -> Self::Cost {
        self.inner.least_cost()
    }
}

/// The row of a state, and the number of pushes of the others that are done.
fn parts(state: &[u64]) -> (&[u64], usize) {
    let (&done, row) = state.split_last().expect("a word counts");
    (row, usize::try_from(done).expect("a number of pushes"))
}

/// The pushes of the free boxes by the assignment to the goals that the others leave, and what the others need.
struct RestBounds {
    bounds: Bounds,
    row: Vec<u64>,
}

impl<S: Part> Heuristic<Rerouted<'_, S>> for RestBounds {
    fn evaluate(&mut self, at: &At<'_, Rerouted<'_, S>>, _preferred: &mut Vec<u32>) -> Estimate<S::Cost> {
        let (row, done) = parts(at.state);
        let rest = &at.space.rest;
        self.row.clear();
        self.row.extend(row.iter().zip(rest.row(done)).map(|(all, others)| all ^ others));
        set_player(&mut self.row, player(row));
        let (moves, free) = (rest.moves_from(done, player(row)), self.bounds.pushes(&self.row));
        match free {
            Some(free) if moves != FAR => {
                let pushes = free + number(rest.pushes.len() - done);
                Estimate::Cost(S::cost(pushes, moves.max(pushes)))
            }
            _ => Estimate::DeadEnd { safe: true },
        }
    }

    fn claims(&self) -> Claims {
        Claims { admissible: true, consistent: false, safe: true }
    }
}

/// A cheapest way below the cost of the line in which the boxes that stand on these cells in the beginning are free.
pub(super) fn solve<S: Part>(
    inner: &S,
    tools: &Tools<'_>,
    line: &Line<S::Cost>,
    free: &[u32],
    effort: u64,
) -> Solved<S::Cost> {
    let rest = Rest::of(tools, line, free)?;
    let mut goals = tools.context.field.goals.clone();
    goals.retain(|&goal| !has_box(rest.row(rest.pushes.len()), goal));
    let bounds = RestBounds { bounds: Bounds::new(&tools.context.toward(goals)?), row: Vec::new() };
    let space = Rerouted { inner, rest };
    Ok(run(Search::new(&space).heuristic(bounds), tools, line.cost(&(0..line.len())), effort))
}

/// Whether a box stands on a cell of a row.
fn has_box(row: &[u64], cell: u32) -> bool {
    row[cell as usize / 64] >> (cell % 64) & 1 == 1
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::direct::spaces::pushes::Pushes;
    use crate::direct::spaces::walks::{MovesThenPushes, PushesThenMoves, Walks};
    use crate::direct::tests::boards::{measured, random_level, scale};
    use crate::direct::tests::improving::with_detours;
    use banto_base::limits::Limits;
    use banto_search::{Algorithm, Random, Settings};

    /// With and without its bounds, the search finds the same cost, and the pushes of the others stay as they are.
    fn check<S: Part>(space: &S, tools: &Tools<'_>, line: &Line<S::Cost>, free: &[u32]) -> bool {
        let field = &tools.context.field;
        let bound = Some(line.cost(&(0..line.len())));
        let blind = Rerouted { inner: space, rest: Rest::of(tools, line, free).unwrap() };
        let settings = Settings { bound, ..Settings::default() };
        let blind = Search::new(&blind).settings(settings).run(Algorithm::UniformCost);
        let found = solve(space, tools, line, free, u64::MAX).unwrap();
        let (blind, found) = (blind.path(), found.path());
        assert_eq!(blind.map(|path| path.cost), found.map(|path| path.cost));
        let Some(path) = found else { return false };
        let new = Line::new(space, path.actions.clone(), tools.limits).unwrap();
        assert!(new.cost(&(0..new.len())) == path.cost && Some(path.cost) < bound);
        let others = |line: &Line<S::Cost>| -> Vec<u32> {
            let pushes = line.pushes.iter().copied().zip(line.owners(field));
            pushes.filter(|(_, owner)| !free.contains(owner)).map(|(push, _)| push).collect()
        };
        assert_eq!(others(&new), others(line));
        true
    }

    #[test]
    fn new_ways_are_cheapest_beside_what_the_others_do() {
        let mut random = Random::new(23);
        let mut found = 0;
        for _ in 0..2_000 * scale() {
            let level = random_level(&mut random);
            let (board, start, context) = measured(&level);
            let limits = Limits::none();
            let moves = with_detours(&level, &mut random);
            let pushes = super::super::pushes_of(&board, &start, &moves).unwrap();
            let tools = Tools { context: &context, limits: &limits, observer: None };
            let allowed = &context.open.live;
            let spaces = (
                Walks::<PushesThenMoves>::new(&context.field, &start, allowed, &limits),
                Walks::<MovesThenPushes>::new(&context.field, &start, allowed, &limits),
            );
            let mut boxes: Vec<u32> =
                Line::new(&spaces.0, pushes.clone(), &limits).unwrap().runs(&context.field);
            let first = random.below_index(boxes.len().max(1));
            boxes = boxes.into_iter().skip(first).take(1 + random.below_index(2)).collect();
            boxes.sort_unstable();
            boxes.dedup();
            let line = Line::new(&spaces.0, pushes.clone(), &limits).unwrap();
            found += usize::from(check(&spaces.0, &tools, &line, &boxes));
            let line = Line::new(&spaces.1, pushes.clone(), &limits).unwrap();
            found += usize::from(check(&spaces.1, &tools, &line, &boxes));
            let space = Pushes::new(&context.field, &start, allowed, &limits);
            let line = Line::new(&space, pushes, &limits).unwrap();
            found += usize::from(check(&space, &tools, &line, &boxes));
        }
        assert!(found > 60, "{found}");
    }
}
