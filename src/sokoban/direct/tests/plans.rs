//! The parts of packing plans against plain oracles on small boards.

use std::collections::HashSet;

use super::super::field::layout::Layout;
use super::super::field::rooms::Rooms;
use super::super::field::{Field, number};
use super::super::plan::find;
use super::super::plan::matching::Matching;
use super::super::plan::sinks::Sinks;
use super::boards::{drawn, measured, random_level, scale};
use super::plain::Plain;
use crate::{Board, Level};
use banto_search::Random;

/// The cells to which one box can be pushed from a cell, wherever the player begins, while others stand still.
fn reached(plain: &Plain, others: &[usize], from: usize) -> HashSet<usize> {
    let with = |cell: usize| [others, &[cell]].concat();
    let sides = plain.next[from].into_iter().flatten().filter(|cell| !others.contains(cell));
    let mut queue: Vec<_> = sides.map(|side| (from, plain.region(&with(from), side)[0])).collect();
    let mut seen: HashSet<_> = queue.iter().copied().collect();
    while let Some((cell, player)) = queue.pop() {
        for (pushed, direction, _) in plain.pushes(&with(cell), &plain.region(&with(cell), player)) {
            if pushed == cell
                && let Some(to) = plain.next[cell][direction]
            {
                let state = (to, plain.region(&with(to), cell)[0]);
                if seen.insert(state) {
                    queue.push(state);
                }
            }
        }
    }
    seen.into_iter().map(|(cell, _)| cell).chain([from]).collect()
}

#[test]
fn sinks_are_the_largest_group_of_cells_that_lead_to_each_other() {
    let mut random = Random::new(11);
    let (mut usable, mut several) = (0, 0);
    for _ in 0..600 * scale() {
        let level = random_level(&mut random);
        let plain = Plain::new(&level);
        let cells = plain.next.len();
        let draw = |random: &mut Random, count: usize| -> Vec<usize> {
            let mut some: Vec<usize> = (0..count).map(|_| random.below_index(cells)).collect();
            some.sort_unstable();
            some.dedup();
            some
        };
        let (boxes, bases) = (draw(&mut random, 3), draw(&mut random, 5));
        let Some(player) = (0..cells).find(|cell| !boxes.contains(cell)) else { continue };
        let (board, _) = Board::new(&level).unwrap();
        let field = Field::new(&board);
        let mut layout = Layout::new(&field);
        boxes.iter().for_each(|&cell| layout.solid[cell] = true);
        layout.boxes = boxes.iter().map(|&cell| number(cell)).collect();
        layout.flood(&field, number(player));
        let mut sinks = Sinks::new(&field);
        let numbers: Vec<u32> = bases.iter().map(|&cell| number(cell)).collect();
        let found = sinks.find(&field, &layout, &numbers);

        let leads: Vec<HashSet<usize>> = bases
            .iter()
            .map(|&base| if boxes.contains(&base) { HashSet::new() } else { reached(&plain, &boxes, base) })
            .collect();
        let mut groups: Vec<Vec<usize>> = Vec::new();
        let mut left: Vec<usize> = (0..bases.len()).collect();
        while let Some(&one) = left.first() {
            let both =
                |other: usize| leads[one].contains(&bases[other]) && leads[other].contains(&bases[one]);
            let (group, rest) = left.iter().partition(|&&other| other == one || both(other));
            groups.push(group);
            left = rest;
        }
        let most = groups.iter().map(Vec::len).max().unwrap();
        let best = groups.into_iter().filter(|group| group.len() == most).flatten();
        let wanted: HashSet<usize> = best.map(|at| bases[at]).collect();
        let got: HashSet<usize> = (0..cells).filter(|&cell| sinks.is_sink(number(cell))).collect();
        assert_eq!(got, wanted, "{boxes:?} {bases:?}\n{}", drawn(&level));
        let region = plain.region(&boxes, player);
        assert_eq!(found, wanted.iter().all(|cell| region.contains(cell)));
        usable += usize::from(found);
        several += usize::from(most > 1);
    }
    assert!(usable > 50 && several > 50, "{usable} {several}");
}

fn brute(edges: &[Vec<bool>], row: usize, used: &mut Vec<bool>, left_out: usize) -> bool {
    row == edges.len()
        || row == left_out && brute(edges, row + 1, used, left_out)
        || row != left_out
            && (0..used.len()).any(|column| {
                let takes = edges[row][column] && !used[column];
                used[column] |= takes;
                let runs = takes && brute(edges, row + 1, used, left_out);
                used[column] &= !takes;
                runs
            })
}

#[test]
fn matchings_are_what_trying_everything_finds() {
    let mut random = Random::new(3);
    let mut matched = 0;
    for _ in 0..2000 {
        let (rows, columns) = (1 + random.below_index(4), 1 + random.below_index(5));
        let edges: Vec<Vec<bool>> =
            (0..rows).map(|_| (0..columns).map(|_| random.below(3) > 0).collect()).collect();
        let mut matching = Matching::default();
        let runs = matching.run(rows, columns, |row, column| edges[row][column]);
        assert_eq!(runs, brute(&edges, 0, &mut vec![false; columns], rows));
        if !runs {
            continue;
        }
        matched += 1;
        for row in 0..rows {
            for column in 0..columns {
                let mut used = vec![false; columns];
                used[column] = true;
                let wanted = brute(&edges, 0, &mut used, row);
                assert_eq!(matching.runs_without(row, column), wanted, "{edges:?} {row} {column}");
            }
        }
    }
    assert!(matched > 500, "{matched}");
}

#[test]
fn a_box_in_a_passage_cuts_rooms_off() {
    let level: Level = "###########\n#   ###   #\n#   $     #\n#@  ###  .#\n###########".parse().unwrap();
    let (board, position) = Board::new(&level).unwrap();
    let field = Field::new(&board);
    let mut rooms = Rooms::new(&field);
    let mut layout = Layout::new(&field);
    assert_eq!(rooms.cut(&field, &layout), 0);
    // The passage has three cells: at its end, a box still lets the other room be seen.
    let cells: Vec<u32> = (0..field.wall()).filter(|&cell| rooms.of(cell).is_none()).collect();
    assert_eq!(cells.len(), 3);
    layout.solid[cells[1] as usize] = true;
    assert_eq!(rooms.cut(&field, &layout), 1);
    assert!(rooms.of(position.player.into()).is_some());
}

/// A plan fills every goal permanently, and the solved position has done all of it.
#[test]
fn a_plan_ends_with_all_goals_filled() {
    let mut random = Random::new(21);
    let mut plans = 0;
    for _ in 0..200 * scale() {
        let level = random_level(&mut random);
        let (_, position, context) = measured(&level);
        let (Some(plan), _) = find(&context, &position, 2000).unwrap() else {
            continue;
        };
        plans += 1;
        let mut layout = Layout::new(&context.field);
        context.field.goals.iter().for_each(|&goal| layout.solid[goal as usize] = true);
        let told = || format!("{plan:?}\n{}", drawn(&level));
        assert_eq!(plan.done(&layout), plan.len(), "{}", told());
        assert_eq!(plan.target(&layout), None, "{}", told());
        let mut last: Vec<u32> = plan.lasting().collect();
        last.sort_unstable();
        assert_eq!(last, context.field.goals, "{}", told());
    }
    assert!(plans > 100, "{plans}");
}
