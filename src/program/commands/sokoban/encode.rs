//! `banto sokoban encode`: a level as a planning problem, in one of the encodings.
//!
//! In: levels and the name of an encoding. Out: texts, or files.

use std::path::{Path, PathBuf};

use clap::Args;

use crate::compare::figures::counted;
use crate::files::save;
use crate::flags::names;
use crate::{ChosenLevels, Exit, LevelFile, LimitArguments, Output, Run, Strict, limit, sound};
use banto_sokoban::Level;
use banto_sokoban::encode::{Encoded, Encoding, encode_within};

/// Write a level as a planning problem
#[derive(Debug, Args)]
pub(crate) struct Encode {
    #[command(flatten)]
    pub source: LevelFile,

    #[command(flatten)]
    pub chosen: ChosenLevels,

    /// The encoding of the level in PDDL
    #[arg(long, value_name = "NAME", value_parser = names::ENCODING, default_value = "filtered")]
    pub encoding: Encoding,

    /// Print the domain instead of the problem
    #[arg(long, conflicts_with_all = ["output", "json"])]
    pub domain: bool,

    /// The folder to write domain and problems to
    #[arg(short, long, value_name = "FOLDER", conflicts_with = "json")]
    pub output: Option<PathBuf>,

    /// Replace files in the folder whose content differs
    #[arg(long, requires = "output")]
    pub force: bool,

    /// Print domain and problem as one JSON object
    #[arg(long)]
    pub json: bool,

    #[command(flatten)]
    pub limits: LimitArguments,
}

pub(super) fn run(command: &Encode, output: &Output) -> Result<Exit, Exit> {
    let run = limit::of(&command.limits, output);
    if command.output.as_deref().is_some_and(save::is_standard) {
        let help = "omit -o to print the problem, or with --domain the domain";
        return Err(output.misused("-o takes a folder, not standard output", help));
    }
    let which = &command.chosen.level;
    let files = std::slice::from_ref(&command.source);
    let levels = sound(files, which, &Strict { strict: false }, &run)?.only(which);
    if let Some(folder) = &command.output {
        let width = levels.of.to_string().len();
        let several =
            levels.numbered().map(|(number, level)| (format!("level-{number:0width$}.pddl"), level));
        let named = if levels.of > 1 && which.one().is_none() {
            several.collect()
        } else {
            vec![("problem.pddl".to_owned(), levels.one(which, output)?.1)]
        };
        return Ok(write(&named, command, folder, &run)?.or_worse(levels.report(output)));
    }
    let (number, level) = levels.one(which, output)?;
    let encoded = encoded(level, command.encoding, &run)?;
    if command.json {
        output.object(serde_json::json!({
            "status": "ok",
            "level": number,
            "title": level.title,
            "encoding": encoded.encoding.row().name,
            "domain": encoded.domain,
            "problem": encoded.problem,
        }));
    } else {
        output.data(if command.domain { encoded.domain } else { &encoded.problem });
    }
    Ok(Exit::Done)
}

/// Writes the domain and the problems of some levels.
fn write(levels: &[(String, &Level)], command: &Encode, folder: &Path, run: &Run<'_>) -> Result<Exit, Exit> {
    let encoding = command.encoding;
    save::folder(run.output, folder)?;
    let mut files = vec![("domain.pddl", encoding.row().domain.to_owned())];
    for (name, level) in levels {
        files.push((name, encoded(level, encoding, run)?.problem));
    }
    // All files or none: nothing is written if one of them is in the way.
    let is_other = |name: &str, text: &String| {
        std::fs::read(folder.join(name)).is_ok_and(|there| there != text.as_bytes())
    };
    if let Some((name, _)) = files.iter().find(|(name, text)| !command.force && is_other(name, text)) {
        let text = format!("{} already exists, with other content", folder.join(name).display());
        return Err(run.output.misused(&text, "name another folder, or replace the file with --force"));
    }
    for (name, text) in &files {
        save::write(run.output, &folder.join(name), text)?;
    }
    let problems = counted(levels.len(), "problem", "problems");
    run.output.talk(&format!("wrote the domain and {problems} to {}", folder.display()));
    Ok(Exit::Done)
}

/// The encoding of a level, formatted.
fn encoded(level: &Level, encoding: Encoding, run: &Run<'_>) -> Result<Encoded, Exit> {
    let stopped = run.stopped("stopped while encoding");
    let encoded = encode_within(level, encoding, &run.limits).map_err(stopped)?;
    encoded.expect("a sound level has a board").laid_out(&run.limits).map_err(stopped)
}
