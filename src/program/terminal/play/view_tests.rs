//! Frames on an in-memory screen.

use std::time::Duration;

use ratatui::Terminal;
use ratatui::backend::TestBackend;

use super::super::model::tests::{game, play};
use super::super::record::Entry;
use super::*;
use banto_sokoban::{Direction, Level, Move};

const LEVEL: &[&str] = &["#########", "#@ $   .#", "#   #   #", "#   # $.#", "#########"];

fn shown(game: &Game, width: u16, height: u16) -> String {
    let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
    let thought = game.thinking.map(|_| (Duration::from_millis(1234), Duration::from_secs(10)));
    let look = Look { colors: false, thought };
    terminal.draw(|frame| draw(frame, game, &look)).unwrap();
    terminal.backend().to_string()
}

#[test]
fn a_game_as_it_goes() {
    let mut one = game(&[LEVEL, LEVEL]);
    one.act(super::super::Action::Hint);
    insta::assert_snapshot!("play_thinking", shown(&one, 64, 16));
    play(&mut one, "j hint");
    insta::assert_snapshot!("play_hint", shown(&one, 64, 16));
    play(&mut one, "solve");
    one.advance();
    insta::assert_snapshot!("play_solution", shown(&one, 64, 16));
    one.finish();
    play(&mut one, "+");
    let said = shown(&one, 64, 16);
    assert!(
        ["ms a move", "Solved with help", "durRRRRdldR"].iter().all(|words| said.contains(words)),
        "{said}"
    );
    one.act(super::super::Action::Cancel);
    insta::assert_snapshot!("play_win", shown(&one, 64, 16));
    play(&mut one, "help");
    insta::assert_snapshot!("play_help", shown(&one, 72, 20));
}

#[test]
fn small_screens_show_what_is_around_the_player() {
    let mut one = game(&[LEVEL]);
    play(&mut one, "l");
    insta::assert_snapshot!("play_small", shown(&one, 10, 3));
    insta::assert_snapshot!("play_signs", shown(&one, 16, 9));
}

#[test]
fn blank_lines_give_way_to_the_board_and_words_are_whole() {
    let high = [&["#####"][..], &["#   #"; 5], &["#@$.#", "#####"]].concat();
    let mut one = game(&[&high, LEVEL]);
    let seen = shown(&one, 40, 12);
    assert_eq!(seen.matches("██████████").count(), 2, "{seen}");
    play(&mut one, "hint");
    let seen = shown(&one, 10, 5);
    assert!(seen.contains("hint: push") && seen.contains("right (R)"), "{seen}");
    play(&mut one, "solve");
    let seen = shown(&one, 24, 8);
    assert!(seen.contains("0 of 1, 300 ms a move"), "{seen}");
    one.finish();
    let seen = shown(&one, 24, 8);
    assert!(seen.contains("Solved with help  ") && seen.contains("1 move, 1 push"), "{seen}");
}

#[test]
fn a_board_that_goes_on_has_signs_at_its_edges() {
    let (wall, floor) = ("#".repeat(60), format!("#@{}$.#", " ".repeat(56)));
    let rows: Vec<&str> = [&wall, &floor, &wall].map(String::as_str).into();
    let mut one = game(&[&rows, &[&["#####"][..], &["#   #"; 30], &["# @$.#", "######"]].concat()]);
    let signs = |game: &Game, width| {
        let shown = shown(game, width, 9);
        ['‹', '›', '▴', '▾'].map(|sign| shown.contains(sign))
    };
    assert_eq!(signs(&one, 80), [false; 4]);
    assert_eq!(signs(&one, 21), [false, true, false, false]);
    play(&mut one, &"l".repeat(30));
    assert_eq!(signs(&one, 21), [true, true, false, false]);
    play(&mut one, "n");
    assert_eq!(signs(&one, 21), [false, false, true, false]);
    // The reason why a level is lost stays to be seen.
    let mut one = game(&[&["#########", "#$ .    #", "#@      #", "#########"]]);
    play(&mut one, "l");
    assert!(shown(&one, 80, 12).contains("lost: "));
}

/// The box of a hint is in view, and a walk that fills more than a line is a place.
#[test]
fn a_hint_is_in_view() {
    let (wall, floor) = ("#".repeat(60), format!("#@{}$.#", " ".repeat(56)));
    let rows: Vec<&str> = [&wall, &floor, &wall].map(String::as_str).into();
    let mut one = game(&[&rows]);
    assert!(!shown(&one, 40, 9).contains("$."));
    play(&mut one, "hint");
    let seen = shown(&one, 40, 9);
    assert!(seen.contains('$') && seen.contains("column 59"), "{seen}");
}

/// After a longer way, the best known one is told, on narrow screens in the line of the counts.
#[test]
fn a_worse_solution_is_told_beside_the_best() {
    let mut one = game(&[&["#####", "#@$.#", "#####"], LEVEL]);
    one.entries[0].others = vec![(String::new(), vec![Move { direction: Direction::Right, push: false }])];
    play(&mut one, "l");
    for width in [40, 60, 80, 120] {
        let seen = shown(&one, width, 16);
        assert!(seen.contains("1 move, 1 push") && seen.matches("best known").count() == 1, "{seen}");
    }
}

/// Letters that stand for themselves are explained before the first move; the list draws as the board does.
#[test]
fn other_signs_than_usual_are_explained() {
    let mut one = game(&[LEVEL, LEVEL]);
    assert!(!shown(&one, 80, 24).contains("is you"));
    assert!(shown(&one, 16, 24).contains("@ is you"), "a narrow screen");
    one.act(super::super::Action::Levels);
    assert!(shown(&one, 80, 24).matches("<>  []").count() == 1, "{}", shown(&one, 80, 24));
    one.type_in('q');
    let list = shown(&one, 80, 24);
    assert!(list.contains("no level matches; Esc leaves the list") && !list.contains("<>"), "{list}");
    one.act(super::super::Action::Choose);
    assert!(one.picker.is_some(), "there is nothing to play");
    one.act(super::super::Action::Cancel);
    play(&mut one, "l");
    assert!(!shown(&one, 16, 24).contains("is you"));
}

/// A title, or its beginning, and a result share a narrow line.
#[test]
fn the_list_shows_results_on_narrow_screens() {
    let mut one = game(&[LEVEL, LEVEL]);
    let made = |at: usize| Move { direction: Direction::Left, push: at < 5 };
    one.entries[0].own = vec![(0..30).map(made).collect()];
    one.entries[0].level.title = Some("The millstone".to_owned());
    one.act(super::super::Action::Levels);
    let list = shown(&one, 40, 12);
    assert!(list.contains("The millst") && list.contains("30 moves, 5 pushes"), "{list}");
    let list = shown(&one, 64, 12);
    assert!(list.contains("The millstone") && list.contains("30 moves, 5 pushes"), "{list}");
}

/// A long solution leaves the board in its place, and its counts and the number of the level are whole.
#[test]
fn a_long_solution_leaves_room_for_the_board() {
    let rows = ["#########", "#@ $   .#", "#   #   #", "#   #   #", "#   #   #", "#   #   #", "#########"];
    let mut one = game(&[&rows, LEVEL]);
    play(&mut one, &format!("{} lllllj", "jk".repeat(120)));
    play(&mut one, "k");
    assert!(one.is_won());
    let shown = shown(&one, 40, 16);
    assert_eq!(shown.matches("██      ██      ██").count(), 4, "{shown}");
    assert!(
        shown.contains("247 moves, 4 pushes") && shown.contains(" 1/2 ") && shown.contains("n: next"),
        "{shown}"
    );
}

/// Every size, every state: nothing panics, nothing is drawn outside.
#[test]
fn any_size_will_do() {
    let wall = "#".repeat(60);
    let floor = format!("#@$.{}#", " ".repeat(55));
    let rows: Vec<&str> =
        std::iter::once(wall.as_str()).chain([floor.as_str()]).chain([wall.as_str()]).collect();
    let mut one = game(&[LEVEL, &rows]);
    for line in
        ["", "help", "hint", "solve", "previous", "n", "hint", "l", "ll", "help", "levels", "marks", "levels"]
    {
        play(&mut one, line);
        for width in [1, 2, 3, 5, 10, 21, 60, 130] {
            for height in [1, 2, 3, 4, 5, 6, 8, 11, 40] {
                shown(&one, width, height);
            }
        }
    }
}

#[test]
fn a_long_title_leaves_room_for_the_counter() {
    let mut level = super::super::model::tests::level(LEVEL);
    level.title = Some("A title of many words ".repeat(9));
    level.author = Some("Somebody".to_owned());
    let entry = |title: Option<&str>| {
        let level = title
            .map_or_else(|| level.clone(), |title| Level { title: Some(title.to_owned()), ..level.clone() });
        Game::new(vec![Entry::new(level, 1)], 0, Duration::ZERO).unwrap()
    };
    for width in 51..120 {
        let long = shown(&entry(None), width, 12);
        let first = long.lines().next().unwrap();
        assert!(first.ends_with("…  level 1 of 1 \""), "{width}: {first}");
    }
    let short = shown(&entry(Some("番頭")), 60, 12);
    assert!(short.lines().next().unwrap().contains("by Somebody"), "{short}");
}
