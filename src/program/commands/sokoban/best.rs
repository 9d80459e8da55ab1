//! `banto sokoban best`: the best solutions, the player's own and those of others: imported, listed, shown, shortened,
//! written to files.
//!
//! In: the kept solutions, perhaps a level file, perhaps solutions of others. Out: text, a level file. Nothing else
//! changes what is kept: a solution that the solver has shortened is not the player's.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use clap::Args;

use super::best_solutions::{self, BestSolutions, Made, PATIENCE, name_in};
use super::convert::{ready, write};
use super::improve::{self, Improve};
use crate::compare::figures::counted;
use crate::compare::replayed;
use crate::files::levels::{SoundLevels, each, read};
use crate::files::solutions::{Solutions, playable_or_none};
use crate::files::which_levels::WhichLevels;
use crate::files::{input, save};
use crate::terminal::play::Count;
use crate::{
    ChosenLevels, Exit, LevelFile, LimitArguments, OUTPUT, Output, Progress, Run, Strict, formats, limit,
    sound,
};
use banto_base::limits::Limits;
use banto_base::source::printable;
use banto_sokoban::direct::{Aim, Promise};
use banto_sokoban::fit::{Wanted, faults};
use banto_sokoban::level::{Collection, Format, StoredSolution};
use banto_sokoban::{Level, Normal};

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
    solutions: Vec<Made>,
}

pub(super) fn run(command: &Best, output: &Output) -> Result<Exit, Exit> {
    let run = limit::interruptible(&command.limits, output);
    ready(&run, &[("-o", save::LEVELS, &command.output)], Format::Sok, command.force, &command.file)?;
    let is_told = !command.output.as_deref().is_some_and(save::is_standard);
    let (levels, imported) = levels_and_imported(command, &run)?;
    let (mut collection, mut rows, left_out) = rows(command, levels, &run)?;
    let imported = imported.or_worse(left_out);
    let is_chosen = !command.chosen.level.is_all();
    if !command.force {
        spare_levels(command.output.as_deref(), &rows, &run)?;
    }
    let solved = rows.iter().filter(|row| row.is_own()).count();
    rows.iter_mut().for_each(|row| row.choose(command.fewest));
    let (known, unknown): (Vec<&Row>, Vec<&Row>) = rows.iter().partition(|row| !row.solutions.is_empty());
    let progress = Progress::new(None, command.quiet, output);
    let mut tried = 0;
    let shows_moves = is_chosen || command.improve.improve.is_some();
    for row in &rows {
        let mut solved = Level { solutions: Vec::new(), ..row.level.clone() };
        for (index, (by, moves)) in row.solutions.iter().enumerate() {
            let mut outcome = replayed(&row.level, moves.clone());
            let wish = command.improve.improve.filter(|_| !run.is_interrupted());
            let improved = wish.and_then(|time| {
                let limits = limit::again(&command.limits, output);
                // Of two solutions, each in its own measure.
                let own = if row.which(index) == Some(Aim::Moves) { Aim::Moves } else { Aim::Pushes };
                let aim = (command.improve.improve_for.or(command.fewest).unwrap_or(own), time);
                tried += 1;
                improve::run(&row.level, &mut outcome, aim, Promise::Any, &limits, &progress)
            });
            progress.clear();
            let Some(solution) = outcome.solution() else { continue };
            let length =
                improved.as_ref().map_or_else(|| Count::of(&solution.path), |improved| improved.first);
            let words = if length.moves == 0 { "solved from the start".to_owned() } else { length.words() };
            let line = row.line(&format!("{words}{}", row.words(index)));
            let improved = improved.map(|improved| format!("{}\n", improved.sentence())).unwrap_or_default();
            match &solution.text {
                _ if !is_told => {}
                text if command.quiet => output.data(&format!("{text}\n")),
                text if shows_moves => output.data(&format!("{line}\n{improved}{text}\n")),
                _ => output.data(&format!("{line}\n")),
            }
            let (was, now) = (Count::of(moves), Count::of(&solution.path));
            if was.moves < now.moves || was.pushes < now.pushes {
                // It was shortened by one count alone.
                solved.solutions.push(StoredSolution::titled(by, moves.iter().copied()));
            }
            if !solution.path.is_empty() {
                let by = if solution.path == *moves { by.clone() } else { improve::shortened(by) };
                solved.solutions.push(StoredSolution::titled(&by, solution.path.iter().copied()));
            }
        }
        // A collection stays whole, with the best of the solutions that it has.
        if row.of > 0 {
            for (by, moves) in best_solutions::best_of_each(&row.level) {
                let stored = StoredSolution::titled(&by, moves);
                if solved.solutions.iter().all(|known| known.moves != stored.moves) {
                    solved.solutions.push(stored);
                }
            }
        }
        if row.of > 0 || !solved.solutions.is_empty() {
            collection.levels.push(solved);
        }
    }
    if !unknown.is_empty() && is_told && !command.quiet && !is_chosen {
        let numbers: Vec<usize> = unknown.iter().map(|row| row.number).collect();
        output.data(&format!("not solved: {}\n", WhichLevels::from(&numbers[..]).words()));
    }
    if let Some(path) = command.output.as_deref().filter(|_| !known.is_empty()) {
        // What was found until Ctrl-C is nowhere else.
        let run = Run { limits: Limits::none(), output };
        write(&collection, Format::Sok, Some(path), command.quiet, &run)?;
    }
    // With --import, it is asked whether the solutions of others are right.
    let is_asked = is_chosen && command.import.is_empty() && solved < rows.len();
    let mut exit = if is_asked { Exit::No.or_worse(imported) } else { imported };
    let improvable: usize = rows.iter().map(|row| row.solutions.len()).sum();
    if tried < improvable && command.improve.improve.is_some() {
        exit = exit.or_worse(Exit::Unsolved);
        output
            .talk(&format!("interrupted: {tried} of {} tried", counted(improvable, "solution", "solutions")));
    }
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

/// The levels of the file, if there is one; and keeps the solutions of others that solve one of them. Each that does
/// not is told with its place, and the answer is then no.
fn levels_and_imported(command: &Best, run: &Run<'_>) -> Result<(Option<SoundLevels>, Exit), Exit> {
    let (output, which) = (run.output, &command.chosen.level);
    input::once(command.import.iter().chain(&command.file).map(PathBuf::as_path), output)?;
    if !command.import.is_empty() && command.file.as_deref().is_some_and(input::is_standard) {
        return Err(output.usage("with --import, FILE is not standard input"));
    }
    let file = command.file.clone().map(|file| LevelFile { file, format: command.format });
    let levels = file.map(|file| sound(&[file], which, &Strict { strict: false }, run)).transpose()?;
    let (of_file, mut exit) = (levels.as_ref().map(|levels| levels.wanted(which)), Exit::Done);
    for file in each(&command.import, None, true, output)? {
        let (source, reading) = read(&file, run)?;
        let mut kept = BestSolutions::new(output).ok_or_else(|| nothing_kept(output))?;
        // Without a level file, a level that comes with its solution is known, and so are those that are kept.
        let (wanted, which) = match &of_file {
            Some(wanted) => (wanted.clone(), which.clone()),
            None => {
                let all = [playable_or_none(&reading), kept.all()].concat();
                (Wanted { asked: all.len(), levels: (1..).zip(all).collect() }, WhichLevels::default())
            }
        };
        let solutions = match Solutions::new(&source, &reading, &wanted, &which, run) {
            Ok(solutions) => solutions,
            Err(fault) => {
                exit = exit.or_worse(fault);
                continue;
            }
        };
        let fitted = &solutions.fitted;
        output.diagnostics(&faults(fitted), &[&source]);
        if of_file.is_none() && fitted.iter().any(|one| one.level.is_none()) {
            output.help(
                "a level that is not kept yet is found in its file: `banto sokoban best FILE --import ...`",
            );
        }
        let right = fitted.iter().filter_map(|one| {
            let by = Some(name_in(&one.title)).filter(|by| !by.is_empty()).unwrap_or(&command.by);
            Some((&wanted.levels[one.level?].1, by, one.moves.as_ref().ok()?))
        });
        let right: Vec<_> = right.collect();
        let better = kept.add(&right, PATIENCE).unwrap_or(0);
        told(&kept, output)?;
        let all = counted(fitted.len(), "solution", "solutions");
        let (name, wrong, known) = (source.name(), solutions.wrong(), right.len() - better);
        let words = format!("{better} kept, {known} no better than known, {wrong} wrong");
        output.talk(&format!("{name}: {all}: {words}"));
        exit = exit.or_worse(solutions.exit());
    }
    Ok((levels, exit))
}

/// Reports why what is kept cannot be read or written.
fn told(kept: &BestSolutions<'_>, output: &Output) -> Result<(), Exit> {
    kept.fault().map_or(Ok(()), |fault| {
        output.error(&fault);
        Err(Exit::Input)
    })
}

fn nothing_kept(output: &Output) -> Exit {
    output.misused("no solutions are kept", "BANTO_SOLUTIONS is empty, or there is no home folder")
}

/// The levels that are asked for, of a file or of all that are kept, with the kept solutions; the collection they are
/// from, without its levels; and the exit code if some are left out.
fn rows(
    command: &Best,
    levels: Option<SoundLevels>,
    run: &Run<'_>,
) -> Result<(Collection, Vec<Row>, Exit), Exit> {
    let (output, which) = (run.output, &command.chosen.level);
    let mut kept = BestSolutions::new(output).ok_or_else(|| nothing_kept(output))?;
    let of = levels.as_ref().map_or(0, |levels| levels.of);
    let row = |((number, level), solutions)| Row { number, of, level, solutions };
    let (rows, collection, exit) = match levels {
        Some(levels) => {
            let levels = levels.only(which);
            let known = kept.known_of_each(&levels.collection.levels);
            let (exit, mut collection) = (levels.report(output), levels.collection);
            let all = std::mem::take(&mut collection.levels);
            (levels.numbers.into_iter().zip(all).zip(known).map(row).collect(), collection, exit)
        }
        None => {
            let all = kept.all();
            which.check("the list of kept solutions", all.len(), output)?;
            let known: Vec<_> = all.iter().map(best_solutions::best_of_each).collect();
            let rows = (1..).zip(all).zip(known).filter(|((number, _), _)| which.has(*number));
            (rows.map(row).collect(), Collection::default(), Exit::Done)
        }
    };
    told(&kept, output)?;
    Ok((collection, rows, exit))
}

/// Refuses to replace levels that are not written, and solutions that are longer or missing in what is written.
fn spare_levels(path: Option<&Path>, rows: &[Row], run: &Run<'_>) -> Result<(), Exit> {
    let Some(path) = path else { return Ok(()) };
    let Some((_, there)) = save::levels_at(path, run)? else { return Ok(()) };
    let normal = |level: &Level| Normal::new(level).map(|normal| normal.rows);
    // What is written of a level: who has solved it, in how many moves.
    let is_written = |row: &&Row| row.of > 0 || !row.solutions.is_empty();
    let mut written: HashMap<_, Vec<Made>> = HashMap::new();
    for row in rows.iter().filter(is_written) {
        let all = best_solutions::best_of_each(&row.level).into_iter().chain(row.solutions.clone());
        written.entry(normal(&row.level)).or_default().extend(all);
    }
    let is_lost = |level: &&Level| {
        let Some(written) = written.get(&normal(level)) else { return true };
        let mut theirs = best_solutions::best_of_each(level).into_iter();
        theirs.any(|(by, moves)| !written.iter().any(|one| one.0 == by && one.1.len() <= moves.len()))
    };
    let lost = there.collection.levels.iter().filter(is_lost).count();
    if lost == 0 {
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
        let rank = |(_, moves): &Made| match (aim, Count::of(moves)) {
            (Aim::Moves, Count { moves, pushes }) => (moves, pushes),
            (Aim::Pushes, count) => count.by_pushes(),
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
