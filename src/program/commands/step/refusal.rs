//! Why `banto step` rejects a line, and the exit code of a script that ends there.
//!
//! In: a sentence, or the limit that was reached. Out: a [`Refusal`].

use crate::{Exit, limit};
use banto_base::limits::Stop;

/// Why a line was rejected.
pub(in crate::commands) struct Refusal {
    /// Empty if it has been printed.
    pub message: String,
    /// Lines of explanation.
    pub reasons: String,
    /// The exit code of a script that ends here.
    pub exit: Exit,
}

impl Refusal {
    /// One whose message has been printed. What a line asks for is input, whatever it would be on the command line.
    pub(super) fn printed(exit: Exit) -> Self {
        let exit = if exit == Exit::Usage { Exit::Input } else { exit };
        Self { exit, ..String::new().into() }
    }
}

impl From<String> for Refusal {
    fn from(message: String) -> Self {
        Self { message, reasons: String::new(), exit: Exit::Input }
    }
}

impl From<&str> for Refusal {
    fn from(message: &str) -> Self {
        message.to_owned().into()
    }
}

impl From<Stop> for Refusal {
    fn from(stop: Stop) -> Self {
        Self { exit: limit::exit(stop), ..stop.to_string().into() }
    }
}
