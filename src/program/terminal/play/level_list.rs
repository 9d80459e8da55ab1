//! The list of levels: which are solved, and how short the player's best solutions are.
//!
//! In: a game, an area, the selected level. Out: a panel around that level; or lines of text.

use ratatui::Frame;
use ratatui::layout::{Position, Rect};
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, BorderType, Clear, Paragraph};

use super::messages;
use super::model::Game;
use super::record::Entry;
use crate::sokoban::level::printable;

/// The width of the panel if there is room.
const PANEL: u16 = 70;

/// The entry of a level: number and title; the player's best solution, if there is one.
fn words(entry: &Entry) -> (String, Option<String>) {
    let title = entry.level.title.as_deref().map(|title| format!("  {}", printable(title)));
    let number = format!("{:>4}{}", entry.number, title.unwrap_or_default());
    (number, entry.own.map(messages::count))
}

/// Where the list is on the screen.
#[derive(Clone, Copy, Debug)]
pub(super) struct ListView {
    inside: Rect,
    first: usize,
    count: usize,
}

impl ListView {
    /// The index of the level at a place on the screen.
    pub(super) fn index(&self, column: u16, row: u16) -> Option<usize> {
        let is_inside = self.inside.contains(Position { x: column, y: row });
        let index = self.first + usize::from(row.saturating_sub(self.inside.y));
        (is_inside && index < self.count).then_some(index)
    }
}

/// Draws the panel, and returns where it is.
pub(super) fn draw(frame: &mut Frame<'_>, area: Rect, game: &Game, at: usize) -> ListView {
    let width = area.width.min(PANEL);
    let area = Rect { x: area.x + (area.width - width) / 2, width, ..area };
    frame.render_widget(Clear, area);
    let has_frame = area.height > 4 && width > 20;
    let inside = if has_frame {
        let solved = game.entries().iter().filter(|entry| entry.own.is_some()).count();
        let title = format!(" Levels: {solved} of {} solved ", game.entries().len());
        let keys = Line::from(" ↓↑ n p Home End: mark   Enter: play   Esc: back ");
        let block = Block::bordered().border_type(BorderType::Rounded).title(title).title_bottom(keys);
        let inside = block.inner(area);
        frame.render_widget(block, area);
        inside
    } else {
        area
    };
    let (rows, room) = (usize::from(inside.height), usize::from(inside.width));
    let count = game.entries().len();
    let first = at.saturating_sub(rows / 2).min(count.saturating_sub(rows));
    let line = |(index, entry): (usize, &Entry)| {
        let (level, best) = words(entry);
        let mark = if best.is_some() { "✓" } else { " " };
        let best = best.unwrap_or_default();
        let left = format!("{mark}{level}");
        let gap = room.saturating_sub(Span::raw(&left).width() + best.len());
        let text = if gap > 0 { format!("{left}{}{best}", " ".repeat(gap)) } else { left };
        let modifier = if index == at { Modifier::REVERSED } else { Modifier::empty() };
        Line::from(Span::styled(text, Style::new().add_modifier(modifier)))
    };
    let entries = game.entries().iter().enumerate().skip(first).take(rows);
    frame.render_widget(Paragraph::new(entries.map(line).collect::<Vec<_>>()), inside);
    ListView { inside, first, count }
}

/// The same as lines of text.
pub(super) fn lines(game: &Game) -> String {
    let line = |entry: &Entry| {
        let (level, best) = words(entry);
        let best = best.map(|best| format!("  solved: {best}")).unwrap_or_default();
        format!("{level}{best}\n")
    };
    game.entries().iter().map(line).collect()
}
