//! Nothing that is pruned was needed: bounds, deadlocks and macro moves are held to every position of small boards.
#![allow(clippy::print_stderr, reason = "how much was tried is worth knowing")]

use banto_base::limits::Limits;
use banto_search::{Random, Space};

use super::super::Context;
use super::super::bounds::Bounds;
use super::super::bounds::additive_patterns::AdditivePatterns;
use super::super::deadlocks::deadlock_patterns::DeadlockPatterns;
use super::super::deadlocks::deadlock_tests::DeadlockTests;
use super::super::field::layout::Layout;
use super::super::field::{for_each_box, pack, player};
use super::super::reason;
use super::super::spaces::corral::Corral;
use super::super::spaces::macro_pushes::MacroPushes;
use super::super::spaces::simple::{no_corners, no_corners_and_lines};
use super::boards::{drawn, measured, random_level, scale};
use super::plain::{Plain, all_positions, position};

/// The boxes of a row, and the player's cell.
fn unpacked(row: &[u64]) -> (Vec<usize>, usize) {
    let mut boxes = Vec::new();
    for_each_box(row, |cell| boxes.push(cell as usize));
    (boxes, player(row) as usize)
}

/// Whether there are tables of groups. All boxes together are one of the first, which are exact; pairs never say too
/// much.
fn grouped(
    context: &Context,
    [groups, pairs]: [&mut Option<AdditivePatterns>; 2],
    (layout, from): (&Layout, u32),
    least: Option<usize>,
    told: &dyn Fn() -> String,
) -> bool {
    let (Some(groups), Some(pairs)) = (groups, pairs) else { return false };
    let exact = groups.pushes(&context.field, &layout.boxes, from);
    assert_eq!(exact.map(|pushes| pushes as usize), least, "groups: {}", told());
    match (pairs.pushes(&context.field, &layout.boxes, from), least) {
        (Some(bound), Some(least)) => assert!(bound as usize <= least, "pairs {bound}: {}", told()),
        (None, Some(_)) => panic!("a pair is called dead: {}", told()),
        _ => {}
    }
    true
}

/// Whatever is pruned, a solution with the least number of pushes remains.
#[test]
fn nothing_that_is_pruned_was_needed() {
    let (mut random, limits) = (Random::new(4), Limits::none());
    let (mut positions, mut dead, mut flagged, mut learned, mut corrals, mut detours, mut exact) =
        (0_usize, 0, 0, 0, 0, 0, 0_usize);
    while positions < 12_000 * scale() {
        let level = random_level(&mut random);
        let plain = Plain::new(&level);
        let count = plain.boxes.len();
        if plain.next.len() <= count + 1 {
            continue;
        }
        let (board, _, context) = measured(&level);
        let lines = no_corners_and_lines(&context.field);
        let corners = no_corners(&context.field);
        let (mut bounds, mut corral) = (Bounds::new(&context), Corral::new(&context.field));
        let mut layout = Layout::new(&context.field);
        let mut patterns = DeadlockPatterns::new(&context);
        let mut tests = DeadlockTests::new(&board, &limits).unwrap();
        let known = all_positions(&plain, count);
        let mut states: Vec<_> = known.iter().collect();
        states.sort_unstable();
        let first: Vec<u32> = plain.boxes.iter().map(|&cell| u32::try_from(cell).unwrap()).collect();
        let from = u32::try_from(plain.player).unwrap();
        let [mut groups, mut pairs] =
            [5, 2].map(|most| AdditivePatterns::new(&context, &first, from, most).unwrap());
        for ((boxes, player), least) in states {
            positions += 1;
            let told = || format!("{boxes:?} {player} {least:?}\n{}", drawn(&level));
            let position = position(&board, boxes, *player);
            let mut row = vec![0; context.field.words];
            pack(&position, &mut row);
            let bound = bounds.pushes(&row);
            let cell = layout.load(&row);
            let from = layout.flood(&context.field, cell);
            exact +=
                usize::from(grouped(&context, [&mut groups, &mut pairs], (&layout, from), *least, &told));
            let is_dead = patterns.is_dead(&layout, from) || patterns.is_dead_at_length(&row, &layout);
            learned += usize::from(is_dead && bound.is_some());
            dead += usize::from(least.is_none());
            let Some(least) = least else {
                flagged += usize::from(bound.is_none());
                let is_said = tests.lost(&board, &position).is_some();
                assert!(is_said || bound.is_some() && !is_dead, "not said to be lost: {}", told());
                continue;
            };
            assert!(!is_dead, "a pattern: {}", told());
            assert_eq!(tests.lost(&board, &position), None, "{}", told());
            let bound = bound.unwrap_or_else(|| panic!("called dead: {}", told()));
            assert!(bound as usize <= *least, "bound {bound}: {}", told());
            if *least == 0 {
                continue;
            }
            assert_eq!(reason(&position, &context), None, "{}", told());
            for &cell in boxes {
                assert!(corners[cell] && lines[cell] && context.open.live[cell], "{}", told());
            }
            let value = |boxes: Vec<usize>, player: usize| {
                let player = plain.region(&boxes, player)[0];
                known[&(boxes, player)]
            };
            if let Some(pushes) = corral.pushes(&context, &layout) {
                corrals += 1;
                let rest = plain.pushes(boxes, &plain.region(boxes, *player)).into_iter().filter_map(
                    |(cell, direction, after)| {
                        pushes
                            .contains(&u32::try_from(cell * 4 + direction).unwrap())
                            .then(|| value(after, cell))?
                    },
                );
                assert_eq!(rest.min().map(|rest| rest + 1), Some(*least), "corral {pushes:?}: {}", told());
            }
            let space = MacroPushes::new(&context, &position);
            let mut scratch = space.scratch();
            let mut best = usize::MAX;
            let mut start = row.clone();
            space.initial(&mut start);
            space.expand(&mut scratch, &start, &mut |_, cost, row| {
                let (boxes, player) = unpacked(row);
                if let Some(rest) = value(boxes, player) {
                    best = best.min(rest + cost as usize);
                }
            });
            // A box that would stop in a tunnel and turn back makes a detour instead.
            assert!((*least..usize::MAX).contains(&best), "macro pushes {best}: {}", told());
            detours += usize::from(best > *least);
        }
    }
    eprintln!(
        "{positions} positions, {dead} dead, {flagged} of them seen at once, {learned} more by patterns, {corrals} corrals, \
         {detours} detours, {exact} exact by groups"
    );
    assert!(exact > 5000);
    assert!(flagged * 10 > dead * 5 && corrals > 200 && detours * 1000 < positions);
}
