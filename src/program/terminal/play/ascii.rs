//! Frames for terminals that show only ASCII.
//!
//! In: a drawn frame. Out: the same with each character replaced by the ASCII one that resembles it, or by `?`.

use ratatui::buffer::Buffer;

/// The ASCII character that resembles a character.
fn resembling(one: char) -> char {
    match one {
        ' '..='~' => one,
        '←' | '‹' | '⌫' => '<',
        '→' | '›' => '>',
        '↑' | '▴' => '^',
        '↓' | '▾' => 'v',
        '×' => 'x',
        '·' | '∘' | '…' => '.',
        '✓' => '*',
        '─' | '━' | '═' => '-',
        '│' | '┃' | '║' => '|',
        '┌' | '┐' | '└' | '┘' | '╭' | '╮' | '╰' | '╯' => '+',
        '█' => '#',
        _ => '?',
    }
}

/// Leaves only ASCII in a frame.
pub(super) fn spell(frame: &mut Buffer) {
    for cell in frame.content.iter_mut().filter(|cell| !cell.symbol().is_ascii()) {
        let spelled: String = cell.symbol().chars().map(resembling).collect();
        cell.set_symbol(&spelled);
    }
}

#[cfg(test)]
mod tests {
    use ratatui::buffer::Buffer;

    use super::spell;

    #[test]
    fn frames_keep_their_columns() {
        let mut frame = Buffer::with_lines(["┌─ ×× →  ✓ ┐", "│ Zürich … │", "plain ASCII "]);
        spell(&mut frame);
        assert_eq!(frame, Buffer::with_lines(["+- xx >  * +", "| Z?rich . |", "plain ASCII "]));
    }
}
