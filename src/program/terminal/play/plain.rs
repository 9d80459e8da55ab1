//! Play line by line: for pipes, for tests, and for terminals that cannot draw a screen.
//!
//! In: a game, lines of keys and words, and where to write. Out: the board and any message after each line. Solutions
//! are played immediately, without a clock.

use std::io::{self, BufRead, Write};

use super::input::{Action, HELP, LEVEL, MOVES, actions_of_line};
use super::model::Game;
use super::record::Store;
use super::solver_thread::SolverSettings;
use super::{level_list, messages};
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

/// Carries out a line. A line with an unknown key is refused as a whole.
fn follow(game: &mut Game, solver: &SolverSettings, line: &str, out: &mut impl Write) -> io::Result<()> {
    let actions = match actions_of_line(line) {
        Ok(actions) => actions,
        Err(what) => return writeln!(out, "{what}; nothing was done; help shows the keys"),
    };
    let mut is_shown = false;
    let all = actions.len();
    for (index, action) in actions.into_iter().enumerate() {
        is_shown = false;
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
            let (number, left) = (index + 1, all - index - 1);
            let place = if all > 1 { format!(" at {number} of {all}") } else { String::new() };
            let rest = if left > 0 { "; the rest was not done" } else { "" };
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
        if action == Action::Restart && line.trim() == "R" {
            writeln!(out, "to push right: {MOVES} R")?;
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
            win(game, out)?;
            is_shown = true;
        }
    }
    if is_shown { Ok(()) } else { write!(out, "{}", board(game)) }
}

fn heading(game: &Game) -> String {
    let level = game.level();
    let title = level.title.as_ref().map(|title| format!(": {}", printable(title))).unwrap_or_default();
    let best = game.best_words().map(|best| format!(" ({best})")).unwrap_or_default();
    format!("level {} of {}{title}{best}\n", game.number(), game.levels())
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
    format!("{drawn}{}\n", messages::count(game.history().count()))
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
    let rows = HELP.iter().map(|row| format!("{:<26}{:<20}{}\n", row.keys, row.words, row.meaning));
    let row = |words: String, meaning: &str| format!("{:<26}{words:<20}{meaning}\n", "");
    let level = row(format!("{LEVEL} 2"), "play this number, or a title");
    let times = row("undo 2".to_owned(), "twice; also moves, back, redo");
    let moves = row(format!("{MOVES} dRRd"), "make moves: down, right, right, …");
    format!("{:<26}{:<20}meaning\n{}{level}{moves}{times}", "key", "word", rows.collect::<String>())
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::super::model::tests::game;
    use super::*;
    use banto_sokoban::direct::Solver;

    fn played(text: &str) -> String {
        lines(game(&[&["#######", "#@ $ .#", "#######"], &["#####", "#@$.#", "#####"]]), text)
    }

    fn lines(mut one: Game, lines: &str) -> String {
        let solver = SolverSettings { solver: Solver::Direct, time: Duration::from_mins(1), memory: None };
        let mut out = Vec::new();
        plain(&mut one, &solver, lines.as_bytes(), &mut out, &mut ()).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn a_line_shows_one_board() {
        let expected = "level 1 of 2\n#######\n#@ $ .#\n#######\n0 moves, 0 pushes\n\
            #######\n#  @$.#\n#######\n2 moves, 1 push\n";
        assert_eq!(played("ll"), expected);
    }

    #[test]
    fn a_win_in_the_middle_of_a_line_is_told() {
        let out = played("lll n\nd\n");
        assert_eq!(out.matches("YOU WIN!").count(), 2, "{out}");
        assert!(out.contains("3 moves, 2 pushes\nYOU WIN!\nrRR\n\nlevel 2 of 2\n#####"), "{out}");
        assert!(out.ends_with("1 move, 1 push\nYOU WIN!\nR\n"), "{out}");
    }

    #[test]
    fn what_the_solver_finishes_is_not_a_win() {
        let out = played("l\nsolve\n");
        assert!(out.ends_with("Solved with help\nrRR\n") && !out.contains("YOU WIN"), "{out}");
        let out = played("solve\nrestart\nlll\n");
        assert!(out.ends_with("YOU WIN!\nrRR\n"), "{out}");
    }

    #[test]
    fn a_win_is_told_where_it_happens() {
        let out = lines(game(&[&["#######", "#@$.  #", "#######"]]), "moves RR\nundo\n");
        assert!(out.contains("\nthe level was solved on the way; ") && !out.contains("YOU WIN!"), "{out}");
        assert_eq!(played("moves rRR\nundo\nredo\n").matches("YOU WIN!").count(), 2);
    }

    #[test]
    fn messages_name_words() {
        assert!(played("best\n").contains("no solution of this level is known; f (solve) finds one\n"));
        let out = lines(game(&[&["######", "#    #", "# $. #", "# @  #", "######"]]), "up\nbest\n");
        assert!(out.contains("; Backspace (back) takes the push back\n"), "{out}");
        assert!(out.contains(" is known; r (restart) and then f (solve) may find one\n"), "{out}");
    }

    #[test]
    fn a_level_is_chosen_by_its_number() {
        assert!(played("level 2\n").ends_with("\nlevel 2 of 2\n#####\n#@$.#\n#####\n0 moves, 0 pushes\n"));
        assert!(played("level 3\n").contains("there is no level 3\n"));
    }

    #[test]
    fn a_number_says_how_often() {
        assert!(played("right 2\nundo 2\n").ends_with("#@ $ .#\n#######\n0 moves, 0 pushes\n"));
        let out = played("right 3\nback\nundo 5\n");
        assert!(out.contains("nothing to take back at 3 of 5; the rest was not done\n"), "{out}");
    }

    #[test]
    fn lines_with_unknown_keys_do_nothing() {
        let out = played("llx\n");
        let refused = "unknown key x; nothing was done; help shows the keys\n";
        assert!(out.ends_with(refused) && !out.contains("YOU"), "{out}");
    }

    #[test]
    fn a_row_of_moves_ends_where_the_way_is_blocked() {
        let out = played("moves uRR\nhll\nll\n");
        let refused = "move 1 (u) of 3 is not possible: there is a wall; the rest was not done\n";
        assert!(out.contains(refused), "{out}");
        assert!(out.contains("the way is blocked at 1 of 3; the rest was not done\n"), "{out}");
        assert!(out.ends_with("2 moves, 1 push\n"), "{out}");
        let out = played("moves rrRl\n");
        assert!(out.contains("move 2 (r) of 4 is not possible: it is written as a walk"), "{out}");
        assert!(out.ends_with("1 move, 0 pushes\n"), "{out}");
        assert!(played("save\n").contains("there is no word save: what you play is kept by itself"));
    }

    #[test]
    fn what_is_printed_at_a_win_can_be_typed() {
        let out = played("moves rRR\n");
        assert!(out.ends_with("3 moves, 2 pushes\nYOU WIN!\nrRR\n"), "{out}");
        let out = played("rRR\n");
        assert!(out.ends_with("3 moves, 2 pushes\nYOU WIN!\nrRR\n"), "{out}");
        assert!(played("ll\nR\n").contains("\nto push right: moves R\n#######\n#@ $ .#"));
        let out = played("moves 3\n");
        assert!(out.ends_with("a count without a move; nothing was done; help shows the keys\n"), "{out}");
    }
}
