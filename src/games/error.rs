//! [`GameError`]: why two texts are not a playable game: diagnostics, or what ended grounding.

use std::fmt;

use banto_base::limits::Stop;
use banto_base::source::Diagnostic;
use banto_planning::ground::GroundError;

/// Why two texts are not a game.
#[derive(Clone, Debug)]
pub enum GameError {
    /// They have errors: all diagnostics, warnings included. Those about the domain have file 0, those about the
    /// problem file 1.
    Faults(Vec<Diagnostic>),
    /// A limit was reached, or grounding failed.
    Ground(GroundError),
}

impl From<Stop> for GameError {
    fn from(stop: Stop) -> Self {
        Self::Ground(GroundError::Stopped(stop))
    }
}

impl From<GroundError> for GameError {
    fn from(error: GroundError) -> Self {
        Self::Ground(error)
    }
}

impl fmt::Display for GameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Faults(faults) => {
                let messages: Vec<String> =
                    faults.iter().map(|fault| format!("{}: {}", fault.code.id, fault.message)).collect();
                f.write_str(&messages.join("\n"))
            }
            Self::Ground(error) => write!(f, "{error}"),
        }
    }
}

impl std::error::Error for GameError {}
