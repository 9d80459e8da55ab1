//! The loop of the full screen: waits for key presses, the clock and the solver, and draws a frame after each.
//!
//! In: a game, a solver, a theme, and a flag that ends the loop. Out: frames on standard output, and the final state of
//! the game. The terminal is restored at the end, even after a panic.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use crossterm::event::{self, Event, KeyEventKind};
use crossterm::terminal::{Clear, ClearType, EnterAlternateScreen};
use ratatui::layout::Rect;
use ratatui::{DefaultTerminal, TerminalOptions, Viewport};

use super::ascii;
use super::input::{Action, action_of_key, typed};
use super::look::{Look, ScreenSettings};
use super::model::{Game, Store};
use super::solver_thread::{RunningSolver, SolverSettings};
use super::view::draw;
use banto_base::system::signals;

/// How often the flag is checked.
const IDLE: Duration = Duration::from_millis(250);
/// How long the last board of a solution stays if the game ends with it.
const LAST: Duration = Duration::from_secs(1);
/// The longest time for which a game that has changed is not saved: saving takes at most a tenth of the time.
const UNSAVED: Duration = Duration::from_millis(100);
/// How often an answer is looked for.
const ANSWER: Duration = Duration::from_millis(50);

/// What is said while a solution cannot be kept.
const BUSY: &str = "another game is saving solutions: yours is saved when it is done";

/// The most columns and rows that are drawn: more than the largest screens have. A terminal may claim any size, and a
/// frame takes memory for each cell.
const LARGEST: (u16, u16) = (1_200, 400);

/// Plays on the whole screen until the player leaves or the flag is set.
pub fn screen(
    game: &mut Game,
    solver: &SolverSettings,
    settings: ScreenSettings,
    stop: &AtomicBool,
    store: &mut impl Store,
) -> io::Result<()> {
    crossterm::style::force_color_output(settings.colors);
    let played = started().and_then(|mut terminal| play(&mut terminal, game, solver, settings, stop, store));
    let restored = ratatui::try_restore();
    played.and(restored)
}

/// The terminal, on its alternate screen.
fn started() -> io::Result<DefaultTerminal> {
    let options = TerminalOptions { viewport: Viewport::Fixed(drawn_area()?) };
    let terminal = ratatui::try_init_with_options(options)?;
    crossterm::execute!(io::stdout(), EnterAlternateScreen, Clear(ClearType::All))?;
    Ok(terminal)
}

fn drawn_area() -> io::Result<Rect> {
    let (width, height) = crossterm::terminal::size()?;
    Ok(Rect::new(0, 0, width.min(LARGEST.0), height.min(LARGEST.1)))
}

fn play(
    terminal: &mut DefaultTerminal,
    game: &mut Game,
    solver: &SolverSettings,
    settings: ScreenSettings,
    stop: &AtomicBool,
    store: &mut impl Store,
) -> io::Result<()> {
    let ScreenSettings { colors, unicode, ends } = settings;
    let mut thought: Option<RunningSolver> = None;
    let mut beaten = Instant::now();
    let (mut is_saved, mut saved, mut pause) = (true, Instant::now(), Duration::ZERO);
    let mut area = drawn_area()?;
    // Nothing is written while nothing changes.
    let mut is_changed = true;
    let mut unkept = 0;
    while !game.ended && !stop.load(Ordering::Relaxed) {
        is_changed |= thought.is_some();
        listen(game, solver, &mut thought);
        match game.beat() {
            Some(interval) if beaten.elapsed() >= interval => {
                game.advance();
                (is_saved, is_changed) = (false, true);
                beaten = Instant::now();
            }
            Some(_) => {}
            None if ends && game.is_won() && game.playing().is_none() => {
                if beaten.elapsed() >= LAST {
                    break;
                }
            }
            None => beaten = Instant::now(),
        }
        let look = Look { colors, thought: thought.as_ref().map(|one| (one.elapsed(), solver.time)) };
        let now = drawn_area()?;
        if std::mem::replace(&mut area, now) != now {
            terminal.resize(now)?;
            is_changed = true;
        }
        if std::mem::take(&mut is_changed) || thought.is_some() {
            terminal.draw(|frame| {
                draw(frame, game, &look);
                if !unicode {
                    ascii::spell(frame.buffer_mut());
                }
            })?;
        }
        if !is_saved && saved.elapsed() >= pause {
            saved = Instant::now();
            store.save(game);
            pause = (saved.elapsed() * 10).min(UNSAVED);
            is_saved = true;
        }
        let answer = if thought.is_some() { ANSWER } else { IDLE };
        let answer = if is_saved { answer } else { pause };
        let beat = game.beat().map_or(IDLE, |interval| interval.saturating_sub(beaten.elapsed()));
        // One event at a time, so that no question between two of them is missed.
        if event::poll(answer.min(beat))? {
            is_changed = true;
            let Event::Key(key) = event::read()? else { continue };
            if let Some(one) = game.picker.as_ref().and_then(|_| typed(key)) {
                game.type_in(one);
                continue;
            }
            let Some(action) = action_of_key(key) else {
                if key.kind != KeyEventKind::Release {
                    game.say("this key does nothing; ? shows the keys");
                }
                continue;
            };
            if action == Action::Suspend && signals::CAN_SUSPEND {
                suspend(terminal)?;
            }
            game.act(action);
            is_saved = false;
        }
        let left = game.settle(store);
        if left != unkept {
            game.say(if left > unkept { BUSY } else { "your solution is saved" });
            (unkept, is_changed) = (left, true);
        }
    }
    Ok(())
}

/// Gives the terminal back and stops, as any program does at Ctrl-Z; takes it again when the shell resumes it. Without
/// a shell that could resume it, nothing stops.
fn suspend(terminal: &mut DefaultTerminal) -> io::Result<()> {
    terminal.show_cursor()?;
    ratatui::try_restore()?;
    signals::suspend()?;
    // A new one knows that the screen is empty. Clearing the old one would ask the terminal for its cursor.
    *terminal = started()?;
    Ok(())
}

/// Starts the solver when it is needed, stops it when it is not, and passes its answer on.
fn listen(game: &mut Game, solver: &SolverSettings, thought: &mut Option<RunningSolver>) {
    if game.thinking.is_none() {
        *thought = None;
        return;
    }
    let solving_now =
        thought.get_or_insert_with(|| solver.start(Arc::clone(game.board()), game.position().clone()));
    if let Some(status) = solving_now.finished() {
        *thought = None;
        game.answered(&status);
    }
}
