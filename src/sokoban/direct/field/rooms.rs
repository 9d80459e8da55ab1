//! Rooms of a board, and which of them boxes cut off from each other (the room connectivity of Shoham and Schaeffer
//! 2020).
//!
//! In: a field; positions. Out: the number of pairs of neighboring rooms between which the player cannot walk. A room
//! is a set of cells that squares of two by two cells cover; what lies between rooms is corridor.

use super::Field;
use super::layout::Layout;
use super::marks::Marks;

const CORRIDOR: u32 = u32::MAX;
/// With more rooms than this, none are told apart.
const ROOMS_LIMIT: usize = 64;

pub struct Rooms {
    room: Vec<u32>,
    count: usize,
    /// Pairs of rooms that are neighbors, as bits.
    open: Vec<u64>,
    now: Vec<u64>,
    /// Cells of rooms that were entered, and all cells that were entered in the current walk.
    entered: Vec<bool>,
    seen: Marks,
    queue: Vec<u32>,
}

impl Rooms {
    /// The rooms of the empty board.
    pub fn new(field: &Field) -> Self {
        let (room, count) = divide(field);
        let mut rooms = Self {
            room,
            count,
            open: Vec::new(),
            now: vec![0; count],
            entered: vec![false; field.len() + 1],
            seen: Marks::new(field.len() + 1),
            queue: Vec::new(),
        };
        rooms.connect(field, &Layout::new(field));
        rooms.open = rooms.now.clone();
        rooms
    }

    /// The room of a cell; `None` for a corridor.
    pub fn of(&self, cell: u32) -> Option<u32> {
        Some(self.room[cell as usize]).filter(|&room| room != CORRIDOR)
    }

    /// For each room its cells and those next to it, in order.
    pub fn with_surroundings(&self, field: &Field) -> Vec<Vec<u32>> {
        let is_of = |room: usize, cell: u32| {
            let is_in = |cell: u32| cell != field.wall() && self.room[cell as usize] as usize == room;
            is_in(cell) || field.around(cell).into_iter().any(is_in)
        };
        (0..self.count).map(|room| (0..field.wall()).filter(|&cell| is_of(room, cell)).collect()).collect()
    }

    /// The pairs of neighboring rooms that boxes cut off from each other.
    pub fn cut(&mut self, field: &Field, layout: &Layout) -> u32 {
        if self.count < 2 {
            return 0;
        }
        self.connect(field, layout);
        let cut: u32 = self.open.iter().zip(&self.now).map(|(open, now)| (open & !now).count_ones()).sum();
        cut / 2
    }

    /// Finds which rooms are neighbors. Where boxes divide a room, each of its parts must lead to the other room.
    fn connect(&mut self, field: &Field, layout: &Layout) {
        let Self { room, count, now, entered, seen, queue, .. } = self;
        let all = if *count == 64 { u64::MAX } else { (1 << *count) - 1 };
        (0..*count).for_each(|one| now[one] = all & !(1 << one));
        entered.fill(false);
        let mut seen_rooms = 0_u64;
        for start in 0..field.wall() {
            let here = room[start as usize];
            if here == CORRIDOR || layout.solid[start as usize] || entered[start as usize] {
                continue;
            }
            seen_rooms |= 1 << here;
            seen.clear();
            seen.add(start);
            queue.clear();
            queue.push(start);
            let mut found = 0_u64;
            while let Some(cell) = queue.pop() {
                entered[cell as usize] |= room[cell as usize] == here;
                for next in field.around(cell) {
                    if next == field.wall() {
                        continue;
                    }
                    let there = room[next as usize];
                    if there != CORRIDOR && there != here {
                        found |= 1 << there;
                    } else if !layout.solid[next as usize] && seen.add(next) {
                        queue.push(next);
                    }
                }
            }
            now[here as usize] &= found;
        }
        for one in 0..*count {
            if seen_rooms >> one & 1 == 0 {
                now[one] = 0;
            }
            for other in 0..one {
                let both = now[one] >> other & now[other] >> one & 1;
                now[one] = now[one] & !(1 << other) | both << other;
                now[other] = now[other] & !(1 << one) | both << one;
            }
        }
    }
}

/// The room of each cell, and their number.
fn divide(field: &Field) -> (Vec<u32>, usize) {
    // Up, down, left, right: a square is named by its upper left cell.
    let corners = |cell: u32| {
        let (right, below) = (field.next(cell, 3), field.next(cell, 1));
        [cell, right, below, field.next(below, 3)]
    };
    let is_square = |cell: u32| cell != field.wall() && !corners(cell).contains(&field.wall());
    let mut room = vec![CORRIDOR; field.len() + 1];
    let mut name = vec![CORRIDOR; field.len() + 1];
    let mut count = 0;
    for start in 0..field.wall() {
        let is_alone = !field.around(start).into_iter().any(is_square);
        if !is_square(start) || is_alone || name[start as usize] != CORRIDOR {
            continue;
        }
        let mut queue = vec![start];
        name[start as usize] = count;
        while let Some(cell) = queue.pop() {
            for next in field.around(cell) {
                if is_square(next) && name[next as usize] == CORRIDOR {
                    name[next as usize] = count;
                    queue.push(next);
                }
            }
        }
        count += 1;
    }
    if count as usize > ROOMS_LIMIT {
        return (room, 0);
    }
    // A cell that two rooms share belongs to none.
    let mut shared = Vec::new();
    for cell in (0..field.wall()).filter(|&cell| name[cell as usize] != CORRIDOR) {
        for corner in corners(cell) {
            let known = &mut room[corner as usize];
            if *known != CORRIDOR && *known != name[cell as usize] {
                shared.push(corner);
            }
            *known = name[cell as usize];
        }
    }
    shared.iter().for_each(|&cell| room[cell as usize] = CORRIDOR);
    (room, count as usize)
}
