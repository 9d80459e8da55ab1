//! Level files for commands: the flags that choose levels, and the levels they choose.
//!
//! In: a path, a format, the number of a level. Out: levels and their text, or diagnostics and an exit code.

use std::collections::HashSet;
use std::fs;
use std::io::IsTerminal;
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::Args;
use clap::builder::TypedValueParser;

use super::input;
use super::which_levels::WhichLevels;
use crate::flags::names;
use crate::{Exit, Output, Run, output};
use banto_base::limits::Limits;
use banto_base::source::{Diagnostic, Severity, SourceText, Span, codes};
use banto_base::system::console;
use banto_sokoban::Board;
use banto_sokoban::direct::DeadlockTests;
use banto_sokoban::fit::{Fitted, fit};
use banto_sokoban::level::{self, Collection, Format, Level, Reading};
use banto_sokoban::lurd;

/// The formats as the command line names them.
pub(crate) fn formats() -> impl TypedValueParser<Value = Format> {
    names::choice(&[
        ("xsb", Format::Xsb, "Rows of # @ + $ * . with titles and notes"),
        ("rle", Format::Rle, "The same, run-length encoded, with | between rows"),
        ("sok", Format::Sok, "The same with the title above the board"),
        ("slc", Format::Slc, "XML: `SokobanLevels`"),
        ("article", Format::Article, "Rows of # O X @ . G, where a dot is floor"),
    ])
}

/// The file argument of a command about the levels of one file.
#[derive(Debug, Args)]
pub(crate) struct LevelFile {
    /// The level file, or - for standard input
    #[arg(value_name = "FILE")]
    pub file: PathBuf,

    /// The format of the level file; detected by default
    #[arg(long, value_name = "FORMAT", value_parser = formats())]
    pub format: Option<Format>,
}

/// The file arguments of a command about the levels of several files.
#[derive(Debug, Args)]
pub(crate) struct LevelFiles {
    /// Level files, folders of them, or - for standard input
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,

    /// The format of the files; detected by default
    #[arg(long, value_name = "FORMAT", value_parser = formats())]
    pub format: Option<Format>,
}

impl LevelFiles {
    /// Each file once, with those of a folder in its place.
    pub(crate) fn each(&self, output: &Output) -> Result<Vec<LevelFile>, Exit> {
        input::once(self.files.iter().map(PathBuf::as_path), output)?;
        let mut files = Vec::new();
        for path in &self.files {
            if path.is_dir() {
                let inside = input::names_in(path).into_iter().map(|name| path.join(name));
                let before = files.len();
                files.extend(inside.filter(|path| is_called_levels(path) && path.is_file()));
                // Reading it says what is wrong with it, as with any file.
                files.extend((files.len() == before).then(|| path.clone()));
            } else {
                files.push(path.clone());
            }
        }
        let mut known = HashSet::new();
        files.retain(|path| fs::canonicalize(path).map_or(true, |whole| known.insert(whole)));
        Ok(files.into_iter().map(|file| LevelFile { file, format: self.format }).collect())
    }
}

/// Whether a file is named as files of levels are.
fn is_called_levels(path: &Path) -> bool {
    let end = path.extension().unwrap_or_default();
    ["xsb", "sok", "slc", "rle", "txt"].iter().any(|one| end.eq_ignore_ascii_case(one))
}

/// A file's text and the levels read from it.
pub(crate) fn read(file: &LevelFile, run: &Run<'_>) -> Result<(SourceText, Reading), Exit> {
    if input::is_standard(&file.file) && std::io::stdin().is_terminal() {
        let end = console::END_OF_INPUT;
        run.output.talk(&format!("paste a level, then press {end} on a line of its own"));
    }
    let (source, fault) = input::read_and_warn(&file.file, run)?;
    let mut reading = Reading::default();
    if fault.as_ref().is_none_or(|fault| fault.severity() == Severity::Warning) {
        let stopped = run.stopped("stopped while reading levels");
        reading = level::read_within(&source, file.format, &run.limits).map_err(stopped)?;
    }
    reading.about.splice(..0, fault.iter().map(|_| None));
    reading.diagnostics.splice(..0, fault);
    Ok((source, reading))
}

/// The solutions in a text from which these levels were read, fitted to levels. What is wrong with its levels is
/// printed, or that it has neither levels nor solutions.
pub(crate) fn fitted(
    levels: &[Level],
    source: &SourceText,
    theirs: &Reading,
    run: &Run<'_>,
) -> Result<Vec<Fitted>, Exit> {
    let collection = Collection { levels: playable_or_none(theirs), ..Collection::default() };
    let fitted = fit(levels, &collection, source, &run.limits);
    let fitted = fitted.map_err(run.stopped("stopped while replaying solutions"))?;
    if fitted.is_empty() && theirs.diagnostics.iter().any(|one| one.code == codes::E0301) {
        let stopped = run.stopped("stopped while reading moves");
        let fault = lurd::read_within(source, &run.limits).map_err(stopped)?.err();
        let why = fault.as_ref().map(|fault| format!(": {}", fault.message)).unwrap_or_default();
        let place = fault.map_or(Span::at(0), |fault| fault.span());
        let fault = codes::E0313.at(place, format!("{} has no solutions{why}", source.name()));
        let help = "a solution is a line of moves, as rrULd or R 2U L; above it may be a line Solution/NAME";
        run.output.diagnostics(&[fault.help(help)], &[source]);
    } else if !theirs.collection.levels.is_empty() || fitted.is_empty() {
        // Moves need no levels.
        run.output.diagnostics(&theirs.diagnostics, &[source]);
    }
    Ok(fitted)
}

/// The levels, without cells and words where one cannot be played.
pub(crate) fn playable_or_none(reading: &Reading) -> Vec<Level> {
    let levels = reading.collection.levels.iter().zip(reading.playable_levels());
    levels.map(|(level, is_playable)| if is_playable { level.clone() } else { Level::default() }).collect()
}

/// The flag of commands that go on without the levels that have errors.
#[derive(Debug, Args)]
pub(crate) struct Strict {
    /// Refuse a file with faulty levels; without it, those that cannot be played are left out
    #[arg(long)]
    pub strict: bool,
}

/// The levels of a file without those that have errors.
pub(crate) struct SoundLevels {
    pub source: SourceText,
    /// The texts of further files, each with the number of levels before it.
    more: Vec<(usize, SourceText)>,
    /// The sound levels, with the words of the collection.
    pub collection: Collection,
    /// The number of each sound level in the file.
    pub numbers: Vec<usize>,
    /// How many levels the file has.
    pub of: usize,
    left_out: Vec<usize>,
    /// All findings with the number of their level.
    found: Vec<(usize, Diagnostic)>,
    /// How bad the files are of which no level is here.
    refused: Exit,
}

/// The sound levels of a file; errors are printed if none of those that are asked for is one, or if the command is
/// strict. An unsolvable level is sound.
pub(crate) fn sound(
    file: &LevelFile,
    which: &WhichLevels,
    strict: &Strict,
    run: &Run<'_>,
) -> Result<SoundLevels, Exit> {
    let (source, reading) = read(file, run)?;
    if strict.strict && reading.diagnostics.iter().any(is_error) {
        run.output.diagnostics(&reading.diagnostics, &[&source]);
        return Err(exit(&reading.diagnostics));
    }
    let is_sound = reading.playable_levels();
    let of = is_sound.len();
    let mut of_file = reading.diagnostics.iter().zip(&reading.about).filter(|(_, about)| about.is_none());
    let mut asked_for = (1..=of).filter(|number| which.has(*number)).peekable();
    let is_outside = asked_for.peek().is_none() && !which.is_all();
    let has_one = is_outside || asked_for.any(|number| is_sound[number - 1]);
    if !has_one || of_file.any(|(one, _)| is_error(one)) {
        let reading = reading.for_levels(|index| which.has(index + 1));
        return Err(run.output.refuse(&reading.diagnostics, &[&source]));
    }
    which.check(source.name(), of, run.output)?;
    let (numbers, left_out) = (1..=of).partition(|number| is_sound[number - 1]);
    let found = reading.diagnostics.into_iter().zip(reading.about);
    let found = found.filter_map(|(one, about)| Some((about? + 1, one))).collect();
    let mut collection = reading.collection;
    let mut is_sound = is_sound.into_iter();
    collection.levels.retain(|_| is_sound.next().unwrap_or(false));
    Ok(SoundLevels {
        source,
        more: Vec::new(),
        collection,
        numbers,
        of,
        left_out,
        found,
        refused: Exit::Done,
    })
}

/// The sound levels of several files, numbered one after the other. Of files that have none, the errors are printed,
/// and the others go through.
pub(crate) fn sound_in_all(
    files: &[LevelFile],
    which: &WhichLevels,
    strict: &Strict,
    run: &Run<'_>,
) -> Result<SoundLevels, Exit> {
    if let [file] = files {
        return sound(file, which, strict, run);
    }
    let (mut all, mut refused) = (None::<SoundLevels>, Exit::Done);
    for file in files {
        match sound(file, &WhichLevels::default(), strict, run) {
            Ok(levels) => {
                let levels = levels.named_after(&file.file);
                all = Some(match all {
                    Some(all) => all.and(levels),
                    None => levels,
                });
            }
            Err(exit) => refused = refused.or_worse(exit),
        }
    }
    let all = SoundLevels { refused, ..all.ok_or(refused)? };
    if all.numbers.iter().any(|number| which.has(*number)) {
        which.check("the list of all files", all.of, run.output)?;
        return Ok(all);
    }
    let help = format!("they are numbered {}", ranges(&all.numbers));
    Err(run.output.misused(&format!("no {} can be played", which.words()), &help))
}

fn is_error(one: &Diagnostic) -> bool {
    one.severity() == Severity::Error
}

impl SoundLevels {
    /// Only these levels: no others are of interest.
    pub(crate) fn only(mut self, which: &WhichLevels) -> Self {
        let mut numbers = self.numbers.iter();
        self.collection.levels.retain(|_| numbers.next().is_some_and(|number| which.has(*number)));
        self.numbers.retain(|number| which.has(*number));
        self.left_out.retain(|number| which.has(*number));
        self
    }

    /// The same, in which a level without an author has that of the collection: for showing, not for writing.
    pub(crate) fn credited(mut self) -> Self {
        for level in &mut self.collection.levels {
            level.author = level.author.take().or_else(|| self.collection.author.clone());
        }
        self
    }

    /// The same, in which a level without a title has the name of its collection or file, so that it can be put
    /// together with others.
    fn named_after(mut self, file: &Path) -> Self {
        let stem = || file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let title = self.collection.title.take();
        // Titles of levels do not say it.
        let is_unsaid = self.collection.levels.iter().any(|level| level.title.is_some());
        let note = title.as_ref().filter(|_| is_unsaid).map(|title| format!("Collection: {title}"));
        self.collection.notes.splice(..0, note);
        let name = title.unwrap_or_else(stem);
        for (level, number) in self.collection.levels.iter_mut().zip(&self.numbers) {
            level.title.get_or_insert_with(|| format!("{name} {number}"));
        }
        self = self.credited();
        self.collection.author = None;
        self
    }

    /// These levels, and then those of another file.
    fn and(mut self, other: Self) -> Self {
        let before = self.of;
        self.more.push((before, other.source));
        let found = other.found.into_iter();
        self.found.extend(found.map(|(number, one)| (number + before, one.moved_to(self.more.len()))));
        self.numbers.extend(other.numbers.iter().map(|number| number + before));
        self.left_out.extend(other.left_out.iter().map(|number| number + before));
        self.collection.levels.extend(other.collection.levels);
        self.collection.notes.extend(other.collection.notes);
        self.of += other.of;
        self
    }

    /// The texts of all files.
    pub(crate) fn sources(&self) -> Vec<&SourceText> {
        [&self.source].into_iter().chain(self.more.iter().map(|(_, source)| source)).collect()
    }

    /// The sound levels with their numbers.
    pub(crate) fn numbered(&self) -> impl Iterator<Item = (usize, &Level)> {
        self.numbers.iter().copied().zip(&self.collection.levels)
    }

    /// The only level; if there are several, one has to be named.
    pub(crate) fn one(&self, output: &Output) -> Result<&Level, Exit> {
        match &self.collection.levels[..] {
            [level] => Ok(level),
            levels => Err(output.misused(
                &if self.more.is_empty() {
                    format!("{} has {} levels", self.source.name(), self.of)
                } else {
                    format!("these are {} levels", levels.len())
                },
                &match self.left_out() {
                    None => "name one with --level N".to_owned(),
                    Some(left_out) => {
                        format!("name one with --level N, from {}; {left_out}", ranges(&self.numbers))
                    }
                },
            )),
        }
    }

    /// The numbers of the levels that are left out, each with its first error.
    pub(crate) fn reasons(&self) -> Vec<(usize, String)> {
        let reason = |number: &usize| Some((*number, self.errors(*number).into_iter().next()?.message));
        self.left_out.iter().filter_map(reason).collect()
    }

    pub(crate) fn errors(&self, number: usize) -> Vec<Diagnostic> {
        self.about(number).filter(is_error).collect()
    }

    fn about(&self, number: usize) -> impl Iterator<Item = Diagnostic> {
        self.found.iter().filter(move |(of, _)| *of == number).map(|(_, one)| one.clone())
    }

    /// What is known of a level without a solution: warnings, and why that is proven without a search.
    pub(crate) fn hopeless(&self, number: usize) -> Vec<Diagnostic> {
        let level = self.numbered().find(|(of, _)| *of == number).map(|(_, level)| level);
        let faults: Vec<Diagnostic> = self.about(number).collect();
        let lost = if faults.iter().any(is_error) { None } else { level.and_then(lost) };
        [about(number, self.of, faults), self.placed(number, lost)].concat()
    }

    /// What is found in the level of a number, with its place in the text of its file.
    pub(crate) fn placed(
        &self,
        number: usize,
        found: impl IntoIterator<Item = Diagnostic>,
    ) -> Vec<Diagnostic> {
        let file = self.more.iter().filter(|(before, _)| *before < number).count();
        about(number, self.of, found.into_iter().map(|one| one.moved_to(file)).collect())
    }

    /// The levels that are left out, in a sentence.
    pub(crate) fn left_out(&self) -> Option<String> {
        let which = if self.left_out.len() == 1 { "level" } else { "levels" };
        let left_out = ranges(&self.left_out);
        (!left_out.is_empty())
            .then(|| format!("left out because of errors: {which} {left_out}; see sokoban check"))
    }

    /// Prints the errors of the levels that are left out, and which those are; the exit code if nothing else is wrong.
    pub(crate) fn report(&self, output: &Output) -> Exit {
        let named = |number: &usize| about(*number, self.of, self.errors(*number));
        let errors: Vec<Diagnostic> = self.left_out.iter().flat_map(named).collect();
        if let Some(left_out) = self.left_out() {
            output.diagnostics(&errors, &self.sources());
            output.talk(&left_out);
            return Exit::Input;
        }
        self.refused
    }
}

/// The collection in a file if all levels are boards; otherwise the errors are printed. An unsolvable level is still a
/// board. If levels are chosen by number, the others do not matter.
pub(crate) fn playable(
    file: &LevelFile,
    which: &WhichLevels,
    run: &Run<'_>,
) -> Result<(SourceText, Collection), Exit> {
    let (source, reading) = read(file, run)?;
    let collection = playable_of(&source, reading, which, run)?;
    Ok((source, collection))
}

fn playable_of(
    source: &SourceText,
    reading: Reading,
    which: &WhichLevels,
    run: &Run<'_>,
) -> Result<Collection, Exit> {
    let reading = reading.for_levels(|index| which.has(index + 1));
    // Of several levels, it is not known whose errors matter.
    if reading.is_playable() || (which.is_all() && reading.collection.levels.len() > 1) {
        return Ok(reading.collection);
    }
    Err(run.output.refuse(&reading.diagnostics, &[source]))
}

/// The level that is asked for, with its number.
pub(crate) fn one_of(
    asked: Option<usize>,
    source: &SourceText,
    reading: Reading,
    run: &Run<'_>,
) -> Result<(usize, Level), Exit> {
    let mut collection = playable_of(source, reading, &asked.into(), run)?;
    let (number, _) = choose(&collection, asked, source, run.output)?;
    Ok((number, collection.levels.swap_remove(number - 1)))
}

/// What is wrong with a level whose boxes can be seen to be lost from the start.
pub(crate) fn lost(level: &Level) -> Option<Diagnostic> {
    /// A level for which the tests take longer is not judged.
    const TIME: Duration = Duration::from_millis(500);
    let (board, start) = Board::new(level)?;
    let limits = Limits::none().within_machine().with_time(TIME);
    let reason = DeadlockTests::new(&board, &limits).ok()?.lost(&board, &start)?;
    let place = reason.cell().map(|cell| board.place(cell)).map(|(row, column)| level.spans[row][column]);
    let message = format!("the level cannot be solved: {}", reason.words());
    Some(codes::E0314.at(place.unwrap_or(level.place), message).label("lost from the start"))
}

/// Diagnostics about a level, with its number if there are several: people look for it, editors for a line.
pub(crate) fn about(number: usize, of: usize, mut faults: Vec<Diagnostic>) -> Vec<Diagnostic> {
    for one in faults.iter_mut().filter(|_| of > 1) {
        one.message = format!("level {number}: {}", one.message);
    }
    faults
}

/// Numbers in order, as in `1, 3 to 5`.
fn ranges(numbers: &[usize]) -> String {
    let runs = numbers.chunk_by(|one, next| one + 1 == *next).map(|run| match run {
        [first, _, .., last] => format!("{first} to {last}"),
        run => run.iter().map(ToString::to_string).collect::<Vec<_>>().join(", "),
    });
    runs.collect::<Vec<_>>().join(", ")
}

/// The level with a number; without a number, the only one.
pub(crate) fn choose<'a>(
    collection: &'a Collection,
    number: Option<usize>,
    source: &SourceText,
    output: &Output,
) -> Result<(usize, &'a Level), Exit> {
    let count = collection.levels.len();
    if number.is_none() && count != 1 {
        let text = format!("{} has {count} levels", source.name());
        return Err(output.misused(&text, "name one with --level N"));
    }
    let number = number.unwrap_or(1);
    WhichLevels::from(Some(number)).check(source.name(), count, output)?;
    Ok((number, &collection.levels[number - 1]))
}

/// The exit code for findings about levels. A board without a solution is distinguished from a level that is not a
/// board, as solvers do.
pub(crate) fn exit(diagnostics: &[Diagnostic]) -> Exit {
    let proofs = [codes::E0305, codes::E0311, codes::E0314];
    let mut errors = diagnostics.iter().filter(|one| is_error(one)).peekable();
    if errors.peek().is_some() && errors.all(|one| proofs.contains(&one.code)) {
        return Exit::Unsolvable;
    }
    output::exit(diagnostics)
}
