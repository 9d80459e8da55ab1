//! `banto sokoban convert`: the levels of a file in another format.
//!
//! In: a level file and a format. Out: text, or a file.

use std::path::{Path, PathBuf};

use clap::Args;

use super::best_solutions;
use crate::compare::figures::counted;
use crate::files::levels::{ENDS, LevelFiles, SoundLevels};
use crate::files::save;
use crate::{ChosenLevels, Exit, LimitArguments, Output, Run, Strict, formats, limit, sound};
use banto_sokoban::Met;
use banto_sokoban::fit::{Fitted, Wanted, fit};
use banto_sokoban::level::{self, Collection, Format, Level, StoredSolution};
use banto_sokoban::validate::stored_faults;

/// Write the levels of files in another format
#[derive(Debug, Args)]
pub(crate) struct Convert {
    #[command(flatten)]
    pub source: LevelFiles,

    #[command(flatten)]
    pub chosen: ChosenLevels,

    /// The format to write; by default the one in which the name of -o ends
    #[arg(long, value_name = "FORMAT", value_parser = formats())]
    pub to: Option<Format>,

    /// The file to write, in place of a level file if there is one; standard output by default, or with -
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,

    /// Let -o replace a file without levels
    #[arg(long, requires = "output")]
    pub force: bool,

    /// Leave out levels that are there already, also mirrored, turned, or drawn differently outside their walls; their
    /// solutions are kept with the first
    #[arg(long)]
    pub unique: bool,

    #[command(flatten)]
    pub strict: Strict,

    #[command(flatten)]
    pub limits: LimitArguments,
}

pub(super) fn run(command: &Convert, output: &Output) -> Result<Exit, Exit> {
    let run = limit::of(&command.limits, output);
    let Some(to) = command.to.or_else(|| promised(command.output.as_deref()?)) else {
        let help = "add --to FORMAT, or an -o that ends in .xsb, .rle, .sok or .slc";
        return Err(output.misused("the format to write is not known", help));
    };
    let files = command.source.each(output)?;
    let inputs = files.iter().map(|one| &one.file);
    ready(&run, &[("-o", save::LEVELS, &command.output)], to, command.force, inputs)?;
    let which = &command.chosen.level;
    let mut levels = sound(&files, which, &command.strict, &run)?.only(which);
    let mut exit = Exit::Done;
    if command.unique {
        exit = leave_out_repeated(&mut levels, &run)?;
    }
    let exit = exit.or_worse(write(&levels.collection, to, command.output.as_deref(), false, &run)?);
    tell_words(&levels, &run);
    Ok(exit.or_worse(levels.report(output)))
}

/// Leaves out each level that is an earlier one again, and gives its solutions, notes and author to that one. The
/// answer is no if a solution is wrong, and so given to none.
fn leave_out_repeated(levels: &mut SoundLevels, run: &Run<'_>) -> Result<Exit, Exit> {
    let mut exit = Exit::Done;
    let (mut met, mut kept, mut numbers, mut said) =
        (Met::default(), Vec::<Level>::new(), Vec::new(), Vec::new());
    for (level, number) in std::mem::take(&mut levels.collection.levels).into_iter().zip(&levels.numbers) {
        let Some((&(at, first), lies)) = met.again(&level, (kept.len(), *number)) else {
            kept.push(level);
            numbers.push(*number);
            continue;
        };
        said.push(format!("{number} is {first}{lies}"));
        let notes: Vec<String> =
            level.notes.iter().filter(|one| !kept[at].notes.contains(one)).cloned().collect();
        kept[at].notes.extend(notes);
        if kept[at].author.is_none() {
            kept[at].author.clone_from(&level.author);
        }
        let wanted = Wanted { levels: vec![(first, kept[at].clone())], asked: 1 };
        let read = Collection { levels: vec![level], ..Collection::default() };
        let fitted = fit(&wanted, &read, levels.sources()[0], &run.limits);
        let fitted = fitted.map_err(run.stopped("stopped while replaying solutions"))?;
        let faults: Vec<_> = fitted.iter().filter_map(Fitted::fault).collect();
        if !faults.is_empty() {
            exit = Exit::No;
        }
        run.output.diagnostics(&levels.placed(*number, faults), &levels.sources());
        for one in
            fitted.into_iter().filter_map(|one| Some(StoredSolution::titled(&one.title, one.moves.ok()?)))
        {
            if kept[at].solutions.iter().all(|known| known.moves != one.moves) {
                kept[at].solutions.push(one);
            }
        }
    }
    (levels.collection.levels, levels.numbers) = (kept, numbers);
    let left_out = counted(said.len(), "level", "levels");
    let which = if said.is_empty() { String::new() } else { format!(": level {}", said.join("; level ")) };
    run.output.talk(&format!("{left_out} left out as there already{which}"));
    Ok(exit)
}

/// The format that the name of a file promises.
pub(super) fn promised(path: &Path) -> Option<Format> {
    let end = path.extension()?;
    let known = ENDS.iter().find(|(name, _)| *name != "txt" && end.eq_ignore_ascii_case(name))?;
    Some(known.1)
}

/// Reports results, levels first, that cannot be written, or would replace what they should not, before the work
/// starts.
pub(super) fn ready<'a>(
    run: &Run<'_>,
    results: &[(&str, &str, &'a Option<PathBuf>)],
    format: Format,
    is_forced: bool,
    inputs: impl IntoIterator<Item = &'a PathBuf>,
) -> Result<(), Exit> {
    let path = results.first().and_then(|(_, _, path)| path.as_ref());
    best_solutions::spare(path.map(PathBuf::as_path), run.output)?;
    save::ready(run, results, inputs)?;
    let Some(path) = path else { return Ok(()) };
    let name = ENDS.iter().find(|(_, one)| *one == format).map_or("txt", |(name, _)| name);
    save::named_as(run.output, "-o", name, Some(path))?;
    if is_forced || save::is_standard(path) || !path.is_file() {
        return Ok(());
    }
    let has_levels = match save::levels_at(path, run)? {
        Some((there, reading)) if there.text().is_empty() || reading.playable_levels().contains(&true) => {
            return Ok(());
        }
        there => there.is_some_and(|(_, reading)| !reading.collection.levels.is_empty()),
    };
    let what = if has_levels { "has no level that can be played" } else { "is a file without levels" };
    let text = format!("{} {what}, and -o would replace it", path.display());
    Err(run.output.misused(&text, "name another file for the levels, or add --force"))
}

/// Writes levels to a file, or to standard output if none is named. What they replace is told even to those who want to
/// hear nothing else. The answer is no if something had to be left out.
pub(super) fn write(
    collection: &Collection,
    format: Format,
    path: Option<&Path>,
    is_quiet: bool,
    run: &Run<'_>,
) -> Result<Exit, Exit> {
    let path = path.unwrap_or(Path::new("-"));
    let text =
        level::write_within(collection, format, &run.limits).map_err(run.stopped("stopped while writing"))?;
    let replaced = replaced(path, &text, run)?;
    save::write(run.output, path, text)?;
    let kept = |level: &&Level| !level.solutions.is_empty() || !level.notes.is_empty();
    let lost = if format == Format::Slc { collection.levels.iter().filter(kept).count() } else { 0 };
    let exit = if lost > 0 { Exit::No } else { Exit::Done };
    if is_quiet && replaced.is_empty() {
        return Ok(exit);
    }
    if lost > 0 {
        let of = counted(lost, "level", "levels");
        run.output.talk(&format!("slc has no place for solutions and notes: those of {of} are left out"));
    }
    if !save::is_standard(path) {
        let levels = counted(collection.levels.len(), "level", "levels");
        run.output.talk(&format!("wrote {levels} to {}{replaced}", path.display()));
    }
    Ok(exit)
}

/// Says that comments for readers of a file are not written again, and that stored solutions are, even wrong ones.
pub(super) fn tell_words(levels: &SoundLevels, run: &Run<'_>) {
    tell_faults(levels, run);
    let lines = levels.sources().into_iter().flat_map(|source| source.text().lines());
    let count = lines.filter(|line| line.trim_start().starts_with("::")).count();
    if count > 0 {
        let lines = counted(count, "line", "lines");
        run.output.talk(&format!("comments that begin with :: are left out: {lines}"));
    }
}

/// Warns of each stored solution that does not solve its level.
pub(super) fn tell_faults(levels: &SoundLevels, run: &Run<'_>) {
    let faults = levels.numbered().flat_map(|(number, level)| {
        levels.placed(number, stored_faults(level, &run.limits).unwrap_or_default())
    });
    run.output.diagnostics(&faults.collect::<Vec<_>>(), &levels.sources());
}

/// A note on the levels, or the other text, that a text will replace; empty for a file that stays as it is.
fn replaced(path: &Path, text: &str, run: &Run<'_>) -> Result<String, Exit> {
    let there = save::levels_at(path, run)?;
    let there = there.filter(|(there, _)| there.text() != text && !there.text().is_empty());
    Ok(match there.map(|(_, reading)| reading.collection.levels.len()) {
        None => String::new(),
        Some(0) => ", in place of what was there".to_owned(),
        Some(1) => ", in place of the level that was there".to_owned(),
        Some(count) => format!(", in place of the {count} levels that were there"),
    })
}
