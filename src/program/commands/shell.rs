//! `banto completions` and `banto man`: shell completions and manual pages, generated from the command line.
//!
//! In: the name of a shell or of a command. Out: a script, or pages.

use std::path::{Path, PathBuf};

use clap::{Args, Command};

use crate::command::Around;
use crate::files::save;
use crate::{Exit, Output};
use banto_base::source::nearest;

/// Print a script that lets a shell complete what you type
#[derive(Debug, Args)]
pub(crate) struct Completions {
    /// The shell
    #[arg(value_enum, value_name = "SHELL")]
    pub shell: clap_complete::Shell,
}

/// Print the manual page of the program, or of a command
#[derive(Debug, Args)]
pub(crate) struct Man {
    /// The command, such as plan or sokoban solve; by default, the whole program
    #[arg(value_name = "COMMAND")]
    pub command: Vec<String>,

    /// Write the pages of the program and of all commands to this folder
    #[arg(long, value_name = "FOLDER", conflicts_with = "command")]
    pub out: Option<PathBuf>,
}

pub(crate) fn completions(command: &Completions, around: &Around<'_>) -> Exit {
    let mut script = Vec::new();
    clap_complete::generate(command.shell, &mut (around.program)(), "banto", &mut script);
    around.bytes(&script);
    Exit::Done
}

/// A page, or all of them.
pub(crate) fn man(command: &Man, around: &Around<'_>) -> Result<Exit, Exit> {
    let (mut program, output) = ((around.program)(), around.output);
    // This gives each command its full name.
    program.build();
    match &command.out {
        Some(folder) => write_all(&program, folder, output)?,
        None => output.bytes(&page_of(&program, &command.command, output)?),
    }
    Ok(Exit::Done)
}

/// The page of the command that these words name.
fn page_of(program: &Command, words: &[String], output: &Output) -> Result<Vec<u8>, Exit> {
    let mut found = program;
    for word in words {
        let names = || found.get_subcommands().map(Command::get_name);
        let Some(below) = found.find_subcommand(word) else {
            let help = match nearest(word, names()) {
                Some(near) => format!("did you mean {near}?"),
                None if names().next().is_none() => format!("{} has none", found.get_name()),
                None => format!("there are {}", names().collect::<Vec<_>>().join(", ")),
            };
            return Err(output.misused(&format!("there is no command {word}"), &help));
        };
        found = below;
    }
    Ok(page(found))
}

fn page(command: &Command) -> Vec<u8> {
    let name = name(command);
    let mut page = Vec::new();
    // Writing to a vector cannot fail.
    let examples = command.get_before_help().map(ToString::to_string).unwrap_or_default();
    let notes = command.get_after_long_help().map(ToString::to_string).unwrap_or_default();
    let command = command.clone().name(name).after_long_help(format!("{examples}\n\n{notes}"));
    let _ = clap_mangen::Man::new(command).render(&mut page);
    page
}

/// The name of a page: the words of the command with dashes.
fn name(command: &Command) -> String {
    command.get_display_name().unwrap_or_else(|| command.get_name()).to_owned()
}

fn write_all(program: &Command, folder: &Path, output: &Output) -> Result<(), Exit> {
    std::fs::create_dir_all(folder).map_err(|error| save::refuse(output, folder, &error))?;
    let mut open = vec![program];
    let mut count = 0;
    while let Some(command) = open.pop() {
        save::write(output, &folder.join(format!("{}.1", name(command))), page(command))?;
        count += 1;
        open.extend(command.get_subcommands().filter(|below| below.get_name() != "help"));
    }
    output.talk(&format!("wrote {count} pages to {}", folder.display()));
    Ok(())
}
