//! A command as a row of a table: its name, its flags, its page, and what it does. The table is in `arguments.rs`,
//! those of groups are in their folders; parsing, help, manual, completions and what is run follow from them.
//!
//! In: a table, or what clap has read. Out: commands for clap, or the exit code of the command that was named.

use std::ops::Deref;

use clap::{ArgMatches, FromArgMatches};

use super::{Exit, Output};
use banto_planning::planner::Validator;

/// What a command finds around it; most need only where to print.
pub(super) struct Around<'a> {
    pub output: &'a Output,
    pub validator: Validator,
    /// Makes the whole command line with its help.
    pub program: fn() -> clap::Command,
}

impl Deref for Around<'_> {
    type Target = Output;

    fn deref(&self) -> &Output {
        self.output
    }
}

/// A command that has handled all errors ends as it says.
impl From<Exit> for Result<Exit, Exit> {
    fn from(exit: Exit) -> Self {
        Ok(exit)
    }
}

/// A command, or a group of commands.
pub(super) struct Row {
    pub name: &'static str,
    /// What help says of a group; of a command, the comment on its flags says it.
    pub about: &'static str,
    /// What help says below the flags, which `pages.rs` reads.
    pub page: &'static str,
    /// Declares its flags.
    pub declare: fn(clap::Command) -> clap::Command,
    pub run: fn(&ArgMatches, &Around<'_>) -> Result<Exit, Exit>,
    /// The commands of a group.
    pub below: &'static [Self],
}

/// The row of a command: its name, the file of its page, the type of its flags, and the function that takes these and
/// what is around.
macro_rules! row {
    ($name:literal, $page:literal, $flags:ty, $run:path) => {
        $crate::command::Row {
            name: $name,
            about: "",
            page: include_str!($page),
            declare: <$flags as clap::Args>::augment_args,
            run: |matches, around| $run(&$crate::command::flags::<$flags>(matches)?, around).into(),
            below: &[],
        }
    };
}
pub(super) use row;

/// The row of a group.
pub(super) const fn group(
    name: &'static str,
    about: &'static str,
    page: &'static str,
    below: &'static [Row],
) -> Row {
    Row { name, about, page, declare: |command| command, run: |_, _| Err(Exit::Usage), below }
}

impl Row {
    /// Declares it, for a group without its commands.
    pub(super) fn declared(&self) -> clap::Command {
        let command = (self.declare)(clap::Command::new(self.name));
        if self.below.is_empty() {
            return command;
        }
        command.about(self.about).subcommand_required(true).arg_required_else_help(true)
    }
}

/// The flags of a command, as clap has read them.
pub(super) fn flags<F: FromArgMatches>(matches: &ArgMatches) -> Result<F, Exit> {
    F::from_arg_matches(matches).map_err(|error| {
        let _ = error.print();
        Exit::Usage
    })
}

/// Runs the command that was named.
pub(super) fn run<'r>(
    mut rows: impl Iterator<Item = &'r Row>,
    matches: &ArgMatches,
    around: &Around<'_>,
) -> Result<Exit, Exit> {
    let (name, matches) = matches.subcommand().ok_or(Exit::Usage)?;
    let row = rows.find(|row| row.name == name).ok_or(Exit::Usage)?;
    if row.below.is_empty() { (row.run)(matches, around) } else { run(row.below.iter(), matches, around) }
}
