//! `banto sokoban play`: a level in the terminal, on the whole screen or line by line.

use std::io::{self, IsTerminal};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use clap::Args;
use clap::builder::PossibleValuesParser;

use super::super::arguments::LimitArguments;
use super::super::exit::Exit;
use super::super::output::Output;
use super::super::{input, limit, units};
use super::{FormatName, choose, counted, playable};
use crate::sokoban::direct::{SOLVERS, SolverRow, solver_named};
use crate::sokoban::verify::verify;
use crate::sokoban::{Level, lurd};
use crate::source::SourceText;
use crate::source::nearest;
use crate::terminal::play::{Count, Entry, Game, THEMES, Theme, Thinker, plain, screen};

/// The time for one answer of the solver where nothing is said.
const TIME: Duration = Duration::from_secs(10);
/// The memory where nothing is said.
const MEMORY: u64 = 2 << 30;

#[derive(Debug, Args)]
#[command(after_help = "\
Keys: arrows, h j k l or w a s d move; u takes back, Ctrl-R does again, r restarts; n and p change
the level; i shows a good push; S solves from here and plays the solution (Space, + - . ,);
? shows all keys; q ends. A hint or solution may take 10s and 2GiB; --time-limit and --memory-limit
give other limits.
Without a terminal, or with --plain, keys and words (undo, hint, solve, quit) are read line by line
from standard input, and the board is printed after each line.")]
pub(in crate::cli) struct Play {
    /// The level file
    pub file: PathBuf,

    /// The number of the level to start with, from 1
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub level: usize,

    /// Read keys line by line, and print boards
    #[arg(long)]
    pub plain: bool,

    /// How long a move takes when a solution is played
    #[arg(long, value_name = "TIME", value_parser = units::time, default_value = "300ms")]
    pub speed: Duration,

    /// The solver that is asked for hints and solutions, by its name
    #[arg(long, value_name = "NAME", default_value = "direct")]
    pub solver: String,

    /// The format of the file; recognised when left out
    #[arg(long, value_enum)]
    pub format: Option<FormatName>,

    /// What levels look like on the screen
    #[arg(long, value_name = "NAME", default_value = THEMES[0].name, value_parser = PossibleValuesParser::new(THEMES.iter().map(|theme| theme.name)))]
    pub theme: String,

    /// For each hint or solution; 10s and 2GiB where nothing is given
    #[command(flatten)]
    pub limits: LimitArguments,
}

pub(super) fn run(command: &Play, output: &Output) -> Exit {
    let row = match named(&command.solver) {
        Ok(row) => row,
        Err(message) => {
            Output::talk(&format!("error: {message}"));
            return Exit::Usage;
        }
    };
    let (source, collection) = match playable(&command.file, command.format, output) {
        Ok(found) => found,
        Err(exit) => return exit,
    };
    if let Err(exit) = choose(&collection, Some(command.level), &source) {
        return exit;
    }
    let entry = |level: Level| Entry { best: stored(&level), level };
    let entries = collection.levels.into_iter().map(entry).collect();
    let mut game = match Game::new(entries, command.level - 1, command.speed) {
        Ok(game) => game,
        Err(index) => {
            Output::talk(&format!("error: level {} is no board to play on", index + 1));
            return Exit::Input;
        }
    };
    let time = command.limits.time_limit.unwrap_or(TIME);
    let thinker = Thinker { solver: row.solver, time, memory: command.limits.memory_limit.or(Some(MEMORY)) };
    // Where the level comes through standard input, keys come from the terminal itself.
    let is_screen =
        io::stdout().is_terminal() && (io::stdin().is_terminal() || command.file.as_os_str() == "-");
    let played = if command.plain || !is_screen {
        plain(&mut game, &thinker, io::stdin().lock(), &mut io::stdout().lock())
    } else {
        let stop: Arc<AtomicBool> = Arc::default();
        limit::catch_signals(&stop);
        let theme = Theme::named(&command.theme).unwrap_or(&THEMES[0]);
        let played = screen(&mut game, &thinker, theme, output.data_color(), &stop);
        tell(&game);
        played
    };
    match played {
        // A reader that goes away ends the game, and nothing is wrong.
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            Output::talk(&format!("error: {}", input::reason(&error)));
            Exit::Input
        }
        _ => Exit::Done,
    }
}

/// The length of the solution that the file holds, if the judge accepts it.
fn stored(level: &Level) -> Option<Count> {
    let source = SourceText::new("<solution of the level>", level.solution.clone()?);
    let verdict = verify(level, &lurd::read(&source).ok()?).ok()?;
    verdict.is_solved().then_some(Count { moves: verdict.moves, pushes: verdict.pushes })
}

/// What was won, once the screen is gone.
fn tell(game: &Game) {
    for (index, won) in game.won().filter(|(_, won)| won.count.moves > 0) {
        let moves = counted(won.count.moves, "move", "moves");
        let pushes = counted(won.count.pushes, "push", "pushes");
        let solution = lurd::compressed(won.moves.iter().map(|made| made.direction));
        Output::data(&format!("level {} solved: {moves}, {pushes}\n{solution}\n", index + 1));
    }
}

/// The solver that gives hints, by its name, or what is wrong with the name. Planning is too slow for a hint.
fn named(name: &str) -> Result<&'static SolverRow, String> {
    solver_named(name).ok_or_else(|| {
        let names = || SOLVERS.iter().map(|row| row.name);
        let near = nearest(name, names()).map(|near| format!("; did you mean {near}?"));
        let near = near.unwrap_or_else(|| format!("; there are {}", names().collect::<Vec<_>>().join(", ")));
        format!("there is no solver {name}{near}")
    })
}
