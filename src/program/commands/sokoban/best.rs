//! `banto sokoban best`: the player's own solutions: listed, shown, shortened, written to files.
//!
//! In: the kept solutions, perhaps a level file. Out: text, a level file. What is kept is not changed: a
//! solution that the solver has shortened is not the player's.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use clap::Args;

use super::best_solutions::{self, BestSolutions};
use super::convert::{ready, write};
use super::improve::{self, Improve, Length};
use crate::compare::figures::counted;
use crate::compare::replayed;
use crate::files::{input, save};
use crate::flags::number;
use crate::{Exit, LevelFile, LimitArguments, OUTPUT, Output, Progress, Run, Strict, formats, limit, sound};
use banto_sokoban::direct::Aim;
use banto_sokoban::level::{self, Collection, Format};
use banto_sokoban::{Level, Move, Normal};

/// List, show and export your own best solutions
#[derive(Debug, Args)]
#[allow(clippy::struct_excessive_bools, reason = "each is a flag")]
pub(crate) struct Best {
    /// A level file: your solutions of its levels, as they are drawn there; without one, all that are kept
    #[arg(value_name = "FILE")]
    pub file: Option<PathBuf>,

    /// The format of the level file; detected by default
    #[arg(long, value_name = "FORMAT", value_parser = formats(), requires = "file")]
    pub format: Option<Format>,

    /// The number of one level in the list, to show its solutions
    #[arg(long, value_name = "N", value_parser = number::whole::<usize>(..))]
    pub level: Option<usize>,

    /// Of two solutions of a level, only the one with the fewest of these
    #[arg(long, value_name = "WHAT", value_parser = improve::aims())]
    pub fewest: Option<Aim>,

    #[command(flatten)]
    pub improve: Improve,

    #[command(flatten)]
    pub limits: LimitArguments,

    /// Also write levels and solutions to this file (.sok); in place of a level file if there is one; - for standard
    /// output instead of the list
    #[arg(short, long, value_name = "FILE", help_heading = OUTPUT)]
    pub output: Option<PathBuf>,

    /// Let -o replace levels that you have not solved, or a file without levels
    #[arg(long, requires = "output", help_heading = OUTPUT)]
    pub force: bool,

    /// Print the solutions, and nothing else
    #[arg(short, long, help_heading = OUTPUT)]
    pub quiet: bool,
}

/// A level, its number, and the player's best solutions: that with the fewest moves, then that with the fewest pushes.
struct Row {
    number: usize,
    /// How many levels the file has; 0 for what is kept, whose numbers are its own.
    of: usize,
    level: Level,
    solutions: Vec<Vec<Move>>,
    /// Whose solutions these are, of two.
    which: Vec<&'static str>,
}

pub(super) fn run(command: &Best, output: &Output) -> Result<Exit, Exit> {
    let run = limit::interruptible(&command.limits, output);
    ready(&run, &[("-o", save::LEVELS, &command.output)], Format::Sok, command.force, &command.file)?;
    let is_told = !command.output.as_deref().is_some_and(save::is_standard);
    let (mut collection, mut rows) = rows(command, &run)?;
    if !command.force {
        spare_levels(command.output.as_deref(), &rows, &run)?;
    }
    rows.iter_mut().for_each(|row| row.choose(command.fewest));
    let solved = rows.iter().filter(|row| !row.solutions.is_empty()).count();
    let progress = Progress::new(None, command.quiet, output);
    for row in &rows {
        if row.solutions.is_empty() && is_told && !command.quiet && command.level.is_none() {
            output.data(&format!("{}\n", row.line("not solved")));
        }
        let mut solved = Level { solutions: Vec::new(), ..row.level.clone() };
        for (index, moves) in row.solutions.iter().enumerate() {
            let mut outcome = replayed(&row.level, moves.clone());
            let improved = command.improve.improve.and_then(|time| {
                let limits = limit::again(&command.limits, output);
                // Of two solutions, each in its own measure.
                let own = if row.which[index] == MOVES { Aim::Moves } else { Aim::Pushes };
                let aim = (command.improve.improve_for.unwrap_or(own), time);
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
            let line = |words: &str| row.line(&format!("{words}{}", row.which[index]));
            if is_told && command.quiet {
                output.data(&format!("{text}\n"));
            } else if is_told && (command.level.is_some() || command.improve.improve.is_some()) {
                let first = improved.as_ref().map_or(words, |improved| improved.first.words());
                output.data(&format!("{}\n{sentence}{text}\n", line(&first)));
            } else if is_told {
                output.data(&format!("{}\n", line(&words)));
            }
            if !solution.path.is_empty() {
                solved.solutions.push(solution.text.as_str().into());
            }
        }
        if !solved.solutions.is_empty() {
            collection.levels.push(solved);
        }
    }
    if let Some(path) = command.output.as_deref().filter(|_| solved > 0) {
        write(&collection, Format::Sok, Some(path), command.quiet, &run)?;
    }
    if command.level.is_some() && solved == 0 {
        output.ended("you have not solved this level");
        return Ok(Exit::No);
    }
    if rows.len() > 1 && !command.quiet {
        output.talk(&format!("solved {solved} of {}", counted(rows.len(), "level", "levels")));
    } else if rows.is_empty() {
        output.talk("no solutions are kept yet: solve a level in `banto sokoban play`");
    }
    Ok(Exit::Done)
}

/// The levels that are asked for, with the kept solutions; and the collection they are from, without its levels.
fn rows(command: &Best, run: &Run<'_>) -> Result<(Collection, Vec<Row>), Exit> {
    let output = run.output;
    let Some(mut kept) = BestSolutions::new(output) else {
        return Err(
            output.misused("no solutions are kept", "BANTO_SOLUTIONS is empty, or there is no home folder")
        );
    };
    let rows = match &command.file {
        Some(file) => {
            let source = LevelFile { file: file.clone(), format: command.format };
            let levels = sound(&source, command.level, &Strict { strict: false }, run)?.only(command.level);
            let known = kept.known(levels.numbered().map(|(_, level)| level));
            let rows = levels.numbered().zip(known);
            let rows = rows
                .map(|((number, level), solutions)| Row::new(number, levels.of, level.clone(), solutions))
                .collect();
            levels.report(output);
            (Collection { levels: Vec::new(), ..levels.collection }, rows)
        }
        None => {
            let all = kept.all().into_iter().zip(1..);
            let row = |(level, number)| {
                let solutions = best_solutions::solutions(&level);
                Row::new(number, 0, level, solutions)
            };
            let rows: Vec<Row> = all.map(row).collect();
            let count = rows.len();
            let is_chosen = |row: &Row| command.level.is_none_or(|number| number == row.number);
            let chosen: Vec<Row> = rows.into_iter().filter(is_chosen).collect();
            if let Some(number) = command.level.filter(|_| chosen.is_empty()) {
                let help = format!("{} kept", counted(count, "solution is", "solutions are"));
                return Err(output.misused(&format!("there is no solution {number}"), &help));
            }
            (Collection::default(), chosen)
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

/// Which of the player's best a solution is, if there are two.
const MOVES: &str = " (fewest moves)";
const PUSHES: &str = " (fewest pushes)";

/// Refuses to replace levels that have no solution to be written.
fn spare_levels(path: Option<&Path>, rows: &[Row], run: &Run<'_>) -> Result<(), Exit> {
    let Some(path) = path.filter(|path| path.is_file()) else { return Ok(()) };
    let (source, fault) = input::read(path, run)?;
    let there = level::read_within(&source, None, &run.limits)
        .map_err(run.stopped("stopped while reading levels"))?;
    let normal = |level: &Level| Normal::new(level).map(|normal| normal.rows);
    let solved: HashSet<_> =
        rows.iter().filter(|row| !row.solutions.is_empty()).map(|row| normal(&row.level)).collect();
    let lost = there.collection.levels.iter().filter(|level| !solved.contains(&normal(level))).count();
    if fault.is_some() || lost == 0 {
        return Ok(());
    }
    let levels = counted(lost, "level", "levels");
    let text =
        format!("{} has {levels} that you have not solved, and -o would replace the file", path.display());
    Err(run.output.misused(&text, "name another file for the result, or add --force"))
}

impl Row {
    fn new(number: usize, of: usize, level: Level, solutions: Vec<Vec<Move>>) -> Self {
        let which = if solutions.len() > 1 { vec![MOVES, PUSHES] } else { vec![""; solutions.len()] };
        Self { number, of, level, solutions, which }
    }

    /// Leaves only the solution with the fewest of something, if one is asked for.
    fn choose(&mut self, fewest: Option<Aim>) {
        if let Some(aim) = fewest.filter(|_| self.solutions.len() > 1) {
            let at = usize::from(aim == Aim::Pushes);
            self.solutions = vec![self.solutions.swap_remove(at)];
            self.which = vec![self.which[at]];
        }
    }

    fn line(&self, result: &str) -> String {
        let Self { level, number, of, .. } = self;
        let kept = if *of == 0 { "kept " } else { "" };
        format!("{kept}{} ({} x {}): {result}", level.heading(*number), level.width(), level.height())
    }
}
