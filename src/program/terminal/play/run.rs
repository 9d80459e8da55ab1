//! The loop of the full screen: waits for key presses, the clock and the solver, and draws a frame after each.
//!
//! In: a game, a solver, a theme, and a flag that ends the loop. Out: frames on standard output, and the final state of
//! the game. The terminal is restored at the end, even after a panic.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use crossterm::event::{
    self, DisableBracketedPaste, DisableMouseCapture, EnableBracketedPaste, EnableMouseCapture, Event,
    KeyEventKind, MouseButton, MouseEvent, MouseEventKind,
};
use crossterm::terminal::{Clear, ClearType, EnterAlternateScreen};
use ratatui::layout::Rect;
use ratatui::{DefaultTerminal, TerminalOptions, Viewport};

use super::ascii;
use super::input::{Action, action_of_key, typed};
use super::model::Game;
use super::record::{Entry, Won};
use super::solver_thread::{RunningSolver, SolverSettings};
use super::theme::{Look, ScreenSettings};
use super::view::{Shown, draw};
use banto_base::system::signals;
use banto_sokoban::Direction;

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

/// Plays on the whole screen until the player leaves or the flag is set. `keep` is called with each new best solution
/// of the player's, again and again until it is kept, `save` soon after each change: reading from a terminal that
/// goes away may never return.
pub fn screen(
    game: &mut Game,
    solver: &SolverSettings,
    settings: ScreenSettings<'_>,
    stop: &AtomicBool,
    keep: &mut dyn FnMut(&Entry, &Won) -> bool,
    save: &mut dyn FnMut(&Game),
) -> io::Result<()> {
    crossterm::style::force_color_output(settings.colors);
    let played = match started() {
        Ok(mut terminal) => {
            let events = Events::catch(settings.mouse);
            let played = play(&mut terminal, game, solver, settings, stop, keep, save);
            drop(events);
            played
        }
        Err(error) => Err(error),
    };
    let restored = ratatui::try_restore();
    played.and(restored)
}

/// While this exists, clicks go to the game if it wants them, and what is pasted comes as one text; afterwards all that
/// is the terminal's again, even after a panic.
struct Events {
    mouse: bool,
}

impl Events {
    fn catch(mouse: bool) -> Self {
        // Without a mouse, there are still keys.
        let _ = crossterm::execute!(io::stdout(), EnableBracketedPaste);
        if mouse {
            let _ = crossterm::execute!(io::stdout(), EnableMouseCapture);
        }
        Self { mouse }
    }
}

impl Drop for Events {
    fn drop(&mut self) {
        let _ = crossterm::execute!(io::stdout(), DisableBracketedPaste);
        if self.mouse {
            let _ = crossterm::execute!(io::stdout(), DisableMouseCapture);
        }
    }
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
    settings: ScreenSettings<'_>,
    stop: &AtomicBool,
    keep: &mut dyn FnMut(&Entry, &Won) -> bool,
    save: &mut dyn FnMut(&Game),
) -> io::Result<()> {
    let ScreenSettings { theme, colors, unicode, mouse, ends } = settings;
    let mut thought: Option<RunningSolver> = None;
    let mut beaten = Instant::now();
    let (mut is_saved, mut saved, mut pause) = (true, Instant::now(), Duration::ZERO);
    let mut area = drawn_area()?;
    // Nothing is written while nothing changes.
    let (mut is_changed, mut shown) = (true, None);
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
        let look = Look { theme, colors, thought: thought.as_ref().map(|one| (one.elapsed(), solver.time)) };
        let now = drawn_area()?;
        if std::mem::replace(&mut area, now) != now {
            terminal.resize(now)?;
            is_changed = true;
        }
        if std::mem::take(&mut is_changed) || thought.is_some() {
            terminal.draw(|frame| {
                shown = Some(draw(frame, game, &look));
                if !unicode {
                    ascii::spell(frame.buffer_mut());
                }
            })?;
        }
        if !is_saved && saved.elapsed() >= pause {
            saved = Instant::now();
            save(game);
            pause = (saved.elapsed() * 10).min(UNSAVED);
            is_saved = true;
        }
        let answer = if thought.is_some() { ANSWER } else { IDLE };
        let answer = if is_saved { answer } else { pause };
        let beat = game.beat().map_or(IDLE, |interval| interval.saturating_sub(beaten.elapsed()));
        // One event at a time, so that no question between two of them is missed.
        if event::poll(answer.min(beat))? {
            is_changed = true;
            match (event::read()?, &shown) {
                (Event::Key(key), _) => {
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
                        suspend(terminal, mouse)?;
                    }
                    game.act(action);
                    is_saved = false;
                }
                (Event::Paste(text), _) => {
                    game.paste(&text);
                    is_saved = false;
                }
                (Event::Mouse(event), Some(shown)) => {
                    click(game, shown, event);
                    is_saved = false;
                }
                _ => {}
            }
        }
        let left = game.settle(keep);
        if left != unkept {
            game.say(if left > unkept { BUSY } else { "your solution is saved" });
            (unkept, is_changed) = (left, true);
        }
    }
    Ok(())
}

/// Passes a click on. Other mouse events are of no use here.
fn click(game: &mut Game, shown: &Shown, event: MouseEvent) {
    if let Some(list) = &shown.list {
        match event.kind {
            MouseEventKind::Down(MouseButton::Left) => {
                if let Some(index) = list.index(event.column, event.row) {
                    game.pick(index);
                }
            }
            MouseEventKind::ScrollUp => game.act(Action::Go(Direction::Up)),
            MouseEventKind::ScrollDown => game.act(Action::Go(Direction::Down)),
            _ => {}
        }
        return;
    }
    match (event.kind, shown.board.place(event.column, event.row)) {
        (MouseEventKind::Down(MouseButton::Left), Some(place)) => game.press(place),
        (MouseEventKind::Up(MouseButton::Left), Some(place)) => game.release(place),
        _ => {}
    }
}

/// Gives the terminal back and stops, as any program does at Ctrl-Z; takes it again when the shell resumes it. Without
/// a shell that could resume it, nothing stops.
fn suspend(terminal: &mut DefaultTerminal, mouse: bool) -> io::Result<()> {
    terminal.show_cursor()?;
    crossterm::execute!(io::stdout(), DisableBracketedPaste)?;
    if mouse {
        crossterm::execute!(io::stdout(), DisableMouseCapture)?;
    }
    ratatui::try_restore()?;
    signals::suspend()?;
    // A new one knows that the screen is empty. Clearing the old one would ask the terminal for its cursor.
    *terminal = started()?;
    crossterm::execute!(io::stdout(), EnableBracketedPaste)?;
    if mouse {
        crossterm::execute!(io::stdout(), EnableMouseCapture)?;
    }
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
