//! `banto sokoban play`: a level in the terminal, full screen or line by line.
//!
//! In: a level file and flags. Out: a game, and its result at the end.

use std::io::{self, IsTerminal};
use std::time::Duration;

use clap::Args;

use super::best_solutions::{self, BestSolutions};
use crate::base::system::console;
use crate::program::compare::figures::counted;
use crate::program::files::input;
use crate::program::flags::{names, number, units};
use crate::program::terminal::play::{
    Entry, Game, ScreenSettings, SolverSettings, THEMES, Theme, Won, plain, screen,
};
use crate::program::{Exit, LevelFile, LimitArguments, Output, Strict, limit, reason, sound};
use crate::sokoban::direct::SolverRow;
use crate::sokoban::{Level, lurd};

/// The time limit for one answer of the solver, by default.
const TIME: Duration = Duration::from_secs(10);
/// Reading the levels may take at least this long.
const READING: Duration = Duration::from_secs(1);
/// The time between two checks that the terminal is still there.
const LOOK: Duration = Duration::from_millis(200);
/// The memory limit, by default.
const MEMORY: u64 = 2 << 30;

#[derive(Debug, Args)]
pub(in crate::program) struct Play {
    #[command(flatten)]
    pub source: LevelFile,

    /// The number of the level to start with, from 1
    #[arg(long, value_name = "N", value_parser = number::whole::<usize>(..))]
    pub level: Option<usize>,

    /// Read commands line by line, and print boards
    #[arg(long)]
    pub plain: bool,

    /// How long a move takes when a solution is played
    #[arg(long, value_name = "TIME", value_parser = units::time, default_value = "300ms")]
    pub speed: Duration,

    /// The solver for hints and solutions
    #[arg(long, value_name = "NAME", default_value = "direct", value_parser = names::DIRECT_SOLVER)]
    pub solver: &'static SolverRow,

    /// What levels look like on the screen
    #[arg(long, value_name = "NAME", default_value = THEMES[0].name, value_parser = names::THEME)]
    pub theme: &'static Theme,

    /// Leave clicks to the terminal, to select text with
    #[arg(long)]
    pub no_mouse: bool,

    /// Do not keep your best solutions for the next game
    #[arg(long)]
    pub no_record: bool,

    #[command(flatten)]
    pub strict: Strict,

    /// For each hint or solution; 10s and 2GiB by default
    #[command(flatten)]
    pub limits: LimitArguments,
}

pub(super) fn run(command: &Play, output: &Output) -> Result<Exit, Exit> {
    let (mut entries, first, mut notes) = entries(command, output)?;
    let mut kept = if command.no_record { None } else { BestSolutions::new(output) };
    if let Some(kept) = &mut kept {
        let counts = kept.counts(entries.iter().map(|entry| &entry.level));
        for (entry, own) in entries.iter_mut().zip(counts) {
            entry.own = own;
            entry.best = own.into_iter().chain(entry.best).min();
        }
        notes.extend(kept.fault());
    }
    let mut game = match Game::new(entries, first, command.speed) {
        Ok(game) => game,
        Err(index) => {
            output.error(&format!("level {} cannot be played", index + 1));
            return Err(Exit::Input);
        }
    };
    let time = command.limits.time_limit.unwrap_or(TIME);
    let solver = SolverSettings {
        solver: command.solver.solver,
        time,
        memory: command.limits.memory_limit.or(Some(MEMORY)),
    };
    // If the level comes from standard input, keys come from the terminal itself.
    let is_terminal =
        io::stdout().is_terminal() && (io::stdin().is_terminal() || input::is_standard(&command.source.file));
    let is_dumb = !console::knows_escapes();
    if is_terminal && is_dumb && !command.plain {
        output
            .talk("this terminal has no screen to draw on (TERM=dumb): played line by line, as with --plain");
    }
    let mut keep = |level: &Level, won: &Won| {
        if let Some(kept) = &mut kept {
            kept.keep(level, won);
        }
    };
    let played = if command.plain || is_dumb || !is_terminal {
        plain(&mut game, &solver, io::stdin().lock(), &mut io::stdout().lock(), &mut keep)
    } else {
        let stop = output.cancel_flag();
        limit::catch_signals(output);
        end_with_the_terminal();
        let settings = ScreenSettings {
            theme: command.theme,
            colors: output.data_color(),
            unicode: console::knows_unicode(),
            mouse: !command.no_mouse,
        };
        // Behind the screen nobody would see it until the end.
        game.say(&notes.join("; "));
        let played = screen(&mut game, &solver, settings, &stop, &mut keep);
        tell(&game, output);
        played
    };
    if let Some(fault) = kept.as_ref().and_then(BestSolutions::fault) {
        output.talk(&fault);
    }
    match played {
        Err(error) => {
            match error.kind() {
                io::ErrorKind::BrokenPipe | io::ErrorKind::StorageFull => output.end_unread(&error),
                _ => output.error(&reason(&error)),
            }
            Err(Exit::Input)
        }
        Ok(()) => Ok(Exit::Done),
    }
}

/// Ends the program when its terminal is gone: reading keys from there would never return. Solutions have been saved by
/// then.
#[allow(clippy::exit, reason = "the thread that waits for keys never returns")]
fn end_with_the_terminal() {
    let watch = || {
        while io::stdout().is_terminal() {
            std::thread::sleep(LOOK);
        }
        std::process::exit(Exit::Unsolved.code().into())
    };
    // Without this thread, a game still ends as long as its terminal stays.
    let _ = std::thread::Builder::new().spawn(watch);
}

/// The sound levels, the index of the first one, and the notes that were printed. If the level to start with has no
/// solution, the reason is reported.
fn entries(command: &Play, output: &Output) -> Result<(Vec<Entry>, usize, Vec<String>), Exit> {
    // Each hint gets the full limits. They may be shorter than the game needs to start.
    let time_limit = command.limits.time_limit.map(|time| time.max(READING));
    let run = limit::of(&LimitArguments { time_limit, ..command.limits }, output);
    let levels = sound(&command.source, command.level, &command.strict, &run)?;
    let first = command.level.and_then(|number| levels.numbers.iter().position(|one| *one == number));
    let first = first.unwrap_or(0);
    let errors = levels.errors(levels.numbers[first]);
    output.diagnostics(&errors, &[&levels.source]);
    let mut notes: Vec<String> = errors.into_iter().map(|error| error.message).take(1).collect();
    let left_out = levels.left_out();
    left_out.iter().for_each(|note| output.talk(note));
    notes.extend(left_out);
    let entry = |(number, level): (usize, &Level)| Entry {
        best: best_solutions::count(level),
        ..Entry::new(level.clone(), number)
    };
    Ok((levels.numbered().map(entry).collect(), first, notes))
}

/// The result, once the screen is gone.
fn tell(game: &Game, output: &Output) {
    for (number, won) in game.won().filter(|(_, won)| won.count.moves > 0) {
        let moves = counted(won.count.moves, "move", "moves");
        let pushes = counted(won.count.pushes, "push", "pushes");
        let solution = lurd::compressed(won.moves.iter().map(|made| made.direction));
        let help = if won.has_help { " with the solver's help" } else { "" };
        output.data(&format!("level {number} solved{help}: {moves}, {pushes}\n{solution}\n"));
    }
}
