//! The page of `sokoban draw --html` in a real browser.

use std::fs;
use std::path::PathBuf;

use crate::cases::tell;
use crate::command::{banto, text};
use crate::serve::chromium::{Browser, Tab};

const LEVELS: &str = "#######\n#@$  .#\n#     #\n#######\nTitle: One\nAuthor: Ann\n\n#####\n#. $#\n#####\n\n######\n#@$ .#\n######\nTitle: Three\n";

fn keys(browser: &mut Browser, tab: &Tab, keys: &str) {
    for key in keys.chars() {
        let letter = key.to_string();
        let (name, code) = match key {
            'L' => ("ArrowLeft", 37),
            'U' => ("ArrowUp", 38),
            'R' => ("ArrowRight", 39),
            'D' => ("ArrowDown", 40),
            _ => (letter.as_str(), u32::from(key.to_ascii_uppercase())),
        };
        browser.key(tab, name, code, 0);
    }
}

/// The page that is drawn of some levels, opened at a place in it. It is there as long as its folder.
fn drawn(browser: &mut Browser, levels: &str, at: &str, size: (u32, u32)) -> (tempfile::TempDir, Tab) {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    fs::write(path("a.xsb"), levels).unwrap();
    let run = banto(&["sokoban", "draw", &path("a.xsb"), "--html", &path("a.html")]);
    let said = text(&run.stderr);
    // The page is there without the levels that have errors.
    assert_eq!(run.status.code(), Some(if said.contains("error[") { 31 } else { 0 }), "{said}");
    let tab = browser.open(&format!("file://{}{at}", path("a.html")), size);
    (folder, tab)
}

/// What is played stays through reloads and other levels, keys work wherever the focus is, and what is copied or pasted
/// is called what it is.
#[test]
fn a_page_of_levels_keeps_what_is_played() {
    let Some(mut browser) = Browser::start() else {
        tell("skipped: no Chromium is installed, so the page of levels was not tried in a browser");
        return;
    };
    let (_folder, tab) = drawn(&mut browser, LEVELS, "", (900, 700));
    let browser = &mut browser;
    let says = |words: &str| format!("document.body.innerText.includes({words:?})");
    browser.wait(&tab, &says("0 of 2 solved, 1 left out"));
    browser.wait(
        &tab,
        "document.getElementById('why').textContent === 'level 2: no player (@ or +) in the level'",
    );
    browser.wait(&tab, "[...document.querySelectorAll('#cards a')].map((one) => one.getAttribute('href')).join() === '#1,#3'");
    browser.value(&tab, "document.querySelector('#cards a').click()");
    browser.wait(&tab, &says("moves 0"));
    keys(browser, &tab, "b");
    browser.wait(&tab, &says("You have not solved this level"));
    // The words about keys have the focus now.
    browser.value(
        &tab,
        "(() => { const how = document.querySelector('summary'); how.focus(); how.click(); })()",
    );
    keys(browser, &tab, "R");
    browser.wait(&tab, &says("moves 1 · pushes 1"));
    browser.reload(&tab);
    browser.wait(&tab, &says("You are where you left this level"));
    keys(browser, &tab, "n");
    browser.wait(&tab, &says("Three"));
    browser.wait(&tab, "location.hash === '#3'");
    keys(browser, &tab, "p");
    browser.wait(&tab, &says("moves 1 · pushes 1"));
    let copied = "(() => { let all = null; Object.defineProperty(navigator, 'clipboard', { configurable: true, value: \
                  { writeText: async (one) => { all = one; } } }); document.getElementById('copy').click(); return all; })()";
    let unsolved = browser.value(&tab, copied).as_str().unwrap().to_owned();
    assert!(unsolved.ends_with("\nSaved game\nR\n") && !unsolved.contains("Solution"), "{unsolved}");
    // The longer way first; then the shorter one is the best, and begins anew after a reload.
    keys(browser, &tab, "DURR");
    browser.wait(&tab, &says("Solved!"));
    let solved = browser.value(&tab, copied).as_str().unwrap().to_owned();
    assert!(solved.ends_with("\nTitle: One\nAuthor: Ann\n\nSolution\nRduRR\n"), "{solved}");
    browser.reload(&tab);
    browser.wait(&tab, &says("moves 0 · pushes 0 · best 5 moves"));
    for (pasted, why) in [
        ("#####\n# $.#\n#####", "it has no player (@)"),
        ("#####\n#@$@#\n#####", "it has more than one player (@)"),
        ("#####\n#@ .#\n#####", "it has no box ($)"),
        ("hello", "no line of it is a row of walls (#)"),
    ] {
        browser.paste(&tab, pasted);
        browser.wait(&tab, &says(why));
    }
    browser.paste(&tab, "5#|#@$.#|5#");
    browser.wait(&tab, &says("Pasted level"));
    keys(browser, &tab, "R");
    browser
        .wait(&tab, "document.getElementById('counts').textContent === 'moves 1 · pushes 1 · best 1 move'");
    // What was pasted is among the levels, by its title.
    browser.paste(&tab, "#####\n#@$.#\n#####\nTitle: Mine\n");
    keys(browser, &tab, "o");
    browser.wait(
        &tab,
        "[...document.querySelectorAll('#cards span')].at(-1).textContent.startsWith('✓ 4. Mine')",
    );
    // It is there after a reload, too.
    browser.reload(&tab);
    browser.wait(&tab, &says("2 of 3 solved, 1 left out"));
    browser.value(&tab, "[...document.querySelectorAll('#cards a')].at(-1).click()");
    browser.wait(&tab, "document.getElementById('name').textContent === 'Mine'");
    assert!(browser.faults.is_empty(), "{:#?}", browser.faults);
}

/// A level whose boxes are all on goals counts as solved, and nothing is kept of it.
#[test]
fn a_page_counts_what_is_solved_from_the_start() {
    let Some(mut browser) = Browser::start() else { return };
    let levels = "#####\n#@ *#\n#####\n\n#####\n#@$.#\n#####\n";
    let (_folder, tab) = drawn(&mut browser, levels, "", (900, 700));
    browser.wait(&tab, "document.getElementById('solved').textContent === '1 of 2 solved'");
    browser.value(&tab, "document.querySelector('#cards a').click()");
    let says =
        "document.getElementById('message').textContent === 'Solved from the start: every box is on a goal.'";
    browser.wait(&tab, says);
    keys(&mut browser, &tab, "R");
    browser.wait(&tab, "document.getElementById('counts').textContent === 'moves 1 · pushes 0'");
}

/// A board of a million cells is shown around the player, and Zoom makes a small one larger.
#[test]
fn a_page_shows_boards_of_any_size() {
    let Some(mut browser) = Browser::start() else { return };
    let side = 1000;
    let row = |inside: &str| format!("#{inside:<0$}#\n", side - 2);
    let rows = [row("@$."), row("").repeat(side - 3)].concat();
    let wall = format!("{}\n", "#".repeat(side));
    let (_folder, tab) = drawn(&mut browser, &format!("{wall}{rows}{wall}"), "", (390, 844));
    browser.wait(
        &tab,
        "document.getElementById('part').textContent.startsWith('The board has 1000 × 1000 cells')",
    );
    keys(&mut browser, &tab, &"D".repeat(45));
    browser.wait(&tab, "document.getElementById('counts').textContent === 'moves 45 · pushes 0'");
    let seen = "document.querySelectorAll('#board use').length < 2000 && \
                document.querySelector('#board svg').getAttribute('viewBox').split(' ')[1] > 0";
    assert_eq!(browser.value(&tab, seen), true);
    let (_folder, tab) = drawn(&mut browser, "#######\n#@$  .#\n#######\n", "", (390, 844));
    browser.wait(&tab, "document.getElementById('counts').textContent === 'moves 0 · pushes 0'");
    let wide = "document.querySelector('#board svg').getBoundingClientRect().width";
    let before = browser.value(&tab, wide).as_f64().unwrap();
    browser.value(&tab, "document.getElementById('zoom').click()");
    assert!(browser.value(&tab, wide).as_f64().unwrap() > 1.5 * before);
    browser.value(&tab, "document.getElementById('zoom').click()");
    assert_eq!(browser.value(&tab, wide).as_f64(), Some(before));
}

/// A lost position is still said to be lost after a reload; a title that begins with the number has it once.
#[test]
fn a_page_says_what_is_lost_and_what_levels_are_called() {
    let Some(mut browser) = Browser::start() else { return };
    let board = "######\n#    #\n# $ .#\n#@   #\n######\n";
    let (_folder, tab) = drawn(
        &mut browser,
        &format!("{board}Title: 1\n\n{board}Title: 2. Two\n\n{board}Title: 30\n"),
        "",
        (900, 700),
    );
    browser.wait(&tab, "[...document.querySelectorAll('#cards span')].map((one) => one.textContent).join() === '1,2. Two,3: “30”'");
    browser.value(&tab, "document.querySelector('#cards a').click()");
    browser.wait(&tab, "document.body.innerText.includes('moves 0')");
    keys(&mut browser, &tab, "RU");
    browser.wait(&tab, "document.getElementById('message').textContent.startsWith('Lost: ')");
    browser.reload(&tab);
    let ends = |words: &str| format!("document.getElementById('message').textContent.endsWith({words:?})");
    let lost = "Lost: a box can no longer reach any goal. Undo push takes it back.";
    browser.wait(&tab, &ends(lost));
}

/// A level that cannot be solved is called that from the first moment, and no push is to be taken back.
#[test]
fn a_page_says_of_a_level_that_it_cannot_be_solved() {
    let Some(mut browser) = Browser::start() else { return };
    let levels = "#######\n#@ $  #\n#  .  #\n#######\nSolution: ll\n\n#########\n#####.###\n#@ $ $ .#\n#########\nTitle: Raft\n";
    let (_folder, tab) = drawn(&mut browser, levels, "#1", (900, 700));
    let says = |words: &str| format!("document.getElementById('message').textContent === {words:?}");
    let dead = says("This level cannot be solved: a box can no longer reach any goal.");
    browser.wait(&tab, &dead);
    keys(&mut browser, &tab, "R");
    browser.wait(&tab, "document.getElementById('counts').textContent.startsWith('moves 1 ')");
    browser.wait(&tab, &dead);
    // Why it has no solution to show, though the file has one.
    browser.value(&tab, "document.getElementById('solution').click()");
    let why =
        "The stored solution does not solve the level: move 1 (l) of 2 is not possible: there is a wall.";
    browser.wait(&tab, &says(why));
    keys(&mut browser, &tab, "n");
    browser.wait(&tab, "document.getElementById('name').textContent === 'Raft'");
    keys(&mut browser, &tab, "R");
    browser.wait(&tab, "document.getElementById('counts').textContent.startsWith('moves 1 ')");
    browser.wait(&tab, &says("This level cannot be solved: not every box can have a goal of its own."));
}

/// A restart is taken back like a move, also after a reload; moves are pasted.
#[test]
fn a_page_takes_a_restart_back_and_makes_pasted_moves() {
    let Some(mut browser) = Browser::start() else { return };
    let (_folder, tab) =
        drawn(&mut browser, "########\n#@$   .#\n#      #\n########\nTitle: One\n", "", (900, 700));
    let browser = &mut browser;
    let counts = |words: &str| format!("document.getElementById('counts').textContent === {words:?}");
    browser.wait(&tab, &counts("moves 0 · pushes 0"));
    keys(browser, &tab, "RRL");
    browser.wait(&tab, &counts("moves 3 · pushes 2"));
    keys(browser, &tab, "r");
    browser.wait(&tab, &counts("moves 0 · pushes 0"));
    browser.wait(
        &tab,
        "document.getElementById('message').textContent === 'Undo leads back to where you were.'",
    );
    keys(browser, &tab, "Du");
    browser.wait(&tab, &counts("moves 0 · pushes 0"));
    browser.reload(&tab);
    browser.wait(&tab, "!document.getElementById('undo').disabled");
    keys(browser, &tab, "u");
    browser.wait(&tab, &counts("moves 3 · pushes 2"));
    keys(browser, &tab, "y");
    browser.wait(&tab, &counts("moves 0 · pushes 0"));
    keys(browser, &tab, "uu");
    browser.wait(&tab, &counts("moves 2 · pushes 2"));
    let mut paste = |pasted: &str| {
        browser.paste(&tab, pasted);
        browser.value(&tab, "['name', 'message', 'counts'].map((one) => document.getElementById(one).textContent).join('; ')")
            .as_str().unwrap().to_owned()
    };
    assert_eq!(
        paste("Solution: 1(R)\n2R"),
        "One; Move 3 of 3 of what was pasted, R, is not possible here; the rest was not done.; moves 4 · pushes 4 · best 4 moves"
    );
    let level = "########\n#@$   .#\n#      #\n########\nTitle: Pasted\nAuthor: Ann\n\nSaved game\nRR\n";
    assert_eq!(paste(level), "Pasted; ; moves 2 · pushes 2 · best 4 moves");
}

/// On a phone, what is said stands above the board, and on it an arrow shows where a hint leads.
#[test]
fn a_page_says_on_a_phone_what_it_says_in_sight() {
    let Some(mut browser) = Browser::start() else { return };
    let (_folder, tab) = drawn(
        &mut browser,
        "#####\n#@  #\n# $ #\n#. *#\n#   #\n#####\nTitle: Pool\nAuthor: Fan\n",
        "",
        (390, 844),
    );
    browser.wait(&tab, "document.getElementById('board').firstChild");
    let seen = "(() => { const [message, board, nav] = ['#message', '#board', 'nav'].map((one) => \
                document.querySelector(one).getBoundingClientRect()); \
                return message.bottom <= board.top && board.bottom <= nav.top && nav.bottom <= innerHeight; })()";
    browser.value(&tab, "hint('rddL')");
    browser
        .wait(&tab, "document.getElementById('message').textContent === 'Hint: push the marked box down.'");
    browser
        .wait(&tab, "document.querySelector('#boxes .aim').getAttribute('transform').includes('rotate(90)')");
    assert_eq!(browser.value(&tab, seen), true);
    browser.value(&tab, "tap(held); tap([...board.boxes][0])");
    browser.wait(&tab, "document.getElementById('message').textContent === 'Tap where the box is to go.'");
    // The places where it can go are marked.
    assert_eq!(browser.value(&tab, "document.querySelectorAll('#boxes .target').length > 2"), true);
    // A long message moves nothing.
    let top = "document.getElementById('board').getBoundingClientRect().top";
    let before = browser.value(&tab, top);
    browser.value(&tab, "show('many words '.repeat(20))");
    assert_eq!(browser.value(&tab, top), before);
    assert_eq!(browser.value(&tab, "document.querySelector('#boxes .aim')"), serde_json::Value::Null);
}

/// A solution with fewer pushes is kept beside one with fewer moves.
#[test]
fn a_page_keeps_the_fewest_moves_and_the_fewest_pushes() {
    let Some(mut browser) = Browser::start() else { return };
    let (_folder, tab) = drawn(&mut browser, crate::commands::play::OPPOSITES, "", (900, 700));
    browser.wait(&tab, "document.getElementById('counts').textContent === 'moves 0 · pushes 0'");
    for (moves, shown) in [
        (crate::commands::play::FEWEST_PUSHES, "moves 39 · pushes 8 · best 39 moves"),
        (
            crate::commands::play::FEWEST_MOVES,
            "moves 33 · pushes 18 · best 33 moves · fewest pushes 8, in 39 moves",
        ),
    ] {
        keys(&mut browser, &tab, "r");
        keys(&mut browser, &tab, &moves.to_uppercase());
        browser.wait(&tab, &format!("document.getElementById('counts').textContent === {shown:?}"));
    }
    // My best replays each of them, and both are copied.
    let copied = "(() => { let all = null; Object.defineProperty(navigator, 'clipboard', { configurable: true, value: \
                  { writeText: async (one) => { all = one; } } }); document.getElementById('copy').click(); return all; })()";
    for (moves, which) in [
        (crate::commands::play::FEWEST_MOVES, "moves"),
        (crate::commands::play::FEWEST_PUSHES, "pushes"),
        (crate::commands::play::FEWEST_MOVES, "moves"),
    ] {
        keys(&mut browser, &tab, "b");
        let words = format!("This was your best solution, with the fewest {which}; My best shows the other.");
        browser.wait(&tab, &format!("document.getElementById('message').textContent === {words:?}"));
        let copied = browser.value(&tab, copied).as_str().unwrap().to_owned();
        assert!(copied.ends_with(&format!("\nSolution\n{moves}\n")), "{copied}");
    }
}

/// The page of a comparison draws boards by the same script, and steps through solutions.
#[test]
fn a_comparison_steps_through_solutions() {
    let Some(mut browser) = Browser::start() else {
        tell("skipped: no Chromium is installed, so the page of a comparison was not tried in a browser");
        return;
    };
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    fs::write(path("a.xsb"), "#######\n#  +$.#\n#  $  #\n#     #\n#######\n").unwrap();
    let run = banto(&["compare", &path("a.xsb"), "--solvers", "bfs", "--html", &path("a.html")]);
    assert!(run.status.success(), "{}", text(&run.stderr));
    let tab = browser.open(&format!("file://{}", path("a.html")), (900, 700));
    let shows = |shapes: &str| {
        format!(
            "[...document.querySelectorAll('.board g use')].map((one) => one.getAttribute('href')).join(' ') === {shapes:?}"
        )
    };
    browser.wait(&tab, &shows("#box #box #player-on-goal"));
    browser.value(&tab, "document.querySelector('.level [data-do=last]').click()");
    browser.wait(&tab, &shows("#box-home #box-home #player"));
    browser.value(&tab, "document.querySelector('.level [data-do=back]').click()");
    browser.wait(&tab, &shows("#box-home #box #player"));
    browser.value(&tab, "document.querySelector('.level [data-do=first]').click()");
    browser.wait(&tab, &shows("#box #box #player-on-goal"));
}

/// A page with a solver inside marks the box to push next, says which push went wrong or that none did, and solves.
#[test]
fn a_page_plays_alone() {
    let Some(site) = std::env::var_os("BANTO_SITE").map(PathBuf::from) else {
        tell("skipped: BANTO_SITE names no folder that .ci/site has written, so no page played alone");
        return;
    };
    let Some(mut browser) = Browser::start() else {
        tell("skipped: no Chromium is installed, so no page played alone");
        return;
    };
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    // The box in the middle must not be pushed down twice: the goal is out of reach along the wall.
    fs::write(path("a.xsb"), "#######\n#  @  #\n#  $  #\n#     #\n#     #\n# .   #\n##   ##\n #####\n")
        .unwrap();
    let engine = format!("--with-solver={}", site.join("banto.wasm").display());
    let run = banto(&["sokoban", "draw", &path("a.xsb"), "--html", &path("a.html"), &engine]);
    assert!(run.status.success(), "{}", text(&run.stderr));
    let tab = browser.open(&format!("file://{}", path("a.html")), (900, 700));
    let browser = &mut browser;
    let says = |words: &str| format!("document.getElementById('message').textContent.startsWith({words:?})");
    let press = |browser: &mut Browser, id: &str| {
        browser.value(&tab, &format!("document.getElementById('{id}').click()"))
    };
    browser.wait(&tab, "document.getElementById('lost')");
    press(browser, "hint");
    browser.wait(&tab, &says("Hint: push the marked box"));
    keys(browser, &tab, "D");
    press(browser, "lost");
    browser.wait(&tab, &says("Not lost:"));
    keys(browser, &tab, "DDD");
    press(browser, "lost");
    browser.wait(&tab, &says("This position is lost since you went wrong with push 4 of 4."));
    press(browser, "undo");
    press(browser, "solve");
    browser.wait(&tab, &says("This was the solution."));
    // Of a level that never had a solution it says why that is, not what the last push has done.
    fs::write(path("b.xsb"), "#######\n#. $  #\n#@#####\n###\n").unwrap();
    let run = banto(&["sokoban", "draw", &path("b.xsb"), "--html", &path("b.html"), &engine]);
    assert!(run.status.success(), "{}", text(&run.stderr));
    let tab = browser.open(&format!("file://{}", path("b.html")), (900, 700));
    browser.wait(&tab, "document.getElementById('lost')");
    keys(browser, &tab, "URRR");
    browser.wait(&tab, &says("Lost: a box can no longer reach any goal."));
    browser.value(&tab, "document.getElementById('lost').click()");
    browser.wait(&tab, &says("This level cannot be solved: not every box can have a goal of its own."));
    assert!(browser.faults.is_empty(), "{:#?}", browser.faults);
}
