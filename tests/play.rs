//! Play, through pipes and in a real terminal: keys go in, boards come out, and the terminal is given back.

use std::fs;
use std::io::{Read, Write};
use std::num::NonZero;
use std::process::{Command, Output, Stdio};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use portable_pty::{Child, CommandBuilder, MasterPty, PtySize, native_pty_system};

const LEVELS: &str = "problems/sokoban/first-steps.xsb";

/// Runs `play --plain` with lines on standard input.
fn plain(arguments: &[&str], input: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_banto"))
        .args(["sokoban", "play"])
        .args(arguments)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A program that ends early reads no more.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    child.wait_with_output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

/// What is printed for these lines; nothing goes wrong.
fn out(level: &str, input: &str) -> String {
    let run = plain(&[LEVELS, "--level", level, "--plain"], input);
    assert_eq!((run.status.code(), text(&run.stderr).as_str()), (Some(0), ""));
    text(&run.stdout)
}

#[test]
fn moves_are_taken_back_and_made_again() {
    let shown = out("1", "l\nundo\nredo\nu\n\u{12}\n");
    let counts: Vec<&str> = shown.lines().filter(|line| line.contains(" move")).collect();
    let (start, pushed) = ("0 moves, 0 pushes", "1 move, 1 push");
    assert_eq!(counts, [start, pushed, start, pushed, start, pushed]);
    assert!(shown.ends_with("#  @$. #\n#      #\n########\n1 move, 1 push\n"), "{shown}");
}

#[test]
fn a_restart_is_taken_back() {
    let shown = out("1", "lk\nrestart\nundo\nredo\n");
    let counts: Vec<&str> = shown.lines().filter(|line| line.contains(" move")).collect();
    assert_eq!(counts[1..], ["2 moves, 1 push", "0 moves, 0 pushes", "2 moves, 1 push", "0 moves, 0 pushes"]);
}

#[test]
fn hints_and_solutions_start_where_the_player_is() {
    let shown = out("1", "k\nhint\nsolve\n");
    assert!(shown.contains("hint: walk D, then push right (l)\n"), "{shown}");
    assert!(shown.contains("solution: "), "{shown}");
    assert!(shown.contains("YOU WIN!\nU "), "the first move is the player's own: {shown}");
}

#[test]
fn what_is_lost_is_said_to_be_lost() {
    // The box goes up to the wall, from where no push leads to the goal.
    let shown = out("1", "jlk\nhint\nsolve\nundo\nsolve\n");
    assert_eq!(shown.matches("no solution from here: ").count(), 2, "{shown}");
    assert!(shown.contains("; proven\n") && shown.contains("YOU WIN!"), "{shown}");
}

#[test]
fn a_limit_is_no_proof() {
    let level = "problems/sokoban/harbour.xsb";
    let run = plain(&[level, "--plain", "--level", "14", "--time-limit", "0s"], "solve\n");
    let shown = text(&run.stdout);
    assert!(shown.contains("no solution found from here: time limit; nothing is proven\n"), "{shown}");
}

#[test]
fn levels_follow_each_other() {
    let shown = out("1", "lln\nsolve\nn solve\nn\np\nq\nlll\n");
    assert_eq!(shown.matches("YOU WIN!").count(), 4, "each win, and one on coming back: {shown}");
    assert!(shown.contains("YOU WIN!\n2R\n\nlevel 2 of 3: Two marks\n"), "{shown}");
    assert!(shown.contains("this is the last level\n"), "{shown}");
}

#[test]
fn the_end_of_input_ends_the_game() {
    assert!(out("1", "").ends_with("0 moves, 0 pushes\n"));
    assert!(out("1", "l").ends_with("1 move, 1 push\n"), "a last line without its end counts");
    assert!(!out("1", "quit\nl\n").contains("1 move"));
}

#[test]
fn bad_keys_do_nothing() {
    let shown = out("1", "lx\nl\n?\n");
    assert!(shown.contains("unknown key x; nothing was done; help shows the keys\n"), "{shown}");
    assert!(shown.contains("1 move, 1 push") && !shown.contains("2 moves"), "{shown}");
    assert!(shown.contains("arrows, h j k l, w a s d  left down up right  move\n"), "{shown}");
}

#[test]
fn bad_files_and_flags_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let bad = folder.path().join("bad.xsb");
    fs::write(&bad, "#####\n#@$.\n#####\n").unwrap();
    for (arguments, code, words) in [
        (&[bad.to_str().unwrap()][..], 31, "error[E03"),
        (&["no-such.xsb"], 31, "there is no such file"),
        (&[LEVELS, "--level", "4"], 2, "has no level 4"),
        (&[LEVELS, "--level", "0"], 2, "has no level 0"),
        (&[LEVELS, "--solver", "derect"], 2, "did you mean direct?"),
        (&[LEVELS, "--theme", "noon"], 2, "day"),
        (&[LEVELS, "--speed", "soon"], 2, "a number is expected"),
    ] {
        let run = plain(arguments, "");
        assert_eq!(run.status.code(), Some(code), "{arguments:?}: {}", text(&run.stderr));
        assert!(text(&run.stderr).contains(words), "{arguments:?}: {}", text(&run.stderr));
    }
}

#[test]
fn the_best_known_solution_is_the_one_in_the_file() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("kept.sok");
    let name = file.to_str().unwrap();
    let solved = Command::new(env!("CARGO_BIN_EXE_banto"))
        .args(["sokoban", "solve", LEVELS, "--level", "1", "--quiet", "-o", name])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .unwrap();
    assert_eq!(solved.status.code(), Some(0));
    let shown = text(&plain(&[name], "").stdout);
    assert!(shown.starts_with("level 1 of 1: First steps (best known: 2 moves, 2 pushes)\n"), "{shown}");
}

/// The README's example, which is fed through a pipe.
#[test]
fn the_readme_plays() {
    let readme = fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/README.md")).unwrap();
    let start = "$ printf 'l\\nhint\\nl\\n' | banto sokoban play problems/sokoban/first-steps.xsb --plain\n";
    let shown = readme.split_once(start).unwrap().1.split_once("```").unwrap().0;
    assert_eq!(shown, out("1", "l\nhint\nl\n"));
}

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
    #[allow(clippy::print_stderr, reason = "a test that is skipped says so")]
    fn open(columns: u16, rows: u16, arguments: &[&str]) -> Option<Self> {
        let size = PtySize { rows, cols: columns, pixel_width: 0, pixel_height: 0 };
        let pair = match native_pty_system().openpty(size) {
            Ok(pair) => pair,
            Err(error) => {
                eprintln!("skipped: no pseudo-terminal: {error}");
                return None;
            }
        };
        let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_banto"));
        command.args(["sokoban", "play"]);
        command.args(arguments);
        command.cwd(env!("CARGO_MANIFEST_DIR"));
        command.env("TERM", "xterm-256color");
        command.env_remove("NO_COLOR");
        let child = pair.slave.spawn_command(command).unwrap();
        drop(pair.slave);
        let parser = Arc::new(Mutex::new(vt100::Parser::new(side(rows), side(columns), 0)));
        let mut source = pair.master.try_clone_reader().unwrap();
        let screen = Arc::clone(&parser);
        let reader = std::thread::spawn(move || {
            let mut bytes = [0; 4096];
            while let Ok(count @ 1..) = source.read(&mut bytes) {
                screen.lock().unwrap().process(&bytes[..count]);
            }
        });
        let keys = pair.master.take_writer().unwrap();
        Some(Self { master: pair.master, keys, child, parser, reader: Some(reader) })
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
    screen.wait_for("hint: walk U, then push right (l)");
    screen.press("S");
    let won = screen.wait_for("YOU WIN!");
    assert!(won.contains("4 moves, 2 pushes") || won.contains("D U 2R"), "{won}");
    screen.press("n");
    screen.wait_for("Two marks");
    screen.press("q");
    assert_eq!(screen.ended(), 0);
    let left = screen.contents();
    assert!(left.contains("level 1 solved: 4 moves, 2 pushes") && left.contains("D U 2R"), "{left}");
}

#[test]
fn a_solution_is_paused_stepped_and_taken_over() {
    let Some(mut screen) = Screen::open(80, 24, &["problems/sokoban/corridor.xsb", "--speed", "20ms"]) else {
        return;
    };
    screen.wait_for("moves 0");
    screen.press("S");
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
    screen.wait("the hand of the player", |shown| at(shown).is_none());
    screen.press("\u{1b}[15~");
    screen.wait_for("YOU WIN!");
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
    screen.wait_for("Keys");
    screen.press("\u{1b}");
    screen.wait("the help to go", |shown| !shown.contains("Keys"));
    screen.press("q");
    assert_eq!(screen.ended(), 0);
}

/// Whether anything on the screen has a colour.
fn is_coloured(screen: &Screen) -> bool {
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
fn colours_are_there_when_they_are_wanted() {
    for (color, expected) in [("auto", true), ("never", false)] {
        let Some(mut screen) = Screen::open(60, 20, &[LEVELS, "--color", color]) else { return };
        screen.wait_for("moves 0");
        screen.wait_for("quit");
        assert_eq!(is_coloured(&screen), expected, "{color}");
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
