//! The list of levels: which are solved, and how short the player's best solutions are, or those of
//! others.
//!
//! In: a game, an area, the selected level. Out: a panel around that level, with a picture of it; or lines of text.

use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, BorderType, Clear, Paragraph};

use super::board_view::BoardView;
use super::history::Count;
use super::look::{Look, letters};
use super::messages::{self, cut};
use super::model::Game;
use super::picker::Picker;

use banto_base::source::printable;
use banto_sokoban::{Cell, Level};

/// The width of the panel if there is room.
const PANEL: u16 = 110;
/// From this width on, the picture is beside the list.
const WIDE: u16 = 60;
/// From this height on, it is below the list if it is not beside it.
const TALL: u16 = 14;

/// The entry of a level: number and title; its size; the player's best solution, another one with its name and without,
/// or that there is none.
fn words(game: &Game, index: usize) -> (String, String, Vec<String>) {
    let entry = &game.entries[index];
    let unsolvable = || game.unsolvable.contains(&index).then(|| "no solution".to_owned());
    let own = entry.shortest().map(Count::words).or_else(unsolvable);
    let other = entry.best().filter(|(_, by)| own.is_none() && !by.is_empty());
    let others = other.map(|(count, by)| [messages::count_by(count, by), count.words()]);
    let best = own.into_iter().chain(others.into_iter().flatten()).collect();
    let title = entry.level.title.as_deref().map(|title| format!("  {}", printable(title)));
    let size = format!("{} x {}", entry.level.width(), entry.level.height());
    (format!("{:>4}{}", entry.number, title.unwrap_or_default()), size, best)
}

/// Draws the panel with a picture of the selected level.
pub(super) fn draw(frame: &mut Frame<'_>, area: Rect, game: &Game, picker: &Picker, look: &Look) {
    let (entries, at) = (&game.entries, picker.at);
    let width = area.width.min(PANEL);
    let area = Rect { x: area.x + (area.width - width) / 2, width, ..area };
    frame.render_widget(Clear, area);
    let has_frame = area.height > 4 && width > 20;
    let mut inside = area;
    if has_frame {
        let title = match picker.search.as_str() {
            "" if width < 60 => format!(" Levels: {} ", game.counts()),
            "" => format!(" Levels: {}; type to search ", game.counts()),
            search => format!(" Levels with {} ", printable(search)),
        };
        let keys = if width < 60 {
            " type: search  Enter: play  Esc: back "
        } else {
            " ↓↑: mark   Enter: play   Esc: back "
        };
        let block =
            Block::bordered().border_type(BorderType::Rounded).title(title).title_bottom(Line::from(keys));
        inside = block.inner(area);
        frame.render_widget(block, area);
    }
    let (list, picture) = if inside.width >= WIDE {
        let [list, picture] = Layout::horizontal([Constraint::Fill(3), Constraint::Fill(2)]).areas(inside);
        (list, Some(picture))
    } else if inside.height >= TALL {
        let [list, picture] = Layout::vertical([Constraint::Fill(1), Constraint::Fill(1)]).areas(inside);
        (list, Some(picture))
    } else {
        (inside, None)
    };
    let found = picker.matches(entries);
    if let Some(picture) = picture.filter(|_| !found.is_empty()) {
        draw_level(frame, picture, &entries[at].level, look);
    }
    let (rows, room) = (usize::from(list.height), usize::from(list.width));
    let place = found.iter().position(|index| *index == at).unwrap_or(0);
    let first = place.saturating_sub(rows / 2).min(found.len().saturating_sub(rows));
    let line = |index: &usize| {
        let (level, size, best) = words(game, *index);
        let mark = if entries[*index].own.is_empty() { " " } else { "✓" };
        let left = format!("{mark}{level}");
        // The end that leaves room for the title, or for its beginning.
        let ends = match best.first() {
            None => vec![size],
            Some(first) => [vec![format!("{size}   {first}")], best].concat(),
        };
        let fits = |title: usize| ends.iter().find(|end| title + 2 + end.len() <= room);
        let end = fits(Span::raw(&left).width()).or_else(|| fits(12)).map_or("", String::as_str);
        let left = cut(left, room.saturating_sub(end.len() + 2).max(room.min(12)));
        let gap = room.saturating_sub(Span::raw(&left).width() + end.len());
        let text = if gap > 0 { format!("{left}{}{end}", " ".repeat(gap)) } else { left };
        let modifier = if *index == at { Modifier::REVERSED } else { Modifier::empty() };
        Line::from(Span::styled(text, Style::new().add_modifier(modifier)))
    };
    let shown: Vec<usize> = found.into_iter().skip(first).take(rows).collect();
    let lines = match &shown[..] {
        [] => {
            let number = picker.search.trim().parse().ok();
            let left_out = number.and_then(|number| messages::left_out(number, &game.left_out));
            vec![Line::from(left_out.unwrap_or_else(|| "no level matches; Esc leaves the list".to_owned()))]
        }
        shown => shown.iter().map(line).collect(),
    };
    frame.render_widget(Paragraph::new(lines), list);
}

/// A small picture of a level, in the signs of the board: as much as fits around the player.
fn draw_level(frame: &mut Frame<'_>, area: Rect, level: &Level, look: &Look) {
    let player = level.player().unwrap_or_default();
    let area = Rect { x: area.x + 1, width: area.width.saturating_sub(2), ..area };
    let view = BoardView::new(area, level, player, player);
    for ((row, column), (x, y)) in view.cells() {
        let cell = level.cell(row, column);
        let style = if cell == Cell::Floor { Style::new() } else { look.style(cell, false) };
        frame.buffer_mut().set_string(x, y, letters(cell, view.columns == 2), style);
    }
}

/// The list as lines of text.
pub(super) fn lines(game: &Game) -> String {
    let line = |index: usize| {
        let (level, size, best) = words(game, index);
        let solved = if game.entries[index].own.is_empty() { "" } else { "solved: " };
        let best = best.first().map(|best| format!("  {solved}{best}")).unwrap_or_default();
        format!("{level}  ({size}){best}\n")
    };
    let list: String = (0..game.entries.len()).map(line).collect();
    format!("{list}{}\n", game.counts())
}
