//! What is left out was not needed: bounds, deadlocks and long steps held to every position of small boards, on the way to the
//! goals and on the way back.
#![allow(clippy::print_stderr, reason = "how much was tried is worth knowing")]

use std::collections::{HashMap, VecDeque};

use banto::search::{Random, Space};
use banto::sokoban::Board;
use banto::sokoban::direct::bounds::{Bounds, Ground};
use banto::sokoban::direct::corral::Corral;
use banto::sokoban::direct::field::{Field, Table};
use banto::sokoban::direct::patterns::Patterns;
use banto::sokoban::direct::plain_reason;
use banto::sokoban::direct::pull_bounds::PullBounds;
use banto::sokoban::direct::simple::{no_corners, no_corners_and_lines};
use banto::sokoban::direct::space_macros::Macros;
use banto::sokoban::direct::space_pulls::Pulls;

use crate::boards::{drawn, random_level, scale};
use crate::plain::{Plain, all_positions, position};

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
