//! Words of a file or of its name (titles, authors, paths) without control characters, for printing on a terminal.
//! Written files keep them.

/// Words with a visible symbol in place of each control character, and of each that changes the direction of writing.
///
/// ```
/// use banto::source::printable;
///
/// assert_eq!(printable("a\x1b[31mred\x07"), "a␛[31mred␇");
/// ```
pub fn printable(words: &str) -> String {
    let sign = |one: char| match one {
        '\0'..='\x1f' => char::from_u32(0x2400 + u32::from(one)).unwrap_or('\u{fffd}'),
        '\x7f' => '\u{2421}',
        '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => '\u{fffd}',
        _ if one.is_control() => '\u{fffd}',
        _ => one,
    };
    words.chars().map(sign).collect()
}

/// Lines, each of which is [`printable`].
pub fn printable_lines(text: &str) -> String {
    text.split('\n').map(printable).collect::<Vec<_>>().join("\n")
}
