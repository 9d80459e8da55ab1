//! What a line of `banto step` gets: text, the end, or why it was rejected.
//!
//! In: nothing. Out: the types.

use super::super::exit::Exit;
use super::super::limit;
use crate::limits::Stop;

pub(super) enum Answer {
    Text(String),
    Quit,
}

/// Why a line was rejected.
pub(super) struct Refusal {
    pub message: String,
    /// Lines of explanation.
    pub reasons: String,
    /// The exit code of a script that ends here.
    pub exit: Exit,
}

impl From<String> for Refusal {
    fn from(message: String) -> Self {
        Self { message, reasons: String::new(), exit: Exit::Input }
    }
}

impl From<Stop> for Refusal {
    fn from(stop: Stop) -> Self {
        Self { message: stop.to_string(), reasons: String::new(), exit: limit::exit(stop) }
    }
}
