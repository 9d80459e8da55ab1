//! `banto sokoban convert`: the levels of a file in another format.

use super::super::exit::Exit;
use super::super::output::Output;
use super::super::{input, save};
use super::{Convert, counted, playable};
use crate::sokoban::level;

pub(super) fn run(command: &Convert, output: &Output) -> Exit {
    let (_, collection) = match playable(&command.file, command.format, output) {
        Ok(found) => found,
        Err(exit) => return exit,
    };
    let text = level::write(&collection, command.to.into());
    let Some(path) = &command.output else {
        Output::data(&text);
        return Exit::Done;
    };
    match save::whole(path, &text) {
        Ok(()) => {
            let levels = counted(collection.levels.len(), "level", "levels");
            Output::talk(&format!("wrote {levels} to {}", path.display()));
            Exit::Done
        }
        Err(error) => {
            Output::talk(&format!("error: cannot write {}: {}", path.display(), input::reason(&error)));
            Exit::Input
        }
    }
}
