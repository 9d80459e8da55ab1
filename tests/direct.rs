//! Direct search beside plain oracles: solvers against each other and against exhaustive search, deadlocks against every position of
//! small boards, and the command.
//!
//! `BANTO_SCALE=N` makes the random tests N times as large.

#![allow(clippy::print_stderr)] // a skipped check says so

use std::collections::{BTreeSet, HashMap, VecDeque};

use banto::limits::{Limits, Stop};
use banto::search::{
    Algorithm, Exhaustion, FeatureSearch, Haste, Outcome, Random, Search, Space, by_features, replay,
};
use banto::sokoban::direct::bounds::{Bounds, Ground};
use banto::sokoban::direct::corral::Corral;
use banto::sokoban::direct::field::{Field, Table};
use banto::sokoban::direct::guide::{Adviser, Ranking};
use banto::sokoban::direct::guide_pulls::BackAdviser;
use banto::sokoban::direct::patterns::Patterns;
use banto::sokoban::direct::pull_bounds::PullBounds;
use banto::sokoban::direct::simple::{everywhere, no_corners, no_corners_and_lines};
use banto::sokoban::direct::solution::of_pushes;
use banto::sokoban::direct::space_macros::Macros;
use banto::sokoban::direct::space_pulls::Pulls;
use banto::sokoban::direct::space_pushes::Pushes;
use banto::sokoban::direct::{Answer, Promise, Reason, SOLVERS, Solver, Status, plain_reason, solve};
use banto::sokoban::verify::verify;
use banto::sokoban::{Board, Cell, Level, Position, level, lurd};
use banto::source::SourceText;

fn scale() -> usize {
    std::env::var("BANTO_SCALE").ok().and_then(|text| text.parse().ok()).unwrap_or(1)
}

fn levels(text: &str) -> Vec<Level> {
    let reading = level::read(&SourceText::new("a.xsb", text), None);
    assert!(reading.is_playable(), "{text}\n{:#?}", reading.diagnostics);
    reading.collection.levels
}

/// Pushes and moves of an answer, judged.
fn judged(level: &Level, answer: &Answer) -> Option<(usize, usize)> {
    let text = lurd::lurd(answer.solution()?.iter().copied());
    let moves = lurd::read(&SourceText::new("solution", text.as_str())).unwrap();
    let verdict = verify(level, &moves).unwrap_or_else(|refusal| panic!("{text}: {refusal:?}"));
    assert!(verdict.is_solved(), "{text}");
    Some((verdict.pushes, verdict.moves))
}

/// The rules once more, over the drawing: cells row by row, each with what lies above, below, left and right.
struct Plain {
    next: Vec<[Option<usize>; 4]>,
    goals: Vec<bool>,
    boxes: Vec<usize>,
    keeper: usize,
}

impl Plain {
    fn new(level: &Level) -> Self {
        let start = level.player().unwrap();
        let mut inside = vec![start];
        let mut at = 0;
        let beside = |(row, column): (usize, usize)| {
            [(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)]
        };
        while at < inside.len() {
            for cell in beside(inside[at]) {
                if level.cell(cell.0, cell.1) != Cell::Wall && !inside.contains(&cell) {
                    inside.push(cell);
                }
            }
            at += 1;
        }
        inside.sort_unstable();
        let find = |cell: (usize, usize)| inside.binary_search(&cell).ok();
        let drawn = |index: usize| level.cell(inside[index].0, inside[index].1);
        Self {
            next: inside.iter().map(|&cell| beside(cell).map(find)).collect(),
            goals: (0..inside.len()).map(|index| drawn(index).is_goal()).collect(),
            boxes: (0..inside.len()).filter(|&index| drawn(index).has_box()).collect(),
            keeper: find(start).unwrap(),
        }
    }

    fn region(&self, boxes: &[usize], keeper: usize) -> Vec<usize> {
        let mut region = vec![keeper];
        let mut at = 0;
        while at < region.len() {
            for next in self.next[region[at]].into_iter().flatten() {
                if !boxes.contains(&next) && !region.contains(&next) {
                    region.push(next);
                }
            }
            at += 1;
        }
        region.sort_unstable();
        region
    }

    fn is_solved(&self, boxes: &[usize]) -> bool {
        boxes.iter().all(|&cell| self.goals[cell])
    }

    /// Every push from a region: the box, the direction, the boxes afterwards.
    fn pushes(&self, boxes: &[usize], region: &[usize]) -> Vec<(usize, usize, Vec<usize>)> {
        let mut found = Vec::new();
        for (index, &cell) in boxes.iter().enumerate() {
            for direction in 0..4 {
                let Some(to) = self.next[cell][direction] else { continue };
                let Some(behind) = self.next[cell][direction ^ 1] else { continue };
                if region.contains(&behind) && !boxes.contains(&to) {
                    let mut after = boxes.to_vec();
                    after[index] = to;
                    after.sort_unstable();
                    found.push((cell, direction, after));
                }
            }
        }
        found
    }

    /// Breadth first over boxes and regions: the expansions, and the pushes of a shortest solution.
    fn breadth_first(&self) -> (u64, Option<usize>) {
        let start = (self.boxes.clone(), self.region(&self.boxes, self.keeper)[0]);
        let mut depth = HashMap::from([(start.clone(), 0)]);
        let mut queue = VecDeque::from([start]);
        let mut expanded = 0;
        while let Some((boxes, keeper)) = queue.pop_front() {
            expanded += 1;
            let pushes = depth[&(boxes.clone(), keeper)];
            let mut solved = false;
            for (cell, _, after) in self.pushes(&boxes, &self.region(&boxes, keeper)) {
                solved |= self.is_solved(&after);
                let state = (after.clone(), self.region(&after, cell)[0]);
                if !depth.contains_key(&state) {
                    depth.insert(state.clone(), pushes + 1);
                    queue.push_back(state);
                }
            }
            if solved {
                return (expanded, Some(pushes + 1));
            }
        }
        (expanded, None)
    }

    /// The least cost of a solution move by move, walks and pushes weighing what they are given.
    fn least(&self, walk: (usize, usize), push: (usize, usize)) -> Option<(usize, usize)> {
        let start = (self.boxes.clone(), self.keeper);
        let mut open = BTreeSet::from([((0, 0), start.clone())]);
        let mut best = HashMap::from([(start, (0, 0))]);
        while let Some((cost, (boxes, keeper))) = open.pop_first() {
            if self.is_solved(&boxes) {
                return Some(cost);
            }
            for direction in 0..4 {
                let Some(to) = self.next[keeper][direction] else { continue };
                let mut after = boxes.clone();
                let mut step = walk;
                if let Some(index) = boxes.iter().position(|&cell| cell == to) {
                    let Some(beyond) = self.next[to][direction] else { continue };
                    if boxes.contains(&beyond) {
                        continue;
                    }
                    after[index] = beyond;
                    after.sort_unstable();
                    step = push;
                }
                let sum = (cost.0 + step.0, cost.1 + step.1);
                let state = (after, to);
                if best.get(&state).is_none_or(|&known| sum < known) {
                    best.insert(state.clone(), sum);
                    open.insert((sum, state));
                }
            }
        }
        None
    }
}

/// A room with some walls in it, and goals with boxes on them that were then pulled about.
fn random_level(random: &mut Random) -> Level {
    loop {
        let (width, height) = (3 + random.below_index(4), 3 + random.below_index(3));
        let mut grid = vec![vec!['#'; width + 2]; height + 2];
        for row in &mut grid[1..=height] {
            for cell in &mut row[1..=width] {
                *cell = if random.below(100) < 25 { '#' } else { ' ' };
            }
        }
        let mut free = |grid: &mut Vec<Vec<char>>, to: char| {
            for _ in 0..20 {
                let (row, column) = (1 + random.below_index(height), 1 + random.below_index(width));
                if grid[row][column] == ' ' {
                    grid[row][column] = to;
                    return true;
                }
            }
            false
        };
        let count = 1 + (width * height) % 3;
        if !(0..count).all(|_| free(&mut grid, '*')) || !free(&mut grid, '@') {
            continue;
        }
        let text: String = grid.iter().map(|row| row.iter().collect::<String>() + "\n").collect();
        let reading = level::read(&SourceText::new("a", text.as_str()), None);
        let mut level = reading.collection.levels[0].clone();
        let mut plain = Plain::new(&level);
        if plain.boxes.len() != count {
            continue;
        }
        for _ in 0..random.below_index(60) {
            // Pull where there is a box behind, now and then.
            let direction = random.below_index(4);
            let Some(to) = plain.next[plain.keeper][direction].filter(|to| !plain.boxes.contains(to)) else {
                continue;
            };
            let behind = plain.next[plain.keeper][direction ^ 1];
            let pulled = plain.boxes.iter().position(|&cell| Some(cell) == behind);
            if let Some(index) = pulled.filter(|_| random.below(100) < 70) {
                plain.boxes[index] = plain.keeper;
            }
            plain.keeper = to;
        }
        let (board, _) = Board::new(&level).unwrap();
        for index in 0..plain.next.len() {
            let (row, column) = board.place(index.into());
            let (has_box, has_player) = (plain.boxes.contains(&index), plain.keeper == index);
            level.rows[row][column] = Cell::of(plain.goals[index], has_box, has_player);
        }
        return level;
    }
}

fn drawn(level: &Level) -> String {
    banto::sokoban::draw::level(level, banto::sokoban::Alphabet::Xsb)
}

/// Unpruned, the space is the plain one, state for state.
#[test]
fn breadth_first_expands_what_the_plain_rules_expand() {
    let mut random = Random::new(1);
    let mut unsolved = 0;
    for round in 0..300 * scale() {
        let mut level = random_level(&mut random);
        if round % 5 == 0 {
            // The same with a goal fewer is often unsolvable.
            let plain = Plain::new(&level);
            let (board, _) = Board::new(&level).unwrap();
            let goal = plain.goals.iter().position(|&goal| goal).unwrap();
            let (row, column) = board.place(goal.into());
            let cell = level.rows[row][column];
            level.rows[row][column] = Cell::of(false, cell.has_box(), cell.has_player());
        }
        let plain = Plain::new(&level);
        if plain.is_solved(&plain.boxes) {
            continue;
        }
        let (board, position) = Board::new(&level).unwrap();
        let field = Field::new(&board);
        let space = Pushes::new(&field, &position, &everywhere(&field), false);
        let report = Search::new(&space).run(Algorithm::Bfs);
        let (expanded, pushes) = plain.breadth_first();
        assert_eq!(report.counts.expanded, expanded, "{}", drawn(&level));
        match &report.outcome {
            Outcome::Solved { path, .. } => {
                assert_eq!(Some(path.actions.len()), pushes);
                assert_eq!(replay(&space, &path.actions), Some((path.cost, true)));
            }
            _ => {
                assert_eq!(pushes, None);
                unsolved += 1;
            }
        }
    }
    assert!(unsolved > 10);
}

/// Every row of the table keeps its promise.
#[test]
fn solvers_agree_with_each_other_and_with_the_oracles() {
    let mut random = Random::new(2);
    for _ in 0..150 * scale() {
        let level = random_level(&mut random);
        let plain = Plain::new(&level);
        let pushes = plain.least((0, 1), (1, 1)).expect("made by pulling");
        let moves = plain.least((1, 0), (1, 1)).unwrap();
        let (board, position) = Board::new(&level).unwrap();
        for row in SOLVERS {
            let answer = solve(&board, &position, row.solver, &Limits::none(), None);
            let found = judged(&level, &answer);
            let found = found.unwrap_or_else(|| panic!("{}: {:?}\n{}", row.name, answer, drawn(&level)));
            let told = format!("{}: {found:?}\n{}", row.name, drawn(&level));
            match row.promise {
                Promise::Any => {}
                Promise::Pushes => assert_eq!(found.0, pushes.0, "{told}"),
                Promise::PushesThenMoves => assert_eq!(found, pushes, "{told}"),
                Promise::Moves => assert_eq!(found.1, moves.0, "{told}"),
                Promise::MovesThenPushes => assert_eq!((found.1, found.0), moves, "{told}"),
            }
        }
    }
}

/// Everything there is to know of a board with so many boxes: the least pushes of each position that can be solved.
fn all_positions(plain: &Plain, count: usize) -> HashMap<(Vec<usize>, usize), Option<usize>> {
    let mut states: Vec<(Vec<usize>, usize)> = Vec::new();
    let mut boxes: Vec<usize> = (0..count).collect();
    loop {
        let mut free: Vec<usize> = (0..plain.next.len()).filter(|cell| !boxes.contains(cell)).collect();
        while let Some(&cell) = free.first() {
            let region = plain.region(&boxes, cell);
            free.retain(|cell| !region.contains(cell));
            states.push((boxes.clone(), cell));
        }
        // The next set of cells in order.
        let Some(at) = (0..count).rfind(|&at| boxes[at] < plain.next.len() - count + at) else { break };
        boxes[at] += 1;
        for later in at + 1..count {
            boxes[later] = boxes[later - 1] + 1;
        }
    }
    let index: HashMap<_, _> = states.iter().cloned().enumerate().map(|(at, state)| (state, at)).collect();
    let mut before: Vec<Vec<usize>> = vec![Vec::new(); states.len()];
    for (at, (boxes, keeper)) in states.iter().enumerate() {
        for (cell, _, after) in plain.pushes(boxes, &plain.region(boxes, *keeper)) {
            let keeper = plain.region(&after, cell)[0];
            before[index[&(after, keeper)]].push(at);
        }
    }
    let mut least: Vec<Option<usize>> =
        states.iter().map(|(boxes, _)| plain.is_solved(boxes).then_some(0)).collect();
    let mut queue: VecDeque<usize> = (0..states.len()).filter(|&at| least[at].is_some()).collect();
    while let Some(at) = queue.pop_front() {
        for &earlier in &before[at] {
            if least[earlier].is_none() {
                least[earlier] = least[at].map(|pushes| pushes + 1);
                queue.push_back(earlier);
            }
        }
    }
    states.into_iter().zip(least).collect()
}

fn position(board: &Board, boxes: &[usize], keeper: usize) -> Position {
    let mut position = Board::new(&levels("#####\n#@$.#\n#####\n")[0]).unwrap().1;
    position.boxes.clear();
    position.boxes.grow(board.len());
    boxes.iter().for_each(|&cell| position.boxes.insert(cell));
    position.keeper = keeper.into();
    position
}

/// The most important one: whatever is left out, a solution remains, and with it the least number of pushes.
#[test]
fn nothing_that_is_pruned_was_needed() {
    let mut random = Random::new(4);
    let (mut positions, mut dead, mut flagged, mut learned, mut corrals) = (0_usize, 0, 0, 0, 0);
    while positions < 12_000 * scale() {
        let level = random_level(&mut random);
        let plain = Plain::new(&level);
        let count = plain.boxes.len();
        if plain.next.len() <= count + 1 {
            continue;
        }
        let (board, _) = Board::new(&level).unwrap();
        let field = Field::new(&board);
        let lines = no_corners_and_lines(&field);
        let corners = no_corners(&field);
        let ground = Ground::new(field);
        let (mut bounds, mut corral) = (Bounds::new(&ground), Corral::new(&ground.field));
        let mut table = Table::new(&ground.field);
        let mut patterns = Patterns::new(&ground);
        let known = all_positions(&plain, count);
        let mut states: Vec<_> = known.iter().collect();
        states.sort_unstable();
        for ((boxes, keeper), least) in states {
            positions += 1;
            let told = || format!("{boxes:?} {keeper} {least:?}\n{}", drawn(&level));
            let position = position(&board, boxes, *keeper);
            let mut row = vec![0; ground.field.words()];
            ground.field.pack(&position, &mut row);
            let bound = bounds.pushes(&row);
            let from = table.load(&row);
            let is_dead = patterns.is_dead(&table, from);
            learned += usize::from(is_dead && bound.is_some());
            dead += usize::from(least.is_none());
            let Some(least) = least else {
                flagged += usize::from(bound.is_none());
                continue;
            };
            assert!(!is_dead, "a pattern: {}", told());
            let bound = bound.unwrap_or_else(|| panic!("called dead: {}", told()));
            assert!(bound as usize <= *least, "bound {bound}: {}", told());
            if *least == 0 {
                continue;
            }
            assert_eq!(plain_reason(&board, &position), None, "{}", told());
            for &cell in boxes {
                assert!(corners[cell] && lines[cell] && ground.open.live[cell], "{}", told());
            }
            let value = |boxes: Vec<usize>, keeper: usize| {
                let keeper = plain.region(&boxes, keeper)[0];
                known[&(boxes, keeper)]
            };
            table.flood(&ground.field, from);
            let fills_all = boxes.len() == ground.field.goals().len();
            if let Some(enough) = corral.enough(&ground.field, &ground.open.live, &table, fills_all) {
                corrals += 1;
                let rest = plain.pushes(boxes, &plain.region(boxes, *keeper)).into_iter().filter_map(
                    |(cell, direction, after)| {
                        enough
                            .contains(&u32::try_from(cell * 4 + direction).unwrap())
                            .then(|| value(after, cell))?
                    },
                );
                assert_eq!(rest.min().map(|rest| rest + 1), Some(*least), "corral {enough:?}: {}", told());
            }
            let space = Macros::new(&ground, &position);
            let mut scratch = space.scratch();
            let mut best = usize::MAX;
            let mut start = row.clone();
            space.initial(&mut start);
            space.expand(&mut scratch, &start, &mut |_, cost, row| {
                let after = ground.field.position(row);
                if let Some(rest) = value(after.boxes.ones().collect(), after.keeper.index()) {
                    best = best.min(rest + cost as usize);
                }
            });
            assert_eq!(best, *least, "long pushes: {}", told());
        }
    }
    eprintln!(
        "{positions} positions, {dead} dead, {flagged} of them seen at once, {learned} more by patterns, {corrals} corrals"
    );
    assert!(flagged * 10 > dead * 5 && corrals > 200);
}

#[test]
fn what_cannot_be_solved_is_proven_so_by_every_solver() {
    let mut random = Random::new(5);
    let (mut proven, mut solved) = (0, 0);
    for _ in 0..25 * scale() {
        let level = random_level(&mut random);
        let plain = Plain::new(&level);
        if plain.next.len() <= plain.boxes.len() + 1 {
            continue;
        }
        let (board, _) = Board::new(&level).unwrap();
        let known = all_positions(&plain, plain.boxes.len());
        let mut states: Vec<_> = known.into_iter().collect();
        states.sort_unstable();
        for _ in 0..12 {
            let ((boxes, keeper), least) = &states[random.below_index(states.len())];
            let position = position(&board, boxes, *keeper);
            for row in SOLVERS {
                let answer = solve(&board, &position, row.solver, &Limits::none(), None);
                match (&answer.status, least) {
                    (Status::Unsolvable(_), None) => proven += 1,
                    (Status::Solved(_), Some(_)) => solved += 1,
                    (other, _) => panic!("{}: {other:?} {boxes:?} {keeper}\n{}", row.name, drawn(&level)),
                }
            }
        }
    }
    assert!(proven > 100 && solved > 100, "{proven} {solved}");
}

/// The same for the way back: what can come from the start is never called lost, and no pull that is needed is left out.
#[test]
fn nothing_that_is_pruned_on_the_way_back_was_needed() {
    let mut random = Random::new(7);
    let (mut positions, mut lost) = (0_usize, 0);
    while positions < 6000 * scale() {
        let level = random_level(&mut random);
        let plain = Plain::new(&level);
        if plain.next.len() <= plain.boxes.len() + 1 {
            continue;
        }
        let (board, first) = Board::new(&level).unwrap();
        let ground = Ground::new(Field::new(&board));
        let field = &*ground.field;
        let cells: Vec<u32> = plain.boxes.iter().map(|&cell| u32::try_from(cell).unwrap()).collect();
        let mut bounds = PullBounds::new(&ground, &cells);
        let live = bounds.live().to_vec();
        let space = Pulls::new(&ground, &first, &live);
        // What can come from the start, with the least pushes.
        let start = (plain.boxes.clone(), plain.region(&plain.boxes, plain.keeper)[0]);
        let mut depth = HashMap::from([(start.clone(), 0_usize)]);
        let mut queue = VecDeque::from([start]);
        let mut order = Vec::new();
        while let Some((boxes, keeper)) = queue.pop_front() {
            let pushes = depth[&(boxes.clone(), keeper)];
            for (cell, _, after) in plain.pushes(&boxes, &plain.region(&boxes, keeper)) {
                let state = (after.clone(), plain.region(&after, cell)[0]);
                if !depth.contains_key(&state) {
                    depth.insert(state.clone(), pushes + 1);
                    queue.push_back(state);
                }
            }
            order.push((boxes, keeper));
        }
        for state in order {
            let (boxes, keeper) = &state;
            positions += 1;
            let pushes = depth[&state];
            let told = || format!("{boxes:?} {keeper} {pushes}\n{}", drawn(&level));
            let mut row = vec![0; field.words()];
            field.pack(&position(&board, boxes, *keeper), &mut row);
            let bound = bounds.pulls(&row).unwrap_or_else(|| panic!("called lost: {}", told()));
            assert!(bound as usize <= pushes, "bound {bound}: {}", told());
            if pushes == 0 {
                assert!(space.is_goal(&row), "{}", told());
                continue;
            }
            let mut best = usize::MAX;
            space.expand(&mut space.scratch(), &row, &mut |_, cost, row| {
                let before = field.position(row);
                let boxes: Vec<usize> = before.boxes.ones().collect();
                let keeper = plain.region(&boxes, before.keeper.index())[0];
                if let Some(pushes) = depth.get(&(boxes, keeper)) {
                    best = best.min(pushes + cost as usize);
                }
            });
            // What stops in a tunnel and turns back goes farther, but it goes.
            assert!((pushes..usize::MAX).contains(&best), "long pulls {best}: {}", told());
        }
        // Some of what cannot come from the start is seen.
        for (boxes, keeper) in all_positions(&plain, plain.boxes.len()).into_keys() {
            if !depth.contains_key(&(boxes.clone(), keeper)) {
                let mut row = vec![0; field.words()];
                field.pack(&position(&board, &boxes, keeper), &mut row);
                lost += usize::from(bounds.pulls(&row).is_none());
            }
        }
    }
    assert!(lost > 1000, "{lost}");
}

/// Pushes that a search by features has found are a solution.
fn is_solution(board: &Board, position: &Position, pushes: &[u32], least: usize) {
    assert!(pushes.len() >= least);
    let mut after = position.clone();
    for step in of_pushes(board, position, pushes) {
        assert_eq!(board.step(&mut after, step.direction), Some(step));
    }
    assert!(board.is_solved(&after));
}

/// The searches that take turns in the strong solver, each for itself; small levels do not come to them otherwise.
#[test]
fn every_search_by_features_is_complete() {
    let mut random = Random::new(6);
    let (mut proven, mut solved) = (0, 0);
    for _ in 0..40 * scale() {
        let level = random_level(&mut random);
        let plain = Plain::new(&level);
        if plain.next.len() <= plain.boxes.len() + 1 {
            continue;
        }
        let (board, _) = Board::new(&level).unwrap();
        let ground = Ground::new(Field::new(&board));
        let known = all_positions(&plain, plain.boxes.len());
        let mut states: Vec<_> = known.into_iter().collect();
        states.sort_unstable();
        let (good, bad): (Vec<_>, Vec<_>) = states.iter().partition(|(_, least)| least.is_some());
        for _ in 0..10 {
            for some in [&good, &bad].into_iter().filter(|some| !some.is_empty()) {
                let ((boxes, keeper), least) = some[random.below_index(some.len())];
                let position = position(&board, boxes, *keeper);
                if *least == Some(0) {
                    continue;
                }
                let space = Macros::new(&ground, &position);
                let cells: Vec<u32> = boxes.iter().map(|&cell| u32::try_from(cell).unwrap()).collect();
                let mut ends = Vec::new();
                for (ranking, haste) in [
                    (Ranking::Open, Haste::None),
                    (Ranking::AroundPacked, Haste::Rank),
                    (Ranking::AroundPacked, Haste::Progress),
                ] {
                    let mut adviser = Adviser::new(&ground, &cells, ranking);
                    let mut search = Search::new(&space);
                    let mut search = FeatureSearch::new(&mut search, &mut adviser, haste);
                    // In slices, as the solver does.
                    let report = (0..).find_map(|_| search.go_on(3)).unwrap();
                    let pushes = report.path().map(|path| space.pushes(&path.actions));
                    if let (Some(pushes), Some(path)) = (&pushes, report.path()) {
                        assert_eq!(pushes.len(), path.cost as usize);
                    }
                    ends.push((report.outcome, pushes));
                }
                if cells.len() == ground.field.goals().len() {
                    let bounds = PullBounds::new(&ground, &cells);
                    let space = Pulls::new(&ground, &position, bounds.live());
                    let report =
                        by_features(&mut Search::new(&space), &mut BackAdviser::new(&ground, &cells));
                    let pushes = report.path().map(|path| space.pushes(&path.actions));
                    ends.push((report.outcome, pushes));
                }
                for end in ends {
                    match (end, least) {
                        ((Outcome::Solved { .. }, Some(pushes)), Some(least)) => {
                            is_solution(&board, &position, &pushes, *least);
                            solved += 1;
                        }
                        ((Outcome::Exhausted(Exhaustion::Proven), None), None) => proven += 1,
                        (other, _) => panic!("{other:?} {boxes:?} {keeper} {least:?}\n{}", drawn(&level)),
                    }
                }
            }
        }
    }
    assert!(proven > 100 && solved > 100, "{proven} {solved}");
}

#[test]
fn reasons_name_what_is_wrong() {
    for (text, wanted) in [
        ("#####\n#@$.#\n# $ #\n#####\n", "more boxes"),
        ("######\n#@ $.#\n#.  $#\n######\n", "pushed to no goal"),
        (
            "#########\n#       #\n#  $$   #\n#  $$   #\n#       #\n#@....  #\n#########\n",
            "can never be pushed",
        ),
        ("#######\n#@ $  #\n#  #  #\n#.   *#\n##### #\n##$##.#\n#######\n", ""),
    ] {
        let level = &levels(text)[0];
        let (board, position) = Board::new(level).unwrap();
        for solver in [Solver::Direct, Solver::FewestPushes, Solver::PushesThenMoves, Solver::MovesThenPushes]
        {
            let answer = solve(&board, &position, solver, &Limits::none(), None);
            match answer.status {
                Status::Unsolvable(Some(reason)) if !wanted.is_empty() => {
                    assert!(reason.words().contains(wanted), "{text}{reason:?}");
                }
                Status::Unsolvable(Some(Reason::OutOfReach)) if wanted.is_empty() => {}
                other => panic!("{text}{other:?}"),
            }
        }
        for solver in [Solver::Bfs, Solver::Astar, Solver::Greedy] {
            let answer = solve(&board, &position, solver, &Limits::none(), None);
            assert!(matches!(answer.status, Status::Unsolvable(_)), "{text}{:?}", answer.status);
        }
    }
}

#[test]
fn a_solved_position_needs_no_moves_and_limits_hold() {
    let level = &levels("######\n#@ * #\n######\n")[0];
    let (board, position) = Board::new(level).unwrap();
    for row in SOLVERS {
        let answer = solve(&board, &position, row.solver, &Limits::none(), None);
        assert_eq!(answer.solution(), Some(&[][..]), "{}", row.name);
    }
    let level = &levels("#######\n#@ $ .#\n#######\n")[0];
    let (board, position) = Board::new(level).unwrap();
    let limits = Limits::none().with_time(std::time::Duration::ZERO);
    for row in SOLVERS {
        let answer = solve(&board, &position, row.solver, &limits, None);
        assert_eq!(answer.status, Status::Stopped(Stop::Time), "{}", row.name);
    }
}

/// Any position of a board can be solved, not only the one at the start: what a hint needs.
#[test]
fn solving_goes_on_from_the_middle() {
    let level = &levels("########\n#  .   #\n# $@$ .#\n#      #\n########\n")[0];
    let (board, mut position) = Board::new(level).unwrap();
    for _ in 0..100 {
        if board.is_solved(&position) {
            return;
        }
        let answer = solve(&board, &position, Solver::Direct, &Limits::none(), None);
        let step = answer.solution().unwrap()[0];
        board.step(&mut position, step.direction).unwrap();
    }
    panic!("hints lead nowhere");
}

#[test]
fn the_same_level_is_searched_in_the_same_way_each_time() {
    let text =
        std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/problems/sokoban/first-steps.xsb"));
    for level in levels(&text.unwrap()) {
        let (board, position) = Board::new(&level).unwrap();
        for row in SOLVERS {
            let run = || solve(&board, &position, row.solver, &Limits::none(), None);
            assert_eq!(run(), run(), "{}", row.name);
        }
    }
}

fn banto(arguments: &[&str]) -> (Option<i32>, String, String) {
    let run = std::process::Command::new(env!("CARGO_BIN_EXE_banto"))
        .args(["sokoban", "solve"])
        .args(arguments)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (run.status.code(), text(run.stdout), text(run.stderr))
}

#[test]
fn the_command_answers_with_the_right_exit_code() {
    let level = "problems/sokoban/first-steps.xsb";
    let crowded = "tests/sokoban/faults/more-goals.xsb";
    for (arguments, code, words) in [
        (&[level, "--level", "1"][..], 0, "solved by direct: 2 pushes, 2 moves"),
        (&[level, "--level", "1", "--quiet"], 0, "RR\n"),
        (&[level, "--level", "1", "--solver", "bfs"], 0, "(fewest pushes)"),
        (&[level, "--level", "1", "--optimal", "moves"], 0, "(fewest moves, then fewest pushes)"),
        (&[level, "--level", "1", "--animate"], 0, "move 2 of 2"),
        (&["--list"], 0, "greedy"),
        (&[level, "--level", "9"], 2, ""),
        (&[level, "--level", "x"], 2, ""),
        (&[level, "--solver", "bsf"], 2, ""),
        (&[level, "--solver", "greedy", "--optimal", "pushes"], 2, ""),
        (&[], 2, ""),
        (&["no-such.xsb"], 31, ""),
        (&["tests/sokoban/faults/open-top.xsb"], 31, ""),
        (&[level, "--level", "3", "--time-limit", "0s"], 23, "not solved: time limit"),
        (&[level, "--level", "3", "--memory-limit", "1KiB"], 22, "not solved: memory limit"),
        (&["tests/sokoban/faults/unreachable-box.xsb"], 11, "unsolvable: a box that the player cannot reach"),
        (&[crowded], 0, ""),
    ] {
        let (found, out, err) = banto(arguments);
        assert_eq!(found, Some(code), "{arguments:?}: {out}{err}");
        assert!(out.contains(words), "{arguments:?}: {out}{err}");
    }
}

#[test]
fn the_command_gives_objects_and_files() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("out.sok");
    let file = path.to_str().unwrap();
    let (code, out, _) = banto(&["problems/sokoban/first-steps.xsb", "--json", "-o", file]);
    assert_eq!((code, out.lines().count()), (Some(0), 3));
    for (index, line) in out.lines().enumerate() {
        let object: serde_json::Value = serde_json::from_str(line).unwrap();
        assert_eq!(object["level"].as_u64(), Some(index as u64 + 1));
        assert_eq!((object["status"].as_str(), object["exit"].as_u64()), (Some("solved"), Some(0)));
        let solution = object["solution"].as_str().unwrap();
        assert_eq!(object["moves"].as_u64(), Some(solution.len() as u64));
    }
    let saved = level::read(&SourceText::new("out.sok", std::fs::read_to_string(&path).unwrap()), None);
    assert!(saved.diagnostics.is_empty(), "{:?}", saved.diagnostics);
    for level in &saved.collection.levels {
        let moves = lurd::read(&SourceText::new("s", level.solution.clone().unwrap())).unwrap();
        assert!(verify(level, &moves).unwrap().is_solved());
    }
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
}
