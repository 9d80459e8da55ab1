//! The fewest cells that would have to become walls to enclose a level: a minimum vertex cut.
//!
//! In: a drawing with a ring around it, and the cells that belong inside. Out: the cells of the gaps; ties go to the
//! cells nearest to the outside. Augmenting paths (Ford and Fulkerson 1956) run from the ring to the inside without
//! sharing a cell, until there are no more.

use std::collections::VecDeque;

use super::yard::Yard;

const NONE: usize = usize::MAX;

/// How many cells may be visited in all: the largest levels get about twenty paths.
const PATIENCE: usize = 20_000_000;

/// The cells to close, given cells inside that do not touch the ring; `None` if there are too many to find them all.
pub(super) fn fewest(yard: &Yard<'_>, inside: &[usize]) -> Option<Vec<usize>> {
    let mut is_inside = vec![false; yard.len()];
    inside.iter().for_each(|cell| is_inside[*cell] = true);
    let mut flow = Flow { yard, is_inside, before: vec![NONE; yard.len()] };
    for _ in 0..=PATIENCE / yard.len() {
        match flow.search() {
            Ok(path) => flow.add(&path),
            Err(from) => {
                let cut = |at: &usize| from[2 * at] != NONE && from[2 * at + 1] == NONE;
                return Some((0..yard.len()).filter(cut).collect());
            }
        }
    }
    None
}

/// Paths that share no cell. A cell can be entered and left only once, so it has two sides: `2 * cell` is its near
/// side, by which paths enter, and `2 * cell + 1` its far side.
struct Flow<'a> {
    yard: &'a Yard<'a>,
    is_inside: Vec<bool>,
    /// The cell before each on its path.
    before: Vec<usize>,
}

impl Flow<'_> {
    /// The route of one more path, as sides; else from where each side was reached.
    fn search(&self) -> Result<Vec<usize>, Vec<usize>> {
        let mut from = vec![NONE; 2 * self.yard.len()];
        let mut queue = VecDeque::new();
        for ring in (0..self.yard.len()).filter(|at| self.yard.is_outside(*at)) {
            from[2 * ring] = 2 * ring;
            from[2 * ring + 1] = 2 * ring + 1;
            queue.push_back(2 * ring + 1);
        }
        while let Some(side) = queue.pop_front() {
            let at = side / 2;
            let mut reach = |next: usize| {
                if from[next] == NONE {
                    from[next] = side;
                    queue.push_back(next);
                }
            };
            match (side % 2 == 1, self.before[at]) {
                // A path enters here: it can be rerouted from the cell before.
                (false, before) if before != NONE => reach(2 * before + 1),
                (false, _) => reach(2 * at + 1),
                (true, before) => {
                    if before != NONE {
                        reach(2 * at);
                    }
                    for next in self.yard.around(at) {
                        if self.is_inside[next] {
                            return Ok(traced(&from, side, next));
                        }
                        if !self.yard.is_wall(next) && !self.yard.is_outside(next) {
                            reach(2 * next);
                        }
                    }
                }
            }
        }
        Err(from)
    }

    /// Adds a path: first removes the steps that it runs against.
    fn add(&mut self, path: &[usize]) {
        let steps = || path.windows(2).map(|pair| (pair[0], pair[1]));
        for (near, _) in steps().filter(|(from, to)| from % 2 == 0 && from + 1 != *to) {
            self.before[near / 2] = NONE;
        }
        for (far, near) in steps().filter(|(from, to)| from % 2 == 1 && to + 1 != *from) {
            if !self.is_inside[near / 2] {
                self.before[near / 2] = far / 2;
            }
        }
    }
}

/// The sides from the ring to a side, and on to a cell inside.
fn traced(from: &[usize], mut side: usize, end: usize) -> Vec<usize> {
    let mut path = vec![2 * end, side];
    while from[side] != side {
        side = from[side];
        path.push(side);
    }
    path.reverse();
    path
}

#[cfg(test)]
mod tests {
    use super::super::read;
    use crate::base::source::SourceText;

    /// The places of the gaps, as `LINE:COLUMN+LENGTH`.
    fn gaps(drawing: &str) -> Vec<String> {
        let source = SourceText::new("a.xsb", drawing);
        let faults = read(&source, None).diagnostics;
        let shown = faults.iter().flat_map(|fault| &fault.labels).map(|label| {
            let (line, column) = source.line_column(label.span.start);
            format!("{line}:{column}+{}", label.span.end - label.span.start)
        });
        shown.collect()
    }

    #[test]
    fn every_gap_is_named() {
        assert_eq!(gaps("#  #####\n#      #\n#  $ . #\n#     @\n########\n"), ["1:2+2", "4:8+0"]);
        assert_eq!(gaps("## ## ##\n#      #\n#  $ .  \n#     @#\n########\n"), ["1:3+1", "1:6+1", "3:8+1"]);
    }

    #[test]
    fn a_doorway_inside_is_no_gap() {
        // One cell parts the rooms, but the gap of two is where walls are missing.
        assert_eq!(gaps("#########\n#@ #    #\n#     $ #\n#  #  . #\n#####  ##\n"), ["5:6+2"]);
    }

    #[test]
    fn a_side_that_is_open_is_pointed_at_where_the_player_leaves_it() {
        let floor = format!("#{}#\n", " ".repeat(30));
        let things = format!("#{}@$.{}#\n", " ".repeat(10), " ".repeat(17));
        let drawing = format!("{}{things}{}{}", floor.repeat(4), floor.repeat(4), "#".repeat(32));
        assert_eq!(gaps(&drawing), ["1:12+1"]);
    }
}
