//! `banto sokoban best`: the best solutions, the player's own and those of others: imported, listed, shown, shortened,
//! written to files.
//!
//! In: the kept solutions, perhaps a level file, perhaps solutions of others. Out: text, a level file. Nothing else
//! changes what is kept: a solution that the solver has shortened is not the player's.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use clap::Args;

use super::best_solutions::{self, BestSolutions, name_in};
use super::convert::{ready, write};
use super::improve::{self, Improve, Length};
use crate::compare::figures::counted;
use crate::compare::replayed;
use crate::files::levels::{LevelFiles, fitted, playable_or_none, read};
use crate::files::{input, save};
use crate::{
    ChosenLevels, Exit, LevelFile, LimitArguments, OUTPUT, Output, Progress, Run, Strict, formats, limit,
    sound,
};
use banto_base::limits::Limits;
use banto_base::source::printable;
use banto_sokoban::direct::Aim;
use banto_sokoban::fit::faults;
use banto_sokoban::level::{self, Collection, Format, StoredSolution};
use banto_sokoban::{Level, Move, Normal};

/// List, show and export the best solutions, your own and those of others
#[derive(Debug, Args)]
#[allow(clippy::struct_excessive_bools, reason = "each is a flag")]
pub(crate) struct Best {
    /// A level file: the solutions of its levels, as they are drawn there; without one, all that are kept
    #[arg(value_name = "FILE")]
    pub file: Option<PathBuf>,

    /// The format of the level file; detected by default
    #[arg(long, value_name = "FORMAT", value_parser = formats(), requires = "file")]
    pub format: Option<Format>,

    /// First keep the solutions of others in these files, or in folders of them: level files, moves, answers of
    /// solvers; - for what is pasted; may be repeated
    #[arg(long, value_name = "SOLUTIONS")]
    pub import: Vec<PathBuf>,

    /// Who has made the imported solutions that have no name
    #[arg(long, value_name = "NAME", requires = "import", default_value = "imported", value_parser = name)]
    pub by: String,

    #[command(flatten)]
    pub chosen: ChosenLevels,

    /// Of all solutions of a level, only the one with the fewest of these
    #[arg(long, value_name = "WHAT", value_parser = improve::aims())]
    pub fewest: Option<Aim>,

    #[command(flatten)]
    pub improve: Improve,

    #[command(flatten)]
    pub limits: LimitArguments,

    /// Also write solutions with their levels, or all levels of FILE, to this file (.sok); in place of a level file if
    /// there is one; - for standard output instead of the list
    #[arg(short, long, value_name = "FILE", help_heading = OUTPUT)]
    pub output: Option<PathBuf>,

    /// Let -o replace levels that you have not solved, or a file without levels
    #[arg(long, requires = "output", help_heading = OUTPUT)]
    pub force: bool,

    /// Print the solutions, and nothing else
    #[arg(short, long, help_heading = OUTPUT)]
    pub quiet: bool,
}

/// Reads a name that a heading can have.
fn name(text: &str) -> Result<String, String> {
    let name = text.split_whitespace().collect::<Vec<_>>().join(" ");
    match name_in(&name) {
        "" => Err("a name has letters".to_owned()),
        name => Ok(name.to_owned()),
    }
}

/// A level, its number, and its best solutions: first the player's, then those of others; of each, that with the fewest
/// moves, then that with the fewest pushes.
struct Row {
    number: usize,
    /// How many levels the file has; 0 for what is kept, whose numbers are its own.
    of: usize,
    level: Level,
    /// Each with the name of another who has made it.
    solutions: Vec<(String, Vec<Move>)>,
}

pub(super) fn run(command: &Best, output: &Output) -> Result<Exit, Exit> {
    let run = limit::interruptible(&command.limits, output);
    ready(&run, &[("-o", save::LEVELS, &command.output)], Format::Sok, command.force, &command.file)?;
    let is_told = !command.output.as_deref().is_some_and(save::is_standard);
    let imported = import(command, &run)?;
    let (mut collection, mut rows, left_out) = rows(command, &run)?;
    let imported = imported.or_worse(left_out);
    let is_chosen = !command.chosen.level.is_all();
    if !command.force {
        spare_levels(command.output.as_deref(), &rows, &run)?;
    }
    let solved = rows.iter().filter(|row| row.is_own()).count();
    rows.iter_mut().for_each(|row| row.choose(command.fewest));
    let known = rows.iter().filter(|row| !row.solutions.is_empty()).count();
    let progress = Progress::new(None, command.quiet, output);
    for row in &rows {
        if row.solutions.is_empty() && is_told && !command.quiet && !is_chosen {
            output.data(&format!("{}\n", row.line("not solved")));
        }
        let mut solved = Level { solutions: Vec::new(), ..row.level.clone() };
        for (index, (by, moves)) in row.solutions.iter().enumerate() {
            let mut outcome = replayed(&row.level, moves.clone());
            let improved = command.improve.improve.and_then(|time| {
                let limits = limit::again(&command.limits, output);
                // Of two solutions, each in its own measure.
                let own = if row.which(index) == Some(Aim::Moves) { Aim::Moves } else { Aim::Pushes };
                let aim = (command.improve.improve_for.or(command.fewest).unwrap_or(own), time);
                improve::run(&row.level, &mut outcome, aim, &limits, &progress)
            });
            progress.clear();
            let Some(solution) = outcome.solution() else { continue };
            let text = &solution.text;
            let words = if solution.path.is_empty() {
                "solved from the start".to_owned()
            } else {
                Length::of(solution).words()
            };
            let sentence =
                improved.as_ref().map(|improved| format!("{}\n", improved.sentence())).unwrap_or_default();
            let line = |words: &str| row.line(&format!("{words}{}", row.words(index)));
            if is_told && command.quiet {
                output.data(&format!("{text}\n"));
            } else if is_told && (is_chosen || command.improve.improve.is_some()) {
                let first = improved.as_ref().map_or(words, |improved| improved.first.words());
                output.data(&format!("{}\n{sentence}{text}\n", line(&first)));
            } else if is_told {
                output.data(&format!("{}\n", line(&words)));
            }
            if !solution.path.is_empty() {
                let by = if solution.path == *moves { by.clone() } else { improve::shortened(by) };
                solved.solutions.push(StoredSolution::titled(&by, solution.path.iter().copied()));
            }
        }
        // A collection stays whole, with the best of the solutions that it has.
        if row.of > 0 {
            let stored = best_solutions::best_of_each(&row.level).into_iter();
            let stored: Vec<_> = stored.map(|(by, moves)| StoredSolution::titled(by, moves)).collect();
            let is_new = |one: &StoredSolution| solved.solutions.iter().all(|known| known.moves != one.moves);
            let new: Vec<_> = stored.into_iter().filter(is_new).collect();
            solved.solutions.extend(new);
        }
        if row.of > 0 || !solved.solutions.is_empty() {
            collection.levels.push(solved);
        }
    }
    if let Some(path) = command.output.as_deref().filter(|_| known > 0) {
        // What was found until Ctrl-C is nowhere else.
        let run = Run { limits: Limits::none(), output };
        write(&collection, Format::Sok, Some(path), command.quiet, &run)?;
    }
    // With --import, it is asked whether the solutions of others are right.
    let is_asked = is_chosen && command.import.is_empty() && solved < rows.len();
    let exit = if is_asked { Exit::No.or_worse(imported) } else { imported };
    if is_asked && solved == 0 {
        let what = if rows.len() == 1 { "this level" } else { "any of these levels" };
        output.ended(&format!("you have not solved {what}"));
    } else if rows.len() > 1 && !command.quiet {
        output.talk(&format!("solved {solved} of {}", counted(rows.len(), "level", "levels")));
    } else if rows.is_empty() {
        output.talk("no solutions are kept yet: solve a level in `banto sokoban play`");
    }
    Ok(exit)
}

/// Keeps the solutions of others that solve one of the levels. Each that does not is told with its place, and the
/// answer is then no.
fn import(command: &Best, run: &Run<'_>) -> Result<Exit, Exit> {
    let output = run.output;
    input::once(command.import.iter().chain(&command.file).map(PathBuf::as_path), output)?;
    if !command.import.is_empty() && command.file.as_deref().is_some_and(input::is_standard) {
        return Err(output.usage("with --import, FILE is not standard input"));
    }
    let (which, mut levels, mut count, mut exit) = (&command.chosen.level, Vec::new(), 0, Exit::Done);
    if let Some(file) = command.file.as_ref().filter(|_| !command.import.is_empty()) {
        let source = LevelFile { file: file.clone(), format: command.format };
        let sound = sound(&source, which, &Strict { strict: false }, run)?;
        let (chosen, others): (Vec<_>, _) = sound.numbered().partition(|(number, _)| which.has(*number));
        count = chosen.len();
        // Solutions of the others are no faults: they are known, too.
        levels.extend(chosen.into_iter().chain(others).map(|(_, level)| level.clone()));
    }
    for file in (LevelFiles { files: command.import.clone(), format: None }).each(output)? {
        let (source, reading) = read(&file, run)?;
        let mut kept = BestSolutions::new(output).ok_or_else(|| nothing_kept(output))?;
        // Without a level file, a level that comes with its solution is known, and so are those that are kept.
        let levels = match command.file {
            Some(_) => levels.clone(),
            None => [playable_or_none(&reading), kept.all()].concat(),
        };
        let mut fitted = fitted(&levels, &source, &reading, run)?;
        let is_said = fitted.is_empty() && !reading.is_playable();
        let is_chosen = !which.is_all() && command.file.is_some();
        if is_chosen {
            fitted.retain(|one| one.level.is_none_or(|at| at < count));
        }
        output.diagnostics(&faults(&fitted), &[&source]);
        if command.file.is_none() && fitted.iter().any(|one| one.level.is_none()) {
            output.help(
                "a level that is not kept yet is found in its file: `banto sokoban best FILE --import ...`",
            );
        }
        let right = fitted.iter().filter_map(|one| {
            let by = Some(name_in(&one.title)).filter(|by| !by.is_empty()).unwrap_or(&command.by);
            Some((&levels[one.level?], by, one.moves.as_ref().ok()?))
        });
        let right: Vec<_> = right.collect();
        let better = kept.add(&right);
        if let Some(fault) = kept.fault() {
            output.error(&fault);
            return Err(Exit::Input);
        }
        let all = counted(fitted.len(), "solution", "solutions");
        let (wrong, known) = (fitted.iter().filter(|one| one.moves.is_err()).count(), right.len() - better);
        let name = source.name();
        if !fitted.is_empty() {
            let words = format!("{better} kept, {known} no better than known, {wrong} wrong");
            output.talk(&format!("{name}: {all}: {words}"));
        } else if !is_said {
            let of = if is_chosen { format!(" of {}", which.words()) } else { String::new() };
            output.error(&format!("{name} has no solutions{of}"));
        }
        let is_broken = !reading.collection.levels.is_empty() && !reading.is_playable();
        exit = exit.or_worse(match wrong {
            _ if is_broken || fitted.is_empty() => Exit::Input,
            0 => Exit::Done,
            _ => Exit::No,
        });
    }
    Ok(exit)
}

fn nothing_kept(output: &Output) -> Exit {
    output.misused("no solutions are kept", "BANTO_SOLUTIONS is empty, or there is no home folder")
}

/// The levels that are asked for, with the kept solutions; the collection they are from, without its levels; and the
/// exit code if some are left out.
fn rows(command: &Best, run: &Run<'_>) -> Result<(Collection, Vec<Row>, Exit), Exit> {
    let (output, which) = (run.output, &command.chosen.level);
    let mut kept = BestSolutions::new(output).ok_or_else(|| nothing_kept(output))?;
    let rows = match &command.file {
        Some(file) => {
            let source = LevelFile { file: file.clone(), format: command.format };
            let levels = sound(&source, which, &Strict { strict: false }, run)?.only(which);
            let known = kept.known_of_each(levels.numbered().map(|(_, level)| level));
            let rows = levels.numbered().zip(known);
            let rows = rows
                .map(|((number, level), solutions)| Row {
                    number,
                    of: levels.of,
                    level: level.clone(),
                    solutions,
                })
                .collect();
            let exit = levels.report(output);
            (Collection { levels: Vec::new(), ..levels.collection }, rows, exit)
        }
        None => {
            let all = kept.all().into_iter().zip(1..);
            let row = |(level, number)| {
                let each = best_solutions::best_of_each(&level).into_iter();
                let solutions = each.map(|(by, moves)| (by.to_owned(), moves)).collect();
                Row { number, of: 0, level, solutions }
            };
            let mut rows: Vec<Row> = all.map(row).collect();
            which.check("the list of kept solutions", rows.len(), output)?;
            rows.retain(|row| which.has(row.number));
            (Collection::default(), rows, Exit::Done)
        }
    };
    match kept.fault() {
        Some(fault) => {
            output.error(&fault);
            Err(Exit::Input)
        }
        None => Ok(rows),
    }
}

/// Refuses to replace levels that are not written, and solutions that are longer or missing in what is written.
fn spare_levels(path: Option<&Path>, rows: &[Row], run: &Run<'_>) -> Result<(), Exit> {
    let Some(path) = path.filter(|path| path.is_file()) else { return Ok(()) };
    let (source, fault) = input::read(path, run)?;
    let there = level::read_within(&source, None, &run.limits)
        .map_err(run.stopped("stopped while reading levels"))?;
    let normal = |level: &Level| Normal::new(level).map(|normal| normal.rows);
    // What is written of a level: who has solved it, in how many moves.
    let is_written = |row: &&Row| row.of > 0 || !row.solutions.is_empty();
    let mut written: HashMap<_, Vec<(&str, usize)>> = HashMap::new();
    for row in rows.iter().filter(is_written) {
        let kept = row.solutions.iter().map(|(by, moves)| (by.as_str(), moves.len()));
        let own = best_solutions::best_of_each(&row.level).into_iter().map(|(by, moves)| (by, moves.len()));
        written.entry(normal(&row.level)).or_default().extend(kept.chain(own));
    }
    let is_lost = |level: &&Level| {
        let Some(written) = written.get(&normal(level)) else { return true };
        let mut theirs = best_solutions::best_of_each(level).into_iter();
        theirs.any(|(by, moves)| !written.iter().any(|one| one.0 == by && one.1 <= moves.len()))
    };
    let lost = there.collection.levels.iter().filter(is_lost).count();
    if fault.is_some() || lost == 0 {
        return Ok(());
    }
    let levels = counted(lost, "level", "levels");
    let text = format!(
        "{} has {levels} that you have not solved, or with solutions that are not kept",
        path.display()
    );
    Err(run.output.misused(&text, "name another file for the result, or replace it by --force"))
}

impl Row {
    /// Whether the player has solved it.
    fn is_own(&self) -> bool {
        self.solutions.first().is_some_and(|(by, _)| by.is_empty())
    }

    /// Of which measure a solution is the best, if whoever has made it has two.
    fn which(&self, index: usize) -> Option<Aim> {
        let by = |at: usize| self.solutions.get(at).map(|(by, _)| by);
        match by(index) {
            here if here == by(index + 1) => Some(Aim::Moves),
            here if index > 0 && here == by(index - 1) => Some(Aim::Pushes),
            _ => None,
        }
    }

    /// Whose solution it is, and which of two.
    fn words(&self, index: usize) -> String {
        let which = match self.which(index) {
            Some(Aim::Moves) => " (fewest moves)",
            Some(Aim::Pushes) => " (fewest pushes)",
            None => "",
        };
        match self.solutions[index].0.as_str() {
            "" => which.to_owned(),
            by => format!(" by {}{which}", printable(by)),
        }
    }

    /// Leaves only the solution with the fewest of something, if that is asked for: of equal ones, the player's.
    fn choose(&mut self, fewest: Option<Aim>) {
        let Some(aim) = fewest else { return };
        let rank = |(_, moves): &(String, Vec<Move>)| match (aim, Length::of_moves(moves)) {
            (Aim::Moves, Length(pushes, moves)) => (moves, pushes),
            (Aim::Pushes, Length(pushes, moves)) => (pushes, moves),
        };
        self.solutions =
            std::mem::take(&mut self.solutions).into_iter().min_by_key(rank).into_iter().collect();
    }

    fn line(&self, result: &str) -> String {
        let Self { level, number, of, .. } = self;
        let kept = if *of == 0 { "kept " } else { "" };
        format!("{kept}{} ({} x {}): {result}", level.heading(*number), level.width(), level.height())
    }
}
