//! `banto sokoban play`: a level in the terminal, full screen or line by line.
//!
//! In: level files and flags. Out: a game, and its result at the end.

use std::io::{self, IsTerminal};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use clap::Args;

use super::best_solutions::{self, BUSY, BestSolutions, Made, PATIENCE, name_in};
use super::unfinished::Unfinished;
use crate::compare::figures::counted;
use crate::files::input;
use crate::files::levels::{LevelFiles, SoundLevels};
use crate::flags::{names, units};
use crate::terminal::play::{
    Count, Entry, Game, LEFT, SIGNS, ScreenSettings, SolverSettings, Store, Won, plain, screen,
};
use crate::{Exit, LimitArguments, Output, Strict, limit, reason, sound};
use banto_base::system::console;
use banto_sokoban::Level;
use banto_sokoban::direct::SolverRow;

/// The time limit for one answer of the solver, by default.
const TIME: Duration = Duration::from_secs(10);
/// Reading the levels may take at least this long.
const READING: Duration = Duration::from_secs(1);
/// The time between two checks that the terminal is still there.
const LOOK: Duration = Duration::from_millis(200);
/// The time that a game has to end when the terminal is gone.
const GRACE: Duration = Duration::from_secs(1);
const MEMORY: u64 = 2 << 30;

/// Play levels in the terminal, with hints and a solver to ask
#[derive(Debug, Args)]
#[allow(clippy::struct_excessive_bools, reason = "each is a flag")]
pub(crate) struct Play {
    #[command(flatten)]
    pub source: LevelFiles,

    /// The number of the level to start with, from 1, or next-unsolved; on a terminal, the default is the level that
    /// you left last, or the first that you have not solved
    #[arg(long, value_name = "N", value_parser = start)]
    pub level: Option<Start>,

    /// Read commands line by line, and print boards
    #[arg(long)]
    pub plain: bool,

    /// How long a move takes when a solution is played
    #[arg(long, value_name = "TIME", value_parser = units::time, default_value = "300ms")]
    pub speed: Duration,

    /// The solver for hints and solutions
    #[arg(long, value_name = "NAME", default_value = "direct", value_parser = names::DIRECT_SOLVER)]
    pub solver: &'static SolverRow,

    /// Do not keep your best solutions and unfinished levels for the next game
    #[arg(long)]
    pub no_record: bool,

    /// Show moves as in R D 4D 2L, without telling pushes from walks
    #[arg(long)]
    pub compressed: bool,

    #[command(flatten)]
    pub strict: Strict,

    /// For each hint or solution; 10s and 2GiB by default
    #[command(flatten)]
    pub limits: LimitArguments,
}

#[derive(Clone, Copy, Debug)]
pub(crate) enum Start {
    Number(usize),
    /// The first that the player has not solved.
    NextUnsolved,
}

fn start(text: &str) -> Result<Start, String> {
    match text.parse() {
        Ok(number) => Ok(Start::Number(number)),
        Err(_) if text.eq_ignore_ascii_case("next-unsolved") => Ok(Start::NextUnsolved),
        Err(_) => Err("a number or next-unsolved is expected".to_owned()),
    }
}

pub(super) fn run(command: &Play, output: &Output) -> Result<Exit, Exit> {
    // If the level comes from standard input, keys come from the terminal itself.
    let has_player = io::stdin().is_terminal()
        || (command.source.files.iter().any(|file| input::is_standard(file)) && io::stdout().is_terminal());
    let levels = levels(command, output)?;
    let mut solutions = if command.no_record { None } else { BestSolutions::new(output) };
    let entries = entries(&levels, solutions.as_mut());
    // What a script does depends on nothing that was played before.
    let unfinished = if command.no_record || !has_player { None } else { Unfinished::new(output) };
    let last = || unfinished.as_ref().and_then(|unfinished| unfinished.last(&entries));
    // The errors that a sound level has say why it has no solution.
    let unsolvable: Vec<bool> =
        levels.numbers.iter().map(|one| levels.errors(*one).next().is_some()).collect();
    let unsolved = || (0..entries.len()).find(|index| entries[*index].own.is_empty() && !unsolvable[*index]);
    let first = match command.level {
        Some(Start::Number(number)) => levels.numbers.iter().position(|one| *one == number),
        Some(Start::NextUnsolved) => unsolved(),
        None if has_player => last().or_else(unsolved),
        None => None,
    };
    let first = first.unwrap_or(0);
    let mut notes = notes(&levels, first, output);
    let mut game = Game::new(entries, first, command.speed).expect("sound levels can be played");
    game.left_out.extend(levels.reasons());
    game.unsolvable.extend((0..unsolvable.len()).filter(|index| unsolvable[*index]));
    game.compresses = command.compressed;
    if !unsolvable[first] {
        notes.splice(..0, game.lost());
    }
    let file = command.source.files[0].file_stem().map(|stem| stem.to_string_lossy().into_owned());
    let mut kept = Kept { solutions, unfinished, file, patience: PATIENCE };
    if kept.unfinished.as_ref().is_some_and(|one| one.resume(&mut game, &levels.collection.levels)) {
        notes.push(LEFT.to_owned());
    }
    notes.extend(kept.faults());
    let time = command.limits.time_limit.unwrap_or(TIME);
    let solver = SolverSettings {
        solver: command.solver.solver,
        time,
        memory: command.limits.memory_limit.or(Some(MEMORY)),
    };
    let is_terminal = io::stdout().is_terminal() && has_player;
    let is_dumb = !console::knows_escapes();
    if is_terminal && is_dumb && !command.plain {
        output
            .talk("this terminal has no screen to draw on (TERM=dumb): played line by line, as with --plain");
    }
    if is_terminal && (is_dumb || command.plain) {
        output.talk(SIGNS);
    }
    let played = if is_terminal && !is_dumb && !command.plain {
        // Behind the screen nobody would see it until the end.
        game.say(&notes.join("; "));
        // Keys are answered at once, whoever else is saving.
        kept.patience = Duration::ZERO;
        let played = on_screen(&mut game, &solver, false, &mut kept, output);
        tell(&game, output);
        played
    } else {
        plain(&mut game, &solver, io::stdin().lock(), &mut io::stdout().lock(), &mut kept)
    };
    if game.settle(&mut kept) > 0 {
        output.talk(&format!("{BUSY}; Ctrl-C ends the wait"));
        kept.patience = PATIENCE;
        game.settle(&mut kept);
    }
    if let Some(unfinished) = &mut kept.unfinished {
        leave(&game, unfinished, output);
    }
    kept.faults().for_each(|fault| output.talk(&fault));
    played.map(|()| Exit::Done).map_err(|error| {
        match error.kind() {
            io::ErrorKind::BrokenPipe | io::ErrorKind::StorageFull => output.end_unread(&error),
            _ => output.error(&reason(&error)),
        }
        Exit::Input
    })
}

/// What is kept of a game: solutions, and levels that are not solved yet.
struct Kept<'a> {
    solutions: Option<BestSolutions<'a>>,
    unfinished: Option<Unfinished<'a>>,
    /// The name of the file, for levels without titles.
    file: Option<String>,
    /// How long to wait for others that are saving.
    patience: Duration,
}

impl Store for Kept<'_> {
    fn keep(&mut self, entry: &Entry, won: &Won) -> bool {
        let Some(solutions) = &mut self.solutions else { return true };
        let mut level = entry.level.clone();
        level.title = level.title.or_else(|| Some(format!("{} {}", self.file.as_deref()?, entry.number)));
        solutions.add(&[(&level, "", &won.moves)], self.patience).is_some()
    }

    fn save(&mut self, game: &Game) {
        if let Some(unfinished) = &mut self.unfinished {
            unfinished.keep(game, Duration::ZERO);
        }
    }
}

impl Kept<'_> {
    /// Why something was not kept.
    fn faults(&self) -> impl Iterator<Item = String> {
        let solutions = self.solutions.as_ref().and_then(BestSolutions::fault);
        solutions.into_iter().chain(self.unfinished.as_ref().and_then(Unfinished::fault))
    }
}

/// Plays on the whole screen; if the game `ends` with a solution, until that was shown.
pub(super) fn on_screen(
    game: &mut Game,
    solver: &SolverSettings,
    ends: bool,
    store: &mut impl Store,
    output: &Output,
) -> io::Result<()> {
    let stop = output.cancel_flag();
    limit::catch_signals(output);
    end_with_the_terminal(output.cancel_flag());
    let (colors, unicode) = (output.data_color, console::knows_unicode());
    screen(game, solver, ScreenSettings { colors, unicode, ends }, &stop, store)
}

/// Keeps the game for the next time, and says so.
fn leave(game: &Game, unfinished: &mut Unfinished<'_>, output: &Output) {
    unfinished.keep(game, PATIENCE);
    let own = game.own();
    let moves = own.count().moves;
    if moves > 0 && !own.board.is_solved(&own.position) && unfinished.fault().is_none() {
        let moves = counted(moves, "move", "moves");
        output.talk(&format!("level {} is kept as it is, after {moves}", game.number()));
    }
}

/// Ends the program when its terminal is gone: reading keys from there may never return. All that was played has been
/// saved by then, and the game has some time to end by itself.
#[allow(clippy::exit, reason = "the thread that waits for keys never returns")]
fn end_with_the_terminal(stop: Arc<AtomicBool>) {
    let watch = move || {
        while io::stdout().is_terminal() {
            std::thread::sleep(LOOK);
        }
        stop.store(true, Ordering::Relaxed);
        std::thread::sleep(GRACE);
        std::process::exit(Exit::Unsolved.code().into())
    };
    // Without this thread, a game still ends as long as its terminal stays.
    let _ = std::thread::Builder::new().spawn(watch);
}

fn levels(command: &Play, output: &Output) -> Result<SoundLevels, Exit> {
    // Each hint gets the full limits. They may be shorter than the game needs to start.
    let time_limit = command.limits.time_limit.map(|time| time.max(READING));
    let run = limit::of(&LimitArguments { time_limit, ..command.limits }, output);
    let number = match command.level {
        Some(Start::Number(number)) => Some(number),
        _ => None,
    };
    Ok(sound(&command.source.each(output)?, &number.into(), &command.strict, &run)?.credited())
}

/// The levels with what is known of their solutions.
fn entries(levels: &SoundLevels, kept: Option<&mut BestSolutions<'_>>) -> Vec<Entry> {
    let known = kept.map(|kept| kept.known_of_each(&levels.collection.levels)).unwrap_or_default();
    let entry = |((number, level), known): ((usize, &Level), Vec<Made>)| {
        let mut entry = Entry::new(level.clone(), number);
        let (own, mut others): (Vec<_>, Vec<_>) = known.into_iter().partition(|(by, _)| by.is_empty());
        entry.own.extend(own.into_iter().map(|(_, moves)| moves).filter(|moves| !moves.is_empty()));
        let stored = best_solutions::accepted(level).into_iter();
        others.extend(stored.map(|(title, moves)| (name_in(&title).to_owned(), moves)));
        entry.others = best_solutions::best(&others);
        entry
    };
    levels.numbered().zip(known.into_iter().chain(std::iter::repeat(Vec::new()))).map(entry).collect()
}

/// Prints why the level to start with has no solution, and which levels are left out. The same in short.
fn notes(levels: &SoundLevels, first: usize, output: &Output) -> Vec<String> {
    let number = levels.numbers[first];
    output.diagnostics(&levels.hopeless(number), &levels.sources());
    let left_out = levels.left_out();
    left_out.iter().for_each(|note| output.talk(note));
    levels.errors(number).map(|error| error.message.clone()).take(1).chain(left_out).collect()
}

/// The result, once the screen is gone.
fn tell(game: &Game, output: &Output) {
    for (number, won) in game.won().filter(|(_, won)| !won.moves.is_empty()) {
        let length = Count::of(&won.moves).words();
        let solution = game.spelled(&won.moves);
        let help = if won.is_helped { " with help" } else { "" };
        output.data(&format!("level {number} solved{help}: {length}\n{solution}\n"));
    }
}
