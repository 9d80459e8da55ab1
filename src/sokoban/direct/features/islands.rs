//! Islands: positions on the way to the solved one that a search heads for first (island search, Chakrabarti, Ghose and
//! Desarkar 1986).
//!
//! In: what a search backwards has seen. Out: positions in which nothing keeps the player from where it starts. If the
//! boxes of the solved position enclose that place, it must be sealed last, and a forward search that heads for the
//! goals seals it too early. It is easier to reach a position from which the rest is known.

use crate::base::limits::Stop;
use crate::search::{Random, StateId};
use crate::sokoban::direct::context::Context;
use crate::sokoban::direct::field::layout::Layout;
use crate::sokoban::direct::spaces::macro_pulls::is_root;

/// Chooses islands.
#[derive(Debug)]
pub struct Islands {
    layout: Layout,
    is_start: Vec<bool>,
    /// How many states have been examined.
    seen: usize,
    /// The fewest boxes of one of them that are not where one starts, and the states that have so few.
    least: usize,
    best: Vec<StateId>,
    random: Random,
}

impl Islands {
    /// For a position with boxes on these cells; `None` if the solved position leaves most of the board to a player on
    /// the cell `from`, where it starts.
    pub fn new(context: &Context, boxes: &[u32], from: u32) -> Option<Self> {
        let field = &*context.field;
        let mut layout = Layout::new(field);
        field.goals().iter().for_each(|&goal| layout.solid[goal as usize] = true);
        layout.boxes.extend_from_slice(field.goals());
        let mut is_start = vec![false; field.len() + 1];
        boxes.iter().for_each(|&cell| is_start[cell as usize] = true);
        let free = field.len() - field.goals().len();
        let encloses = layout.solid[from as usize] || {
            layout.flood(field, from);
            layout.region().len() * 2 < free
        };
        encloses.then(|| Self {
            layout,
            is_start,
            seen: 0,
            least: usize::MAX,
            best: Vec::new(),
            random: Random::new(1),
        })
    }

    /// One of the first `count` states with the fewest boxes that are not where one starts, drawn at random; `from` is
    /// a cell that the player reaches at the start. Only states that are new since the last call are examined.
    pub fn choose<'s>(
        &mut self,
        context: &Context,
        from: u32,
        count: usize,
        state: impl Fn(StateId) -> &'s [u64],
    ) -> Result<Option<StateId>, Stop> {
        let Self { layout, is_start, seen, least, best, random } = self;
        for id in (*seen..count).map(StateId::from) {
            context.limits.check()?;
            *seen += 1;
            let state = state(id);
            if is_root(&context.field, state) {
                continue;
            }
            let player = layout.load(state);
            let away = layout.boxes.iter().filter(|&&cell| !is_start[cell as usize]).count();
            if away > *least {
                continue;
            }
            layout.flood(&context.field, player);
            if layout.reached(from) {
                if away < *least {
                    *least = away;
                    best.clear();
                }
                best.push(id);
            }
        }
        Ok((!best.is_empty()).then(|| best[random.below_index(best.len())]))
    }

    /// Whether the player is in the region of a state when it stands on this cell and the boxes are those of the state.
    pub fn is_same_region(&mut self, context: &Context, state: &[u64], cell: u32) -> bool {
        let player = self.layout.load(state);
        self.layout.flood(&context.field, player);
        self.layout.reached(cell)
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;
    use crate::sokoban::direct::field::{number, pack};
    use crate::sokoban::direct::tests::boards::measured;

    #[test]
    fn an_island_lets_the_player_out_with_the_fewest_boxes_away() {
        let level = "########\n#      #\n#  *   #\n# *@*  #\n#  *   #\n#   .$ #\n########".parse().unwrap();
        let (board, position, context) = measured(&level);
        let boxes: Vec<u32> = position.boxes.ones().map(number).collect();
        let from = u32::from(position.player);
        let mut islands = Islands::new(&context, &boxes, from).expect("the solved position encloses a cell");
        let state = |top: usize, left: usize, last: usize| {
            let mut there = position.clone();
            there.boxes.clear();
            for (row, column) in [(top, 3), (3, left), (3, 4), (4, 3), (5, last)] {
                there.boxes.insert(board.cell_at(row, column).unwrap().index());
            }
            there.player = board.cell_at(5, 1).unwrap();
            let mut row = vec![0; context.field.words()];
            pack(&there, &mut row);
            row
        };
        // Closed, one box more away than needed, right, another one more, right.
        let states = [state(2, 2, 4), state(1, 2, 4), state(1, 2, 5), state(1, 1, 5), state(2, 1, 5)];
        let looks = Cell::new(0);
        let look = |id: StateId| {
            looks.set(looks.get() + 1);
            &states[id.index()][..]
        };
        let mut choose = |count| islands.choose(&context, from, count, look).unwrap().map(StateId::index);
        assert_eq!([1, 2, 3].map(&mut choose), [None, Some(1), Some(2)]);
        let mut chosen = [0; 5];
        for _ in 0..50 {
            chosen[choose(5).unwrap()] += 1;
        }
        assert!(chosen[2] > 5 && chosen[4] > 5 && chosen[2] + chosen[4] == 50, "{chosen:?}");
        assert_eq!(looks.get(), 5, "each state is looked at once");
        assert!(islands.is_same_region(&context, &states[2], from));
        assert!(!islands.is_same_region(&context, &states[0], from));
        let (_, position, context) = measured(&"######\n#@$ .#\n######".parse().unwrap());
        let boxes: Vec<u32> = position.boxes.ones().map(number).collect();
        assert!(Islands::new(&context, &boxes, position.player.into()).is_none());
    }
}
