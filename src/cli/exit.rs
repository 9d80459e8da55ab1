//! The exit codes: one table, printed by `--help` and held by a test.

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
    (Exit::No, "the answer is no: the plan or solution is invalid, a file is not formatted"),
    (Exit::Usage, "the command line is wrong"),
    (Exit::Unsolvable, "proven unsolvable"),
    (Exit::Unsolved, "search ended without a plan and without a proof"),
    (Exit::MemoryLimit, "memory limit, before any plan"),
    (Exit::TimeLimit, "time limit, before any plan"),
    (Exit::Input, "the input is wrong (with a diagnostic that points at it)"),
    (Exit::Unsupported, "the input uses a feature that banto does not support (named)"),
    (Exit::Fault, "a fault of banto itself"),
];

impl Exit {
    /// The number that the process ends with.
    #[must_use]
    pub const fn code(self) -> u8 {
        self as u8
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(exit.code())
    }
}

/// The table as `--help` shows it.
pub(super) fn table() -> String {
    let mut out = String::from("Exit codes:\n");
    for (exit, meaning) in EXITS {
        let _ = writeln!(out, "{:>4}  {meaning}", exit.code());
    }
    out.push_str("\nPDDL in, judged plans out. `banto explain CODE` explains any diagnostic.");
    out
}
