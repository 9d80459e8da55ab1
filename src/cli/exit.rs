//! The exit codes: one table, printed by `--help` and compared with docs/commands.md by a test.
//!
//! In: how a command ended. Out: its number and its meaning.

use std::fmt::Write;
use std::process::ExitCode;

/// How the program ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Exit {
    /// Done: solved, valid, nothing wrong.
    Done = 0,
    /// The answer is no.
    No = 1,
    /// The command line is wrong.
    Usage = 2,
    /// Proven unsolvable.
    Unsolvable = 11,
    /// Search ended without a plan and without a proof.
    Unsolved = 12,
    /// The memory limit was reached before any plan.
    MemoryLimit = 22,
    /// The time limit was reached before any plan.
    TimeLimit = 23,
    /// The input is wrong.
    Input = 31,
    /// The input uses a feature that is not supported.
    Unsupported = 34,
    /// A fault of banto itself.
    Fault = 70,
}

/// Every exit code with its meaning, in order.
pub const EXITS: &[(Exit, &str)] = &[
    (Exit::Done, "done: solved, valid, nothing wrong"),
    (Exit::No, "the answer is no"),
    (Exit::Usage, "the command line is wrong"),
    (Exit::Unsolvable, "proven unsolvable"),
    (
        Exit::Unsolved,
        "the search ended without a result and without a proof, or Ctrl-C ended it before any result",
    ),
    (Exit::MemoryLimit, "memory limit, before any result"),
    (Exit::TimeLimit, "time limit, before any result"),
    (
        Exit::Input,
        "the input is wrong (with a diagnostic that points at it), or a file cannot be read or written",
    ),
    (Exit::Unsupported, "the input uses a feature that banto does not support (named)"),
    (Exit::Fault, "a fault of banto itself"),
];

impl Exit {
    /// The number that the process ends with.
    pub const fn code(self) -> u8 {
        self as u8
    }

    /// Its meaning in the table.
    pub(super) fn meaning(self) -> &'static str {
        EXITS.iter().find(|row| row.0 == self).map_or("", |row| row.1)
    }

    /// The ending in a word, for objects of `--json` that report no result.
    pub(super) const fn status(self) -> &'static str {
        match self {
            Self::Done => "ok",
            Self::No => "no",
            Self::Unsolvable => "unsolvable",
            Self::Unsolved | Self::MemoryLimit | Self::TimeLimit => "stopped",
            Self::Usage | Self::Input | Self::Unsupported => "error",
            Self::Fault => "fault",
        }
    }

    /// The more severe of two endings.
    pub(super) const fn or_worse(self, other: Self) -> Self {
        if other.code() > self.code() { other } else { self }
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(exit.code())
    }
}

/// The rows of the table for some codes, for `--help`. What no means may be added.
pub(super) fn table(is_wanted: impl Fn(Exit) -> bool, no: &str) -> String {
    let mut out = String::new();
    for (exit, meaning) in EXITS.iter().filter(|row| is_wanted(row.0)) {
        let more = if *exit == Exit::No && !no.is_empty() { format!(": {no}") } else { String::new() };
        let _ = writeln!(out, "{:>4}  {meaning}{more}", exit.code());
    }
    out
}
