//! `Level` from one string, for programs. For files with several levels, and for warnings, see
//! [`read`](super::read()).

use std::fmt;
use std::str::FromStr;

use super::{Level, forbids_play, read};
use banto_base::source::{Diagnostic, MessageFormat, Renderer, SourceText};

/// Why a text is not one level. Displayed as one line per error, with its place.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct LevelError {
    /// The errors; empty if the text has several levels.
    pub diagnostics: Vec<Diagnostic>,
    lines: String,
}

impl fmt::Display for LevelError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.lines)
    }
}

impl std::error::Error for LevelError {}

/// Reads the one level of a text. It is refused if it is not playable, as [`is_playable`](super::Reading::is_playable)
/// says.
///
/// ```
/// use banto::sokoban::Level;
///
/// let level: Level = "#####\n#@$.#\n#####".parse().unwrap();
/// assert_eq!((level.width(), level.player()), (5, Some((1, 1))));
/// let error = "#####\n#@$.#\n### #".parse::<Level>().unwrap_err();
/// assert!(error.to_string().starts_with("level:3:4: error[E0307]: the level is not enclosed by walls"));
/// ```
impl FromStr for Level {
    type Err = LevelError;

    fn from_str(text: &str) -> Result<Self, LevelError> {
        let text = SourceText::new("level", text);
        let reading = read(&text, None);
        let mut diagnostics = reading.diagnostics;
        diagnostics.retain(forbids_play);
        let mut levels = reading.collection.levels.into_iter();
        match (levels.next(), levels.next()) {
            (Some(level), None) if diagnostics.is_empty() => Ok(level),
            (_, second) => {
                let texts = [&text];
                let renderer = Renderer::new(&texts, MessageFormat::Short, false);
                let mut lines: String = diagnostics.iter().map(|one| renderer.render(one)).collect();
                if diagnostics.is_empty() && second.is_some() {
                    lines.push_str("the text has more than one level");
                }
                Err(LevelError { diagnostics, lines: lines.trim_end().to_owned() })
            }
        }
    }
}
