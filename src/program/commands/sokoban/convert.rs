//! `banto sokoban convert`: the levels of a file in another format.
//!
//! In: a level file and a format. Out: text, or a file.

use std::path::{Path, PathBuf};

use clap::Args;

use crate::program::compare::figures::counted;
use crate::program::files::save;
use crate::program::{Exit, LevelFile, LimitArguments, Output, Run, Strict, formats, limit, sound};
use crate::sokoban::level::{self, Collection, Format, Level};

#[derive(Debug, Args)]
pub(in crate::program) struct Convert {
    #[command(flatten)]
    pub source: LevelFile,

    /// The format to write
    #[arg(long, value_name = "FORMAT", value_parser = formats())]
    pub to: Format,

    /// The file to write, in place of a level file if there is one; standard output by default, or with -
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,

    #[command(flatten)]
    pub strict: Strict,

    #[command(flatten)]
    pub limits: LimitArguments,
}

pub(super) fn run(command: &Convert, output: &Output) -> Result<Exit, Exit> {
    let run = limit::of(&command.limits, output);
    save::ready(&run, &[("-o", save::LEVELS, &command.output)], [&command.source.file])?;
    let levels = sound(&command.source, None, &command.strict, &run)?;
    let exit = write(&levels.collection, command.to, command.output.as_deref(), &run)?;
    levels.report(output);
    Ok(exit)
}

/// Writes levels to a file, or to standard output if none is named.
pub(super) fn write(
    collection: &Collection,
    format: Format,
    path: Option<&Path>,
    run: &Run<'_>,
) -> Result<Exit, Exit> {
    let path = path.unwrap_or(Path::new("-"));
    let text =
        level::write_within(collection, format, &run.limits).map_err(run.stopped("stopped while writing"))?;
    save::write(run.output, path, text)?;
    let kept = |level: &&Level| level.solution.is_some() || !level.notes.is_empty();
    let lost = collection.levels.iter().filter(kept).count();
    if format == Format::Slc && lost > 0 {
        let of = counted(lost, "level", "levels");
        run.output.talk(&format!("slc has no place for solutions and notes: those of {of} are left out"));
    }
    if !save::is_standard(path) {
        let levels = counted(collection.levels.len(), "level", "levels");
        run.output.talk(&format!("wrote {levels} to {}", path.display()));
    }
    Ok(Exit::Done)
}
