//! `banto completions` and `banto man`: what shells and manuals want to know of the command line, made of itself.
//!
//! In: the name of a shell or of a command. Out: a script, or pages.

use std::path::Path;

use clap::Command;
use clap_mangen::Man;

use super::arguments::{Completions, Man as ManCommand};
use super::exit::Exit;
use super::output::Output;
use super::{help, save};
use crate::source::nearest;

/// A script for a shell.
pub(super) fn completions(command: &Completions) -> Exit {
    let mut script = Vec::new();
    clap_complete::generate(command.shell, &mut help::command(), "banto", &mut script);
    Output::bytes(&script);
    Exit::Done
}

/// A page, or all of them.
pub(super) fn man(command: &ManCommand) -> Exit {
    let mut program = help::command();
    // Then each command knows its whole name.
    program.build();
    let result = match &command.out {
        Some(folder) => write_all(&program, folder),
        None => page_of(&program, &command.command).map(|page| Output::bytes(&page)),
    };
    result.err().unwrap_or(Exit::Done)
}

/// The page of the command of these words.
fn page_of(program: &Command, words: &[String]) -> Result<Vec<u8>, Exit> {
    let mut found = program;
    for word in words {
        let names = || found.get_subcommands().map(Command::get_name);
        let Some(below) = found.find_subcommand(word) else {
            Output::error(&format!("there is no command {word}"));
            match nearest(word, names()) {
                Some(near) => Output::help(&format!("did you mean {near}?")),
                None if names().next().is_none() => Output::help(&format!("{} has none", found.get_name())),
                None => Output::help(&format!("there are {}", names().collect::<Vec<_>>().join(", "))),
            }
            return Err(Exit::Usage);
        };
        found = below;
    }
    Ok(page(found))
}

fn page(command: &Command) -> Vec<u8> {
    let name = name(command);
    let mut page = Vec::new();
    // A vector takes whatever is written to it.
    let _ = Man::new(command.clone().name(name)).render(&mut page);
    page
}

/// The name of a page: the words of the command with dashes.
fn name(command: &Command) -> String {
    command.get_display_name().unwrap_or_else(|| command.get_name()).to_owned()
}

fn write_all(program: &Command, folder: &Path) -> Result<(), Exit> {
    std::fs::create_dir_all(folder).map_err(|error| save::refuse(folder, &error))?;
    let mut open = vec![program];
    let mut count = 0;
    while let Some(command) = open.pop() {
        save::write(&folder.join(format!("{}.1", name(command))), page(command))?;
        count += 1;
        open.extend(command.get_subcommands().filter(|below| below.get_name() != "help"));
    }
    Output::talk(&format!("wrote {count} pages to {}", folder.display()));
    Ok(())
}
