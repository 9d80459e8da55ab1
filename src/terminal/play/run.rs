//! The loop of the full screen: keys, the clock, the solver's answers, and a frame after each.
//!
//! In: a game, a solver, a theme, and a flag that ends it all. Out: nothing but what was played. The terminal is given back as it
//! was found, also when something panics.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use crossterm::event::{self, Event};
use ratatui::DefaultTerminal;

use super::input::{Action, action_of_key};
use super::model::Game;
use super::theme::Theme;
use super::thinker::{Thinker, Thought};
use super::view::{Look, draw};

/// The flag is looked at this often.
const IDLE: Duration = Duration::from_millis(250);
/// An answer is looked for this often.
const ANSWER: Duration = Duration::from_millis(50);

/// Plays on the whole screen until the player leaves or the flag is set.
///
/// # Errors
/// A terminal that cannot be read or written.
pub fn screen(
    game: &mut Game,
    thinker: &Thinker,
    theme: &Theme,
    colors: bool,
    stop: &AtomicBool,
) -> io::Result<()> {
    crossterm::style::force_color_output(colors);
    let played = match ratatui::try_init() {
        Ok(mut terminal) => play(&mut terminal, game, thinker, theme, colors, stop),
        Err(error) => Err(error),
    };
    let restored = ratatui::try_restore();
    played.and(restored)
}

fn play(
    terminal: &mut DefaultTerminal,
    game: &mut Game,
    thinker: &Thinker,
    theme: &Theme,
    colors: bool,
    stop: &AtomicBool,
) -> io::Result<()> {
    let mut thought: Option<Thought> = None;
    let mut beaten = Instant::now();
    while !game.has_ended() && !stop.load(Ordering::Relaxed) {
        listen(game, thinker, &mut thought);
        match game.beat() {
            Some(interval) if beaten.elapsed() >= interval => {
                game.advance();
                beaten = Instant::now();
            }
            Some(_) => {}
            None => beaten = Instant::now(),
        }
        let look = Look { theme, colors, thought: thought.as_ref().map(Thought::elapsed) };
        terminal.draw(|frame| draw(frame, game, &look))?;
        let answer = if thought.is_some() { ANSWER } else { IDLE };
        let beat = game.beat().map_or(IDLE, |interval| interval.saturating_sub(beaten.elapsed()));
        // One event at a time, so that no question is missed between two of them.
        if event::poll(answer.min(beat))?
            && let Event::Key(key) = event::read()?
            && let Some(action) = action_of_key(key)
        {
            if action == Action::Suspend {
                suspend(terminal)?;
            }
            game.act(action);
        }
    }
    Ok(())
}

/// Gives the terminal back and stops, as any program does at Ctrl-Z; takes it again when the shell says to go on. Without a shell
/// that could say so, nothing stops.
#[cfg(unix)]
fn suspend(terminal: &mut DefaultTerminal) -> io::Result<()> {
    use crossterm::terminal::{Clear, ClearType, EnterAlternateScreen, enable_raw_mode};
    use ratatui::Terminal;
    use ratatui::backend::CrosstermBackend;

    terminal.show_cursor()?;
    ratatui::try_restore()?;
    signal_hook::low_level::raise(signal_hook::consts::SIGTSTP)?;
    enable_raw_mode()?;
    crossterm::execute!(io::stdout(), EnterAlternateScreen, Clear(ClearType::All))?;
    // A new one knows that nothing stands on the screen. Clearing the old one would ask the terminal for its cursor.
    *terminal = Terminal::new(CrosstermBackend::new(io::stdout()))?;
    Ok(())
}

/// There is nothing like it.
#[cfg(not(unix))]
fn suspend(_: &mut DefaultTerminal) -> io::Result<()> {
    Ok(())
}

/// Starts the solver when it is wanted, ends it when it is not, and passes its answer on.
fn listen(game: &mut Game, thinker: &Thinker, thought: &mut Option<Thought>) {
    if game.thinking().is_none() {
        *thought = None;
        return;
    }
    let thought_now =
        thought.get_or_insert_with(|| thinker.start(Arc::clone(game.board()), game.position().clone()));
    if let Some(status) = thought_now.finished() {
        *thought = None;
        game.answered(&status);
    }
}
