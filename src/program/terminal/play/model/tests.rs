//! The game without a screen: what each action changes, and its messages.

use super::*;
use crate::terminal::play::SolverSettings;
use crate::terminal::play::input::actions;
use banto_sokoban::Direction;
use banto_sokoban::direct::{Reason, Solver};

/// A level of rows in XSB.
pub(in crate::terminal::play) fn level(rows: &[&str]) -> Level {
    let cells = |row: &&str| row.chars().map(|one| banto_sokoban::Alphabet::Xsb.cell(one).unwrap()).collect();
    Level { rows: rows.iter().map(cells).collect(), ..Level::default() }
}

/// A game of levels.
pub(in crate::terminal::play) fn game(levels: &[&[&str]]) -> Game {
    let entries = levels.iter().zip(1..).map(|(rows, number)| Entry::new(level(rows), number)).collect();
    Game::new(entries, 0, Duration::from_millis(300)).unwrap()
}

/// Plays a line, and lets the solver answer whatever is asked.
pub(in crate::terminal::play) fn play(game: &mut Game, line: &str) {
    let solver = SolverSettings { solver: Solver::Direct, time: Duration::from_mins(1), memory: None };
    for action in actions(line) {
        game.act(action);
        if game.thinking.is_some() {
            game.answered(&solver.answer(game.board(), game.position()));
        }
    }
}

const PUSH: &[&str] = &["#######", "#@ $ .#", "#     #", "#######"];
const STUCK: &[&str] = &["#######", "#     #", "# $ . #", "#@    #", "#######"];

/// What closes the help stops nothing behind it.
#[test]
fn closing_the_help_stops_no_search() {
    let mut one = game(&[PUSH]);
    for action in [Action::Solve, Action::Help, Action::Cancel] {
        one.act(action);
    }
    assert_eq!((one.helps, one.thinking), (false, Some(Purpose::Solve)));
    one.act(Action::Cancel);
    assert_eq!(one.thinking, None);
}

#[test]
fn moves_are_counted_and_a_win_is_told() {
    let mut one = game(&[PUSH]);
    play(&mut one, "ll");
    assert_eq!((one.history().count(), one.is_won()), (Count { moves: 2, pushes: 1 }, false));
    play(&mut one, "l");
    assert!(one.is_won());
    assert_eq!(one.played(), "rRR");
    assert_eq!(one.best(), Some(Count { moves: 3, pushes: 2 }));
    play(&mut one, "h undo undo");
    assert!(!one.is_won(), "play goes on");
    assert_eq!(one.won().count(), 1);
}

#[test]
fn a_hint_shows_walk_and_push_and_goes_with_the_next_move() {
    let mut one = game(&[PUSH]);
    play(&mut one, "j hint");
    let hint = one.hint.as_ref().unwrap();
    assert_eq!((hint.walk.len(), hint.direction), (2, Direction::Right));
    assert_eq!(one.message, "hint: push right (urR)");
    play(&mut one, "k");
    assert_eq!((one.hint.as_ref(), one.message.as_str()), (None, ""));
    one.act(Action::Hint);
    assert_eq!(one.thinking, None, "the solution is still known");
    assert_eq!(one.message, "hint: push right (rR)");
}

#[test]
fn a_solution_plays_itself_until_somebody_takes_over() {
    let mut one = game(&[PUSH]);
    play(&mut one, "solve");
    assert_eq!(
        (one.message.as_str(), one.beat()),
        ("solution: 3 moves, 2 pushes", Some(Duration::from_millis(300)))
    );
    one.advance();
    assert_eq!(one.playing(), Some((1, 3, true)));
    play(&mut one, "+ pause");
    assert_eq!(one.beat(), None);
    play(&mut one, ". ,");
    assert_eq!(one.playing(), Some((1, 3, false)));
    play(&mut one, ",,,");
    assert_eq!((one.playing(), one.history().count().moves), (Some((0, 3, false)), 0));
    play(&mut one, "pause");
    assert_eq!(one.beat(), Some(Duration::from_millis(200)));
    play(&mut one, "j");
    assert_eq!((one.playing(), one.beat()), (None, None));
    play(&mut one, "solve");
    one.finish();
    assert!(one.is_won());
    play(&mut one, "solve");
    assert_eq!(one.message, "the level is solved");
    play(&mut one, "best");
    one.finish();
    assert!(one.is_won() && one.won_words() == "Solved with help", "what is known is played again");
}

#[test]
fn what_cannot_be_solved_is_told_with_the_reason() {
    let mut one = game(&[STUCK]);
    play(&mut one, "l k hint");
    assert_eq!(one.hint, None);
    assert!(one.message.starts_with("no solution from here: "), "{}", one.message);
    assert!(one.message.ends_with("; proven"), "{}", one.message);
    play(&mut one, "undo");
    one.act(Action::Solve);
    one.answered(&Status::Stopped(banto_base::limits::Stop::Time));
    assert_eq!(
        one.message,
        "no solution found from here: time limit; nothing is proven; --time-limit allows more"
    );
    one.act(Action::Solve);
    one.answered(&Status::Unsolvable(Some(Reason::NoAssignment)));
    assert!(one.message.ends_with("not every box can have a goal of its own; proven"), "{}", one.message);
}

#[test]
fn a_move_ends_the_thinking_and_so_does_escape() {
    let mut one = game(&[PUSH]);
    one.act(Action::Hint);
    assert_eq!(one.thinking, Some(Purpose::Hint));
    one.act(Action::Go(Direction::Down));
    assert_eq!(one.thinking, None);
    one.answered(&Status::Unsolved);
    assert_eq!(one.message, "search stopped", "an answer that comes too late is not heard");
    one.act(Action::Solve);
    one.act(Action::Cancel);
    assert_eq!((one.thinking, one.message.as_str()), (None, "search stopped"));
    play(&mut one, "solve");
    assert!(one.playing().is_some());
    one.act(Action::Cancel);
    assert_eq!(one.playing(), None);
    assert!(one.message.starts_with("stopped playing the solution"), "{}", one.message);
    // A replay goes back to where it was begun, and is never a game that was left.
    play(&mut one, "solve");
    one.finish();
    play(&mut one, "restart j l");
    let played = one.played();
    play(&mut one, "best");
    one.advance();
    assert_eq!(one.histories().next().unwrap().2.as_deref(), Some("d!urRR|!dr^"));
    for action in [Action::Cancel, Action::Undo, Action::Go(Direction::Right)] {
        one.act(action);
        assert_eq!((one.played(), one.playing()), (played.clone(), None));
        assert_eq!(one.message, "back to where b was pressed");
        one.act(Action::Best);
    }
}

#[test]
fn each_level_keeps_its_own_game() {
    let mut one = game(&[PUSH, STUCK]);
    play(&mut one, "l p");
    assert_eq!(one.message, "this is the first level");
    play(&mut one, "n");
    assert_eq!((one.number(), one.history().count().moves), (2, 0));
    play(&mut one, "n");
    assert_eq!(one.message, "this is the last level");
    play(&mut one, "p");
    assert_eq!((one.number(), one.history().count().moves), (1, 1));
    play(&mut one, "undo undo");
    assert_eq!(one.message, "nothing to take back");
}

#[test]
fn levels_are_reached_at_once() {
    let mut one = game(&[PUSH, PUSH, STUCK]);
    one.act(Action::Levels);
    for (action, at) in [(Action::Last, 2), (Action::First, 0), (Action::Last, 2)] {
        one.act(action);
        assert_eq!(one.picker.as_ref().map(|picker| picker.at), Some(at));
    }
    one.act(Action::Choose);
    assert_eq!(one.number(), 3);
    one.act(Action::First);
    assert_eq!(one.number(), 1);
    one.act(Action::Level("3".to_owned()));
    assert_eq!(one.number(), 3);
    one.act(Action::Level("4".to_owned()));
    assert_eq!((one.number(), one.message.as_str()), (3, "there is no level 4"));
}

/// Why a level is lost is told as long as it is.
#[test]
fn a_lost_level_has_a_reason() {
    let mut one = game(&[PUSH, &["#####", "#$ .#", "#@  #", "#####"]]);
    assert_eq!(one.lost(), None);
    play(&mut one, "n");
    let reason = one.lost().unwrap();
    assert!(reason.starts_with("lost: ") && one.message == reason, "{reason}");
    play(&mut one, "l");
    assert_eq!((one.lost(), one.message.as_str()), (Some(reason), ""));
}

#[test]
fn what_is_no_board_is_no_game() {
    assert_eq!(Game::new(Vec::new(), 0, Duration::ZERO).unwrap_err(), 0);
    let broken = Entry::new(level(&["# @"]), 1);
    assert_eq!(Game::new(vec![broken], 0, Duration::ZERO).unwrap_err(), 0);
}

#[test]
fn a_level_that_is_solved_from_the_start_is_won() {
    let one = game(&[&["####", "#@*#", "####"]]);
    assert!(one.is_won());
    assert_eq!(one.best(), Some(Count::default()));
}
