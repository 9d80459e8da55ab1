//! The help about keys on the screen: the line at the bottom, and the panel that shows all keys.
//!
//! In: an area. Out: as much as fits: a table, running text, or the few words of the bottom line.

use ratatui::Frame;
use ratatui::layout::{Constraint, Rect};
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, BorderType, Clear, Paragraph};

use super::input::HELP;

/// The line at the bottom: keys, and what they do in a word.
const FOOTER: &[(&str, &str)] = &[
    ("?", "help"),
    ("q", "quit"),
    ("u", "undo"),
    ("y", "redo"),
    ("r", "restart"),
    ("i", "hint"),
    ("f", "solve"),
    ("n p", "level"),
    ("←↓↑→", "move"),
];

const DIM: Style = Style::new().add_modifier(Modifier::DIM);
const BOLD: Style = Style::new().add_modifier(Modifier::BOLD);

/// The width of the column of keys in the table.
const KEYS: usize = 27;
/// The width of the panel if there is room.
const PANEL: u16 = 62;

/// The line at the bottom. If it does not fit, it is set more tightly; if that is not enough, the end is cut off.
pub(super) fn footer(width: u16) -> Line<'static> {
    let room = usize::from(width);
    let whole = |gap: usize| {
        let each = FOOTER.iter().map(|(key, meaning)| key.chars().count() + 1 + meaning.len() + gap);
        each.sum::<usize>() - gap
    };
    let gap = if whole(2) > room && whole(1) <= room { 1 } else { 2 };
    let mut spans = Vec::new();
    let mut used = 0;
    for (key, meaning) in FOOTER {
        let text = format!(" {meaning}{}", " ".repeat(gap));
        used += key.chars().count() + text.chars().count();
        if used > room + gap {
            break;
        }
        spans.extend([Span::styled(*key, BOLD), Span::styled(text, DIM)]);
    }
    Line::from(spans)
}

/// Draws the panel: over the board if it fits there, as a table or in running lines; else anywhere on the screen.
pub(super) fn draw_panel(frame: &mut Frame<'_>, board: Rect, area: Rect) {
    let (width, height) = (usize::from(area.width.min(PANEL)), usize::from(area.height));
    let rows = || HELP.iter().map(|row| (row.keys, row.meaning));
    let column = KEYS - 1;
    let table: Vec<Line<'_>> = rows()
        .map(|(keys, meaning)| {
            Line::from(vec![Span::styled(format!(" {keys:<column$}"), BOLD), meaning.into()])
        })
        .collect();
    let layouts = [table, running(rows(), width.saturating_sub(2))];
    let fits = |lines: &Vec<Line<'_>>, place: Rect| {
        lines.len() + 2 <= usize::from(place.height) && lines.iter().all(|line| line.width() + 2 <= width)
    };
    let mut choices =
        [board, area].into_iter().flat_map(|place| layouts.iter().map(move |lines| (place, lines)));
    if let Some((place, lines)) = choices.find(|(place, lines)| fits(lines, *place)) {
        let tall = u16::try_from(lines.len() + 2).unwrap_or(u16::MAX);
        let place = place.centered(Constraint::Length(PANEL), Constraint::Length(tall));
        let block = Block::bordered().border_type(BorderType::Rounded).title(" Keys ");
        // Some of these letters are keys with other meanings.
        let letters = " In solutions, l u r d are left, up, right, down ";
        let block = if place.width > 52 { block.title_bottom(letters) } else { block };
        frame.render_widget(Clear, place);
        frame.render_widget(Paragraph::new(lines.clone()).block(block), place);
        return;
    }
    // Too small for a frame: use the whole screen, for a few keys if it is too small for all.
    let all = running(rows(), usize::from(area.width));
    let few = || running(FOOTER.iter().copied(), usize::from(area.width));
    frame.render_widget(Clear, area);
    frame.render_widget(Paragraph::new(if all.len() <= height { all } else { few() }), area);
}

/// Keys with their meanings one after another, in lines of at most this many columns if words allow it. An entry that
/// does not fit on a line starts a new one.
fn running(rows: impl Iterator<Item = (&'static str, &'static str)>, width: usize) -> Vec<Line<'static>> {
    let mut lines: Vec<Line<'static>> = Vec::new();
    let mut used = 0;
    for (keys, meaning) in rows {
        let length = keys.chars().count() + 1 + meaning.chars().count();
        if used > 0 && used + 3 + length <= width {
            if let Some(line) = lines.last_mut() {
                line.push_span("   ");
            }
            used += 3;
        } else {
            lines.push(Line::default());
            used = 0;
        }
        let words = keys
            .split(' ')
            .map(|word| (word, BOLD))
            .chain(meaning.split(' ').map(|word| (word, Style::new())));
        for (index, (word, style)) in words.enumerate() {
            let long = word.chars().count();
            if index > 0 && used + 1 + long > width {
                lines.push(Line::default());
                used = 0;
            }
            let Some(line) = lines.last_mut() else { continue };
            if index > 0 && used > 0 {
                line.push_span(" ");
                used += 1;
            }
            line.push_span(Span::styled(word, style));
            used += long;
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use ratatui::Terminal;
    use ratatui::backend::TestBackend;

    use super::*;

    fn panel(width: u16, height: u16) -> String {
        let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
        terminal.draw(|frame| draw_panel(frame, frame.area(), frame.area())).unwrap();
        terminal.backend().to_string()
    }

    /// Every word of the help is there wherever its words could fit.
    #[test]
    fn small_screens_show_all_keys() {
        for (width, height) in
            [(80, 24), (72, 15), (62, 15), (80, 10), (60, 12), (40, 24), (40, 16), (20, 30)]
        {
            let shown = panel(width, height);
            let shown: Vec<&str> = shown.split(|one: char| "\"│ \n".contains(one)).collect();
            for word in HELP.iter().flat_map(|row| row.keys.split(' ').chain(row.meaning.split(' '))) {
                assert!(shown.contains(&word), "{word} at {width} x {height}: {}", panel(width, height));
            }
        }
        // Even here there is a word for each key of the bottom line.
        for (width, height) in [(20, 6), (10, 10)] {
            let shown = panel(width, height);
            for (key, meaning) in FOOTER {
                assert!(shown.contains(key) && shown.contains(meaning), "{key}: {shown}");
            }
        }
    }

    #[test]
    fn the_bottom_line_is_whole_on_80_columns() {
        let line = |width| footer(width).to_string();
        assert!(
            line(78).ends_with("←↓↑→ move ") && line(78).contains("? help q quit u undo"),
            "{}",
            line(78)
        );
        assert!(line(100).starts_with("? help  q quit  ") && line(100).ends_with("move  "));
        assert!(line(30).starts_with("? help  q quit  ") && !line(30).contains("move"));
    }
}
