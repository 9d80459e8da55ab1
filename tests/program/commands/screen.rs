//! Play in a real terminal: keys go in, a screen comes out, and the terminal is given back.

use std::io::{Read, Write};
use std::num::NonZero;
use std::process::Command;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use portable_pty::{Child, MasterPty, PtySize};

use super::play::LEVELS;
use crate::terminal::start;

/// The program in a terminal of its own.
struct Screen {
    master: Box<dyn MasterPty + Send>,
    keys: Box<dyn Write + Send>,
    child: Box<dyn Child + Send + Sync>,
    parser: Arc<Mutex<vt100::Parser>>,
    reader: Option<std::thread::JoinHandle<()>>,
}

fn side(length: u16) -> NonZero<u16> {
    NonZero::new(length).unwrap()
}

const PATIENCE: Duration = Duration::from_secs(30);

impl Screen {
    /// Nothing where the system has no pseudo-terminals.
    fn open(columns: u16, rows: u16, arguments: &[&str]) -> Option<Self> {
        Self::open_with(columns, rows, &[], arguments)
    }

    /// The same with variables of the environment.
    fn open_with(columns: u16, rows: u16, variables: &[(&str, &str)], arguments: &[&str]) -> Option<Self> {
        let arguments = [&["sokoban", "play"], arguments].concat();
        let (master, child) = start(columns, rows, variables, &arguments)?;
        let parser = Arc::new(Mutex::new(vt100::Parser::new(side(rows), side(columns), 0)));
        let mut source = master.try_clone_reader().unwrap();
        let screen = Arc::clone(&parser);
        let reader = std::thread::spawn(move || {
            let mut bytes = [0; 4096];
            while let Ok(count @ 1..) = source.read(&mut bytes) {
                screen.lock().unwrap().process(&bytes[..count]);
            }
        });
        let keys = master.take_writer().unwrap();
        Some(Self { master, keys, child, parser, reader: Some(reader) })
    }

    fn press(&mut self, keys: &str) {
        self.keys.write_all(keys.as_bytes()).unwrap();
        self.keys.flush().unwrap();
    }

    fn contents(&self) -> String {
        self.parser.lock().unwrap().screen().contents()
    }

    /// Waits until the screen is as it should be.
    fn wait(&self, what: &str, holds: impl Fn(&str) -> bool) -> String {
        let start = Instant::now();
        loop {
            let shown = self.contents();
            if holds(&shown) {
                return shown;
            }
            assert!(start.elapsed() < PATIENCE, "waited in vain for {what}; the screen is\n{shown}");
            std::thread::sleep(Duration::from_millis(10));
        }
    }

    fn wait_for(&self, words: &str) -> String {
        self.wait(words, |shown| shown.contains(words))
    }

    /// Waits for the end, and gives the exit code. The terminal is as it was before.
    fn ended(&mut self) -> u32 {
        let start = Instant::now();
        let status = loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                break status;
            }
            assert!(start.elapsed() < PATIENCE, "the program does not end:\n{}", self.contents());
            std::thread::sleep(Duration::from_millis(10));
        };
        if let Some(reader) = self.reader.take() {
            reader.join().unwrap();
        }
        let parser = self.parser.lock().unwrap();
        assert!(!parser.screen().alternate_screen(), "the screen is still the program's");
        assert!(!parser.screen().hide_cursor(), "the cursor is still hidden");
        status.exit_code()
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        // A test that failed leaves no program behind.
        let _ = self.child.kill();
    }
}

#[test]
fn the_screen_is_played_and_given_back() {
    let Some(mut screen) = Screen::open(80, 24, &[LEVELS, "--speed", "10ms"]) else { return };
    let start = screen.wait_for("moves 0   pushes 0   boxes left 1");
    screen.wait_for("←↓↑→ move");
    assert!(start.contains("First steps  by banto") && start.contains("level 1 of 3"), "{start}");
    assert!(start.contains("<>[]  ··"), "{start}");
    assert!(screen.parser.lock().unwrap().screen().alternate_screen());
    screen.press("\u{1b}[C");
    screen.wait_for("moves 1   pushes 1   boxes left 1");
    screen.press("u");
    screen.wait_for("moves 0   pushes 0");
    screen.press("\u{12}");
    screen.wait_for("moves 1   pushes 1");
    screen.press("r");
    screen.wait_for("moves 0   pushes 0");
    screen.press("j");
    screen.wait_for("moves 1   pushes 0");
    screen.press("i");
    screen.wait_for("hint: push right (uR)");
    screen.press("f");
    let won = screen.wait_for("Solved with help");
    assert!(won.contains("4 moves, 2 pushes") || won.contains("duRR"), "{won}");
    assert!(!won.contains("YOU WIN") && !won.contains("best known"), "{won}");
    screen.press("n");
    screen.wait_for("Two marks");
    screen.press("q");
    assert_eq!(screen.ended(), 0);
    let left = screen.contents();
    assert!(left.contains("level 1 solved with help: 4 moves, 2 pushes") && left.contains("duRR"), "{left}");
}

/// A level that is lost is said to be, beside what was left out.
#[test]
fn a_lost_level_and_a_level_left_out_are_told() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("some.xsb");
    std::fs::write(&file, "#####\n#@.$#\n#####\n\n#####\n#. $#\n#####\n").unwrap();
    let Some(mut screen) = Screen::open(110, 24, &[file.to_str().unwrap()]) else { return };
    let shown = screen.wait_for("lost: a box can no longer reach any goal");
    assert!(shown.contains("left out because of errors: level 2"), "{shown}");
    screen.press("o");
    screen.press("2");
    screen.wait_for("level 2 was left out: no player (@ or +) in the level");
    screen.press("\u{3}");
    assert_eq!(screen.ended(), 0);
}

#[test]
fn a_push_that_loses_is_said_at_once() {
    let Some(mut screen) = Screen::open(80, 24, &[LEVELS]) else { return };
    screen.wait_for("boxes left 1");
    // The box goes up to the wall.
    screen.press("jlk");
    let shown = screen.wait_for("the level is lost: ");
    assert!(
        shown.contains("boxes left 1   lost") && shown.contains("Backspace (back) takes the push back"),
        "{shown}"
    );
    screen.press("h\u{7f}");
    screen.wait("the push to be taken back", |shown| {
        shown.contains("moves 2   pushes 0") && !shown.contains("lost")
    });
    screen.press("m");
    let marked = screen.wait_for("a box on a marked cell can never reach a goal");
    assert!(marked.contains("××"), "{marked}");
    screen.press("m");
    screen.wait("no marks", |shown| !shown.contains("××"));
    screen.press("q");
    assert_eq!(screen.ended(), 0);
}

/// A store that others hold does not hold the game: it says so, saves later, and ends when it is to.
#[test]
fn a_store_that_is_busy_holds_no_game() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("solutions.sok");
    let variables = [("BANTO_SOLUTIONS", file.to_str().unwrap())];
    let lock = std::fs::File::create(folder.path().join("solutions.lock")).unwrap();
    lock.lock().unwrap();
    let solved = || {
        let mut screen = Screen::open_with(80, 24, &variables, &[LEVELS, "--level", "1"])?;
        screen.wait_for("boxes left 1");
        screen.press("ll");
        screen.wait_for("another game is saving solutions: yours is saved when it is done");
        Some(screen)
    };
    let Some(mut screen) = solved() else { return };
    // Keys do what they always do.
    screen.press("r");
    screen.wait_for("moves 0");
    lock.unlock().unwrap();
    screen.wait_for("your solution is saved");
    assert!(std::fs::read_to_string(&file).unwrap().contains("RR"));
    screen.press("q");
    assert_eq!(screen.ended(), 0);
    std::fs::remove_file(&file).unwrap();
    // Whoever leaves is told of the wait, which ends at once by a signal, and soon by itself.
    lock.lock().unwrap();
    for is_signaled in [true, false] {
        let Some(mut screen) = solved() else { return };
        screen.press("q");
        screen.wait_for("Ctrl-C ends the wait");
        let start = Instant::now();
        if is_signaled {
            screen.press("\x03");
        }
        screen.wait_for("your solutions are not saved: ");
        assert_eq!(screen.ended(), 0);
        assert!(start.elapsed() < Duration::from_secs(if is_signaled { 5 } else { 40 }));
        assert!(!file.exists());
    }
}

/// It is kept then, as at any other end; so it is if nothing can be done any more.
#[test]
fn a_game_ends_when_its_terminal_is_gone() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("solutions.sok");
    let variables = [("BANTO_SOLUTIONS", file.to_str().unwrap())];
    let unfinished = || std::fs::read_to_string(folder.path().join("unfinished.json")).unwrap_or_default();
    let Some((master, mut child)) = start(80, 24, &variables, &["sokoban", "play", LEVELS, "--level", "1"])
    else {
        return;
    };
    let mut source = master.try_clone_reader().unwrap();
    let (mut parser, mut bytes) = (vt100::Parser::new(side(24), side(80), 0), [0; 4096]);
    let mut wait = |words: &str| {
        while !parser.screen().contents().contains(words) {
            let count = source.read(&mut bytes).unwrap();
            parser.process(&bytes[..count]);
        }
    };
    wait("boxes left 1");
    let mut keys = master.take_writer().unwrap();
    keys.write_all(b"k").unwrap();
    wait("moves 1");
    // Nobody closes a window in the blink of an eye after a key.
    std::thread::sleep(Duration::from_millis(300));
    drop((keys, source, master));
    let start = Instant::now();
    while child.try_wait().unwrap().is_none() {
        assert!(start.elapsed() < PATIENCE, "it goes on without a terminal");
        std::thread::sleep(Duration::from_millis(10));
    }
    assert!(unfinished().contains("u^"), "{}", unfinished());
    let Some(mut screen) = Screen::open_with(80, 24, &variables, &[LEVELS]) else { return };
    screen.wait_for("you are where you left this level");
    screen.press("l");
    screen.wait_for("moves 2");
    screen.wait("the game to be kept", |_| unfinished().contains("ur"));
    screen.child.kill().unwrap();
}

/// Of two games at once, one goes on with its levels where the other leaves them alone.
#[test]
fn two_games_at_once_keep_their_levels() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("solutions.sok");
    let variables = [("BANTO_SOLUTIONS", file.to_str().unwrap())];
    let open = || Screen::open_with(80, 24, &variables, &[LEVELS, "--level", "1"]);
    let (Some(mut one), Some(mut other)) = (open(), open()) else { return };
    for screen in [&mut one, &mut other] {
        screen.wait_for("boxes left 1");
        screen.press("k");
        screen.wait_for("moves 1");
        std::thread::sleep(Duration::from_millis(300));
    }
    other.press("l");
    other.wait_for("moves 2");
    std::thread::sleep(Duration::from_millis(300));
    one.press("hn");
    one.wait_for("Two marks");
    one.press("j");
    one.wait_for("moves 1");
    std::thread::sleep(Duration::from_millis(300));
    other.press("l");
    other.wait_for("moves 3");
    other.press("q");
    assert_eq!(other.ended(), 0);
    one.press("jq");
    assert_eq!(one.ended(), 0);
    let unfinished = std::fs::read_to_string(folder.path().join("unfinished.json")).unwrap();
    assert!(unfinished.contains("urr^") && unfinished.contains("d^"), "{unfinished}");
}

/// A game that the solver has begun goes on like any other; a key without a meaning is said to have none.
#[test]
fn a_game_that_the_solver_has_begun_is_kept() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("solutions.sok");
    let variables = [("BANTO_SOLUTIONS", file.to_str().unwrap())];
    let open = || Screen::open_with(80, 24, &variables, &[LEVELS, "--level", "2", "--speed", "1s"]);
    let Some(mut screen) = open() else { return };
    screen.wait_for("Two marks");
    screen.press("x");
    screen.wait_for("this key does nothing");
    screen.press("f");
    screen.wait_for("solution: move 1 of");
    screen.press("\u{1b}");
    screen.wait_for("stopped playing the solution");
    screen.press("q");
    assert_eq!(screen.ended(), 0);
    assert!(screen.contents().contains("level 2 is kept as it is, after "), "{}", screen.contents());
    let Some(mut screen) = open() else { return };
    screen.wait_for("you are where you left this level");
    screen.press("q");
    assert_eq!(screen.ended(), 0);
}

/// A solution that plays itself does not play on where nobody can see it.
#[test]
fn an_animation_ends_when_its_terminal_is_gone() {
    let arguments = ["sokoban", "solve", LEVELS, "--level", "1", "--animate", "--progress", "never"];
    let Some((master, mut child)) = start(80, 24, &[], &arguments) else { return };
    let mut source = master.try_clone_reader().unwrap();
    assert!(source.read(&mut [0; 64]).unwrap() > 0);
    std::thread::sleep(Duration::from_millis(300));
    drop((source, master));
    let start = Instant::now();
    while child.try_wait().unwrap().is_none() {
        assert!(start.elapsed() < PATIENCE, "it goes on without a terminal");
        std::thread::sleep(Duration::from_millis(10));
    }
}

/// Nobody waits for a level without being told what to do.
#[cfg(unix)]
#[test]
fn a_terminal_is_asked_for_a_level() {
    // The end of the input may be asked for inside a line, too.
    for end in ["\n\u{4}", "\u{4}"] {
        let Some((master, mut child)) = start(80, 24, &[], &["sokoban", "solve", "-", "-q"]) else { return };
        let mut keys = master.take_writer().unwrap();
        keys.write_all(format!("#####\n#@$.#\n#####{end}").as_bytes()).unwrap();
        let mut source = master.try_clone_reader().unwrap();
        let reader = std::thread::spawn(move || {
            let mut all = Vec::new();
            let _ = source.read_to_end(&mut all);
            String::from_utf8_lossy(&all).into_owned()
        });
        assert!(child.wait().unwrap().success());
        drop((keys, master));
        let shown = reader.join().unwrap();
        assert!(shown.contains("paste the text here, then press Ctrl-D on a line of its own"), "{shown}");
    }
}

#[test]
fn a_level_is_chosen_from_the_list_and_solutions_are_kept() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("new").join("solutions.sok");
    let variables = [("BANTO_SOLUTIONS", file.to_str().unwrap())];
    let Some(mut screen) = Screen::open_with(80, 24, &variables, &[LEVELS]) else { return };
    screen.wait_for("boxes left 1");
    screen.press("o");
    screen.wait_for("Levels: 0 of 3 solved");
    screen.press("mar");
    let found = screen.wait_for("Levels with mar");
    assert!(found.contains("Two marks") && found.contains("<>[]"), "{found}");
    screen.press("\u{1b}");
    screen.wait("the list to go", |shown| !shown.contains("Levels "));
    screen.press("ll");
    screen.wait_for("YOU WIN!");
    screen.press("o");
    let list = screen.wait_for("Levels: 1 of 3 solved");
    assert!(list.contains("✓   1  First steps") && list.contains("2 moves, 2 pushes"), "{list}");
    screen.press("2\r");
    screen.wait("the second level", |shown| shown.contains("Two marks") && !shown.contains("Levels: "));
    screen.press("o");
    screen.wait_for("Levels: 1 of 3 solved");
    screen.press("first\r");
    screen.wait("the first level", |shown| shown.contains("First steps") && !shown.contains("Levels: "));
    screen.press("q");
    assert_eq!(screen.ended(), 0);
    // The next game knows.
    let Some(mut screen) = Screen::open_with(80, 24, &variables, &[LEVELS]) else { return };
    screen.wait_for("Two marks");
    screen.press("p");
    screen.wait_for("best known: 2 moves, 2 pushes");
    screen.press("\tj");
    screen
        .wait("a move on the second level", |shown| shown.contains("Two marks") && shown.contains("moves 1"));
    screen.press("q");
    assert_eq!(screen.ended(), 0);
    assert!(screen.contents().contains("level 2 is kept as it is, after 1 move"), "{}", screen.contents());
    // So does the one after it, where the level was left.
    let Some(mut screen) = Screen::open_with(80, 24, &variables, &[LEVELS]) else { return };
    let resumed = screen.wait_for("you are where you left this level; r (restart) starts");
    assert!(resumed.contains("Two marks") && resumed.contains("moves 1"), "{resumed}");
    screen.press("u");
    screen.wait_for("moves 0");
    screen.press("q");
    assert_eq!(screen.ended(), 0);
    let Some(mut screen) = Screen::open_with(80, 24, &variables, &[LEVELS, "--no-record"]) else { return };
    assert!(!screen.wait_for("boxes left 1").contains("best known"));
    screen.press("q");
    assert_eq!(screen.ended(), 0);
}

/// A terminal may claim to be of any size: no more is drawn than a screen can be.
#[test]
fn a_terminal_of_an_absurd_size_is_played_in() {
    let Some((master, mut child)) = start(30_000, 30_000, &[], &["sokoban", "play", LEVELS]) else { return };
    let mut source = master.try_clone_reader().unwrap();
    let reader = std::thread::spawn(move || {
        let mut shown = Vec::new();
        let _ = source.read_to_end(&mut shown);
        shown
    });
    let mut keys = master.take_writer().unwrap();
    keys.write_all(b"q").unwrap();
    keys.flush().unwrap();
    assert_eq!(child.wait().unwrap().exit_code(), 0);
    drop((keys, master));
    assert!(String::from_utf8_lossy(&reader.join().unwrap()).contains("First steps"));
}

#[test]
fn a_solution_is_paused_stepped_and_taken_over() {
    let Some(mut screen) = Screen::open(80, 24, &["problems/sokoban/corridor.xsb", "--speed", "20ms"]) else {
        return;
    };
    screen.wait_for("moves 0");
    screen.press("f");
    screen.wait_for("Space pauses");
    screen.press(" ");
    screen.wait_for("paused: ");
    let at = |shown: &str| -> Option<usize> {
        shown.split("solution: move ").nth(1)?.split(' ').next()?.parse().ok()
    };
    let paused = at(&screen.contents()).unwrap();
    screen.press(".");
    screen.wait("one move on", |shown| at(shown) == Some(paused + 1));
    screen.press(",,");
    screen.wait("two moves back", |shown| at(shown).is_some_and(|now| now < paused));
    screen.press("u");
    screen.wait("the player to take over", |shown| at(shown).is_none());
    screen.press("\u{1b}[15~");
    screen.wait_for("Solved with help");
    screen.press("\u{3}");
    assert_eq!(screen.ended(), 0);
}

#[test]
fn the_screen_follows_its_size() {
    let Some(mut screen) = Screen::open(10, 3, &[LEVELS]) else { return };
    screen.wait_for("0 / 0");
    let size = PtySize { rows: 12, cols: 70, pixel_width: 0, pixel_height: 0 };
    screen.parser.lock().unwrap().screen_mut().set_size(side(12), side(70));
    screen.master.resize(size).unwrap();
    screen.wait_for("level 1 of 3");
    screen.press("?");
    // The last row is there, though there are fewer lines than keys.
    screen.wait_for("q, Ctrl-C quit");
    screen.press("\u{1b}");
    screen.wait("the help to go", |shown| !shown.contains("Ctrl-C"));
    screen.press("q");
    assert_eq!(screen.ended(), 0);
}

/// Whether anything on the screen has a color.
fn is_colored(screen: &Screen) -> bool {
    let parser = screen.parser.lock().unwrap();
    let (rows, columns) = parser.screen().size();
    let (rows, columns) = (rows.get(), columns.get());
    (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column))).any(|(row, column)| {
        parser.screen().cell(row, column).is_some_and(|cell| {
            cell.fgcolor() != vt100::Color::Default || cell.bgcolor() != vt100::Color::Default
        })
    })
}

#[test]
fn colors_are_there_when_they_are_wanted() {
    for (color, expected) in [("auto", true), ("never", false)] {
        let Some(mut screen) = Screen::open(60, 20, &[LEVELS, "--color", color]) else { return };
        screen.wait_for("moves 0");
        screen.wait_for("quit");
        assert_eq!(is_colored(&screen), expected, "{color}");
        screen.press("q");
        assert_eq!(screen.ended(), 0);
    }
}

/// A game that is ended from outside gives the terminal back, too.
#[cfg(unix)]
#[test]
fn a_signal_ends_the_game() {
    let Some(mut screen) = Screen::open(60, 20, &[LEVELS]) else { return };
    screen.wait_for("moves 0");
    let id = screen.child.process_id().unwrap().to_string();
    assert!(Command::new("kill").args(["-TERM", &id]).status().unwrap().success());
    assert_eq!(screen.ended(), 0);
}

#[test]
fn thinking_can_be_left_off() {
    let level = "problems/sokoban/workshop.xsb";
    let Some(mut screen) = Screen::open(80, 24, &[level, "--level", "15", "--solver", "bfs"]) else { return };
    screen.wait_for("moves 0");
    screen.press("i");
    let is_asked = |shown: &str| shown.contains("thinking…") || shown.contains("hint: ");
    screen.wait("thinking", is_asked);
    screen.press("\u{1b}");
    screen.wait("the end of thinking", |shown| !is_asked(shown));
    screen.press("q");
    assert_eq!(screen.ended(), 0);
}

/// The boards have a screen of their own, and the report stays on the terminal.
#[test]
fn an_animation_leaves_the_report() {
    let arguments = ["sokoban", "solve", LEVELS, "--level", "1", "--animate", "--progress", "never"];
    let Some(written) = crate::terminal::on_terminal(80, &[], &arguments) else { return };
    let (animation, after) = written.split_once("\u{1b}[?1049l").unwrap();
    assert!(animation.starts_with("\u{1b}[?1049h") && animation.contains("Solved with help"), "{written:?}");
    assert!(
        after.contains("solved by direct: 2 moves, 2 pushes") && !after.contains("\u{1b}[J"),
        "{written:?}"
    );
}

/// In a terminal without a shell nothing can say that the game is to go on, so it does not stop; it gives the screen
/// back, and takes it again.
#[cfg(unix)]
#[test]
fn the_game_goes_on_after_a_pause() {
    let Some(mut screen) = Screen::open(60, 20, &[LEVELS]) else { return };
    screen.wait_for("moves 0");
    screen.press("l");
    screen.wait_for("moves 1");
    screen.press("\u{1a}");
    screen.press("u");
    screen.wait_for("moves 0");
    screen.wait_for("level 1 of 3");
    assert!(screen.parser.lock().unwrap().screen().alternate_screen());
    screen.press("q");
    assert_eq!(screen.ended(), 0);
}

#[test]
fn a_dumb_terminal_is_played_line_by_line() {
    let arguments = ["sokoban", "play", LEVELS];
    let Some((master, mut child)) = start(80, 24, &[("TERM", "dumb")], &arguments) else { return };
    let mut source = master.try_clone_reader().unwrap();
    let reader = std::thread::spawn(move || {
        let mut all = Vec::new();
        let _ = source.read_to_end(&mut all);
        String::from_utf8_lossy(&all).into_owned()
    });
    let mut keys = master.take_writer().unwrap();
    keys.write_all(b"q\n").unwrap();
    assert!(child.wait().unwrap().success());
    drop((keys, master));
    let written = reader.join().unwrap();
    assert!(written.contains("as with --plain") && !written.contains('\u{1b}'), "{written:?}");
}
