//! The space of macro pulls in which boxes vanish at sinks, for the search that finds a packing plan.
//!
//! In: a context, a position with a box for every goal. Out: a [`Space`] whose rows hold boxes and the player's region
//! as in [`super::super::spaces::pushes`], followed by the starting cells that still wait for a box. A box that can be
//! pulled to a sink is taken off the board together with that starting cell; while there is such a pull, no other is
//! tried. What comes out is a plan and not a solution: nothing here is a proof.

use super::super::super::board::Position;
use super::super::context::Context;
use super::super::field::distances::{Distances, FAR};
use super::super::field::flood::Flood;
use super::super::field::layout::Layout;
use super::super::field::rooms::Rooms;
use super::super::field::{flip, for_each_box, number, player, push_number, set_player};
use super::super::spaces::box_paths::{BoxPaths, Motion};
use super::matching::Matching;
use super::sinks::Sinks;
use banto_base::limits::Stop;
use banto_search::Space;

/// A box does not vanish at a sink that is nearer than this many steps, unless it is in another room: there it would
/// still be in the way.
const NEAR: u16 = 6;

/// The space.
pub struct SinkPulls<'a> {
    pub context: &'a Context,
    /// The starting cells.
    bases: Vec<u32>,
    is_base: Vec<bool>,
    /// From each starting cell, in order.
    distances: Distances,
    /// The cells that a box reaches from each starting cell.
    reach: Vec<Vec<bool>>,
    rooms: Rooms,
}

impl<'a> SinkPulls<'a> {
    /// The space that leads back to a position.
    pub fn new(context: &'a Context, position: &Position) -> Result<Self, Stop> {
        let bases: Vec<u32> = position.boxes.ones().map(number).collect();
        let field = &*context.field;
        let distances = Distances::to_starts(field, &context.sides, &bases, &context.limits)?;
        let mut is_base = vec![false; field.len() + 1];
        bases.iter().for_each(|&cell| is_base[cell as usize] = true);
        let from = |base: usize| -> Vec<bool> {
            let reached = |cell| context.sides.slots_of(cell).any(|slot| distances.to(base, slot) != FAR);
            (0..field.wall()).map(reached).chain([false]).collect()
        };
        let reach = (0..bases.len()).map(from).collect();
        Ok(Self { context, bases, is_base, distances, reach, rooms: Rooms::new(field) })
    }

    /// The part of a row that holds the boxes and the player.
    pub fn boxes<'r>(&self, state: &'r [u64]) -> &'r [u64] {
        &state[..self.context.field.words]
    }

    /// Writes the indices of the starting cells that wait for a box.
    pub fn waiting(&self, state: &[u64], found: &mut Vec<usize>) {
        let row = &state[self.context.field.words..];
        found.clear();
        found.extend((0..self.bases.len()).filter(|&base| row[base / 64] >> (base % 64) & 1 == 1));
    }

    /// Whether a cell has a starting cell that waits for a box.
    pub fn waits_at(&self, state: &[u64], cell: u32) -> bool {
        self.bases
            .binary_search(&cell)
            .is_ok_and(|base| state[self.context.field.words + base / 64] >> (base % 64) & 1 == 1)
    }

    /// Whether all boxes of a layout can have come from different starting cells.
    pub fn matches(&self, matching: &mut Matching, layout: &Layout, player: u32, waiting: &[usize]) -> bool {
        matching.run(layout.boxes.len(), waiting.len(), |row, column| {
            let slot = self.context.sides.slot(layout.boxes[row], player);
            self.distances.to(waiting[column], slot) != FAR
        })
    }

    /// Whether a box does not get out of the way from one cell to another.
    fn is_near(&self, from: u32, to: u32) -> bool {
        let other_room = self.rooms.of(from).zip(self.rooms.of(to)).is_some_and(|(one, other)| one != other);
        !other_room && self.context.walks.between(&self.context.field, from, to) < NEAR
    }

    fn find(&self, scratch: &mut Scratch, state: &[u64]) {
        let Context { field, limits, .. } = self.context;
        let Scratch { layout, walk, starts, sinks, matching, waiting, cells, allowed, row, steps } = scratch;
        steps.clear();
        let boxes = self.boxes(state);
        let player = layout.load(boxes);
        if player == field.wall() {
            steps.extend(Flood::new(field).firsts(field, layout).map(|cell| Pull {
                action: cell,
                from: cell,
                to: cell,
                first: cell,
                pulls: 1,
                sink: None,
            }));
            return;
        }
        layout.flood(field, player);
        let before = waiting.clone();
        self.waiting(state, waiting);
        if *waiting != before {
            allowed.fill(false);
            for &base in &*waiting {
                allowed.iter_mut().zip(&self.reach[base]).for_each(|(one, &reached)| *one |= reached);
            }
        }
        cells.clear();
        cells.extend(waiting.iter().map(|&base| self.bases[base]));
        let has_sinks = sinks.find(field, layout, cells);
        starts.clear();
        layout
            .for_each_pull(field, allowed, |cell, direction, _, _| starts.push(push_number(cell, direction)));
        let motion = Motion { field, allowed, pulled_to: Some(&self.is_base), limits };
        let count = field.wall();
        walk.show_all(&motion, layout, boxes, starts, row, &mut |action, walk, row| {
            let (from, to) = (action / 4 / count, action / 4 % count);
            steps.push(Pull {
                action,
                from,
                to,
                first: super::super::field::player(row),
                pulls: walk.depth(),
                sink: None,
            });
        });
        if !has_sinks {
            return;
        }
        let mut is_matched = None;
        let mut last = u32::MAX;
        let mut any = false;
        for step in &mut *steps {
            if step.from == last || !sinks.is_sink(step.to) || self.is_near(step.from, step.to) {
                continue;
            }
            let is_matched =
                *is_matched.get_or_insert_with(|| self.matches(matching, layout, player, waiting));
            let (Ok(one), Some(base)) =
                (layout.boxes.binary_search(&step.from), cells.iter().position(|&cell| cell == step.to))
            else {
                continue;
            };
            if is_matched && matching.runs_without(one, base) {
                last = step.from;
                step.sink = Some(number(waiting[base]));
                any = true;
                layout.solid[step.from as usize] = false;
                step.first = layout.flood(field, step.first);
                layout.solid[step.from as usize] = true;
            }
        }
        if any {
            steps.retain(|step| step.sink.is_some());
        }
    }
}

/// A pull that is possible.
#[derive(Clone, Copy, Debug)]
struct Pull {
    action: u32,
    from: u32,
    to: u32,
    /// The lowest cell of the player's region afterwards.
    first: u32,
    pulls: u32,
    /// The starting cell that is taken off the board with the box.
    sink: Option<u32>,
}

pub struct Scratch {
    layout: Layout,
    walk: BoxPaths,
    starts: Vec<u32>,
    sinks: Sinks,
    matching: Matching,
    waiting: Vec<usize>,
    cells: Vec<u32>,
    /// Where boxes may be: what is reached from the starting cells that wait.
    allowed: Vec<bool>,
    row: Vec<u64>,
    steps: Vec<Pull>,
}

impl Space for SinkPulls<'_> {
    type Cost = u32;
    type Scratch = Scratch;

    fn words(&self) -> usize {
        self.context.field.words + self.bases.len().div_ceil(64)
    }

    fn scratch(&self) -> Scratch {
        let field = &self.context.field;
        Scratch {
            layout: Layout::new(field),
            walk: BoxPaths::new(field),
            starts: Vec::new(),
            sinks: Sinks::new(field),
            matching: Matching::default(),
            waiting: Vec::new(),
            cells: Vec::new(),
            allowed: vec![false; field.len() + 1],
            row: vec![0; field.words],
            steps: Vec::new(),
        }
    }

    fn initial(&self, state: &mut [u64]) {
        state.fill(0);
        let field = &self.context.field;
        let (boxes, waiting) = state.split_at_mut(field.words);
        field.goals.iter().for_each(|&goal| flip(boxes, goal));
        set_player(boxes, field.wall());
        (0..self.bases.len()).for_each(|base| waiting[base / 64] |= 1 << (base % 64));
    }

    /// No box is left that is not where one started.
    fn is_goal(&self, state: &[u64]) -> bool {
        let boxes = self.boxes(state);
        let mut all = player(boxes) != self.context.field.wall();
        for_each_box(boxes, |cell| all &= self.waits_at(state, cell));
        all
    }

    fn expand(&self, scratch: &mut Scratch, state: &[u64], visit: &mut dyn FnMut(u32, u32, &[u64])) {
        self.find(scratch, state);
        let words = self.context.field.words;
        let mut row = state.to_vec();
        for step in &scratch.steps {
            row.copy_from_slice(state);
            let (boxes, waiting) = row.split_at_mut(words);
            match step.sink {
                Some(base) => {
                    flip(boxes, step.from);
                    waiting[base as usize / 64] &= !(1 << (base % 64));
                }
                None if step.from != step.to => {
                    flip(boxes, step.from);
                    flip(boxes, step.to);
                }
                None => {}
            }
            set_player(boxes, step.first);
            visit(step.action, step.pulls, &row);
        }
    }

    fn least_cost(&self) -> u32 {
        1
    }
}
