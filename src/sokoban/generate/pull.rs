//! Plays backwards: pulls boxes away from their goals, as far and into as much disorder as possible.
//!
//! In: a board whose goals are the cells where boxes begin. Out: positions, and the moves that solve them. Positions
//! are searched in layers, one pull per layer; only the most promising part of a large layer is kept. If nothing is
//! dropped, the solution has the fewest pushes.

use std::cmp::Reverse;

use crate::direct::field::layout::Layout;
use crate::direct::field::solution::of_pushes;
use crate::direct::field::{Field, flip, for_each_box, number, push_number, set_player, unpack};
use crate::direct::spaces::simple::everywhere;
use crate::{Board, CellId, Move, Position};
use banto_base::limits::Limits;
use banto_search::{Pool, Random, StateId};

/// How many positions of a layer are expanded, divided by the number of boxes: more boxes make each position more
/// expensive.
const KEPT: usize = 2_400;

/// The most layers: a base, and more for each box.
const LAYERS: (usize, usize) = (12, 6);

/// How many layers without a better position end the search.
const PATIENCE: usize = 10;

/// The pull that led to a position, and what speaks for it.
struct Node {
    parent: usize,
    /// Where the box was before, and which way it was pulled.
    pull: u32,
    pulls: usize,
    /// How often the pulled box changed.
    changes: usize,
    /// How many boxes are on goals.
    at_home: usize,
    /// How far from the goals they are.
    distance: usize,
    /// How promising: more is better.
    worth: usize,
}

const ROOT: usize = usize::MAX;

/// Positions in layers of one pull each, and the measure of how far from the goals the boxes of a row are.
pub(super) struct Layers<'a, F> {
    board: &'a Board,
    field: Field,
    layout: Layout,
    everywhere: Vec<bool>,
    measure: F,
    /// The positions, and a node for each.
    rows: Pool,
    nodes: Vec<Node>,
    layer: Vec<usize>,
}

/// A pull that is possible: the box, the direction, the cell that the box moves to, the player's next cell, and the
/// lowest cell of the player's region if it is obvious.
type Pull = (u32, usize, u32, u32, Option<u32>);

impl<'a, F: FnMut(&[u64]) -> usize> Layers<'a, F> {
    /// The first layer: every box on its goal, once for each region that the player can then be in.
    pub(super) fn new(board: &'a Board, measure: F) -> Self {
        let field = Field::new(board);
        let mut layers = Self {
            board,
            layout: Layout::new(&field),
            everywhere: everywhere(&field),
            measure,
            rows: Pool::new(field.words),
            nodes: Vec::new(),
            layer: Vec::new(),
            field,
        };
        let mut row = vec![0; layers.field.words];
        layers.field.goals.iter().for_each(|&goal| flip(&mut row, goal));
        layers.layout.load(&row);
        for cell in 0..number(board.len()) {
            let is_free = !layers.layout.solid[cell as usize];
            if is_free && layers.layout.flood(&layers.field, cell) == cell {
                set_player(&mut row, cell);
                layers.rows.intern(&row);
                layers.layer.push(layers.nodes.len());
                let at_home = layers.field.goals.len();
                let (parent, pull, pulls, changes, distance, worth) = (ROOT, 0, 0, 0, 0, 0);
                layers.nodes.push(Node { parent, pull, pulls, changes, at_home, distance, worth });
            }
        }
        layers
    }

    /// Makes the next layer of the last, and keeps the best of it, in order; `None` at a limit.
    pub(super) fn next(
        &mut self,
        kept: usize,
        random: &mut Random,
        positions: &mut usize,
        limits: &Limits,
    ) -> Option<&[usize]> {
        let before = self.nodes.len();
        for parent in std::mem::take(&mut self.layer) {
            limits.check().ok()?;
            self.expand(parent, before, random)?;
        }
        *positions = positions.saturating_sub(self.nodes.len() - before);
        self.layer.extend(before..self.nodes.len());
        // Boxes leave their goals first. Equal ones stay in the order of discovery.
        let nodes = &self.nodes;
        self.layer.sort_by_key(|index| (nodes[*index].at_home, Reverse(nodes[*index].worth)));
        self.layer.truncate(kept);
        Some(&self.layer)
    }

    /// Makes every pull that can be made in a position. `None` if there is no room for more.
    fn expand(&mut self, parent: usize, before: usize, random: &mut Random) -> Option<()> {
        let Self { field, layout, everywhere, measure, rows, nodes, .. } = self;
        let mut row = rows.row(StateId::from(parent)).to_vec();
        let at = layout.load(&row);
        layout.flood(field, at);
        let mut pulls: Vec<Pull> = Vec::new();
        layout.for_each_pull(field, everywhere, |cell, direction, to, beyond| {
            pulls.push((cell, direction, to, beyond, None));
        });
        let lowest = layout.two_first();
        for (from, _, to, _, region) in &mut pulls {
            *region = layout.region_after(field, (*from, *to), lowest);
        }
        let Node { parent: grandparent, pull: last, pulls: depth, changes: so_far, .. } = nodes[parent];
        let last = (grandparent != ROOT).then(|| field.next(last / 4, last as usize % 4));
        for (from, direction, to, beyond, region) in pulls {
            flip(&mut row, from);
            flip(&mut row, to);
            let region = region.unwrap_or_else(|| {
                layout.shift(from, to);
                let first = layout.flood(field, beyond);
                layout.shift(to, from);
                first
            });
            set_player(&mut row, region);
            let changes = so_far + usize::from(last.is_some_and(|last| last != from));
            let pulls = depth + 1;
            let (distance, mut at_home) = (measure(&row), 0);
            for_each_box(&row, |cell| at_home += usize::from(field.is_goal(cell)));
            // Far from the goals, with some changes between boxes; and long, but not needlessly so.
            let boxes = field.goals.len();
            let worth = 2 * distance + 2 * changes.min(2 * boxes) + pulls.min(distance + 4 * boxes);
            let worth = 2 * worth + random.below_index(3);
            let pull = push_number(from, direction);
            let node = Node { parent, pull, pulls, changes, at_home, distance, worth };
            let (id, is_new) = rows.intern(&row)?;
            if is_new {
                nodes.push(node);
            } else if id.index() >= before && changes < nodes[id.index()].changes {
                // As many pulls, but fewer changes between boxes: what remains is what the position requires.
                nodes[id.index()] = node;
            }
            flip(&mut row, from);
            flip(&mut row, to);
        }
        Some(())
    }

    /// The first of the last layer in which every box is off the goals, or nearly: one of many boxes may be on a goal.
    pub(super) fn astray(&self) -> Option<usize> {
        let most = self.field.goals.len() / 4;
        self.layer.iter().copied().find(|index| self.nodes[*index].at_home <= most)
    }

    /// How far the boxes of a position are from the goals.
    pub(super) fn distance(&self, index: usize) -> usize {
        self.nodes[index].distance
    }

    /// A position, with the player somewhere in its region.
    pub(super) fn start(&self, index: usize, random: &mut Random) -> Position {
        let mut start = unpack(&self.field, self.rows.row(StateId::from(index)));
        let cells: Vec<usize> = self.board.reach(&start).ones().collect();
        start.player = CellId::from(cells[random.below_index(cells.len())]);
        start
    }

    /// The pulls to a position, read backwards as pushes, with walks between; `None` at a limit.
    fn moves(&self, start: &Position, index: usize, limits: &Limits) -> Option<Vec<Move>> {
        let (mut pushes, mut at) = (Vec::new(), index);
        while self.nodes[at].parent != ROOT {
            let (from, direction) = (self.nodes[at].pull / 4, self.nodes[at].pull as usize % 4);
            pushes.push(push_number(self.field.next(from, direction), direction ^ 1));
            at = self.nodes[at].parent;
        }
        of_pushes(self.board, start, &pushes, limits).ok()
    }
}

/// Pulls the boxes about, within a number of positions: the best position, and the moves that solve it. `None` if they
/// stay near their goals, or at a limit.
pub(super) fn pull(
    board: &Board,
    random: &mut Random,
    positions: &mut usize,
    limits: &Limits,
) -> Option<(Position, Vec<Move>)> {
    let nearest: Vec<usize> = board.cells().map(|cell| nearest(board, cell)).collect();
    let mut layers = Layers::new(board, |row| {
        let mut sum = 0;
        for_each_box(row, |cell| sum += nearest[cell as usize]);
        sum
    });
    let boxes = board.goals().count_ones(..);
    let (mut best, mut waited): (Option<usize>, _) = (None, 0);
    for number in 0..LAYERS.0 + LAYERS.1 * boxes {
        layers.next(KEPT / boxes, random, positions, limits)?;
        let better =
            |index: &usize| best.is_none_or(|best| layers.nodes[*index].worth > layers.nodes[best].worth);
        if let Some(first) = layers.astray().filter(better) {
            best = Some(first);
            waited = 0;
        }
        // Before, some box cannot be off its goal.
        waited += usize::from(number >= boxes);
        if waited > PATIENCE || *positions == 0 {
            break;
        }
    }
    let start = layers.start(best?, random);
    let moves = layers.moves(&start, best?, limits)?;
    Some((start, moves))
}

/// The sum of the steps from each box to its nearest goal.
pub(super) fn distance(board: &Board, position: &Position) -> usize {
    position.boxes.ones().map(|cell| nearest(board, cell.into())).sum()
}

/// The steps from a cell to the nearest goal.
fn nearest(board: &Board, cell: CellId) -> usize {
    let (row, column) = board.place(cell);
    let away = |goal: usize| {
        let place = board.place(goal.into());
        place.0.abs_diff(row) + place.1.abs_diff(column)
    };
    board.goals().ones().map(away).min().unwrap_or(0)
}
