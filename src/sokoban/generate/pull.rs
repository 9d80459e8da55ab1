//! Plays backwards: pulls boxes away from their goals, as far and into as much disorder as possible.
//!
//! In: a board and the cells where boxes begin, which become the goals. Out: a position, and the moves that solve it.
//! Positions are searched in layers, one pull per layer; only the most promising part of a large layer is kept. If
//! nothing is dropped, the solution has the fewest pushes.

use std::collections::hash_map::Entry;

use fixedbitset::FixedBitSet;
use rustc_hash::FxHashMap;

use crate::{Board, CellId, Direction, Move, Position};
use banto_base::limits::Limits;
use banto_search::Random;

/// How many positions of a layer are expanded, divided by the number of boxes: more boxes make each position more
/// expensive.
const KEPT: usize = 2_400;

/// The most layers: a base, and more for each box.
const LAYERS: (usize, usize) = (12, 6);

/// How many layers without a better position end the search.
const PATIENCE: usize = 10;

/// A position and its solution.
pub(super) struct Pulled {
    pub(super) start: Position,
    pub(super) moves: Vec<Move>,
}

/// An intermediate position, and the pull that led to it.
struct Node {
    position: Position,
    parent: usize,
    /// Where the box was before, and which way it was pulled.
    pull: (CellId, Direction),
    pulls: usize,
    /// How often the pulled box changed.
    changes: usize,
    /// How promising: more is better.
    worth: usize,
}

/// Pulls the boxes about, within a number of positions; `None` if they stay near their goals, or at a limit.
pub(super) fn pull(
    board: &Board,
    goals: &[CellId],
    random: &mut Random,
    positions: &mut usize,
    limits: &Limits,
) -> Option<Pulled> {
    let mut nodes: Vec<Node> = ends(board, goals);
    let mut seen: FxHashMap<Box<[usize]>, usize> =
        nodes.iter().enumerate().map(|(index, node)| (key(&node.position), index)).collect();
    let mut layer: Vec<usize> = (0..nodes.len()).collect();
    let mut best: Option<usize> = None;
    let mut waited = 0;
    for number in 0..LAYERS.0 + LAYERS.1 * goals.len() {
        let before = nodes.len();
        for parent in layer {
            limits.check().ok()?;
            for node in pulls(board, &nodes, parent, random) {
                match seen.entry(key(&node.position)) {
                    Entry::Vacant(entry) => {
                        entry.insert(nodes.len());
                        nodes.push(node);
                    }
                    // As many pulls, but fewer changes between boxes: what remains is what the position requires.
                    Entry::Occupied(entry)
                        if *entry.get() >= before && node.changes < nodes[*entry.get()].changes =>
                    {
                        nodes[*entry.get()] = node;
                    }
                    Entry::Occupied(_) => {}
                }
            }
        }
        *positions = positions.saturating_sub(nodes.len() - before);
        let mut next: Vec<usize> = (before..nodes.len()).collect();
        // Boxes leave their goals first. Equal ones stay in the order of discovery.
        next.sort_by_cached_key(|index| {
            (at_home(goals, &nodes[*index].position), std::cmp::Reverse(nodes[*index].worth))
        });
        next.truncate(KEPT / goals.len());
        let first = next.iter().copied().find(|index| astray(goals, &nodes[*index].position));
        let better = |index: usize| best.is_none_or(|best| nodes[index].worth > nodes[best].worth);
        if let Some(first) = first.filter(|first| better(*first)) {
            best = Some(first);
            waited = 0;
        }
        // Before, some box cannot be off its goal.
        waited += usize::from(number >= goals.len());
        if waited > PATIENCE || *positions == 0 {
            break;
        }
        layer = next;
    }
    Some(solution(board, &nodes, best?, random))
}

/// Whether every box is off the goals, or nearly: one of many boxes may be on a goal.
fn astray(goals: &[CellId], position: &Position) -> bool {
    at_home(goals, position) <= goals.len() / 4
}

/// How many boxes are on goals.
fn at_home(goals: &[CellId], position: &Position) -> usize {
    goals.iter().filter(|goal| position.has_box(**goal)).count()
}

/// Every box on its goal, once for each region that the player can then be in.
fn ends(board: &Board, goals: &[CellId]) -> Vec<Node> {
    let mut boxes = FixedBitSet::with_capacity(board.len());
    boxes.extend(goals.iter().map(|goal| goal.index()));
    let mut nodes: Vec<Node> = Vec::new();
    let mut seen = boxes.clone();
    for player in board.cells() {
        if !seen.contains(player.index()) {
            let position = Position { boxes: boxes.clone(), player };
            seen.union_with(&board.reach(&position));
            nodes.push(Node {
                position,
                parent: usize::MAX,
                pull: (player, Direction::Up),
                pulls: 0,
                changes: 0,
                worth: 0,
            });
        }
    }
    nodes
}

/// Every pull that can be made in a position.
fn pulls(board: &Board, nodes: &[Node], parent: usize, random: &mut Random) -> Vec<Node> {
    let node = &nodes[parent];
    let reach = board.reach(&node.position);
    let mut found = Vec::new();
    for from in node.position.boxes.ones().map(CellId::from) {
        for direction in Direction::ALL {
            let Some(to) = board.neighbor(from, direction).filter(|cell| reach.contains(cell.index())) else {
                continue;
            };
            let Some(player) = board.neighbor(to, direction).filter(|cell| !node.position.has_box(*cell))
            else {
                continue;
            };
            let mut position = Position { boxes: node.position.boxes.clone(), player };
            position.boxes.set(from.index(), false);
            position.boxes.insert(to.index());
            // The player's region is identified by its first cell.
            position.player = board.reach(&position).ones().next().map_or(player, CellId::from);
            let last =
                (node.parent != usize::MAX).then(|| board.neighbor(node.pull.0, node.pull.1)).flatten();
            let other = last.is_some_and(|last| last != from);
            let changes = node.changes + usize::from(other);
            let pulls = node.pulls + 1;
            let distance = distance(board, &position);
            // Far from the goals, with some changes between boxes; and long, but not needlessly so.
            let boxes = board.goals().count_ones(..);
            let worth = 2 * distance + 2 * changes.min(2 * boxes) + pulls.min(distance + 4 * boxes);
            let worth = 2 * worth + random.below_index(3);
            found.push(Node { position, parent, pull: (from, direction), pulls, changes, worth });
        }
    }
    found
}

/// The sum of the steps from each box to its nearest goal.
pub(super) fn distance(board: &Board, position: &Position) -> usize {
    let nearest = |cell: usize| {
        let (row, column) = board.place(cell.into());
        let away = |goal: usize| {
            let place = board.place(goal.into());
            place.0.abs_diff(row) + place.1.abs_diff(column)
        };
        board.goals().ones().map(away).min().unwrap_or(0)
    };
    position.boxes.ones().map(nearest).sum()
}

fn key(position: &Position) -> Box<[usize]> {
    position.boxes.ones().chain([position.player.index()]).collect()
}

/// The pulls to a position, read backwards as pushes, with walks between.
fn solution(board: &Board, nodes: &[Node], end: usize, random: &mut Random) -> Pulled {
    let mut start = nodes[end].position.clone();
    let cells: Vec<usize> = board.reach(&start).ones().collect();
    start.player = CellId::from(cells[random.below_index(cells.len())]);
    let (mut position, mut moves, mut at) = (start.clone(), Vec::new(), end);
    while nodes[at].parent != usize::MAX {
        let (from, direction) = nodes[at].pull;
        let behind = board.neighbor(from, direction).and_then(|to| board.neighbor(to, direction));
        let walk = behind.and_then(|behind| board.walk(&position, behind)).unwrap_or_default();
        for step in walk.into_iter().chain([direction.opposite()]) {
            moves.extend(board.step(&mut position, step));
        }
        at = nodes[at].parent;
    }
    Pulled { start, moves }
}
