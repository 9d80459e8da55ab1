//! The help of a command beyond its flags: notes, examples and exit codes, read from the text beside the command.
//!
//! In: a text. Its first line is `exit codes: CODES; 1 if ...`, where the codes of every command, and of every command
//! with limits, are left out. Its last paragraph has the examples, those before are notes. Out: a [`Page`].

use super::Exit;

/// The help of a command.
pub(super) struct Page {
    /// Paragraphs below the flags.
    pub notes: Vec<String>,
    /// Examples: a line of explanation, and on the next line the command.
    pub examples: &'static str,
    codes: Vec<u8>,
    /// When it ends with exit code 1, if it ever does.
    pub no: &'static str,
}

impl Page {
    pub(super) fn read(text: &'static str) -> Self {
        let (head, body) = text.trim_end().split_once('\n').unwrap_or((text, ""));
        let ends = head.trim_start_matches("exit codes:");
        let (codes, no) = ends.split_once("1 if ").unwrap_or((ends, ""));
        let codes = codes.split([' ', ';']).filter_map(|code| code.parse::<u8>().ok()).collect();
        let (notes, examples) = body.rsplit_once("\n\n").unwrap_or(("", body));
        let notes = notes.split("\n\n").filter(|note| !note.is_empty()).map(in_lines);
        Self { notes: notes.collect(), examples, codes, no }
    }

    /// Whether the command can end so.
    pub(super) fn can_end(&self, exit: Exit, has_limits: bool) -> bool {
        match exit {
            Exit::Done | Exit::Usage | Exit::Input => true,
            Exit::MemoryLimit | Exit::TimeLimit => has_limits,
            Exit::No => !self.no.is_empty(),
            _ => self.codes.contains(&exit.code()),
        }
    }
}

/// A note with its lines joined, except before those that are indented, and with a blank line behind it.
fn in_lines(note: &str) -> String {
    note.replace("\n  ", "\r").replace('\n', " ").replace('\r', "\n  ") + "\n\n"
}
