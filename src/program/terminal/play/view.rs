//! Draws the screen: a title, the board in the middle, counters, a message, and the keys.
//!
//! In: a game, the screen's size. Out: one frame. A board larger than the screen is shown around the player;
//! on a small screen the lines around the board are dropped.

use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::Paragraph;

use super::board_view::BoardView;
use super::key_help::{draw_panel, footer};
use super::level_list;
use super::look::{Look, columns};
use super::messages::{self, cut};
use super::model::Game;
use crate::output::columns::wrapped;
use banto_base::source::printable;

const DIM: Style = Style::new().add_modifier(Modifier::DIM);
const BOLD: Style = Style::new().add_modifier(Modifier::BOLD);

/// The most lines beside the board and what is said.
const BESIDE: usize = 6;
/// A narrower screen shows no author.
const AUTHOR: usize = 8;

pub(super) fn draw(frame: &mut Frame<'_>, game: &Game, look: &Look) {
    let area = frame.area();
    let height = area.height;
    let said = said(game, look, area.width, height);
    let rows = u16::try_from(said.len()).unwrap_or(1).max(1);
    let line = |from: u16| u16::from(height >= from);
    // If there is little room, the message replaces the counters.
    let says = if height >= 5 { rows } else { 0 };
    let taken = line(6) + line(2) + says + line(8);
    let left = usize::from(height.saturating_sub(taken)).saturating_sub(game.level().height());
    // Blank lines are left out before rows of the board are.
    let blank = |from: u16, before: usize| if left > before { line(from) } else { 0 };
    let lengths = [line(2), says, blank(12, 2), line(8)].map(Constraint::Length);
    let above = [line(6), blank(10, 0)].map(Constraint::Length);
    let below = [Constraint::Min(1), Constraint::Length(blank(10, 1))];
    let [title, above, board, below, status, saying, _, keys] =
        Layout::vertical(above.into_iter().chain(below).chain(lengths)).areas(area);
    BoardView::of_game(board, game).draw(frame, game, look);
    let (word, of) = if title.width > 50 { ("level ", " of ") } else { ("", "/") };
    let number = Line::from(format!("{word}{}{of}{}", game.number(), game.levels())).style(DIM);
    let mut room = usize::from(inner(title).width);
    if title.width > 20 {
        room = room.saturating_sub(number.width() + 2);
        frame.render_widget(Paragraph::new(number).right_aligned(), inner(title));
    }
    frame.render_widget(Paragraph::new(heading(game, room)), inner(title));
    if says == 0 && !said.is_empty() {
        frame.render_widget(Paragraph::new(said), status);
    } else {
        draw_status(frame, inner(status), game);
        frame.render_widget(Paragraph::new(said), inner(saying));
    }
    frame.render_widget(Paragraph::new(footer(inner(keys).width)), inner(keys));
    let middle = above.union(board).union(below);
    if let Some(picker) = &game.picker {
        level_list::draw(frame, middle, game, picker, look);
    }
    if game.helps {
        draw_panel(frame, middle, area);
    }
}

/// The area without one column on each side.
fn inner(area: Rect) -> Rect {
    let margin = u16::from(area.width > 20);
    Rect { x: area.x + margin, width: area.width.saturating_sub(2 * margin), ..area }
}

/// Title and author in a number of columns; the author only if the whole title fits.
fn heading(game: &Game, room: usize) -> Line<'static> {
    let level = game.level();
    let title = level.title.as_deref().map_or_else(|| format!("Level {}", game.number()), printable);
    let title = cut(title, room);
    let author =
        level.author.as_ref().map(|author| format!("  by {}", printable(author))).unwrap_or_default();
    let left = room.saturating_sub(Span::raw(title.as_str()).width());
    let author = if left > AUTHOR { cut(author, left) } else { String::new() };
    Line::from(vec![Span::styled(title, BOLD), Span::styled(author, DIM)])
}

/// How far the game is.
fn counters(game: &Game) -> String {
    let (count, left) = (game.history().count(), game.board().boxes_left(game.position()));
    let lost = if game.lost().is_some() { "   lost" } else { "" };
    format!("moves {}   pushes {}   boxes left {left}{lost}", count.moves, count.pushes)
}

/// Whether the best known solution fits beside the counters.
fn has_room(game: &Game, best: &str, width: usize) -> bool {
    counters(game).len() + best.len() + 3 <= width
}

fn draw_status(frame: &mut Frame<'_>, area: Rect, game: &Game) {
    let count = game.history().count();
    let lost = if game.lost().is_some() { "   lost" } else { "" };
    let counters = counters(game);
    let best = game.best_words().filter(|best| has_room(game, best, usize::from(area.width)));
    if let Some(best) = best {
        frame.render_widget(Paragraph::new(Line::from(best).style(DIM)).right_aligned(), area);
    }
    let shorter = format!("moves {}  pushes {}{lost}", count.moves, count.pushes);
    let shortest = format!("{} / {}", count.moves, count.pushes);
    let fitting = [counters, shorter].into_iter().find(|text| text.len() <= usize::from(area.width));
    frame.render_widget(Paragraph::new(fitting.unwrap_or(shortest)), area);
}

/// The message, in lines that fit.
fn said(game: &Game, look: &Look, width: u16, height: u16) -> Vec<Line<'static>> {
    let room = usize::from(inner(Rect::new(0, 0, width, height)).width).max(1);
    let most = usize::from(height / 4).max(2);
    if let Some((thought, limit)) = look.thought {
        let (thought, limit) = (thought.as_secs_f64(), limit.as_secs_f64());
        let words = format!("thinking… {thought:.1} s of {limit:.0} s (--time-limit); Esc stops it");
        return wrap(&words, room, most).into_iter().map(Line::from).collect();
    }
    if let Some((next, all, runs)) = game.playing() {
        let how = if runs { "Space pauses" } else { "paused: . and , step, Space resumes" };
        let speed = game.interval.as_millis();
        let whole = format!("solution: move {next} of {all}   {speed} ms a move   {how}");
        if whole.len() <= room {
            return vec![Line::from(whole)];
        }
        let short = if runs {
            format!("{next} of {all}, {speed} ms a move")
        } else {
            format!("paused at {next} of {all}: Space resumes")
        };
        return wrap(&short, room, most).into_iter().map(Line::from).collect();
    }
    if game.is_won() {
        let count = game.history().count();
        let better =
            game.best_words().filter(|best| game.best() < Some(count) && !has_room(game, best, room));
        let better = better.map(|best| format!("; {best}")).unwrap_or_default();
        let count = format!("{}{better}", count.words());
        let more = if game.number() < game.levels() { "   n: next level" } else { "" };
        let end = game.won_words();
        let all = format!("   {count}{more}");
        let mut lines: Vec<Line<'_>> = wrap(&game.message, room, most).into_iter().map(Line::from).collect();
        if end.len() + all.len() <= room {
            lines.push(Line::from(vec![Span::styled(end, BOLD), all.into()]));
        } else if end.len() + more.len() <= room {
            lines.push(Line::from(vec![Span::styled(end, BOLD), more.into()]));
            lines.extend(wrap(&count, room, 2).into_iter().map(Line::from));
        } else {
            lines.extend(wrap(end, room, 2).into_iter().map(|line| Line::styled(line, BOLD)));
            lines.extend(wrap(&count, room, 2).into_iter().map(Line::from));
        }
        // The board comes before the moves, of which one line says that there are more.
        let board = game.level().height() + BESIDE + lines.len();
        let left = usize::from(height).saturating_sub(board).clamp(1, usize::from(height / 3).max(1));
        lines.extend(wrap(&game.played(), room, left).into_iter().map(Line::from));
        if !game.message.is_empty() {
            lines.truncate(most.max(usize::from(height / 3)));
        }
        return lines;
    }
    // Before the first move, letters that stand for themselves are explained, and what the file says is shown.
    if game.message.is_empty() && height >= 5 && game.history().line().is_empty() && game.lost().is_none() {
        let is_narrow = columns(game.level().width(), usize::from(width)) == 1;
        let signs = is_narrow.then(|| messages::SIGNS.to_owned());
        let lines = signs.into_iter().chain(game.level().notes.iter().map(|note| printable(note)));
        return lines.flat_map(|line| wrap(&line, room, most)).take(most).map(Line::from).collect();
    }
    // The message about a push that lost the level disappears with the next move; the reason stays.
    let lost = if game.message.is_empty() { game.lost() } else { None };
    wrap(lost.as_deref().unwrap_or(&game.message), room, most).into_iter().map(Line::from).collect()
}

/// Wraps words into a number of lines and columns; text that does not fit ends in dots. A long row of moves is cut.
fn wrap(text: &str, width: usize, most: usize) -> Vec<String> {
    let pieces = text.split(' ').filter(|word| !word.is_empty()).flat_map(|word| {
        let letters: Vec<char> = word.chars().collect();
        letters.chunks(width.max(1)).map(|piece| piece.iter().collect::<String>()).collect::<Vec<_>>()
    });
    let words = pieces.collect::<Vec<_>>().join(" ");
    let mut lines = if words.is_empty() { Vec::new() } else { wrapped(&words, width) };
    if lines.len() > most {
        lines.truncate(most);
        let cut = |line: &String| line.chars().take(width.saturating_sub(2)).collect::<String>() + " …";
        lines.last_mut().into_iter().for_each(|line| *line = cut(line));
    }
    lines
}

#[cfg(test)]
#[path = "view_tests.rs"]
mod tests;
