//! How many pushes one box alone is away from each goal, found by pulling it back; and which cells are dead.
//!
//! In: a field, and cells that count as walls. Out: [`Distances`]. The player matters: a box in a doorway can be pushed from
//! the side on which the player is. Other boxes are not known here, so that every number is a lower bound.

use super::field::{Field, number};

/// Stands for "this goal cannot be reached".
pub const FAR: u16 = u16::MAX;

/// Boards with more cells than this are treated as if the player could always walk around a box. The numbers stay lower bounds.
const SIDES_LIMIT: usize = 4096;

/// For each cell the parts into which a box on it cuts the board, as far as the player is concerned.
#[derive(Clone, Debug)]
pub struct Sides {
    /// The first slot of each cell; a cell has a slot for each part.
    base: Vec<u32>,
    /// The part in which each of the four neighbours lies.
    part: Vec<[u8; 4]>,
    /// Where a box cuts the board: the part of every cell.
    parts: Vec<Option<Box<[u8]>>>,
    slots: usize,
}

impl Sides {
    /// Cuts the board at every cell.
    #[must_use]
    pub fn new(field: &Field) -> Self {
        Self::with_walls(field, &vec![false; field.len() + 1])
    }

    /// Cuts the board at every cell, with more walls on the cells that are `fixed`. A player who cannot come to any side of a box is in
    /// a part of its own.
    #[must_use]
    pub fn with_walls(field: &Field, fixed: &[bool]) -> Self {
        let mut sides = Self { base: Vec::new(), part: Vec::new(), parts: Vec::new(), slots: 0 };
        let is_free = |cell: u32| cell != field.wall() && !fixed[cell as usize];
        let mut labels = vec![u8::MAX; field.len() + 1];
        let mut queue = Vec::new();
        let start = (0..field.wall()).find(|&cell| is_free(cell));
        let open = (0..field.wall()).filter(|&cell| is_free(cell)).count();
        let is_whole =
            start.is_none_or(|start| label(field, fixed, start, 0, &mut labels, &mut queue) == open);
        for cell in 0..number(field.len()) {
            let mut part = [0; 4];
            let mut count = 1;
            let cuts = is_free(cell) && !(is_whole && is_locally_whole(field, fixed, cell));
            if field.len() <= SIDES_LIMIT && cuts {
                labels.fill(u8::MAX);
                labels[cell as usize] = 0;
                count = 0;
                let mut labelled = 1;
                for start in field.around(cell).into_iter().filter(|&start| is_free(start)) {
                    if labels[start as usize] == u8::MAX {
                        labelled += label(field, fixed, start, count, &mut labels, &mut queue);
                        count += 1;
                    }
                }
                for (direction, next) in field.around(cell).into_iter().enumerate() {
                    part[direction] = if is_free(next) { labels[next as usize] } else { 0 };
                }
                if labelled < open {
                    labels.iter_mut().filter(|label| **label == u8::MAX).for_each(|label| *label = count);
                    count += 1;
                }
            }
            sides.base.push(number(sides.slots));
            sides.part.push(part);
            sides.parts.push((count > 1).then(|| labels.clone().into_boxed_slice()));
            sides.slots += usize::from(count.max(1));
        }
        sides
    }

    /// The slot of a box on a cell with the player somewhere else.
    #[must_use]
    #[inline]
    pub fn slot(&self, cell: u32, keeper: u32) -> usize {
        let base = self.base[cell as usize] as usize;
        match &self.parts[cell as usize] {
            None => base,
            Some(parts) => base + usize::from(parts[keeper as usize]),
        }
    }

    /// The slot of a box on a cell with the player beside it.
    #[inline]
    fn slot_beside(&self, cell: u32, direction: usize) -> usize {
        self.base[cell as usize] as usize + usize::from(self.part[cell as usize][direction])
    }

    /// How many slots there are.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.slots
    }

    /// Whether there is none.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.slots == 0
    }

    /// The bytes that it takes, about.
    #[must_use]
    pub fn bytes(&self) -> usize {
        let cut = self.parts.iter().flatten().map(|parts| parts.len()).sum::<usize>();
        cut + self.base.len() * 24
    }

    /// The part of every other cell when a box stands on this one.
    #[must_use]
    pub fn parts(&self, cell: u32) -> Option<&[u8]> {
        self.parts[cell as usize].as_deref()
    }

    /// The slots of a cell.
    fn slots_of(&self, cell: u32) -> std::ops::Range<usize> {
        let start = self.base[cell as usize] as usize;
        let end = self.base.get(cell as usize + 1).map_or(self.slots, |&end| end as usize);
        start..end
    }
}

/// Whether the free neighbours of a cell are joined through the eight cells around it.
fn is_locally_whole(field: &Field, fixed: &[bool], cell: u32) -> bool {
    let barred = |cell: u32| cell == field.wall() || fixed[cell as usize];
    // Up, right, down, left, and the corner after each.
    let ring = [0, 3, 1, 2];
    let mut gaps = 0;
    let mut free = 0;
    for at in 0..4 {
        let (here, there) = (ring[at], ring[(at + 1) % 4]);
        let side = field.next(cell, here);
        if barred(side) {
            continue;
        }
        free += 1;
        let other = field.next(cell, there);
        let joined = !barred(other) && !barred(field.next(side, there));
        gaps += usize::from(!joined);
    }
    free <= 1 || gaps <= 1
}

/// Names a part; gives its size.
fn label(
    field: &Field,
    fixed: &[bool],
    start: u32,
    name: u8,
    labels: &mut [u8],
    queue: &mut Vec<u32>,
) -> usize {
    labels[start as usize] = name;
    queue.clear();
    queue.push(start);
    let mut at = 0;
    while at < queue.len() {
        for next in field.around(queue[at]) {
            if next != field.wall() && !fixed[next as usize] && labels[next as usize] == u8::MAX {
                labels[next as usize] = name;
                queue.push(next);
            }
        }
        at += 1;
    }
    queue.len()
}

/// Distances of each slot to each goal.
#[derive(Clone, Debug)]
pub struct Distances {
    goals: usize,
    slots: usize,
    /// A row of slots for each goal.
    to: Vec<u16>,
    /// The least over the goals, for each slot.
    least: Vec<u16>,
}

impl Distances {
    /// Pulls a box back from every goal. Boxes can neither enter nor be pulled over the cells that are `fixed`, nor can the player;
    /// a goal that is fixed is out of reach.
    #[must_use]
    pub fn new(field: &Field, sides: &Sides, fixed: &[bool]) -> Self {
        let slots = sides.len();
        let mut to = vec![FAR; slots * field.goals().len()];
        let mut queue = Vec::new();
        for (&goal, row) in field.goals().iter().zip(to.chunks_exact_mut(slots.max(1))) {
            if !fixed[goal as usize] {
                pull(field, sides, fixed, goal, row, &mut queue);
            }
        }
        Self::of_rows(field.goals().len(), slots, to)
    }

    /// Pushes a box from every cell where one stands at first: the pulls from each slot back to each of these cells, wherever the player
    /// was.
    #[must_use]
    pub fn back_to(field: &Field, sides: &Sides, starts: &[u32]) -> Self {
        let slots = sides.len();
        let mut to = vec![FAR; slots * starts.len()];
        let mut queue = Vec::new();
        for (&start, row) in starts.iter().zip(to.chunks_exact_mut(slots.max(1))) {
            push(field, sides, start, row, &mut queue);
        }
        Self::of_rows(starts.len(), slots, to)
    }

    fn of_rows(goals: usize, slots: usize, to: Vec<u16>) -> Self {
        let least = (0..slots)
            .map(|slot| (0..goals).map(|goal| to[goal * slots + slot]).min().unwrap_or(FAR))
            .collect();
        Self { goals, slots, to, least }
    }

    /// The pushes from a slot to a goal, by the goal's place in the list of goals.
    #[must_use]
    #[inline]
    pub fn to(&self, goal: usize, slot: usize) -> u16 {
        self.to[goal * self.slots + slot]
    }

    /// The pushes from a slot to the nearest goal.
    #[must_use]
    #[inline]
    pub fn least(&self, slot: usize) -> u16 {
        self.least[slot]
    }

    /// The bytes that they take, about.
    #[must_use]
    pub const fn bytes(&self) -> usize {
        (self.to.len() + self.least.len()) * size_of::<u16>()
    }

    /// How many goals there are.
    #[must_use]
    pub const fn goals(&self) -> usize {
        self.goals
    }

    /// For each cell whether a box on it can still reach some goal, wherever the player is; the wall cannot.
    #[must_use]
    pub fn live(&self, sides: &Sides) -> Vec<bool> {
        let cells = number(sides.base.len());
        let mut live: Vec<bool> =
            (0..cells).map(|cell| sides.slots_of(cell).any(|slot| self.least[slot] != FAR)).collect();
        live.push(false);
        live
    }
}

/// Fills in one goal's row: breadth first over the places of the box and the player's side of it.
fn pull(
    field: &Field,
    sides: &Sides,
    fixed: &[bool],
    goal: u32,
    row: &mut [u16],
    queue: &mut Vec<(u32, u32)>,
) {
    let free = |cell: u32| cell != field.wall() && !fixed[cell as usize];
    spread(sides, goal, row, queue, |cell, slot, direction| {
        let here = field.next(cell, direction);
        let is_beside = free(here) && sides.slot_beside(cell, direction) == slot;
        (is_beside && free(field.next(here, direction))).then(|| (here, sides.slot_beside(here, direction)))
    });
}

/// Fills in one starting cell's row: breadth first over the places to which its box can be pushed.
fn push(field: &Field, sides: &Sides, start: u32, row: &mut [u16], queue: &mut Vec<(u32, u32)>) {
    spread(sides, start, row, queue, |cell, slot, direction| {
        let behind = field.next(cell, direction ^ 1);
        let ahead = field.next(cell, direction);
        let is_beside = behind != field.wall() && sides.slot_beside(cell, direction ^ 1) == slot;
        (is_beside && ahead != field.wall()).then(|| (ahead, sides.slot_beside(ahead, direction ^ 1)))
    });
}

/// Fills in a row, breadth first from a cell. `step` gives cell and slot to which a box comes from a cell and slot in a direction.
fn spread(
    sides: &Sides,
    start: u32,
    row: &mut [u16],
    queue: &mut Vec<(u32, u32)>,
    step: impl Fn(u32, usize, usize) -> Option<(u32, usize)>,
) {
    queue.clear();
    for slot in sides.slots_of(start) {
        row[slot] = 0;
        queue.push((start, number(slot)));
    }
    let mut at = 0;
    while at < queue.len() {
        let (cell, slot) = queue[at];
        at += 1;
        let steps = row[slot as usize].saturating_add(1).min(FAR - 1);
        for direction in 0..4 {
            if let Some((next, slot)) = step(cell, slot as usize, direction)
                && row[slot] == FAR
            {
                row[slot] = steps;
                queue.push((next, number(slot)));
            }
        }
    }
}
