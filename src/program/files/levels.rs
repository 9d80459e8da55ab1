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
use banto_sokoban::fit::Wanted;
use banto_sokoban::level::{self, Collection, Format, Level, Reading};

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
        each(&self.files, self.format, false, output)
    }
}

/// Each of these files once, with those of a folder in its place. A text there without levels is left out, which is
/// said; if moves are wanted, too, one with neither.
pub(crate) fn each(
    files: &[PathBuf],
    format: Option<Format>,
    takes_moves: bool,
    output: &Output,
) -> Result<Vec<LevelFile>, Exit> {
    input::once(files.iter().map(PathBuf::as_path), output)?;
    let (mut found, mut known) = (Vec::new(), HashSet::new());
    for path in files {
        let (inside, others) = in_folder(path, takes_moves);
        for path in others {
            let what = if takes_moves { "neither levels nor solutions" } else { "no levels" };
            output.talk(&format!("{} is left out: it has {what}", path.display()));
        }
        // Reading a folder without levels says that there are none.
        found.extend(inside.is_empty().then(|| path.clone()));
        found.extend(inside);
    }
    found.retain(|path| fs::canonicalize(path).map_or(true, |whole| known.insert(whole)));
    Ok(found.into_iter().map(|file| LevelFile { file, format }).collect())
}

/// How the names of level files end, and their formats. A text may have any of them.
pub(crate) const ENDS: [(&str, Format); 5] = [
    ("xsb", Format::Xsb),
    ("rle", Format::Rle),
    ("sok", Format::Sok),
    ("slc", Format::Slc),
    ("txt", Format::Article),
];

/// The level files in a folder, by their names; and the texts in it that are about something else.
fn in_folder(folder: &Path, takes_moves: bool) -> (Vec<PathBuf>, Vec<PathBuf>) {
    let ends = |path: &Path, end: &str| path.extension().is_some_and(|one| one.eq_ignore_ascii_case(end));
    let is_wanted = |path: &PathBuf| {
        let bytes = fs::read(path).ok().filter(|_| ends(path, "txt"));
        let text = bytes.map(|bytes| SourceText::new("", String::from_utf8_lossy(&bytes)));
        text.is_none_or(|text| level::has_levels(&text) || takes_moves && level::has_solutions(&text))
    };
    let names = if folder.is_dir() { input::names_in(folder) } else { Vec::new() };
    let inside = names.into_iter().map(|name| folder.join(name));
    inside.filter(|path| ENDS.iter().any(|(end, _)| ends(path, end)) && path.is_file()).partition(is_wanted)
}

/// A file's text and the levels read from it.
pub(crate) fn read(file: &LevelFile, run: &Run<'_>) -> Result<(SourceText, Reading), Exit> {
    if input::is_standard(&file.file) && std::io::stdin().is_terminal() {
        let end = console::END_OF_INPUT;
        run.output.talk(&format!("paste the text here, then press {end} on a line of its own"));
    }
    let (source, mut fault) = input::read_and_warn(&file.file, run)?;
    if file.file.is_dir() && in_folder(&file.file, false).0.is_empty() {
        let message = format!(
            "there are no level files in {} ({})",
            source.name(),
            ENDS.map(|(end, _)| end).join(", ")
        );
        fault = Some(codes::E0003.at(Span::at(0), message));
    }
    let mut reading = Reading::default();
    if fault.as_ref().is_none_or(|fault| fault.severity() == Severity::Warning) {
        let stopped = run.stopped("stopped while reading levels");
        reading = level::read_within(&source, file.format, &run.limits).map_err(stopped)?;
    }
    reading.about.splice(..0, fault.iter().map(|_| None));
    reading.diagnostics.splice(..0, fault);
    Ok((source, reading))
}

/// The flag of commands that go on without the levels that have errors.
#[derive(Debug, Args)]
pub(crate) struct Strict {
    /// Refuse a file with faulty levels; without it, those that cannot be played are left out
    #[arg(long)]
    pub strict: bool,
}

/// The levels of files without those that have errors, numbered one after the other.
pub(crate) struct SoundLevels {
    /// The texts of the files, each with the number of levels before it.
    texts: Vec<(usize, SourceText)>,
    /// The sound levels, with the words of the collection.
    pub collection: Collection,
    /// The number of each sound level.
    pub numbers: Vec<usize>,
    /// How many levels the files have.
    pub of: usize,
    left_out: Vec<usize>,
    /// All findings with the number of their level.
    found: Vec<(usize, Diagnostic)>,
    /// How bad the files are of which no level is here.
    refused: Exit,
}

/// The sound levels of files. Of files that have none, the errors are printed, and the others go through.
pub(crate) fn sound(
    files: &[LevelFile],
    which: &WhichLevels,
    strict: &Strict,
    run: &Run<'_>,
) -> Result<SoundLevels, Exit> {
    let one = |file: &LevelFile, which: &WhichLevels| {
        read(file, run).and_then(|(source, reading)| SoundLevels::new(source, reading, which, strict, run))
    };
    if let [file] = files {
        return one(file, which);
    }
    let (mut found, mut refused) = (Vec::new(), Exit::Done);
    for file in files {
        match one(file, &WhichLevels::default()) {
            Ok(levels) => found.push((levels, file)),
            Err(exit) => refused = refused.or_worse(exit),
        }
    }
    let is_one = found.len() == 1;
    let named = |(levels, file): (SoundLevels, &LevelFile)| {
        if is_one { levels } else { levels.named_after(&file.file) }
    };
    let all = found.into_iter().map(named).reduce(SoundLevels::and);
    let all = SoundLevels { refused, ..all.ok_or(refused)? };
    if all.numbers.iter().any(|number| which.has(*number)) {
        which.check("the list of all files", all.of, run.output)?;
        return Ok(all);
    }
    let help = format!("those that can are {}", WhichLevels::from(&all.numbers[..]).words());
    Err(run.output.misused(&format!("no {} can be played", which.words()), &help))
}

fn is_error(one: &Diagnostic) -> bool {
    one.severity() == Severity::Error
}

impl SoundLevels {
    /// The sound levels of one text; errors are printed if none of those that are asked for is one, or if the command
    /// is strict. An unsolvable level is sound.
    pub(crate) fn new(
        source: SourceText,
        reading: Reading,
        which: &WhichLevels,
        strict: &Strict,
        run: &Run<'_>,
    ) -> Result<Self, Exit> {
        if strict.strict && reading.diagnostics.iter().any(is_error) {
            run.output.diagnostics(&reading.diagnostics, &[&source]);
            return Err(exit(&reading.diagnostics));
        }
        let is_sound = reading.playable_levels();
        let of = is_sound.len();
        let mut of_file = reading.diagnostics.iter().zip(&reading.about).filter(|(_, about)| about.is_none());
        let asked: Vec<usize> = (1..=of).filter(|number| which.has(*number)).collect();
        let has_one =
            if asked.is_empty() { !which.is_all() } else { asked.iter().any(|one| is_sound[one - 1]) };
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
        Ok(Self { texts: vec![(0, source)], collection, numbers, of, left_out, found, refused: Exit::Done })
    }

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
        let name = self.collection.title.clone().unwrap_or_else(stem);
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
        self.texts.extend(other.texts.into_iter().map(|(_, text)| (before, text)));
        self.found.extend(other.found.into_iter().map(|(number, one)| (number + before, one)));
        self.numbers.extend(other.numbers.iter().map(|number| number + before));
        self.left_out.extend(other.left_out.iter().map(|number| number + before));
        let (mine, theirs) = (&mut self.collection, other.collection);
        let titles: Vec<String> = mine.title.take().into_iter().chain(theirs.title).collect();
        mine.title = Some(titles.join("; ")).filter(|title| !title.is_empty());
        mine.levels.extend(theirs.levels);
        mine.notes.extend(theirs.notes);
        self.of += other.of;
        self
    }

    /// The texts of all files.
    pub(crate) fn sources(&self) -> Vec<&SourceText> {
        self.texts.iter().map(|(_, source)| source).collect()
    }

    /// The sound levels with their numbers.
    pub(crate) fn numbered(&self) -> impl Iterator<Item = (usize, &Level)> {
        self.numbers.iter().copied().zip(&self.collection.levels)
    }

    /// The levels to which solutions may belong, first those that are asked for.
    pub(crate) fn wanted(&self, which: &WhichLevels) -> Wanted {
        let all = self.numbered().map(|(number, level)| (number, level.clone()));
        let (mut levels, others): (Vec<_>, Vec<_>) = all.partition(|(number, _)| which.has(*number));
        let asked = levels.len();
        levels.extend(others);
        Wanted { levels, asked }
    }

    /// The level that is asked for; of several, one has to be named.
    pub(crate) fn one(&self, which: &WhichLevels, output: &Output) -> Result<(usize, &Level), Exit> {
        let is_named = self.of == 1 || which.one().is_some();
        if let Some(level) = self.numbered().next().filter(|_| is_named) {
            return Ok(level);
        }
        let text = match &self.texts[..] {
            [(_, source)] => format!("{} has {} levels", source.name(), self.of),
            _ => format!("these are {} levels", self.numbers.len()),
        };
        let help = match self.left_out() {
            None => "name one with --level N".to_owned(),
            Some(left_out) => {
                format!("name one with --level N, from {}; {left_out}", WhichLevels::from(&self.numbers[..]))
            }
        };
        Err(output.misused(&text, &help))
    }

    /// The numbers of the levels that are left out, each with its first error.
    pub(crate) fn reasons(&self) -> Vec<(usize, String)> {
        let reason = |number: &usize| Some((*number, self.errors(*number).next()?.message.clone()));
        self.left_out.iter().filter_map(reason).collect()
    }

    pub(crate) fn errors(&self, number: usize) -> impl Iterator<Item = &Diagnostic> {
        self.about(number).filter(|one| is_error(one))
    }

    fn about(&self, number: usize) -> impl Iterator<Item = &Diagnostic> {
        self.found.iter().filter(move |(of, _)| *of == number).map(|(_, one)| one)
    }

    /// What is known of a level without a solution: warnings, and why that is proven without a search.
    pub(crate) fn hopeless(&self, number: usize) -> Vec<Diagnostic> {
        let level = self.numbered().find(|(of, _)| *of == number).map(|(_, level)| level);
        let lost = level.filter(|_| self.errors(number).next().is_none()).and_then(lost);
        self.placed(number, self.about(number).cloned().chain(lost))
    }

    /// What is found in the level of a number, with its place in the text of its file; and with the number if there
    /// are several: people look for it, editors for a line.
    pub(crate) fn placed(
        &self,
        number: usize,
        found: impl IntoIterator<Item = Diagnostic>,
    ) -> Vec<Diagnostic> {
        let file = self.texts.iter().skip(1).filter(|(before, _)| *before < number).count();
        let placed = found.into_iter().map(|one| {
            let mut one = one.moved_to(file);
            if self.of > 1 {
                one.message = format!("level {number}: {}", one.message);
            }
            one
        });
        placed.collect()
    }

    /// The levels that are left out, in a sentence.
    pub(crate) fn left_out(&self) -> Option<String> {
        let left_out = WhichLevels::from(&self.left_out[..]);
        let is_some = !self.left_out.is_empty();
        is_some.then(|| format!("left out because of errors: {}; see sokoban check", left_out.words()))
    }

    /// Prints the errors of the levels that are left out, and which those are; the exit code if nothing else is wrong.
    pub(crate) fn report(&self, output: &Output) -> Exit {
        let Some(left_out) = self.left_out() else { return self.refused };
        let errors = self.left_out.iter().flat_map(|one| self.placed(*one, self.errors(*one).cloned()));
        output.diagnostics(&errors.collect::<Vec<_>>(), &self.sources());
        output.talk(&left_out);
        Exit::Input
    }
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
