//! `banto sokoban encode`: a level as a planning problem, in one of the ways that the table of encodings names.

use std::path::{Path, PathBuf};

use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};

use super::super::exit::Exit;
use super::super::output::Output;
use super::super::{input, save};
use super::{FormatName, choose, counted, playable};
use crate::sokoban::Level;
use crate::sokoban::encode::{ENCODINGS, Encoded, Encoding, encode, encoding_named};

/// Reads the name of an encoding; help lists the table.
pub(super) fn encodings() -> impl TypedValueParser<Value = Encoding> {
    let names = ENCODINGS.iter().map(|row| PossibleValue::new(row.name).help(row.about));
    PossibleValuesParser::new(names).try_map(|name| encoding_named(&name).ok_or("there is no such encoding"))
}

const EXAMPLES: &str = "\
Without -o, the problem is printed; with --domain, the domain in its place.
With -o FOLDER, both are written there: domain.pddl and problem.pddl. Where the file has
several levels and none is named, each becomes level-N.pddl. A missing folder is made.

  banto sokoban encode cellar.xsb --encoding filtered -o cellar
  banto plan cellar/problem.pddl -o cellar/plan
  banto sokoban decode cellar.xsb cellar/plan --encoding filtered";

#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(in crate::cli) struct Encode {
    /// The level file, or - for standard input
    pub file: PathBuf,

    /// How the level is said in PDDL
    #[arg(long, value_name = "NAME", value_parser = encodings(), default_value = "filtered")]
    pub encoding: Encoding,

    /// The number of the level, from 1; needed where the file has several, unless -o is given
    #[arg(long, value_name = "N")]
    pub level: Option<usize>,

    /// The format of the level file; recognised when left out
    #[arg(long, value_enum)]
    pub format: Option<FormatName>,

    /// Print the domain in place of the problem
    #[arg(long, conflicts_with_all = ["output", "json"])]
    pub domain: bool,

    /// The folder to write domain and problems to
    #[arg(short, long, value_name = "FOLDER", conflicts_with = "json")]
    pub output: Option<PathBuf>,

    /// Print domain and problem as one JSON object
    #[arg(long)]
    pub json: bool,
}

pub(super) fn run(command: &Encode, output: &Output) -> Exit {
    let (source, collection) = match playable(&command.file, command.format, output) {
        Ok(found) => found,
        Err(exit) => return exit,
    };
    let several = collection.levels.len() > 1 && command.level.is_none();
    if let Some(folder) = command.output.as_deref().filter(|_| several) {
        let width = collection.levels.len().to_string().len();
        let named = collection.levels.iter().enumerate();
        let named = named.map(|(index, level)| (format!("level-{:0width$}.pddl", index + 1), level));
        return write(&named.collect::<Vec<_>>(), command.encoding, folder);
    }
    let (number, level) = match choose(&collection, command.level, &source) {
        Ok(found) => found,
        Err(exit) => return exit,
    };
    if let Some(folder) = &command.output {
        return write(&[("problem.pddl".to_owned(), level)], command.encoding, folder);
    }
    let Some(encoded) = encode(level, command.encoding) else { return unplayable() };
    if command.json {
        let object = serde_json::json!({
            "version": 1,
            "level": number,
            "title": level.title,
            "encoding": encoded.encoding.row().name,
            "domain": encoded.domain,
            "problem": encoded.problem,
        });
        Output::data(&format!("{object}\n"));
    } else {
        Output::data(if command.domain { encoded.domain } else { &encoded.problem });
    }
    Exit::Done
}

/// Writes the domain and the problems of some levels.
fn write(levels: &[(String, &Level)], encoding: Encoding, folder: &Path) -> Exit {
    if let Err(error) = std::fs::create_dir_all(folder) {
        Output::talk(&format!(
            "error: cannot make the folder {}: {}",
            folder.display(),
            input::reason(&error)
        ));
        return Exit::Input;
    }
    let mut files = vec![("domain.pddl", encoding.row().domain.to_owned())];
    for (name, level) in levels {
        let Some(Encoded { problem, .. }) = encode(level, encoding) else { return unplayable() };
        files.push((name, problem));
    }
    for (name, text) in &files {
        let path = folder.join(name);
        if let Err(error) = save::whole(&path, text) {
            Output::talk(&format!("error: cannot write {}: {}", path.display(), input::reason(&error)));
            return Exit::Input;
        }
    }
    let problems = counted(levels.len(), "problem", "problems");
    Output::talk(&format!("wrote the domain and {problems} to {}", folder.display()));
    Exit::Done
}

/// Levels that were read as playable have a board.
pub(super) fn unplayable() -> Exit {
    Output::talk("error: the level has no player, or is not enclosed by walls");
    Exit::Fault
}
