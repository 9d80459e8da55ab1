//! `banto sokoban convert`: the levels of a file in another format.
//!
//! In: a level file and a format. Out: text, or a file. What the formats look like is not known here.

use std::path::Path;

use super::super::exit::Exit;
use super::super::output::Output;
use super::super::save;
use super::Convert;
use crate::compare::figures::counted;
use crate::sokoban::level::{self, Collection, Format};

pub(super) fn run(command: &Convert, output: &Output) -> Result<Exit, Exit> {
    save::apart(&command.output, [&command.source.file])?;
    let (_, collection) = command.source.levels(None, output)?;
    write(&collection, command.to.into(), command.output.as_deref())
}

/// Writes levels to a file, or to standard output where none is named.
pub(super) fn write(collection: &Collection, format: Format, path: Option<&Path>) -> Result<Exit, Exit> {
    let path = path.unwrap_or(Path::new("-"));
    save::write(path, level::write(collection, format))?;
    if !save::is_standard(path) {
        let levels = counted(collection.levels.len(), "level", "levels");
        Output::talk(&format!("wrote {levels} to {}", path.display()));
    }
    Ok(Exit::Done)
}
