//! `banto sokoban`: the group of commands about levels, and what they share.
//!
//! In: arguments. Out: an exit code. Each command has a file of its own.

mod animate;
mod check;
mod convert;
mod decode;
mod draw;
mod encode;
mod generate;
mod play;
mod show;
mod solve;
mod verify;

use std::path::{Path, PathBuf};

use clap::{Args, Subcommand, ValueEnum};

use super::arguments::{LimitArguments, OUTPUT, ShowProgress};
use super::exit::Exit;
use super::output::Output;
use super::{input, names, number};
use crate::compare::SolverName;
use crate::sokoban::Alphabet;
use crate::sokoban::level::{self, Collection, Format, Level, Reading};
use crate::source::{Diagnostic, SourceText};

/// The commands of the group.
#[derive(Debug, Subcommand)]
pub(super) enum Sokoban {
    /// Check level files and say everything that is wrong with them
    Check(Check),
    /// Write the levels of a file in another format
    Convert(Convert),
    /// Print the levels of a file as characters, each under a line that names it
    Show(Show),
    /// Find solutions, and judge each before it is shown
    Solve(Solve),
    /// Draw levels as pictures: on the terminal, as SVG, or a solution as GIF
    Draw(draw::Draw),
    /// Write a level as a planning problem
    Encode(encode::Encode),
    /// Turn a plan of an encoded level into moves
    Decode(decode::Decode),
    /// Make new levels, each with its solution
    Generate(generate::Generate),
    /// Play levels in the terminal, with hints and a solver to ask
    Play(play::Play),
    /// Replay a solution by the rules of the game, and say whether it solves the level
    Verify(Verify),
}

/// The formats as the command line names them.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(super) enum FormatName {
    /// Rows of # @ + $ * . with titles and notes
    Xsb,
    /// The same with run lengths, and | between rows
    Rle,
    /// The same with the title above the board
    Sok,
    /// XML: `SokobanLevels`
    Slc,
    /// Rows of # O X @ . G, where a dot is floor
    Article,
}

impl From<FormatName> for Format {
    fn from(name: FormatName) -> Self {
        match name {
            FormatName::Xsb => Self::Xsb,
            FormatName::Rle => Self::Rle,
            FormatName::Sok => Self::Sok,
            FormatName::Slc => Self::Slc,
            FormatName::Article => Self::Article,
        }
    }
}

impl Sokoban {
    /// Whether the result is to be JSON.
    pub(super) const fn is_json(&self) -> bool {
        match self {
            Self::Check(command) => command.json,
            Self::Show(command) => command.json,
            Self::Solve(command) => command.json,
            Self::Encode(command) => command.json,
            Self::Decode(command) => command.json,
            Self::Generate(command) => command.json,
            Self::Verify(command) => command.json,
            Self::Convert(_) | Self::Draw(_) | Self::Play(_) => false,
        }
    }
}

/// The file of a command about the levels of one file.
#[derive(Debug, Args)]
pub(super) struct LevelFile {
    /// The level file, or - for standard input
    #[arg(value_name = "FILE")]
    pub file: PathBuf,

    /// The format of the level file; recognised when left out
    #[arg(long, value_enum, value_name = "FORMAT")]
    pub format: Option<FormatName>,
}

/// The level of a command about one level.
#[derive(Debug, Args)]
pub(super) struct OneLevel {
    #[command(flatten)]
    pub source: LevelFile,

    /// The number of the level, from 1; needed where the file has several
    #[arg(long, value_name = "N", value_parser = number::whole::<usize>(..))]
    pub level: Option<usize>,
}

#[derive(Debug, Args)]
pub(super) struct Check {
    /// Level files, or - for standard input
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,

    /// The format of the files; recognised when left out
    #[arg(long, value_enum, value_name = "FORMAT")]
    pub format: Option<FormatName>,

    /// Print the result as one JSON object a file
    #[arg(long)]
    pub json: bool,
}

#[derive(Debug, Args)]
pub(super) struct Convert {
    #[command(flatten)]
    pub source: LevelFile,

    /// The format to write
    #[arg(long, value_enum, value_name = "FORMAT")]
    pub to: FormatName,

    /// The file to write; standard output when left out, or -
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

#[derive(Debug, Args)]
pub(super) struct Show {
    #[command(flatten)]
    pub source: LevelFile,

    /// The number of one level, from 1; all when left out
    #[arg(long, value_name = "N", value_parser = number::whole::<usize>(..))]
    pub level: Option<usize>,

    /// The characters to draw with
    #[arg(long, value_enum, value_name = "ALPHABET", default_value_t = AlphabetName::Xsb)]
    pub alphabet: AlphabetName,

    /// Print one JSON object a level
    #[arg(long)]
    pub json: bool,
}

/// The alphabets as the command line names them.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(super) enum AlphabetName {
    /// # @ + $ * .
    Xsb,
    /// # @ O G X, and a dot for floor
    Article,
    /// # p P b B o
    Letters,
}

impl From<AlphabetName> for Alphabet {
    fn from(name: AlphabetName) -> Self {
        match name {
            AlphabetName::Xsb => Self::Xsb,
            AlphabetName::Article => Self::Article,
            AlphabetName::Letters => Self::Letters,
        }
    }
}

/// What is to be least.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum OptimalName {
    /// The number of pushes
    Pushes,
    /// The number of moves, and then of pushes
    Moves,
}

#[derive(Debug, Args)]
#[allow(clippy::struct_excessive_bools, reason = "each is a flag")]
pub(super) struct Solve {
    /// The level file, or - for standard input
    #[arg(value_name = "FILE", required_unless_present = "list")]
    pub file: Option<PathBuf>,

    /// The number of one level, from 1, or all
    #[arg(long, value_name = "N", default_value = "all", value_parser = which_level)]
    pub level: WhichLevel,

    /// The format of the level file; recognised when left out
    #[arg(long, value_enum, value_name = "FORMAT")]
    pub format: Option<FormatName>,

    /// The solver, by its name; --list says what each does
    #[arg(long, value_name = "NAME", value_parser = names::SOLVER)]
    pub solver: Option<SolverName>,

    /// Find a solution with the fewest pushes or moves, and prove it
    #[arg(long, value_enum, value_name = "WHAT")]
    pub optimal: Option<OptimalName>,

    /// List the solvers, and what each promises
    #[arg(long, conflicts_with = "file")]
    pub list: bool,

    /// For each level
    #[command(flatten)]
    pub limits: LimitArguments,

    /// Write the levels with their solutions to this file (.sok), too; - for standard output in place of the report
    #[arg(short, long, value_name = "FILE", help_heading = OUTPUT)]
    pub output: Option<PathBuf>,

    /// Show each solution board by board
    #[arg(long, conflicts_with = "json", help_heading = OUTPUT)]
    pub animate: bool,

    /// Print the solutions, and nothing else
    #[arg(short, long, help_heading = OUTPUT)]
    pub quiet: bool,

    /// Print one JSON object a level
    #[arg(long, help_heading = OUTPUT)]
    pub json: bool,

    /// When to show a live line on standard error
    #[arg(long, value_enum, value_name = "WHEN", default_value_t = ShowProgress::Auto, help_heading = OUTPUT)]
    pub progress: ShowProgress,
}

/// One level of a file, or all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum WhichLevel {
    All,
    One(usize),
}

/// Reads the number of a level, or the word all.
pub(super) fn which_level(text: &str) -> Result<WhichLevel, String> {
    match text.parse() {
        Ok(number) => Ok(WhichLevel::One(number)),
        Err(_) if text.eq_ignore_ascii_case("all") => Ok(WhichLevel::All),
        Err(_) => Err("a number or all is expected".to_owned()),
    }
}

#[derive(Debug, Args)]
pub(super) struct Verify {
    #[command(flatten)]
    pub level: OneLevel,

    /// The solution: a file, or the moves themselves, such as rrULd or "R 2D"
    #[arg(value_name = "MOVES")]
    pub solution: String,

    /// Print the verdict as one JSON object
    #[arg(long)]
    pub json: bool,
}

pub(super) fn run(command: &Sokoban, output: &Output) -> Exit {
    let result = match command {
        Sokoban::Check(command) => Ok(check::run(command, output)),
        Sokoban::Convert(command) => convert::run(command, output),
        Sokoban::Show(command) => show::run(command, output),
        Sokoban::Solve(command) => solve::run(command, output),
        Sokoban::Draw(command) => draw::run(command, output),
        Sokoban::Encode(command) => encode::run(command, output),
        Sokoban::Decode(command) => decode::run(command, output),
        Sokoban::Generate(command) => generate::run(command),
        Sokoban::Play(command) => play::run(command, output),
        Sokoban::Verify(command) => verify::run(command, output),
    };
    result.unwrap_or_else(|exit| exit)
}

/// A file's text and what was read from it.
fn read(path: &Path, format: Option<FormatName>) -> (SourceText, Reading) {
    let (source, fault) = input::read(path);
    let reading = match fault {
        Some(fault) => {
            Reading { collection: Collection::default(), diagnostics: vec![fault], about: vec![None] }
        }
        None => level::read(&source, format.map(Format::from)),
    };
    (source, reading)
}

/// The collection of a file whose levels are boards; else the errors are printed. A hopeless level is one all the same. Where
/// a level is named by its number, the others may be as they like.
pub(super) fn playable(
    path: &Path,
    format: Option<FormatName>,
    number: Option<usize>,
    output: &Output,
) -> Result<(SourceText, Collection), Exit> {
    let (source, mut reading) = read(path, format);
    if let Some(number) = number {
        reading = reading.for_level(number.wrapping_sub(1));
    }
    if reading.is_playable() {
        return Ok((source, reading.collection));
    }
    output.diagnostics(&reading.diagnostics, &[&source]);
    Err(input::exit(&reading.diagnostics))
}

impl LevelFile {
    /// The levels, and the text that they stand in; only the one of a number, where there is one, is known to be a board.
    fn levels(&self, number: Option<usize>, output: &Output) -> Result<(SourceText, Collection), Exit> {
        playable(&self.file, self.format, number, output)
    }
}

impl OneLevel {
    /// The level, and the text that it stands in.
    fn read(&self, output: &Output) -> Result<(SourceText, Level), Exit> {
        let (source, mut collection) = self.source.levels(self.level, output)?;
        let (number, _) = choose(&collection, self.level, &source)?;
        Ok((source, collection.levels.swap_remove(number - 1)))
    }
}

/// The level of a number; without a number, the only one.
pub(super) fn choose<'a>(
    collection: &'a Collection,
    number: Option<usize>,
    source: &SourceText,
) -> Result<(usize, &'a Level), Exit> {
    let count = collection.levels.len();
    let number = match number {
        Some(number) => number,
        None if count == 1 => 1,
        None => {
            Output::error(&format!("{} has {count} levels", source.name()));
            Output::help("name one with --level N");
            return Err(Exit::Usage);
        }
    };
    match number.checked_sub(1).and_then(|index| collection.levels.get(index)) {
        Some(level) => Ok((number, level)),
        None => {
            Output::error(&format!("{} has no level {number}", source.name()));
            Output::help(&match count {
                1 => "its only level is number 1".to_owned(),
                _ => format!("its levels are numbered from 1 to {count}"),
            });
            Err(Exit::Usage)
        }
    }
}

/// How many diagnostics are errors.
fn errors(diagnostics: &[Diagnostic]) -> usize {
    diagnostics.iter().filter(|one| one.severity() == crate::source::Severity::Error).count()
}

/// A level as rows of text.
fn drawn(level: &Level, alphabet: Alphabet) -> String {
    crate::sokoban::draw::level(level, alphabet)
}
