//! Whether walls enclose the player, and where they are open. `check` reports the gaps.
//!
//! In: a level. Out: the cells inside the walls, or the places of the gaps. Boxes do not stop the player here.

use std::collections::VecDeque;

use super::{Cell, Level};
use banto_base::source::Span;

/// How many cells may be visited in all while looking for gaps.
const PATIENCE: usize = 20_000_000;

/// The result of a walk through the whole level.
pub(super) enum Enclosure {
    /// There is no player to start from.
    NoPlayer,
    /// The player can leave; the gaps in the order of the text, at least one.
    Open(Vec<Span>),
    /// The player cannot leave.
    Closed(Inside),
}

/// The cells that the player could reach if there were no boxes.
pub(super) struct Inside {
    width: usize,
    seen: Vec<bool>,
}

impl Inside {
    /// Whether a cell, from 0, is inside.
    pub(super) fn holds(&self, row: usize, column: usize) -> bool {
        self.seen[(row + 1) * self.width + column + 1]
    }
}

/// Walks from the player. If that leads out, gaps are closed one after the other, as long as there is a way out from
/// a thing: the narrowest piece of a row or column between two walls on the way, and of equal ones the outermost.
pub(super) fn enclosure(level: &Level) -> Enclosure {
    let Some((row, column)) = level.player() else { return Enclosure::NoPlayer };
    let mut yard = Yard::new(level);
    let player = (row + 1) * yard.width + column + 1;
    let walk = yard.walk(&[player]);
    let seen: Vec<bool> = walk.from.iter().map(|from| *from != UNSEEN).collect();
    let Some(exit) = walk.exit else { return Enclosure::Closed(Inside { width: yard.width, seen }) };
    // A cell at the edge of the drawing cannot be walled in, whatever it is.
    let at_rim = |at: usize| yard.around(at).iter().any(|next| yard.is_outside(*next));
    let things = (0..seen.len()).filter(|at| seen[*at] && yard.is_thing(*at) && !at_rim(*at));
    let things: Vec<usize> = if at_rim(player) { Vec::new() } else { things.collect() };
    let mut gaps: Vec<Vec<usize>> = Vec::new();
    let mut patience = PATIENCE / seen.len();
    loop {
        let walk = yard.walk(&things);
        let Some(exit) = walk.exit else { break };
        let narrowest = || walk.way_back(exit).filter_map(|at| yard.between_walls(at)).min_by_key(Vec::len);
        // A thing at the edge is open itself: a wall before it would cut it off.
        let gap = if yard.is_thing(exit) { Some(vec![exit]) } else { narrowest() };
        let Some(gap) = gap.filter(|_| patience > 0) else {
            gaps.clear();
            break;
        };
        patience -= 1;
        gap.iter().for_each(|cell| yard.walls[*cell] = true);
        gaps.push(gap);
    }
    if gaps.is_empty() {
        gaps.push(vec![exit]);
    }
    let mut places: Vec<Span> = gaps.iter().map(|gap| yard.place(gap)).collect();
    places.sort_by_key(|place| place.start);
    Enclosure::Open(places)
}

/// A cell that was not reached.
const UNSEEN: u8 = 4;
/// A cell where the walk began.
const START: u8 = 5;

/// The cells reached without entering the ring.
struct Walk {
    width: usize,
    /// Of each cell which of its neighbors it was reached from, or [`UNSEEN`], or [`START`]. Drawings may be large.
    from: Vec<u8>,
    /// The cell of the drawing from which the ring is reached first.
    exit: Option<usize>,
}

impl Walk {
    /// A cell, and those before it.
    fn way_back(&self, from: usize) -> impl Iterator<Item = usize> + '_ {
        let before = |at: &usize| around(*at, self.width).get(usize::from(self.from[*at])).copied();
        std::iter::successors(Some(from), before)
    }
}

/// The neighbors of a cell: above, left, right and below.
const fn around(at: usize, width: usize) -> [usize; 4] {
    [at - width, at - 1, at + 1, at + width]
}

/// The drawing with a ring of ground around it. Cells are numbered row by row, ring included.
struct Yard<'a> {
    level: &'a Level,
    width: usize,
    walls: Vec<bool>,
}

impl<'a> Yard<'a> {
    fn new(level: &'a Level) -> Self {
        let (width, height) = (level.width() + 2, level.height() + 2);
        let mut yard = Self { level, width, walls: vec![false; width * height] };
        for at in 0..yard.walls.len() {
            yard.walls[at] =
                yard.in_drawing(at).is_some_and(|(row, column)| level.cell(row, column) == Cell::Wall);
        }
        yard
    }

    /// The row and column of a cell that is not above or left of the drawing.
    fn in_drawing(&self, at: usize) -> Option<(usize, usize)> {
        Some(((at / self.width).checked_sub(1)?, (at % self.width).checked_sub(1)?))
    }

    /// Whether this cell must be inside: the player, a box or a goal is there.
    fn is_thing(&self, at: usize) -> bool {
        let cell = self.in_drawing(at).map(|(row, column)| self.level.cell(row, column));
        cell.is_some_and(|cell| cell.has_player() || cell.has_box() || cell.is_goal())
    }

    /// Whether this is the ring around the drawing.
    fn is_outside(&self, at: usize) -> bool {
        let column = at % self.width;
        at < self.width || at + self.width >= self.walls.len() || column == 0 || column + 1 == self.width
    }

    /// The four neighbors of a cell of the drawing.
    const fn around(&self, at: usize) -> [usize; 4] {
        around(at, self.width)
    }

    /// Walks from some cells, breadth first.
    fn walk(&self, from: &[usize]) -> Walk {
        let mut walk = Walk { width: self.width, from: vec![UNSEEN; self.walls.len()], exit: None };
        let mut queue: VecDeque<usize> = from.iter().copied().collect();
        from.iter().for_each(|at| walk.from[*at] = START);
        while let Some(at) = queue.pop_front() {
            // Of its neighbor, a cell is the neighbor on the other side.
            for (next, back) in self.around(at).into_iter().zip([3, 2, 1, 0]) {
                if self.is_outside(next) {
                    walk.exit = walk.exit.or(Some(at));
                } else if walk.from[next] == UNSEEN && !self.walls[next] {
                    walk.from[next] = back;
                    queue.push_back(next);
                }
            }
        }
        walk
    }

    /// The cells around one in its row or column, up to walls on both sides: the fewer ones, if no thing is on them.
    fn between_walls(&self, at: usize) -> Option<Vec<usize>> {
        let run = |step: usize| {
            let is_free = |cell: &usize| !self.walls[*cell] && !self.is_outside(*cell);
            let first = (0..=at / step).map(|count| at - count * step).take_while(is_free).last()?;
            let run: Vec<usize> = (first..self.walls.len()).step_by(step).take_while(is_free).collect();
            let is_closed = self.walls[first - step] && self.walls[first + run.len() * step];
            (is_closed && !run.iter().any(|cell| self.is_thing(*cell))).then_some(run)
        };
        [1, self.width].into_iter().filter_map(run).min_by_key(Vec::len)
    }

    /// The place of the first row of a gap.
    fn place(&self, gap: &[usize]) -> Span {
        let run = gap.iter().enumerate().take_while(|(index, cell)| **cell == gap[0] + index);
        let last = run.last().map_or(gap[0], |(_, cell)| *cell);
        self.place_of(gap[0]).to(self.place_of(last))
    }

    /// The place of a cell in the text. For one that was not drawn, the end of its row, or else beside a drawn one.
    fn place_of(&self, at: usize) -> Span {
        let drawn = |at: usize| {
            let (row, column) = self.in_drawing(at)?;
            self.level.spans.get(row)?.get(column).copied()
        };
        let row_end = || self.level.spans.get(self.in_drawing(at)?.0)?.last().map(|span| Span::at(span.end));
        let beside = || self.around(at).into_iter().find_map(drawn);
        drawn(at).or_else(row_end).or_else(beside).unwrap_or(self.level.place)
    }
}
