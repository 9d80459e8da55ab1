//! The help about keys on the screen: the line at the bottom, and the panel that shows all keys.
//!
//! In: an area. Out: a table, or as much running text as fits.

use ratatui::Frame;
use ratatui::layout::{Constraint, Rect};
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, BorderType, Clear, Paragraph, Wrap};

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

/// Keys with their meanings, one after another.
fn row(rows: impl Iterator<Item = (&'static str, &'static str)>, gap: &'static str) -> Line<'static> {
    let spans = rows.flat_map(|(keys, meaning)| {
        [Span::styled(keys, BOLD), " ".into(), Span::styled(meaning, DIM), gap.into()]
    });
    spans.collect()
}

/// The line at the bottom: if it does not fit, it is set more tightly.
pub(super) fn footer(width: u16) -> Line<'static> {
    let line = |gap| row(FOOTER.iter().copied(), gap);
    if line("  ").width() > usize::from(width) + 2 { line(" ") } else { line("  ") }
}

/// Draws the panel: over the board if the table fits there, else on the whole screen; where it does not fit, the keys
/// one after another.
pub(super) fn draw_panel(frame: &mut Frame<'_>, board: Rect, area: Rect) {
    let rows = || HELP.iter().map(|row| (row.keys, row.meaning));
    let line = |(keys, meaning): (&str, &'static str)| {
        Line::from(vec![Span::styled(format!(" {keys:<column$}", column = KEYS - 1), BOLD), meaning.into()])
    };
    let table: Vec<Line<'_>> = rows().map(line).collect();
    let tall = u16::try_from(table.len() + 2).unwrap_or(u16::MAX);
    let fits = |place: &Rect| place.width >= PANEL && place.height >= tall;
    let Some(place) = [board, area].into_iter().find(fits) else {
        let all = Paragraph::new(row(rows(), "   ")).wrap(Wrap { trim: true });
        frame.render_widget(Clear, area);
        return frame.render_widget(all, area);
    };
    let place = place.centered(Constraint::Length(PANEL), Constraint::Length(tall));
    // Some of these letters are keys with other meanings.
    let letters = " In solutions, l u r d are left, up, right, down ";
    let block = Block::bordered().border_type(BorderType::Rounded).title(" Keys ").title_bottom(letters);
    frame.render_widget(Clear, place);
    frame.render_widget(Paragraph::new(table).block(block), place);
}

#[cfg(test)]
mod tests {
    use ratatui::Terminal;
    use ratatui::backend::TestBackend;

    use super::*;

    /// Every word of the help is there wherever its words could fit.
    #[test]
    fn small_screens_show_all_keys() {
        for (width, height) in [(80, 24), (72, 15), (60, 12), (40, 15), (20, 50)] {
            let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
            terminal.draw(|frame| draw_panel(frame, frame.area(), frame.area())).unwrap();
            let panel = terminal.backend().to_string();
            let shown: Vec<&str> = panel.split(|one: char| "\"│ \n".contains(one)).collect();
            for word in HELP.iter().flat_map(|row| row.keys.split(' ').chain(row.meaning.split(' '))) {
                assert!(shown.contains(&word), "{word} at {width} x {height}: {panel}");
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
    }
}
