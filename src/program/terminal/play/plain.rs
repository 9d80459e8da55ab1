//! Play line by line: for pipes, for tests, and for terminals that cannot draw a screen.
//!
//! In: a game, lines of moves or words, and where to write. Out: the board and any message after each line. Solutions
//! are played immediately, without a clock.

use std::io::{self, BufRead, Write};

use super::input::{Action, HELP, actions_of_line};
use super::level_list;
use super::model::{Game, Store};
use super::solver_thread::SolverSettings;
use banto_base::source::printable;
use banto_sokoban::{Alphabet, draw};

/// Plays until the player leaves or the lines end.
pub fn plain(
    game: &mut Game,
    solver: &SolverSettings,
    lines: impl BufRead,
    out: &mut impl Write,
    store: &mut impl Store,
) -> io::Result<()> {
    write!(out, "{}{}", heading(game), board(game))?;
    if let Some(lost) = game.lost() {
        writeln!(out, "{lost}")?;
    }
    win(game, out)?;
    out.flush()?;
    for line in lines.lines() {
        follow(game, solver, &line?, out)?;
        game.settle(store);
        store.save(game);
        out.flush()?;
        if game.ended {
            break;
        }
    }
    Ok(())
}

/// Carries out a line.
fn follow(game: &mut Game, solver: &SolverSettings, line: &str, out: &mut impl Write) -> io::Result<()> {
    let actions = match actions_of_line(line) {
        Ok(actions) => actions,
        Err(what) => return writeln!(out, "{what}; nothing was done; help lists the words"),
    };
    let all = actions.len();
    for (index, action) in actions.into_iter().enumerate() {
        // A replay wins anew.
        let was_won = game.is_won() && action != Action::Best;
        let (number, moves) = (game.number(), game.history().count().moves);
        game.act(action.clone());
        // What follows was meant for another position.
        let is_refused = match action {
            Action::Go(_) => game.history().count().moves == moves,
            Action::Undo | Action::UndoPush | Action::Redo => !game.message.is_empty(),
            _ => false,
        };
        if is_refused {
            let place = if all > 1 { format!(" at {} of {all}", index + 1) } else { String::new() };
            let rest = if index + 1 < all { "; the rest was not done" } else { "" };
            writeln!(out, "{}{place}{rest}", game.message)?;
            break;
        }
        if action == Action::Levels {
            out.write_all(level_list::lines(game).as_bytes())?;
            game.act(Action::Cancel);
        }
        if game.thinking.is_some() {
            let answer = solver.answer(game.board(), game.position());
            game.answered(&answer);
        }
        if !game.message.is_empty() {
            writeln!(out, "{}", game.message)?;
        }
        game.finish();
        if game.helps {
            out.write_all(help().as_bytes())?;
        }
        if game.ended {
            return Ok(());
        }
        if game.number() != number {
            write!(out, "\n{}", heading(game))?;
        }
        let is_back = matches!(action, Action::Undo | Action::UndoPush | Action::Restart);
        if game.is_won() && !is_back && (!was_won || game.number() != number) {
            write!(out, "{}", board(game))?;
            return win(game, out);
        }
    }
    write!(out, "{}", board(game))
}

fn heading(game: &Game) -> String {
    let level = game.level();
    let title = level.title.as_ref().map(|title| format!(": {}", printable(title))).unwrap_or_default();
    let best = game.best_words().map(|best| format!(" ({best})")).unwrap_or_default();
    let notes: String = level.notes.iter().map(|note| printable(note) + "\n").collect();
    format!("level {} of {}{title}{best}\n{notes}", game.number(), game.levels())
}

fn board(game: &Game) -> String {
    let drawn = draw::position(game.level(), game.board(), game.position(), Alphabet::Xsb);
    let marked = |row: usize, column: usize| {
        game.board().cell_at(row, column).is_some_and(|cell| game.is_marked(cell))
    };
    let mark = |(row, line): (usize, &str)| {
        let cells = line.chars().enumerate();
        let cells = cells.map(|(column, one)| if one == ' ' && marked(row, column) { '×' } else { one });
        cells.chain(['\n']).collect::<String>()
    };
    let drawn: String = drawn.lines().enumerate().map(mark).collect();
    format!("{drawn}{}\n", game.history().count().words())
}

fn win(game: &Game, out: &mut impl Write) -> io::Result<()> {
    if !game.is_won() {
        return Ok(());
    }
    writeln!(out, "{}", game.won_words())?;
    match game.played() {
        moves if moves.is_empty() => Ok(()),
        moves => writeln!(out, "{moves}"),
    }
}

fn help() -> String {
    let row = |words: &str, meaning: &str| format!("{words:<20}{meaning}\n");
    let rows = HELP.iter().filter(|one| !one.words.is_empty()).map(|one| row(one.words, one.meaning));
    let others = [
        ("level 2", "play this number, or a title"),
        ("undo 2", "twice; also moves, back, redo"),
        ("dRRd", "make moves: down, right, right, …"),
    ];
    rows.chain(others.map(|(words, meaning)| row(words, meaning))).collect()
}
