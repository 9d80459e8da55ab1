//! The exit codes: one table, printed by `--help` and compared with docs/commands.md by a test.
//!
//! In: how a command ended. Out: its number and its meaning.

use std::process::ExitCode;

macro_rules! table {
    ($($name:ident = $code:literal, $meaning:literal;)*) => {
        /// How the program ended.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[repr(u8)]
        pub enum Exit {
            $(#[doc = $meaning] $name = $code,)*
        }

        /// Every exit code with its meaning, in order.
        pub const EXITS: &[(Exit, &str)] = &[$((Exit::$name, $meaning)),*];
    };
}

table! {
    Done = 0, "done: solved, valid, nothing wrong";
    No = 1, "the answer is no";
    Usage = 2, "the command line is wrong";
    Unsolvable = 11, "proven unsolvable";
    Unsolved = 12, "the search ended without a result and without a proof, or Ctrl-C ended it before the result";
    MemoryLimit = 22, "memory limit, before the result";
    TimeLimit = 23, "time limit, before the result";
    Input = 31, "the input is wrong (with a diagnostic that points at it), or a file cannot be read or written";
    Unsupported = 34, "the input uses a feature that banto does not support (named)";
    Fault = 70, "a fault of banto itself";
    Unread = 141, "nobody reads the results any more, as after `head`";
}

impl Exit {
    /// The number that the process ends with.
    pub const fn code(self) -> u8 {
        self as u8
    }

    pub(super) fn meaning(self) -> &'static str {
        EXITS.iter().find(|row| row.0 == self).map_or("", |row| row.1)
    }

    /// The ending in a word, for objects of `--json` that report no result.
    pub(super) const fn status(self) -> &'static str {
        match self {
            Self::Done => "ok",
            Self::No => "no",
            Self::Unsolvable => "unsolvable",
            Self::Unsolved | Self::MemoryLimit | Self::TimeLimit | Self::Unread => "stopped",
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
