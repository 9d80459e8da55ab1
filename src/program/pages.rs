//! The help of each command beyond its flags: notes, examples and exit codes, read from `pages.txt`.
//!
//! In: a text of pages. Each begins with `# COMMAND: CODES; 1 if ...`, where the codes of every command, and of every
//! command with limits, are left out. Its last paragraph has the examples, those before are notes. Out: [`Page`]s.

use super::Exit;

/// The help of a command.
pub(super) struct Page {
    /// Its words, as in `sokoban solve`.
    pub command: &'static str,
    /// Paragraphs below the flags.
    pub notes: Vec<String>,
    /// Examples: a line of explanation, and on the next line the command.
    pub examples: &'static str,
    codes: Vec<u8>,
    /// When it ends with exit code 1, if it ever does.
    pub no: &'static str,
}

/// One page for each command.
pub(super) fn pages() -> impl Iterator<Item = Page> {
    include_str!("pages.txt").split("\n# ").skip(1).filter_map(|page| {
        let (head, body) = page.trim_end().split_once('\n')?;
        let (command, ends) = head.split_once(':')?;
        let (codes, no) = ends.split_once("1 if ").unwrap_or((ends, ""));
        let codes = codes.split([' ', ';']).filter_map(|code| code.parse::<u8>().ok()).collect();
        let (notes, examples) = body.rsplit_once("\n\n").unwrap_or(("", body));
        let notes = notes.split("\n\n").filter(|note| !note.is_empty()).map(|note| note.replace('\n', " "));
        Some(Page { command, notes: notes.collect(), examples, codes, no })
    })
}

impl Page {
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
